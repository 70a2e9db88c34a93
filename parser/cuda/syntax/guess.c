/* guess.c - looking ahead: is it a declaration, a cast, a parameter list? Each question
 * is one of the ambiguities of C++ that the standard settles by "if it can be a
 * declaration, it is one". The answers need names (name.c) but build nothing; a walk
 * stops at the first token that decides.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/guess.h"

#include "parser/cuda/syntax/name.h"

static u32 kind(const struct cu_parser *p, u32 i) {
	return i < p->end ? p->t[i].kind : CU_END;
}

static u32 past(const struct cu_parser *p, u32 i) {
	return i < p->end ? skim_past(p->t, i, p->end) : p->end;
}

/* ---- attributes ------------------------------------------------------------------ */

bool guess_is_attribute(const struct cu_parser *p, u32 i) {
	switch (kind(p, i)) {
	case CU_ATTRIBUTE:
	case CU_ATTR_WORD:
	case CU_ALIGNAS: return true;
	case '[': return kind(p, i + 1) == '[' && p->t[i].match == p->t[i + 1].match + 1;
	default: return false;
	}
}

u32 guess_past_attribute(const struct cu_parser *p, u32 i) {
	if (kind(p, i) == '[')
		return past(p, i);
	return kind(p, i + 1) == '(' ? past(p, i + 1) : i + 1;
}

static u32 past_attributes(const struct cu_parser *p, u32 i) {
	while (guess_is_attribute(p, i))
		i = guess_past_attribute(p, i);
	return i;
}

/* ---- types ----------------------------------------------------------------------- */

static bool is_spec_word(u32 k) {
	return k >= CU_CONST && k <= CU_FORCEINLINE;
}

static bool is_type_word(u32 k) {
	return (k >= CU_KW_VOID && k <= CU_KW_FLOAT128) || k == CU_COMPLEX;
}

/* struct x, enum y { ... }: after it. */
static u32 past_elaborated(struct cu_parser *p, u32 i) {
	i = past_attributes(p, i + 1);
	if (kind(p, i) == CU_CLASS || kind(p, i) == CU_STRUCT)
		i++;
	const struct annotation *a = kind(p, i) == CU_IDENT || kind(p, i) == CU_SCOPE
	                                     ? name_at(p, i)
	                                     : NULL;
	i = a ? a->end : i;
	return kind(p, i) == '{' ? past(p, i) : i;
}

static u32 past_typeof(struct cu_parser *p, u32 i) {
	if (kind(p, i) == CU_DECLTYPE) {
		const struct annotation *a = name_at(p, i);
		if (a->end > i)
			return name_is_type(a) ? a->end : 0;
	}
	return kind(p, i + 1) == '(' ? past(p, i + 1) : 0;
}

bool guess_is_auto(const struct cu_parser *p, u32 i) {
	return kind(p, i) == CU_AUTO ||
	       (kind(p, i) == CU_DECLTYPE && kind(p, i + 1) == '(' &&
	        kind(p, i + 2) == CU_AUTO);
}

u32 guess_specs(struct cu_parser *p, u32 i) {
	bool seen = false, is_qualified = false;
	for (;;) {
		u32 k = kind(p, i);
		if (is_spec_word(k)) {
			is_qualified = true; /* an unknown name after const is a type */
			i++;
		} else if (is_type_word(k) || k == CU_AUTO) {
			seen = true;
			i++;
		} else if (guess_is_attribute(p, i)) {
			i = guess_past_attribute(p, i);
		} else if (k == CU_STRUCT || k == CU_CLASS || k == CU_UNION ||
		           k == CU_ENUM) {
			i = past_elaborated(p, i);
			seen = true;
		} else if (k == CU_DECLTYPE || k == CU_TYPEOF ||
		           k == CU_UNDERLYING_TYPE) {
			i = past_typeof(p, i);
			seen = true;
			if (!i)
				return 0;
		} else if ((k == CU_IDENT || k == CU_SCOPE || k == CU_TYPENAME) &&
		           !seen) {
			const struct annotation *a = name_at(p, i);
			bool is_type = name_is_type(a) || guess_is_auto(p, a->end) ||
			               (a->class == CNAME_NONE && is_qualified);
			if (a->end == i || !is_type || a->is_memptr)
				return 0;
			i = a->end;
			seen = !guess_is_auto(p, i); /* else a concept before it */
		} else {
			return seen ? i : 0;
		}
	}
}

