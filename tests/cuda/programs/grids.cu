// Grids and blocks of two and three dimensions, pitched memory, dim3, tiles.
#include <cstdio>
#include <cstdlib>

const int TILE = 16;

__global__ void transpose(const float *in, float *out, int w, int h)
{
	__shared__ float tile[TILE][TILE + 1];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += blockDim.y)
		if (x < w && y + j < h)
			tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += blockDim.y)
		if (x < h && y + j < w)
			out[(y + j) * h + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void mark(int *v, dim3 size)
{
	uint3 p = {blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
	           blockIdx.z * blockDim.z + threadIdx.z};
	if (p.x < size.x && p.y < size.y && p.z < size.z)
		v[(p.z * size.y + p.y) * size.x + p.x] = p.x + 10 * p.y + 100 * p.z;
}

__global__ void rows(char *base, size_t pitch, int w, int h)
{
	int x = threadIdx.x, y = threadIdx.y;
	if (x < w && y < h)
		((float *)(base + y * pitch))[x] = x + y * 0.5f;
}

int main()
{
	const int w = 37, h = 21;
	float *in, *out;
	cudaMallocManaged(&in, w * h * sizeof(float));
	cudaMallocManaged(&out, w * h * sizeof(float));
	for (int i = 0; i < w * h; i++)
		in[i] = i;
	dim3 block(TILE, 4), grid((w + TILE - 1) / TILE, (h + TILE - 1) / TILE);
	transpose<<<grid, block>>>(in, out, w, h);
	cudaDeviceSynchronize();
	int wrong = 0;
	for (int y = 0; y < h; y++)
		for (int x = 0; x < w; x++)
			wrong += out[x * h + y] != in[y * w + x];
	printf("transpose: %d wrong\n", wrong);

	dim3 size(5, 6, 7);
	int *v;
	cudaMallocManaged(&v, 5 * 6 * 7 * sizeof(int));
	mark<<<dim3(2, 2, 3), dim3(3, 4, 3)>>>(v, size);
	cudaDeviceSynchronize();
	printf("%d %d %d\n", v[0], v[5 * 6 * 7 - 1], v[(3 * 6 + 2) * 5 + 4]);

	char *p;
	size_t pitch;
	float back[4][6];
	cudaMallocPitch((void **)&p, &pitch, 6 * sizeof(float), 4);
	rows<<<1, dim3(6, 4)>>>(p, pitch, 6, 4);
	cudaMemcpy2D(back, 6 * sizeof(float), p, pitch, 6 * sizeof(float), 4, cudaMemcpyDeviceToHost);
	printf("%g %g %s\n", back[0][5], back[3][2], pitch >= 24 ? "pitch" : "no pitch");
	cudaFuncAttributes a;
	cudaFuncGetAttributes(&a, transpose);
	printf("%zu %d\n", a.sharedSizeBytes, a.maxThreadsPerBlock);
	puts(cudaGetErrorString(cudaGetLastError()));
}
