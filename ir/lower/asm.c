/* asm.c - inline PTX. The text is parsed once, with its operands as the names %0, %1 ...;
 * each use binds these names to registers and resolves the statements into the function
 * being lowered. What a text declares outside of braces is known in all later texts of
 * the function, labels in the earlier ones, too. A brace that a text opens and a later
 * one closes keeps that scope open for the statements between them. Errors are reported
 * at their place in the string literal.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "ir/isa/regs.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

struct asm_form {
	struct ast_func *func; /* NULL: the text has errors */
	const struct source_file *file;
	u32 *origin; /* per byte of the text: index in casm->text */
	u32 norigin;
};

struct braces {            /* those of a text that have no other one in it */
	u32 nclose, nopen; /* of scopes that earlier texts opened; that stay open */
	u32 close_at;      /* the first that closes, an index in casm->text */
};

/* ---- the text ---------------------------------------------------------------------- */

struct text {
	struct lower *l;
	VEC(char) out;
	VEC(u32) origin;
	struct casm *a;
	u32 at;
};

static void put_char(struct text *t, char c) {
	vec_push(&t->l->unit, &t->out, c);
	vec_push(&t->l->unit, &t->origin, t->at);
}

static void put_text(struct text *t, const char *s) {
	while (*s)
		put_char(t, *s++);
}

static struct loc string_place(const struct lower *l, const struct casm *a, u32 index);

static void asm_error(struct text *t, const char *what) {
	diag_error(t->l->d, string_place(t->l, t->a, t->at), E0701, "%s", what);
}

/* Returns the constant string or integer that an operand stands for in the text; NULL: a
 * register. */
static const char *operand_text(struct text *t, u32 i) {
	struct casm_operand *o = &t->a->operand[i];
	const char *c = o->constraint;
	u64 v;
	if (*c == 'n') {
		if (!expr_is_const(o->e, &v)) {
			diag_error(t->l->d, o->loc, E0701,
			           "an operand of constraint \"n\" must be an integer "
			           "constant");
			return "0";
		}
		return arena_printf(&t->l->unit,
		                    ctype_is_signed(o->e->type) ? "%lld" : "%llu",
		                    (long long)v);
	}
	if (*c != 'C')
		return NULL;
	const struct cexpr *e = o->e;
	while (e->kind == CE_CAST || e->kind == CE_LOAD || e->kind == CE_ADDR ||
	       e->kind == CE_DEREF)
		e = e->a;
	if (e->kind == CE_VAR && e->decl->init) { /* a constexpr array of characters */
		e = e->decl->init;
		while (e->kind == CE_CAST || e->kind == CE_LOAD || e->kind == CE_ADDR)
			e = e->a;
	}
	if (e->kind == CE_STRING)
		return arena_strdup(&t->l->unit, e->text, strnlen(e->text, e->length));
	if (e->kind == CE_INIT_LIST) {
		char *s = arena_array(&t->l->unit, char, e->narg + 1);
		for (u32 k = 0; k < e->narg && e->arg[k] && expr_is_const(e->arg[k], &v);
		     k++)
			s[k] = (char)v;
		return s;
	}
	diag_error(t->l->d, o->loc, E0701,
	           "an operand of constraint \"C\" must be a constant string");
	return "";
}

static void put_operand(struct text *t, u32 i) {
	char name[16];
	if (i >= t->a->noutput + t->a->ninput) {
		asm_error(t, "the asm statement has no such operand");
		return;
	}
	const char *text = operand_text(t, i);
	snprintf(name, sizeof name, "%%%u", i);
	put_text(t, text ? text : name);
}

static u32 put_named(struct text *t, u32 at) {
	const char *s = t->a->text;
	u32 end = at;
	while (end < t->a->length && s[end] != ']')
		end++;
	for (u32 i = 0; i < t->a->noutput + t->a->ninput; i++) {
		const struct str *n = t->a->operand[i].name;
		if (n && n->len == end - at && !memcmp(n->s, s + at, n->len)) {
			put_operand(t, i);
			return end + 1;
		}
	}
	asm_error(t, "the asm statement has no operand of this name");
	return end + 1;
}

