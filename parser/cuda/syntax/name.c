/* name.c - names, whole: from `a` to `typename T::template b<int>::type` one token of the
 * grammar, with its node and what it names. The parts are looked up one by one, each in
 * the scope that the parts before it name ([basic.lookup]); template arguments are parsed
 * by a parser inside of the parser. A name is read once, however often it is looked at
 * ahead, unless a declaration has changed what names mean.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/name.h"

#include "parser/cuda/syntax/build.h"
#include "parser/cuda/syntax/guess.h"

/* ---- names of the part itself ---------------------------------------------------- */

struct local_scope *local_push(struct cu_parser *p) {
	struct local_scope *s = arena_new(p->arena, struct local_scope);
	s->name = MAP_INIT(p->arena);
	s->up = p->local;
	s->around = p->local ? p->local->around : NULL;
	p->local = s;
	return s;
}

static struct local_name *find_in(const struct local_scope *s, const struct str *name,
                                  u32 depth) {
	struct local_name *n = map_get_ptr(&s->name, name);
	for (u32 i = 0; !n && i < s->local_base.n && depth < 32; i++)
		n = find_in(s->local_base.at[i], name, depth + 1);
	return n;
}

struct local_name *local_find(const struct cu_parser *p, const struct str *name) {
	struct local_name *n = NULL;
	for (const struct local_scope *s = p->local; s && !n; s = s->up)
		n = find_in(s, name, 0);
	return n;
}

/* Returns what the name means before it is declared anew. */
static enum cname_class class_before(struct cu_parser *p, struct str *name) {
	const struct local_name *n = local_find(p, name);
	return n ? n->class : check_name_class(p->u, local_around(p), name, 0);
}

/* A declaration that changes the meaning of its name invalidates the names that were read
 * ahead. */
struct local_name *local_declare(struct cu_parser *p, struct local_scope *in,
                                 struct str *name, enum cname_class c) {
	struct local_name *n = map_get_ptr(&in->name, name);
	if (n && n->class == c)
		return n;
	if (c != CNAME_OTHER || class_before(p, name) > CNAME_OTHER)
		p->serial++;
	if (!n)
		n = arena_new(p->arena, struct local_name);
	n->class = c;
	map_put_ptr(&in->name, name, n);
	return n;
}

/* ---- looking up ------------------------------------------------------------------ */

enum where { IN_SCOPE, IN_KNOWN, IN_LOCAL, IN_UNKNOWN };

struct reader {
	struct cu_parser *p;
	u32 first, i;
	u32 nparts; /* on the parser's stack */
	u32 flags;  /* of the QUALIFIED */
	enum where where;
	struct cscope *known;
	struct local_scope *local;
	struct local_name *last_local;
	enum cname_class class;
	bool has_args, is_unknown; /* is_unknown: what has the arguments */
};

static u32 kind_at(const struct cu_parser *p, u32 i) {
	return i < p->end ? p->t[i].kind : CU_END;
}

/* Returns the injected-class-name ([class.pre]/2), which the constructors of the class
 * must not hide. */
static enum cname_class injected(const struct cscope *s, const struct str *name) {
	const struct cdecl *d = s->owner;
	if (s->kind != CSCOPE_CLASS || !d || d->name != name)
		return CNAME_NONE;
	bool is_template = d->is_template || d->pattern || d->kind == CDECL_TEMPLATE;
	return is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE;
}

static enum cname_class class_in(struct cscope *s, struct str *name, u32 before) {
	enum cname_class c = injected(s, name);
	return c != CNAME_NONE ? c : cdecl_name_class(cscope_find_here(s, name, before));
}

/* Types that the compiler itself declares; the program's declarations come first. */
static bool is_builtin_type(const char *name) {
	return strcmp(name, "__builtin_va_list") == 0 ||
	       strcmp(name, "__int128_t") == 0 || strcmp(name, "__uint128_t") == 0;
}

