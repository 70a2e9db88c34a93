// tiles.cu - a matrix product by tiles in shared memory, for any element type.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>

constexpr int TILE = 16;

template <typename T>
__global__ void product(const T *a, const T *b, T *c, int n)
{
	__shared__ T left[TILE][TILE], right[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
	T sum = 0;
	for (int k = 0; k < n; k += TILE) {
		left[y][x] = row < n && k + x < n ? a[row * n + k + x] : T(0);
		right[y][x] = col < n && k + y < n ? b[(k + y) * n + col] : T(0);
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += left[y][i] * right[i][x];
		__syncthreads();
	}
	if (row < n && col < n)
		c[row * n + col] = sum;
}

template <typename T>
static bool check(const char *name, int n)
{
	T *a, *b, *c;
	size_t bytes = sizeof(T) * n * n;
	cudaMallocManaged(&a, bytes);
	cudaMallocManaged(&b, bytes);
	cudaMallocManaged(&c, bytes);
	for (int i = 0; i < n * n; i++) {
		a[i] = T(i % 13 - 6);
		b[i] = T(i % 7) / 2;
	}
	dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
	product<<<grid, block>>>(a, b, c, n);
	bool good = cudaDeviceSynchronize() == cudaSuccess;
	double worst = 0;
	for (int row = 0; good && row < n; row++)
		for (int col = 0; col < n; col++) {
			double sum = 0;
			for (int k = 0; k < n; k++)
				sum += double(a[row * n + k]) * double(b[k * n + col]);
			worst = std::fmax(worst, std::fabs(sum - double(c[row * n + col])));
		}
	good = good && worst < 1e-2;
	printf("%-6s %d x %d: worst error %g, %s\n", name, n, n, worst, good ? "good" : "wrong");
	cudaFree(a);
	cudaFree(b);
	cudaFree(c);
	return good;
}

int main()
{
	bool good = check<float>("float", 100);
	return check<double>("double", 64) && good ? 0 : 1;
}
