/* Rare forms: functions declared by a type, aliases of namespaces, the operator ?: between bases, classes and void,
 * anonymous members, functions called through what converts to them, bit-fields and unions in constants.
 * SPDX-License-Identifier: Apache-2.0 */
typedef int binary(int, int);
__device__ binary plus, minus;
__device__ int plus(int a, int b) { return a + b; }
__device__ int minus(int a, int b) { return a - b; }

namespace outer { namespace inner {
struct point { int x, y; };
__device__ int norm(point p) { return p.x * p.x + p.y * p.y; }
} namespace deep = inner; }
namespace alias = outer::deep;
namespace again = alias;

struct base { int b; __device__ base(int b) : b(b) {} };
struct derived : base { int d; __device__ derived(int d) : base(d + 1), d(d) {} };
struct number { int v; __device__ number(int v) : v(v) {} __device__ operator int() const { return v; } };
struct calls { binary *f; __device__ operator binary *() const { return f; } };

struct nested {
	int a;
	union {
		int i;
		struct { short lo, hi; };
	};
	struct { int c, d; };
};

struct bits { unsigned a : 5; int b : 7; unsigned long long c : 40; bool d : 1; };
constexpr bits made() {
	bits x = {};
	x.a = 37;
	x.b = -3;
	x.c = 1ull << 39;
	x.d = 6 != 0;
	x.a += 3;
	x.b--;
	return x;
}
static_assert(made().a == 8 && made().b == -4 && made().c == 1ull << 39 && made().d, "");

constexpr int steps(int n) {
	int s = 0, a[4] = {1, 2, 3, 4};
	int *p = a, *end = a + 4;
	for (;; p++) {
		if (p == end)
			break;
		if (*p == 3)
			continue;
		switch (n % 3) {
		case 0: s += *p;
		case 1: s += 10; break;
		default: s -= *p;
		}
	}
	do
		s ^= n;
	while (n-- > 3 && s);
	return s;
}
static_assert(steps(0) == 37 && steps(1) == (30 ^ 1) && steps(5) == (((-7 ^ 5) ^ 4) ^ 3), "");

struct pair { int a, b; };
constexpr pair either(bool first) { return first ? pair{1, 2} : pair{3, 4}; }
static_assert(either(true).b == 2 && either(false).a == 3, "");
constexpr const pair &pick(const pair &a, const pair &b, bool first) { return first ? a : b; }
constexpr pair left = {5, 6}, right = {7, 8};
static_assert(pick(left, right, false).b == 8 && &pick(left, right, true) == &left, "");
constexpr int pair::*second = &pair::b;
static_assert(left.*second == 6, "");

__device__ void bump(int &x) { x += 2; }
__device__ void drop(int &x) { x -= 3; }

/* Pointers to a function of a base that a class has twice. */
struct Twice {
	__device__ int of() const { return 1; }
	__device__ int other() const { return 2; }
};
struct Left : Twice {};
struct Right : Twice {};
struct Both : Left, Right {};
typedef int (Both::*of_both)() const;
__device__ __noinline__ bool same(of_both a, of_both b) {
	return a == b;
}
static_assert(&Twice::of == &Twice::of && &Twice::of != &Twice::other, "");
__device__ inline int member_pointers() {
	int (Left::*left)() const = &Twice::of;
	int (Right::*right)() const = &Twice::of;
	of_both a = left, b = right, none = nullptr;
	return same(a, b) + 2 * same(b, right) + 4 * (a != b) + 8 * same(none, nullptr) + 16 * (b == right) +
	       32 * (a == none);
}
/* The first operand of ?: without a second is evaluated once. */
struct Narrow {
	int v : 5;
};
__device__ inline int first_or(int x, int *seen) {
	int n = x, *p = &n;
	Narrow w = {x};
	++n ?: 42;
	n-- ?: 42;
	*seen += n++ ?: 3;
	(n ?: *seen) += 100;
	return n * 10 + (w.v ?: 7) + (p++ - &n) + (int)sizeof('ab') + ('ab' & 127);
}
extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x, *o = out + t * 64;
	if (t * 64 >= n)
		return;
	int x = o[0], y = o[1];
	o[0] = plus(x, y) * minus(x, y) + alias::norm({x, 1}) + again::norm(again::point{y, 2});
	base b(x);
	derived d(y);
	base *pb = x > y ? &b : &d;
	const base *cb = x > y ? &d : (const base *)&b;
	o[1] = pb->b + cb->b;
	base &rb = x & 1 ? b : d;
	rb.b++;
	o[2] = b.b * 3 + d.b;
	number v(x);
	o[3] = x > 0 ? v.v : y;
	o[4] = (int)(y > 0 ? number(x) : v) + (x > y ? number(1) : v);
	x > 0 ? bump(x) : drop(x);
	o[5] = x;
	(x > 5 ? x : y) = 9;
	o[6] = x + y;
	calls how = {x & 2 ? plus : minus};
	o[7] = how(x, y) + (*how)(1, x) + (**how.f)(y, 2);
	nested s = {1, {x}, {3, 4}};
	s.hi ^= s.lo;
	s.d += s.c;
	int nested::*m = &nested::d;
	o[8] = s.i + s.*m + (int)__builtin_offsetof(nested, hi) + (int)__builtin_offsetof(nested, d);
	const void *null = x > y ? nullptr : (const void *)&s;
	o[9] = null == nullptr;
	bits z = made();
	z.b = x;
	z.d = y > 3;
	o[10] = z.b + (z.a = y) + z.a++ + z.d;
	o[11] = (x > 0 ? 'a' : 1000) + (x > 0 ? 1.5f : 2) * 2;
	const int cx = x;
	o[12] = (x > y ? cx : x) + (x, y, 5);
	o[13] = sizeof(x > 0 ? b : base(1)) + sizeof(nested) + alignof(bits) + sizeof x++;
	o[14] = steps(x & 15) + either(x > y).a;
	derived e(x);
	base *lower = &(y > 0 ? static_cast<base &>(e) : b), &low = y > 0 ? e : b;
	const int one = 7;
	const int &seen = y > -100 ? y : one;
	y += 4;
	o[16] = seen + (lower == &low) + (&(x > y ? x : one) == &x);
	o[15] = -x + +y - ~x + !y;
	o[17] = member_pointers();
	o[18] = first_or(x, &o[19]) + first_or(-1, &o[19]) + o[19];
}
