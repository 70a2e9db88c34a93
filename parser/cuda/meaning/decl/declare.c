/* declare.c - from a skimmed or parsed declaration to a declared entity: its kind, its
 * type, its parameters, and which redeclarations are one ([dcl.dcl], [basic.link]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/declare.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/class/vbase.h"
#include "parser/cuda/meaning/constant.h"
#include "parser/cuda/meaning/decl/attribute.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/member.h"
#include "parser/cuda/meaning/decl/named_type.h"
#include "parser/cuda/meaning/decl/outside.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/pretty.h"
#include "parser/cuda/meaning/expr/vararg.h"
#include "parser/cuda/meaning/init/given.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/constraint.h"
#include "parser/cuda/meaning/template/ctad.h"
#include "parser/cuda/meaning/template/pack.h"
#include "parser/cuda/meaning/warn/warn.h"

bool decl_is_device(const struct cdecl *d) {
	return (d->flags & (SPEC_DEVICE | SPEC_GLOBAL)) != 0;
}

struct syn *decl_parsed(struct sema *c, struct cdecl *d) {
	u64 *slot = map_at(&c->parsed, (u64)d->first_token + 1);
	if (!*slot) {
		struct syn *s = cuda_parse_decl(c->u, d->scope, d->first_token,
		                                d->end_token);
		*map_at(&c->parsed, (u64)d->first_token + 1) = (uintptr_t)s;
		return s;
	}
	return (struct syn *)(uintptr_t)*slot;
}

/* ---- functions --------------------------------------------------------------------- */

/* A __grid_constant__ parameter stays in constant memory, so it is a const value. */
static void check_grid_constant(struct sema *c, const struct cdecl *param) {
	if (ctype_is_ref(param->type))
		check_error(c, param->loc, E0611,
		            "a __grid_constant__ parameter cannot be a reference");
	else if (!(param->type->quals & Q_CONST))
		check_error(c, param->loc, E0611,
		            "a __grid_constant__ parameter must be const");
}

static struct cdecl *param_new(struct sema *c, struct cdecl *f, struct cscope *at,
                               struct syn *p) {
	struct declarator_info info = declarator_peek(syn_param(p)->declarator);
	u64 align = 0;
	const struct ctype *t = type_of_aligned_specs(c, at, syn_param(p)->specs, &align);
	t = type_of_declarator(c, at, t, syn_param(p)->declarator, &info);
	if (t->kind == CT_ARRAY)
		t = ctype_ptr(c->t, t->base);
	else if (t->kind == CT_FUNC)
		t = ctype_ptr(c->t, t);
	struct cdecl *d = cdecl_new(c->a, CDECL_VAR, info.id ? info.id->name : NULL,
	                            info.id ? info.loc : p->loc);
	d->type = t;
	d->state = CSTATE_CHECKED;
	d->is_param = true;
	d->syn = p;
	d->cls_owner = NULL;
	d->scope = f->inner;
	if (syn_param(p)->specs->kind == SYN_SPECS) {
		d->flags = (u32)syn_param(p)->specs->value;
		d->is_grid_constant = (d->flags & SPEC_GRID_CONSTANT) != 0;
		if (d->is_grid_constant && t->kind != CT_ERROR && !f->is_system)
			check_grid_constant(c, d);
		attrs_of_specs(c, at, syn_param(p)->specs, d);
		if (t->kind != CT_PTR)
			align_as_typedef(d, syn_param(p)->declarator, align);
	}
	return d;
}

void declare_params(struct sema *c, struct cdecl *f, struct syn *d_func) {
	struct syn *list = syn_d_func(d_func)->params;
	for (u32 i = 0; i < list->nkid; i++) {
		struct syn *p = list->kid[i];
		if (p->kind != SYN_PARAM)
			continue;
		struct declarator_info info = declarator_peek(syn_param(p)->declarator);
		if (p->flags & SYNF_PACK || info.is_pack) {
			u32 n = pack_length(c, f->inner, p, p->loc);
			if (n == UINT32_MAX)
				n = 0;
			struct cdecl *pack = cdecl_new(
				c->a, CDECL_PACK, info.id ? info.id->name : NULL, p->loc);
			pack->state = CSTATE_CHECKED;
			pack->nelem = n;
			pack->guess = CNAME_OTHER;
			pack->elem = arena_array(c->a, struct cdecl *, n + 1);
			for (u32 k = 0; k < n; k++) {
				pack->elem[k] = param_new(
					c, f, pack_element_scope(c, f->inner, p, k), p);
				vec_push(c->a, &f->param, pack->elem[k]);
			}
			if (pack->name)
				cscope_add(f->inner, pack);
			continue;
		}
		struct cdecl *d = param_new(c, f, f->inner, p);
		if (d->type->kind == CT_VOID)
			continue;
		/* one more than the arguments that must be given */
		if (syn_param(p)->default_ && !f->min_args)
			f->min_args = f->param.n + 1;
		vec_push(c->a, &f->param, d);
		if (d->name)
			cscope_add(f->inner, d);
	}
	f->min_args = f->min_args ? f->min_args - 1 : f->param.n;
}