/* Looks up a name that the part itself does not declare. */
static enum cname_class class_around(struct cu_parser *p, struct str *name, u32 start) {
	for (struct cscope *s = local_around(p); s && s->kind != CSCOPE_NAMESPACE;
	     s = s->parent) {
		enum cname_class c = injected(s, name);
		if (c != CNAME_NONE)
			return c;
		if (cscope_find_around(s, name, start))
			break;
	}
	enum cname_class c = check_name_class(p->u, local_around(p), name, start);
	return c == CNAME_NONE && is_builtin_type(name->s) ? CNAME_TYPE : c;
}

static enum cname_class class_of_base(const struct local_scope *s, struct str *name) {
	for (u32 i = 0; i < s->base.n; i++) {
		enum cname_class c = class_in(s->base.at[i], name, 0);
		if (c != CNAME_NONE)
			return c;
	}
	for (u32 i = 0; i < s->local_base.n; i++) {
		enum cname_class c = class_of_base(s->local_base.at[i], name);
		if (c != CNAME_NONE)
			return c;
	}
	return CNAME_NONE;
}

static enum cname_class look_up(struct reader *r, struct str *name, u32 start) {
	struct cu_parser *p = r->p;
	r->last_local = NULL;
	if (r->where == IN_UNKNOWN)
		return CNAME_NONE;
	if (r->where == IN_LOCAL) {
		r->last_local = find_in(r->local, name, 0);
		return r->last_local ? r->last_local->class
		                     : class_of_base(r->local, name);
	}
	if (r->where == IN_KNOWN)
		return class_in(r->known, name, start);
	for (const struct local_scope *s = p->local; s; s = s->up) {
		r->last_local = find_in(s, name, 0);
		if (r->last_local)
			return r->last_local->class;
		enum cname_class c = class_of_base(s, name);
		if (c != CNAME_NONE)
			return c;
	}
	return class_around(p, name, start);
}

/* ---- template arguments ---------------------------------------------------------- */

/* Words and punctuation of types and simple values only: no operators of conditions. */
static bool looks_like_args(const struct cu_parser *p, u32 open, u32 end) {
	for (u32 i = open + 1; i + 1 < end; i = skim_past(p->t, i, end))
		switch (p->t[i].kind) {
		case CU_ANDAND:
			if (p->t[i + 1].kind != '>' && p->t[i + 1].kind != ',')
				return false;
			break;
		case CU_OROR:
		case '=':
		case '?':
		case CU_SHL: return false;
		default: break;
		}
	return true;
}

/* Whether no bracket is open between the '<' of the list that is read and token i. */
static bool is_in_list_itself(const struct cu_parser *p, u32 i) {
	u32 k = p->angle + 1;
	while (k < i)
		k = skim_past(p->t, k, p->end);
	return k == i;
}

/* Checks for arguments up to `end` after which the list that is read has no `>` any more:
 * its end is among them, or what follows ends all of it. */
static bool leaves_list_open(const struct reader *r, u32 end) {
	struct cu_parser *p = r->p;
	if (!p->angle)
		return false;
	switch (kind_at(p, end)) {
	case ')':
	case ']':
	case '}': return p->t[end].match == CU_NO_MATCH || p->t[end].match < p->angle;
	case ';':
	case CU_OPERATOR: return is_in_list_itself(p, r->i);
	default:
		if (p->angle_past == ANGLE_NOT_SKIMMED)
			p->angle_past = skim_past_angles(p->t, p->angle, p->end);
		return p->angle_past && end >= p->angle_past;
	}
}

/* `<` after a name that no declaration has made a template ([temp.names]): arguments
 * if what follows the `>` would make no sense after greater-than. In a dependent
 * scope the standard says less-than, unless `template` comes first. */
