// expect: Use of an uninitialized value; thread (17,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(int *o) {
	__shared__ int s[32];
	if (threadIdx.x != 17)
		s[threadIdx.x] = threadIdx.x;
	__syncthreads();
	int v = s[threadIdx.x];
	if (v * 3 > 40) // bug
		o[threadIdx.x] = 1;
	else
		o[threadIdx.x + 32] = 2;
}
int main() {
	int *o;
	cudaMalloc(&o, 256);
	f<<<1, 32>>>(o);
	cudaDeviceSynchronize();
}
