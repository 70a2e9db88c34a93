/* mangle.c - names of functions and variables as the Itanium C++ ABI (5.1) says. A name
 * is first built as a tree whose nodes are the parts that the ABI's substitutions can
 * replace, then written.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/mangle.h"

#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/part.h"
#include "parser/cuda/meaning/template/template.h"

struct mnode;

/* One of the three is set. */
struct mitem {
	const char *text;
	struct mnode *node;
	/* its name and signature, with the substitutions of the text around */
	const struct cdecl *whole;
};

struct mnode {
	VEC(struct mitem) item;
	const char *key; /* the text without substitutions: what makes two nodes one */
	bool is_subst;   /* may be replaced by S_ */
	struct mnode *prefix; /* of a name in a scope: the scope */
	bool in_std;          /* directly in std: St instead of a prefix */
};

struct mangler {
	bool is_internal; /* a class of a static function is part of the name */
	struct sema *c;
	struct arena *a;
	VEC(const char *) seen;
	VEC(char) out;
	const struct cdecl *func; /* of a function template's instance: parameters are
	                             written as T_ */
	u32 depth;
};

/* ---- nodes ------------------------------------------------------------------------- */

static struct mnode *node_new(struct mangler *m, bool is_subst) {
	struct mnode *n = arena_new(m->a, struct mnode);
	n->is_subst = is_subst;
	n->key = "";
	return n;
}

static void add_text(struct mangler *m, struct mnode *n, const char *text) {
	vec_push(m->a, &n->item, (struct mitem){.text = text});
	n->key = arena_printf(m->a, "%s%s", n->key, text);
}

static void add_node(struct mangler *m, struct mnode *n, struct mnode *kid) {
	vec_push(m->a, &n->item, (struct mitem){.node = kid});
	n->key = arena_printf(m->a, "%s{%s}", n->key, kid->key);
}

/* Adds all of a declaration's name after the _Z. */
static void add_whole(struct mangler *m, struct mnode *n, const struct cdecl *d) {
	vec_push(m->a, &n->item, (struct mitem){.whole = d});
	n->key = arena_printf(m->a, "%s{%s}", n->key, mangle_decl(m->c->u, d)->s);
}

/* Adds an object, or with `ad` the address of it. A part is named as nvcc names it: the
 * operators that lead to it, the outermost first, [0] left out, and their operands in the
 * order of the text. */
static void add_place(struct mangler *m, struct mnode *n, const struct cdecl *d,
                      const char *ad) {
	struct part_way way = {.n = 0};
	if (d->is_targ_part)
		way = part_way(m->c, d);
	for (u32 i = way.n; i-- > 0;) {
		const struct cfield *f = part_field(&way.step[i]);
		if (f ? f->name != NULL : way.step[i].i != 0)
			add_text(m, n, f ? "dt" : "ix");
	}
	add_text(m, n, ad);
	add_text(m, n, "L_Z");
	add_whole(m, n, d->is_targ_part ? d->target : d);
	add_text(m, n, "E");
	for (u32 i = 0; i < way.n; i++) {
		const struct cfield *f = part_field(&way.step[i]);
		if (f && f->name)
			add_text(m, n,
			         arena_printf(m->a, "%u%s", f->name->len, f->name->s));
		else if (!f && way.step[i].i)
			add_text(m, n,
			         arena_printf(m->a, "Ll%lluE",
			                      (unsigned long long)way.step[i].i));
	}
}

static struct mnode *wrap(struct mangler *m, const char *text, struct mnode *kid) {
	struct mnode *n = node_new(m, true);
	add_text(m, n, text);
	add_node(m, n, kid);
	return n;
}

static struct mnode *leaf(struct mangler *m, const char *text, bool is_subst) {
	struct mnode *n = node_new(m, is_subst);
	add_text(m, n, text);
	return n;
}

static struct mnode *type_node(struct mangler *m, const struct ctype *t);
static struct mnode *name_node(struct mangler *m, const struct cdecl *d);
static void add_targs(struct mangler *m, struct mnode *n, const struct ctarg *arg,
                      u32 narg);

/* ---- types ------------------------------------------------------------------------- */

static const char *basic_code(u8 kind) {
	switch (kind) {
	case CT_VOID: return "v";
	case CT_BOOL: return "b";
	case CT_CHAR: return "c";
	case CT_SCHAR: return "a";
	case CT_UCHAR: return "h";
	case CT_CHAR8: return "Du";
	case CT_CHAR16: return "Ds";
	case CT_CHAR32: return "Di";
	case CT_WCHAR: return "w";
	case CT_SHORT: return "s";
	case CT_USHORT: return "t";
	case CT_INT: return "i";
	case CT_UINT: return "j";
	case CT_LONG: return "l";
	case CT_ULONG: return "m";
	case CT_LLONG: return "x";
	case CT_ULLONG: return "y";
	case CT_INT128: return "n";
	case CT_UINT128: return "o";
	case CT_FLOAT: return "f";
	case CT_DOUBLE: return "d";
	case CT_LDOUBLE: return "e";
	case CT_NULLPTR: return "Dn";
	case CT_AUTO: return "Da";
	default: return "v";
	}
}

static void add_params(struct mangler *m, struct mnode *n, const struct ctype *t) {
	for (u32 i = 0; i < t->nparam; i++)
		add_node(m, n, type_node(m, t->param[i]));
	if (!t->nparam && !t->is_variadic)
		add_text(m, n, "v");
	if (t->is_variadic)
		add_text(m, n, "z");
}

