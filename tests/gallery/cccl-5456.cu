// Dependent launch: the wait comes after the first load
// link: https://github.com/NVIDIA/cccl/pull/5456
// what: The merge kernel may begin while the partition kernel runs; it reads the partitions and waits for their kernel afterwards.
// expect: Potential RAW hazard
#include "gallery.h"
__global__ void partition(int *bounds) {
	cudaTriggerProgrammaticLaunchCompletion();
	bounds[threadIdx.x] = threadIdx.x; // other
}
__global__ void merge(const int *bounds, int *out) {
#ifdef FIXED
	cudaGridDependencySynchronize();
#endif
	int begin = bounds[threadIdx.x]; // bug
	cudaGridDependencySynchronize();
	out[threadIdx.x] = begin;
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
	int *bounds = zeros<int>(32), *out = zeros<int>(32);
	cudaDeviceSynchronize();
	partition<<<1, 32, 0, s>>>(bounds);
	after(s, merge, bounds, out);
	cudaStreamSynchronize(s);
}
