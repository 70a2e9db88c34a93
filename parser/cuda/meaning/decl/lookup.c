/* lookup.c - what a name means ([basic.lookup]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/lookup.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/memfn.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/several.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/overload.h"
#include "parser/cuda/meaning/template/arg.h"
#include "parser/cuda/meaning/template/template.h"

struct cdecl *decl_of(struct sema *c, struct cdecl *d) {
	for (u32 hops = 0; d && hops < 64; hops++) {
		if ((d->state != CSTATE_CHECKED && d->state != CSTATE_FAILED) ||
		    d->failed_quietly)
			decl_resolve(c, d);
		if (d->kind != CDECL_USING)
			return d;
		/* one of a system header that names nothing hides no other */
		d = d->target ? d->target : d->next;
	}
	return NULL;
}

struct cdecl *class_of_scope(struct cscope *s) {
	for (; s; s = s->parent)
		if (s->kind == CSCOPE_CLASS)
			return s->owner;
	return NULL;
}

struct cscope *scope_outside_template(struct cscope *s) {
	while (s && s->kind == CSCOPE_TEMPLATE)
		s = s->parent;
	return s;
}

static bool is_in_template(const struct cscope *at) {
	while (at && at->kind != CSCOPE_TEMPLATE)
		at = at->parent;
	return at;
}

/* A class that a declaration as a friend names. */
struct befriended {
	struct befriended *next;
	u32 token;
};

/* Lists, once, the tokens of all `friend class C;`. */
static void list_befriended(struct sema *c) {
	const struct cunit *u = c->u;
	c->were_friends_listed = true;
	for (u32 i = 0; i + 3 < u->ntoken; i++) {
		u32 key = u->token[i + 1].kind;
		if (u->token[i].kind != CU_FRIEND || u->token[i + 2].kind != CU_IDENT ||
		    u->token[i + 3].kind != ';' ||
		    (key != CU_CLASS && key != CU_STRUCT && key != CU_UNION))
			continue;
		u64 *first = map_at(&c->befriended, (uintptr_t)u->token[i + 2].name);
		struct befriended *b = arena_new(c->a, struct befriended);
		*b = (struct befriended){(struct befriended *)(uintptr_t)*first, i + 2};
		*first = (uintptr_t)b;
	}
}

static bool holds_token(const struct cscope *s, u32 token) {
	for (u32 i = 0; i < s->member.n; i++) {
		const struct cdecl *d = s->member.at[i];
		if (d->first_token <= token && token < d->end_token &&
		    d->kind != CDECL_NAMESPACE)
			return true;
	}
	return false;
}

struct cdecl *lookup_befriended(struct sema *c, const struct cscope *at,
                                const struct cscope *s, struct str *name, u32 before) {
	struct cdecl *d = s->kind == CSCOPE_NAMESPACE && before ? cscope_own(s, name)
	                                                        : NULL;
	if (!d || d->loc.start < before || !is_in_template(at) ||
	    (d->guess != CNAME_TYPE && d->guess != CNAME_TEMPLATE_TYPE))
		return NULL;
	if (!c->were_friends_listed)
		list_befriended(c);
	u64 *first = map_find(&c->befriended, (uintptr_t)name);
	struct befriended *b = first ? (struct befriended *)(uintptr_t)*first : NULL;
	for (; b; b = b->next)
		if (c->u->token[b->token].start < before && holds_token(s, b->token))
			return d;
	return NULL;
}

/* ---- unqualified ------------------------------------------------------------------- */

struct cdecl *lookup(struct sema *c, struct cscope *at, struct str *name,
                     struct loc loc) {
	for (struct cscope *s = at; s; s = s->parent) {
		struct cdecl *d = lookup_around(c, s, name, loc.start);
		if (!d)
			d = lookup_befriended(c, at, s, name, loc.start);
		if (d)
			return d;
	}
	return NULL;
}

struct cdecl *lookup_in(struct sema *c, struct cscope *s, struct str *name) {
	if (s->kind == CSCOPE_CLASS && s->owner && s->owner->type &&
	    s->owner->type->kind == CT_CLASS)
		type_try_complete(c, s->owner->type);
	return cscope_find_here(s, name, 0);
}

struct cdecl *lookup_type_in(struct sema *c, struct cscope *s, const struct syn *part) {
	bool is_own = s->kind == CSCOPE_CLASS && s->owner && s->owner->name == part->name;
	return is_own ? s->owner : lookup_in(c, s, part->name);
}

