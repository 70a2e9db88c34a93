/* decl.c - finds the declarations in namespaces and classes, and in each one the parts
 * that decide how it is rewritten: qualifiers, the declarator of a function, parameters,
 * initialiser and body. Bodies of functions are skipped. A declaration that is not
 * understood ends at its semicolon and is not changed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

enum {
	MAX_DEPTH = 200,    /* namespaces and classes in each other */
	ANGLE_LOOK = 20000, /* tokens of one template argument list */
};

static u32 skip_angle(const struct rewrite *rw, u32 i, u32 end) {
	u32 close = close_angle(rw, i, MIN(end, i + ANGLE_LOOK));
	return close == NONE ? i : close + 1;
}

/* ---- declaration specifiers and declarators ---- */

static u8 qualifier(u32 kind) {
	switch (kind) {
	case CU_GLOBAL: return QUAL_GLOBAL;
	case CU_DEVICE: return QUAL_DEVICE;
	case CU_HOST: return QUAL_HOST;
	case CU_CONSTANT: return QUAL_CONSTANT;
	case CU_MANAGED: return QUAL_MANAGED;
	case CU_SHARED: return QUAL_SHARED;
	default: return 0;
	}
}

static void note_word(struct rewrite *rw, struct decl *d, u32 i) {
	u8 q = qualifier(rw->t[i].kind);
	if (q && q != QUAL_HOST && d->qual == NONE)
		d->qual = i;
	d->quals |= q;
	switch (rw->t[i].kind) {
	case CU_STATIC: d->is_static = true; break;
	case CU_EXTERN: d->is_extern = true; break;
	case CU_FORCEINLINE:
	case CU_INLINE: d->is_inline = true; break;
	case CU_CONSTEXPR: d->is_constexpr = true; break;
	case CU_CONST: d->is_const = true; break;
	case CU_FRIEND: d->is_friend = true; break;
	case CU_TYPEDEF:
	case CU_USING: d->is_typedef = true; break;
	case CU_AUTO: d->is_auto |= d->params == NONE; break;
	case CU_CLASS:
	case CU_STRUCT:
	case CU_UNION:
	case CU_ENUM: d->has_class_key = true; break;
	case CU_ATTR_WORD: d->has_bounds |= token_is(rw, i, "__launch_bounds__"); break;
	default: break;
	}
}

/* f __device__ (int): before the execution spaces. */
static u32 before_spaces(const struct rewrite *rw, u32 first, u32 i) {
	while (i > first + 1 &&
	       (token_kind(rw, i - 1) == CU_DEVICE || token_kind(rw, i - 1) == CU_HOST ||
	        token_kind(rw, i - 1) == CU_GLOBAL))
		i--;
	return i;
}

u32 find_name(const struct rewrite *rw, u32 first, u32 end) {
	end = before_spaces(rw, first, end);
	for (u32 i = end, look = 0; i > first && look < 6; look++)
		if (token_kind(rw, --i) == CU_OPERATOR) {
			end = i;
			break;
		}
	u32 i = end;
	bool is_operator = token_kind(rw, i) == CU_OPERATOR;
	for (;;) {
		if (!is_operator) {
			if (i == first)
				return NONE;
			if (token_kind(rw, i - 1) == '>') {
				u32 open = open_angle(rw, i - 1, first);
				if (open == NONE || open == first)
					return NONE;
				i = open;
			}
			if (i == first || token_kind(rw, i - 1) != CU_IDENT)
				return NONE;
			i--;
			if (i > first && token_kind(rw, i - 1) == '~')
				i--;
		}
		is_operator = false;
		if (i == first || token_kind(rw, i - 1) != CU_SCOPE)
			return i;
		i--;
		if (i == first ||
		    (token_kind(rw, i - 1) != CU_IDENT && token_kind(rw, i - 1) != '>'))
			return i;
	}
}

