/* compare.c - C++20's comparisons: the built-in <=>, and the defaulted == and <=> of a
 * class ([expr.spaceship], [class.compare]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/class/compare.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/stmt/stmt.h"

/* ---- categories -------------------------------------------------------------------- */

/* From the weakest on. */
enum category { ORDER_NONE, ORDER_PARTIAL, ORDER_WEAK, ORDER_STRONG };

static const char *const category_name[] = {"", "partial_ordering", "weak_ordering",
                                            "strong_ordering"};

static struct cdecl *in_std(struct sema *c, const char *name) {
	struct cdecl *std = cscope_find_here(c->u->global, str_lit(c->u->names, "std"),
	                                     0);
	struct cdecl *d = std && std->kind == CDECL_NAMESPACE
	                          ? lookup_in(c, std->inner,
	                                      str_intern(c->u->names, name, strlen(name)))
	                          : NULL;
	return d ? decl_of(c, d) : NULL;
}

/* Returns the class of a category, complete; NULL, with an error, if there is none. */
static const struct ctype *category_type(struct sema *c, enum category k,
                                         struct loc loc) {
	struct cdecl *d = in_std(c, category_name[k]);
	if (d && d->kind == CDECL_TYPE && d->type && d->type->kind == CT_CLASS &&
	    type_try_complete(c, d->type) && d->cls->field.n == 1 &&
	    ctype_size(d->type) == 1)
		return d->type;
	struct diag_record *r = check_error(c, loc, E0608, "<=> needs 'std::%s'",
	                                    category_name[k]);
	check_note(c, r, "add #include <compare>");
	return NULL;
}

static enum category category_of(struct sema *c, const struct ctype *t) {
	t = ctype_unqual(t);
	for (u32 k = ORDER_PARTIAL; k <= ORDER_STRONG && t->kind == CT_CLASS; k++) {
		struct cdecl *d = t->decl->name && strcmp(t->decl->name->s,
		                                          category_name[k]) == 0
		                          ? in_std(c, category_name[k])
		                          : NULL;
		if (d && d->type == t)
			return (enum category)k;
	}
	return ORDER_NONE;
}

/* Makes an object of a category: libraries agree that its one field is below, at or
 * above zero. */
static struct cexpr *ordering(struct sema *c, const struct ctype *t, struct cexpr *value,
                              struct loc loc) {
	struct cexpr *e = cexpr_new(c, CE_INIT_LIST, t, loc);
	e->arg = node_array(c, struct cexpr *, 1);
	e->arg[0] = cast_scalar(c, value, ctype_unqual(t->decl->cls->field.at[0].type));
	e->narg = 1;
	return e;
}

/* Returns the field of std::partial_ordering::unordered, which libraries do not agree
 * on. */
static struct cexpr *unordered(struct sema *c, const struct ctype *t, struct loc loc) {
	struct cdecl *d = lookup_in(c, t->decl->inner, str_lit(c->u->names, "unordered"));
	d = d ? decl_of(c, d) : NULL;
	u64 v;
	if (!d || d->kind != CDECL_VAR)
		return NULL;
	c->in_const++;
	struct cexpr *e = cexpr_load(
		c, cexpr_field(c, cexpr_var(c, d, loc), ctype_unqual(t), 0, loc));
	bool ok = const_int(c, e, &v, "std::partial_ordering::unordered");
	c->in_const--;
	return ok ? cexpr_int(c, c->t->basic[CT_SCHAR], v, loc) : NULL;
}

/* ---- the built-in <=> -------------------------------------------------------------- */

struct cexpr *check_spaceship(struct sema *c, struct cexpr *a, struct cexpr *b,
                              const struct ctype *t, struct loc loc) {
	bool is_partial = ctype_is_floating(t);
	const struct ctype *result = category_type(
		c, is_partial ? ORDER_PARTIAL : ORDER_STRONG, loc);
	const char *text = is_partial ? "__simt_compare_partial" : "__simt_compare";
	struct coverload set = {.name = str_intern(c->u->names, text, strlen(text))};
	struct cdecl *d = cscope_find_here(c->u->global, set.name, 0);
	struct cexpr *arg[3] = {a, b, NULL};
	if (result && !d)
		check_error(c, loc, E0608, "<=> needs the device's headers");
	if (!result || !d)
		return NULL;
	if (is_partial && !(arg[2] = unordered(c, result, loc)))
		return NULL;
	overload_add_chain(c, d, &set.cand);
	struct cexpr *value = overload_call(c, &set, arg, is_partial ? 3 : 2, loc);
	return is_error(value) ? value : ordering(c, result, value, loc);
}

