// A written guide is better than what constructors give, if none is more special ([over.match.best]/2.10).
template <unsigned long N> struct Two {};
template <> struct Two<2> { using type = int; };
template <class... T> struct Tuple {};
template <class... T> struct Zip {
	__device__ constexpr explicit Zip(Tuple<T...>) {}
	template <unsigned long N = sizeof...(T)> __device__ constexpr explicit Zip(Tuple<T...>, int (*)[N] = nullptr) {}
	template <unsigned long N = sizeof...(T), typename Two<N>::type = 0> __device__ constexpr explicit Zip(Tuple<T...>) {}
	__device__ constexpr explicit Zip(T...) {}
};
template <class... T> Zip(Tuple<T...>) -> Zip<T...>;
template <class... T> Zip(T...) -> Zip<T...>;
__device__ void f(int *p) {
	Zip one(Tuple<int *>{});
	Zip two{Tuple<int *, char *>()};
	Zip many(p, p, p);
	static_assert(__is_same(decltype(one), Zip<int *>) && __is_same(decltype(two), Zip<int *, char *>));
	static_assert(__is_same(decltype(many), Zip<int *, int *, int *>));
}