void declare_this(struct sema *c, struct cdecl *f, const struct ctype *object) {
	f->this_param = cdecl_new(c->a, CDECL_VAR, c->name.this_, f->loc);
	f->this_param->type = ctype_ptr(c->t, object);
	f->this_param->state = CSTATE_CHECKED;
	f->this_param->is_param = true;
	f->this_param->scope = f->inner;
}

static void set_member_func(struct sema *c, struct cdecl *d, struct cscope *at,
                            struct syn *id) {
	bool is_guide = d->guide || (d->pattern && d->pattern->guide);
	struct cdecl *cls = is_guide ? NULL : class_of_scope(at);
	struct syn *last = id && id->kind == SYN_QUALIFIED ? id->kid[id->nkid - 1] : id;
	if (!cls && last &&
	    (last->kind == SYN_DTOR_NAME || last->kind == SYN_CONVERSION_NAME))
		check_error(
			c, d->loc, E0612,
			"destructors and conversion functions are members of a class");
	if (!cls || scope_outside_template(at)->kind != CSCOPE_CLASS ||
	    (d->scope &&
	     scope_outside_template(d->scope)->kind != CSCOPE_CLASS)) /* a friend */
		return;
	d->cls_owner = cls;
	id = last;
	if (!id)
		return;
	d->is_dtor = id->kind == SYN_DTOR_NAME;
	d->is_conversion = id->kind == SYN_CONVERSION_NAME;
	d->is_ctor = is_constructor_name(id, cls);
	bool is_static = d->flags & SPEC_STATIC ||
	                 (id->kind == SYN_OPERATOR_NAME &&
	                  (id->op == CU_NEW || id->op == CU_DELETE));
	if (!check_special_form(c, d, cls, id))
		is_static = d->is_ctor = d->is_dtor = d->is_conversion = false;
	d->is_static_member_func = is_static;
	if (is_static)
		return;
	declare_this(c, d, ctype_qualified(c->t, cls->type, d->type->memquals));
}

/* The result type of a conversion function and of constructors is not among the
 * specifiers. */
static const struct ctype *declared_result(struct sema *c, struct cscope *at,
                                           struct syn *specs, struct syn *id) {
	if (id && id->kind == SYN_QUALIFIED)
		id = id->kid[id->nkid - 1];
	if (id && id->kind == SYN_CONVERSION_NAME)
		return type_of_type_id(c, at, syn_conversion_name(id)->type_id);
	if (specs->kind == SYN_SPECS && !syn_specs(specs)->type)
		return c->t->basic[CT_VOID];
	return type_of_specs(c, at, specs);
}

static void check_kernel(struct sema *c, struct cdecl *d) {
	d->is_kernel = true;
	if (d->type->base->kind != CT_VOID)
		check_error(c, d->loc, E0611, "a __global__ function must return void");
	if (d->type->is_variadic)
		check_error(c, d->loc, E0611,
		            "a __global__ function cannot take variable arguments");
	if (d->cls_owner)
		check_error(c, d->loc, E0611, "a __global__ function cannot be a member");
	if (d->flags & (SPEC_DEVICE | SPEC_HOST))
		check_error(c, d->loc, E0611, "a __global__ function cannot be %s too",
		            d->flags & SPEC_DEVICE ? "__device__" : "__host__");
	for (u32 i = 0; i < d->param.n; i++)
		if (d->param.at[i]->type->kind == CT_RREF)
			check_error(
				c, d->param.at[i]->loc, E0611,
				"a __global__ function cannot take an rvalue reference");
}

/* A function without annotation is the device's where an option says so. Those of the C++
 * library stay the host's: the device's are beside them, and are preferred. */
static void mark_by_default(struct sema *c, struct cdecl *d) {
	if (c->u->opt->default_device && !d->is_system &&
	    !(d->flags & (SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL)))
		d->flags |= SPEC_DEVICE;
}

/* An operator that is no member has a class or an enumeration among its operands
 * ([over.oper]/7). */
static void check_operands(struct sema *c, const struct cdecl *d, const struct syn *id) {
	if (!id || id->kind != SYN_OPERATOR_NAME || id->op == CU_NEW ||
	    id->op == CU_DELETE || id->op == CU_STRING || d->cls_owner || d->is_inst ||
	    d->is_system)
		return;
	for (u32 i = 0; i < d->type->nparam; i++) {
		const struct ctype *t = ctype_unqual(ctype_noref(d->type->param[i]));
		if (!ctype_is_scalar(t) || t->kind == CT_ENUM)
			return;
	}
	check_error(c, id->loc, E0612,
	            "'%s' needs a class or an enumeration as an operand", d->name->s);
}