/* ---- defaulted comparisons --------------------------------------------------------- */

struct comparing {
	struct sema *c;
	struct cdecl *f;
	const struct ctype *cls;
	bool is_equality;
	enum category category; /* of a <=> */
};

/* Returns the parameter or object number `i` of the two. */
static struct cexpr *operand(const struct comparing *k, u32 i) {
	struct cdecl *f = k->f;
	if (f->this_param)
		return i == 0 ? this_object(k->c, f)
		              : cexpr_var(k->c, f->param.at[0], f->loc);
	return cexpr_var(k->c, f->param.at[i], f->loc);
}

static struct cstmt *returns(struct sema *c, struct cdecl *f, struct cexpr *e) {
	struct cstmt *r = cstmt_new(c, CS_RETURN, f->loc);
	r->e = f->type->base->kind == CT_AUTO
	               ? e
	               : convert(c, e, f->type->base, CONV_IMPLICIT, f->loc);
	return r;
}

static struct cexpr *sign(struct sema *c, const struct ctype *t, s64 v, struct loc loc) {
	return ordering(c, t, cexpr_int(c, c->t->basic[CT_SCHAR], (u64)v, loc), loc);
}

/* Makes a <=> b; of == and < if the parts have only these ([class.spaceship]/1). */
static struct cexpr *three_way(const struct comparing *k, struct cexpr *a,
                               struct cexpr *b) {
	struct sema *c = k->c;
	struct loc loc = k->f->loc;
	bool failed = quiet_begin(c);
	struct cexpr *e = check_binary(c, k->f->inner, CU_SPACESHIP, a, b, loc);
	bool bad = quiet_end(c, failed) || is_error(e);
	if (!bad || k->category == ORDER_NONE) /* again, to record what it uses */
		return check_binary(c, k->f->inner, CU_SPACESHIP, a, b, loc);
	const struct ctype *t = category_type(c, k->category, loc);
	struct cexpr *less = to_bool(c, check_binary(c, k->f->inner, '<', a, b, loc));
	struct cexpr *same = to_bool(c, check_binary(c, k->f->inner, CU_EQ, a, b, loc));
	struct cexpr *more = k->category == ORDER_PARTIAL
	                             ? to_bool(c, check_binary(c, k->f->inner, '<', b, a,
	                                                       loc))
	                             : NULL;
	if (!t || is_error(less) || is_error(same) || (more && is_error(more)))
		return cexpr_error(c, loc);
	struct cexpr *last = cexpr_int(c, c->t->basic[CT_SCHAR], 1, loc);
	if (more) {
		struct cexpr *none = cexpr_new(c, CE_COND, last->type, loc);
		none->a = more;
		none->b = last;
		none->c = unordered(c, t, loc);
		if (!none->c)
			return cexpr_error(c, loc);
		last = none;
	}
	struct cexpr *below = cexpr_new(c, CE_COND, last->type, loc);
	below->a = less;
	below->b = cexpr_int(c, last->type, (u64)-1, loc);
	below->c = last;
	struct cexpr *all = cexpr_new(c, CE_COND, last->type, loc);
	all->a = same;
	all->b = cexpr_int(c, last->type, 0, loc);
	all->c = below;
	return ordering(c, t, all, loc);
}