struct cdecl *lookup_template(struct cdecl *d, const struct syn *part) {
	struct cdecl *tmpl = d && part->kind == SYN_TEMPLATE_ID ? cdecl_instance_of(d)
	                                                        : NULL;
	return tmpl ? tmpl : d;
}

static bool is_in_own_type(const struct sema *c, const struct cdecl *d) {
	if (d->is_being_parsed && d->first_token < d->end_token)
		return c->u->token[d->first_token].kind == CU_USING;
	return d->is_typedef && d->state == CSTATE_CHECKING && d->syn &&
	       d->syn->kind == SYN_ALIAS;
}

/* Whether the name is a template's parameter, or a parameter of a function, in the scopes
 * around `at`: within a template it means something else in each instance. Before ::,
 * parameters of functions are not looked for ([basic.lookup.qual]/1). */
static bool is_parameter(const struct cscope *at, const struct str *name,
                         bool is_qualifier) {
	for (; at && at->kind != CSCOPE_NAMESPACE; at = at->parent)
		if (!(is_qualifier && at->kind == CSCOPE_FUNC) && cscope_own(at, name))
			return at->kind == CSCOPE_TEMPLATE || at->kind == CSCOPE_FUNC;
	return false;
}

bool mentions_parameter(const struct cscope *at, const struct syn *s, bool is_qualifier) {
	if (s->name && is_parameter(at, s->name, is_qualifier && s->kind == SYN_NAME))
		return true;
	is_qualifier = is_qualifier && s->kind == SYN_QUALIFIED;
	for (u32 i = 0; i < s->nkid; i++)
		if (s->kid[i] && mentions_parameter(at, s->kid[i], is_qualifier))
			return true;
	return false;
}

bool has_dependent_base(const struct cscope *s) {
	const struct cclass *cls = s->kind == CSCOPE_CLASS && s->owner ? s->owner->cls
	                                                               : NULL;
	for (u32 i = 0; cls && i < cls->field.n && cls->field.at[i].is_base; i++)
		if (cls->field.at[i].is_dependent)
			return true;
	return false;
}

static struct cdecl *in_other_bases(const struct cscope *s, struct str *name) {
	const struct cclass *cls = s->owner->cls;
	struct cdecl *d = NULL;
	for (u32 i = 0; i < s->using.n && !d; i++)
		if (i >= cls->field.n || !cls->field.at[i].is_dependent)
			d = cscope_find_in_base(s->using.at[i], name);
	return d;
}

struct cdecl *lookup_around(struct sema *c, struct cscope *s, struct str *name,
                            u32 before) {
	/* the injected class name hides a member of a base: the scope around has the
	 * class */
	if (s->kind == CSCOPE_CLASS && s->owner && s->owner->name == name &&
	    !map_get_ptr(&s->name, name))
		return NULL;
	/* a class's own bases are known once it is being completed */
	struct cdecl *d = s->kind == CSCOPE_CLASS ? lookup_in(c, s, name)
	                                          : cscope_find_around(s, name, before);
	if (d && is_in_own_type(c, d))
		return NULL;
	/* a dependent base is not looked into ([temp.dep]/3), but for names that are
	 * nowhere else */
	if (!d || !has_dependent_base(s) || map_get_ptr(&s->name, name))
		return d;
	struct cdecl *other = in_other_bases(s, name);
	for (struct cscope *out = s->parent; out && !other; out = out->parent)
		if (lookup_around(c, out, name, before))
			return NULL;
	return other ? other : d;
}

struct cdecl *lookup_member(struct sema *c, const struct ctype *cls, struct str *name,
                            struct loc loc) {
	if (cls->kind != CT_CLASS || !type_complete(c, cls, loc))
		return NULL;
	return cscope_find_here(cls->decl->inner, name, 0);
}

