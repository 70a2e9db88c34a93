/* device_int128.h - division of 128-bit integers, which no instruction does: the compiler calls these for / and %.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

__extension__ typedef unsigned __int128 __simt_u128;
__extension__ typedef __int128 __simt_s128;

/* Bit by bit from the highest of the quotient; what fits 64 bits is left to the machine. Dividing by zero gives all
 * ones, and the dividend as the remainder. */
__SIMT_FN __simt_u128 __simt_divmod128(__simt_u128 a, __simt_u128 b, __simt_u128 *rest) {
	unsigned long long ah = (unsigned long long)(a >> 64), al = (unsigned long long)a;
	unsigned long long bh = (unsigned long long)(b >> 64), bl = (unsigned long long)b;
	if ((ah | bh) == 0 && bl != 0) {
		*rest = al % bl;
		return al / bl;
	}
	if (bh == 0 && bl == 0) {
		*rest = a;
		return ~(__simt_u128)0;
	}
	if (bh == 0 && bl <= 0xffffffffull) { /* four digits of 32 bits */
		unsigned long long q3 = ah / bl, r = ah % bl;
		unsigned long long d = r << 32 | al >> 32;
		unsigned long long q1 = d / bl;
		d = (d % bl) << 32 | (al & 0xffffffffull);
		*rest = d % bl;
		return (__simt_u128)q3 << 64 | q1 << 32 | d / bl;
	}
	if (a < b) {
		*rest = a;
		return 0;
	}
	int up = (bh ? __clzll((long long)bh) : 64 + __clzll((long long)bl)) -
	         (ah ? __clzll((long long)ah) : 64 + __clzll((long long)al));
	__simt_u128 q = 0, d = b << up;
	for (; up >= 0; up--) {
		q <<= 1;
		if (a >= d) {
			a -= d;
			q |= 1;
		}
		d >>= 1;
	}
	*rest = a;
	return q;
}

__SIMT_FN __simt_u128 __simt_div128(__simt_u128 a, __simt_u128 b) {
	__simt_u128 rest;
	return __simt_divmod128(a, b, &rest);
}

__SIMT_FN __simt_u128 __simt_rem128(__simt_u128 a, __simt_u128 b) {
	__simt_u128 rest;
	__simt_divmod128(a, b, &rest);
	return rest;
}

/* Towards zero; the remainder has the dividend's sign. */
__SIMT_FN __simt_s128 __simt_div128(__simt_s128 a, __simt_s128 b) {
	__simt_u128 ua = a < 0 ? -(__simt_u128)a : (__simt_u128)a;
	__simt_u128 ub = b < 0 ? -(__simt_u128)b : (__simt_u128)b;
	__simt_u128 q = __simt_div128(ua, ub);
	return (__simt_s128)((a < 0) != (b < 0) ? -q : q);
}

__SIMT_FN __simt_s128 __simt_rem128(__simt_s128 a, __simt_s128 b) {
	__simt_u128 ua = a < 0 ? -(__simt_u128)a : (__simt_u128)a;
	__simt_u128 ub = b < 0 ? -(__simt_u128)b : (__simt_u128)b;
	__simt_u128 r = __simt_rem128(ua, ub);
	return (__simt_s128)(a < 0 ? -r : r);
}

template <typename __T>
__SIMT_FN __T &__simt_div128_to(__T &a, __T b) {
	return a = __simt_div128(a, b);
}

template <typename __T>
__SIMT_FN __T &__simt_rem128_to(__T &a, __T b) {
	return a = __simt_rem128(a, b);
}

/* __builtin_add_overflow and its like: the exact result fits 128 bits, or equals no value of R modulo 2^128. */
#define __SIMT_OVERFLOW(name, op)                                                        \
	template <typename __A, typename __B, typename __R>                                    \
	__SIMT_FN bool __simt_##name##_overflow(__A a, __B b, __R *r) {                        \
		__simt_s128 w = (__simt_s128)((__simt_u128)(__simt_s128)a op             \
		                              (__simt_u128)(__simt_s128)b);              \
		*r = (__R)w;                                                               \
		return (__simt_s128)*r != w;                                             \
	}
__SIMT_OVERFLOW(add, +)
__SIMT_OVERFLOW(sub, -)
__SIMT_OVERFLOW(mul, *)
#undef __SIMT_OVERFLOW
