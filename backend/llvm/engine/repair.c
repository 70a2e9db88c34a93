/* repair.c - rewrites what LLVM is known to compile wrongly, after the last pass.
 * LLVM 19.1 with AVX-512: in
 *
 *     select m, (or (and x, C), (and y, ~C)), y       C constant, x, y or C from memory
 *
 * the blend becomes one vpternlog. When it takes the mask m as well, its operands are put
 * into another order, and for cyclic orders the truth table is permuted the wrong way
 * round. A fence between the blend and the select, which costs no instruction, keeps the
 * two apart.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/engine.h"

struct repair {
	LLVMModuleRef module;
	LLVMContextRef ctx;
	LLVMBuilderRef b;
};

static LLVMValueRef plain(LLVMValueRef v) {
	while (LLVMIsABitCastInst(v))
		v = LLVMGetOperand(v, 0);
	return v;
}

/* (and x, constant): the constant; NULL for anything else. */
static LLVMValueRef mask_of(LLVMValueRef v) {
	if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMAnd)
		return NULL;
	LLVMValueRef c = LLVMGetOperand(v, 1);
	return LLVMIsConstant(c) ? c : NULL;
}

/* llvm.copysign is such a blend, too. */
static bool is_copysign(LLVMValueRef v) {
	if (!LLVMIsACallInst(v))
		return false;
	u32 id = LLVMGetIntrinsicID(LLVMGetCalledValue(v));
	return id &&
	       id == LLVMLookupIntrinsicID("llvm.copysign", strlen("llvm.copysign"));
}

static bool is_blend(LLVMValueRef v) {
	v = plain(v);
	if (is_copysign(v))
		return true;
	if (!LLVMIsAInstruction(v) || LLVMGetInstructionOpcode(v) != LLVMOr)
		return false;
	LLVMValueRef c = mask_of(LLVMGetOperand(v, 0)), d = mask_of(LLVMGetOperand(v, 1));
	return c && d && LLVMTypeOf(c) == LLVMTypeOf(d) && LLVMConstNot(c) == d;
}

u32 engine_element_bits(LLVMTypeRef vector) {
	LLVMTypeRef e = LLVMGetElementType(vector);
	return LLVMGetTypeKind(e) == LLVMIntegerTypeKind  ? LLVMGetIntTypeWidth(e)
	       : LLVMGetTypeKind(e) == LLVMFloatTypeKind  ? 32
	       : LLVMGetTypeKind(e) == LLVMDoubleTypeKind ? 64
	                                                  : 0;
}

static u32 vector_bits(LLVMTypeRef t) {
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return 0;
	return engine_element_bits(t) * LLVMGetVectorSize(t);
}

/* The fence exists for floating-point types only. */
static void fence_operand(struct repair *r, LLVMValueRef user, u32 operand) {
	LLVMValueRef v = LLVMGetOperand(user, operand);
	LLVMTypeRef t = LLVMTypeOf(v);
	u32 bits = vector_bits(t);
	if (!bits || bits % 32 || !is_blend(v))
		return;
	LLVMTypeRef floats = LLVMVectorType(LLVMFloatTypeInContext(r->ctx), bits / 32);
	u32 id = LLVMLookupIntrinsicID("llvm.arithmetic.fence",
	                               strlen("llvm.arithmetic.fence"));
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(r->module, id, &floats, 1);
	LLVMPositionBuilderBefore(r->b, user);
	LLVMValueRef arg = LLVMBuildBitCast(r->b, v, floats, "");
	arg = LLVMBuildCall2(r->b, LLVMIntrinsicGetType(r->ctx, id, &floats, 1), f, &arg,
	                     1, "");
	LLVMSetOperand(user, operand, LLVMBuildBitCast(r->b, arg, t, ""));
}

void engine_repair(LLVMModuleRef module) {
	struct repair r = {module, LLVMGetModuleContext(module), NULL};
	r.b = LLVMCreateBuilderInContext(r.ctx);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			     i = LLVMGetNextInstruction(i))
				if (LLVMGetInstructionOpcode(i) == LLVMSelect) {
					fence_operand(&r, i, 1);
					fence_operand(&r, i, 2);
				}
	LLVMDisposeBuilder(r.b);
}
