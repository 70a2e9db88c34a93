/* -std=c++20 : what is known at compile time is what the same expression gives when it runs, and what the
 * host says of both: builtins, arithmetic of every type, conversions, pointers, references and objects.
 * SPDX-License-Identifier: Apache-2.0 */
typedef unsigned long long u64;
typedef unsigned char u8;

/* One line is one value: asked for at compile time here, and with what the compiler cannot know below. */
__device__ constexpr int twice(int x) { return x + x; }
template <class T> __device__ constexpr int bits(T a, T b) {
	unsigned r = 0;
	r += (unsigned)(long long)((a & b) | (a ^ b)) + (unsigned)(long long)~a + (unsigned)(long long)(a << 2) + (unsigned)(long long)(b >> 1);
	a |= 3, b &= 0x55, a ^= b, a <<= 1, b >>= 1;
	return r + (unsigned)(long long)a * 3 + (unsigned)(long long)b;
}
template <class T> __device__ constexpr int sums(T a, T b) {
	unsigned r = (unsigned)(long long)(a + b) + (unsigned)(long long)(a - b) * 3 + (unsigned)(long long)(a * b) + (unsigned)(long long)(a / b) + (unsigned)(long long)-a + (unsigned)(long long)+b;
	r += (a < b) + (a > b) * 2 + (a <= b) * 4 + (a >= b) * 8 + (a == b) * 16 + (a != b) * 32 + !a * 64;
	a += b, b -= a, a *= 2, b /= 3;
	T c = a++, d = ++a, e = b--, f = --b;
	return r + (unsigned)(long long)a + (unsigned)(long long)b * 7 + (unsigned)(long long)c + (unsigned)(long long)d + (unsigned)(long long)e + (unsigned)(long long)f + (a && b) + (c || d);
}
template <class T> __device__ constexpr int rests(T a, T b) {
	T c = a;
	c %= b;
	return (int)(a % b) * 10 + (int)c;
}
template <class T> __device__ constexpr int floats(T a, T b) {
	return (int)(a * 100) + (int)(u8)b + (int)(long long)(b * 1000) + (a ? 1 : 2) + (bool)b + (int)(float)a + (int)(double)b +
	       (int)(u64)(b + 3);
}
__device__ constexpr int builtins(double a, float b, unsigned u, u64 w) {
	double d = __builtin_fabs(a) + __builtin_fmin(a, b) * 2 + __builtin_fmax(a, b) * 4 + __builtin_floor(a) * 8 +
	           __builtin_ceil(a) * 16 + __builtin_trunc(a) * 32 + __builtin_copysign(b, a) * 64;
	float f = __builtin_fabsf(b) + __builtin_fminf(b, 1) + __builtin_fmaxf(b, 1) + __builtin_floorf(b) + __builtin_ceilf(b) +
	          __builtin_truncf(b) + __builtin_copysignf(b, -1);
	int i = __builtin_clz(u) + __builtin_clzll(w) * 2 + __builtin_ctz(u) * 3 + __builtin_ctzll(w) * 5 +
	        __builtin_popcount(u) * 7 + __builtin_popcountll(w) * 11 + __builtin_ffs((int)u) * 13 + __builtin_ffsll((long long)w) * 17;
	return (int)(d * 4) + (int)(f * 4) + i + (int)__builtin_expect(u > 3, 1) + __builtin_ffs(0);
}
__device__ constexpr int wide(__int128 a, __int128 b, unsigned __int128 c) {
	__int128 q = a;
	q /= b;
	__int128 r = a;
	r %= b;
	c *= 3;
	return (int)(a / b) + (int)(a % b) * 2 + (int)(c / 7) + (int)(c % 7) * 3 + (int)q + (int)r + (int)(a >> 70) + (int)(c << 1 >> 3) +
	       (a < b) + (int)(double)(a >> 64) + (int)(__int128)2.5;
}
struct part {
	int a, b;
	unsigned low : 5, high : 7;
	int field : 4;
};
struct base {
	int v;
	__device__ constexpr base(int x) : v(x) {}
	__device__ constexpr virtual int f() const { return v; }
};
struct derived : base {
	part p{1, 2, 3, 4, -5};
	int list[4]{};
	__device__ constexpr derived(int x) : base(x * 2) { list[x & 3] = x; }
	__device__ constexpr int f() const override { return v + list[1]; }
};
__device__ constexpr int objects(int x) {
	derived d(x), copy = d;
	copy.p.low += 30, copy.p.high = 200, copy.p.field--, ++copy.p.low, copy.p.a = copy.p.b = x;
	part *p = &d.p, q = x > 3 ? *p : copy.p, other = (x, copy.p);
	part all[3] = {q, {x, 1}}, *at = all, *end = all + 3;
	int sum = 0, &r = sum, n = (int)(end - at);
	for (; at != end; ++at)
		r += at->a + at->low;
	for (part &e : all)
		sum += e.b + (&e < end) + (&e > all) + (&e >= at) + (&e <= all);
	base &b = d;
	const base *pb = &copy;
	int part::*m = x & 1 ? &part::a : &part::b, (*f)(int) = &twice, (base::*g)() const = &base::f;
	int grid[2][3] = {{1, 2, 3}, {x}}, *null = nullptr, (*row)[3] = grid + 1;
	at -= 1, at--, --at, at++;
	switch (x & 3) {
	case 0: sum += 10; break;
	case 1: sum += 20; [[fallthrough]];
	default: sum += 30;
	}
	do {
		sum++;
		if (sum & 1)
			continue;
		sum += 3;
	} while (sum % 5);
	while (true)
		if (++sum % 7 == 0)
			break;
	auto closure = [&, n](int y) { sum += y; return n * y; };
	int *heap = new int[2]{x, 1}, h = heap[0];
	delete[] heap;
	derived made = derived(x + 1);
	return sum + n + b.f() + pb->f() * 2 + q.*m + f(x) + (b.*g)() + (*row)[0] + grid[0][2] + (null == nullptr) + !null + closure(3) +
	       other.field + other.high + h + made.f() + (&sum == &r) + static_cast<derived &>(b).list[x & 3] + (int)sizeof(d.p) +
	       (x ? sum : n) + at[1].a;
}
__device__ constexpr int text(int x) {
	const char *s = "compile", *t = s;
	while (*t)
		t++;
	wchar_t w[] = L"time";
	return (int)(t - s) * 100 + s[x & 3] + w[x & 3] + "ab"[x & 1];
}

