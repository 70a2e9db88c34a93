/* lambda.c - extended lambdas: `[=] __device__ (int i) {...}` in host code. The lambda
 * becomes an object of a class that both halves know: its members are the captured
 * variables, its name has the file and the line, and a constant in it tells the kind
 * (simt/lambda_traits.h). The class is put before the declaration that the lambda is in.
 * In the host half its function ends the program, in the device half it is the lambda's.
 * Its template parameters are the type parameters of the templates around it, the types
 * that it names of the class around and, unless their declarations are copied, of the
 * function, and the types of the captured variables. Only the host compiler knows these;
 * the mangled name of a kernel instance gives them to the device half.
 *
 *   auto f = [=] __device__ (int i) { p[i] = n; };
 *
 *   template<class __C0, class __C1> struct __simt_lambda_1 {
 *           enum { __simt_extended = 1 }; __C0 p; __C1 n; ... };
 *   auto f = __simt_lambda_1<__typeof__(p), __typeof__(n)>{p, n};
 *
 * In a member function, `this` or *this is one more member, __simt_this, through which
 * the device half looks for names that it does not find in the class (find_captured in
 * class/class.c). Of a lambda for both halves the host executes the body as well: there
 * `this` and the members that the class declares are named through __simt_this, and the
 * class of the lambda is a friend of the one around.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtcc/lambda.h"
#include "base/text.h"

/* ---- the parts of a lambda ---- */

/* Whether it is [ ... ] followed by an execution space, and not [[attribute]]. */
static bool has_space(const struct rewrite *rw, u32 open) {
	u32 close = rw->t[open].match;
	if (rw->t[open].kind != '[' || close == CU_NO_MATCH || close < open ||
	    token_kind(rw, open + 1) == '[')
		return false;
	u32 before = open ? token_kind(rw, open - 1) : 0;
	if (before == CU_IDENT || before == ']' || before == CU_OPERATOR)
		return false; /* int a[2] __device__; operator[] __device__(...) */
	u32 after = token_kind(rw, close + 1);
	return after == CU_DEVICE || after == CU_HOST;
}

/* A lambda that has the host alone needs the option, too, but is the host compiler's. */
static bool is_of_host(const struct rewrite *rw, u32 open) {
	u32 after = rw->t[open].match + 1;
	return token_kind(rw, after) == CU_HOST && token_kind(rw, after + 1) != CU_DEVICE;
}

static bool find_parts(const struct rewrite *rw, struct lambda *l) {
	u32 i = l->close = rw->t[l->open].match;
	for (i++; token_kind(rw, i) == CU_DEVICE || token_kind(rw, i) == CU_HOST; i++)
		l->is_host |= token_kind(rw, i) == CU_HOST;
	l->params = token_kind(rw, i) == '(' ? i : NONE;
	if (l->params != NONE && (i = skip_group(rw, i)) == l->params)
		return false;
	if (token_kind(rw, i) == CU_MUTABLE) {
		l->is_mutable = true;
		i++;
	}
	l->rest = i;
	l->has_result = token_kind(rw, i) == CU_ARROW;
	while (i < rw->n && rw->t[i].kind != '{' && rw->t[i].kind != ';')
		i++;
	l->body = i;
	l->end = token_kind(rw, i) == '{' ? skip_group(rw, i) : i;
	return l->end > l->body;
}

static void find_declaration(struct rewrite *rw, struct lambda *l) {
	vec_each (struct scope_range, r, &rw->range) {
		if (!lambda_is_in(l, r))
			continue;
		if (!r->in_class)
			l->top = r;
		if (r->body != NONE && r->body < l->open)
			l->function = r; /* the innermost comes last */
	}
}

/* ---- output ---- */

