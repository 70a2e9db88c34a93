// build: --expt-relaxed-constexpr -w
// Classes, lifetimes and memory: each thread hashes what the host hashes.
#include <array>
#include <cstdio>
#include <initializer_list>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#define D __host__ __device__
typedef unsigned long long u64;
struct H {
	u64 h = 1469598103934665603ull;
	D void operator()(u64 x) {
		h ^= x;
		h *= 1099511628211ull;
		h ^= h >> 29;
	}
};

namespace part0 {
struct B {
	int b = 1;
	D virtual int f(int x) const {
		return x + b;
	}
	D virtual B *self() {
		return this;
	}
	D virtual ~B() {
	}
	D operator int() const {
		return b * 100;
	}
};
struct L : virtual B {
	int l = 2;
	D int f(int x) const override {
		return x * l + b;
	}
	D L *self() override {
		return this;
	}
};
struct R : virtual B {
	int r = 3;
	D virtual int g() {
		return r;
	}
	D R *self() override {
		return this;
	}
};
struct DD : L, R {
	int d = 4;
	D int f(int x) const override {
		return L::f(x) + d;
	}
	D int g() override {
		return R::g() * d;
	}
	D DD *self() override {
		return this;
	}
};
struct I1 {
	D virtual int i() = 0;
	int p = 5;
};
struct I2 {
	D virtual int j() = 0;
	int q = 6;
};
struct M : I1, I2 {
	int m;
	D M(int m) : m(m) {
	}
	D int i() override {
		return m + p;
	}
	D int j() override {
		return m * q;
	}
};
struct V3 {
	float x, y, z;
	D V3 operator+(V3 o) const {
		return {x + o.x, y + o.y, z + o.z};
	}
	D friend V3 operator*(float s, V3 v) {
		return {s * v.x, s * v.y, s * v.z};
	}
	D float &operator[](int i) {
		return (&x)[i];
	}
	D V3 &operator+=(V3 o) {
		return *this = *this + o;
	}
	D bool operator==(const V3 &o) const {
		return x == o.x && y == o.y;
	}
	D explicit operator bool() const {
		return x != 0;
	}
	D V3 operator-() const {
		return {-x, -y, -z};
	}
	D V3 &operator++() {
		x++;
		return *this;
	}
	D V3 operator++(int) {
		V3 t = *this;
		++*this;
		return t;
	}
	D float operator()(int a, int b) const {
		return a * x + b * y;
	}
};
struct P {
	int *p;
	D int &operator*() const {
		return *p;
	}
	D P *operator->() {
		return this;
	}
	int z = 3;
	D P operator,(int k) {
		return P{p + k};
	}
};
struct Rule {
	int v;
	int *log;
	D Rule(int v, int *l) : v(v), log(l) {
		*log = *log * 3 + 1;
	}
	D Rule(const Rule &o) : v(o.v), log(o.log) {
		*log = *log * 3 + 2;
	}
	D Rule(Rule &&o) : v(o.v), log(o.log) {
		o.v = -1;
		*log = *log * 5 + 3;
	}
	D Rule &operator=(const Rule &o) {
		v = o.v;
		*log = *log * 7 + 4;
		return *this;
	}
	D ~Rule() {
		*log = *log * 11 + v;
	}
};
D Rule made(int v, int *l) {
	Rule r(v, l);
	r.v++;
	return r;
}
D Rule pass(Rule r) {
	return r;
}
D Rule two(bool c, int *l) {
	Rule a(1, l), b(2, l);
	if (c)
		return a;
	return b;
}
class Priv {
	int x;
	friend struct Fr;
	D friend int peek(Priv &p) {
		return p.x;
	}

