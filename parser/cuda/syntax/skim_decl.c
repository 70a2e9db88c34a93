/* skim_decl.c - the outline of one declaration. It walks the specifiers, then each
 * declarator, jumping over brackets by the partners that the scanner has found.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/skim.h"

struct skim {
	struct arena *arena;
	const struct cu_token_rec *t;
	u32 at, end;
	const struct str *cls;
	struct skim_items *out;
	struct skim_item head; /* what all items of this declaration share */
	u32 tparams,
		tparams_end; /* the parameters of the innermost template head; 0: none */
	bool has_type;
	u32 nclass; /* index + 1 of the class item of this declaration */
};

u32 skim_past(const struct cu_token_rec *t, u32 i, u32 end) {
	u32 m = t[i].match;
	return m != CU_NO_MATCH && m > i && m < end ? m + 1 : i + 1;
}

/* Token i names a value that the parameters from `first` on have declared: template <int
 * N, if_t<N<2, int> = 0>, and not template <class T, bool e = ns::e<T>::value>. */
static bool is_value_parameter(const struct cu_token_rec *t, u32 first, u32 end, u32 i) {
	if (t[i - 1].kind == CU_SCOPE)
		return false;
	for (u32 k = first + 1; k + 1 < end; k++) {
		u32 before = t[k - 1].kind, after = t[k + 1].kind;
		if (t[k].kind == CU_IDENT && t[k].name == t[i].name &&
		    (after == ',' || after == '=' || after == '>') && before != ',' &&
		    before != '=' && before != CU_SCOPE && before != CU_CLASS &&
		    before != CU_TYPENAME && before != CU_ELLIPSIS)
			return true;
	}
	return false;
}

/* Whether the '<' at i opens arguments, after template parameters between `first` and
 * `last`; 0: those are not known. */
static bool opens_angles(const struct cu_token_rec *t, u32 i, u32 first, u32 last) {
	switch (t[i - 1].kind) {
	case CU_TEMPLATE:
	case CU_STATIC_CAST:
	case CU_CONST_CAST:
	case CU_REINTERPRET_CAST:
	case CU_DYNAMIC_CAST: return true;
	case CU_IDENT:
		return !(first && is_value_parameter(t, first, MIN(last, i - 1), i - 1));
	default: return false;
	}
}

/* Whether the '<' at i follows a name of a scope that depends on template parameters,
 * X<T>::name or T::name: that is less-than ([temp.names]/3). */
static bool is_after_dependent(const struct cu_token_rec *t, u32 i, u32 first, u32 last) {
	if (i < 3 || t[i - 1].kind != CU_IDENT || t[i - 2].kind != CU_SCOPE)
		return false;
	if (t[i - 3].kind == '>')
		return true;
	for (u32 k = first; first && t[i - 3].kind == CU_IDENT && k + 1 < MIN(last, i);
	     k++)
		if ((t[k].kind == CU_CLASS || t[k].kind == CU_TYPENAME) &&
		    t[k + 1].kind == CU_IDENT && t[k + 1].name == t[i - 3].name)
			return true;
	return false;
}

static u32 try_past_angles(const struct cu_token_rec *t, u32 i, u32 end, u32 first,
                           u32 last, bool is_strict) {
	u32 depth = 1;
	for (i++; i < end;) {
		switch (t[i].kind) {
		case '<':
			depth += opens_angles(t, i, first, last) &&
			         !(is_strict && is_after_dependent(t, i, first, last));
			break;
		case CU_OPERATOR: /* of a function: the list has ended before */
			if (t[i - 1].kind == '>')
				return 0;
			break;
		case '>':
			if (--depth == 0)
				return i + 1;
			break;
		case ';':
		case ')':
		case ']':
		case '}': return 0;
		default: break;
		}
		i = skim_past(t, i, end);
	}
	return 0;
}

/* As skim_past_angles, in a declaration with such template parameters. Many programs
 * leave out the `template` that the standard wants before a dependent name with
 * arguments: only where the list has no end otherwise it is what the standard says. */
static u32 past_angles(const struct cu_token_rec *t, u32 i, u32 end, u32 first,
                       u32 last) {
	u32 past = try_past_angles(t, i, end, first, last, false);
	return past ? past : try_past_angles(t, i, end, first, last, true);
}

u32 skim_past_angles(const struct cu_token_rec *t, u32 i, u32 end) {
	bool is_head = i > 0 && t[i - 1].kind == CU_TEMPLATE;
	return past_angles(t, i, end, is_head ? i + 1 : 0, end);
}

