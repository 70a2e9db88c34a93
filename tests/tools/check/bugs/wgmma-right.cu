// build: -arch=sm_90a
// Products as they should be: nothing may be reported.
#include "wgmma.h"

__global__ void f(float *o) {
	__shared__ __align__(128) half a[64 * 16], b[16 * 8];
	float d[4] = {0, 0, 0, 0};
	for (int i = threadIdx.x; i < 64 * 16; i += 128)
		a[i] = 1;
	b[threadIdx.x] = 1;
	PROXY();
	__syncthreads();
	FENCE();
	MULTIPLY(d, a, b);
	MULTIPLY(d, a, b);
	COMMIT();
	WAIT(0);
	d[0] += 1;
	FENCE();
	MULTIPLY(d, a, b);
	COMMIT();
	WAIT(0);
	__syncthreads();
	b[threadIdx.x] = 2;
	for (int i = 0; i < 4; i++)
		o[threadIdx.x * 4 + i] = d[i];
}

int main() {
	float *o;
	cudaMalloc(&o, 128 * 16);
	f<<<1, 128>>>(o);
	cudaDeviceSynchronize();
}
