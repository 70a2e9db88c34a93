// expect: Read of bytes that an asynchronous copy is writing; thread (0,0,0); block (0,0,0)
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
__global__ void f(const int *a, int *o) {
	__shared__ int s[2][32];
	__pipeline_memcpy_async(&s[0][threadIdx.x], &a[threadIdx.x], 4);
	__pipeline_commit();
	__pipeline_memcpy_async(&s[1][threadIdx.x], &a[threadIdx.x], 4);
	__pipeline_commit();
	__pipeline_wait_prior(1);
	int v = s[0][threadIdx.x];
	v += s[1][threadIdx.x]; // bug
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
