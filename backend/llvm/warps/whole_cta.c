/* whole_cta.c - a cta as one piece of code. Where cta_trace.c knows what each warp of a
 * cta executes, there is no need for barriers to be places where warps wait: the code is
 * what the first warp does up to the barrier, then what the second one does, and so on.
 * Nor for shared memory to be memory: each word of it is a lane of a value, so a store
 * costs nothing, and a load is a permutation of vectors.
 *
 *     w0  st  words 0 .. 7     = lanes of a
 *     w0  st  words 8 .. 15    = lanes of b
 *     w0  ld  words 0, 2 .. 14   shuffle a, b, <0, 2, 4, 6, 8, 10, 12, 14>
 *
 * Nothing of it can be seen by others before the stores to global memory at its end, so
 * it can be given up at any access that fails its check: the cta begins anew, warp by
 * warp. The ctas that follow in the grid's row are run by a loop around all this.
 *
 * Values of f32 arithmetic may hold any NaN in shared memory, too, as long as they are
 * read as f32 (see reg.c).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/emit/exec.h"
#include "backend/llvm/emit/inst.h"
#include "backend/llvm/emit/mask.h"
#include "backend/llvm/emit/operand.h"
#include "backend/llvm/flow/affine_compare.h"
#include "backend/llvm/flow/constant_branch.h"
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/mem/mem.h"
#include "backend/llvm/warps/cta_sums.h"
#include "backend/llvm/warps/cta_tests.h"
#include "backend/llvm/warps/cta_trace.h"

enum { NO_LANE = WARP_LANES };

/* A word of shared memory. */
struct word {
	val v;       /* a chunk, or the word itself */
	u32 lane;    /* of the chunk, or NO_LANE */
	bool is_raw; /* any NaN */
};

struct warp_reg {
	val now[MAX_CHUNKS];
	bool raw_nan;
};

/* A store to global memory. */
struct late_store {
	struct mem m;
	struct mask em;
	val p;
	val one; /* what a uniform address gets; NULL: consecutive lanes */
	struct late_atomic *atomic; /* NULL: a store */
	u32 block;
};

struct emitter {
	struct fn *c;
	const struct cta_trace *t;
	struct word *word;
	struct warp_reg *reg; /* per warp and register */
	bool *raw;            /* per register: raw_nan, as it was */
	val **group_ptr;      /* per warp: mem.group_ptr */
	u32 warp;             /* whose registers are in c->reg */
	val cta;              /* i32: how many of the strip come before */
	VEC(struct late_store) store;
};

/* ---- registers of warps ------------------------------------------------------------ */

static void go_to_warp(struct emitter *e, u32 warp) {
	struct fn *c = e->c;
	u32 n = c->f->nreg;
	if (warp == e->warp)
		return;
	for (u32 i = 0; i < n; i++) {
		struct warp_reg *old = &e->reg[(size_t)e->warp * n + i],
				*next = &e->reg[(size_t)warp * n + i];
		memcpy(old->now, c->reg[i].now, sizeof old->now);
		old->raw_nan = c->reg[i].raw_nan;
		memcpy(c->reg[i].now, next->now, sizeof next->now);
		c->reg[i].raw_nan = next->raw_nan;
	}
	c->mem.group_ptr = e->group_ptr[warp];
	e->warp = warp;
}

static u32 chunks_of(const struct fn *c, u32 reg) {
	return jit_is_scalar(c, reg) ? 1 : c->nchunk;
}

/* Reads of a register that has no value are left to the code for one warp. */
static void need_value(void *ctx, u32 reg, enum reg_role role) {
	struct fn *c = ctx;
	for (u32 k = 0; role != REG_WRITTEN && k < chunks_of(c, reg); k++)
		c->whole.failed |= !c->reg[reg].now[k] && !c->reg[reg].fixed[k];
}

