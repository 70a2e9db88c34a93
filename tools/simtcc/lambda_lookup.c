/* lambda_lookup.c - what is declared where, for lambdas: the names of blocks and
 * parameters, and the members of classes. Nothing is parsed here: a statement is what its
 * tokens look like.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/lambda.h"

/* ---- blocks ---- */

static bool declares_at(const struct rewrite *rw, u32 params, u32 i,
                        const struct str *name) {
	return rw->t[i].name == name && rw->t[i].kind == CU_IDENT &&
	       token_declares(rw, i, params);
}

bool name_is_declared(const struct rewrite *rw, u32 params, u32 first, u32 end,
                      const struct str *name) {
	for (u32 i = MAX(first, 1); i < end; i++)
		if (declares_at(rw, params, i, name))
			return true;
	return false;
}

/* Returns what is past the lambda whose parameters begin with the ( at token i; i: it is
 * no such (. */
static u32 past_lambda(const struct rewrite *rw, u32 i) {
	if (rw->t[i].kind != '(' || token_kind(rw, i - 1) != ']')
		return i;
	u32 k = skip_group(rw, i);
	while (k < rw->n && rw->t[k].kind != '{' && rw->t[k].kind != ';' &&
	       rw->t[k].kind != ')' && rw->t[k].kind != '}')
		k++;
	return token_kind(rw, k) == '{' ? skip_group(rw, k) : i;
}

/* Returns what is past the ( ) after `if`, `for` and the like. */
static u32 past_condition(const struct rewrite *rw, u32 i) {
	i += 1 + (u32)(token_kind(rw, i + 1) == CU_CONSTEXPR);
	return MAX(skip_group(rw, i), i + 1);
}

u32 past_statement(const struct rewrite *rw, u32 i) {
	u32 kind = token_kind(rw, i);
	while (kind == CU_IF) {
		i = past_statement(rw, past_condition(rw, i));
		if (token_kind(rw, i) != CU_ELSE)
			return i;
		kind = token_kind(rw, ++i);
	}
	if (kind == CU_FOR || kind == CU_WHILE || kind == CU_SWITCH)
		return past_statement(rw, past_condition(rw, i));
	if (kind == '{')
		return MAX(skip_group(rw, i), i + 1);
	while (i < rw->n && rw->t[i].kind != ';' && rw->t[i].kind != '}')
		i = MAX(skip_group(rw, i), i + 1);
	return i + (u32)(token_kind(rw, i) == ';');
}

/* Returns what is past the group, lambda or statement that ends the scope of what it
 * declares, when token i begins one; else i. */
static u32 past_scope(const struct rewrite *rw, u32 i) {
	switch (rw->t[i].kind) {
	case '{': return opens_enumerators(rw, i) ? i : skip_group(rw, i);
	case CU_IF:
	case CU_FOR:
	case CU_WHILE:
	case CU_SWITCH: return past_statement(rw, i);
	default: return past_lambda(rw, i);
	}
}

u32 name_declaration(const struct rewrite *rw, u32 params, u32 first, u32 end,
                     const struct str *name) {
	u32 last = NONE;
	for (u32 i = MAX(first, 1); i < end; i++) {
		u32 past = past_scope(rw, i);
		if (past > i && past <= end)
			i = past - 1;
		else if (declares_at(rw, params, i, name))
			last = i;
	}
	return last;
}

bool name_is_visible(const struct rewrite *rw, u32 params, u32 first, u32 end,
                     const struct str *name) {
	return name_declaration(rw, params, first, end, name) != NONE;
}

/* Whether the name at token i is looked up in an object's class or after `::`. What
 * stands after `) ->` may be a lambda's result and counts as a name of its own. */
bool name_is_qualified(const struct rewrite *rw, u32 i) {
	u32 before = token_kind(rw, i - 1), object = i > 1 ? token_kind(rw, i - 2) : 0;
	return before == '.' || before == CU_SCOPE ||
	       (before == CU_ARROW &&
	        (object == CU_IDENT || object == CU_THIS || object == ']'));
}

bool name_is_used(const struct rewrite *rw, const struct str *name, u32 first, u32 end) {
	for (u32 i = first; i < end; i++)
		if (rw->t[i].kind == CU_IDENT && rw->t[i].name == name &&
		    !name_is_qualified(rw, i))
			return true;
	return false;
}

/* ---- classes ---- */

u32 class_enclosing(const struct rewrite *rw, u32 at) {
	u32 open = NONE;
	vec_each (struct scope_range, r, &rw->range) {
		u32 i = r->first;
		if (r->end <= at || r->body != NONE)
			continue;
		while (i < at && rw->t[i].kind != '{')
			i++;
		if (i < at && rw->t[i].match != CU_NO_MATCH && rw->t[i].match > at)
			open = i;
	}
	return open;
}

