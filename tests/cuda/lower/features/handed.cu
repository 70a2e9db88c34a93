/* handed.cu - objects on their way through calls: inherited constructors and thunks hand their
 * parameters on, assignments by operator functions evaluate the right operand first, structured
 * bindings copy arrays as they are written. The same source runs on the host, which says what is right.
 * SPDX-License-Identifier: Apache-2.0 */
struct Ptr {
	int *log;
	__device__ Ptr(int *l) : log(l) {
		*log += 1;
	}
	__device__ Ptr(const Ptr &o) : log(o.log) {
		*log += 10;
	}
	__device__ Ptr(Ptr &&o) : log(o.log) {
		*log += 100;
	}
	__device__ ~Ptr() {
		*log += 1000;
	}
};
struct Base {
	Ptr p;
	int n;
	__device__ Base(Ptr v, int n = 3) : p(static_cast<Ptr &&>(v)), n(n) {
		*p.log += 100000;
	}
};
struct Mid : Base {
	using Base::Base;
};
struct Derived : Mid {
	using Mid::Mid;
	int more = 4;
};
struct Virtual : virtual Base {
	using Base::Base;
};
struct Fixed {
	int n;
	__device__ Fixed(int n) : n(n) {
	}
	Fixed(const Fixed &) = delete;
	__device__ ~Fixed() {
		n = 0;
	}
};
struct TakesFixed {
	int n;
	__device__ TakesFixed(Fixed f) : n(f.n) {
	}
};
struct TakesFixedToo : TakesFixed {
	using TakesFixed::TakesFixed;
};
__device__ int inherited(int n) {
	int log = 0, r = 0;
	{
		Ptr p(&log);
		Derived d(static_cast<Ptr &&>(p));
		r += log;
		Derived e(p, 4);
		r += log * 3 + d.n + e.n + e.more;
	}
	r += log * 5;
	{
		Derived d = Ptr(&log);
		Virtual v = Ptr(&log), w(&log, 7);
		r += log * 7 + w.n;
	}
	return r + log * 11 + TakesFixedToo(Fixed(n)).n;
}

struct First {
	__device__ virtual int f(Ptr p, int x) {
		return *p.log + x;
	}
};
struct Second {
	int j = 0;
	__device__ virtual int f(Ptr p, int x) {
		return *p.log * 2 + x;
	}
	__device__ virtual int g(Fixed f) {
		return f.n;
	}
};
struct Both : First, Second {
	__device__ int f(Ptr p, int x) override {
		*p.log += 5;
		return x;
	}
	__device__ int g(Fixed f) override {
		return f.n + 1;
	}
};
__device__ int thunks(int n) {
	int log = 0;
	Both b;
	Second *s = &b;
	int r = s->f(Ptr(&log), 3) + log * 3;
	Ptr q(&log);
	r += s->f(q, 4) + log * 5;
	int (Second::*m)(Ptr, int) = &Second::f;
	r += (b.*m)(q, 1) + log * 7;
	int (Second::*g)(Fixed) = &Second::g;
	return r + s->g(Fixed(n)) + (b.*g)(Fixed(2));
}

/* the right operand first; the left one first of anything else */
struct Log {
	int n;
	__device__ int operator()(int digit) {
		n = n * 10 + digit;
		return digit & 3;
	}
};
struct Value {
	int v;
	__device__ Value(int v = 0) : v(v) {
	}
	__device__ Value &operator=(const Value &o) {
		v = o.v;
		return *this;
	}
	__device__ Value &operator+=(int x) {
		v += x;
		return *this;
	}
	__device__ __noinline__ Value &operator-=(Value x) {
		v -= x.v;
		return *this;
	}
	__device__ Value &operator[](int) {
		return *this;
	}
	__device__ Value &operator<<(int) {
		return *this;
	}
};
struct Table {
	int v = 1;
	__device__ virtual Table &operator=(const Table &o) {
		v = o.v + 1;
		return *this;
	}
	__device__ virtual Table &operator+=(Ptr p) {
		v += *p.log;
		return *this;
	}
	__device__ virtual Table &operator>>(int) {
		return *this;
	}
};
struct TableToo : Table {
	int w = 5;
};
struct Weak {
	int v;
};
__device__ Weak &operator*=(Weak &w, int x) {
	w.v *= x;
	return w;
}
__device__ __noinline__ Weak &operator/=(Weak &w, Weak x) {
	w.v /= x.v;
	return w;
}
__device__ int order(int n) {
	Log log = {};
	Value v[4];
	Table t, u;
	Weak w = {n}, x = {2};
	int a[4] = {}, i = 1;
	auto value = [&](int d) -> Value & { return v[log(d)]; };
	auto table = [&](int d) -> Table & { return log(d) & 1 ? t : u; };
	auto weak = [&](int d) -> Weak & { return log(d) & 1 ? w : x; };
	value(1) = value(2);
	value(1) += log(2);
	value(1) -= value(3);
	int r = log.n;
	log.n = 0;
	table(1) = table(2);
	table(1) += Ptr(&(log(3), log.n));
	table(1) >> log(2) >> log(3);
	r += log.n * 3;
	log.n = 0;
	weak(1) *= log(3);
	weak(1) /= weak(2);
	weak(1) = weak(2);
	r += log.n * 5;
	log.n = 0;
	value(1)[log(2)] = value(3)[log(0)];
	value(1) << log(2) << log(3);
	a[log(1)] = log(2);
	a[log(1)] += log(3);
	r += log.n * 7;
	v[i] = Value(i++);
	v[i] += i++;
	r += v[1].v + v[2].v * 3 + v[3].v * 5 + i;
	TableToo p, q;
	q.w = 9;
	Table &base = p;
	base = q;
	r += p.w * 3 + p.v;
	p = q;
	return r + p.w * 5 + p.v * 7 + t.v + u.v * 3 + w.v;
}
/* an implicit assignment overrides a virtual one */
struct Assigned {
	__device__ virtual Assigned &operator=(const Assigned &) {
		return *this;
	}
	__device__ virtual int get() {
		return 1;
	}
};
struct Late;
struct Early {
	__device__ virtual Late &operator=(const Late &);
	int e = 2;
};
struct Late : Early {
	int i;
	__device__ Late(int i) : i(i) {
	}
};
__device__ Late &Early::operator=(const Late &b) {
	e = 7;
	return static_cast<Late &>(*this);
}
__device__ int overridden(int n) {
	Late a(n), b(5);
	Early &e = a;
	e = b;
	return a.i * 10 + a.e;
}

