/* builder.h - shorthand for building LLVM's IR, on scalars and vectors alike: a constant
 * is splatted, a type follows from its use. The formulas of ir/num are long enough
 * without LLVM's names. Integer operations wrap, shifts must be below the width, and no
 * operation has a fast-math flag.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/alu/alu.h"

typedef LLVMValueRef val;

/* ---- types and constants ---- */

static inline LLVMTypeRef e_wide(const struct alu_emit *e, LLVMTypeRef t) {
	return e->lanes ? LLVMVectorType(t, e->lanes) : t;
}

static inline LLVMTypeRef e_int_type(const struct alu_emit *e, u32 bits) {
	return e_wide(e, LLVMIntTypeInContext(e->ctx, bits));
}

static inline LLVMTypeRef e_f32_type(const struct alu_emit *e) {
	return e_wide(e, LLVMFloatTypeInContext(e->ctx));
}

static inline LLVMTypeRef e_f64_type(const struct alu_emit *e) {
	return e_wide(e, LLVMDoubleTypeInContext(e->ctx));
}

/* The type of one lane. */
static inline LLVMTypeRef e_lane_type(val a) {
	LLVMTypeRef t = LLVMTypeOf(a);
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

/* Bits of one lane of an integer. */
static inline u32 e_bits_of(val a) {
	return LLVMGetIntTypeWidth(e_lane_type(a));
}

static inline bool e_is_f64(val a) {
	return LLVMGetTypeKind(e_lane_type(a)) == LLVMDoubleTypeKind;
}

/* The same constant in all lanes. */
val e_splat(const struct alu_emit *e, val constant);

static inline val e_k(const struct alu_emit *e, u32 bits, u64 v) {
	return e_splat(e, LLVMConstInt(LLVMIntTypeInContext(e->ctx, bits), v, true));
}

static inline val e_k32(const struct alu_emit *e, u32 v) {
	return e_k(e, 32, v);
}

static inline val e_kf32(const struct alu_emit *e, f64 v) {
	return e_splat(e, LLVMConstReal(LLVMFloatTypeInContext(e->ctx), v));
}

static inline val e_kf64(const struct alu_emit *e, f64 v) {
	return e_splat(e, LLVMConstReal(LLVMDoubleTypeInContext(e->ctx), v));
}

/* An integer constant of a's type (v is sign-extended beyond 64 bits); a floating-point
 * one. */
static inline val e_like(const struct alu_emit *e, val a, u64 v) {
	return e_k(e, e_bits_of(a), v);
}

static inline val e_flike(const struct alu_emit *e, val a, f64 v) {
	return e_splat(e, LLVMConstReal(e_lane_type(a), v));
}

static inline val e_bool(const struct alu_emit *e, bool v) {
	return e_k(e, 1, v);
}

/* The value of a constant that is equal in all lanes; false if `a` is none. */
bool e_constant(val a, u64 *v);

/* ---- integers ---- */

#define DEFINE_BINARY(name, Build)                                              \
	static inline val e_##name(const struct alu_emit *e, val a, val b) {    \
		return LLVMBuild##Build(e->b, a, b, "");                        \
	}                                                                       \
	static inline val e_##name##k(const struct alu_emit *e, val a, u64 b) { \
		return LLVMBuild##Build(e->b, a, e_like(e, a, b), "");          \
	}
DEFINE_BINARY(add, Add)
DEFINE_BINARY(sub, Sub)
DEFINE_BINARY(mul, Mul)
DEFINE_BINARY(and, And)
DEFINE_BINARY(or, Or)
DEFINE_BINARY(xor, Xor)
DEFINE_BINARY(shl, Shl)
DEFINE_BINARY(lshr, LShr)
DEFINE_BINARY(ashr, AShr)
#undef DEFINE_BINARY

static inline val e_not(const struct alu_emit *e, val a) {
	return LLVMBuildNot(e->b, a, "");
}

static inline val e_neg(const struct alu_emit *e, val a) {
	return LLVMBuildNeg(e->b, a, "");
}

static inline val e_sel(const struct alu_emit *e, val c, val a, val b) {
	return LLVMBuildSelect(e->b, c, a, b, "");
}

#define DEFINE_COMPARE(name, P)                                                 \
	static inline val e_##name(const struct alu_emit *e, val a, val b) {    \
		return LLVMBuildICmp(e->b, LLVMInt##P, a, b, "");               \
	}                                                                       \
	static inline val e_##name##k(const struct alu_emit *e, val a, u64 b) { \
		return LLVMBuildICmp(e->b, LLVMInt##P, a, e_like(e, a, b), ""); \
	}
DEFINE_COMPARE(eq, EQ)
DEFINE_COMPARE(ne, NE)
DEFINE_COMPARE(ult, ULT)
DEFINE_COMPARE(ugt, UGT)
DEFINE_COMPARE(uge, UGE)
DEFINE_COMPARE(slt, SLT)
DEFINE_COMPARE(sgt, SGT)
#undef DEFINE_COMPARE

/* Converts to another width, by sign extension, zero extension or truncation; the same
 * width is no operation. */
val e_sext(const struct alu_emit *e, val a, u32 bits);
/* An integer as a narrower or a wider type (no sign). What is itself a change of width
 * goes back to its source, as none of LLVM's passes is run that would do that. */
val e_to_narrow(LLVMBuilderRef b, val a, LLVMTypeRef t);
val e_to_wide(LLVMBuilderRef b, val a, LLVMTypeRef t);
val e_zext(const struct alu_emit *e, val a, u32 bits);
val e_trunc(const struct alu_emit *e, val a, u32 bits);