/* Returns the token of the name of the class whose { is at `open`; NONE: it has none. */
static u32 class_name_token(const struct rewrite *rw, u32 open) {
	u32 i = open, name = NONE;
	while (i && rw->t[i].kind != ';' && rw->t[i].kind != '}' &&
	       (i == open || rw->t[i].kind != '{') && rw->t[i].kind != CU_STRUCT &&
	       rw->t[i].kind != CU_CLASS)
		i--;
	for (i++; i < open && rw->t[i].kind != ':' && rw->t[i].kind != '<';
	     i = MAX(skip_group(rw, i), i + 1))
		if (rw->t[i].kind == CU_IDENT && strcmp(rw->t[i].name->s, "final") != 0)
			name = i;
	return name;
}

const char *class_name_at(const struct rewrite *rw, u32 open) {
	u32 name = class_name_token(rw, open);
	return name != NONE ? rw->t[name].name->s : NULL;
}

VEC_TYPE(path, u32); /* tokens that name scopes, the innermost first */

/* Adds the names of the classes and namespaces around a token. */
static void add_scopes_around(const struct rewrite *rw, u32 at, struct path *path) {
	for (u32 i = at; i-- > 0;) {
		u32 k = i;
		if (rw->t[i].kind == '}' && rw->t[i].match != CU_NO_MATCH)
			i = rw->t[i].match;
		if (rw->t[i].kind != '{' || i != k)
			continue;
		while (k > 1 &&
		       (rw->t[k - 1].kind == CU_IDENT || rw->t[k - 1].kind == CU_SCOPE))
			k--;
		u32 name = class_name_token(rw, i);
		if (k && rw->t[k - 1].kind == CU_NAMESPACE) {
			for (u32 j = i; j-- > k;)
				if (rw->t[j].kind == CU_IDENT)
					vec_push(rw->arena, path, j);
		} else if (name != NONE) {
			vec_push(rw->arena, path, name);
		}
	}
}

/* Returns how well the class or namespace named at token `own` fits the part of a path at
 * token `named`, 0 to 3: a partial specialisation has the same arguments, a primary
 * template none. */
static u32 fit_of_part(const struct rewrite *rw, u32 own, u32 named) {
	bool has_args = token_kind(rw, own + 1) == '<',
	     wants_args = token_kind(rw, named + 1) == '<';
	if (rw->t[own].name != rw->t[named].name)
		return 0;
	if (!has_args)
		return wants_args ? 1 : 2;
	for (u32 i = 1; wants_args && rw->t[own + i].kind == rw->t[named + i].kind &&
	                rw->t[own + i].name == rw->t[named + i].name;
	     i++) {
		u32 next = token_kind(rw, named + i + 1);
		if (rw->t[named + i].kind == '>' && (next == CU_SCOPE || next == '{'))
			return 3;
	}
	return 0;
}

/* Returns how well the class named at token `cls` and the scopes around it fit the path
 * of a member's definition, whose first `nclass` names are the classes that it names: 0
 * if not at all; the nearest namespace fits best ([class.mfct]/1). */
static u32 fit_of_class(const struct rewrite *rw, u32 cls, const struct path *path,
                        u32 nclass) {
	struct path own = {0};
	u32 parts = 0, same = 0;
	vec_push(rw->arena, &own, cls);
	add_scopes_around(rw, cls, &own);
	if (own.n < nclass)
		return 0;
	for (u32 i = 0; i < nclass; i++) {
		u32 part = fit_of_part(rw, own.at[i], path->at[i]);
		if (!part)
			return 0;
		parts += part;
	}
	u32 n = own.n - nclass, around = path->n - nclass;
	while (same < n && same < around &&
	       fit_of_part(rw, own.at[own.n - 1 - same], path->at[path->n - 1 - same]))
		same++;
	return (same == n ? 2 + same : 1) * (3 * nclass + 1) + parts;
}

/* Returns the token of the name before the :: at token i, that of X:: or X<T>::. */
static u32 name_before(const struct rewrite *rw, u32 i, u32 first) {
	if (token_kind(rw, i - 1) != '>')
		return i - 1;
	u32 angle = open_angle(rw, i - 1, first);
	return angle == NONE || !angle ? NONE : angle - 1;
}

/* Adds the name at token `at` and those of its qualifier, X:: and X<T>::, which begins
 * after token `first`, then the scopes around token `inside`, unless it begins with ::.
 * Returns how many the name and the qualifier are. */
