// build: -arch=sm_90a
// expect: Use of a register that a warpgroup's product is writing: no wgmma.wait_group; thread (0,0,0); block (0,0,0)
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
	WAIT(0);
	d[0] = d[0] * 2 + d[1] * d[2] + d[3]; // bug
	for (int i = 0; i < 4; i++)
		o[threadIdx.x * 4 + i] = d[i];
}

int main() {
	float *o;
	cudaMalloc(&o, 128 * 16);
	f<<<1, 128>>>(o);
	cudaDeviceSynchronize();
}
