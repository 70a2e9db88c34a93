// Variables as template arguments: by reference, by address, by the address of their first element.
#include <cstdio>
__device__ int counter = 7;
static __device__ int hidden = 8;
__device__ int table[4] = {1, 2, 3, 4};
__constant__ float scale[2] = {0.5f, 4.0f};
const __device__ int fixed = 11;
namespace n { __device__ int in = 3; struct Pair { int a, b; }; __device__ Pair pair = {5, 6}; }
extern "C" { __device__ int plain = 9; }
template <int *p> __device__ int value() { return *p; }
template <int *p> __device__ int second() { return p[1]; }
template <int &r> __device__ int ref() { return r++; }
template <const int &r> __device__ int cref() { return r; }
template <int (&a)[4]> __device__ int sum() { int s = 0; for (int x : a) s += x; return s; }
template <const float *p> __device__ float scaled(float x) { return x * p[1]; }
template <auto &r> __device__ int any() { return (int)sizeof(r); }
template <n::Pair &p> struct Holder { static __device__ int get() { return p.a * 10 + p.b; } };
template <int &r, int... more> __device__ int mixed() { return r + (0 + ... + more); }
__global__ void k(int *o) {
	int i = 0;
	o[i++] = value<&counter>(); o[i++] = value<&hidden>(); o[i++] = value<&n::in>(); o[i++] = value<&plain>();
	o[i++] = value<table>(); o[i++] = second<table>(); o[i++] = sum<table>();
	o[i++] = ref<counter>(); o[i++] = ref<counter>(); o[i++] = counter;
	o[i++] = cref<counter>(); o[i++] = cref<fixed>(); o[i++] = (int)scaled<scale>(2.5f);
	o[i++] = any<table>(); o[i++] = any<n::pair>(); o[i++] = Holder<n::pair>::get();
	o[i++] = mixed<hidden, 1, 2, 3>();
}
int main() {
	int *o;
	cudaMallocManaged(&o, 256);
	k<<<1, 1>>>(o);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 17; i++)
		printf("%d %d\n", i, o[i]);
}
