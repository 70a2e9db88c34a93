/* reg.c - tracks virtual registers in the block at hand.
 *
 * A register's home is its place in the interpreter's frame; of a scalar or affine one,
 * lane 0 of that place. Inside a PTX block values are kept as they are (`now`); at its
 * end those that are new (`dirty`) and live on go home. So blocks can be entered and left
 * anywhere, lanes can wait in others, and no value is carried through blocks that do not
 * use it. Registers that loops work with are promoted (promote.c): between blocks they
 * are in allocas, of which LLVM makes values.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/frame_sync.h"
#include "backend/llvm/fn.h"

/* ---- NaNs that need not be canonical ----------------------------------------------- */

/* Checks for pure instructions whose f32 result, if a NaN, is canonical or may be left as
 * any. */
static bool makes_nan(const struct inst *in) {
	if (row_info(in->row)->table != 0 || in->type[0] != TYPE_F32)
		return false;
	if (in->row == ROW_CVT_F32_F32 || in->row == ROW_CVT_F32_F64 ||
	    in->row == ROW_CVT_F32_BF16) /* their NaNs keep bits of the source */
		return false;
	return in->row != ROW_MOV && in->row != ROW_SELP && in->row != ROW_SLCT &&
	       in->row != ROW_SLCT_F32 && in->row != ROW_COPYSIGN_F32;
}

static void not_raw(void *ctx, u32 reg, enum reg_role role) {
	struct fn *c = ctx;
	if (role != REG_READ)
		c->reg[reg].raw_nan = false;
}

/* Instructions that hand a value on as it is: operands *first .. *first + *n - 1 to the
 * destination. */
static bool hands_on(const struct inst *in, u32 *first, u32 *n) {
	*first = 1;
	*n = in->row == ROW_SELP ? 2 : 1;
	return (in->row == ROW_MOV || in->row == ROW_SELP || in->row == ROW_SHFL ||
	        in->row == ROW_SHFL_SYNC) &&
	       type_info[in->type[0]].bits == 32;
}

static bool may_hand_on(const struct fn *c, const struct operand *o, bool to_float) {
	if (o->kind == OPR_IMM)
		return to_float && ((u32)o->value & 0x7fffffffu) <= 0x7f800000u;
	return o->kind == OPR_REG && c->reg[o->index].raw_nan;
}

static const struct operand *first_dest(const struct fn *c, const struct inst *in) {
	const struct operand *o = &in->operand[0];
	return o->kind == OPR_PAIR ? &c->f->operand[o->index] : o;
}

bool jit_hands_on_raw(const struct fn *c, const struct inst *in) {
	u32 first, n;
	if (!hands_on(in, &first, &n))
		return false;
	const struct operand *d = first_dest(c, in);
	bool all = d->kind == OPR_REG && c->reg[d->index].raw_nan;
	for (u32 i = first; all && i < first + n; i++)
		all = may_hand_on(c, &in->operand[i],
		                  c->f->reg[d->index].type == TYPE_F32);
	return all;
}

/* Their destinations hold any NaN only if their sources do. A few rounds settle that, or
 * it does not pay. */
static void find_handed_on(struct fn *c) {
	enum { ROUNDS = 6 };
	bool changed = true;
	for (u32 round = 0; round < ROUNDS && changed; round++) {
		changed = false;
		for (u32 i = 0; i < c->f->ninst; i++) {
			const struct inst *in = &c->f->inst[i];
			u32 first, n;
			if (!hands_on(in, &first, &n))
				continue;
			const struct operand *d = first_dest(c, in);
			if (d->kind != OPR_REG || !c->reg[d->index].raw_nan ||
			    (round < ROUNDS - 1 && jit_hands_on_raw(c, in)))
				continue;
			c->reg[d->index].raw_nan = false;
			changed = true;
		}
	}
}

/* A register of 32 bits that only arithmetic on f32 writes, or an instruction that hands
 * such a value on, need not hold canonical NaNs: code that reads its bits makes them so.
 * That keeps the test for NaN out of chains of multiplications and additions. */