/* if (!(a == b)) return false;  if (auto r = a <=> b; r != 0) return r; */
static bool compare_one(const struct comparing *k, struct cstmt *out, struct cexpr *a,
                        struct cexpr *b) {
	struct sema *c = k->c;
	struct loc loc = k->f->loc;
	struct cstmt *s = cstmt_new(c, CS_IF, loc);
	struct cexpr *e = k->is_equality ? to_bool(c, check_binary(c, k->f->inner, CU_EQ,
	                                                           a, b, loc))
	                                 : three_way(k, a, b);
	if (is_error(e))
		return false;
	if (k->is_equality) {
		struct cexpr *no = cexpr_new(c, CE_NOT, e->type, loc);
		no->a = e;
		s->e = no;
		s->s = returns(c, k->f, cexpr_int(c, c->t->basic[CT_BOOL], 0, loc));
		cstmt_push(c, out, s);
		return true;
	}
	struct cdecl *r = local_var_new(c, k->f->inner, NULL, ctype_unqual(e->type), loc);
	r->init = e;
	cstmt_push(c, out, decl_stmt(c, r));
	s->e = to_bool(c, check_binary(c, k->f->inner, CU_NE, cexpr_var(c, r, loc),
	                               zero_literal(c, CT_INT, loc), loc));
	s->s = returns(c, k->f, cexpr_var(c, r, loc));
	cstmt_push(c, out, s);
	return !is_error(s->e);
}

static struct cexpr *element(struct sema *c, struct cexpr *array, struct cdecl *i) {
	struct cexpr *e = cexpr_new(c, CE_PTR_ADD, ctype_ptr(c->t, array->type->base),
	                            array->loc);
	e->a = decay(c, array);
	e->b = cexpr_load(c, cexpr_var(c, i, array->loc));
	return cexpr_deref(c, e);
}

static bool compare_value(const struct comparing *k, struct cstmt *out, struct cexpr *a,
                          struct cexpr *b) {
	struct sema *c = k->c;
	struct loc loc = k->f->loc;
	if (a->type->kind != CT_ARRAY)
		return compare_one(k, out, a, b);
	const struct ctype *t = c->t->basic[CT_LONG];
	struct cdecl *i = local_var_new(c, k->f->inner, NULL, t, loc);
	i->init = cexpr_int(c, t, 0, loc);
	struct cstmt *loop = cstmt_new(c, CS_FOR, loc);
	loop->e = check_binary(c, k->f->inner, '<', cexpr_var(c, i, loc),
	                       cexpr_int(c, t, a->type->n, loc), loc);
	loop->step = cexpr_new(c, CE_PREINC, t, loc);
	loop->step->a = cexpr_var(c, i, loc);
	loop->step->is_lvalue = true;
	loop->s = cstmt_block(c, loc);
	bool ok = compare_value(k, loop->s, element(c, a, i), element(c, b, i));
	struct cstmt *block = cstmt_block(c, loc);
	cstmt_push(c, block, decl_stmt(c, i));
	cstmt_push(c, block, loop);
	cstmt_push(c, out, block);
	return ok;
}

/* Finds the result type of an auto <=>: the weakest category of any part's <=>
 * ([class.spaceship]/2). */
static const struct ctype *common_category(const struct comparing *k) {
	struct sema *c = k->c;
	struct cclass *cls = k->cls->decl->cls;
	enum category all = ORDER_STRONG;
	for (u32 i = 0; i < cls->field.n; i++) {
		struct cexpr *part[2];
		for (u32 n = 0; n < 2; n++) {
			part[n] = class_part(c, operand(k, n), k->cls, i);
			while (part[n]->type->kind == CT_ARRAY)
				part[n] = cexpr_deref(c, decay(c, part[n]));
		}
		struct cexpr *e = check_binary(c, k->f->inner, CU_SPACESHIP, part[0],
		                               part[1], k->f->loc);
		enum category of = is_error(e) ? ORDER_NONE : category_of(c, e->type);
		if (of == ORDER_NONE && !is_error(e))
			check_error(c, k->f->loc, E0608,
			            "the <=> of a part gives '%s', which is not a "
			            "category of <compare>",
			            check_type_text(c, e->type));
		if (of == ORDER_NONE)
			return NULL;
		all = MIN(all, of);
	}
	return category_type(c, all, k->f->loc);
}

/* Returns the class of `bool operator==(const C &) const = default` or of a friend with
 * two parameters, or NULL. */
