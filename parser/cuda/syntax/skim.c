/* skim.c - the names that a stretch of a namespace declares: outlines (skim_decl.c) to
 * entries of a scope, none of them parsed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/skim.h"

#include "parser/cuda/syntax/parse.h"

bool cuda_scan(struct cunit *u) {
	u32 before = u->diag->nerror;
	cu_keywords_init(u->names);
	struct cu_tokens t = cu_scan(u->arena, u->names, u->diag, u->file);
	u->token = t.at;
	u->ntoken = t.n;
	u->pack = t.pack;
	u->warn = t.warn;
	if (u->diag->nerror == before)
		check_braces(u);
	return u->diag->nerror == before;
}

struct skimmer {
	struct cunit *u;
	struct cscope *scope;
	u32 flags; /* SPEC_EXTERN_C inside of extern "C" { } */
};

/* ---- names ----------------------------------------------------------------------- */

/* "operator+", "operator()", "~X": the tokens without white space, "operator T" for
 * conversions. */
static struct str *odd_name(struct cunit *u, u32 at) {
	const struct cu_token_rec *t = &u->token[at];
	char text[64];
	size_t n = 0;
	for (u32 i = at; i < u->ntoken && n + 24 < sizeof(text); i++) {
		const char *s = u->file->text + (t[i - at].start - u->file->base);
		size_t len = t[i - at].end - t[i - at].start;
		if (i > at && t[i - at].kind == '(' && t[1].kind != '(')
			break;
		if ((i > at + 2 && t[1].kind == '(') ||
		    (i > at + 1 && t[i - at].kind == '<'))
			break;
		if (t[0].kind == '~' && i > at + 1)
			break;
		/* using a::operator+; has no parameters */
		if (i > at + 1 && (t[i - at].kind == ';' || t[i - at].kind == ','))
			break;
		if (len > 20)
			len = 20;
		if (i > at && t[0].kind == CU_OPERATOR && t[i - at].name)
			text[n++] = ' ';
		memcpy(text + n, s, len);
		n += len;
	}
	return str_intern(u->names, text, n);
}

static struct str *name_at(struct cunit *u, u32 at) {
	if (at == SKIM_NONE)
		return NULL;
	if (u->token[at].kind == CU_OPERATOR && u->token[at + 1].kind == CU_STRING &&
	    u->token[at + 2].name) { /* operator""_suffix */
		const char *s = arena_printf(u->arena, "operator\"\"%s",
		                             u->token[at + 2].name->s);
		return str_intern(u->names, s, strlen(s));
	}
	return u->token[at].kind == CU_IDENT ? u->token[at].name : odd_name(u, at);
}

/* Returns the namespace that tokens [first, last] name, looked up from `from`. */
static struct cscope *namespace_named(const struct skimmer *s, u32 first, u32 last) {
	const struct cu_token_rec *t = s->u->token;
	struct cscope *at = NULL;
	for (u32 i = first; i <= last; i++) {
		if (t[i].kind == CU_SCOPE) {
			at = at ? at : s->u->global;
			continue;
		}
		if (t[i].kind != CU_IDENT)
			return NULL;
		struct cdecl *d = at ? cscope_find_here(at, t[i].name, t[i].start)
		                     : cscope_find(s->scope, t[i].name, t[i].start);
		while (d && d->kind != CDECL_NAMESPACE)
			d = d->next;
		if (!d)
			return NULL;
		at = d->inner;
	}
	return at;
}

/* ---- entries --------------------------------------------------------------------- */

static enum cname_class guess_of(const struct skim_item *item) {
	switch ((enum skim_kind)item->kind) {
	case SKIM_TYPEDEF:
	case SKIM_ENUM: return CNAME_TYPE;
	case SKIM_ALIAS:
	case SKIM_CLASS: return item->is_template ? CNAME_TEMPLATE_TYPE : CNAME_TYPE;
	case SKIM_FUNC:
	case SKIM_VAR: return item->is_template ? CNAME_TEMPLATE : CNAME_OTHER;
	case SKIM_ENUMERATOR: return CNAME_OTHER;
	default: return CNAME_NONE;
	}
}

