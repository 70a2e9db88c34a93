/* instance.c - instances of kernels and variables by their mangled names. Only the host
 * compiler knows which instances of a kernel template a program launches: its object has
 * a stub for each. This reads the template's arguments from such a stub's name (Itanium
 * C++ ABI 5.1), and from the names of variables.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/template/instance.h"

#include <ctype.h>
#include <stdlib.h>

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/mangle.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/part.h"
#include "parser/cuda/meaning/template/template.h"

struct subst {
	const struct ctype *type;
	struct cscope *scope; /* namespace or class */
	struct cdecl *tmpl;
};

struct demangle {
	struct sema *c;
	const char *at;
	bool failed;
	u32 depth;
	VEC(struct subst) subst;
	/* what T_, T0_ ... mean in a function template's signature */
	const struct ctargs *targ;
};

static bool give_up(struct demangle *d) {
	d->failed = true;
	return false;
}

static bool eat(struct demangle *d, const char *s) {
	size_t n = strlen(s);
	if (strncmp(d->at, s, n) != 0)
		return false;
	d->at += n;
	return true;
}

static void remember(struct demangle *d, struct subst s) {
	vec_push(d->c->a, &d->subst, s);
}

static u64 number(struct demangle *d) {
	u64 v = 0;
	for (u32 n = 0; isdigit((u8)*d->at) && n < 20; n++) /* 2^64 - 1 has 20 digits */
		v = v * 10 + (u64)(*d->at++ - '0');
	return v;
}

static struct str *source_name(struct demangle *d) {
	u64 n = number(d);
	if (n == 0 || n > strlen(d->at)) {
		give_up(d);
		return NULL;
	}
	struct str *s = str_intern(d->c->u->names, d->at, n);
	d->at += n;
	return s;
}

/* Reads S_, S0_ ...; false if it is not a numbered substitution. */
static bool substitution(struct demangle *d, struct subst *out) {
	const char *p = d->at;
	if (*p != 'S' || (p[1] >= 'a' && p[1] <= 'z'))
		return false;
	u32 i = 0;
	p++;
	if (*p != '_') {
		for (; *p != '_'; p++) {
			if (!((*p >= '0' && *p <= '9') || (*p >= 'A' && *p <= 'Z')) ||
			    i > 10000)
				return give_up(d);
			i = i * 36 + (u32)(*p <= '9' ? *p - '0' : *p - 'A' + 10);
		}
		i++;
	}
	d->at = p + 1;
	if (i >= d->subst.n)
		return give_up(d);
	*out = d->subst.at[i];
	return true;
}

static const struct ctype *read_type(struct demangle *d);
static const struct ctype *parameter_type(struct demangle *d);
static bool read_args(struct demangle *d, struct ctargs *out);

/* ---- names ------------------------------------------------------------------------- */

static struct subst part_of_type(const struct ctype *t) {
	const struct ctype *cls = ctype_unqual(t);
	return (struct subst){.type = t,
	                      .scope = cls->kind == CT_CLASS || cls->kind == CT_ENUM
	                                       ? cls->decl->inner
	                                       : NULL};
}

static struct subst part_of(struct demangle *d, struct cscope *in, struct str *name) {
	struct subst r = {0};
	if (!name)
		return r;
	struct cdecl *first = in->kind == CSCOPE_CLASS ? lookup_in(d->c, in, name)
	                                               : cscope_find_here(in, name, 0);
	for (struct cdecl *e = first; e; e = e->next) {
		struct cdecl *f = decl_of(d->c, e);
		if (!f)
			continue;
		if (f->kind == CDECL_NAMESPACE)
			r.scope = f->inner;
		else if (f->kind == CDECL_TYPE && f->type) {
			type_try_complete(d->c, f->type);
			r = part_of_type(f->type);
		} else if (f->kind == CDECL_TEMPLATE && f->params->nkid) {
			r.tmpl = template_canonical(d->c, f);
		} else {
			continue;
		}
		return r;
	}
	return r;
}

/* Reads what follows Ut: which of a class's unnamed types one is, which a member has. */
static struct subst unnamed_member(struct demangle *d, const struct cscope *in) {
	u64 n = *d->at == '_' ? 0 : number(d) + 1;
	const struct cclass *cls = in->kind == CSCOPE_CLASS ? in->owner->cls : NULL;
	u32 count = cls && eat(d, "_") ? cls->field.n : 0;
	for (u32 i = 0; i < count; i++) {
		const struct ctype *t = ctype_unqual(
			ctype_element(cls->field.at[i].type));
		if ((t->kind == CT_CLASS || t->kind == CT_ENUM) && !t->decl->name &&
		    t->decl->scope == in && t->decl->value == n)
			return part_of_type(t);
	}
	give_up(d);
	return (struct subst){0};
}