void declare_func(struct sema *c, struct cdecl *d, struct cscope *at, struct syn *specs,
                  struct syn *declarator, struct syn *def) {
	struct declarator_info info = declarator_peek(declarator);
	d->kind = CDECL_FUNC;
	d->state = CSTATE_CHECKING;
	d->flags |= specs->kind == SYN_SPECS ? (u32)specs->value : 0;
	const struct ctype *t = declared_result(c, at, specs, info.id);
	const struct syn *type = specs->kind == SYN_SPECS ? syn_specs(specs)->type : NULL;
	if (info.func && syn_d_func(info.func)->trailing && type &&
	    type->kind != SYN_AUTO && !d->is_system && !d->guide) /* [dcl.fct]/2 */
		check_error(c, type->loc, E0618,
		            "a result after -> needs the type 'auto' before the name");
	d->type = type_of_declarator(c, at, t, declarator, &info);
	if (d->type->kind != CT_FUNC) {
		d->state = CSTATE_FAILED;
		return;
	}
	attrs_of_specs(c, at, specs, d);
	d->inner = cscope_new(c->a, CSCOPE_FUNC, at, d);
	d->is_extern_c = (d->flags & SPEC_EXTERN_C) != 0;
	set_member_func(c, d, at, info.id);
	d->func_syn = info.func;
	if (info.func && def && !d->is_system)
		check_param_names(c, syn_d_func(info.func)->params);
	if (info.func)
		declare_params(c, d, info.func);
	if (d->type->is_variadic)
		vararg_declare(c, d);
	vbase_declare(c, d);
	if (def && def->kind == SYN_FUNC_DEF) {
		d->is_deleted = (def->flags & SYNF_DELETED) != 0;
		d->is_defaulted = (def->flags & SYNF_DEFAULTED) != 0;
		d->has_definition = syn_func_def(def)->body != NULL || d->is_defaulted;
		d->syn = def;
		/* defined in its class: inline without the word ([class.mfct]/1) */
		bool in_class = d->cls_owner || (d->flags & SPEC_FRIEND);
		if (d->has_definition && in_class && info.id &&
		    info.id->kind != SYN_QUALIFIED)
			d->flags |= SPEC_INLINE;
	}
	if (d->flags & (SPEC_CONSTEXPR | SPEC_FORCEINLINE))
		d->flags |= SPEC_INLINE;
	warn_result_quals(c, d, specs, declarator);
	/* the call operator of a lambda without annotations is the device's */
	if (d->cls_owner && d->cls_owner->cls->is_lambda &&
	    !(d->flags & (SPEC_DEVICE | SPEC_HOST)))
		d->flags |= SPEC_DEVICE;
	mark_by_default(c, d);
	if (d->flags & SPEC_GLOBAL)
		check_kernel(c, d);
	if (d->flags & (SPEC_GLOBAL | SPEC_DEVICE) && d->scope == c->u->global &&
	    d->name && strcmp(d->name->s, "main") == 0 && !c->u->opt->no_host)
		check_error(c, d->loc, E0611,
		            "the function 'main' cannot be __device__ or __global__");
	check_operands(c, d, info.id);
	if (d->flags & (SPEC_GLOBAL | SPEC_DEVICE) && !d->is_system) {
		refuse_vector(c, d->type->base, d->loc);
		for (u32 i = 0; i < d->param.n; i++)
			refuse_vector(c, d->param.at[i]->type, d->param.at[i]->loc);
	}
	d->state = CSTATE_CHECKED;
}

/* Each of many overloads is compared with those before it: what tells most of them apart
 * comes first. */
bool decl_same_function(const struct cdecl *a, const struct cdecl *b) {
	const struct ctype *t = a->type, *u = b->type;
	if (a->kind != CDECL_FUNC || !t || !u || t->kind != CT_FUNC ||
	    t->nparam != u->nparam || (t->nparam && t->param[0] != u->param[0]))
		return false;
	if (a->is_conversion && b->is_conversion && t->base != u->base)
		return false;
	return t->is_variadic == u->is_variadic && t->memquals == u->memquals &&
	       t->ref == u->ref &&
	       (t->nparam == 0 ||
	        memcmp(t->param, u->param, sizeof(*t->param) * t->nparam) == 0) &&
	       constraints_written_alike(a, b);
}

static void twice(struct sema *c, const struct cdecl *d, const struct cdecl *first,
                  const char *what) {
	const char *name = d->kind == CDECL_FUNC ? check_func_name(c, d) : d->name->s;
	check_twice(c, name, d->loc, first->loc, what);
}

/* Compares two of the user's own declarations of one function. Headers may repeat
 * declarations. */
static void check_redeclared(struct sema *c, struct cdecl *a, struct cdecl *b) {
	const struct cdecl *first = a->loc.start < b->loc.start ? a : b,
			   *second = first == a ? b : a;
	if (a->is_system || b->is_system || a->loc.start == b->loc.start ||
	    !decl_is_device(a) || !decl_is_device(b) || a->is_inst || b->is_inst)
		return;
	/* Constructors and destructors have no result. */
	const struct ctype *of = a->type->base, *other = b->type->base;
	if (of && other && of != other && of->kind != CT_AUTO && other->kind != CT_AUTO)
		twice(c, second, first, "is declared again with another result");
	else if (a->has_definition && b->has_definition)
		twice(c, second, first, "is defined twice");
}

/* The same for a variable: its declarations have one type, and only one is a
 * definition. */
void check_redeclared_var(struct sema *c, struct cdecl *d) {
	if (d->is_system || !d->scope || d->scope->kind != CSCOPE_NAMESPACE || !d->name)
		return;
	for (struct cdecl *e = cscope_find_here(d->scope, d->name, 0); e && e != d;
	     e = e->next) {
		if (e->kind != CDECL_VAR || e->scope != d->scope || e->is_system ||
		    e->state != CSTATE_CHECKED || d->state != CSTATE_CHECKED)
			continue;
		const struct ctype *a = e->type, *b = d->type;
		bool open = a->kind == CT_ARRAY && b->kind == CT_ARRAY &&
		            a->base == b->base && (!a->has_size || !b->has_size);
		if (a != b && !open)
			twice(c, d, e, "is declared again with another type");
		else if (!e->is_extern && !d->is_extern)
			twice(c, d, e, "is defined twice");
	}
}

