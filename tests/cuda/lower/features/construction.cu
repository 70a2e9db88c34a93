/* construction.cu - what virtual functions and virtual bases are while an object is made: each
 * initialiser sees the tables of the class whose constructor runs. The same source runs on the host,
 * which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct A {
	int a;
	__device__ A(int n = 42) : a(n) {
	}
	__device__ int get() {
		return a;
	}
};

/* members that name a virtual base in their own initialisers */
struct B : virtual A {
	int j = a + get();
	int k = A::a + A::get();
	int *p = &this->a;
};
struct C : B {
	int pad = a;
};
template <class T> struct D : virtual T, C {
	int more = T::a + j;
	__device__ D() : T(7), C() {
	}
};

/* the initialiser of a base converts `this` to a virtual base */
struct Keeps {
	A *at;
	__device__ Keeps(A *at) : at(at) {
	}
};
struct E : virtual A, Keeps {
	__device__ E() : Keeps(this) {
	}
	__device__ bool is_right() {
		A *p = this;
		return p == at;
	}
};
struct F : virtual E {
	int n = 3;
	Keeps second{this};
};
struct Other {
	A *at;
	__device__ Other(A *at) : at(at) {
	}
};
struct G : F, virtual Other {
	__device__ G() : Other(static_cast<E *>(this)) {
	}
};

/* virtual functions in the initialisers of bases, members and bodies */
struct Shape {
	int first;
	__device__ Shape() : first(kind()) {
	}
	__device__ Shape(int) : first(call(this)) {
	}
	__device__ virtual int kind() {
		return 1;
	}
	static __device__ __noinline__ int call(Shape *s) {
		return s->kind();
	}
	__device__ virtual ~Shape() {
	}
};
struct Member {
	int seen;
	__device__ Member(Shape *s) : seen(Shape::call(s)) {
	}
};
struct Round : Shape {
	Member m;
	int second = call(this);
	__device__ Round() : Shape(0), m(this) {
		second = second * 10 + kind();
	}
	__device__ int kind() override {
		return 2;
	}
};
struct Circle final : Round {
	int third = kind();
	Member n{this};
	int all[2] = {call(this), Round::kind()};
	__device__ int kind() override {
		return 3;
	}
};
struct Virtual : virtual Round {
	int fourth = call(this);
	__device__ int kind() override {
		return 4;
	}
};
struct Last : Virtual {
	int fifth = call(this);
	__device__ int kind() override {
		return 5;
	}
};

/* copies: the tables are the copy's own class's */
struct Watches {
	Shape *of;
	int seen;
	__device__ Watches(Shape *s) : of(s), seen(Shape::call(s)) {
	}
	__device__ Watches(const Watches &o) : of(o.of), seen(o.seen * 10 + Shape::call(of)) {
	}
};
struct Copied : Round {
	Watches w{this};
	__device__ int kind() override {
		return 6;
	}
};

extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, n = o[0];
	B b;
	C c;
	D<A> d;
	o[1] = b.j + b.k * 3 + *b.p * 5;
	o[2] = c.j + c.k * 3 + c.pad * 5 + (c.p == &c.a);
	o[3] = d.j + d.k * 3 + d.more * 5 + d.pad * 7;
	E e;
	F f;
	G g;
	o[4] = e.is_right() + 2 * f.is_right() + 4 * g.is_right() + 8 * (f.second.at == (A *)&f);
	o[5] = (g.Other::at == (A *)&g) + f.n + n;
	Round r;
	Circle q;
	Virtual v;
	Last l;
	o[6] = r.first + r.m.seen * 10 + r.second * 100;
	o[7] = q.first + q.m.seen * 10 + q.second * 100 + q.third * 10000 + q.n.seen * 100000 + q.all[0] * 1000000 + q.all[1] * 10000000;
	o[8] = v.first + v.m.seen * 10 + v.second * 100 + v.fourth * 10000;
	o[9] = l.first + l.m.seen * 10 + l.second * 100 + l.fourth * 10000 + l.fifth * 100000;
	Copied x, y(x), z(y);
	o[10] = x.w.seen + y.w.seen + z.w.seen + Shape::call(&z);
}
