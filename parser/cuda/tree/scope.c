/* scope.c - scopes, and looking a name up in them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/tree/scope.h"

void cscope_init(struct cscope *s, struct arena *arena, enum cscope_kind kind,
                 struct cscope *parent, struct cdecl *owner) {
	s->kind = (u8)kind;
	s->parent = parent;
	s->owner = owner;
	s->name = MAP_INIT(arena);
}

struct cscope *cscope_new(struct arena *arena, enum cscope_kind kind,
                          struct cscope *parent, struct cdecl *owner) {
	struct cscope *s = arena_new(arena, struct cscope);
	cscope_init(s, arena, kind, parent, owner);
	return s;
}

struct cdecl *cdecl_new(struct arena *arena, enum cdecl_kind kind, struct str *name,
                        struct loc loc) {
	struct cdecl *d = arena_new(arena, struct cdecl);
	d->kind = (u8)kind;
	d->name = name;
	d->loc = loc;
	return d;
}

const struct cdecl_rare cdecl_none;

struct cdecl_rare *cdecl_rare_set(struct arena *arena, struct cdecl *d) {
	if (!d->rare || d->rare->of != d) {
		struct cdecl_rare *r = arena_new(arena, struct cdecl_rare);
		*r = *cdecl_rare(d);
		r->of = d;
		d->rare = r;
	}
	return d->rare;
}

void cscope_add_member(struct cscope *s, struct cdecl *d) {
	d->scope = s;
	vec_push(s->name.arena, &s->member, d);
}

static void add_named(struct map *names, struct cdecl *d) {
	if (!d->name)
		return;
	u64 *slot = map_at(names, (uintptr_t)d->name);
	struct cdecl *at = (struct cdecl *)(uintptr_t)*slot;
	if (!at) {
		*slot = (uintptr_t)d;
		return;
	}
	struct cdecl *last = at->last ? at->last : at;
	while (last->next)
		last = last->next;
	last->next = at->last = d;
}

void cscope_add(struct cscope *s, struct cdecl *d) {
	cscope_add_member(s, d);
	add_named(&s->name, d);
}

static struct cscope_rare *rare(struct cscope *s) {
	if (!s->rare) {
		s->rare = arena_new(s->name.arena, struct cscope_rare);
		s->rare->friends = MAP_INIT(s->name.arena);
	}
	return s->rare;
}

void cscope_add_friend(struct cscope *s, struct cdecl *d) {
	cscope_add_member(s, d);
	add_named(&rare(s)->friends, d);
}

struct cdecl *cscope_find_friend(const struct cscope *s, const struct str *name) {
	return s->rare ? map_get_ptr(&s->rare->friends, name) : NULL;
}

/* Finds a bound parameter: the first of the name. */
static struct cdecl *find_bound(const struct cscope_bound *b, const struct str *name) {
	for (u32 i = 0; i < b->n; i++)
		if (b->name[i] == name)
			return b->decl[i] ? b->decl[i] : b->declare(b, i);
	return NULL;
}

struct cdecl *cscope_own(const struct cscope *s, const struct str *name) {
	struct cdecl *d = map_get_ptr(&s->name, name);
	return !d && s->bound && name ? find_bound(s->bound, name) : d;
}

void cscope_use(struct cscope *s, struct cscope *other, u32 since) {
	for (u32 i = 0; i < s->using.n; i++)
		if (s->using.at[i] == other)
			return;
	if (other != s) {
		vec_push(s->name.arena, &s->using, other);
		vec_push(s->name.arena, &rare(s)->since, since);
	}
	if (s->rare)
		s->rare->bases.n = 0;
}

bool cscope_uses_later(const struct cscope *s, u32 i, u32 before) {
	return before && s->rare && i < s->rare->since.n && s->rare->since.at[i] > before;
}

/* ---- looking up ------------------------------------------------------------------ */

/* The scopes that a look-up is now in: using-directives may form a cycle. */
struct trail {
	const struct trail *up;
	const struct cscope *scope;
};

static bool is_on(const struct trail *trail, const struct cscope *s) {
	for (; trail; trail = trail->up)
		if (trail->scope == s)
			return true;
	return false;
}

bool cscope_encloses(const struct cscope *s, const struct cscope *inner) {
	while (inner && inner != s)
		inner = inner->parent;
	return inner != NULL;
}

