/* thread_predicates.c - evaluates predicates of %tid and constants when the code is made.
 * If the registers that lead to a predicate have one value in all of their life, the
 * lanes in which it holds are known of each warp of a cta of a known shape. The
 * interpreter's lane loops compute them.
 *
 * From that follows which blocks each warp, and each lane, of a cta can reach at all.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/flow/thread_predicates.h"
#include "backend/interp/alu.h"

enum { MAX_VALUES = 1 << 13, MAX_DEPTH = 16 };

/* An entry of `pred`: the lanes of a warp where the predicate holds, and one of these. */
#define IS_KNOWN ((u64)1 << 32)
#define IS_UNKNOWN ((u64)1 << 33)

struct thread_predicates {
	u32 *def;        /* per register: 1 + the instruction that writes it, or 0 */
	struct map pred; /* by predicate and warp */
	u32 values;      /* evaluations so far */
	u32 *warps; /* per block: bits of the warps that can come there; NULL until it is
	               needed */
	u32 *lanes; /* the lanes that can, of whatever warp */
};

/* ---- values ------------------------------------------------------------------------ */

struct find_def {
	struct fn *c;
	u32 inst;
};

static void note_def(void *ctx, u32 reg, enum reg_role role) {
	struct find_def *d = ctx;
	if (role != REG_READ && d->c->reg[reg].nwrite == 1)
		d->c->facts.predicates->def[reg] = d->inst + 1;
}

static void start(struct fn *c) {
	c->facts.predicates = arena_new(c->a, struct thread_predicates);
	c->facts.predicates->pred = MAP_INIT(c->a);
	c->facts.predicates->def = arena_array(c->a, u32, c->f->nreg + 1);
	for (u32 i = 0; i < c->f->ninst; i++) {
		struct find_def d = {c, i};
		inst_each_reg(c->f, &c->f->inst[i], note_def, &d);
	}
}

bool jit_lanes_of_sreg(const struct fn *c, u32 s, u32 warp, struct lanes_value *v) {
	u32 *lane = (u32 *)v->at;
	for (u32 l = 0; l < WARP_LANES; l++) {
		u32 tid[3];
		cta_coords((u64)warp * WARP_LANES + l, c->opt.ntid, tid);
		switch (s) {
		case SREG_TID_X: lane[l] = tid[0]; break;
		case SREG_TID_Y: lane[l] = tid[1]; break;
		case SREG_TID_Z: lane[l] = tid[2]; break;
		case SREG_NTID_X: lane[l] = c->opt.ntid[0]; break;
		case SREG_NTID_Y: lane[l] = c->opt.ntid[1]; break;
		case SREG_NTID_Z: lane[l] = c->opt.ntid[2]; break;
		case SREG_LANEID: lane[l] = l; break;
		default: return false;
		}
	}
	return true;
}

void jit_lanes_fill(struct lanes_value *v, u32 bits, u64 value) {
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
		jit_lanes_fill(v, bits, (u64)o->value);
		return true;
	}
	return o->kind == OPR_REG && c->reg[o->index].bits == bits &&
	       reg_value(c, o->index, warp, depth, v);
}

/* Checks whether the operand is a destination that holds `reg`, and finds which one of a
 * pair. */
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

bool jit_is_computable(const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	return alu_lookup(in->row, in->type) &&
	       !(row->props & (PROP_CC_IN | PROP_CC_OUT)) && in->noperand == row->nopr &&
	       strlen(row->sig) <= COMPUTED_OPERANDS;
}

bool jit_compute_lanes(const struct inst *in, struct lanes_value *value, u32 n) {
	void *at[COMPUTED_OPERANDS];
	u32 carry = 0;
	if (n != strlen(row_info(in->row)->sig))
		return false;
	for (u32 i = 0; i < n; i++)
		at[i] = value[i].at;
	alu_lookup(in->row, in->type)(at, (u32)in->mods, UINT32_MAX, &carry);
	return true;
}

