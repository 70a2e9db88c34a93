/* binding.c - structured bindings ([dcl.struct.bind]): auto [a, b] = e. The names are
 * references to the parts of a hidden copy of e, or of what e refers to.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/init/binding.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/local.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/binary.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/flow.h"
#include "parser/cuda/meaning/stmt/stmt.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/template.h"

void binding_name(struct sema *c, struct cscope *at, struct cstmt *out, struct str *name,
                  struct loc loc, struct cexpr *part, const struct ctype *type) {
	if (is_error(part))
		return;
	part = materialise(c, part);
	struct cdecl *d = local_var_new(c, at, name,
	                                part->is_xvalue ? ctype_rref(c->t, part->type)
	                                                : ctype_lref(c->t, part->type),
	                                loc);
	cdecl_rare_set(c->a, d)->binding_type = type;
	d->init = part;
	if (part->kind == CE_TEMP) /* what get() returned by value */
		part->decl = d;
	cstmt_push(c, out, decl_stmt(c, d));
}

static void bind_name(struct sema *c, struct cscope *at, struct cstmt *out,
                      struct syn *name, struct cexpr *part, const struct ctype *type) {
	check_redeclaration(c, at, name->name, name->loc, false);
	binding_name(c, at, out, name->name, name->loc, part, type);
}

/* ---- std::tuple_size, std::tuple_element and get ----------------------------------- */

struct cdecl *std_instance(struct sema *c, const char *name, struct ctargs *args,
                           struct loc loc) {
	struct cdecl *std = cscope_find_here(c->u->global, str_lit(c->u->names, "std"),
	                                     0);
	struct cdecl *t = std && std->kind == CDECL_NAMESPACE
	                          ? cscope_find_here(
					    std->inner,
					    str_intern(c->u->names, name, strlen(name)),
					    0)
	                          : NULL;
	t = t ? decl_of(c, t) : NULL;
	return t && t->kind == CDECL_TEMPLATE && t->template_of == CDECL_TYPE
	               ? template_instance(c, t, args, loc)
	               : NULL;
}

/* Returns the number of parts that a class has by std::tuple_size. */
static bool tuple_size(struct sema *c, const struct ctype *t, u64 *n, struct loc loc) {
	struct ctargs args = {0};
	vec_push(c->a, &args, ((struct ctarg){.kind = TARG_TYPE, .type = t}));
	bool failed = quiet_begin(c);
	struct cdecl *inst = std_instance(c, "tuple_size", &args, loc);
	struct cdecl *value = inst && inst->type && type_try_complete(c, inst->type)
	                              ? decl_of(c,
	                                        lookup_in(c, inst->inner,
	                                                  str_lit(c->u->names, "value")))
	                              : NULL;
	struct cexpr *e = value && value->kind == CDECL_VAR
	                          ? rvalue(c, cexpr_var(c, value, loc))
	                          : NULL;
	bool ok = e && !is_error(e) && const_try(c, e, n);
	quiet_end(c, failed);
	return ok;
}

static const struct ctype *tuple_element(struct sema *c, const struct ctype *t, u64 i,
                                         struct loc loc) {
	struct ctargs args = {0};
	vec_push(c->a, &args,
	         ((struct ctarg){
			 .kind = TARG_VALUE, .type = c->t->basic[CT_ULONG], .value = i}));
	vec_push(c->a, &args, ((struct ctarg){.kind = TARG_TYPE, .type = t}));
	struct cdecl *inst = std_instance(c, "tuple_element", &args, loc);
	struct cdecl *type = inst && inst->type && type_complete(c, inst->type, loc)
	                             ? decl_of(c, lookup_in(c, inst->inner,
	                                                    str_lit(c->u->names, "type")))
	                             : NULL;
	if (type && type->kind == CDECL_TYPE && type->type)
		return type->type;
	check_error(c, loc, E0606, "std::tuple_element has no type for part %llu of '%s'",
	            (unsigned long long)i, check_type_text(c, t));
	return c->t->basic[CT_ERROR];
}

/* e.get<i>() if the class has such a member, else get<i>(e). */
static struct cexpr *get(struct sema *c, struct cscope *at, struct cexpr *e, u64 i,
                         struct loc loc) {
	struct coverload set = {.name = str_lit(c->u->names, "get"), .at = at};
	set.explicit_args = arena_new(c->a, struct ctargs);
	vec_push(c->a, set.explicit_args,
	         ((struct ctarg){
			 .kind = TARG_VALUE, .type = c->t->basic[CT_ULONG], .value = i}));
	struct cdecl *member = lookup_member(c, ctype_unqual(e->type), set.name, loc);
	struct cdecl *m = member ? decl_of(c, member) : NULL;
	if (m && m->kind == CDECL_TEMPLATE && m->params->nkid &&
	    m->params->kid[0]->kind == SYN_TPARAM_VALUE) {
		set.object = e;
		overload_add_chain(c, member, &set.cand);
		return overload_call(c, &set, NULL, 0, loc);
	}
	set.adl = true;
	return overload_call(c, &set, &e, 1, loc);
}

static void bind_tuple(struct sema *c, struct cscope *at, struct cstmt *out,
                       struct cdecl *whole, const struct ctype *of, struct syn *binding) {
	for (u32 i = 0; i < binding->nkid; i++) {
		struct cexpr *e = cexpr_var(c, whole, binding->loc);
		e->is_xvalue = whole->type->kind != CT_LREF;
		const struct ctype *t = tuple_element(c, of, i, binding->loc);
		if (t->kind == CT_ERROR)
			return;
		bind_name(c, at, out, binding->kid[i],
		          get(c, at, e, i, binding->kid[i]->loc), t);
	}
}

