// Which of two function templates is more special where parameters are references to arrays, packs of the class, or
// references to const by way of a parameter; casts to const are what chooses among them; a base class that decltype names;
// a comparison in a list of template parameters.
#include <cstdio>

template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

struct yes {
	static constexpr bool ok = true;
};
template <bool B, class T> struct enable {};
template <class T> struct enable<true, T> {
	typedef T type;
};

template <class... T> struct tuple {
	template <class C = yes, typename enable<C::ok, int>::type = 0>
	__host__ __device__ tuple(const T &...) : which(1) {}
	template <class... U, class C = yes, typename enable<C::ok, int>::type = 0>
	__host__ __device__ tuple(U &&...) : which(2) {}
	int which;
};

template <class T> struct one {
	template <class C = int> __host__ __device__ static int f(const T &) { return 1; }
	template <class U, class C = int> __host__ __device__ static int f(U &&) { return 2; }
	template <class C = int> __host__ __device__ static int g(T &) { return 1; }
	template <class U, class C = int> __host__ __device__ static int g(U &&) { return 2; }
};

template <int N> struct ranker {
	template <class U, int K, class F> __host__ __device__ int rank(U (&)[K], int (&)[K], F) { return 1; }
	template <class U, int K> __host__ __device__ int rank(U (&)[K], int (&)[K], int (&)[N]) { return 2; }
	template <class U, int K> __host__ __device__ int rank(const U (&)[K], int (&)[K], int (&)[N]) { return 3; }
};

/* A base class found by a call that is never made. */
namespace n {
struct assignable {
	static constexpr int value = 1;
};
struct fixed {
	static constexpr int value = 0;
};
template <class T> T &&make();
template <class, class T> struct second {
	typedef T type;
};
template <class T, class A>
__host__ __device__ typename second<decltype((::n::make<T>() = ::n::make<A>())), assignable>::type test(int);
template <class, class> __host__ __device__ fixed test(...);
template <class T, class A> struct asks : public decltype((::n::test<T, A>(0))) {};
template <class... T> struct all : decltype(T())... {
	int extra;
};
} // namespace n

/* N<2 in a list of parameters: N is a value, what follows it no argument. */
enum class kind : bool { no, yes };
template <bool B, class T = void> using enable_t = typename enable<B, T>::type;
template <int N, class I, kind K, enable_t<N<2, int> = 0> __host__ __device__ int below(I i) { return N + (int)i; }
template <class I, kind K = sizeof(I) == 4 ? kind::no : kind::yes> struct sized {
	static constexpr int value = (int)K;
};

struct left {
	int l = 3;
};
struct right {
	int r = 4;
};

__host__ __device__ void fill(int *p) {
	int v = 5, pre[1] = {}, ranks[3] = {};
	unsigned keys[3] = {};
	const unsigned fixed_keys[3] = {};
	const int c = 6;
	static_assert(same<decltype(static_cast<const int &>(v)), const int &>, "");
	static_assert(same<decltype(((const int &)v)), const int &>, "");
	static_assert(same<decltype(static_cast<const int &&>(v)), const int &&>, "");
	static_assert(same<decltype(static_cast<const int &&>(0)), const int &&>, "");
	static_assert(same<decltype(static_cast<int &&>(v)), int &&>, "");
	*p++ = tuple<int &, int &>(v, *p).which;
	*p++ = tuple<float, float>(v, *p).which;
	*p++ = tuple<const int &, int &>((const int &)v, *p).which;
	*p++ = tuple<const int>((const int &)v).which;
	*p++ = one<const int &>::f(c) * 1000 + one<const int>::f(c) * 100 + one<int>::f(c) * 10 + one<int>::f(v);
	*p++ = one<const int &>::g(c) * 1000 + one<int>::g(v) * 100 + one<int>::f(static_cast<const int &>(v)) * 10 +
	       one<const int &>::f((const int &)v);
	*p++ = ranker<1>().rank(keys, ranks, pre) * 100 + ranker<1>().rank(keys, ranks, 3) * 10 +
	       ranker<1>().rank(fixed_keys, ranks, pre);
	*p++ = n::asks<int &, int>::value * 1000 + n::asks<float &, const float &>::value * 100 +
	       n::asks<const float &, float>::value * 10 + n::asks<int *&, int *>::value;
	n::all<left, right> both{};
	*p++ = below<1, int, kind::no>(7) * 10 + sized<int>::value + sized<char>::value;
	*p++ = both.l * 10 + both.r + (int)sizeof both;
}

constexpr int COUNT = 10;

__global__ void run(int *p) { fill(p); }

int main() {
	int *p, host[COUNT];
	cudaMallocManaged(&p, sizeof host);
	run<<<1, 1>>>(p);
	printf("%d\n", cudaDeviceSynchronize());
	fill(host);
	for (int i = 0; i < COUNT; i++)
		printf("%d %d\n", p[i], host[i]);
}