/* Returns the index after the comment or string that starts at i, or i + 1. */
static u32 skip_word(const char *s, u32 n, u32 i) {
	const char *end = s[i] == '"' ? "\"" : "";
	if (i + 1 < n && s[i] == '/' && (s[i + 1] == '/' || s[i + 1] == '*'))
		end = s[i + 1] == '/' ? "\n" : "*/";
	u32 len = (u32)strlen(end), k = i + 1 + (len == 2);
	while (len && k + len <= n && memcmp(s + k, end, len))
		k++;
	return len ? k + len : k;
}

static struct braces braces_of(const struct casm *a) {
	struct braces b = {0};
	for (u32 i = 0; i < a->length; i = skip_word(a->text, a->length, i)) {
		if (a->text[i] == '{')
			b.nopen++;
		else if (a->text[i] == '}' && b.nopen)
			b.nopen--;
		else if (a->text[i] == '}' && !b.nclose++)
			b.close_at = i;
	}
	return b;
}

static void put_braces(struct text *t, u32 n, char c) {
	while (n--)
		put_char(t, c);
}

/* Expands %0, %[name], %= and %% in the text. */
static void text_expand(struct text *t) {
	struct braces b = braces_of(t->a);
	const char *s = t->a->text;
	u32 n = t->a->length;
	t->l->nasm++;
	put_text(t, ".func f()\n{\n");
	put_braces(t, b.nclose, '{');
	for (u32 i = 0; i < n;) {
		t->at = i;
		char c = s[i++];
		if (c != '%' || i >= n) {
			put_char(t, c);
		} else if (s[i] >= '0' && s[i] <= '9') {
			u32 k = 0;
			while (i < n && s[i] >= '0' && s[i] <= '9' && k < 1000)
				k = k * 10 + (u32)(s[i++] - '0');
			put_operand(t, k);
		} else if (s[i] == '=') {
			/* a number for labels; scopes keep uses apart */
			put_text(t, arena_printf(&t->l->unit, "%u", t->l->nasm));
			i++;
		} else if (s[i] == '[') {
			i = put_named(t, i + 1);
		} else {
			put_char(t, '%');
			if (s[i] == '%')
				i++;
		}
	}
	t->at = n;
	put_char(t, '\n');
	put_braces(t, b.nopen, '}');
	put_text(t, "}\n");
}

/* ---- places of errors -------------------------------------------------------------- */

/* Finds the place of byte `index` of the string's value in the literal, adjacent literals
 * included. */
static struct loc string_place(const struct lower *l, const struct casm *a, u32 index) {
	const struct source_file *file = source_file_of(l->u->sources, a->loc.start);
	if (!file || a->loc.end <= a->loc.start)
		return a->loc;
	const char *s = file->text + (a->loc.start - file->base);
	u32 n = a->loc.end - a->loc.start, at = 0, k = 0;
	bool inside = false;
	while (k < n) {
		u32 step = 1;
		if (s[k] == '"') {
			inside = !inside;
		} else if (inside) {
			if (s[k] == '\\' && k + 1 < n)
				step = 2;
			if (at++ == index)
				return (struct loc){a->loc.start + k,
				                    a->loc.start + k + step};
		}
		k += step;
	}
	return a->loc;
}

/* The place in the literal of one in the text. */
static struct loc literal_place(const struct lower *l, const struct casm *a,
                                const struct asm_form *form, struct loc loc) {
	bool is_in = form && form->file && loc.start >= form->file->base;
	u32 at = is_in ? loc.start - form->file->base : 0;
	u32 origin = form && at < form->norigin ? form->origin[at] : 0;
	return string_place(l, a, origin);
}