static bool guess_is_args(const struct reader *r) {
	const struct cu_parser *p = r->p;
	u32 end = skim_past_angles(p->t, r->i, p->end);
	u32 next = end ? kind_at(p, end) : CU_END;
	/* none of these begins an operand of greater-than */
	static const char after[] = "),;]}=.:?";
	bool goes_on = next == '(' || next == CU_SCOPE || next == CU_CONST ||
	               next == CU_VOLATILE || next == CU_OPERATOR ||
	               (next < 128 && next && strchr(after, (int)next));
	/* In a declarator after `A<T>::f(` names of A<T> are not known: A<int> may have
	 * others. */
	if (r->where == IN_SCOPE)
		goes_on |= next == CU_IDENT || next == '{' || next == '>' ||
		           next == CU_ELLIPSIS || next == '&' || next == CU_ANDAND ||
		           next == '*';
	return goes_on && looks_like_args(p, r->i, end) && !leaves_list_open(r, end);
}

/* struct A<T>::B<U, 0> {...}: after the key, a class that has arguments. */
static bool is_class_head(const struct reader *r) {
	u32 before = r->first ? r->p->t[r->first - 1].kind : CU_END;
	return (before == CU_STRUCT || before == CU_CLASS || before == CU_UNION) &&
	       skim_past_angles(r->p->t, r->i, r->p->end);
}

static bool takes_args(const struct reader *r, bool is_template) {
	switch (r->class) {
	case CNAME_TEMPLATE_TYPE:
	case CNAME_TEMPLATE: return true;
	case CNAME_TYPE: return skim_past_angles(r->p->t, r->i, r->p->end) != 0;
	case CNAME_NONE: return is_template || guess_is_args(r) || is_class_head(r);
	default: return is_template;
	}
}

/* At a '<': a LIST of the arguments; r->i moves after the '>'. */
static struct syn *arguments(struct reader *r) {
	struct cu_parser *p = r->p;
	u32 stopped, open = r->i;
	struct syn *list = cu_subparse(p, CU_START_TARGS, open + 1, p->end, &stopped);
	if (list && kind_at(p, stopped) == '>') {
		r->i = stopped + 1;
		return list;
	}
	if (list && !p->gave_up)
		diag_error(p->u->diag, cu_token_loc(&p->t[MIN(stopped, p->end - 1)]),
		           E0101, "expected '>'");
	u32 end = skim_past_angles(p->t, open, p->end);
	r->i = end ? end : MAX(stopped, open + 1);
	return NULL;
}

/* ---- parts ----------------------------------------------------------------------- */

static void push_part(struct reader *r, struct syn *s) {
	build_push(r->p, s, 0);
	r->nparts++;
}

static struct loc loc_from(const struct reader *r, u32 first) {
	return (struct loc){r->p->t[first].start, r->p->t[r->i - 1].end};
}

/* Makes a node with the kids of a list, and the name. */
static struct syn *with_args(struct reader *r, enum syn_kind kind, u32 op, u32 first,
                             const struct syn *list) {
	struct syn *s = build_node(r->p, kind, op, 0, loc_from(r, first), 0);
	s->kid = list ? list->kid : NULL;
	s->nkid = list ? list->nkid : 0;
	r->has_args = true;
	return s;
}

static void identifier(struct reader *r, bool is_template, bool is_member) {
	struct cu_parser *p = r->p;
	u32 first = r->i++;
	struct str *name = p->t[first].name;
	r->class = CNAME_NONE;
	if (is_member && r->nparts == 0)
		r->last_local = NULL;
	else
		r->class = look_up(r, name, p->t[first].start);
	r->has_args = r->is_unknown = false;
	struct syn *s;
	if (kind_at(p, r->i) == '<' && takes_args(r, is_template)) {
		const struct syn *list = arguments(r);
		s = with_args(r, SYN_TEMPLATE_ID, 0, first, list);
		s->name = name;
		r->is_unknown = r->class == CNAME_NONE;
		r->class = r->class == CNAME_TEMPLATE_TYPE || r->class == CNAME_TYPE
		                   ? CNAME_TYPE
		                   : CNAME_OTHER;
	} else {
		s = build_name(p, SYN_NAME, first, cu_token_loc(&p->t[first]));
	}
	push_part(r, s);
}

