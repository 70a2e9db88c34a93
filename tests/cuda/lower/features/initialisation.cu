/* -std=c++20 : unions, strings, designators, lists and arrays as initial values, of variables, members,
 * temporaries, arguments and results, at compile time and run time.
 * SPDX-License-Identifier: Apache-2.0 */
namespace std {
template <class T> class initializer_list {
	const T *p;
	decltype(sizeof 0) n;
	constexpr initializer_list(const T *p, decltype(sizeof 0) n) : p(p), n(n) {}

public:
	__device__ constexpr initializer_list() : p(nullptr), n(0) {}
	__device__ constexpr const T *begin() const { return p; }
	__device__ constexpr const T *end() const { return p + n; }
	__device__ constexpr decltype(sizeof 0) size() const { return n; }
};
}
struct point {
	int x, y = 5;
};
struct lines {
	point from, to;
	const char name[6] = "line";
	int n[4];
};
union number {
	int i;
	float f;
	unsigned char byte[8];
};
union starts {
	char c;
	short s = 0x0102;
};
struct tagged {
	int tag;
	union {
		int whole;
		float part;
		struct {
			short low, high;
		};
	};
	unsigned : 3;
	unsigned bits : 5;
};
struct base1 {
	int a;
};
struct base2 {
	int b, c;
};
struct derived : base1, base2 {
	int d;
};
struct counted {
	int n;
	__device__ counted() : n(7) {}
	__device__ counted(int a) : n(a) {}
	__device__ counted(int a, int b) : n(a * b) {}
	__device__ counted(std::initializer_list<int> l) : n(0) {
		for (int v : l)
			n = n * 10 + v;
	}
};
struct explicitly {
	int n;
	__device__ explicit explicitly(int a) : n(a) {}
	__device__ explicitly(const char *s) : n(s[0]) {}
};
struct holder {
	counted one{1, 2}, two = counted(3, 4), three;
	counted more[3] = {{5}, counted(6, 7), 8};
	int sizes[3]{1, 2};
	point *p = nullptr;
	int (*f)(int) = nullptr;
	int point::*m = nullptr;
};
struct nested {
	struct {
		int a;
		union {
			int b;
			char c[4];
		};
	} in;
	int tail[2][2];
};
enum class wide : long long { small = -1 };
enum shade : unsigned char { dark = 9 };
template <class T> struct wrap {
	T t{};
	__device__ wrap() = default;
	__device__ wrap(const T &x) : t{x} {}
};
struct no_default {
	int v;
	__device__ no_default(int v) : v(v) {}
};
struct members {
	no_default a;
	int array[3];
	const int c;
	int &r;
	union {
		int u;
		float f;
	};
	__device__ members(int x, int &r) : a{x}, array{x, x + 1}, c(x * 2), r{r}, u(x + 3) {}
	__device__ members(int &r) : members(11, r) { array[2] = 77; }
};
__device__ int sum(std::initializer_list<int> l) {
	int s = (int)l.size() * 1000;
	for (int v : l)
		s += v;
	return s;
}
__device__ int sum(point p) { return p.x * 10 + p.y; }
__device__ int take(counted c) { return c.n; }
__device__ int take2(const counted &c, const point &p = {8}) { return c.n + p.x * p.y; }
__device__ int scalar(int v) { return v; }
__device__ point made(int x) { return {x, 2 * x}; }
__device__ point made() { return {}; }
__device__ counted listed() { return {1, 2, 3, 4}; }
__device__ lines drawn() { return {.from = {1}, .to{2, 3}, .n = {4, 5}}; }
constexpr lines fixed = {{1, 2}, {3}, "ab", {4, 5, 6}};
constexpr number numbers[] = {{3}, {.f = 1.5f}, {.byte = {1, 2, 3}}};
constexpr char text[] = "text", braced[] = {"braced"}, letters[8] = {'a', 'b'};
constexpr wchar_t wide_text[] = L"wide";
constexpr char16_t text16[] = u"sixteen";
constexpr char32_t text32[9] = {U"two"};
constexpr int grid[][3] = {{1}, {2, 3}, {4, 5, 6}}, flat[2][2] = {1, 2, 3};
constexpr derived built = {{1}, {2, 3}, 4}, brace_less = {1, 2, 3, 4};
constexpr nested deep = {{1, {2}}, {{3}, {4, 5}}}, deeper = {.in = {1, {6}}, .tail = {{}, {6}}};
static_assert(sizeof text == 5 && sizeof braced == 7 && sizeof wide_text / sizeof *wide_text == 5 &&
              sizeof text16 == 16 && sizeof grid == 36);