static const char *lambda_name(struct rewrite *rw, const struct lambda *l) {
	struct rewrite_place p = place_of(rw, l->open);
	u32 hash = 2166136261u, nth = 0;
	for (const char *s = p.file; *s; s++)
		hash = (hash ^ (u8)*s) * 16777619u;
	vec_each (struct rewrite_place, before, &rw->lambda_place)
		nth += before->line == p.line && strcmp(before->file, p.file) == 0;
	vec_push(rw->arena, &rw->lambda_place, p);
	return arena_printf(rw->arena, "__simt_lambda_%08x_%u_%u", hash, p.line, nth);
}

/* Returns the kind of a lambda for its traits (simt/lambda_traits.h): for both halves,
 * with a result type, or for the device. */
static u32 lambda_kind(const struct lambda *l) {
	return l->is_host ? 2 : l->has_result ? 5 : 1;
}

enum put_as { AS_PARAMETER, AS_ARGUMENT, AS_GIVEN, AS_PRIMARY, AS_FRIEND };

/* A parameter without its name, which may be one of the class that declares a friend. */
static const char *unnamed(struct rewrite *rw, const struct around *x) {
	size_t n = strlen(x->declared), name = strlen(x->name);
	bool has_name = n > name && strcmp(x->declared + n - name, x->name) == 0;
	return arena_strdup(rw->arena, x->declared, has_name ? n - name : n);
}

/* Adds the parameters around of one kind: as a template declares them, as its arguments,
 * or as the primary template or a friend declares what stands for further packs. */
static void put_around(struct rewrite *rw, struct text *t, const struct lambda *l,
                       enum around_kind kind, enum put_as as) {
	vec_each (struct around, x, &l->around) {
		const char *name = as == AS_GIVEN && x->given ? x->given : x->name;
		bool is_argument = as == AS_ARGUMENT || as == AS_GIVEN;
		if (x->kind != kind)
			continue;
		text_comma(t);
		if (kind == AROUND_ONE || kind == AROUND_PACK)
			text_printf(t, "%s%s",
			            is_argument       ? name
			            : as == AS_FRIEND ? unnamed(rw, x)
			                              : x->declared,
			            kind == AROUND_PACK && is_argument ? "..." : "");
		else if (is_argument)
			text_printf(t, "::__simt::%s<%s...>",
			            kind == AROUND_TYPES ? "__types" : "__values",
			            x->name);
		else
			text_printf(t, "%s", as == AS_PARAMETER ? x->declared : "class");
	}
}

/* All parameters: the captures' types stand between single parameters and packs. */
static const char *parameters(struct rewrite *rw, const struct lambda *l, enum put_as as,
                              const char *types) {
	struct text t = {.arena = rw->arena};
	put_around(rw, &t, l, AROUND_ONE, as);
	if (*types) {
		text_comma(&t);
		text_printf(&t, "%s", types);
	}
	put_around(rw, &t, l, AROUND_TYPES, as);
	put_around(rw, &t, l, AROUND_VALUES, as);
	put_around(rw, &t, l, AROUND_PACK, as);
	return t.n ? text_get(&t) : "";
}

static bool has_further_packs(const struct lambda *l) {
	vec_each (struct around, x, &l->around)
		if (x->kind == AROUND_TYPES || x->kind == AROUND_VALUES)
			return true;
	return false;
}

/* Returns the beginning of the namespace around the class, if there is one. */
static const char *namespace_head(struct rewrite *rw, const struct lambda *l,
                                  const char *name) {
	struct text t = {.arena = rw->arena};
	if (!l->has_namespace)
		return "";
	text_printf(&t, "namespace %s_around { ", name);
	vec_each (struct local, n, &l->locals)
		if (n->is_around)
			text_printf(&t, "%s ", token_text(rw, n->first, n->end));
	return text_get(&t);
}

/* Returns the text of the class up to its function. A template has one pack; what deduces
 * more is a partial specialisation. */
