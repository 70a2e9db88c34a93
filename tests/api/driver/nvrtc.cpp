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
	size_t missing = log.find("cannot open source file");
	if (missing != std::string::npos) {
		size_t line = log.rfind('\n', missing) + 1;
		printf("  %s\n", log.substr(line, log.find('\n', missing) - line).c_str());
	}
	if (r != NVRTC_SUCCESS && ptx_of(p) != "")
		printf("  PTX of a failed compilation\n");
	nvrtcDestroyProgram(&p);
}

/* jitify2's: each header warns that it was included, and the last include stops, which the log tells last. */
static void headers_used() {
	std::vector<std::string> text, name;
	std::string source = "#include <__STOP>\n";
	for (int i = 0; i < 40; i++) {
		name.push_back("h" + std::to_string(i) + ".h");
		text.push_back("#warning USED \"" + name[i] + "\"\n");
		source = "#include \"" + name[i] + "\"\n" + source;
	}
	std::vector<const char *> texts, names, option = {"-include=h39.h"};
	for (int i = 0; i < 40; i++) {
		texts.push_back(text[i].c_str());
		names.push_back(name[i].c_str());
	}
	nvrtcProgram p;
	nvrtcCreateProgram(&p, source.c_str(), "used.cu", 40, texts.data(), names.data());
	nvrtcCompileProgram(p, 1, option.data());
	std::string log = log_of(p);
	int told = 0;
	size_t at = 0, stop = log.find("__STOP");
	while ((at = log.find("USED \"h", at)) < stop) {
		told++;
		at = log.find("\n\n", at); /* a message ends with an empty line */
	}
	printf("headers used: %d\n", told);
	nvrtcDestroyProgram(&p);
}

