# 1 "k.cu"
struct dim { dim(int a = 1, int b = 1) : x(a), y(b) {} int x, y; int operator()(int) const { return x; } };
struct tile { __device__ int width(int a) { return a; } __device__ static int deep(int a) { return a; } };
__device__ int threads(int a) { return a; }
__device__ int blocks(int a) { return a; }
__device__ int wide(int a);
__device__ int bytes(int a);
__device__ int work(int a);
__device__ int first(int a);
__device__ int last(int a);
__device__ int field(int a);
__device__ int count(int a);
namespace n { __device__ int inner(int a); }
struct base { int wide(int x) { return x; } };
struct B : base { int field(int x); int f() { return wide(3); } };
int B::field(int x) { return wide(x); }
template <class F, class... G> int through(F f, G... work) { return f(1) + (0 + ... + work(1)); }
typedef struct { int v; int operator()(int) { return v; } } count_t;
int main()
{
	dim grid(1), threads(2, 2);
	const dim *p = &grid, blocks(1);
	int (*q)(int) = nullptr, (*bytes)(int) = nullptr, &a = grid.x, last{3};
	for (int i = 0, first(4); i < first; i++)
		a += first + last;
	dim u, wide;
	a += threads(1) + blocks(2) + wide(1) + (bytes ? bytes(3) : 0) + p->x + q(1);
	auto deep = [](int x) { return x; };
	a += deep(3);
	int width = 3, inner(4);
	B b;
	a += b.wide(2) + b.f() + b.field(1) + width + inner + u(1);
	struct { int v; int operator()(int) { return v; } } count;
	return a + count(1);
}
