/* by_lane.c - quotients, remainders and upper halves of products of 64 bits. No host has
 * vector instructions for them: LLVM writes each lane out, and one division of 32 lanes
 * takes it up to a tenth of a second. So each module has a function per kind, a loop over
 * the lanes. Most quotients in kernels are of indices: where all operands have 32 bits,
 * the function divides vectors instead.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "backend/llvm/alu/arith.h"
#include "backend/llvm/engine/host.h"

struct by_lane {
	struct alu_emit e; /* builds the function */
	val fn, a, b;
	by_lane_fn *of;
};

static LLVMBasicBlockRef new_block(const struct by_lane *f) {
	return LLVMAppendBasicBlockInContext(f->e.ctx, f->fn, "");
}

/* Returns from here if the operands of all lanes have 32 bits. */
static void divide_short(struct by_lane *f) {
	struct alu_emit *e = &f->e, narrow = *e;
	LLVMBasicBlockRef is_short = new_block(f), is_long = new_block(f);
	val upper = e_lshrk(e, e_or(e, f->a, f->b), 32);
	val any = e_call1(e, "llvm.vector.reduce.or", upper);
	val zero = LLVMConstInt(LLVMInt64TypeInContext(e->ctx), 0, false);
	LLVMBuildCondBr(e->b, LLVMBuildICmp(e->b, LLVMIntEQ, any, zero, ""), is_short,
	                is_long);
	LLVMPositionBuilderAtEnd(e->b, is_short);
	narrow.type[0] = TYPE_U32;
	val r = f->of(&narrow, e_trunc(e, f->a, 32), e_trunc(e, f->b, 32));
	/* with a divisor of 0 all bits are set */
	LLVMBuildRet(e->b, e_sel(e, e_eqk(e, f->b, 0), e_like(e, f->a, ~(u64)0),
	                         e_zext(e, r, 64)));
	LLVMPositionBuilderAtEnd(e->b, is_long);
}

static val in_memory(const struct by_lane *f, val v) {
	val at = LLVMBuildAlloca(f->e.b, LLVMTypeOf(f->a), "");
	if (v)
		LLVMBuildStore(f->e.b, v, at);
	return at;
}

static val at_lane(const struct by_lane *f, val vector, val lane) {
	return LLVMBuildGEP2(f->e.b, LLVMInt64TypeInContext(f->e.ctx), vector, &lane, 1,
	                     "");
}

static val load_lane(const struct by_lane *f, val vector, val lane) {
	return LLVMBuildLoad2(f->e.b, LLVMInt64TypeInContext(f->e.ctx),
	                      at_lane(f, vector, lane), "");
}

/* y is NULL where the second operand is a constant. */
static void loop(struct by_lane *f, const u64 *constant) {
	LLVMBuilderRef b = f->e.b;
	struct alu_emit one = f->e;
	one.lanes = 0;
	val x = in_memory(f, f->a), y = constant ? NULL : in_memory(f, f->b);
	val r = in_memory(f, NULL);
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b), body = new_block(f);
	LLVMBuildBr(b, body);
	LLVMPositionBuilderAtEnd(b, body);
	val lane = LLVMBuildPhi(b, LLVMInt32TypeInContext(f->e.ctx), "");
	val second = y ? load_lane(f, y, lane) : e_k(&one, 64, *constant);
	val result = f->of(&one, load_lane(f, x, lane), second);
	LLVMBuildStore(b, result, at_lane(f, r, lane));
	val next = e_addk(&one, lane, 1);
	val more = e_ult(&one, next, e_k(&one, 32, f->e.lanes));
	LLVMBasicBlockRef end = new_block(f);
	LLVMAddIncoming(lane, (val[]){e_k(&one, 32, 0), next},
	                (LLVMBasicBlockRef[]){before, body}, 2);
	LLVMBuildCondBr(b, more, body, end);
	LLVMPositionBuilderAtEnd(b, end);
	LLVMBuildRet(b, LLVMBuildLoad2(b, LLVMTypeOf(f->a), r, ""));
}

/* Makes the function; without a constant, a quotient or remainder has the short way. */
static val new_function(const struct alu_emit *e, const char *name, LLVMTypeRef type,
                        by_lane_fn *of, const u64 *constant, bool divides) {
	struct by_lane f = {.e = *e, .of = of};
	f.fn = e_new_function(e->ctx, e->module, name, type);
	e_add_attribute(e->ctx, f.fn, "memory", 0); /* accesses none of its caller's */
	e_add_attribute(e->ctx, f.fn, "willreturn", 0);
	engine_tune(f.fn, e->calls_for);
	f.a = LLVMGetParam(f.fn, 0);
	f.b = constant ? NULL : LLVMGetParam(f.fn, 1);
	f.e.b = LLVMCreateBuilderInContext(e->ctx);
	LLVMPositionBuilderAtEnd(f.e.b, new_block(&f));
	if (divides && !constant)
		divide_short(&f);
	loop(&f, constant);
	LLVMDisposeBuilder(f.e.b);
	return f.fn;
}

bool jit_divides_by_lane(const struct alu_emit *e, val a, val b) {
	u64 k = 0;
	bool is_in_line = e_constant(b, &k) && (!e->is_quick || !(k & (k - 1)));
	return e->calls_for && e->lanes && e_bits_of(a) == 64 && !is_in_line;
}

val jit_by_lane(const struct alu_emit *e, const char *name, by_lane_fn *of, bool divides,
                val a, val b) {
	u64 k = 0;
	bool is_constant = divides && e_constant(b, &k);
	char full[64];
	int n = snprintf(full, sizeof full, "%s.%c64x%u", name,
	                 type_is_signed(e->type[0]) ? 's' : 'u', e->lanes);
	if (is_constant)
		snprintf(full + n, sizeof full - (size_t)n, ".%llx",
		         (unsigned long long)k);
	LLVMTypeRef t = LLVMTypeOf(a);
	u32 narg = is_constant ? 1 : 2;
	LLVMTypeRef type = LLVMFunctionType(t, (LLVMTypeRef[]){t, t}, narg, false);
	val fn = LLVMGetNamedFunction(e->module, full);
	if (!fn)
		fn = new_function(e, full, type, of, is_constant ? &k : NULL, divides);
	return LLVMBuildCall2(e->b, type, fn, (val[]){a, b}, narg, "");
}