/* Where other lanes keep what they hold, old and new values are blended. */
static void see_old(void *ctx, u32 reg, enum reg_role role) {
	struct fn *c = ctx;
	c->is_guarded |= role != REG_READ && c->reg[reg].now[0] != NULL;
}

static void begin_dest(void *ctx, u32 reg, enum reg_role role) {
	struct emitter *e = ctx;
	struct fn *c = e->c;
	struct jreg *r = &c->reg[reg];
	if (role == REG_READ)
		return;
	for (u32 k = 0; k < chunks_of(c, reg); k++) {
		if (c->is_guarded && !r->now[k])
			r->now[k] = LLVMConstNull(
				r->class == REG_VECTOR ? jit_vec(c, r->type) : r->type);
		else if (c->is_guarded)
			r->now[k] = jit_canonical(c, reg, r->now[k]);
	}
	r->raw_nan = e->raw[reg] && !c->is_guarded;
}

static val known_chunk(struct fn *c, const struct jreg *r, const struct lanes_value *v,
                       u32 k) {
	val lane[WARP_LANES];
	for (u32 i = 0; i < c->width; i++) {
		u32 l = k * c->width + i;
		u64 n = 0;
		if (r->bits == 1)
			n = v->at[l / 8] >> l % 8 & 1;
		else
			memcpy(&n, v->at + l * (r->bits / 8), r->bits / 8);
		lane[i] = jit_int(c, r->bits, n);
	}
	return jit_cast(c, LLVMConstVector(lane, c->width), r->type);
}

/* Of a register that is the same in all lanes, or affine, what the lanes at hand have. */
static void set_known(struct fn *c, u32 reg, const struct cta_step *s) {
	struct jreg *r = &c->reg[reg];
	u32 l = (u32)__builtin_ctz(s->lanes), bytes = r->bits / 8;
	u64 n = 0;
	r->raw_nan = false;
	if (r->class == REG_VECTOR) {
		for (u32 k = 0; k < c->nchunk; k++)
			jit_reg_set_chunk(c, reg, k, known_chunk(c, r, s->known, k));
		return;
	}
	if (r->bits == 1)
		n = s->known->at[l / 8] >> l % 8 & 1;
	else
		memcpy(&n, s->known->at + l * bytes, bytes);
	if (r->class == REG_AFFINE)
		n -= (u64)uniform_lane(r->how, l);
	jit_reg_set_scalar(c, reg, jit_cast(c, jit_int(c, r->bits, n), r->type));
}

/* ---- shared memory ----------------------------------------------------------------- */

static void store_shared(struct emitter *e, const struct mem *m, const u16 *at) {
	struct fn *c = e->c;
	for (u32 i = 0; i < m->n; i++) {
		const struct operand *o = m->elem[i];
		struct jreg *r = o->kind == OPR_REG ? &c->reg[o->index] : NULL;
		struct word w = {.lane = NO_LANE, .is_raw = r && r->raw_nan};
		for (u32 l = 0; l < WARP_LANES; l++) {
			u32 k = l / c->width;
			if (at[l] == NO_WORD)
				continue;
			if (!r)
				w.v = jit_source(c, o, 8 * e->t->word_bytes, SCALAR);
			else if (r->class == REG_SCALAR)
				w.v = jit_reg_scalar(c, o->index);
			else
				w.v = jit_reg_chunk(c, o->index, k);
			if (r && r->class != REG_SCALAR)
				w.lane = l % c->width;
			e->word[at[l] + i] = w;
		}
	}
}

/* What some lanes of a chunk are made of. */
struct part {
	val v;
	u32 lane[WARP_LANES]; /* per lane of the chunk: which lane of v, or NO_LANE */
};