static void refusals() {
	const char *fine = "__global__ void k(int *p) { *p = 1; }";
	nvrtcProgram p = nullptr;
	compile("fine", fine, {});
	compile("undeclared", "__global__ void k(int *p) { *p = nothing; }", {});
	compile("syntax", "__global__ void k(int *p) { *p = 1 }", {});
	compile("missing header", "#include \"not/there.h\"\n", {});
	compile("missing header further down", "\n# include <there.h>\n", {});
	compile("preprocessor", "#error stop\n", {});
	compile("macro of a function's name", /* the toolkit's header is read after it */
	        "#define cudaDeviceSynchronize() cudaSuccess\n"
	        "#include \"cuda_runtime_api.h\"\n"
	        "__global__ void k(int *p) { *p = cudaDeviceSynchronize(); }",
	        {});
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

// assert is there without a header, whatever the program's own assert.h holds.
static void assertions() {
	const char *text = "#include <assert.h>\n"
	                   "__global__ void k(int *p) { assert(p[0] == 1); }";
	const char *headers[] = {"#pragma once\n"}, *names[] = {"assert.h"};
	for (const char *option : {"-DDEBUG", "-DNDEBUG"}) {
		nvrtcProgram p;
		nvrtcCreateProgram(&p, text, "given.cu", 1, headers, names);
		nvrtcResult r = nvrtcCompileProgram(p, 1, &option);
		printf("an empty assert.h, %s: %s, fails: %d\n", option, nvrtcGetErrorString(r),
		       ptx_of(p).find("__assertfail") != std::string::npos);
		nvrtcDestroyProgram(&p);
	}
}

// So are some types.
static void predefined_types() {
	const char *text = "#include <cstddef>\n"
	                   "__global__ void k(std::size_t *p, clock_t *c, ptrdiff_t d) { *p = sizeof(va_list) + d; *c = 1; }";
	const char *headers[] = {"#include <stddef.h>\nnamespace std { using ::size_t; }\n", ""};
	const char *names[] = {"cstddef", "stddef.h"};
	nvrtcProgram p;
	nvrtcCreateProgram(&p, text, "given.cu", 2, headers, names);
	printf("an empty stddef.h: %s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 0, nullptr)));
	nvrtcDestroyProgram(&p);
}

// The functions of the device's mathematics are there, whatever the program's own cmath holds.
static void mathematics() {
	const char *text = "namespace std { template <class T> __host__ __device__ T abs(T x) { return ::abs(x); } }\n"
	                   "__global__ void k(float *p) { p[0] = std::abs(p[0]) + ceil(p[1]); }";
	const char *headers[] = {""}, *names[] = {"cmath"};
	nvrtcProgram p;
	nvrtcCreateProgram(&p, text, "given.cu", 1, headers, names);
	printf("an empty cmath: %s\n",
	       nvrtcGetErrorString(nvrtcCompileProgram(p, 0, nullptr)));
	nvrtcDestroyProgram(&p);
}

// Of std four names are there without a header; the others may be the program's own, and those of the C library too.
static void own_library() {
	static const char own[] = R"(
typedef long long int64_t;
typedef unsigned int uint;
#define INFINITY (1.0f / 0.0f)
__device__ inline int isdigit(int c) { return c >= '0' && c <= '9'; }
namespace std {
template <class T, class U> struct is_same { static constexpr bool value = false; };
template <class T> struct is_same<T, T> { static constexpr bool value = true; };
template <class T> class numeric_limits {};
template <class A, class B> struct pair { A first; B second; };
template <class T> __device__ inline void swap(T &a, T &b) { T c = move(a); a = move(b); b = forward<T &>(c); }
__device__ inline float sin(float x) { return x + 1; }
__device__ inline double sin(double x) { return x + 2; }
using ::sqrt;
struct nothrow_t {};
}
struct sum { int v = 0; __device__ sum(std::initializer_list<int> l) { for (int i : l) v += i; } };
extern "C" __global__ void k(float *p) {
	std::pair<float, int64_t> q{p[0], sum{1, 2, 3}.v};
	std::swap(p[1], q.first);
	new (p) float(std::sqrt(std::sin(p[1])));
	assert((isdigit('7') && std::is_same<uint, unsigned>::value && p[0] < INFINITY && (int)std::align_val_t(4) == 4));
	printf("%f %d\n", p[0], (int)q.second);
}
)";
	static const char move[] = "namespace std { template <class T> __device__ T &&move(T &x) { return (T &&)x; }\n"
	                           "template <class T> struct initializer_list { T v; }; }\n"
	                           "__global__ void k(int *p) { *p = std::move(*p); }";
	compile("a std of its own", own, {});
	compile("moves of its own", move, {"--builtin-move-forward=false", "-builtin-initializer-list=false"});
	for (const char *name : {"sin", "abs", "max", "swap", "is_same", "numeric_limits", "pair", "memcpy", "bad_alloc"})
		compile(name, ("using std::" + std::string(name) + ";\n").c_str(), {});
	compile("with the headers",
	        "#include <cmath>\n#include <new>\n#include <utility>\n"
	        "__global__ void k(float *p) { std::swap(p[0], p[1]); new (p) float(std::move(p[1]) + std::sin(p[2])); }",
	        {});
}

// What has no qualifier is the host's, which NVRTC leaves out, or with an option the device's.
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
constexpr int three = 3; const short seen = 5; static const float half = 0.5f;
const int list[2] = {1, 2};
template <class T> T twice(T x) { return x + x; }
namespace n { float table[3] = {1, 2, 3}; static int hidden = 5; }
extern "C" __global__ void k(int *p) {
	S s(4);
	auto more = [](int a) { return a + 1; }; const short *at = &seen; const float &by = half;
	*p = *at + (int)(by * 4) + helper(s.get()) + counter + three + twice(3) + (int)n::table[1] + n::hidden + more(1) + S::made + list[*p];
}
)";
	compile("unmarked", text, {});
	compile("unmarked, with the library's functions",
	        "#include <cmath>\n#include <utility>\nfloat f(float x) { return std::log2(x) + log2(x) + std::pow(x, 3.0f) + std::abs(x); }\n"
	        "__global__ void k(float *p) { *p = std::move(f(*p)); }",
	        {"-default-device"});
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

#define RTC(call) printf("%s: %s\n", #call, nvrtcGetErrorString(call))

