/* lambda_capture.c - what a lambda captures: the variables of the function around, and
 * the object of a member function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/lambda.h"

bool lambda_has_capture(const struct lambda *l, const char *name) {
	vec_each (struct capture, c, &l->captures)
		if (strcmp(c->name, name) == 0)
			return true;
	return false;
}

/* For [=]: captures the names in the body that are declared in the enclosing function and
 * not in the lambda.
 */
static void capture_used(struct rewrite *rw, struct lambda *l) {
	if (!l->function)
		return;
	for (u32 i = l->body; i < l->end; i++) {
		u32 before = rw->t[i - 1].kind;
		const struct str *name = rw->t[i].name;
		if (rw->t[i].kind != CU_IDENT || before == '.' || before == CU_ARROW ||
		    before == CU_SCOPE || token_kind(rw, i + 1) == CU_SCOPE ||
		    lambda_has_capture(l, name->s) || lambda_sees_constant(rw, l, name))
			continue;
		u32 own = l->params == NONE ? l->body : l->params;
		if (name_is_visible(rw, l->params, own, i + 1, name) ||
		    !name_is_visible(rw, l->function->params, l->function->params,
		                     l->open, name))
			continue;
		vec_push(rw->arena, &l->captures, (struct capture){name->s, name->s});
	}
}

/* ---- the object of a member function ---- */

static void capture_object(struct rewrite *rw, struct lambda *l, const char *value) {
	if (!lambda_has_capture(l, "__simt_this"))
		vec_push(rw->arena, &l->captures, (struct capture){"__simt_this", value});
}

/* Whether the name is that of a member of objects that the class has or inherits. */
static bool is_of_objects(struct rewrite *rw, u32 open, const struct str *name) {
	bool is_template;
	u32 in = class_having(rw, open, name);
	return in != NONE && !class_has_static(rw, in, name, &is_template);
}

/* For [=]: captures `this` if the body names it or a member. */
static void capture_this_used(struct rewrite *rw, struct lambda *l) {
	u32 open = class_of_lambda(rw, l);
	if (open == NONE || lambda_has_capture(l, "__simt_this"))
		return;
	bool has_bases = false;
	for (u32 i = open; i && rw->t[i].kind != ';' && rw->t[i].kind != CU_STRUCT &&
	                   rw->t[i].kind != CU_CLASS;
	     i--)
		has_bases |= rw->t[i].kind == ':';
	const struct str *function = rw->t[l->function->params - 1].name;
	for (u32 i = l->body; i < l->end; i++) {
		u32 before = rw->t[i - 1].kind;
		const struct str *name = rw->t[i].name;
		bool is_static = false, is_used = rw->t[i].kind == CU_THIS;
		if (rw->t[i].kind == CU_IDENT && before != '.' && before != CU_ARROW &&
		    before != CU_SCOPE && token_kind(rw, i + 1) != CU_SCOPE &&
		    !lambda_has_capture(l, name->s) &&
		    !lambda_has_parameter(l, name->s) &&
		    !name_is_visible(rw, l->params,
		                     l->params == NONE ? l->body : l->params, i + 1,
		                     name))
			is_used = class_declares(rw, open, name, function, &is_static) ||
			          (has_bases &&
			           (!l->is_host || is_of_objects(rw, open, name)));
		if (is_used && !is_static) {
			capture_object(rw, l, "this");
			return;
		}
	}
}

static bool note_captures(struct rewrite *rw, struct lambda *l) {
	bool all = false;
	for (u32 i = l->open + 1; i < l->close;) {
		u32 end = param_end(rw, i, l->close), value = find_default(rw, i, end);
		u32 kind = rw->t[i].kind;
		if (kind == '=' && end == i + 1) {
			all = true;
		} else if (kind == CU_THIS && end == i + 1) {
			capture_object(rw, l, "this");
		} else if (kind == '*' && token_kind(rw, i + 1) == CU_THIS &&
		           end == i + 2) {
			capture_object(rw, l, "*this");
		} else if (kind == CU_IDENT) {
			const char *name = rw->t[i].name->s;
			vec_push(rw->arena, &l->captures,
			         (struct capture){name,
			                          value + 1 < end
			                                  ? token_text(rw, value + 1, end)
			                                  : name});
		} else {
			report_error(rw, i, DIAG_NONE,
			             "a __device__ lambda captures variables by "
			             "value, not by reference",
			             NULL);
			return false;
		}
		i = end + 1;
	}
	if (all) {
		capture_used(rw, l);
		capture_this_used(rw, l);
	}
	return true;
}

/* ---- names in the body ---- */

