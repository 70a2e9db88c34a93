// check: all,leaks
// expect: Leaked 400 bytes at 0x; nowhere; note allocation time
#include <cuda_runtime.h>
int main() {
	int *p, *q;
	cudaMalloc(&p, 400);
	cudaMalloc(&q, 4096);
	cudaFree(q);
}
