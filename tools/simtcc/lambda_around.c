/* lambda_around.c - what the class of a lambda needs of the declarations around it: the
 * parameters of templates, types of classes and of the function, its constants, and names
 * of namespaces that it has made visible.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/lambda.h"

bool lambda_is_in(const struct lambda *l, const struct scope_range *r) {
	return r->first <= l->open && r->end >= l->end;
}

bool lambda_has_parameter(const struct lambda *l, const char *name) {
	vec_each (struct around, x, &l->around)
		if (strcmp(x->name, name) == 0)
			return true;
	return false;
}

void lambda_add_parameter(struct rewrite *rw, struct lambda *l, const char *declared,
                          const char *name) {
	if (!lambda_has_parameter(l, name))
		vec_push(rw->arena, &l->around,
		         (struct around){declared, name, NULL, AROUND_ONE});
}

/* ---- declarations of the function ---- */

/* The name that `typedef T name;` declares; NULL: it has another form. */
static const struct str *typedef_name(const struct rewrite *rw, u32 first, u32 end) {
	if (rw->t[end - 2].kind == CU_IDENT)
		return rw->t[end - 2].name;
	for (u32 i = first; i + 3 < end; i++) /* (*name)(, (&name)[ */
		if (rw->t[i].kind == '(' && rw->t[i + 2].kind == CU_IDENT &&
		    rw->t[i + 3].kind == ')')
			return rw->t[i + 2].name;
	return NULL;
}

/* The names of `constexpr T a = ..., b{...};`, each for itself. */
static void note_constants(struct rewrite *rw, struct lambda *l, u32 first, u32 end) {
	bool is_value = false;
	for (u32 i = first + 1; i + 1 < end; i = MAX(skip_group(rw, i), i + 1)) {
		u32 kind = rw->t[i].kind, after = rw->t[i + 1].kind;
		if (!is_value && kind == CU_IDENT &&
		    (after == '=' || after == '{' || after == '['))
			vec_push(rw->arena, &l->locals,
			         (struct local){.name = rw->t[i].name,
			                        .first = first,
			                        .end = end});
		is_value = kind == '=' || (is_value && kind != ',');
	}
}

/* The name and the enumerators of `enum E { a, b = 2 };`. */
static void note_enumerators(struct rewrite *rw, struct lambda *l, u32 first) {
	u32 open = first, close;
	while (open < l->open && rw->t[open].kind != '{' && rw->t[open].kind != ';')
		open++;
	close = open < l->open && rw->t[open].kind == '{' ? rw->t[open].match : NONE;
	if (close == NONE || close == CU_NO_MATCH || token_kind(rw, close + 1) != ';')
		return;
	struct local n = {.first = first, .end = close + 2};
	for (u32 i = first + 1; i < close; i++) {
		n.name = rw->t[i].name;
		if (rw->t[i].kind == CU_IDENT &&
		    (i < open ? token_kind(rw, i - 1) != ':'
		              : rw->t[i - 1].kind == '{' || rw->t[i - 1].kind == ','))
			vec_push(rw->arena, &l->locals, n);
		if (i > open)
			i = MAX(skip_group(rw, i), i + 1) - 1;
	}
}

/* Whether `constexpr` is among the words and names that a statement begins with: the
 * specifiers of a declaration have no order ([dcl.spec.general]/1). */
static bool says_constexpr(const struct rewrite *rw, u32 first) {
	for (u32 i = first;; i++) {
		u32 kind = token_kind(rw, i);
		if (kind == CU_CONSTEXPR)
			return true;
		if (kind != CU_STATIC && kind != CU_AUTO && kind != CU_CONST &&
		    kind != CU_IDENT && kind != CU_SCOPE &&
		    !(kind >= CU_KW_VOID && kind <= CU_KW_FLOAT128))
			return false;
	}
}

/* Notes the declaration that the statement is, if a body elsewhere needs it: a type, a
 * constant, which no lambda captures, names of a namespace. */