/* ---- constraints ----------------------------------------------------------------- */

static u32 kind_at(const struct cu_token_rec *t, u32 i, u32 end) {
	return i < end ? t[i].kind : CU_END;
}

bool skim_is_requires(const struct cu_token_rec *t, u32 i, u32 end) {
	return kind_at(t, i, end) == CU_IDENT && strcmp(t[i].name->s, "requires") == 0;
}

/* [::] a :: b<c> :: template d, and what the compiler's own traits take. */
static u32 past_constraint_id(const struct cu_token_rec *t, u32 i, u32 end) {
	u32 first = i;
	for (;;) {
		if (kind_at(t, i, end) == CU_SCOPE)
			i++;
		if (kind_at(t, i, end) == CU_TEMPLATE)
			i++;
		if (kind_at(t, i, end) != CU_IDENT)
			return MAX(i, first + 1);
		bool is_trait = strncmp(t[i].name->s, "__", 2) == 0;
		i++;
		u32 args = kind_at(t, i, end) == '<' ? skim_past_angles(t, i, end) : 0;
		i = args ? args : i;
		if (is_trait && kind_at(t, i, end) == '(')
			return skim_past(t, i, end);
		if (kind_at(t, i, end) != CU_SCOPE)
			return i;
	}
}

u32 skim_past_constraint(const struct cu_token_rec *t, u32 i, u32 end) {
	for (;; i++) { /* primary expressions between && and || */
		while (kind_at(t, i, end) == '!')
			i++;
		u32 k = kind_at(t, i, end);
		if (k == CU_END)
			return end;
		if (k == '(') {
			i = skim_past(t, i, end);
		} else if (skim_is_requires(t, i, end)) {
			i++;
			if (kind_at(t, i, end) == '(')
				i = skim_past(t, i, end);
			if (kind_at(t, i, end) == '{')
				i = skim_past(t, i, end);
		} else if (k == CU_IDENT || k == CU_SCOPE) {
			i = past_constraint_id(t, i, end);
		} else {
			i++;
		}
		k = kind_at(t, i, end);
		if (k != CU_ANDAND && k != CU_OROR)
			return MIN(i, end);
	}
}

static u32 kind(const struct skim *s, u32 i) {
	return i < s->end ? s->t[i].kind : CU_END;
}

static bool is_word(const struct skim *s, u32 i, const char *word) {
	return kind(s, i) == CU_IDENT && strcmp(s->t[i].name->s, word) == 0;
}

static u32 past(const struct skim *s, u32 i) {
	return i < s->end ? skim_past(s->t, i, s->end) : s->end;
}

static u32 past_args(const struct skim *s, u32 i) {
	return kind(s, i) == '(' ? past(s, i) : i;
}

/* ---- attributes and specifiers --------------------------------------------------- */

u32 skim_spec_flag(u32 token) {
	switch (token) {
	case CU_CONST: return SPEC_CONST;
	case CU_VOLATILE: return SPEC_VOLATILE;
	case CU_RESTRICT: return SPEC_RESTRICT;
	case CU_TYPEDEF: return SPEC_TYPEDEF;
	case CU_STATIC: return SPEC_STATIC;
	case CU_EXTERN: return SPEC_EXTERN;
	case CU_INLINE: return SPEC_INLINE;
	case CU_CONSTEXPR: return SPEC_CONSTEXPR;
	case CU_FRIEND: return SPEC_FRIEND;
	case CU_VIRTUAL: return SPEC_VIRTUAL;
	case CU_EXPLICIT: return SPEC_EXPLICIT;
	case CU_MUTABLE: return SPEC_MUTABLE;
	case CU_REGISTER: return SPEC_REGISTER;
	case CU_THREAD_LOCAL: return SPEC_THREAD_LOCAL;
	case CU_GLOBAL: return SPEC_GLOBAL;
	case CU_DEVICE: return SPEC_DEVICE;
	case CU_HOST: return SPEC_HOST;
	case CU_SHARED: return SPEC_SHARED;
	case CU_CONSTANT: return SPEC_CONSTANT;
	case CU_MANAGED: return SPEC_MANAGED;
	case CU_GRID_CONSTANT: return SPEC_GRID_CONSTANT;
	case CU_NOINLINE: return SPEC_NOINLINE;
	case CU_FORCEINLINE: return SPEC_FORCEINLINE;
	default: return 0;
	}
}

