/* alu.h - vector code for the pure instructions, from the `llvm` column of
 * ir/isa/alu.def.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/base.h"
#include "ir/isa/inst.h"
#include <llvm-c/Core.h>

struct host;

/* One pure instruction being emitted: scalar values (lanes == 0, a uniform instruction)
 * or vectors of `lanes` lanes (16, 8 or 4...). */
struct alu_emit {
	LLVMContextRef ctx;
	LLVMModuleRef module; /* where intrinsics are declared */
	LLVMBuilderRef b;
	u32 lanes;         /* 0: scalars; else <lanes x T> */
	u32 m;             /* low word of the modifiers, as in `value` */
	enum type type[4]; /* T0 T1 T2 */
	bool raw_nan;    /* an f32 result may be any NaN: the reader makes it canonical */
	bool has_second; /* the second result is used */
	bool has_f16;    /* the target computes in f16 (AVX512-FP16, ARM's fullfp16) */
	bool has_rounding;   /* instructions of the target take a direction (AVX-512) */
	bool has_byte_dots;  /* and bytes at any bit, sums of products of bytes (VBMI,
	                      * VNNI)
	                      */
	bool permutes_bytes; /* and chooses among 128 bytes in one operation */
	bool has_mxcsr;      /* or a register of the host does (host_asm.c) */
	bool is_fast;        /* approximations need not have the hardware's bits */
	bool is_quick; /* what is emitted is not optimised: the shorter the better */
	bool has_fma;  /* fused multiply-add; without it llvm.fma becomes a call of libm
	                  per lane */
	const struct host *calls_for; /* what is long may be a call of a function of the
	                                 module, made for this host; NULL: no calls */
	/* Carry flag, i1: rows with PROP_CC_IN, PROP_CC_OUT. */
	LLVMValueRef cc_in, cc_out;
};

/* Emits the row. src/out are in the order of alu_fn's o[] (destinations first; src[i] is
 * valid for source positions). Lane types: integers and bits iN of the C type in
 * ctypes.h's CTYPES (8-, 4-bit: i16), f16/bf16 i16, packed types i16/i32/i64, f32
 * float, f64 double, b128 i128, predicates i1. out[0] (and out[1] for p|q and the video
 * q) get the results. False: this row and types have no LLVM form (the caller then calls
 * the interpreter's lane loop). */
bool jit_alu(struct alu_emit *c, enum row row, LLVMValueRef *out,
             const LLVMValueRef *src);

/* Checks whether jit_alu has a form for it; emits nothing. */
bool jit_alu_has(enum row row, const u8 type[4]);

/* The comparison of integers that a modifier of setp names (MOD_CMP_EQ ...). */
LLVMIntPredicate jit_int_predicate(u32 cmp, bool is_signed);
