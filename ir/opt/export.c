/* export.c - turns the SSA form back into a function: registers, blocks in order, labels.
 * ssa_destruct.c decides which values share a register. Registers are named as nvcc names
 * them, and numbered in the order in which they are written.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "ir/analysis/cfg.h"
#include "ir/isa/regs.h"
#include "ir/opt/ssa.h"

struct reg_class {                   /* at the value that stands for the others */
	u32 reg;                     /* NO_REG: none yet */
	bool seen_float, seen_other; /* types of its operands */
};

struct export {
	struct opt *o;
	u32 *same; /* per value: the one that stands for its register */
	struct reg_class *class;
	struct ir_builder b;
	u32 *order, *block_of; /* blocks in order; per bb: block of the function */
	u32 *var_used;
	u32 count[8];     /* registers of each kind */
	u32 *targets_new; /* per targets of the function: 1 + new index */
};

/* ---- order of blocks --------------------------------------------------------------- */

/* Orders blocks as cfg.c does: reverse post-order, each loop in one piece. */
static void order_blocks(struct export *e) {
	struct opt *o = e->o;
	graph_build(o);
	u32 *at = arena_array_raw(o->a, u32, o->nloop + 1), root = 0;
	e->order = arena_array_raw(o->a, u32, o->nrpo);
	for (u32 i = 0; i < o->nrpo; i++) {
		u32 b = o->rpo[i], l = o->bb.at[b].loop;
		if (l != NO_LOOP && o->loop[l].header == b) {
			u32 up = o->loop[l].parent;
			u32 *outer = up == NO_LOOP ? &root : &at[up];
			at[l] = *outer;
			*outer += o->loop[l].block.n;
		}
		u32 *place = l == NO_LOOP ? &root : &at[l];
		e->order[(*place)++] = b;
	}
}

/* Returns the block that b leads to: empty blocks that go to the next one are not
 * printed. */
static u32 goes_to(const struct opt *o, u32 b) {
	for (u32 steps = 0; steps < 64; steps++) {
		const struct bb *bb = &o->bb.at[b];
		if (bb->first || bb->term || bb->succ.at[0] == b)
			break;
		b = bb->succ.at[0];
	}
	return b;
}

/* ---- registers --------------------------------------------------------------------- */

static void note_type(struct export *e, struct node *n, const struct operand *x,
                      u32 pos) {
	struct reg_class *c = &e->class[e->same[x->index]];
	if (pos == NO_REG)
		return;
	enum type t = n->info->props & PROP_CALL
	                      ? TYPE_NONE
	                      : row_operand_type(n->info, n->in.type, pos);
	u8 class = (u8)type_info[t].class;
	bool is_mma = strchr("FGM", n->info->opr[pos].letter) && n->info->table;
	if (x->kind == OPR_ADDR_REG || is_mma ||
	    type_info[t].bits != val_bits(e->o, x->index))
		c->seen_other = true;
	else if (t == TYPE_F32 || t == TYPE_F64)
		c->seen_float = true;
	else if (class != 'B')
		c->seen_other = true;
}

/* Checks for the layer, an integer before the coordinates in the same braces. */
static bool is_layer(const struct node *n, const struct opr_iter *at) {
	return at->pos != NO_REG && n->info->table && at->k == 1 &&
	       n->info->opr[at->pos].letter == 'K' && tex_is_layered(n->in.mods);
}

static void note_types(struct export *e, struct node *n) {
	struct operand *x;
	each_src (e->o, n, x) {
		if (is_layer(n, &x_it))
			e->class[e->same[x->index]].seen_other = true;
		else
			note_type(e, n, x, x_it.pos);
	}
	each_dst (e->o, n, x)
		note_type(e, n, x, x_it.pos);
}

static u32 reg_make(struct export *e, u32 v) {
	static const struct {
		u8 bits, type;
		bool is_float;
		const char *name;
	} kind[] = {
		{1, TYPE_PRED, false, "p"},  {8, TYPE_B8, false, "rb"},
		{16, TYPE_B16, false, "rs"}, {32, TYPE_B32, false, "r"},
		{32, TYPE_F32, true, "f"},   {64, TYPE_B64, false, "rd"},
		{64, TYPE_F64, true, "fd"},  {128, TYPE_B128, false, "rq"},
	};
	const struct reg_class *c = &e->class[v];
	bool is_float = c->seen_float && !c->seen_other;
	for (u32 k = 0; k < countof(kind); k++) {
		if (kind[k].bits != val_bits(e->o, v) ||
		    kind[k].is_float != (is_float && kind[k].bits >= 32))
			continue;
		char name[16];
		int len = snprintf(name, sizeof(name), "%%%s%u", kind[k].name,
		                   ++e->count[k]);
		return ir_reg_new(&e->b, str_intern(e->o->m->names, name, (size_t)len),
		                  (enum type)kind[k].type);
	}
	bug("no register has %u bits", val_bits(e->o, v));
}

