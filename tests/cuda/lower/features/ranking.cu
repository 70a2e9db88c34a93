/* ranking.cu - which function a call means. Compiled with -std=c++20
 * ([over], [temp.deduct], [basic.lookup])
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

/* [over.ics.rank]/3.1: a list that initialises fewer elements, or as many of an array with a bound; [over.ics.list]/6:
 * the worst conversion of an element counts */
DEV int list_of(const int (&)[2]) { return 1; }
DEV int list_of(const int (&)[3]) { return 2; }
DEV int kind_of(const int (&)[2]) { return 1; }
DEV int kind_of(const double (&)[2]) { return 2; }
DEV int bound(int (&&)[]) { return 1; }
DEV int bound(double (&&)[]) { return 2; }
DEV int bound(int (&&)[2]) { return 3; }
DEV int after(int, const int (&)[1]) { return 1; }
DEV int after(double, const int (&)[2]) { return 2; }
/* [conv.qual]: to forget the bound is a conversion, and so is to add const */
DEV int of_array(int (&)[]) { return 1; }
DEV int of_array(int (&)[1]) { return 2; }
DEV int of_pointer(int (*)[]) { return 1; }
DEV int of_pointer(int (*)[1]) { return 2; }
DEV int of_const(const int (&)[]) { return 1; }
DEV int of_const(int (&)[1]) { return 2; }

/* [over.ics.rank]/4.2: a promotion to the type that is fixed for an enumeration is better than one to what that
 * promotes to */
enum Small : char { small };
enum Big : long { big };
DEV int fixed(char) { return 1; }
DEV int fixed(int) { return 2; }
DEV int fixed(long) { return 3; }

/* [over.call.object]: the functions to which an object converts are called, beside its operator() */
DEV int by_int(int x) { return x + 1; }
DEV int by_two(int x, int y) { return x * y; }
DEV int by_double(double) { return 7; }
struct Object {
	using One = int (*)(int);
	using Two = int (&)(int, int);
	__device__ operator One() const { return by_int; }
	__device__ operator Two() const { return by_two; }
	__device__ int operator()(const char *) const { return 5; }
};
struct Either {
	using Int = int (*)(int);
	using Double = int (*)(double);
	__device__ operator Int() { return by_int; }
	__device__ operator Double() { return by_double; }
};
template <class F, class... A> DEV auto can_call(F f, A... a) -> decltype(f(a...), 1) { return 1; }
DEV int can_call(...) { return 0; }

/* [expr.delete]/1, [expr.cond]/6, [over.built]: classes as operands of built-in operators */
struct Smart {
	int *p;
	__device__ operator int *() { return p; }
	__device__ operator int *() const { return p; }
};
struct ToInt {
	__device__ operator int() const { return 4; }
};
struct ToLong {
	__device__ operator long() const { return 6; }
};
struct Null {
	template <class T> __device__ operator T *() const { return nullptr; }
};

/* [over.over], [expr.reinterpret.cast]/10: pointers to members of other classes and types */
struct Base {};
struct Derived : Base {
	int x;
	__device__ int get() { return x; }
	__device__ int get(int y) { return x + y; }
	template <class T> __device__ int sum(T y) { return x + (int)y * 2; }
};
using BaseGet = int (Base::*)();
using BaseGetInt = int (Base::*)(int);
using Other = void (Base::*)(double);

/* [dcl.spec.auto]/12: the address of a function gives it its result */
template <class T> struct Deduces {
	__device__ auto f(int x) { return x + 1; }
	__device__ auto f(char x) { return (long)x; }
	__device__ static auto h() { return T(9); }
};
template <class T> DEV int result(T (*)()) { return sizeof(T); }
DEV int call(int (*f)()) { return f(); }

/* [temp.deduct.type]/10: T && of a parameter's type is deduced from an lvalue reference */
template <class T> DEV int forwarded(T &&x) { return sizeof(T) + x; }

/* [basic.lookup.argdep]/1: a name in parentheses is not looked for in the arguments' namespaces */
namespace near {
struct S {};
DEV int named(const S &) { return 1; }
} // namespace near
DEV int named(const near::S &) { return 2; }

