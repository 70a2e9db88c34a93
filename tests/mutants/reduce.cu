// Sums by shared memory, shuffles and atomics.
// judge: args x[n], out[1] zero, n
// judge: n = 1 700
// judge: plain
// judge: block 128
// run: -g 6 -b 128 -a rand:s32:700:3 -a zeros:s32:1,save=OUT -a 700
// SPDX-License-Identifier: Apache-2.0
__global__ void reduce(const int *x, int *out, int n) {
	__shared__ int part[128];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	part[t] = i < n ? x[i] : 0;
	__syncthreads();
	for (int d = 64; d >= 32; d /= 2) {
		if (t < d)
			part[t] += part[t + d];
		__syncthreads();
	}
	if (t >= 32)
		return;
	int v = part[t];
	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (t == 0)
		atomicAdd(out, v);
}
