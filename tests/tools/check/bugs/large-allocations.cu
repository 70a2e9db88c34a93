// expect: Uninitialized __global__ memory read of size 1 bytes; thread (1,0,0); block (0,0,0)
// expect: Invalid __global__ write of size 1 bytes; thread (0,0,0); block (0,0,0); note and is 1 bytes after the nearest allocation; bug 2
// expect: Program hit cudaErrorLaunchFailure; nowhere
// The states of long ranges are pages of a file: allocated, written in part, freed, allocated again.
#include <cuda_runtime.h>
#include <sys/resource.h>
__global__ void set(char *p, size_t step) {
	p[threadIdx.x * step] = 1;
}
__global__ void get(const char *p, size_t step, char *out) {
	out[threadIdx.x] = p[threadIdx.x * step]; // bug
}
__global__ void past(char *p, size_t n) {
	p[n] = 1; // bug 2
}
int main() {
	const size_t n = ((size_t)512 << 20) + 12345;
	char *p, *out;
	cudaMalloc(&out, 64);
	for (int round = 0; round < 4; round++) {
		cudaMalloc(&p, n);
		set<<<1, 32>>>(p, n / 32);
		get<<<1, 32>>>(p, n / 32, out);
		if (round < 3)
			cudaFree(p);
	}
	struct rusage use;
	getrusage(RUSAGE_SELF, &use);
	if (use.ru_maxrss > 300000) // kilobytes; the states are pages of one file
		return 1;
	get<<<1, 2>>>(p, n / 32 + 1, out);
	past<<<1, 1>>>(p, n);
	cudaDeviceSynchronize();
}
