/* ast_dump.c - the syntax tree as indented text, one node a line, operands as (kind
 * value) after their instruction. For reading (--dump=ast), not for parsing back: the IR
 * printer writes PTX. The parser bounds the depth of the tree, so walking it by recursion
 * is safe.
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "parser/ptx/ast.h"

static const char *const space_name[] = {
	[AST_SPACE_REG] = ".reg",       [AST_SPACE_SREG] = ".sreg",
	[AST_SPACE_CONST] = ".const",   [AST_SPACE_GLOBAL] = ".global",
	[AST_SPACE_LOCAL] = ".local",   [AST_SPACE_PARAM] = ".param",
	[AST_SPACE_SHARED] = ".shared", [AST_SPACE_TEX] = ".tex"};

static const char *const linkage_name[] = {[LINK_NONE] = "",
                                           [LINK_VISIBLE] = ".visible ",
                                           [LINK_EXTERN] = ".extern ",
                                           [LINK_WEAK] = ".weak ",
                                           [LINK_COMMON] = ".common "};

static void indent(FILE *out, u32 depth) {
	fprintf(out, "%*s", (int)(2 * depth), "");
}

/* ---- operands ---------------------------------------------------------------------- */

static void offset(FILE *out, s64 n, bool there) {
	if (there)
		fprintf(out, "%s%" PRId64, n < 0 ? "" : "+", n);
}

static void dump_operand(const struct ast_operand *o, FILE *out);

static void dump_list(const struct ast_operand *o, const char *kind, FILE *out) {
	fprintf(out, "(%s", kind);
	for (u32 i = 0; i < o->n; i++) {
		fputc(' ', out);
		dump_operand(&o->list[i], out);
	}
	if (o->kind == AST_ADDR && o->suffix)
		fprintf(out, " %s", o->suffix->s);
	fputc(')', out);
}

static void dump_operand(const struct ast_operand *o, FILE *out) {
	switch ((enum ast_operand_kind)o->kind) {
	case AST_NAME:
		fprintf(out, "(name %s%s",
		        o->is_minus  ? "-"
		        : o->negated ? "!"
		                     : "",
		        o->name->s);
		offset(out, o->offset, o->has_offset);
		fputc(')', out);
		break;
	case AST_INDEX:
		fprintf(out, "(index %s %" PRId64 ")", o->name->s, o->offset);
		break;
	case AST_INT:
		if (o->is_unsigned)
			fprintf(out, "(int %" PRIu64 "U)", o->value);
		else
			fprintf(out, "(int %" PRId64 ")", (s64)o->value);
		break;
	case AST_F32: fprintf(out, "(f32 0f%08" PRIX64 ")", o->value); break;
	case AST_F64: fprintf(out, "(f64 0d%016" PRIX64 ")", o->value); break;
	case AST_SINK: fputs("(sink)", out); break;
	case AST_ADDR: dump_list(o, "addr", out); break;
	case AST_VEC: dump_list(o, "vec", out); break;
	case AST_PAIR: dump_list(o, "pair", out); break;
	case AST_LIST: dump_list(o, "list", out); break;
	}
}

/* ---- declarations ------------------------------------------------------------------ */

static void dump_init(const struct ast_init *init, FILE *out) {
	switch (init->kind) {
	case INIT_INT: fprintf(out, "%" PRId64, (s64)init->value); break;
	case INIT_F32: fprintf(out, "0f%08" PRIX64, init->value); break;
	case INIT_F64: fprintf(out, "0d%016" PRIX64, init->value); break;
	case INIT_SYMBOL:
		if (init->mask_byte)
			fprintf(out, "byte %d of ", init->mask_byte - 1);
		fprintf(out, init->generic ? "generic(%s)" : "%s", init->name->s);
		offset(out, init->offset, init->offset != 0);
		break;
	case INIT_OPTION:
		fprintf(out, "%s = %s", init->option->s, init->option_value->s);
		break;
	case INIT_LIST:
		fputc('{', out);
		for (u32 i = 0; i < init->n; i++) {
			fputs(i ? ", " : "", out);
			dump_init(&init->list[i], out);
		}
		fputc('}', out);
		break;
	}
}

