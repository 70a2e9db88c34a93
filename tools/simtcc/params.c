/* params.c - the names of parameters and template parameters. Those without a name get
 * one, because the stub passes on the address of each parameter and names itself with its
 * template arguments.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "tools/simtcc/edit.h"

u32 param_end(const struct rewrite *rw, u32 i, u32 close) {
	while (i < close && rw->t[i].kind != ',') {
		u32 next = i + 1;
		switch (rw->t[i].kind) {
		case '(':
		case '[':
		case '{': next = MAX(skip_group(rw, i), i + 1); break;
		case '<': {
			u32 angle = close_angle(rw, i, close);
			next = angle == NONE ? i + 1 : angle + 1;
			break;
		}
		default: break;
		}
		i = next;
	}
	return MIN(i, close);
}

u32 find_default(const struct rewrite *rw, u32 first, u32 end) {
	for (u32 i = first; i < end; i++) {
		if (rw->t[i].kind == '=')
			return i;
		if (rw->t[i].kind == '<') {
			u32 angle = close_angle(rw, i, end);
			i = angle == NONE ? i : angle;
		} else if (strchr("([{", rw->t[i].kind < 128 ? rw->t[i].kind : 'x')) {
			i = MAX(skip_group(rw, i), i + 1) - 1;
		}
	}
	return end;
}

static bool is_pack(const struct rewrite *rw, u32 first, u32 end) {
	for (u32 i = first; i < end; i++) {
		u32 kind = rw->t[i].kind, inside = token_kind(rw, i + 1);
		if (kind == CU_ELLIPSIS)
			return true;
		if (kind == '<' && close_angle(rw, i, end) != NONE)
			i = close_angle(rw, i, end);
		else if (kind == '[' || (kind == '(' && inside != '*' && inside != '&' &&
		                         inside != CU_ANDAND))
			/* skip a bound, or parameters of a function type */
			i = MAX(skip_group(rw, i), i + 1) - 1;
	}
	return false;
}

/* Blanks the qualifiers of the parameters that packs expand to, `const T... x` and `T
 * *const... x`: they are no part of the kernel's type ([dcl.fct]/5), but host compilers
 * leave them there and in its name, which the device half does not. */
void drop_pack_qualifiers(struct rewrite *rw, u32 open, u32 close) {
	for (u32 i = open + 1, end; i < close; i = end + 1) {
		u32 dots = i, start = i; /* of what is qualified: after the last * or & */
		end = param_end(rw, i, close);
		while (dots < end && rw->t[dots].kind != CU_ELLIPSIS) {
			u32 kind = rw->t[dots].kind, angle = NONE;
			if (kind == '*' || kind == '&' || kind == CU_ANDAND)
				start = dots;
			else if (kind == '<')
				angle = close_angle(rw, dots, end);
			dots = angle != NONE ? angle + 1
			                     : MAX(skip_group(rw, dots), dots + 1);
		}
		for (u32 k = start; dots < end && k < dots;) {
			u32 kind = rw->t[k].kind,
			    angle = kind == '<' ? close_angle(rw, k, dots) : NONE;
			if (kind == CU_CONST || kind == CU_VOLATILE ||
			    kind == CU_RESTRICT)
				edit_tokens(rw, k, k + 1, NULL);
			k = angle != NONE ? angle + 1 : MAX(skip_group(rw, k), k + 1);
		}
	}
}

static bool has_qualifier(const struct rewrite *rw, u32 first, u32 end) {
	for (u32 i = first; i < end; i++) {
		u32 kind = rw->t[i].kind;
		if (kind == CU_CONST || kind == CU_VOLATILE || kind == CU_RESTRICT)
			return true;
	}
	return false;
}

/* Whether the token may be, or end, a type, so that a name may follow. */
static bool is_type_word(u32 kind) {
	return kind == CU_IDENT || kind == '>' || kind == '*' || kind == '&' ||
	       kind == CU_ANDAND || kind == CU_ELLIPSIS || kind == ')' ||
	       kind == CU_RESTRICT || (kind >= CU_KW_VOID && kind <= CU_AUTO);
}

static bool has_type_before(const struct rewrite *rw, u32 first, u32 i) {
	while (i-- > first)
		if (is_type_word(rw->t[i].kind))
			return true;
	return false;
}

/* Whether a ( begins a declarator, not parameters: (*name), (&name)[N],
 * (Class::*name)(...). */