u32 guess_pointers(struct cu_parser *p, u32 i) {
	for (;;) {
		u32 k = kind(p, i);
		if (k == '*' || k == '&' || k == CU_ANDAND || k == CU_CONST ||
		    k == CU_VOLATILE || k == CU_RESTRICT ||
		    (i < p->end && skim_is_space_in_declarator(p->t, i))) {
			i++;
			continue;
		}
		if (guess_is_attribute(p, i)) {
			i = guess_past_attribute(p, i);
			continue;
		}
		const struct annotation *a = k == CU_IDENT || k == CU_SCOPE
		                                     ? name_at(p, i)
		                                     : NULL;
		if (!a || !a->is_memptr)
			return i;
		i = a->end;
	}
}

/* ---- declarators ----------------------------------------------------------------- */

enum { ABSTRACT = 1, NAMED = 2 };

static u32 declarator(struct cu_parser *p, u32 i, u32 allowed, bool *named);

/* Parameters after the `(`; the index of the `)`, or 0. */
static u32 params(struct cu_parser *p, u32 i) {
	for (;;) {
		if (kind(p, i) == CU_ELLIPSIS && kind(p, i + 1) == ')')
			return i + 1;
		u32 specs = guess_specs(p, i);
		if (!specs)
			return 0;
		bool named = false;
		i = declarator(p, specs, ABSTRACT | NAMED, &named);
		if (!i)
			return 0;
		i = past_attributes(p, i);
		if (kind(p, i) == '=') /* a default argument: nothing else has one */
			while (i < p->end && kind(p, i) != ',' && kind(p, i) != ')')
				i = past(p, i);
		if (kind(p, i) == CU_ELLIPSIS)
			i++;
		if (kind(p, i) != ',')
			return kind(p, i) == ')' ? i : 0;
		i++;
	}
}

static u32 params_at(struct cu_parser *p, u32 open) {
	if (kind(p, open + 1) == ')')
		return open + 1;
	return params(p, open + 1);
}

/* const, noexcept, -> type after parameters. */
static u32 past_func_quals(struct cu_parser *p, u32 i) {
	for (;;) {
		u32 k = kind(p, i);
		if (k == CU_CONST || k == CU_VOLATILE || k == '&' || k == CU_ANDAND)
			i++;
		else if (k == CU_NOEXCEPT || k == CU_THROW)
			i = kind(p, i + 1) == '(' ? past(p, i + 1) : i + 1;
		else if (k == CU_ARROW)
			return guess_type_id(p, i + 1);
		else
			return i;
	}
}

static u32 suffixes(struct cu_parser *p, u32 i, bool named) {
	for (;;) {
		if (kind(p, i) == '[' && kind(p, i + 1) != '[') {
			i = past(p, i);
		} else if (kind(p, i) == '(') {
			u32 close = params_at(p, i);
			if (!close && !named)
				return 0;
			if (!close)
				return i; /* T x(1): an initialiser */
			i = past_func_quals(p, close + 1);
		} else {
			return i;
		}
		if (!i)
			return 0;
	}
}

/* T(T(x)): a cast of a cast, as a function seldom has the name of a type. */
static bool opens_cast(struct cu_parser *p, u32 open) {
	if (kind(p, open + 1) != CU_IDENT && kind(p, open + 1) != CU_SCOPE)
		return false;
	const struct annotation *a = name_at(p, open + 1);
	return name_is_type(a) && !a->is_memptr && kind(p, a->end) == '(';
}

