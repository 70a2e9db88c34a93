// Device code that writes constant memory: nvcc warns and makes a trap of it, wherever it can see that it is constant.
// build: -w
#include <cstdio>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

struct S { int x, y, z, w; __device__ void set(int v) { x = v; } };
__constant__ int a[4], c;
__constant__ S s;

template <class T> __device__ void write(T &r, int v) { r = v; }

__global__ void k(int which, int *p) {
	switch (which) {
	case 0: a[1] = 2; break;
	case 1: write(c, 3); break;
	case 2: s = S{1, 2, 3, 4}; break;
	case 3: { int *q = &c; *q = 4; } break;
	case 4: s.set(5); break;
	case 5: memcpy(a, p, 16); break;
	case 6: s.y += 2; break;
	case 7: a[which & 3]++; break;
	case 8: *p = a[1] + c + s.x; break;
	}
}

int main() {
	for (int i = 0; i < 9; i++) {
		fflush(stdout);
		if (fork()) { /* a process for each, as the error stays */
			wait(nullptr);
			continue;
		}
		int *p;
		cudaMalloc(&p, 64);
		k<<<1, 1>>>(i, p);
		printf("%d: %s\n", i, cudaGetErrorName(cudaDeviceSynchronize()));
		return 0;
	}
}
