// expect: Uninitialized __global__ memory read of size 4 bytes; thread (0,0,0); block (0,0,0)
#include <cuda_runtime.h>
__global__ void f(const int *a, int *o) {
	o[threadIdx.x] = a[threadIdx.x]; // bug
}
int main() {
	int *a, *o;
	cudaMalloc(&a, 128);
	cudaMalloc(&o, 128);
	cudaMemset(a + 1, 0, 124);
	f<<<1, 32>>>(a, o);
	cudaDeviceSynchronize();
}
