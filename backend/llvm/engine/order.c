/* order.c - the order of instructions, after the last pass. LLVM's code generator keeps
 * it, more or less, as it has no idea of how far a host looks ahead, and little of how
 * many values live in a long block.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/order.h"

#include <string.h>

#include "backend/llvm/engine/engine.h"
#include "backend/llvm/engine/host.h"

enum { LEAST_NODES = 150 }; /* fewer pass too soon to matter */

static bool touches_no_memory(const struct order *o, LLVMValueRef call) {
	LLVMValueRef f = LLVMGetCalledValue(call);
	LLVMAttributeRef a =
		LLVMIsAFunction(f) && LLVMGetIntrinsicID(f)
			? LLVMGetEnumAttributeAtIndex(
				  f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
				  o->memory)
			: NULL;
	return a && LLVMGetEnumAttributeValue(a) == 0;
}

/* The mode of rounding is set by a call, which ends a run, as what writes to memory does.
 */
static bool may_move(const struct order *o, LLVMValueRef v) {
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMFDiv:
	case LLVMFNeg:
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMUIToFP:
	case LLVMSIToFP:
	case LLVMFPTrunc:
	case LLVMFPExt:
	case LLVMICmp:
	case LLVMFCmp:
	case LLVMFreeze:
	case LLVMGetElementPtr:
	case LLVMIntToPtr:
	case LLVMPtrToInt: return true;
	case LLVMCall: return touches_no_memory(o, v);
	case LLVMLoad:
		return !LLVMGetVolatile(v) &&
		       LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
	default: return engine_is_pure(v);
	}
}

static bool is_mask(LLVMValueRef v) {
	LLVMTypeRef t = LLVMTypeOf(v);
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind && engine_element_bits(t) == 1;
}

static u32 regs_of(const struct order *o, LLVMValueRef v) {
	LLVMTypeRef t = LLVMTypeOf(v);
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return 0;
	u32 bits = engine_element_bits(t);
	bits = bits ? bits : 16;
	return bits == 1 ? 0 : (bits * LLVMGetVectorSize(t) + o->bits - 1) / o->bits;
}

static void add(struct order *o, LLVMValueRef v) {
	u32 i = (u32)o->node.n;
	struct node n = {.v = v, .regs = regs_of(o, v), .is_mask = is_mask(v)};
	vec_push(&o->a, &o->node, n);
	*map_at(&o->at, (uintptr_t)v) = i + 1;
}

static bool is_read_after(const struct order *o, const struct node *n) {
	for (LLVMUseRef u = LLVMGetFirstUse(n->v); u; u = LLVMGetNextUse(u)) {
		u32 i;
		if (!order_node(o, LLVMGetUser(u), &i))
			return true;
	}
	return false;
}

u32 order_pressure(struct order *o, const u32 *order, bool of_masks) {
	u32 n = (u32)o->node.n, live = 0, most = 0;
	u32 *place = arena_array(&o->a, u32, n), *last = arena_array(&o->a, u32, n);
	u32 *ends = arena_array(&o->a, u32, n + 1); /* registers, after each place */
	for (u32 i = 0; i < n; i++)
		place[order ? order[i] : i] = i;
	for (u32 i = 0; i < n; i++) {
		LLVMValueRef v = o->node.at[i].v;
		u32 j;
		last[i] = MAX(last[i], place[i]);
		if (is_read_after(o, &o->node.at[i]))
			last[i] = n;
		for (u32 k = 0; k < (u32)LLVMGetNumOperands(v); k++)
			if (order_node(o, LLVMGetOperand(v, k), &j))
				last[j] = MAX(last[j], place[i]);
	}
	for (u32 i = 0; i < n; i++) {
		u32 node = order ? order[i] : i;
		const struct node *x = &o->node.at[node];
		u32 regs = of_masks ? x->is_mask : x->regs;
		live += regs;
		ends[last[node]] += regs;
		most = MAX(most, live);
		live -= ends[i];
	}
	return most;
}

/* Instructions that may move, from `first` on; `end` follows them. */
static void order_run(struct order *o, LLVMValueRef first, LLVMValueRef end) {
	for (LLVMValueRef v = first; v != end; v = LLVMGetNextInstruction(v))
		add(o, v);
	if (order_by_chain(o) || order_by_latency(o)) {
		LLVMPositionBuilderBefore(o->b, end);
		for (u32 i = 0; i < o->node.n; i++) {
			LLVMValueRef v = o->node.at[o->done.at[i]].v;
			LLVMInstructionRemoveFromParent(v);
			LLVMInsertIntoBuilder(o->b, v);
		}
	}
	o->node.n = o->node.cap = o->done.n = o->done.cap = 0;
	arena_reset(&o->a);
	o->at = MAP_INIT(&o->a);
}

static void block(struct order *o, LLVMBasicBlockRef b) {
	LLVMValueRef end;
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
	     v = LLVMGetNextInstruction(end)) {
		u32 n = 0;
		for (end = v; may_move(o, end); end = LLVMGetNextInstruction(end))
			n++; /* what ends the block does not move */
		if (n >= LEAST_NODES)
			order_run(o, v, end);
	}
}

void engine_order(LLVMModuleRef module, const struct host *h) {
	struct order o = {
		.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
		.memory = LLVMGetEnumAttributeKindForName("memory", strlen("memory")),
		.bits = h->width * 32,
		.nreg = h->width == 8 ? 16 : 32};
	o.at = MAP_INIT(&o.a);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b;
		     b = LLVMGetNextBasicBlock(b))
			block(&o, b);
	LLVMDisposeBuilder(o.b);
	arena_drop(&o.a);
}
