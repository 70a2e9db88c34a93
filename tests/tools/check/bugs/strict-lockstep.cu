// check: race:strict
// clean: all
// expect: Potential WAR hazard detected at __shared__; note Strict lockstep
#include <cuda_runtime.h>
__global__ void f(int *out, int *data) {
	__shared__ volatile int s[64];
	int t = threadIdx.x;
	s[t] = data[t];
	s[t + 32] = 0;
	__syncwarp();
	int x = s[t + 8]; // bug
	s[t] = x; // other
	__syncwarp();
	out[t] = s[t];
}
int main() {
	int *p;
	cudaMalloc(&p, 1024);
	cudaMemset(p, 0, 1024);
	f<<<1, 32>>>(p, p + 16);
	cudaDeviceSynchronize();
}