/* ~name, ~name<args>, ~decltype(x) */
static void destructor(struct reader *r) {
	struct cu_parser *p = r->p;
	u32 first = r->i++;
	struct syn *id = NULL;
	if (kind_at(p, r->i) == CU_IDENT) {
		u32 before = r->nparts;
		enum where where = r->where;
		r->where = IN_SCOPE;
		identifier(r, false, false);
		r->where = where;
		r->nparts = before;
		id = vec_pop(&p->stack);
	}
	r->class = CNAME_OTHER;
	push_part(r, build_node(p, SYN_DTOR_NAME, 0, 0, loc_from(r, first), 1, id));
}

/* Returns the token that an operator-function is called by; r->i moves after it. 0: a
 * conversion. */
static u32 operator_token(struct reader *r) {
	struct cu_parser *p = r->p;
	u32 k = kind_at(p, r->i), next = kind_at(p, r->i + 1);
	bool joined = r->i + 1 < p->end && p->t[r->i + 1].flags & CU_TF_JOINED;
	if ((k == '(' && next == ')') || (k == '[' && next == ']')) {
		r->i += 2;
		return k;
	}
	if (k == '>' && joined && (next == '>' || next == CU_GE)) {
		r->i += 2;
		return next == '>' ? CU_SHR : CU_SHR_ASSIGN;
	}
	if (k == CU_NEW || k == CU_DELETE || (k >= CU_ARROW && k <= CU_SHR_ASSIGN) ||
	    (k < 128 && k && strchr("+-*/%^&|~!=<>,", (int)k))) {
		r->i++;
		return k;
	}
	return 0;
}

static void conversion(struct reader *r, u32 first) {
	struct cu_parser *p = r->p;
	struct local_scope *outer = p->local, *s = local_push(p);
	/* of X::operator T, T is looked up in X first ([basic.lookup.qual]/4) */
	if (r->where == IN_KNOWN)
		vec_push(p->arena, &s->base, r->known);
	else if (r->where == IN_LOCAL)
		vec_push(p->arena, &s->local_base, r->local);
	u32 end = guess_specs(p, r->i), stopped;
	/* in a class that is not known it can only be a type */
	if (!end && r->where == IN_UNKNOWN && kind_at(p, r->i) == CU_IDENT)
		end = name_at(p, r->i)->end;
	end = end ? guess_pointers(p, end) : 0;
	struct syn *type = NULL;
	if (end)
		type = cu_subparse(p, CU_START_TYPE, r->i, end, &stopped);
	else
		diag_error(p->u->diag, cu_token_loc(&p->t[first]), E0101,
		           "expected an operator or a type after 'operator'");
	r->i = end ? end : r->i;
	p->local = outer;
	if (!type)
		type = build_node(p, SYN_ERROR, 0, 0, loc_from(r, first), 0);
	push_part(r,
	          build_node(p, SYN_CONVERSION_NAME, 0, 0, loc_from(r, first), 1, type));
}

static void operator_name(struct reader *r) {
	struct cu_parser *p = r->p;
	u32 first = r->i++;
	r->class = CNAME_OTHER;
	if (kind_at(p, r->i) == CU_STRING && r->i + 1 < p->end && p->t[r->i + 1].name) {
		r->i += 2;
		u32 suffix = r->i - 1;
		if (kind_at(p, r->i) != '<' || !skim_past_angles(p->t, r->i, p->end)) {
			push_part(r, build_name(p, SYN_LITERAL_NAME, suffix,
			                        loc_from(r, first)));
			return;
		}
		const struct syn *list = arguments(r);
		struct syn *s = with_args(r, SYN_OPERATOR_ID, CU_STRING, first, list);
		s->name = p->t[suffix].name;
		push_part(r, s);
		return;
	}
	u32 op = operator_token(r);
	if (!op) {
		conversion(r, first);
		return;
	}
	bool is_array = (op == CU_NEW || op == CU_DELETE) && kind_at(p, r->i) == '[';
	r->i += is_array ? 2 : 0;
	if (kind_at(p, r->i) == '<' && skim_past_angles(p->t, r->i, p->end)) {
		const struct syn *list = arguments(r);
		push_part(r, with_args(r, SYN_OPERATOR_ID, op, first, list));
		return;
	}
	push_part(r, build_node(p, SYN_OPERATOR_NAME, op, is_array ? SYNF_ARRAY : 0,
	                        loc_from(r, first), 0));
}

