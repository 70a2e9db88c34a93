// Asynchronous copies into two buffers.
// judge: args x[n], out[n] out, n
// judge: n = 256 1024
// judge: plain
// judge: block 64
// judge: grid 1
// run: -g 1 -b 64 -a rand:s32:1024:3 -a zeros:s32:1024,save=OUT -a 1024
// SPDX-License-Identifier: Apache-2.0
#include <cuda_pipeline.h>
__global__ void pipeline(const int *x, int *out, int n) {
	__shared__ int tile[2][64];
	int t = threadIdx.x, tiles = n / 64;
	__pipeline_memcpy_async(&tile[0][t], &x[t], 4);
	__pipeline_commit();
	for (int k = 0; k < tiles; k++) {
		if (k + 1 < tiles)
			__pipeline_memcpy_async(&tile[(k + 1) % 2][t], &x[(k + 1) * 64 + t], 4);
		__pipeline_commit();
		__pipeline_wait_prior(1);
		__syncthreads();
		out[k * 64 + t] = tile[k % 2][t] + tile[k % 2][63 - t];
		__syncthreads();
	}
}
