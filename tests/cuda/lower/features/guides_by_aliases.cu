/* guides_by_aliases.cu - guides from constructors whose parameters name types of the class,
 * and members of such types ([over.match.class.deduct]/1)
 * SPDX-License-Identifier: Apache-2.0 */
template <class T, int N> struct arr {
	T v[N ? N : 1];
};
template <class I, int... E> struct ext {
	using index_type = I;
	static constexpr int count = sizeof...(E);
	__device__ static constexpr int rank() { return sizeof...(E); }
};
template <bool B, class T = void> struct en {};
template <class T> struct en<true, T> { using type = T; };
template <class A, class B> struct same { static constexpr bool value = false; };
template <class A> struct same<A, A> { static constexpr bool value = true; };
template <class A, class B> constexpr bool converts = sizeof(A) >= sizeof(B);

struct layout {
	template <class X> struct mapping;
};
template <class X> struct layout::mapping {
	using extents_type = X;
	using index_type = typename extents_type::index_type;
	using base = arr<index_type, extents_type::rank()>;
	int kind;
	template <class O, typename en<converts<index_type, O>, int>::type = 0>
	__device__ constexpr mapping(const extents_type &, arr<O, extents_type::rank()>) : kind(1) {}
	template <class O, typename en<!converts<typename extents_type::index_type, O>, int>::type = 0>
	__device__ constexpr mapping(const extents_type &, arr<O, extents_type::count>) : kind(2) {}
	__device__ constexpr mapping(const extents_type &, const base &, int) : kind(3) {}
};

extern "C" __global__ void k(int *d, int n) {
	int i = threadIdx.x, *o = d + i * 64, s = 2;
	if (i * 64 >= n)
		return;
	layout::mapping a(ext<int, 4>(), arr<char, 1>{1});
	layout::mapping b(ext<short, 4, 5>(), arr<long, 2>{1, 2});
	layout::mapping c(ext<int, 4>(), arr<int, 1>{1}, o[0]);
	o[s++] = a.kind + 10 * b.kind + 100 * c.kind;
	o[s++] = same<decltype(a), layout::mapping<ext<int, 4>>>::value +
	         2 * same<decltype(b), layout::mapping<ext<short, 4, 5>>>::value;
}
