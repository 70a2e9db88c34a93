/* literal_templates.cu - templates of literal operators, of strings too. Compiled with -std=c++20
 * ([lex.ext], [over.literal])
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ constexpr

template <unsigned long N> struct Fixed {
	char s[N];
	DEV Fixed(const char (&x)[N]) {
		for (unsigned i = 0; i < N; i++)
			s[i] = x[i];
	}
	static constexpr unsigned n = N;
};
template <class T, T... V> struct Values {
	static constexpr int n = sizeof...(V);
	static constexpr T sum = (V + ... + T());
};

/* [lex.ext]/6: a template that takes the string, or a function of its text and length, which nvcc and g++ prefer */
template <Fixed S> DEV int operator""_x() { return S.n * 1000 + S.s[0]; }
template <Fixed S> DEV int operator""_z() { return 1; }
DEV int operator""_z(const char *s, unsigned long n) { return 2; }
DEV int operator""_y(const char *s, unsigned long n) { return s[0] + 1000 * int(n); }
template <char... C> DEV int operator""_y() { return sizeof...(C); }

/* [lex.ext]/3: all characters of the number, separators too */
template <char... C> DEV Values<char, C...> operator""_c() { return {}; }
DEV int operator""_raw(const char *s) {
	int n = 0;
	while (*s++)
		n++;
	return n;
}

namespace literals {
inline namespace part {
template <Fixed S> DEV auto operator""_fixed() { return S; }
}
template <char... C> DEV int operator""_n() { return (0 + ... + (C - '0')); }
}

template <Fixed S> struct Tag {
	static constexpr int v = S.n * 1000 + S.s[1];
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	using namespace literals::part;
	using literals::operator""_n;
	o[0] = "ab"_x + "a longer one"_x + "two " "parts"_x + 100000 * "z"_z;
	o[1] = "hey"_y + 12345_y;
	o[2] = decltype(12'345_c)::n + 100 * decltype(0x1'F_c)::sum + decltype(1.5e3_c)::n;
	o[3] = 12'345_raw + 100 * 0b11_raw;
	constexpr auto f = "xyz"_fixed;
	o[4] = f.s[2] + Tag<"tag">::v + Tag<"u" "v">::v + Tag<f>::v;
	o[5] = 1234_n + literals::operator""_n<'1', '2'>();
	o[6] = operator""_x<"direct">() + operator""_y("text", 4) + n;
	/* [lex.icon]/3 of C++23: size_t and its signed type, which nvcc and g++ take */
	o[7] = sizeof(1uz) + 100 * sizeof(5z) + (0uz - 1 > 0) + (0z - 1 < 0);
}