/* [over.match.oper]/3: an operator that a using-declaration brings, of which later ones are not seen */
namespace ops {
struct V {
	int x;
};
} // namespace ops
namespace more {
DEV int operator+(const ops::V &a, int b) { return a.x + b; }
} // namespace more
namespace user {
using more::operator+;
DEV int operator+(int a, const ops::V &b) { return a * b.x; }
DEV int sum(ops::V v) { return (v + 3) * 100 + (2 + v); }
} // namespace user
namespace more {
DEV int operator+(const ops::V &, short) { return -1; }
} // namespace more
namespace user {
DEV int early(ops::V v) { return v + 3; }
} // namespace user

/* [over.ics.rank]/3.2.1: the identity is better than a qualification conversion, of an array as well */
DEV int identity(const int (&)[3]) { return 1; }
DEV int identity(const int *) { return 2; }
template <int N> DEV int identity_of(int (&)[N]) { return 1; }
template <int N> DEV int identity_of(const int *) { return 2; }
template <class T> DEV int deduced(const T &) { return 1; }
DEV int deduced(const int *) { return 2; }
DEV int by_reference(int *const &) { return 1; }
DEV int by_reference(const int *) { return 2; }
DEV int to_const(const int *const &) { return 1; }
DEV int to_const(int *) { return 2; }

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15, one[1] = {t};
	o[2] = list_of({}) + 10 * list_of({1}) + 100 * list_of({1, 2}) + 1000 * list_of({1, 2, 3});
	o[3] = kind_of({1, 2}) + 10 * kind_of({1.0, 2.0}) + 100 * kind_of({t, t});
	o[4] = bound({1}) + 10 * bound({1.0}) + 100 * bound({1.0, 2.0}) + 1000 * bound({1, 2}) + 10000 * bound({1, 2, 3});
	o[5] = after(1, {1});
	o[6] = of_array(one) + 10 * of_pointer(&one) + 100 * of_const(one);
	o[7] = fixed(small) + 10 * fixed(big);
	Object ob;
	Either ei;
	o[8] = ob(t) + 100 * ob(t, 3) + 10000 * ob("");
	o[9] = ei(t) + 100 * ei(2.0);
	o[10] = can_call(ob, 1) + 2 * can_call(ob, 1, 2) + 4 * can_call(ob, 1, 2, 3) + 8 * can_call(ei, 1L) +
	        16 * can_call(ei, 1.0f);
	Smart s{new int(t)};
	o[11] = *s;
	delete s;
	ToInt ti;
	ToLong tl;
	o[12] = (t & 1 ? ti : tl) + (int)sizeof(t ? ti : tl);
	int *p = one;
	o[13] = (p == Null()) + 2 * (Null() != p);
	Derived d;
	d.x = t;
	BaseGet g = (BaseGet)&Derived::get;
	BaseGetInt gi = (BaseGetInt)&Derived::sum<int>, gj = static_cast<BaseGetInt>(&Derived::get);
	Other ot = reinterpret_cast<Other>(g);
	o[14] = (static_cast<Base &>(d).*g)() + 100 * (static_cast<Base &>(d).*gi)(5) +
	        10000 * (static_cast<Base &>(d).*gj)(6);
	o[15] = (d.*(int (Derived::*)())ot)() + (ot == nullptr);
	int Derived::*m = &Derived::x;
	o[16] = d.*(int Derived::*)(float Derived::*)m + ((float Derived::*)(int Derived::*)nullptr == nullptr);
	int (Deduces<char>::*df)(int) = &Deduces<char>::f;
	long (Deduces<char>::*dl)(char) = &Deduces<char>::f;
	Deduces<char> dc;
	o[17] = (dc.*df)(t) + 100 * (int)(dc.*dl)(t);
	o[18] = result(Deduces<long>::h) + 10 * result(&Deduces<char>::h) + 100 * call(Deduces<int>::h);
	int (*fw)(int &) = &forwarded;
	int (*fr)(char &&) = &forwarded;
	o[19] = fw(t) + 100 * fr((char)t);
	o[20] = (named)(near::S());
	o[21] = user::sum({t});
	o[22] = user::early({t});
	o[23] = (nullptr == 0) + 2 * (0 != nullptr);
	int row[3] = {}, *at = row;
	o[24] = identity(row) + 10 * identity_of<3>(row) + 100 * deduced(row) + 1000 * by_reference(at) + 10000 * to_const(at);
	o[25] = n;
}
