/* ast_json.c - the checked tree as JSON, for --emit=ast:json: the nodes of ast_dump.c
 * with their places. The checker bounds the depth of the tree.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/tree/ast.h"

struct tree {
	struct json_out *j;
	const struct sources *sources;
	struct arena arena;
};

static void node(struct tree *t, const char *key, const char *kind, struct loc loc) {
	struct source_pos pos = source_pos(t->sources, loc.start);
	json_open(t->j, key, '{');
	json_text(t->j, "kind", kind);
	if (!pos.file)
		return;
	json_number(t->j, "line", pos.line);
	json_number(t->j, "column", pos.column);
}

static void node_end(struct tree *t) {
	json_close(t->j, '}');
}

static void name(struct tree *t, const struct cdecl *d) {
	json_text(t->j, "name", d->name ? d->name->s : NULL);
}

static void type(struct tree *t, const char *key, const struct ctype *c) {
	json_text(t->j, key, ctype_text(&t->arena, c));
}

static void statement(struct tree *t, const char *key, const struct cstmt *s);

/* ---- expressions ------------------------------------------------------------------- */

static void constant(struct tree *t, const struct cexpr *e) {
	char text[32];
	double v;
	if (!ctype_is_floating(e->type)) {
		json_number(t->j, "value", (s64)e->value);
		return;
	}
	/* as text: JSON has no infinities */
	memcpy(&v, &e->value, 8);
	snprintf(text, sizeof text, "%.17g", v);
	json_text(t->j, "value", text);
}

static void particulars(struct tree *t, const struct cexpr *e) {
	switch (e->kind) {
	case CE_CONST: constant(t, e); break;
	case CE_MEMPTR: json_number(t->j, "value", (s64)e->value); break;
	case CE_SREG: json_text(t->j, "register", e->text); break;
	case CE_STRING: json_number(t->j, "bytes", e->length); break;
	case CE_MEMBER:
	case CE_TO_BASE:
	case CE_TO_DERIVED: json_number(t->j, "field", e->field); break;
	case CE_COMPOUND:
		json_text(t->j, "operation", cexpr_kind_name[e->op]);
		type(t, "computed_as", e->calc);
		break;
	case CE_BUILTIN: json_number(t->j, "builtin", e->op); break;
	default: break;
	}
}

static void expression(struct tree *t, const char *key, const struct cexpr *e) {
	if (!e) {
		json_text(t->j, key, NULL);
		return;
	}
	node(t, key, cexpr_kind_name[e->kind], e->loc);
	type(t, "type", e->type);
	if (e->is_lvalue)
		json_text(t->j, "category", e->is_xvalue ? "xvalue" : "lvalue");
	if (e->decl)
		name(t, e->decl);
	particulars(t, e);
	const struct cexpr *const kid[] = {e->a, e->b, e->c};
	if (e->a || e->b || e->c || e->narg) {
		json_open(t->j, "operands", '[');
		for (u32 i = 0; i < countof(kid); i++)
			if (kid[i])
				expression(t, NULL, kid[i]);
		for (u32 i = 0; i < e->narg; i++)
			expression(t, NULL, e->arg[i]);
		json_close(t->j, ']');
	}
	if (e->kind == CE_STMT_EXPR)
		statement(t, "body", e->body);
	node_end(t);
}

/* ---- statements -------------------------------------------------------------------- */

static void inline_ptx(struct tree *t, const struct casm *a) {
	json_text_n(t->j, "text", a->text, a->length);
	json_bool(t->j, "volatile", a->is_volatile);
	json_open(t->j, "operands", '[');
	for (u32 i = 0; i < a->noutput + a->ninput; i++) {
		json_open(t->j, NULL, '{');
		json_text(t->j, "constraint", a->operand[i].constraint);
		json_bool(t->j, "output", i < a->noutput);
		expression(t, "value", a->operand[i].e);
		json_close(t->j, '}');
	}
	json_close(t->j, ']');
}

static void variable(struct tree *t, const char *key, const char *kind,
                     const struct cdecl *d) {
	node(t, key, kind, d->loc);
	name(t, d);
	type(t, "type", d->type);
	if (d->init)
		expression(t, "init", d->init);
	node_end(t);
}

static void statement(struct tree *t, const char *key, const struct cstmt *s) {
	if (!s) {
		json_text(t->j, key, NULL);
		return;
	}
	node(t, key, cstmt_kind_name[s->kind], s->loc);
	if (s->kind == CS_ASM)
		inline_ptx(t, s->asm_);
	if (s->decl)
		variable(t, "variable", "variable", s->decl);
	if (s->kind == CS_CASE) {
		json_number(t->j, "low", s->low);
		json_number(t->j, "high", s->high);
	}
	if (s->label)
		json_text(t->j, "label", s->label->name->s);
	if (s->unroll)
		json_number(t->j, "unroll",
		            s->unroll == CUNROLL_N ? s->unroll_factor : 0);
	if (s->e)
		expression(t, "expression", s->e);
	if (s->step)
		expression(t, "step", s->step);
	if (s->s)
		statement(t, "body", s->s);
	if (s->t)
		statement(t, "else", s->t);
	if (s->list.n || s->kind == CS_BLOCK) {
		json_open(t->j, "statements", '[');
		for (u32 i = 0; i < s->list.n; i++)
			statement(t, NULL, s->list.at[i]);
		json_close(t->j, ']');
	}
	node_end(t);
}

void cast_json_func(const struct cdecl *f, const struct sources *sources,
                    struct json_out *j) {
	struct tree t = {.j = j, .sources = sources, .arena = ARENA_INIT};
	node(&t, NULL, f->is_kernel ? "kernel" : "function", f->loc);
	name(&t, f);
	json_text(j, "link_name", f->link_name ? f->link_name->s : NULL);
	type(&t, "type", f->type);
	json_open(j, "parameters", '[');
	for (u32 i = 0; i < f->param.n; i++)
		variable(&t, NULL, "parameter", f->param.at[i]);
	json_close(j, ']');
	if (f->body)
		statement(&t, "body", f->body);
	node_end(&t);
	arena_drop(&t.arena);
}
