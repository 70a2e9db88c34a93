/* by_latency.c - puts instructions that wait for nothing between those that wait.
 *
 * A host looks ahead some hundred instructions for one that it can begin. What a kernel
 * computes in two ways from the same numbers, as an option's price and its counterpart,
 * is two chains one after the other, and each is longer than that: so the host waits for
 * every result of the first chain, and then for every one of the second.
 *
 *     a = x / y;  b = f(a);  c = g(b);  ...   p = x / z;  q = f(p);  r = g(q);  ...
 *     a = x / y;  p = x / z;  b = f(a);  q = f(p);  c = g(b);  r = g(q);  ...
 *
 * The new order is that of a host that looks ahead without end: of what can begin, it
 * takes the instruction that the longest chain waits for (list scheduling). It is taken
 * if a host of the usual kind would be done sooner. Loads come first, and in their order:
 * memory takes longer than any chain, and the host's prefetchers look at the order.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/order.h"

#include <string.h>

enum {
	MASKS = 5,         /* a host has seven registers for them */
	AHEAD = 256,       /* instructions */
	WIDTH = 2,         /* vectors that are begun in a cycle */
	WORTH_PERCENT = 96 /* of the cycles */
};

struct plan {
	struct order *o;
	u32 n;
	u32 *latency,
		*height;    /* per node: cycles; of the longest chain that begins there */
	u32 *ready, *nwait; /* the cycle in which it can begin; nodes that it waits for */
	u32 *nread;         /* operands of the run that it is */
	bool *is_load;
	u32 *load; /* the next load, or n */
};

/* Cycles, about as many as hosts of the last ten years take. */
static u32 latency_of(LLVMValueRef v) {
	enum { FEW = 1, COMPARE = 3, USUAL = 4, LOAD = 8, DIVIDE = 13, ROOT = 20 };
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMBitCast:
	case LLVMIntToPtr:
	case LLVMPtrToInt:
	case LLVMGetElementPtr:
	case LLVMFreeze:
	case LLVMExtractElement: return 0;
	case LLVMFAdd:
	case LLVMFSub:
	case LLVMFMul:
	case LLVMMul:
	case LLVMFPToUI:
	case LLVMFPToSI:
	case LLVMUIToFP:
	case LLVMSIToFP:
	case LLVMFPTrunc:
	case LLVMFPExt: return USUAL;
	case LLVMFDiv: return DIVIDE;
	case LLVMICmp:
	case LLVMFCmp: return COMPARE;
	case LLVMLoad: return LOAD;
	case LLVMCall: {
		size_t n;
		const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &n);
		return strstr(name, "sqrt") ? ROOT : USUAL;
	}
	default: return FEW;
	}
}

