/* reg.c - virtual registers as allocas, and on their way to memory when the warp leaves.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/fn.h"

/* ---- classes -------------------------------------------------------------------------------- */

/* Pure instructions whose f32 result is a canonical NaN if it is one, or may be left as any. */
static bool makes_nan(const struct inst *in) {
	if (row_info(in->row)->table != 0 || in->type[0] != TYPE_F32)
		return false;
	return in->row != ROW_MOV && in->row != ROW_SELP && in->row != ROW_SLCT &&
	       in->row != ROW_SLCT_F32 && in->row != ROW_COPYSIGN_F32;
}

static bool is_plain_number(const struct inst *in) {
	if (in->row != ROW_MOV || in->operand[1].kind != OPR_IMM)
		return false;
	return ((u32)in->operand[1].value & 0x7fffffffu) <= 0x7f800000u;
}

static void not_raw(void *ctx, u32 reg, enum reg_role role) {
	struct fn *c = ctx;
	if (role != REG_READ)
		c->reg[reg].raw_nan = false;
}

/* An f32 register that only arithmetic writes need not hold canonical NaNs: who looks at its bits
 * makes them so. That keeps the test for NaN out of chains of multiplications and additions. */
static void find_raw_nans(struct fn *c) {
	for (u32 i = 0; i < c->f->nreg; i++)
		c->reg[i].raw_nan = c->f->reg[i].type == TYPE_F32;
	for (u32 i = 0; i < c->f->ninst; i++) {
		const struct inst *in = &c->f->inst[i];
		if (!makes_nan(in) && !is_plain_number(in))
			inst_each_reg(c->f, in, not_raw, c);
	}
	for (u32 i = 0; i < c->f->nparam + c->f->nret; i++) {
		u32 v = i < c->f->nparam ? c->f->param[i] : c->f->ret[i - c->f->nparam];
		if (c->m->var[v].is_reg)
			c->reg[c->m->var[v].reg].raw_nan = false;
	}
}

static void sort_by_start(struct fn *c) {
	u32 n = c->f->nreg, npos = c->f->ninst + 2;
	u32 *count = arena_array(c->a, u32, npos + 1);
	c->by_start = arena_array_raw(c->a, u32, n + 1);
	c->active = arena_array_raw(c->a, u32, n + 1);
	for (u32 i = 0; i < n; i++)
		if (live_is_used(c->live, i))
			count[MIN(c->live->warp[i].first, npos - 1) + 1]++;
	for (u32 p = 0; p < npos; p++)
		count[p + 1] += count[p];
	u32 used = count[npos];
	for (u32 i = 0; i < n; i++)
		if (live_is_used(c->live, i))
			c->by_start[count[MIN(c->live->warp[i].first, npos - 1)]++] = i;
	c->by_start[used] = NO_REG;
}

/* ---- what stays in memory -------------------------------------------------------------------- */

/* A value that lives across many blocks costs a phi, and copies, at each place where paths meet, in both
 * versions. Where that comes to many times the size of the function, as in unrolled code full of small
 * branches, the longest-lived registers with the fewest uses stay in memory, where most of them would be
 * spilled to anyway. */
enum { PHI_PER_INST = 6, PHI_FREE = 2000 };

struct weigh {
	struct fn *c;
	u32 *uses;
};

static void count_use(void *ctx, u32 reg, enum reg_role role) {
	(void)role;
	((struct weigh *)ctx)->uses[reg]++;
}

static u64 phi_cost(const struct fn *c, const u32 *blocks_before, u32 reg) {
	const struct live_interval *v = &c->live->interval[reg];
	if (!live_is_used(c->live, reg) || !bits_has(c->live->crosses, reg))
		return 0;
	u32 last = c->f->ninst;
	u64 span = blocks_before[MIN(v->last, last)] - blocks_before[MIN(v->first, last)];
	return span * (c->reg[reg].class == REG_VECTOR ? c->nchunk : 1) *
	       (1u + (c->has_full && c->has_part));
}