/* Every function with what it cannot do, and what is never made here. */
static void questions() {
	nvrtcProgram p = nullptr, none = nullptr;
	const char *headers[] = {header, nullptr}, *names[] = {"my/four.h", nullptr}, *name;
	size_t n = 7;
	char c[8];
	int major, minor;
	RTC(nvrtcVersion(nullptr, &minor));
	RTC(nvrtcVersion(&major, nullptr));
	RTC(nvrtcGetNumSupportedArchs(nullptr));
	RTC(nvrtcGetSupportedArchs(nullptr));
	RTC(nvrtcCreateProgram(nullptr, source, "x", 0, nullptr, nullptr));
	RTC(nvrtcCreateProgram(&p, nullptr, "x", 0, nullptr, nullptr));
	RTC(nvrtcCreateProgram(&p, source, "x", -1, nullptr, nullptr));
	RTC(nvrtcCreateProgram(&p, source, "x", 1, nullptr, names));
	RTC(nvrtcCreateProgram(&p, source, "x", 1, headers, nullptr));
	RTC(nvrtcCreateProgram(&p, source, "x", 2, headers, names));
	names[1] = "x.h";
	RTC(nvrtcCreateProgram(&p, source, "x", 2, headers, names));
	RTC(nvrtcDestroyProgram(nullptr));
	RTC(nvrtcDestroyProgram(&none));
	RTC(nvrtcCreateProgram(&p, "", nullptr, 0, nullptr, nullptr));
	RTC(nvrtcAddNameExpression(none, "x"));
	RTC(nvrtcAddNameExpression(p, nullptr));
	RTC(nvrtcGetLoweredName(none, "x", &name));
	RTC(nvrtcGetLoweredName(p, nullptr, &name));
	RTC(nvrtcGetLoweredName(p, "x", nullptr));
	RTC(nvrtcSetFlowCallback(none, nullptr, nullptr));
	RTC(nvrtcCompileProgram(none, 0, nullptr));
	RTC(nvrtcCompileProgram(p, -1, nullptr));
	RTC(nvrtcCompileProgram(p, 1, nullptr));
	RTC(nvrtcGetPTXSize(none, &n));
	RTC(nvrtcGetPTXSize(p, nullptr));
	RTC(nvrtcGetPTXSize(p, &n));
	RTC(nvrtcGetPTX(none, c));
	RTC(nvrtcGetPTX(p, nullptr));
	RTC(nvrtcGetPTX(p, c));
	RTC(nvrtcGetCUBINSize(none, &n));
	RTC(nvrtcGetCUBINSize(p, &n));
	RTC(nvrtcGetCUBIN(p, c));
	RTC(nvrtcGetProgramLogSize(none, &n));
	RTC(nvrtcGetProgramLogSize(p, nullptr));
	RTC(nvrtcGetProgramLogSize(p, &n));
	printf("%zu byte of log\n", n);
	RTC(nvrtcGetProgramLog(none, c));
	RTC(nvrtcGetProgramLog(p, nullptr));
	RTC(nvrtcGetProgramLog(p, c));
	RTC(nvrtcGetLTOIRSize(none, &n));
	RTC(nvrtcGetLTOIRSize(p, nullptr));
	RTC(nvrtcGetLTOIRSize(p, &n));
	RTC(nvrtcGetLTOIR(p, c));
	RTC(nvrtcGetOptiXIRSize(p, &n));
	RTC(nvrtcGetOptiXIR(p, c));
	RTC(nvrtcSetPCHHeapSize(1 << 20));
	RTC(nvrtcGetPCHHeapSize(nullptr));
	RTC(nvrtcGetPCHHeapSize(&n));
	printf("%zu bytes\n", n);
	RTC(nvrtcGetPCHCreateStatus(none));
	RTC(nvrtcGetPCHCreateStatus(p));
	RTC(nvrtcGetPCHHeapSizeRequired(none, &n));
	RTC(nvrtcGetPCHHeapSizeRequired(p, nullptr));
	RTC(nvrtcGetPCHHeapSizeRequired(p, &n));
	RTC(nvrtcCompileProgram(p, 0, nullptr)); // nothing at all
	RTC(nvrtcDestroyProgram(&p));
	printf("%s\n", nvrtcGetErrorString((nvrtcResult)999));
}

/* Compiles with options; what is refused says why. */
static void with(const char *text, std::vector<const char *> option, const char *second = "in/here.h") {
	const char *headers[] = {"#define FIVE 5\n", ""};
	const char *names[] = {"five.h", second};
	nvrtcProgram p;
	nvrtcCreateProgram(&p, text, "", 2, headers, names);
	for (const char *o : option)
		printf("%s ", o ? o : "(null)");
	nvrtcResult r = nvrtcCompileProgram(p, (int)option.size(), option.data());
	printf("-> %s\n%s", nvrtcGetErrorString(r), log_of(p).c_str());
	nvrtcDestroyProgram(&p);
}