static struct cdecl *entry(const struct skimmer *s, const struct skim_item *item,
                           enum cdecl_kind kind) {
	struct cunit *u = s->u;
	u32 place = item->name == SKIM_NONE ? item->first : item->name;
	struct cdecl *d = cdecl_new(u->arena, kind, name_at(u, item->name),
	                            cu_token_loc(&u->token[place]));
	d->guess = (u8)guess_of(item);
	d->state = CSTATE_SKIMMED;
	/* A declaration that begins with a macro of a system header (__forceinline__,
	 * say) need not be that header's. */
	d->is_system = item->is_system && u->token[place].flags & CU_TF_SYSTEM;
	d->is_template = item->is_template;
	d->is_special = item->is_special;
	d->is_qualified = item->is_qualified;
	d->flags = item->flags | s->flags;
	d->first_token = item->first;
	d->end_token = item->end;
	d->name_token = item->name;
	return d;
}

/* Returns the namespace of this name in this very scope; makes it when it is first
 * opened. */
static struct cscope *open_namespace(const struct skimmer *s, struct cscope *in,
                                     const struct skim_item *item, struct str *name,
                                     bool is_inline, struct loc loc) {
	for (u32 i = 0; i < in->member.n; i++) {
		struct cdecl *d = in->member.at[i];
		if (d->kind == CDECL_NAMESPACE && d->name == name && d->inner->owner == d)
			return d->inner;
	}
	struct cdecl *d = entry(s, item, CDECL_NAMESPACE);
	d->is_qualified = false; /* a::b opens a and b, and defines nothing outside */
	d->name = name;
	d->loc = loc;
	d->inner = cscope_new(s->u->arena, CSCOPE_NAMESPACE, in, d);
	d->inner->is_inline = is_inline;
	cscope_add(in, d);
	if (d->inner->is_inline || !name)
		cscope_use(in, d->inner, 0);
	return d->inner;
}

static void skim_range(const struct skimmer *s, u32 first, u32 end);

/* The tokens between the braces that open at `body`. */
static void skim_inside(const struct skimmer *s, u32 body, u32 end) {
	u32 close = s->u->token[body].match;
	skim_range(s, body + 1, close == CU_NO_MATCH ? end : close);
}

static void enter_namespace(const struct skimmer *s, const struct skim_item *item,
                            u32 end) {
	const struct cu_token_rec *t = s->u->token;
	if (item->body == SKIM_NONE)
		return;
	struct skimmer inner = *s;
	bool is_inline = (item->flags & SPEC_INLINE) != 0;
	if (item->name == SKIM_NONE)
		inner.scope = open_namespace(s, s->scope, item, NULL, is_inline,
		                             cu_token_loc(&t[item->body]));
	/* a::inline b::c: each by the word before it ([namespace.def]/8) */
	for (u32 i = item->path; item->name != SKIM_NONE && i <= item->name; i++)
		if (t[i].kind == CU_IDENT)
			inner.scope = open_namespace(&inner, inner.scope, item, t[i].name,
			                             is_inline ||
			                                     t[i - 1].kind == CU_INLINE,
			                             cu_token_loc(&t[i]));
	skim_inside(&inner, item->body, end);
}

static void add_alias_of_namespace(const struct skimmer *s,
                                   const struct skim_item *item) {
	if (item->name == SKIM_NONE || item->end < item->name + 4)
		return;
	struct cscope *target = namespace_named(s, item->name + 2, item->end - 2);
	struct cdecl *d = entry(s, item, CDECL_NAMESPACE);
	d->inner = target;
	if (target)
		cscope_add(s->scope, d);
}

/* using a::b; of a namespace: found now if it is declared already. */
static void add_using(const struct skimmer *s, const struct skim_item *item) {
	struct cunit *u = s->u;
	struct cdecl *d = entry(s, item, CDECL_USING);
	d->is_qualified = false; /* it names a::b, and defines nothing outside */
	struct cscope *in = u->global;
	if (item->name == SKIM_NONE || !d->name)
		return;
	if (item->name > item->path + 1)
		in = namespace_named(s, item->path, item->name - 2);
	d->inner = in;
	if (in)
		d->target = cscope_find_here(in, d->name, d->loc.start);
	/* one among others brings those as well */
	while (d->target && d->target->kind == CDECL_USING && d->target->target &&
	       !d->target->next)
		d->target = d->target->target;
	if (d->target && d->target->scope == s->scope)
		return; /* it is here already, by way of another scope */
	if (d->target)
		d->guess = (u8)cdecl_name_class(d->target);
	cscope_add(s->scope, d);
}