static u32 reg_of(struct export *e, u32 v) {
	v = e->same[v];
	if (e->class[v].reg == NO_REG)
		e->class[v].reg = reg_make(e, v);
	return e->class[v].reg;
}

/* ---- instructions ------------------------------------------------------------------ */

static void put_operand(struct export *e, struct operand *x, u32 depth) {
	switch (x->kind) {
	case OPR_REG:
	case OPR_ADDR_REG: x->index = reg_of(e, x->index); break;
	case OPR_SYM:
	case OPR_ADDR_SYM: e->var_used[x->index] = 1; break;
	case OPR_VEC:
	case OPR_PAIR: {
		struct operand elem[255];
		for (u32 i = 0; i < x->n; i++) {
			elem[i] = e->o->elem.at[x->index + i];
			put_operand(e, &elem[i], depth + 1);
		}
		x->index = ir_elements_new(&e->b, elem, x->n);
		break;
	}
	default: break;
	}
}

/* Tables stand before the first instruction that uses them. */
static u32 put_targets(struct export *e, const struct node *n, u32 index) {
	struct opt *o = e->o;
	struct targets t = o->f->targets[index];
	if (n->in.row != ROW_BRX && e->targets_new[index])
		return e->targets_new[index] - 1;
	if (n->in.row == ROW_BRX) {
		const struct bb *bb = &o->bb.at[n->bb];
		char name[32];
		int len = snprintf(name, sizeof(name), "$L__TAB%u_%u", o->f->index,
		                   e->b.targets.n);
		t.label = str_intern(o->m->names, name, (size_t)len);
		t.n = bb->succ.n;
		t.index = arena_array(o->m->arena, u32, t.n);
		/* bbs; blocks in put_labels */
		memcpy(t.index, bb->succ.at, t.n * sizeof(u32));
	}
	t.before_inst = e->b.inst.n;
	t.block = e->b.block.n - 1;
	vec_push(o->a, &e->b.targets, t);
	e->targets_new[index] = e->b.targets.n;
	return e->b.targets.n - 1;
}

static void put_pragma(struct export *e, struct str *text, u32 at) {
	vec_push(e->o->a, &e->b.pragma, text);
	vec_push(e->o->a, &e->b.pragma_at, at);
}

static struct inst *put_node(struct export *e, struct node *n) {
	struct operand x[ROW_OPERANDS];
	for (u32 i = 0; i < n->in.noperand; i++) {
		x[i] = n->in.operand[i];
		if (x[i].kind == OPR_TARGETS)
			x[i].index = put_targets(e, n, x[i].index);
		else
			put_operand(e, &x[i], 0);
	}
	for (u32 i = 0; i < n->npragma; i++)
		put_pragma(e, e->o->f->pragma[n->pragma + i], e->b.inst.n);
	u32 guard = n->guard.kind == OPR_REG ? reg_of(e, n->guard.index) : NO_REG;
	if (n->in.row == ROW_MOV && e->b.reg.at[x[0].index].type == TYPE_F32)
		n->in.type[0] = TYPE_F32;
	if (n->in.row == ROW_MOV && e->b.reg.at[x[0].index].type == TYPE_F64)
		n->in.type[0] = TYPE_F64;
	if (n->in.row == ROW_MOV && x[1].kind == OPR_IMM)
		x[1].value = imm_of_type(n->in.type[0], (u64)x[1].value);
	struct inst *in = ir_inst_new(&e->b, (enum row)n->in.row, n->in.mods, n->in.type,
	                              x, n->in.noperand);
	in->guard = guard;
	in->guard_negated = n->guard.kind == OPR_REG && n->guard.negated;
	in->line = n->in.line;
	in->loc = n->in.loc;
	return in;
}

static void put_bra(struct export *e, u32 target, u64 mods, u32 line) {
	struct operand x = {.kind = OPR_LABEL, .index = target};
	ir_inst_new(&e->b, ROW_BRA, mods, NULL, &x, 1)->line = line;
}

