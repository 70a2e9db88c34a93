// options: --lambdas
# 1 "k.cu"
template<class F> __global__ void apply(F f, int n) { for (int i = 0; i < n; i++) f(i, 0); }
namespace mine { __host__ __device__ inline int id(int x) { return x; } }
template<class T> struct holder { using type = T; };
template<class T> void run(T *p)
{
	using value = typename holder<T>::type;
	typedef value (*pointer)(int);
	using namespace mine;
	constexpr int base = 3, more = base + 1;
	static constexpr int unused = 2;
	{ using hidden = char; (void)hidden(); }
	apply<<<1, 1>>>([=] __host__ __device__ (int i, value v) { pointer f = nullptr; p[i] = value(v + more + id(i)); }, 1);
	apply<<<1, 1>>>([=] __device__ (int i, value v) -> value { p[i] = v; return v; }, 1);
}
template void run(float *);
void hides(int *p)
{
	constexpr int length = 3; constexpr int n = 4;
	apply<<<1, 1>>>([] __host__ __device__ (int length, int) { (void)(length + n); }, 1);
	apply<<<1, 1>>>([=] __device__ (int i, int) { p[i] = length; }, 1);
}