/* Redeclarations are one function: an annotation of one holds for all; the device headers
 * annotate what the C library declares. */
static void merge_with(struct sema *c, struct cdecl *d, struct cdecl *first) {
	for (struct cdecl *e = first; e; e = e->next) {
		if (e == d || e->scope != d->scope || e->state != CSTATE_CHECKED ||
		    !decl_same_function(e, d))
			continue;
		check_redeclared(c, e, d);
		u32 shared = (e->flags | d->flags) &
		             (SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL | SPEC_NOINLINE |
		              SPEC_INLINE | SPEC_FORCEINLINE | SPEC_CONSTEXPR |
		              SPEC_EXTERN_C | SPEC_STATIC);
		e->flags |= shared;
		d->flags |= shared;
		e->is_extern_c = d->is_extern_c = e->is_extern_c || d->is_extern_c;
		if (d->has_definition)
			e->definition = d;
		else if (e->has_definition || e->definition)
			d->definition = e->definition ? e->definition : e;
		/* default arguments accumulate */
		for (u32 i = 0; i < d->type->nparam; i++) {
			check_default_twice(c, d, e, i);
			if (!syn_param(d->param.at[i]->syn)->default_)
				d->param.at[i]->syn = e->param.at[i]->syn;
			else if (!syn_param(e->param.at[i]->syn)->default_)
				e->param.at[i]->syn = d->param.at[i]->syn;
		}
		if (e->min_args < d->min_args)
			d->min_args = e->min_args;
		else
			e->min_args = d->min_args;
	}
}

static void merge_redeclarations(struct sema *c, struct cdecl *d) {
	if (!d->name || !d->scope)
		return;
	merge_with(c, d, cscope_find_here(d->scope, d->name, 0));
	merge_with(c, d, cscope_find_friend(d->scope, d->name));
}

/* Whether an explicit specialisation may redefine f, a member of an instance that is
 * defined in its class. True at most once. */
static bool may_be_specialised(struct cdecl *f) {
	bool ask = !f->has_outside && f->state == CSTATE_CHECKED && f->syn &&
	           (f->cls_owner->is_inst || f->is_inst);
	f->has_outside = true;
	return ask;
}

/* Resolves all redeclarations to find the one with the body. */
struct cdecl *func_definition(struct sema *c, struct cdecl *f) {
	if (f->definition)
		return f->definition;
	if (f->cls_owner && (!f->has_definition || may_be_specialised(f)))
		return out_of_class_definition(c, f);
	if (f->has_definition)
		return f;
	if (f->name && f->scope)
		for (struct cdecl *e = cscope_find_here(f->scope, f->name, 0); e;
		     e = e->next)
			if (e->state == CSTATE_SKIMMED && !e->is_template)
				decl_resolve(c, e);
	return f->definition ? f->definition : f;
}

struct cdecl *var_definition(struct sema *c, struct cdecl *v) {
	if (v->kind != CDECL_VAR || !v->is_extern || !v->name || !v->scope ||
	    v->scope->kind != CSCOPE_NAMESPACE)
		return v;
	for (struct cdecl *e = cscope_find_here(v->scope, v->name, 0); e; e = e->next) {
		if (e->state == CSTATE_SKIMMED && !e->is_template)
			decl_resolve(c, e);
		if (e->kind == CDECL_VAR && e->scope == v->scope &&
		    e->state == CSTATE_CHECKED && !e->is_extern)
			return e;
	}
	return v;
}

/* ---- variables --------------------------------------------------------------------- */

void decl_set_space(struct cdecl *d) {
	d->space = d->flags & SPEC_SHARED     ? CSPACE_SHARED
	           : d->flags & SPEC_CONSTANT ? CSPACE_CONSTANT
	           : d->flags & SPEC_MANAGED  ? CSPACE_MANAGED
	           : d->flags & SPEC_DEVICE   ? CSPACE_GLOBAL
	                                      : CSPACE_HOST;
}

void declare_func_of_type(struct sema *c, struct cdecl *d, struct cscope *at,
                          struct syn *specs, struct syn *id) {
	d->kind = CDECL_FUNC;
	attrs_of_specs(c, at, specs, d);
	d->inner = cscope_new(c->a, CSCOPE_FUNC, at, d);
	d->is_extern_c = (d->flags & SPEC_EXTERN_C) != 0;
	set_member_func(c, d, at, id);
	for (u32 i = 0; i < d->type->nparam; i++) {
		struct cdecl *p = cdecl_new(c->a, CDECL_VAR, NULL, d->loc);
		p->type = d->type->param[i];
		p->is_param = true;
		p->state = CSTATE_CHECKED;
		p->scope = d->inner;
		vec_push(c->a, &d->param, p);
	}
	if (d->type->is_variadic)
		vararg_declare(c, d);
	d->min_args = d->type->nparam;
	mark_by_default(c, d);
	d->state = CSTATE_CHECKED;
}

/* A constant of a namespace has internal linkage unless a declaration says otherwise
 * ([basic.link]/3). */
