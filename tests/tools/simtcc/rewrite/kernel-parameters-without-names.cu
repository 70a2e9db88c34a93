# 1 "k.cu"
struct S { int a[4]; };
namespace n { typedef int T; }
__global__ void k(int, const S, n::T, unsigned, int *, void (*f)(int), int (&a)[3], S s[], struct S, const unsigned char,
	long long x = 3) {}
namespace a { namespace { __global__ void same(int *p, int same) {} } template<class T> __global__ void as(T as) {} }
__global__ void one(int one) {}
template<class R> __global__ void unused([[maybe_unused]] R, [[maybe_unused]] char *, [[maybe_unused]] R r) {}
__device__ void f([[maybe_unused]] S) {}