static void note_local(struct rewrite *rw, struct lambda *l, u32 first) {
	u32 end = first, kind = rw->t[first].kind;
	if (kind == CU_ENUM)
		note_enumerators(rw, l, first);
	if (kind != CU_USING && kind != CU_TYPEDEF && kind != CU_NAMESPACE &&
	    !says_constexpr(rw, first))
		return;
	while (end < l->open && rw->t[end].kind != ';')
		end = MAX(skip_group(rw, end), end + 1);
	if (end >= l->open)
		return;
	struct local n = {.first = first, .end = end + 1};
	if (kind == CU_USING && token_kind(rw, first + 2) == '=')
		n.name = rw->t[first + 1].name;
	else if (kind == CU_TYPEDEF)
		n.name = typedef_name(rw, first, n.end);
	else if (kind != CU_USING && kind != CU_NAMESPACE)
		note_constants(rw, l, first, n.end);
	n.is_type = n.name != NULL;
	if (n.name || kind == CU_USING || kind == CU_NAMESPACE)
		vec_push(rw->arena, &l->locals, n);
}

/* Whether a parameter or a capture of the lambda has the name. */
static bool hides(const struct rewrite *rw, const struct lambda *l,
                  const struct str *name) {
	return lambda_has_capture(l, name->s) ||
	       (l->params != NONE && name_is_declared(rw, l->params, l->params + 1,
	                                              skip_group(rw, l->params), name));
}

/* Whether the lambda itself names what the function around declares: its own parameters
 * hide that. */
static bool names_local(const struct rewrite *rw, const struct lambda *l,
                        const struct str *name) {
	return name_is_used(rw, name, l->close + 1, l->end) && !hides(rw, l, name);
}

/* Whether a later declaration in a block inside hides the constant where the lambda is
 * ([basic.scope.block]). */
static bool is_hidden(const struct rewrite *rw, const struct lambda *l,
                      const struct local *n) {
	u32 last = name_declaration(rw, l->function->params, n->end, l->open, n->name);
	return !n->is_type && last != NONE;
}

/* Declarations of blocks that are still open where the lambda is. */
static void find_locals(struct rewrite *rw, struct lambda *l) {
	bool is_start = true;
	if (!l->function || l->function->body == NONE)
		return;
	for (u32 i = l->function->body + 1; i < l->open;) {
		u32 kind = rw->t[i].kind, past = skip_group(rw, i);
		if (is_start)
			note_local(rw, l, i);
		is_start = kind == ';' || kind == '{' || kind == '}';
		i = past > i && past <= l->open ? past : i + 1;
	}
	for (u32 i = l->locals.n; i--;) {
		struct local *n = &l->locals.at[i];
		n->is_named = !n->name ||
		              (names_local(rw, l, n->name) && !is_hidden(rw, l, n));
		for (u32 k = i + 1; k < l->locals.n && !n->is_named; k++)
			n->is_named = l->locals.at[k].is_named &&
			              !l->locals.at[k].is_type &&
			              name_is_used(rw, n->name, l->locals.at[k].first,
			                           l->locals.at[k].end);
	}
}

/* Whether a constant of the function that the body needs a copy of names it. */
static bool constants_name(const struct rewrite *rw, const struct lambda *l,
                           const struct str *name) {
	vec_each (struct local, n, &l->locals)
		if (n->is_named && !n->is_type &&
		    name_is_used(rw, name, n->first, n->end))
			return true;
	return false;
}

/* Whether the lambda, or a declaration that its body needs a copy of, names it. */
static bool lambda_names(const struct rewrite *rw, const struct lambda *l,
                         const struct str *name) {
	return name_is_used(rw, name, l->close + 1, l->end) ||
	       constants_name(rw, l, name);
}

static bool declares_constant(const struct lambda *l, const struct str *name) {
	vec_each (struct local, n, &l->locals)
		if (n->name == name && !n->is_type)
			return true;
	return false;
}

bool lambda_sees_constant(const struct rewrite *rw, const struct lambda *l,
                          const struct str *name) {
	const struct local *last = NULL;
	vec_each (struct local, n, &l->locals)
		last = n->name == name && !n->is_type ? n : last;
	return last && !is_hidden(rw, l, last);
}

