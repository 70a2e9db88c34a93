// Counts in shared memory, then in global memory.
// judge: args x[n] u8, out[256] zero, n
// judge: n = 33 1000
// judge: plain
// judge: block 128
// judge: grid 3
// run: -g 3 -b 128 -a rand:u8:1000:3 -a zeros:s32:256,save=OUT -a 1000
// SPDX-License-Identifier: Apache-2.0
__global__ void histogram(const unsigned char *x, int *out, int n) {
	__shared__ int bin[256];
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		bin[i] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&bin[x[i]], 1);
	__syncthreads();
	for (int i = threadIdx.x; i < 256; i += blockDim.x)
		if (bin[i])
			atomicAdd(&out[i], bin[i]);
}