static u32 declarator(struct cu_parser *p, u32 i, u32 allowed, bool *named) {
	i = guess_pointers(p, i);
	if (kind(p, i) == CU_ELLIPSIS &&
	    (kind(p, i + 1) == CU_IDENT || allowed & ABSTRACT) && kind(p, i + 1) != ')')
		i++;
	if (kind(p, i) == CU_IDENT || kind(p, i) == CU_SCOPE) {
		const struct annotation *a = allowed & NAMED ? name_at(p, i) : NULL;
		if (!a || a->end == i)
			return allowed & ABSTRACT ? i : 0;
		*named = true;
		i = a->end;
	} else if (kind(p, i) == '(' &&
	           !((allowed & ABSTRACT) && guess_is_abstract_params(p, i))) {
		i = opens_cast(p, i) ? 0 : declarator(p, i + 1, allowed, named);
		if (!i || kind(p, i) != ')')
			return 0;
		i++;
	} else if (!(allowed & ABSTRACT)) {
		return 0;
	}
	return suffixes(p, i, *named);
}

u32 guess_type_id(struct cu_parser *p, u32 i) {
	u32 specs = guess_specs(p, i);
	bool named = false;
	return specs ? declarator(p, specs, ABSTRACT, &named) : 0;
}

/* (T) and not (T()): nothing can be cast to a function, nor has a function a size. */
bool guess_is_type_in_parens(struct cu_parser *p, u32 open) {
	u32 specs = guess_specs(p, open + 1), close = p->t[open].match;
	if (!specs || close == CU_NO_MATCH)
		return false;
	if (kind(p, specs) == '(' && guess_is_abstract_params(p, specs))
		return false;
	return guess_type_id(p, open + 1) == close;
}

/* int (int), int (*)(int), int (x): the first begins parameters ([dcl.ambig.res]/7). */
bool guess_is_abstract_params(struct cu_parser *p, u32 open) {
	u32 next = kind(p, open + 1);
	if (next == ')' || next == CU_ELLIPSIS)
		return true;
	if (next == '*' || next == '&' || next == CU_ANDAND || next == '(' || next == '[')
		return false;
	return guess_specs(p, open + 1) != 0;
}

/* ---- parameters or initialiser --------------------------------------------------- */

/* f(foo *x), f(foo x), f(foo<T> &x): `foo` is a type that is not declared. */
static bool has_unknown_type(struct cu_parser *p, u32 i) {
	if (kind(p, i) != CU_IDENT && kind(p, i) != CU_SCOPE)
		return false;
	const struct annotation *a = name_at(p, i);
	if (a->class != CNAME_NONE && !a->is_unknown)
		return false;
	u32 next = kind(p, a->end);
	if (next == CU_IDENT || next == CU_CONST)
		return true;
	if (next != '*' && next != '&' && next != CU_ANDAND)
		return false;
	u32 after = kind(p, a->end + 1);
	return after == ')' || after == ',' || after == CU_CONST ||
	       after == CU_RESTRICT ||
	       (after == CU_IDENT &&
	        (kind(p, a->end + 2) == ',' || kind(p, a->end + 2) == ')'));
}

/* Whether a parameter comes first: enough at namespace scope, where parentheses seldom
 * initialise variables. */
static bool starts_with_param(struct cu_parser *p, u32 i) {
	u32 specs = is_spec_word(kind(p, i)) ? i : guess_specs(p, i);
	bool named = false;
	if (specs == i)
		return true;
	u32 end = specs ? declarator(p, specs, ABSTRACT | NAMED, &named) : 0;
	return end && (kind(p, end) == ',' || kind(p, end) == '=' ||
	               kind(p, end) == CU_ELLIPSIS);
}

bool guess_is_params(struct cu_parser *p, u32 open) {
	if (vec_last(&p->ctx)->kind == CTX_TOP && starts_with_param(p, open + 1))
		return true;
	return params_at(p, open) != 0 || has_unknown_type(p, open + 1);
}

/* ---- declaration or expression --------------------------------------------------- */

static bool starts_only_declarations(const struct cu_parser *p, u32 i) {
	switch (kind(p, i)) {
	case CU_TYPEDEF:
	case CU_STATIC:
	case CU_EXTERN:
	case CU_INLINE:
	case CU_CONSTEXPR:
	case CU_CONST:
	case CU_VOLATILE:
	case CU_REGISTER:
	case CU_THREAD_LOCAL:
	case CU_FRIEND:
	case CU_STRUCT:
	case CU_CLASS:
	case CU_UNION:
	case CU_ENUM:
	case CU_USING:
	case CU_NAMESPACE:
	case CU_TEMPLATE:
	case CU_STATIC_ASSERT:
	case CU_AUTO:
	case CU_SHARED:
	case CU_DEVICE:
	case CU_HOST:
	case CU_GLOBAL:
	case CU_CONSTANT:
	case CU_MANAGED: return true;
	default: return false;
	}
}

