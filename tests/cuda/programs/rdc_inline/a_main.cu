// build: -rdc=true -std=c++17
// Inline variables and variables made of templates are one in the whole program.
#include <cstdio>
#include "shared.cuh"

__global__ void k(int *p)
{
	ns::counter++;
	ns::start<4>++;
	p[0] = other();
	p[1] = ns::counter;
	p[2] = ns::start<4>;
}

int main()
{
	int *p, h[3];
	cudaMalloc(&p, sizeof h);
	k<<<1, 1>>>(p);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d %s\n", h[0], h[1], h[2], cudaGetErrorName(cudaGetLastError()));
}