static const char *class_head(struct rewrite *rw, const struct lambda *l,
                              const char *name) {
	struct text types = {.arena = rw->arena}, names = types, members = types;
	text_printf(&members, "enum { __simt_extended = %u }; ", lambda_kind(l));
	vec_each (struct local, n, &l->locals)
		if (n->is_copied)
			text_printf(&members, "%s ", token_text(rw, n->first, n->end));
	for (u32 i = 0; i < l->captures.n; i++) {
		text_comma(&types);
		text_printf(&types, "class __C%u", i);
		text_comma(&names);
		text_printf(&names, "__C%u", i);
		if (rw->opt->device)
			text_printf(&members, "__C%u %s; ", i, l->captures.at[i].name);
		else if (l->is_host && strcmp(l->captures.at[i].value, "*this") == 0)
			text_printf(&members, "__simt_object<__C%u> %s; ", i,
			            l->captures.at[i].name);
		else
			text_printf(&members, "typename __simt_held<__C%u>::type %s; ", i,
			            l->captures.at[i].name);
	}
	const char *declared = types.n ? text_get(&types) : "",
		   *params = parameters(rw, l, AS_PARAMETER, declared),
		   *space = namespace_head(rw, l, name);
	if (has_further_packs(l))
		return arena_printf(
			rw->arena,
			"%stemplate<%s> struct %s; template<%s> struct %s<%s> { %s",
			space, parameters(rw, l, AS_PRIMARY, declared), name, params,
			name,
			parameters(rw, l, AS_ARGUMENT, names.n ? text_get(&names) : ""),
			text_get(&members));
	return *params ? arena_printf(rw->arena, "%stemplate<%s> struct %s { %s", space,
	                              params, name, text_get(&members))
	               : arena_printf(rw->arena, "%sstruct %s { %s", space, name,
	                              text_get(&members));
}

/* A friend in a namespace is one that has been declared before the class, whose { is at
 * `open`. */
static void declare_in_namespace(struct rewrite *rw, u32 open, const char *params,
                                 const char *name) {
	vec_each (struct scope_range, r, &rw->range) {
		if (r->in_class || r->first > open || r->end <= open)
			continue;
		u32 at = token_at(rw, r->first);
		edit_add(rw, at, at,
		         arena_printf(rw->arena,
		                      "namespace %s_around { template<%s> struct %s; } ",
		                      name, params, name));
		return;
	}
}

/* The body that the host executes may name all members of the class around it, of an
 * object or static ones. path: the name, and the namespace that it is in. */
static void add_friend(struct rewrite *rw, const struct lambda *l, const char *name,
                       const char *path) {
	u32 open = !rw->opt->device && l->is_host && l->names_static
	                   ? class_of_lambda(rw, l)
	                   : lambda_host_class(rw, l);
	struct text types = {.arena = rw->arena};
	if (open == NONE)
		return;
	for (u32 i = 0; i < l->captures.n; i++) {
		text_comma(&types);
		text_printf(&types, "class");
	}
	const char *params = parameters(rw, l, AS_FRIEND, text_get(&types));
	if (l->has_namespace)
		declare_in_namespace(rw, open, params, name);
	edit_add(
		rw, token_end(rw, open), token_end(rw, open),
		arena_printf(rw->arena, " template<%s> friend struct %s;", params, path));
}

static const char *object(struct rewrite *rw, const struct lambda *l, const char *path) {
	struct text types = {.arena = rw->arena}, values = types;
	vec_each (struct capture, c, &l->captures) {
		bool is_this = strcmp(c->value, "this") == 0;
		text_comma(&types);
		text_printf(&types, "%s(%s)", is_this ? "__decltype" : "__typeof__",
		            c->value);
		text_comma(&values);
		text_printf(&values,
		            strcmp(c->value, "*this") == 0 && l->is_host ? "{%s}" : "%s",
		            c->value);
	}
	const char *args = parameters(rw, l, AS_GIVEN, types.n ? text_get(&types) : "");
	return *args ? arena_printf(rw->arena, "%s<%s>{%s}", path, args,
	                            text_get(&values))
	             : arena_printf(rw->arena, "%s{}", path);
}

