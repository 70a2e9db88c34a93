# 1 "k.cu"
__device__ int d(int x) { return x; }
__global__ void k(int *p) {}
__device__ int both(float x); int both(int x) { return x; }
__device__ constexpr int c(int x) { return x; }
__device__ int e(int);
struct S { __device__ int member() { return d(1); } int run(int (*e)(int)) { return e(1); } };
namespace n { __device__ int inner(); void k2(); __global__ void k2(int *); struct B { __device__ B(int); }; }
template<class T> void templated(T x) { d(x); }
void variable(int (*member)(int)) { member(1); }
int f(int *p)
{
	k<<<1, 1>>>(p);
	k(p);
	int a = d(1) + n::inner();
	struct Local { __device__ int get() { return d(1); } };
	n::k2();
	S s;
	return c(1) + both(1) + sizeof(d(2)) + a + decltype(d(3))(4);
}
int g = d(1);
