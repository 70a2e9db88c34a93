/* decode.c - IR to decoded instructions, once per image.
 * Blocks are laid out in cfg order, so a lower address means an earlier block; blocks
 * where paths meet start with a join. An operand whose lanes are not as wide as the
 * instruction's type (cvt, ld, st may mix) is converted by a small instruction before or
 * after. Nothing here depends on a launch.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/decode.h"
#include "backend/interp/call.h"
#include "backend/machine/access.h"
#include "backend/machine/hook_check.h"
#include "backend/machine/hook_count.h"
#include "backend/machine/hook_steer.h"
#include "backend/machine/sched.h"
#include "backend/machine/strong_access.h"

#include "ir/analysis/cfg.h"
#include "ir/num/mma_move.h"
#include "ir/num/mma_plan.h"
#include "ir/num/video.h"
#include "ir/num/wgmma.h"

enum { RECURSION_STACK = 64 << 10, FRAME_LIMIT = 1 << 29 };

static struct dinst blank(struct decoder *c, const struct inst *in) {
	struct dinst d = {.guard = REF_NONE, .row = in->row, .in = in, .mods = in->mods};
	for (u32 i = 0; i < countof(d.o); i++)
		d.o[i] = REF_NONE;
	memcpy(d.type, in->type, sizeof(d.type));
	if (in->guard != NO_REG) {
		d.guard = c->reg[in->guard];
		d.guard_xor = in->guard_negated ? ~0u : 0;
	}
	return d;
}

/* ---- pure instructions ------------------------------------------------------------- */

/* Lane width an alu.def operand letter stands for. */
u32 decode_alu_bits(const struct inst *in, char letter) {
	u32 t0 = decode_bits(in->type[0]);
	switch (letter) {
	case 'd':
	case 'a':
	case 'b':
	case 'c': return t0;
	case 'x':
	case 'y': return decode_bits(in->type[1]);
	case 'w':
	case 'W': return t0 * 2;
	case 'p':
	case 'q':
	case 'Q':
	case 'P':
	case 'R': return 1;
	default: return 32;
	}
}

static bool is_signed_type(enum type t) {
	return type_info[t].class == 'S';
}

static void decode_alu(struct decoder *c, const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	struct dinst d = blank(c, in);
	struct dinst after = {0};
	d.exec = exec_alu;
	d.alu = alu_lookup(in->row, in->type);
	if (!d.alu)
		bug("no lane loop for %s", row->mnemonic);
	for (u32 i = 0; i < row->nopr; i++) {
		const struct operand *o = i < in->noperand ? &in->operand[i]
		                                           : &(struct operand){0};
		u32 bits = decode_alu_bits(in, row->opr[i].letter);
		const struct operand *second = NULL;
		if (o->kind == OPR_PAIR) {
			second = &c->f->operand[o->index + 1];
			o = &c->f->operand[o->index];
		}
		if (row->opr[i].is_dest) {
			d.o[d.no] = o->kind == OPR_REG ? c->reg[o->index]
			                               : decode_trash(c);
			if (o->kind == OPR_REG && bits > 1 &&
			    c->reg_bits[o->index] != bits) {
				/* wider register: compute aside, then extend */
				after = blank(c, in);
				after.exec = exec_widen;
				after.in = in;
				after.no = 2;
				after.o[0] = d.o[d.no];
				after.o[1] = d.o[d.no] = decode_temp(c, bits);
				after.type[0] = c->reg_bits[o->index];
				after.type[1] = (u8)bits;
				after.type[2] = is_signed_type(in->type[0]);
				after.imm = MIN(type_info[in->type[0]].bits, (u16)bits);
			}
			d.no++;
			if (row->opr[i].pair)
				d.o[d.no++] = second && second->kind == OPR_REG
				                      ? c->reg[second->index]
				                      : decode_trash(c);
		} else {
			d.o[d.no++] = decode_source(c, o, bits, NULL);
		}
	}
	size_t nsig = strlen(row->sig);
	/* selectors and signs of a video instruction */
	if (nsig && row->sig[nsig - 1] == 's')
		d.o[d.no++] = decode_const(
			c, vid_pack(row->sig, in->operand, in->noperand), 64);
	decode_emit(c, &d);
	if (after.exec)
		decode_emit(c, &after);
}