static val shuffled(struct fn *c, const struct part *a, const struct part *b) {
	typ t = LLVMTypeOf(a->v);
	val lane[WARP_LANES];
	for (u32 i = 0; i < c->width; i++)
		if (a->lane[i] != NO_LANE)
			lane[i] = jit_int(c, 32, a->lane[i]);
		else if (b && b->lane[i] != NO_LANE)
			lane[i] = jit_int(c, 32, c->width + b->lane[i]);
		else
			lane[i] = LLVMGetPoison(c->i32);
	return LLVMBuildShuffleVector(c->b, a->v, b ? b->v : LLVMGetPoison(t),
	                              LLVMConstVector(lane, c->width), "");
}

static bool is_in_place(const struct fn *c, const struct part *p) {
	for (u32 i = 0; i < c->width; i++)
		if (p->lane[i] != NO_LANE && p->lane[i] != i)
			return false;
	return true;
}

/* Joins parts two by two. */
static val join(struct fn *c, struct part *part, u32 n) {
	if (n == 1)
		return is_in_place(c, part) ? part->v : shuffled(c, part, NULL);
	for (u32 i = 0; i < n; i += 2) {
		struct part *a = &part[i], *b = i + 1 < n ? a + 1 : NULL,
			    *to = &part[i / 2];
		val v = shuffled(c, a, b);
		for (u32 l = 0; l < c->width; l++) {
			bool has = a->lane[l] != NO_LANE || (b && b->lane[l] != NO_LANE);
			to->lane[l] = has ? l : NO_LANE;
		}
		to->v = v;
	}
	return join(c, part, (n + 1) / 2);
}

/* A source of the words as the register wants it. */
static val as_read(struct fn *c, const struct jreg *r, const struct word *w) {
	val v = w->v;
	if (w->is_raw && !r->raw_nan)
		v = jit_canonical_f32(c, jit_cast(c, v, c->f32));
	return jit_cast(c, v, r->type);
}

static val load_chunk(struct emitter *e, const struct jreg *r, const u16 *at, u32 i) {
	struct fn *c = e->c;
	struct part part[WARP_LANES];
	const struct word *source[WARP_LANES];
	u32 n = 0, nscalar = 0, scalar[WARP_LANES];
	for (u32 l = 0; l < c->width; l++) {
		struct word *w = at[l] == NO_WORD ? NULL : &e->word[at[l] + i];
		u32 s = 0;
		if (!w)
			continue;
		if (w->lane == NO_LANE) {
			scalar[nscalar++] = l;
			continue;
		}
		while (s < n && (source[s]->v != w->v || source[s]->is_raw != w->is_raw))
			s++;
		if (s == n) {
			source[n] = w;
			part[n].v = as_read(c, r, w);
			for (u32 k = 0; k < c->width; k++)
				part[n].lane[k] = NO_LANE;
			n++;
		}
		part[s].lane[l] = w->lane;
	}
	val v = n ? join(c, part, n) : LLVMGetPoison(jit_vec(c, r->type));
	for (u32 k = 0; k < nscalar; k++)
		v = LLVMBuildInsertElement(c->b, v,
		                           as_read(c, r, &e->word[at[scalar[k]] + i]),
		                           jit_int(c, 32, scalar[k]), "");
	return v;
}

static val load_scalar(struct emitter *e, const struct jreg *r, const u16 *at, u32 i) {
	u32 l = 0;
	while (at[l] == NO_WORD)
		l++;
	const struct word *w = &e->word[at[l] + i];
	val v = as_read(e->c, r, w);
	return w->lane == NO_LANE ? v
	                          : LLVMBuildExtractElement(
					    e->c->b, v, jit_int(e->c, 32, w->lane), "");
}

/* Checks whether the words that are read may go on with any NaN: all are such. */
static bool all_raw(const struct emitter *e, const u16 *at, u32 i) {
	for (u32 l = 0; l < WARP_LANES; l++)
		if (at[l] != NO_WORD && !e->word[at[l] + i].is_raw)
			return false;
	return true;
}