/* The unnamed namespace of a scope, which uses it; the scope itself if there is none. */
static struct cscope *unnamed_namespace(struct cscope *s) {
	for (u32 i = 0; i < s->using.n; i++) {
		struct cscope *used = s->using.at[i];
		if (used->kind == CSCOPE_NAMESPACE && used->owner && !used->owner->name &&
		    used->parent == s)
			return used;
	}
	return s;
}

/* Sa: std::allocator, whose name alone is no substitution (Itanium C++ ABI, 5.1.10). */
static bool std_allocator(struct demangle *d, struct subst *out) {
	struct strtab *names = d->c->u->names;
	if (!eat(d, "Sa"))
		return false;
	struct subst std = part_of(d, d->c->u->global, str_lit(names, "std"));
	*out = std.scope ? part_of(d, std.scope, str_lit(names, "allocator"))
	                 : (struct subst){0};
	return true;
}

static bool apply_args(struct demangle *d, struct subst *s) {
	struct ctargs args = {0};
	if (!s->tmpl || s->tmpl->template_of != CDECL_TYPE || !read_args(d, &args))
		return give_up(d);
	struct cdecl *inst = template_instance(d->c, s->tmpl, &args, s->tmpl->loc);
	if (!inst || !inst->type)
		return give_up(d);
	type_try_complete(d->c, inst->type);
	*s = (struct subst){.type = inst->type, .scope = inst->inner};
	return true;
}

/* Reads parts up to E. Stops before the arguments of a template of functions or
 * variables, whose name and scope are then in `last` and `in`. */
static struct subst nested_name(struct demangle *d, struct str **last,
                                struct cscope **in) {
	struct subst s = {.scope = d->c->u->global};
	while (*d->at == 'K' || *d->at == 'V' || *d->at == 'r')
		d->at++;
	while (!d->failed && *d->at != 'E' && *d->at) {
		struct subst sub;
		if (eat(d, "St")) {
			s = part_of(d, d->c->u->global, str_lit(d->c->u->names, "std"));
		} else if (std_allocator(d, &sub) || substitution(d, &sub)) {
			s = sub;
		} else if (d->targ && *d->at == 'T') { /* typename T::name */
			const struct ctype *t = parameter_type(d);
			if (!t) {
				give_up(d);
				return s;
			}
			type_try_complete(d->c, t);
			s = part_of_type(t);
		} else if (*d->at == 'I') {
			if (s.tmpl && s.tmpl->template_of != CDECL_TYPE)
				return s;
			if (!apply_args(d, &s))
				return s;
			remember(d, s);
		} else {
			if (eat(d, "L"))
				continue;
			if (s.scope && eat(d, "Ut")) {
				s = unnamed_member(d, s.scope);
				remember(d, s);
				continue;
			}
			struct str *name = source_name(d);
			if (!s.scope)
				give_up(d);
			if (d->failed)
				return s;
			*last = name;
			*in = s.scope;
			if (strcmp(name->s, "_GLOBAL__N_1") == 0) {
				s.scope = unnamed_namespace(s.scope);
				remember(d, s);
				continue;
			}
			s = part_of(d, s.scope, name);
			remember(d, s);
		}
	}
	if (!eat(d, "E"))
		give_up(d);
	return s;
}

static bool class_name(struct demangle *d, struct subst *out) {
	struct str *last = NULL;
	struct cscope *in = NULL;
	struct subst s;
	if (eat(d, "N")) {
		s = nested_name(d, &last, &in);
	} else {
		struct cscope *at = d->c->u->global;
		if (!std_allocator(d, &s)) {
			if (eat(d, "St"))
				at = part_of(d, at, str_lit(d->c->u->names, "std")).scope;
			s = at ? part_of(d, at, source_name(d)) : (struct subst){0};
			remember(d, s);
		}
		if (*d->at == 'I') {
			if (!apply_args(d, &s))
				return false;
			remember(d, s);
		}
	}
	*out = s;
	return s.type || s.tmpl || give_up(d);
}

static const struct ctype *class_type(struct demangle *d) {
	struct subst s;
	if (!class_name(d, &s) || !s.type)
		give_up(d);
	return d->failed ? NULL : s.type;
}

/* ---- types ------------------------------------------------------------------------- */

static const struct ctype *basic(struct demangle *d) {
	static const char codes[] = "vbcahstijlmxyfdenow";
	static const u8 kinds[] = {CT_VOID,    CT_BOOL,   CT_CHAR,    CT_SCHAR, CT_UCHAR,
	                           CT_SHORT,   CT_USHORT, CT_INT,     CT_UINT,  CT_LONG,
	                           CT_ULONG,   CT_LLONG,  CT_ULLONG,  CT_FLOAT, CT_DOUBLE,
	                           CT_LDOUBLE, CT_INT128, CT_UINT128, CT_WCHAR};
	const char *p = *d->at ? strchr(codes, *d->at) : NULL;
	if (!p)
		return NULL;
	d->at++;
	return d->c->t->basic[kinds[p - codes]];
}

