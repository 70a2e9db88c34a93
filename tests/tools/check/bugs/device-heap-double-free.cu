// expect: Invalid free in a kernel; thread (0,0,0); block (0,0,0); note which malloc has not returned
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__global__ void f() {
	void *p = malloc(40);
	free(p);
	free(p); // bug
}
int main() {
	f<<<1, 1>>>();
	cudaDeviceSynchronize();
}