static void load_shared(struct emitter *e, const struct mem *m, const u16 *at) {
	struct fn *c = e->c;
	for (u32 i = 0; i < m->n; i++) {
		const struct operand *o = m->elem[i];
		if (o->kind != OPR_REG)
			continue;
		struct jreg *r = &c->reg[o->index];
		r->raw_nan = r->type == c->f32 && !c->is_guarded && all_raw(e, at, i);
		if (jit_is_scalar(c, o->index)) {
			c->whole.failed |= r->class != REG_SCALAR;
			jit_reg_set_scalar(c, o->index, load_scalar(e, r, at, i));
			continue;
		}
		for (u32 k = 0; k < c->nchunk; k++)
			jit_reg_set_chunk(c, o->index, k,
			                  load_chunk(e, r, at + k * c->width, i));
	}
}

/* ---- global memory ----------------------------------------------------------------- */

static val highest_lane(struct fn *c, const struct mem *m, const struct mask *em) {
	u32 l = em->full ? WARP_LANES - 1 : 31 - (u32)__builtin_clz(em->constant);
	if (jit_operand_value(c, m->elem[0], 64).kind == VALUE_UNIFORM)
		return mem_stored(c, m, m->elem[0], SCALAR);
	return LLVMBuildExtractElement(c->b, mem_stored(c, m, m->elem[0], l / c->width),
	                               jit_int(c, 32, l % c->width), "");
}

/* Checks the store, and puts it off. */
static void store_global(struct emitter *e, struct mem *m) {
	struct fn *c = e->c;
	struct late_store s = {.em = c->em, .block = c->block};
	m->how = jit_operand_value(c, &m->in->operand[m->ai], 64);
	m->checked = mem_inside_symbol(c, m);
	mem_join_group(c, m);
	mem_check_group(c, m);
	if (m->how.kind == VALUE_UNIFORM) {
		s.p = mem_pointer(c, m, mem_address(c, m), m->bytes);
		s.one = highest_lane(c, m, &c->em);
	} else {
		struct mask em = c->em;
		s.p = mem_line_pointer(c, m, &em);
		for (u32 i = 0; i < m->n; i++)
			for (u32 k = 0; k < c->nchunk; k++)
				m->value[i][k] = mem_stored(c, m, m->elem[i], k);
	}
	s.m = *m;
	vec_push(c->a, &e->store, s);
}

/* The same for an atomic. */
static bool atomic(struct emitter *e, const struct inst *in, u32 lanes) {
	struct fn *c = e->c;
	struct late_store s = {.m.in = in, .block = c->block};
	s.atomic = jit_atomic_check(c, in, (u32)__builtin_ctz(lanes));
	vec_push(c->a, &e->store, s);
	return s.atomic != NULL;
}

static void store_now(struct fn *c, struct late_store *s) {
	c->block = s->block;
	c->in = s->m.in;
	if (s->atomic) {
		jit_atomic_make(c, s->atomic);
		return;
	}
	if (s->one) {
		LLVMSetAlignment(LLVMBuildStore(c->b, s->one, s->p), s->m.size);
		return;
	}
	bb past = mem_store_nontemporal(c, &s->m, &s->p, 1, &s->em);
	for (u32 k = 0; k < c->nchunk; k++)
		if (s->em.full || jit_constant_of_chunk(c, &s->em, k))
			mem_consecutive(
				c, &s->m,
				jit_gep(c, s->p,
			                jit_int(c, 64, (u64)k * c->width * s->m.bytes)),
				k, &s->em);
	if (s->em.full)
		mem_prefetch(c, &s->m, s->p);
	if (past) {
		jit_goto(c, past);
		jit_at(c, past);
	}
}

/* ---- steps ------------------------------------------------------------------------- */