u32 skim_attribute_flag(const struct str *name) {
	static const struct {
		const char *word;
		u32 flag;
	} list[] = {
		{"global", SPEC_GLOBAL},     {"device", SPEC_DEVICE},
		{"host", SPEC_HOST},         {"shared", SPEC_SHARED},
		{"constant", SPEC_CONSTANT}, {"managed", SPEC_MANAGED},
		{"noinline", SPEC_NOINLINE}, {"always_inline", SPEC_FORCEINLINE},
		{"noreturn", SPEC_NORETURN}, {"grid_constant", SPEC_GRID_CONSTANT},
	};
	const char *s = name->s;
	size_t len = name->len;
	if (len > 4 && memcmp(s, "__", 2) == 0 && memcmp(s + len - 2, "__", 2) == 0) {
		s += 2;
		len -= 4;
	}
	for (u32 i = 0; i < countof(list); i++)
		if (strlen(list[i].word) == len && memcmp(list[i].word, s, len) == 0)
			return list[i].flag;
	return 0;
}

static bool is_space(u32 k) {
	return k == CU_HOST || k == CU_DEVICE || k == CU_GLOBAL;
}

/* Whether token i may end the name of a function after its type. */
static bool ends_name(const struct cu_token_rec *t, u32 i) {
	if (i > 1 && t[i - 2].kind == CU_OPERATOR && t[i - 1].match == i)
		return true; /* operator(), operator[] */
	if (i > 0 && t[i - 1].kind == CU_OPERATOR)
		return true;
	if (t[i].kind != CU_IDENT)
		return false;
	while (i > 1 && t[i - 1].kind == CU_SCOPE && t[i - 2].kind == CU_IDENT)
		i -= 2;
	u32 before = i ? t[i - 1].kind : CU_END;
	return before == CU_IDENT || before == '>' || before == '*' || before == '&' ||
	       before == CU_ANDAND || (before >= CU_KW_VOID && before <= CU_AUTO);
}

/* operator()  __host__ __device__  (int) */
static bool is_space_after_name(const struct cu_token_rec *t, u32 i) {
	u32 first = i, last = i;
	while (is_space(t[last].kind))
		last++;
	while (first > 0 && is_space(t[first - 1].kind))
		first--;
	return t[last].kind == '(' && first > 0 && ends_name(t, first - 1);
}

bool skim_is_space_in_declarator(const struct cu_token_rec *token, u32 i) {
	u32 k = token[i].kind;
	if (!is_space(k))
		return false;
	if (is_space_after_name(token, i))
		return true;
	while (i > 0 &&
	       (k == CU_CONST || k == CU_VOLATILE || k == CU_RESTRICT || is_space(k)))
		k = token[--i].kind;
	return k == '*' || k == '&' || k == CU_ANDAND;
}

static bool is_attribute(const struct skim *s, u32 i) {
	switch (kind(s, i)) {
	case CU_ATTRIBUTE:
	case CU_ATTR_WORD:
	case CU_ALIGNAS:
	case CU_ASM: return true;
	case '[': return kind(s, i + 1) == '[';
	default: return false;
	}
}

static void skip_attributes(struct skim *s) {
	while (is_attribute(s, s->at)) {
		u32 end = kind(s, s->at) == '[' ? past(s, s->at)
		                                : past_args(s, s->at + 1);
		for (u32 i = s->at; i < end; i++)
			if (s->t[i].name)
				s->head.flags |= skim_attribute_flag(s->t[i].name);
		s->at = end;
	}
}

/* ---- names ----------------------------------------------------------------------- */

struct path {
	u32 end;  /* after it; the first token if there is no path */
	u32 name; /* the last part */
	bool is_qualified, has_args, is_pointer; /* A::* */
};

/* operator+, operator(), operator new[], operator T: after it. */
static u32 past_operator(const struct skim *s, u32 i) {
	i++;
	if (kind(s, i) == '(' && kind(s, i + 1) == ')')
		return i + 2;
	if (kind(s, i) == '<' || kind(s, i) == CU_SHL) {
		u32 args = kind(s, i + 1) == '<' ? skim_past_angles(s->t, i + 1, s->end)
		                                 : 0;
		return args ? args : i + 1;
	}
	u32 first = i;
	while (i < s->end && kind(s, i) != '(' && kind(s, i) != ';' &&
	       kind(s, i) != '{' && !is_space(kind(s, i)) &&
	       (i == first || kind(s, i) != ',')) {
		u32 args = kind(s, i) == '<' && kind(s, i - 1) == CU_IDENT
		                   ? skim_past_angles(s->t, i, s->end)
		                   : 0;
		i = args ? args : past(s, i);
	}
	return i;
}

