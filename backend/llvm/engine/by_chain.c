/* by_chain.c - computes one chain of values after the other, after the last pass.
 *
 * A warp's registers are several vectors, and each instruction of PTX is emitted for all
 * of them in turn: four chains of values side by side, none of which reads another. That
 * is good for a host that waits for results, until four times the values of a thread are
 * more than its registers: SHA-512 keeps 24 numbers of 64 bits for each thread, in 96
 * registers of AVX-512, of which there are 32. LLVM keeps the order, more or less, so
 * most of the instructions are loads and stores of what there was no room for.
 *
 *     t0 = a0 + b0    t1 = a1 + b1    t2 = a2 + b2    t3 = a3 + b3    c0 = t0 ^ a0    c1 = t1 ^ a1 ...
 *     t0 = a0 + b0    c0 = t0 ^ a0  ...    t1 = a1 + b1    c1 = t1 ^ a1  ...
 *
 * So where far more values live than there are registers, the instructions of a block are
 * put in the order of their chains.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/engine.h"
#include "backend/llvm/engine/host.h"
#include "base/map.h"
#include "base/vec.h"

#include <string.h>

enum {
	LEAST_NODES = 400, /* fewer pass too soon to matter */
	LEAST_OF_CHAIN = 64,
	OVERFULL = 2, /* so many times the registers of a host */
};

struct node {
	LLVMValueRef v;
	u32 root;       /* of its chain: a node; see root_of */
	u32 last;       /* the last node that reads it */
	u32 regs;       /* of the host; 0 for scalars */
	bool is_shared; /* by chains */
};

struct order {
	LLVMBuilderRef b;
	struct arena a;
	u32 memory;     /* the attribute's number */
	u32 bits, nreg; /* of the host's vectors; how many there are */
	VEC(struct node) node;
	struct map at; /* 1 + the node of an instruction */
	VEC(u32) done; /* the new order */
};

/* ---- instructions that may move ---------------------------------------------------- */

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
	case LLVMFreeze: return true;
	case LLVMCall: return touches_no_memory(o, v);
	case LLVMLoad:
		return !LLVMGetVolatile(v) &&
		       LLVMGetOrdering(v) == LLVMAtomicOrderingNotAtomic;
	default: return engine_is_pure(v);
	}
}

/* ---- chains ------------------------------------------------------------------------ */

static u32 root_of(struct order *o, u32 i) {
	while (o->node.at[i].root != i) {
		o->node.at[i].root = o->node.at[o->node.at[i].root].root;
		i = o->node.at[i].root;
	}
	return i;
}

static void join(struct order *o, u32 a, u32 b) {
	a = root_of(o, a);
	b = root_of(o, b);
	o->node.at[MAX(a, b)].root = MIN(a, b); /* the first of a chain is its root */
}

static u32 regs_of(const struct order *o, LLVMValueRef v) {
	LLVMTypeRef t = LLVMTypeOf(v);
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return 0;
	u32 bits = engine_element_bits(t);
	bits = bits ? bits : 16;
	return bits == 1 ? 0 : (bits * LLVMGetVectorSize(t) + o->bits - 1) / o->bits;
}

static struct node *node_of(const struct order *o, LLVMValueRef v, u32 *i) {
	u64 *at = LLVMIsAInstruction(v) ? map_find(&o->at, (uintptr_t)v) : NULL;
	*i = at ? (u32)*at - 1 : 0;
	return at ? &o->node.at[*i] : NULL;
}

/* A chain begins with a vector from elsewhere. What is computed from scalars and
 * constants alone, and so mostly the same for all lanes, is shared. */
static bool is_of_chain(LLVMValueRef operand, const struct node *n) {
	if (n)
		return !n->is_shared;
	return !LLVMIsConstant(operand) &&
	       LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMVectorTypeKind;
}