struct search {
	struct str *name;
	u32 before;
	struct cscope *from; /* where an unqualified look-up is; NULL: qualified */
	bool is_own;         /* only what is seen as declared in `from` itself */
};

static struct cdecl *find_here(const struct search *q, struct cscope *s,
                               const struct trail *up);

static bool declares(struct cscope *s, struct str *name, u32 before) {
	struct search q = {name, before, s, true};
	return (s->kind == CSCOPE_CLASS && s->owner && s->owner->name == name) ||
	       find_here(&q, s, NULL);
}

/* What a directive names is seen as if it was in the nearest namespace that has both the
 * directive and the namespace `used` ([namespace.udir]/2): whether that is the scope of
 * the look-up, or one around it and no scope in between declares the name. */
static bool is_seen(const struct search *q, const struct cscope *used) {
	for (struct cscope *s = q->from; s; s = s->parent) {
		if (s->kind == CSCOPE_NAMESPACE && cscope_encloses(s, used))
			return true;
		if (s == q->from ? q->is_own : declares(s, q->name, q->before))
			return false;
	}
	return true;
}

static void add_bases(struct cscope *to, const struct cscope *s) {
	struct cscope_rare *r = rare(to);
	for (u32 i = 0; i < s->using.n; i++) {
		struct cscope *base = s->using.at[i];
		bool is_there = base == to;
		for (u32 k = 0; k < r->bases.n && !is_there; k++)
			is_there = r->bases.at[k] == base;
		if (is_there)
			continue;
		vec_push(to->name.arena, &r->bases, base);
		add_bases(to, base);
	}
}

static struct cdecl *own_or_late(const struct cscope *s, struct str *name) {
	if (s->late && (name == s->late->name[0] || name == s->late->name[1]))
		s->late->declare(s->late, s->owner);
	return cscope_own(s, name);
}

struct cdecl *cdecl_instance_of(const struct cdecl *d) {
	bool is_instance = d->kind == CDECL_TYPE && d->pattern &&
	                   d->pattern->kind == CDECL_TEMPLATE;
	return is_instance ? d->pattern : NULL;
}

/* The injected class name, which is a member as of [class.pre]/2. */
static struct cdecl *injected(struct cscope *s) {
	struct cscope_rare *r = rare(s);
	if (!r->injected) {
		r->injected = cdecl_new(s->name.arena, CDECL_USING, s->owner->name,
		                        s->owner->loc);
		r->injected->scope = s;
		r->injected->target = s->owner;
		r->injected->state = CSTATE_CHECKED;
	}
	return r->injected;
}

struct cdecl *cscope_in_base(struct cscope *s, struct str *name) {
	bool is_class_name = s->owner && s->owner->name == name && name;
	return is_class_name ? injected(s) : own_or_late(s, name);
}

static const struct cclass *class_of(const struct cscope *s) {
	return s->kind == CSCOPE_CLASS && s->owner ? s->owner->cls : NULL;
}

static bool is_complete_class(const struct cscope *s) {
	const struct cclass *cls = class_of(s);
	return cls && cls->is_complete;
}

static bool has_virtual_bases(const struct cscope *s) {
	const struct cclass *cls = class_of(s);
	return cls && cls->vbase.n;
}

/* Lists the bases of a class, which has some. */
static const struct cscope_rare *list_bases(struct cscope *s) {
	if (!rare(s)->bases.n)
		add_bases(s, s);
	return s->rare;
}

static bool derives_from(struct cscope *s, const struct cscope *base) {
	if (!s->using.n)
		return false;
	const struct cscope_rare *r = list_bases(s);
	for (u32 i = 0; i < r->bases.n; i++)
		if (r->bases.at[i] == base)
			return true;
	return false;
}

/* Finds a name in the bases of a complete class: there may be many ways to a virtual
 * base, whose name one that is derived from it hides ([class.member.lookup]/5). */
static struct cdecl *find_in_bases(struct cscope *s, struct str *name) {
	struct cdecl *d = NULL;
	while (!d && s->using.n == 1) {
		s = s->using.at[0];
		d = cscope_in_base(s, name);
	}
	if (d)
		return d;
	if (!s->using.n)
		return NULL;
	const struct cscope_rare *r = list_bases(s);
	const struct cscope *of = NULL;
	for (u32 i = 0; i < r->bases.n && (!d || has_virtual_bases(s)); i++) {
		struct cscope *base = r->bases.at[i];
		struct cdecl *one = !d || derives_from(base, of)
		                            ? cscope_in_base(base, name)
		                            : NULL;
		if (one) {
			d = one;
			of = base;
		}
	}
	return d;
}