static struct mnode *type_node(struct mangler *m, const struct ctype *t) {
	if (t->quals && t->kind != CT_ARRAY) {
		const char *q = arena_printf(
			m->a, "%s%s%s", t->quals & Q_RESTRICT ? "r" : "",
			t->quals & Q_VOLATILE ? "V" : "", t->quals & Q_CONST ? "K" : "");
		return wrap(m, q, type_node(m, ctype_unqual(t)));
	}
	switch (t->kind) {
	case CT_PTR: return wrap(m, "P", type_node(m, t->base));
	case CT_LREF: return wrap(m, "R", type_node(m, t->base));
	case CT_RREF: return wrap(m, "O", type_node(m, t->base));
	case CT_ARRAY:
		return wrap(m,
		            t->has_size ? arena_printf(m->a, "A%llu_",
		                                       (unsigned long long)t->n)
		                        : "A_",
		            type_node(m, t->base));
	case CT_FUNC: {
		struct mnode *n = node_new(m, true);
		add_text(m, n, t->memquals & Q_VOLATILE ? "V" : "");
		add_text(m, n, t->memquals & Q_CONST ? "K" : "");
		add_text(m, n, t->is_noexcept ? "DoF" : "F");
		add_node(m, n, type_node(m, t->base));
		add_params(m, n, t);
		add_text(m, n, t->ref == 1 ? "RE" : t->ref == 2 ? "OE" : "E");
		return n;
	}
	case CT_MEMPTR: {
		struct mnode *n = wrap(m, "M", name_node(m, t->decl));
		add_node(m, n, type_node(m, t->base));
		return n;
	}
	case CT_CLASS:
		if (complex_part(t))
			return wrap(m, "C", type_node(m, complex_part(t)));
		return memfn_of(t) ? type_node(m, memfn_of(t)) : name_node(m, t->decl);
	case CT_ENUM: return name_node(m, t->decl);
	default: return leaf(m, basic_code(t->kind), false);
	}
}

/* ---- template arguments ------------------------------------------------------------ */

static const char *value_text(struct mangler *m, const struct ctarg *a) {
	u64 v = a->value;
	const struct ctype *t = ctype_underlying(a->type);
	if (t->kind == CT_NULLPTR)
		return "";
	if (t->kind == CT_MEMPTR && v == UINT64_MAX) /* null; 0 is the first member */
		return "0";
	if (t->kind == CT_BOOL)
		return v ? "1" : "0";
	if (ctype_is_signed(t) && (s64)v < 0)
		return arena_printf(m->a, "n%llu", (unsigned long long)(0 - v));
	return arena_printf(m->a, "%llu", (unsigned long long)v);
}

static void add_scalar(struct mangler *m, struct mnode *n, const struct ctype *t,
                       const u8 *bytes) {
	u64 size = ctype_size(t), value = 0;
	const char *text = "";
	memcpy(&value, bytes, MIN(size, 8));
	if (ctype_is_floating(t)) { /* its bits, the highest first */
		for (u64 i = size; i-- > 0;)
			text = arena_printf(m->a, "%s%02x", text, bytes[i]);
	} else {
		struct ctarg a = {.type = t, .value = ctype_wrap(t, value)};
		text = value_text(m, &a);
	}
	add_text(m, n, "L");
	add_node(m, n, type_node(m, t));
	add_text(m, n, text);
	add_text(m, n, "E");
}

static const struct cdecl *pointed_member(const struct ctarg *a);

/* A pointer or reference in an object: template_object() puts the declaration there. */
static void add_address(struct mangler *m, struct mnode *n, const struct ctype *t,
                        const u8 *bytes) {
	u64 at = 0;
	memcpy(&at, bytes, MIN(ctype_size(t), sizeof at));
	const struct ctarg member = {.kind = TARG_VALUE, .type = t, .value = at};
	const struct cdecl *d = t->kind == CT_MEMPTR
	                                ? pointed_member(&member)
	                                : (const struct cdecl *)(uintptr_t)at;
	if (!d) {
		add_text(m, n, "L");
		add_node(m, n, type_node(m, t));
		add_text(m, n, "0E");
		return;
	}
	add_place(m, n, d, "ad");
}

/* An object that is a template argument, or a part of it. */
struct object_part {
	const struct cdecl *d;
	const u8 *bytes; /* of the whole */
	u64 at;
};

static u64 bits_of(const struct cfield *f, const u8 *bytes) {
	u64 value = 0;
	for (u32 i = 0; i < f->bit_width; i++) {
		u32 bit = f->bit_offset + i;
		value |= (u64)(bytes[bit / 8] >> bit % 8 & 1) << i;
	}
	bool is_negative = ctype_is_signed(f->type) && value >> (f->bit_width - 1) & 1;
	return is_negative ? value | ~(u64)0 << (f->bit_width - 1) : value;
}

/* The type that g++ says for a bit-field: the smallest integer that has as many bits,
 * if it has not all of its own type's. */
static const struct ctype *bits_type(struct mangler *m, const struct cfield *f) {
	static const enum ctype_kind kind[2][4] = {
		{CT_UCHAR, CT_USHORT, CT_UINT, CT_ULONG},
		{CT_SCHAR, CT_SHORT, CT_INT, CT_LONG},
	};
	const struct ctype *t = ctype_unqual(f->type);
	u32 w = f->bit_width, all = t->kind == CT_BOOL ? 1 : (u32)ctype_size(t) * 8;
	if (w == all)
		return t;
	u32 size = w <= 8 ? 0 : w <= 16 ? 1 : w <= 32 ? 2 : 3;
	return m->c->t->basic[kind[ctype_is_signed(t)][size]];
}

static struct object_part part_at(const struct object_part *o, const struct ctype *t,
                                  u64 i, const struct ctype **type) {
	const struct cclass *cls = t->kind == CT_CLASS ? t->decl->cls : NULL;
	*type = cls ? cls->field.at[i].type : t->base;
	u64 at = cls ? cls->field.at[i].offset_bytes : i * ctype_size(t->base);
	return (struct object_part){o->d, o->bytes, o->at + at};
}

