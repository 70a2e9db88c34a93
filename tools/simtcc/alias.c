/* alias.c - `using WarpReduce = WarpReduce<T, N>;` in a class: the name would change what
 * it means in the class ([basic.scope.class]), which host compilers refuse, but not where
 * it is qualified. So the namespaces that declare the template, or that make it known by
 * a using-declaration or a using-directive, are put before it: `using WarpReduce =
 * ::cub::WarpReduce<T, N>;`; and the class that declares the alias before the result of
 * `static Layout Layout();`. `using T = T;` in a class whose enclosing class declares T
 * gets that class.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

/* ---- scopes ---- */

const char *path_here(const struct rewrite *rw) {
	return rw->scope.n ? vec_last(&rw->scope).path : "::";
}

/* Returns the next name in tokens [i, end), skipping attributes and brackets. */
static u32 next_name(const struct rewrite *rw, u32 i, u32 end) {
	for (; i < end; i++) {
		u32 kind = token_kind(rw, i);
		if (kind == '(' || kind == '[')
			i = MAX(skip_group(rw, i), i + 1) - 1;
		else if (kind == ':' || kind == '<')
			return NONE;
		else if (kind == CU_IDENT && token_kind(rw, i + 1) != '(')
			return i;
	}
	return NONE;
}

/* Whether a class around, or the innermost template that declares it, has a template
 * parameter of that name. */
static bool is_param_here(const struct rewrite *rw, const struct str *name) {
	for (u32 i = rw->scope.n; i-- > 0;) {
		const struct scope_name *s = &rw->scope.at[i];
		if (s->is_class && s->angle != NONE &&
		    is_template_param(rw, s->angle, s->angle_end, name))
			return true;
	}
	return false;
}

/* Whether unqualified names are looked up in a base of the class on top, whose head is
 * tokens [first, open): in none that depends on a template parameter ([temp.dep]/4). */
static bool has_known_base(const struct rewrite *rw, u32 first, u32 open) {
	while (first < open && token_kind(rw, first) != ':')
		first++;
	for (u32 i = first + 1; i < open;) {
		bool depends = false;
		u32 end = param_end(rw, i, open);
		for (; i < end; i++)
			depends |= token_kind(rw, i) == CU_IDENT &&
			           is_param_here(rw, rw->t[i].name);
		if (!depends)
			return true;
		i = end + 1;
	}
	return false;
}

/* Returns the text of tokens [first, end) without the ends of its lines. */
static const char *one_line(struct rewrite *rw, u32 first, u32 end) {
	const char *text = "";
	for (u32 i = first; i < end; i++)
		text = arena_printf(rw->arena, "%s%s%s", text, i > first ? " " : "",
		                    token_text(rw, i, i + 1));
	return text;
}

/* Reads the head of a class, tokens [first, open): its name, and what names the class
 * around it in `struct A<T>::B`. */
static void read_head(struct rewrite *rw, u32 first, u32 open, struct scope_name *s) {
	u32 i = first, owner = NONE, part;
	while (i < open && token_kind(rw, i) != CU_STRUCT &&
	       token_kind(rw, i) != CU_CLASS && token_kind(rw, i) != CU_UNION)
		i++;
	for (part = i = next_name(rw, i + 1, open); i != NONE;) {
		u32 angle = token_kind(rw, i + 1) == '<' ? close_angle(rw, i + 1, open)
		                                         : i;
		if (angle == NONE || token_kind(rw, angle + 1) != CU_SCOPE ||
		    token_kind(rw, angle + 2) != CU_IDENT)
			break;
		owner = i;
		i = angle + 2;
	}
	if (i == NONE)
		return;
	s->name = rw->t[i].name;
	if (owner == NONE)
		return;
	s->owner = one_line(rw, part, i);
	s->owner_name = rw->t[owner].name;
	s->owner_path = path_here(rw);
	for (; part < owner; part++) /* N::A::B: A is in N, unless N is a class */
		if (token_kind(rw, part) == CU_IDENT)
			s->owner_path = arena_printf(rw->arena, "%s%s::", s->owner_path,
			                             rw->t[part].name->s);
}

static struct scope_name new_scope(const struct rewrite *rw, u32 open) {
	return (struct scope_name){
		.path = path_here(rw),
		.open = open,
		.angle = NONE,
		.is_local = (rw->scope.n && vec_last(&rw->scope).is_local) ||
	                    token_kind(rw, open - 1) == CU_NAMESPACE,
	};
}

/* A number serves as the name of a class: the path must only be unique. */
void push_class(struct rewrite *rw, const struct decl *d, u32 open) {
	struct scope_name s = new_scope(rw, open);
	s.is_class = true;
	s.angle = d->angle;
	s.angle_end = d->angle_end;
	s.outer = s.path;
	s.path = arena_printf(rw->arena, "%s%u::", s.path, rw->nclass++);
	read_head(rw, d->specs, open, &s);
	vec_push(rw->arena, &rw->scope, s);
	vec_last(&rw->scope).has_bases = has_known_base(rw, d->specs, open);
}