static const struct ctype *compared_class(const struct cdecl *f) {
	u32 n = f->this_param ? 1 : 2;
	const struct ctype *cls = NULL;
	if (f->param.n != n || !f->name ||
	    (strcmp(f->name->s, "operator==") != 0 &&
	     strcmp(f->name->s, "operator<=>") != 0))
		return NULL;
	for (u32 i = 0; i < n; i++) {
		const struct ctype *t = ctype_unqual(ctype_noref(f->param.at[i]->type));
		if (t->kind != CT_CLASS || (cls && t != cls))
			return NULL;
		cls = t;
	}
	return f->this_param && f->cls_owner->type != cls ? NULL : cls;
}

/* Makes a defaulted !=, <, >, <= or >= of == and <=> ([class.compare.secondary]). */
static bool secondary(struct sema *c, struct cdecl *f) {
	static const struct {
		const char name[12];
		u16 op, of;
	} list[] = {{"operator!=", CU_NE, CU_EQ},
	            {"operator<", '<', CU_SPACESHIP},
	            {"operator>", '>', CU_SPACESHIP},
	            {"operator<=", CU_LE, CU_SPACESHIP},
	            {"operator>=", CU_GE, CU_SPACESHIP}};
	struct comparing k = {.c = c, .f = f};
	if (!f->name || f->param.n != (f->this_param ? 1u : 2u))
		return false;
	for (u32 i = 0; i < countof(list); i++) {
		if (strcmp(f->name->s, list[i].name) != 0)
			continue;
		struct cexpr *e = check_binary(c, f->inner, list[i].of, operand(&k, 0),
		                               operand(&k, 1), f->loc);
		if (is_error(e))
			return true;
		if (list[i].of == CU_EQ) {
			struct cexpr *no = cexpr_new(c, CE_NOT, c->t->basic[CT_BOOL],
			                             f->loc);
			no->a = to_bool(c, e);
			e = no;
		} else {
			e = check_binary(c, f->inner, list[i].op, e,
			                 zero_literal(c, CT_INT, f->loc), f->loc);
		}
		if (!is_error(e))
			cstmt_push(c, f->body, returns(c, f, e));
		return true;
	}
	return false;
}

/* Whether all parts have the comparison, and the result type of an `auto operator<=>`. */
static bool parts_compare(struct sema *c, struct cdecl *f, const struct ctype *cls) {
	struct comparing k = {
		.c = c,
		.f = f,
		.cls = cls,
		.is_equality = strcmp(f->name->s, "operator==") == 0,
		.category = category_of(c, f->type->base),
	};
	struct cclass *of = cls->decl->cls;
	if (!type_try_complete(c, cls) || of->is_union)
		return false;
	struct cstmt *none = cstmt_block(c, f->loc);
	for (u32 i = 0; i < of->field.n; i++)
		if (of->field.at[i].is_anonymous ||
		    ((of->field.at[i].is_base || of->field.at[i].name) &&
		     !compare_value(&k, none, class_part(c, operand(&k, 0), cls, i),
		                    class_part(c, operand(&k, 1), cls, i))))
			return false;
	if (k.is_equality || f->type->base->kind != CT_AUTO)
		return true;
	const struct ctype *t = common_category(&k);
	if (t)
		f->type = ctype_func(c->t, t, f->type->param, f->type->nparam, false,
		                     f->type->memquals, f->type->ref);
	return t != NULL;
}

/* Deletes the comparison if a part does not have it: only a use is an error. */
void compare_resolve(struct sema *c, struct cdecl *f) {
	const struct ctype *cls = f->is_defaulted && f->satisfied == SATISFIED_UNKNOWN
	                                  ? compared_class(f)
	                                  : NULL;
	if (!cls || f->is_deleted || f->is_body_checked || !check_enter(c, f->loc))
		return;
	f->satisfied = SATISFIED_YES;
	struct cfunc_state fn = {
		.func = f, .scope = f->inner, .result = f->type->base, .outer = c->fn};
	struct cfunc_state *asker = c->fn;
	bool failed = quiet_begin(c);
	c->fn = &fn;
	c->unevaluated++;
	bool ok = parts_compare(c, f, cls);
	c->unevaluated--;
	c->fn = asker;
	f->is_deleted = !ok;
	quiet_end(c, failed);
	check_leave(c);
}

