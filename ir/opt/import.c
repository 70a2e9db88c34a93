/* import.c - a function comes into the form of ssa.h: blocks with edges, every register
 * mutable. The entry gets a block of its own, and so does a guarded end (`@p ret`): what
 * is left are jumps, branches on a predicate, branches by an index, and ends without
 * guard.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "ir/isa/regs.h"
#include "ir/opt/ssa.h"

static bool has_reg_params(const struct module *m, const struct func *f) {
	for (u32 i = 0; i < f->nparam; i++)
		if (m->var[f->param[i]].is_reg)
			return true;
	for (u32 i = 0; i < f->nret; i++)
		if (m->var[f->ret[i]].is_reg)
			return true;
	return false;
}

bool ssa_can_import(const struct module *m, const struct func *f) {
	if (!f->has_body || !f->nblock || !f->ninst || f->ninvalid ||
	    has_reg_params(m, f))
		return false;
	for (u32 i = 0; i < f->ninst; i++) {
		const struct inst *in = &f->inst[i];
		if (in->row == ROW_INVALID || row_info(in->row)->any_words)
			return false;
		for (u32 k = 0; k < in->noperand; k++)
			if (in->operand[k].kind == OPR_TENSOR)
				return false;
	}
	return true;
}

/* ---- instructions ---- */

static void rebase(struct opt *o, struct operand *x) {
	if (opr_is_reg(x))
		x->index += o->reg_base;
}

static struct node *import_inst(struct opt *o, const struct inst *in) {
	struct node *n = node_new(o, (enum row)in->row, in->mods, in->type, in->operand,
	                          in->noperand);
	n->in.line = in->line;
	n->in.loc = in->loc;
	/* instructions of the text may share vectors; nodes do not */
	for (u32 i = 0; i < n->in.noperand; i++) {
		struct operand *x = &n->in.operand[i];
		rebase(o, x);
		if (x->kind != OPR_VEC && x->kind != OPR_PAIR)
			continue;
		u32 first = o->elem.n;
		for (u32 k = 0; k < x->n; k++) {
			vec_push(o->a, &o->elem, o->f->operand[x->index + k]);
			rebase(o, &vec_last(&o->elem));
		}
		x->index = first;
	}
	n->no_wrap_s = o->options->no_signed_wrap &&
	               (in->row == ROW_ADD || in->row == ROW_SUB) &&
	               type_info[in->type[0]].class == 'S';
	if (in->guard != NO_REG)
		n->guard = (struct operand){.kind = OPR_REG,
		                            .index = in->guard + o->reg_base,
		                            .negated = in->guard_negated != 0};
	return n;
}

static void keep_old(struct opt *o, struct node *n) {
	struct operand *d;
	u32 count = 0;
	if (n->guard.kind == OPR_NONE && !node_accumulates(n))
		return;
	each_dst (o, n, d)
		count++;
	if (!count)
		return;
	n->old = arena_array(o->a, struct operand, count);
	each_dst (o, n, d)
		n->old[n->nold++] = opr_reg(d->index);
}

/* ---- ends of blocks ---- */

static u32 bb_of(const struct opt *o, u32 block) {
	return o->bb_base + block;
}

static struct node *branch_new(struct opt *o, const struct node *like) {
	struct node *n = node_new(o, ROW_BRA, 0, NULL, NULL, 0);
	n->guard = like->guard;
	n->in.line = like->in.line;
	n->in.loc = like->in.loc;
	return n;
}

static void import_branch(struct opt *o, u32 b, struct node *n, u32 next, u32 target) {
	if (n->guard.kind == OPR_NONE || next == target) {
		o->bb.at[b].line = n->in.line;
		edge_add(o, b, target);
		return;
	}
	n->in.noperand = 0;
	n->bb = b;
	o->bb.at[b].term = n;
	edge_add(o, b, next);
	edge_add(o, b, target);
}

/* Imports `n` as the end of block b. */
static void import_end(struct opt *o, u32 b, struct node *n, u32 next) {
	if (n->in.row == ROW_BRA) {
		import_branch(o, b, n, next, bb_of(o, n->in.operand[0].index));
		return;
	}
	if (n->guard.kind != OPR_NONE) {
		u32 end = bb_new(o);
		import_branch(o, b, branch_new(o, n), next, end);
		n->guard = (struct operand){0};
		b = end;
	}
	n->bb = b;
	o->bb.at[b].term = n;
	if (n->in.row != ROW_BRX)
		return;
	const struct targets *t = &o->f->targets[n->in.operand[1].index];
	for (u32 i = 0; i < t->n; i++)
		edge_add(o, b, bb_of(o, t->index[i]));
}

/* ---- pragmas ---- */

static void read_unroll(struct bb *bb, const char *text) {
	if (strcmp(text, "nounroll") == 0) {
		bb->unroll = UNROLL_NEVER;
	} else if (strncmp(text, "unroll", 6) == 0) {
		u32 by = (u32)strtoul(text + 6, NULL, 10);
		bb->unroll = by == 1 ? UNROLL_NEVER : by ? UNROLL_BY : UNROLL_FULL;
		bb->unroll_by = by;
	}
}

static bool is_unroll(const char *text) {
	return strcmp(text, "nounroll") == 0 || strncmp(text, "unroll", 6) == 0;
}

/* Pragmas of loops go to their block, others stay with the instruction. */
static void import_pragmas(struct opt *o, struct node *n, u32 inst, u32 b, u32 *cursor) {
	const struct func *f = o->f;
	while (*cursor < f->npragma &&
	       (f->pragma_at[*cursor] == NO_REG || f->pragma_at[*cursor] < inst))
		(*cursor)++;
	for (; *cursor < f->npragma && f->pragma_at[*cursor] == inst; (*cursor)++) {
		if (is_unroll(f->pragma[*cursor]->s)) {
			read_unroll(&o->bb.at[b], f->pragma[*cursor]->s);
			continue;
		}
		if (!n->npragma)
			n->pragma = *cursor;
		n->npragma = *cursor + 1 - n->pragma;
	}
}

/* ---- all of it ---- */

static void import_block(struct opt *o, u32 index, u32 *cursor) {
	const struct func *f = o->f;
	const struct block *bl = &f->block[index];
	u32 b = bb_of(o, index), next = bb_of(o, index + 1);
	for (u32 i = 0; i < bl->ninst; i++) {
		const struct inst *in = &f->inst[bl->first + i];
		struct node *n = import_inst(o, in);
		import_pragmas(o, n, bl->first + i, b, cursor);
		if (n->info->props & PROP_TERM) {
			import_end(o, b, n, next);
			return;
		}
		keep_old(o, n);
		node_append(o, b, n);
	}
	edge_add(o, b, next);
}

u32 ssa_import_blocks(struct opt *o) {
	const struct func *f = o->f;
	u32 cursor = 0;
	o->reg_base = o->val.n;
	o->bb_base = o->bb.n;
	for (u32 i = 0; i < f->nreg; i++) {
		u32 v = val_new(o, f->reg[i].type);
		o->val.at[v].is_mutable = true;
	}
	for (u32 i = 0; i < f->nblock; i++)
		bb_new(o);
	for (u32 i = 0; i < f->nblock; i++)
		import_block(o, i, &cursor);
	return o->bb_base;
}

void ssa_import(struct opt *o) {
	u32 entry = bb_new(o);
	edge_add(o, entry, ssa_import_blocks(o));
}