/* Checks for an instruction that takes one of the host's WIDTH places. */
static bool takes_place(const struct plan *p, u32 i) {
	LLVMValueRef v = p->o->node.at[i].v;
	return p->latency[i] && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

static void begin(struct plan *p) {
	struct order *o = p->o;
	u32 load = p->n, j;
	for (u32 i = p->n; i--;) {
		LLVMValueRef v = o->node.at[i].v;
		p->latency[i] = latency_of(v);
		p->load[i] = p->n;
		p->is_load[i] = LLVMIsALoadInst(v);
		if (p->is_load[i]) {
			if (load < p->n) {
				p->nwait[load]++;
				p->height[i] = MAX(p->height[i], p->height[load]);
			}
			p->load[i] = load;
			load = i;
		}
		p->height[i] += p->latency[i];
		for (u32 k = 0; k < (u32)LLVMGetNumOperands(v); k++)
			if (order_node(o, LLVMGetOperand(v, k), &j)) {
				p->height[j] = MAX(p->height[j], p->height[i]);
				p->nwait[i]++;
				p->nread[j]++;
			}
	}
}

/* ---- heaps of nodes ---------------------------------------------------------------- */

typedef bool before_fn(const struct plan *p, u32 a, u32 b);

struct heap {
	u32 *at, n;
	before_fn *before;
};

static bool is_sooner(const struct plan *p, u32 a, u32 b) {
	return p->ready[a] != p->ready[b] ? p->ready[a] < p->ready[b] : a < b;
}

static bool is_longer(const struct plan *p, u32 a, u32 b) {
	bool loads = p->is_load[a];
	if (loads != p->is_load[b])
		return loads;
	return p->height[a] != p->height[b] ? p->height[a] > p->height[b] : a < b;
}

static void swap(u32 *a, u32 *b) {
	u32 was = *a;
	*a = *b;
	*b = was;
}

static void push(const struct plan *p, struct heap *h, u32 node) {
	u32 i = h->n++;
	h->at[i] = node;
	for (; i && h->before(p, h->at[i], h->at[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&h->at[i], &h->at[(i - 1) / 2]);
}

static u32 pop(const struct plan *p, struct heap *h) {
	u32 top = h->at[0], i = 0;
	h->at[0] = h->at[--h->n];
	for (u32 k = 1; k < h->n; k = 2 * i + 1) {
		k += k + 1 < h->n && h->before(p, h->at[k + 1], h->at[k]);
		if (!h->before(p, h->at[k], h->at[i]))
			break;
		swap(&h->at[i], &h->at[k]);
		i = k;
	}
	return top;
}

/* ---- the new order ----------------------------------------------------------------- */

struct queues {
	struct heap waiting, ready;
	struct heap masks; /* ready, too, but there is no room for their results */
	u32 nmask;         /* that live */
	u32 now;           /* cycle */
};

static bool makes_mask(const struct plan *p, u32 i) {
	return p->o->node.at[i].is_mask;
}

/* Node i is read once less by what is to come. */
static void read_once(struct plan *p, struct queues *q, u32 i) {
	if (--p->nread[i] || !makes_mask(p, i))
		return;
	q->nmask--;
	if (q->masks.n)
		push(p, &q->ready, pop(p, &q->masks));
}

/* Node i waits for one node less, whose result is there in that cycle. */
static void wait_less(struct plan *p, struct queues *q, u32 i, u32 cycle) {
	p->ready[i] = MAX(p->ready[i], cycle);
	if (--p->nwait[i] == 0)
		push(p, p->ready[i] <= q->now ? &q->ready : &q->waiting, i);
}

static void issue(struct plan *p, struct queues *q, u32 i) {
	struct order *o = p->o;
	LLVMValueRef v = o->node.at[i].v;
	u32 j, end = q->now + p->latency[i];
	vec_push(&o->a, &o->done, i);
	q->nmask += makes_mask(p, i);
	for (u32 k = 0; k < (u32)LLVMGetNumOperands(v); k++)
		if (order_node(o, LLVMGetOperand(v, k), &j))
			read_once(p, q, j);
	if (p->load[i] < p->n)
		wait_less(p, q, p->load[i], q->now);
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
		if (order_node(o, LLVMGetUser(u), &j))
			wait_less(p, q, j, end);
}

static void plan(struct plan *p) {
	struct arena *a = &p->o->a;
	struct queues q = {
		.waiting = {.at = arena_array(a, u32, p->n), .before = is_sooner},
		.ready = {.at = arena_array(a, u32, p->n), .before = is_longer},
		.masks = {.at = arena_array(a, u32, p->n), .before = is_longer}};
	for (u32 i = 0; i < p->n; i++)
		if (!p->nwait[i])
			push(p, &q.ready, i);
	for (; q.ready.n || q.waiting.n || q.masks.n; q.now++) {
		if (!q.ready.n && q.waiting.n)
			q.now = MAX(q.now, p->ready[q.waiting.at[0]]);
		while (q.waiting.n && p->ready[q.waiting.at[0]] <= q.now)
			push(p, &q.ready, pop(p, &q.waiting));
		if (!q.ready.n) /* all that is left waits for one of these */
			issue(p, &q, pop(p, &q.masks));
		for (u32 places = 0; q.ready.n && places < WIDTH;) {
			u32 i = pop(p, &q.ready);
			if (makes_mask(p, i) && q.nmask >= MASKS) {
				push(p, &q.masks, i);
				continue;
			}
			places += takes_place(p, i);
			issue(p, &q, i);
		}
	}
}

/* ---- a host ------------------------------------------------------------------------ */

/* The cycles that nodes take in this order on a host that looks AHEAD instructions beyond
 * the first one that is not done. */
static u32 cycles(const struct plan *p, const u32 *order) {
	struct arena *a = &p->o->a;
	u32 longest = p->n / WIDTH + 1, done = 0, j;
	for (u32 i = 0; i < p->n; i++)
		longest += p->latency[i];
	u32 *end = arena_array(a, u32, p->n), *retired = arena_array(a, u32, p->n);
	u8 *places = arena_array(a, u8, longest + 1); /* per cycle: that are taken */
	for (u32 k = 0; k < p->n; k++) {
		u32 i = order ? order[k] : k, start = k < AHEAD ? 0 : retired[k - AHEAD];
		LLVMValueRef v = p->o->node.at[i].v;
		for (u32 m = 0; m < (u32)LLVMGetNumOperands(v); m++)
			if (order_node(p->o, LLVMGetOperand(v, m), &j))
				start = MAX(start, end[j]);
		if (takes_place(p, i)) {
			while (places[start] == WIDTH)
				start++;
			places[start]++;
		}
		end[i] = start + p->latency[i];
		done = MAX(done, end[i]);
		retired[k] = done;
	}
	return done;
}

/* What masks there is no room for goes to memory and back, for which all else waits. */
static bool has_masks(struct order *o) {
	u32 n = order_pressure(o, o->done.at, true);
	return n <= MASKS + 1 || n <= order_pressure(o, NULL, true);
}

bool order_by_latency(struct order *o) {
	u32 n = (u32)o->node.n;
	struct arena *a = &o->a;
	struct plan p = {.o = o,
	                 .n = n,
	                 .latency = arena_array(a, u32, n),
	                 .height = arena_array(a, u32, n),
	                 .ready = arena_array(a, u32, n),
	                 .nwait = arena_array(a, u32, n),
	                 .nread = arena_array(a, u32, n),
	                 .load = arena_array(a, u32, n),
	                 .is_load = arena_array(a, bool, n)};
	begin(&p);
	u32 most = cycles(&p, NULL) * WORTH_PERCENT / 100;
	u32 longest = 0;
	for (u32 i = 0; i < n; i++)
		longest = MAX(longest, p.height[i]);
	if (longest > most)
		return false; /* no order is that much better */
	plan(&p);
	return cycles(&p, o->done.at) <= most && has_masks(o);
}