bool compare_default_body(struct sema *c, struct cdecl *f) {
	struct comparing k = {.c = c, .f = f, .cls = compared_class(f)};
	if (!k.cls)
		return secondary(c, f);
	if (!type_complete(c, k.cls, f->loc))
		return true;
	k.is_equality = strcmp(f->name->s, "operator==") == 0;
	struct cclass *cls = k.cls->decl->cls;
	for (u32 i = 0; i < cls->field.n; i++)
		if (cls->is_union || cls->field.at[i].is_anonymous) {
			check_error(c, f->loc, E0604,
			            "'%s' is deleted: '%s' has a union among its parts",
			            f->name->s, check_type_text(c, k.cls));
			return true;
		}
	if (!k.is_equality && f->type->base->kind == CT_AUTO) {
		common_category(&k); /* reports */
		return true;
	}
	k.category = k.is_equality ? ORDER_NONE : category_of(c, f->type->base);
	for (u32 i = 0; i < cls->field.n; i++) {
		if (!cls->field.at[i].is_base && !cls->field.at[i].name)
			continue; /* padding */
		if (!compare_value(&k, f->body, class_part(c, operand(&k, 0), k.cls, i),
		                   class_part(c, operand(&k, 1), k.cls, i)))
			return true;
	}
	struct cexpr *all = k.is_equality ? cexpr_int(c, c->t->basic[CT_BOOL], 1, f->loc)
	                                  : NULL;
	if (!all) {
		enum category of = category_of(c, f->type->base);
		const struct ctype *t = category_type(c, of ? of : ORDER_STRONG, f->loc);
		all = t ? sign(c, t, 0, f->loc) : cexpr_error(c, f->loc);
	}
	if (!is_error(all))
		cstmt_push(c, f->body, returns(c, f, all));
	return true;
}

/* ---- the == implied by <=> --------------------------------------------------------- */

static struct syn *copy_node(struct sema *c, const struct syn *s) {
	struct syn *r = arena_copy(c->a, s, sizeof *s, 8);
	if (s->nkid)
		r->kid = arena_copy(c->a, s->kid, sizeof(*s->kid) * s->nkid, 8);
	return r;
}

static bool is_operator(const struct syn *def, u16 op) {
	if (def->kind != SYN_FUNC_DEF && def->kind != SYN_SIMPLE_DECL)
		return false;
	struct syn *declarator = syn_first_declarator(def);
	struct declarator_info info = declarator_peek(declarator);
	return info.id && info.id->kind == SYN_OPERATOR_NAME && info.id->op == op;
}

/* Copies the declarator with another operator's name, which is kid[0] of any
 * declarator. */
static struct syn *renamed(struct sema *c, const struct syn *declarator, u16 op) {
	struct syn *r = copy_node(c, declarator);
	if (r->kind == SYN_OPERATOR_NAME)
		r->op = op;
	else if (r->nkid && r->kid[0])
		r->kid[0] = renamed(c, r->kid[0], op);
	return r;
}

struct syn *implied_equality(struct sema *c, const struct syn *cls,
                             const struct syn *member) {
	const struct syn *def = member->kind == SYN_FRIEND ? syn_friend(member)->decl
	                                                   : member;
	if (def->kind != SYN_FUNC_DEF || !(def->flags & SYNF_DEFAULTED) ||
	    !is_operator(def, CU_SPACESHIP))
		return NULL;
	for (u32 i = 2; i < cls->nkid; i++) {
		if (is_operator(syn_inner_decl(cls->kid[i]), CU_EQ))
			return NULL;
	}
	struct syn *r = copy_node(c, def),
		   *specs = copy_node(c, syn_func_def(def)->specs);
	struct syn *type = arena_new(c->a, struct syn);
	type->kind = SYN_BUILTIN_TYPE;
	type->op = TW_BOOL;
	type->loc = def->loc;
	syn_specs(specs)->type = type;
	syn_func_def(r)->specs = specs;
	syn_func_def(r)->declarator = renamed(c, syn_func_def(def)->declarator, CU_EQ);
	if (member == def)
		return r;
	struct syn *friend = copy_node(c, member);
	syn_friend(friend)->decl = r;
	return friend;
}
