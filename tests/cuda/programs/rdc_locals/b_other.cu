#include "shared.cuh"
__constant__ const int table[2] = {0, 200};
namespace named { __device__ const int one = 20; }
namespace {
__device__ int hid = 4;
__device__ __noinline__ int f(int x) { return x * hid; }
struct L { __device__ int operator()(int x) const { return x * hid; } };
struct W { __device__ virtual int f() { return 40; } };
template <class T> struct G { static __device__ __noinline__ int h() { return sizeof(T); } };
struct Z { char c[4]; };
}

static __global__ void k(int *p)
{
	p[threadIdx.x] = f(threadIdx.x) + once(threadIdx.x);
	if (threadIdx.x)
		return;
	p[4] = counted();
	p[5] = counted_t<int>();
	p[6] = lam()(0);
	int q = p[7];
	auto g = [q](int x) { return x * q; };
	struct S { __device__ __noinline__ int operator()(int x) const { return x * 100; } };
	p[7] = applyt(g, 5);
	p[8] = applyt(S{}, 7);
	W w, *v = &w;
	asm volatile("" : "+l"(v));
	p[9] = v->f();
	p[10] = G<Z>::h() + table[1] + *&named::one + named::both;
}

static void here(int *p)
{
	int n = 3;
	k<<<1, 4>>>(p);
	run<<<1, 1>>>(p + 11, L{});
	run<<<1, 1>>>(p + 12, [n] __device__(int x) { return x * n; });
	cudaDeviceSynchronize();
}

void other(int *p) { here(p); }
