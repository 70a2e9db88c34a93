/* -std=c++20 : the built-in traits, each of many types, as the host's compiler answers them.
 * SPDX-License-Identifier: Apache-2.0 */
struct empty {};
struct also_empty {};
struct aggregate { int a; float b; };
struct based : empty { int a; };
struct two_parts : aggregate { int c; };
struct same_base_twice : empty { empty e; int a; };
struct reference { int &r; };
struct mixed_access { int a; private: int b; };
struct with_ctor { int a; __device__ with_ctor(int a) : a(a) {} };
struct with_constexpr_ctor { int a; constexpr with_constexpr_ctor(int a) : a(a) {} };
struct only_copies { int a; constexpr only_copies(const only_copies &o) : a(o.a) {} };
struct from_double { double d; explicit constexpr from_double(double d) noexcept : d(d) {} };
struct may_throw { int a = 0; __device__ may_throw() {} __device__ may_throw(const may_throw &) {} };
struct with_dtor { int a; __device__ ~with_dtor() {} };
struct no_default { no_default() = delete; int a; };
struct no_copy { no_copy() = default; no_copy(const no_copy &) = delete; no_copy &operator=(const no_copy &) = delete; };
struct only_moves { only_moves(only_moves &&) = default; only_moves &operator=(only_moves &&) = default; int a; };
struct assigns { int a; __device__ assigns &operator=(const assigns &) { return *this; } };
struct virtual_one { __device__ virtual int f() { return 1; } __device__ virtual ~virtual_one() {} };
struct abstract { __device__ virtual int f() = 0; };
struct last final : abstract { __device__ int f() override { return 2; } };
struct virtual_base : virtual empty {};
struct padded { char c; int i; };
struct floating { float f; };
struct bits { unsigned a : 7; unsigned b : 9; unsigned c : 16; };
struct gap { unsigned a : 7; unsigned : 9; unsigned c : 16; };
struct in_array { aggregate a[3]; };
struct unnamed { int a; union { int b; unsigned c; }; };
union one_of { int a; unsigned b; };
union uneven { char a; int b; };
union of_class { with_ctor w; int i; __device__ of_class() : i(0) {} };
enum plain_enum { one };
enum class scoped : char { two };
template <class T> struct templated { T t; };
struct converts { __device__ operator int() const { return 1; } };
struct explicitly { __device__ explicit operator int() const { return 1; } };

template <class T> constexpr unsigned kinds() {
	unsigned r = 0, n = 0;
	const bool every[] = {__is_class(T), __is_union(T), __is_enum(T), __is_empty(T), __is_polymorphic(T), __is_abstract(T),
	               __is_final(T), __is_aggregate(T), __is_pod(T), __is_trivial(T), __is_standard_layout(T),
	               __is_trivially_copyable(T), __is_literal_type(T), __has_trivial_constructor(T), __has_trivial_copy(T),
	               __has_trivial_assign(T), __has_trivial_destructor(T), __has_virtual_destructor(T),
	               __has_unique_object_representations(T), __is_same(T, int), __is_constructible(T)};
	for (bool b : every)
		r |= (unsigned)b << n++;
	return r;
}

template <class T, class U> constexpr unsigned pairs() {
	unsigned r = 0, n = 0;
	const bool every[] = {__is_constructible(T, U), __is_nothrow_constructible(T, U), __is_trivially_constructible(T, U),
	               __is_assignable(T &, U), __is_nothrow_assignable(T &, U), __is_trivially_assignable(T &, U),
	               __is_assignable(T, U), __is_same(T, U), __is_base_of(T, U), __is_base_of(U, T)};
	for (bool b : every)
		r |= (unsigned)b << n++;
	return r;
}

template <class... T> constexpr unsigned hash(unsigned h, T... x) {
	((h = h * 31 + x), ...);
	return h;
}
template <class T> constexpr unsigned against() {
	return hash(1, pairs<T, T>(), pairs<T, T &>(), pairs<T, const T &>(), pairs<T, int>(), pairs<T, double>(), pairs<T, empty>(),
	            pairs<T, decltype(nullptr)>(), pairs<T, int *>(), pairs<T, aggregate &>(), pairs<T, abstract *>(),
	            pairs<T, converts>(), pairs<T, explicitly>());
}

template <class T> constexpr unsigned against_itself() {
	return hash(1, pairs<T, T>(), pairs<T, T &>(), pairs<T, const T &>(), pairs<T, decltype(nullptr)>(), pairs<T, int *>());
}