static struct cdecl *find_here(const struct search *q, struct cscope *s,
                               const struct trail *up) {
	if (is_on(up, s))
		return NULL;
	bool is_base = up && up->scope->kind == CSCOPE_CLASS;
	struct cdecl *d = is_base ? cscope_in_base(s, q->name) : own_or_late(s, q->name);
	if (d && q->before && s->kind == CSCOPE_NAMESPACE && d->loc.start >= q->before)
		d = NULL;
	if (d && q->from && s != q->from && s->kind == CSCOPE_NAMESPACE && !is_seen(q, s))
		d = NULL;
	if (d || is_complete_class(s))
		return d ? d : find_in_bases(s, q->name);
	struct trail trail = {up, s};
	for (u32 i = 0; i < s->using.n && (!d || has_virtual_bases(s)); i++) {
		if (cscope_uses_later(s, i, q->before))
			continue;
		struct cdecl *one = find_here(q, s->using.at[i], &trail);
		if (one && (!d || (one != d && derives_from(one->scope, d->scope))))
			d = one;
	}
	return d;
}

struct cdecl *cscope_find_here(struct cscope *s, struct str *name, u32 before) {
	return find_here(&(struct search){name, before, NULL, false}, s, NULL);
}

struct cdecl *cscope_find_in_base(struct cscope *s, struct str *name) {
	struct cdecl *d = cscope_in_base(s, name);
	return d ? d : cscope_find_here(s, name, 0);
}

struct cdecl *cscope_find_around(struct cscope *s, struct str *name, u32 before) {
	return find_here(&(struct search){name, before, s, false}, s, NULL);
}

struct cdecl *cscope_find(struct cscope *s, struct str *name, u32 before) {
	for (; s; s = s->parent) {
		struct cdecl *d = cscope_find_around(s, name, before);
		if (d)
			return d;
	}
	return NULL;
}

/* ---- what the parser must know --------------------------------------------------- */

/* A limit, since a using-declaration may name a list of which it has become part. */
enum { USING_MAX = 8 };

static enum cname_class class_of_list(const struct cdecl *decl, u32 depth);

static enum cname_class class_of_one(const struct cdecl *d, u32 depth) {
	switch ((enum cdecl_kind)d->kind) {
	case CDECL_NAMESPACE: return CNAME_NAMESPACE;
	case CDECL_TYPE: return cdecl_instance_of(d) ? CNAME_TEMPLATE_TYPE : CNAME_TYPE;
	case CDECL_TEMPLATE:
		return d->template_of == CDECL_TYPE ? CNAME_TEMPLATE_TYPE
		                                    : CNAME_TEMPLATE;
	case CDECL_PACK:
		return d->nelem ? class_of_list(d->elem[0], depth + 1)
		                : (enum cname_class)d->guess;
	case CDECL_USING:
		if (d->target && depth < USING_MAX)
			return class_of_list(d->target, depth + 1);
		return (enum cname_class)d->guess;
	case CDECL_TPARAM:
	case CDECL_UNPARSED: return (enum cname_class)d->guess;
	case CDECL_VAR:
	case CDECL_FIELD:
	case CDECL_FUNC:
	case CDECL_ENUMERATOR:
	case CDECL_VALUE: return CNAME_OTHER;
	}
	return CNAME_NONE;
}

/* A function or variable hides a class or enum of the same name and scope
 * ([basic.scope.hiding]); a function template among functions still takes template
 * arguments. */
static enum cname_class class_of_list(const struct cdecl *decl, u32 depth) {
	enum cname_class c = CNAME_NONE;
	for (; decl; decl = decl->next) {
		enum cname_class one = class_of_one(decl, depth);
		if (one == CNAME_TEMPLATE_TYPE || one == CNAME_NAMESPACE)
			return one;
		if (c == CNAME_NONE || one == CNAME_TEMPLATE ||
		    (c == CNAME_TYPE && one == CNAME_OTHER))
			c = one;
		else if (c == CNAME_TEMPLATE && one == CNAME_NONE)
			c = CNAME_TEMPLATE;
	}
	return c;
}

enum cname_class cdecl_name_class(const struct cdecl *decl) {
	return class_of_list(decl, 0);
}