/* Whether the ( at i opens the parameters of a function. */
static bool opens_params(const struct rewrite *rw, const struct decl *d, u32 i) {
	if (d->params != NONE || d->init != NONE || i == d->specs)
		return false;
	u32 inside = token_kind(rw, i + 1);
	i = before_spaces(rw, d->specs, i);
	u32 before = token_kind(rw, i - 1);
	if (before == CU_OPERATOR) /* operator()(...) */
		return false;
	if (before != CU_IDENT && find_name(rw, d->specs, i) == NONE)
		return false;
	if (inside == '*' || inside == '&' || inside == CU_ANDAND)
		return token_kind(rw, i - 2) == CU_OPERATOR;
	if (inside == CU_INT || inside == CU_FLOAT || inside == CU_STRING ||
	    inside == CU_CHAR)
		return false; /* T x(5): a variable */
	return true;
}

/* Skips `: a(1), b{2}` of a constructor; returns the { of the body, or where the
 * initialisers end. */
static u32 skip_mem_inits(const struct rewrite *rw, u32 i, u32 end) {
	while (i < end) {
		u32 kind = token_kind(rw, i);
		if (kind == '(') {
			i = skip_group(rw, i);
			if (token_kind(rw, i) == '{')
				return i;
			if (token_kind(rw, i) == '(')
				return end;
		} else if (kind == '{') {
			/* after a name, T{...} is an initialiser; the body follows */
			u32 before = token_kind(rw, i - 1);
			if (before != CU_IDENT && before != '>')
				return i;
			u32 next = skip_group(rw, i);
			if (next == i)
				return end;
			i = next;
			if (token_kind(rw, i) == '{')
				return i;
		} else if (kind == '<') {
			u32 next = skip_angle(rw, i, end);
			i = next == i ? i + 1 : next;
		} else if (kind == ';' || kind == '}') {
			return i;
		} else {
			i++;
		}
	}
	return end;
}

/* ---- template headers ---- */

u32 skip_requires(const struct rewrite *rw, u32 i, u32 end) {
	while (token_is(rw, i, "requires")) {
		i++;
		while (i < end) {
			u32 kind = token_kind(rw, i);
			if (kind == '(')
				i = skip_group(rw, i);
			else if (token_is(rw, i, "requires"))
				break;
			else if (kind == CU_IDENT && token_kind(rw, i + 1) == '<')
				i = skip_angle(rw, i + 1, end);
			else if (kind == '{')
				i = skip_group(rw, i);
			else
				break;
			kind = token_kind(rw, i);
			if (kind == CU_ANDAND || kind == CU_OROR || kind == CU_SCOPE)
				i++;
			else if (kind != '{')
				return i;
		}
	}
	return i;
}

static u32 scan_headers(struct rewrite *rw, struct decl *d, u32 i, u32 end) {
	while (token_kind(rw, i) == CU_TEMPLATE) {
		if (token_kind(rw, i + 1) != '<') {
			d->is_instantiation = true;
			return i + 1;
		}
		u32 close = close_angle(rw, i + 1, MIN(end, i + ANGLE_LOOK));
		if (close == NONE)
			return i + 1;
		d->angle = i + 1;
		d->angle_end = close;
		if (close == i + 2)
			d->is_specialized = true;
		else
			d->is_template = true;
		i = skip_requires(rw, close + 1, end);
	}
	return i;
}

/* ---- one declaration ---- */

/* Handles a { in a declaration: the body of a class or a function, or an initialiser.
 * Returns where to continue. */
static u32 scan_brace(struct rewrite *rw, struct decl *d, u32 i, u32 depth) {
	u32 next = skip_group(rw, i);
	if (d->params != NONE && d->init == NONE && !d->is_typedef) {
		d->body = i;
		return next;
	}
	if (d->has_class_key && d->init == NONE && next > i) {
		drop_global_scope(rw, d->specs, i);
		push_class(rw, d, i);
		scan_scope(rw, i + 1, next - 1, true, depth + 1);
		pop_scope(rw);
	}
	return next;
}

/* ---- result types of members that are defined outside of their class ---- */

/* Returns the token after `a<b>::c` at i, or i if no part but the last has arguments.
 * Sets
 * `*owner` to the token after `a<b>::`. */
static u32 skip_member_type(const struct rewrite *rw, u32 i, u32 end, u32 *owner) {
	*owner = 0;
	for (u32 at = i; token_kind(rw, at) == CU_IDENT && at < end;) {
		bool has_args = token_kind(rw, at + 1) == '<';
		u32 next = has_args ? skip_angle(rw, at + 1, end) : at + 1;
		if (token_kind(rw, next) != CU_SCOPE)
			return *owner ? next : i;
		at = next + 1;
		if (has_args && !*owner)
			*owner = at;
	}
	return i;
}