static bool opens_declarator(const struct rewrite *rw, u32 open, u32 close) {
	u32 kind = rw->t[open + 1].kind;
	if (kind == '*' || kind == '&' || kind == CU_ANDAND)
		return true;
	for (u32 i = open + 2; i < close && (kind == CU_IDENT || kind == CU_SCOPE); i++)
		if (rw->t[i].kind == '*' && rw->t[i - 1].kind == CU_SCOPE)
			return true;
	return false;
}

/* Returns where the name of a declarator in parentheses, at any depth, ends, or would end
 * if it had one; NONE if there are no such parentheses. */
static u32 inner_end(const struct rewrite *rw, u32 first, u32 end) {
	for (u32 i = first; i + 1 < end; i++) {
		u32 close = rw->t[i].match;
		if (rw->t[i].kind == '<' && close_angle(rw, i, end) != NONE) {
			i = close_angle(rw, i, end);
		} else if (rw->t[i].kind == '(' && close != CU_NO_MATCH && close > i &&
		           opens_declarator(rw, i, close)) {
			u32 deeper = inner_end(rw, i + 1, close);
			if (deeper != NONE)
				return deeper;
			while (rw->t[close - 1].kind == ']' &&
			       rw->t[close - 1].match != CU_NO_MATCH &&
			       rw->t[close - 1].match > i)
				close = rw->t[close - 1].match;
			return close;
		}
	}
	return NONE;
}

/* Returns the first token after [[attributes]], whose names are no types. */
static u32 skip_attributes(const struct rewrite *rw, u32 i, u32 end) {
	while (i + 1 < end && rw->t[i].kind == '[' && rw->t[i + 1].kind == '[')
		i = MAX(skip_group(rw, i), i + 1);
	return i;
}

/* Returns the name of the parameter of tokens [first, end), or NONE. */
static u32 find_param_name(const struct rewrite *rw, u32 first, u32 end) {
	first = skip_attributes(rw, first, end);
	u32 inside = inner_end(rw, first, end);
	if (inside != NONE)
		return rw->t[inside - 1].kind == CU_IDENT ? inside - 1 : NONE;
	while (end > first && rw->t[end - 1].kind == ']' &&
	       rw->t[end - 1].match != CU_NO_MATCH && rw->t[end - 1].match >= first)
		end = rw->t[end - 1].match;
	if (end <= first + 1 || rw->t[end - 1].kind != CU_IDENT)
		return NONE;
	switch (rw->t[end - 2].kind) {
	case CU_SCOPE:
	case CU_STRUCT:
	case CU_CLASS:
	case CU_UNION:
	case CU_ENUM:
	case CU_TYPENAME: return NONE;
	default: return has_type_before(rw, first, end - 1) ? end - 1 : NONE;
	}
}

/* Whether the parameter is T &name, T &...name or T (&name)[n]; name may be NONE. */
static bool is_reference(const struct rewrite *rw, u32 first, u32 end, u32 name) {
	u32 inside = inner_end(rw, first, end), at = name != NONE     ? name
	                                             : inside != NONE ? inside
	                                                              : end;
	while (at > first && rw->t[at - 1].kind == CU_ELLIPSIS)
		at--;
	return at > first && rw->t[at - 1].kind == '&';
}

u32 find_declarator_name(const struct rewrite *rw, u32 first, u32 end) {
	u32 inside = inner_end(rw, first, end);
	if (inside != NONE)
		return rw->t[inside - 1].kind == CU_IDENT ? inside - 1 : NONE;
	while (end > first &&
	       strchr("])}", rw->t[end - 1].kind < 128 ? rw->t[end - 1].kind : 'x') &&
	       rw->t[end - 1].match != CU_NO_MATCH && rw->t[end - 1].match >= first)
		end = rw->t[end - 1].match;
	return end > first && rw->t[end - 1].kind == CU_IDENT ? end - 1 : NONE;
}

/* Returns one past the token after which a parameter without a name would have it. */
static u32 name_place(const struct rewrite *rw, u32 first, u32 end) {
	u32 inside = inner_end(rw, first, end);
	if (inside != NONE)
		end = inside;
	while (end > first + 1 && rw->t[end - 1].kind == ']' &&
	       rw->t[end - 1].match != CU_NO_MATCH && rw->t[end - 1].match > first)
		end = rw->t[end - 1].match;
	return end;
}

static const char *invent(struct rewrite *rw, u32 first, u32 end) {
	const char *name = arena_printf(rw->arena, "__simt_p%u", rw->ninvented++);
	u32 at = token_end(rw, name_place(rw, first, end) - 1);
	edit_add(rw, at, at, arena_printf(rw->arena, " %s", name));
	return name;
}

