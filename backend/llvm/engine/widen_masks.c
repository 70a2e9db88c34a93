/* widen_masks.c - gives masks of AVX2 the form that its instructions use, after the last
 * pass. A comparison of eight lanes leaves 32 bits of ones or zeros in each, and blends
 * and masked accesses take these. To LLVM the mask is <8 x i1>. Within a block it finds
 * out that the two are the same; but a mask that goes on to another block it keeps in
 * lanes of 16 bits: packed at the end of one, unpacked at the start of the other, and for
 * each loop and branch anew. So a mask that crosses blocks, and what is computed from it,
 * becomes <8 x i32>:
 *
 *     m = or <8 x i1> a, b                    a' = sext a           after a
 *     ...                                     m' = or <8 x i32> a', b'
 *     next: select m, x, y                    next: n = icmp slt m', 0;  select n, x, y
 *
 * Blends and masked accesses test the sign alone: neither sext nor icmp costs an
 * instruction.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/engine.h"
#include "base/map.h"
#include "base/vec.h"

enum { LANES = 8, MOST_DEPTH = 64 };

struct wide {
	LLVMBuilderRef b;
	LLVMTypeRef narrow, type;
	struct arena a;
	struct map of; /* a mask that becomes wide: 1, or what it has become */
	VEC(LLVMValueRef) mask;
};

static bool is_mask(LLVMTypeRef t) {
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
	       LLVMGetVectorSize(t) == LANES &&
	       LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind &&
	       LLVMGetIntTypeWidth(LLVMGetElementType(t)) == 1;
}

static bool is_logic(LLVMValueRef v) {
	LLVMOpcode op = LLVMIsAInstruction(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
	return op == LLVMAnd || op == LLVMOr || op == LLVMXor;
}

static bool crosses(LLVMValueRef v) {
	LLVMBasicBlockRef b = LLVMGetInstructionParent(v);
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != b)
			return true;
	}
	return false;
}

/* Checks for an operand that becomes wide. Operands of the same block have been visited
 * before. */
static bool has_wide_operand(const struct wide *w, LLVMValueRef v) {
	return map_find(&w->of, (uintptr_t)LLVMGetOperand(v, 0)) ||
	       map_find(&w->of, (uintptr_t)LLVMGetOperand(v, 1));
}

static void find_masks(struct wide *w, LLVMValueRef f) {
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
	     b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i)) {
			if (!is_mask(LLVMTypeOf(i)) ||
			    (!LLVMIsAPHINode(i) && !crosses(i) &&
			     !(is_logic(i) && has_wide_operand(w, i))))
				continue;
			*map_at(&w->of, (uintptr_t)i) = 1;
			vec_push(&w->a, &w->mask, i);
		}
}

static void begin_phis(struct wide *w) {
	for (u32 i = 0; i < w->mask.n; i++) {
		LLVMValueRef v = w->mask.at[i];
		if (!LLVMIsAPHINode(v))
			continue;
		LLVMPositionBuilderBefore(w->b, v);
		*map_at(&w->of, (uintptr_t)v) = (uintptr_t)LLVMBuildPhi(w->b, w->type,
		                                                        "");
	}
}

/* Returns the wide form of v, which is made where v is. */
static LLVMValueRef widened(struct wide *w, LLVMValueRef v, u32 depth) {
	u64 *known = map_find(&w->of, (uintptr_t)v);
	if (known && *known != 1)
		return (LLVMValueRef)(uintptr_t)*known;
	if (LLVMIsConstant(v))
		return LLVMBuildSExt(w->b, v, w->type, "");
	LLVMValueRef r;
	if (is_logic(v) && known && depth < MOST_DEPTH) {
		LLVMValueRef x = widened(w, LLVMGetOperand(v, 0), depth + 1);
		LLVMValueRef y = widened(w, LLVMGetOperand(v, 1), depth + 1);
		LLVMPositionBuilderBefore(w->b, v);
		r = LLVMBuildBinOp(w->b, LLVMGetInstructionOpcode(v), x, y, "");
	} else {
		LLVMPositionBuilderBefore(w->b, LLVMGetNextInstruction(v));
		r = LLVMBuildSExt(w->b, v, w->type, "");
	}
	*map_at(&w->of, (uintptr_t)v) = (uintptr_t)r;
	return r;
}

static void end_phis(struct wide *w) {
	for (u32 i = 0; i < w->mask.n; i++) {
		LLVMValueRef v = w->mask.at[i];
		if (!LLVMIsAPHINode(v))
			continue;
		LLVMValueRef phi = map_get_ptr(&w->of, v);
		for (u32 k = 0; k < LLVMCountIncoming(v); k++) {
			LLVMValueRef from = widened(w, LLVMGetIncomingValue(v, k), 0);
			LLVMBasicBlockRef block = LLVMGetIncomingBlock(v, k);
			LLVMAddIncoming(phi, &from, &block, 1);
		}
	}
}

/* Checks whether the narrow mask stays beside its wide form. */
static bool stays(LLVMValueRef v, LLVMValueRef wide) {
	return LLVMIsASExtInst(wide) && LLVMGetOperand(wide, 0) == v;
}

static bool goes(const struct wide *w, LLVMValueRef v) {
	LLVMValueRef wide = map_get_ptr(&w->of, v);
	return wide && !stays(v, wide);
}

static void change_operand(struct wide *w, LLVMValueRef user, u32 k) {
	LLVMValueRef v = LLVMGetOperand(user, k), wide = map_get_ptr(&w->of, v);
	if (!wide || (stays(v, wide) &&
	              LLVMGetInstructionParent(v) == LLVMGetInstructionParent(user)))
		return;
	LLVMPositionBuilderBefore(w->b, user);
	LLVMSetOperand(user, k,
	               LLVMBuildICmp(w->b, LLVMIntSLT, wide, LLVMConstNull(w->type), ""));
}

static void change_users(struct wide *w, LLVMValueRef f) {
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
	     b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		     i = LLVMGetNextInstruction(i)) {
			if (LLVMIsAPHINode(i) || goes(w, i))
				continue;
			for (u32 k = 0; k < (u32)LLVMGetNumOperands(i); k++)
				change_operand(w, i, k);
		}
}

static void drop_masks(struct wide *w) {
	for (u32 i = 0; i < w->mask.n; i++)
		if (goes(w, w->mask.at[i]))
			LLVMReplaceAllUsesWith(w->mask.at[i], LLVMGetPoison(w->narrow));
	for (u32 i = 0; i < w->mask.n; i++)
		if (goes(w, w->mask.at[i]))
			LLVMInstructionEraseFromParent(w->mask.at[i]);
}

static void widen(struct wide *w, LLVMValueRef f) {
	w->of = MAP_INIT(&w->a);
	w->mask.n = w->mask.cap = 0;
	find_masks(w, f);
	if (!w->mask.n)
		return;
	begin_phis(w);
	for (u32 i = 0; i < w->mask.n; i++)
		widened(w, w->mask.at[i], 0);
	end_phis(w);
	change_users(w, f);
	drop_masks(w);
	arena_reset(&w->a);
}

void engine_widen_masks(LLVMModuleRef module) {
	LLVMContextRef ctx = LLVMGetModuleContext(module);
	struct wide w = {.b = LLVMCreateBuilderInContext(ctx),
	                 .narrow = LLVMVectorType(LLVMInt1TypeInContext(ctx), LANES),
	                 .type = LLVMVectorType(LLVMInt32TypeInContext(ctx), LANES)};
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		widen(&w, f);
	LLVMDisposeBuilder(w.b);
	arena_drop(&w.a);
}