void lambda_rename_hidden(struct rewrite *rw, struct lambda *l) {
	u32 copied = NONE;
	vec_each (struct local, n, &l->locals) {
		if (!n->is_named || n->is_type || n->first == copied)
			continue;
		copied = n->first;
		for (u32 i = n->first; i < n->end; i++) {
			const struct str *name = rw->t[i].name;
			if (rw->t[i].kind == CU_IDENT && !name_is_qualified(rw, i) &&
			    declares_constant(l, name) && hides(rw, l, name))
				lambda_add_use(rw, l, i,
				               arena_printf(rw->arena,
				                            " __simt_hidden_%s ",
				                            name->s))
					->is_instead = true;
		}
	}
}

/* ---- templates ---- */

static void add_pack(struct rewrite *rw, struct lambda *l, const char *declared,
                     const char *name, bool is_type) {
	enum around_kind kind = AROUND_PACK;
	if (lambda_has_parameter(l, name))
		return;
	vec_each (struct around, x, &l->around)
		if (x->kind == AROUND_PACK)
			kind = is_type ? AROUND_TYPES : AROUND_VALUES;
	vec_push(rw->arena, &l->around, (struct around){declared, name, NULL, kind});
}

/* Whether a template's parameter is one number of a type that is known everywhere. One
 * half of a lambda may name it where __CUDA_ARCH__ tells the halves apart, so both have
 * it. */
static bool is_one_number(const struct rewrite *rw, u32 first, u32 end) {
	static const char *const word[] = {"int",      "bool",    "unsigned", "long",
	                                   "short",    "char",    "signed",   "const",
	                                   "std",      "::",      "size_t",   "int32_t",
	                                   "uint32_t", "int64_t", "uint64_t"};
	bool is = true;
	for (u32 i = first, k; is && i + 1 < end; i++) {
		for (k = 0; k < countof(word) && !token_is(rw, i, word[k]); k++) {
		}
		is = k < countof(word);
	}
	return is;
}

/* Finds the parameters between < and > of a template around the lambda, which the body
 * may name. */
static void find_parameters(struct rewrite *rw, struct lambda *l, u32 angle,
                            u32 angle_end) {
	for (u32 i = angle + 1, end; i + 1 < angle_end; i = end + 1) {
		end = param_end(rw, i, angle_end);
		bool is_type = rw->t[i].kind == CU_TYPENAME || rw->t[i].kind == CU_CLASS;
		u32 past = find_default(rw, i, end);
		if (is_type && rw->t[i + 1].kind == CU_IDENT && past == i + 2) {
			const char *name = rw->t[i + 1].name->s;
			lambda_add_parameter(
				rw, l, arena_printf(rw->arena, "class %s", name), name);
		} else if (rw->t[past - 1].kind == CU_IDENT && past > i + 1 &&
		           (is_one_number(rw, i, past) ||
		            lambda_names(rw, l, rw->t[past - 1].name))) {
			const char *declared = token_text(rw, i, past),
				   *name = rw->t[past - 1].name->s;
			if (rw->t[past - 2].kind == CU_ELLIPSIS)
				add_pack(rw, l, declared, name, is_type);
			else
				lambda_add_parameter(rw, l, declared, name);
		}
	}
}

/* The same for all headers of a declaration: a member template that is defined outside of
 * its class template has one for each. */
static void find_all_parameters(struct rewrite *rw, struct lambda *l,
                                const struct scope_range *r) {
	if (r->angle == NONE)
		return;
	for (u32 i = r->first; i < r->angle && token_kind(rw, i) == CU_TEMPLATE;) {
		u32 close = close_angle(rw, i + 1, r->angle_end + 1);
		if (close == NONE)
			break;
		find_parameters(rw, l, i + 1, close);
		i = skip_requires(rw, close + 1, r->angle);
	}
}

/* ---- namespaces and types ---- */

/* Whether the name means the same before the declaration around the lambda as in its
 * function. */
