// transpose.cu - a matrix is turned over through a tile in shared memory, whose columns are all in one bank.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

constexpr int TILE = 32, N = 64;

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x] = in[(blockIdx.y * TILE + y) * N + blockIdx.x * TILE + x];
	__syncthreads();
	out[(blockIdx.x * TILE + y) * N + blockIdx.y * TILE + x] = tile[x][y];
}

int main()
{
	float *in, *out;
	cudaMallocManaged(&in, N * N * sizeof *in);
	cudaMallocManaged(&out, N * N * sizeof *out);
	for (int i = 0; i < N * N; i++)
		in[i] = i;
	transpose<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(in, out);
	cudaError_t e = cudaDeviceSynchronize();
	int wrong = 0;
	for (int i = 0; i < N * N; i++)
		wrong += out[i % N * N + i / N] != in[i];
	printf("%d wrong (%s)\n", wrong, cudaGetErrorString(e));
	return wrong != 0;
}