static inline val e_ext(const struct alu_emit *e, val a, u32 bits, bool is_signed) {
	return is_signed ? e_sext(e, a, bits) : e_zext(e, a, bits);
}

/* Calls an intrinsic that is overloaded on the type of `a` alone, "llvm.ctpop". */
val e_call1(const struct alu_emit *e, const char *name, val a);
val e_call2(const struct alu_emit *e, const char *name, val a, val b);
val e_call3(const struct alu_emit *e, const char *name, val a, val b, val c);

/* Adds a function to a module that only the module calls, and that stays a call. */
val e_new_function(LLVMContextRef ctx, LLVMModuleRef module, const char *name,
                   LLVMTypeRef t);
/* Adds an attribute to a function; one without a value has 0. */
void e_add_attribute(LLVMContextRef ctx, val fn, const char *name, u64 value);

/* Emits an instruction of the host on E_HOST_LANES lanes of single precision, where
 * has_rounding; its last operand says how to round. */
enum { E_HOST_LANES = 16 };
enum { E_AS_SET = 4, E_DOWN = 8 | 1, E_UP = 8 | 2, E_TO_ZERO = 8 | 3 };
val e_host(const struct alu_emit *e, const char *name, val *arg, u32 n);

static inline val e_host_round(const struct alu_emit *e, u32 how) {
	return LLVMConstInt(LLVMInt32TypeInContext(e->ctx), how, false);
}

static inline val e_smin(const struct alu_emit *e, val a, val b) {
	return e_call2(e, "llvm.smin", a, b);
}

static inline val e_smax(const struct alu_emit *e, val a, val b) {
	return e_call2(e, "llvm.smax", a, b);
}

static inline val e_umin(const struct alu_emit *e, val a, val b) {
	return e_call2(e, "llvm.umin", a, b);
}

static inline val e_umax(const struct alu_emit *e, val a, val b) {
	return e_call2(e, "llvm.umax", a, b);
}

/* Counts leading zeros: the width if a is 0. */
static inline val e_clz(const struct alu_emit *e, val a) {
	val zero_is_fine = LLVMConstInt(LLVMInt1TypeInContext(e->ctx), 0, false);
	return e_call2(e, "llvm.ctlz", a, zero_is_fine);
}

/* ---- floating point ---- */

#define DEFINE_FLOAT(name, Build)                                               \
	static inline val e_##name(const struct alu_emit *e, val a, val b) {    \
		return LLVMBuild##Build(e->b, a, b, "");                        \
	}                                                                       \
	static inline val e_##name##k(const struct alu_emit *e, val a, f64 b) { \
		return LLVMBuild##Build(e->b, a, e_flike(e, a, b), "");         \
	}
DEFINE_FLOAT(fadd, FAdd)
DEFINE_FLOAT(fsub, FSub)
DEFINE_FLOAT(fmul, FMul)
DEFINE_FLOAT(fdiv, FDiv)
#undef DEFINE_FLOAT

#define DEFINE_FCOMPARE(name, P)                                                  \
	static inline val e_##name(const struct alu_emit *e, val a, val b) {      \
		return LLVMBuildFCmp(e->b, LLVMReal##P, a, b, "");                \
	}                                                                         \
	static inline val e_##name##k(const struct alu_emit *e, val a, f64 b) {   \
		return LLVMBuildFCmp(e->b, LLVMReal##P, a, e_flike(e, a, b), ""); \
	}
DEFINE_FCOMPARE(feq, OEQ)
DEFINE_FCOMPARE(fne, ONE)
DEFINE_FCOMPARE(flt, OLT)
DEFINE_FCOMPARE(fgt, OGT)
DEFINE_FCOMPARE(fge, OGE)
#undef DEFINE_FCOMPARE

static inline val e_is_nan(const struct alu_emit *e, val a) {
	return LLVMBuildFCmp(e->b, LLVMRealUNO, a, a, "");
}

static inline val e_fneg(const struct alu_emit *e, val a) {
	return LLVMBuildFNeg(e->b, a, "");
}

/* The bits of a floating-point number, and back. */
val e_bits(const struct alu_emit *e, val a);

static inline val e_f32(const struct alu_emit *e, val bits) {
	return LLVMBuildBitCast(e->b, bits, e_f32_type(e), "");
}

static inline val e_f64(const struct alu_emit *e, val bits) {
	return LLVMBuildBitCast(e->b, bits, e_f64_type(e), "");
}

/* Bits to the floating-point type of `like`. */
static inline val e_from(const struct alu_emit *e, val like, val bits) {
	return LLVMBuildBitCast(e->b, bits, LLVMTypeOf(like), "");
}

/* Between single and double precision. */
static inline val e_widen(const struct alu_emit *e, val a) {
	return LLVMBuildFPExt(e->b, a, e_f64_type(e), "");
}

static inline val e_narrow(const struct alu_emit *e, val a) {
	return LLVMBuildFPTrunc(e->b, a, e_f32_type(e), "");
}

static inline val e_fabs(const struct alu_emit *e, val a) {
	return e_call1(e, "llvm.fabs", a);
}

/* The magnitude of the first with the sign of the second. */
static inline val e_fsign(const struct alu_emit *e, val mag, val sign) {
	return e_call2(e, "llvm.copysign", mag, sign);
}

/* Integers to floating point, to nearest. */
static inline val e_itof(const struct alu_emit *e, val a, LLVMTypeRef to,
                         bool is_signed) {
	return is_signed ? LLVMBuildSIToFP(e->b, a, to, "")
	                 : LLVMBuildUIToFP(e->b, a, to, "");
}

/* Floating point to integers, to zero. Poison where the value does not fit: the caller
 * selects something else there. */
val e_ftoi(const struct alu_emit *e, val a, u32 bits, bool is_signed);
