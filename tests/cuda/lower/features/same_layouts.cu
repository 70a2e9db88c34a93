/* same_layouts.cu - which classes share a layout. Compiled with -std=c++20 ([class.mem]/25-28,
 * [meta.rel], [meta.member]); which members begin where their object does, and what is
 * certain not to throw
 * SPDX-License-Identifier: Apache-2.0 */
struct one { int a; unsigned b; };
struct two { const int x; unsigned y; char z; };
struct other { unsigned a; int b; };
struct wide { int a; alignas(8) unsigned b; };
struct bits { int a : 3, b : 5; char c; };
struct more_bits { int p : 3, q : 5; char r; };
struct less_bits { int p : 3, q : 6; char r; };
struct empty {};
struct nothing {};
struct derived : empty { int a; unsigned b; };
struct inherits : one {};
struct both : empty, one {};
struct left : empty {};
struct right : empty {};
struct twice : left, right {};
struct virt { virtual ~virt() = default; int x; };
struct mixed { int a; private: int b; public: int c; };
struct again : one { int c; };
union some { int a; float f; char c[4]; };
union same { char d[4]; int i; float g; };
union few { int a; float f; };
struct has_union { int t; some u; };
struct has_any { int t; same u; };
struct hidden { union { int i; float f; }; char c; };
struct has_base : derived { __device__ void f() {} };
enum narrow : short { n0 };
enum class strict : short { s0 };
enum class large : int { l0 };
struct quiet {
	int v = 0;
	__device__ quiet() noexcept;
	__device__ quiet(const quiet &) noexcept;
	__device__ quiet &operator=(const quiet &) noexcept;
};
struct loud {
	int v = 0;
	__device__ loud();
	__device__ loud(const loud &);
	__device__ loud &operator=(const loud &);
};
struct holds { quiet q[2]; };
struct holds_loud { loud q; };

template <class A, class B> __device__ int share() { return __is_layout_compatible(A, B); }
template <class A, class B> __device__ int shares_address() {
	return __is_pointer_interconvertible_base_of(A, B);
}
template <class S, class M> __device__ constexpr bool first(M S::*m) noexcept {
	return __builtin_is_pointer_interconvertible_with_class(m);
}
template <class S, class T, class M, class N>
__device__ constexpr bool same_place(M S::*m, N T::*n) noexcept {
	return __builtin_is_corresponding_member(m, n);
}
template <class T> __device__ int silent() {
	return __has_nothrow_constructor(T) + 2 * __has_nothrow_copy(T) + 4 * __has_nothrow_assign(T);
}

extern "C" __global__ void k(int *d, int n) {
	int i = threadIdx.x, *o = d + i * 64, s = 2;
	if (i * 64 >= n)
		return;
	o[s++] = share<one, one>() + 2 * share<one, const one>() + 4 * share<one, two>() +
	         8 * share<one, other>() + 16 * share<one, wide>() + 32 * share<one, derived>() +
	         64 * share<derived, both>() + 128 * share<inherits, one>();
	o[s++] = share<bits, more_bits>() + 2 * share<bits, less_bits>() + 4 * share<some, same>() +
	         8 * share<some, few>() + 16 * share<has_union, has_any>() + 32 * share<empty, nothing>() +
	         64 * share<narrow, strict>() + 128 * share<strict, large>() + 256 * share<int, large>();
	o[s++] = share<int, const volatile int>() + 2 * share<int[3], const int[3]>() +
	         4 * share<int[3], unsigned[3]>() + 8 * share<one[2], inherits[2]>() + 16 * share<int, unsigned>() +
	         32 * share<virt, virt>() + 64 * share<mixed, mixed>() + 128 * share<void, const void>();
	o[s++] = shares_address<empty, derived>() + 2 * shares_address<one, both>() +
	         4 * shares_address<one, again>() + 8 * shares_address<empty, twice>() +
	         16 * shares_address<one, const one>() + 32 * shares_address<some, some>() +
	         64 * shares_address<one, two>() + 128 * shares_address<virt, virt>();
	o[s++] = __is_standard_layout(twice) + 2 * __is_standard_layout(left) + 4 * __is_standard_layout(both);
	constexpr int known = first(&one::a) + 2 * first(&one::b) + 4 * first(&some::f) + 8 * first(&virt::x) +
	                      16 * first(&hidden::f) + 32 * first<derived>(&derived::a) + 64 * first<both, int>(&one::a) +
	                      128 * first<one, int>(nullptr) + 256 * first(&again::c) + 512 * first(&has_base::f);
	o[s++] = known;
	constexpr int places = same_place(&one::a, &two::x) + 2 * same_place(&one::b, &two::y) +
	                       4 * same_place(&one::a, &two::y) + 8 * same_place(&one::a, &other::a) +
	                       16 * same_place(&has_union::u, &has_any::u) + 32 * same_place(&bits::c, &less_bits::r) +
	                       64 * same_place(&bits::c, &more_bits::r) + 128 * same_place(&two::z, &two::z) +
	                       256 * same_place(&mixed::c, &mixed::c) + 512 * same_place(&some::a, &some::a);
	o[s++] = places;
	int one::*null = nullptr, one::*m = o[0] & 1 ? &one::a : null;
	unsigned one::*u = o[1] & 1 ? &one::b : nullptr;
	unsigned two::*y = &two::y;
	o[s++] = first(m) + 2 * first(u);
	o[s++] = same_place(m, &two::x) + 2 * same_place(u, y) + 4 * same_place(m, m) + 8 * same_place(u, u);
	o[s++] = silent<quiet>() + 8 * silent<loud>() + 64 * silent<int>() + 512 * silent<holds>();
	o[s++] = silent<holds_loud>() + 8 * silent<quiet[2]>() + 64 * __has_nothrow_assign(const int);
	o[s++] = __builtin_bswap16(static_cast<unsigned short>(o[0] * 77 + o[1]));
	constexpr int swapped = __builtin_bswap16(0x1234);
	o[s++] = swapped;
}
