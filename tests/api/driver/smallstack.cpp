/* smallstack.cpp - a thread with the least stack that there may be opens a device, compiles, loads, launches, waits, captures
 * and meets a fault: what needs more stack than such a thread has is done on one of the library's own.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <nvrtc.h>

#include <climits>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string>

#include "show.h"

static const char text[] = ".version 7.8\n.target sm_80\n.address_size 64\n"
                           ".visible .entry add(.param .u64 p, .param .u32 n) {\n"
                           ".reg .b32 %r<5>; .reg .b64 %rd<2>; .reg .pred %q;\n"
                           "ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [n]; mov.u32 %r2, ((((0))));\n"
                           "again: add.u32 %r2, %r2, 1; atom.global.add.u32 %r3, [%rd1], 1;\n"
                           "setp.lt.u32 %q, %r2, %r1; @%q bra again; ret; }\n";
static const char cuda[] = "template <int N> __device__ int f(int x) { if constexpr (N == 0) return x; else return f<N - 1>(x * 3); }\n"
                           "extern \"C\" __global__ void k(int *o) { *o = f<50>(*o); }\n";

static std::string said; /* printf would need more stack than there is */

static void note(const char *what, int value) {
	said += what;
	said += ": ";
	said += std::to_string(value);
	said += "\n";
}

static CUdeviceptr word;
static CUcontext context;

static void with_driver() {
	CUdevice d;
	note("cuInit", cuInit(0));
	note("cuDeviceGet", cuDeviceGet(&d, 0));
	note("cuDevicePrimaryCtxRetain", cuDevicePrimaryCtxRetain(&context, d));
	note("cuCtxSetCurrent", cuCtxSetCurrent(context));
	note("cuMemAlloc", cuMemAlloc(&word, 4));
	note("cuMemsetD32", cuMemsetD32(word, 0, 1));
}

static void load_and_launch() {
	CUmodule m;
	CUfunction f;
	unsigned n = 5, got = 0;
	void *arg[] = {&word, &n};
	note("cuModuleLoadData", cuModuleLoadData(&m, text));
	note("cuModuleGetFunction", cuModuleGetFunction(&f, m, "add"));
	note("cuLaunchKernel", cuLaunchKernel(f, 2, 1, 1, 64, 1, 1, 0, 0, arg, 0));
	note("cuCtxSynchronize", cuCtxSynchronize());
	note("cuMemcpyDtoH", cuMemcpyDtoH(&got, word, 4));
	note("sum", (int)got);
	note("wrong text", cuModuleLoadData(&m, ".version 7.8\n.target sm_80\n.visible .entry k() { add.u32 %r1; }"));
}

static void compile() {
	nvrtcProgram p;
	size_t size = 0;
	note("nvrtcCreateProgram", nvrtcCreateProgram(&p, cuda, "k.cu", 0, 0, 0));
	const char *option = "--gpu-architecture=compute_80";
	note("nvrtcCompileProgram", nvrtcCompileProgram(p, 1, &option));
	note("nvrtcGetPTXSize", nvrtcGetPTXSize(p, &size));
	char *ptx = (char *)malloc(size);
	note("nvrtcGetPTX", nvrtcGetPTX(p, ptx));
	CUmodule m;
	note("cuModuleLoadData", cuModuleLoadData(&m, ptx));
	free(ptx);
}

static void with_runtime() {
	cudaLibrary_t lib;
	cudaKernel_t k;
	cudaStream_t s;
	cudaGraph_t g;
	cudaGraphExec_t x;
	unsigned n = 1, got = 0;
	void *arg[] = {&word, &n};
	note("cudaLibraryLoadData", cudaLibraryLoadData(&lib, text, 0, 0, 0, 0, 0, 0));
	note("cudaLibraryGetKernel", cudaLibraryGetKernel(&k, lib, "add"));
	note("cudaStreamCreate", cudaStreamCreate(&s));
	note("cudaStreamBeginCapture", cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	note("cudaLaunchKernel", cudaLaunchKernel((const void *)k, dim3(1), dim3(32), arg, 0, s));
	note("cudaStreamEndCapture", cudaStreamEndCapture(s, &g));
	note("cudaGraphInstantiate", cudaGraphInstantiate(&x, g, 0));
	note("cudaGraphLaunch", cudaGraphLaunch(x, s));
	note("cudaStreamSynchronize", cudaStreamSynchronize(s));
	note("cudaMemcpy", cudaMemcpy(&got, (void *)word, 4, cudaMemcpyDeviceToHost));
	note("sum", (int)got);
}

static void fault() {
	CUdeviceptr wild = 8;
	CUmodule m;
	CUfunction f;
	unsigned n = 1;
	void *arg[] = {&wild, &n};
	note("cuModuleLoadData", cuModuleLoadData(&m, text));
	note("cuModuleGetFunction", cuModuleGetFunction(&f, m, "add"));
	note("cuLaunchKernel", cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, arg, 0));
	note("cuCtxSynchronize", cuCtxSynchronize());
}

static void *run(void *part) {
	if (context)
		note("cuCtxSetCurrent", cuCtxSetCurrent(context));
	(*(void (**)())part)();
	return NULL;
}

int main() {
	void (*parts[])() = {with_driver, load_and_launch, compile, with_runtime, fault};
	for (auto &part : parts) {
		pthread_t t;
		pthread_attr_t a;
		pthread_attr_init(&a);
		pthread_attr_setstacksize(&a, PTHREAD_STACK_MIN);
		if (pthread_create(&t, &a, run, (void *)&part) != 0)
			return 1;
		pthread_join(t, NULL);
		pthread_attr_destroy(&a);
		fputs(said.c_str(), stdout);
		said.clear();
	}
}