/* ---- other instructions ------------------------------------------------------------ */

/* Lane width an op.def operand letter stands for; 0: as the register is. */
static u32 op_letter_bits(const struct row_info *row, const struct inst *in,
                          char letter) {
	switch (letter) {
	case 'W':
	case 'w':
	case 'Z':
	case 'f':
	case 'o':
	case 'J':
	case 'K':
	case 'Q':
	case 'O':
	case 'E':
	case 'i': return 32;
	case 'X':
	case 'x':
	case 'H':
	case 'N':
	case 'B':
	case 'c': return 64;
	case 'h':
	case 'V':
	case 'k': return 16;
	case 'P':
	case 'p': return 1;
	default: return row->props & PROP_WIDE_REG ? 0 : decode_bits(in->type[0]);
	}
}

static const s64 *decode_constants(struct decoder *c, const struct operand *o) {
	s64 *value = arena_array(c->arena, s64, o->n);
	for (u32 i = 0; i < o->n; i++)
		value[i] = c->f->operand[o->index + i].value;
	return value;
}

static const struct wgmma_form *decode_wgmma(struct decoder *c, const struct dinst *d) {
	struct wgmma_form *f = arena_new(c->arena, struct wgmma_form);
	return wgmma_form_init(f, d->mods, d->type) ? f : NULL;
}

static void decode_operand(struct decoder *c, struct dinst *d, struct dargs *x, u32 i,
                           const struct operand *o, const struct row_info *row) {
	bool is_dest = row->opr[i].is_dest;
	u32 bits = op_letter_bits(row, d->in, row->opr[i].letter);
	u32 type_bits = decode_bits(d->in->type[0]);
	x->kind[i] = o->kind;
	switch (o->kind) {
	case OPR_ADDR_REG:
	case OPR_ADDR_SYM:
	case OPR_ADDR_IMM: {
		u32 width = 64;
		d->o[i] = decode_address(c, d, o, &x->off[i], &width);
		x->lane_bits[i] = (u8)width;
		break;
	}
	case OPR_VEC:
	case OPR_PAIR:
		if (row->opr[i].letter == 'I') {
			x->constant[i] = decode_constants(c, o);
			break;
		}
		x->vec[i] = decode_vec(c, o, bits ? bits : type_bits, is_dest);
		break;
	case OPR_NONE:
	case OPR_SINK:
	case OPR_LABEL:
	case OPR_TARGETS:
	case OPR_TENSOR: break;
	default: {
		u32 actual = bits ? bits : o->kind == OPR_IMM ? type_bits : 0;
		if (o->kind == OPR_IMM)
			x->off[i] = o->value;
		if (is_dest) {
			d->o[i] = c->reg[o->index];
			x->lane_bits[i] = c->reg_bits[o->index];
		} else {
			d->o[i] = decode_source(c, o, actual, &actual);
			x->lane_bits[i] = (u8)actual;
		}
	}
	}
}

exec_fn *decode_exec(enum row row) {
	static exec_fn *const table[ROW_COUNT] = {
#define OP(id, mn, mods, types, sig, since, props, exec) [ROW_##id] = exec,
#define ALU(...)
#include "ir/isa/op.def"
#undef OP
#undef ALU
	};
	return table[row];
}

static const struct mma_move *find_move(struct decoder *c, const struct dinst *d) {
	u32 nreg;
	const struct mma_layout *f = mma_wmma_fragment(d->mods, d->type[0], &nreg);
	if (!f)
		return NULL;
	struct mma_move *m = arena_new(c->arena, struct mma_move);
	mma_move_init(m, f, MOD_GET(d->mods, ALAYOUT) == MOD_ALAYOUT_COL);
	return m;
}