/* an array is copied by copy initialisation, or directly */
struct Chooses {
	int how = 0;
	Chooses() = default;
	__device__ explicit Chooses(const Chooses &) : how(1) {
	}
	template <class T> __device__ Chooses(const T &) : how(2) {
	}
};
struct Moves {
	int how = 0;
	Moves() = default;
	__device__ Moves(const Moves &) : how(3) {
	}
	__device__ Moves(Moves &&) : how(4) {
	}
};
__device__ int bindings() {
	Chooses a[3];
	Moves m[2][2];
	auto [x, y, z] = a;
	auto [p, q, r](a);
	auto [s, t, u]{a};
	auto [b, c] = m;
	auto [d, e] = static_cast<Moves(&&)[2][2]>(m);
	return x.how + z.how * 3 + p.how * 10 + r.how * 30 + s.how * 100 + u.how * 300 + b[1].how * 1000 + e[0].how * 10000;
}

/* a reference to a base is bound to the result of a conversion */
struct Convertible {
	Derived *d;
	__device__ operator Derived() const {
		return Derived(Ptr(d->p));
	}
	__device__ operator Derived *() const {
		return d;
	}
};
__device__ int bound() {
	int log = 0;
	{
		Derived d = Ptr(&log);
		const Base &b = Convertible{&d};
		Base &&m = Convertible{&d};
		log += b.n + m.n;
	}
	return log;
}

/* functions that differ only in what they are called on, each one of its own */
struct Qualified {
	int n;
	__device__ __noinline__ int get() & {
		return n + 1;
	}
	__device__ __noinline__ int get() && {
		return n + 2;
	}
	__device__ __noinline__ int get() const & {
		return n + 3;
	}
	__device__ __noinline__ int get() const && {
		return n + 4;
	}
	__device__ __noinline__ int get() volatile & {
		return n + 5;
	}
	__device__ __noinline__ int get() const volatile & {
		return n + 6;
	}
	template <class T> __device__ __noinline__ T as(T x) & {
		return x * n;
	}
	template <class T> __device__ __noinline__ T as(T x) const && {
		return x - n;
	}
	__device__ __noinline__ Qualified &operator*() & {
		return *this;
	}
	__device__ __noinline__ Qualified &&operator*() && {
		n++;
		return static_cast<Qualified &&>(*this);
	}
};
__device__ int qualified(int n) {
	Qualified q{n};
	const Qualified c{n};
	volatile Qualified v{n};
	const volatile Qualified w{n};
	int r = q.get() + Qualified{n}.get() * 3 + c.get() * 5 + static_cast<const Qualified &&>(c).get() * 7;
	r += v.get() * 11 + w.get() * 13 + q.as(2) + Qualified{n}.as(3) * 17;
	return r + (*q).get() * 19 + (*Qualified{n}).get() * 23;
}

/* C++ linkage within C's */
extern "C" {
__device__ __noinline__ int linked(int n) {
	return n + 1;
}
namespace inner {
extern "C++" {
__device__ __noinline__ int linked(int n) {
	return n + 2;
}
__device__ __noinline__ int linked(float n) {
	return (int)n + 3;
}
}
}
}

/* what a conversion function returns is the object, also of a direct initialisation */
struct Makes {
	int *log;
	__device__ operator Ptr() const {
		return Ptr(log);
	}
};
struct HasPtr {
	Ptr p;
	__device__ explicit HasPtr(Makes m) : p(m) {
	}
};
__device__ int made() {
	int log = 0;
	{
		Ptr a = Makes{&log}, b(Makes{&log}), c{Makes{&log}}, d = Ptr(Makes{&log});
		HasPtr e(Makes{&log});
		delete new Ptr(Makes{&log});
	}
	return log;
}

extern "C" __global__ void k(int *out, int) {
	int *o = out + threadIdx.x * 64, n = o[0];
	o[1] = inherited(n);
	o[2] = thunks(n);
	o[3] = order(n);
	o[4] = bound();
	o[5] = overridden(n);
	o[6] = bindings();
	o[7] = qualified(n);
	o[8] = made();
	o[9] = linked(n) + inner::linked(n) * 3 + inner::linked(2.5f) * 5;
}