/* [::] a :: b<c> :: template d; stops where it ends. */
static struct path path_at(const struct skim *s, u32 i) {
	struct path p = {.end = i, .name = SKIM_NONE};
	if (kind(s, i) == CU_SCOPE)
		i++;
	for (;;) {
		if (kind(s, i) == CU_TEMPLATE)
			i++;
		if (kind(s, i) == '~' && kind(s, i + 1) == CU_IDENT) {
			p.name = i;
			p.end = i + 2;
			return p;
		}
		if (kind(s, i) == CU_OPERATOR) {
			p.name = i;
			p.end = past_operator(s, i);
			return p;
		}
		if (kind(s, i) == '*' && p.is_qualified) {
			p.is_pointer = true;
			p.end = i + 1;
			return p;
		}
		if (kind(s, i) != CU_IDENT)
			return p;
		p.name = i++;
		u32 args = kind(s, i) == '<' ? past_angles(s->t, i, s->end, s->tparams,
		                                           s->tparams_end)
		                             : 0;
		p.has_args = args != 0;
		p.end = i = args ? args : i;
		if (kind(s, i) != CU_SCOPE)
			return p;
		p.is_qualified = true;
		i++;
	}
}

/* ---- items ----------------------------------------------------------------------- */

static struct skim_item *add(struct skim *s, enum skim_kind kind) {
	vec_push(s->arena, s->out, s->head);
	struct skim_item *item = &vec_last(s->out);
	item->kind = (u8)kind;
	return item;
}

static void set_name(struct skim_item *item, u32 first, const struct path *p) {
	item->path = first;
	item->name = p->name;
	item->is_qualified = p->is_qualified;
	item->is_special |= p->has_args;
}

/* ---- classes and enums ----------------------------------------------------------- */

/* of: the item of the enumeration; NULL: it is an unnamed one of an alias. */
static void enumerators(struct skim *s, u32 open, const struct skim_item *of) {
	u32 end = past(s, open);
	struct skim_item owner = of ? *of : (struct skim_item){0};
	for (u32 i = open + 1; i + 1 < end; i++) {
		if (kind(s, i) == CU_IDENT) {
			struct skim_item *item = add(s, SKIM_ENUMERATOR);
			item->path = owner.is_qualified ? owner.path : i;
			item->name = i;
			item->of = owner.name;
			item->is_qualified = owner.is_qualified;
		}
		while (i + 1 < end && kind(s, i) != ',')
			i = past(s, i);
	}
}

/* Moves to the `{` after a base clause, or to a `;` or `)`. */
static u32 past_bases(const struct skim *s, u32 i) {
	while (i < s->end && kind(s, i) != '{' && kind(s, i) != ';' &&
	       kind(s, i) != ')') {
		u32 args = kind(s, i) == '<' ? skim_past_angles(s->t, i, s->end) : 0;
		i = args ? args : past(s, i);
	}
	return i;
}

static void class_or_enum(struct skim *s) {
	bool is_enum = kind(s, s->at) == CU_ENUM, is_scoped = false;
	u32 outer_flags = s->head.flags;
	s->at++;
	if (is_enum && (kind(s, s->at) == CU_CLASS || kind(s, s->at) == CU_STRUCT)) {
		is_scoped = true;
		s->at++;
	}
	s->head.flags = 0;
	skip_attributes(s);
	s->head.flags = outer_flags;
	u32 first = s->at;
	struct path p = path_at(s, first);
	s->at = p.end;
	s->has_type = true;
	if (is_word(s, s->at, "final") &&
	    (kind(s, s->at + 1) == '{' || kind(s, s->at + 1) == ':'))
		s->at++;
	u32 after = kind(s, s->at) == ':' ? past_bases(s, s->at) : s->at;
	bool is_definition = kind(s, after) == '{';
	if (!is_definition && kind(s, after) != ';')
		return;
	if (!is_definition && (s->head.flags & SPEC_FRIEND))
		return;
	struct skim_item *item = add(s, is_enum ? SKIM_ENUM : SKIM_CLASS);
	s->nclass = s->out->n;
	if (p.end > first)
		set_name(item, first, &p);
	item->is_definition = is_definition;
	s->at = after;
	if (is_definition) {
		item->body = after;
		s->at = past(s, after);
	}
	if (is_definition && is_enum && !is_scoped)
		enumerators(s, after, item);
}

/* ---- specifiers ------------------------------------------------------------------ */

/* `name (` where no type came before: a constructor, or a type and a declarator in
 * parentheses? */
