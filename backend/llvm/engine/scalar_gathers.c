/* scalar_gathers.c - makes gathers into a load for each lane, after the last pass, for
 * hosts whose gather is slow. On Zen 1 a gather of eight lanes is 66 operations of
 * microcode and takes 20 cycles, in which nothing else begins; eight loads, with what
 * takes the indices out of their vector and the elements into one, take 9.
 *
 *     gather base + ix        pairs of indices leave their vector as i64
 *     gather base + constants nothing leaves a vector
 *     gather p                pointers do
 *     of some lanes           the others load, too: where the first of these does, or
 *                             from a place of the function's own; what they had stays
 *
 * LLVM would make a branch for each lane that may take no part.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/engine.h"

enum { PAIR_BITS = 64 };

struct scalars {
	LLVMContextRef ctx;
	LLVMModuleRef module;
	LLVMBuilderRef b;
	u32 gather;           /* intrinsic */
	LLVMValueRef nowhere; /* of the function: where lanes load that take no part */
};

static LLVMTypeRef int_type(const struct scalars *s, u32 bits) {
	return LLVMIntTypeInContext(s->ctx, bits);
}

static LLVMValueRef take(const struct scalars *s, LLVMValueRef v, u32 lane) {
	return LLVMBuildExtractElement(s->b, v, LLVMConstInt(int_type(s, 32), lane, 0),
	                               "");
}

/* Memory is read for such a lane, and what is read is not used. */
static LLVMValueRef nowhere(struct scalars *s, LLVMValueRef call) {
	if (s->nowhere)
		return s->nowhere;
	LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
	LLVMBasicBlockRef entry = LLVMGetFirstBasicBlock(f);
	LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(entry));
	LLVMTypeRef t = int_type(s, 64);
	s->nowhere = LLVMBuildAlloca(s->b, t, "nowhere");
	LLVMBuildStore(s->b, LLVMConstNull(t), s->nowhere);
	return s->nowhere;
}

static LLVMValueRef splat(const struct scalars *s, LLVMValueRef v, u32 n) {
	LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(v), n);
	LLVMValueRef zero = LLVMConstNull(int_type(s, 32));
	v = LLVMBuildInsertElement(s->b, LLVMGetPoison(t), v, zero, "");
	return LLVMBuildShuffleVector(s->b, v, LLVMGetPoison(t),
	                              LLVMConstNull(LLVMVectorType(int_type(s, 32), n)),
	                              "");
}

static u32 element_bits(LLVMValueRef v) {
	LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(v));
	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

/* Places that are a scalar base and an index of 32 bits. */
struct indexed {
	LLVMValueRef base, index, pairs; /* two indices in each i64 */
	LLVMValueRef pair;               /* the one at hand */
	LLVMTypeRef step;
	bool is_signed;
};

/* Checks for places off a scalar base. */
static bool has_base(LLVMValueRef p) {
	return LLVMIsAGetElementPtrInst(p) && LLVMGetNumOperands(p) == 2 &&
	       LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(p, 0))) == LLVMPointerTypeKind;
}

static bool find_index(LLVMValueRef p, struct indexed *x) {
	if (!has_base(p) || LLVMIsConstant(LLVMGetOperand(p, 1)))
		return false;
	LLVMValueRef base = LLVMGetOperand(p, 0), index = LLVMGetOperand(p, 1);
	x->is_signed = true;
	LLVMOpcode op = LLVMIsAInstruction(index) ? LLVMGetInstructionOpcode(index)
	                                          : LLVMRet;
	if (op == LLVMSExt || op == LLVMZExt) {
		x->is_signed = op == LLVMSExt;
		index = LLVMGetOperand(index, 0);
	}
	u32 n = LLVMGetVectorSize(LLVMTypeOf(index));
	if (element_bits(index) != PAIR_BITS / 2 || n % 2)
		return false;
	x->base = base;
	x->index = index;
	x->step = LLVMGetGEPSourceElementType(p);
	return true;
}

/* Gives lanes that take no part the index of the first that does; if there is none, all
 * load from nowhere. */
static void confine_index(struct scalars *s, struct indexed *x, LLVMValueRef lanes) {
	u32 n = LLVMGetVectorSize(LLVMTypeOf(lanes));
	LLVMTypeRef bits = int_type(s, n);
	LLVMValueRef set = LLVMBuildBitCast(s->b, lanes, bits, "");
	LLVMValueRef any = LLVMBuildICmp(s->b, LLVMIntNE, set, LLVMConstNull(bits), "");
	LLVMTypeRef i32 = int_type(s, 32);
	set = LLVMBuildZExt(s->b, set, i32, "");
	LLVMValueRef arg[2] = {set, LLVMConstInt(int_type(s, 1), 0, 0)};
	u32 id = LLVMLookupIntrinsicID("llvm.cttz", strlen("llvm.cttz"));
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(s->module, id, &i32, 1);
	LLVMTypeRef ft = LLVMIntrinsicGetType(s->ctx, id, &i32, 1);
	LLVMValueRef first = LLVMBuildCall2(s->b, ft, f, arg, 2, "");
	first = LLVMBuildAnd(s->b, first, LLVMConstInt(i32, n - 1, 0), "");
	first = LLVMBuildExtractElement(s->b, x->index, first, "");
	first = LLVMBuildSelect(s->b, any, first, LLVMConstNull(i32), "");
	x->index = LLVMBuildSelect(s->b, lanes, x->index, splat(s, first, n), "");
	x->base = LLVMBuildSelect(s->b, any, x->base, s->nowhere, "");
}