/* i1: no lane takes the branch. */
static val none_takes(struct fn *c, const struct inst *in) {
	struct affine_compare a;
	struct mask taken = {.full = false};
	bool holds = in->guard_negated; /* then the condition holds in all */
	if (jit_is_scalar(c, in->guard)) {
		val p = jit_reg_scalar(c, in->guard);
		return holds ? p : LLVMBuildNot(c->b, p, "");
	}
	if (c->mask.full && jit_find_affine_compare(c, in, &a)) {
		if (a.all)
			return holds ? a.all : a.none;
		if (a.outside && a.holds_outside == holds)
			return a.outside;
		if (!a.outside) {
			val ok = holds ? LLVMBuildAnd(c->b, a.first, a.last, "")
			               : LLVMBuildNot(
						 c->b,
						 LLVMBuildOr(c->b, a.first, a.last, ""),
						 "");
			return a.in_order ? LLVMBuildAnd(c->b, ok, a.in_order, "") : ok;
		}
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		val p = jit_reg_chunk(c, in->guard, k);
		taken.chunk[k] = holds ? LLVMBuildNot(c->b, p, "") : p;
		if (!c->mask.full)
			taken.chunk[k] = LLVMBuildAnd(c->b, taken.chunk[k],
			                              c->mask.chunk[k], "");
	}
	return LLVMBuildNot(c->b, jit_any(c, &taken), "");
}

static void assume(struct fn *c, const struct inst *in) {
	bb on = jit_block(c, "asassumed");
	jit_likely(c, cta_tests_join(c, none_takes(c, in)), true, on, c->whole.away);
	jit_at(c, on);
}

/* LLVM leaves accesses on their side of this, which is no instruction: the host's
 * prefetchers follow loads whose addresses rise. */
static void keep_order(struct fn *c) {
	LLVMBuildFence(c->b, LLVMAtomicOrderingSequentiallyConsistent, true, "");
}

static bool access(struct emitter *e, const struct inst *in, const u16 *word) {
	struct fn *c = e->c;
	struct mem m;
	if (word) {
		mem_describe(c, &m, in);
		(m.is_load ? load_shared : store_shared)(e, &m, word);
		return true;
	}
	if (in->row == ROW_LD) {
		bool ok = jit_mem(c, in);
		if (!jit_is_param(c, in))
			keep_order(c);
		return ok;
	}
	mem_describe(c, &m, in);
	store_global(e, &m);
	return true;
}

static void no_raw_dest(void *ctx, u32 reg, enum reg_role role) {
	struct fn *c = ctx;
	if (role != REG_READ)
		c->reg[reg].raw_nan = false;
}

/* What the warp's loop left. */
static void take_sums(struct emitter *e) {
	struct fn *c = e->c;
	const struct cta_sums *s = e->t->sums;
	for (u32 i = 0; i < c->f->nreg; i++) {
		if (!bits_has(s->written, i))
			continue;
		memset(c->reg[i].now, 0, sizeof c->reg[i].now);
		c->reg[i].raw_nan = e->raw[i];
	}
	cta_sums_load(c, s, e->cta, e->warp);
}

static void emit_step(struct emitter *e, const struct cta_step *s) {
	struct fn *c = e->c;
	const struct inst *in = &c->f->inst[s->inst];
	bool ok = true;
	go_to_warp(e, s->warp);
	c->block = s->block;
	c->pos = c->cfg->inst_pos[s->block] + s->inst - c->f->block[s->block].first;
	c->in = in;
	debug_line(c, in);
	c->mask = s->lanes == UINT32_MAX
	                  ? (struct mask){.full = true, .constant = UINT32_MAX}
	                  : jit_constant_mask(c, s->lanes);
	c->em = c->mask;
	c->is_guarded = false;
	if (s->is_assumed) {
		assume(c, in);
		return;
	}
	if (s->is_sum) {
		take_sums(e);
		return;
	}
	if (!c->mask.full)
		inst_each_reg(c->f, in, see_old, c);
	inst_each_reg(c->f, in, begin_dest, e);
	if (s->known) {
		set_known(c, in->operand[0].index, s);
		return;
	}
	inst_each_reg(c->f, in, need_value, c);
	if (c->whole.failed)
		return;
	if (in->row == ROW_LD || in->row == ROW_ST) {
		inst_each_reg(c->f, in, no_raw_dest, c);
		ok = access(e, in, s->word);
	} else if (row_info(in->row)->props & PROP_ATOMIC) {
		ok = atomic(e, in, s->lanes);
	} else if (row_info(in->row)->table == 0) {
		ok = jit_alu_inst(c, in);
	} else {
		ok = jit_mov(c, in) || jit_warp(c, in);
	}
	c->whole.failed |= !ok;
}