static void decode_op(struct decoder *c, const struct inst *in) {
	const struct row_info *row = row_info(in->row);
	struct dinst d = blank(c, in);
	struct dargs *x = arena_new(c->arena, struct dargs);
	d.exec = decode_exec(in->row);
	d.no = in->noperand;
	d.x = x;
	for (u32 i = 0; i < in->noperand && i < countof(d.o); i++)
		decode_operand(c, &d, x, i, &in->operand[i], row);
	if (d.exec == exec_mma || d.exec == exec_wmma)
		x->plan = mma_plan_find(d.exec == exec_wmma, d.mods, d.type,
		                        mma_profile_of(c->dm->image->machine->limits.sm));
	else if (d.exec == exec_wgmma)
		x->wgmma = decode_wgmma(c, &d);
	if (d.exec == exec_wmma_load || d.exec == exec_wmma_store)
		x->move = find_move(c, &d);
	const struct machine *m = c->dm->image->machine;
	if (!m->check && !m->steered) /* both look at every access */
		d.exec = mem_choose(&d, d.exec);
	if (m->steered)
		steered_mark(&d, m->weak);
	decode_emit(c, &d);
}

/* ---- control ----------------------------------------------------------------------- */

static void decode_bra(struct decoder *c, const struct inst *in) {
	struct dinst d = blank(c, in);
	d.exec = exec_bra;
	d.flags = DF_ALWAYS;
	vec_push(c->scratch, &c->fixup,
	         (struct branch_fixup){c->code.n, in->operand[0].index});
	decode_emit(c, &d);
}

static void decode_brx(struct decoder *c, const struct inst *in) {
	struct dinst d = blank(c, in);
	const struct targets *t = &c->f->targets[in->operand[1].index];
	struct branch_targets *bt = arena_new(c->arena, struct branch_targets);
	bt->n = t->n;
	bt->pc = arena_array(c->arena, const struct dinst *, t->n + 1);
	d.exec = exec_brx;
	d.o[0] = decode_source(c, &in->operand[0], 32, NULL);
	d.no = 1;
	d.payload = bt;
	decode_emit(c, &d);
}

static struct call_arg call_arg_of(struct decoder *c, const struct operand *o,
                                   bool is_dest) {
	struct call_arg a = {.kind = ARG_REG, .reg = REF_NONE, .lane_bits = 32};
	if (o->kind == OPR_SYM && c->m->var[o->index].space != SPACE_GLOBAL) {
		const struct var_place *p = decode_place(c, o->index);
		a.kind = ARG_PARAM;
		a.local = p->local;
		a.size_bytes = p->size_bytes;
	} else if (is_dest) {
		if (o->kind == OPR_REG) {
			a.reg = c->reg[o->index];
			a.lane_bits = c->reg_bits[o->index];
		}
	} else {
		u32 bits = o->kind == OPR_REG ? c->reg_bits[o->index] : 64;
		a.reg = decode_source(c, o, bits, &bits);
		a.lane_bits = (u8)bits;
	}
	if (a.kind == ARG_REG)
		a.size_bytes = a.lane_bits / 8u;
	return a;
}

static struct call_arg *call_args(struct decoder *c, const struct operand *list, u32 *n,
                                  bool is_dest) {
	*n = list->kind == OPR_VEC ? list->n : list->kind == OPR_NONE ? 0 : 1;
	struct call_arg *a = arena_array(c->arena, struct call_arg, *n + 1);
	for (u32 i = 0; i < *n; i++)
		a[i] = call_arg_of(
			c, list->kind == OPR_VEC ? &c->f->operand[list->index + i] : list,
			is_dest);
	return a;
}