static void add_directive(const struct skimmer *s, const struct skim_item *item) {
	if (item->name == SKIM_NONE)
		return;
	struct cscope *target = namespace_named(s, item->path, item->name);
	if (target)
		cscope_use(s->scope, target, s->u->token[item->name].start);
}

/* Returns the `{` of the class or enumeration of this name that tokens [first, end)
 * define, or SKIM_NONE. */
static u32 braces_of(const struct skimmer *s, u32 first, u32 end,
                     const struct str *name) {
	const struct cu_token_rec *t = s->u->token;
	struct skim_items items = {0};
	for (u32 i = first; i < end && t[i].kind != CU_END;) {
		items.n = 0;
		i = skim_declaration(s->u->arena, t, i, end, NULL, &items);
		for (u32 k = 0; k < items.n; k++) {
			const struct skim_item *m = &items.at[k];
			if ((m->kind == SKIM_CLASS || m->kind == SKIM_ENUM) &&
			    m->is_definition && m->name != SKIM_NONE &&
			    t[m->name].name == name)
				return m->body;
		}
	}
	return SKIM_NONE;
}

/* The same for the enumeration that the item names: a member of namespaces and classes
 * that are defined before. */
static u32 braces_of_enum(const struct skimmer *s, const struct skim_item *item) {
	const struct cu_token_rec *t = s->u->token;
	struct cscope *at = t[item->path].kind == CU_SCOPE ? s->u->global : NULL;
	u32 body = SKIM_NONE; /* of the class so far */
	for (u32 i = item->path; i <= item->name; i++) {
		struct cdecl *d = NULL;
		if (t[i].kind == CU_SCOPE)
			continue;
		if (body != SKIM_NONE) {
			if (t[body].match == CU_NO_MATCH)
				return SKIM_NONE;
			body = braces_of(s, body + 1, t[body].match, t[i].name);
			if (body == SKIM_NONE)
				return SKIM_NONE;
			continue;
		}
		d = at ? cscope_find_here(at, t[i].name, t[i].start)
		       : cscope_find(s->scope, t[i].name, t[i].start);
		while (d && d->kind == CDECL_USING && d->target)
			d = d->target;
		if (!d)
			return SKIM_NONE;
		at = d->kind == CDECL_NAMESPACE ? d->inner : NULL;
		for (; !at && d && body == SKIM_NONE; d = d->next)
			if (d->end_token)
				body = braces_of(s, d->first_token, d->end_token,
				                 t[i].name);
		if (!at && body == SKIM_NONE)
			return SKIM_NONE;
	}
	return body;
}

/* using enum E; of a namespace: its enumerators are names here ([enum.udecl]/2). */
static void add_using_enum(const struct skimmer *s, const struct skim_item *item) {
	const struct cu_token_rec *t = s->u->token;
	u32 open = item->name == SKIM_NONE ? SKIM_NONE : braces_of_enum(s, item);
	u32 end = open == SKIM_NONE ? 0 : t[open].match;
	for (u32 i = open + 1; open != SKIM_NONE && i < end; i++) {
		if (t[i].kind == CU_IDENT) {
			struct cdecl *d = entry(s, item, CDECL_UNPARSED);
			d->is_qualified = false;
			d->name = t[i].name;
			d->guess = CNAME_OTHER;
			cscope_add(s->scope, d);
		}
		while (i < end && t[i].kind != ',')
			i = skim_past(t, i, end);
	}
}

