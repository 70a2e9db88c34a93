// Constant memory is written in kernels, through pointers: a device lets it pass, and later kernels read what was written.
#include <cstdio>
#include <cuda_runtime.h>
extern "C" {
__constant__ int bank[64] = {1, 2, 3, 4};
}
__device__ unsigned long long generic_address() {
	unsigned long long a;
	asm volatile("{.reg .u64 t; mov.u64 t, bank; cvta.const.u64 %0, t;}" : "=l"(a));
	return a;
}
__global__ void by_symbol(int *p) { p[1] = 77; }
__global__ void by_atomic(int *p) { atomicAdd(p, 1); }
__global__ void by_generic() { *(volatile int *)(generic_address() + 8) = 9; }
__global__ void by_global() { asm volatile("st.global.u32 [%0], 5;" :: "l"(generic_address() + 12) : "memory"); }
__global__ void look(int *o) { o[threadIdx.x] = bank[threadIdx.x]; }
static void show(const char *what) {
	int h[4], d[4], *o;
	cudaMalloc(&o, sizeof d);
	cudaError_t e = cudaDeviceSynchronize();
	cudaMemcpyFromSymbol(h, bank, sizeof h);
	look<<<1, 4>>>(o);
	cudaMemcpy(d, o, sizeof d, cudaMemcpyDeviceToHost);
	printf("%s: %d, host %d %d %d %d, kernel %d %d %d %d\n", what, e, h[0], h[1], h[2], h[3], d[0], d[1], d[2], d[3]);
	cudaFree(o);
}
int main() {
	void *p;
	cudaGetSymbolAddress(&p, bank);
	show("before");
	by_symbol<<<1, 1>>>((int *)p);
	show("symbol");
	by_atomic<<<1, 32>>>((int *)p);
	show("atomic");
	by_generic<<<1, 1>>>();
	show("generic");
	by_global<<<1, 1>>>();
	show("global");
}
