/* ast_dump.c - the checked tree as indented text, for --emit=ast and the tests.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/tree/ast.h"

struct dump {
	FILE *out;
	struct arena arena;
	u32 depth;
};

const char *const cexpr_kind_name[CE_KIND_COUNT] = {
	[CE_ERROR] = "error",
	[CE_CONST] = "const",
	[CE_STRING] = "string",
	[CE_FUNC] = "func",
	[CE_VAR] = "var",
	[CE_THIS] = "this",
	[CE_LOAD] = "load",
	[CE_ADDR] = "addr",
	[CE_DEREF] = "deref",
	[CE_MEMBER] = "member",
	[CE_TO_BASE] = "to-base",
	[CE_TO_DERIVED] = "to-derived",
	[CE_TEMP] = "temp",
	[CE_NEG] = "neg",
	[CE_NOT] = "not",
	[CE_COMPL] = "compl",
	[CE_MUL] = "mul",
	[CE_DIV] = "div",
	[CE_REM] = "rem",
	[CE_ADD] = "add",
	[CE_SUB] = "sub",
	[CE_AND] = "and",
	[CE_OR] = "or",
	[CE_XOR] = "xor",
	[CE_SHL] = "shl",
	[CE_SHR] = "shr",
	[CE_LT] = "lt",
	[CE_GT] = "gt",
	[CE_LE] = "le",
	[CE_GE] = "ge",
	[CE_EQ] = "eq",
	[CE_NE] = "ne",
	[CE_PTR_ADD] = "ptr-add",
	[CE_PTR_DIFF] = "ptr-diff",
	[CE_LOGAND] = "logand",
	[CE_LOGOR] = "logor",
	[CE_COND] = "cond",
	[CE_COMMA] = "comma",
	[CE_HOLD] = "hold",
	[CE_ASSIGN] = "assign",
	[CE_COMPOUND] = "compound",
	[CE_PREINC] = "preinc",
	[CE_PREDEC] = "predec",
	[CE_POSTINC] = "postinc",
	[CE_POSTDEC] = "postdec",
	[CE_CAST] = "cast",
	[CE_BITCAST] = "bitcast",
	[CE_CALL] = "call",
	[CE_BUILTIN] = "builtin",
	[CE_CONSTRUCT] = "construct",
	[CE_INIT_LIST] = "init-list",
	[CE_ZERO] = "zero",
	[CE_ARRAY_COPY] = "array-copy",
	[CE_FILL] = "fill",
	[CE_INIT] = "init",
	[CE_NEW] = "new",
	[CE_DELETE] = "delete",
	[CE_DESTROY] = "destroy",
	[CE_STMT_EXPR] = "stmt-expr",
	[CE_SREG] = "sreg",
	[CE_MEMPTR] = "memptr",
};

const char *const cstmt_kind_name[CS_NULL + 1] = {
	[CS_EXPR] = "expr",       [CS_DECL] = "decl",     [CS_BLOCK] = "block",
	[CS_IF] = "if",           [CS_WHILE] = "while",   [CS_DO] = "do",
	[CS_FOR] = "for",         [CS_SWITCH] = "switch", [CS_CASE] = "case",
	[CS_DEFAULT] = "default", [CS_BREAK] = "break",   [CS_CONTINUE] = "continue",
	[CS_RETURN] = "return",   [CS_GOTO] = "goto",     [CS_LABEL] = "label",
	[CS_ASM] = "asm",         [CS_NULL] = "null",
};

static void dump_stmt(struct dump *d, const struct cstmt *s);

static void indent(struct dump *d) {
	fprintf(d->out, "%*s", (int)(2 * d->depth), "");
}

static const char *name_of(const struct cdecl *decl) {
	return decl->name ? decl->name->s : "(unnamed)";
}

static void dump_expr(struct dump *d, const struct cexpr *e) {
	indent(d);
	if (!e) {
		fprintf(d->out, "-\n");
		return;
	}
	fprintf(d->out, "%s%s '%s'", cexpr_kind_name[e->kind],
	        e->is_xvalue   ? " xvalue"
	        : e->is_lvalue ? " lvalue"
	                       : "",
	        ctype_text(&d->arena, e->type));
	if (e->decl)
		fprintf(d->out, " %s", name_of(e->decl));
	if (e->kind == CE_CONST && ctype_is_floating(e->type)) {
		double v;
		memcpy(&v, &e->value, 8);
		fprintf(d->out, " %.17g", v);
	} else if (e->kind == CE_CONST || e->kind == CE_MEMPTR) {
		fprintf(d->out, " %lld", (long long)e->value);
	} else if (e->kind == CE_SREG) {
		fprintf(d->out, " %s", e->text);
	} else if (e->kind == CE_STRING) {
		fprintf(d->out, " of %u bytes", e->length);
	} else if (e->kind == CE_MEMBER || e->kind == CE_TO_BASE ||
	           e->kind == CE_TO_DERIVED) {
		fprintf(d->out, " field %u", e->field);
	} else if (e->kind == CE_COMPOUND) {
		fprintf(d->out, " %s in '%s'", cexpr_kind_name[e->op],
		        ctype_text(&d->arena, e->calc));
	} else if (e->kind == CE_BUILTIN) {
		fprintf(d->out, " %u", e->op);
	}
	fprintf(d->out, "\n");
	d->depth++;
	const struct cexpr *const kid[] = {e->a, e->b, e->c};
	for (u32 i = 0; i < countof(kid); i++)
		if (kid[i])
			dump_expr(d, kid[i]);
	for (u32 i = 0; i < e->narg; i++)
		dump_expr(d, e->arg[i]);
	if (e->kind == CE_STMT_EXPR)
		dump_stmt(d, e->body);
	d->depth--;
}

static void dump_asm(struct dump *d, const struct casm *a) {
	fprintf(d->out, "%s \"%.*s\"\n", a->is_volatile ? " volatile" : "",
	        (int)a->length, a->text);
	d->depth++;
	for (u32 i = 0; i < a->noutput + a->ninput; i++) {
		indent(d);
		fprintf(d->out, "\"%s\"\n", a->operand[i].constraint);
		d->depth++;
		dump_expr(d, a->operand[i].e);
		d->depth--;
	}
	d->depth--;
}

static void dump_stmt(struct dump *d, const struct cstmt *s) {
	indent(d);
	if (!s) {
		fprintf(d->out, "-\n");
		return;
	}
	fprintf(d->out, "%s", cstmt_kind_name[s->kind]);
	if (s->kind == CS_ASM) {
		dump_asm(d, s->asm_);
		return;
	}
	if (s->decl)
		fprintf(d->out, " %s '%s'", name_of(s->decl),
		        ctype_text(&d->arena, s->decl->type));
	if (s->kind == CS_CASE)
		fprintf(d->out, " %lld..%lld", (long long)s->low, (long long)s->high);
	if (s->label)
		fprintf(d->out, " %s", s->label->name->s);
	if (s->unroll)
		fprintf(d->out, " unroll %u",
		        s->unroll == CUNROLL_N ? s->unroll_factor : 0);
	fprintf(d->out, "\n");
	d->depth++;
	if (s->decl && s->decl->init)
		dump_expr(d, s->decl->init);
	if (s->e)
		dump_expr(d, s->e);
	if (s->step)
		dump_expr(d, s->step);
	if (s->s)
		dump_stmt(d, s->s);
	if (s->t)
		dump_stmt(d, s->t);
	for (u32 i = 0; i < s->list.n; i++)
		dump_stmt(d, s->list.at[i]);
	d->depth--;
}

void cast_dump_func(const struct cdecl *f, FILE *out) {
	struct dump d = {.out = out, .arena = ARENA_INIT};
	fprintf(out, "%s %s '%s'\n", f->is_kernel ? "kernel" : "function",
	        f->link_name ? f->link_name->s : name_of(f),
	        ctype_text(&d.arena, f->type));
	d.depth = 1;
	for (u32 i = 0; i < f->param.n; i++) {
		indent(&d);
		fprintf(out, "param %s '%s'\n", name_of(f->param.at[i]),
		        ctype_text(&d.arena, f->param.at[i]->type));
	}
	if (f->body)
		dump_stmt(&d, f->body);
	arena_drop(&d.arena);
}