/* Evaluates a pure instruction, which writes `reg`. */
static bool pure_value(struct fn *c, const struct inst *in, u32 reg, u32 warp, u32 depth,
                       struct lanes_value *v) {
	const struct row_info *row = row_info(in->row);
	struct lanes_value value[COMPUTED_OPERANDS];
	u32 n = 0, which = 0;
	if (!jit_is_computable(in))
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
	if (!jit_compute_lanes(in, value, n))
		return false;
	*v = value[which];
	return true;
}

static bool reg_value(struct fn *c, u32 reg, u32 warp, u32 depth, struct lanes_value *v) {
	u32 def = c->facts.predicates->def[reg];
	if (!def || depth >= MAX_DEPTH || c->facts.predicates->values++ >= MAX_VALUES)
		return false;
	const struct inst *in = &c->f->inst[def - 1];
	if (in->guard != NO_REG)
		return false;
	if (in->row == ROW_MOV_SREG)
		return c->reg[reg].bits == 32 && in->operand[1].kind == OPR_SREG &&
		       jit_lanes_of_sreg(c, in->operand[1].index, warp, v);
	return row_info(in->row)->table == 0 &&
	       pure_value(c, in, reg, warp, depth + 1, v);
}

/* ---- addresses --------------------------------------------------------------------- */

static bool lane0_of(struct fn *c, const struct operand *o, u32 bits, u32 warp, u64 *at) {
	struct lanes_value v;
	*at = 0;
	if (!source_value(c, o, bits, warp, 0, &v))
		return false;
	memcpy(at, v.at, bits / 8);
	return true;
}

/* Assumes that variables begin with lines. */
static bool begins_line(struct fn *c, const struct operand *o, u32 line) {
	if (o->kind == OPR_SYM)
		return true;
	if (o->kind != OPR_REG)
		return false;
	u32 def = c->facts.predicates->def[o->index];
	return c->uni->reg[o->index].align >= (u32)__builtin_ctz(line) ||
	       (def && c->f->inst[def - 1].row == ROW_MOV_SYM);
}

/* Evaluates the register, or the offset that is added in it to the start of a line. */
static bool offset_of(struct fn *c, u32 reg, u32 warp, u32 line, u64 *at) {
	u32 bits = c->reg[reg].bits, def = c->facts.predicates->def[reg];
	struct operand own = {.kind = OPR_REG, .index = reg};
	if (lane0_of(c, &own, bits, warp, at))
		return true;
	const struct inst *in = def ? &c->f->inst[def - 1] : NULL;
	if (!in || in->row != ROW_ADD || in->guard != NO_REG)
		return false;
	for (u32 i = 1; i <= 2; i++)
		if (begins_line(c, &in->operand[3 - i], line) &&
		    lane0_of(c, &in->operand[i], bits, warp, at))
			return true;
	return false;
}

bool jit_guess_offset(struct fn *c, const struct operand *o, u32 line, u32 *off) {
	u64 at[2];
	u32 n = MIN(jit_cta_warps(c), 2u);
	if (!c->facts.predicates)
		start(c);
	if (o->kind != OPR_ADDR_REG || !n || c->facts.predicates->values > MAX_VALUES / 2)
		return false;
	for (u32 i = 0; i < n; i++)
		if (!offset_of(c, o->index, i, line, &at[i]) || (at[i] - at[0]) % line)
			return false;
	*off = (u32)((at[0] + (u64)o->value) % line);
	return true;
}

/* ---- branches ---------------------------------------------------------------------- */

u32 jit_cta_warps(const struct fn *c) {
	u64 n = (u64)c->opt.ntid[0] * c->opt.ntid[1] * c->opt.ntid[2];
	return n && n <= WARP_LANES * 32u && n % WARP_LANES == 0 ? (u32)n / WARP_LANES
	                                                         : 0;
}

bool jit_guard_lanes(struct fn *c, const struct inst *in, u32 warp, u32 *lanes) {
	struct lanes_value v;
	*lanes = UINT32_MAX;
	if (in->guard == NO_REG)
		return true;
	if (!c->facts.predicates)
		start(c);
	u64 *known = map_at(&c->facts.predicates->pred,
	                    (u64)in->guard * WARP_LANES + warp);
	if (!*known) {
		*known = IS_UNKNOWN;
		if (reg_value(c, in->guard, warp, 0, &v)) {
			u32 mask;
			memcpy(&mask, v.at, sizeof mask);
			*map_at(&c->facts.predicates->pred,
			        (u64)in->guard * WARP_LANES + warp) = IS_KNOWN | mask;
		}
		known = map_at(&c->facts.predicates->pred,
		               (u64)in->guard * WARP_LANES + warp);
	}
	*lanes = (u32)*known;
	if (in->guard_negated)
		*lanes = ~*lanes;
	return *known & IS_KNOWN;
}