static bool is_constructor(const struct skim *s, const struct path *p) {
	u32 i = p->end + 1;
	if (kind(s, past(s, p->end)) == '(')
		return false; /* T (max)(T a): the second ones hold the parameters */
	if (s->cls && s->t[p->name].name == s->cls && !p->is_qualified)
		return true;
	/* no parameter begins so */
	if (kind(s, i) == '*' || kind(s, i) == '&' || kind(s, i) == CU_ANDAND ||
	    kind(s, i) == '(')
		return false;
	return !path_at(s, i).is_pointer;
}

/* Whether the name at s->at is a type's, not the declared one. */
static bool is_type_here(const struct skim *s, const struct path *p) {
	u32 next = kind(s, p->end);
	if (p->end == s->at || p->is_pointer || kind(s, p->name) != CU_IDENT)
		return false;
	if (next == '(')
		return !is_constructor(s, p);
	return next != ';' || s->head.flags & SPEC_FRIEND;
}

/* "C" or "C++" */
static u32 linkage_of(const struct skim *s, u32 at) {
	struct loc loc = cu_token_loc(&s->t[at]);
	return loc.end - loc.start == strlen("\"C\"") ? SPEC_EXTERN_C : 0;
}

/* Reads decl-specifiers up to the first declarator. */
static void specifiers(struct skim *s) {
	for (;;) {
		u32 k = kind(s, s->at), flag = skim_spec_flag(k);
		if (flag) {
			s->head.flags |= flag;
			s->at = k == CU_EXPLICIT ? past_args(s, s->at + 1) : s->at + 1;
			if (k == CU_EXTERN && kind(s, s->at) == CU_STRING) {
				s->head.flags |= linkage_of(s, s->at);
				s->at++;
			}
			continue;
		}
		if ((k >= CU_KW_VOID && k <= CU_AUTO) || k == CU_COMPLEX) {
			s->has_type = true;
			s->at++;
		} else if (k == CU_EXTENSION || k == CU_TYPENAME) {
			s->at++;
		} else if (is_word(s, s->at, "concept") && !s->has_type &&
		           kind(s, s->at + 1) == CU_IDENT && kind(s, s->at + 2) == '=') {
			s->head.flags |= SPEC_CONCEPT;
			s->has_type = true;
			s->at++;
		} else if (k == CU_DECLTYPE || k == CU_TYPEOF ||
		           k == CU_UNDERLYING_TYPE) {
			s->at = past_args(s, s->at + 1);
			s->has_type = true;
			if (kind(s, s->at) == CU_SCOPE)
				s->at = path_at(s, s->at).end;
		} else if (k == CU_STRUCT || k == CU_CLASS || k == CU_UNION ||
		           k == CU_ENUM) {
			class_or_enum(s);
		} else if (is_attribute(s, s->at)) {
			skip_attributes(s);
		} else if ((k == CU_IDENT || k == CU_SCOPE) && !s->has_type) {
			struct path p = path_at(s, s->at);
			if (!is_type_here(s, &p))
				return;
			s->has_type = true;
			s->at = p.end;
		} else {
			return;
		}
	}
}

/* ---- declarators ----------------------------------------------------------------- */

static void pointer_operators(struct skim *s) {
	for (;;) {
		u32 k = kind(s, s->at);
		if (k == '*' || k == '&' || k == CU_ANDAND || k == CU_ELLIPSIS ||
		    k == CU_EXTENSION || k == CU_CONST || k == CU_VOLATILE ||
		    k == CU_RESTRICT) {
			s->at++;
		} else if (skim_is_space_in_declarator(s->t, s->at)) {
			s->head.flags |= skim_spec_flag(k);
			s->at++;
		} else if (is_attribute(s, s->at) && k != CU_ASM) {
			skip_attributes(s);
		} else {
			struct path p = path_at(s, s->at);
			if (!p.is_pointer)
				return;
			s->at = p.end;
		}
	}
}

/* Finds the declared name: directly, or in parentheses. False if there is none.
 * `is_pointer`: what follows belongs to what a pointer or reference refers to. */
