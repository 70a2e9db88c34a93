/* several.c - a name that is found in several places: bases of a class, namespaces that
 * using-directives name ([class.member.lookup], [namespace.udir]).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/several.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/expr/overload.h"

/* ---- in several namespaces ---------------------------------------------------------- */

struct seen {
	const struct seen *up;
	const struct cscope *scope;
};

struct more {
	enum {
		FUNCTIONS,
		FIRSTS,
		SCOPES
	} what; /* the first of each namespace; only what
	           may stand before :: */
	struct sema *c;
	struct str *name;
	const struct cdecl *first; /* of the chain that was found */
	u32 before;
	/* unqualified: whose directives count, and the namespace in which what they name
	 * has to be seen; NULL: qualified */
	const struct cscope *from, *to;
	struct cdecls *out;
};

/* Returns the nearest namespace around both scopes. */
static const struct cscope *common_namespace(const struct cscope *s,
                                             const struct cscope *used) {
	while (s && !(s->kind == CSCOPE_NAMESPACE && cscope_encloses(s, used)))
		s = s->parent;
	return s;
}

static struct cdecl *own_of(const struct more *m, const struct cscope *s) {
	struct cdecl *d = map_get_ptr(&s->name, m->name);
	bool is_later = d && m->before && d->loc.start >= m->before;
	if (is_later || (m->what == SCOPES && !lookup_scope_among(m->c, d, m->before)))
		return NULL;
	return d;
}

static bool is_among(const struct cdecl *d, const struct cdecl *all) {
	while (all && all != d)
		all = all->next;
	return all;
}

static void add_more(struct more *m, const struct cscope *s, const struct seen *up) {
	struct seen here = {up, s};
	for (const struct seen *k = up; k; k = k->up)
		if (k->scope == s)
			return;
	struct cdecl *own = own_of(m, s);
	bool is_seen = !m->to || common_namespace(m->from, s) == m->to;
	if (own && is_seen && !(m->first && is_among(m->first, own))) {
		if (m->what == FUNCTIONS)
			overload_add_own(m->c, own, m->before, m->out);
		else
			vec_push(m->c->a, m->out, own);
	}
	for (u32 i = 0; i < s->using.n; i++) {
		const struct cscope *u = s->using.at[i];
		if (cscope_uses_later(s, i, m->before))
			continue;
		bool is_inline = u->is_inline && u->parent == s;
		/* what a directive names is hidden by a qualified namespace's own
		 * ([namespace.qual]/2) */
		if (m->to || is_inline || !own)
			add_more(m, u, &here);
	}
}

/* Returns the scope that declares d for look-up: the one around inline namespaces. */
static const struct cscope *declaring(const struct cdecl *d) {
	const struct cscope *s = d->scope;
	while (s && s->is_inline)
		s = s->parent;
	return s;
}

/* Adds the functions of the namespace in which `first` is seen from `at`, and those that
 * directives in between put there ([namespace.udir]/2). */
static void add_seen(struct more *m, const struct cscope *at) {
	m->to = common_namespace(at, declaring(m->first));
	for (m->from = at; m->to && m->from; m->from = m->from->parent) {
		if (m->from == m->to ||
		    (m->from->kind != CSCOPE_CLASS && m->from->using.n))
			add_more(m, m->from, NULL);
		if (m->from == m->to)
			break;
	}
}

/* Adds what is found from `at`, or in the namespace `in`, beside m->first. */
static void add_others(struct more *m, struct cscope *at, struct cscope *in) {
	struct cscope *s = in ? in : at;
	const struct cdecl *d = in ? cscope_find_here(in, m->name, m->before) : NULL;
	while (!in && s && !(d = lookup_around(m->c, s, m->name, m->before)))
		s = s->parent;
	if (!s || s->kind == CSCOPE_CLASS || !s->using.n ||
	    (m->what != FUNCTIONS && d != m->first))
		return;
	if (in)
		add_more(m, s, NULL);
	else if (s->kind == CSCOPE_NAMESPACE || !map_get_ptr(&s->name, m->name))
		add_seen(m, s);
}

void lookup_more(struct sema *c, struct cscope *at, struct cscope *in, struct str *name,
                 const struct cdecl *first, u32 before, struct cdecls *out) {
	add_others(&(struct more){FUNCTIONS, c, name, first, before, .out = out}, at, in);
}

/* ---- members of several bases ------------------------------------------------------- */

/* What the paths to the bases of a class find under one name. */
struct member_set {
	struct cdecl *at[16];
	u32 n;
	VEC(const struct cscope *) seen; /* each once: a virtual base is reached often */
};

static void collect_members(struct sema *c, struct cscope *s, struct str *name,
                            struct member_set *found) {
	for (u32 i = 0; i < found->seen.n; i++)
		if (found->seen.at[i] == s)
			return;
	vec_push(c->a, &found->seen, s);
	struct cdecl *d = cscope_in_base(s, name);
	if (d && found->n < countof(found->at))
		found->at[found->n++] = d;
	for (u32 i = 0; !d && i < s->using.n; i++)
		collect_members(c, s->using.at[i], name, found);
}

/* Whether the class of a virtual base, or of a part of one, has its member hidden by one
 * that is derived from it ([class.member.lookup]/5). */