static void pair(struct scalars *s, struct indexed *x) {
	u32 n = LLVMGetVectorSize(LLVMTypeOf(x->index));
	x->pairs = LLVMBuildBitCast(s->b, x->index,
	                            LLVMVectorType(int_type(s, PAIR_BITS), n / 2), "");
}

/* The value, of which LLVM knows nothing: no instruction is needed for that. Of what it
 * finds out about both indices of a pair, LLVM 19 concludes that the lower one needs no
 * extension, and addresses memory by both. */
static LLVMValueRef veiled(const struct scalars *s, LLVMValueRef v) {
	static const char text[] = "", where[] = "=r,0";
	LLVMTypeRef t = LLVMTypeOf(v), call = LLVMFunctionType(t, &t, 1, false);
	LLVMValueRef f = LLVMGetInlineAsm(call, text, sizeof text - 1, where,
	                                  sizeof where - 1, false, false,
	                                  LLVMInlineAsmDialectATT, false);
	return LLVMBuildCall2(s->b, call, f, &v, 1, "");
}

/* Lanes come in order. */
static LLVMValueRef place_of_lane(const struct scalars *s, struct indexed *x, u32 lane) {
	LLVMTypeRef wide = int_type(s, PAIR_BITS), narrow = int_type(s, PAIR_BITS / 2);
	LLVMValueRef half = LLVMConstInt(wide, PAIR_BITS / 2, 0);
	if (lane % 2 == 0)
		x->pair = veiled(s, take(s, x->pairs, lane / 2));
	LLVMValueRef ix = x->pair;
	if (lane % 2) {
		ix = x->is_signed ? LLVMBuildAShr(s->b, ix, half, "")
		                  : LLVMBuildLShr(s->b, ix, half, "");
	} else {
		ix = LLVMBuildTrunc(s->b, ix, narrow, "");
		ix = x->is_signed ? LLVMBuildSExt(s->b, ix, wide, "")
		                  : LLVMBuildZExt(s->b, ix, wide, "");
	}
	return LLVMBuildGEP2(s->b, x->step, x->base, &ix, 1, "");
}

static LLVMValueRef fixed_place(const struct scalars *s, LLVMValueRef p, u32 lane) {
	LLVMValueRef ix = take(s, LLVMGetOperand(p, 1), lane);
	return LLVMBuildGEP2(s->b, LLVMGetGEPSourceElementType(p), LLVMGetOperand(p, 0),
	                     &ix, 1, "");
}

static LLVMValueRef loads(struct scalars *s, LLVMValueRef call) {
	LLVMValueRef p = LLVMGetOperand(call, 0), lanes = LLVMGetOperand(call, 2);
	LLVMTypeRef t = LLVMTypeOf(call);
	u32 n = LLVMGetVectorSize(t);
	u64 align = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
	struct indexed x = {0};
	bool all = lanes == LLVMConstAllOnes(LLVMTypeOf(lanes));
	LLVMValueRef other = all ? NULL : nowhere(s, call);
	LLVMPositionBuilderBefore(s->b, call);
	bool by_index = find_index(p, &x), fixed = all && !by_index && has_base(p) &&
	                                           LLVMIsConstant(LLVMGetOperand(p, 1));
	if (by_index && !all)
		confine_index(s, &x, lanes);
	if (by_index)
		pair(s, &x);
	else if (!all)
		p = LLVMBuildSelect(s->b, lanes, p, splat(s, other, n), "");
	LLVMValueRef v = LLVMGetPoison(t);
	for (u32 l = 0; l < n; l++) {
		LLVMValueRef at = by_index ? place_of_lane(s, &x, l)
		                  : fixed  ? fixed_place(s, p, l)
		                           : take(s, p, l);
		LLVMValueRef e = LLVMBuildLoad2(s->b, LLVMGetElementType(t), at, "");
		LLVMSetAlignment(e, (u32)align);
		v = LLVMBuildInsertElement(s->b, v, e,
		                           LLVMConstInt(int_type(s, 32), l, 0), "");
	}
	return all ? v : LLVMBuildSelect(s->b, lanes, v, LLVMGetOperand(call, 3), "");
}

static bool is_gather(const struct scalars *s, LLVMValueRef i) {
	if (!LLVMIsACallInst(i))
		return false;
	LLVMValueRef f = LLVMGetCalledValue(i);
	return LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) == s->gather;
}

static void replace_in(struct scalars *s, LLVMBasicBlockRef b) {
	LLVMValueRef next;
	for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if (!is_gather(s, i))
			continue;
		LLVMReplaceAllUsesWith(i, loads(s, i));
		LLVMInstructionEraseFromParent(i);
	}
}

void engine_scalar_gathers(LLVMModuleRef module) {
	LLVMContextRef ctx = LLVMGetModuleContext(module);
	struct scalars s = {.ctx = ctx,
	                    .module = module,
	                    .b = LLVMCreateBuilderInContext(ctx),
	                    .gather = LLVMLookupIntrinsicID(
				    "llvm.masked.gather", strlen("llvm.masked.gather"))};
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f;
	     f = LLVMGetNextFunction(f)) {
		s.nowhere = NULL;
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			replace_in(&s, b);
	}
	LLVMDisposeBuilder(s.b);
}
