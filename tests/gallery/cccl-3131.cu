// Dependent launch: the input is overwritten while the first kernel reads it
// link: https://github.com/NVIDIA/cccl/issues/3131
// what: Merge sort goes back and forth between two buffers; the second kernel stores to the one that the first has not finished reading.
// expect: Potential WAR hazard
#include "gallery.h"
__global__ void sort(const int *a, int *b) {
	cudaTriggerProgrammaticLaunchCompletion();
	b[threadIdx.x] = a[31 - threadIdx.x]; // bug
}
__global__ void merge(int *a) {
#ifdef FIXED
	cudaGridDependencySynchronize();
#endif
	a[threadIdx.x] = 1; // other
}

template <class... P, class... A> void after(cudaStream_t s, void (*kernel)(P...), A... args) {
	cudaLaunchAttribute a = {};
	a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	a.val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t c = {};
	c.gridDim = dim3(1);
	c.blockDim = dim3(32);
	c.stream = s;
	c.attrs = &a;
	c.numAttrs = 1;
	cudaLaunchKernelEx(&c, kernel, args...);
}
int main() {
	cudaStream_t s;
	cudaStreamCreate(&s);
	int *a = zeros<int>(32), *b = zeros<int>(32);
	cudaDeviceSynchronize();
	sort<<<1, 32, 0, s>>>(a, b);
	after(s, merge, a);
	cudaStreamSynchronize(s);
}