static bool is_internal_constant(struct cdecl *d) {
	u8 quals = ctype_element(d->type)->quals; /* an array's are its elements' */
	if (!(quals & Q_CONST) || quals & Q_VOLATILE || d->is_inst || d->is_template ||
	    d->tscope || !d->scope || d->scope->kind != CSCOPE_NAMESPACE)
		return false;
	for (struct cdecl *e = cscope_find_here(d->scope, d->name, 0); e; e = e->next)
		if (e->scope == d->scope && e->flags & SPEC_EXTERN)
			return false;
	return !(d->flags & (SPEC_EXTERN | SPEC_INLINE));
}

/* The memories of a variable exclude each other; host and device share what is managed.
 */
static void check_memories(struct sema *c, const struct cdecl *d) {
	u32 of = d->flags & (SPEC_SHARED | SPEC_CONSTANT | SPEC_MANAGED);
	if (of & (of - 1))
		check_error(c, d->loc, E0628,
		            "'%s' cannot be in several memories: __shared__, "
		            "__constant__ and __managed__ exclude each other",
		            d->name ? d->name->s : "?");
	else if (of == SPEC_MANAGED && d->type->quals & Q_CONST)
		check_error(c, d->loc, E0628, "a __managed__ variable cannot be const");
	if (d->flags & SPEC_THREAD_LOCAL && (of || d->flags & SPEC_DEVICE))
		check_error(c, d->loc, E0608,
		            "thread_local variables are not supported in device code");
}

void check_member_memory(struct sema *c, const struct cdecl *d, u32 specs) {
	if (!d->is_system &&
	    specs & (SPEC_DEVICE | SPEC_SHARED | SPEC_CONSTANT | SPEC_MANAGED))
		check_error(c, d->loc, E0612,
		            "a member of a class may not be __device__, __constant__, "
		            "__shared__ or __managed__");
}

static void declare_var(struct sema *c, struct cdecl *d, struct cscope *at,
                        struct syn *specs, struct syn *init_decl) {
	struct declarator_info info;
	d->kind = CDECL_VAR;
	d->state = CSTATE_CHECKING;
	d->flags |= (u32)specs->value;
	d->is_constexpr = (d->flags & SPEC_CONSTEXPR) != 0;
	struct syn *declarator = syn_init_decl(init_decl)->declarator;
	struct cdecl *tmpl = ctad_template(c, at, specs);
	u64 align = 0;
	const struct ctype *t = tmpl ? ctad_type(c, at, tmpl, specs, declarator,
	                                         syn_init_decl(init_decl)->init, d->loc)
	                             : type_of_aligned_specs(c, at, specs, &align);
	t = type_of_declarator(c, at, t, declarator, &info);
	struct syn *init = syn_init_decl(init_decl)->init;
	if (init && (t->kind == CT_AUTO || (t->kind == CT_ARRAY && !t->has_size) ||
	             ctype_noref(t)->kind == CT_AUTO ||
	             (t->kind == CT_PTR && t->base->kind == CT_AUTO)))
		t = init_deduce_type(c, at, t, init, kind_of_init(init_decl), d->loc);
	check_auto_constraint(c, at, specs, declarator, t, d->loc);
	if (d->is_constexpr)
		t = ctype_qualified(c->t, t, Q_CONST);
	d->type = t;
	if (t->kind == CT_FUNC && !init) {
		declare_func_of_type(c, d, at, specs, info.id);
		return;
	}
	if (!d->is_system && !d->is_inst)
		check_memories(c, d);
	if (is_internal_constant(d))
		d->flags |= SPEC_STATIC;
	attrs_of_specs(c, at, specs, d);
	align_as_typedef(d, declarator, align);
	if (scope_outside_template(at)->kind == CSCOPE_CLASS || d->cls_owner)
		check_member_memory(c, d, (u32)specs->value);
	/* a table that is constant is the device's, too, where there is no host */
	bool is_table = c->u->opt->no_host && t->kind == CT_ARRAY &&
	                (ctype_element(t)->quals & Q_CONST) && !d->is_constexpr &&
	                scope_outside_template(at)->kind == CSCOPE_NAMESPACE;
	if ((is_table || (c->u->opt->default_device && !(t->quals & Q_CONST) &&
	                  !(d->flags & SPEC_HOST))) &&
	    !(d->flags & (SPEC_DEVICE | SPEC_SHARED | SPEC_CONSTANT | SPEC_MANAGED)))
		d->flags |= SPEC_DEVICE;
	decl_set_space(d);
	if (d->flags & (SPEC_DEVICE | SPEC_SHARED | SPEC_CONSTANT | SPEC_MANAGED))
		refuse_vector(c, t, d->loc);
	if (d->flags & SPEC_STATIC && scope_outside_template(at)->kind == CSCOPE_CLASS) {
		d->is_static_member = true;
		d->cls_owner = class_of_scope(at);
	}
	d->is_extern = (d->flags & SPEC_EXTERN) && !init;
	d->is_extern_shared = d->is_extern && d->space == CSPACE_SHARED;
	d->syn = specs;
	d->declarator = init_decl;
	d->state = t->kind == CT_ERROR ? CSTATE_FAILED : CSTATE_CHECKED;
}

