/* eval.c - evaluates the `value` columns of alu.def on constants: constant folding
 * computes what the backends compute, and early what a PTX assembler does. Video
 * instructions are not folded.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"

#include <math.h>

#include "ir/isa/typeset.h"
#include "ir/num/ctypes.h"
#include "ir/num/num.h"

#define SRC(t, name, i) \
	t name = (t)0;  \
	memcpy(&name, &arg[i], MIN(sizeof name, sizeof arg[i]));
#define PSRC(name, i) bool name = arg[i] & 1;
#define RESULT(DT, value)    \
	DT r_ = (DT)(value); \
	memcpy(&out[0], &r_, MIN(sizeof r_, sizeof out[0]));
/* Carry chains are not folded; the columns still have to compile. */
#define PLAIN(DT, sources, value) \
	sources u32 CC = 0;       \
	RESULT(DT, value)         \
	(void)CC;
#define TWO(sources, value)     \
	sources bool q = false; \
	out[0] = (value) & 1;   \
	out[1] = q;

#define ALU_da(val) PLAIN(T, SRC(T, a, 1), val)
#define ALU_dab(val) PLAIN(T, SRC(T, a, 1) SRC(T, b, 2), val)
#define ALU_dabc(val) PLAIN(T, SRC(T, a, 1) SRC(T, b, 2) SRC(T, c, 3), val)
#define ALU_dabP(val) PLAIN(T, SRC(T, a, 1) SRC(T, b, 2) PSRC(P, 3), val)
#define ALU_dabci(val) \
	PLAIN(T, SRC(T, a, 1) SRC(T, b, 2) SRC(T, c, 3) SRC(u32, i, 4), val)
#define ALU_dabu(val) PLAIN(T, SRC(T, a, 1) SRC(T, b, 2) SRC(u32, u, 3), val)
#define ALU_dabuv(val) \
	PLAIN(T, SRC(T, a, 1) SRC(T, b, 2) SRC(u32, u, 3) SRC(u32, v, 4), val)
#define ALU_dabx(val) PLAIN(T, SRC(T, a, 1) SRC(T, b, 2) SRC(X, x, 3), val)
#define ALU_dau(val) PLAIN(T, SRC(T, a, 1) SRC(u32, u, 2), val)
#define ALU_dauv(val) PLAIN(T, SRC(T, a, 1) SRC(u32, u, 2) SRC(u32, v, 3), val)
#define ALU_dx(val) PLAIN(T, SRC(X, x, 1), val)
#define ALU_dxb(val) PLAIN(T, SRC(X, x, 1) SRC(T, b, 2), val)
#define ALU_dxy(val) PLAIN(T, SRC(X, x, 1) SRC(X, y, 2), val)
#define ALU_dxyc(val) PLAIN(T, SRC(X, x, 1) SRC(X, y, 2) SRC(T, c, 3), val)
#define ALU_dxyP(val) PLAIN(T, SRC(X, x, 1) SRC(X, y, 2) PSRC(P, 3), val)
#define ALU_na(val) PLAIN(u32, SRC(T, a, 1), val)
#define ALU_nuvt(val) PLAIN(u32, SRC(u32, u, 1) SRC(u32, v, 2) SRC(u32, t, 3), val)
#define ALU_nxy(val) PLAIN(u32, SRC(X, x, 1) SRC(X, y, 2), val)
#define ALU_nxyu(val) PLAIN(u32, SRC(X, x, 1) SRC(X, y, 2) SRC(u32, u, 3), val)
#define ALU_wab(val) PLAIN(TT, SRC(T, a, 1) SRC(T, b, 2), val)
#define ALU_wabW(val) PLAIN(TT, SRC(T, a, 1) SRC(T, b, 2) SRC(TT, W, 3), val)
#define ALU_dQabciP(val)                                                                 \
	SRC(T, a, 1) SRC(T, b, 2) SRC(T, c, 3) SRC(u32, i, 4) PSRC(P, 5) bool q = false; \
	RESULT(T, val)                                                                   \
	out[1] = q;
