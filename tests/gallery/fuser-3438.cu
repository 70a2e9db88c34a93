// Asynchronous copy: a barrier is no wait
// link: https://github.com/NVIDIA/Fuser/pull/3438
// what: cp.async brings a row, then comes `__syncthreads()`, which waits for threads and not for their copies.
// expect: Read of bytes that an asynchronous copy is writing
#include "gallery.h"
#include <cuda_pipeline.h>
__global__ void bias(const float *in, float *out) {
	__shared__ float row[32];
	if (threadIdx.y == 0) {
		__pipeline_memcpy_async(&row[threadIdx.x], &in[threadIdx.x], 4);
#ifdef FIXED
		__pipeline_commit();
		__pipeline_wait_prior(0);
#endif
	}
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = row[threadIdx.x]; // bug
}
int main() {
	bias<<<1, dim3(32, 2)>>>(zeros<float>(32), zeros<float>(64));
}