static bool is_of_namespace(const struct rewrite *rw, const struct lambda *l,
                            const struct str *name) {
	vec_each (struct local, n, &l->locals)
		if (n->name ? n->name == name : !n->is_around)
			return false;
	vec_each (struct scope_range, r, &rw->range)
		if (lambda_is_in(l, r) &&
		    (r->in_class ||
		     (r->angle != NONE &&
		      name_is_used(rw, name, r->first, r->angle_end)) ||
		     (r->params != NONE && r->params > 1 &&
		      token_kind(rw, r->params - 2) == CU_SCOPE)))
			return false;
	u32 params = l->function->params;
	return params != NONE && !name_is_visible(rw, params, params, l->open, name);
}

/* Whether the class may have a copy of the type's declaration. A parameter of its
 * template would make `name::type` a dependent name, which needs `typename`
 * ([temp.res]/5). */
static bool is_copied_type(const struct rewrite *rw, const struct lambda *l,
                           const struct local *type) {
	for (u32 i = type->first; i < type->end; i++)
		if (rw->t[i].kind == CU_IDENT && rw->t[i].name != type->name &&
		    !name_is_qualified(rw, i) && !is_of_namespace(rw, l, rw->t[i].name))
			return false;
	return true;
}

/* Whether the statement, which names what is in a namespace, means the same in a
 * namespace around the lambda's class: it names no enumeration of a class or the
 * function. */
static bool means_namespace(const struct rewrite *rw, const struct lambda *l,
                            const struct local *n) {
	u32 class = class_of_lambda(rw, l), kind = token_kind(rw, n->first + 1);
	bool is_static;
	if (rw->t[n->first].kind == CU_NAMESPACE || kind == CU_NAMESPACE)
		return true;
	for (u32 i = n->first + 1; i < n->end; i++) {
		const struct str *name = rw->t[i].name;
		if (rw->t[i].kind != CU_IDENT || name_is_qualified(rw, i))
			continue;
		if (class != NONE && class_declares(rw, class, name, name, &is_static))
			return false;
		vec_each (struct local, type, &l->locals)
			if (type->name == name)
				return false;
	}
	return true;
}

static bool names_any(const struct rewrite *rw, u32 first, u32 end) {
	for (u32 i = first; i < end; i++)
		if (rw->t[i].kind == CU_IDENT)
			return true;
	return false;
}

/* Finds what the lambda's parameters, result and local types may name of a namespace
 * through a statement of the function: names of a using-directive are found as if they
 * were in a namespace around the function ([namespace.udir]/2), and so they are in one
 * around the class. */
static void find_namespaces(struct rewrite *rw, struct lambda *l) {
	bool names = names_any(rw, l->rest, l->body) ||
	             (l->params != NONE && names_any(rw, l->params, l->rest));
	vec_each (struct local, n, &l->locals)
		names |= n->is_type && n->is_named;
	vec_each (struct local, n, &l->locals) {
		n->is_around = names && !n->name && means_namespace(rw, l, n);
		l->has_namespace |= n->is_around;
	}
}

/* Types that the function itself declares: a copy, or one more parameter of the same
 * name, each. */
static void add_local_types(struct rewrite *rw, struct lambda *l) {
	vec_each (struct local, n, &l->locals) {
		if (!n->is_type || !n->is_named)
			continue;
		n->is_copied = is_copied_type(rw, l, n);
		if (!n->is_copied)
			lambda_add_parameter(
				rw, l, arena_printf(rw->arena, "class %s", n->name->s),
				n->name->s);
	}
}

/* The name of the type that a member declares; NULL: it declares another thing. */
static const struct str *member_type(const struct rewrite *rw, u32 i, u32 end) {
	u32 kind = rw->t[i].kind, past = i;
	if (kind == CU_USING)
		return token_kind(rw, i + 2) == '=' ? rw->t[i + 1].name : NULL;
	if (kind == CU_TYPEDEF) {
		while (past < end && rw->t[past].kind != ';')
			past = MAX(skip_group(rw, past), past + 1);
		return past < end ? typedef_name(rw, i, past + 1) : NULL;
	}
	if (kind != CU_STRUCT && kind != CU_CLASS && kind != CU_ENUM && kind != CU_UNION)
		return NULL;
	i += 1 + (u32)(kind == CU_ENUM && (token_kind(rw, i + 1) == CU_STRUCT ||
	                                   token_kind(rw, i + 1) == CU_CLASS));
	u32 after = token_kind(rw, i + 1);
	bool is_head = after == '{' || after == ':' || after == ';' ||
	               (after == CU_IDENT && token_kind(rw, i + 2) == '{'); /* final */
	return token_kind(rw, i) == CU_IDENT && is_head ? rw->t[i].name : NULL;
}

