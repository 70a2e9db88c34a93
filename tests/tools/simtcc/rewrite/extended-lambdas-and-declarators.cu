// options: --lambdas
# 1 "k.cu"
template<class F> __global__ void run(F f) { f(0); }
int call(int);
struct P { int x, y; };
void f(int *p, int (*parameter)(int))
{
	int kk = 1, other = 2, (*second)(int) = call;
	int (*fn)(int) = call, (&row)[3] = *(int (*)[3])p, *const q = p;
	int P::*const member = &P::x;
	P pair = {1, 2};
	auto &[a, b] = pair;
	run<<<1, 1>>>([=] __device__ (int) { p[10 + kk] += other; });
	run<<<1, 1>>>([=] __device__ (int i) { if (fn && second) q[i] = row[0]; });
	run<<<1, 1>>>([=] __device__ (int i) { (*p) = parameter ? (*q) : i; call(*p); });
	run<<<1, 1>>>([=] __device__ (int i) { P r; r.*member = i; int (*fn)(int) = 0; *p = a + b; });
}
// the comma between template arguments is none between declarators
template <class T, class U> int both(int);
template <class T, class U> const int pair_size = sizeof(T) + sizeof(U);
using word = unsigned;
using half = unsigned short;
namespace ns { using whole = int; }
using ns::whole;
void g(int *p)
{
	ns::whole w = 3;
	auto n = both<P, word>(3), m = pair_size<P, half>, k = 4;
	bool less = n < m, more = m > n;
	run<<<1, 1>>>([=] __device__ (int i) { *p = static_cast<word>(n) + sizeof(half) + k; });
	run<<<1, 1>>>([=] __device__ (int i) { *p = more ? m : less; });
	run<<<1, 1>>>([=] __device__ (int i) { *p = static_cast<whole>(w); });
}