/* Reads the types of a function, after the F, up to the E. */
static const struct ctype *function_type(struct demangle *d, u8 quals, bool is_noexcept) {
	const struct ctype *param[64], *result = read_type(d);
	u32 n = 0;
	bool is_variadic = false;
	u8 ref = 0;
	while (!d->failed && *d->at != 'E' && n < countof(param)) {
		if ((ref = eat(d, "RE") ? 1 : eat(d, "OE") ? 2 : 0)) {
			d->at--; /* the E ends the type */
			break;
		}
		if ((is_variadic = eat(d, "z")))
			break;
		const struct ctype *t = read_type(d);
		if (t && t->kind != CT_VOID)
			param[n++] = t;
	}
	if (!eat(d, "E") || !result)
		give_up(d);
	if (d->failed)
		return NULL;
	const struct ctype *f = ctype_func(d->c->t, result, param, n, is_variadic, quals,
	                                   ref);
	return ctype_func_noexcept(d->c->t, f, is_noexcept);
}

/* Reads a type with const and volatile, which of a function type are a part, as its
 * noexcept is. */
static const struct ctype *qualified_type(struct demangle *d, u8 quals) {
	while (*d->at == 'K' || *d->at == 'V')
		quals |= *d->at++ == 'K' ? Q_CONST : Q_VOLATILE;
	bool is_noexcept = eat(d, "Do");
	if (eat(d, "F"))
		return function_type(d, quals, is_noexcept);
	if (is_noexcept)
		give_up(d);
	const struct ctype *t = read_type(d);
	return t ? ctype_qualified(d->c->t, t, quals) : NULL;
}

static const struct ctype *compound_type(struct demangle *d) {
	struct ctypes *t = d->c->t;
	const struct ctype *b;
	char k = *d->at++;
	switch (k) {
	case 'P': b = read_type(d); return b ? ctype_ptr(t, b) : NULL;
	case 'R': b = read_type(d); return b ? ctype_lref(t, b) : NULL;
	case 'O': b = read_type(d); return b ? ctype_rref(t, b) : NULL;
	case 'C':
		b = read_type(d);
		return b ? complex_type(d->c, b, (struct loc){0}) : NULL;
	case 'K': return qualified_type(d, Q_CONST);
	case 'V': return qualified_type(d, Q_VOLATILE);
	case 'r': return qualified_type(d, Q_RESTRICT);
	case 'A': {
		bool sized = *d->at != '_';
		u64 n = number(d);
		if (!eat(d, "_"))
			give_up(d);
		b = read_type(d);
		return b ? ctype_array(t, b, sized, n) : NULL;
	}
	case 'M': {
		const struct ctype *of = read_type(d);
		b = of ? read_type(d) : NULL;
		return b && of->kind == CT_CLASS ? ctype_memptr(t, b, of->decl) : NULL;
	}
	default: return function_type(d, 0, false);
	}
}

/* Reads T_, T0_ ...; NULL if it is not one of these. */
static const struct ctype *parameter_type(struct demangle *d) {
	u64 i = 0;
	if (!d->targ || *d->at != 'T' || !(d->at[1] == '_' || isdigit((u8)d->at[1])))
		return NULL;
	d->at++;
	if (*d->at != '_')
		i = number(d) + 1;
	if (!eat(d, "_") || i >= d->targ->n || d->targ->at[i].kind != TARG_TYPE)
		return NULL;
	remember(d, (struct subst){.type = d->targ->at[i].type});
	return d->targ->at[i].type;
}

static const struct ctype *read_type(struct demangle *d) {
	struct subst s;
	if (d->failed || d->depth > 100) {
		give_up(d);
		return NULL;
	}
	d->depth++;
	const struct ctype *t = NULL;
	if (*d->at && strchr("PROCKVrAFM", *d->at)) {
		t = compound_type(d);
		if (t)
			remember(d, (struct subst){.type = t});
	} else if (strncmp(d->at, "Do", 2) == 0) {
		t = qualified_type(d, 0);
		if (t)
			remember(d, (struct subst){.type = t});
	} else if (d->targ && *d->at == 'T') {
		t = parameter_type(d);
	} else if (eat(d, "Dn")) {
		t = d->c->t->basic[CT_NULLPTR];
	} else if (eat(d, "Ds")) {
		t = d->c->t->basic[CT_CHAR16];
	} else if (eat(d, "Di")) {
		t = d->c->t->basic[CT_CHAR32];
	} else if (eat(d, "Du")) {
		t = d->c->t->basic[CT_CHAR8];
	} else if (strncmp(d->at, "St", 2) != 0 && substitution(d, &s)) {
		if (*d->at == 'I' && s.tmpl) {
			apply_args(d, &s);
			remember(d, s);
		}
		t = s.type;
	} else if (!d->failed && (t = basic(d)) == NULL) {
		t = class_type(d);
	}
	if (!t)
		give_up(d);
	d->depth--;
	return t;
}