static void choose_memory(struct fn *c) {
	u32 n = c->f->nreg, npos = c->f->ninst + 1;
	struct weigh w = {c, arena_array(c->a, u32, n + 1)};
	u32 *before = arena_array(c->a, u32, npos + 1);
	for (u32 i = 0; i < c->cfg->nreach; i++)
		before[MIN(c->cfg->inst_pos[c->cfg->order[i]] + 1, npos)]++;
	for (u32 p = 0; p < npos; p++)
		before[p + 1] += before[p];
	for (u32 i = 0; i < c->f->ninst; i++)
		inst_each_reg(c->f, &c->f->inst[i], count_use, &w);
	u64 sum = 0, budget = PHI_FREE + (u64)PHI_PER_INST * c->f->ninst;
	for (u32 i = 0; i < n; i++)
		sum += phi_cost(c, before, i);
	for (u32 most = 1 << 12; most > 2 && sum > budget; most /= 2)
		for (u32 i = 0; i < n && sum > budget; i++) {
			u64 cost = phi_cost(c, before, i);
			if (c->reg[i].in_memory || cost <= (u64)most * w.uses[i])
				continue;
			c->reg[i].in_memory = true;
			sum -= cost;
		}
}

void jit_regs(struct fn *c) {
	c->reg = arena_array(c->a, struct jreg, c->f->nreg + 1);
	find_raw_nans(c);
	sort_by_start(c);
	for (u32 i = 0; i < c->f->nreg; i++) {
		struct jreg *r = &c->reg[i];
		const struct uniform_value *v = &c->uni->reg[i];
		r->bits = c->df->reg_bits[i];
		r->type = jit_lane_type(c, c->f->reg[i].type);
		r->class = v->kind == VALUE_UNIFORM ? REG_SCALAR : REG_VECTOR;
		if (v->kind == VALUE_AFFINE && (r->bits == 32 || r->bits == 64 || r->bits == 16) &&
		    c->f->reg[i].type != TYPE_F32 && c->f->reg[i].type != TYPE_F64) {
			r->class = REG_AFFINE;
			r->stride = v->stride;
		}
	}
	choose_memory(c);
}

/* ---- reading and writing -------------------------------------------------------------------- */

/* An address that somebody knows is not made a value of. */
static void keep_in_memory(struct fn *c, val slot) {
	typ t = LLVMFunctionType(c->voidt, &c->ptr, 1, false);
	val nothing = LLVMGetInlineAsm(t, "", 0, "r", 1, true, false, LLVMInlineAsmDialectATT, false);
	LLVMBuildCall2(c->b, t, nothing, &slot, 1, "");
}

static val new_slot(struct fn *c, typ t, const char *name, bool in_memory) {
	bb here = jit_prologue(c);
	val slot = LLVMBuildAlloca(c->b, t, name);
	if (in_memory)
		keep_in_memory(c, slot);
	LLVMBuildStore(c->b, LLVMConstNull(t), slot);
	jit_prologue_end(c, here);
	return slot;
}

static val slot_of(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	if (!r->slot[k])
		r->slot[k] = new_slot(c, r->class == REG_VECTOR ? jit_vec(c, r->type) : r->type,
		                      c->f->reg[reg].name->s, r->in_memory);
	return r->slot[k];
}

val jit_reg_scalar(struct fn *c, u32 reg) {
	return LLVMBuildLoad2(c->b, c->reg[reg].type, slot_of(c, reg, 0), "");
}

val jit_reg_chunk(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	if (r->class == REG_VECTOR)
		return LLVMBuildLoad2(c->b, jit_vec(c, r->type), slot_of(c, reg, k), "");
	val v = jit_splat(c, jit_reg_scalar(c, reg));
	if (r->class == REG_AFFINE)
		v = LLVMBuildAdd(c->b, v, jit_iota(c, r->bits, k, r->stride), "");
	return v;
}

void jit_reg_set_scalar(struct fn *c, u32 reg, val v) {
	LLVMBuildStore(c->b, v, slot_of(c, reg, 0));
}

/* Lanes that do not execute the instruction keep what they hold, if they can hold anything: before the
 * register's interval begins they do not, and reading the old value would make it live from the start.
 * (The interval of one that lanes take out of a loop may begin with the loop, where they hold it.) */
