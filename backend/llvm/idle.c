/* idle.c - warps that have nothing left to do. In a tree of barriers, where half of the
 * threads go on at each level, most warps do no more than arrive at one barrier after the
 * other. Where that follows from their %tid, they end instead: a barrier waits for the
 * warps that live.
 *
 * The way of a warp from a barrier to the end is walked at compile time. What decides
 * branches is computed by the interpreter's lane loops, of registers that have one value
 * in all of their life, and come from %tid and constants.
 *
 * Those that will have something to do later, as in a scan, where the tree is gone through up and
 * down, sleep meanwhile: the barriers count them as arrived (warps.c). What they would have computed
 * on their way, they compute when they wake.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/alu.h"
#include "backend/llvm/fn.h"

enum { MAX_STEPS = 1 << 16, MAX_VALUES = 1 << 12, MAX_DEPTH = 16, MAX_OPERANDS = 6 };
enum { MAX_BARRIERS = 64, MAX_WAY = 256 };

/* A register's value in the lanes of one warp, as the lane loops want it. */
struct lanes_value {
	_Alignas(64) u8 at[WARP_LANES * 8];
};

/* The way of a warp from behind a barrier. */
struct path {
	bool ends;    /* it comes to its end */
	u32 nbarrier; /* it comes to before it does anything else */
	const struct inst *barrier[MAX_BARRIERS];
	u32 last_pos;
	u32 ninst; /* in front of the last one: those that compute something */
	struct path_inst inst[MAX_WAY];
	bool is_long; /* longer than that */
};

struct idle {
	u32 *def;          /* per register: 1 + the instruction that writes it, or 0 */
	struct map known;  /* of a guard in a warp: 1 + enum goes */
	u32 steps, values; /* spent */
	/* per instruction, of barriers: the warps that come to it in their sleep; that wake behind it */
	u32 *asleep, *wakes;
	struct path path; /* the one at hand */
};

/* ---- values ---------------------------------------------------------------------------------- */

struct find_def {
	struct fn *c;
	u32 inst;
};

static void note_def(void *ctx, u32 reg, enum reg_role role) {
	struct find_def *d = ctx;
	if (role != REG_READ && d->c->reg[reg].nwrite == 1)
		d->c->idle->def[reg] = d->inst + 1;
}

static void find_defs(struct fn *c) {
	c->idle = arena_new(c->a, struct idle);
	c->idle->known = MAP_INIT(c->a);
	c->idle->def = arena_array(c->a, u32, c->f->nreg + 1);
	c->idle->asleep = arena_array(c->a, u32, c->f->ninst + 1);
	c->idle->wakes = arena_array(c->a, u32, c->f->ninst + 1);
	for (u32 i = 0; i < c->f->ninst; i++) {
		struct find_def d = {c, i};
		inst_each_reg(c->f, &c->f->inst[i], note_def, &d);
	}
}

static bool sreg_value(const struct fn *c, u32 s, u32 warp, struct lanes_value *v) {
	u32 *lane = (u32 *)v->at;
	for (u32 l = 0; l < WARP_LANES; l++) {
		u32 tid[3];
		cta_coords((u64)warp * WARP_LANES + l, c->ntid, tid);
		switch (s) {
		case SREG_TID_X: lane[l] = tid[0]; break;
		case SREG_TID_Y: lane[l] = tid[1]; break;
		case SREG_TID_Z: lane[l] = tid[2]; break;
		case SREG_NTID_X: lane[l] = c->ntid[0]; break;
		case SREG_NTID_Y: lane[l] = c->ntid[1]; break;
		case SREG_NTID_Z: lane[l] = c->ntid[2]; break;
		case SREG_LANEID: lane[l] = l; break;
		default: return false;
		}
	}
	return true;
}

static void fill(struct lanes_value *v, u32 bits, u64 value) {
	if (bits == 1) {
		u32 mask = value ? UINT32_MAX : 0;
		memcpy(v->at, &mask, sizeof mask);
		return;
	}
	for (u32 l = 0; l < WARP_LANES; l++)
		memcpy(v->at + l * (bits / 8), &value, bits / 8);
}

static bool reg_value(struct fn *c, u32 reg, u32 warp, u32 depth, struct lanes_value *v);

static bool source_value(struct fn *c, const struct operand *o, u32 bits, u32 warp,
                         u32 depth, struct lanes_value *v) {
	if (o->negated || o->sel || bits > 64)
		return false;
	if (o->kind == OPR_IMM) {
		fill(v, bits, (u64)o->value);
		return true;
	}
	return o->kind == OPR_REG && c->reg[o->index].bits == bits &&
	       reg_value(c, o->index, warp, depth, v);
}