static void var_init(struct sema *c, struct cdecl *d) {
	struct syn *id = d->declarator;
	d->declarator = NULL; /* only once, and never within itself */
	bool is_hosts = d->space == CSPACE_HOST || d->space == CSPACE_AUTO;
	if (!is_hosts && !d->is_extern && !d->is_static_local)
		check_destructible(c, d->type, d->loc);
	struct cscope *at = d->tscope ? d->tscope : d->scope;
	if (!syn_init_decl(id)->init && d->is_static_member) {
		struct syn *outside = outside_variable(c, d, &at);
		id = outside ? outside : id;
	}
	if (!syn_init_decl(id)->init) {
		if (d->is_extern)
			return;
		const struct ctype *elem = ctype_element(d->type);
		if (!type_complete(c, d->type, d->loc))
			return;
		if (!check_concrete(c, d->type, d->loc))
			return;
		if (!is_hosts && !d->is_static_member && !check_given_var(c, d))
			return;
		if (ctype_unqual(elem)->kind == CT_CLASS && d->space != CSPACE_SHARED)
			d->init = init_default(c, d->type, d->loc);
		if (!d->init && !is_hosts && d->space != CSPACE_SHARED)
			d->init = init_static(c, d->type, d->loc);
		return;
	}
	if (!check_enter(c, d->loc))
		return;
	struct casker asker = check_ask(c, d, d->loc);
	struct cfunc_state *fn = c->fn;
	c->fn = NULL;
	enum init_kind kind = id->flags & SYNF_PARENS ? INIT_DIRECT
	                      : syn_init_decl(id)->init->kind == SYN_INIT_LIST
	                              ? (id->flags & SYNF_BRACED ? INIT_LIST_DIRECT
	                                                         : INIT_LIST_COPY)
	                              : INIT_COPY;
	if (is_hosts)
		c->in_const++; /* only constant evaluation reads it */
	d->init = init_object(c, at, d->type, syn_init_decl(id)->init, kind, d->loc);
	if (is_hosts)
		c->in_const--;
	c->fn = fn;
	check_answer(c, asker);
	check_leave(c);
}

void decl_var_init(struct sema *c, struct cdecl *d) {
	if (d->init || d->is_const_known || d->kind != CDECL_VAR || d->is_param ||
	    d->state != CSTATE_CHECKED || !d->declarator)
		return;
	const struct cscope *here = c->here;
	c->here = d->tscope ? d->tscope : d->scope;
	c->ninit++;
	var_init(c, d);
	c->here = here;
}

void check_constexpr_var(struct sema *c, struct cdecl *d) {
	if (!d->is_constexpr || !d->init || is_error(d->init) || d->is_const_known)
		return;
	if (ctype_is_scalar(d->type))
		const_var(c, d, "a constexpr variable");
	else
		const_check_object(c, d->type, d->init, CONSTEXPR_INIT);
}

/* ---- resolving --------------------------------------------------------------------- */

static struct syn *constraint_of(const struct syn *s) {
	return s->nkid > 2 ? syn_template(s)->constraint : NULL;
}

void decl_set_constraint(struct sema *c, struct cdecl *d, const struct syn *s) {
	if (constraint_of(s) != cdecl_rare(d)->constraint)
		cdecl_rare_set(c->a, d)->constraint = constraint_of(s);
}

void decl_become_template(struct sema *c, struct cdecl *d, struct syn *s) {
	d->kind = CDECL_TEMPLATE;
	d->params = syn_template(s)->params;
	decl_set_constraint(c, d, s);
	d->syn = syn_template(s)->decl;
	struct syn *decl = syn_inner_decl(s);
	d->template_of = CDECL_TYPE;
	struct syn *specs = decl->nkid ? decl->kid[0] : NULL; /* or another first child */
	if (specs && specs->kind == SYN_SPECS)
		d->flags |= (u32)specs->value;
	if (decl->kind == SYN_FUNC_DEF)
		d->template_of = CDECL_FUNC;
	else if (decl->kind == SYN_SIMPLE_DECL && decl->nkid > 1)
		d->template_of =
			declarator_peek(syn_init_decl(syn_simple_decl(decl)->init_decl[0])
		                                ->declarator)
					.func
				? CDECL_FUNC
				: CDECL_VAR;
	d->state = CSTATE_CHECKED;
}

/* Returns the class syntax of a SIMPLE_DECL, or NULL. */
static struct syn *class_of_decl(struct syn *s) {
	if (s->kind != SYN_SIMPLE_DECL || syn_simple_decl(s)->specs->kind != SYN_SPECS)
		return NULL;
	struct syn *type = syn_specs(syn_simple_decl(s)->specs)->type;
	return type && (type->kind == SYN_CLASS || type->kind == SYN_ENUM ||
	                type->kind == SYN_ELABORATED)
	               ? type
	               : NULL;
}

/* Returns the declarator of a name in a declaration: of overloads, void f(A), f(B);, the
 * one whose name stands where the name of d does. */
static struct syn *declarator_of(struct sema *c, const struct cdecl *d, struct syn *s) {
	struct syn *first = NULL;
	for (u32 i = 1; i < s->nkid; i++) {
		struct declarator_info info = declarator_peek(
			syn_init_decl(s->kid[i])->declarator);
		if (!info.id || (name_of_id(c, info.id) != d->name &&
		                 (d->name != c->name.ctor || !info.func)))
			continue;
		if (info.id->loc.start == d->loc.start)
			return s->kid[i];
		if (!first)
			first = s->kid[i];
	}
	return first;
}

