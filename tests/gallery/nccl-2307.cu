// Dependent launch: the wait was left out
// link: https://github.com/ROCm/rocm-systems/pull/10829
// what: In a rewrite the call of cudaGridDependencySynchronize was lost; the kernel reads what its predecessor may still store.
// expect: Potential RAW hazard
#include "gallery.h"
__global__ void fill(int *p) {
	cudaTriggerProgrammaticLaunchCompletion();
	p[threadIdx.x] = 7; // other
}
__global__ void gather(const int *p, int *out) {
#ifdef FIXED
	cudaGridDependencySynchronize();
#endif
	out[threadIdx.x] = p[31 - threadIdx.x]; // bug
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
	int *p = zeros<int>(32), *out = zeros<int>(32);
	cudaDeviceSynchronize();
	fill<<<1, 32, 0, s>>>(p);
	after(s, gather, p, out);
	cudaStreamSynchronize(s);
}
