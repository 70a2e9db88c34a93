/* conversions_deduced.cu - parameters that take no part in deduction (with -std=c++20 for type traits), operands of ?:
 * that convert to references, special members that access deletes, constants of 128 bits, const pointers to members,
 * noexcept of destructors, the order of specialisations with values whose type is deduced.
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ constexpr
template <class T> T &&made() noexcept;
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

/* [temp.arg.explicit]/6: format<identity<A>...> deduces nothing, so its argument converts */
template <class T> struct itself { using type = T; };
template <class T> using itself_t = typename itself<T>::type;
template <class C> struct view { const C *p; };
template <class C, class... A> struct format {
	int n;
	DEV format(view<C> v) : n(v.p[0]) {}
};
template <class... A> using narrow = format<char, itself_t<A>...>;
template <class A> using narrow_one = format<char, typename itself<A>::type>;
template <class A> using plain = format<char, A>;
template <bool B, class T, class F> struct choose { using type = T; };
template <class T, class F> struct choose<false, T, F> { using type = F; };
template <class C, class... A> using either =
	typename choose<same<C, char>, narrow<A...>, format<wchar_t, itself_t<A>...>>::type;
template <class C, class... A> DEV int print(view<C>, narrow<A...> f, A &&...a) { return f.n + sizeof...(A); }
template <class C, class... A> DEV int print_either(view<C>, either<C, A...> f, A &&...a) { return f.n - sizeof...(A); }
template <class... A> DEV int print_direct(format<char, typename itself<A>::type...> f, A &&...a) { return f.n + 1; }
template <class A> DEV int print_one(narrow_one<A> f, A &&a) { return f.n + a; }
template <class A> DEV int print_plain(plain<itself_t<A>> f, A &&a) { return f.n - a; }
template <class A> DEV int takes(plain<A> f) { return 1; }
template <class A> DEV int takes(A f) { return 2; }

/* [expr.cond]/4: a conversion function makes the lvalue that the other operand is */
struct place { int v; };
struct to_place {
	place *p;
	DEV operator place &() const { return *p; }
};
struct to_const {
	const place *p;
	DEV operator const place &() const { return *p; }
};
struct to_number {
	int *p;
	DEV operator int &() const { return *p; }
};
struct to_volatile { __device__ operator volatile place &() volatile; };
template <class A, class B> using result = decltype(false ? made<A>() : made<B>());
static_assert(same<result<place &, to_place &>, place &> && same<result<to_place, place &>, place &>);
static_assert(same<result<const place &, to_const &>, const place &> && same<result<int &, to_number &>, int &>);
static_assert(same<result<volatile place &, volatile to_volatile &>, volatile place &>);

/* [class.copy.ctor]/10: what cannot be copied or moved makes the class so, also by access */
class hidden {
	__device__ hidden(const hidden &);
	__device__ hidden &operator=(const hidden &);
public:
	__device__ hidden();
};
class shown {
	__device__ shown(const shown &);
	__device__ shown &operator=(const shown &);
public:
	__device__ shown(shown &&);
	__device__ shown &operator=(shown &&);
};
struct has_hidden { hidden h[2]; };
struct is_hidden : hidden {};
struct has_shown { shown s; };
template <class T> DEV int copies() {
	return 8 * __is_constructible(T, const T &) + 4 * __is_constructible(T, T) + 2 * __is_assignable(T &, const T &) +
	       __is_assignable(T &, T);
}

/* the whole of a number of 128 bits in an object */
template <class T> struct parsed {
	T value;
	bool ok;
};
template <class T> DEV parsed<T> parse(const char *s) {
	T n = 0;
	for (; *s; s++)
		n = n * 10 + (*s - '0');
	return {n, true};
}
template <class T> __device__ int upper() {
	constexpr auto r = parse<T>("48433654723709533982");
	constexpr T a[] = {r.value, 7};
	struct {
		T first, second;
	} pair = {r.value, -r.value};
	return int(r.value >> 64) + 10 * int(a[0] >> 60) + 1000 * int(pair.second >> 64) + r.ok;
}

