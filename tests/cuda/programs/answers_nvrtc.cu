// What NVRTC takes and refuses, and how long its results are. The answers are an H200's.
// build: -lnvrtc
#include <cstdio>
#include <nvrtc.h>

static int seen(size_t size) {
	return size > 1 ? 2 : (int)size;
}

static void compile(const char *what, const char *source, const char *option) {
	nvrtcProgram p;
	size_t before = 99, ptx = 99, cubin = 99, lto = 99, optix = 99;
	nvrtcCreateProgram(&p, source, "a.cu", 0, nullptr, nullptr);
	nvrtcGetPTXSize(p, &before);
	nvrtcResult r = nvrtcCompileProgram(p, option != nullptr, &option);
	nvrtcGetPTXSize(p, &ptx);
	nvrtcGetCUBINSize(p, &cubin);
	nvrtcGetLTOIRSize(p, &lto);
	nvrtcGetOptiXIRSize(p, &optix);
	std::printf("%s: %s before %zu ptx %d cubin %d lto %d optix %d\n", what, nvrtcGetErrorString(r), before, seen(ptx),
	            seen(cubin), seen(lto), seen(optix));
	nvrtcDestroyProgram(&p);
}

static const struct {
	const char *what, *source, *option;
} sources[] = {
	{"plain", "int f() { return 1; }", nullptr},
	{"plain default-device", "int f() { return 1; }", "-default-device"},
	{"declared only", "int f(); __global__ void k() {}", nullptr},
	{"inline", "inline int f() { return 1; }", nullptr},
	{"static", "static int f() { return 1; }", nullptr},
	{"constexpr", "constexpr int f() { return 1; }\n__global__ void k(int *p) { *p = f(); }", nullptr},
	{"constexpr var", "constexpr int f() { return 1; } constexpr int v = f();\n__global__ void k(int *p) { *p = v; }", nullptr},
	{"template unused", "template <class T> T f(T a) { return a; }\n__global__ void k() {}", nullptr},
	{"template used", "template <class T> T f(T a) { return a; }\n__global__ void k(int *p) { *p = f(1); }", nullptr},
	{"member", "struct s { int f() { return 1; } }; __global__ void k() {}", nullptr},
	{"member used", "struct s { int f() { return 1; } }; __global__ void k(int *p) { *p = s().f(); }", nullptr},
	{"ctor", "struct s { s() {} int a; }; __global__ void k() { s x; }", nullptr},
	{"defaulted", "struct s { s() = default; int a; }; __global__ void k() { s x; }", nullptr},
	{"dtor", "struct s { ~s() {} int a; }; __global__ void k() {}", nullptr},
	{"static member", "struct s { static int f() { return 1; } }; __global__ void k() {}", nullptr},
	{"lambda", "__global__ void k(int *p) { auto f = [](int a) { return a; }; *p = f(2); }", nullptr},
	{"namespace lambda", "static auto f = [](int a) { return a; }; __global__ void k(int *p) {}", nullptr},
	{"host", "__host__ int f() { return 1; }", nullptr},
	{"host device", "__host__ __device__ int f() { return 1; }", nullptr},
	{"template member used", "template <class T> struct s { T f() { return 1; } }; __global__ void k(int *p) { *p = s<int>().f(); }", nullptr},
	{"friend", "struct s { friend bool operator==(s, s) { return true; } }; __global__ void k() {}", nullptr},
	{"extern C", "extern \"C\" int f() { return 1; }", nullptr},
	{"virtual", "struct s { virtual int f() { return 1; } }; __global__ void k() {}", nullptr},
	{"deleted", "struct s { s(const s &) = delete; }; __global__ void k() {}", nullptr},
	{"operator", "struct s { int a; }; s operator+(s a, s b) { return a; }", nullptr},
	{"conversion", "struct s { operator int() const { return 1; } }; __global__ void k() {}", nullptr},
	{"constexpr member", "struct s { constexpr int f() const { return 1; } }; __global__ void k(int *p) { *p = s().f(); }", nullptr},
	{"global var", "int v; __global__ void k(int *p) { *p = v; }", nullptr},
	{"global var unused", "int v = 5; __global__ void k() {}", nullptr},
	{"const var", "const int v = 5; __global__ void k(int *p) { *p = v; }", nullptr},
	{"static array", "static const int v[3] = {1, 2, 3}; __global__ void k(int *p) { *p = v[*p]; }", nullptr},
	{"var default-device", "int v; __global__ void k(int *p) { *p = v; }", "-default-device"},
	{"kernel static", "static __global__ void k() {}", nullptr},
	{"unnamed namespace", "namespace { __global__ void k() {} }", nullptr},
	{"launch rdc", "__global__ void q() {} __global__ void k() { q<<<1, 1>>>(); }", "-rdc=true"},
	{"launch", "__global__ void q() {}\n__global__ void k() { q<<<1, 1>>>(); }", nullptr},
	{"ext sm rdc", "extern __device__ int f(int); __global__ void k(int *p) { *p = f(1); }", "-rdc=true"},
	{"undeclared", "__global__ void k(int *p) {\n\t*p = q;\n}", nullptr},
	{"warn", "__global__ void k() { int unused; }", nullptr},
	{"sm", "__global__ void k() {}", "-arch=sm_90"},
	{"compute", "__global__ void k() {}", "-arch=compute_90"},
	{"recursion", "__device__ int f(int n) { return n ? n * f(n - 1) : 1; } __global__ void k(int *p) { *p = f(*p); }", nullptr},
};

int main() {
	for (const auto &s : sources)
		compile(s.what, s.source, s.option);
}