static bool same_tokens(const struct rewrite *rw, u32 a, u32 b, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (token_kind(rw, a + i) != token_kind(rw, b + i) ||
		    rw->t[a + i].name != rw->t[b + i].name)
			return false;
	return true;
}

/* template <class T> A<T>::type A<T>::f() {...}: the type is a member of the current
 * instantiation, and nvcc takes it as a type. g++ wants `typename` before it in C++17. */
static void insert_typename(struct rewrite *rw, const struct decl *d) {
	u32 i = d->specs, owner;
	while (i < d->end && token_kind(rw, i) != CU_IDENT) {
		u32 kind = token_kind(rw, i);
		bool is_word = (kind >= CU_CONST && kind <= CU_FORCEINLINE) ||
		               kind == CU_ATTRIBUTE || kind == CU_ATTR_WORD ||
		               kind == '(';
		if (!is_word)
			return;
		i = kind == '(' ? MAX(skip_group(rw, i), i + 1) : i + 1;
	}
	u32 name = skip_member_type(rw, i, d->end, &owner);
	if (name == i)
		return;
	while (token_kind(rw, name) == '*' || token_kind(rw, name) == '&' ||
	       token_kind(rw, name) == CU_ANDAND || token_kind(rw, name) == CU_CONST)
		name++;
	if (name + (owner - i) < d->end && same_tokens(rw, i, name, owner - i))
		edit_add(rw, token_at(rw, i), token_at(rw, i), "typename ");
}

/* template <class T> int A<T>::f(int i = 3) {...}: nvcc's host half forgets the default
 * argument; g++ refuses it in a member of a class template ([dcl.fct.default]/6). */
static void drop_defaults(struct rewrite *rw, const struct decl *d) {
	if (d->name == NONE || d->name_end < d->name + 3 ||
	    token_kind(rw, d->name_end - 2) != CU_SCOPE ||
	    token_kind(rw, d->name_end - 3) != '>')
		return;
	u32 close = rw->t[d->params].match;
	for (u32 i = d->params + 1; close != CU_NO_MATCH && i < close;) {
		u32 end = param_end(rw, i, close), value = find_default(rw, i, end);
		if (value < end)
			edit_tokens(rw, value, end, NULL);
		i = end + 1;
	}
}

static bool is_conversion(const struct rewrite *rw, const struct decl *d) {
	for (u32 i = d->specs; i < d->name_end; i++)
		if (token_kind(rw, i) == CU_OPERATOR)
			return true;
	return false;
}

/* template <class T> void f<T>(T) {...}: where f was declared before, nvcc takes the
 * template's own parameters as arguments; g++ refuses them ([temp.fct]/2). */
static void drop_own_arguments(struct rewrite *rw, struct decl *d) {
	if (rw->opt->device || !d->is_template || d->name == NONE ||
	    token_kind(rw, d->name_end - 1) != '>' || is_conversion(rw, d))
		return;
	u32 open = open_angle(rw, d->name_end - 1, d->name);
	if (open == NONE || !is_function_template(rw, open - 1) ||
	    !are_own_params(rw, d->angle, d->angle_end, open, d->name_end - 1))
		return;
	edit_tokens(rw, open, d->name_end, NULL);
	d->name_end = open;
}

/* ---- declarations in order ---- */