static_assert(fixed.to.y == 5 && fixed.name[1] == 'b' && fixed.name[2] == 0 && fixed.n[3] == 0);
static_assert(numbers[0].i == 3 && numbers[1].f == 1.5f && numbers[2].byte[1] == 2 && starts{}.s == 0x0102);
static_assert(built.b == 2 && brace_less.d == 4 && flat[1][1] == 0 && deep.in.b == 2 && deeper.tail[1][0] == 6);

/* T() and T{} set all to zero first, if the default constructor is not the user's (dcl.init/8). */
struct defaulted {
	int v;
	defaulted() = default;
	__device__ defaulted(int v) : v(v) {}
};
struct set {
	int v;
	__device__ set() : v(3) {}
};
struct holding {
	int a;
	set s;
	int b;
	holding() = default;
	__device__ holding(int v) : a(v), b(v) {}
};
class hidden {
	int a;
	set s;

  public:
	__device__ int get() { return a * 10 + s.v; }
};
template <typename T> __device__ T made() { return T(); }

/* what narrows in braces is a failed substitution, and still a conversion ([dcl.init.list]/7) */
template <class T> T &&make();
template <class T, class V, class = void> struct fits {
	static constexpr int is = 0;
};
template <class T, class V> struct fits<T, V, decltype((void)T{make<V>()})> {
	static constexpr int is = 1;
};
struct one_int {
	int v;
};
__device__ int chosen(one_int) {
	return 1;
}
__device__ int chosen(...) {
	return 2;
}
template <class... Args> __device__ int in_braces(Args... args) {
	return scalar({args...});
}

