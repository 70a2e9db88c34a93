/* mark.c - the marks by which stubs, and the shadows of templates, are found in a dump of
 * the host half's functions (symbol.h): classes with a table of virtual functions, whose
 * name has that of the stub, or the shadow's template and arguments, in it. GCC
 * instantiates a shadow's initialiser where it would define the shadow; so
 *
 *   template <class T> __device__ T x = 3;
 *
 * becomes
 *
 *   template <class T> struct __simt_shadow_x { ... };
 *   template <class T> T x = {__simt_marked<__simt_shadow_x<T>, decltype(x<T>)>()};
 *
 * T may be an array: the value is that of its first element.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/edit.h"

const char stub_mark[] =
	"struct __simt_mark { __simt_mark() {} virtual ~__simt_mark() {} } __simt_m; ";

bool has_instances(const struct rewrite *rw, const struct decl *d) {
	return !d->is_const && !d->is_constexpr &&
	       !(rw->t[d->first].flags & CU_TF_SYSTEM);
}

bool is_marked(const struct rewrite *rw, const struct decl *d) {
	return rw->opt->marks && !d->in_class && has_instances(rw, d) &&
	       (d->is_template || d->is_specialized || d->is_instantiation);
}

/* The parts of a declarator x, x<T *>, ns::x<T>, with [n] or not. */
struct shadow_name {
	u32 first, name, end; /* tokens; end: one past the arguments, if there are any */
	bool has_arguments;
};

/* Finds the name in tokens [first, end), which have no initialiser. */
static bool find_shadow_name(const struct rewrite *rw, u32 first, u32 end,
                             struct shadow_name *out) {
	u32 inside = find_declarator_name(rw, first, end);
	if (inside != NONE) {
		*out = (struct shadow_name){inside, inside, inside + 1, false};
		return token_kind(rw, inside - 1) != CU_SCOPE;
	}
	while (end > first && rw->t[end - 1].kind == ']') {
		u32 open = rw->t[end - 1].match;
		if (open == CU_NO_MATCH || open <= first || open + 2 == end)
			return false;
		end = open;
	}
	u32 open = end > first && rw->t[end - 1].kind == '>'
	                   ? open_angle(rw, end - 1, first)
	                   : NONE;
	if (open == NONE || open == first || rw->t[open - 1].kind != CU_IDENT)
		return false;
	out->first = find_name(rw, first, end);
	out->name = open - 1;
	out->end = end;
	out->has_arguments = true;
	return out->first != NONE;
}

/* Whether the initialiser, or what stands for it, decides something else: the type, or
 * whether the shadow is valid. Before C++17 an object that its function returns has to be
 * one that can be moved. */
static bool needs_init(const struct rewrite *rw, const struct decl *d,
                       const struct declarator *r, u32 name) {
	if (d->is_auto || (!rw->opt->marks_objects && !is_number(rw, d, name)))
		return true;
	for (u32 i = d->specs; i + 1 < r->init; i++)
		if (token_is(rw, i, "constinit") ||
		    (token_kind(rw, i) == '[' && token_kind(rw, i + 1) == ']'))
			return true;
	return false;
}

/* Whether templates of this name, of any namespace, have marks. */
static bool has_mark(const struct rewrite *rw, u32 name) {
	bool found = false;
	vec_each (struct marked_name, m, &rw->marked) {
		if (m->name != rw->t[name].name)
			continue;
		if (!m->has_mark)
			return false;
		found = true;
	}
	return found;
}

void mark_variable(struct rewrite *rw, const struct decl *d) {
	struct declarator r = find_declarator(rw, d->specs, d->end - 1);
	struct shadow_name n = {0};
	if (d->is_extern || d->is_instantiation)
		return;
	bool is_named = find_shadow_name(rw, d->specs, r.init, &n);
	bool can = is_named && !needs_init(rw, d, &r, n.first) &&
	           (n.has_arguments ? has_mark(rw, n.name) : d->angle != NONE);
	if (is_named && !n.has_arguments)
		vec_push(rw->arena, &rw->marked,
		         ((struct marked_name){rw->t[n.name].name, can}));
	if (!can) {
		rw->out->has_unmarked = true;
		return;
	}
	const char *name = token_text(rw, n.name, n.name + 1);
	const char *scope = token_line(rw, n.first, n.name), *args;
	if (n.has_arguments) {
		args = token_line(rw, n.name + 1, n.end);
	} else {
		struct template_copy own = copy_template_params(rw, d->angle,
		                                                d->angle_end);
		u32 at = token_at(rw, d->first);
		args = arena_printf(rw->arena, "<%s>", own.args);
		edit_add(rw, at, at,
		         arena_printf(rw->arena,
		                      "template <%s> struct __simt_shadow_%s { "
		                      "__simt_shadow_%s() {} virtual "
		                      "~__simt_shadow_%s() {} }; ",
		                      own.params, name, name, name));
	}
	u32 end = token_end(rw, r.init - 1);
	const char *value = arena_printf(
		rw->arena,
		" = {__simt_marked<%s__simt_shadow_%s%s, __decltype(%s%s%s)>()}", scope,
		name, args, scope, name, args);
	if (r.init < r.end)
		edit_tokens(rw, r.init, r.end, value);
	else
		edit_add(rw, end, end, value);
}