static u32 scan_decl(struct rewrite *rw, u32 i, u32 end, bool in_class, u32 depth) {
	struct decl d = {.first = i,
	                 .angle = NONE,
	                 .angle_end = NONE,
	                 .in_class = in_class,
	                 .qual = NONE,
	                 .params = NONE,
	                 .name = NONE,
	                 .arrow = NONE,
	                 .init = NONE,
	                 .body = NONE};
	u32 range = rw->range.n;
	vec_push(rw->arena, &rw->range,
	         (struct scope_range){.first = i, .end = i, .body = NONE});
	i = d.specs = scan_headers(rw, &d, i, end);
	while (i < end && d.body == NONE) {
		u32 kind = rw->t[i].kind, next = i + 1;
		if (kind == ';')
			break;
		if (kind == '}')
			return i == d.first ? i + 1 : i; /* the range stays empty */
		if (kind == '(') {
			if (opens_params(rw, &d, i)) {
				d.params = i;
				d.name_end = before_spaces(rw, d.specs, i);
				d.name = find_name(rw, d.specs, i);
				drop_own_arguments(rw, &d);
			}
			next = MAX(skip_group(rw, i), i + 1);
		} else if (kind == '[') {
			next = MAX(skip_group(rw, i), i + 1);
		} else if (kind == '<' && d.init == NONE &&
		           token_kind(rw, i - 1) != CU_OPERATOR) {
			next = MAX(skip_angle(rw, i, end), i + 1);
		} else if (kind == '{') {
			next = scan_brace(rw, &d, i, depth);
			next = MAX(next, i + 1);
		} else if (kind == '=' && d.init == NONE &&
		           token_kind(rw, i - 1) != CU_OPERATOR) {
			d.init = i;
		} else if (kind == ':' && d.params != NONE && d.init == NONE) {
			next = skip_mem_inits(rw, i + 1, end);
		} else if (kind == CU_ARROW && d.params != NONE) {
			d.arrow = i;
		} else if (d.init == NONE) {
			note_word(rw, &d, i);
		}
		i = next;
	}
	d.end = d.body != NONE ? i : MIN(i + 1, end);
	rw->range.at[range] = (struct scope_range){d.first, d.end,   d.params,
	                                           d.body,  d.angle, d.angle_end,
	                                           d.quals, in_class};
	if (d.quals && d.end > d.first && !rw->opt->device)
		rewrite_decl(rw, &d);
	note_function(rw, &d);
	note_callable(rw, &d);
	if (d.is_typedef && in_class && !d.is_template && !rw->opt->device)
		rewrite_alias(rw, &d);
	if (d.is_template && !d.is_specialized)
		note_template(rw, &d);
	if (d.is_template && !d.is_specialized && !rw->opt->device)
		order_packs(rw, &d);
	if (token_kind(rw, d.specs) == CU_USING && !rw->opt->device)
		note_using(rw, &d);
	if (in_class && !rw->opt->device)
		qualify_result(rw, &d);
	if (d.is_template && !in_class && !d.has_class_key && !d.is_typedef &&
	    !rw->opt->device) {
		insert_typename(rw, &d);
		if (d.params != NONE && d.body != NONE)
			drop_defaults(rw, &d);
	}
	return d.end;
}

/* ---- scopes ---- */

/* Returns the { of `namespace a::b [[x]] {` or `extern "C" {`, else NONE. */
static u32 opens_scope(const struct rewrite *rw, u32 i, u32 end) {
	if (token_kind(rw, i) == CU_INLINE && token_kind(rw, i + 1) == CU_NAMESPACE)
		i++;
	if (token_kind(rw, i) == CU_EXTERN && token_kind(rw, i + 1) == CU_STRING)
		return token_kind(rw, i + 2) == '{' ? i + 2 : NONE;
	if (token_kind(rw, i) != CU_NAMESPACE)
		return NONE;
	for (i++; i < end; i++) {
		switch (rw->t[i].kind) {
		case '{': return i;
		case ';':
		case '=': return NONE;
		case '(':
		case '[': i = MAX(skip_group(rw, i), i + 1) - 1; break;
		default: break;
		}
	}
	return NONE;
}

static bool is_access(const struct rewrite *rw, u32 i) {
	u32 kind = token_kind(rw, i);
	if (kind == CU_PUBLIC || kind == CU_PROTECTED || kind == CU_PRIVATE)
		return token_kind(rw, i + 1) == ':';
	return false;
}

static const char *access_text(u32 keyword) {
	return keyword == CU_PUBLIC      ? " public: "
	       : keyword == CU_PROTECTED ? " protected: "
	                                 : " private: ";
}

/* A class that a class only declares, and after which of its access-specifiers. */
struct nested {
	const struct str *name;
	u32 access;
};
VEC_TYPE(nested_list, struct nested);

/* Returns the name of the class that a declaration at i declares, templates included, or
 * NONE. */
