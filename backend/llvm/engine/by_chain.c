/* by_chain.c - computes one chain of values after the other.
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
#include "backend/llvm/engine/order.h"

enum {
	LEAST_NODES = 400,
	LEAST_OF_CHAIN = 64,
	OVERFULL = 2, /* so many times the registers of a host */
};

struct chains {
	struct order *o;
	u32 *root;       /* per node: of its chain, a node; see root_of */
	bool *is_shared; /* per node: by chains */
};

/* ---- chains ------------------------------------------------------------------------ */

static u32 root_of(struct chains *c, u32 i) {
	while (c->root[i] != i) {
		c->root[i] = c->root[c->root[i]];
		i = c->root[i];
	}
	return i;
}

static void join(struct chains *c, u32 a, u32 b) {
	a = root_of(c, a);
	b = root_of(c, b);
	c->root[MAX(a, b)] = MIN(a, b); /* the first of a chain is its root */
}

/* A chain begins with a vector from elsewhere. What is computed from scalars and
 * constants alone, and so mostly the same for all lanes, is shared. */
static void find_chain(struct chains *c, u32 i) {
	struct order *o = c->o;
	const struct node *n = &o->node.at[i];
	u32 j;
	c->root[i] = i;
	c->is_shared[i] = !n->regs || !LLVMIsALoadInst(n->v);
	for (u32 k = 0; k < (u32)LLVMGetNumOperands(n->v); k++) {
		LLVMValueRef operand = LLVMGetOperand(n->v, k);
		bool is_node = order_node(o, operand, &j);
		bool is_vector = LLVMGetTypeKind(LLVMTypeOf(operand)) ==
		                 LLVMVectorTypeKind;
		if (is_node ? c->is_shared[j] : LLVMIsConstant(operand) || !is_vector)
			continue;
		c->is_shared[i] = false;
		if (is_node)
			join(c, i, j);
	}
}

static u32 count_chains(struct chains *c) {
	u32 n = (u32)c->o->node.n, count = 0;
	u32 *size = arena_array(&c->o->a, u32, n + 1);
	for (u32 i = 0; i < n; i++)
		count += !c->is_shared[i] && ++size[root_of(c, i)] == LEAST_OF_CHAIN;
	return count;
}

/* ---- the new order ----------------------------------------------------------------- */

/* What chains share keeps its place in the first of them. */
static void place(struct chains *c, u32 i, u32 *shared) {
	for (; *shared <= i; ++*shared)
		if (c->is_shared[*shared])
			vec_push(&c->o->a, &c->o->done, *shared);
	if (!c->is_shared[i])
		vec_push(&c->o->a, &c->o->done, i);
}

static void reorder(struct chains *c) {
	struct order *o = c->o;
	u32 n = (u32)o->node.n, shared = 0;
	u32 *next = arena_array(&o->a, u32, n + 1),
	    *tail = arena_array(&o->a, u32, n + 1);
	for (u32 i = 0; i < n; i++) { /* lists of the chains' nodes, by their roots */
		u32 root = root_of(c, i);
		if (root != i)
			next[tail[root] ? tail[root] - 1 : root] = i;
		tail[root] = i + 1;
	}
	for (u32 i = 0; i < n; i++) {
		if (c->root[i] != i || c->is_shared[i])
			continue;
		for (u32 k = i;; k = next[k]) {
			place(c, k, &shared);
			if (!next[k])
				break;
		}
	}
	while (shared < n)
		place(c, shared, &shared);
}

bool order_by_chain(struct order *o) {
	u32 n = (u32)o->node.n;
	if (n < LEAST_NODES)
		return false;
	struct chains c = {.o = o,
	                   .root = arena_array(&o->a, u32, n),
	                   .is_shared = arena_array(&o->a, bool, n)};
	for (u32 i = 0; i < n; i++)
		find_chain(&c, i);
	if (count_chains(&c) < 2 || order_pressure(o, NULL, false) <= OVERFULL * o->nreg)
		return false;
	reorder(&c);
	return true;
}
