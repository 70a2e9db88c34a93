// The second kernel reads what the first one writes before it has waited for it.
// check: race
// expect: Potential RAW hazard; thread (0,0,0); block (0,0,0); note nothing orders a launch of first
#include <cuda_runtime.h>

__global__ void first(int *p) {
	cudaTriggerProgrammaticLaunchCompletion();
	p[threadIdx.x] = 7; // other
}

__global__ void second(const int *p, int *q) {
	int early = p[threadIdx.x]; // bug
	cudaGridDependencySynchronize();
	q[threadIdx.x] = p[threadIdx.x] + early;
}

int main() {
	int *p, *q;
	cudaStream_t s;
	cudaMalloc(&p, 128);
	cudaMalloc(&q, 128);
	cudaStreamCreate(&s);
	first<<<1, 32, 0, s>>>(p);
	cudaLaunchAttribute a = {};
	a.id = cudaLaunchAttributeProgrammaticStreamSerialization;
	a.val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t c = {};
	c.gridDim = dim3(1);
	c.blockDim = dim3(32);
	c.stream = s;
	c.attrs = &a;
	c.numAttrs = 1;
	cudaLaunchKernelEx(&c, second, (const int *)p, q);
	return cudaDeviceSynchronize();
}