/* Gives the class of typedef struct { ... } S; its name ([dcl.typedef]/9). */
static void name_for_linkage(const struct ctype *t, struct str *name, struct syn *specs,
                             struct syn *init_decl) {
	struct syn *type = syn_specs(specs)->type;
	if (type && (type->kind == SYN_CLASS || type->kind == SYN_ENUM) &&
	    (t->kind == CT_CLASS || t->kind == CT_ENUM) && !t->decl->name &&
	    syn_init_decl(init_decl)->declarator->kind == SYN_D_NAME)
		t->decl->name = name;
}

static void resolve_simple(struct sema *c, struct cdecl *d, struct syn *s) {
	struct syn *specs = syn_simple_decl(s)->specs;
	struct syn *init_decl = d->guide && s->nkid > 1 ? syn_simple_decl(s)->init_decl[0]
	                                                : declarator_of(c, d, s);
	struct cscope *at = d->tscope ? d->tscope : d->scope;
	/* struct s {} s; the class has an entry of its own */
	if (d->guess == CNAME_TYPE && !(specs->value & SPEC_TYPEDEF))
		init_decl = NULL;
	if (init_decl && specs->value & SPEC_TYPEDEF) {
		struct declarator_info info;
		struct syn *declarator = syn_init_decl(init_decl)->declarator;
		u64 align = 0;
		d->is_typedef = true;
		d->state = CSTATE_CHECKING;
		d->type = type_of_aligned_specs(c, at, specs, &align);
		d->kind = CDECL_TYPE;
		name_for_linkage(d->type, d->name, specs, init_decl);
		d->type = type_of_vector_attr(c, at, specs, d->type);
		d->type = type_of_typedef(c, at, d->type, declarator, &info);
		attrs_of_typedef(c, at, specs, declarator, align, d);
		d->state = CSTATE_CHECKED;
	} else if (init_decl) {
		d->flags |= (u32)specs->value;
		if (declarator_peek(syn_init_decl(init_decl)->declarator).func) {
			declare_func(c, d, at, specs,
			             syn_init_decl(init_decl)->declarator, NULL);
			merge_redeclarations(c, d);
		} else {
			declare_var(c, d, at, specs, init_decl);
		}
	} else { /* the class or enumeration of the specifiers, one of its enumerators, or
		    a name of an anonymous union */
		type_of_specs(c, at, specs);
		if (d->kind == CDECL_UNPARSED) {
			struct syn *cls = class_of_decl(s);
			d->state = CSTATE_CHECKED;
			d->kind = CDECL_TYPE;
			/* a redeclaration: another name for the first */
			d->is_typedef = true;
			d->type = cls && cls->kind == SYN_ELABORATED
			                  ? c->t->basic[CT_ERROR]
			          : cls ? (cls->kind == SYN_ENUM
			                           ? declare_enum(c, at, cls)
			                           : declare_class(c, at, cls))
			                          ->type
			                : c->t->basic[CT_ERROR];
		}
	}
}

/* Makes d the class, or the enumeration, of its name: the first declaration of it in the
 * scope makes the type. */
static void become_forward(struct sema *c, struct cdecl *d, enum ctype_kind kind,
                           bool is_union) {
	d->kind = CDECL_TYPE;
	d->state = CSTATE_CHECKED;
	for (struct cdecl *e = cscope_own(d->scope, d->name); e; e = e->next)
		if (e != d && e->kind == CDECL_TYPE && !e->is_typedef && e->type) {
			d->is_typedef = true;
			d->type = e->type;
			return;
		}
	d->cls = arena_new(c->a, struct cclass);
	d->cls->is_union = is_union;
	d->inner = cscope_new(c->a, CSCOPE_CLASS, d->scope, d);
	d->type = ctype_named(c->t, kind, d);
}

/* `struct S;` at namespace scope */
static bool resolve_forward(struct sema *c, struct cdecl *d, struct syn *s) {
	struct syn *cls = class_of_decl(s);
	if (!cls || cls->kind != SYN_ELABORATED || s->nkid > 1)
		return false;
	become_forward(c, d, cls->op == CU_ENUM ? CT_ENUM : CT_CLASS,
	               cls->op == CU_UNION);
	return true;
}

static void resolve_using(struct sema *c, struct cdecl *d, struct syn *s) {
	d->kind = CDECL_USING;
	d->state = CSTATE_CHECKED;
	for (u32 i = 0; i < s->nkid; i++) {
		struct syn *id = s->kid[i], *last;
		struct cscope *in;
		if (id->kind != SYN_QUALIFIED || name_of_id(c, id) != d->name)
			continue;
		in = lookup_scope(c, d->tscope ? d->tscope : d->scope, id, id->nkid - 1,
		                  !d->is_system);
		last = id->kid[id->nkid - 1];
		d->inner = in;
		d->target = in ? lookup_in(c, in, name_of_id(c, last)) : NULL;
		if (d->target == d)
			d->target = d->next;
		if (!d->target && !d->is_system)
			check_error(c, last->loc, E0601,
			            "no member named '%s' to be used",
			            last->name ? last->name->s : "?");
	}
}