/* namespace a::b {; an unnamed one, and extern "C", add nothing to the path. */
void push_namespace(struct rewrite *rw, u32 first, u32 open) {
	struct scope_name s = new_scope(rw, open);
	u32 outer = (u32)strlen(s.path);
	for (u32 i = first; (i = next_name(rw, i, open)) != NONE; i++)
		s.path = arena_printf(rw->arena, "%s%s::", s.path, rw->t[i].name->s);
	if (token_kind(rw, first) == CU_INLINE)
		vec_push(rw->arena, &rw->directives,
		         (struct using_directive){path_here(rw), s.path + outer});
	vec_push(rw->arena, &rw->scope, s);
}

void pop_scope(struct rewrite *rw) {
	rw->scope.n--;
}

/* In struct ::a::X { ... } for a class of namespace a, g++ refuses the first ::, and the
 * name means the same without it. */
void drop_global_scope(struct rewrite *rw, u32 first, u32 open) {
	u32 i = first;
	while (i < open && token_kind(rw, i) != CU_STRUCT &&
	       token_kind(rw, i) != CU_CLASS && token_kind(rw, i) != CU_UNION)
		i++;
	for (i++; i < open && token_kind(rw, i) != CU_SCOPE;
	     i = MAX(skip_group(rw, i), i + 1)) {
		u32 kind = token_kind(rw, i);
		bool is_attribute = kind == '(' || kind == '[' ||
		                    token_kind(rw, i + 1) == '(';
		if (!is_attribute)
			return;
	}
	if (i < open)
		edit_tokens(rw, i, i + 1, "");
}

/* ---- templates ---- */

/* Returns the name that a class template or an alias template declares, or NONE. */
static u32 template_declared(const struct rewrite *rw, const struct decl *d) {
	u32 i = d->specs;
	if (token_kind(rw, i) == CU_USING)
		return token_kind(rw, i + 1) == CU_IDENT ? i + 1 : NONE;
	u32 key = token_kind(rw, i);
	if (key != CU_CLASS && key != CU_STRUCT && key != CU_UNION)
		return NONE;
	return next_name(rw, i + 1, d->end);
}

void note_template(struct rewrite *rw, const struct decl *d) {
	u32 name = template_declared(rw, d);
	if (name != NONE)
		vec_push(rw->arena, &rw->templates,
		         (struct template_name){rw->t[name].name, path_here(rw),
		                                d->in_class});
}

void note_using(struct rewrite *rw, const struct decl *d) {
	u32 i = d->specs + 1, last = d->end - 2;
	if (token_kind(rw, i) == CU_NAMESPACE) {
		const char *nominated = "";
		for (i++; i <= last; i++)
			nominated = arena_printf(rw->arena, "%s%s", nominated,
			                         token_text(rw, i, i + 1));
		vec_push(rw->arena, &rw->directives,
		         (struct using_directive){
				 path_here(rw),
				 arena_printf(rw->arena, "%s::", nominated)});
	} else if (token_kind(rw, last) == CU_IDENT && token_kind(rw, i + 1) != '=') {
		vec_push(rw->arena, &rw->templates,
		         (struct template_name){rw->t[last].name, path_here(rw),
		                                d->in_class});
	}
}

static const struct template_name *find_in(const struct rewrite *rw, const char *path,
                                           const struct str *name) {
	for (u32 i = 0; i < rw->templates.n; i++) {
		const struct template_name *t = &rw->templates.at[i];
		if (t->name == name && strcmp(t->path, path) == 0)
			return t;
	}
	return NULL;
}

/* Returns the length of the path around a namespace: of "::a::" for "::a::b::", 0 around
 * the global one. */
static u32 outer_path(const char *path, u32 n) {
	if (n <= 2)
		return 0;
	for (n -= 2; path[n - 1] != ':'; n--)
		;
	return n;
}

enum { MAX_DIRECTIVES = 4 }; /* one that leads to the next */

/* Finds a template in a namespace and in those that its using-directives nominate, whose
 * names are looked up from there outwards. */
static const struct template_name *find_through(const struct rewrite *rw,
                                                const char *path, const struct str *name,
                                                u32 depth) {
	const struct template_name *t = find_in(rw, path, name);
	for (u32 i = 0; !t && depth < MAX_DIRECTIVES && i < rw->directives.n; i++) {
		const struct using_directive *u = &rw->directives.at[i];
		if (strcmp(u->path, path) != 0)
			continue;
		u32 n = u->nominated[0] == ':' ? 0 : (u32)strlen(path);
		do {
			t = find_through(rw,
			                 arena_printf(rw->arena, "%.*s%s", (int)n, path,
			                              u->nominated),
			                 name, depth + 1);
			n = outer_path(path, n);
		} while (!t && n);
	}
	return t;
}

/* Finds a template by name, from here outwards; NULL if it is unknown, or perhaps a
 * member of a base. */
