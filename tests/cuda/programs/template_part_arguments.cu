// Kernels whose template arguments are parts of variables: their instances are found by the names of the host half.
// build: -std=c++20
#include <cstdio>

struct base { int b; };
struct pair : base { int x, of[4]; };
__device__ int line[8], table[3][4];
__device__ pair one, some[3];
struct view { const int *p; int n; };

template <int *P> __global__ void at(int *o) { *o = *P; }
template <int &R> __global__ void ref(int *o) { *o = R; }
template <auto P> __global__ void any(int *o) { *o = *P; }
template <int (*P)[4]> __global__ void row(int *o) { *o = (*P)[2]; }
template <base *P> __global__ void of_base(int *o) { *o = P->b; }
template <view V> __global__ void viewed(int *o) { *o = V.p[V.n]; }

__global__ void fill() {
	for (int i = 0; i < 8; i++)
		line[i] = 10 + i;
	for (int i = 0; i < 12; i++)
		table[i / 4][i % 4] = 20 + i;
	one.b = 1, one.x = 2, one.of[3] = 3, some[1].b = 4, some[2].x = 5;
}

static int *out;

static int run(void (*kernel)(int *)) {
	int got = -1;
	kernel<<<1, 1>>>(out);
	cudaMemcpy(&got, out, sizeof got, cudaMemcpyDefault);
	return got;
}

int main() {
	cudaMalloc(&out, sizeof *out);
	fill<<<1, 1>>>();
	printf("%d %d %d %d\n", run(at<&line[2]>), run(at<line>), run(at<&one.x>), run(at<&one.of[3]>));
	printf("%d %d %d\n", run(at<&some[2].x>), run(at<&table[1][2]>), run(at<&one.b>));
	printf("%d %d %d %d\n", run(ref<line[5]>), run(ref<one.x>), run(any<&line[1]>), run(any<&some[2].x>));
	printf("%d %d\n", run(row<&table[1]>), run(row<table>));
	printf("%d %d\n", run(of_base<static_cast<base *>(&one)>), run(of_base<static_cast<base *>(&some[1])>));
	printf("%d %d %s\n", run(viewed<view{&line[1], 2}>), run(viewed<view{&one.of[1], 2}>),
	       cudaGetErrorName(cudaGetLastError()));
}