void cta_end_all(struct fn *c, u32 nwarp) {
	val w = c->w;
	for (u32 i = 0; i < nwarp; i++) {
		w = jit_gep(c, c->w, jit_int(c, 64, (u64)i * sizeof(struct warp)));
		LLVMBuildStore(
			c->b, jit_int(c, 32, 0),
			jit_gep(c, w, jit_int(c, 64, offsetof(struct warp, live))));
	}
	LLVMBuildStore(
		c->b, w,
		jit_gep(c, jit_once(c, ONCE_CTA), jit_int(c, 64, CTA_OFFSET(running))));
	LLVMBuildRet(c->b, jit_int(c, 32, COMPILED_ALL));
}

static val cta_at(struct fn *c, size_t off) {
	return jit_gep(c, jit_once(c, ONCE_CTA), jit_int(c, 64, off));
}

val cta_strip_more(struct fn *c) {
	val n = LLVMBuildLoad2(c->b, c->i16, cta_at(c, CTA_OFFSET(strip_more)), "");
	return LLVMBuildZExt(c->b, n, c->i32, "");
}

void cta_end_strip(struct fn *c, u32 nwarp, val more) {
	LLVMBuildStore(c->b, LLVMBuildTrunc(c->b, more, c->i16, ""),
	               cta_at(c, CTA_OFFSET(strip_ran)));
	cta_end_all(c, nwarp);
}

static void emit_steps(struct emitter *e) {
	struct fn *c = e->c;
	for (u32 i = 0; i < e->t->step.n && !c->whole.failed; i++)
		emit_step(e, &e->t->step.at[i]);
	c->is_guarded = false;
	for (u32 i = 0; i < e->store.n && !c->whole.failed; i++)
		store_now(c, &e->store.at[i]);
}

/* i1: shared memory has all words that are accessed. */
static val dynamic_fits(struct emitter *e) {
	struct fn *c = e->c;
	struct operand o = {.kind = OPR_SYM, .index = e->t->dynamic_var - 1};
	val at = LLVMBuildSub(c->b, jit_symbol(c, &o, 32), jit_once(c, ONCE_SHARED_BASE),
	                      "");
	val end = LLVMBuildAdd(c->b, at, jit_int(c, 32, e->t->dynamic_bytes), "");
	return LLVMBuildICmp(c->b, LLVMIntULE, end, jit_once(c, ONCE_SHARED_TOTAL), "");
}

/* Emits a loop over the cta and those that follow it in the grid's row. One of them that
 * must go warp by warp is left to another call, for which it is the first. */