static void dump_attrs(const struct ast_attr *attr, u32 n, FILE *out) {
	for (u32 i = 0; i < n; i++) {
		fprintf(out, " .attribute(%s", attr[i].name->s);
		for (u32 v = 0; v < attr[i].nvalue; v++)
			fprintf(out, " %" PRIu64, attr[i].value[v]);
		fputc(')', out);
	}
}

static void dump_var(const char *what, const struct ast_var *v, u32 depth, FILE *out) {
	indent(out, depth);
	fprintf(out, "%s %s%s%s", what, linkage_name[v->linkage],
	        v->is_hidden ? ".hidden " : "", space_name[v->space]);
	dump_attrs(v->attr, v->nattr, out);
	if (v->align)
		fprintf(out, " .align %" PRIu64, v->align);
	if (v->vec)
		fprintf(out, " .v%u", v->vec);
	fprintf(out, " %s", v->type->s);
	if (v->is_ptr) {
		fputs(" .ptr", out);
		if (v->ptr_space != AST_SPACE_REG)
			fprintf(out, " %s", space_name[v->ptr_space]);
		if (v->ptr_align)
			fprintf(out, " .align %" PRIu64, v->ptr_align);
	}
	fprintf(out, " %s", v->name ? v->name->s : "_");
	if (v->is_range)
		fprintf(out, "<%" PRIu64 ">", v->range);
	for (u32 i = 0; i < v->ndim; i++) {
		if (v->dim[i])
			fprintf(out, "[%" PRIu64 "]", v->dim[i]);
		else
			fputs("[]", out);
	}
	if (v->init) {
		fputs(" = ", out);
		dump_init(v->init, out);
	}
	fputc('\n', out);
}

static void dump_directives(const struct ast_directive *d, u32 n, u32 depth, FILE *out) {
	for (u32 i = 0; i < n; i++) {
		indent(out, depth);
		fprintf(out, "directive %s", d[i].name->s);
		if (d[i].text)
			fprintf(out, " \"%s\"", d[i].text->s);
		for (u32 v = 0; v < d[i].nvalue; v++)
			fprintf(out, " %" PRIu64, d[i].value[v]);
		fputc('\n', out);
	}
}

/* ---- statements -------------------------------------------------------------------- */

static void dump_inst(const struct ast_inst *in, FILE *out) {
	fputs("inst ", out);
	if (in->guard)
		fprintf(out, "@%s%s ", in->guard_negated ? "!" : "", in->guard->s);
	fputs(in->opcode->s, out);
	for (u32 i = 0; i < in->noperand; i++) {
		fputc(' ', out);
		dump_operand(&in->operand[i], out);
	}
	fputc('\n', out);
}

static void dump_line(const struct ast_loc *l, FILE *out) {
	fprintf(out, "loc %u %u %u", l->file, l->line, l->column);
	if (l->has_inline) {
		fprintf(out, " function_name %s", l->function_name->s);
		offset(out, l->function_name_offset, l->function_name_offset != 0);
		fprintf(out, " inlined_at %u %u %u", l->inlined_file, l->inlined_line,
		        l->inlined_column);
	}
	fputc('\n', out);
}

static void dump_targets(const struct ast_stmt *s, const char *what, FILE *out) {
	fprintf(out, "%s %s:", what, s->targets_label->s);
	for (u32 i = 0; i < s->ntarget; i++)
		fprintf(out, " %s", s->target[i]->s);
	fputc('\n', out);
}

static void dump_proto(const struct ast_stmt *s, u32 depth, FILE *out) {
	const struct ast_proto *proto = s->proto;
	fprintf(out, "callprototype %s\n", s->proto_label->s);
	for (u32 i = 0; i < proto->nret; i++)
		dump_var("result", &proto->ret[i], depth + 1, out);
	for (u32 i = 0; i < proto->nparam; i++)
		dump_var("param", &proto->param[i], depth + 1, out);
	dump_directives(proto->directive, proto->ndirective, depth + 1, out);
}