static u64 n_parts(const struct ctype *t) {
	return t->kind == CT_ARRAY ? t->n : t->decl->cls->field.n;
}

static const struct cfield *bit_field(const struct ctype *t, u64 i) {
	const struct cfield *f = t->kind == CT_CLASS ? &t->decl->cls->field.at[i] : NULL;
	return f && f->bit_width ? f : NULL;
}

static bool is_zero(struct mangler *m, const struct ctype *t,
                    const struct object_part *o);

static bool is_zero_part(struct mangler *m, const struct ctype *t,
                         const struct object_part *o, u64 i) {
	const struct ctype *type;
	struct object_part part = part_at(o, t, i, &type);
	const struct cfield *f = bit_field(t, i);
	return f ? cfield_is_padding(f) || !bits_of(f, part.bytes + part.at)
	         : is_zero(m, type, &part);
}

static bool is_zero(struct mangler *m, const struct ctype *t,
                    const struct object_part *o) {
	t = ctype_unqual(t);
	const u8 *bytes = o->bytes + o->at;
	const u8 zero = t->kind == CT_MEMPTR ? 0xff : 0;
	bool all = true;
	if (t->kind != CT_CLASS && t->kind != CT_ARRAY) {
		for (u64 i = 0; all && i < ctype_size(t); i++)
			all = bytes[i] == zero;
		return all;
	}
	const struct cclass *cls = t->kind == CT_CLASS ? t->decl->cls : NULL;
	if (cls && cls->is_union && template_object_active(m->c, o->d, o->at, cls))
		return false;
	u64 n = cls && cls->is_union ? MIN(cls->field.n, 1) : n_parts(t);
	for (u64 i = 0; all && i < n; i++)
		all = is_zero_part(m, t, o, i);
	return all;
}

static void add_object(struct mangler *m, struct mnode *n, const struct ctype *t,
                       const struct object_part *o);

static void add_part(struct mangler *m, struct mnode *n, const struct ctype *t,
                     const struct object_part *o, u64 i) {
	const struct ctype *type;
	struct object_part part = part_at(o, t, i, &type);
	const struct cfield *f = bit_field(t, i);
	if (!f) {
		add_object(m, n, type, &part);
	} else if (!cfield_is_padding(f)) {
		u64 value = bits_of(f, part.bytes + part.at);
		add_scalar(m, n, bits_type(m, f), (const u8 *)&value);
	}
}

/* tl <type> di <name> <value> E, without the value if it is the first one's and zero. */
static void add_union(struct mangler *m, struct mnode *n, const struct ctype *t,
                      const struct object_part *o) {
	const struct cclass *cls = t->decl->cls;
	u32 i = template_object_active(m->c, o->d, o->at, cls);
	if (is_zero(m, t, o))
		return;
	const struct str *name = cls->field.at[i].name;
	if (name)
		add_text(m, n, arena_printf(m->a, "di%u%s", name->len, name->s));
	add_part(m, n, t, o, i);
}

/* tl <type> <value>* E, without what is zero to the end. */
static void add_object(struct mangler *m, struct mnode *n, const struct ctype *t,
                       const struct object_part *o) {
	t = ctype_unqual(t);
	const u8 *bytes = o->bytes + o->at;
	if (t->kind == CT_PTR || t->kind == CT_MEMPTR || ctype_is_ref(t)) {
		add_address(m, n, t, bytes);
		return;
	}
	if (t->kind != CT_CLASS && t->kind != CT_ARRAY) {
		add_scalar(m, n, t, bytes);
		return;
	}
	add_text(m, n, "tl");
	add_node(m, n, type_node(m, t));
	if (t->kind == CT_CLASS && t->decl->cls->is_union) {
		add_union(m, n, t, o);
		add_text(m, n, "E");
		return;
	}
	u64 last = 0;
	for (u64 i = 0; i < n_parts(t); i++)
		if (!is_zero_part(m, t, o, i))
			last = i + 1;
	for (u64 i = 0; i < last; i++)
		add_part(m, n, t, o, i);
	add_text(m, n, "E");
}

/* The address of a function, variable or member. */
static void add_symbol(struct mangler *m, struct mnode *n, const struct cdecl *d) {
	add_text(m, n, "X");
	add_place(m, n, d, "ad");
	add_text(m, n, "E");
}

/* Returns the data member that a pointer to member points to, or NULL. */
static const struct cdecl *pointed_member(const struct ctarg *a) {
	const struct ctype *t = ctype_unqual(a->type);
	const struct cclass *cls = t->kind == CT_MEMPTR ? t->decl->cls : NULL;
	for (u32 i = 0; cls && i < cls->field.n; i++)
		if (cls->field.at[i].decl && cls->field.at[i].offset_bytes == a->value &&
		    cls->field.at[i].type == t->base)
			return cls->field.at[i].decl;
	return NULL;
}

static void add_targ(struct mangler *m, struct mnode *n, const struct ctarg *a) {
	switch (a->kind) {
	case TARG_TYPE: add_node(m, n, type_node(m, a->type)); break;
	case TARG_VALUE:
		if (pointed_member(a)) {
			add_symbol(m, n, pointed_member(a));
			break;
		}
		add_text(m, n, "L");
		add_node(m, n, type_node(m, ctype_unqual(a->type)));
		add_text(m, n, value_text(m, a));
		add_text(m, n, "E");
		break;
	case TARG_DECL:
		if (targ_is_object(a)) {
			add_text(m, n, "X");
			struct object_part whole = {
				a->decl, template_object_bytes(m->c, a->decl), 0};
			add_object(m, n, a->type, &whole);
			add_text(m, n, "E");
			break;
		}
		if (ctype_is_ref(a->type)) {
			add_place(m, n, a->decl, "");
		} else {
			add_symbol(m, n, a->decl);
		}
		break;
	case TARG_TEMPLATE: add_node(m, n, name_node(m, a->decl)); break;
	case TARG_PACK:
		add_text(m, n, "J");
		for (u32 i = 0; i < a->nelem; i++)
			add_targ(m, n, &a->elem[i]);
		add_text(m, n, "E");
		break;
	}
}