/* Reads a number of integer or enumeration type, with the E after it. */
static bool read_value(struct demangle *d, const struct ctype *t, struct ctarg *out) {
	bool negative = eat(d, "n");
	u64 v = number(d);
	if (!t || !eat(d, "E"))
		return give_up(d);
	if (t->kind == CT_MEMPTR) /* null; 0 is the first member */
		v = UINT64_MAX;
	*out = (struct ctarg){
		.kind = TARG_VALUE, .type = t, .value = negative ? 0 - v : v};
	return true;
}

static struct cdecl *bind_instance(struct sema *c, struct cdecl *tmpl,
                                   struct ctargs *args) {
	struct ctarg *bound = arena_array(c->a, struct ctarg, tmpl->params->nkid + 1);
	bool failed = quiet_begin(c);
	bool ok = template_bind(c, tmpl, args, bound, tmpl->loc) && !c->failed;
	quiet_end(c, failed);
	return ok ? template_func_instance(c, tmpl, bound, tmpl->loc) : NULL;
}

enum { PARAMS_MAX = 64 };

static bool takes(const struct cdecl *f, const struct ctype **param, u32 n) {
	return f->kind == CDECL_FUNC && f->type && f->type->kind == CT_FUNC &&
	       f->type->nparam == n &&
	       (n == 0 || memcmp(f->type->param, param, n * sizeof *param) == 0);
}

/* Reads the parameters of a signature, up to the E after it. */
static u32 read_params(struct demangle *d, const struct ctype **param) {
	u32 n = 0;
	while (!d->failed && *d->at && *d->at != 'E' && n < PARAMS_MAX) {
		const struct ctype *t = read_type(d);
		if (t && t->kind != CT_VOID)
			param[n++] = t;
	}
	return n;
}

/* Reads the arguments in f<int>, then the result and the parameters, which may name
 * them: the instance of the template that has these. */
static struct cdecl *template_named(struct demangle *d, struct cdecl *first,
                                    bool is_nested) {
	struct ctargs args = {0};
	const struct ctype *param[PARAMS_MAX];
	if (!read_args(d, &args) || (is_nested && !eat(d, "E")))
		return NULL;
	d->targ = &args;
	const struct ctype *result = read_type(d);
	u32 n = read_params(d, param);
	d->targ = NULL;
	for (struct cdecl *e = first; e && !d->failed; e = e->next) {
		struct cdecl *t = decl_of(d->c, e), *f = NULL;
		if (t && t->kind == CDECL_TEMPLATE && t->template_of == CDECL_FUNC &&
		    t->params->nkid)
			f = bind_instance(d->c, t, &args);
		if (f && takes(f, param, n) && f->type->base == result)
			return f;
	}
	return NULL;
}

/* Checks for what has no parameters in its mangled name: variables, fields, and functions
 * of C. */
static bool has_name_alone(const struct cdecl *f) {
	return f->kind == CDECL_VAR || f->kind == CDECL_FIELD ||
	       (f->kind == CDECL_FUNC && f->is_extern_c);
}

/* Returns the function or variable with an argument's mangled name; reads up to the E
 * after it. */
static struct cdecl *entity_named(struct demangle *d) {
	struct str *name = NULL;
	struct cscope *in = d->c->u->global;
	if (!eat(d, "_Z"))
		return NULL;
	bool is_nested = eat(d, "N");
	if (is_nested) {
		nested_name(d, &name, &in);
	} else {
		eat(d, "L");
		name = source_name(d);
		if (*d->at == 'I')
			remember(d, (struct subst){0});
	}
	struct cdecl *first = d->failed || !name ? NULL : cscope_find_here(in, name, 0);
	if (first && *d->at == 'I')
		return template_named(d, first, is_nested);
	const struct ctype *param[PARAMS_MAX];
	bool is_function = *d->at != 'E';
	u32 n = first ? read_params(d, param) : 0;
	for (struct cdecl *e = first; e && !d->failed; e = e->next) {
		struct cdecl *f = decl_of(d->c, e);
		if (f && (is_function ? takes(f, param, n) : has_name_alone(f)))
			return f;
	}
	return NULL;
}

static bool read_entity(struct demangle *d, struct ctarg *a, const char *end) {
	struct cdecl *e = entity_named(d);
	if (!e || !eat(d, end))
		return give_up(d);
	if (e->kind == CDECL_FIELD) { /* a pointer to a member is its offset */
		struct cdecl *cls = e->scope->owner;
		*a = (struct ctarg){
			.kind = TARG_VALUE,
			.type = ctype_memptr(d->c->t, e->type, cls),
			.value = cls->cls->field.at[e->field_index].offset_bytes};
		return true;
	}
	const struct ctype *of = e->type->kind == CT_ARRAY ? e->type->base : e->type;
	*a = (struct ctarg){.kind = TARG_DECL,
	                    .decl = e,
	                    .is_read = true,
	                    .type = ctype_ptr(d->c->t, of)};
	check_use(d->c, e, e->loc);
	return true;
}

