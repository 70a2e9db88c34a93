/* lanes_group.c - accesses off one register with different constants, in which each lane
 * goes to a place of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/mem/lanes_group.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/wait.h"

enum { SPAN = 1 << 20, LOOK_AHEAD = 256 };

bool lanes_may_join(const struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	return m->in->guard == NO_REG && o->kind == OPR_ADDR_REG &&
	       !jit_is_scalar(c, o->index) && o->value % (s64)m->bytes == 0 &&
	       o->value > -SPAN && o->value < SPAN;
}

struct lanes_group *lanes_group_find(struct fn *c, const struct mem *m) {
	const struct operand *o = &m->in->operand[m->ai];
	const struct block *b = &c->f->block[c->block];
	const struct inst *end = c->f->inst + b->first + b->ninst;
	struct lanes_group *g = arena_new(c->a, struct lanes_group);
	*g = (struct lanes_group){
		.first = o->value, .end = o->value + (s64)m->bytes, .n = 1};
	for (const struct inst *in = m->in + 1; in < end && in < m->in + LOOK_AHEAD;
	     in++) {
		struct mem x;
		if (mem_writes(c, in - 1, o->index) || jit_can_wait(in))
			break;
		if (!mem_describe(c, &x, in) || x.space != m->space ||
		    x.bytes != m->bytes || !lanes_may_join(c, &x) ||
		    in->operand[x.ai].index != o->index)
			continue;
		g->first = MIN(g->first, in->operand[x.ai].value);
		g->end = MAX(g->end, in->operand[x.ai].value + (s64)m->bytes);
		g->n++;
		c->mem.lanes_of[in - c->f->inst] = 1 + (u32)(m->in - c->f->inst);
	}
	return g;
}

struct lanes_group *lanes_group_of(struct fn *c, const struct mem *m, bool direct,
                                   bool *begins) {
	u32 i = (u32)(m->in - c->f->inst);
	*begins = false;
	if (!lanes_may_join(c, m))
		return NULL;
	if (!c->mem.lanes_of[i] && direct)
		c->mem.lanes_of[i] = i + 1;
	if (!c->mem.lanes_of[i])
		return NULL;
	if (c->mem.lanes_of[i] == i + 1) {
		struct lanes_group *new = direct ? lanes_group_find(c, m) : NULL;
		c->mem.lanes_group[i] = new && new->n > 1 ? new : NULL;
		*begins = c->mem.lanes_group[i] != NULL;
	}
	return c->mem.lanes_group[c->mem.lanes_of[i] - 1];
}

struct lanes_group *lanes_group_offsets(struct fn *c, struct mem *m,
                                        const struct mask *em, bool direct, val *off,
                                        s64 *more) {
	bool begins;
	struct lanes_group *g = lanes_group_of(c, m, direct, &begins);
	if (!g || g->pattern)
		return NULL;
	if (begins)
		mem_span_offsets(c, m, em, g->first, (u32)(g->end - g->first), g->off,
		                 &g->ok);
	mem_check(c, m, g->ok);
	memcpy(off, g->off, sizeof g->off);
	*more = m->in->operand[m->ai].value - g->first;
	return g;
}

/* ---- neighbours off one register --------------------------------------------------- */

static u32 bit_of(const struct mem *m, s64 offset, s64 around) {
	s64 i = (offset - around) / (s64)m->size + MOST_LENGTH;
	return i >= 0 && i < 32 ? 1u << i : 0;
}

/* The group's loads from m up to *last, as bits by their distance from it; nothing is
 * written in between. */
static u32 loads_near(struct fn *c, const struct mem *m, const struct inst **last) {
	const struct block *b = &c->f->block[c->block];
	const struct inst *end = c->f->inst + b->first + b->ninst;
	s64 at = m->in->operand[m->ai].value;
	u32 group = c->mem.lanes_of[m->in - c->f->inst], near = bit_of(m, at, at);
	const struct inst *in = m->in + 1;
	for (; in < end && in < m->in + LOOK_AHEAD; in++) {
		struct mem x;
		u32 props = row_info(in->row)->props;
		bool member = c->mem.lanes_of[in - c->f->inst] == group;
		if (mem_writes(c, in - 1, m->in->operand[m->ai].index) ||
		    jit_can_wait(in) ||
		    props & (PROP_STORE | PROP_ATOMIC | PROP_FENCE | PROP_CALL) ||
		    (props & PROP_LOAD && !mem_describe(c, &x, in)))
			break;
		if (member && x.n == 1)
			near |= bit_of(m, in->operand[x.ai].value, at);
	}
	*last = in;
	return near;
}