/* Adds a deduction guide under a name of its own: the class's name means the class. */
static void add_guide(const struct skimmer *s, const struct skim_item *item) {
	struct cdecl *d = entry(s, item, CDECL_UNPARSED);
	const char *name = arena_printf(s->u->arena, CGUIDE_NAME, d->name->s);
	d->name = str_intern(s->u->names, name, strlen(name));
	d->guide = GUIDE_WRITTEN;
	cscope_add(s->scope, d);
}

/* Returns the namespace whose member a::b declares from outside, or the inline one in it
 * where b is declared already; NULL if a is a class. */
static struct cscope *namespace_of_member(const struct skimmer *s,
                                          const struct skim_item *item) {
	u32 last = item->kind == SKIM_ENUMERATOR ? item->of : item->name;
	struct cscope *in = last >= item->path + 2
	                            ? namespace_named(s, item->path, last - 2)
	                            : NULL;
	struct str *name = in ? name_at(s->u, item->name) : NULL;
	struct cdecl *d = name ? cscope_find_here(in, name, 0) : NULL;
	struct cscope *own = d ? d->scope : in;
	while (own && own != in && own->is_inline)
		own = own->parent;
	return d && own == in ? d->scope : in;
}

/* Returns the inline namespace that declares the template of a specialisation in the
 * namespace `s` around it, or else `s`. */
static struct cscope *scope_of_template(struct cscope *s, struct str *name) {
	if (!name || map_get_ptr(&s->name, name))
		return s;
	for (u32 i = 0; i < s->using.n; i++) {
		struct cscope *inner = s->using.at[i];
		bool is_inline = inner->is_inline && inner->parent == s;
		struct cscope *found = is_inline ? scope_of_template(inner, name) : s;
		if (is_inline && map_get_ptr(&found->name, name))
			return found;
	}
	return s;
}

static void add_member(const struct skimmer *s, const struct skim_item *item) {
	struct cdecl *d = entry(s, item, CDECL_UNPARSED);
	struct cscope *in = item->is_qualified ? namespace_of_member(s, item) : s->scope;
	if (!in && item->kind == SKIM_ENUMERATOR)
		return; /* a class's */
	if (in && item->is_special)
		in = scope_of_template(in, d->name);
	d->is_qualified = !in;
	if (in)
		cscope_add(in, d);
	else
		cscope_add_member(s->scope, d);
}

/* ---- classes that are only named -------------------------------------------------- */

static bool is_type(const struct cdecl *d) {
	for (; d; d = d->next) {
		enum cname_class c = cdecl_name_class(d);
		if (c == CNAME_TYPE || c == CNAME_TEMPLATE_TYPE)
			return true;
	}
	return false;
}

static bool is_known_type(struct cscope *s, struct str *name, u32 before) {
	for (; s; s = s->parent)
		if (is_type(cscope_find_around(s, name, before)))
			return true;
	return false;
}

static bool is_class_key(u32 k) {
	return k == CU_STRUCT || k == CU_CLASS || k == CU_UNION;
}

/* Whether `struct` at i only names a class: it has no body, bases, arguments or path. */
static bool is_elaborated(const struct cu_token_rec *t, u32 i, u32 end) {
	u32 before = i ? t[i - 1].kind : CU_END;
	if (i + 2 >= end || t[i + 1].kind != CU_IDENT || before == CU_ENUM ||
	    before == CU_FRIEND)
		return false;
	u32 k = t[i + 2].kind;
	bool is_final = k == CU_IDENT && strcmp(t[i + 2].name->s, "final") == 0;
	return k != '{' && k != ':' && k != CU_SCOPE && k != '<' && !is_final;
}

/* Whether tokens [first, end), a class and its members, declare a type of the name. */
static bool declares_type(const struct cu_token_rec *t, u32 first, u32 end,
                          const struct str *name) {
	for (u32 i = first + 1; i + 1 < end; i++) {
		if (t[i].name != name || t[i].kind != CU_IDENT)
			continue;
		u32 before = t[i - 1].kind, after = t[i + 1].kind;
		bool is_key = is_class_key(before) || before == CU_ENUM;
		if (is_key ? after == ';' || !is_elaborated(t, i - 1, end)
		           : before == CU_USING || after == ';' || after == ',')
			return true;
	}
	return false;
}