static bool is_dominated(struct sema *c, const struct cdecl *cls, const struct cdecl *of,
                         const struct cdecl *by) {
	const struct ctype *base = of->scope->owner ? of->scope->owner->type : NULL,
			   *other = by->scope->owner ? by->scope->owner->type : NULL;
	if (!base || !other || class_base_depth(c, other, base) <= 0)
		return false;
	for (u32 i = 0; cls->cls && i < cls->cls->vbase.n; i++) {
		const struct ctype *v = cls->cls->vbase.at[i].type;
		if (class_base_depth(c, v, base) >= 0 &&
		    class_base_depth(c, other, v) > 0)
			return true;
	}
	return false;
}

static bool is_same_entity(struct sema *c, struct cdecl *a, struct cdecl *b) {
	const struct cdecl *x = decl_of(c, a), *y = decl_of(c, b);
	return !x || !y || x == y ||
	       (x->kind == CDECL_TYPE && y->kind == CDECL_TYPE && x->type == y->type) ||
	       (x->kind == CDECL_NAMESPACE && y->kind == CDECL_NAMESPACE &&
	        x->inner == y->inner);
}

static bool is_one_in(struct sema *c, struct cscope *s, const struct cdecl *first,
                      struct loc loc) {
	struct cscope *split = s;
	while (split->using.n == 1 && split != first->scope)
		split = split->using.at[0];
	if (split == first->scope || split->using.n < 2)
		return true;
	struct member_set found = {0};
	collect_members(c, split, first->name, &found);
	for (u32 i = 0; i < found.n; i++)
		for (u32 k = 0; k < i; k++) {
			struct cdecl *a = found.at[i], *b = found.at[k];
			if (is_same_entity(c, a, b) || is_dominated(c, s->owner, a, b) ||
			    is_dominated(c, s->owner, b, a))
				continue;
			struct diag_record *r = check_error(
				c, loc, E0617, "'%s' is a member of two bases of '%s'",
				first->name->s, check_type_text(c, s->owner->type));
			check_note(c, r, "of '%s' and of '%s'",
			           check_type_text(c, b->scope->owner->type),
			           check_type_text(c, a->scope->owner->type));
			return false;
		}
	return true;
}

/* Whether a name that two using-directives bring is not ambiguous: both are one entity,
 * or functions ([namespace.udir]/6). The library may have names that the host's has not.
 */
static bool may_be_both(struct sema *c, struct cdecl *a, struct cdecl *b) {
	const struct cdecl *x = decl_of(c, a), *y = decl_of(c, b);
	bool functions = x && y && cdecl_is_function(x) && cdecl_is_function(y);
	return !x || !y || functions || x->is_system || y->is_system ||
	       x->state == CSTATE_FAILED || y->state == CSTATE_FAILED ||
	       is_same_entity(c, a, b);
}

static void report_both(struct sema *c, const struct cdecl *a, const struct cdecl *b,
                        struct loc loc) {
	struct diag_record *r = check_error(c, loc, E0617, "'%s' is ambiguous",
	                                    a->name->s);
	for (u32 i = 0; i < 2; i++) {
		struct source_pos pos = source_pos(c->u->sources, (i ? b : a)->loc.start);
		check_note(c, r, "it may be the one at %s:%u",
		           pos.file ? pos.file->name : "?", pos.line);
	}
}

/* Whether all that was found is one thing, `first`; if not, an error says so. */
static bool are_one(const struct more *m, struct cdecl *first, struct loc loc) {
	for (u32 i = 0; i < m->out->n; i++) {
		struct cdecl *rival = m->out->at[i];
		if (m->what == SCOPES)
			rival = lookup_scope_among(m->c, rival, m->before);
		if (may_be_both(m->c, first, rival))
			continue;
		report_both(m->c, first, rival, loc);
		return false;
	}
	return true;
}

static bool is_one_of_namespaces(struct sema *c, struct cscope *at, struct cscope *in,
                                 struct cdecl *first, struct loc loc) {
	struct cdecls found = {0};
	struct more m = {FIRSTS, c, first->name, first, loc.start, .out = &found};
	add_others(&m, at, in);
	return are_one(&m, first, loc);
}

struct cdecl *lookup_qualifier(struct sema *c, struct cscope *s, bool is_around,
                               struct cdecl *first, const struct syn *part, bool report) {
	u32 before = part->loc.start;
	struct cdecl *d = lookup_scope_among(c, first, is_around ? before : 0);
	bool is_in_namespace = first && first->scope && s->using.n &&
	                       first->scope->kind == CSCOPE_NAMESPACE &&
	                       s->kind != CSCOPE_CLASS;
	if (!is_in_namespace || (d && !report))
		return d;
	struct cdecls found = {0};
	struct more m = {SCOPES, c, part->name, first, before, .out = &found};
	if (is_around)
		add_seen(&m, s);
	else
		add_more(&m, s, NULL);
	if (!d && found.n)
		d = lookup_scope_among(c, found.at[0], before);
	if (d && report)
		are_one(&m, d, part->loc);
	return d;
}

bool lookup_is_one(struct sema *c, struct cscope *at, struct cscope *in,
                   struct cdecl *first, struct loc loc) {
	if (!first->name || !first->scope)
		return true;
	if (first->scope->kind == CSCOPE_NAMESPACE)
		return is_one_of_namespaces(c, at, in, first, loc);
	if (first->scope->kind != CSCOPE_CLASS || first->scope == in)
		return true;
	for (struct cscope *s = in ? in : at; s; s = in ? NULL : s->parent)
		if (s->kind == CSCOPE_CLASS && s->owner && s->owner->type &&
		    cscope_find_here(s, first->name, 0) == first)
			return (!in && has_dependent_base(s)) ||
			       is_one_in(c, s, first, loc);
	return true;
}