static void options() {
	static const char special[] = "#include \"five.h\"\n"
				      "#if !defined __CUDACC_RDC__ || !defined __CUDACC_DEBUG__ || "
				      "!defined __CUDA_ARCH_FEAT_SM90_ALL || __CUDA_ARCH_SPECIFIC__ != 900 || "
				      "__CUDA_ARCH_FAMILY_SPECIFIC__ != 900 || FIVE != 5 || A != 1 || B != 2 || defined C\n"
				      "#error something is missing\n#endif\n__global__ void k() {}\n";
	with(special, {"-arch", "sm_90a", "-rdc=true", "-G", "-DA", "--define-macro=B=2", "-D", "C", "-U", "C",
	               "--ftz=1", "--prec-div=false", "-prec-sqrt=0", "-fmad=true", "--use_fast_math",
	               "-maxrregcount=32", "-pch", "--create-pch=x", "-w", "-lineinfo", "--restrict",
	               "-device-int128", "--diag-suppress=1", "-pch-verbose=false", "--no-source-include", "--dopt=on"});
	with("#if !defined SEEN\n#error nothing was included before\n#endif\n",
	     {"-include", "five.h", "-include=five.h", "--pre-include=five.h", "-DSEEN=FIVE", "-I/nowhere", "-I", "/nowhere",
	      "--include-path=/nowhere", "-dc", "-default-device", "--device-debug", "-std=c++17"});
	with("#if !defined __CUDA_ARCH_FAMILY_SPECIFIC__ || defined __CUDA_ARCH_FEAT_SM90_ALL\n#error not of a family\n#endif\n",
	     {"--gpu-architecture=compute_90f"});
	for (const char *bad : {"-nothing", "--nothing", "nothing", "-", "--", "", "-arch=sm_00", "-arch=sm_9x", "-arch=volta", "-arch=",
	                        "-std=c++98", "-std=", "-rdc=maybe", "-ftz=", "-maxrregcount=many", "-maxrregcount=", "-dopt=off",
	                        "-dopt=|on|", "-pch-verbose=on", "-restrict=", "-restrict1", "-G=1", "-dlto=1", "--optix-ir", "-device-float128",
	                        "-rdc", "-arch", "-D", "-maxrregcount", "-lineinfox", "--device"})
		with("", {bad});
	with("", {nullptr});
	for (const char *name : {"/etc/five.h", "../five.h", "a/../../b.h", "", "five.h/x.h"})
		with("", {}, name);
}

static int cancel(void *payload, void *) {
	return --*(int *)payload < 0;
}

/* The headers of our own stand for those of a C++ library. */
static const char alone[] = R"(
#include <cassert>
#include <climits>
#include <cmath>
#include <cooperative_groups.h>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits>
#include <mma.h>
#include <type_traits>
#include <utility>
static_assert(std::is_same_v<std::uint32_t, unsigned> && sizeof(std::size_t) == 8 && UINT_MAX == 0xffffffff);
static_assert(std::numeric_limits<int>::max() == INT_MAX && std::numeric_limits<long long>::min() == LLONG_MIN);
static_assert(std::numeric_limits<float>::epsilon() == 0x1p-23f && !std::numeric_limits<unsigned char>::is_signed);
static_assert(std::is_trivially_copyable_v<float4> && std::is_convertible_v<int, float> && !std::is_convertible_v<int *, float>);
static_assert(std::is_same_v<std::decay_t<int[3]>, int *> && std::is_same_v<std::common_type_t<int, float>, float>);
static_assert(std::is_function_v<void(int)> && !std::is_function_v<int> && std::is_same_v<std::make_unsigned_t<long>, unsigned long>);
template <std::size_t... I> __device__ int sum(std::index_sequence<I...>) { return (0 + ... + int(I)); }
extern "C" __global__ void k(float *p, __half *h) {
	auto b = cooperative_groups::this_thread_block();
	std::pair<int, float> q(1, p[0]);
	assert(b.size() == 32);
	p[b.thread_rank()] = std::sqrt(q.second) + sum(std::make_index_sequence<5>()) + __half2float(h[0]);
	std::memcpy(p + 40, h, 4);
	printf("%d\n", q.first);
}
)";

static void without_compiler() {
	setenv("NVCC_CCBIN", "/nowhere/g++", 1);
	for (const char *standard : {"-std=c++17", "-std=c++20"}) {
		nvrtcProgram p = create(), q = nullptr;
		nvrtcCreateProgram(&q, alone, "alone.cu", 0, nullptr, nullptr);
		printf("without a compiler: %s", nvrtcGetErrorString(nvrtcCompileProgram(p, 0, nullptr)));
		printf(" %s\n", nvrtcGetErrorString(nvrtcCompileProgram(q, 1, &standard)));
		printf("%s%s", log_of(p).c_str(), log_of(q).c_str());
		nvrtcDestroyProgram(&p);
		nvrtcDestroyProgram(&q);
	}
	unsetenv("NVCC_CCBIN");
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
	headers_used();
	assertions();
	predefined_types();
	mathematics();
	own_library();
	unmarked();
	questions();
	options();
	nvrtcProgram p = create();
	nvrtcSetFlowCallback(p, cancel, &left);
	printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(p, 0, nullptr)));
	nvrtcDestroyProgram(&p);
	without_compiler();
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
