// Programs give NVRTC texts for headers of the toolkit, empty ones among them: what CUDA has without any header stays.
// build: -lnvrtc -lcuda
#include <cstdio>
#include <cuda.h>
#include <nvrtc.h>
#include <string>

static const char source[] = R"(
#include <vector_types.h>
#include "cuda_runtime.h"
#include <cuda_fp16.h>
#include "own.h"
extern "C" __global__ void k(float2 *o, dim3 d) {
	o[threadIdx.x] = make_float2(d.x + OWN, atomicAdd(&o[2].x, 1.5f));
	o[3] = make_float2(__half2float(__float2half(0.5f)), blockDim.x);
}
)";
static const char *const names[] = {"vector_types.h", "cuda_runtime.h", "vector_functions.h", "stdlib.h", "own.h"};
static const char *const texts[] = {"", "#define RUNTIME 1\n", "#error not wanted\n", "", "#define OWN 2 * RUNTIME\n"};

int main() {
	nvrtcProgram p;
	std::string ptx, log;
	size_t n = 0;
	const char *option[] = {"-arch=compute_90"};
	nvrtcCreateProgram(&p, source, "p.cu", 5, texts, names);
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 1, option)));
	nvrtcGetProgramLogSize(p, &n);
	log.resize(n);
	nvrtcGetProgramLog(p, &log[0]);
	printf("%s\n", log.c_str());
	nvrtcGetPTXSize(p, &n);
	ptx.resize(n);
	nvrtcGetPTX(p, &ptx[0]);
	nvrtcDestroyProgram(&p);
	float2 *o, host[4] = {};
	cudaMalloc(&o, sizeof host);
	cudaMemset(o, 0, sizeof host);
	CUmodule m;
	CUfunction k;
	dim3 d(3);
	void *args[] = {&o, &d};
	int r = cuModuleLoadData(&m, ptx.c_str());
	r |= cuModuleGetFunction(&k, m, "k");
	r |= cuLaunchKernel(k, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr);
	cudaMemcpy(host, o, sizeof host, cudaMemcpyDefault);
	printf("%d: %g %g, %g, %g %g\n", r, host[0].x, host[0].y, host[2].x, host[3].x, host[3].y);
}
