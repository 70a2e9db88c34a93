/* device_int128.h - division of 128-bit integers, which no instruction does: the compiler calls these for / and %.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

__extension__ typedef unsigned __int128 __simt_u128;
__extension__ typedef __int128 __simt_s128;

/* Bit by bit from the highest of the quotient; what fits 64 bits is left to the machine. Dividing by zero gives all
 * ones, and the dividend as the remainder. */
__SIMT_FN __simt_u128 __simt_divmod128(__simt_u128 __a, __simt_u128 __b, __simt_u128 *__rest) {
	unsigned long long __ah = (unsigned long long)(__a >> 64), __al = (unsigned long long)__a;
	unsigned long long __bh = (unsigned long long)(__b >> 64), __bl = (unsigned long long)__b;
	if ((__ah | __bh) == 0 && __bl != 0) {
		*__rest = __al % __bl;
		return __al / __bl;
	}
	if (__bh == 0 && __bl == 0) {
		*__rest = __a;
		return ~(__simt_u128)0;
	}
	if (__bh == 0 && __bl <= 0xffffffffull) { /* four digits of 32 bits */
		unsigned long long __q3 = __ah / __bl, __r = __ah % __bl;
		unsigned long long __d = __r << 32 | __al >> 32;
		unsigned long long __q1 = __d / __bl;
		__d = (__d % __bl) << 32 | (__al & 0xffffffffull);
		*__rest = __d % __bl;
		return (__simt_u128)__q3 << 64 | __q1 << 32 | __d / __bl;
	}
	if (__a < __b) {
		*__rest = __a;
		return 0;
	}
	int __up = (__bh ? __clzll((long long)__bh) : 64 + __clzll((long long)__bl)) -
	           (__ah ? __clzll((long long)__ah) : 64 + __clzll((long long)__al));
	__simt_u128 __q = 0, __d = __b << __up;
	for (; __up >= 0; __up--) {
		__q <<= 1;
		if (__a >= __d) {
			__a -= __d;
			__q |= 1;
		}
		__d >>= 1;
	}
	*__rest = __a;
	return __q;
}

__SIMT_FN __simt_u128 __simt_div128(__simt_u128 __a, __simt_u128 __b) {
	__simt_u128 __rest;
	return __simt_divmod128(__a, __b, &__rest);
}

__SIMT_FN __simt_u128 __simt_rem128(__simt_u128 __a, __simt_u128 __b) {
	__simt_u128 __rest;
	__simt_divmod128(__a, __b, &__rest);
	return __rest;
}

/* Towards zero; the remainder has the dividend's sign. */
__SIMT_FN __simt_s128 __simt_div128(__simt_s128 __a, __simt_s128 __b) {
	__simt_u128 __ua = __a < 0 ? -(__simt_u128)__a : (__simt_u128)__a;
	__simt_u128 __ub = __b < 0 ? -(__simt_u128)__b : (__simt_u128)__b;
	__simt_u128 __q = __simt_div128(__ua, __ub);
	return (__simt_s128)((__a < 0) != (__b < 0) ? -__q : __q);
}

__SIMT_FN __simt_s128 __simt_rem128(__simt_s128 __a, __simt_s128 __b) {
	__simt_u128 __ua = __a < 0 ? -(__simt_u128)__a : (__simt_u128)__a;
	__simt_u128 __ub = __b < 0 ? -(__simt_u128)__b : (__simt_u128)__b;
	__simt_u128 __r = __simt_rem128(__ua, __ub);
	return (__simt_s128)(__a < 0 ? -__r : __r);
}

template <typename __T>
__SIMT_FN __T &__simt_div128_to(__T &__a, __T __b) {
	return __a = __simt_div128(__a, __b);
}

template <typename __T>
__SIMT_FN __T &__simt_rem128_to(__T &__a, __T __b) {
	return __a = __simt_rem128(__a, __b);
}

/* __builtin_add_overflow and its like: the exact result fits 128 bits, or equals no value of R modulo 2^128. */
#define __SIMT_OVERFLOW(name, op)                                                \
	template <typename __A, typename __B, typename __R>                      \
	__SIMT_FN bool __simt_##name##_overflow(__A __a, __B __b, __R *__r) {    \
		__simt_s128 __w = (__simt_s128)((__simt_u128)(__simt_s128)__a op \
		                                (__simt_u128)(__simt_s128)__b);  \
		*__r = (__R)__w;                                                 \
		return (__simt_s128)*__r != __w;                                 \
	}
__SIMT_OVERFLOW(add, +)
__SIMT_OVERFLOW(sub, -)
__SIMT_OVERFLOW(mul, *)
#undef __SIMT_OVERFLOW