/* Types that a class declares and the lambda names, likewise. */
static void add_types_of(struct rewrite *rw, struct lambda *l, u32 open) {
	bool is_start = true;
	u32 own = l->params == NONE ? l->body : l->params;
	for (u32 i = open + 1; i < rw->t[open].match;) {
		u32 kind = rw->t[i].kind;
		const struct str *name = is_start ? member_type(rw, i, rw->t[open].match)
		                                  : NULL;
		if (name && (constants_name(rw, l, name) ||
		             (name_is_used(rw, name, l->close + 1, l->end) &&
		              !name_is_declared(rw, l->params, own, l->end, name))))
			lambda_add_parameter(rw, l,
			                     arena_printf(rw->arena, "class %s", name->s),
			                     name->s);
		is_start = kind == ';' || kind == '{' || kind == '}' || kind == ':';
		i = MAX(skip_group(rw, i), i + 1);
		is_start |= rw->t[i - 1].kind == '}';
	}
}

/* The same for the class and its bases. */
static void add_inherited_types(struct rewrite *rw, struct lambda *l, u32 open) {
	add_types_of(rw, l, open);
	for (u32 at = NONE, base; (base = class_next_base(rw, open, &at)) != NONE;)
		add_inherited_types(rw, l, base);
}

/* The same for all classes around. */
static void add_member_types(struct rewrite *rw, struct lambda *l) {
	for (u32 open = class_of_lambda(rw, l); open != NONE;
	     open = class_enclosing(rw, open))
		add_inherited_types(rw, l, open);
}

void lambda_find_around(struct rewrite *rw, struct lambda *l) {
	find_locals(rw, l);
	find_namespaces(rw, l);
	vec_each (struct scope_range, r, &rw->range)
		if (lambda_is_in(l, r))
			find_all_parameters(rw, l, r);
	add_local_types(rw, l);
	add_member_types(rw, l);
}

enum named_in_type { NAMES_NOTHING, NAMES_AROUND, NAMES_OWN };

/* What the name at token i among the lambda's parameters is: a parameter before it, a
 * variable of the function around that is not captured, or neither. */
static enum named_in_type named_by(const struct rewrite *rw, const struct lambda *l,
                                   u32 i) {
	const struct str *name = rw->t[i].name;
	u32 f = l->function->params;
	if (rw->t[i].kind != CU_IDENT || name_is_qualified(rw, i))
		return NAMES_NOTHING;
	if (name_is_declared(rw, l->params, l->params + 1, i, name))
		return NAMES_OWN;
	return !lambda_has_capture(l, name->s) && name_is_visible(rw, f, f, l->open, name)
	               ? NAMES_AROUND
	               : NAMES_NOTHING;
}

void lambda_find_decltypes(struct rewrite *rw, struct lambda *l) {
	u32 end = l->params != NONE && l->function && l->function->params != NONE
	                  ? skip_group(rw, l->params)
	                  : 0;
	for (u32 i = l->params, n = 0; i < end; i++) {
		enum named_in_type most = NAMES_NOTHING;
		u32 past = rw->t[i].kind == CU_DECLTYPE ? skip_group(rw, i + 1) : i;
		for (u32 k = i + 1; k < past; k++)
			most = MAX(most, named_by(rw, l, k));
		if (most != NAMES_AROUND)
			continue;
		const char *name = arena_printf(rw->arena, "__D%u", n++);
		lambda_add_parameter(rw, l, arena_printf(rw->arena, "class %s", name),
		                     name);
		vec_last(&l->around).given = token_text(rw, i, past);
		const char *text = arena_printf(rw->arena, " %s ", name);
		for (; i < past; i++, text = "")
			lambda_add_use(rw, l, i, text)->is_instead = true;
		i--;
	}
}