static void decode_call(struct decoder *c, const struct inst *in) {
	struct dinst d = blank(c, in);
	struct call *call = arena_new(c->arena, struct call);
	static const struct operand none;
	const struct operand *args = in->noperand > 2 ? &in->operand[2] : &none;
	call->ret = call_args(c, &in->operand[0], &call->nret, true);
	call->arg = call_args(c, args, &call->narg, false);
	call->target = NO_REG;
	if (in->operand[1].kind == OPR_FUNC) {
		call->target = in->operand[1].index;
	} else {
		u32 bits = 0;
		call->reg = decode_source(c, &in->operand[1], 0, &bits);
		call->reg_bits = (u8)bits;
	}
	d.exec = exec_call;
	d.payload = call;
	if (c->dm->image->machine->steered && call->target != NO_REG &&
	    !c->m->func[call->target]->has_body)
		d.flags |= DF_VISIBLE; /* the runtime's functions */
	decode_emit(c, &d);
	c->calls = true;
}

static void decode_invalid(struct decoder *c, const struct inst *in) {
	struct dinst d = blank(c, in);
	d.exec = exec_invalid;
	d.payload = "an instruction that is not in the tables was reached";
	decode_emit(c, &d);
}

/* Emits a place where compiled code can take over; returns its number. */
static u32 emit_enter(struct decoder *c) {
	struct dinst d = {.exec = exec_enter, .guard = REF_NONE, .imm = (s64)c->entry.n};
	vec_push(c->scratch, &c->entry, c->code.n);
	decode_emit(c, &d);
	return c->entry.n - 1;
}

/* Lanes of a warp may have to wait here: compiled code leaves before it and comes back
 * after it. */
bool decode_can_wait(const struct inst *in) {
	switch (in->row) {
	case ROW_BAR_SYNC:
	case ROW_BAR_POPC:
	case ROW_BAR_PRED:
	case ROW_BARRIER_SYNC:
	case ROW_BARRIER_POPC:
	case ROW_BARRIER_PRED:
	case ROW_CLUSTER_WAIT:
	case ROW_WGMMA_WAIT:
	case ROW_NANOSLEEP:
	case ROW_CALL: return true;
	case ROW_GRIDDEP: return MOD_GET(in->mods, GDC) == MOD_GDC_WAIT;
	default: return false;
	}
}

static void decode_inst(struct decoder *c, const struct inst *in) {
	c->in = in;
	u32 keep = c->temp_used, index = (u32)(in - c->f->inst);
	c->df->inst_pc[index] = c->code.n;
	switch (in->row) {
	case ROW_INVALID: decode_invalid(c, in); break;
	case ROW_BRA: decode_bra(c, in); break;
	case ROW_BRX: decode_brx(c, in); break;
	case ROW_CALL: decode_call(c, in); break;
	case ROW_ALLOCA: c->calls = true; /* needs a stack */ /* fall through */
	default:
		if (row_info(in->row)->table == 0)
			decode_alu(c, in);
		else
			decode_op(c, in);
	}
	/* An instruction that can wait is executed again later: its temporaries stay its
	 * own. */
	if (!(row_info(in->row)->props & PROP_CONVERGENT))
		c->temp_used = keep;
	c->df->inst_n[index] = (u16)(c->code.n - c->df->inst_pc[index]);
	if (decode_can_wait(in))
		c->df->inst_entry[index] = emit_enter(c);
}

/* ---- blocks ------------------------------------------------------------------------ */

static void emit_control(struct decoder *c, exec_fn *exec, u32 to) {
	struct dinst d = {.exec = exec, .guard = REF_NONE};
	if (to != NO_BLOCK)
		vec_push(c->scratch, &c->fixup, (struct branch_fixup){c->code.n, to});
	decode_emit(c, &d);
}

static void decode_blocks(struct decoder *c, const struct cfg *cfg) {
	const struct func *f = c->f;
	emit_enter(c);
	for (u32 i = 0; i < cfg->nreach; i++) {
		u32 b = cfg->order[i];
		c->df->block_pc[b] = c->code.n;
		if (cfg->is_join[b]) {
			c->df->block_entry[b] = c->entry.n;
			vec_push(c->scratch, &c->entry, c->code.n);
			emit_control(c, exec_join, NO_BLOCK);
			vec_last(&c->code).imm = c->entry.n - 1;
		}
		for (u32 k = 0; k < f->block[b].ninst; k++)
			decode_inst(c, &f->inst[f->block[b].first + k]);
		if (block_falls_through(f, b) &&
		    (i + 1 == cfg->nreach || cfg->order[i + 1] != b + 1)) {
			if (b + 1 < f->nblock)
				emit_control(c, exec_jump, b + 1);
		}
	}
	/* code that runs off its end returns */
	struct dinst end = {.exec = exec_ret, .guard = REF_NONE};
	decode_emit(c, &end);
}