/* The first `struct S` that names a class declares it in the namespace, also among the
 * specifiers, parameters and members of other declarations ([basic.scope.pdecl]/7.2),
 * unless a type of that name is known. */
static void add_elaborated(const struct skimmer *s, u32 first, u32 end) {
	const struct cu_token_rec *t = s->u->token;
	bool is_head =
		false; /* of a class without bases, whose members may name others */
	for (u32 i = first, next; i < end; i = next) {
		u32 k = t[i].kind;
		next = k == '{' && !is_head ? skim_past(t, i, end) : i + 1;
		if ((k == CU_TEMPLATE || k == ']') && next < end && t[next].kind == '<') {
			u32 past = skim_past_angles(t, next, end);
			next = past ? past : next;
		}
		if (!is_class_key(k)) {
			is_head = is_head && k != '{' && k != '(' && k != ':' &&
			          k != ';' && k != '=';
			continue;
		}
		is_head = !is_elaborated(t, i, end);
		if (is_head || is_known_type(s->scope, t[i + 1].name, t[i + 1].end) ||
		    declares_type(t, first, end, t[i + 1].name))
			continue;
		struct cdecl *d = cdecl_new(s->u->arena, CDECL_UNPARSED, t[i + 1].name,
		                            cu_token_loc(&t[i + 1]));
		d->guess = CNAME_TYPE;
		d->is_elaborated = true;
		d->is_system = (t[i + 1].flags & CU_TF_SYSTEM) != 0;
		d->first_token = d->end_token = d->name_token = i;
		cscope_add(s->scope, d);
	}
}

static void add_item(const struct skimmer *s, const struct skim_item *item, u32 end) {
	struct skimmer in_c = *s;
	switch ((enum skim_kind)item->kind) {
	case SKIM_FUNC:
	case SKIM_VAR:
	case SKIM_TYPEDEF:
	case SKIM_ALIAS:
	case SKIM_CLASS:
	case SKIM_ENUM:
	case SKIM_ENUMERATOR:
		add_member(s, item);
		/* nvcc has no members of an anonymous union of a namespace in device code
		 */
		in_c.flags |= SPEC_HOST;
		if (item->is_anonymous && item->is_definition && item->kind == SKIM_CLASS)
			skim_inside(&in_c, item->body, end);
		break;
	case SKIM_NAMESPACE: enter_namespace(s, item, end); break;
	case SKIM_LINKAGE:
		in_c.flags = (in_c.flags & ~(u32)SPEC_EXTERN_C) | item->flags;
		skim_inside(&in_c, item->body, end);
		break;
	case SKIM_USING: add_using(s, item); break;
	case SKIM_USING_NAMESPACE: add_directive(s, item); break;
	case SKIM_USING_ENUM: add_using_enum(s, item); break;
	case SKIM_NAMESPACE_ALIAS: add_alias_of_namespace(s, item); break;
	case SKIM_GUIDE: add_guide(s, item); break;
	case SKIM_STATIC_ASSERT:
	case SKIM_INSTANCE:
		cscope_add_member(s->scope, entry(s, item, CDECL_UNPARSED));
		break;
	case SKIM_OTHER: break;
	}
}

static void skim_range(const struct skimmer *s, u32 first, u32 end) {
	struct skim_items items = {0};
	for (u32 i = first; i < end && s->u->token[i].kind != CU_END;) {
		items.n = 0;
		u32 at = i;
		i = skim_declaration(s->u->arena, s->u->token, i, end, NULL, &items);
		bool has_types = false;
		for (u32 k = 0; k < items.n; k++) {
			u8 kind = items.at[k].kind;
			add_item(s, &items.at[k], end);
			has_types |= kind == SKIM_FUNC || kind == SKIM_VAR ||
			             kind == SKIM_TYPEDEF || kind == SKIM_ALIAS ||
			             (kind == SKIM_CLASS && items.at[k].is_definition);
		}
		if (has_types)
			add_elaborated(s, at, i);
	}
}

void cuda_skim(struct cunit *u, struct cscope *scope, u32 first, u32 end) {
	struct skimmer s = {.u = u, .scope = scope};
	skim_range(&s, first, end);
}
