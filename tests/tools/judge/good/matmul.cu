// against: matmul.py
// SPDX-License-Identifier: Apache-2.0
__global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k, int lda) {
	__shared__ float x[16][16], y[16][16];
	int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < k; t += 16) {
		x[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[row * lda + t + threadIdx.x] : 0;
		y[threadIdx.y][threadIdx.x] = t + threadIdx.y < k && col < n ? b[(t + threadIdx.y) * n + col] : 0;
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += x[threadIdx.y][i] * y[i][threadIdx.x];
		__syncthreads();
	}
	if (row < m && col < n)
		c[row * n + col] = sum;
}