#define ALU_pa(val) TWO(SRC(T, a, 1), val)
#define ALU_pab(val) TWO(SRC(T, a, 1) SRC(T, b, 2), val)
#define ALU_pabP(val) TWO(SRC(T, a, 1) SRC(T, b, 2) PSRC(P, 3), val)
#define ALU_pqab(val) TWO(SRC(T, a, 1) SRC(T, b, 2), val)
#define ALU_pqabP(val) TWO(SRC(T, a, 1) SRC(T, b, 2) PSRC(P, 3), val)
#define ALU_pQab(val) ALU_pqab(val)
#define ALU_pQabP(val) ALU_pqabP(val)
#define ALU_pP(val)          \
	u32 P = (u32)arg[1]; \
	out[0] = (val) & 1u;
#define ALU_pPR(val)                          \
	u32 P = (u32)arg[1], R = (u32)arg[2]; \
	out[0] = (val) & 1u;

#define EVAL_FN(n, t0, t1, t2, id, sig, value)                                        \
	static void eval_##id##_##t0##_##t1##_##t2(const u64 *arg, u32 m, u64 *out) { \
		ALU_TYPES(t0, t1, t2)                                                 \
		(void)m;                                                              \
		ALU_##sig(value)                                                      \
	}
#define ALU(id, mnemonic, cls, types, sig, since, props, value, llvm) \
	types(EVAL_FN, id, sig, value)
#include "ir/isa/alu_cmp.def"
#include "ir/isa/alu_cvt.def"
#include "ir/isa/alu_float.def"
#include "ir/isa/alu_int.def"
#undef ALU

#define EVAL_CASE(n, t0, t1, t2, id)                         \
	if (ALU_TYPES_ARE(type, n, t0, t1, t2)) {            \
		eval_##id##_##t0##_##t1##_##t2(arg, m, out); \
		return true;                                 \
	}

static bool eval(enum row row, const u8 type[4], u32 m, const u64 *arg, u64 *out) {
	switch (row) {
/* Rows that are not folded have no case, so the compiler drops their functions. */
#define ALU(id, mnemonic, cls, types, sig, since, props, value, llvm) \
	case ROW_##id:                                                \
		if (!((props) & (PROP_CC_IN | PROP_CC_OUT))) {        \
			types(EVAL_CASE, id)                          \
		}                                                     \
		break;
#include "ir/isa/alu_cmp.def"
#include "ir/isa/alu_cvt.def"
#include "ir/isa/alu_float.def"
#include "ir/isa/alu_int.def"
#undef ALU
	default: break;
	}
	return false;
}

bool eval_row(enum row row, const u8 type[4], u64 mods, const u64 *arg, u64 *out) {
	for (u32 i = 0; i < 3; i++)
		if (type_info[type[i]].bits > 64)
			return false;
	out[0] = out[1] = 0;
	return eval(row, type, (u32)mods, arg, out);
}

/* The correctly rounded result of an instruction of the function unit; false if there is
 * none that the assembler computes, or it is NaN. Without .ftz the unit's operands and
 * results are scaled where they are subnormal, but for sin and cos. */
static bool eval_correctly(enum row row, u32 m, const u64 *arg, u64 *out) {
	f64 x = f32_ftz_in(f32_from((u32)arg[1]), m), r;
	bool is_tiny = x != 0 && fabs(x) < 0x1p-126;
	switch (row) {
	case ROW_RCP_APPROX: r = 1 / x; break;
	case ROW_SQRT_APPROX: r = sqrt(x); break;
	case ROW_RSQRT_APPROX: r = 1 / sqrt(x); break;
	case ROW_SIN: r = is_tiny ? 0 * x : sin(x); break;
	case ROW_COS: r = cos(x); break;
	case ROW_LG2: r = is_tiny ? (f32)log2(x * 0x1p24) - 24.0f : log2(x); break;
	case ROW_EX2:
		r = x < -126 ? (f32)exp2(x / 2) * (f64)(f32)exp2(x / 2) : exp2(x);
		break;
	default: return false;
	}
	out[0] = f32_bits(f32_ftz_in((f32)r, m));
	return r == r;
}

bool eval_row_early(enum row row, const u8 type[4], u64 mods, const u64 *arg, u64 *out) {
	out[1] = 0;
	return eval_correctly(row, (u32)mods, arg, out) ||
	       eval_row(row, type, mods, arg, out);
}