static bool declarator_name(struct skim *s, struct skim_item *item, bool is_nested,
                            bool *is_pointer) {
	u32 start = s->at;
	pointer_operators(s);
	bool own = is_nested && s->at > start, inner = false; /* others are the type's */
	if (kind(s, s->at) == '(') {
		u32 end = past(s, s->at), outer_end = s->end;
		s->at++;
		s->end = end;
		bool found = declarator_name(s, item, true, &inner);
		s->end = outer_end;
		s->at = end;
		if (!found)
			return false;
	} else {
		struct path p = path_at(s, s->at);
		if (p.end == s->at)
			return false;
		set_name(item, s->at, &p);
		s->at = p.end;
	}
	if (is_nested && kind(s, s->at) == '(' && item->params == SKIM_NONE && !inner) {
		item->params = s->at; /* T (*f(int))(int): f is a function */
		own = false;
	}
	*is_pointer = item->params == SKIM_NONE && (own || inner);
	return true;
}

/* Skips an expression up to the next `,` or `;` outside of brackets. */
static void skip_initialiser(struct skim *s) {
	while (s->at < s->end && kind(s, s->at) != ',' && kind(s, s->at) != ';') {
		u32 args = kind(s, s->at) == '<' && kind(s, s->at - 1) == CU_IDENT
		                   ? skim_past_angles(s->t, s->at, s->end)
		                   : 0;
		s->at = args ? args : past(s, s->at);
	}
}

/* Skips `-> type` up to what may follow a function's declarator. */
static void skip_trailing_type(struct skim *s) {
	for (s->at++; s->at < s->end;) {
		u32 k = kind(s, s->at);
		if (k == '{' || k == ';' || k == '=' || k == ',' ||
		    skim_is_requires(s->t, s->at, s->end))
			return;
		struct path p = path_at(s, s->at);
		s->at = p.end > s->at ? p.end : past(s, s->at);
	}
}

bool skim_is_body(const struct cu_token_rec *t, u32 i) {
	u32 before = t[i - 1].kind, open = before == ')' ? t[i - 1].match : 0;
	bool is_type = before == CU_IDENT || before == '>' ||
	               (open && open != CU_NO_MATCH && t[open - 1].kind == CU_DECLTYPE);
	return t[i].kind == '{' && !is_type;
}

/* Moves from the `:` to the body. */
static void skip_mem_inits(struct skim *s) {
	s->at++;
	while (s->at < s->end && kind(s, s->at) != ';' && !skim_is_body(s->t, s->at))
		s->at = past(s, s->at);
}

/* Skips the function's body and, of a function-try-block, its handlers. */
static void skip_body(struct skim *s, struct skim_item *item) {
	item->body = s->at;
	item->is_definition = true;
	s->at = past(s, s->at);
	while (kind(s, s->at) == CU_CATCH) {
		s->at = past_args(s, s->at + 1);
		s->at = past(s, s->at);
	}
}

enum declarator_end { ENDS_DECLARATION, ENDS_DECLARATOR };

/* Passes over what follows the name. */
static enum declarator_end suffixes(struct skim *s, struct skim_item *item,
                                    bool is_pointer) {
	while (s->at < s->end) {
		u32 k = kind(s, s->at);
		if (skim_is_space_in_declarator(s->t, s->at)) {
			s->head.flags |= skim_spec_flag(k);
			s->at++;
			continue;
		}
		switch (k) {
		case '(':
			if (item->params == SKIM_NONE && !is_pointer)
				item->params = s->at;
			s->at = past(s, s->at);
			break;
		case CU_ARROW: skip_trailing_type(s); break;
		case ':':
			if (item->params != SKIM_NONE) {
				item->mem_inits = s->at;
				skip_mem_inits(s);
			} else {
				s->at++;
				while (s->at < s->end && kind(s, s->at) != ',' &&
				       kind(s, s->at) != ';' && kind(s, s->at) != '=' &&
				       kind(s, s->at) != '{')
					s->at = past(s, s->at);
			}
			break;
		case '{':
			if (item->params != SKIM_NONE) {
				skip_body(s, item);
				return ENDS_DECLARATION;
			}
			s->at = past(s, s->at);
			break;
		case '=':
			s->at++;
			skip_initialiser(s);
			break;
		case ',': s->at++; return ENDS_DECLARATOR;
		case ';': s->at++; return ENDS_DECLARATION;
		case '}':
		case ')': return ENDS_DECLARATION;
		default:
			if (is_attribute(s, s->at))
				skip_attributes(s);
			else if (item->params != SKIM_NONE &&
			         skim_is_requires(s->t, s->at, s->end))
				s->at = skim_past_constraint(s->t, s->at + 1, s->end);
			else
				s->at = past(s, s->at);
		}
	}
	return ENDS_DECLARATION;
}

static enum skim_kind kind_of(const struct skim *s, const struct skim_item *item) {
	if (s->head.flags & SPEC_TYPEDEF)
		return SKIM_TYPEDEF;
	return item->params == SKIM_NONE ? SKIM_VAR : SKIM_FUNC;
}

