// Asynchronous copy: committed, but not waited for
// link: https://github.com/IST-DASLab/marlin/issues/42
// what: Scales are fetched last, in a group of their own, and read after a wait that leaves the last group open.
// expect: Read of bytes that an asynchronous copy is writing
#include "gallery.h"
#include <cuda_pipeline.h>
__global__ void scales(const float *tile, const float *scale, float *out) {
	__shared__ float t[32], s[32];
	int i = threadIdx.x;
	__pipeline_memcpy_async(&t[i], &tile[i], 4);
	__pipeline_commit();
	__pipeline_memcpy_async(&s[i], &scale[i], 4);
	__pipeline_commit();
#ifdef FIXED
	__pipeline_wait_prior(0);
#else
	__pipeline_wait_prior(1);
#endif
	__syncthreads();
	out[i] = t[i] * s[i]; // bug
}
int main() {
	scales<<<1, 32>>>(zeros<float>(32), zeros<float>(32), zeros<float>(32));
}