/* ---- qualifiers ------------------------------------------------------------------ */

/* Returns the parts read so far as one node; they stay on the stack. */
static struct syn *parts_node(const struct reader *r, u32 first) {
	struct cu_parser *p = r->p;
	struct syn **part = p->stack.at + p->stack.n - r->nparts;
	if (r->nparts == 1 && !(r->flags & ~(u32)SYNF_TYPENAME))
		return part[0];
	struct syn *s = build_node(p, SYN_QUALIFIED, 0, r->flags, loc_from(r, first), 0);
	s->nkid = r->nparts;
	s->kid = arena_copy(p->arena, part, r->nparts * sizeof(*part),
	                    _Alignof(struct syn *));
	return s;
}

static struct cscope *namespace_here(const struct reader *r) {
	struct cu_parser *p = r->p;
	struct str *name = vec_last(&p->stack)->name;
	u32 before = vec_last(&p->stack)->loc.start;
	struct cdecl *d = r->where == IN_KNOWN
	                          ? cscope_find_here(r->known, name, before)
	                          : cscope_find(local_around(p), name, before);
	while (d && d->kind != CDECL_NAMESPACE)
		d = d->next;
	return d ? d->inner : NULL;
}

/* Makes the last part a qualifier: sets where the next one is looked up. */
static void enter(struct reader *r, u32 first) {
	struct cu_parser *p = r->p;
	struct local_name *n = r->last_local;
	if (r->where == IN_UNKNOWN)
		return;
	if (n && n->inner) {
		r->where = IN_LOCAL;
		r->local = n->inner;
		return;
	}
	if (r->class == CNAME_NAMESPACE && r->where != IN_LOCAL && !n)
		r->known = namespace_here(r);
	else if (n && n->alias)
		r->known = check_scope_of(p->u, local_around(p), n->alias);
	else if (n || r->where == IN_LOCAL)
		r->known = NULL;
	else
		r->known = check_scope_of(p->u, local_around(p), parts_node(r, first));
	r->where = r->known ? IN_KNOWN : IN_UNKNOWN;
}

/* Whether the `::` continues the name. */
static bool goes_on(const struct cu_parser *p, u32 i) {
	if (kind_at(p, i) != CU_SCOPE)
		return false;
	switch (kind_at(p, i + 1)) {
	case CU_IDENT:
	case CU_TEMPLATE:
	case CU_OPERATOR:
	case '~':
	case '*': return true;
	default: return false;
	}
}

static bool decltype_part(struct reader *r) {
	struct cu_parser *p = r->p;
	u32 open = r->i + 1, first = r->i, stopped;
	if (kind_at(p, open) != '(' || p->t[open].match >= p->end)
		return false;
	u32 close = p->t[open].match;
	if (kind_at(p, close + 1) != CU_SCOPE)
		return false;
	struct syn *e = cu_subparse(p, CU_START_EXPR, open + 1, close, &stopped);
	r->i = close + 1;
	struct syn *kid = e ? e : build_node(p, SYN_ERROR, 0, 0, loc_from(r, first), 0);
	push_part(r, build_node(p, SYN_DECLTYPE, 0, 0, loc_from(r, first), 1, kid));
	r->class = CNAME_TYPE;
	return true;
}

/* ---- the whole ------------------------------------------------------------------- */

/* Reads one part; false if there is none. After `template` a `<` begins arguments
 * ([temp.names]/3); that of `x.template f<...>` has been read. */