/* Returns the text of an operator's token. */
const char *op_spelling(u16 op) {
	static const struct {
		u16 op;
		const char text[4];
	} table[] = {{CU_ARROW, "->"},
	             {CU_ARROW_STAR, "->*"},
	             {CU_DOT_STAR, ".*"},
	             {CU_INC, "++"},
	             {CU_DEC, "--"},
	             {CU_SHL, "<<"},
	             {CU_SHR, ">>"},
	             {CU_LE, "<="},
	             {CU_SPACESHIP, "<=>"},
	             {CU_GE, ">="},
	             {CU_EQ, "=="},
	             {CU_NE, "!="},
	             {CU_ANDAND, "&&"},
	             {CU_OROR, "||"},
	             {CU_ADD_ASSIGN, "+="},
	             {CU_SUB_ASSIGN, "-="},
	             {CU_MUL_ASSIGN, "*="},
	             {CU_DIV_ASSIGN, "/="},
	             {CU_MOD_ASSIGN, "%="},
	             {CU_AND_ASSIGN, "&="},
	             {CU_OR_ASSIGN, "|="},
	             {CU_XOR_ASSIGN, "^="},
	             {CU_SHL_ASSIGN, "<<="},
	             {CU_SHR_ASSIGN, ">>="},
	             {'+', "+"},
	             {'-', "-"},
	             {'*', "*"},
	             {'/', "/"},
	             {'%', "%"},
	             {'&', "&"},
	             {'|', "|"},
	             {'^', "^"},
	             {'~', "~"},
	             {'!', "!"},
	             {'<', "<"},
	             {'>', ">"},
	             {'=', "="},
	             {',', ","},
	             {'(', "()"},
	             {'[', "[]"}};
	for (u32 i = 0; i < countof(table); i++)
		if (table[i].op == op)
			return table[i].text;
	return "?";
}

/* ---- names of ids ------------------------------------------------------------------ */

static struct str *literal_operator_name(struct sema *c, const struct syn *id) {
	const char *full = arena_printf(c->a, "operator\"\"%s", id->name->s);
	return str_intern(c->u->names, full, strlen(full));
}

static struct str *operator_name(struct sema *c, struct syn *id) {
	if (id->op == CU_STRING)
		return literal_operator_name(c, id);
	const char *text = id->op == '('   ? "()"
	                   : id->op == '[' ? "[]"
	                   : id->op == CU_NEW
	                           ? (id->flags & SYNF_ARRAY ? " new[]" : " new")
	                   : id->op == CU_DELETE
	                           ? (id->flags & SYNF_ARRAY ? " delete[]" : " delete")
	                           : op_spelling(id->op);
	const char *full = arena_printf(c->a, "operator%s", text);
	return str_intern(c->u->names, full, strlen(full));
}

struct str *name_of_id(struct sema *c, struct syn *id) {
	switch (id->kind) {
	case SYN_OPERATOR_NAME:
	case SYN_OPERATOR_ID: return operator_name(c, id);
	case SYN_CONVERSION_NAME: return str_lit(c->u->names, "operator T");
	case SYN_DTOR_NAME: return str_lit(c->u->names, "~");
	case SYN_LITERAL_NAME: return literal_operator_name(c, id);
	case SYN_QUALIFIED: return name_of_id(c, id->kid[id->nkid - 1]);
	default: return id->name;
	}
}

/* ---- qualified --------------------------------------------------------------------- */

struct cdecl *lookup_scope_among(struct sema *c, struct cdecl *d, u32 before) {
	for (; d; d = d->next) {
		if (before && d->loc.start > before && d->scope &&
		    d->scope->kind == CSCOPE_NAMESPACE)
			break;
		if (d->kind == CDECL_UNPARSED && d->guess != CNAME_TYPE &&
		    d->guess != CNAME_TEMPLATE_TYPE && d->guess != CNAME_NAMESPACE)
			continue;
		struct cdecl *r = decl_of(c, d);
		if (r && (r->kind == CDECL_NAMESPACE || r->kind == CDECL_TYPE ||
		          (r->kind == CDECL_TEMPLATE && r->template_of == CDECL_TYPE)))
			return r;
	}
	return NULL;
}

static struct cscope *scope_of_type(struct sema *c, const struct ctype *t) {
	t = ctype_unqual(t);
	if (t->kind == CT_ENUM)
		return t->decl->inner;
	if (t->kind != CT_CLASS)
		return NULL;
	type_try_complete(c, t);
	return t->decl->inner;
}

static struct cscope *scope_of_decl(struct sema *c, struct cdecl *d) {
	if (d->kind == CDECL_NAMESPACE)
		return d->inner;
	if (d->kind == CDECL_TYPE && d->type)
		return scope_of_type(c, d->type);
	return NULL;
}

/* Returns the instance of the template that a class is or has as a base. */
static struct cdecl *instance_in(const struct cscope *s, const struct cdecl *tmpl,
                                 u32 depth) {
	if (s->kind != CSCOPE_CLASS || depth > 32)
		return NULL;
	struct cdecl *d = s->owner->pattern == tmpl ? s->owner : NULL;
	for (u32 i = 0; i < s->using.n && !d; i++)
		d = instance_in(s->using.at[i], tmpl, depth + 1);
	return d;
}