/* Whether the token can follow the first declarator of a declaration. */
static bool ends_declarator(const struct cu_parser *p, u32 i) {
	switch (kind(p, i)) {
	case ';':
	case ',':
	case '=':
	case '{':
	case '(':
	case ':':
	case ')':
	case CU_ATTRIBUTE: return true;
	default: return guess_is_attribute(p, i);
	}
}

/* T x, T *x, T (x), T (*x)(int): after the type. T (x), y += 1 is an expression: what
 * could be a declaration is one only as a whole ([stmt.ambig]/1). */
static bool has_declarator(struct cu_parser *p, u32 i) {
	if (kind(p, i) == '[' && i > 0 && kind(p, i - 1) == CU_AUTO)
		return true;
	bool ambiguous = kind(p, i) == '(';
	for (;; i++) {
		bool named = false;
		i = declarator(p, i, NAMED, &named);
		if (!i || !named || !ends_declarator(p, i))
			return false;
		if (!ambiguous || kind(p, i) != ',')
			return true;
	}
}

/* foo x; foo *x = ...: `foo` is a type that is not declared. */
static bool looks_declared(struct cu_parser *p, u32 i) {
	if (kind(p, i) == CU_IDENT || kind(p, i) == CU_CONST)
		return true;
	if (kind(p, i) != '*' && kind(p, i) != '&')
		return false;
	return kind(p, i + 1) == CU_IDENT &&
	       (kind(p, i + 2) == '=' || kind(p, i + 2) == ';') && kind(p, i) == '*';
}

bool guess_is_declaration(struct cu_parser *p, u32 i) {
	i = past_attributes(p, i);
	if (starts_only_declarations(p, i))
		return true;
	u32 k = kind(p, i);
	if (k == CU_IDENT || k == CU_SCOPE) {
		const struct annotation *a = name_at(p, i);
		if (a->end == i || a->is_memptr)
			return false;
		if (guess_is_auto(p, a->end))
			return true;
		if (a->class == CNAME_NONE)
			return looks_declared(p, a->end);
		if (!name_is_type(a))
			return kind(p, a->end) == CU_IDENT && a->class != CNAME_OTHER;
	}
	u32 specs = guess_specs(p, i);
	if (!specs)
		return false;
	/* only a type can be before a name, and no expression has `T const` */
	if (kind(p, specs) == CU_IDENT || kind(p, specs - 1) == CU_CONST)
		return true;
	return kind(p, specs) == ';' || has_declarator(p, specs);
}

/* ---- others ---------------------------------------------------------------------- */

/* for (T x : range): a `:` that belongs to no `?`, before any second `;`. */
bool guess_is_range_for(const struct cu_parser *p, u32 open) {
	u32 nquestion = 0, nsemicolon = 0;
	for (u32 i = open + 1; i < p->end && kind(p, i) != ')'; i = past(p, i)) {
		if (kind(p, i) == '?')
			nquestion++;
		else if (kind(p, i) == ';' && ++nsemicolon > 1)
			return false;
		else if (kind(p, i) == ':' && nquestion-- == 0)
			return true;
	}
	return false;
}

/* struct x { or struct x : base {, and not struct x *p or the type of a bit-field. */
bool guess_is_class_body(struct cu_parser *p, u32 key) {
	u32 i = past_attributes(p, key + 1);
	bool is_scoped = kind(p, key) == CU_ENUM &&
	                 (kind(p, i) == CU_CLASS || kind(p, i) == CU_STRUCT);
	if (is_scoped)
		i = past_attributes(p, i + 1);
	if (kind(p, i) == CU_IDENT || kind(p, i) == CU_SCOPE)
		i = name_at(p, i)->end;
	if (kind(p, i) == CU_IDENT && strcmp(p->t[i].name->s, "final") == 0)
		i++;
	/* enum class E; declares it ([dcl.enum]/3) */
	return kind(p, i) == '{' || kind(p, i) == ':' || (is_scoped && kind(p, i) == ';');
}
