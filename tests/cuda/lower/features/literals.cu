/* Literal operators (over.literal): cooked, raw, of character packs, of strings and characters; found in namespaces.
 * SPDX-License-Identifier: Apache-2.0 */
typedef decltype(sizeof 0) size;

__device__ constexpr long long operator""_km(unsigned long long v) { return (long long)v * 1000; }
__device__ constexpr double operator""_half(long double v) { return (double)v / 2; }
__device__ constexpr int operator""_code(char c) { return c + 1; }
__device__ constexpr int operator""_wide(char16_t c) { return c * 2; }
__device__ constexpr size operator""_len(const char *, size n) { return n; }
__device__ constexpr int operator""_sum(const char *s, size n) {
	int sum = 0;
	for (size i = 0; i < n; i++)
		sum += s[i];
	return sum;
}
/* Raw: the digits as they are written. */
__device__ constexpr int operator""_digits(const char *s) {
	int n = 0;
	for (; *s; s++)
		n += *s != '\'';
	return n;
}
__device__ constexpr int operator""us(unsigned long long v) { return (int)v * 2; }
__device__ constexpr int operator""fs(long double v) { return (int)v * 3; }
template <char... C> __device__ constexpr int operator""_pack() {
	int n = 0;
	((n = n * 3 + (C - '0')), ...);
	return n;
}
/* The cooked form of the very type comes first, for others the raw one is there. */
__device__ constexpr int operator""_both(unsigned long long v) { return (int)v; }
__device__ constexpr int operator""_both(const char *s) { return s[0]; }
/* One takes what converts. */
namespace units {
struct metres {
	int v;
};
inline namespace literals {
__device__ constexpr metres operator""_m(unsigned long long v) { return {(int)v}; }
}
__device__ constexpr metres operator+(metres a, metres b) { return {a.v + b.v}; }
}

static_assert(5_km == 5000 && 0x10_km == 16000, "");
static_assert("abc"_len == 3 && "a"
				"bc"_len == 3, "");
static_assert(1201_pack == 1 * 27 + 2 * 9 + 0 + 1, "");

extern "C" __global__ void k(int *out, int n) {
	using namespace units::literals;
	int t = threadIdx.x, *o = out + t * 64;
	if (t * 64 >= n)
		return;
	int x = o[0];
	o[0] = (int)3_km + x;
	o[1] = (int)(x * 3.5_half * 4);
	o[2] = 'a'_code + x;
	o[3] = u'b'_wide - x;
	o[4] = (int)"hello"_len;
	o[5] = "hello"_sum * x;
	o[6] = 1'000'000_digits;
	o[7] = 1.5e3_digits + x;
	o[8] = 210_pack;
	o[9] = 77_both + 7.7_both;
	o[10] = (3_m + 4_m).v + x;
	o[11] = operator""_code('x');
	o[12] = units::literals::operator""_m(9).v;
	o[13] = 0x1F_digits + 0b11_pack;
	o[14] = 3us + (int)2.0fs + x;
}