static void find_raw_nans(struct fn *c) {
	for (u32 i = 0; i < c->f->nreg; i++)
		c->reg[i].raw_nan = c->f->reg[i].type == TYPE_F32 ||
		                    c->f->reg[i].type == TYPE_B32;
	for (u32 i = 0; i < c->f->ninst; i++) {
		const struct inst *in = &c->f->inst[i];
		u32 first, n;
		if (!makes_nan(in) && !hands_on(in, &first, &n))
			inst_each_reg(c->f, in, not_raw, c);
	}
	for (u32 i = 0; i < c->f->nparam + c->f->nret; i++) {
		u32 v = i < c->f->nparam ? c->f->param[i] : c->f->ret[i - c->f->nparam];
		if (c->m->var[v].is_reg)
			c->reg[c->m->var[v].reg].raw_nan = false;
	}
	find_handed_on(c);
}

/* ---- classes of a function's registers --------------------------------------------- */

struct count {
	struct fn *c;
	const struct inst *in;
};

static void count_write(void *ctx, u32 reg, enum reg_role role) {
	struct count *k = ctx;
	if (role != REG_READ)
		k->c->reg[reg].nwrite += k->in->guard == NO_REG ? 1 : 2;
}

/* Finds registers with one value in all of their life: written once, in every lane,
 * before any read. */
static void find_single_writes(struct fn *c) {
	for (u32 i = 0; i < c->f->ninst; i++) {
		struct count k = {c, &c->f->inst[i]};
		inst_each_reg(c->f, k.in, count_write, &k);
	}
	for (u32 i = 0; i < c->f->nreg; i++)
		if (live_is_used(c->live, i) && live_at_entry(c->live, c->f, i)) {
			c->reg[i].nwrite += 2;
			c->reg[i].is_entry = true;
		}
}

/* ---- values out of memory ---------------------------------------------------------- */

struct flow_in {
	struct fn *c;
	bool is_data, changed;
};

static void look_at_source(void *ctx, u32 reg, enum reg_role role) {
	struct flow_in *d = ctx;
	d->is_data |= role != REG_WRITTEN && d->c->reg[reg].is_data;
}

static void mark_dest(void *ctx, u32 reg, enum reg_role role) {
	struct flow_in *d = ctx;
	struct jreg *r = &d->c->reg[reg];
	if (role == REG_READ || r->is_data || r->class != REG_VECTOR)
		return;
	r->is_data = d->changed = true;
}

/* Finds registers that hold data. It is a guess for mem/access_pattern.c, so a few rounds
 * will do. */
static void find_data(struct fn *c) {
	struct flow_in d = {c, false, true};
	for (u32 round = 0; round < 3 && d.changed; round++) {
		d.changed = false;
		for (u32 i = 0; i < c->f->ninst; i++) {
			const struct inst *in = &c->f->inst[i];
			u32 props = row_info(in->row)->props;
			d.is_data = (props & (PROP_LOAD | PROP_ATOMIC)) != 0 ||
			            in->row == ROW_SHFL || in->row == ROW_SHFL_SYNC;
			inst_each_reg(c->f, in, look_at_source, &d);
			if (d.is_data)
				inst_each_reg(c->f, in, mark_dest, &d);
		}
	}
}

/* ---- values that decide where control goes ----------------------------------------- */

static void see_dest(void *ctx, u32 reg, enum reg_role role) {
	struct flow_in *d = ctx;
	d->is_data |= role != REG_READ && d->c->reg[reg].decides;
}

static void mark_source(void *ctx, u32 reg, enum reg_role role) {
	struct flow_in *d = ctx;
	d->changed |= role != REG_WRITTEN && !d->c->reg[reg].decides;
	d->c->reg[reg].decides |= role != REG_WRITTEN;
}

/* Finds guards, and the registers that they are computed from. Backwards, most is known
 * after one round; if a few do not settle it, every register decides. Values are not
 * followed through memory. */
static void find_deciding(struct fn *c) {
	struct flow_in d = {c, false, true};
	for (u32 round = 0; round < 8 && d.changed; round++) {
		d.changed = false;
		for (u32 i = c->f->ninst; i-- > 0;) {
			const struct inst *in = &c->f->inst[i];
			u32 props = row_info(in->row)->props;
			if (in->guard != NO_REG)
				mark_source(&d, in->guard, REG_READ);
			d.is_data = (props & (PROP_TERM | PROP_CALL)) != 0;
			inst_each_reg(c->f, in, see_dest, &d);
			if (d.is_data)
				inst_each_reg(c->f, in, mark_source, &d);
		}
	}
	for (u32 i = 0; d.changed && i < c->f->nreg; i++)
		c->reg[i].decides = true;
}

