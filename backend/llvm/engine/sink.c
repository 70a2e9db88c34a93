/* sink.c - moves values to where they are used, after the last pass.
 *
 * Addresses of gathers and scatters: a host gathers by a scalar pointer and narrow
 * distances. LLVM finds these two only in the block of the access: a vector of addresses
 * that an earlier block has computed comes as so many wide pointers, and takes twice the
 * accesses. To compute it again costs nothing.
 *
 * What only the interpreter's function needs of an access that fails its check is
 * computed before that call: the registers that it finds at home, which no other code
 * reads where a shorter way leads to the address. LLVM's code generator does that for a
 * block with one way in; a check mostly has several.
 *
 * What only one side of a branch needs is computed there. A condition that holds in all
 * lanes, or in none, is found by a few comparisons of its ends; what is asked if it is
 * the one is of no use if it is the other. LLVM's code generator keeps both together, as
 * its flags do not go from block to block; its pass "sink" would also take back what
 * others have moved out of loops.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/engine.h"

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

bool engine_is_pure(LLVMValueRef v) {
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
	case LLVMBitCast:
	case LLVMSelect:
	case LLVMInsertElement:
	case LLVMExtractElement:
	case LLVMShuffleVector: return true;
	default: return false;
	}
}

static bool is_used_only_in(LLVMValueRef v, LLVMBasicBlockRef b) {
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != b)
			return false;
	}
	return true;
}

static LLVMValueRef first_after_phis(LLVMBasicBlockRef b) {
	LLVMValueRef i = LLVMGetFirstInstruction(b);
	while (LLVMIsAPHINode(i))
		i = LLVMGetNextInstruction(i);
	return i;
}

/* v goes to the start: its operands, which may follow it, go before it. */
static void move_to(const struct sink *s, LLVMValueRef v, LLVMBasicBlockRef b) {
	LLVMInstructionRemoveFromParent(v);
	LLVMPositionBuilderBefore(s->b, first_after_phis(b));
	LLVMInsertIntoBuilder(s->b, v);
}

/* Moves v to the cold block, if only that uses it. */
static bool to_cold(const struct sink *s, LLVMValueRef v, LLVMBasicBlockRef b) {
	if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) == b ||
	    !engine_is_pure(v) || !is_used_only_in(v, b))
		return false;
	move_to(s, v, b);
	return true;
}

static bool is_cold(LLVMBasicBlockRef b) {
	return strncmp(LLVMGetBasicBlockName(b), ENGINE_COLD, strlen(ENGINE_COLD)) == 0;
}

enum { MOST_ROUNDS = 8 };

static void fill_cold(const struct sink *s, LLVMBasicBlockRef b) {
	bool more = true;
	for (u32 round = 0; more && round < MOST_ROUNDS; round++) {
		more = false;
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i))
			for (u32 k = 0;
			     !LLVMIsAPHINode(i) && k < (u32)LLVMGetNumOperands(i); k++)
				more |= to_cold(s, LLVMGetOperand(i, k), b);
	}
}

/* ---- what one side of a branch needs ----------------------------------------------- */

static bool is_condition(LLVMValueRef v) {
	LLVMTypeRef t = LLVMTypeOf(v);
	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 1 &&
	       (engine_is_pure(v) || LLVMIsAICmpInst(v));
}

/* The block that all uses of v are in, if control comes to it from v's block alone; else
 * NULL. */
static LLVMBasicBlockRef side_of(LLVMValueRef v) {
	LLVMUseRef first = LLVMGetFirstUse(v);
	if (!first)
		return NULL;
	LLVMBasicBlockRef b = LLVMGetInstructionParent(LLVMGetUser(first));
	LLVMUseRef way = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
	bool single = way && !LLVMGetNextUse(way) &&
	              LLVMGetInstructionParent(LLVMGetUser(way)) ==
	                      LLVMGetInstructionParent(v);
	return single && is_used_only_in(v, b) ? b : NULL;
}

/* Moves conditions to the side of the branch that uses them: of a condition that has no
 * one answer for all lanes, what only the lanes one by one ask. From the last one up, so
 * that operands follow. No loop gets more to do: a block with one way in begins none. */
static void to_sides(const struct sink *s, LLVMBasicBlockRef b) {
	LLVMValueRef before;
	for (LLVMValueRef v = LLVMGetLastInstruction(b); v; v = before) {
		before = LLVMGetPreviousInstruction(v);
		LLVMBasicBlockRef side = is_condition(v) ? side_of(v) : NULL;
		if (side && side != b)
			move_to(s, v, side);
	}
}

void engine_sink(LLVMModuleRef module) {
	struct sink s = {
		LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
		LLVMLookupIntrinsicID("llvm.masked.gather", strlen("llvm.masked.gather")),
		LLVMLookupIntrinsicID("llvm.masked.scatter",
	                              strlen("llvm.masked.scatter"))};
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b)) {
			for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
			     i = LLVMGetNextInstruction(i))
				if (LLVMIsACallInst(i))
					sink_of(&s, i);
			if (is_cold(b))
				fill_cold(&s, b);
			else
				to_sides(&s, b);
		}
	LLVMDisposeBuilder(s.b);
}