/* Moves diagnostics about the text to their places in the literal. */
static void errors_move(struct lower *l, struct diag *from, const struct casm *a,
                        const struct asm_form *form) {
	for (u32 i = 0; i < from->nrecord; i++) {
		const struct diag_record *r = &from->record[i];
		struct loc loc = literal_place(l, a, form, r->loc);
		struct diag_record *to = r->severity == DIAG_ERROR
		                                 ? diag_error(l->d, loc, r->code, "%s",
		                                              r->text)
		                                 : diag_warning(l->d, loc, r->code, "%s",
		                                                r->text);
		for (u32 k = 0; k < r->nnote; k++)
			diag_note(l->d, to, "%s", r->note[k]);
	}
	from->nrecord = 0;
	from->nerror = 0;
	from->kept[0] = from->kept[1] = from->kept[2] = 0;
}

static struct diag *asm_diag(struct lower *l) {
	if (!l->asm_diag) {
		l->asm_diag = arena_new(&l->unit, struct diag);
		l->asm_sources = arena_new(&l->unit, struct sources);
		sources_init(l->asm_sources, &l->unit);
		diag_init(l->asm_diag, &l->unit, l->asm_sources);
	}
	return l->asm_diag;
}

/* ---- forms ------------------------------------------------------------------------- */

static struct asm_form *form_parse(struct lower *l, struct casm *a) {
	struct asm_form *f = arena_new(&l->unit, struct asm_form);
	struct text t = {.l = l, .a = a};
	struct diag *d = asm_diag(l);
	u32 before = l->d->nerror;
	text_expand(&t);
	f->origin = t.origin.at;
	f->norigin = t.origin.n;
	f->file = source_add(l->asm_sources, "asm", t.out.at, t.out.n);
	if (l->d->nerror != before || !f->file)
		return f;
	f->func = ptx_parse_func(&l->unit, l->r.names, d, f->file);
	if (d->nerror)
		f->func = NULL;
	errors_move(l, d, a, f);
	return f;
}

/* Values of "n" and "C" operands differ only between instances of a template, each of
 * which has an asm statement of its own. */
static struct asm_form *form_of(struct lower *l, struct casm *a) {
	struct asm_form *f = map_get_ptr(&l->asm_form, a);
	if (!f) {
		f = form_parse(l, a);
		map_put_ptr(&l->asm_form, a, f);
	}
	return f;
}

/* ---- inputs that are written ------------------------------------------------------- */

/* Checks whether an instruction of the text may write the operand: the first one is the
 * destination, if there is one, and no address. */
static bool is_target(const struct ast_operand *o, const char *name) {
	bool found = false;
	if (o->kind == AST_NAME)
		return !strcmp(o->name->s, name);
	for (u32 i = 0; (o->kind == AST_VEC || o->kind == AST_PAIR) && i < o->n; i++)
		found |= is_target(&o->list[i], name);
	return found;
}

static bool may_write(const struct ast_stmts *list, const char *name) {
	bool found = false;
	for (u32 i = 0; i < list->n && !found; i++) {
		const struct ast_stmt *s = list->at[i];
		if (s->kind == STMT_BLOCK)
			found = may_write(&s->block, name);
		else if (s->kind == STMT_INST && s->inst.noperand)
			found = is_target(&s->inst.operand[0], name);
	}
	return found;
}

struct cexpr *asm_input_changed(struct lower *l, struct casm *a, u32 i) {
	const struct casm_operand *o = &a->operand[i];
	const struct cexpr *e = o->e;
	char name[16];
	if (!strchr("hrlfdq", *o->constraint) || e->kind != CE_LOAD ||
	    e->a->kind != CE_VAR || !cdecl_is_local(e->a->decl) ||
	    ctype_is_ref(e->a->decl->type))
		return NULL;
	const struct asm_form *f = form_of(l, a);
	snprintf(name, sizeof name, "%%%u", i);
	return f->func && may_write(&f->func->body, name) ? e->a : NULL;
}

static bool operand_has(const struct lower *l, const struct operand *o, u32 reg) {
	bool found = false;
	if (o->kind == OPR_REG)
		return o->index == reg;
	for (u32 i = 0; (o->kind == OPR_VEC || o->kind == OPR_PAIR) && i < o->n; i++)
		found |= operand_has(l, &l->r.b.operand.at[o->index + i], reg);
	return found;
}