static void dump_stmts(const struct ast_stmts *list, u32 depth, FILE *out) {
	for (u32 i = 0; i < list->n; i++) {
		const struct ast_stmt *s = list->at[i];
		if (s->kind == STMT_VAR) {
			dump_var("var", s->var, depth, out);
			continue;
		}
		indent(out, depth);
		switch ((enum ast_stmt_kind)s->kind) {
		case STMT_INST: dump_inst(&s->inst, out); break;
		case STMT_LABEL: fprintf(out, "label %s\n", s->label->s); break;
		case STMT_BLOCK:
			fputs("block\n", out);
			dump_stmts(&s->block, depth + 1, out);
			break;
		case STMT_LOC: dump_line(&s->line, out); break;
		case STMT_PRAGMA: fprintf(out, "pragma \"%s\"\n", s->pragma->s); break;
		case STMT_BRANCHTARGETS: dump_targets(s, "branchtargets", out); break;
		case STMT_CALLTARGETS: dump_targets(s, "calltargets", out); break;
		case STMT_CALLPROTOTYPE: dump_proto(s, depth, out); break;
		case STMT_VAR: break;
		}
	}
}

/* ---- module ------------------------------------------------------------------------ */

static void dump_func(const struct ast_func *f, FILE *out) {
	fprintf(out, "%s %s%s", f->is_entry ? "entry" : "func", linkage_name[f->linkage],
	        f->name->s);
	dump_attrs(f->attr, f->nattr, out);
	fputc('\n', out);
	for (u32 i = 0; i < f->nret; i++)
		dump_var("result", &f->ret[i], 2, out);
	for (u32 i = 0; i < f->nparam; i++)
		dump_var("param", &f->param[i], 2, out);
	dump_directives(f->directive, f->ndirective, 2, out);
	if (!f->has_body)
		return;
	indent(out, 2);
	fputs("body\n", out);
	dump_stmts(&f->body, 3, out);
}

static void dump_section(const struct ast_decl *d, FILE *out) {
	fprintf(out, "section %s\n", d->section_name->s);
	for (u32 i = 0; i < d->section.n; i++) {
		const struct ast_section_item *item = &d->section.at[i];
		indent(out, 2);
		switch (item->kind) {
		case SECT_LABEL: fprintf(out, "label %s", item->name->s); break;
		case SECT_DATA:
			fprintf(out, "%s %" PRId64, item->type->s, (s64)item->value);
			break;
		case SECT_SYMBOL:
			fprintf(out, "%s %s", item->type->s, item->name->s);
			offset(out, item->offset, item->offset != 0);
			break;
		case SECT_DIFF:
			fprintf(out, "%s %s-%s", item->type->s, item->name->s,
			        item->name2->s);
			break;
		}
		fputc('\n', out);
	}
}

static void dump_decl(const struct ast_decl *d, FILE *out) {
	if (d->kind == DECL_VAR) {
		dump_var("var", d->var, 1, out);
		return;
	}
	indent(out, 1);
	switch ((enum ast_decl_kind)d->kind) {
	case DECL_FUNC: dump_func(d->func, out); break;
	case DECL_ALIAS:
		fprintf(out, "alias %s of %s\n", d->alias->s, d->aliasee->s);
		break;
	case DECL_FILE:
		fprintf(out, "file %u \"%s\"", d->file_index, d->file_name->s);
		if (d->has_file_time)
			fprintf(out, " time %" PRIu64 " size %" PRIu64, d->file_time,
			        d->file_size);
		fputc('\n', out);
		break;
	case DECL_SECTION: dump_section(d, out); break;
	case DECL_PRAGMA: fprintf(out, "pragma \"%s\"\n", d->pragma->s); break;
	case DECL_VAR: break;
	}
}

void ast_dump(const struct ast_module *m, FILE *out) {
	fprintf(out, "module .version %u.%u .target", m->version_major, m->version_minor);
	for (u32 i = 0; i < m->ntarget; i++)
		fprintf(out, "%s%s", i ? ", " : " ", m->target[i]->s);
	fprintf(out, " .address_size %u\n", m->address_size);
	for (u32 i = 0; i < m->decl.n; i++)
		dump_decl(m->decl.at[i], out);
}