struct params find_params(struct rewrite *rw, u32 open, u32 close, bool name_all) {
	struct params out = {0};
	if (close == open + 2 && rw->t[open + 1].kind == CU_KW_VOID)
		return out;
	for (u32 i = open + 1; i < close;) {
		u32 end = param_end(rw, i, close), stop = find_default(rw, i, end);
		if (stop > i) {
			u32 name = find_param_name(rw, i, stop);
			vec_push(rw->arena, &out,
			         (struct param){name != NONE
			                                ? token_text(rw, name, name + 1)
			                        : name_all ? invent(rw, i, stop)
			                                   : NULL,
			                        is_pack(rw, i, stop),
			                        is_reference(rw, i, stop, name),
			                        has_qualifier(rw, i, stop)});
		}
		i = end + 1;
	}
	return out;
}

/* Returns the last word of typename T, class... T, template <...> class T; of others, the
 * name as of a parameter. */
static u32 find_template_name(const struct rewrite *rw, u32 first, u32 end) {
	u32 kind = rw->t[first].kind, last = rw->t[end - 1].kind;
	bool is_type = kind == CU_CLASS || kind == CU_TEMPLATE ||
	               (kind == CU_TYPENAME &&
	                (end == first + 1 || rw->t[first + 1].kind == CU_ELLIPSIS ||
	                 end == first + 2));
	if (is_type)
		return end > first + 1 && last == CU_IDENT ? end - 1 : NONE;
	return find_param_name(rw, first, end);
}

struct params find_template_params(struct rewrite *rw, u32 open, u32 close) {
	struct params out = {0};
	for (u32 i = open + 1; i < close;) {
		u32 end = param_end(rw, i, close), stop = find_default(rw, i, end);
		if (stop > i) {
			u32 name = find_template_name(rw, i, stop);
			vec_push(rw->arena, &out,
			         (struct param){name == NONE
			                                ? invent(rw, i, stop)
			                                : token_text(rw, name, name + 1),
			                        is_pack(rw, i, stop), false, false});
		}
		i = end + 1;
	}
	return out;
}

/* Returns the names of parameters as arguments. */
static const char *as_arguments(struct rewrite *rw, const struct params *p) {
	struct text out = {.arena = rw->arena};
	vec_each (struct param, x, p) {
		text_comma(&out);
		text_printf(&out, "%s%s", x->name, x->is_pack ? "..." : "");
	}
	return text_get(&out);
}

const char *own_arguments(struct rewrite *rw, u32 open, u32 close) {
	struct params p = find_template_params(rw, open, close);
	return as_arguments(rw, &p);
}

struct template_copy copy_template_params(struct rewrite *rw, u32 open, u32 close) {
	struct params p = find_template_params(rw, open, close);
	struct text out = {.arena = rw->arena};
	for (u32 i = open + 1, k = 0; i < close;) {
		u32 end = param_end(rw, i, close), stop = find_default(rw, i, end);
		text_comma(&out);
		if (stop > i && find_template_name(rw, i, stop) == NONE) {
			u32 at = name_place(rw, i, stop);
			text_printf(&out, "%s %s%s", token_line(rw, i, at), p.at[k].name,
			            token_line(rw, at, stop));
		} else {
			text_printf(&out, "%s", token_line(rw, i, stop));
		}
		k += stop > i;
		i = end + 1;
	}
	return (struct template_copy){text_get(&out), as_arguments(rw, &p)};
}

bool is_template_param(const struct rewrite *rw, u32 open, u32 close,
                       const struct str *name) {
	for (u32 i = open + 1; i < close;) {
		u32 end = param_end(rw, i, close), stop = find_default(rw, i, end);
		u32 own = stop > i ? find_template_name(rw, i, stop) : NONE;
		if (own != NONE && rw->t[own].name == name)
			return true;
		i = end + 1;
	}
	return false;
}

bool are_own_params(const struct rewrite *rw, u32 open, u32 close, u32 args,
                    u32 args_end) {
	u32 i = open + 1, k = args + 1;
	while (i < close && k < args_end) {
		u32 end = param_end(rw, i, close), stop = find_default(rw, i, end);
		u32 own = stop > i ? find_template_name(rw, i, stop) : NONE;
		bool pack = stop > i && is_pack(rw, i, stop);
		if (own == NONE || rw->t[k].kind != CU_IDENT ||
		    rw->t[k].name != rw->t[own].name ||
		    pack != (token_kind(rw, k + 1) == CU_ELLIPSIS))
			return false;
		k += pack ? 2 : 1;
		if (k < args_end && token_kind(rw, k++) != ',')
			return false;
		i = end + 1;
	}
	return i >= close && k >= args_end;
}
