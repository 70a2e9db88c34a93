// The kernels on which the vendor's profiler was run: consecutive and strided accesses, bank conflicts, divergence.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

__global__ void strided(float *a, int s) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	a[(size_t)i * s] += 1;
}

__global__ void bank(int *o, int s) {
	__shared__ int m[4096];
	m[(threadIdx.x * s) & 4095] = threadIdx.x;
	__syncthreads();
	o[threadIdx.x] = m[((threadIdx.x * s) + s) & 4095];
}

__global__ void diverge(int *o) {
	int v = threadIdx.x;
	if (v & 1) {
		for (int i = 0; i < 50; i++)
			v = v * 3 + i;
	} else {
		for (int i = 0; i < 90; i++)
			v = v * 5 - i;
	}
	o[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

int main() {
	float *a;
	int *o;
	cudaMalloc(&a, 1 << 26);
	cudaMalloc(&o, 1 << 22);
	strided<<<128, 256>>>(a, 1);
	strided<<<128, 256>>>(a, 8);
	bank<<<1, 256>>>(o, 1);
	bank<<<1, 256>>>(o, 32);
	diverge<<<64, 256>>>(o);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