static void insert_moved(struct rewrite *rw, u32 at, const char *text, u32 first,
                         u32 end) {
	edit_add(rw, at, at, text);
	vec_last(&rw->edit).moved = token_at(rw, first);
	vec_last(&rw->edit).moved_end = token_end(rw, end - 1);
}

/* The same for a part of the lambda, in which some names get a text before them. */
static void insert_part(struct rewrite *rw, const struct lambda *l, u32 at,
                        const char *text, u32 first, u32 end) {
	vec_each (struct member_use, use, &l->uses) {
		if (use->at < first || use->at >= end)
			continue;
		if (use->at > first)
			insert_moved(rw, at, text, first, use->at);
		else
			edit_add(rw, at, at, text);
		text = use->before;
		first = use->at;
		if (use->is_instead) {
			edit_add(rw, at, at, text);
			text = "";
			first++;
		}
	}
	if (first < end)
		insert_moved(rw, at, text, first, end);
}

/* Whether it is [] (auto x) ...: before C++20 the host compiler would warn of `auto` in
 * operator(). */
static bool is_generic(const struct rewrite *rw, const struct lambda *l) {
	for (u32 i = l->params; l->params != NONE && i < rw->t[l->params].match; i++)
		if (rw->t[i].kind == CU_AUTO)
			return true;
	return false;
}

static bool result_names_parameter(const struct rewrite *rw, const struct lambda *l,
                                   const struct params *p) {
	vec_each (struct param, x, p)
		for (u32 i = l->rest; x->name && i < l->body; i++)
			if (token_is(rw, i, x->name))
				return true;
	return false;
}

/* Declares a device lambda's function for host code, which may name a call, but not
 * execute it. Without a result type it returns int for any arguments, as in nvcc. */
static void declare_call(struct rewrite *rw, const struct lambda *l, u32 at) {
	const char *constant = l->is_mutable ? "" : " const ";
	struct text uses = {.arena = rw->arena};
	struct params p = {0};
	if (l->params != NONE)
		p = find_params(rw, l->params, rw->t[l->params].match, false);
	if (!l->has_result || (is_generic(rw, l) && !result_names_parameter(rw, l, &p))) {
		edit_add(rw, at, at,
		         arena_printf(rw->arena,
		                      "template<class... __A> %s operator()(__A &&...)%s",
		                      l->has_result ? "auto" : "int", constant));
	} else {
		edit_add(rw, at, at, "auto operator()");
		if (l->params != NONE)
			insert_part(rw, l, at, "", l->params, skip_group(rw, l->params));
		edit_add(rw, at, at, l->params != NONE ? constant : "() const ");
		vec_each (struct param, x, &p)
			if (x->name && !x->is_pack)
				text_printf(&uses, "(void)%s; ", x->name);
	}
	if (l->has_result)
		insert_part(rw, l, at, "", l->rest, l->body);
	edit_add(rw, at, at,
	         arena_printf(rw->arena, " { %s__simt_device_lambda_called(); } }; ",
	                      text_get(&uses)));
}

/* The result type and the body: a block of its own in one with copies of what the
 * function around declares, so that its declarations hide them. */
static void insert_body(struct rewrite *rw, const struct lambda *l, u32 at,
                        const char *text) {
	u32 copied = NONE;
	vec_each (struct local, n, &l->locals) {
		if (!n->is_named || n->is_type || n->first == copied)
			continue;
		if (copied == NONE) {
			if (l->rest < l->body)
				insert_part(rw, l, at, text, l->rest, l->body);
			edit_add(rw, at, at,
			         arena_printf(rw->arena, "%s {",
			                      l->rest < l->body ? "" : text));
		}
		bool is_constant = n->name && rw->t[n->first].kind != CU_ENUM;
		insert_part(rw, l, at, is_constant ? " [[maybe_unused]] " : " ", n->first,
		            n->end);
		copied = n->first;
	}
	if (copied == NONE) {
		insert_part(rw, l, at, text, l->rest, l->end);
		return;
	}
	insert_part(rw, l, at, " ", l->body, l->end);
	edit_add(rw, at, at, " }");
}