static bool read_part(struct reader *r, bool is_member) {
	struct cu_parser *p = r->p;
	bool is_template = kind_at(p, r->i) == CU_TEMPLATE && r->nparts + r->flags > 0;
	if (is_template)
		r->i++;
	else if (is_member && r->nparts == 0 && r->i > 0)
		is_template = p->t[r->i - 1].kind == CU_TEMPLATE;
	switch (kind_at(p, r->i)) {
	case CU_IDENT: identifier(r, is_template, is_member); return true;
	case CU_OPERATOR: operator_name(r); return true;
	case '~':
		if (kind_at(p, r->i + 1) != CU_IDENT &&
		    kind_at(p, r->i + 1) != CU_DECLTYPE)
			return false;
		destructor(r);
		return true;
	case CU_DECLTYPE: return r->nparts == 0 && decltype_part(r);
	default: return false;
	}
}

static bool ends_name(const struct syn *part) {
	return part->kind != SYN_NAME && part->kind != SYN_TEMPLATE_ID &&
	       part->kind != SYN_DECLTYPE;
}

static void read_name(struct cu_parser *p, u32 first, bool is_member,
                      struct annotation *a) {
	struct reader r = {.p = p, .first = first, .i = first};
	*a = (struct annotation){.end = first, .serial = p->serial};
	if (kind_at(p, r.i) == CU_TYPENAME) {
		r.flags |= SYNF_TYPENAME;
		r.i++;
	}
	if (kind_at(p, r.i) == CU_SCOPE) {
		r.flags |= SYNF_GLOBAL;
		r.where = IN_KNOWN;
		r.known = p->u->global;
		r.i++;
	}
	while (read_part(&r, is_member)) {
		if (ends_name(vec_last(&p->stack)) || !goes_on(p, r.i))
			break;
		enter(&r, first);
		a->is_qualified = true;
		r.i++;
		if (kind_at(p, r.i) == '*') {
			a->is_memptr = true;
			r.i++;
			break;
		}
	}
	a->serial = p->serial;
	if (r.nparts == 0)
		return;
	a->syn = parts_node(&r, first);
	a->class = r.class;
	if (r.flags & SYNF_TYPENAME && a->class != CNAME_TEMPLATE_TYPE)
		a->class = CNAME_TYPE;
	a->has_args = r.has_args;
	a->is_unknown = r.is_unknown;
	a->scope = r.where == IN_KNOWN ? r.known : NULL;
	a->end = r.i;
	p->stack.n -= r.nparts;
}

const struct annotation *name_at(struct cu_parser *p, u32 i) {
	struct annotation *a = map_get_ptr(&p->annotation, &p->t[i]);
	if (a && a->serial == p->serial)
		return a;
	if (!a)
		a = arena_new(p->arena, struct annotation);
	struct annotation fresh;
	read_name(p, i, false, &fresh);
	*a = fresh;
	map_put_ptr(&p->annotation, &p->t[i], a);
	return a;
}

const struct annotation *name_member(struct cu_parser *p, u32 i) {
	struct annotation *a = arena_new(p->arena, struct annotation);
	read_name(p, i, true, a);
	return a;
}

/* Whether a name in it means something of an open scope, such as a template parameter. */
static bool mentions_local(const struct cu_parser *p, const struct syn *s) {
	if (s->kind == SYN_NAME)
		for (const struct local_scope *l = p->local; l; l = l->up)
			if (find_in(l, s->name, 0))
				return true;
	for (u32 i = 0; i < s->nkid; i++)
		if (s->kid[i] && mentions_local(p, s->kid[i]))
			return true;
	return false;
}

/* A base that depends on template parameters adds nothing: its members are known with
 * its instance. */
void local_add_base(struct cu_parser *p, struct local_scope *cls, struct syn *base) {
	for (const struct local_scope *s = p->local; s && base->kind == SYN_NAME;
	     s = s->up) {
		struct local_name *n = find_in(s, base->name, 0);
		if (n && n->inner && n->inner != cls) {
			vec_push(p->arena, &cls->local_base, n->inner);
			return;
		}
		if (n && n->alias && n->alias != base) {
			base = n->alias;
			break;
		}
	}
	if (mentions_local(p, base))
		return;
	struct cscope *scope = check_scope_of(p->u, local_around(p), base);
	if (scope)
		vec_push(p->arena, &cls->base, scope);
}
