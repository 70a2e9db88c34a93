/* mma_peak.c - what the host's multipliers do at best: a measure for the matrix products.
 * Compiled for AVX-512 and AMX; the caller has asked the host.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench/mma_peak.h"

#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CHAINS = 12, XFEATURE_TILEDATA = 18, ARCH_REQ_XCOMP_PERM = 0x1023 };

/* The compiler must not see that chains are alike. */
#define KEEP(v) __asm__ volatile("" : "+v"(v))

#define UNROLL _Pragma("GCC unroll 12")
#define CHAIN_LOOP(type, start, step)                                 \
	do {                                                          \
		type s[CHAINS];                                       \
		UNROLL for (u32 i = 0; i < CHAINS; i++) {             \
			s[i] = start;                                 \
			KEEP(s[i]);                                   \
		}                                                     \
		for (u32 n = 0; n < rounds; n++)                      \
			UNROLL for (u32 i = 0; i < CHAINS; i++) step; \
		UNROLL for (u32 i = 0; i < CHAINS; i++) KEEP(s[i]);   \
	} while (0)

double peak_f32(u32 rounds) {
	__m512 x = _mm512_set1_ps(1);
	KEEP(x);
	CHAIN_LOOP(__m512, x, s[i] = _mm512_fmadd_ps(s[i], x, x));
	return 2.0 * 16 * CHAINS * rounds;
}

double peak_f64(u32 rounds) {
	__m512d x = _mm512_set1_pd(1);
	KEEP(x);
	CHAIN_LOOP(__m512d, x, s[i] = _mm512_fmadd_pd(s[i], x, x));
	return 2.0 * 8 * CHAINS * rounds;
}

double peak_vnni(u32 rounds) {
	__m512i x = _mm512_set1_epi32(1);
	KEEP(x);
	CHAIN_LOOP(__m512i, x, s[i] = _mm512_dpbusd_epi32(s[i], x, x));
	return 2.0 * 64 * CHAINS * rounds;
}

/* ---- AMX ---- */

struct tile_config {
	u8 palette, start_row, reserved[14];
	u16 colsb[16];
	u8 rows[16];
};

/* Tiles, with products of bytes and of bf16. */
static bool has_amx(void) {
	const u32 need = 1u << 22 | 1u << 24 | 1u << 25;
	u32 a, b, c, d;
	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & need) == need;
}

bool peak_amx_begin(u32 rows) {
	_Alignas(64) struct tile_config c = {.palette = 1};

	if (!has_amx() ||
	    syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_TILEDATA) != 0)
		return false;
	for (u32 i = 0; i < 8; i++) {
		c.colsb[i] = 64;
		c.rows[i] = i == 2 || i == 5 ? 16 : (u8)rows; /* the right factors */
	}
	_tile_loadconfig(&c);
	return true;
}

void peak_amx_end(void) {
	_tile_release();
}

#define FOUR_TILES(op)                     \
	_tile_zero(4);                     \
	_tile_zero(5);                     \
	for (u32 n = 0; n < rounds; n++) { \
		op(0, 4, 5);               \
		op(1, 4, 5);               \
		op(2, 4, 5);               \
		op(3, 4, 5);               \
	}

double peak_amx_int8(u32 rounds) {
	FOUR_TILES(_tile_dpbssd)
	return 2.0 * 16 * 16 * 64 * 4 * rounds;
}

double peak_amx_bf16(u32 rounds) {
	FOUR_TILES(_tile_dpbf16ps)
	return 2.0 * 16 * 16 * 32 * 4 * rounds;
}

/* One product by itself, between registers of lanes in memory, as an instruction needs
 * it. */
double peak_amx_alone(u32 rounds) {
	static _Alignas(64) u8 a[1024], b[1024], c[1024];
	for (u32 n = 0; n < rounds; n++) {
		_tile_loadd(0, c, 64);
		_tile_loadd(1, a, 64);
		_tile_loadd(2, b, 64);
		_tile_dpbssd(0, 1, 2);
		_tile_stored(0, c, 64);
	}
	return rounds;
}