/* Finds the run that begins with m or some elements before it; n is 0 if there is
 * none. */
static struct run find_run(struct fn *c, const struct mem *m) {
	const struct inst *last;
	u32 near = loads_near(c, m, &last);
	struct run r = {.n = 0};
	for (u32 n = MOST_LENGTH; n > 1 && !r.n; n /= 2)
		for (u32 before = 0; before < n && !r.n; before++) {
			u32 wanted = ((1u << n) - 1) << (MOST_LENGTH - before);
			if (mem_transposed_length(c, m, n) == n &&
			    (near & wanted) == wanted)
				r = (struct run){.first = m->in->operand[m->ai].value -
				                          (s64)(before * m->size),
				                 .n = n,
				                 .end = last};
		}
	return r;
}

/* A vector is a run of its own. */
static struct run find_vector(struct fn *c, const struct mem *m) {
	struct run r = {.first = m->in->operand[m->ai].value, .n = m->n, .vector = m->in};
	loads_near(c, m, &r.end);
	if (m->n > MOST_LENGTH || mem_transposed_length(c, m, m->n) != m->n)
		r.n = 0;
	return r;
}

struct run *lanes_new_run(struct fn *c, const struct mem *m, struct lanes_group *g) {
	struct run *r = &g->run[g->nrun];
	if (!m->is_load || c->opt.is_quick || g->nrun == MOST_RUNS)
		return NULL;
	*r = m->n > 1 ? find_vector(c, m) : find_run(c, m);
	if (!r->n)
		return NULL;
	g->nrun++;
	bb here = jit_entry(c);
	for (u32 e = 0; e < r->n; e++)
		for (u32 k = 0; k < c->nchunk; k++)
			r->slot[e][k] = LLVMBuildAlloca(c->b, jit_vec(c, mem_int(c, m)),
			                                "run");
	jit_prologue_end(c, here);
	return r;
}

bool lanes_new_runs(struct fn *c, const struct mem *m, struct lanes_group *g) {
	const struct run *first = lanes_new_run(c, m, g);
	u32 group = c->mem.lanes_of[m->in - c->f->inst];
	for (const struct inst *in = m->in + 1; first && in < first->end; in++) {
		struct mem x;
		if (c->mem.lanes_of[in - c->f->inst] == group &&
		    mem_describe(c, &x, in) && x.is_load && !lanes_loaded_run(g, &x))
			lanes_new_run(c, &x, g);
	}
	return first != NULL;
}

struct run *lanes_loaded_run(struct lanes_group *g, const struct mem *m) {
	s64 at = m->in->operand[m->ai].value;
	for (u32 i = 0; m->is_load && i < g->nrun; i++) {
		struct run *r = &g->run[i];
		if (m->in < r->end && at >= r->first &&
		    at + (s64)m->bytes <= r->first + (s64)(r->n * m->size))
			return r;
	}
	return NULL;
}

void lanes_load_run(struct fn *c, const struct mem *m, const struct mask *em,
                    const struct run *r, s64 at, val base, const val *index) {
	val out[MOST_LENGTH];
	for (u32 k = 0; k < c->nchunk; k++) {
		mem_transposed_load(c, m, base, index[k], r->first - at, k, em, r->n,
		                    out);
		for (u32 e = 0; e < r->n; e++)
			LLVMBuildStore(c->b, out[e], r->slot[e][k]);
	}
}

void lanes_take_from_run(struct fn *c, struct mem *m, const struct run *r) {
	u32 first = (u32)((m->in->operand[m->ai].value - r->first) / (s64)m->size);
	typ t = jit_vec(c, mem_int(c, m));
	for (u32 e = 0; e < m->n; e++)
		for (u32 k = 0; k < c->nchunk; k++) {
			val v = LLVMBuildLoad2(c->b, t, r->slot[first + e][k], "");
			m->value[e][k] = jit_cast(c, v, mem_type(c, m));
		}
}

bool lanes_in_run(struct fn *c, struct mem *m, const struct mask *em,
                  struct lanes_group *g, val base, const val *index) {
	if (!g || m->n > 1)
		return false;
	struct run *r = lanes_loaded_run(g, m);
	if (!r && (r = lanes_new_run(c, m, g)) != NULL)
		lanes_load_run(c, m, em, r, m->in->operand[m->ai].value, base, index);
	if (r)
		lanes_take_from_run(c, m, r);
	return r != NULL;
}