/* ---- arrays and plain classes ------------------------------------------------------ */

static void bind_array(struct sema *c, struct cscope *at, struct cstmt *out,
                       struct cdecl *whole, struct syn *binding) {
	for (u32 i = 0; i < binding->nkid; i++) {
		struct cexpr *part = decay(c, cexpr_var(c, whole, binding->loc));
		part = check_binary(c, at, '+', part,
		                    cexpr_int(c, c->t->basic[CT_INT], i, binding->loc),
		                    binding->loc);
		if (is_error(part))
			return;
		part = cexpr_deref(c, part);
		bind_name(c, at, out, binding->kid[i], part, part->type);
	}
}

/* Returns the subobject of the one class in the hierarchy that has members; NULL if
 * several classes have. */
static struct cexpr *with_members(struct sema *c, struct cexpr *e) {
	for (;;) {
		const struct ctype *t = ctype_unqual(e->type);
		struct cclass *cls = t->decl->cls;
		const struct ctype *base = NULL;
		for (u32 i = 0; i < cls->nbase; i++) {
			const struct ctype *b = cls->field.at[i].type;
			if (b->decl->cls->is_empty)
				continue;
			if (base || cls->field.n > cls->nbase)
				return NULL;
			base = b;
		}
		if (!base)
			return e;
		e = class_to_base(c, e, base, e->loc);
	}
}

static bool bind_members(struct sema *c, struct cscope *at, struct cstmt *out,
                         struct cdecl *whole, struct syn *binding) {
	struct cexpr *probe = with_members(c, cexpr_var(c, whole, binding->loc));
	if (!probe)
		return false;
	struct cclass *cls = probe->type->decl->cls;
	u32 k = 0, n = 0;
	for (u32 i = cls->nbase; i < cls->field.n; i++)
		n += cls->field.at[i].name != NULL;
	if (n != binding->nkid)
		return false;
	for (u32 i = cls->nbase; i < cls->field.n; i++) {
		struct cfield *f = &cls->field.at[i];
		if (!f->name)
			continue;
		struct cexpr *obj = with_members(c, cexpr_var(c, whole, binding->loc));
		struct cdecl *m = cscope_own(probe->type->decl->inner, f->name);
		if (m && m->kind == CDECL_FIELD) /* [dcl.struct.bind]/4 */
			check_object_access(c, at, probe->type, m, binding->kid[k]->loc);
		struct cexpr *part = cexpr_field(c, obj, ctype_unqual(obj->type), i,
		                                 binding->loc);
		bind_name(c, at, out, binding->kid[k++], part,
		          ctype_is_ref(f->type) ? f->type : part->type);
	}
	return true;
}

/* False: an error has been reported. */
static bool bind(struct sema *c, struct cscope *at, struct cstmt *out, struct syn *specs,
                 struct syn *init_decl, struct syn *binding) {
	struct declarator_info info;
	const struct ctype *t = type_of_specs(c, at, specs);
	t = type_of_declarator(c, at, t, syn_init_decl(init_decl)->declarator, &info);
	if (!syn_init_decl(init_decl)->init) {
		check_error(c, binding->loc, E0627,
		            "a structured binding needs an initialiser");
		return false;
	}
	struct syn *init = syn_init_decl(init_decl)->init;
	struct cexpr *e = check_expr(c, at, init_single(init));
	/* an array is copied element by element ([dcl.struct.bind]/1) */
	bool copies_array = !ctype_is_ref(t) && e->type->kind == CT_ARRAY;
	t = copies_array ? ctype_qualified(c->t, e->type, t->quals)
	                 : deduce_auto(c, t, e, binding->loc);
	if (t->kind == CT_ERROR)
		return false;
	struct cdecl *whole = local_var_new(c, at, NULL, t, binding->loc);
	/* ... as `=`, ( ) or { } says */
	enum init_kind kind = kind_of_init(init_decl) == INIT_COPY ? INIT_COPY
	                                                           : INIT_DIRECT;
	whole->init = copies_array ? array_copy(c, e, t, kind, binding->loc)
	                           : init_object(c, at, t, init, kind_of_init(init_decl),
	                                         binding->loc);
	if (!whole->init || is_error(whole->init))
		return false;
	extend_lifetime(whole);
	cstmt_push(c, out, decl_stmt(c, whole));
	flow_declare(c, whole, true);
	const struct ctype *of = ctype_noref(t);
	u64 n = 0;
	bool ok = false;
	if (of->kind == CT_ARRAY) {
		ok = of->n == binding->nkid;
		if (ok)
			bind_array(c, at, out, whole, binding);
	} else if (of->kind == CT_CLASS && type_complete(c, of, binding->loc)) {
		bool is_tuple = tuple_size(c, of, &n, binding->loc);
		ok = is_tuple ? n == binding->nkid
		              : bind_members(c, at, out, whole, binding);
		if (is_tuple && ok)
			bind_tuple(c, at, out, whole, of, binding);
	}
	if (!ok)
		check_error(c, binding->loc, E0608, "'%s' cannot be bound to %u names",
		            check_type_text(c, of), binding->nkid);
	return ok;
}

void check_binding(struct sema *c, struct cscope *at, struct cstmt *out,
                   struct syn *specs, struct syn *init_decl, struct syn *binding) {
	if (bind(c, at, out, specs, init_decl, binding))
		return;
	for (u32 i = 0; i < binding->nkid; i++) { /* to be named without another error */
		struct syn *name = binding->kid[i];
		if (!cscope_find_here(at, name->name, 0))
			local_var_new(c, at, name->name, c->t->basic[CT_ERROR],
			              name->loc);
	}
}