/* Is the operand a destination that holds `reg`, and which one of a pair? */
static bool dest_index(const struct fn *c, const struct operand *o, u32 reg, u32 *which) {
	u32 n = o->kind == OPR_PAIR ? 2 : 1;
	for (u32 i = 0; i < n; i++) {
		const struct operand *d = n == 2 ? &c->f->operand[o->index + i] : o;
		*which = i;
		if (d->kind == OPR_REG && d->index == reg)
			return true;
	}
	return false;
}

/* A pure instruction, which writes `reg`. */
static bool pure_value(struct fn *c, const struct inst *in, u32 reg, u32 warp, u32 depth,
                       struct lanes_value *v) {
	const struct row_info *row = row_info(in->row);
	struct lanes_value value[MAX_OPERANDS];
	void *at[MAX_OPERANDS];
	u32 n = 0, which = 0, carry = 0;
	alu_fn *loop = alu_lookup(in->row, in->type);
	if (!loop || row->props & (PROP_CC_IN | PROP_CC_OUT) ||
	    in->noperand != row->nopr || strlen(row->sig) > MAX_OPERANDS)
		return false;
	for (u32 i = 0; i < row->nopr; i++) {
		u32 bits = decode_alu_bits(in, row->opr[i].letter);
		if (row->opr[i].is_dest) {
			if (i || c->reg[reg].bits != bits || bits > 64 ||
			    !dest_index(c, &in->operand[i], reg, &which))
				return false;
			n += row->opr[i].pair ? 2 : 1;
		} else if (!source_value(c, &in->operand[i], bits, warp, depth,
		                         &value[n++])) {
			return false;
		}
	}
	if (n != strlen(row->sig))
		return false;
	for (u32 i = 0; i < n; i++)
		at[i] = value[i].at;
	loop(at, (u32)in->mods, UINT32_MAX, &carry);
	*v = value[which];
	return true;
}

static bool reg_value(struct fn *c, u32 reg, u32 warp, u32 depth, struct lanes_value *v) {
	u32 def = c->idle->def[reg];
	if (!def || depth >= MAX_DEPTH || c->idle->values++ >= MAX_VALUES)
		return false;
	const struct inst *in = &c->f->inst[def - 1];
	if (in->guard != NO_REG)
		return false;
	if (in->row == ROW_MOV_SREG)
		return c->reg[reg].bits == 32 && in->operand[1].kind == OPR_SREG &&
		       sreg_value(c, in->operand[1].index, warp, v);
	return row_info(in->row)->table == 0 &&
	       pure_value(c, in, reg, warp, depth + 1, v);
}

/* ---- the walk -------------------------------------------------------------------------------- */

enum goes { STAYS, LEAVES, UNKNOWN };

/* Does the guard hold in all lanes, or in none? */
static enum goes find_guard(struct fn *c, u32 guard, u32 warp) {
	struct lanes_value v;
	u32 mask;
	if (!reg_value(c, guard, warp, 0, &v))
		return UNKNOWN;
	memcpy(&mask, v.at, sizeof mask);
	return mask == 0 ? STAYS : mask == UINT32_MAX ? LEAVES : UNKNOWN;
}

static enum goes guard_goes(struct fn *c, const struct inst *in, u32 warp) {
	if (in->guard == NO_REG)
		return LEAVES;
	u64 *known = map_at(&c->idle->known, (u64)in->guard * WARP_LANES + warp);
	if (!*known)
		*known = 1 + find_guard(c, in->guard, warp);
	enum goes goes = (enum goes)(*known - 1);
	if (goes == UNKNOWN || !in->guard_negated)
		return goes;
	return goes == LEAVES ? STAYS : LEAVES;
}

/* It changes nothing but registers, which nobody is going to read. */
static bool does_nothing(struct fn *c, const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	if (row->table == 0)
		return !(row->props & PROP_TRAP);
	switch (in->row) {
	case ROW_MOV_SREG:
	case ROW_MOV_SYM:
	case ROW_MOV_PACK:
	case ROW_MOV_UNPACK:
	case ROW_CVTA:
	case ROW_CVTA_TO: return true;
	case ROW_LD: return jit_is_param(c, in);
	default: return jit_is_plain_barrier(c, in);
	}
}

/* Its result does not depend on when it is executed. */
static bool is_timeless(const struct inst *in) {
	if (row_info(in->row)->props & (PROP_CC_IN | PROP_CC_OUT))
		return false;
	return in->row != ROW_MOV_SREG || (in->operand[1].kind == OPR_SREG &&
	                                   !jit_sreg_is_time(in->operand[1].index));
}