static void link_branches(struct decoder *c) {
	struct dinst *code = c->df->code;
	for (u32 i = 0; i < c->fixup.n; i++)
		code[c->fixup.at[i].at].payload = code +
		                                  c->df->block_pc[c->fixup.at[i].block];
	for (u32 i = 0; i < c->df->ncode; i++) {
		if (code[i].exec != exec_brx)
			continue;
		const struct branch_targets *bt = code[i].payload;
		const struct targets *t = &c->f->targets[code[i].in->operand[1].index];
		for (u32 k = 0; k < bt->n; k++)
			bt->pc[k] = code + c->df->block_pc[t->index[k]];
	}
}

/* ---- functions --------------------------------------------------------------------- */

/* Gives a variable its register, or its place *at in the frame's local memory. False: the
 * local memory is full. */
static bool place_var(struct decoder *c, u32 var, u64 *at) {
	const struct var *v = &c->m->var[var];
	struct var_place *p = &c->dm->place[var];
	p->size_bytes = (u32)v->size_bytes;
	if (v->is_reg) {
		p->is_reg = true;
		p->reg = c->reg[v->reg];
		p->lane_bits = c->reg_bits[v->reg];
		return true;
	}
	bool param = v->space == SPACE_PARAM && !(c->f->is_entry && v->is_param);
	if (v->space != SPACE_LOCAL && !param)
		return true;
	u64 align = MAX(v->align, 1u);
	c->df->local_align = MAX(c->df->local_align, (u32)MIN(align, 4096u));
	*at = alignup(*at, align);
	p->local = (u32)*at;
	*at += v->size_bytes;
	return *at <= c->dm->image->machine->limits.local_max;
}

static bool place_vars(struct decoder *c) {
	const struct func *f = c->f;
	u64 at = f->is_entry ? c->m->local_bytes : 0;
	bool ok = at <= c->dm->image->machine->limits.local_max;
	c->df->local_align = 16;
	for (u32 i = 0; i < f->nret && ok; i++)
		ok = place_var(c, f->ret[i], &at);
	for (u32 i = 0; i < f->nparam && ok; i++)
		ok = place_var(c, f->param[i], &at);
	for (u32 i = 0; i < f->nvar && ok; i++)
		ok = place_var(c, f->var[i], &at);
	c->df->local_bytes = (u32)alignup(at, 16);
	return ok;
}

static void reserve_local_base(struct decoder *c) {
	struct dfunc *df = c->df;
	df->local_base32 = df->local_base64 = REF_NONE;
	if (!df->local_bytes)
		return;
	df->local_base32 = REF(BASE_FRAME, c->frame_used);
	df->local_base64 = REF(BASE_FRAME, c->frame_used + 128);
	c->frame_used += 384;
}

static void finish(struct decoder *c) {
	struct dfunc *df = c->df;
	df->ncode = c->code.n;
	df->code = arena_copy(c->arena, c->code.at, c->code.n * sizeof(struct dinst), 64);
	df->pool_bytes = c->pool.n;
	df->pool = c->pool.n ? arena_copy(c->arena, c->pool.at, c->pool.n, 64) : NULL;
	df->frame_bytes = (u32)alignup((u64)c->frame_used + c->temp_max, 64);
	df->has_calls = c->calls;
	df->nentry = c->entry.n;
	df->entry_pc = arena_copy(c->arena, c->entry.at, c->entry.n * sizeof(u32), 4);
	link_branches(c);
	profile_mark_extra(df);
	if (c->dm->image->machine->profiled)
		df->spot = profile_spots(c->arena, df);
}

