class P { __device__ P() {} __device__ ~P() {} int v; public: __device__ P(int) {} static __device__ P make() { return P(); } };
class Q { protected: __device__ Q(int) {} ; public: int x; };
struct R : Q { __device__ R() : Q(1) {} };
struct S : P { __device__ S() : P(1) {} };
class D { __device__ ~D() {} public: __device__ void kill() { delete this; } };
class Y; class Z { __device__ Z(const Z &) {} public: __device__ Z() {} };
__device__ void by(Z) {}
__global__ void k(D *d, int *o) {
	P a(1);
	P b;
	Q q(3);
	R r;
	D e;
	delete d;
	d->kill();
	d->~D();
	new P;
	Z z; Z y = z; by(z);
	o[0] = __is_constructible(P, int) + 2 * __is_constructible(Q, int);
}
/* A constructor may have to destroy what it made. */
struct T { P p; __device__ T() : p(1) {} };
struct U { P p[2]; __device__ U(); };
__device__ U::U() : p{1, 2} {}
union W { P p; int i; __device__ W() : i(1) {} };
struct V { union { P p; int i; }; __device__ V() : i(1) {} };
struct Y1 : virtual S { __device__ Y1() {} };
struct Y2 : virtual P { __device__ Y2() : P(2) {} };
template <class A> struct B { A p; __device__ B() : p(1) {} };
template <class A> struct C { A p; __device__ C() : p(1) {} };
struct E { int x; __device__ ~E() = delete; __device__ E(int) {} __device__ E() : E(1) {} };
struct F { int x; __device__ F(int) {} __device__ F() : F(1) {} private: __device__ ~F() {} };
__device__ B<P> *make() { return new B<P>; }
