/* trig_table.h - the bits of 2/pi, for reducing large angles (Payne and Hanek): one word
 * of zeros, then the fraction from its highest bit.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/math/base.h"

static __device__ const unsigned long long __simt_two_over_pi[21] = {
	0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull,
	0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull,
	0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull,
	0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
	0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull,
	0x4f463f669e5fea2dull, 0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull,
	0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull, 0xf0cfbc209af4361dull,
};

/* 64 bits of the table from a bit on. */
SIMT_DEVICE_INLINE unsigned long long __simt_two_over_pi_bits(int __at) {
	int __w = __at >> 6, __shift = __at & 63;
	unsigned long long __hi = __simt_two_over_pi[__w] << __shift;
	return __shift == 0 ? __hi : __hi | __simt_two_over_pi[__w + 1] >> (64 - __shift);
}