void jit_classify(struct fn *c, u32 reg, const struct uniform_value *v) {
	struct jreg *r = &c->reg[reg];
	enum type type = c->f->reg[reg].type;
	r->class = v->kind == VALUE_UNIFORM ? REG_SCALAR : REG_VECTOR;
	r->how = NULL;
	if (v->kind == VALUE_AFFINE &&
	    (r->bits == 32 || r->bits == 64 || r->bits == 16) && type != TYPE_F32 &&
	    type != TYPE_F64) {
		r->class = REG_AFFINE;
		r->how = v;
	}
}

void jit_regs(struct fn *c) {
	c->reg = arena_array(c->a, struct jreg, c->f->nreg + 1);
	c->regs.touched = arena_array_raw(c->a, u32, c->f->nreg + 1);
	find_raw_nans(c);
	find_single_writes(c);
	for (u32 i = 0; i < c->f->nreg; i++) {
		struct jreg *r = &c->reg[i];
		const struct uniform_value *v = &c->uni->reg[i];
		r->bits = c->df->reg_bits[i];
		r->type = jit_lane_type(c, c->f->reg[i].type);
		jit_classify(c, i, v);
	}
	find_data(c);
	find_deciding(c);
	jit_promote(c);
}

/* ---- the values that are known, and what happens to them where code forks ---------- */

static void touch(struct fn *c, u32 reg) {
	struct jreg *r = &c->reg[reg];
	if (c->regs.nfork) {
		struct reg_state s = {.reg = reg, .dirty = r->dirty};
		memcpy(s.now, r->now, sizeof s.now);
		vec_push(c->a, &c->regs.journal, s);
	}
	if (!r->is_listed)
		c->regs.touched[c->regs.ntouched++] = reg;
	r->is_listed = true;
}

static void put_back(struct fn *c, const struct reg_state *s) {
	memcpy(c->reg[s->reg].now, s->now, sizeof s->now);
	c->reg[s->reg].dirty = s->dirty;
}

/* Begins code that not all paths take. */
u32 jit_fork(struct fn *c) {
	c->regs.nfork++;
	return (u32)c->regs.journal.n;
}

/* Ends it: every path has taken it after all. */
void jit_fork_keep(struct fn *c, u32 mark) {
	c->regs.nfork--;
	if (!c->regs.nfork)
		c->regs.journal.n = 0;
	(void)mark;
}

/* Ends it in the block at hand: its changes are kept in *a, and the registers are as they
 * were at the fork. */
void jit_fork_end(struct fn *c, u32 mark, struct reg_arm *a) {
	*a = (struct reg_arm){.end = LLVMGetInsertBlock(c->b)};
	for (u32 i = mark; i < c->regs.journal.n; i++) {
		struct jreg *r = &c->reg[c->regs.journal.at[i].reg];
		if (r->is_seen)
			continue;
		r->is_seen = true;
		struct reg_state s = {.reg = c->regs.journal.at[i].reg,
		                      .dirty = r->dirty};
		memcpy(s.now, r->now, sizeof s.now);
		vec_push(c->a, &a->state, s);
	}
	for (u32 i = (u32)c->regs.journal.n; i-- > mark;) {
		c->reg[c->regs.journal.at[i].reg].is_seen = false;
		put_back(c, &c->regs.journal.at[i]);
	}
	c->regs.journal.n = mark;
	c->regs.nfork--;
}

static val load_now(struct fn *c, u32 reg, u32 k);

static const struct reg_state *in_arm(const struct reg_arm *a, u32 reg) {
	for (u32 i = 0; i < a->state.n; i++)
		if (a->state.at[i].reg == reg)
			return &a->state.at[i];
	return NULL;
}

/* The value at the end of an arm. */
static val arm_value(struct fn *c, const struct reg_arm *a, const struct reg_state *s,
                     u32 reg, u32 k) {
	val v = s ? s->now[k] : c->reg[reg].now[k];
	if (v)
		return v;
	bb here = LLVMGetInsertBlock(c->b);
	jit_once(c, ONCE_FRAME); /* these two make code elsewhere */
	if (c->reg[reg].promoted)
		jit_slot(c, reg, k);
	LLVMPositionBuilderBefore(c->b, LLVMGetBasicBlockTerminator(a->end));
	v = load_now(c, reg, k);
	LLVMPositionBuilderAtEnd(c->b, here);
	return v;
}