/* X(T) -> X<T>; has neither type nor body. */
static bool is_guide(const struct skim *s, const struct skim_item *item) {
	if (s->has_type || item->params == SKIM_NONE || item->is_qualified || s->cls)
		return false;
	return kind(s, item->name) == CU_IDENT &&
	       kind(s, past(s, item->params)) == CU_ARROW;
}

static void structured_binding(struct skim *s) {
	u32 end = past(s, s->at);
	for (u32 i = s->at + 1; i < end; i++)
		if (kind(s, i) == CU_IDENT) {
			struct skim_item *item = add(s, SKIM_VAR);
			item->path = item->name = i;
		}
	s->at = end;
	skip_initialiser(s);
}

static void declarators(struct skim *s) {
	for (enum declarator_end more = ENDS_DECLARATOR; more == ENDS_DECLARATOR;) {
		struct skim_item item = s->head;
		item.declarator = s->at;
		bool is_pointer = false;
		bool is_named = declarator_name(s, &item, false, &is_pointer);
		if (!is_named && kind(s, s->at) == '[' && s->has_type) {
			structured_binding(s);
			continue;
		}
		u32 before = s->head.flags;
		more = suffixes(s, &item, is_pointer);
		if (!is_named)
			continue;
		item.flags |= s->head.flags & ~before;
		item.kind = (u8)(is_guide(s, &item) ? SKIM_GUIDE : kind_of(s, &item));
		vec_push(s->arena, s->out, item);
	}
}

/* ---- declarations with a keyword ------------------------------------------------- */

static void to_semicolon(struct skim *s) {
	while (s->at < s->end && kind(s, s->at) != ';' && kind(s, s->at) != '}')
		s->at = past(s, s->at);
	if (kind(s, s->at) == ';')
		s->at++;
}

static void namespace_declaration(struct skim *s) {
	s->at++;
	skip_attributes(s);
	u32 first = s->at;
	struct path p = path_at(s, first);
	if (kind(s, first) == CU_INLINE || is_word(s, first, "inline"))
		p.end = first;
	s->at = p.end;
	while (kind(s, s->at) == CU_SCOPE || kind(s, s->at) == CU_INLINE ||
	       kind(s, s->at) == CU_IDENT) { /* a::inline b */
		p.name = s->at;
		s->at++;
	}
	u32 flags = s->head.flags;
	skip_attributes(s);
	s->head.flags = flags;
	bool is_alias = kind(s, s->at) == '=';
	struct skim_item *item = add(s, is_alias ? SKIM_NAMESPACE_ALIAS : SKIM_NAMESPACE);
	if (p.name != SKIM_NONE)
		set_name(item, first, &p);
	if (is_alias || kind(s, s->at) != '{') {
		to_semicolon(s);
		return;
	}
	item->body = s->at;
	s->at = past(s, s->at);
	if (s->t[item->body].match == CU_NO_MATCH)
		s->at = s->end;
}

static void using_names(struct skim *s) {
	for (;;) {
		if (kind(s, s->at) == CU_TYPENAME)
			s->at++;
		u32 first = s->at;
		struct path p = path_at(s, first);
		if (p.end > first)
			set_name(add(s, SKIM_USING), first, &p);
		s->at = p.end;
		if (kind(s, s->at) == CU_ELLIPSIS)
			s->at++;
		if (kind(s, s->at) != ',')
			break;
		s->at++;
	}
	to_semicolon(s);
}

/* using E = enum {a, b}; declares enumerators. */
static void alias_of_enum(struct skim *s, u32 i) {
	u32 next = kind(s, i + 1);
	if (kind(s, i) != CU_ENUM || next == CU_CLASS || next == CU_STRUCT)
		return;
	i = past_bases(s, path_at(s, i + 1).end);
	if (kind(s, i) == '{')
		enumerators(s, i, NULL);
}

static void using_declaration(struct skim *s) {
	s->at++;
	if (kind(s, s->at) == CU_NAMESPACE || kind(s, s->at) == CU_ENUM) {
		bool is_namespace = kind(s, s->at++) == CU_NAMESPACE;
		u32 first = s->at;
		struct path p = path_at(s, first);
		set_name(add(s, is_namespace ? SKIM_USING_NAMESPACE : SKIM_USING_ENUM),
		         first, &p);
		to_semicolon(s);
		return;
	}
	u32 first = s->at;
	if (kind(s, first) != CU_IDENT) {
		using_names(s);
		return;
	}
	s->at++;
	skip_attributes(s);
	if (kind(s, s->at) != '=') {
		s->at = first;
		using_names(s);
		return;
	}
	struct skim_item *item = add(s, SKIM_ALIAS);
	item->path = item->name = first;
	alias_of_enum(s, s->at + 1);
	to_semicolon(s);
}