/* The injected class name: in a template's instance, and in what is derived from it, its
 * name without arguments means the instance ([temp.local]/1). */
static struct cdecl *enclosing_instance(struct cscope *at, const struct cdecl *tmpl) {
	struct cdecl *d = NULL;
	for (; at && !d; at = at->parent)
		d = instance_in(at, tmpl, 0);
	return d;
}

static struct cdecl *find_part(struct sema *c, struct cscope *at, struct cscope *in,
                               struct syn *part, bool report) {
	if (!part->name)
		return NULL;
	if (in) {
		struct cdecl *first = lookup_type_in(c, in, part);
		/* in a substitution only, as for the last name: type_of_id */
		if (first && c->quiet && in->kind == CSCOPE_CLASS)
			check_member_access(c, at, first, part->loc);
		first = lookup_qualifier(c, in, false, first, part, report);
		return lookup_template(first, part);
	}
	for (struct cscope *s = at; s; s = s->parent) {
		struct cdecl *d = lookup_around(c, s, part->name, part->loc.start);
		d = lookup_qualifier(c, s, true, d, part, report);
		if (!d && (d = lookup_befriended(c, at, s, part->name, part->loc.start)))
			d = decl_of(c, d);
		if (d)
			return lookup_template(d, part);
	}
	return NULL;
}

static struct cscope *scope_of_part(struct sema *c, struct cscope *at, struct cscope *in,
                                    struct syn *part, bool report) {
	if (part->kind == SYN_DECLTYPE) {
		c->unevaluated++;
		struct cexpr *e = check_expr(c, at, syn_decltype(part)->expr);
		c->unevaluated--;
		struct cscope *s = scope_of_type(c, e->type);
		if (!s && report && !is_error(e))
			check_error(c, part->loc, E0601,
			            "'%s' is not a class or an enumeration",
			            check_type_text(c, e->type));
		return s;
	}
	struct cdecl *d = find_part(c, at, in, part, report);
	if (d && d->kind == CDECL_TEMPLATE) {
		if (part->kind == SYN_TEMPLATE_ID) {
			if (!template_id_instance(c, at, part, d, &d))
				return NULL;
		} else {
			d = enclosing_instance(at, d);
		}
	}
	struct cscope *s = d ? scope_of_decl(c, d) : NULL;
	if (!s && report) {
		struct diag_record *r = check_error(
			c, part->loc, E0601,
			"'%s' is not a class, namespace or enumeration",
			part->name ? part->name->s : "this");
		if (part->name && !d)
			check_suggest(c, r, at, part->name->s);
		else if (d && d->kind == CDECL_TYPE && d->type)
			check_note(c, r, "'%s' is '%s' here", d->name->s,
			           check_type_text(c, d->type));
	}
	return s;
}

struct cscope *lookup_member_scope(struct sema *c, struct cscope *at, struct cscope *of,
                                   struct syn *q) {
	const struct syn *first = q->kid[0];
	if (q->flags & SYNF_GLOBAL || !first->name || !lookup_type_in(c, of, first))
		return lookup_scope(c, at, q, q->nkid - 1, true);
	for (u32 i = 0; of && i < q->nkid - 1; i++)
		of = scope_of_part(c, at, of, q->kid[i], true);
	return of;
}

struct cscope *lookup_scope(struct sema *c, struct cscope *at, struct syn *q, u32 nparts,
                            bool report) {
	struct cscope *s = q->flags & SYNF_GLOBAL ? c->u->global : NULL;
	for (u32 i = 0; i < nparts; i++) {
		s = scope_of_part(c, at, s, q->kid[i], report);
		if (!s)
			return NULL;
	}
	return s;
}

struct cdecl *lookup_id(struct sema *c, struct cscope *at, struct syn *id,
                        struct syn **last, struct cscope **in) {
	*in = NULL;
	*last = id;
	if (id->kind != SYN_QUALIFIED)
		return lookup(c, at, name_of_id(c, id), id->loc);
	*last = id->kid[id->nkid - 1];
	*in = lookup_scope(c, at, id, id->nkid - 1, true);
	return *in ? lookup_in(c, *in, name_of_id(c, *last)) : NULL;
}

/* ---- argument-dependent lookup ([basic.lookup.argdep]) ----------------------------- */

/* The namespaces and classes of the arguments of a call ([basic.lookup.argdep]); a
 * namespace is NULL for the global one. */