static u32 add_qualified(const struct rewrite *rw, u32 at, u32 first, u32 inside,
                         struct path *path) {
	while (token_kind(rw, at) == CU_IDENT) {
		vec_push(rw->arena, path, at);
		if (at <= first + 1 || token_kind(rw, at - 1) != CU_SCOPE)
			break;
		at = name_before(rw, at - 1, first);
	}
	u32 n = path->n;
	if (token_kind(rw, at) == CU_IDENT)
		add_scopes_around(rw, inside, path);
	return n;
}

/* Returns the { of the class before token `end` that a path fits best, whose first
 * `nclass` names name it; NONE: there is none. */
static u32 class_of_path(const struct rewrite *rw, const struct path *path, u32 nclass,
                         u32 end) {
	u32 best = NONE, most = 0;
	for (u32 i = 1; nclass && i < end; i++) {
		u32 key = rw->t[i - 1].kind, k = i + 1;
		if (rw->t[i].kind != CU_IDENT ||
		    rw->t[i].name != rw->t[path->at[0]].name ||
		    (key != CU_STRUCT && key != CU_CLASS))
			continue;
		while (k < end && rw->t[k].kind != ';' && rw->t[k].kind != '{')
			k++;
		u32 fits = token_kind(rw, k) == '{' ? fit_of_class(rw, i, path, nclass)
		                                    : 0;
		if (fits > most) {
			most = fits;
			best = k;
		}
	}
	return best;
}

/* Returns the { of the class that the function is a member of, or NONE. */
static u32 class_of_function(const struct rewrite *rw, const struct scope_range *f) {
	struct path path = {0};
	if (f->in_class)
		return class_enclosing(rw, f->first);
	if (f->params < 3 || token_kind(rw, f->params - 2) != CU_SCOPE)
		return NONE;
	u32 nclass = add_qualified(rw, name_before(rw, f->params - 2, f->first), f->first,
	                           f->first, &path);
	return class_of_path(rw, &path, nclass, f->first);
}

/* Returns the { of the base that is named at token `at`, after token `first`, of the
 * class that is named at token `cls` and begins at `open`; NONE: it is not in this file.
 * Lambdas of one class ask for the same bases. */
static u32 class_of_base(struct rewrite *rw, u32 at, u32 first, u32 cls, u32 open) {
	vec_each (const struct base_class, b, &rw->base_class)
		if (b->named == at)
			return b->open;
	struct path path = {0};
	u32 n = add_qualified(rw, at, first, open - 1, &path);
	u32 base = class_of_path(rw, &path, n, cls);
	if (base != NONE && rw->t[base].match == CU_NO_MATCH)
		base = NONE;
	vec_push(rw->arena, &rw->base_class, (struct base_class){at, base});
	return base;
}

/* Whether tokens from `first` to the one before `end` name a parameter of a template
 * around the class that is named at token `cls`. */
static bool depends(const struct rewrite *rw, u32 cls, u32 first, u32 end) {
	vec_each (const struct scope_range, r, &rw->range)
		for (u32 i = first;
		     r->angle != NONE && r->first <= cls && r->end > cls && i < end; i++)
			if (rw->t[i].kind == CU_IDENT &&
			    name_is_used(rw, rw->t[i].name, r->angle, r->angle_end))
				return true;
	return false;
}

u32 class_next_base(struct rewrite *rw, u32 open, u32 *at) {
	u32 name = class_name_token(rw, open);
	if (*at == NONE)
		*at = name == NONE ? open : name + 1;
	while (*at < open) { /* one base after another */
		u32 last = NONE, first = *at, i = first;
		for (; i < open && rw->t[i].kind != ',' && rw->t[i].kind != ':';) {
			u32 close = rw->t[i].kind == '<' ? close_angle(rw, i, open)
			                                 : NONE;
			last = rw->t[i].kind == CU_IDENT ? i : last;
			i = close != NONE ? close + 1 : MAX(skip_group(rw, i), i + 1);
		}
		bool is_base = token_kind(rw, first - 1) == ':' ||
		               token_kind(rw, first - 1) == ',';
		*at = i + 1;
		u32 base = is_base && last != NONE && !depends(rw, name, first, i)
		                   ? class_of_base(rw, last, first - 1, name, open)
		                   : NONE;
		if (base != NONE)
			return base;
	}
	return NONE;
}

u32 class_of_lambda(const struct rewrite *rw, const struct lambda *l) {
	u32 open = l->function && l->function->params != NONE && l->function->params
	                   ? class_of_function(rw, l->function)
	                   : NONE;
	return open != NONE && rw->t[open].match != CU_NO_MATCH ? open : NONE;
}

