/* wide.cu - 128-bit integers from and to floating point ([conv.fpint]), rounded once.
 * SPDX-License-Identifier: Apache-2.0 */
typedef unsigned long long u64;
typedef unsigned __int128 u128;
typedef __int128 s128;

template <class To, class From> __device__ To bits(From from) {
	union {
		From from;
		To to;
	} u;
	u.from = from;
	return u.to;
}

__device__ unsigned mixed(u64 x) {
	return (unsigned)(x ^ x >> 32);
}

__device__ unsigned floats(u128 x) {
	s128 s = (s128)x;
	return mixed(bits<u64>((double)x)) ^ mixed(bits<u64>((double)s) * 3) ^ bits<unsigned>((float)x) * 5 ^
	       bits<unsigned>((float)s) * 7;
}

__device__ unsigned integers(double d) {
	s128 s = (s128)d, f = (s128)(float)d;
	u128 u = (u128)(d < 0 ? -d : d);
	return mixed((u64)s) ^ mixed((u64)(s >> 64) * 3) ^ mixed((u64)u * 5) ^ mixed((u64)(u >> 64) * 7) ^
	       mixed((u64)f * 11) ^ mixed((u64)(f >> 64) * 13);
}

extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x;
	int *o = out + t * 64;
	u128 x = (u128)(unsigned)(o[0] * 2654435761u) << 90 ^ (u128)(unsigned)(o[1] * 40503u) << 37 ^ (unsigned)o[2];
	double d = (double)(unsigned)o[0] * 12345.678901 - 1e9;
	for (int i = 0; i < 20; i++) {
		o[3 + i] = (int)floats(x >> i * 6);
		o[23 + i] = (int)integers(d);
		d *= i & 1 ? -16.5 : 3.25;
	}
	/* halfway between two floats, and a bit more or less */
	u128 half = ((u128)1 << 24 | t | 1) << 61 | (u128)1 << 60;
	for (int i = -1; i < 2; i++)
		o[44 + i] = (int)floats(half + (u128)(s128)i);
	u128 wide = ((u128)1 << 53 | t) << 70 | (u128)1 << 69;
	for (int i = -1; i < 2; i++)
		o[47 + i] = (int)floats(wide + (u128)(s128)i);
	o[49] = (int)floats(~(u128)0);
	o[50] = (int)floats((u128)1 << 127);
	o[51] = (int)floats(0);
	s128 y = (s128)x;
	y = (s128)((double)y * 0.5);
	y += 2.75f;
	o[52] = (int)y;
	o[53] = (int)(y >> 64);
	o[54] = (bool)(float)y + 2 * (y > 1.5) + n;
}
