// A failed assertion ends the kernel and the context.
#include <cassert>
#include <cstdio>

__global__ void positive(const int *v)
{
	assert(v[threadIdx.x] > 0 && "must be positive");
}

int main()
{
	int *v;
	cudaMallocManaged(&v, 4 * sizeof(int));
	for (int i = 0; i < 4; i++)
		v[i] = i + 1;
	positive<<<1, 4>>>(v);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	v[2] = 0;
	positive<<<1, 4>>>(v);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	printf("%s\n", cudaGetErrorName(cudaFree(v)));
	return 4;
}