static void put_branch(struct export *e, struct node *n, u32 next) {
	struct opt *o = e->o;
	const struct bb *bb = &o->bb.at[n->bb];
	u32 no = goes_to(o, bb->succ.at[0]), yes = goes_to(o, bb->succ.at[1]);
	u64 mods = n->in.mods;
	bool negate = n->guard.negated;
	u32 guard = reg_of(e, n->guard.index);
	if (yes == next && no != next) {
		u32 t = yes;
		yes = no;
		no = t;
		negate = !negate;
	}
	put_bra(e, yes, mods, n->in.line);
	vec_last(&e->b.inst).guard = guard;
	vec_last(&e->b.inst).guard_negated = negate;
	vec_last(&e->b.inst).loc = n->in.loc;
	if (no != next)
		put_bra(e, no, MOD_BITS(UNI, UNI), n->in.line);
}

static void put_bb(struct export *e, u32 b, u32 next) {
	struct opt *o = e->o;
	struct bb *bb = &o->bb.at[b];
	u32 l = bb->loop;
	e->block_of[b] = e->b.block.n;
	e->b.block_open = false;
	ir_block_new(&e->b, NULL);
	if (bb->unroll == UNROLL_NEVER && l != NO_LOOP && o->loop[l].header == b)
		put_pragma(e, str_lit(o->m->names, "nounroll"), e->b.inst.n);
	each_node (n, bb)
		put_node(e, n);
	if (!bb->term) {
		if (goes_to(o, bb->succ.at[0]) != next || goes_to(o, bb->succ.at[0]) == b)
			put_bra(e, goes_to(o, bb->succ.at[0]), MOD_BITS(UNI, UNI),
			        bb->line);
	} else if (bb->term->in.row == ROW_BRA) {
		put_branch(e, bb->term, next);
	} else {
		put_node(e, bb->term);
	}
}

/* Inverts the comparison of a branch that is taken when its predicate is false, if
 * nothing else uses the predicate. */
static void invert_test(struct export *e, u32 b, u32 next) {
	static const u8 not[19] = {
		[MOD_CMP_EQ] = MOD_CMP_NE, [MOD_CMP_NE] = MOD_CMP_EQ,
		[MOD_CMP_LT] = MOD_CMP_GE, [MOD_CMP_LE] = MOD_CMP_GT,
		[MOD_CMP_GT] = MOD_CMP_LE, [MOD_CMP_GE] = MOD_CMP_LT,
		[MOD_CMP_LO] = MOD_CMP_HS, [MOD_CMP_LS] = MOD_CMP_HI,
		[MOD_CMP_HI] = MOD_CMP_LS, [MOD_CMP_HS] = MOD_CMP_LO,
	};
	static const u8 not_float[19] = {
		[MOD_CMP_EQ] = MOD_CMP_NEU,  [MOD_CMP_NE] = MOD_CMP_EQU,
		[MOD_CMP_LT] = MOD_CMP_GEU,  [MOD_CMP_LE] = MOD_CMP_GTU,
		[MOD_CMP_GT] = MOD_CMP_LEU,  [MOD_CMP_GE] = MOD_CMP_LTU,
		[MOD_CMP_EQU] = MOD_CMP_NE,  [MOD_CMP_NEU] = MOD_CMP_EQ,
		[MOD_CMP_LTU] = MOD_CMP_GE,  [MOD_CMP_LEU] = MOD_CMP_GT,
		[MOD_CMP_GTU] = MOD_CMP_LE,  [MOD_CMP_GEU] = MOD_CMP_LT,
		[MOD_CMP_NUM] = MOD_CMP_NAN, [MOD_CMP_NAN] = MOD_CMP_NUM,
	};
	struct opt *o = e->o;
	struct bb *bb = &o->bb.at[b];
	if (!bb->term || bb->term->in.row != ROW_BRA)
		return;
	bool falls_no = goes_to(o, bb->succ.at[0]) == next;
	bool swap = goes_to(o, bb->succ.at[1]) == next && !falls_no;
	struct operand *g = &bb->term->guard;
	struct node *d = o->val.at[g->index].def;
	if (g->negated == swap || o->val.at[g->index].nuse != 1 || !d ||
	    d->guard.kind != OPR_NONE || node_dest(d) == NO_VAL)
		return;
	bool is_int = d->in.row == ROW_SETP_S || d->in.row == ROW_SETP_U ||
	              d->in.row == ROW_SETP_B;
	bool is_float = d->in.row == ROW_SETP_F32 || d->in.row == ROW_SETP_F64;
	u32 to = is_int     ? not[MOD_GET(d->in.mods, CMP)]
	         : is_float ? not_float[MOD_GET(d->in.mods, CMP)]
	                    : 0;
	if (!to)
		return;
	d->in.mods = (d->in.mods & ~((u64)31 << MOD_CMP_SHIFT)) |
	             (u64)to << MOD_CMP_SHIFT;
	g->negated ^= 1;
}

