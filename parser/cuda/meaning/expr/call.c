/* call.c - calls, their arguments, fold expressions, and the functions that the compiler
 * knows by name.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/call.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/cast.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/expr/same_layout.h"
#include "parser/cuda/meaning/expr/vararg.h"
#include "parser/cuda/meaning/expr/where.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/warn/printf.h"

#include <stdlib.h>

/* ---- arguments --------------------------------------------------------------------- */

static struct cexpr *one_arg(struct sema *c, struct cscope *at, struct syn *s) {
	return s->kind == SYN_INIT_LIST ? check_init_list(c, at, s)
	                                : check_expr(c, at, s);
}

void check_args(struct sema *c, struct cscope *at, struct syn **arg, u32 narg,
                struct cexprs *out) {
	u32 callee = c->callee_depth;
	c->callee_depth = 0;
	for (u32 i = 0; i < narg; i++) {
		if (arg[i]->kind != SYN_PACK_EXPANSION) {
			node_push(c, out, one_arg(c, at, arg[i]));
			continue;
		}
		struct syn *pattern = syn_pack_expansion(arg[i])->node;
		u32 n = pack_length(c, at, pattern, arg[i]->loc);
		for (u32 k = 0; n != UINT32_MAX && k < n; k++)
			node_push(c, out,
			          one_arg(c, pack_element_scope(c, at, pattern, k),
			                  pattern));
	}
	c->callee_depth = callee;
}

static bool any_error(const struct cexprs *args) {
	for (u32 i = 0; i < args->n; i++)
		if (is_error(args->at[i]))
			return true;
	return false;
}

/* ---- folds ([expr.prim.fold]) ------------------------------------------------------ */

static struct cexpr *fold_empty(struct sema *c, struct syn *s) {
	if (s->op == CU_ANDAND || s->op == CU_OROR)
		return cexpr_int(c, c->t->basic[CT_BOOL], s->op == CU_ANDAND, s->loc);
	if (s->op == ',')
		return cexpr_new(c, CE_ZERO, c->t->basic[CT_VOID], s->loc);
	check_error(c, s->loc, E0614, "a fold over '%s' of an empty pack has no value",
	            op_spelling(s->op));
	return cexpr_error(c, s->loc);
}

static bool has_pack(struct sema *c, struct cscope *at, struct syn *s) {
	bool failed = quiet_begin(c);
	bool found = pack_length(c, at, s, s->loc) != UINT32_MAX;
	quiet_end(c, failed);
	return found;
}

struct cexpr *check_fold(struct sema *c, struct cscope *at, struct syn *s) {
	/* which side the pack is on, and from which side it is folded */
	bool binary = syn_fold(s)->left && syn_fold(s)->right;
	bool pack_right = !syn_fold(s)->left ||
	                  (binary && has_pack(c, at, syn_fold(s)->right));
	struct syn *pattern = s->kid[pack_right ? 1 : 0];
	if (pattern->kind == SYN_PACK_EXPANSION)
		pattern = syn_pack_expansion(pattern)->node;
	/* (... op e) and (a op ... op e) fold from the left */
	bool from_left = pack_right;
	u32 n = pack_length(c, at, pattern, s->loc);
	if (n == UINT32_MAX)
		return cexpr_error(c, s->loc);
	struct cexprs e = {0};
	if (binary && pack_right)
		vec_push(c->a, &e, check_expr(c, at, syn_fold(s)->left));
	for (u32 i = 0; i < n; i++)
		vec_push(c->a, &e,
		         check_expr(c, pack_element_scope(c, at, pattern, i), pattern));
	if (binary && !pack_right)
		vec_push(c->a, &e, check_expr(c, at, syn_fold(s)->right));
	if (!e.n)
		return fold_empty(c, s);
	if (any_error(&e))
		return cexpr_error(c, s->loc);
	struct cexpr *r = from_left ? e.at[0] : e.at[e.n - 1];
	for (u32 i = 1; i < e.n; i++)
		r = from_left ? check_binary(c, at, s->op, r, e.at[i], s->loc)
		              : check_binary(c, at, s->op, e.at[e.n - 1 - i], r, s->loc);
	return r;
}

