// vecadd.cu - adds two vectors: the first CUDA program.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>

__global__ void add(const float *a, const float *b, float *sum, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		sum[i] = a[i] + b[i];
}

static float *upload(const std::vector<float> &v)
{
	float *p = nullptr;
	cudaMalloc(&p, v.size() * sizeof(float));
	cudaMemcpy(p, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
	return p;
}

int main()
{
	const int n = 1 << 16;
	std::vector<float> a(n), b(n), sum(n);
	for (int i = 0; i < n; i++) {
		a[i] = i;
		b[i] = 2.0f * i;
	}
	float *da = upload(a), *db = upload(b), *dsum = upload(sum);
	add<<<(n + 255) / 256, 256>>>(da, db, dsum, n);
	cudaMemcpy(sum.data(), dsum, n * sizeof(float), cudaMemcpyDeviceToHost);

	int wrong = 0;
	for (int i = 0; i < n; i++)
		wrong += sum[i] != 3.0f * i;
	printf("%d sums, %d wrong; the last is %.0f (%s)\n", n, wrong, sum[n - 1],
	       cudaGetErrorString(cudaGetLastError()));
	return wrong != 0;
}
