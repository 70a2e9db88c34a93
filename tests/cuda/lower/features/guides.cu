/* guides.cu - class template arguments that are deduced from aggregates and by guides. Compiled with -std=c++20
 * ([over.match.class.deduct], [temp.deduct.guide])
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

/* [over.match.class.deduct]/1: the elements of an aggregate are its bases and members; a pack of bases comes last */
template <class... F> struct Overloaded : F... {
	using F::operator()...;
};
template <class T> struct Base {
	T x;
};
template <class T> struct Derived : Base<int> {
	T y;
};
template <class T> struct Dependent : Base<T> {
	T y;
};
template <class A, class B> struct Pair {
	A a;
	B b[3];
	int c = 5;
};
template <class T, class U> struct Two {
	T t;
	U u;
};
template <class T, int N> struct Array {
	T d[N];
};
template <class T, int N> struct Named {
	int id;
	T d[N];
};

/* [temp.deduct.guide]/3: a guide stands in the scope of the template, of a class as well */
struct Plain {
	template <class U> struct In {
		U u;
		DEV In(U b) : u(b) {}
		template <class V> DEV In(V *p, int) : u(*p) {}
	};
	template <class V> In(V *, int) -> In<V>;
	In(char) -> In<long>;
	DEV static int make(int x) {
		In i(2.5), j(3.5);
		In k(&x, 1);
		In l('c');
		return sizeof(i) + 10 * sizeof(k) + 100 * sizeof(l) + 1000 * k.u;
	}
};
template <class T> struct Outer {
	template <class U> struct In {
		T t;
		U u;
		DEV In(T a, U b) : t(a), u(b) {}
		template <class V> DEV In(V *p) : t(1), u(*p) {}
	};
	template <class V> In(V *) -> In<V>;
	template <class U> struct Ag {
		U u[2];
		T t;
	};
	DEV static int make(int x) {
		In i(T(x), 2.5);
		In j(&x);
		Ag g{{1L, 2L}, T(x)};
		return sizeof(i) + 100 * sizeof(j) + 10000 * sizeof(g) + 1000000 * j.u;
	}
};

/* braces are left out around elements whose types depend on no parameter, and around arrays */
struct Plain2 {
	int x, y;
};
union Either2 {
	int i;
	double d;
};
template <class T> struct WithPlain : Plain2 {
	Plain2 p[2];
	T x;
	Either2 e;
	T y[3];
	T z;
};
template <class T> struct ConvertsPlain {
	T x;
	Plain2 p;
	T y;
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	Overloaded f{[](int a) { return a; }, [&](double b) { return int(b) + t; }, [](const char *s) { return int(s[0]); }};
	o[0] = f(3) + 100 * f(4.5) + 10000 * f("a");
	Derived d{{t}, 2.5};
	Dependent<long> e{{1}, 2};
	Pair p{t, {1.5, 2.5, 3.5}};
	o[1] = d.x + 100 * int(sizeof d) + 10000 * int(e.x + e.y) + 1000000 * int(p.b[2] * 2);
	/* designated: the members that are named */
	Two q = {.t = 3, .u = 'c'};
	auto *r = new Two{.t = 2.5, .u = t};
	o[2] = q.u + 1000 * int(sizeof q) + 100000 * int(sizeof *r) + r->u;
	delete r;
	o[3] = Two{.t = 1, .u = t}.u + 100 * Two(4, 5L).t;
	/* an array: of a braced list, or of a string */
	Array a{{1, 2, t}};
	Array s{"abc"};
	Named m{7, "text"};
	Named l{8, {1.5, 2.5}};
	o[4] = a.d[2] + 100 * int(sizeof s) + 10000 * int(sizeof m) + 1000000 * int(sizeof l);
	o[5] = Plain::make(t);
	o[6] = Outer<char>::make(t);
	o[7] = sizeof(Plain::In('c')) + n;
	WithPlain w{1, 2, 3, 4, 5, 6, 2.5, 7, 1.5, 2.0, 3.0, t + 0.5};
	WithPlain v{{1}, {}, 'a', {3}, 'b', 'c', 'd'};
	o[8] = static_cast<Plain2 &>(w).y + 10 * w.p[1].y + 100 * w.e.i + int(w.x * 2000 + w.z * 10000) + 100000 * int(w.y[1]);
	o[9] = sizeof w + 1000 * sizeof v + v.y[2] + v.z;
	ConvertsPlain c{1L, Plain2{2, 3}, 4L};
	ConvertsPlain b{t, 5, 6, 7};
	o[10] = c.p.y + 10 * c.y + 100 * sizeof c + 10000 * (b.p.y + b.y) + b.x;
}