static void decode_func(struct dmodule *dm, struct func *f, struct arena *scratch,
                        struct cta_values *common) {
	struct dfunc *df = &dm->func[f->index];
	df->func = f;
	df->index = f->index;
	if (!f->has_body) {
		df->builtin = builtin_find(f->name->s);
		df->devrt = devrt_find(f->name->s);
		return;
	}
	struct decoder c = {.dm = dm,
	                    .m = dm->image->module,
	                    .f = f,
	                    .df = df,
	                    .arena = &dm->arena,
	                    .scratch = scratch};
	struct cta_values own = {.at = MAP_INIT(scratch)};
	c.cta = f->is_entry ? &own : common;
	c.cta_bytes = f->is_entry ? &df->cta_page_bytes : &dm->cta_page_bytes;
	c.cta_base = f->is_entry ? dm->cta_page_bytes : 0;
	const struct cfg *cfg = cfg_build(f);
	df->block_pc = arena_array(&dm->arena, u32, f->nblock + 1);
	df->block_entry = arena_array(&dm->arena, u32, f->nblock + 1);
	df->inst_entry = arena_array(&dm->arena, u32, f->ninst + 1);
	df->inst_pc = arena_array(&dm->arena, u32, f->ninst + 1);
	df->inst_n = arena_array(&dm->arena, u16, f->ninst + 1);
	decode_slots(&c);
	df->reg = c.reg;
	df->reg_bits = c.reg_bits;
	if (!place_vars(&c) || c.frame_used > FRAME_LIMIT) {
		df->refusal = "it needs more local memory than a lane can have";
		return;
	}
	reserve_local_base(&c);
	decode_blocks(&c, cfg);
	finish(&c);
	df->cta_value = own.list.at;
	df->ncta_value = own.list.n;
}

/* ---- stack sizes ------------------------------------------------------------------- */

/* Local memory needed below each function: a depth-first walk of the call graph with its
 * own stack. A cycle, or a call through a pointer, gets room for recursion. */
static void stack_sizes(struct dmodule *dm, struct arena *scratch) {
	enum { NEW, OPEN, DONE };
	u8 *state = arena_array(scratch, u8, dm->nfunc + 1);
	struct {
		u32 f, pc, deepest;
	} *at = arena_zalloc(scratch, (dm->nfunc + 1) * sizeof(*at), 8);
	u32 limit = (u32)MIN(dm->image->machine->limits.local_max, 1u << 30);
	for (u32 root = 0; root < dm->nfunc; root++) {
		if (state[root] != NEW)
			continue;
		u32 n = 0;
		at[n++].f = root;
		at[0].pc = at[0].deepest = 0;
		state[root] = OPEN;
		while (n) {
			struct dfunc *f = &dm->func[at[n - 1].f];
			u32 callee = NO_REG;
			while (at[n - 1].pc < f->ncode && callee == NO_REG) {
				const struct dinst *d = &f->code[at[n - 1].pc++];
				bool grows = d->exec == exec_alloca;
				if (d->exec == exec_call) {
					u32 target =
						((const struct call *)d->payload)->target;
					if (target != NO_REG && state[target] == NEW)
						callee = target;
					else if (target != NO_REG &&
					         state[target] == DONE)
						at[n - 1].deepest = MAX(
							at[n - 1].deepest,
							dm->func[target].stack_bytes);
					else
						grows = true;
				}
				if (grows)
					at[n - 1].deepest = MAX(at[n - 1].deepest,
					                        (u32)RECURSION_STACK);
			}
			if (callee != NO_REG) {
				state[callee] = OPEN;
				at[n].f = callee;
				at[n].pc = at[n].deepest = 0;
				n++;
				continue;
			}
			u64 need = (u64)f->local_bytes + f->local_align +
			           at[n - 1].deepest + 32;
			f->stack_bytes = (u32)MIN(alignup(need, 16), limit);
			state[at[n - 1].f] = DONE;
			n--;
			if (n)
				at[n - 1].deepest = MAX(at[n - 1].deepest,
				                        f->stack_bytes);
		}
	}
	for (u32 i = 0; i < dm->nfunc; i++)
		if (!dm->func[i].local_bytes && !dm->func[i].has_calls &&
		    dm->func[i].code)
			dm->func[i].stack_bytes = 0;
}