struct associated {
	struct cdecls namespaces, classes;
};

static bool add_once(struct sema *c, struct cdecls *all, struct cdecl *d) {
	for (u32 i = 0; i < all->n; i++)
		if (all->at[i] == d)
			return false;
	vec_push(&c->temp, all, d);
	return true;
}

static void add_namespace(struct sema *c, struct cscope *s, struct associated *found) {
	if (s && s->kind == CSCOPE_CLASS && s->owner)
		add_once(c, &found->classes, s->owner);
	while (s && s->kind != CSCOPE_NAMESPACE)
		s = s->parent;
	while (s && s->is_inline && s->parent)
		s = s->parent;
	if (!s || !s->owner)
		s = c->u->global;
	add_once(c, &found->namespaces, s->owner);
}

static void add_associated(struct sema *c, const struct ctype *t,
                           struct associated *found, u32 depth);

/* The types and templates that are arguments of a template. */
static void add_arguments(struct sema *c, const struct ctarg *arg, u32 n,
                          struct associated *found, u32 depth) {
	for (u32 i = 0; i < n; i++) {
		if (arg[i].kind == TARG_TYPE)
			add_associated(c, arg[i].type, found, depth);
		else if (arg[i].kind == TARG_TEMPLATE)
			add_namespace(c, arg[i].decl->scope, found);
		else if (arg[i].kind == TARG_PACK)
			add_arguments(c, arg[i].elem, arg[i].nelem, found, depth);
	}
}

static void add_associated(struct sema *c, const struct ctype *t,
                           struct associated *found, u32 depth) {
	t = ctype_unqual(ctype_noref(t));
	if (depth == 0 && t->kind == CT_CLASS) /* its friends and bases count */
		type_try_complete(c, t);
	while (t->kind == CT_PTR || t->kind == CT_ARRAY)
		t = ctype_unqual(t->base);
	if (memfn_of(t))
		t = memfn_of(t);
	if (depth > 8)
		return;
	if (t->kind == CT_MEMPTR) { /* the member's type and its class's */
		add_associated(c, t->decl->type, found, depth + 1);
		add_associated(c, t->base, found, depth + 1);
	} else if (t->kind == CT_FUNC) {
		add_associated(c, t->base, found, depth + 1);
		for (u32 i = 0; i < t->nparam; i++)
			add_associated(c, t->param[i], found, depth + 1);
	}
	if (t->kind != CT_CLASS && t->kind != CT_ENUM)
		return;
	add_namespace(c, t->decl->scope, found);
	if (t->kind != CT_CLASS || !add_once(c, &found->classes, t->decl))
		return;
	add_arguments(c, t->decl->targ, t->decl->ntarg, found, depth + 1);
	struct cclass *cls = t->decl->cls;
	for (u32 i = 0; cls && cls->is_complete && i < cls->nbase; i++)
		add_associated(c, cls->field.at[i].type, found, depth + 1);
}

/* An argument that names functions, or templates of them with arguments: all count. */
static void add_associated_of(struct sema *c, const struct cexpr *e,
                              struct associated *found) {
	if (e->kind == CE_ADDR && e->type->kind == CT_OVERLOAD)
		e = e->a;
	if (e->type->kind != CT_OVERLOAD || !e->set) {
		add_associated(c, e->type, found, 0);
		return;
	}
	for (u32 i = 0; i < e->set->cand.n; i++) {
		const struct cdecl *d = e->set->cand.at[i];
		if (d->kind == CDECL_FUNC && d->state == CSTATE_CHECKED)
			add_associated(c, d->type, found, 0);
	}
	if (e->set->explicit_args)
		add_arguments(c, e->set->explicit_args->at, e->set->explicit_args->n,
		              found, 0);
}

bool decl_is_later(const struct cdecl *d, u32 before) {
	return before && d->loc.start > before && d->scope &&
	       d->scope->kind == CSCOPE_NAMESPACE && !d->is_special;
}

static void add_function(struct sema *c, struct cdecl *d, u32 before,
                         struct cdecls *out) {
	struct cdecl *r = decl_is_later(d, before) ? NULL : decl_of(c, d);
	if (r && cdecl_is_function(r))
		vec_push(&c->temp, out, r);
}

/* Adds the friends of associated classes, which plain lookup does not find. */
static void add_friends(struct sema *c, const struct cscope *s, struct str *name,
                        const struct associated *found, struct cdecls *out) {
	for (struct cdecl *d = cscope_find_friend(s, name); d; d = d->next)
		for (u32 i = 0; i < found->classes.n; i++)
			if (d->tscope == found->classes.at[i]->inner) {
				add_function(c, d, 0, out);
				break;
			}
}

