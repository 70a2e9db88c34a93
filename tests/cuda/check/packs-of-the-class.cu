// Arguments that are a pack of the class around are compared, not deduced.
template <bool b, class... V> struct Z {
	Z() = default;
	template <bool other = b> __device__ constexpr Z(Z<!other, V...>) {}
};
static_assert(__is_constructible(Z<true, int, char>, Z<false, int, char>) && !__is_constructible(Z<true, int>, Z<false, char>));
static_assert(!__is_constructible(Z<true, int>, Z<false, int, int>) && !__is_constructible(Z<true, int>, Z<false>));
template <class...> struct List {};
template <class... V> struct Y {
	template <class... U> static constexpr int after(List<V..., U...>) { return sizeof...(U); }
	template <class U> static constexpr int last(List<V *..., U>) { return sizeof(U); }
};
static_assert(Y<int, char>::after(List<int, char, long, long>()) == 2 && Y<int>::last(List<int *, short>()) == 2);
template <int...> struct Numbers {};
template <int... n> struct X {
	template <int first> static constexpr int before(Numbers<first, n...>) { return first; }
};
static_assert(X<1, 2>::before(Numbers<7, 1, 2>()) == 7);
/* A pack of values, each of a type of the class around: explicit arguments are converted to these. */
template <class... T> struct Values {
	template <T... v> static constexpr int sizes() { return (sizeof(v) + ...); }
	template <T... v> static constexpr bool are(List<T...>) { return (__is_same(decltype(v), T) && ...); }
	template <T... v> static constexpr int sum(Numbers<v...>) { return (v + ...); }
};
static_assert(Values<char, long, short>::sizes<1, 2, 3>() == 11 && Values<char, long>::are<1, 2>({}));
static_assert(Values<int, int>::sum(Numbers<5, 6>()) == 11);
template <class T, class... V> constexpr auto counted(int) -> decltype(T::template sizes<V::n...>()) { return 1; }
template <class T, class...> constexpr int counted(long) { return 2; }
template <int N> struct Number { static constexpr int n = N; };
static_assert(counted<Values<int, int>, Number<1>, Number<2>>(0) == 1 && counted<Values<int, int>, Number<1>>(0) == 2);
