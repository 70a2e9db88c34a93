/* called_arguments.cu - calls of template arguments: whether they may throw is said by the parameter's type (with
 * -std=c++20), not by the function; a noexcept member function is an argument for a parameter without noexcept;
 * only const & without volatile takes an rvalue, as a parameter and as an object's.
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__
DEV int may(int x) { return x + 1; }
DEV int never(int x) noexcept { return x + 2; }
template <class T> DEV int any(T x) noexcept { return x + 3; }
struct S {
	DEV int m() noexcept { return 5; }
	DEV int c(int x) const noexcept { return x * 2; }
};
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

template <int (*F)(int)> struct by_pointer {
	static constexpr bool quiet = noexcept(F(1)), starred = noexcept((*F)(1));
	static DEV int call(int x) { return F(x); }
};
template <int (*F)(int) noexcept> struct by_quiet_pointer { static constexpr bool quiet = noexcept(F(1)); };
template <auto F> struct by_auto { static constexpr bool quiet = noexcept(F(1)); };
template <int (&F)(int)> struct by_reference {
	static constexpr bool quiet = noexcept(F(1));
	static DEV int call(int x) { return F(x); }
};
template <int (S::*F)()> struct by_member {
	static constexpr bool quiet = noexcept((S().*F)());
	static DEV int call() { return (S().*F)(); }
};
template <int (S::*F)() noexcept> struct by_quiet_member { static constexpr bool quiet = noexcept((S().*F)()); };
template <auto F> struct by_any_member { static constexpr bool quiet = noexcept((S().*F)()); };
template <class R, class... A, bool N> DEV constexpr int says(R (*)(A...) noexcept(N)) { return N; }
template <int (*F)(int)> DEV int asked() {
	return says(F) + 2 * noexcept(F(1)) + 4 * same<decltype(F), int (*)(int)>;
}
template <int (S::*F)(int) const> DEV int const_member(S s) { return (s.*F)(4) + same<decltype(F), int (S::*)(int) const>; }

struct by_lvalue {
	DEV void operator()(int *) const volatile &;
	DEV void operator()(char) const &;
	DEV void operator()(double) volatile &&;
};
template <class T> T &&made() noexcept;
template <class T, class A, class = void> constexpr bool called = false;
template <class T, class A> constexpr bool called<T, A, decltype(void(made<T>()(made<A>())))> = true;
template <class A> constexpr int calls =
	called<by_lvalue, A> + 2 * called<const by_lvalue, A> + 4 * called<volatile by_lvalue, A> +
	8 * called<by_lvalue &, A> + 16 * called<const by_lvalue &, A> + 32 * called<const volatile by_lvalue &, A>;
struct pair2 {
	int a, b;
};
template <class T> DEV auto from_list(int) -> decltype(void(T({1, 2})), 1) { return 1; }
template <class T> DEV int from_list(long) { return 0; }
struct takes_volatile {
	DEV takes_volatile(const volatile pair2 &) {}
};
struct takes_const {
	DEV takes_const(const pair2 &) {}
};

extern "C" __global__ void k(int *p, int n) {
	int *o = p + threadIdx.x * 64, i = 0;
	o[i++] = by_pointer<may>::quiet + 2 * by_pointer<never>::quiet + 4 * by_pointer<&never>::starred;
	o[i++] = by_quiet_pointer<never>::quiet + 2 * by_auto<may>::quiet + 4 * by_auto<never>::quiet;
	o[i++] = by_reference<may>::quiet + 2 * by_reference<never>::quiet;
	o[i++] = by_member<&S::m>::quiet + 2 * by_quiet_member<&S::m>::quiet + 4 * by_any_member<&S::m>::quiet;
	o[i++] = by_pointer<never>::call(n) + by_reference<never>::call(n) + by_member<&S::m>::call();
	o[i++] = asked<may>() + 10 * asked<never>() + 100 * asked<any>() + 1000 * asked<any<int>>();
	o[i++] = noexcept((&never)(1)) + 2 * noexcept((*never)(1)) + 4 * noexcept(never(1)) + 8 * noexcept((&may)(1));
	o[i++] = by_pointer<any>::quiet + 2 * by_auto<any<int>>::quiet + by_pointer<any>::call(n);
	auto q = &S::m;
	int (S::*m)() = &S::m;
	S s;
	o[i++] = const_member<&S::c>(s) + 100 * noexcept((s.*q)()) + 1000 * noexcept((s.*m)());
	o[i++] = calls<int *>;
	o[i++] = calls<char>;
	o[i++] = calls<double>;
	o[i++] = from_list<takes_const>(1) * 10 + from_list<takes_volatile>(1);
}