void lookup_adl(struct sema *c, const struct cscope *at, struct str *name,
                struct cexpr **arg, u32 narg, struct loc loc, struct cdecls *out) {
	u32 before = !at || is_in_template(at) ? 0 : loc.start;
	struct associated found = {0};
	for (u32 i = 0; i < narg; i++)
		add_associated_of(c, arg[i], &found);
	for (u32 i = 0; i < found.namespaces.n; i++) {
		struct cdecl *ns = found.namespaces.at[i];
		struct cscope *s = ns ? ns->inner : c->u->global;
		struct cdecl *first = cscope_find_here(s, name, 0);
		struct cdecls others = {0};
		for (struct cdecl *d = first; d; d = d->next)
			add_function(c, d, before, out);
		if (first)
			lookup_more(c, s, s, name, first, before, &others);
		for (u32 k = 0; k < others.n; k++)
			add_function(c, others.at[k], before, out);
		add_friends(c, s, name, &found, out);
		for (u32 k = 0; k < s->using.n; k++)
			if (s->using.at[k]->is_inline)
				add_friends(c, s->using.at[k], name, &found, out);
	}
}

/* ---- for the parser ---------------------------------------------------------------- */

/* Whether X<T> is the template around `at` with its own name: its members are known
 * ([temp.dep.type]/1). */
static bool is_current(struct cscope *at, const struct syn *part) {
	for (; at; at = at->parent)
		if (at->kind == CSCOPE_CLASS && at->owner->pattern &&
		    at->owner->pattern->name == part->name)
			return true;
	return false;
}

/* Whether a qualifier depends on parameters of a template ([temp.dep.type]). The text of
 * a template is parsed once, with the scope of its first instance; yet what stands after
 * such a qualifier is no type without `typename` and is not looked up, as nothing of a
 * statement that this instance discards may be instantiated ([temp.res]/5,
 * [stmt.if]/2). */
static bool is_dependent(struct cscope *at, const struct syn *qualifier) {
	const struct syn *first = qualifier->kind == SYN_QUALIFIED ? qualifier->kid[0]
	                                                           : qualifier;
	return mentions_parameter(at, qualifier, true) &&
	       !(first->kind == SYN_TEMPLATE_ID && is_current(at, first));
}

struct cscope *check_scope_of(struct cunit *u, struct cscope *at, struct syn *qualifier) {
	if (is_dependent(at, qualifier))
		return NULL;
	struct sema *c = u->check;
	bool failed = quiet_begin(c);
	struct cscope *s = qualifier->kind == SYN_QUALIFIED
	                           ? lookup_scope(c, at, qualifier, qualifier->nkid,
	                                          false)
	                           : scope_of_part(c, at, NULL, qualifier, false);
	quiet_end(c, failed);
	return s;
}

/* Functions of one name are templates if one of them is, be it of another namespace that
 * a using-directive names ([temp.names]/3). */
static enum cname_class class_of_set(struct sema *c, struct cscope *s, struct str *name,
                                     const struct cdecl *first, u32 before) {
	enum cname_class class = cdecl_name_class(first);
	struct cdecls others = {0};
	if (class == CNAME_OTHER && s->using.n && s->kind != CSCOPE_CLASS)
		lookup_more(c, s, NULL, name, first, before, &others);
	for (u32 i = 0; i < others.n && class == CNAME_OTHER; i++)
		if (cdecl_name_class(others.at[i]) == CNAME_TEMPLATE)
			class = CNAME_TEMPLATE;
	return class;
}

/* A type that a function or variable of the same name hides is not a type here; so the
 * first declaration decides, except that skimming only guesses. */
enum cname_class check_name_class(struct cunit *u, struct cscope *at, struct str *name,
                                  u32 before) {
	struct sema *c = u->check;
	for (struct cscope *s = at; s; s = s->parent) {
		struct cdecl *d = lookup_around(c, s, name, before);
		if (!d && (d = lookup_befriended(c, at, s, name, before)))
			before = 0;
		for (u32 hops = 0; d && d->kind == CDECL_USING && hops < 64; hops++)
			d = d->state == CSTATE_CHECKED ? d->target : decl_of(c, d);
		if (d)
			return class_of_set(c, s, name, d, before);
	}
	return CNAME_NONE;
}
