/* loaded.cpp - a program with the runtime linked in loads libcuda by name, as CCCL's headers do: there is one
 * runtime, so a stream of the one interface is a stream of the other, and so are contexts and memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

template <class F> static F *function(void *lib, const char *name) {
	return reinterpret_cast<F *>(dlsym(lib, name));
}

int main() {
	void *lib = dlopen("libcuda.so.1", RTLD_NOW);
	if (!lib) {
		printf("%s\n", dlerror());
		return 1;
	}
	auto init = function<CUresult(unsigned)>(lib, "cuInit");
	auto retain = function<CUresult(CUcontext *, CUdevice)>(lib, "cuDevicePrimaryCtxRetain");
	auto push = function<CUresult(CUcontext)>(lib, "cuCtxPushCurrent_v2");
	auto pop = function<CUresult(CUcontext *)>(lib, "cuCtxPopCurrent_v2");
	auto create = function<CUresult(CUstream *, unsigned)>(lib, "cuStreamCreate");
	auto wait = function<CUresult(CUstream)>(lib, "cuStreamSynchronize");
	auto range = function<CUresult(CUdeviceptr *, size_t *, CUdeviceptr)>(lib, "cuMemGetAddressRange_v2");
	CUcontext c, popped;
	CUstream s;
	printf("%d", init(0));
	printf(" %d", retain(&c, 0));
	printf(" %d", push(c));
	printf(" %d", create(&s, CU_STREAM_NON_BLOCKING));
	printf(" %d", pop(&popped));
	printf(" %d\n", popped == c);
	int *p, value = 0;
	printf("%d", cudaMallocAsync(&p, 4, s));
	printf(" %d", cudaMemsetAsync(p, 1, 4, s));
	printf(" %d", cudaMemcpyAsync(&value, p, 4, cudaMemcpyDeviceToHost, s));
	printf(" %d", wait(s));
	printf(" %x\n", value);
	CUdeviceptr at;
	size_t bytes;
	cudaMalloc(&p, 100);
	printf("%d", range(&at, &bytes, (CUdeviceptr)(p + 1)));
	printf(" %d %zu\n", at == (CUdeviceptr)p, bytes);
	printf("%s\n", cudaGetErrorString(cudaStreamDestroy(s)));
}