/* ---- blocks that can be reached ---------------------------------------------------- */

static bool comes_to(struct fn *c, u32 block, u32 warps, u32 lanes) {
	u32 *w = &c->facts.predicates->warps[block],
	    *l = &c->facts.predicates->lanes[block];
	bool is_new = (warps & ~*w) || (lanes & ~*l);
	*w |= warps;
	*l |= lanes;
	return is_new;
}

/* Follows a guarded branch at the end of a block: lanes go on to `to`, and to `next`. */
static bool part_ways(struct fn *c, u32 b, const struct inst *in, u32 to, u32 next) {
	bool changed = false;
	for (u32 warps = c->facts.predicates->warps[b]; warps; warps &= warps - 1) {
		u32 warp = (u32)__builtin_ctz(warps), bit = warps & -warps, yes,
		    all = c->facts.predicates->lanes[b], no = all;
		if (jit_guard_lanes(c, in, warp, &yes))
			no &= ~yes;
		else
			yes = all;
		if (yes & all)
			changed |= comes_to(c, to, bit, yes & all);
		if (no)
			changed |= comes_to(c, next, bit, no);
	}
	return changed;
}

static bool leave_block(struct fn *c, u32 b) {
	const struct block *blk = &c->f->block[b];
	const struct inst *last = block_last(c->f, blk);
	bool changed = false;
	if (!c->facts.predicates->warps[b])
		return false;
	if (last && last->row == ROW_BRA && last->guard != NO_REG &&
	    b + 1 < c->f->nblock && last->operand[0].index != b + 1)
		return part_ways(c, b, last, last->operand[0].index, b + 1);
	for (u32 i = 0; i < blk->nsucc; i++)
		changed |= comes_to(c, blk->succ[i], c->facts.predicates->warps[b],
		                    c->facts.predicates->lanes[b]);
	return changed;
}

static void find_ways(struct fn *c) {
	u32 n = jit_cta_warps(c);
	bool changed = true;
	if (!c->facts.predicates)
		start(c);
	c->facts.predicates->warps = arena_array(c->a, u32, c->f->nblock + 1);
	c->facts.predicates->lanes = arena_array(c->a, u32, c->f->nblock + 1);
	comes_to(c, c->cfg->order[0], n ? UINT32_MAX >> (32 - n) : 0, UINT32_MAX);
	while (changed) {
		changed = false;
		for (u32 i = 0; i < c->cfg->nreach; i++)
			changed |= leave_block(c, c->cfg->order[i]);
	}
}

u32 jit_lanes_reaching(struct fn *c, u32 block) {
	if (!jit_cta_warps(c))
		return UINT32_MAX;
	if (!c->facts.predicates || !c->facts.predicates->warps)
		find_ways(c);
	return c->facts.predicates->lanes[block];
}

bool jit_branch_lanes(struct fn *c, u32 block, const struct inst *in,
                      struct branch_lanes *b) {
	*b = (struct branch_lanes){.lanes = 0};
	if (!c->facts.starts_whole || !jit_cta_warps(c) || !jit_lanes_reaching(c, block))
		return false;
	for (u32 warps = c->facts.predicates->warps[block]; warps; warps &= warps - 1) {
		u32 bit = warps & -warps, lanes;
		if (!jit_guard_lanes(c, in, (u32)__builtin_ctz(warps), &lanes))
			return false;
		if (lanes == 0) {
			b->none |= bit;
		} else if (lanes == UINT32_MAX) {
			b->all |= bit;
		} else if (b->some && lanes != b->lanes) {
			return false;
		} else {
			b->some |= bit;
			b->lanes = lanes;
		}
	}
	return true;
}