static void other(struct skim *s, enum skim_kind kind) {
	add(s, kind);
	to_semicolon(s);
}

/* template <...> ... ; template without arguments instantiates. False if all is read. */
static bool template_heads(struct skim *s) {
	while (kind(s, s->at) == CU_TEMPLATE) {
		if (kind(s, s->at + 1) != '<') {
			other(s, SKIM_INSTANCE);
			return false;
		}
		u32 end = skim_past_angles(s->t, s->at + 1, s->end);
		s->head.is_template = true;
		s->head.is_special |= end == s->at + 3;
		s->tparams = end ? s->at + 2 : 0;
		s->tparams_end = end;
		s->at = end ? end : s->at + 2;
		if (skim_is_requires(s->t, s->at, s->end))
			s->at = skim_past_constraint(s->t, s->at + 1, s->end);
	}
	return true;
}

static void general(struct skim *s) {
	s->head.specs = s->at;
	u32 before = s->out->n;
	specifiers(s);
	if (kind(s, s->at) == ';') {
		if (s->nclass) {
			struct skim_item *c = &s->out->at[s->nclass - 1];
			c->is_anonymous = c->name == SKIM_NONE;
		}
		s->at++;
	} else {
		declarators(s);
	}
	if (s->out->n == before)
		add(s, SKIM_OTHER);
}

static bool is_linkage_block(const struct skim *s) {
	return kind(s, s->at) == CU_EXTERN && kind(s, s->at + 1) == CU_STRING &&
	       kind(s, s->at + 2) == '{';
}

static void linkage_block(struct skim *s) {
	struct skim_item *item = add(s, SKIM_LINKAGE);
	item->flags = linkage_of(s, s->at + 1);
	item->body = s->at + 2;
	s->at = past(s, s->at + 2);
	if (s->t[item->body].match == CU_NO_MATCH)
		s->at = s->end;
}

static void declaration(struct skim *s) {
	while (kind(s, s->at) == CU_EXTENSION)
		s->at++;
	if (!template_heads(s))
		return;
	switch (kind(s, s->at)) {
	case ';':
	case '}':
		add(s, SKIM_OTHER);
		s->at++;
		break;
	case CU_PUBLIC:
	case CU_PROTECTED:
	case CU_PRIVATE:
		add(s, SKIM_OTHER);
		s->at += kind(s, s->at + 1) == ':' ? 2 : 1;
		break;
	case CU_INLINE:
		if (kind(s, s->at + 1) != CU_NAMESPACE) {
			general(s);
			break;
		}
		s->head.flags |= SPEC_INLINE;
		s->at++;
		namespace_declaration(s);
		break;
	case CU_NAMESPACE: namespace_declaration(s); break;
	case CU_USING: using_declaration(s); break;
	case CU_STATIC_ASSERT: other(s, SKIM_STATIC_ASSERT); break;
	case CU_ASM: other(s, SKIM_OTHER); break;
	case CU_EXTERN:
		if (is_linkage_block(s))
			linkage_block(s);
		else if (kind(s, s->at + 1) == CU_TEMPLATE)
			other(s, SKIM_INSTANCE);
		else
			general(s);
		break;
	default: general(s);
	}
}

u32 skim_declaration(struct arena *arena, const struct cu_token_rec *token, u32 at,
                     u32 end, const struct str *cls, struct skim_items *items) {
	struct skim s = {.arena = arena,
	                 .t = token,
	                 .at = at,
	                 .end = end,
	                 .cls = cls,
	                 .out = items};
	s.head = (struct skim_item){
		.first = at,
		.specs = at,
		.is_system = (token[at].flags & CU_TF_SYSTEM) != 0,
		.declarator = SKIM_NONE,
		.path = SKIM_NONE,
		.name = SKIM_NONE,
		.params = SKIM_NONE,
		.mem_inits = SKIM_NONE,
		.body = SKIM_NONE,
	};
	u32 before = items->n;
	declaration(&s);
	if (s.at <= at)
		s.at = at + 1;
	for (u32 i = before; i < items->n; i++) {
		items->at[i].end = s.at;
		items->at[i].specs = MAX(items->at[i].specs, s.head.specs);
	}
	return s.at;
}