      public:
	D Priv(int x) : x(x) {
	}
	static constexpr int K = 12;
	enum { Q = 5 };
	struct In {
		int w = Q;
	};
};
struct Fr {
	D int see(Priv &p) {
		return p.x * 2;
	}
};
struct Del {
	Del() = default;
	int a = 3;
	Del(const Del &) = delete;
	D Del(int a) : a(a) {
	}
	D Del(int a, int b) : Del(a * b) {
	}
};
struct Inh : Del {
	using Del::Del;
	int e = a + 1;
};
D void test(H &h, int s) {
	DD d;
	B *b = &d;
	L *l = &d;
	R *r = &d;
	h(b->f(s));
	h(l->f(s));
	h(r->f(s));
	h(r->g());
	h(static_cast<DD *>(l)->d);
	h((char *)r->self() - (char *)&d);
	h(b->self() == b);
	h(*b + 1);
	h(((B *)r)->b);
	M m(s);
	I1 *a = &m;
	I2 *c = &m;
	h(a->i());
	h(c->j());
	h((char *)c - (char *)a);
	I2 *null = nullptr;
	M *mn = static_cast<M *>(null);
	h(mn == nullptr);
	V3 v{1, 2, float(s)};
	v += 2.f * v;
	h((u64)(v[2] * 4));
	h(v ? 1 : 2);
	h((u64)(long)(-v).x);
	h((u64)(v++).x);
	h((u64)v.x);
	h((u64)v(s, 3));
	h(v == V3{4, 6, 0});
	int arr[4] = {s, 2, 3, 4};
	P p{arr};
	h(*p);
	h(p->z);
	h(*(p, 2));
	int log = s;
	{
		Rule x = made(s, &log);
		Rule y = x;
		Rule z = static_cast<Rule &&>(x);
		y = z;
		Rule w = pass(y);
		Rule q = pass(made(3, &log));
		Rule t = two(s & 1, &log);
		const Rule &ref = Rule(9, &log);
		h(ref.v + t.v);
	}
	h(log);
	{
		Rule *n = new Rule(s, &log);
		delete n;
		Rule *na = (Rule *)malloc(2 * sizeof(Rule));
		new (na) Rule(5, &log);
		new (na + 1) Rule(na[0]);
		na[1].~Rule();
		na->~Rule();
		free(na);
	}
	h(log);
	Priv pr(s);
	h(peek(pr) + Fr{}.see(pr) + Priv::K + Priv::In{}.w);
	Inh in(s, 3);
	h(in.e);
	int (B::*mf)(int) const = &B::f;
	h((b->*mf)(s));
	int DD::*md = &DD::d;
	h(d.*md);
	int (V3::*none)() = nullptr;
	h(none == nullptr);
	auto mfo = &M::i;
	h((m.*mfo)());
}

} // namespace part0

