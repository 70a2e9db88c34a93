/* ast_json.c - the syntax tree as JSON (--dump=ast:json): the nodes of ast_dump.c with
 * their places. The parser bounds the depth of the tree, so walking it by recursion is
 * safe.
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>

#include "base/json.h"
#include "parser/ptx/ast.h"

struct tree {
	struct json_out j;
	const struct sources *sources;
};

static const char *const space_name[] = {
	[AST_SPACE_REG] = "reg",       [AST_SPACE_SREG] = "sreg",
	[AST_SPACE_CONST] = "const",   [AST_SPACE_GLOBAL] = "global",
	[AST_SPACE_LOCAL] = "local",   [AST_SPACE_PARAM] = "param",
	[AST_SPACE_SHARED] = "shared", [AST_SPACE_TEX] = "tex"};

static const char *const linkage_name[] = {[LINK_NONE] = "",
                                           [LINK_VISIBLE] = "visible",
                                           [LINK_EXTERN] = "extern",
                                           [LINK_WEAK] = "weak",
                                           [LINK_COMMON] = "common"};

/* Begins a node, and writes its place. */
static void node(struct tree *t, const char *key, const char *kind, struct loc loc) {
	struct source_pos pos = source_pos(t->sources, loc.start);
	json_open(&t->j, key, '{');
	json_text(&t->j, "kind", kind);
	if (!pos.file)
		return;
	json_number(&t->j, "line", pos.line);
	json_number(&t->j, "column", pos.column);
}

static void node_end(struct tree *t) {
	json_close(&t->j, '}');
}

static void str(struct tree *t, const char *key, const struct str *s) {
	json_text(&t->j, key, s ? s->s : NULL);
}

/* A float by its bits, as PTX spells it. */
static void float_bits(struct tree *t, u64 bits, bool is_double) {
	char text[24];
	snprintf(text, sizeof text, is_double ? "0d%016" PRIX64 : "0f%08" PRIX64, bits);
	json_text(&t->j, "bits", text);
}

static void linkage(struct tree *t, u8 l) {
	if (l != LINK_NONE)
		json_text(&t->j, "linkage", linkage_name[l]);
}

/* ---- operands ---------------------------------------------------------------------- */

static void operand(struct tree *t, const struct ast_operand *o) {
	static const char *const kind[] = {
		[AST_NAME] = "name",  [AST_INT] = "int",   [AST_F32] = "f32",
		[AST_F64] = "f64",    [AST_ADDR] = "addr", [AST_VEC] = "vec",
		[AST_PAIR] = "pair",  [AST_LIST] = "list", [AST_SINK] = "sink",
		[AST_INDEX] = "index"};
	node(t, NULL, kind[o->kind], o->loc);
	switch ((enum ast_operand_kind)o->kind) {
	case AST_NAME:
		str(t, "name", o->name);
		if (o->negated)
			json_text(&t->j, "sign", o->is_minus ? "-" : "!");
		if (o->has_offset)
			json_number(&t->j, "offset", o->offset);
		break;
	case AST_INDEX:
		str(t, "name", o->name);
		json_number(&t->j, "index", o->offset);
		break;
	case AST_INT:
		if (o->is_unsigned)
			json_unsigned(&t->j, "value", o->value);
		else
			json_number(&t->j, "value", (s64)o->value);
		break;
	case AST_F32:
	case AST_F64: float_bits(t, o->value, o->kind == AST_F64); break;
	case AST_SINK: break;
	case AST_ADDR:
	case AST_VEC:
	case AST_PAIR:
	case AST_LIST:
		if (o->kind == AST_ADDR && o->suffix)
			str(t, "suffix", o->suffix);
		json_open(&t->j, "elements", '[');
		for (u32 i = 0; i < o->n; i++)
			operand(t, &o->list[i]);
		json_close(&t->j, ']');
		break;
	}
	node_end(t);
}

/* ---- declarations ------------------------------------------------------------------ */

static void init(struct tree *t, const char *key, const struct ast_init *in) {
	static const char *const kind[] = {
		[INIT_INT] = "int",       [INIT_F32] = "f32",   [INIT_F64] = "f64",
		[INIT_SYMBOL] = "symbol", [INIT_LIST] = "list", [INIT_OPTION] = "option"};
	node(t, key, kind[in->kind], in->loc);
	switch (in->kind) {
	case INIT_INT: json_number(&t->j, "value", (s64)in->value); break;
	case INIT_F32:
	case INIT_F64: float_bits(t, in->value, in->kind == INIT_F64); break;
	case INIT_SYMBOL:
		str(t, "name", in->name);
		json_number(&t->j, "offset", in->offset);
		if (in->generic)
			json_bool(&t->j, "generic", true);
		if (in->mask_byte)
			json_number(&t->j, "byte", in->mask_byte - 1);
		break;
	case INIT_OPTION:
		str(t, "option", in->option);
		str(t, "value", in->option_value);
		break;
	case INIT_LIST:
		json_open(&t->j, "elements", '[');
		for (u32 i = 0; i < in->n; i++)
			init(t, NULL, &in->list[i]);
		json_close(&t->j, ']');
		break;
	}
	node_end(t);
}