static void add_targs(struct mangler *m, struct mnode *n, const struct ctarg *arg,
                      u32 narg) {
	add_text(m, n, "I");
	for (u32 i = 0; i < narg; i++)
		add_targ(m, n, &arg[i]);
	add_text(m, n, "E");
}

/* ---- names ------------------------------------------------------------------------- */

static const char *operator_code(const char *op, bool unary) {
	static const struct {
		const char *op, *code, *unary;
	} table[] = {
		{"+", "pl", "ps"},        {"-", "mi", "ng"},       {"*", "ml", "de"},
		{"/", "dv", NULL},        {"%", "rm", NULL},       {"^", "eo", NULL},
		{"&", "an", "ad"},        {"|", "or", NULL},       {"~", "co", "co"},
		{"!", "nt", "nt"},        {"=", "aS", NULL},       {"<", "lt", NULL},
		{">", "gt", NULL},        {"+=", "pL", NULL},      {"-=", "mI", NULL},
		{"*=", "mL", NULL},       {"/=", "dV", NULL},      {"%=", "rM", NULL},
		{"^=", "eO", NULL},       {"&=", "aN", NULL},      {"|=", "oR", NULL},
		{"<<", "ls", NULL},       {">>", "rs", NULL},      {"<<=", "lS", NULL},
		{">>=", "rS", NULL},      {"==", "eq", NULL},      {"!=", "ne", NULL},
		{"<=", "le", NULL},       {">=", "ge", NULL},      {"<=>", "ss", NULL},
		{"&&", "aa", NULL},       {"||", "oo", NULL},      {"++", "pp", "pp"},
		{"--", "mm", "mm"},       {",", "cm", NULL},       {"->*", "pm", NULL},
		{"->", "pt", NULL},       {"()", "cl", NULL},      {"[]", "ix", NULL},
		{" new", "nw", NULL},     {" delete", "dl", NULL}, {" new[]", "na", NULL},
		{" delete[]", "da", NULL}};
	for (u32 i = 0; i < countof(table); i++)
		if (strcmp(table[i].op, op) == 0)
			return unary && table[i].unary ? table[i].unary : table[i].code;
	return "v0";
}

static struct cscope *real_scope(struct cscope *s) {
	while (s && (s->kind == CSCOPE_TEMPLATE ||
	             (s->kind == CSCOPE_NAMESPACE && !s->owner && s->parent)))
		s = s->parent;
	return s;
}

/* Internal linkage shows as an L. A kernel's never does: the host half may make a stub
 * static that the program did not, and nvcc's names have no L either. */
static bool is_marked_local(const struct cdecl *d) {
	return d->flags & SPEC_STATIC && !(d->flags & SPEC_GLOBAL) && !d->cls_owner &&
	       d->kind != CDECL_NAMESPACE;
}

/* <text> [<number>] _, where the first has no number and the second 0. */
static const char *number_text(struct mangler *m, const char *text, u64 n) {
	return n ? arena_printf(m->a, "%s%llu_", text, (unsigned long long)n - 1)
	         : arena_printf(m->a, "%s_", text);
}

/* Returns the last part of a name, without its template arguments. */
static struct mnode *own_name(struct mangler *m, const struct cdecl *d) {
	if (d->kind == CDECL_FUNC && d->is_ctor)
		return leaf(m, "C1", false);
	if (d->kind == CDECL_FUNC && d->is_dtor)
		return leaf(m, "D1", false);
	if (d->kind == CDECL_FUNC && d->is_conversion)
		return wrap(m, "cv", type_node(m, d->type->base));
	if (!d->name) {
		m->is_internal |= d->kind == CDECL_TYPE &&
		                  real_scope(d->scope)->kind == CSCOPE_NAMESPACE;
		if (d->cls && d->cls->is_lambda) {
			struct mnode *n = leaf(m, "Ul", false);
			add_text(m, n, number_text(m, "vE", d->value));
			return n;
		}
		if (d->kind == CDECL_NAMESPACE)
			return leaf(m, "12_GLOBAL__N_1", false);
		return leaf(m, number_text(m, "Ut", d->value), false);
	}
	if (d->kind == CDECL_FUNC && strncmp(d->name->s, "operator", 8) == 0) {
		u32 operands = d->type->nparam + (d->this_param != NULL);
		return leaf(m, operator_code(d->name->s + 8, operands == 1), false);
	}
	/* internal linkage in a named namespace shows, as g++ has it */
	struct cscope *around = real_scope(d->scope);
	bool is_internal = is_marked_local(d) && around && around->owner &&
	                   around->kind == CSCOPE_NAMESPACE;
	return leaf(m,
	            arena_printf(m->a, "%s%u%s", is_internal ? "L" : "", d->name->len,
	                         d->name->s),
	            false);
}

static bool is_std(const struct cscope *s) {
	return s && s->kind == CSCOPE_NAMESPACE && s->owner && s->owner->name &&
	       strcmp(s->owner->name->s, "std") == 0 && (!s->parent || !s->parent->owner);
}

/* Returns the node that names the scope around a declaration; NULL for the global
 * namespace. */