static const struct template_name *find_template(const struct rewrite *rw,
                                                 const struct str *name) {
	for (u32 i = rw->scope.n; i-- > 0;) {
		const struct scope_name *s = &rw->scope.at[i];
		const struct template_name *t = find_through(rw, s->path, name, 0);
		if (t || s->has_bases)
			return t;
	}
	return find_through(rw, "::", name, 0);
}

/* ---- aliases ---- */

/* Whether the class that s is defined outside of declares the alias. */
static bool owner_declares(const struct rewrite *rw, const struct scope_name *s,
                           const struct str *name) {
	for (u32 k = 0; s->owner && k < rw->aliases.n; k++) {
		const struct member_alias *a = &rw->aliases.at[k];
		if (a->name == name && a->class_name == s->owner_name &&
		    strcmp(a->class_path, s->owner_path) == 0)
			return true;
	}
	return false;
}

/* Returns the class around this one that declares the alias, with its ::; NULL if that is
 * unknown. */
static const char *find_alias(const struct rewrite *rw, const struct str *name) {
	if (rw->scope.n && vec_last(&rw->scope).has_bases)
		return NULL;
	for (u32 i = rw->scope.n; i-- > 0;) {
		const struct scope_name *s = &rw->scope.at[i];
		for (u32 k = 0; k < rw->aliases.n; k++)
			if (rw->aliases.at[k].name == name &&
			    strcmp(rw->aliases.at[k].path, s->path) == 0)
				return s->is_class && s->name
				               ? arena_printf(rw->arena,
				                              "%s::", s->name->s)
				               : NULL;
		if (owner_declares(rw, s, name))
			return s->owner;
		if (s->has_bases)
			return NULL;
	}
	return NULL;
}

/* using A = A; as typename Outer::A. */
static void qualify_alias(struct rewrite *rw, u32 i) {
	const char *around = find_alias(rw, rw->t[i].name);
	if (around)
		edit_add(rw, token_at(rw, i), token_at(rw, i),
		         arena_printf(rw->arena, "typename %s", around));
}

/* A A(); where the first A is the alias of a class around. */
void qualify_result(struct rewrite *rw, const struct decl *d) {
	u32 i = d->name;
	if (i == NONE || token_kind(rw, i) != CU_IDENT || i + 1 != d->name_end)
		return;
	do
		i--;
	while (i > d->specs && (token_kind(rw, i) == '*' || token_kind(rw, i) == '&' ||
	                        token_kind(rw, i) == CU_CONST));
	if (i >= d->specs && token_kind(rw, i) == CU_IDENT &&
	    rw->t[i].name == rw->t[d->name].name && token_kind(rw, i - 1) != CU_SCOPE)
		qualify_alias(rw, i);
}

static void note_alias(struct rewrite *rw, const struct str *name) {
	struct member_alias a = {.name = name, .path = path_here(rw)};
	if (rw->scope.n) {
		a.class_name = vec_last(&rw->scope).name;
		a.class_path = vec_last(&rw->scope).outer;
	}
	vec_push(rw->arena, &rw->aliases, a);
}

/* Qualifies the templates of the alias's own name in tokens [i, end): in the alias, and
 * in what its class declares before it. */
static bool qualify_templates(struct rewrite *rw, u32 i, u32 end,
                              const struct str *name) {
	bool is_changed = false;
	for (; i < end; i++) {
		u32 before = token_kind(rw, i - 1);
		if (token_kind(rw, i) != CU_IDENT || rw->t[i].name != name ||
		    token_kind(rw, i + 1) != '<' || before == CU_SCOPE || before == '.' ||
		    before == CU_ARROW)
			continue;
		const struct template_name *t = find_template(rw, name);
		if (!t || t->in_class)
			return is_changed;
		edit_add(rw, token_at(rw, i), token_at(rw, i), t->path);
		is_changed = true;
	}
	return is_changed;
}

void rewrite_alias(struct rewrite *rw, const struct decl *d) {
	u32 alias = NONE, i = d->specs + 1, end = d->end;
	if (token_kind(rw, d->specs) == CU_USING) {
		alias = i;
		i = token_kind(rw, i + 1) == '=' ? i + 2 : NONE;
	} else if (d->end > d->specs + 3) { /* typedef A<...> A; */
		alias = end = d->end - 2;
	}
	if (i == NONE || alias == NONE)
		return;
	i += token_kind(rw, i) == CU_TYPENAME;
	if (token_kind(rw, alias) != CU_IDENT)
		return;
	if (rw->t[i].name != rw->t[alias].name)
		note_alias(rw, rw->t[alias].name);
	else if (token_kind(rw, i + 1) == ';' && alias < i)
		qualify_alias(rw, i);
	bool is_changed = qualify_templates(rw, i, end, rw->t[alias].name);
	if (is_changed && rw->scope.n && vec_last(&rw->scope).is_class)
		qualify_templates(rw, vec_last(&rw->scope).open, d->first,
		                  rw->t[alias].name);
}