void jit_reg_set_chunk(struct fn *c, u32 reg, u32 k, val v) {
	val slot = slot_of(c, reg, k);
	if (!c->em.full && (c->live->warp[reg].first < c->pos || bits_has(c->live->held, reg))) {
		val old = LLVMBuildLoad2(c->b, jit_vec(c, c->reg[reg].type), slot, "");
		v = LLVMBuildSelect(c->b, c->em.chunk[k], v, old, "");
	}
	LLVMBuildStore(c->b, v, slot);
}

/* Registers whose interval begins at positions first .. last - 1 hold nothing yet. Said where every path
 * comes by, it keeps blends from making the value of the round before live. */
void jit_begin(struct fn *c, u32 first, u32 last) {
	jit_live_to(c, first ? first - 1 : 0);
	for (u32 i = c->next_start; c->by_start[i] != NO_REG; i++) {
		u32 reg = c->by_start[i];
		u32 at = c->live->warp[reg].first;
		if (at >= last)
			break;
		if (at < first || c->reg[reg].class != REG_VECTOR || bits_has(c->live->held, reg))
			continue;
		for (u32 k = 0; k < c->nchunk; k++)
			LLVMBuildStore(c->b, LLVMConstNull(jit_vec(c, c->reg[reg].type)),
			               slot_of(c, reg, k));
	}
}

/* ---- to the frame and back ------------------------------------------------------------------ */

static val canonical(struct fn *c, val v) {
	val nan = LLVMBuildFCmp(c->b, LLVMRealUNO, v, v, "");
	val bits = jit_int(c, 32, 0x7fffffffu);
	bool vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
	val canon = jit_cast(c, vector ? jit_splat(c, bits) : bits, c->f32);
	return LLVMBuildSelect(c->b, nan, canon, v, "");
}

val jit_canonical(struct fn *c, u32 reg, val v) {
	return c->reg[reg].raw_nan ? canonical(c, v) : v;
}

static val frame_place(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	u64 off = REF_OFF(c->df->reg[reg]);
	if (r->bits > 1)
		off += (u64)k * c->width * r->bits / 8;
	return jit_gep(c, jit_once(c, ONCE_FRAME), jit_int(c, 64, off));
}

static void store(struct fn *c, val v, val at, u32 align) {
	LLVMSetAlignment(LLVMBuildStore(c->b, v, at), align);
}