static struct mnode *scope_node(struct mangler *m, struct cscope *s, bool *in_std) {
	s = real_scope(s);
	*in_std = is_std(s);
	if (*in_std || !s || !s->owner)
		return NULL;
	if (s->kind == CSCOPE_NAMESPACE || s->kind == CSCOPE_CLASS)
		return name_node(m, s->owner);
	return NULL;
}

static const struct cdecl *function_around(struct cscope *s) {
	for (; s; s = s->parent) {
		if (s->kind == CSCOPE_FUNC)
			return s->owner;
		if (s->kind == CSCOPE_NAMESPACE)
			return NULL;
		if (s->kind == CSCOPE_CLASS)
			return NULL;
	}
	return NULL;
}

/* What tells local classes of one name apart, from the second on. */
static const char *discriminator(struct mangler *m, u64 n) {
	return arena_printf(m->a, n < 10 ? "_%llu" : "__%llu_", (unsigned long long)n);
}

static struct mnode *name_node(struct mangler *m, const struct cdecl *d) {
	struct mnode *n = node_new(m, true);
	const struct cdecl *f = d->kind == CDECL_NAMESPACE ? NULL
	                                                   : function_around(d->scope);
	if (m->depth > 200)
		return n;
	m->depth++;
	if (f && f->kind == CDECL_FUNC) { /* a local class: Z <function> E <name> */
		m->is_internal |= f->flags & SPEC_STATIC && !f->cls_owner;
		add_text(m, n, "Z");
		add_whole(m, n, f);
		add_text(m, n, "E");
	} else {
		n->prefix = scope_node(m, d->scope, &n->in_std);
		if (n->prefix)
			n->key = arena_printf(m->a, "%s::", n->prefix->key);
		else if (n->in_std)
			n->key = "St";
	}
	if (n->in_std && d->name && strcmp(d->name->s, "allocator") == 0)
		n = leaf(m, "Sa", false); /* no substitution; its instances are */
	else
		add_node(m, n, own_name(m, d));
	if (f && f->kind == CDECL_FUNC && d->kind == CDECL_TYPE && d->name && d->value)
		add_text(m, n, discriminator(m, d->value - 1));
	if (d->is_inst && d->ntarg && d->kind != CDECL_NAMESPACE) {
		struct mnode *inst = node_new(m, true);
		inst->prefix = n->prefix;
		inst->in_std = n->in_std;
		add_node(m, inst, n);
		add_targs(m, inst, d->targ, d->ntarg);
		n = inst;
	}
	m->depth--;
	return n;
}

/* ---- writing ----------------------------------------------------------------------- */

static void put(struct mangler *m, const char *s) {
	for (; *s; s++)
		vec_push(m->a, &m->out, *s);
}

static bool write_seen(struct mangler *m, const struct mnode *n) {
	for (u32 i = 0; n->is_subst && i < m->seen.n; i++) {
		if (strcmp(m->seen.at[i], n->key) != 0)
			continue;
		if (i == 0) {
			put(m, "S_");
			return true;
		}
		char digits[16];
		u32 k = 0, v = i - 1;
		do {
			digits[k++] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[v % 36];
			v /= 36;
		} while (v);
		put(m, "S");
		while (k) {
			char one[2] = {digits[--k], 0};
			put(m, one);
		}
		put(m, "_");
		return true;
	}
	return false;
}

static void remember(struct mangler *m, const struct mnode *n) {
	if (n->is_subst)
		vec_push(m->a, &m->seen, n->key);
}

static void write_node(struct mangler *m, const struct mnode *n);
static void write_whole(struct mangler *m, const struct cdecl *d);

static void write_item(struct mangler *m, const struct mitem *i) {
	if (i->node)
		write_node(m, i->node);
	else if (i->whole)
		write_whole(m, i->whole);
	else
		put(m, i->text);
}

static bool is_instance(const struct mnode *n) {
	return n->item.n && n->item.at[0].node && n->item.at[0].node->is_subst &&
	       (n->prefix || n->in_std || n->item.at[0].node->item.n) && n->item.n > 1 &&
	       n->item.at[1].text && n->item.at[1].text[0] == 'I' &&
	       n->item.at[1].text[1] == 0;
}

/* Inside N ... E: prefixes one after the other. */
static void write_prefix(struct mangler *m, const struct mnode *n) {
	if (write_seen(m, n))
		return;
	if (is_instance(n)) {
		write_prefix(m, n->item.at[0].node);
	} else {
		if (n->prefix)
			write_prefix(m, n->prefix);
		else if (n->in_std)
			put(m, "St");
		write_item(m, &n->item.at[0]);
	}
	for (u32 i = 1; i < n->item.n; i++)
		write_item(m, &n->item.at[i]);
	remember(m, n);
}

static void write_node(struct mangler *m, const struct mnode *n) {
	if (write_seen(m, n))
		return;
	if (n->prefix) {
		put(m, "N");
		write_prefix(m, n);
		put(m, "E");
		return;
	}
	if (n->in_std) {
		write_prefix(m, n);
		return;
	}
	for (u32 i = 0; i < n->item.n; i++)
		write_item(m, &n->item.at[i]);
	remember(m, n);
}

/* ---- signatures of function templates ---------------------------------------------- */

static int own_param(const struct cdecl *f, const struct str *name) {
	for (u32 i = 0; i < f->pattern->params->nkid; i++)
		if (tparam_name(f->pattern->params->kid[i]) == name)
			return (int)i;
	return -1;
}

static bool mentions(const struct cdecl *f, const struct syn *s) {
	if (!s)
		return false;
	if ((s->kind == SYN_NAME || s->kind == SYN_TEMPLATE_ID) && s->name &&
	    own_param(f, s->name) >= 0)
		return true;
	for (u32 i = 0; i < s->nkid; i++)
		if (mentions(f, s->kid[i]))
			return true;
	return false;
}

