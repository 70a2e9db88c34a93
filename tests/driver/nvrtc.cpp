/* nvrtc.cpp - programs compiled at run time: headers from memory, options, logs, names; run by the driver interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include <atomic>
#include <nvrtc.h>
#include <string>
#include <thread>
#include <vector>

#include "show.h"

static const char source[] = R"(
#include "my/four.h"
#include <cuda_fp16.h>
template <typename T, int N> __global__ void fill(T *p) { p[threadIdx.x] = (T)(N * FOUR + SHIFT); }
namespace ns {
__constant__ float table[3] = {1, 2, 3};
__device__ int counter = 7;
}
extern "C" __global__ void plain(__half *h) { h[0] = __float2half(ns::table[1]); }
extern "C" __global__ void contract(float *p) { p[3] = p[0] * p[1] + p[2]; }
)";
static const char header[] = "#pragma once\n#define FOUR 4\n";

static std::string log_of(nvrtcProgram p) {
	size_t n = 0;
	nvrtcGetProgramLogSize(p, &n);
	std::string s(n, 0);
	nvrtcGetProgramLog(p, &s[0]);
	return s.c_str();
}

static std::string ptx_of(nvrtcProgram p) {
	size_t n = 0;
	if (nvrtcGetPTXSize(p, &n) != NVRTC_SUCCESS)
		return "";
	std::string s(n, 0);
	nvrtcGetPTX(p, &s[0]);
	return s.c_str();
}

static nvrtcProgram create() {
	const char *headers[] = {header}, *names[] = {"my/four.h"};
	nvrtcProgram p = nullptr;
	nvrtcCreateProgram(&p, source, "prog.cu", 1, headers, names);
	return p;
}

static void run() {
	static const char *const expression[] = {"fill<float, 3>", "&fill<int, 5>",
	                                         "plain", "&ns::counter", "ns::table"};
	nvrtcProgram p = create();
	const char *name = nullptr;
	printf("early: %s\n",
	       nvrtcGetErrorString(nvrtcGetLoweredName(p, "plain", &name)));
	for (const char *e : expression)
		nvrtcAddNameExpression(p, e);
	const char *option[] = {"-arch=compute_80", "-DSHIFT=2", "--std=c++14",
	                        "-fmad=false"};
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 4, option)));
	printf("late: %s\n", nvrtcGetErrorString(nvrtcAddNameExpression(p, "plain")));
	std::string ptx = ptx_of(p), log = log_of(p), names[5];
	printf("log '%s', target %d, no trace of names %d\n", log.c_str(),
	       ptx.find(".target sm_80") != std::string::npos,
	       ptx.find("__simt") == std::string::npos);
	for (int i = 0; i < 5; i++) {
		nvrtcGetLoweredName(p, expression[i], &name);
		names[i] = name;
		printf("%s: %s\n", expression[i], name);
	}
	printf("other: %s\n",
	       nvrtcGetErrorString(nvrtcGetLoweredName(p, "nobody", &name)));
	nvrtcDestroyProgram(&p);
	CUmodule m;
	CUfunction f;
	CUdeviceptr d, g;
	size_t bytes;
	int v[4];
	float x[4] = {1.0f + 1.0f / 8192, 1.0f - 1.0f / 8192, -1, 9};
	CU(cuModuleLoadData(&m, ptx.c_str()));
	CU(cuModuleGetFunction(&f, m, names[1].c_str()));
	CU(cuMemAlloc(&d, 64));
	void *args[] = {&d};
	CU(cuLaunchKernel(f, 1, 1, 1, 4, 1, 1, 0, 0, args, 0));
	CU(cuMemcpyDtoH(v, d, 16));
	printf("filled %d %d\n", v[0], v[3]);
	CU(cuModuleGetGlobal(&g, &bytes, m, names[3].c_str()));
	CU(cuMemcpyDtoH(v, g, 4));
	printf("counter %d of %zu\n", v[0], bytes);
	CU(cuModuleGetFunction(&f, m, "contract"));
	CU(cuMemcpyHtoD(d, x, 16));
	CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
	CU(cuMemcpyDtoH(x, d, 16));
	printf("not contracted: %d\n", x[3] == 0);
	CU(cuMemFree(d));
	CU(cuModuleUnload(m));
}

static void compile(const char *what, const char *text, std::vector<const char *> option,
                    const char *name = nullptr) {
	nvrtcProgram p;
	nvrtcCreateProgram(&p, text, "given.cu", 0, nullptr, nullptr);
	if (name)
		nvrtcAddNameExpression(p, name);
	nvrtcResult r = nvrtcCompileProgram(p, (int)option.size(), option.data());
	std::string log = log_of(p);
	printf("%s: %s%s%s\n", what, nvrtcGetErrorString(r),
	       log.find("given.cu") != std::string::npos ? ", file" : "",
	       log.find("error") != std::string::npos ? ", error" : "");
	if (r != NVRTC_SUCCESS && ptx_of(p) != "")
		printf("  PTX of a failed compilation\n");
	nvrtcDestroyProgram(&p);
}

static void refusals() {
	const char *fine = "__global__ void k(int *p) { *p = 1; }";
	nvrtcProgram p = nullptr;
	compile("fine", fine, {});
	compile("undeclared", "__global__ void k(int *p) { *p = nothing; }", {});
	compile("syntax", "__global__ void k(int *p) { *p = 1 }", {});
	compile("missing header", "#include \"not/there.h\"\n", {});
	compile("preprocessor", "#error stop\n", {});
	compile("option", fine, {"--no-such-option"});
	compile("architecture", fine, {"-arch=sm_12"});
	compile("value", fine, {"--std=c++98"});
	compile("link-time", fine, {"-dlto"});
	compile("name", fine, {}, "nobody<int>");
	compile("many options", fine,
	        {"--gpu-architecture", "compute_90", "-I", "/tmp", "-I/usr",
	         "--include-path=/usr", "-D", "A", "-DB=1", "--define-macro=C", "-UA",
	         "--use_fast_math", "-lineinfo", "-w", "-optix-ir"});
	compile("all but the last", fine,
	        {"--gpu-architecture", "compute_90", "-I", "/tmp", "-I/usr",
	         "--include-path=/usr", "-D", "A", "-DB=1", "--define-macro=C", "-UA",
	         "--use_fast_math", "-lineinfo", "-w"});
	printf("%s\n", nvrtcGetErrorString(nvrtcCreateProgram(&p, nullptr, "x", 0,
	                                                      nullptr, nullptr)));
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(nullptr, 0, nullptr)));
	printf("%s\n", nvrtcGetErrorString(nvrtcDestroyProgram(&p)));
	printf("%s\n", nvrtcGetErrorString((nvrtcResult)77));
	const char *outside[] = {header}, *away[] = {"../out.h"};
	nvrtcCreateProgram(&p, fine, "x", 1, outside, away);
	printf("a header outside: %s\n",
	       nvrtcGetErrorString(nvrtcCompileProgram(p, 0, nullptr)));
	nvrtcDestroyProgram(&p);
}

// What says nothing of where it belongs is the host's, which NVRTC has not, or with an option the device's.
static void unmarked() {
	static const char text[] = R"(
int helper(int x) { return x * 2; }
int counter = 7;
struct S {
	int v;
	static int made;
	S(int a) : v(a) { made++; }
	int get() const;
};
int S::made = 10;
int S::get() const { return v; }
constexpr int three = 3;
const int list[2] = {1, 2};
template <class T> T twice(T x) { return x + x; }
namespace n { float table[3] = {1, 2, 3}; static int hidden = 5; }
extern "C" __global__ void k(int *p) {
	S s(4);
	auto more = [](int a) { return a + 1; };
	*p = helper(s.get()) + counter + three + twice(3) + (int)n::table[1] + n::hidden + more(1) + S::made + list[*p];
}
)";
	compile("unmarked", text, {});
	nvrtcProgram p;
	nvrtcCreateProgram(&p, text, "given.cu", 0, nullptr, nullptr);
	nvrtcAddNameExpression(p, "&counter");
	const char *option[] = {"-default-device"}, *name = nullptr;
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 1, option)));
	std::string ptx = ptx_of(p);
	CUmodule m;
	CUfunction f;
	CUdeviceptr d, at;
	int v = 1, seven = 0;
	CU(cuModuleLoadData(&m, ptx.c_str()));
	CU(cuModuleGetFunction(&f, m, "k"));
	CU(cuMemAlloc(&d, 4));
	CU(cuMemcpyHtoD(d, &v, 4));
	void *args[] = {&d};
	CU(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
	CU(cuMemcpyDtoH(&v, d, 4));
	nvrtcGetLoweredName(p, "&counter", &name);
	CU(cuModuleGetGlobal(&at, nullptr, m, name));
	CU(cuMemcpyDtoH(&seven, at, 4));
	printf("sum %d, counter %d\n", v, seven);
	CU(cuMemFree(d));
	CU(cuModuleUnload(m));
	nvrtcDestroyProgram(&p);
	for (const char *o : {"--dopt=on", "--dopt=off", "-Ofc=mid", "-Ofc=foo", "--pch-messages=maybe", "--create-pch=x.pch",
	                      "-device-float128", "--no-lineinfo-inlined-at", "-builtin-move-forward=false"})
		compile(o, "__global__ void k() {}", {o});
}

static int cancel(void *payload, void *) {
	return --*(int *)payload < 0;
}

int main() {
	CUcontext c;
	int n = 0, archs[64], left = 1, major, minor;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	nvrtcVersion(&major, &minor);
	nvrtcGetNumSupportedArchs(&n);
	nvrtcGetSupportedArchs(archs);
	printf("%d.%d, %d architectures to %d\n", major, minor, n, archs[n - 1]);
	run();
	refusals();
	unmarked();
	nvrtcProgram p = create();
	nvrtcSetFlowCallback(p, cancel, &left);
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 0, nullptr)));
	nvrtcDestroyProgram(&p);
	setenv("NVCC_CCBIN", "/nowhere/g++", 1);
	p = create();
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 0, nullptr)));
	printf("%s", log_of(p).c_str());
	nvrtcDestroyProgram(&p);
	unsetenv("NVCC_CCBIN");
	std::vector<std::thread> threads;
	std::atomic<int> good(0);
	for (int i = 0; i < 4; i++)
		threads.emplace_back([&] {
			nvrtcProgram q = create();
			const char *o[] = {"-DSHIFT=0"};
			good += nvrtcCompileProgram(q, 1, o) == NVRTC_SUCCESS;
			nvrtcDestroyProgram(&q);
		});
	for (std::thread &t : threads)
		t.join();
	printf("at once: %d\n", good.load());
}