static void emit_strip(struct emitter *e, bb start) {
	struct fn *c = e->c;
	val *id = &c->values.sreg_once[SREG_CTAID_X], old = *id, one = jit_int(c, 32, 1);
	bb begin = LLVMGetInsertBlock(c->b), round = jit_block(c, "strip"),
	   away = jit_block(c, "stripaway"), next = jit_block(c, "stripnext"),
	   done = jit_block(c, "stripdone");
	val first = jit_cta_sreg(c, SREG_CTAID_X), most = cta_strip_more(c);
	if (e->t->dynamic_var) {
		bb fits = jit_block(c, "stripfits");
		jit_likely(c, dynamic_fits(e), true, fits, start);
		jit_at(c, begin = fits);
	}
	if (e->t->sums) {
		most = cta_sums_emit(c, e->t->sums, most, start);
		begin = LLVMGetInsertBlock(c->b);
	}
	jit_goto(c, round);
	jit_at(c, round);
	val i = LLVMBuildPhi(c->b, c->i32, "");
	LLVMAddIncoming(i, (val[]){jit_int(c, 32, 0)}, &begin, 1);
	e->cta = i;
	*id = LLVMBuildAdd(c->b, first, i, "");
	c->whole.away = away;
	c->whole.tests = cta_tests_new(c);
	emit_steps(e);
	cta_tests_end(c);
	*id = old;
	bb here = LLVMGetInsertBlock(c->b);
	val after = LLVMBuildAdd(c->b, i, one, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntULT, i, most, ""), next, done);
	jit_at(c, next);
	LLVMAddIncoming(i, &after, &next, 1);
	jit_goto(c, round);
	jit_at(c, away);
	val less = LLVMBuildSub(c->b, i, one, "");
	jit_if(c, LLVMBuildICmp(c->b, LLVMIntEQ, i, jit_int(c, 32, 0), ""), start, done);
	jit_at(c, done);
	val more = LLVMBuildPhi(c->b, c->i32, "");
	LLVMAddIncoming(more, (val[]){i, less}, (bb[]){here, away}, 2);
	cta_end_strip(c, e->t->nwarp, more);
}

val cta_may_begin(struct fn *c, u32 nwarp) {
	val all = LLVMBuildICmp(c->b, LLVMIntEQ, c->warps.more, jit_int(c, 32, nwarp - 1),
	                        "");
	val rounds = LLVMBuildICmp(c->b, LLVMIntUGE, LLVMGetParam(c->fn, 2),
	                           jit_int(c, 32, COMPILED_ROUND), "");
	return LLVMBuildAnd(c->b, all, rounds, "");
}

static struct emitter start_emitter(struct fn *c, const struct cta_trace *t) {
	u32 n = c->f->nreg;
	struct emitter e = {.c = c, .t = t};
	e.word = arena_array(c->a, struct word, t->nword + 1);
	e.reg = arena_array(c->a, struct warp_reg, (size_t)t->nwarp * n + 1);
	e.raw = arena_array(c->a, bool, n + 1);
	for (u32 i = 0; i < n; i++)
		e.raw[i] = c->reg[i].raw_nan;
	e.group_ptr = arena_array(c->a, val *, t->nwarp + 1);
	for (u32 w = 0; w < t->nwarp; w++)
		e.group_ptr[w] = arena_array(c->a, val, c->f->ninst + 1);
	return e;
}

void whole_cta(struct fn *c, const struct cta_trace *t, bb start) {
	struct emitter e = start_emitter(c, t);
	struct explain *explain = c->explain;
	val *group_ptr = c->mem.group_ptr;
	struct mask mask = c->mask;
	bb go = jit_block(c, "wholecta");
	c->explain = NULL;
	c->mem.group_ptr = e.group_ptr[0];
	c->whole.failed = false;
	jit_likely(c, cta_may_begin(c, t->nwarp), true, go, start);
	val branch = LLVMGetBasicBlockTerminator(LLVMGetInsertBlock(c->b));
	jit_at(c, go);
	emit_strip(&e, start);
	if (c->whole.failed)
		LLVMSetOperand(branch, 0, jit_int(c, 1, 0));
	jit_regs_drop(c);
	for (u32 i = 0; i < c->f->nreg; i++) {
		memset(c->reg[i].now, 0, sizeof c->reg[i].now);
		c->reg[i].raw_nan = e.raw[i];
	}
	c->whole.away = NULL;
	c->whole.tests = NULL;
	c->mem.group_ptr = group_ptr;
	c->mem.narrow.in = NULL;
	c->explain = explain;
	c->mask = c->em = mask;
}