/* T_ T0_ ...: a substitution may replace a type, but not an expression. */
static struct mnode *param_node(struct mangler *m, u32 i, bool is_type) {
	return leaf(m, i ? arena_printf(m->a, "T%u_", i - 1) : "T_", is_type);
}

static struct mnode *node_of_type(struct mangler *m, struct syn *specs,
                                  struct syn *declarator);
static struct mnode *node_of_param(struct mangler *m, struct syn *p);

static struct mnode *node_of_args(struct mangler *m, struct mnode *tmpl, struct syn *id) {
	struct mnode *n = node_new(m, true);
	n->prefix = tmpl->prefix;
	n->in_std = tmpl->in_std;
	add_node(m, n, tmpl);
	add_text(m, n, "I");
	for (u32 i = 0; i < id->nkid; i++) {
		struct syn *a = id->kid[i];
		bool pack = a->kind == SYN_PACK_EXPANSION;
		if (pack) {
			add_text(m, n, "Dp");
			a = syn_pack_expansion(a)->node;
		}
		if (a->kind == SYN_TYPE_ID) {
			add_node(m, n,
			         node_of_type(m, syn_type_id(a)->specs,
			                      syn_type_id(a)->declarator));
			continue;
		}
		int p = a->kind == SYN_NAME ? own_param(m->func, a->name) : -1;
		if (p >= 0) {
			add_text(m, n, "X");
			add_node(m, n, param_node(m, (u32)p, false));
			add_text(m, n, "E");
			continue;
		}
		struct ctargs one = {0};
		struct syn list = {.kind = SYN_TEMPLATE_ID, .nkid = 1, .kid = &a};
		if (template_args_of(m->c, m->func->tscope, &list, NULL, &one) && one.n &&
		    (!one.at[0].init ||
		     targ_convert_object(m->c, m->func->tscope, one.at[0].type,
		                         &one.at[0], a->loc)))
			add_targ(m, n, &one.at[0]);
	}
	add_text(m, n, "E");
	return n;
}

/* A member of what depends on a parameter: N T_ 4name E. */
static struct mnode *node_of_member(struct mangler *m, struct mnode *of, struct syn *id) {
	struct mnode *n = node_new(m, true);
	n->prefix = of;
	n->key = arena_printf(m->a, "%s::", of->key);
	add_node(m, n,
	         leaf(m, arena_printf(m->a, "%u%s", id->name->len, id->name->s), false));
	return id->kind == SYN_TEMPLATE_ID ? node_of_args(m, n, id) : n;
}

/* T::name, Box<T>::name and the like; NULL for other names. */
static struct mnode *node_of_dependent(struct mangler *m, struct syn *type) {
	u32 first = 0;
	struct mnode *n = NULL;
	while (first < type->nkid && !mentions(m->func, type->kid[first]))
		first++;
	for (u32 i = first; i < type->nkid; i++)
		if ((type->kid[i]->kind != SYN_NAME &&
		     type->kid[i]->kind != SYN_TEMPLATE_ID) ||
		    !type->kid[i]->name)
			return NULL;
	if (first + 1 >= type->nkid)
		return NULL;
	struct syn *of = type->kid[first];
	if (of->kind == SYN_NAME) {
		if (first == 0)
			n = param_node(m, (u32)own_param(m->func, of->name), true);
	} else {
		struct syn part = *type, *last;
		struct cscope *in;
		part.nkid = first + 1;
		struct cdecl *t = lookup_id(
			m->c, m->func->tscope,
			first || type->flags & SYNF_GLOBAL ? &part : of, &last, &in);
		t = t ? decl_of(m->c, t) : NULL;
		if (t && t->kind == CDECL_TEMPLATE && t->syn->kind != SYN_ALIAS)
			n = node_of_args(m, name_node(m, template_canonical(m->c, t)),
			                 of);
	}
	for (u32 i = first + 1; n && i < type->nkid; i++)
		n = node_of_member(m, n, type->kid[i]);
	return n;
}

static struct mnode *node_of_base(struct mangler *m, struct syn *specs) {
	struct syn *type = syn_specs(specs)->type;
	if (type && type->kind == SYN_NAME && own_param(m->func, type->name) >= 0)
		return param_node(m, (u32)own_param(m->func, type->name), true);
	struct mnode *member = type && type->kind == SYN_QUALIFIED
	                               ? node_of_dependent(m, type)
	                               : NULL;
	if (member)
		return member;
	struct syn *last = type && type->kind == SYN_QUALIFIED ? type->kid[type->nkid - 1]
	                                                       : type;
	if (last && last->kind == SYN_TEMPLATE_ID &&
	    (type == last || !mentions(m->func, type->kid[0]))) {
		struct syn *l;
		struct cscope *in;
		struct cdecl *t = decl_of(
			m->c, lookup_id(m->c, m->func->tscope, type, &l, &in));
		if (t && t->kind == CDECL_TEMPLATE && t->syn->kind != SYN_ALIAS)
			return node_of_args(m, name_node(m, template_canonical(m->c, t)),
			                    last);
	}
	struct syn plain = *specs;
	plain.value &= ~(u64)(SPEC_CONST | SPEC_VOLATILE);
	return type_node(m, ctype_unqual(type_of_specs(m->c, m->func->tscope, &plain)));
}

static const char *node_quals(struct mangler *m, bool is_const, bool is_volatile,
                              bool is_restrict) {
	return arena_printf(m->a, "%s%s%s", is_restrict ? "r" : "",
	                    is_volatile ? "V" : "", is_const ? "K" : "");
}

