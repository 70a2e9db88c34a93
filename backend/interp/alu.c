/* alu.c - finds the lane loop of a pure instruction, compiled for what the host can do.
 * The loops are alu_int.c and its like, built once per level (meson, isa_levels); all
 * levels give the same bits (tests/unit/backend/rows.c). SIMT_ISA=base|v3|v4 asks for a
 * level no higher than that.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/alu.h"

#include <stdlib.h>

#define PARTS(F, suffix)            \
	F(alu_lookup_int##suffix)   \
	F(alu_lookup_float##suffix) \
	F(alu_lookup_cmp##suffix) F(alu_lookup_cvt##suffix) F(alu_lookup_video##suffix)
#define DECLARE(name) alu_fn *name(enum row row, const u8 type[4]);
#define TRY(name) \
	if (!fn)  \
		fn = name(row, type);

PARTS(DECLARE, )

#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
PARTS(DECLARE, _v3)
PARTS(DECLARE, _v4)
#endif

enum alu_level alu_host_level(void) {
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
	if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
	    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
	    __builtin_cpu_supports("avx512vl"))
		return ALU_V4;
	if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
	    __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
		return ALU_V3;
#endif
	return ALU_BASE;
}

alu_fn *alu_lookup_level(enum row row, const u8 type[4], enum alu_level level) {
	alu_fn *fn = NULL;
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE)
	if (level == ALU_V4) {
		PARTS(TRY, _v4)
	} else if (level == ALU_V3) {
		PARTS(TRY, _v3)
	}
#else
	(void)level;
#endif
	PARTS(TRY, )

	return fn;
}

static enum alu_level wanted_level(void) {
	enum alu_level host = alu_host_level(), want = host;
	const char *s = getenv("SIMT_ISA");
	if (s && strcmp(s, "base") == 0)
		want = ALU_BASE;
	else if (s && strcmp(s, "v3") == 0)
		want = ALU_V3;
	return MIN(want, host);
}

enum alu_level alu_level(void) {
	static _Atomic int level; /* 1 + the level, 0 until asked */
	if (level == 0)
		level = 1 + (int)wanted_level();
	return (enum alu_level)(level - 1);
}

alu_fn *alu_lookup(enum row row, const u8 type[4]) {
	return alu_lookup_level(row, type, alu_level());
}
