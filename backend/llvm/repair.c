/* repair.c - rewrites what LLVM is known to compile wrongly into what it compiles rightly, after the
 * last pass. LLVM 19.1 with AVX-512: in
 *
 *     select m, (or (and x, C), (and y, ~C)), y       C constant, x from memory
 *
 * the blend becomes one vpternlog(C, x, y); with the mask m its operands are put in another order
 * and the truth table is permuted wrongly (the two cyclic orders are mixed up). With the parts of
 * the `or` exchanged the order is a swap, which is right.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine.h"

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

/* `blend` is merged into `kept`. */
static void order_parts(LLVMValueRef blend, LLVMValueRef kept) {
	blend = plain(blend);
	if (!LLVMIsAInstruction(blend) || LLVMGetInstructionOpcode(blend) != LLVMOr)
		return;
	LLVMValueRef a = LLVMGetOperand(blend, 0), b = LLVMGetOperand(blend, 1);
	LLVMValueRef c = mask_of(a), d = mask_of(b);
	if (!c || !d || LLVMTypeOf(c) != LLVMTypeOf(d) || LLVMConstNot(c) != d)
		return;
	if (plain(LLVMGetOperand(b, 0)) != plain(kept))
		return;
	LLVMSetOperand(blend, 0, b);
	LLVMSetOperand(blend, 1, a);
}

void engine_repair(LLVMModuleRef module) {
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
				if (LLVMGetInstructionOpcode(i) != LLVMSelect)
					continue;
				LLVMValueRef t = LLVMGetOperand(i, 1), e = LLVMGetOperand(i, 2);
				order_parts(t, e);
				order_parts(e, t);
			}
}