/* ---- functions known by name ------------------------------------------------------- */

static const struct known {
	const char *name;
	u8 op;     /* enum cbuiltin */
	u8 nargs;  /* 255: any */
	u8 result; /* enum ctype_kind; CT_ERROR: the first argument's; CT_PTR: void * */
	u8 arg; /* what each argument is converted to: enum ctype_kind; CT_ERROR: left as
	           it is; CT_PTR: see pointer_arg */
} known[] = {
	{"printf", CB_PRINTF, 255, CT_INT, CT_ERROR},
	{"__builtin_printf", CB_PRINTF, 255, CT_INT, CT_ERROR},
	{"__trap", CB_TRAP, 0, CT_VOID, CT_ERROR},
	{"__builtin_trap", CB_TRAP, 0, CT_VOID, CT_ERROR},
	{"__builtin_unreachable", CB_UNREACHABLE, 0, CT_VOID, CT_ERROR},
	{"__builtin_assume", CB_ASSUME, 1, CT_VOID, CT_BOOL},
	{"__assume", CB_ASSUME, 1, CT_VOID, CT_BOOL},
	{"__builtin_expect", CB_EXPECT, 2, CT_LONG, CT_LONG},
	{"memcpy", CB_MEMCPY, 3, CT_PTR, CT_PTR},
	{"__builtin_memcpy", CB_MEMCPY, 3, CT_PTR, CT_PTR},
	{"memmove", CB_MEMMOVE, 3, CT_PTR, CT_PTR},
	{"__builtin_memmove", CB_MEMMOVE, 3, CT_PTR, CT_PTR},
	{"memset", CB_MEMSET, 3, CT_PTR, CT_PTR},
	{"__builtin_memset", CB_MEMSET, 3, CT_PTR, CT_PTR},
	{"alloca", CB_ALLOCA, 1, CT_PTR, CT_ULONG},
	{"__builtin_alloca", CB_ALLOCA, 1, CT_PTR, CT_ULONG},
	{"__builtin_fabsf", CB_FABS, 1, CT_FLOAT, CT_FLOAT},
	{"__builtin_fabs", CB_FABS, 1, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_sqrtf", CB_SQRT, 1, CT_FLOAT, CT_FLOAT},
	{"__builtin_sqrt", CB_SQRT, 1, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_fminf", CB_FMIN, 2, CT_FLOAT, CT_FLOAT},
	{"__builtin_fmin", CB_FMIN, 2, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_fmaxf", CB_FMAX, 2, CT_FLOAT, CT_FLOAT},
	{"__builtin_fmax", CB_FMAX, 2, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_floorf", CB_FLOOR, 1, CT_FLOAT, CT_FLOAT},
	{"__builtin_floor", CB_FLOOR, 1, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_ceilf", CB_CEIL, 1, CT_FLOAT, CT_FLOAT},
	{"__builtin_ceil", CB_CEIL, 1, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_truncf", CB_TRUNC, 1, CT_FLOAT, CT_FLOAT},
	{"__builtin_trunc", CB_TRUNC, 1, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_rintf", CB_RINT, 1, CT_FLOAT, CT_FLOAT},
	{"__builtin_rint", CB_RINT, 1, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_fmaf", CB_FMA, 3, CT_FLOAT, CT_FLOAT},
	{"__builtin_fma", CB_FMA, 3, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_copysignf", CB_COPYSIGN, 2, CT_FLOAT, CT_FLOAT},
	{"__builtin_copysign", CB_COPYSIGN, 2, CT_DOUBLE, CT_DOUBLE},
	{"__builtin_clz", CB_CLZ, 1, CT_INT, CT_UINT},
	{"__builtin_clzl", CB_CLZ, 1, CT_INT, CT_ULONG},
	{"__builtin_clzll", CB_CLZ, 1, CT_INT, CT_ULLONG},
	{"__builtin_ctz", CB_CTZ, 1, CT_INT, CT_UINT},
	{"__builtin_ctzl", CB_CTZ, 1, CT_INT, CT_ULONG},
	{"__builtin_ctzll", CB_CTZ, 1, CT_INT, CT_ULLONG},
	{"__builtin_popcount", CB_POPCOUNT, 1, CT_INT, CT_UINT},
	{"__builtin_popcountl", CB_POPCOUNT, 1, CT_INT, CT_ULONG},
	{"__builtin_popcountll", CB_POPCOUNT, 1, CT_INT, CT_ULLONG},
	{"__builtin_parity", CB_PARITY, 1, CT_INT, CT_UINT},
	{"__builtin_parityl", CB_PARITY, 1, CT_INT, CT_ULONG},
	{"__builtin_parityll", CB_PARITY, 1, CT_INT, CT_ULLONG},
	{"__builtin_ffs", CB_FFS, 1, CT_INT, CT_UINT},
	{"__builtin_ffsl", CB_FFS, 1, CT_INT, CT_ULONG},
	{"__builtin_ffsll", CB_FFS, 1, CT_INT, CT_ULLONG},
	{"__builtin_bswap16", CB_BSWAP, 1, CT_USHORT, CT_USHORT},
	{"__builtin_bswap32", CB_BSWAP, 1, CT_UINT, CT_UINT},
	{"__builtin_bswap64", CB_BSWAP, 1, CT_ULONG, CT_ULONG},
	{"__builtin_isnan", CB_ISNAN, 1, CT_INT, CT_ERROR},
	{"__builtin_isinf", CB_ISINF, 1, CT_INT, CT_ERROR},
	{"__builtin_isfinite", CB_ISFINITE, 1, CT_INT, CT_ERROR},
	{"__builtin_signbit", CB_SIGNBIT, 1, CT_INT, CT_ERROR},
};

static const struct known *find_known(struct sema *c, const struct str *name) {
	if (!c->known.arena) {
		c->known = MAP_INIT(c->a);
		for (u32 i = 0; i < countof(known); i++) {
			struct str *s = str_intern(c->u->names, known[i].name,
			                           strlen(known[i].name));
			*map_at(&c->known, (uintptr_t)s) = i + 1;
		}
	}
	u64 *i = map_find(&c->known, (uintptr_t)name);
	return i ? &known[*i - 1] : NULL;
}

static const struct ctype *known_type(struct sema *c, u8 kind) {
	return kind == CT_PTR ? ctype_ptr(c->t, c->t->basic[CT_VOID]) : c->t->basic[kind];
}

/* memcpy(void *, const void *, size_t), memset(void *, int, size_t) */
static const struct ctype *pointer_arg(struct sema *c, const struct known *k, u32 i) {
	if (i == 2)
		return c->t->basic[CT_ULONG];
	if (i == 1 && k->op == CB_MEMSET)
		return c->t->basic[CT_INT];
	const struct ctype *v = c->t->basic[CT_VOID];
	return ctype_ptr(c->t, i == 1 ? ctype_qualified(c->t, v, Q_CONST) : v);
}

/* Converts an argument of printf: a scalar, or an object that converts to one. */
static struct cexpr *printf_arg(struct sema *c, struct cexpr *e) {
	e = vararg_promote(c, e->type->kind == CT_CLASS ? class_to_arithmetic(c, e) : e);
	if (is_error(e) || ctype_is_scalar(e->type))
		return e;
	check_error(c, e->loc, E0615, "'%s' cannot be passed to printf",
	            check_type_text(c, e->type));
	return cexpr_error(c, e->loc);
}

static struct cexpr *build_known(struct sema *c, const struct known *k,
                                 struct cexprs *args, struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_BUILTIN, known_type(c, k->result), loc);
	e->op = k->op;
	const struct cexpr *format = args->n ? args->at[0] : NULL;
	for (u32 i = 0; i < args->n; i++) {
		struct cexpr *a = args->at[i];
		if (k->op == CB_PRINTF)
			a = i == 0 ? convert(c, a,
			                     ctype_ptr(c->t,
			                               ctype_qualified(
							       c->t, c->t->basic[CT_CHAR],
							       Q_CONST)),
			                     CONV_IMPLICIT, a->loc)
			           : printf_arg(c, a);
		else if (k->arg == CT_PTR)
			a = convert(c, a, pointer_arg(c, k, i), CONV_IMPLICIT, a->loc);
		else if (k->arg == CT_ERROR)
			a = rvalue(c, a);
		else
			a = convert(c, a, known_type(c, k->arg), CONV_IMPLICIT, a->loc);
		if (is_error(a))
			return a;
		args->at[i] = a;
	}
	if (k->op == CB_PRINTF)
		printf_warn(c, format, args->at + 1, args->n - 1, loc);
	e->arg = args->at;
	e->narg = args->n;
	return e;
}

/* void *__builtin_assume_aligned(const void *, size_t, ...) is its first argument. */
static struct cexpr *assume_aligned(struct sema *c, struct cscope *at, struct syn *s) {
	const struct ctype *v = c->t->basic[CT_VOID];
	for (u32 i = 2; i < s->nkid; i++) {
		struct cexpr *n = check_value(c, at, s->kid[i]);
		n = convert(c, n, c->t->basic[CT_ULONG], CONV_IMPLICIT, n->loc);
		if (is_error(n))
			return n;
	}
	struct cexpr *p = check_value(c, at, syn_call(s)->arg[0]);
	p = convert(c, p, ctype_ptr(c->t, ctype_qualified(c->t, v, Q_CONST)),
	            CONV_IMPLICIT, p->loc);
	return is_error(p) ? p : cast_scalar(c, p, ctype_ptr(c->t, v));
}

/* Builtins that are a number: an infinity, or a NaN with the payload that its argument
 * tells. */
static const struct {
	const char *name;
	u8 kind; /* enum ctype_kind */
	bool is_nan, is_signaling;
} special_numbers[] = {
	{"__builtin_huge_val", CT_DOUBLE, false, false},
	{"__builtin_huge_valf", CT_FLOAT, false, false},
	{"__builtin_huge_vall", CT_LDOUBLE, false, false},
	{"__builtin_inf", CT_DOUBLE, false, false},
	{"__builtin_inff", CT_FLOAT, false, false},
	{"__builtin_infl", CT_LDOUBLE, false, false},
	{"__builtin_nan", CT_DOUBLE, true, false},
	{"__builtin_nanf", CT_FLOAT, true, false},
	{"__builtin_nanl", CT_LDOUBLE, true, false},
	{"__builtin_nans", CT_DOUBLE, true, true},
	{"__builtin_nansf", CT_FLOAT, true, true},
	{"__builtin_nansl", CT_LDOUBLE, true, true},
};

/* Returns the fraction of the NaN, as a double has it, that a literal tells; false if it
 * is no literal of a number. As in nvcc a payload has 32 bits, a signaling NaN is a quiet
 * one whose payload is not 0, and a long double's fraction of 63 bits loses the lowest
 * 11. */
static bool nan_fraction(const struct cexpr *tag, enum ctype_kind kind, bool is_signaling,
                         u64 *fraction) {
	if (tag->kind != CE_STRING || ctype_size(tag->type->base) != 1)
		return false;
	char text[32], *end;
	if (tag->length >= sizeof text)
		return false;
	memcpy(text, tag->text, tag->length);
	text[tag->length] = 0;
	u64 payload = strtoull(text, &end, 0) & 0xffffffff;
	if (end != text + tag->length)
		return false;
	if (is_signaling && payload == 0)
		payload = 1;
	*fraction = kind == CT_FLOAT     ? (payload & 0x3fffff) << 29
	            : kind == CT_LDOUBLE ? payload >> 11
	                                 : payload;
	return true;
}

/* Checks a builtin that is a number. NULL if it is none. */
static struct cexpr *special_number(struct sema *c, struct cscope *at, struct syn *s,
                                    const char *name) {
	u32 i = 0;
	while (i < countof(special_numbers) && strcmp(name, special_numbers[i].name) != 0)
		i++;
	if (i == countof(special_numbers) || s->nkid != 1u + special_numbers[i].is_nan)
		return NULL;
	enum ctype_kind kind = special_numbers[i].kind;
	u64 bits = 0x7ff0000000000000, fraction;
	if (special_numbers[i].is_nan) {
		struct cexpr *tag = check_expr(c, at, syn_call(s)->arg[0]);
		if (is_error(tag))
			return tag;
		if (!nan_fraction(tag, kind, special_numbers[i].is_signaling, &fraction))
			return NULL; /* a call of nan(), if there is one */
		bits |= 0x8000000000000 | fraction;
	}
	return cexpr_int(c, c->t->basic[kind], bits, s->loc);
}

/* Checks calls of builtins whose arguments are not simply values. NULL if it is not one
 * of them. */
static struct cexpr *special_builtin(struct sema *c, struct cscope *at, struct syn *s,
                                     const char *name) {
	if (strncmp(name, "__builtin_", 10) != 0)
		return NULL;
	if (strcmp(name, "__builtin_constant_p") == 0 && s->nkid == 2) {
		c->unevaluated++;
		struct cexpr *e = check_value(c, at, syn_call(s)->arg[0]);
		c->unevaluated--;
		return cexpr_int(c, c->t->basic[CT_INT], e->kind == CE_CONST, s->loc);
	}
	if (strcmp(name, "__builtin_is_constant_evaluated") == 0) {
		struct cexpr *e = cexpr_new(c, CE_BUILTIN, c->t->basic[CT_BOOL], s->loc);
		e->op = CB_CONSTANT_P;
		return e;
	}
	if (strcmp(name, "__builtin_addressof") == 0 && s->nkid == 2) {
		struct cexpr *e = check_expr(c, at, syn_call(s)->arg[0]);
		return is_error(e) ? e : cexpr_addr(c, materialise(c, e));
	}
	if (strcmp(name, "__builtin_assume_aligned") == 0 && s->nkid >= 3)
		return assume_aligned(c, at, s);
	struct cexpr *other = check_va_builtin(c, at, s, name);
	if (!other)
		other = check_where_builtin(c, s, name);
	if (!other)
		other = check_member_builtin(c, at, s, name);
	if (other)
		return other;
	if (strcmp(name, "__builtin_launder") == 0 && s->nkid == 2)
		return check_value(c, at, syn_call(s)->arg[0]);
	return special_number(c, at, s, name);
}

/* memcpy and printf are the compiler's only where the name means the C library's
 * function. */
static bool is_library_name(struct sema *c, struct cscope *at, struct syn *callee,
                            const char *name) {
	if (strncmp(name, "__builtin_", 10) == 0)
		return true;
	struct syn *last;
	struct cscope *in;
	struct cdecl *d = lookup_id(c, at, callee, &last, &in);
	if (!d)
		return true;
	d = decl_of(c, d);
	return d && d->kind == CDECL_FUNC && (d->is_system || d->is_extern_c) &&
	       !func_definition(c, d)->has_definition;
}

struct cexpr *check_builtin(struct sema *c, struct cscope *at, struct syn *s,
                            struct str *name) {
	struct cexpr *e = special_builtin(c, at, s, name->s);
	if (e)
		return e;
	const struct known *k = find_known(c, name);
	if (!k || !is_library_name(c, at, syn_call(s)->callee, name->s))
		return NULL;
	struct cexprs args = {0};
	check_args(c, at, s->kid + 1, s->nkid - 1, &args);
	if (any_error(&args))
		return cexpr_error(c, s->loc);
	if (k->nargs == 255 ? args.n < 1 : args.n != k->nargs) {
		check_error(c, s->loc, E0616, "too %s arguments to '%s'",
		            k->nargs == 255 || args.n < k->nargs ? "few" : "many",
		            name->s);
		return cexpr_error(c, s->loc);
	}
	return build_known(c, k, &args, s->loc);
}

/* __builtin_sinf and the like, which the C++ library's headers call: the function
 * itself. */
static struct cdecl *library_function(struct sema *c, struct str *name) {
	if (strncmp(name->s, "__builtin_", 10) != 0)
		return NULL;
	const char *own = arena_printf(c->a, "__simt_%s", name->s + 10);
	struct cdecl *d = cscope_find_here(c->u->global,
	                                   str_intern(c->u->names, own, strlen(own)), 0);
	struct str *plain = str_intern(c->u->names, name->s + 10, name->len - 10);
	return d ? d : cscope_find_here(c->u->global, plain, 0);
}

/* ---- calls ------------------------------------------------------------------------- */

static struct cexpr *call_destructor(struct sema *c, struct cexpr *callee,
                                     struct loc loc) {
	struct cexpr *obj = callee->set->object;
	struct cdecl *dtor = class_dtor(c, obj->type);
	check_dtor_deleted(c, obj->type, loc);
	if (!dtor) {
		struct cexpr *v = cexpr_new(c, CE_CAST, c->t->basic[CT_VOID], loc);
		v->a = obj;
		return v;
	}
	if (dtor->is_virtual && !callee->set->is_exact)
		return build_call(c, dtor, materialise(c, obj), NULL, 0, loc);
	check_use(c, dtor, loc);
	struct cexpr *e = cexpr_new(c, CE_DESTROY, c->t->basic[CT_VOID], loc);
	e->a = materialise(c, obj);
	e->dtor = func_definition(c, dtor);
	return e;
}

static struct cexpr *call_object(struct sema *c, struct cscope *at, struct cexpr *obj,
                                 struct cexprs *args, struct loc loc) {
	struct cexpr *e = overload_call_object(c, at, obj, args->at, args->n, loc);
	if (e)
		return e;
	check_error(c, loc, E0616, "'%s' cannot be called",
	            check_type_text(c, obj->type));
	return cexpr_error(c, loc);
}

static bool unknown_function(struct sema *c, const struct coverload *set,
                             struct loc loc) {
	struct diag_record *r = check_error(c, loc, E0601, "'%s' is not declared",
	                                    set->name->s);
	check_suggest(c, r, set->at, set->name->s);
	return r != NULL;
}

static struct cexpr *call_overloads(struct sema *c, struct cexpr *callee,
                                    struct cexprs *args, struct syn *s) {
	struct coverload *set = callee->set;
	if (set->memfn) {
		struct cexprs all = {0};
		vec_push(c->a, &all, cexpr_addr(c, set->object));
		for (u32 i = 0; i < args->n; i++)
			vec_push(c->a, &all, args->at[i]);
		return value_in(c, set->hold,
		                build_call_pointer(c, set->memfn, all.at, all.n, s->loc));
	}
	if (set->name == c->name.dtor && set->object)
		return call_destructor(c, callee, s->loc);
	if (!set->cand.n) { /* only argument-dependent lookup may find it */
		struct cdecls found = {0};
		lookup_adl(c, set->at, set->name, args->at, args->n, callee->loc, &found);
		if (!found.n) {
			struct cdecl *lib = library_function(c, set->name);
			if (lib)
				overload_add_chain(c, lib, &set->cand);
			else if (unknown_function(c, set, callee->loc))
				return cexpr_error(c, s->loc);
		}
	}
	/* a block-scope or member declaration ends argument-dependent lookup
	 * ([basic.lookup.argdep]/3) */
	for (u32 i = 0; i < set->cand.n; i++)
		if (set->cand.at[i]->scope &&
		    set->cand.at[i]->scope->kind == CSCOPE_CLASS)
			set->adl = false;
	return overload_call(c, set, args->at, args->n, s->loc);
}

/* Calls a function that an expression names: a template argument, &f. */
static struct cexpr *call_named(struct sema *c, struct cexpr *f, struct cexprs *args,
                                struct loc loc) {
	/* Whether the call may throw is said by the expression's type. */
	if (c->unevaluated && !f->type->is_noexcept &&
	    func_value_type(c, f->decl)->is_noexcept)
		return build_call_pointer(c, cexpr_addr(c, f), args->at, args->n, loc);
	return build_call(c, f->decl, NULL, args->at, args->n, loc);
}

static struct str *plain_name(struct syn *callee) {
	while (callee->kind == SYN_PAREN)
		callee = syn_paren(callee)->expr;
	if (callee->kind == SYN_QUALIFIED)
		callee = callee->kid[callee->nkid - 1];
	return callee->kind == SYN_NAME ? callee->name : NULL;
}

/* T::type(args) without `typename`: the text of a template is parsed when T is not known,
 * as a call. nvcc takes it as a conversion where it is instantiated. NULL: T::type is no
 * type. */
static struct cexpr *check_type_called(struct sema *c, struct cscope *at,
                                       const struct syn *s) {
	struct syn *id = syn_call(s)->callee, specs, cast = *s;
	if (id->kind != SYN_QUALIFIED || id->flags & SYNF_GLOBAL)
		return NULL;
	struct cdecl *first = id->kid[0]->name ? lookup(c, at, id->kid[0]->name, id->loc)
	                                       : NULL;
	if (!first || first->kind == CDECL_NAMESPACE)
		return NULL;
	const struct syn *last = id->kid[id->nkid - 1];
	struct cscope *in = lookup_scope(c, at, id, id->nkid - 1, false);
	struct cdecl *d = in && last->kind == SYN_NAME ? lookup_in(c, in, last->name)
	                                               : NULL;
	d = d ? decl_of(c, d) : NULL;
	if (!d || d->kind != CDECL_TYPE)
		return NULL;
	specs = (struct syn){.kind = SYN_SPECS, .loc = id->loc, .nkid = 1, .kid = &id};
	cast.kind = SYN_FUNCTIONAL_CAST;
	cast.kid = arena_array(c->a, struct syn *, s->nkid);
	memcpy(cast.kid, s->kid, sizeof *s->kid * s->nkid);
	cast.kid[0] = &specs;
	return check_functional_cast(c, at, &cast);
}

struct cexpr *check_call(struct sema *c, struct cscope *at, struct syn *s) {
	struct str *name = plain_name(syn_call(s)->callee);
	struct cexpr *e = name ? check_builtin(c, at, s, name) : NULL;
	if (!e)
		e = check_type_called(c, at, s);
	if (e)
		return e;
	c->callee_depth++;
	struct cexpr *callee = check_expr(c, at, syn_call(s)->callee);
	c->callee_depth--;
	struct cexprs args = {0};
	check_args(c, at, s->kid + 1, s->nkid - 1, &args);
	if (is_error(callee) || any_error(&args))
		return cexpr_error(c, s->loc);
	if (callee->type->kind == CT_OVERLOAD) {
		/* ([basic.lookup.argdep]/1) */
		callee->set->adl &= syn_call(s)->callee->kind != SYN_PAREN;
		return call_overloads(c, callee, &args, s);
	}
	if (callee->type->kind == CT_CLASS)
		return call_object(c, at, callee, &args, s->loc);
	if (callee->kind == CE_FUNC && callee->type->kind == CT_FUNC)
		return call_named(c, callee, &args, s->loc);
	callee = rvalue(c, callee);
	if (callee->type->kind == CT_PTR && callee->type->base->kind == CT_FUNC)
		return callee->kind == CE_ADDR && callee->a->kind == CE_FUNC
		               ? call_named(c, callee->a, &args, s->loc)
		               : build_call_pointer(c, callee, args.at, args.n, s->loc);
	if (!is_error(callee))
		check_error(c, s->loc, E0616, "'%s' is not a function",
		            check_type_text(c, callee->type));
	return cexpr_error(c, s->loc);
}

/* ---- launches ---------------------------------------------------------------------- */

/* Returns the kernel that k(args...) means, as a pointer: its arguments choose among
 * overloads and templates. */
static struct cexpr *launched_kernel(struct sema *c, struct cscope *at, struct syn *s) {
	struct syn call = *s;
	call.kind = SYN_CALL;
	call.kid = arena_array(c->a, struct syn *, s->nkid);
	call.nkid = s->nkid - 1;
	syn_call(&call)->callee = syn_launch(s)->callee;
	for (u32 i = 2; i < s->nkid; i++)
		call.kid[i - 1] = s->kid[i];
	c->unevaluated++;
	struct cexpr *e = check_call(c, at, &call);
	c->unevaluated--;
	while (e->kind == CE_CAST || e->kind == CE_TEMP)
		e = e->a;
	if (is_error(e))
		return e;
	if (e->kind != CE_CALL || (e->decl && !(e->decl->flags & SPEC_GLOBAL))) {
		check_error(c, s->loc, E0608,
		            "only a kernel can be launched with <<< >>>");
		return cexpr_error(c, s->loc);
	}
	if (!e->decl)
		return check_value(c, at, syn_launch(s)->callee);
	check_use(c, e->decl, s->loc);
	struct cexpr *f = cexpr_new(c, CE_FUNC, e->decl->type, s->loc);
	f->decl = func_definition(c, e->decl);
	f->is_lvalue = true;
	return cexpr_addr(c, f);
}

/* As nvcc, which finds the device's part of the runtime in its library for relocatable
 * code. A function of both halves may launch on the host alone. */
static void check_launches_allowed(struct sema *c, struct loc loc) {
	const struct cdecl *f = c->fn ? c->fn->func : NULL;
	if (!c->u->opt->launches && f && !(f->flags & SPEC_HOST))
		check_error(c, loc, E0608,
		            "device code launches a kernel, which takes relocatable "
		            "device code: compile with -rdc=true");
}

/* k<<<config>>>(args) is __simt_configure(k, config)(args): simt/device_runtime.h has the
 * rest. */
struct cexpr *check_launch(struct sema *c, struct cscope *at, struct syn *s) {
	struct str *name = str_intern(c->u->names, "__simt_configure", 16);
	struct syn callee = {.kind = SYN_NAME, .name = name, .loc = s->loc};
	struct syn *config = syn_launch(s)->config;
	struct cexprs args = {0}, rest = {0};
	if (config->nkid < 2 || config->nkid > 4) {
		check_error(
			c, config->nkid > 4 ? config->kid[4]->loc : s->loc, E0611,
			config->nkid < 2
				? "a launch needs a grid and a block: <<<grid, block>>>"
				: "a launch takes <<<grid, block, shared, stream>>> and "
				  "nothing more");
		return cexpr_error(c, s->loc);
	}
	struct cexpr *kernel = launched_kernel(c, at, s);
	if (is_error(kernel))
		return kernel;
	check_launches_allowed(c, s->loc);
	vec_push(c->a, &args, kernel);
	check_args(c, at, config->kid, config->nkid, &args);
	c->callee_depth++;
	struct cexpr *configure = check_expr(c, at, &callee);
	c->callee_depth--;
	check_args(c, at, s->kid + 2, s->nkid - 2, &rest);
	if (is_error(configure) || any_error(&args) || any_error(&rest))
		return cexpr_error(c, s->loc);
	struct cexpr *launcher = configure->type->kind == CT_OVERLOAD
	                                 ? call_overloads(c, configure, &args, s)
	                                 : build_call(c, configure->decl, NULL, args.at,
	                                              args.n, s->loc);
	return is_error(launcher)
	               ? launcher
	               : call_object(c, at, materialise(c, launcher), &rest, s->loc);
}