/* [dcl.mptr]: const belongs to the pointer */
struct thing {
	int n;
	DEV int add(int x) const { return n + x; }
	DEV int sub(int x) const { return n - x; }
	virtual ~thing() = default;
};
using method = int (thing::*)(int) const;
using const_method = int (thing::*const)(int) const;
template <class T> constexpr int is_const_type = 0;
template <class T> constexpr int is_const_type<const T> = 1;
template <method M> DEV int call(const thing &t, int x) { return (t.*M)(x); }
constexpr const_method subtract = &thing::sub;
static_assert(!same<method, const_method> && is_const_type<const_method> && is_const_type<int thing::*const>);
static_assert(!__is_assignable(const_method &, method) && !__is_class(method) && !__is_class(const_method));

/* [except.spec]/8: the destructor of an object that is destroyed by its table */
struct throws {
	virtual ~throws() noexcept(false) {}
};
static_assert(noexcept(made<thing &>().~thing()) && !noexcept(made<throws &>().~throws()));

/* [temp.class.order] with values whose type is deduced */
template <class T, T... V> struct seq {};
template <unsigned I, class T> struct element { static constexpr int n = 1; };
template <unsigned I, class T> struct element<I, const T> { static constexpr int n = 2; };
template <unsigned I, class T, T... V> struct element<I, seq<T, V...>> { static constexpr int n = 3; };
template <unsigned I, class T, T... V> struct element<I, const seq<T, V...>> { static constexpr int n = 4; };

/* A pointer to an array converts to one to an array of more qualified elements
 * ([temp.deduct.call]/4.2, [conv.qual]/3). */
template <int N> __device__ int rows_of(const int (*)[N]) { return N; }
template <class T> __device__ int bytes_of(const T (*)[5]) { return sizeof(T); }
template <class T, int N> __device__ int planes_of(const T (*)[3][N]) { return sizeof(T) * N; }
template <class T, int N> __device__ int own_of(T (*)[N]) { return sizeof(T) * N + same<T, const int>; }
template <int N> __device__ int both_of(const volatile int (*)[N], int (&)[N]) { return N; }
template <class T, int N> __device__ int listed(const T (&)[2][N], T (&)[N]) { return N; }

extern "C" __global__ void k(int *p, int n) {
	int *o = p + threadIdx.x * 64, i = 0, number = 5;
	view<char> v{"abc"};
	o[i++] = print(v, v, 1) + print(v, v) + print(v, v, 1, 2.0);
	o[i++] = print_either(v, v, 1) + print_either(v, v) + print_direct(v, 1, 'c') + print_direct(v);
	o[i++] = print_one(v, 3) + print_plain(v, 4);
	o[i++] = takes(format<char, int>(v)) * 10 + takes(v);
	place a{o[0]}, b{o[1]};
	to_place c{&b};
	(n > 1 ? a : c).v += 7;
	(n < 1 ? a : c).v += 9;
	(n < 1 ? c : a).v += 100;
	(n > 1 ? to_number{&number} : i)++;
	o[i++] = a.v;
	o[i++] = b.v;
	o[i++] = number;
	o[i++] = copies<hidden>() + 16 * copies<has_hidden>() + 256 * copies<is_hidden>() + 4096 * copies<has_shown>();
	o[i++] = upper<__int128>() + upper<unsigned __int128>();
	thing t;
	t.n = o[2];
	const method m = &thing::add;
	const_method q = m;
	o[i++] = (t.*m)(3) + 10 * (t.*q)(4) + (m == q) + call<subtract>(t, 6) + (t.*subtract)(2);
	o[i++] = element<0, seq<int, 1>>::n + 10 * element<0, const seq<int, 1>>::n + 100 * element<0, const int>::n;
	int rows[2][5] = {};
	const int fixed[2][5] = {};
	float planes[2][3][4] = {};
	o[i++] = rows_of(rows) + rows_of(fixed) + bytes_of(rows) * 10 + planes_of(planes) * 100;
	o[i++] = own_of(rows) + 100 * own_of(fixed) + both_of(rows, rows[0]) + listed(rows, rows[1]);
}