/* Do: noexcept; DO value E: as the parameter says. */
static void add_noexcept(struct mangler *m, struct mnode *n, struct syn *d) {
	struct syn *when = d->nkid > 3 ? syn_d_func(d)->noexcept : NULL;
	if (!(d->flags & SYNF_NOEXCEPT) || !is_cxx17(m->c))
		return;
	int p = when && when->kind == SYN_NAME ? own_param(m->func, when->name) : -1;
	bool holds = true;
	if (p >= 0) {
		add_text(m, n, "DO");
		add_node(m, n, param_node(m, (u32)p, false));
		add_text(m, n, "E");
	} else if (!when ||
	           (const_bool(m->c, m->func->tscope, when, &holds, "noexcept") &&
	            holds)) {
		add_text(m, n, "Do");
	}
}

static struct mnode *node_of_func(struct mangler *m, struct syn *d,
                                  struct mnode *result) {
	struct mnode *n = node_new(m, true);
	struct syn *list = syn_d_func(d)->params;
	add_text(m, n,
	         node_quals(m, d->flags & SYNF_CONST, d->flags & SYNF_VOLATILE, false));
	add_noexcept(m, n, d);
	add_text(m, n, "F");
	add_node(m, n,
	         syn_d_func(d)->trailing
	                 ? node_of_type(m, syn_type_id(syn_d_func(d)->trailing)->specs,
	                                syn_type_id(syn_d_func(d)->trailing)->declarator)
	                 : result);
	for (u32 i = 0; i < list->nkid; i++)
		add_node(m, n, node_of_param(m, list->kid[i]));
	if (d->flags & SYNF_VARIADIC)
		add_text(m, n, "z");
	else if (!list->nkid)
		add_text(m, n, "v");
	add_text(m, n, d->flags & SYNF_LREF ? "RE" : d->flags & SYNF_RREF ? "OE" : "E");
	return n;
}

static struct mnode *node_of_type(struct mangler *m, struct syn *specs,
                                  struct syn *declarator) {
	struct declarator_info info;
	struct sema *c = m->c;
	if (!mentions(m->func, specs) && !mentions(m->func, declarator)) {
		const struct ctype *t = type_of_specs(c, m->func->tscope, specs);
		return type_node(
			m, type_of_declarator(c, m->func->tscope, t, declarator, &info));
	}
	struct mnode *n = node_of_base(m, specs);
	const char *q = node_quals(m, specs->value & SPEC_CONST,
	                           specs->value & SPEC_VOLATILE, false);
	if (*q)
		n = wrap(m, q, n);
	for (struct syn *d = declarator; d && d->kind != SYN_D_NAME;
	     d = syn_declarator(d)->inner) {
		switch (d->kind) {
		case SYN_D_PTR:
			n = wrap(m, "P", n);
			q = node_quals(m, d->flags & SYNF_CONST, d->flags & SYNF_VOLATILE,
			               d->flags & SYNF_RESTRICT);
			if (*q)
				n = wrap(m, q, n);
			break;
		case SYN_D_LREF: n = wrap(m, "R", n); break;
		case SYN_D_RREF: n = wrap(m, "O", n); break;
		case SYN_D_ARRAY: {
			int p = syn_d_array(d)->size &&
			                        syn_d_array(d)->size->kind == SYN_NAME
			                ? own_param(m->func, syn_d_array(d)->size->name)
			                : -1;
			struct mnode *a = node_new(m, true);
			u64 v = 0;
			add_text(m, a, "A");
			if (p >= 0)
				add_node(m, a, param_node(m, (u32)p, false));
			else if (syn_d_array(d)->size &&
			         const_int(c,
			                   check_value(c, m->func->tscope,
			                               syn_d_array(d)->size),
			                   &v, "the size of an array"))
				add_text(m, a,
				         arena_printf(m->a, "%llu",
				                      (unsigned long long)v));
			add_text(m, a, "_");
			add_node(m, a, n);
			n = a;
			break;
		}
		case SYN_D_MEMPTR: {
			struct syn cls = {.kind = SYN_SPECS,
			                  .loc = d->loc,
			                  .nkid = 1,
			                  .kid = &syn_d_memptr(d)->id};
			struct mnode *of = wrap(m, "M", node_of_base(m, &cls));
			add_node(m, of, n);
			n = of;
			break;
		}
		case SYN_D_FUNC: n = node_of_func(m, d, n); break;
		default: break;
		}
	}
	return n;
}

/* By-value parameters lose their top-level qualifiers; arrays and functions become
 * pointers. */
static struct mnode *node_of_param(struct mangler *m, struct syn *p) {
	struct syn specs = *syn_param(p)->specs, *d = syn_param(p)->declarator;
	struct syn *outer = NULL;
	for (struct syn *s = d; s && s->kind != SYN_D_NAME; s = syn_declarator(s)->inner)
		if (s->kind != SYN_D_PACK)
			outer = s;
	struct mnode *n;
	if (!outer) {
		specs.value &= ~(u64)(SPEC_CONST | SPEC_VOLATILE);
		n = node_of_type(m, &specs, d);
	} else {
		struct syn written = *outer;
		if (outer->kind == SYN_D_ARRAY)
			outer->kind = SYN_D_PTR;
		if (outer->kind == SYN_D_PTR)
			outer->flags &= ~(u32)(SYNF_CONST | SYNF_VOLATILE |
			                       SYNF_RESTRICT);
		n = node_of_type(m, &specs, d);
		*outer = written;
		if (outer->kind == SYN_D_FUNC)
			n = wrap(m, "P", n);
	}
	if (p->flags & SYNF_PACK || declarator_peek(d).is_pack) {
		struct mnode *e = node_new(m, true);
		add_text(m, e, "Dp");
		add_node(m, e, n);
		return e;
	}
	return n;
}