/* Checks whether the instructions from `first` on write the register. */
static bool is_written(const struct lower *l, u32 first, u32 reg) {
	for (u32 i = first; i < l->r.b.inst.n; i++) {
		const struct inst *in = &l->r.b.inst.at[i];
		const struct row_info *row = row_info(in->row);
		for (u32 k = 0; k < in->noperand; k++)
			if (operand_role(row, k) != REG_READ &&
			    operand_has(l, &in->operand[k], reg))
				return true;
	}
	return false;
}

/* ---- operands ---------------------------------------------------------------------- */

static enum type constraint_type(const char *c) {
	while (*c == '=' || *c == '+' || *c == '&')
		c++;
	switch (*c) {
	case 'h': return TYPE_B16;
	case 'r': return TYPE_B32;
	case 'l': return TYPE_B64;
	case 'f': return TYPE_F32;
	case 'd': return TYPE_F64;
	case 'q': return TYPE_B128;
	default: return TYPE_NONE;
	}
}

/* Returns the C type whose register has the constraint's type. */
static const struct ctype *constraint_ctype(enum type t, bool is_signed) {
	static const struct ctype u16_t = {.kind = CT_USHORT, .plain = &u16_t},
				  s16_t = {.kind = CT_SHORT, .plain = &s16_t},
				  u32_t = {.kind = CT_UINT, .plain = &u32_t},
				  s32_t = {.kind = CT_INT, .plain = &s32_t},
				  u64_t = {.kind = CT_ULONG, .plain = &u64_t},
				  s64_t = {.kind = CT_LONG, .plain = &s64_t},
				  f32_t = {.kind = CT_FLOAT, .plain = &f32_t},
				  f64_t = {.kind = CT_DOUBLE, .plain = &f64_t},
				  u128_t = {.kind = CT_UINT128, .plain = &u128_t};
	switch (t) {
	case TYPE_B16: return is_signed ? &s16_t : &u16_t;
	case TYPE_B32: return is_signed ? &s32_t : &u32_t;
	case TYPE_B64: return is_signed ? &s64_t : &u64_t;
	case TYPE_F32: return &f32_t;
	case TYPE_F64: return &f64_t;
	default: return &u128_t;
	}
}

static bool operand_check(struct lower *l, const struct casm_operand *o, enum type t) {
	const struct ctype *c = o->e->type;
	bool is_float = ctype_is_floating(c);
	if (t == TYPE_NONE) {
		diag_error(l->d, o->loc, E0701, "\"%s\" is no constraint of asm operands",
		           o->constraint);
		return false;
	}
	bool want_float = t == TYPE_F32 || t == TYPE_F64;
	bool fits = !type_is_object(c) && is_float == want_float &&
	            (is_float ? ctype_size(c) == type_size_bytes(t)
	                      : type_is_int128(c) == (t == TYPE_B128) &&
	                                (ctype_size(c) <= type_size_bytes(t)));
	if (!fits)
		diag_error(l->d, o->loc, E0701,
		           "an operand of type '%s' does not fit constraint \"%s\"",
		           ctype_text(&l->unit, c), o->constraint);
	return fits;
}

static struct operand wide_pack(struct lower *l, struct val v) {
	struct operand half[2] = {emit_reg(l, TYPE_B64, v.o),
	                          emit_reg(l, TYPE_B64, v.hi)};
	struct operand o[2] = {
		reg_new(l, TYPE_B128),
		{.kind = OPR_VEC, .n = 2, .index = ir_elements_new(&l->r.b, half, 2)}};
	emit_inst(l, ROW_MOV_PACK, 0, TYPE_B128, TYPE_NONE, o, 2);
	return o[0];
}

static struct val wide_unpack(struct lower *l, struct operand r) {
	struct operand half[2] = {reg_new(l, TYPE_B64), reg_new(l, TYPE_B64)};
	struct operand o[2] = {
		{.kind = OPR_VEC, .n = 2, .index = ir_elements_new(&l->r.b, half, 2)}, r};
	emit_inst(l, ROW_MOV_UNPACK, 0, TYPE_B128, TYPE_NONE, o, 2);
	return (struct val){half[0], half[1]};
}

