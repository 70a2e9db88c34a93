#include <cstdio>
#include <cuda_runtime.h>
#include "lib.h"
int main()
{
	int *p = make_filled(100, 5), sum = 0;
	for (int i = 0; p && i < 100; i++)
		sum += p[i];
	printf("%d %s\n", sum, cudaGetErrorName(cudaFree(p)));
}
