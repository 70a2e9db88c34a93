// options: --lambdas
# 1 "k.cu"
template<class F> __global__ void apply(F f) { f(0); }
template<class T> struct reduce
{
	struct scalar { T v[4]; };
	enum class kind : int { a, b };
	using pointer = scalar *;
	typedef int (*function)(int);
	template<class U> struct other {};
	struct unused {};
	static void go(pointer out)
	{
		apply<<<1, 1>>>([=] __host__ __device__ (int i) { scalar *p = out; p->v[i] = (T)kind::b; });
		apply<<<1, 1>>>([=] __device__ (int i, function = nullptr) { pointer unused = out; unused->v[i] = 1; });
	}
	void member() { apply<<<1, 1>>>([=] __device__ (int i, scalar s) -> int { return s.v[i]; }); }
};
template struct reduce<int>;