template <class T, class... Args> __device__ int from_pack(Args... args) {
	const T made{args...};
	return made;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, x = o[0], i = 0;
	point p, p1 = {}, p2{x}, p3 = {.y = x}, p4(x, 2), *pp = new point{x, 3}, *pq = new point(), p5 = point{.x = 1};
	p.x = 4;
	o[i++] = p.x + p.y + p1.x + p1.y + p2.x + p2.y + p3.x + p3.y + p4.x + p4.y + pp->x + pp->y + pq->x + pq->y + p5.y;
	delete pp;
	delete pq;
	lines l = {p2, {x, x + 1}, "abcd", {x}}, l2{p2, p3}, l3 = {1, 2, 3, 4, {'z'}, 6, 7}, l4 = drawn();
	o[i++] = l.from.x + l.to.y + l.name[3] + l.n[0] + l.n[1] + l2.to.x + l2.name[1] + l3.to.y + l3.name[0] + l3.n[1] +
	         l4.from.y + l4.name[2] + l4.n[1];
	number u = {x}, v = {.f = (float)x}, w{.byte = {1, 2}}, z{};
	starts s, s2 = {'c'}, s3 = {.s = 3};
	o[i++] = u.i + (int)v.f + w.byte[1] + z.i + s.s + s2.c + s3.s;
	tagged t = {1, {x}, 7}, t2 = {.tag = 2, .bits = 3}, t3 = {3, {.whole = 4}, 31}, t4{};
	o[i++] = t.whole + t.bits + t2.whole + t2.bits + t3.low * t3.bits + t4.whole;
	derived d = {{x}, {x + 1}, 3}, d2 = {x, x, x, x}, d3{};
	base1 b1{9};
	derived d4 = {b1, {1, 2}, 3};
	o[i++] = d.a + d.b * d.c + d.d + d2.d + d3.a + d4.a * 100;
	counted c1, c2{}, c3{x}, c4(x), c5 = {1, 2}, c6(1, 2), c7 = x, c8[3] = {1, {2, 3}, counted{4}}, c9[2];
	o[i++] = c1.n + c2.n + c3.n + c4.n + c5.n + c6.n + c7.n + c8[0].n + c8[1].n + c8[2].n + c9[1].n;
	explicitly e1(x), e2{x}, e3 = "q", e4[2] = {"r", explicitly(5)};
	o[i++] = e1.n + e2.n + e3.n + e4[0].n + e4[1].n;
	holder h, h2{}, h3{{9}, {}, {1, 1}};
	o[i++] = h.one.n + h.two.n + h.three.n + h.more[0].n + h.more[1].n + h.more[2].n + h.sizes[1] + h.sizes[2] +
	         (h2.p == nullptr) + !h2.f + (h2.m == nullptr) + h3.one.n + h3.two.n + h3.three.n;
	nested q = {{x, {x + 1}}, {{x}, {1, 2}}}, q2 = {{x, x}, x, x, x}, q3 = {.tail = {{}, {x}}};
	o[i++] = q.in.b + q.tail[1][0] + q2.tail[1][0] + q2.in.b + q3.tail[1][0] + q3.in.a;
	wide wd{}, we{3}, wf = wide(x);
	shade sh{dark}, si{4};
	o[i++] = (int)wd + (int)we + (int)(long long)wf + sh + si;
	wrap<int> w1, w2{x}, w3 = {3};
	wrap<point> w4{}, w5{{1, 2}}, w6(p3);
	wrap<int[3]> w7;
	wrap<int *> w8;
	o[i++] = w1.t + w2.t + w3.t + w4.t.y + w5.t.y + w6.t.y + w7.t[2] + (w8.t == nullptr);
	members m(x, x), m2(x);
	o[i++] = m.a.v + m.array[1] + m.array[2] + m.c + m.r + m.u + m2.a.v + m2.array[2] + m2.c + m2.u;
	o[i++] = sum({}) + sum({1}) + sum({1, 2, x}) + take({}) + take({x}) + take({1, 2, 3}) + take(5) + take2({2, 3}) +
	         take2(4, {x}) + take2({1}, {.y = 2}) + scalar({}) + scalar({7});
	o[i++] = made(x).y + made().y + listed().n;
	auto list = {x, 2, 3};
	for (int v : list)
		o[i] += v;
	i++;
	for (int v : {4, 5, x})
		o[i] = o[i] * 3 + v;
	i++;
	int arr[] = {1, 2, x}, arr2[2][2] = {{x}, {1, 2}}, arr3[5]{}, (&ra)[3] = arr, *fresh = new int[3]{1, x}, arr4[] = {x};
	int *zero = new int[4](), *one = new int(x), *none = new int{};
	o[i++] = arr[2] + arr2[0][1] + arr2[1][1] + arr3[4] + ra[1] + fresh[1] + fresh[2] + zero[3] + *one + *none +
	         (int)(sizeof arr / sizeof *arr) + arr4[0];
	char local[] = "local", sized[7] = "abc", list2[] = {'a', 'b', 0}, in[] = {"in"}, *copy = new char[5]{"text"};
	const char *strings[] = {"one", "two"}, two[2][4] = {"abc", {"de"}};
	wchar_t wl[] = L"xyz";
	char16_t u16[4] = u"ab";
	char32_t u32[] = U"c";
	o[i++] = local[4] + sized[2] + sized[6] + list2[1] + in[1] + copy[3] + strings[1][2] + two[1][1] + two[1][2] +
	         (int)sizeof local + (int)wl[2] + u16[1] + u16[3] + (int)u32[0] + u8"q"[0];
	int &&rr = int{x}, &&rz = {}, ri{x};
	const int &cr = {x}, &cs{3};
	const point &cp = {x, 1}, &cq{2};
	const int(&ca)[2] = arr2[1];
	o[i++] = rr + rz + ri + cr + cs + cp.x + cp.y + cq.y + ca[1];
	bool flag{}, flag2 = {x > 3};
	double real{}, real2{1.5}, real3 = {};
	int *null{}, point::*pm{}, (*fp)(int) = {}, point::*pn = &point::y;
	o[i++] = flag + flag2 + (int)(real + real2 * 2 + real3) + (null == nullptr) + !pm + !fp + p2.*pn;
	o[i++] = fixed.n[x & 3] + numbers[x & 1].i + text[x & 3] + grid[x & 1][1] + flat[x & 1][0] + built.c + (int)wide_text[x & 3] +
	         text16[x & 3] + (int)text32[x & 1] + letters[x & 1] + deep.tail[1][x & 1] + deeper.in.b;
	static const int kept[] = {1, 2, 3};
	static constexpr point spots[2] = {{1}, {.y = 2}};
	o[i++] = kept[(x & 1) + 1] + spots[x & 1].y;
	defaulted v1 = defaulted(), v2{}, *v3 = new defaulted(), v4[2] = {x};
	holding z1{}, z2 = made<holding>(), *z3 = new holding();
	hidden z4{}, z5 = hidden();
	o[i++] = v1.v + v2.v + v3->v + v4[0].v + v4[1].v;
	o[i++] = fits<char, int>::is | fits<int, char>::is << 1 | fits<float, double>::is << 2 |
	         fits<double, float>::is << 3 | fits<bool, int *>::is << 4 | fits<one_int, long>::is << 5;
	o[i++] = chosen({3}) + 10 * in_braces(4) + 100 * in_braces();
	o[i++] = from_pack<int>(3) + 10 * from_pack<int>() + 100 * from_pack<const int &>(4);
	o[i++] = z1.a + z1.b + z1.s.v + z2.a + z2.b + z3->a * 2 + z3->b * 4 + z4.get() + z5.get();
}