static void join_reg(struct fn *c, const struct reg_arm arm[2], u32 reg) {
	struct jreg *r = &c->reg[reg];
	const struct reg_state *s[2] = {in_arm(&arm[0], reg), in_arm(&arm[1], reg)};
	bool is_new[2], dirty = false;
	for (u32 i = 0; i < 2; i++) {
		bool d = s[i] ? s[i]->dirty : r->dirty;
		is_new[i] = s[i] && (d || s[i]->dirty != r->dirty);
		dirty |= d;
	}
	touch(c, reg);
	for (u32 k = 0; k < (r->class == REG_VECTOR ? c->nchunk : 1); k++) {
		val have[2] = {s[0] ? s[0]->now[k] : r->now[k],
		               s[1] ? s[1]->now[k] : r->now[k]};
		if (have[0] == have[1] && have[0]) {
			r->now[k] = have[0];
			continue;
		}
		if (!is_new[0] && !is_new[1]) {
			/* home has it: read on the way, or changed there */
			r->now[k] = NULL;
			continue;
		}
		val v[2];
		for (u32 i = 0; i < 2; i++)
			v[i] = arm_value(c, &arm[i], s[i], reg, k);
		val phi = LLVMBuildPhi(c->b, LLVMTypeOf(v[0]), "");
		for (u32 i = 0; i < 2; i++)
			LLVMAddIncoming(phi, &v[i], (bb *)&arm[i].end, 1);
		r->now[k] = phi;
	}
	r->dirty = dirty;
}

/* Joins the registers of both arms, at the start of the block where they meet. */
void jit_join(struct fn *c, const struct reg_arm arm[2]) {
	for (u32 a = 0; a < 2; a++)
		for (u32 i = 0; i < arm[a].state.n; i++)
			if (a == 0 || !in_arm(&arm[0], arm[a].state.at[i].reg))
				join_reg(c, arm, arm[a].state.at[i].reg);
}

/* ---- reading and writing ----------------------------------------------------------- */

/* A register that is read before it is written holds 0; undefined, it would be another
 * value at each use, and a branch on it would not have to go anywhere. For the others 0
 * would be a value to carry from the prologue to everywhere. */
static val new_slot(struct fn *c, typ t, u32 reg) {
	bb here = jit_entry(c);
	val slot = LLVMBuildAlloca(c->b, t, c->f->reg[reg].name->s);
	jit_prologue_end(c, here);
	jit_new_for_warp(c, slot,
	                 c->reg[reg].is_entry || bits_has(c->live->unwritten, reg)
	                         ? LLVMConstNull(t)
	                         : LLVMGetUndef(t));
	return slot;
}

val jit_slot(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	if (!r->slot[k])
		r->slot[k] = new_slot(
			c, r->class == REG_VECTOR ? jit_vec(c, r->type) : r->type, reg);
	return r->slot[k];
}

/* Loads a value that is not known yet: from the alloca, or from home. */
static val load_now(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	if (!r->promoted)
		return jit_frame_load(c, reg, k);
	typ t = r->class == REG_VECTOR ? jit_vec(c, r->type) : r->type;
	return LLVMBuildLoad2(c->b, t, jit_slot(c, reg, k), "");
}

val jit_reg_peek(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	return r->fixed[k] ? r->fixed[k] : r->now[k] ? r->now[k] : load_now(c, reg, k);
}

static val read(struct fn *c, u32 reg, u32 k) {
	struct jreg *r = &c->reg[reg];
	if (r->fixed[k])
		return r->fixed[k];
	if (!r->now[k]) {
		touch(c, reg);
		r->now[k] = load_now(c, reg, k);
	}
	return r->now[k];
}

val jit_reg_scalar(struct fn *c, u32 reg) {
	return read(c, reg, 0);
}

static val spread(struct fn *c, u32 reg, u32 k, val scalar) {
	struct jreg *r = &c->reg[reg];
	val v = jit_splat(c, scalar);
	if (r->class == REG_AFFINE)
		v = LLVMBuildAdd(c->b, v, jit_lanes(c, r->bits, k, r->how), "");
	return v;
}

val jit_reg_chunk(struct fn *c, u32 reg, u32 k) {
	if (c->reg[reg].class == REG_VECTOR)
		return read(c, reg, k);
	return spread(c, reg, k, read(c, reg, 0));
}

val jit_reg_peek_chunk(struct fn *c, u32 reg, u32 k) {
	if (c->reg[reg].class == REG_VECTOR)
		return jit_reg_peek(c, reg, k);
	return spread(c, reg, k, jit_reg_peek(c, reg, 0));
}

/* Notes the one value that a register has in all of its life, if that is a constant or
 * made in the prologue. */
