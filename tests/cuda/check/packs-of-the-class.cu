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