/* Converts a value to a register of the constraint's type. */
static struct operand value_in(struct lower *l, struct val v, const struct ctype *from,
                               enum type t) {
	if (t == TYPE_B128)
		return wide_pack(l, v);
	v = value_convert(l, v, constraint_ctype(t, ctype_is_signed(from)), from);
	return emit_reg(l, t, v.o);
}

struct asm_use {
	struct operand *reg; /* of each operand */
	struct place *place; /* of each output, and of a variable that an input changes */
	enum type *type;
};

static bool outputs_in(struct lower *l, struct casm *a, struct asm_use *u) {
	for (u32 i = 0; i < a->noutput; i++) {
		struct casm_operand *o = &a->operand[i];
		u->type[i] = constraint_type(o->constraint);
		if (!operand_check(l, o, u->type[i]))
			return false;
		u->place[i] = place_fixed(l, lower_place(l, o->e));
		u->reg[i] = reg_new_var(l, u->type[i]);
		if (*o->constraint == '+') {
			struct val v = place_load(l, u->place[i], o->e->type);
			emit_mov(l, u->type[i], u->reg[i],
			         value_in(l, v, o->e->type, u->type[i]));
		}
	}
	return true;
}

static bool inputs_in(struct lower *l, struct casm *a, struct asm_use *u) {
	for (u32 i = a->noutput; i < a->noutput + a->ninput; i++) {
		struct casm_operand *o = &a->operand[i];
		if (*o->constraint == 'n' || *o->constraint == 'C')
			continue;
		bool is_tied = *o->constraint >= '0' && *o->constraint <= '9';
		u32 tied = is_tied ? (u32)strtoul(o->constraint, NULL, 10) : 0;
		if (is_tied && tied >= a->noutput) {
			diag_error(l->d, o->loc, E0701, "\"%s\" is no output of this asm",
			           o->constraint);
			return false;
		}
		u->type[i] = is_tied ? u->type[tied] : constraint_type(o->constraint);
		if (!operand_check(l, o, u->type[i]))
			return false;
		struct cexpr *variable = asm_input_changed(l, a, i);
		if (variable)
			u->place[i] = lower_place(l, variable);
		struct operand v = value_in(l, lower_value(l, o->e), o->e->type,
		                            u->type[i]);
		if (reg_is_var(l, v)) /* a later operand may change the variable */
			v = emit_copy(l, u->type[i], v);
		if (is_tied) {
			emit_mov(l, u->type[i], u->reg[tied], v);
			v = u->reg[tied];
		}
		u->reg[i] = v;
	}
	return true;
}

/* Stores outputs, and the inputs that the instructions from `first` on write: the manual
 * leaves those open, but nvcc's variable and operand are one register. */
static void outputs_out(struct lower *l, struct casm *a, struct asm_use *u, u32 first) {
	u32 n = a->noutput + a->ninput;
	bool *changed = arena_array(&l->r.scratch, bool, n + 1);
	for (u32 i = a->noutput; i < n; i++)
		changed[i] = u->place[i].kind && is_written(l, first, u->reg[i].index);
	for (u32 i = 0; i < n; i++) {
		if (i >= a->noutput && !changed[i])
			continue;
		const struct ctype *t = ctype_unqual(a->operand[i].e->type);
		struct val v = u->type[i] == TYPE_B128 ? wide_unpack(l, u->reg[i])
		                                       : val_of(u->reg[i]);
		if (u->type[i] != TYPE_B128)
			v = value_convert(
				l, v, t,
				constraint_ctype(u->type[i], ctype_is_signed(t)));
		place_store(l, u->place[i], a->operand[i].e->type, v);
	}
}

static struct str *operand_name(struct lower *l, u32 i) {
	return name_of(l, "%%%u", i);
}

enum { DEEPEST = 60000 }; /* scopes */

/* Opens a scope for the operands' names, once in a function, and one for the text's,
 * which may hide them. A text that declares again what an earlier one has declared hides
 * that: dead code and functions that are lowered in place are different texts to nvcc. */