template <class... T> struct list {};
template <class... T> __device__ void put(int *o, list<T...>) {
	const unsigned k[] = {kinds<T>()...};
	for (unsigned i = 0; i < sizeof...(T); i++)
		o[i] = k[i];
}
template <class... T> __device__ void put_pairs(int *o, list<T...>) {
	const unsigned k[] = {against<T>()...};
	for (unsigned i = 0; i < sizeof...(T); i++)
		o[i] = k[i];
}
template <class... T> __device__ void put_themselves(int *o, list<T...>) {
	const unsigned k[] = {against_itself<T>()...};
	for (unsigned i = 0; i < sizeof...(T); i++)
		o[i] = k[i];
}

using everything = list<int, float, bool, int *, int[3], aggregate[2], void *, decltype(nullptr), empty, aggregate, based, two_parts,
                 same_base_twice, reference, mixed_access, with_ctor, with_constexpr_ctor, only_copies, from_double, may_throw,
                 with_dtor, no_default, no_copy, only_moves, assigns, virtual_one, abstract, last, virtual_base, padded,
                 floating, bits, gap, in_array, unnamed, one_of, uneven, of_class, plain_enum, scoped, templated<char>,
                 templated<padded>, int aggregate::*, int (*)(int), const int, volatile aggregate, converts, explicitly>;
using objects = list<int *, empty, reference, with_ctor, with_constexpr_ctor, only_copies, from_double, may_throw,
                     no_default, no_copy, only_moves, virtual_one, last, of_class, plain_enum, scoped, abstract *,
                     int aggregate::*, converts>;
using aggregates = list<int, float, bool, aggregate, based, two_parts, with_dtor, assigns, one_of, uneven, templated<char>>; // compilers differ about one value of another class
using others = list<void, int &, int &&, int[], int(int), const with_ctor &, abstract &>;

/* copied or assigned only from what is not const, themselves or in a part */
struct from_mutable { from_mutable(from_mutable &) {} from_mutable() {} };
struct from_mutable_bytes { int n; from_mutable_bytes(from_mutable_bytes &) = default; from_mutable_bytes() {} };
struct has_mutable { from_mutable m; };
struct has_mutable_array { int n; from_mutable_bytes m[2]; };
struct is_mutable : from_mutable { is_mutable(const is_mutable &) {} is_mutable() {} };
struct assigns_mutable { assigns_mutable &operator=(assigns_mutable &) { return *this; } };
struct has_assigns_mutable { assigns_mutable a; };
struct both_ways { both_ways(both_ways &) {} both_ways(const both_ways &, int = 0) {} };
using mutables = list<from_mutable, from_mutable_bytes, has_mutable, has_mutable_array, is_mutable, assigns_mutable,
                      has_assigns_mutable, both_ways>;
template <class... T> __device__ void put_mutables(int *o, list<T...>) {
	const unsigned k[] = {
		(unsigned)__is_constructible(T, T) | (unsigned)__is_constructible(T, T &) << 1 | (unsigned)__is_constructible(T, const T &) << 2 |
		(unsigned)__is_assignable(T &, T) << 3 | (unsigned)__is_assignable(T &, T &) << 4 | (unsigned)__is_assignable(T &, const T &) << 5 |
		(unsigned)__is_trivially_copyable(T) << 6 | (unsigned)__is_trivially_constructible(T, T &) << 7 |
		(unsigned)__is_trivially_constructible(T, const T &) << 8 | (unsigned)__is_trivially_constructible(T, T) << 9 |
		(unsigned)__is_trivially_assignable(T &, T &) << 10 | (unsigned)__is_trivially_assignable(T &, const T &) << 11 ...};
	for (unsigned i = 0; i < sizeof...(T); i++)
		o[i] = k[i];
}

template <class... T> __device__ void put_others(int *o, list<T...>) {
	const unsigned k[] = {
		(unsigned)__is_literal_type(T) | (unsigned)__is_standard_layout(T) << 1 | (unsigned)__is_trivially_copyable(T) << 2 |
		(unsigned)__is_class(T) << 3 | (unsigned)__is_constructible(T) << 4 | (unsigned)__is_constructible(T, int &) << 5 |
		(unsigned)__is_assignable(T, int) << 6 | (unsigned)__is_aggregate(T) << 7 | (unsigned)__is_trivial(T) << 8 |
		(unsigned)__has_trivial_destructor(T) << 9 | (unsigned)__is_base_of(T, T) << 10 |
		(unsigned)__is_trivially_constructible(T) << 11 | (unsigned)__is_nothrow_constructible(T, T) << 12 ...};
	for (unsigned i = 0; i < sizeof...(T); i++)
		o[i] = k[i];
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	if (threadIdx.x == 0)
		put(o, everything());
	if (threadIdx.x == 1)
		put_pairs(o, objects());
	if (threadIdx.x == 2)
		put_others(o, others());
	if (threadIdx.x == 3)
		put_themselves(o, aggregates());
	if (threadIdx.x == 4)
		put_mutables(o, mutables());
}
