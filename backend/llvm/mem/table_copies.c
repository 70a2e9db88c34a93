/* table_copies.c - copies of a table in shared memory that a loop counts in. A host that
 * adds to what it has just stored waits for that store: some 7 cycles, in which it could
 * have counted several others. So the lanes of a warp count in up to four tables in
 * turns,
 *
 *     lane 0: table[i]++   lane 1: copy 1[i]++   lane 2: copy 2[i]++   lane 3: copy 3[i]++   lane 4: table[i]++ ...
 *
 * the copies begin with the number that changes nothing, and are put together after the
 * loop. Of bytes of which some are much more frequent than others (the histogram of
 * bench/peers) that takes 0.76 of the time of one table, on a Zen 4.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/mem/atomic.h"
#include "backend/llvm/warps/strip_step.h"

enum { COPIES_BYTES = 4 << 10 };

/* A loop over the elements of the table, or over vectors of them. */
struct elements {
	struct strip_count count;
	typ type;
	u32 each;
};

static struct elements elements_begin(struct fn *c, const struct atomic *t, u32 n) {
	struct elements l = {.type = mem_int(c, &t->m),
	                     .each = n % c->width ? 1 : c->width};
	if (l.each > 1)
		l.type = LLVMVectorType(l.type, l.each);
	l.count = strip_count_begin(c, "elements");
	return l;
}

static void elements_end(struct fn *c, const struct elements *l, u32 n) {
	strip_count_end(c, &l->count, l->each, jit_int(c, 64, n - 1));
}

static val element_at(struct fn *c, const struct atomic *t, const struct elements *l,
                      val base) {
	val i = l->count.i;
	return LLVMBuildGEP2(c->b, mem_int(c, &t->m), base, &i, 1, "");
}

static void fill(struct fn *c, const struct atomic *t, const struct table_copies *p) {
	struct elements l = elements_begin(c, t, p->nelem);
	val none = jit_int(c, t->m.size * 8, atomic_neutral(t));
	for (u32 k = 1; k < p->n; k++) {
		val s = LLVMBuildStore(c->b, l.each > 1 ? jit_splat(c, none) : none,
		                       element_at(c, t, &l, p->base[k]));
		LLVMSetAlignment(s, t->m.size);
	}
	elements_end(c, &l, p->nelem);
}

struct table_copies *jit_table_copies_begin(struct fn *c, const struct inst *in,
                                            val pointer, val pays) {
	struct table_copies *p = arena_new(c->a, struct table_copies);
	struct atomic t;
	struct table x;
	if (!atomic_describe(c, &t, in) || !t.alone || !mem_is_table(c, &t.m, &x))
		return NULL;
	u32 bytes = mem_table_span(&t.m, &x);
	p->n = MIN(COPIES_BYTES / bytes, (u32)MOST_COPIES);
	if (p->n < 2)
		return NULL;
	p->nelem = bytes / t.m.size;
	p->pays = pays;
	p->base[0] = atomic_place(c, &t, pointer);
	bb here = jit_entry(c), some = jit_block(c, "copies"), on = jit_block(c, "count");
	val all = LLVMBuildAlloca(c->b, LLVMArrayType2(c->i8, (u64)bytes * (p->n - 1)),
	                          "copies");
	LLVMSetAlignment(all, LINE_BYTES);
	jit_prologue_end(c, here);
	for (u32 k = 1; k < p->n; k++) {
		val own = jit_gep(c, all, jit_int(c, 64, (u64)bytes * (k - 1)));
		p->base[k] = LLVMBuildSelect(c->b, pays, own, p->base[0], "");
	}
	jit_if(c, pays, some, on);
	jit_at(c, some);
	fill(c, &t, p);
	jit_goto(c, on);
	jit_at(c, on);
	return p;
}

void jit_table_copies_end(struct fn *c, const struct inst *in,
                          const struct table_copies *p) {
	struct atomic t;
	bb some = jit_block(c, "merge"), on = jit_block(c, "counted");
	atomic_describe(c, &t, in);
	jit_if(c, p->pays, some, on);
	jit_at(c, some);
	struct elements l = elements_begin(c, &t, p->nelem);
	val at = element_at(c, &t, &l, p->base[0]);
	val sum = mem_load_at(c, l.type, at, t.m.size);
	for (u32 k = 1; k < p->n; k++) {
		val more = mem_load_at(c, l.type, element_at(c, &t, &l, p->base[k]),
		                       t.m.size);
		sum = atomic_apply(c, &t, sum, &more);
	}
	LLVMSetAlignment(LLVMBuildStore(c->b, sum, at), t.m.size);
	elements_end(c, &l, p->nelem);
	jit_goto(c, on);
	jit_at(c, on);
}
