/* deduction.cu - what template arguments are deduced from. Compiled with -std=c++20
 * ([temp.deduct], [temp.arg.explicit], [dcl.fct], [class.access])
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

/* [temp.deduct.conv]/2: the type that a reference refers to takes its place */
template <class T> __device__ T held = T(42);
struct Any {
	template <class T> __device__ operator T &&() const {
		return static_cast<T &&>(held<T>);
	}
};
struct AnyLvalue {
	template <class T> __device__ operator T &() const {
		return held<T>;
	}
};
struct Three {
	int a;
	double b;
	char c;
};
template <class T, class... A> DEV auto has(int) -> decltype(T{A()...}, 1) { return sizeof...(A); }
template <class T, class... A> DEV int has(...) { return 0; }

/* [temp.arg.explicit]/7: what is explicit is not deduced from, but converted */
template <class... T> DEV int sizes(T... x) { return (int(sizeof(x)) + ...); }
struct Overloaded {
	__device__ int f(const int &x) { return x; }
	__device__ int f(float x) { return -1; }
};
template <class... A> DEV int member(int (Overloaded::*m)(A...), A... a) {
	Overloaded o;
	return (o.*m)(a...);
}

/* [temp.deduct.call]/1: only the bound is deduced from the list */
template <int N> DEV int chars(const char (&x)[N]) { return N * 100 + x[N - 1]; }

/* [temp.deduct.type]/13: a type is deduced from the type of a value */
template <long n> struct Of {};
template <class T> struct TypeOf;
template <class T, T n> struct TypeOf<Of<n>> {
	using type = T;
};
template <class T, T n> DEV int bound(int (&)[n]) { return sizeof(T) * 100 + n; }
template <class T, T n> DEV int bound(T, int (&)[n]) { return sizeof(T) * 100 + n; }

/* [expr.type.conv]/2, [expr.sizeof]/1: substitution fails */
template <class T, class = decltype(T())> DEV int makes(int) { return 1; }
template <class> DEV int makes(...) { return 0; }
template <class T, unsigned = sizeof(T)> DEV int sized(int) { return 1; }
template <class> DEV int sized(...) { return 0; }
struct Abstract {
	virtual void f() = 0;
};
struct NoEnd {
	~NoEnd() = delete;
};

/* [class.access.base]/5.3: a friend of a class names protected members of its bases */
struct Protected {
protected:
	__device__ int g() { return 5; }
};
template <class... T> struct Visitor;
template <class T> struct Visitor<T> {
	template <class U> __device__ static int visit(U *u) {
		return u->T::g();
	}
};
struct Befriends : Protected {
	template <class...> friend struct Visitor;
};

/* [dcl.fct]/22: abbreviated templates that are defined outside of their classes */
struct Plain {
	int v;
	__device__ Plain(auto x);
	__device__ int f(auto x, int y);
	template <int N> __device__ int g(auto x);
};
__device__ Plain::Plain(auto x) : v(sizeof(x)) {}
__device__ int Plain::f(auto x, int y) { return v + int(x) * y; }
template <int N> __device__ int Plain::g(auto x) { return N * int(sizeof(x)); }
template <class T> struct InTemplate {
	__device__ int f(auto x);
	template <int N> __device__ int g(auto x);
};
template <class T> __device__ int InTemplate<T>::f(auto x) { return sizeof(T) * 10 + sizeof(x); }
template <class T> template <int N> __device__ int InTemplate<T>::g(auto x) { return sizeof(T) * N + sizeof(x); }

/* [conv.ptr]/1: false is no null pointer constant */
struct FromLong {
	__device__ FromLong(long) {}
};
struct FromPointer {
	__device__ FromPointer(void *) {}
};
DEV int from(FromLong) { return 1; }
DEV int from(FromPointer) { return 2; }

/* [temp.deduct.call]/4.2, [conv.qual]/3: each of several pointers may be to a more qualified type */
template <class T> DEV int first(const T *const p[2]) { return *p[0] + int(sizeof(T)); }
template <class T> DEV int second(const T *const *const &p) { return *p[1] + int(sizeof(T)); }
template <class T> DEV int third(const T *const *const *p) { return 1; }
template <class T> DEV int third(T p) { return 2; }

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	int a = Any(), b = AnyLvalue();
	const double &c = AnyLvalue();
	o[2] = a + b + int(c);
	o[3] = has<Three, Any, Any, Any>(0) + 10 * has<Three, Any, Any, Any, Any>(0) +
	       100 * has<Three, AnyLvalue, AnyLvalue>(0);
	o[4] = sizes<int *, float *>(0, 0, 0) + 100 * sizes<char>(t);
	o[5] = member<const int &>(&Overloaded::f, t);
	o[6] = chars({1, 2, 3}) + chars({7});
	o[7] = sizeof(TypeOf<Of<2>>::type);
	int row[5];
	o[8] = bound(row) + 1000 * bound(t, row);
	o[9] = makes<int>(0) + 2 * makes<int[]>(0) + 4 * makes<int()>(0) + 8 * makes<int &>(0) + 16 * makes<Abstract>(0) +
	       32 * makes<NoEnd>(0) + 64 * makes<int[2]>(0) + 128 * makes<void>(0) + 256 * makes<Three>(0);
	o[10] = sized<void>(0) + 2 * sized<int>(0) + 4 * sized<int()>(0) + 8 * sized<int[]>(0);
	Befriends f;
	o[11] = Visitor<Protected>::visit(&f);
	Plain p(short(1));
	InTemplate<long> in;
	o[12] = p.f(2.5, t) + 100 * p.g<7>('c') + 10000 * in.f('c') + 1000000 * in.g<3>(2);
	o[13] = from(false);
	int *const two[2] = {&t, &t}, *const *at = two;
	short s = 5, *shorts[2] = {&s, &s}, *const *const *deep = nullptr;
	o[14] = first(two) + 100 * first(shorts) + 10000 * second(at) + 1000000 * third(deep) + 10000000 * third(shorts);
	o[15] = n;
}