/* Whether the token is the [ of a lambda. */
static bool opens_captures(const struct rewrite *rw, u32 open) {
	u32 before = rw->t[open - 1].kind, close = rw->t[open].match;
	u32 after = rw->t[open].kind == '[' && close != CU_NO_MATCH
	                    ? token_kind(rw, close + 1)
	                    : 0;
	bool follows = after == '(' || after == '{' || after == '<' ||
	               after == CU_MUTABLE || after == CU_ARROW || after == CU_HOST ||
	               after == CU_DEVICE || after == CU_CONSTEXPR ||
	               after == CU_NOEXCEPT;
	return follows && before != CU_IDENT && before != ')' && before != ']' &&
	       before != '[' && before != CU_THIS && before != CU_STRING;
}

/* Finds what lambdas inside capture of the captured variables: these are members here,
 * which only `x = x` captures ([expr.prim.lambda.capture]/8, 10). */
static void find_captured_again(struct rewrite *rw, struct lambda *l) {
	u32 own = l->params == NONE ? l->body : l->params;
	for (u32 open = l->body; open < l->end; open++) {
		u32 close = rw->t[open].match;
		if (!opens_captures(rw, open))
			continue;
		for (u32 i = open + 1, end; i < close; i = end + 1) {
			end = param_end(rw, i, close);
			i += (u32)(rw->t[i].kind == '&');
			const struct str *name = rw->t[i].name;
			if (end == i + 1 && rw->t[i].kind == CU_IDENT &&
			    lambda_has_capture(l, name->s) &&
			    !name_is_visible(rw, l->params, own, open, name))
				lambda_add_use(
					rw, l, i,
					arena_printf(rw->arena, " %s = ", name->s));
		}
	}
}

/* Returns the { of the class that has or inherits the static member of the name, from the
 * class whose { is at `open` outwards, or NONE. */
static u32 class_of_static(struct rewrite *rw, u32 open, const struct str *name,
                           bool *is_template) {
	u32 in = NONE;
	while (open != NONE && (in = class_having(rw, open, name)) == NONE)
		open = class_enclosing(rw, open);
	return open != NONE && class_has_static(rw, in, name, is_template) ? open : NONE;
}

/* The static members that tokens from `first` to the one before `end` name, but for those
 * that are found through the object: the lambda's class gets the class that declares them
 * as a parameter, in which they are looked up. */
static void find_static_of(struct rewrite *rw, struct lambda *l, u32 first, u32 end,
                           bool has_object) {
	const struct scope_range *f = l->function;
	u32 around = class_of_lambda(rw, l);
	bool is_template;
	for (u32 i = first; i < end; i++) {
		const struct str *name = rw->t[i].name;
		if (rw->t[i].kind != CU_IDENT || name_is_qualified(rw, i) ||
		    token_kind(rw, i + 1) == CU_SCOPE || lambda_has_capture(l, name->s) ||
		    lambda_has_parameter(l, name->s) ||
		    lambda_sees_constant(rw, l, name) ||
		    name_is_visible(rw, l->params, first, i + 1, name) ||
		    name_is_visible(rw, f->params, f->params, l->open, name))
			continue;
		u32 open = class_of_static(rw, around, name, &is_template);
		const char *class_name = open != NONE && (open != around || !has_object)
		                                 ? class_name_at(rw, open)
		                                 : NULL;
		if (!class_name)
			continue;
		l->names_static = true;
		bool has_args = is_template && token_kind(rw, i + 1) == '<';
		lambda_add_use(rw, l, i,
		               arena_printf(rw->arena, " %s::%s", class_name,
		                            has_args ? "template " : ""));
		lambda_add_parameter(rw, l,
		                     arena_printf(rw->arena, "class %s", class_name),
		                     class_name);
	}
}

/* Those that a lambda without `this` names, and those of the constants that it has copies
 * of, which capture nothing. */
static void find_static_members(struct rewrite *rw, struct lambda *l) {
	const struct scope_range *f = l->function;
	u32 around = class_of_lambda(rw, l), copied = NONE;
	bool is_static = false;
	if (around == NONE)
		return;
	class_declares(rw, around, rw->t[f->params - 1].name, rw->t[f->params - 1].name,
	               &is_static);
	find_static_of(rw, l, l->params == NONE ? l->body : l->params, l->end,
	               !l->is_host && !is_static);
	vec_each (struct local, n, &l->locals) {
		if (n->is_named && n->name && !n->is_type && n->first != copied)
			find_static_of(rw, l, n->first, n->end, false);
		copied = n->first;
	}
}

#define OBJECT_POINTER " __builtin_addressof(*__simt_this)"