static void write_template_signature(struct mangler *m, const struct cdecl *f) {
	struct syn *s = f->pattern->syn;
	struct syn *declarator = syn_first_declarator(s);
	struct declarator_info info = declarator_peek(declarator);
	if (!f->is_ctor && !f->is_dtor && !f->is_conversion) {
		/* the result: the declarator without its function part */
		if (info.func && syn_d_func(info.func)->trailing) {
			write_node(m, node_of_type(
					      m,
					      syn_type_id(syn_d_func(info.func)->trailing)
						      ->specs,
					      syn_type_id(syn_d_func(info.func)->trailing)
						      ->declarator));
		} else if (declarator == info.func) {
			write_node(m, node_of_type(m, syn_specified(s)->specs, NULL));
		} else {
			struct syn *last = declarator;
			while (syn_declarator(last)->inner != info.func)
				last = syn_declarator(last)->inner;
			struct syn *inner = syn_declarator(last)->inner;
			syn_declarator(last)->inner = NULL;
			write_node(m,
			           node_of_type(m, syn_specified(s)->specs, declarator));
			syn_declarator(last)->inner = inner;
		}
	}
	struct syn *list = syn_d_func(info.func)->params;
	bool any = false;
	for (u32 i = 0; i < list->nkid; i++) {
		struct syn *p = list->kid[i];
		if (list->nkid == 1 && f->type->nparam == 0 && !(p->flags & SYNF_PACK) &&
		    !declarator_peek(syn_param(p)->declarator).is_pack)
			break; /* (void) */
		write_node(m, node_of_param(m, p));
		any = true;
	}
	if (!any)
		put(m, "v");
}

/* ---- entry ------------------------------------------------------------------------- */

static bool has_c_name(const struct cdecl *d) {
	struct cscope *s = real_scope(d->scope);
	if (d->is_extern_c || d->flags & SPEC_EXTERN_C)
		return true;
	if (d->kind == CDECL_VAR)
		return (!s || !s->owner) && !(d->flags & SPEC_STATIC) &&
		       !d->is_static_local && !d->is_inst;
	return d->kind == CDECL_FUNC && d->name && strcmp(d->name->s, "main") == 0;
}

/* The qualifiers of a member function's object. */
static const char *object_quals(struct mangler *m, const struct ctype *f) {
	static const char *const ref[] = {"", "R", "O"};
	return arena_printf(m->a, "%s%s%s", f->memquals & Q_VOLATILE ? "V" : "",
	                    f->memquals & Q_CONST ? "K" : "", ref[f->ref]);
}

/* A declaration's name and signature, as after the _Z. */
static void write_whole(struct mangler *m, const struct cdecl *d) {
	const struct cdecl *f = d->is_static_local && d->definition ? d->definition
	                                                            : NULL;
	if (f) { /* a variable of a function */
		put(m, "Z");
		write_whole(m, f);
		put(m, "E");
	}
	if (f || has_c_name(d)) { /* an argument, or around a class */
		put(m, arena_printf(m->a, "%u%s", d->name->len, d->name->s));
		return;
	}
	struct mnode *n = name_node(m, d);
	struct mnode *whole = d->is_inst && d->ntarg ? n->item.at[0].node : n;
	/* a template's name is a substitution, a function's or variable's is not */
	whole->is_subst = (d->kind == CDECL_FUNC || d->kind == CDECL_VAR) && d->is_inst;
	n->is_subst = false;
	if (n == whole)
		whole->is_subst = false;
	if (n->prefix) {
		put(m, "N");
		if (d->kind == CDECL_FUNC)
			put(m, object_quals(m, d->type));
		write_prefix(m, n);
		put(m, "E");
	} else {
		if (is_marked_local(d) && !(d->is_inst && d->ntarg))
			put(m, "L");
		write_node(m, n);
	}
	if (d->kind != CDECL_FUNC)
		return;
	const struct cdecl *around = m->func;
	m->func = d;
	if (d->is_inst && d->ntarg && d->pattern && d->tscope) {
		bool failed = quiet_begin(m->c);
		write_template_signature(m, d);
		quiet_end(m->c, failed);
	} else {
		struct mnode *sig = node_new(m, false);
		add_params(m, sig, d->type);
		write_node(m, sig);
	}
	m->func = around;
}

/* A static variable of no namespace: hosts call it _ZL1x, but cuModuleGetGlobal finds it
 * as x, as with nvcc. */
static bool is_static_of_file(const struct cdecl *d) {
	const struct cscope *s = real_scope(d->scope);
	return d->kind == CDECL_VAR && d->flags & SPEC_STATIC && (!s || !s->owner) &&
	       !d->is_static_local && !d->is_inst;
}

static struct str *mangle(struct cunit *u, const struct cdecl *d) {
	struct mangler m = {.c = u->check, .a = u->arena};
	if (has_c_name(d) || is_static_of_file(d))
		return d->name;
	put(&m, "_Z");
	write_whole(&m, d);
	((struct cdecl *)(uintptr_t)d)->has_internal_part = m.is_internal;
	return str_intern(u->names, m.out.at, m.out.n);
}

struct str *mangle_type(struct cunit *u, const struct ctype *t) {
	struct mangler m = {.c = u->check, .a = u->arena};
	write_node(&m, type_node(&m, t));
	return str_intern(u->names, m.out.at, m.out.n);
}

struct str *mangle_decl(struct cunit *u, const struct cdecl *d) {
	if (d->link_name)
		return d->link_name;
	struct str *s = mangle(u, d);
	((struct cdecl *)(uintptr_t)d)->link_name = s; /* only remembers */
	return s;
}
