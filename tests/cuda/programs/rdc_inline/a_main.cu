// build: -rdc=true -std=c++17
// Inline variables and variables made of templates are one in the whole program.
#include <cstdio>
#define SIGN 3
#include "shared.cuh"

__global__ void k(int *p)
{
	ns::counter++;
	ns::start<4>++;
	p[0] = other();
	p[1] = ns::counter;
	p[2] = ns::start<4>;
	Box here(4);
	Shape *there = make(3);
	p[3] = here.twice() + there->twice() * 100;
	delete there;
	p[4] = applied(Sign(), 10);
}

int main()
{
	int *p, h[5];
	cudaMalloc(&p, sizeof h);
	k<<<1, 1>>>(p);
	cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d %d %s\n", h[0], h[1], h[2], h[3], h[4], cudaGetErrorName(cudaGetLastError()));
}