/* Returns the member of an object, of its bases or anonymous unions. */
static struct cexpr *member_named(struct sema *c, struct cexpr *e,
                                  const struct str *name) {
	const struct ctype *t = ctype_unqual(e->type);
	const struct cclass *cls = class_of(t);
	for (u32 i = 0; cls && i < cls->field.n; i++) {
		const struct cfield *f = &cls->field.at[i];
		struct cexpr *in = cexpr_field(c, e, t, i, e->loc);
		if (f->name == name)
			return in;
		in = f->is_base || f->is_anonymous ? member_named(c, in, name) : NULL;
		if (in)
			return in;
	}
	return NULL;
}

/* Reads the way to a part of an object, as an lvalue: ix <way> <index>, dt <way> <name>,
 * L <entity>. */
static struct cexpr *read_way(struct demangle *d) {
	struct loc nowhere = {0, 0};
	struct ctarg a = {0};
	if (eat(d, "L"))
		return read_entity(d, &a, "E") && a.kind == TARG_DECL
		               ? cexpr_var(d->c, a.decl, nowhere)
		               : NULL;
	bool is_index = eat(d, "ix"), is_member = !is_index && eat(d, "dt");
	struct cexpr *e = is_index || is_member ? read_way(d) : NULL;
	if (!e)
		give_up(d);
	if (is_index && e && e->type->kind == CT_ARRAY && eat(d, "L") &&
	    read_value(d, read_type(d), &a))
		return part_element(d->c, e, a.value, nowhere);
	const struct str *name = is_member && e ? source_name(d) : NULL;
	e = name ? member_named(d->c, e, name) : NULL;
	if (!e)
		give_up(d);
	return e;
}

/* Returns the address of a part; an array's is that of its first element. */
static struct cexpr *address_of(struct demangle *d, struct cexpr *e) {
	return e->type->kind == CT_ARRAY ? decay(d->c, e) : cexpr_addr(d->c, e);
}

/* Reads a part of an object, or its address. */
static bool read_part_arg(struct demangle *d, bool is_address, struct ctarg *a) {
	struct cexpr *e = read_way(d);
	struct cdecl *to;
	if (!e || !eat(d, "E"))
		return give_up(d);
	struct cexpr *p = is_address ? address_of(d, e) : NULL;
	if (!(is_address ? const_address(d->c, p, &to, "a template argument")
	                 : const_object(d->c, e, &to, "a template argument")))
		return give_up(d);
	*a = (struct ctarg){.kind = TARG_DECL,
	                    .decl = to,
	                    .is_read = true,
	                    .type = is_address ? p->type : ctype_lref(d->c->t, e->type)};
	return true;
}

/* ---- objects ----------------------------------------------------------------------- */

static struct cexpr *read_object(struct demangle *d, const struct ctype *as);

/* Reads a floating-point number, which is written as its bits. */
static u64 read_bits(struct demangle *d, const struct ctype *t) {
	u64 bits = 0, digits = 0;
	for (; isdigit((u8)*d->at) || (*d->at >= 'a' && *d->at <= 'f'); digits++) {
		u32 digit = (u32)(*d->at <= '9' ? *d->at - '0' : *d->at - 'a' + 10);
		bits = bits << 4 | digit;
		d->at++;
	}
	if (digits != ctype_size(t) * 2)
		give_up(d);
	if (t->kind != CT_FLOAT)
		return bits;
	u32 low = (u32)bits;
	float f;
	memcpy(&f, &low, sizeof f);
	double whole = (double)f; /* constants of all types are kept as double */
	memcpy(&bits, &whole, sizeof bits);
	return bits;
}

static struct cexpr *read_scalar(struct demangle *d) {
	struct ctarg a = {0};
	struct loc nowhere = {0, 0};
	const struct ctype *t = read_type(d);
	if (t && ctype_is_floating(t)) {
		a.value = read_bits(d, t);
		if (!eat(d, "E"))
			give_up(d);
	} else {
		read_value(d, t, &a);
	}
	return d->failed ? NULL : cexpr_int(d->c, t, a.value, nowhere);
}

/* Reads the value of a member or an element. That of a bit-field is written with a type
 * of about as many bits. */
static struct cexpr *read_part(struct demangle *d, const struct cclass *cls, u64 i,
                               const struct ctype *t) {
	bool is_field = cls && i < cls->field.n;
	const struct ctype *of = !cls ? t->base : is_field ? cls->field.at[i].type : NULL;
	struct cexpr *e = read_object(d, of);
	return e && is_field && cls->field.at[i].bit_width && e->kind == CE_CONST
	               ? cexpr_int(d->c, ctype_unqual(of), e->value, e->loc)
	               : e;
}

