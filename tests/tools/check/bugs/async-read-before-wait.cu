// expect: Read of bytes that an asynchronous copy is writing; thread (0,0,0); block (0,0,0)
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
__global__ void f(const int *a, int *o) {
	__shared__ int s[32];
	__pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], 4);
	__pipeline_commit();
	int v = s[threadIdx.x]; // bug
	__pipeline_wait_prior(0);
	o[threadIdx.x] = v;
}
int main() {
	int *a, *o;
	cudaMalloc(&a, 128);
	cudaMalloc(&o, 128);
	cudaMemset(a, 0, 128);
	f<<<1, 32>>>(a, o);
	cudaDeviceSynchronize();
}
