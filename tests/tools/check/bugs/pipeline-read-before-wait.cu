// cuda::pipeline: the stage is read before consumer_wait.
// expect: Read of bytes that an asynchronous copy is writing; thread (0,0,0); block (0,0,0)
#include <cuda/pipeline>
#include <cuda_runtime.h>

__global__ void f(const int4 *in, int *o) {
	__shared__ int4 s[32];
	auto pipe = cuda::make_pipeline();
	pipe.producer_acquire();
	cuda::memcpy_async(&s[threadIdx.x], &in[threadIdx.x], sizeof(int4), pipe);
	pipe.producer_commit();
	int v = s[threadIdx.x].x; // bug
	pipe.consumer_wait();
	pipe.consumer_release();
	o[threadIdx.x] = v;
}

int main() {
	int4 *in;
	int *o;
	cudaMalloc(&in, 512);
	cudaMalloc(&o, 128);
	cudaMemset(in, 0, 512);
	f<<<1, 32>>>(in, o);
	cudaDeviceSynchronize();
}
