// expect: Stack overflow; thread (0,0,0); block (0,0,0)
// expect: Program hit cudaErrorLaunchFailure; nowhere
#include <cuda_runtime.h>
__device__ int sink;
__device__ __noinline__ int rec(int n, volatile int *q) {
	volatile int b[64];
	b[n & 63] = n;
	return n <= 0 ? 0 : rec(n - 1, b) + b[n & 63]; // bug
}
__global__ void f(int n) {
	sink = rec(n, 0);
}
int main() {
	f<<<1, 1>>>(100000);
	cudaDeviceSynchronize();
}
