/* initialisers.cu - bases, members and the class itself that a constructor's initialisers name by decltype
 * ([class.base.init]/1), members of unions, and shifts and nested folds of packs ([expr.prim.fold], [temp.variadic]/5).
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

struct Base {
	int v;
	DEV Base(int x = 4) : v(x) {}
};
struct Derived : decltype(Base()) {
	int k;
	DEV Derived(int x) : decltype(Base())(x), k(decltype(k)(5)) {}
	DEV Derived(Derived *d) : decltype(*d + 0, Derived(1))(d->v + 1) {}
	DEV int operator+(int x) const { return x; }
};
template <class T> struct Held : T {
	T t;
	DEV Held() : decltype(T())(7), t(decltype(t)(8)) {}
	DEV Held(T a) : decltype(a)(a), t{a} {}
};

/* [class.base.init]/9: an initialiser in a union counts if the constructor names no other member of it */
struct Variant {
	int tag;
	union {
		int a;
		Base b;
		float c = 1.5f;
	};
	union {
		struct {
			short low, high;
		};
		int both = 7;
	};
	DEV Variant() : tag(1), b(5) {}
	DEV Variant(int x) : tag(2), a(x), low(short(x)), high(1) {}
	DEV Variant(float) : tag(3) {}
};
union Own {
	int i;
	float f = 2.5f;
	DEV Own() {}
	DEV Own(int x) : i(x) {}
};

/* [class.mem]: a lambda in a default initialiser captures the object that is made */
template <class T> struct Made {
	T v;
	int twice = [this] { return v * 2; }();
	int more = [&](auto q) {
		auto in = [=] { return this->v + q; };
		return in();
	}(3);
};
/* [class.abstract]/2: a pure virtual function may be defined, and called by its qualified name */
struct Abstract {
	int a = 4;
	__device__ virtual int g() = 0;
};
DEV int Abstract::g() { return 50 + a; }
struct Concrete : Abstract {
	__device__ int g() override { return Abstract::g() + 1; }
};

template <int... I> struct Seq {};
/* the inner fold expands J, the outer one I */
template <int... I, int... J> DEV int cross(Seq<I...>, Seq<J...>) {
	int r = 0;
	([&](auto i) { ((r += i * J), ...); }(I), ...);
	return r;
}
template <class... T> DEV int shifts(T... t) {
	return (t >> ... >> 1) + 100 * (256 >> ... >> t) + 10000 * (1 << ... << t) + 1000000 * (t > ... > 0);
}
template <class... T> DEV int shifted(int a, T... t) {
	int b = a;
	(a >>= ... >>= t);
	(b <<= ... <<= t);
	return a + b;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	Derived d(t), e(&d);
	o[0] = d.v + 100 * d.k + 10000 * e.v;
	Held<Base> h, i(Base(t + 1));
	o[1] = h.v + 100 * h.t.v + 10000 * i.v + 1000000 * i.t.v;
	decltype(d) g = decltype(d)(3);
	o[2] = g.v + decltype(t)() + decltype(t){};
	o[3] = cross(Seq<1, 2>{}, Seq<3, 4, 5>{});
	o[4] = shifts(2, 1);
	o[5] = shifted(t, 1) + n;
	Variant u, v(t), w(1.0f);
	o[6] = u.b.v + 10 * u.both + 100 * v.a + 10000 * v.low + 1000000 * v.high;
	o[8] = Made<int>{t}.twice + 100 * Made<int>{7}.twice + 10000 * Made<int>{t + 1}.more + 1000000 * Made<long>{5}.more;
	Concrete made;
	Abstract &abstract = made;
	o[9] = abstract.g();
	o[7] = int(2 * w.c) + 10 * w.both + 100 * Own(t).i + int(10000 * Own().f);
}
