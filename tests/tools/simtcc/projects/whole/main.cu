#include <cstdio>

#include "dev.h"

void launch(int *p);

template<class F> __global__ void apply(int *p, F f) {
	*p = f(*p);
}

int main() {
	int *p, h = host(1), k = 3;
	cudaMalloc(&p, sizeof h);
	cudaMemcpy(p, &h, sizeof h, cudaMemcpyHostToDevice);
	launch(p);
	apply<<<1, 1>>>(p, [=] __device__(int x) { return twice(x) + k; });
	cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d\n", h);
	return h != 2 * (2 * 2 + 5) + 3;
}
