// check: mem,leaks
// expect: Leaked 40 bytes; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	char *a = (char *)malloc(40), *b = (char *)malloc(24);
	a[0] = b[0] = 1;
	free(b);
}
int main() {
	f<<<1, 1>>>();
	cudaDeviceSynchronize();
}