static void scopes_open(struct lower *l, const struct casm *a) {
	struct resolver *r = &l->r;
	l->asm_open = a;
	if (!l->asm_depth) {
		scope_open(r);
		l->asm_depth = r->scope.n - 1;
		scope_open(r);
	} else if (r->scope.n == l->asm_frame ||
	           (vec_last(&r->scope).first_bind && r->scope.n < DEEPEST)) {
		scope_open(r);
	}
	r->asm_labels.depth = r->scope.n - 1;
}

u32 asm_frame_begin(struct lower *l) {
	u32 before = l->asm_frame;
	l->asm_frame = l->r.scope.n;
	return before;
}

void asm_frame_end(struct lower *l, u32 before) {
	while (!l->nasm_open && l->r.scope.n > l->asm_frame)
		scope_close(&l->r);
	if (l->r.scope.n <= l->asm_depth)
		l->asm_depth = 0;
	l->asm_frame = before;
}

void asm_end(struct lower *l) {
	struct resolver *r = &l->r;
	if (l->nasm_open)
		diag_error(
			l->d, l->asm_open->loc, E0101,
			"the function ends before the '{' of this inline PTX is closed");
	for (u32 i = 0; i < r->label.n && r->asm_labels.nawaited; i++)
		if (r->label.at[i].is_awaited) {
			hint_unknown_name(r, r->label.at[i].name, r->label.at[i].loc,
			                  true);
			r->label.at[i].block = 0;
		}
	l->nasm_open = r->asm_labels.nawaited = 0;
	asm_frame_end(l, 0);
}

/* Checks whether the scopes that a text closes are open. */
static bool closes_open(struct lower *l, const struct casm *a, struct braces b) {
	if (b.nclose <= l->nasm_open)
		return true;
	diag_error(l->d, string_place(l, a, b.close_at), E0101,
	           "this '}' has no '{' in the inline PTX");
	return false;
}

static void body_resolve(struct lower *l, struct casm *a, struct asm_form *f,
                         struct asm_use *u, struct braces b) {
	struct resolver *r = &l->r;
	struct diag *saved = r->d;
	u32 first = r->b.inst.n;
	r->d = l->asm_diag;
	r->asm_labels.depth = 0;
	if (!l->nasm_open)
		scopes_open(l, a);
	r->asm_labels.first = r->label.n;
	for (u32 i = 0; i < a->noutput + a->ninput; i++)
		if (u->reg[i].kind == OPR_REG)
			name_rebind(r, operand_name(l, i), BIND_REG, u->reg[i].index,
			            l->asm_depth);
	resolve_part(r, &f->func->body, b.nclose, b.nopen);
	l->nasm_open += b.nopen - b.nclose;
	for (u32 i = r->asm_labels.first; i < r->label.n; i++)
		if (r->label.at[i].is_awaited)
			r->label.at[i].loc = literal_place(l, a, f, r->label.at[i].loc);
	r->asm_labels.first = 0;
	r->d = saved;
	for (u32 i = first; i < r->b.inst.n; i++)
		r->b.inst.at[i].loc = l->loc;
	errors_move(l, l->asm_diag, a, f);
}

void lower_asm(struct lower *l, struct casm *a) {
	u32 n = a->noutput + a->ninput;
	struct braces b = braces_of(a);
	if (!closes_open(l, a, b))
		return;
	struct asm_form *f = form_of(l, a);
	struct asm_use u = {arena_array(&l->r.scratch, struct operand, n + 1),
	                    arena_array(&l->r.scratch, struct place, n + 1),
	                    arena_array(&l->r.scratch, enum type, n + 1)};
	u32 line = l->r.b.cur_line;
	if (!f->func || !outputs_in(l, a, &u) || !inputs_in(l, a, &u))
		return;
	/* operands may have called functions, and those have lines */
	l->r.b.cur_line = line;
	u32 first = l->r.b.inst.n;
	body_resolve(l, a, f, &u, b);
	outputs_out(l, a, &u, first);
}
