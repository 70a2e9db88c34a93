#include <cuda_runtime.h>

int host(int x) {
	int n = 0;
	cudaGetDeviceCount(&n);
	return x + (n > 0);
}
