// check: race
// expect: Potential RAW hazard; block (0,0,0)
// The second warp loads a matrix that the first one stores, with no barrier.
#include <cuda_runtime.h>
__global__ void f(unsigned *o) {
	__shared__ __align__(16) unsigned s[32];
	unsigned row = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x % 8 * 4]), v = 0;
	if (threadIdx.x < 32)
		s[threadIdx.x] = threadIdx.x; // other
	else
		asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(row)); // bug
	o[threadIdx.x] = v;
}
int main() {
	unsigned *o;
	cudaMalloc(&o, 256);
	f<<<1, 64>>>(o);
	cudaDeviceSynchronize();
}