void jit_reg_fix(struct fn *c, u32 reg, u32 k, val v) {
	if (c->reg[reg].nwrite == 1)
		c->reg[reg].fixed[k] = v;
}

static void set(struct fn *c, u32 reg, u32 k, val v) {
	struct jreg *r = &c->reg[reg];
	touch(c, reg);
	r->now[k] = v;
	r->dirty = true;
	/* at a side of a constant branch it may stand for lanes that do not come there */
	if (LLVMIsConstant(v) && !c->is_guarded && !c->mask.constant)
		jit_reg_fix(c, reg, k, v);
}

void jit_reg_set_scalar(struct fn *c, u32 reg, val v) {
	set(c, reg, 0, v);
}

/* Checks whether a lane could hold a value in the register before position pos. Before
 * its interval it cannot, and keeping the old value would make that live from the start.
 * (The interval of a register that lanes take out of a loop may begin with the loop,
 * where they hold it.) */
static bool is_held(const struct fn *c, u32 reg, u32 pos) {
	return c->live->warp[reg].first < pos || bits_has(c->live->held, reg);
}

/* Lanes of the block that do not execute the instruction keep what they hold. */
void jit_reg_set_chunk(struct fn *c, u32 reg, u32 k, val v) {
	if (c->is_guarded && is_held(c, reg, c->pos))
		v = LLVMBuildSelect(c->b, c->em.chunk[k], v, read(c, reg, k), "");
	set(c, reg, k, v);
}

/* Forgets all values. */
void jit_regs_drop(struct fn *c) {
	for (u32 i = 0; i < c->regs.ntouched; i++) {
		u32 reg = c->regs.touched[i];
		struct jreg *r = &c->reg[reg];
		if (c->regs.nfork)
			touch(c, reg);
		else
			r->is_listed = false;
		memset(r->now, 0, sizeof r->now);
		r->dirty = false;
	}
	if (!c->regs.nfork)
		c->regs.ntouched = 0;
}

void jit_reg_forget(struct fn *c, u32 reg) {
	touch(c, reg);
	memset(c->reg[reg].now, 0, sizeof c->reg[reg].now);
	c->reg[reg].dirty = false;
}

/* ---- the end of a block ------------------------------------------------------------ */

static void to_slot(struct fn *c, u32 reg) {
	struct jreg *r = &c->reg[reg];
	bool vector = r->class == REG_VECTOR;
	bool blend = vector && !c->mask.full &&
	             is_held(c, reg, c->cfg->inst_pos[c->block]);
	for (u32 k = 0; k < (vector ? c->nchunk : 1); k++) {
		val v = r->now[k];
		if (!v)
			continue;
		if (blend)
			v = LLVMBuildSelect(c->b, c->mask.chunk[k], v,
			                    load_now(c, reg, k), "");
		LLVMBuildStore(c->b, v, jit_slot(c, reg, k));
		r->now[k] = v; /* for the other lanes too, should the warp leave */
	}
}

/* Stores new values that live on where the next block finds them. `all`: the code leaves
 * the block in its middle, so it also stores those that only later instructions of the
 * block read. */
void jit_regs_end(struct fn *c, bool all) {
	for (u32 i = 0; i < c->regs.ntouched; i++) {
		u32 reg = c->regs.touched[i];
		struct jreg *r = &c->reg[reg];
		if (!r->dirty || !jit_lives(c, reg, c->pos, all) ||
		    !(all || bits_has(c->live->crosses, reg)))
			continue;
		if (r->promoted)
			to_slot(c, reg);
		else
			jit_frame_store(c, reg);
		touch(c, reg);
		r->dirty = false;
	}
}

/* Makes promoted registers whose interval begins at positions first .. last - 1
 * undefined, where every path comes by. That keeps blends from making the value of the
 * round before live. */
void jit_begin(struct fn *c, u32 first, u32 last) {
	jit_live_to(c, first ? first - 1 : 0);
	for (u32 i = c->regs.next_start; c->regs.by_start[i] != NO_REG; i++) {
		u32 reg = c->regs.by_start[i];
		u32 at = c->live->warp[reg].first;
		if (at >= last)
			break;
		if (at < first || c->reg[reg].class != REG_VECTOR ||
		    bits_has(c->live->held, reg))
			continue;
		for (u32 k = 0; k < c->nchunk; k++)
			LLVMBuildStore(c->b, LLVMConstNull(jit_vec(c, c->reg[reg].type)),
			               jit_slot(c, reg, k));
	}
}