/* Checks whether a cta may wait for another one here: read what that one changes. */
static bool may_look_at_others(const struct inst *in) {
	u32 props = row_info(in->row)->props, space = MOD_GET(in->mods, SPACE);
	if (!(props & PROP_LOAD) || (space != SPACE_GLOBAL && space != SPACE_GENERIC))
		return false;
	return props & PROP_ATOMIC ? in->operand[0].kind == OPR_REG : is_strong(in->mods);
}

static bool lets_next_begin(const struct inst *in) {
	return in->row == ROW_GRIDDEP && MOD_GET(in->mods, GDC) != MOD_GDC_WAIT;
}

static bool waits_for_grids(const struct inst *in) {
	return in->row == ROW_GRIDDEP && MOD_GET(in->mods, GDC) == MOD_GDC_WAIT;
}

static bool makes_window(const struct inst *in) {
	u32 space = MOD_GET(in->mods, SPACE);
	return in->row == ROW_CVTA && (space == SPACE_LOCAL || is_shared_space(space));
}

static bool reaches_cta(const struct inst *in) {
	return in->row == ROW_MAPA || MOD_GET(in->mods, SPACE) == SPACE_SHARED_CLUSTER;
}

static bool any_inst(const struct module *m, bool (*is)(const struct inst *in)) {
	for (u32 i = 0; i < m->nfunc; i++)
		for (u32 k = 0; k < m->func[i]->ninst; k++)
			if (is(&m->func[i]->inst[k]))
				return true;
	return false;
}

static bool interp_prepare(struct image *img, struct diag *d) {
	(void)d;
	struct arena first = ARENA_INIT;
	struct dmodule *dm = arena_new(&first, struct dmodule);
	dm->arena = first;
	dm->image = img;
	const struct module *m = img->module;
	dm->nfunc = m->nfunc;
	dm->func = arena_array(&dm->arena, struct dfunc, m->nfunc + 1);
	dm->place = arena_array(&dm->arena, struct var_place, m->nvar + 1);
	struct arena scratch = ARENA_INIT, kept = ARENA_INIT;
	struct cta_values common = {.at = MAP_INIT(&kept)};
	/* Functions first: their per-cta values form the part of the page that all
	 * kernels share. */
	for (u32 pass = 0; pass < 2; pass++) {
		for (u32 i = 0; i < m->nfunc; i++) {
			if (m->func[i]->is_entry != (pass == 1))
				continue;
			decode_func(dm, m->func[i], &scratch, &common);
			arena_reset(&scratch);
		}
	}
	stack_sizes(dm, &scratch);
	arena_drop(&scratch);
	arena_drop(&kept);
	dm->cta_value = common.list.at;
	dm->ncta_value = common.list.n;
	dm->may_wait = any_inst(m, may_look_at_others);
	dm->may_trigger = any_inst(m, lets_next_begin);
	dm->may_follow = any_inst(m, waits_for_grids);
	dm->has_windows = any_inst(m, makes_window);
	dm->reaches_ctas = any_inst(m, reaches_cta);
	if (img->machine->check)
		check_code(dm);
	img->prepared[0] = dm;
	return true;
}

static void interp_drop(struct image *img) {
	struct dmodule *dm = img->prepared[0];
	if (!dm)
		return;
	struct arena a = dm->arena; /* holds dm itself */
	img->prepared[0] = NULL;
	arena_drop(&a);
}

static const char *interp_refuses(const struct image *img, const struct func *kernel) {
	const struct dmodule *dm = img->prepared[0];
	return dm->func[kernel->index].refusal;
}

static void interp_run(struct launch *l, u32 worker) {
	sched_run(l, worker, NULL, NULL);
}

const struct backend backend_interp = {
	.name = "interp",
	.prepare = interp_prepare,
	.refuses = interp_refuses,
	.run = interp_run,
	.drop = interp_drop,
};