/* On the way to an end there is nothing to note. */
static void note(struct fn *c, const struct inst *in, u32 pos, struct path *w,
                 u32 *ninst) {
	bool barrier = jit_is_plain_barrier(c, in);
	w->is_long |= in->guard != NO_REG || !(barrier || is_timeless(in)) ||
	              *ninst == MAX_WAY || w->nbarrier == MAX_BARRIERS;
	if (w->is_long)
		return;
	if (barrier) {
		w->barrier[w->nbarrier++] = in;
		w->ninst = *ninst;
		w->last_pos = pos;
	} else {
		w->inst[(*ninst)++] = (struct path_inst){(u32)(in - c->f->inst), pos};
	}
}

/* What the warp does from behind instruction `index` until it does something that others see. */
static void walk(struct fn *c, u32 index, u32 block, u32 warp, struct path *w) {
	const struct func *f = c->f;
	u32 i = index + 1, ninst = 0;
	w->ends = w->is_long = false;
	w->nbarrier = w->ninst = 0;
	for (; block < f->nblock; i = f->block[block].first) {
		const struct block *b = &f->block[block];
		u32 next = block + 1;
		for (; i < b->first + b->ninst; i++) {
			const struct inst *in = &f->inst[i];
			if (c->idle->steps++ >= MAX_STEPS)
				return;
			bool ends = in->row == ROW_EXIT || in->row == ROW_RET;
			if (!ends && in->row != ROW_BRA) {
				if (!does_nothing(c, in))
					return;
				note(c, in, c->cfg->inst_pos[block] + i - b->first, w,
				     &ninst);
				continue;
			}
			enum goes goes = guard_goes(c, in, warp);
			if (goes == UNKNOWN)
				return;
			w->ends = goes == LEAVES && ends;
			if (w->ends)
				return;
			if (goes == LEAVES)
				next = in->operand[0].index;
		}
		block = next;
	}
	w->ends = true;
}

static bool is_same_way(const struct sleep *s, const struct path *w) {
	return s->last == w->barrier[w->nbarrier - 1] && s->nbarrier == w->nbarrier &&
	       s->ninst == w->ninst &&
	       !memcmp(s->inst, w->inst, w->ninst * sizeof *w->inst);
}

/* The warp sleeps behind the barrier, if there is room for one more way to. */
static void add_sleep(struct fn *c, struct idle_behind *b, const struct path *w,
                      u32 warp) {
	u32 k = 0, last = (u32)(w->barrier[w->nbarrier - 1] - c->f->inst);
	while (k < b->nsleep && !is_same_way(&b->sleep[k], w))
		k++;
	if (k == MAX_SLEEPS)
		return;
	if (k == b->nsleep)
		b->sleep[b->nsleep++] = (struct sleep){
			.nbarrier = w->nbarrier,
			.ninst = w->ninst,
			.last = w->barrier[w->nbarrier - 1],
			.last_pos = w->last_pos,
			.inst = arena_copy(c->a, w->inst, w->ninst * sizeof *w->inst, 4)};
	b->sleep[k].warps |= 1u << warp;
	for (u32 i = 0; i < w->nbarrier; i++)
		c->idle->asleep[w->barrier[i] - c->f->inst] |= 1u << warp;
	c->idle->wakes[last] |= 1u << warp;
}

struct idle_behind jit_idle_behind(struct fn *c, const struct inst *in) {
	u64 n = (u64)c->ntid[0] * c->ntid[1] * c->ntid[2];
	struct idle_behind b = {.ends = 0};
	if (!n || n > WARP_LANES * 32u || n % WARP_LANES || !jit_is_plain_barrier(c, in))
		return b;
	if (!c->idle)
		find_defs(c);
	u32 index = (u32)(in - c->f->inst), busy = 0;
	bool may_sleep = !c->is_part && c->starts_whole && !c->pieces && !c->uses_cc;
	struct path *w = &c->idle->path;
	for (u32 warp = 0; warp < n / WARP_LANES; warp++) {
		u32 bit = 1u << warp;
		if (may_sleep && c->idle->asleep[index] & bit) {
			busy |= c->idle->wakes[index] & bit;
			continue;
		}
		walk(c, index, c->block, warp, w);
		if (w->ends)
			b.ends |= bit;
		else if (w->nbarrier && may_sleep)
			add_sleep(c, &b, w, warp);
		else
			busy |= bit;
	}
	b.alone = may_sleep && !(busy & ~1u);
	return b;
}