static void add(struct order *o, LLVMValueRef v) {
	u32 i = (u32)o->node.n, j;
	struct node n = {.v = v, .root = i, .last = i, .regs = regs_of(o, v)};
	n.is_shared = !n.regs || !LLVMIsALoadInst(v);
	vec_push(&o->a, &o->node, n);
	*map_at(&o->at, (uintptr_t)v) = i + 1;
	for (u32 k = 0; k < (u32)LLVMGetNumOperands(v); k++) {
		LLVMValueRef operand = LLVMGetOperand(v, k);
		struct node *of = node_of(o, operand, &j);
		if (of)
			of->last = i;
		if (!is_of_chain(operand, of))
			continue;
		o->node.at[i].is_shared = false;
		if (of)
			join(o, i, j);
	}
}

static bool is_read_after(const struct order *o, const struct node *n) {
	for (LLVMUseRef u = LLVMGetFirstUse(n->v); u; u = LLVMGetNextUse(u)) {
		u32 i;
		if (!node_of(o, LLVMGetUser(u), &i))
			return true;
	}
	return false;
}

/* Counts the registers that the values of these nodes take at most, in their order. What
 * they read of others is not counted. */
static u32 pressure(struct order *o) {
	u32 n = (u32)o->node.n, live = 0, most = 0;
	u32 *ends = arena_array(&o->a, u32, n + 1); /* registers, after each node */
	for (u32 i = 0; i < n; i++) {
		struct node *x = &o->node.at[i];
		u32 last = is_read_after(o, x) ? n : x->last;
		live += x->regs;
		ends[last] += x->regs;
		most = MAX(most, live);
		live -= ends[i];
	}
	return most;
}

static u32 count_chains(struct order *o) {
	u32 n = (u32)o->node.n, count = 0;
	u32 *size = arena_array(&o->a, u32, n + 1);
	for (u32 i = 0; i < n; i++)
		count += !o->node.at[i].is_shared &&
		         ++size[root_of(o, i)] == LEAST_OF_CHAIN;
	return count;
}

/* ---- the new order ----------------------------------------------------------------- */

/* What chains share keeps its place in the first of them. */
static void place(struct order *o, u32 i, u32 *shared) {
	for (; *shared <= i; ++*shared)
		if (o->node.at[*shared].is_shared)
			vec_push(&o->a, &o->done, *shared);
	if (!o->node.at[i].is_shared)
		vec_push(&o->a, &o->done, i);
}

static void reorder(struct order *o, LLVMValueRef end) {
	u32 n = (u32)o->node.n, shared = 0;
	u32 *next = arena_array(&o->a, u32, n + 1),
	    *tail = arena_array(&o->a, u32, n + 1);
	for (u32 i = 0; i < n; i++) { /* lists of the chains' nodes, by their roots */
		u32 root = root_of(o, i);
		if (root != i)
			next[tail[root] ? tail[root] - 1 : root] = i;
		tail[root] = i + 1;
	}
	for (u32 i = 0; i < n; i++) {
		if (o->node.at[i].root != i || o->node.at[i].is_shared)
			continue;
		for (u32 k = i;; k = next[k]) {
			place(o, k, &shared);
			if (!next[k])
				break;
		}
	}
	while (shared < n)
		place(o, shared, &shared);
	LLVMPositionBuilderBefore(o->b, end);
	for (u32 i = 0; i < n; i++) {
		LLVMValueRef v = o->node.at[o->done.at[i]].v;
		LLVMInstructionRemoveFromParent(v);
		LLVMInsertIntoBuilder(o->b, v);
	}
}

/* Instructions that may move, from `first` on; `end` follows them. */
static void order_run(struct order *o, LLVMValueRef first, LLVMValueRef end) {
	for (LLVMValueRef v = first; v != end; v = LLVMGetNextInstruction(v))
		add(o, v);
	if (count_chains(o) > 1 && pressure(o) > OVERFULL * o->nreg)
		reorder(o, end);
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

void engine_by_chain(LLVMModuleRef module, const struct host *h) {
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