static void insert_class(struct rewrite *rw, const struct lambda *l, u32 at,
                         const char *name) {
	const char *head = class_head(rw, l, name);
	if (!rw->opt->device && !l->is_host) {
		edit_add(rw, at, at, head);
		declare_call(rw, l, at);
		return;
	}
	const char *spaces = !rw->opt->device ? ""
	                     : l->is_host     ? "__host__ __device__ "
	                                      : "__device__ ";
	const char *constant = l->is_mutable ? "" : " const ";
	head = arena_printf(rw->arena, "%s%sauto operator()", head, spaces);
	if (l->params != NONE) {
		insert_part(rw, l, at, head, l->params, skip_group(rw, l->params));
		insert_body(rw, l, at, constant);
	} else {
		insert_body(rw, l, at, arena_printf(rw->arena, "%s()%s", head, constant));
	}
	edit_add(rw, at, at, " }; ");
}

struct member_use *lambda_add_use(struct rewrite *rw, struct lambda *l, u32 at,
                                  const char *before) {
	u32 i = l->uses.n;
	vec_push(rw->arena, &l->uses, (struct member_use){0});
	for (; i && l->uses.at[i - 1].at > at; i--)
		l->uses.at[i] = l->uses.at[i - 1];
	l->uses.at[i] = (struct member_use){at, before, false};
	return &l->uses.at[i];
}

/* Functions of classes in a body that the host executes have no execution space there. */
static void drop_qualifiers(struct rewrite *rw, struct lambda *l) {
	for (u32 i = l->body; !rw->opt->device && l->is_host && i < l->end; i++)
		if (is_qualifier(rw->t[i].kind))
			lambda_add_use(rw, l, i, "")->is_instead = true;
}

/* Returns the token after the lambda if it is an extended one. */
static u32 rewrite_lambda(struct rewrite *rw, u32 open) {
	struct lambda l = {.open = open};
	if (!find_parts(rw, &l))
		return open;
	find_declaration(rw, &l);
	if (!l.top || (l.function && (l.function->quals & (QUAL_GLOBAL | QUAL_DEVICE))))
		return open; /* a lambda in device code */
	lambda_find_around(rw, &l);
	if (!lambda_find_captures(rw, &l))
		return l.end;
	lambda_find_decltypes(rw, &l);
	lambda_rename_hidden(rw, &l);
	drop_qualifiers(rw, &l);
	const char *name = lambda_name(rw, &l), *path = name;
	if (l.has_namespace)
		path = arena_printf(rw->arena, "%s_around::%s", name, name);
	u32 at = token_at(rw, l.top->first);
	insert_class(rw, &l, at, name);
	if (l.has_namespace)
		edit_add(rw, at, at, "} ");
	add_friend(rw, &l, name, path);
	rw->out->nlambda++;
	if (!rw->opt->device)
		edit_tokens(rw, l.open, l.end, object(rw, &l, path));
	return l.end;
}

void rewrite_lambdas(struct rewrite *rw) {
	u32 end = 0; /* of the last extended lambda: what is in it is device code */
	for (u32 i = 0; i < rw->n; i++) {
		if (!has_space(rw, i) || i < end)
			continue;
		if (rw->opt->lambdas && !is_of_host(rw, i))
			end = rewrite_lambda(rw, i);
		else if (!rw->opt->lambdas && !rw->opt->device)
			report_error(rw, i, E0684,
			             "a lambda with __host__ or __device__ needs "
			             "-extended-lambda",
			             NULL);
	}
}
