/* ssa_print.c - prints the SSA form, for viewers of the passes (change_report.h). It
 * reads like PTX: values are registers that are written once, and keep their numbers from
 * pass to pass; phis stand at the starts of blocks; a comment after a guarded instruction
 * gives the value where its guard is false.
 *
 *     B3:                                     // from B1 B2
 *         %f12 = phi B1: %f4, B2: %f9;
 *         @%p2 add.f32 %f13, %f12, %f1;       // else %f12
 *         @%p3 bra B3; else B5;
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/opt/ssa.h"
#include "ir/print/print.h"

struct view {
	struct opt *o;
	struct arena a;
	struct strtab names;
	struct func f; /* for the printer of instructions: names of registers, elements of
	                  vectors */
	struct writer w;
};

static const char *prefix_of(u8 type) {
	u32 bits = type_info[type].bits;
	char class = type_info[type].class;
	return class == 'P'   ? "p"
	       : class == 'F' ? bits == 64   ? "fd"
	                        : bits == 32 ? "f"
	                                     : "h"
	       : bits == 128  ? "rq"
	       : bits == 64   ? "rd"
	       : bits == 32   ? "r"
	       : bits == 16   ? "rs"
	                      : "rc";
}

static void name_values(struct view *v) {
	struct opt *o = v->o;
	v->f = *o->f;
	v->f.nreg = o->val.n;
	v->f.reg = arena_array(&v->a, struct reg, o->val.n + 1);
	v->f.operand = o->elem.at;
	v->f.noperand = o->elem.n;
	for (u32 i = 0; i < o->val.n; i++) {
		char text[24];
		int n = snprintf(text, sizeof text, "%%%s%u",
		                 prefix_of(o->val.at[i].type), i);
		v->f.reg[i] = (struct reg){.name = str_intern(&v->names, text, (size_t)n),
		                           .type = o->val.at[i].type};
	}
}

/* ---- order ------------------------------------------------------------------------- */

struct place {
	u32 bb, next; /* successors not yet walked: the first `next` */
};

/* Returns the blocks that can be reached, in reverse post-order, the fall-through of a
 * branch first. */
static u32 *order_of(struct view *v, u32 *n) {
	struct opt *o = v->o;
	u32 *order = arena_array(&v->a, u32, o->bb.n + 1), at = o->bb.n, depth = 0;
	u8 *seen = arena_array(&v->a, u8, o->bb.n + 1);
	struct place *stack = arena_array(&v->a, struct place, o->bb.n + 1);
	stack[depth++] = (struct place){0, o->bb.at[0].succ.n};
	seen[0] = 1;
	while (depth) {
		struct place *p = &stack[depth - 1];
		if (!p->next) {
			order[--at] = p->bb;
			depth--;
			continue;
		}
		u32 to = o->bb.at[p->bb].succ.at[--p->next];
		if (seen[to])
			continue;
		seen[to] = 1;
		stack[depth++] = (struct place){to, o->bb.at[to].succ.n};
	}
	*n = o->bb.n - at;
	return order + at;
}

/* ---- instructions ------------------------------------------------------------------ */

static void put_plain(struct view *v, const struct operand *x) {
	if (x->kind == OPR_REG)
		put(&v->w, "%s%s", x->negated ? "!" : "", v->f.reg[x->index].name->s);
	else if (x->kind == OPR_IMM)
		put(&v->w, "%lld", (long long)x->value);
	else
		puts_to(&v->w, "_");
}

static void put_phi(struct view *v, const struct bb *b, const struct phi *p) {
	put(&v->w, "\t%s = phi ", v->f.reg[p->dest].name->s);
	for (u32 i = 0; i < b->pred.n; i++) {
		put(&v->w, "%sB%u: ", i ? ", " : "", b->pred.at[i]);
		put_plain(v, &p->arg[i]);
	}
	puts_to(&v->w, ";\n");
}

static void put_guard(struct view *v, const struct operand *guard) {
	if (guard->kind == OPR_NONE)
		return;
	puts_to(&v->w, "@");
	put_plain(v, guard);
	puts_to(&v->w, " ");
}

static void put_node(struct view *v, const struct node *n) {
	struct inst in = n->in;
	puts_to(&v->w, "\t");
	put_guard(v, &n->guard);
	in.guard = NO_REG;
	put_inst(&v->w, v->o->m, &v->f, &in);
	for (u32 i = 0; i < n->nold; i++) {
		puts_to(&v->w, i ? ", " : "  // else ");
		put_plain(v, &n->old[i]);
	}
	puts_to(&v->w, "\n");
}

static void put_end(struct view *v, const struct bb *b) {
	const struct node *n = b->term;
	if (!n) {
		if (b->succ.n)
			put(&v->w, "\tbra B%u;\n", b->succ.at[0]);
		return;
	}
	if (n->in.row == ROW_BRA && b->succ.n == 2) {
		puts_to(&v->w, "\t");
		put_guard(v, &n->guard);
		put(&v->w, "bra B%u; else B%u;\n", b->succ.at[1], b->succ.at[0]);
		return;
	}
	if (n->in.row == ROW_BRX) {
		puts_to(&v->w, "\tbrx.idx ");
		put_plain(v, &n->in.operand[0]);
		for (u32 i = 0; i < b->succ.n; i++)
			put(&v->w, "%sB%u", i ? ", " : ", {", b->succ.at[i]);
		puts_to(&v->w, "};\n");
		return;
	}
	put_node(v, n);
}

static void put_bb(struct view *v, u32 i) {
	const struct bb *b = &v->o->bb.at[i];
	put(&v->w, "B%u:", i);
	for (u32 k = 0; k < b->pred.n; k++)
		put(&v->w, "%s B%u", k ? "" : "  // from", b->pred.at[k]);
	puts_to(&v->w, "\n");
	each_phi (p, b)
		put_phi(v, b, p);
	each_node (n, b)
		put_node(v, n);
	put_end(v, b);
}

void ssa_print(struct opt *o, FILE *out) {
	struct view v = {.o = o, .a = ARENA_INIT, .w = {.out = out}};
	u32 n;
	strtab_init(&v.names, &v.a);
	name_values(&v);
	u32 *order = order_of(&v, &n);
	for (u32 i = 0; i < n; i++)
		put_bb(&v, order[i]);
	arena_drop(&v.a);
}