void jit_save_reg(struct fn *c, u32 reg) {
	struct jreg *r = &c->reg[reg];
	if (c->df->reg[reg] == REF_NONE)
		return;
	if (r->bits == 1) {
		val bits;
		if (r->class == REG_VECTOR) {
			val chunk[MAX_CHUNKS];
			for (u32 k = 0; k < c->nchunk; k++)
				chunk[k] = jit_reg_chunk(c, reg, k);
			bits = jit_bits_of(c, chunk);
		} else {
			bits = LLVMBuildSExt(c->b, jit_reg_scalar(c, reg), c->i32, "");
		}
		store(c, bits, frame_place(c, reg, 0), 4);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		store(c, jit_canonical(c, reg, jit_reg_chunk(c, reg, k)), frame_place(c, reg, k), 4);
}

static val load(struct fn *c, typ t, val at, u32 align) {
	val v = LLVMBuildLoad2(c->b, t, at, "");
	LLVMSetAlignment(v, align);
	return v;
}

static void load_pred(struct fn *c, u32 reg, struct mask *lanes, val *bad) {
	val bits = load(c, c->i32, frame_place(c, reg, 0), 4);
	if (c->reg[reg].class == REG_VECTOR) {
		val chunk[MAX_CHUNKS];
		jit_chunks_of(c, bits, chunk);
		for (u32 k = 0; k < c->nchunk; k++)
			jit_reg_set_chunk(c, reg, k, chunk[k]);
		return;
	}
	val all = jit_mask_bits(c, lanes);
	val here = LLVMBuildAnd(c->b, bits, all, "");
	val any = LLVMBuildICmp(c->b, LLVMIntNE, here, jit_int(c, 32, 0), "");
	jit_reg_set_scalar(c, reg, any);
	if (bad) {
		val differs = LLVMBuildICmp(c->b, LLVMIntNE, here,
		                            LLVMBuildSelect(c->b, any, all, jit_int(c, 32, 0), ""), "");
		*bad = *bad ? LLVMBuildOr(c->b, *bad, differs, "") : differs;
	}
}

/* The value of an active lane stands for all; `bad` becomes true if they are not as they should be. */
static void load_scalar(struct fn *c, u32 reg, struct mask *lanes, val *bad) {
	struct jreg *r = &c->reg[reg];
	typ it = jit_int_type(c, r->bits);
	val lane = jit_first_lane(c, lanes);
	val off = LLVMBuildMul(c->b, jit_resize(c, lane, 64, false), jit_int(c, 64, r->bits / 8), "");
	val v = load(c, it, jit_gep(c, frame_place(c, reg, 0), off), r->bits / 8);
	if (r->class == REG_AFFINE) {
		val skew = LLVMBuildMul(c->b, jit_resize(c, lane, r->bits, false),
		                        jit_int(c, r->bits, (u64)r->stride), "");
		v = LLVMBuildSub(c->b, v, skew, "");
	}
	jit_reg_set_scalar(c, reg, jit_cast(c, v, r->type));
	for (u32 k = 0; bad && k < c->nchunk; k++) {
		val have = load(c, jit_vec(c, it), frame_place(c, reg, k), 4);
		val want = jit_splat(c, v);
		if (r->class == REG_AFFINE)
			want = LLVMBuildAdd(c->b, want, jit_iota(c, r->bits, k, r->stride), "");
		val differs = LLVMBuildICmp(c->b, LLVMIntNE, have, want, "");
		if (!lanes->full)
			differs = LLVMBuildAnd(c->b, differs, lanes->chunk[k], "");
		differs = jit_chunk_any(c, differs);
		*bad = *bad ? LLVMBuildOr(c->b, *bad, differs, "") : differs;
	}
}

static void load_reg(struct fn *c, u32 reg, struct mask *lanes, val *bad) {
	struct jreg *r = &c->reg[reg];
	if (c->df->reg[reg] == REF_NONE)
		return;
	if (r->bits == 1) {
		load_pred(c, reg, lanes, bad);
	} else if (r->class == REG_VECTOR) {
		for (u32 k = 0; k < c->nchunk; k++)
			jit_reg_set_chunk(c, reg, k,
			                  load(c, jit_vec(c, r->type), frame_place(c, reg, k), 4));
	} else {
		load_scalar(c, reg, lanes, bad);
	}
}

void jit_load_reg(struct fn *c, u32 reg, struct mask *lanes) {
	load_reg(c, reg, lanes, NULL);
}

/* ---- what lives at a position --------------------------------------------------------------- */

void jit_live_to(struct fn *c, u32 pos) {
	for (u32 r; (r = c->by_start[c->next_start]) != NO_REG &&
	            c->live->warp[r].first <= pos;
	     c->next_start++)
		c->active[c->nactive++] = r;
}

/* Drops what has ended, gives the rest. */
static u32 live_now(struct fn *c, u32 pos) {
	u32 n = 0;
	jit_live_to(c, pos);
	for (u32 i = 0; i < c->nactive; i++)
		if (c->live->warp[c->active[i]].last >= pos)
			c->active[n++] = c->active[i];
	return c->nactive = n;
}

static bool lives(const struct fn *c, u32 reg, u32 pos, bool behind) {
	return c->live->warp[reg].last >= pos + behind;
}

static val cc_place(struct fn *c) {
	return jit_gep(c, c->w, jit_int(c, 64, offsetof(struct warp, cc)));
}

static void save_cc(struct fn *c) {
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = LLVMBuildLoad2(c->b, jit_vec(c, c->i1), c->cc[k], "");
	store(c, jit_bits_of(c, chunk), cc_place(c), 4);
}

static void load_cc(struct fn *c) {
	val chunk[MAX_CHUNKS];
	jit_chunks_of(c, load(c, c->i32, cc_place(c), 4), chunk);
	for (u32 k = 0; k < c->nchunk; k++)
		LLVMBuildStore(c->b, chunk[k], c->cc[k]);
}

void jit_save(struct fn *c, u32 pos, bool behind) {
	u32 n = live_now(c, pos);
	for (u32 i = 0; i < n; i++)
		if (lives(c, c->active[i], pos, behind))
			jit_save_reg(c, c->active[i]);
	if (c->uses_cc)
		save_cc(c);
}

void jit_load(struct fn *c, u32 pos, bool behind, bb refused) {
	u32 n = live_now(c, pos);
	val bad = NULL;
	for (u32 i = 0; i < n; i++)
		if (lives(c, c->active[i], pos, behind))
			load_reg(c, c->active[i], &c->mask, &bad);
	if (c->uses_cc)
		load_cc(c);
	if (bad && !LLVMIsConstant(bad)) {
		bb go = jit_block(c, "resumed");
		jit_likely(c, bad, false, refused, go);
		jit_at(c, go);
	}
}

/* ---- the spill area of lean barriers: scalars as scalars ------------------------------------- */

static u32 spill_size(const struct jreg *r) {
	if (r->class != REG_VECTOR)
		return MAX(r->bits / 8u, 1u);
	return r->bits == 1 ? 4 : r->bits / 8u * WARP_LANES;
}

typedef void spill_fn(struct fn *c, u32 reg, val at);

static void spill_reg(struct fn *c, u32 reg, val at) {
	struct jreg *r = &c->reg[reg];
	if (r->class != REG_VECTOR) {
		val v = jit_reg_scalar(c, reg);
		store(c, r->bits == 1 ? jit_resize(c, v, 8, false) : v, at, r->bits > 8 ? r->bits / 8 : 1);
		return;
	}
	val chunk[MAX_CHUNKS];
	for (u32 k = 0; k < c->nchunk; k++)
		chunk[k] = jit_reg_chunk(c, reg, k);
	if (r->bits == 1) {
		store(c, jit_bits_of(c, chunk), at, 4);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++)
		store(c, chunk[k], jit_gep(c, at, jit_int(c, 64, (u64)k * c->width * r->bits / 8)), 64);
}

static void unspill_reg(struct fn *c, u32 reg, val at) {
	struct jreg *r = &c->reg[reg];
	if (r->class != REG_VECTOR) {
		val v = load(c, r->bits == 1 ? c->i8 : r->type, at, r->bits > 8 ? r->bits / 8 : 1);
		jit_reg_set_scalar(c, reg, r->bits == 1 ? jit_resize(c, v, 1, false) : v);
		return;
	}
	if (r->bits == 1) {
		val chunk[MAX_CHUNKS];
		jit_chunks_of(c, load(c, c->i32, at, 4), chunk);
		for (u32 k = 0; k < c->nchunk; k++)
			jit_reg_set_chunk(c, reg, k, chunk[k]);
		return;
	}
	for (u32 k = 0; k < c->nchunk; k++) {
		val p = jit_gep(c, at, jit_int(c, 64, (u64)k * c->width * r->bits / 8));
		jit_reg_set_chunk(c, reg, k, load(c, jit_vec(c, r->type), p, 64));
	}
}

/* Vectors first, so that they are aligned; the order is the same for both directions. */
static void each_spilled(struct fn *c, u32 pos, spill_fn *fn) {
	u32 n = live_now(c, pos), off = 0;
	for (u32 pass = 0; pass < 2; pass++)
		for (u32 i = 0; i < n; i++) {
			u32 reg = c->active[i];
			struct jreg *r = &c->reg[reg];
			bool wide = r->class == REG_VECTOR && r->bits > 1;
			if (!lives(c, reg, pos, true) || wide != (pass == 0))
				continue;
			off = (u32)alignup(off, MIN(spill_size(r), 64u));
			fn(c, reg, jit_gep(c, jit_once(c, ONCE_SPILL), jit_int(c, 64, off)));
			off += spill_size(r);
		}
	c->spill_bytes = MAX(c->spill_bytes, off + 64);
}

void jit_spill(struct fn *c, u32 pos) {
	each_spilled(c, pos, spill_reg);
	if (c->uses_cc)
		save_cc(c);
}

void jit_unspill(struct fn *c, u32 pos) {
	each_spilled(c, pos, unspill_reg);
	if (c->uses_cc)
		load_cc(c);
}
