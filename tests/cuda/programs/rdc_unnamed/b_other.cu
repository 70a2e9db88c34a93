#include "shared.cuh"
static __device__ struct { int x, y, z; } here;
__global__ void other(int *p)
{
	p[0] = thousand(1) + applied([] { return 7; });
	p[1] = size(here);
	p[2] = sizes('a');
}
