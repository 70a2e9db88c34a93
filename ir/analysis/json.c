/* json.c - CFG, reconvergence and uniformity as JSON (--dump=cfg:json, uniformity:json).
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/dump.h"
#include "ir/isa/regs.h"
#include "ir/print/print.h"

static void put_block_or_null(struct json_out *j, const char *key, u32 b) {
	if (b == NO_BLOCK)
		json_text(j, key, NULL);
	else
		json_number(j, key, b);
}

/* ---- cfg --------------------------------------------------------------------------- */

static void put_cfg_block(struct json_out *j, const struct func *f, u32 b) {
	const struct cfg *c = f->cfg;
	const struct block *bl = &f->block[b];
	json_open(j, NULL, '{');
	json_number(j, "block", b);
	if (bl->label)
		json_text(j, "label", bl->label->s);
	json_number(j, "instructions", bl->ninst);
	json_numbers(j, "from", bl->pred, bl->npred);
	json_numbers(j, "to", bl->succ, bl->nsucc);
	json_bool(j, "reached", cfg_is_reached(c, b));
	if (cfg_is_reached(c, b)) {
		put_block_or_null(j, "immediate_dominator", f->dom->idom[b]);
		put_block_or_null(j, "immediate_post_dominator", f->pdom->idom[b]);
		if (bl->nsucc > 1)
			put_block_or_null(j, "lanes_meet_at", f->reconv->point[b]);
		if (c->loop_of[b] != NO_LOOP)
			json_number(j, "loop", c->loop_of[b]);
	}
	json_close(j, '}');
}

static void put_loops(struct json_out *j, const struct cfg *c) {
	json_open(j, "loops", '[');
	for (u32 l = 0; l < c->nloop; l++) {
		const struct loop *loop = &c->loop[l];
		json_open(j, NULL, '{');
		json_number(j, "loop", l);
		json_number(j, "header", loop->header);
		json_number(j, "depth", loop->depth);
		if (loop->parent == NO_LOOP)
			json_text(j, "parent", NULL);
		else
			json_number(j, "parent", loop->parent);
		json_numbers(j, "blocks", c->order + loop->first, loop->n);
		json_bool(j, "irreducible", loop->is_irreducible);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void cfg_json(const struct module *m, struct func *f, struct json_out *j) {
	(void)m;
	cfg_build(f);
	dom_build(f);
	reconv_build(f);
	json_open(j, NULL, '{');
	json_text(j, "name", f->name->s);
	json_bool(j, "irreducible", f->cfg->is_irreducible);
	put_loops(j, f->cfg);
	json_open(j, "blocks", '[');
	for (u32 i = 0; i < f->nblock; i++)
		put_cfg_block(j, f, f->cfg->order[i]);
	json_close(j, ']');
	json_close(j, '}');
}

/* ---- uniformity -------------------------------------------------------------------- */

struct walk {
	struct json_out *j;
	const struct func *f;
	const struct uniform *u;
};

static void put_value(void *ctx, u32 reg, enum reg_role role) {
	static const char *const kind[] = {[VALUE_UNKNOWN] = "unknown",
	                                   [VALUE_UNIFORM] = "uniform",
	                                   [VALUE_AFFINE] = "affine",
	                                   [VALUE_DIVERGENT] = "divergent"};
	struct walk *w = ctx;
	const struct uniform_value *v = &w->u->reg[reg];
	struct json_out *j = w->j;
	if (role == REG_READ)
		return;
	json_open(j, NULL, '{');
	json_text(j, "register", w->f->reg[reg].name->s);
	json_text(j, "kind", kind[v->kind]);
	if (v->kind != VALUE_DIVERGENT && v->is_const)
		json_unsigned(j, "value", v->value);
	if (v->kind == VALUE_UNIFORM)
		json_bool(j, "of_cta", v->cta);
	if (v->kind == VALUE_AFFINE) {
		json_number(j, "stride", v->stride);
		json_bool(j, "may_wrap",
		          !uniform_no_wrap(v, type_info[w->f->reg[reg].type].bits));
	}
	if (v->row) {
		json_number(j, "row", v->row);
		json_number(j, "jump", v->jump);
	}
	json_close(j, '}');
}

static void put_instructions(struct walk *w, const struct module *m,
                             const struct block *bl) {
	struct json_out *j = w->j;
	json_open(j, "instructions", '[');
	for (u32 i = bl->first; i < bl->first + bl->ninst; i++) {
		char text[512];
		size_t n = ir_print_inst(m, w->f, &w->f->inst[i], text, sizeof text);
		json_open(j, NULL, '{');
		json_number(j, "index", i);
		json_text_n(j, "text", text, MIN(n, sizeof text - 1));
		json_open(j, "results", '[');
		inst_each_reg(w->f, &w->f->inst[i], put_value, w);
		json_close(j, ']');
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void put_uniform_block(struct walk *w, const struct module *m, u32 b) {
	const struct uniform *u = w->u;
	const struct block *bl = &w->f->block[b];
	struct json_out *j = w->j;
	json_open(j, NULL, '{');
	json_number(j, "block", b);
	json_bool(j, "reached", cfg_is_reached(w->f->cfg, b));
	json_text(j, "runs_for",
	          u->is_masked[b]       ? "some lanes"
	          : u->is_cta_masked[b] ? "some warps"
	                                : "all");
	if (bl->nsucc > 1) {
		json_text(j, "branch",
		          u->branch_divergent[b]       ? "lanes part"
		          : u->branch_cta_divergent[b] ? "warps part"
		                                       : "together");
		if (u->branch_divergent[b])
			put_block_or_null(j, "lanes_meet_at", w->f->reconv->point[b]);
	}
	put_instructions(w, m, bl);
	json_close(j, '}');
}

void uniform_json(const struct module *m, struct func *f,
                  const struct uniform_shape *shape, struct json_out *j) {
	struct walk w = {.j = j, .f = f, .u = uniform_build(m, f)};
	reconv_build(f);
	if (shape)
		w.u = uniform_build_shape(f->arena, m, f, shape);
	json_open(j, NULL, '{');
	json_text(j, "name", f->name->s);
	json_bool(j, "gave_up", w.u->gave_up);
	json_open(j, "blocks", '[');
	for (u32 i = 0; i < f->nblock; i++)
		put_uniform_block(&w, m, f->cfg->order[i]);
	json_close(j, ']');
	json_close(j, '}');
}