#define VALUES(n, f, ...) constexpr int known##n = f(__VA_ARGS__);
VALUES(0, bits<unsigned>, 0x1234u, 0xffu)
VALUES(1, bits<u64>, 0x12345678u, 0xffu)
VALUES(2, bits<u8>, 0x34, 0xf)
VALUES(3, sums<int>, 17, 5)
VALUES(4, sums<long long>, -17, 5)
VALUES(5, sums<unsigned>, 17, 5)
VALUES(6, sums<short>, -17, 5)
VALUES(7, sums<float>, 17.5f, 2.25f)
VALUES(8, sums<double>, -17.5, 2.25)
VALUES(9, rests<int>, -17, 5)
VALUES(10, rests<u64>, 17, 5)
VALUES(11, floats<float>, 1.25f, 2.75f)
VALUES(12, floats<double>, -1.25, 2.75)
VALUES(13, builtins, -2.5, 1.25f, 0x6000u, 0x500000000ull)
VALUES(14, wide, -((__int128)7 << 90), (__int128)3 << 80, 12345)
VALUES(15, objects, 5)
VALUES(16, text, 5)

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, i = 0;
	volatile int zero = 0;
	int z = zero;
#define LIVE(n, f, ...) o[i++] = known##n, o[i++] = f(__VA_ARGS__), o[i - 1] -= known##n;
	LIVE(0, bits<unsigned>, 0x1234u + z, 0xffu)
	LIVE(1, bits<u64>, 0x12345678u + z, 0xffu)
	LIVE(2, bits<u8>, 0x34 + z, 0xf)
	LIVE(3, sums<int>, 17 + z, 5)
	LIVE(4, sums<long long>, -17 + z, 5)
	LIVE(5, sums<unsigned>, 17 + z, 5)
	LIVE(6, sums<short>, -17 + z, 5)
	LIVE(7, sums<float>, 17.5f + z, 2.25f)
	LIVE(8, sums<double>, -17.5 + z, 2.25)
	LIVE(9, rests<int>, -17 + z, 5)
	LIVE(10, rests<u64>, 17 + z, 5)
	LIVE(11, floats<float>, 1.25f + z, 2.75f)
	LIVE(12, floats<double>, -1.25 + z, 2.75)
	LIVE(13, builtins, -2.5 + z, 1.25f, 0x6000u, 0x500000000ull)
	LIVE(15, objects, 5 + z)
	LIVE(16, text, 5 + z)
	o[i++] = objects(o[60] & 7);
	constexpr const char *text = "0123";
	constexpr const char *one = text + 1;
	static_assert(*one == '1' && text[3] == '3', "a local pointer to a literal");
	o[63] = one[o[0] & 1];
}