/* Reads di <name> <value> E, or E after a union that is zero. */
static struct cexpr *read_union(struct demangle *d, const struct ctype *t) {
	const struct cclass *cls = class_of(t);
	struct cexpr *list = cexpr_new(d->c, CE_INIT_LIST, t, (struct loc){0, 0});
	list->arg = arena_array(d->c->a, struct cexpr *, 1);
	if (eat(d, "E") || !cls->field.n)
		return list;
	if (eat(d, "di")) {
		const struct str *name = source_name(d);
		while (list->field < cls->field.n &&
		       cls->field.at[list->field].name != name)
			list->field++;
		if (!name || list->field == cls->field.n)
			give_up(d);
	}
	if (!d->failed) {
		list->arg[0] = read_part(d, cls, list->field, t);
		list->narg = 1;
	}
	return eat(d, "E") || give_up(d) ? list : NULL;
}

/* Reads <type> <value>* E: members or elements without a value are zero. */
static struct cexpr *read_list(struct demangle *d) {
	const struct ctype *t = read_type(d);
	const struct cclass *cls = t ? class_of(t) : NULL;
	if (!cls && (!t || t->kind != CT_ARRAY)) {
		give_up(d);
		return NULL;
	}
	if (cls && cls->is_union)
		return read_union(d, t);
	u64 count = cls ? cls->field.n : t->n;
	struct cexpr *list = cexpr_new(d->c, CE_INIT_LIST, t, (struct loc){0, 0});
	struct cexprs part = {0};
	while (!d->failed && !eat(d, "E")) {
		while (cls && part.n < count && cfield_is_padding(&cls->field.at[part.n]))
			vec_push(d->c->a, &part, NULL);
		if (!*d->at || part.n == count)
			give_up(d);
		if (!d->failed) {
			struct cexpr *e = read_part(d, cls, part.n, t);
			vec_push(d->c->a, &part, e);
		}
	}
	while (!d->failed && part.n < count) {
		const struct ctype *of = cls ? cls->field.at[part.n].type : t->base;
		vec_push(d->c->a, &part, cexpr_new(d->c, CE_ZERO, of, list->loc));
	}
	list->arg = part.at;
	list->narg = part.n;
	return d->failed ? NULL : list;
}

/* Reads the address of what has a name, as a value of the type. */
static struct cexpr *read_address(struct demangle *d, const struct ctype *as) {
	struct ctarg a = {0};
	struct loc nowhere = {0, 0};
	if (!read_entity(d, &a, "E"))
		return NULL;
	if (a.kind == TARG_VALUE)
		return cexpr_int(d->c, as, a.value, nowhere);
	struct cexpr *e = cexpr_var(d->c, a.decl, nowhere);
	if (ctype_is_ref(as))
		return e;
	if (a.decl->type->kind != CT_ARRAY)
		e = cexpr_addr(d->c, e);
	return convert(d->c, e, as, CONV_IMPLICIT, nowhere);
}

/* Reads the address of a part of an object, as a value of the type. */
static struct cexpr *read_part_address(struct demangle *d, const struct ctype *as) {
	d->at += 2;
	struct cexpr *e = read_way(d);
	if (!e || ctype_is_ref(as))
		return e;
	return convert(d->c, address_of(d, e), as, CONV_IMPLICIT, e->loc);
}

/* Reads a value of class type, or a part of one, which is of type `as`: tl ..., ad ... or
 * L ... */
static struct cexpr *read_object(struct demangle *d, const struct ctype *as) {
	struct cexpr *e = NULL;
	if (d->depth > 100)
		give_up(d);
	d->depth++;
	if (eat(d, "tl"))
		e = read_list(d);
	else if (eat(d, "adL"))
		e = read_address(d, as);
	else if (strncmp(d->at, "adix", 4) == 0 || strncmp(d->at, "addt", 4) == 0)
		e = read_part_address(d, as);
	else if (eat(d, "L"))
		e = read_scalar(d);
	else
		give_up(d);
	d->depth--;
	return e;
}

static bool read_class_value(struct demangle *d, struct ctarg *a) {
	struct cexpr *e = read_list(d);
	if (!e || !eat(d, "E") || e->type->kind != CT_CLASS)
		return give_up(d);
	*a = (struct ctarg){.kind = TARG_DECL, .type = ctype_unqual(e->type)};
	a->decl = template_object(d->c, e->type, e, e->loc);
	return a->decl || give_up(d);
}

/* ---- arguments --------------------------------------------------------------------- */