static void values(struct tree *t, const u64 *value, u32 n) {
	json_open(&t->j, "values", '[');
	for (u32 i = 0; i < n; i++)
		json_unsigned(&t->j, NULL, value[i]);
	json_close(&t->j, ']');
}

static void attributes(struct tree *t, const struct ast_attr *attr, u32 n) {
	if (!n)
		return;
	json_open(&t->j, "attributes", '[');
	for (u32 i = 0; i < n; i++) {
		node(t, NULL, "attribute", attr[i].loc);
		str(t, "name", attr[i].name);
		values(t, attr[i].value, attr[i].nvalue);
		node_end(t);
	}
	json_close(&t->j, ']');
}

static void variable(struct tree *t, const char *what, const struct ast_var *v) {
	struct json_out *j = &t->j;
	node(t, NULL, what, v->loc);
	str(t, "name", v->name);
	json_text(j, "space", space_name[v->space]);
	str(t, "type", v->type);
	linkage(t, v->linkage);
	if (v->is_hidden)
		json_bool(j, "hidden", true);
	if (v->align)
		json_unsigned(j, "align", v->align);
	if (v->vec)
		json_number(j, "vector", v->vec);
	if (v->is_range)
		json_unsigned(j, "range", v->range);
	if (v->is_ptr) {
		json_text(j, "pointer_to",
		          v->ptr_space == AST_SPACE_REG ? "generic"
		                                        : space_name[v->ptr_space]);
		if (v->ptr_align)
			json_unsigned(j, "pointer_align", v->ptr_align);
	}
	if (v->ndim) {
		json_open(j, "dimensions", '[');
		for (u32 i = 0; i < v->ndim; i++)
			json_unsigned(j, NULL, v->dim[i]);
		json_close(j, ']');
	}
	attributes(t, v->attr, v->nattr);
	if (v->init)
		init(t, "init", v->init);
	node_end(t);
}

static void variables(struct tree *t, const char *key, const char *what,
                      const struct ast_var *v, u32 n) {
	json_open(&t->j, key, '[');
	for (u32 i = 0; i < n; i++)
		variable(t, what, &v[i]);
	json_close(&t->j, ']');
}

static void directives(struct tree *t, const struct ast_directive *d, u32 n) {
	if (!n)
		return;
	json_open(&t->j, "directives", '[');
	for (u32 i = 0; i < n; i++) {
		node(t, NULL, "directive", d[i].loc);
		str(t, "name", d[i].name);
		if (d[i].text)
			str(t, "text", d[i].text);
		values(t, d[i].value, d[i].nvalue);
		node_end(t);
	}
	json_close(&t->j, ']');
}

/* ---- statements -------------------------------------------------------------------- */

static void instruction(struct tree *t, const struct ast_inst *in) {
	if (in->guard) {
		str(t, "guard", in->guard);
		json_bool(&t->j, "guard_negated", in->guard_negated);
	}
	str(t, "opcode", in->opcode);
	json_open(&t->j, "operands", '[');
	for (u32 i = 0; i < in->noperand; i++)
		operand(t, &in->operand[i]);
	json_close(&t->j, ']');
}

static void source_line(struct tree *t, const struct ast_loc *l) {
	json_number(&t->j, "file", l->file);
	json_number(&t->j, "source_line", l->line);
	json_number(&t->j, "source_column", l->column);
	if (!l->has_inline)
		return;
	str(t, "function_name", l->function_name);
	json_number(&t->j, "function_name_offset", l->function_name_offset);
	const u32 at[] = {l->inlined_file, l->inlined_line, l->inlined_column};
	json_numbers(&t->j, "inlined_at", at, countof(at));
}

static void label_targets(struct tree *t, const struct ast_stmt *s) {
	str(t, "name", s->targets_label);
	json_open(&t->j, "targets", '[');
	for (u32 i = 0; i < s->ntarget; i++)
		str(t, NULL, s->target[i]);
	json_close(&t->j, ']');
}

static void prototype(struct tree *t, const struct ast_stmt *s) {
	str(t, "name", s->proto_label);
	variables(t, "results", "result", s->proto->ret, s->proto->nret);
	variables(t, "parameters", "parameter", s->proto->param, s->proto->nparam);
	directives(t, s->proto->directive, s->proto->ndirective);
}

