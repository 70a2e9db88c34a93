// Tiles through shared memory.
// judge: args x[m*n], out[m*n] out, m, n
// judge: m = 40 64
// judge: n = 33 64
// judge: plain
// judge: block 32, 8
// judge: grid ceil(n, 32), ceil(m, 32)
// run: -g 2,2 -b 32,8 -a rand:s32:2640:3 -a zeros:s32:2640,save=OUT -a 40 -a 33
// SPDX-License-Identifier: Apache-2.0
__global__ void transpose(const int *x, int *out, int m, int n) {
	__shared__ int tile[32][33];
	int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		if (row + k < m && col < n)
			tile[threadIdx.y + k][threadIdx.x] = x[(row + k) * n + col];
	__syncthreads();
	col = blockIdx.y * 32 + threadIdx.x;
	row = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		if (row + k < n && col < m)
			out[(row + k) * m + col] = tile[threadIdx.x][threadIdx.y + k];
}