static bool read_arg(struct demangle *d, struct ctargs *out) {
	struct ctarg a = {0};
	if (eat(d, "J")) {
		while (!d->failed && !eat(d, "E"))
			if (!*d->at || !read_arg(d, out))
				return give_up(d);
		return true;
	}
	if (eat(d, "XadL")) {
		if (!read_entity(d, &a, "EE"))
			return false;
	} else if (strncmp(d->at, "Xadix", 5) == 0 || strncmp(d->at, "Xaddt", 5) == 0) {
		d->at += 3;
		if (!read_part_arg(d, true, &a))
			return false;
	} else if (strncmp(d->at, "Xix", 3) == 0 || strncmp(d->at, "Xdt", 3) == 0) {
		d->at++;
		if (!read_part_arg(d, false, &a))
			return false;
	} else if (eat(d, "Xtl")) {
		if (!read_class_value(d, &a))
			return false;
	} else if (strncmp(d->at, "L_Z", 3) == 0 || strncmp(d->at, "XL_Z", 4) == 0) {
		bool is_expr = eat(d, "X"); /* for a reference */
		d->at++;
		if (!read_entity(d, &a, is_expr ? "EE" : "E"))
			return false;
		a.type = ctype_lref(d->c->t, a.decl->type);
	} else if (eat(d, "L")) {
		if (!read_value(d, read_type(d), &a))
			return false;
	} else {
		struct demangle before = *d;
		const struct ctype *t = read_type(d);
		if (t) {
			a = (struct ctarg){.kind = TARG_TYPE, .type = t};
		} else { /* a template: a name without arguments */
			struct subst s = {0};
			*d = before;
			if (!substitution(d, &s) && (d->failed || !class_name(d, &s)))
				return false;
			if (!s.tmpl)
				return give_up(d);
			a = (struct ctarg){.kind = TARG_TEMPLATE, .decl = s.tmpl};
		}
	}
	vec_push(d->c->a, out, a);
	return true;
}

static bool read_args(struct demangle *d, struct ctargs *out) {
	if (!eat(d, "I"))
		return give_up(d);
	while (!d->failed && !eat(d, "E"))
		if (!*d->at || !read_arg(d, out))
			return give_up(d);
	return !d->failed;
}

/* ---- entry ------------------------------------------------------------------------- */

/* Returns a stub's name without the L of internal linkage: the host half makes functions
 * static that are not static in the device half. */
static const char *without_linkage(struct sema *c, const char *stub) {
	char *out = arena_strdup(c->a, stub, strlen(stub)), *to = out;
	const char *s = stub;
	if (strncmp(s, "_Z", 2) != 0)
		return stub;
	for (u32 n = s[2] == 'N' ? 3 : 2; n; n--)
		*to++ = *s++;
	while (isdigit((u8)*s) || (*s == 'L' && isdigit((u8)s[1]))) {
		s += *s == 'L';
		size_t digits = strspn(s, "0123456789"), len = strtoul(s, NULL, 10);
		if (len > strlen(s + digits))
			return stub;
		memcpy(to, s, digits + len);
		to += digits + len;
		s += digits + len;
	}
	memcpy(to, s, strlen(s) + 1);
	return out;
}

static bool is_emitted(struct sema *c, const char *mangled) {
	for (u32 i = 0; i < c->u->emit.n; i++)
		if (strcmp(mangle_decl(c->u, c->u->emit.at[i])->s, mangled) == 0)
			return true;
	return false;
}

/* Emits the instance of a variable template in the scope. False if there is no such
 * template. */
static bool check_variable(struct sema *c, struct cscope *in, struct str *name,
                           struct ctargs *args) {
	for (struct cdecl *e = cscope_find_here(in, name, 0); e; e = e->next) {
		struct cdecl *t = decl_of(c, e);
		if (!t || t->kind != CDECL_TEMPLATE || t->template_of != CDECL_VAR ||
		    !t->params->nkid)
			continue;
		struct cdecl *v = template_instance(c, t, args, t->loc);
		if (v && v->state != CSTATE_FAILED && !v->is_extern)
			check_use(c, v, v->loc);
		return true;
	}
	return false;
}

static const char *arg_text(struct sema *c, const struct ctarg *a) {
	const char *s = "";
	switch (a->kind) {
	case TARG_TYPE: return check_type_text(c, a->type);
	case TARG_VALUE: return arena_printf(c->a, "%lld", (long long)a->value);
	case TARG_PACK:
		for (u32 i = 0; i < a->nelem; i++)
			s = arena_printf(c->a, "%s%s%s", s, i ? ", " : "",
			                 arg_text(c, &a->elem[i]));
		return s;
	default: return a->decl && a->decl->name ? a->decl->name->s : "...";
	}
}

/* Says which instance cannot be made, and why: what the only template of that name says
 * of the arguments, or that there is none. */
