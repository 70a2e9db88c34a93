/* sink.c - addresses of gathers and scatters go where they are used, after the last pass.
 * A host gathers by a scalar pointer and narrow distances. LLVM finds these two only in
 * the block of the access: a vector of addresses that an earlier block has computed, for
 * an access of its own, comes as so many wide pointers, and takes twice the accesses. To
 * compute it again costs nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine.h"

struct sink {
	LLVMBuilderRef b;
	u32 gather, scatter; /* intrinsics */
};

static bool is_widening(LLVMValueRef v) {
	if (!LLVMIsAInstruction(v))
		return false;
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	return op == LLVMSExt || op == LLVMZExt;
}

static LLVMValueRef copy_before(struct sink *s, LLVMValueRef v, LLVMValueRef user) {
	LLVMValueRef copy = LLVMInstructionClone(v);
	LLVMPositionBuilderBefore(s->b, user);
	LLVMInsertIntoBuilder(s->b, copy);
	return copy;
}

static void sink_operand(struct sink *s, LLVMValueRef user, u32 operand) {
	LLVMValueRef v = LLVMGetOperand(user, operand);
	LLVMBasicBlockRef here = LLVMGetInstructionParent(user);
	if (!LLVMIsAGetElementPtrInst(v) || LLVMGetInstructionParent(v) == here)
		return;
	v = copy_before(s, v, user);
	LLVMSetOperand(user, operand, v);
	for (u32 i = 1; i < (u32)LLVMGetNumOperands(v); i++) {
		LLVMValueRef index = LLVMGetOperand(v, i);
		if (is_widening(index) && LLVMGetInstructionParent(index) != here)
			LLVMSetOperand(v, i, copy_before(s, index, v));
	}
}

static void sink_of(struct sink *s, LLVMValueRef call) {
	LLVMValueRef f = LLVMGetCalledValue(call);
	u32 id = LLVMIsAFunction(f) ? LLVMGetIntrinsicID(f) : 0;
	if (id && id == s->gather)
		sink_operand(s, call, 0);
	else if (id && id == s->scatter)
		sink_operand(s, call, 1);
}

void engine_sink(LLVMModuleRef module) {
	struct sink s = {
		LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
		LLVMLookupIntrinsicID("llvm.masked.gather", strlen("llvm.masked.gather")),
		LLVMLookupIntrinsicID("llvm.masked.scatter",
	                              strlen("llvm.masked.scatter"))};
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			     i = LLVMGetNextInstruction(i))
				if (LLVMIsACallInst(i))
					sink_of(&s, i);
	LLVMDisposeBuilder(s.b);
}
