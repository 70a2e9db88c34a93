// build: -rdc=true
// Closures of an inline function have the same names in all sources, whatever other closures each has before them;
// classes of namespaces without a name are those of their source alone.
#include <cstdio>
#include "shared.cuh"
static __device__ struct { int x; } here;
__global__ void other(int *p);
__global__ void first(int *p)
{
	p[0] = applied([] { return 5; }) + thousand(1);
	p[1] = size(here);
	p[2] = sizes('a');
}

int main()
{
	int *p;
	cudaMallocManaged(&p, 6 * sizeof(int));
	first<<<1, 1>>>(p);
	other<<<1, 1>>>(p + 3);
	cudaError_t e = cudaDeviceSynchronize();
	for (int i = 0; i < 6; i++)
		printf("%d ", p[i]);
	printf("%s\n", cudaGetErrorString(e));
}