static u32 class_name_at(const struct rewrite *rw, u32 i, u32 end) {
	while (i < end && token_kind(rw, i) == CU_TEMPLATE) {
		u32 close = close_angle(rw, i + 1, end);
		i = close == NONE ? end : close + 1;
	}
	u32 key = token_kind(rw, i);
	bool is_class = key == CU_STRUCT || key == CU_CLASS || key == CU_UNION;
	return is_class && i + 1 < end && token_kind(rw, i + 1) == CU_IDENT ? i + 1
	                                                                    : NONE;
}

/* A member class that is defined with another access than it is declared with keeps the
 * first one. nvcc warns (936) or says nothing; GCC refuses it. */
static void keep_access(struct rewrite *rw, struct nested_list *list, u32 first, u32 end,
                        u32 access) {
	u32 name = class_name_at(rw, first, end), next = token_kind(rw, name + 1);
	if (name == NONE || !access || token_kind(rw, end - 1) != ';')
		return;
	if (next == ';')
		vec_push(rw->arena, list, ((struct nested){rw->t[name].name, access}));
	for (u32 k = 0; (next == '{' || next == ':') && k < list->n; k++) {
		u32 was = list->at[k].access;
		if (list->at[k].name != rw->t[name].name || was == access)
			continue;
		edit_add(rw, token_at(rw, first), token_at(rw, first), access_text(was));
		edit_add(rw, token_end(rw, end - 1), token_end(rw, end - 1),
		         access_text(access));
		return;
	}
}

void scan_scope(struct rewrite *rw, u32 i, u32 end, bool in_class, u32 depth) {
	struct nested_list nested = {0};
	u32 access = 0; /* the keyword; 0: none has come yet */
	if (depth > MAX_DEPTH)
		return;
	while (i < end) {
		u32 open = opens_scope(rw, i, end);
		u32 next = open == NONE ? i : skip_group(rw, open);
		if (open != NONE && next > open) {
			push_namespace(rw, i, open);
			scan_scope(rw, open + 1, next - 1, false, depth + 1);
			pop_scope(rw);
			i = next;
		} else if (token_kind(rw, i) == ';' || (open != NONE && next == open)) {
			i = open == NONE ? i + 1 : open + 1;
		} else if (in_class && is_access(rw, i)) {
			access = token_kind(rw, i);
			i += 2;
		} else {
			u32 after = scan_decl(rw, i, end, in_class, depth);
			if (in_class && !rw->opt->device)
				keep_access(rw, &nested, i, after, access);
			i = MAX(after, i + 1);
		}
	}
}

/* ---- classes in functions ---- */

/* Returns one past the ; of the class whose key is token i, if it has members for the
 * device; else i. */
static u32 local_class_end(const struct rewrite *rw, u32 i, u32 end) {
	u32 open = i + 1, next;
	while (open < end && (rw->t[open].kind == CU_IDENT || rw->t[open].kind == ':' ||
	                      rw->t[open].kind == CU_SCOPE ||
	                      rw->t[open].kind == CU_PUBLIC || rw->t[open].kind == ','))
		open++;
	if (token_kind(rw, open) != '{' || (next = skip_group(rw, open)) > end)
		return i;
	for (; open < next && rw->t[open].kind != CU_DEVICE; open++)
		;
	while (next < end && rw->t[next].kind != ';')
		next++;
	return open < next ? next + 1 : i;
}

static bool is_device_only(u8 quals) {
	return (quals & QUAL_GLOBAL) || ((quals & QUAL_DEVICE) && !(quals & QUAL_HOST));
}

void scan_local_classes(struct rewrite *rw) {
	for (u32 r = 0; r < rw->range.n; r++) { /* scan_scope adds more */
		const struct scope_range f = rw->range.at[r];
		if (f.body == NONE || is_device_only(f.quals))
			continue;
		for (u32 i = f.body + 1; i < f.end; i++) {
			u32 kind = rw->t[i].kind;
			if (kind != CU_STRUCT && kind != CU_CLASS && kind != CU_UNION)
				continue;
			u32 next = local_class_end(rw, i, f.end);
			if (next == i)
				continue;
			scan_scope(rw, i, next, false, 1);
			i = next - 1;
		}
	}
}