static void report_unmade(struct sema *c, const char *mangled, struct cscope *in,
                          struct str *name, struct ctargs *args, bool is_read,
                          bool is_local) {
	struct loc nowhere = {0, 0};
	struct cdecl *only = NULL;
	const char *text = mangled;
	u32 n = 0;
	for (u32 i = 0; is_read && i < args->n; i++)
		text = arena_printf(c->a, "%s%s%s", i ? text : name->s, i ? ", " : "<",
		                    arg_text(c, &args->at[i]));
	if (is_read)
		text = arena_printf(c->a, "%s%s>", text, args->n ? "" : "<");
	for (struct cdecl *e = is_read ? cscope_find_here(in, name, 0) : NULL; e;
	     e = e->next) {
		struct cdecl *t = decl_of(c, e);
		if (t && t->kind == CDECL_TEMPLATE && t->template_of == CDECL_FUNC) {
			only = t;
			n++;
		}
	}
	struct diag_record *r = check_error(
		c, nowhere, E0634, "the kernel instance '%s' cannot be made", text);
	if (!is_read)
		check_note(c, r,
		           is_local ? "its name has a type that is declared in a "
		                      "function of the host"
		                    : "its name has a type or template that device code "
		                      "does not have");
	else if (!n)
		check_note(c, r, "device code has no kernel template '%s'", name->s);
	else if (n == 1) /* reports */
		template_bind(c, only, args,
		              arena_array(c->a, struct ctarg, only->params->nkid + 1),
		              only->loc);
}

/* How much two names have in common at both ends: what tells signatures apart that have
 * expressions of parameters in the middle, which are written in many ways. */
static u32 n_common(const char *a, const char *b) {
	u32 na = (u32)strlen(a), nb = (u32)strlen(b), first = 0, last = 0;
	while (first < na && first < nb && a[first] == b[first])
		first++;
	while (first + last < na && first + last < nb &&
	       a[na - last - 1] == b[nb - last - 1])
		last++;
	return first + last;
}

/* Emits the kernel of that name, which is no template's: one of a system header is made
 * only where host code has its stub. */
static bool check_plain_kernel(struct sema *c, struct cscope *in, struct str *name,
                               const char *mangled) {
	for (struct cdecl *e = cscope_find_here(in, name, 0); e; e = e->next) {
		struct cdecl *f = decl_of(c, e);
		if (!f || f->kind != CDECL_FUNC || !(f->flags & SPEC_GLOBAL))
			continue;
		f = func_definition(c, f);
		if (f->has_definition && strcmp(mangle_decl(c->u, f)->s, mangled) == 0) {
			check_use(c, f, f->loc);
			return true;
		}
	}
	return false;
}

void check_instance(struct sema *c, const char *stub) {
	const char *mangled = without_linkage(c, stub);
	struct demangle d = {.c = c, .at = mangled};
	struct str *name = NULL;
	struct cscope *in = c->u->global;
	struct ctargs args = {0};
	/* not a template's instance, or one that was made already */
	if (is_emitted(c, mangled))
		return;
	bool failed = quiet_begin(c);
	if (!eat(&d, "_Z"))
		give_up(&d);
	bool is_nested = eat(&d, "N");
	if (is_nested) {
		nested_name(&d, &name, &in);
	} else {
		name = source_name(&d);
		remember(&d, (struct subst){0});
	}
	struct demangle before_args = d;
	bool ok = !d.failed && name && read_args(&d, &args);
	quiet_end(c, failed);
	if (ok ? check_variable(c, in, name, &args)
	       : name && check_plain_kernel(c, in, name, mangled))
		return;
	struct cdecl *best = NULL;
	bool is_exact = false;
	u32 n = 0, most = 0;
	for (struct cdecl *e = ok ? cscope_find_here(in, name, 0) : NULL; e;
	     e = e->next) {
		struct cdecl *t = decl_of(c, e);
		if (!t || t->kind != CDECL_TEMPLATE || t->template_of != CDECL_FUNC ||
		    !t->params->nkid || !(t->flags & SPEC_GLOBAL))
			continue;
		struct cdecl *f = bind_instance(c, t, &args);
		if (!f)
			continue;
		f = func_definition(c, f);
		n++;
		const struct str *own = mangle_decl(c->u, f);
		is_exact = strcmp(own->s, mangled) == 0;
		/* one that was asked for by another name is not meant again */
		u32 likeness = f->is_used ? 0 : n_common(own->s, mangled);
		if (!best || is_exact || likeness > most) {
			best = f;
			most = likeness;
		}
		if (is_exact)
			break;
	}
	if (n > 1 && !is_exact) { /* parameters that we mangle otherwise */
		failed = quiet_begin(c);
		struct cdecl *f = template_named(
			&before_args, cscope_find_here(in, name, 0), is_nested);
		quiet_end(c, failed);
		best = f ? func_definition(c, f) : best;
	}
	if (!best) {
		report_unmade(c, mangled, in, name, &args, ok, *d.at == 'Z');
		return;
	}
	best->link_name = str_intern(c->u->names, mangled, strlen(mangled));
	best->is_kernel = true;
	check_use(c, best, best->loc);
}
