// Lanes of a warp: compaction by votes, exchange by shared memory, a butterfly.
// judge: args x[n], out[n] out, n
// judge: n = 100 256
// judge: plain
// judge: block 64
// run: -g 4 -b 64 -a rand:s32:256:3 -a zeros:s32:256,save=OUT -a 250
// SPDX-License-Identifier: Apache-2.0
__global__ void warp(const int *x, int *out, int n) {
	__shared__ int kept[2][32];
	int lane = threadIdx.x % 32, w = threadIdx.x / 32, i = blockIdx.x * blockDim.x + threadIdx.x;
	int v = i < n ? x[i] : 0;
	kept[w][lane] = -1;
	__syncwarp();
	bool keep = v % 3 == 0;
	unsigned all = __ballot_sync(~0u, keep);
	if (keep)
		kept[w][__popc(all & ((1u << lane) - 1))] = v;
	__syncwarp();
	int y = kept[w][lane];
	unsigned alike = __match_any_sync(~0u, y & 7);
	for (int d = 1; d < 32; d *= 2)
		y += __shfl_xor_sync(~0u, y, d);
	if (i < n)
		out[i] = y + __popc(alike) + kept[w][31 - lane];
}