/* Whether the declaration of the member at token i says `static`. */
static bool says_static(const struct rewrite *rw, u32 i) {
	for (; i && rw->t[i - 1].kind != ';' && rw->t[i - 1].kind != '{' &&
	       rw->t[i - 1].kind != '}';
	     i--)
		if (rw->t[i].kind == CU_STATIC)
			return true;
	return rw->t[i].kind == CU_STATIC;
}

/* Whether the name at token i of a class's body is that of a member in its declaration,
 * and not of a type, a base or a value there. */
static bool names_member(const struct rewrite *rw, u32 i) {
	u32 before = token_kind(rw, i - 1), after = token_kind(rw, i + 1);
	if (rw->t[i].kind != CU_IDENT)
		return false;
	if (token_declares(rw, i, NONE))
		return true;
	return (after == '(' || after == '=' || after == ';' || after == '[' ||
	        after == '{' || after == ',' || after == ':' || after == CU_ATTRIBUTE) &&
	       before != ';' && before != '{' && before != '}' && before != ':' &&
	       before != '<' && before != '~' && before != CU_SCOPE &&
	       before != CU_ARROW && before != CU_OPERATOR && before != CU_USING;
}

/* Returns the token after the one at i of a class's body, past groups, template arguments
 * and initialisers, which may name anything. */
static u32 next_in_class(const struct rewrite *rw, u32 i, u32 end) {
	u32 kind = rw->t[i].kind, before = rw->t[i - 1].kind;
	if (kind == '<' && (before == CU_IDENT || before == CU_TEMPLATE)) {
		u32 close = close_angle(rw, i, end);
		return close == NONE ? i + 1 : close + 1;
	}
	if (kind == '=' && before != CU_OPERATOR) {
		while (i < end && rw->t[i].kind != ';' && rw->t[i].kind != ',' &&
		       rw->t[i].kind != '}')
			i = MAX(skip_group(rw, i), i + 1);
		return i;
	}
	return opens_enumerators(rw, i) ? i + 1 : MAX(skip_group(rw, i), i + 1);
}

bool class_declares(const struct rewrite *rw, u32 open, const struct str *name,
                    const struct str *function, bool *is_static) {
	bool found = false;
	u32 end = rw->t[open].match;
	for (u32 i = open + 1; i < end; i = next_in_class(rw, i, end)) {
		found |= rw->t[i].name == name && names_member(rw, i);
		if (rw->t[i].kind == CU_IDENT && rw->t[i].name == function &&
		    token_kind(rw, i + 1) == '(')
			*is_static |= says_static(rw, i);
	}
	return found;
}

u32 class_having(struct rewrite *rw, u32 open, const struct str *name) {
	bool is_static;
	u32 found = class_declares(rw, open, name, name, &is_static) ? open : NONE;
	for (u32 at = NONE, base; found == NONE; found = class_having(rw, base, name))
		if ((base = class_next_base(rw, open, &at)) == NONE)
			return NONE;
	return found;
}

/* Whether the declaration of the member at token i is a template. */
static bool says_template(const struct rewrite *rw, u32 i) {
	for (; i && rw->t[i].kind != ';' && rw->t[i].kind != '{' && rw->t[i].kind != '}';
	     i--)
		if (rw->t[i].kind == CU_TEMPLATE)
			return true;
	return false;
}

bool class_has_static(const struct rewrite *rw, u32 open, const struct str *name,
                      bool *is_template) {
	bool found = false;
	u32 enumerators = NONE; /* the end of an enum without `class` */
	*is_template = false;
	for (u32 i = open + 1; i < rw->t[open].match;) {
		u32 after = token_kind(rw, i + 1);
		if (rw->t[i].name == name && rw->t[i].kind == CU_IDENT) {
			bool is_enumerator = enumerators != NONE && i < enumerators;
			bool is_member = after == '(' || after == '=' || after == ';' ||
			                 after == '[' || after == '{' || after == ',';
			if (!is_enumerator && (!is_member || !says_static(rw, i)))
				return false;
			*is_template |= !is_enumerator && says_template(rw, i);
			found = true;
		}
		if (opens_enumerators(rw, i)) {
			u32 key = i;
			while (token_kind(rw, key) != CU_ENUM)
				key--;
			bool is_scoped = token_kind(rw, key + 1) == CU_CLASS ||
			                 token_kind(rw, key + 1) == CU_STRUCT;
			enumerators = is_scoped ? NONE : rw->t[i].match;
			i = is_scoped ? skip_group(rw, i) : i + 1;
		} else {
			i = next_in_class(rw, i, rw->t[open].match);
		}
		if (enumerators != NONE && i >= enumerators)
			enumerators = NONE;
	}
	return found;
}
