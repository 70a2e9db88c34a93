// Kernels with C linkage, in namespaces, unnamed ones too, overloaded, as templates with defaults;
// default arguments; kernels through pointers; the launch function of the runtime.
#include <cstdio>

extern "C" __global__ void plain(int *p) { *p += 1; }
__global__ void over(int *p) { *p += 10; }
__global__ void over(int *p, int v) { *p += v; }
__global__ void over(int *p, float v) { *p += int(v * 2); }
namespace a { namespace { __global__ void hidden(int *p) { *p += 1000; } } 
inline namespace v1 { template <int N = 4, typename T = int> __global__ void tpl(T *p, T k = 2) { *p += N * k; } } }
namespace b { __global__ void hidden(int *p) { *p += 5000; } }

struct Ops {
	static __device__ int helper(int x, int y = 7) { return x * y; }
	template <typename F> static __device__ void apply(int *p, F f) { *p = f(*p); }
};
__device__ int twice(int x) { return 2 * x; }
__global__ void uses(int *p)
{
	*p += Ops::helper(3);
	Ops::apply(p, twice);
	Ops::apply(p, [](int x) { return x + 1; });
	int (*f)(int) = twice;
	*p = f(*p);
}

static int show(int *p, const char *what)
{
	cudaError_t e = cudaDeviceSynchronize();
	printf("%s: %d %s\n", what, *p, cudaGetErrorName(e));
	return *p = 0;
}

int main()
{
	int *p;
	cudaMallocManaged(&p, sizeof *p);
	*p = 0;
	plain<<<1, 1>>>(p), show(p, "plain");
	over<<<1, 1>>>(p), show(p, "over");
	over<<<1, 1>>>(p, 30), show(p, "over int");
	over<<<1, 1>>>(p, 2.5f), show(p, "over float");
	a::hidden<<<1, 1>>>(p), show(p, "a::hidden");
	b::hidden<<<1, 1>>>(p), show(p, "b::hidden");
	a::tpl<<<1, 1>>>(p), show(p, "tpl");
	a::tpl<5><<<1, 1>>>(p, 3), show(p, "tpl<5>");
	a::tpl<6, int><<<1, 1>>>(p, 4), show(p, "tpl<6, int>");
	uses<<<1, 1>>>(p), show(p, "uses");
	void (*k)(int *, int) = over;
	k<<<1, 1>>>(p, 8), show(p, "pointer");
	int v = 9;
	void *args[] = {&p, &v};
	cudaLaunchKernel((const void *)k, dim3(2), dim3(1), args, 0, 0), cudaDeviceSynchronize();
	printf("%s\n", *p == 9 || *p == 18 ? "launched" : "not launched");
}
