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
