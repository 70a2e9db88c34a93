// Functions of the runtime take pointers of any type, batches one location or attribute for all.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void twice(int *p) {
	p[threadIdx.x] *= 2;
}

static const char library_ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                  ".visible .global .align 4 .b32 counts[3] = {5, 6, 7};\n";

static void say(const char *what, cudaError_t e) {
	std::printf("%s: %s\n", what, cudaGetErrorName(e));
	cudaGetLastError();
}

int main() {
	float from[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}}, back[2][4] = {};
	float *dst[2], *out[2] = {back[0], back[1]};
	const float *src[2] = {from[0], from[1]};
	size_t sizes[2] = {sizeof from[0], sizeof from[1]}, first = 0;
	cudaStream_t stream = {};
	cudaStreamCreate(&stream);
	cudaMallocManaged(&dst[0], sizes[0]);
	cudaMallocManaged(&dst[1], sizes[1]);

	cudaMemcpyAttributes attr = {};
	attr.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	say("copies with one attribute", cudaMemcpyBatchAsync(dst, src, sizes, 2, attr, stream));
	say("copies with a list", cudaMemcpyBatchAsync(out, dst, sizes, 2, &attr, &first, 1, stream));
	say("of nothing", cudaMemcpyBatchAsync(out, dst, sizes, 0, attr, stream));
	cudaMemLocation device = {cudaMemLocationTypeDevice, 0};
	say("prefetches to one place", cudaMemPrefetchBatchAsync(dst, sizes, 2, device, 0, stream));
	say("prefetches with a list", cudaMemPrefetchBatchAsync(dst, sizes, 2, &device, &first, 1, 0, stream));
	say("stream", cudaStreamSynchronize(stream));
	std::printf("%g %g %g\n", back[0][0], back[1][0], back[1][3]);
	say("discards and prefetches", cudaMemDiscardAndPrefetchBatchAsync(dst, sizes, 2, device, 0, stream));
	say("the same with a list",
	    cudaMemDiscardAndPrefetchBatchAsync(dst, sizes, 2, &device, &first, 1, 0, stream));
	say("stream", cudaStreamSynchronize(stream));

	say("banks", cudaFuncSetSharedMemConfig(twice, cudaSharedMemBankSizeEightByte));
	cudaLibrary_t library = {};
	say("library", cudaLibraryLoadData(&library, library_ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
	int *counts, host[3] = {};
	size_t bytes = 0;
	say("its variable", cudaLibraryGetGlobal(&counts, &bytes, library, "counts"));
	twice<<<1, 3>>>(counts);
	say("copy", cudaMemcpy(host, counts, bytes, cudaMemcpyDeviceToHost));
	std::printf("%zu bytes: %d %d %d\n", bytes, host[0], host[1], host[2]);
	say("no managed one", cudaLibraryGetManaged(&counts, &bytes, library, "counts"));
	int (*function)(int);
	say("no function of both", cudaLibraryGetUnifiedFunction(&function, library, "f") == cudaSuccess
	                               ? cudaSuccess
	                               : cudaErrorUnknown);
	say("unload", cudaLibraryUnload(library));
}