/* using enum E; of a namespace: d is one of the names that it declares. */
static void resolve_using_enum(struct sema *c, struct cdecl *d, struct syn *s) {
	const struct ctype *t = type_of_enum_id(c, d->scope, s);
	d->kind = CDECL_USING;
	d->state = CSTATE_CHECKED;
	d->target = t ? cscope_find_here(t->decl->inner, d->name, 0) : NULL;
}

static bool abbreviated(struct sema *c, struct cdecl *d, struct syn *def) {
	struct syn *t = abbreviated_template(c, def, NULL);
	if (!t)
		return false;
	d->is_template = true;
	decl_become_template(c, d, t);
	return true;
}

static void resolve_syntax(struct sema *c, struct cdecl *d, struct syn *s) {
	struct cscope *at = d->tscope ? d->tscope : d->scope;
	struct declarator_info info;
	switch (s->kind) {
	case SYN_TEMPLATE:
		if (!d->is_system)
			check_tparam_names(c, syn_template(s)->params);
		if (syn_template(s)->params->nkid) {
			struct syn *t = abbreviated_template(c, syn_template(s)->decl, s);
			s = t ? t : s;
		}
		decl_become_template(c, d, s);
		break;
	case SYN_FUNC_DEF:
		if (abbreviated(c, d, s))
			break;
		declare_func(c, d, at, syn_func_def(s)->specs,
		             syn_func_def(s)->declarator, s);
		merge_redeclarations(c, d);
		break;
	case SYN_SIMPLE_DECL:
		if (abbreviated(c, d, s))
			break;
		if (!resolve_forward(c, d, s))
			resolve_simple(c, d, s);
		break;
	case SYN_ALIAS:
		if (s->name != d->name) { /* an enumerator of the aliased type */
			type_of_type_id(c, at, syn_alias(s)->type_id);
			d->state = d->kind == CDECL_UNPARSED ? CSTATE_FAILED : d->state;
			break;
		}
		d->kind = CDECL_TYPE;
		d->is_typedef = true;
		d->state = CSTATE_CHECKING;
		d->type = refuse_auto(c, type_of_alias(c, at, s, d), s->loc);
		d->state = CSTATE_CHECKED;
		break;
	case SYN_USING_DECL: resolve_using(c, d, s); break;
	case SYN_USING_ENUM: resolve_using_enum(c, d, s); break;
	case SYN_NAMESPACE_ALIAS: {
		struct cscope *ns =
			syn_namespace_alias(s)->id->kind == SYN_QUALIFIED
				? lookup_scope(c, at, syn_namespace_alias(s)->id,
		                               syn_namespace_alias(s)->id->nkid, true)
				: check_scope_of(c->u, at, syn_namespace_alias(s)->id);
		d->kind = CDECL_NAMESPACE;
		d->inner = ns;
		d->state = ns ? CSTATE_CHECKED : CSTATE_FAILED;
		break;
	}
	case SYN_FRIEND: resolve_syntax(c, d, syn_friend(s)->decl); break;
	default: (void)info; d->state = CSTATE_FAILED;
	}
}

void decl_resolve(struct sema *c, struct cdecl *d) {
	if (d->failed_quietly && !c->quiet) {
		d->failed_quietly = false;
		d->state = CSTATE_PARSED;
	}
	if (d->state >= CSTATE_CHECKING || d->is_being_parsed)
		return;
	if (d->kind == CDECL_USING && d->target) {
		d->state = CSTATE_CHECKED;
		return;
	}
	if (d->kind == CDECL_NAMESPACE || d->kind == CDECL_PACK ||
	    d->kind == CDECL_VALUE || d->kind == CDECL_ENUMERATOR ||
	    d->kind == CDECL_FIELD) {
		d->state = CSTATE_CHECKED;
		return;
	}
	if (d->is_elaborated) {
		become_forward(c, d, CT_CLASS,
		               c->u->token[d->first_token].kind == CU_UNION);
		return;
	}
	if (!check_enter(c, d->loc)) {
		d->state = CSTATE_FAILED;
		return;
	}
	/* the meaning of a declaration does not depend on the code that needs it: hides
	 * the state of that */
	struct cfunc_state *fn = c->fn;
	u32 unevaluated = c->unevaluated, conversion = c->in_user_conversion;
	u32 only_public = c->only_public;
	const struct cscope *here = c->here;
	c->fn = NULL;
	c->here = d->tscope ? d->tscope : d->scope;
	c->unevaluated = c->in_user_conversion = c->only_public = 0;
	if (d->state == CSTATE_SKIMMED && !d->syn) {
		d->is_being_parsed = true;
		d->syn = decl_parsed(c, d);
		d->is_being_parsed = false;
	}
	d->state = CSTATE_PARSED;
	resolve_syntax(c, d, d->syn);
	if (d->kind == CDECL_UNPARSED) {
		d->kind = CDECL_TYPE;
		d->type = c->t->basic[CT_ERROR];
		d->state = CSTATE_FAILED;
	}
	d->failed_quietly = c->quiet && d->kind == CDECL_TYPE && d->is_typedef &&
	                    d->type && d->type->kind == CT_ERROR;
	c->fn = fn;
	c->unevaluated = unevaluated;
	c->in_user_conversion = conversion;
	c->only_public = only_public;
	c->here = here;
	check_leave(c);
}