u32 lambda_host_class(const struct rewrite *rw, const struct lambda *l) {
	return !rw->opt->device && l->is_host && lambda_has_capture(l, "__simt_this")
	               ? class_of_lambda(rw, l)
	               : NONE;
}

static bool is_copy_of_object(const struct rewrite *rw, u32 i) {
	u32 before = rw->t[i - 1].kind, after = token_kind(rw, i + 2);
	return rw->t[i].kind == '*' && token_kind(rw, i + 1) == CU_THIS &&
	       (before == '[' || before == ',') && (after == ']' || after == ',');
}

/* What a lambda inside captures of the object, whose class's `this` is the extended
 * lambda's class's: `this` and [=] capture that, through which they find __simt_this;
 * *this becomes a capture of the name __simt_this, which lambdas further inside, until
 * token `copied`, refer to. Returns the token past the captures of the object. */
static u32 capture_inside(struct rewrite *rw, struct lambda *l, u32 open, u32 *copied) {
	u32 close = rw->t[open].match, first = open + 1, k = close;
	bool is_copied = open < *copied, copies = false, names = false;
	for (u32 i = first; i < close; i++) {
		bool ends = rw->t[i + 1].kind == ',' || i + 1 == close;
		bool begins = i == first || rw->t[i - 1].kind == ',';
		if (is_copy_of_object(rw, i)) {
			lambda_add_use(rw, l, i, "")->is_instead = true;
			lambda_add_use(rw, l, i + 1,
			               " __simt_this = ::__simt_copied(*__simt_this)")
				->is_instead = true;
			copies = true;
			i++;
		} else if (begins && ends && rw->t[i].kind == CU_THIS) {
			names = true;
			if (is_copied)
				lambda_add_use(rw, l, i, " &__simt_this = __simt_this")
					->is_instead = true;
		} else if (rw->t[i].kind == CU_THIS) {
			lambda_add_use(rw, l, i, OBJECT_POINTER)->is_instead = true;
		}
	}
	if (is_copied && !copies && !names && rw->t[first].kind == '=')
		lambda_add_use(rw, l, first, "=, &__simt_this = __simt_this")
			->is_instead = true;
	while (copies && k < l->end && rw->t[k].kind != '{')
		k++;
	if (copies && k < l->end)
		*copied = MAX(*copied, skip_group(rw, k));
	return close;
}

/* Returns what is past the body of the class that token i is the key of; i: it is none.
 */
static u32 past_class(const struct rewrite *rw, u32 i) {
	u32 kind = rw->t[i].kind, k = i;
	if ((kind != CU_STRUCT && kind != CU_CLASS && kind != CU_UNION) ||
	    rw->t[i - 1].kind == CU_ENUM)
		return i;
	while (rw->t[k].kind != '{' && rw->t[k].kind != ';' && rw->t[k].kind != ')' &&
	       rw->t[k].kind != '>' && k + 1 < rw->n)
		k++;
	return rw->t[k].kind == '{' ? skip_group(rw, k) : i;
}

/* The body of a lambda for both halves is executed by the host, too, in a class of its
 * own: `this` is its member there, through which members of the object are named. */
static void find_members(struct rewrite *rw, struct lambda *l) {
	u32 open = lambda_host_class(rw, l), copied = 0,
	    own = l->params == NONE ? l->body : l->params;
	if (open == NONE)
		return;
	for (u32 i = own; i < l->end; i++) {
		const struct str *name = rw->t[i].name;
		u32 past = past_class(rw, i); /* a class has objects of its own */
		if (past > i)
			i = past - 1;
		else if (opens_captures(rw, i))
			i = capture_inside(rw, l, i, &copied);
		else if (rw->t[i].kind == CU_THIS)
			lambda_add_use(rw, l, i,
			               token_kind(rw, i + 1) == CU_ARROW ? " __simt_this "
			                                                 : OBJECT_POINTER)
				->is_instead = true;
		else if (rw->t[i].kind == CU_IDENT && !name_is_qualified(rw, i) &&
		         token_kind(rw, i + 1) != CU_SCOPE &&
		         !lambda_has_capture(l, name->s) &&
		         !lambda_has_parameter(l, name->s) &&
		         !lambda_sees_constant(rw, l, name) &&
		         !name_is_visible(rw, l->params, own, i + 1, name) &&
		         is_of_objects(rw, open, name))
			lambda_add_use(rw, l, i, " __simt_this->");
	}
}

bool lambda_find_captures(struct rewrite *rw, struct lambda *l) {
	if (!note_captures(rw, l))
		return false;
	find_static_members(rw, l);
	find_members(rw, l);
	find_captured_again(rw, l);
	return true;
}
