// Prefix sums of a block, in two buffers.
// judge: args x[n], out[n] out, n
// judge: n = 100 1000
// judge: plain
// judge: block 256
// run: -g 4 -b 256 -a rand:s32:1000:3 -a zeros:s32:1000,save=OUT -a 1000
// SPDX-License-Identifier: Apache-2.0
__global__ void scan(const int *x, int *out, int n) {
	__shared__ int a[256], b[256];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	int *from = a, *to = b;
	from[t] = i < n ? x[i] : 0;
	__syncthreads();
	for (int d = 1; d < 256; d *= 2) {
		to[t] = t >= d ? from[t] + from[t - d] : from[t];
		int *other = from;
		from = to;
		to = other;
		__syncthreads();
	}
	if (i < n)
		out[i] = from[t];
}