namespace part1 {
struct alignas(32) Wide {
	int v[5];
	D Wide(int s = 1) {
		for (int i = 0; i < 5; i++)
			v[i] = s * i;
	}
	D ~Wide() {
		v[0] = -1;
	}
};
struct Own {
	int *p;
	D Own(int n) : p(new int[n]()) {
	}
	D Own(Own &&o) noexcept : p(std::exchange(o.p, nullptr)) {
	}
	D Own &operator=(Own &&o) {
		std::swap(p, o.p);
		return *this;
	}
	D ~Own() {
		delete[] p;
	}
	D int &operator[](int i) const {
		return p[i];
	}
};
template <class T> struct Vec {
	T *d = nullptr;
	int n = 0, c = 0;
	D Vec() {
	}
	D Vec(std::initializer_list<T> l) {
		for (auto &x : l)
			push(x);
	}
	D Vec(const Vec &o) {
		for (auto &x : o)
			push(x);
	}
	D ~Vec() {
		clear();
	}
	D void clear() {
		for (int i = 0; i < n; i++)
			d[i].~T();
		free((void *)d);
		d = nullptr;
		n = c = 0;
	}
	D void push(T x) {
		if (n == c) {
			c = c ? c * 2 : 2;
			T *e = (T *)malloc(c * sizeof(T));
			for (int i = 0; i < n; i++) {
				new (e + i) T(std::move(d[i]));
				d[i].~T();
			}
			free((void *)d);
			d = e;
		}
		new (d + n++) T(std::move(x));
	}
	D T *begin() const {
		return d;
	}
	D T *end() const {
		return d + n;
	}
	template <class F> D auto map(F f) const {
		Vec<decltype(f(*d))> r;
		for (auto &x : *this)
			r.push(f(x));
		return r;
	}
};
struct Node {
	int v;
	Node *l = nullptr, *r = nullptr;
	D Node(int v) : v(v) {
	}
	D ~Node() {
		delete l;
		delete r;
	}
	D void add(int x) {
		Node *&n = x < v ? l : r;
		if (n)
			n->add(x);
		else
			n = new Node(x);
	}
	D int walk(H &h, int d) const {
		int c = 1;
		if (l)
			c += l->walk(h, d + 1);
		h(v * 100 + d);
		if (r)
			c += r->walk(h, d + 1);
		return c;
	}
};
struct Cls {
	static D void *operator new(std::size_t n) {
		int *p = (int *)malloc(n + 16);
		p[0] = 4711;
		return p + 4;
	}
	static D void operator delete(void *p) {
		free((int *)p - 4);
	}
	int x;
	D Cls(int x) : x(x) {
	}
};
struct Cnt {
	int *c;
	D Cnt(int *c) : c(c) {
		++*c;
	}
	D Cnt(const Cnt &o) : c(o.c) {
		++*c;
	}
	D ~Cnt() {
		--*c;
	}
};
D Cnt thru(Cnt a) {
	return a;
}
struct Two {
	Cnt a, b;
};
D int fnp(int a) {
	return a + 1;
}
D int fnq(int a) {
	return a * 2;
}
D int ack(int m, int n) {
	return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
D void test(H &h, int s) {
	{
		Wide *w = new Wide(s);
		h(((u64)w & 31) + w->v[3]);
		delete w;
		Wide *a = new Wide[3]{1, s};
		h(a[1].v[4] + a[2].v[2]);
		h(((u64)&a[1] & 31));
		delete[] a;
		Wide loc[2] = {s};
		h(loc[0].v[2] + loc[1].v[4]);
	}
	Own o(s + 1);
	o[s] = 7;
	Own q = std::move(o);
	h(q[s]);
	h(o.p == nullptr);
	o = std::move(q);
	h(o[s]);
	{
		Vec<int> v{1, s, 3};
		for (int i = 0; i < 5; i++)
			v.push(i * s);
		int t = 0;
		for (int x : v)
			t = t * 3 + x;
		h(t);
		auto f = v.map([s](int x) { return x * .5 + s; });
		for (double x : f)
			h((u64)(x * 2));
		Vec<Vec<int>> vv{v, {2, s}};
		vv.push(v);
		int z = 0;
		for (auto &r : vv)
			for (int x : r)
				z = z * 5 + x;
		h(z);
	}
	Node root(50);
	unsigned r = s * 7919 + 1;
	for (int i = 0; i < 12; i++) {
		r = r * 1103515245 + 12345;
		root.add(r >> 16 & 63);
	}
	h(root.walk(h, 0));
	Cls *c = new Cls(s);
	h(((int *)c)[-4] + c->x);
	delete c;
	int cnt = 0;
	{
		Cnt a(&cnt);
		Cnt b = thru(a);
		Two t{a, Cnt(&cnt)};
		Two u = t;
		h(cnt);
		{
			Cnt arr[2] = {a, b};
			h(cnt);
		}
		const Cnt &k = thru(u.a);
		h(cnt);
		for (int i = 0; i < 3; i++) {
			Cnt l(&cnt);
			if (i == s % 3)
				continue;
			if (i == 2)
				break;
			h(cnt);
		}
	}
	h(cnt);
	int (*tab[2])(int) = {fnp, fnq};
	h(tab[s & 1](s));
	auto pf = s > 3 ? fnp : fnq;
	h(pf(9));
	h(ack(2, s & 3));
	using A2 = int[2][2];
	A2 m = {{s, 1}, {2, 3}};
	int(&mr)[2][2] = m;
	mr[1][0] += s;
	h(m[1][0]);
	int *pp = &m[0][0];
	h(pp[2] + *(pp + 1));
	h(&m[1] - &m[0]);
	const char *st = "hello";
	int n = 0;
	while (*st)
		n = n * 31 + *st++;
	h(n);
	char sb[8]{'x', 'y'};
	h(sb[7] + sb[1]);
	struct Loc {
		int a;
		D int g() const {
			return a * 3;
		}
	};
	h(Loc{s}.g());
	union {
		int q1;
		float q2;
	};
	q2 = 1.f;
	h(q1);
	std::aligned_storage_t<8, 8> raw;
	auto *nw = new (&raw) double(s);
	h((u64)*nw);
}

} // namespace part1

namespace part2 {
D void test(H &h, int s) {
	union {
		int q1;
		float q2;
	};
	q2 = 1.f;
	h(q1);
	union {
		int u, v;
		long long w;
		unsigned t : 5;
	};
	w = 7;
	v = s;
	h(w);
	t = s;
	h(t + u);
	u++;
	h(u + v);
	{
		int q1 = 3;
		h(q1);
	}
}

} // namespace part2

D void test(H &h, int s) {
	part0::test(h, s);
	part1::test(h, s);
	part2::test(h, s);
}

__global__ void kernel(u64 *out) {
	H h;
	test(h, (int)threadIdx.x);
	out[threadIdx.x] = h.h;
}

int main() {
	u64 *out;
	cudaMallocManaged(&out, 32 * sizeof *out);
	kernel<<<1, 32>>>(out);
	cudaError_t error = cudaDeviceSynchronize();
	int differ = 0;
	for (int i = 0; i < 32; i++) {
		H h;
		test(h, i);
		differ += h.h != out[i];
	}
	printf("%d of 32 threads differ: %s\n", differ, cudaGetErrorString(error));
}
