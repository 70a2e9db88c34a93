// check: mem,leaks
// expect: Leaked 400 bytes; nowhere; note managed
// expect: Leaked 256 bytes; nowhere; note page-locked
#include <cuda_runtime.h>
int main() {
	int *p, *q, *r;
	cudaMallocManaged(&p, 400);
	cudaMallocHost(&q, 256);
	cudaMallocHost(&r, 512);
	cudaFreeHost(r);
}
