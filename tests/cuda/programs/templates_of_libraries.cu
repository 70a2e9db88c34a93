// Forms that libraries of templates use: names in parentheses, which no macro of that name can replace; template
// parameters that are templates, in specialisations that are more special than others; functions that explicit
// template arguments choose, as an argument.
#include <cstdio>

struct half2x {
	int v;
	__device__ half2x(int a) : v(a) {}
	__device__ half2x (min)(half2x a) const;
	__device__ half2x (max)(half2x a) const { return v < a.v ? a : *this; }
};

__device__ half2x (half2x::min)(half2x a) const
{
	return v < a.v ? *this : a;
}

__device__ half2x (biggest)(const half2x &a, const half2x &b)
{
	return (a.max)(b);
}

template <class T>
struct limit {
	typedef T type;
	static __device__ T (lowest)() { return T(-5); }
};

__device__ limit<half2x>::type (third)(half2x (a), half2x b[2])
{
	return (biggest)(a, b[1]);
}

template <class T>
struct ptr {
	typedef T *type;
};
template <class T>
struct ref {
	typedef T &type;
};
struct cpu {};
struct gpu {};

template <class L, template <class> class P>
struct force {};

template <class E, class D>
struct eval {
	static constexpr int which = 0;
};
template <class L, template <class> class P, class D>
struct eval<force<L, P>, D> {
	static constexpr int which = 1;
};
template <class L, template <class> class P, class D>
struct eval<const force<L, P>, D> {
	static constexpr int which = 2;
};
template <class L, template <class> class P>
struct eval<const force<L, P>, gpu> {
	static constexpr int which = 3;
};
template <class T>
struct eval<const force<T, ref>, gpu> {
	static constexpr int which = 4;
};
template <class A, class B>
struct both {
	static constexpr int which = 0;
};
template <class T, template <class> class P>
struct both<P<T>, P<T>> {
	static constexpr int which = 1;
};
template <class T, template <class> class P>
struct both<P<T>, P<T *>> {
	static constexpr int which = 2;
};
template <template <class> class P>
struct both<P<int>, P<int *>> {
	static constexpr int which = 3;
};

template <class P>
__device__ P least(const P &a, const P &b)
{
	return b < a ? b : a;
}

template <int N>
struct chosen {
	template <class P, class Op>
	static __device__ P run(const P &a, const P &b, Op op)
	{
		return op(a, b) * N;
	}
};

template <int N, class P>
__device__ P least(const P &a, const P &b)
{
	return chosen<N>::run(a, b, (least<P>));
}

template <>
__device__ int least<int>(const int &a, const int &b)
{
	return b < a ? b * 10 : a * 10;
}

__global__ void all(int *out)
{
	half2x h[2] = {half2x(1), half2x(2)};
	out[0] = third(h[0], h).v;
	out[1] = (h->min)(h[1]).v;
	out[2] = limit<half2x>::lowest().v;
	out[3] = eval<int, gpu>::which * 10000 + eval<force<int, ptr>, gpu>::which * 1000 +
	         eval<const force<int, ptr>, cpu>::which * 100 + eval<const force<int, ptr>, gpu>::which * 10 +
	         eval<const force<int, ref>, gpu>::which;
	out[4] = both<ptr<int>, ref<int *>>::which * 1000 + both<ptr<char>, ptr<char>>::which * 100 +
	         both<ptr<char>, ptr<char *>>::which * 10 + both<ptr<int>, ptr<int *>>::which;
	out[5] = (int)least<3>(2.5f, 1.5f) * 1000 + least<2>(7, 8);
}

int main()
{
	int *out;
	cudaMallocManaged(&out, 6 * sizeof *out);
	all<<<1, 1>>>(out);
	cudaDeviceSynchronize();
	for (int i = 0; i < 6; i++)
		printf("%d ", out[i]);
	printf("\n");
	return 0;
}
