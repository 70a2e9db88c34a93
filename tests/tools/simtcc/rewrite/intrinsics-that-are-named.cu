// options: --intrinsics=../../../../include/simt/host_names.def
# 1 "stub.h" 3
enum cudaSurfaceBoundaryMode { cudaBoundaryModeTrap };
enum cudaError_t { cudaSuccess };
typedef unsigned long long cudaSurfaceObject_t;
struct __simt_host_names;
# 1 "k.cu"
struct A {
	int n;
	unsigned bits;
	__device__ A(int *p) : n(atomicSub(p, 1)), bits(__brev(3)) { atomicMin(p, 2); }
	__device__ A();
};
__device__ A::A() : n(3), bits{__brev(4)} {}
template<class T> __device__ auto load(const T *p) -> decltype(__nanosleep(1)) { return __ldg(p); }
template<class T> __host__ __device__ T both(T *p) { return surf1Dread<T>(0, 0); }
static int __dp4a(int a, int b, int c) { return a * b + c; }
int user = __dp4a(1, 2, 3);
namespace mine { int __popc(int x) { return x; } struct S { int __clz; }; }
int members(mine::S s) { return mine::__popc(s.__clz); }
void host() {
	struct Local {
		int n;
		__device__ void run(int *p) { atomicXor(p, n); }
		int get() const { return n; }
	};
	class Other { int n; };
}
__global__ void kernel(int *p) { atomicOr(p, 1); }
__host__ __device__ inline int of_the_runtime(int is_host) { return is_host ? 0 : __cudaDeviceSynchronizeDeprecationAvoidance(); }