/* ---- labels ------------------------------------------------------------------------ */

static u32 put_label(struct export *e, u32 bb) {
	u32 block = e->block_of[goes_to(e->o, bb)];
	struct block *bl = &e->b.block.at[block];
	if (!bl->label)
		/* named in order by name_labels */
		bl->label = str_lit(e->o->m->names, "$L__");
	return block;
}

static void put_labels(struct export *e) {
	struct opt *o = e->o;
	for (u32 i = 0; i < e->b.inst.n; i++)
		if (e->b.inst.at[i].row == ROW_BRA)
			e->b.inst.at[i].operand[0].index = put_label(
				e, e->b.inst.at[i].operand[0].index);
	for (u32 i = 0; i < e->b.targets.n; i++) {
		struct targets *t = &e->b.targets.at[i];
		for (u32 k = 0; t->kind == TARGETS_BRANCH && k < t->n; k++)
			t->index[k] = put_label(e, t->index[k]);
	}
	for (u32 i = 0, n = 0; i < e->b.block.n; i++) {
		char name[40];
		if (!e->b.block.at[i].label)
			continue;
		int len = snprintf(name, sizeof(name), "$L__BB%u_%u", o->f->index, ++n);
		e->b.block.at[i].label = str_intern(o->m->names, name, (size_t)len);
	}
}

/* ---- the function ------------------------------------------------------------------ */

static void keep_vars(struct export *e) {
	struct opt *o = e->o;
	for (u32 i = 0; i < o->f->nvar; i++) {
		const struct var *v = &o->m->var[o->f->var[i]];
		if (v->space != SPACE_LOCAL || e->var_used[o->f->var[i]])
			vec_push(o->a, &e->b.var, o->f->var[i]);
	}
}

static void keep_lines(struct export *e) {
	e->b.line.n = 0;
	for (u32 i = 0; i < e->o->f->nline; i++)
		vec_push(e->o->a, &e->b.line, e->o->f->line[i]);
	for (u32 i = 0; i < e->o->f->ntext; i++)
		vec_push(e->o->a, &e->b.text, e->o->f->text[i]);
}

void ssa_export(struct opt *o) {
	struct export e = {.o = o};
	struct func *f = o->f;
	graph_build(o);
	uses_count(o);
	e.same = ssa_destruct(o);
	e.class = arena_array(o->a, struct reg_class, o->val.n);
	for (u32 v = 0; v < o->val.n; v++)
		e.class[v].reg = NO_REG;
	order_blocks(&e);
	e.block_of = arena_array(o->a, u32, o->bb.n);
	e.var_used = arena_array(o->a, u32, o->m->nvar + 1);
	e.targets_new = arena_array(o->a, u32, f->ntargets + 1);
	ir_build_begin(&e.b, o->m, f, o->a);
	keep_lines(&e);
	for (u32 i = 0; i < f->npragma; i++)
		if (f->pragma_at[i] == NO_REG)
			put_pragma(&e, f->pragma[i], NO_REG);
	u32 n = 0; /* without those that hold nothing */
	for (u32 i = 0; i < o->nrpo; i++)
		if (goes_to(o, e.order[i]) == e.order[i])
			e.order[n++] = e.order[i];
	for (u32 i = 0; i < n; i++) {
		each_node (in, &o->bb.at[e.order[i]])
			note_types(&e, in);
		if (o->bb.at[e.order[i]].term)
			note_types(&e, o->bb.at[e.order[i]].term);
	}
	for (u32 i = 0; i < n; i++)
		invert_test(&e, e.order[i], i + 1 < n ? e.order[i + 1] : NO_BB);
	for (u32 i = 0; i < n; i++)
		put_bb(&e, e.order[i], i + 1 < n ? e.order[i + 1] : NO_BB);
	put_labels(&e);
	keep_vars(&e);
	f->ninvalid = 0;
	f->cfg = NULL;
	f->dom = f->pdom = NULL;
	f->reconv = NULL;
	f->live = NULL;
	f->uniform = NULL;
	ir_build_end(&e.b);
}
