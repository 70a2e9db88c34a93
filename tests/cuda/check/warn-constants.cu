// What a conversion or an operation makes of constants: E0626, E0640 to E0646. What a line says is what nvcc says of it.
__device__ void useu(unsigned); __device__ void use(int); __device__ void usec(char); __device__ void uses(short);
__device__ void to_unsigned(unsigned u, unsigned char c) {
	u = -1;
	c = -128;
	u += -1;
	u = u + -1;
	if (u == -1) use(1);
	useu(-1);
	u = 1 ? -1 : 2;
	u = ~0 + 0;
}
__device__ void to_signed(signed char c, short s, int i, long l) {
	c = 128;
	c = 255;
	s = 65535;
	i = 4294967295;
	l = 9223372036854775808u;
	use(4294967295u);
	i = 0x80000000 + 5;
}
/* a pattern of bits has no sign; a cast says that it is meant */
__device__ void patterns(unsigned u, signed char c, short s, int i) {
	constexpr int all = ~0;
	enum { ALL = ~0 };
	u = ~0; u &= ~5; u = -1 & 0xff; u = -1 | 0; u = all; u = ALL;
	c = 0xff; c = 0x80; s = 0xf00d; s = '\xff'; i = 0xffffffff; i = 0x80000000 | 5; i = 0xAAAAAAAAu & ~1;
	u = (unsigned)-1; u = unsigned(-1); u = static_cast<unsigned>(-1); u = true ? 1 : -1;
	if (u > ~0) use(1);
}
__device__ void truncated(unsigned char c, signed char s, short h, int i) {
	c = 256;
	c = -129;
	s = -129;
	s = ~0u;
	h = 0x10000;
	i = 4294967296;
	i = -2147483648 - 1;
	c = 300 & 0xff;
}
__device__ void from_floats(int i, unsigned u, char c, bool b) {
	i = 3e9;
	u = -1.0;
	c = 300.0;
	use(1e20);
	i = 3.5; u = 4e9; i = -2147483648.5; i = (int)3e9; b = 2.5; i += 1e20;
}
__device__ int overflows(int i) {
	i = 2147483647 + 1;
	i = 65536 * 65536;
	i = -2147483647 - 2;
	i = -(-2147483647 - 1);
	i = (-2147483647 - 1) / -1;
	const int most = 2147483647;
	i = most * 2;
	unsigned wraps = 65536u * 65536u + 3u - 5u;
	return i + wraps + i * 2147483647;
}
__device__ long shifts(int i, long l) {
	i = i << 32;
	i = 1 << 33;
	i = i << -1;
	i <<= 32;
	l = l >> 64;
	return l >> 63 | i << 31 | 1 << 31 | 1ull << 40;
}
__device__ float divisions(int i, float f) {
	i = i / 0;
	i = i % 0;
	i /= 0;
	f = f / 0;
	f = f / 0.0f;
	return f + 1.0f / 0 + 1.0 / 0.0;
}
template <int N> __device__ unsigned instance() { return N; }
template <class T> __device__ T minus_one() { return T(-1); }
__device__ unsigned instances() { return instance<3>() + instance<-3>() + minus_one<unsigned>(); }
__device__ unsigned variable = -1;
__constant__ unsigned char listed[] = {300, -1, 255};
