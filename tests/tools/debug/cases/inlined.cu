#include "inlined.h"
__global__ void k(int *p)
{
	int i = gid();
	p[i] = add1(p[i]);
}
__global__ void k2(int *p)
{
	Box b(p);
	int t = gid();
	p[t] = b.get(1);
}
__global__ void k3(float *p)
{
	float x = sqrtf(fabsf(p[threadIdx.x]));
	p[threadIdx.x] = x;
}
__global__ void k4(int *p) { p[gid()] = 3; }
int main() { int *p; cudaMalloc(&p, 4096); k<<<1,32>>>(p); k2<<<1,32>>>(p); k3<<<1,32>>>((float *)p); k4<<<1,32>>>(p); cudaDeviceSynchronize(); }