static void statements(struct tree *t, const char *key, const struct ast_stmts *list) {
	static const char *const kind[] = {[STMT_INST] = "instruction",
	                                   [STMT_LABEL] = "label",
	                                   [STMT_VAR] = "variable",
	                                   [STMT_BLOCK] = "block",
	                                   [STMT_LOC] = "loc",
	                                   [STMT_PRAGMA] = "pragma",
	                                   [STMT_BRANCHTARGETS] = "branchtargets",
	                                   [STMT_CALLTARGETS] = "calltargets",
	                                   [STMT_CALLPROTOTYPE] = "callprototype"};
	json_open(&t->j, key, '[');
	for (u32 i = 0; i < list->n; i++) {
		const struct ast_stmt *s = list->at[i];
		if (s->kind == STMT_VAR) {
			variable(t, "variable", s->var);
			continue;
		}
		node(t, NULL, kind[s->kind], s->loc);
		switch ((enum ast_stmt_kind)s->kind) {
		case STMT_INST: instruction(t, &s->inst); break;
		case STMT_LABEL: str(t, "name", s->label); break;
		case STMT_BLOCK: statements(t, "body", &s->block); break;
		case STMT_LOC: source_line(t, &s->line); break;
		case STMT_PRAGMA: str(t, "text", s->pragma); break;
		case STMT_BRANCHTARGETS:
		case STMT_CALLTARGETS: label_targets(t, s); break;
		case STMT_CALLPROTOTYPE: prototype(t, s); break;
		case STMT_VAR: break;
		}
		node_end(t);
	}
	json_close(&t->j, ']');
}

/* ---- module ------------------------------------------------------------------------ */

static void function(struct tree *t, const struct ast_func *f) {
	node(t, NULL, f->is_entry ? "entry" : "function", f->loc);
	str(t, "name", f->name);
	linkage(t, f->linkage);
	attributes(t, f->attr, f->nattr);
	variables(t, "results", "result", f->ret, f->nret);
	variables(t, "parameters", "parameter", f->param, f->nparam);
	directives(t, f->directive, f->ndirective);
	if (f->has_body)
		statements(t, "body", &f->body);
	node_end(t);
}

static void section(struct tree *t, const struct ast_decl *d) {
	struct json_out *j = &t->j;
	str(t, "name", d->section_name);
	json_open(j, "items", '[');
	for (u32 i = 0; i < d->section.n; i++) {
		const struct ast_section_item *item = &d->section.at[i];
		json_open(j, NULL, '{');
		if (item->kind == SECT_LABEL) {
			str(t, "label", item->name);
		} else {
			str(t, "type", item->type);
			if (item->kind == SECT_DATA)
				json_number(j, "value", (s64)item->value);
			else
				str(t, "symbol", item->name);
			if (item->kind == SECT_SYMBOL)
				json_number(j, "offset", item->offset);
			if (item->kind == SECT_DIFF)
				str(t, "minus", item->name2);
		}
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void file_entry(struct tree *t, const struct ast_decl *d) {
	json_number(&t->j, "index", d->file_index);
	str(t, "name", d->file_name);
	if (d->has_file_time) {
		json_unsigned(&t->j, "time", d->file_time);
		json_unsigned(&t->j, "size", d->file_size);
	}
}

static void declaration(struct tree *t, const struct ast_decl *d) {
	static const char *const kind[] = {[DECL_ALIAS] = "alias",
	                                   [DECL_FILE] = "file",
	                                   [DECL_SECTION] = "section",
	                                   [DECL_PRAGMA] = "pragma"};
	if (d->kind == DECL_VAR) {
		variable(t, "variable", d->var);
		return;
	}
	if (d->kind == DECL_FUNC) {
		function(t, d->func);
		return;
	}
	node(t, NULL, kind[d->kind], d->loc);
	if (d->kind == DECL_ALIAS) {
		str(t, "name", d->alias);
		str(t, "of", d->aliasee);
	} else if (d->kind == DECL_FILE) {
		file_entry(t, d);
	} else if (d->kind == DECL_SECTION) {
		section(t, d);
	} else {
		str(t, "text", d->pragma);
	}
	node_end(t);
}

void ast_json(const struct ast_module *m, const struct sources *sources, FILE *out) {
	struct tree t = {.j = {.out = out}, .sources = sources};
	char version[24];
	snprintf(version, sizeof version, "%u.%u", m->version_major, m->version_minor);
	json_open(&t.j, NULL, '{');
	json_text(&t.j, "version", version);
	json_open(&t.j, "target", '[');
	for (u32 i = 0; i < m->ntarget; i++)
		str(&t, NULL, m->target[i]);
	json_close(&t.j, ']');
	json_number(&t.j, "address_size", m->address_size);
	json_open(&t.j, "declarations", '[');
	for (u32 i = 0; i < m->decl.n; i++)
		declaration(&t, m->decl.at[i]);
	json_close(&t.j, ']');
	json_close(&t.j, '}');
	json_end(&t.j);
}
