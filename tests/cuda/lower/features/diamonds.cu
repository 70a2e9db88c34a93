/* diamonds.cu - virtual bases in levels, where many ways lead to one: names that hide others, conversions.
 * SPDX-License-Identifier: Apache-2.0 */
struct B0 {
	int first;
	__device__ virtual int f(int x) { return first + x; }
	__device__ int plain(int x) { return first * x; }
};
#define LEVEL(n, below) \
	struct L##n : virtual B##below { \
		int l; \
	}; \
	struct R##n : virtual B##below { \
		int r; \
		__device__ int right(int x) { return r + x; } \
	}; \
	struct B##n : L##n, R##n { \
		int own; \
		__device__ B##n() : own(n) { \
			this->l = n * 2; \
			this->r = n * 3; \
		} \
	};
LEVEL(1, 0)
LEVEL(2, 1)
LEVEL(3, 2)
struct Over : B3 {
	__device__ int f(int x) override { return B0::f(x) * 2 + B1::own; }
};
// a name of one base hides that of a virtual base on the other way
struct A {
	int n;
	__device__ int g() { return n; }
};
struct A1 : virtual A {
	__device__ int g() { return n + 1; }
};
struct A2 : virtual A {};
struct A3 : A2, A1 {
	__device__ int h() { return g(); }
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	Over x;
	x.first = t;
	B0 *p = &x;
	R1 *q = &x;
	o[2] = p->f(t) + x.plain(3);
	o[3] = q->f(n & 7) + q->r + x.R2::right(2) + x.B1::l;
	o[4] = x.own + x.B2::own;
	A3 a;
	a.n = t;
	o[5] = a.h() * 10 + a.g();
}
