/* entity.c - entities of the device in the host half become:
 *
 *   kernel            its stub
 *   device function   the function without its body, so that its name and address exist, and
 *                     with void for a deduced result; a constexpr one is kept
 *   device variable   its shadow: a variable of the same name and type, whose address
 *                     stands for it in the runtime
 *   managed variable  a reference that the runtime binds when it has allocated the
 * memory;
 *                     of a template, each instance is one
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/text.h"
#include "tools/simtcc/edit.h"

/* From the address of a parameter, qualified or not: g++ refuses a cast of C in some
 * templates with -Wcast-qual. */
#define ADDRESS_CAST "const_cast<void *>(static_cast<const volatile void *>("

/* Returns one past the attribute at token i, [[a]] or alignas(n), or i if there is
 * none. */
static u32 skip_attribute(const struct rewrite *rw, u32 i) {
	if (token_kind(rw, i) == CU_ALIGNAS && token_kind(rw, i + 1) == '(')
		return skip_group(rw, i + 1);
	if (token_kind(rw, i) == '[' && token_kind(rw, i + 1) == '[')
		return skip_group(rw, i);
	return i;
}

/* Whether there are standard attributes among the specifiers or after the name. */
static bool has_attribute(const struct rewrite *rw, const struct decl *d) {
	for (u32 i = d->specs; i < d->end;) {
		u32 kind = token_kind(rw, i), next = skip_group(rw, i);
		if (skip_attribute(rw, i) > i)
			return true;
		if (kind == '=' || kind == '{' || kind == ';')
			return false;
		i = MAX(next, i + 1);
	}
	return false;
}

/* Returns the first specifier that is neither an attribute nor a word of CUDA's. */
static u32 first_specifier(const struct rewrite *rw, const struct decl *d) {
	for (u32 i = d->specs; i < d->end;) {
		u32 next = skip_attribute(rw, i);
		if (is_qualifier(token_kind(rw, i)))
			next = i + 1;
		else if (token_kind(rw, i) == CU_ATTR_WORD ||
		         token_kind(rw, i) == CU_ATTRIBUTE)
			next = token_kind(rw, i + 1) == '(' ? skip_group(rw, i + 1)
			                                    : i + 1;
		if (next == i)
			return i;
		i = next;
	}
	return d->specs;
}

/* Replaces the qualifier that decides by `text`, so that it is among the specifiers. If
 * there are attributes, puts it before the first specifier instead, as `__device__
 * alignas(16) char x` may not become `static alignas(16) char x`. */
static void replace_qualifier(struct rewrite *rw, const struct decl *d,
                              const char *text) {
	if (d->qual == NONE || !*text)
		return;
	rw->done[d->qual] = true;
	bool is_late = d->name != NONE && d->qual > d->name; /* void f __global__() */
	if (!has_attribute(rw, d) && !is_late) {
		edit_tokens(rw, d->qual, d->qual + 1, text);
		return;
	}
	u32 at = token_at(rw, first_specifier(rw, d));
	edit_tokens(rw, d->qual, d->qual + 1, NULL);
	edit_add(rw, at, at, arena_printf(rw->arena, "%s ", text));
}

/* ---- kernels ---- */

/* Returns the kernel's name, or name<T, Ts...> of a template; with its namespace if a
 * parameter has the same name. */
static const char *self_name(struct rewrite *rw, const struct decl *d,
                             const struct params *parameters) {
	const char *name = token_text(rw, d->name, d->name_end);
	vec_each (struct param, x, parameters)
		if (strcmp(x->name, name) == 0 && !d->in_class)
			name = arena_printf(
				rw->arena, "%s%s",
				rw->scope.n ? vec_last(&rw->scope).path : "::", x->name);
	if (!d->is_template || rw->t[d->name_end - 1].kind == '>')
		return name;
	return arena_printf(rw->arena, "%s<%s>", name,
	                    own_arguments(rw, d->angle, d->angle_end));
}

/* Returns an array of the addresses that references mean; the launch's arguments point
 * into it. */
static const char *stub_references(struct rewrite *rw, const struct params *p) {
	struct text address = {.arena = rw->arena};
	vec_each (struct param, x, p)
		if (x->is_reference)
			text_printf(&address,
			            ADDRESS_CAST "__builtin_addressof(%s)))%s, ", x->name,
			            x->is_pack ? "..." : "");
	return address.n ? arena_printf(rw->arena,
	                                "void *__simt_r[] = {%s(void *)0}, **__simt_n = "
	                                "__simt_r; ",
	                                text_get(&address))
	                 : "";
}

/* Returns the stub's body. In the assembly, the .set marks the function as a stub, in a
 * dump the class (mark.c): symbol.c looks for them. */
static const char *stub_body(struct rewrite *rw, const struct decl *d) {
	struct params p = find_params(rw, d->params, rw->t[d->params].match, true);
	struct text address = {.arena = rw->arena}, type = {.arena = rw->arena};
	vec_each (struct param, x, &p) {
		const char *dots = x->is_pack ? "..." : "";
		if (!x->is_reference)
			text_printf(&address,
			            ADDRESS_CAST "__builtin_addressof(%s)))%s, ", x->name,
			            dots);
		else if (x->is_pack)
			text_printf(
				&address,
				"((void)__builtin_addressof(%s), (void *)__simt_n++)%s, ",
				x->name, dots);
		else
			text_printf(&address, "(void *)__simt_n++, ");
		/* in a template g++ leaves a parameter's own restrict and const in the
		 * function's type */
		bool in_type = d->is_template && x->is_qualified;
		text_comma(&type);
		text_printf(&type, "%s__decltype(%s)%s%s",
		            in_type ? "typename __simt_param<" : "", x->name,
		            in_type ? ">::type" : "", dots);
	}
	return arena_printf(rw->arena,
	                    "{ %s__asm__ volatile(\".set .Lsimt_stub%%=, 0\" : :); "
	                    "%svoid *__simt_a[] = {%s(void *)0}; "
	                    "__simt_launch((const void *)static_cast<void (*)(%s)>(&%s), "
	                    "__simt_a); }",
	                    rw->opt->marks ? stub_mark : "", stub_references(rw, &p),
	                    text_get(&address), text_get(&type), self_name(rw, d, &p));
}

static bool says_visibility(const struct rewrite *rw, const struct decl *d) {
	for (u32 i = d->first; i < d->params; i++)
		if (token_is(rw, i, "visibility") || token_is(rw, i, "__visibility__"))
			return true;
	return false;
}

/* Whether nothing but qualifiers stands before the name. */
static bool has_no_type(const struct rewrite *rw, const struct decl *d) {
	for (u32 i = d->specs; i < d->name;) {
		u32 kind = token_kind(rw, i), next = skip_attribute(rw, i);
		if (next == i && kind == CU_ATTR_WORD && token_kind(rw, i + 1) == '(')
			next = skip_group(rw, i + 1);
		if (next == i && !is_qualifier(kind) && kind != CU_STATIC &&
		    kind != CU_INLINE && kind != CU_EXTERN && kind != CU_NOINLINE)
			return false;
		i = MAX(next, i + 1);
	}
	return d->arrow == NONE && rw->t[d->name_end - 1].kind == CU_IDENT;
}

static void rewrite_kernel(struct rewrite *rw, const struct decl *d) {
	if (d->params != NONE && d->name != NONE && has_no_type(rw, d) && !d->in_class)
		report_error(rw, d->name, E0611,
		             "a __global__ function must return void, and says so",
		             arena_printf(rw->arena, "__global__ void %s(...)",
		                          token_text(rw, d->name, d->name_end)));
	u32 close = d->params == NONE ? CU_NO_MATCH : rw->t[d->params].match;
	if (close == CU_NO_MATCH || d->name == NONE || d->is_instantiation)
		return;
	drop_pack_qualifiers(rw, d->params, close);
	bool is_local = d->is_static || d->is_friend || d->in_class;
	bool make_static = rw->opt->static_stub && !rw->opt->rdc && d->is_template &&
	                   !is_local && !d->is_extern;
	/* a specialisation is local if its template is */
	bool local_template = d->is_specialized && rw->opt->static_stub && !rw->opt->rdc;
	bool hide = rw->opt->hidden && !is_local && !make_static && !local_template &&
	            !says_visibility(rw, d);
	const char *hidden = "__visibility__(\"hidden\")";
	/* else GCC puts it into the COMDAT group of an inline function that alone uses
	 * it, and the registration, which it does not see, refers to what a linker drops
	 */
	bool keep = d->body != NONE && (d->is_static || make_static || local_template);
	/* a declaration says it, too: GCC takes an instance's attributes from what it has
	 * seen of the template when it is first named */
	replace_qualifier(rw, d,
	                  arena_printf(rw->arena, "%s__attribute__((__noinline__%s%s%s))",
	                               make_static ? "static " : "",
	                               keep ? ", __used__" : "", hide ? ", " : "",
	                               hide ? hidden : ""));
	if (d->body == NONE)
		return;
	u32 end = skip_group(rw, d->body);
	if (end > d->body)
		edit_tokens(rw, d->body, end, stub_body(rw, d));
	rw->out->nkernel++;
	rw->out->nkernel_template += d->is_template;
	if (rw->opt->warn_no_bounds && !d->has_bounds)
		report_warning(rw, d->name, DIAG_NONE,
		               arena_printf(rw->arena,
		                            "kernel '%s' has no __launch_bounds__",
		                            token_text(rw, d->name, d->name_end)),
		               NULL);
}

/* ---- device functions ---- */

static bool is_type_suffix(u32 kind) {
	return kind == '*' || kind == '&' || kind == CU_ANDAND || kind == CU_CONST ||
	       kind == CU_VOLATILE;
}

/* Without its body a function with a deduced return type returns void, as in nvcc's host
 * half: host code cannot use its result. `auto` alone deduces void from the new body, but
 * `auto *` and `C auto` do not and are replaced. */
static void drop_deduced_type(struct rewrite *rw, const struct decl *d) {
	u32 first = d->arrow == NONE ? d->specs : d->arrow + 1;
	u32 end = d->arrow == NONE ? d->name : d->end, i = first;
	while (i < end && rw->t[i].kind != CU_AUTO && rw->t[i].kind != '{')
		i++;
	if (d->name == NONE || i >= end || rw->t[i].kind != CU_AUTO)
		return;
	u32 last = i + 1, start = i;
	while (last < end && is_type_suffix(rw->t[last].kind))
		last++;
	if (i > first && (rw->t[i - 1].kind == CU_IDENT || rw->t[i - 1].kind == '>')) {
		u32 concept = find_name(rw, first, i);
		start = concept == NONE ? i : concept;
	}
	if (start < i || last > i + 1)
		edit_tokens(rw, start, last, "void");
}

/* Whether the host compiler would warn that it is unused: it has internal linkage, and
 * its calls are dropped. */
static bool is_unused(const struct rewrite *rw, const struct decl *d) {
	bool is_local = d->is_static || (rw->scope.n && vec_last(&rw->scope).is_local);
	return is_local && !d->is_inline && !d->is_template && !d->in_class &&
	       !(rw->t[d->params].flags & CU_TF_SYSTEM);
}

static void rewrite_function(struct rewrite *rw, const struct decl *d) {
	u32 close = rw->t[d->params].match;
	if (!d->is_constexpr)
		drop_deduced_type(rw, d);
	if (d->body == NONE || close == CU_NO_MATCH || skip_group(rw, d->body) == d->body)
		return;
	/* not by the first token: g++ marks expanded macros of system headers */
	rw->out->nfunction += !(rw->t[d->params].flags & CU_TF_SYSTEM);
	if (d->is_constexpr) /* an array's size may need it */
		return;
	/* a constructor's member initialisers may not be host code; inline functions are
	 * not emitted unless they are called */
	if (token_kind(rw, close + 1) == ':' && !d->in_class && !d->is_inline)
		replace_qualifier(rw, d, "inline");
	else if (is_unused(rw, d))
		replace_qualifier(rw, d, "__attribute__((__unused__))");
	struct params p = find_params(rw, d->params, close, false);
	struct text uses = {.arena = rw->arena};
	vec_each (struct param, x, &p)
		if (x->name && !x->is_pack)
			text_printf(&uses, "(void)%s; ", x->name);
	edit_tokens(rw, d->body, skip_group(rw, d->body),
	            arena_printf(rw->arena, "{ %s__builtin_trap(); }", text_get(&uses)));
}

/* ---- variables ---- */

struct declarator find_declarator(const struct rewrite *rw, u32 first, u32 end) {
	struct declarator r = {first, param_end(rw, first, end), 0, NONE};
	r.init = find_default(rw, first, r.end);
	u32 last = r.init - 1; /* T x{...}, T x(...) */
	if (r.init > first + 1 && (rw->t[last].kind == '}' || rw->t[last].kind == ')') &&
	    rw->t[last].match != CU_NO_MATCH && rw->t[last].match > first &&
	    rw->t[rw->t[last].match - 1].kind != ')')
		r.init = rw->t[last].match;
	r.name = find_declarator_name(rw, first, r.init);
	return r;
}

static bool is_builtin_word(u32 kind) {
	return (kind >= CU_KW_VOID && kind <= CU_KW_FLOAT128) || kind == CU_STATIC ||
	       kind == CU_VOLATILE || kind == CU_INLINE || kind == CU_DEVICE ||
	       kind == CU_CONSTANT || kind == CU_MANAGED || kind == CU_EXTERN;
}

bool is_number(const struct rewrite *rw, const struct decl *d, u32 name) {
	for (u32 i = d->specs; i < name; i++)
		if (!is_builtin_word(rw->t[i].kind))
			return false;
	return true;
}

/* Whether the variable keeps its initialiser. A number or a pointer does not, as the
 * initialiser may use what only the device half has; a constant, an array that its
 * initialiser sizes and an object of a class do. */
static bool keeps_init(const struct rewrite *rw, const struct decl *d,
                       const struct declarator *r, bool number) {
	if (d->is_const || d->is_constexpr || d->is_auto || r->name == NONE)
		return true;
	if (r->name > r->first &&
	    rw->t[r->name - 1].kind == CU_CONST) /* (*const name)(int) */
		return true;
	for (u32 i = r->name; i < r->init; i++)
		if (rw->t[i].kind == '[' && token_kind(rw, i + 1) == ']')
			return true;
	for (u32 i = r->first; i < r->name; i++)
		if (rw->t[i].kind == '*')
			return false;
	return !number;
}

/* Notes a template of a device variable: the device half needs the instances that the
 * host half uses. */
static void note_variable_template(struct rewrite *rw, const struct decl *d) {
	struct declarator r = find_declarator(rw, d->specs, d->end - 1);
	if (!d->is_template || r.name == NONE || !has_instances(rw, d))
		return;
	text_each (name, &rw->out->variable_template)
		if (token_is(rw, r.name, *name))
			return;
	vec_push(rw->arena, &rw->out->variable_template,
	         token_text(rw, r.name, r.name + 1));
}

/* Drops what may not stand with extern. */
static void drop_words(struct rewrite *rw, const struct decl *d) {
	for (u32 i = d->specs; i < d->end; i++)
		if (rw->t[i].kind == CU_STATIC || rw->t[i].kind == CU_INLINE)
			edit_tokens(rw, i, i + 1, NULL);
}

/* An explicit specialisation cannot be declared extern, but its template's declaration is
 * enough if the type is the same: `template <> int x<char>[2] = {};` becomes
 * `typedef int (&T)[2]; static_assert(__is_same(decltype(x<char>), T), "");` */
static void rewrite_managed_special(struct rewrite *rw, const struct decl *d) {
	u32 init = find_default(rw, d->specs, d->end - 1), stop = init;
	while (stop > d->specs && rw->t[stop - 1].kind != '>') {
		u32 match = rw->t[stop - 1].match;
		if (rw->t[stop - 1].kind == '}')
			init = match;
		if (match == CU_NO_MATCH || match <= d->specs || match >= stop)
			return;
		stop = match;
	}
	u32 first = find_name(rw, d->specs, stop);
	if (first == NONE)
		return;
	const char *type = arena_printf(rw->arena, "__simt_m%u", rw->ninvented++);
	edit_tokens(rw, d->first, d->specs, NULL);
	drop_words(rw, d);
	replace_qualifier(rw, d, "typedef");
	edit_tokens(rw, first, stop, arena_printf(rw->arena, "(&%s)", type));
	edit_tokens(rw, init, d->end - 1, NULL);
	u32 at = token_end(rw, d->end - 1);
	edit_add(rw, at, at,
	         arena_printf(
			 rw->arena,
			 " static_assert(__is_same(__decltype(%s), %s), \"the type of "
			 "a specialisation of a __managed__ template is the "
			 "template's\");",
			 token_text(rw, first, stop), type));
}

/* `int x = 3, a[2];` becomes `extern int &x, (&a)[2];`; the registration defines x and
 * a. */
static void rewrite_managed(struct rewrite *rw, const struct decl *d) {
	if (!d->is_extern)
		rw->out->nvariable++;
	if (is_marked(rw, d)) { /* as one that is not managed */
		if (!d->is_extern)
			note_variable_template(rw, d);
		mark_variable(rw, d);
		return;
	}
	if (d->is_instantiation) {
		edit_tokens(rw, d->first, d->end - 1, NULL);
		return;
	}
	if (d->is_specialized && !d->is_template) {
		rewrite_managed_special(rw, d);
		return;
	}
	note_variable_template(rw, d);
	replace_qualifier(rw, d, d->is_extern ? "" : "extern");
	drop_words(rw, d);
	for (u32 i = d->specs; i + 1 < d->end;) {
		struct declarator r = find_declarator(rw, i, d->end - 1);
		bool array = r.name != NONE && token_kind(rw, r.name + 1) == '[';
		if (r.name != NONE)
			edit_tokens(rw, r.name, r.name + 1,
			            arena_printf(rw->arena, array ? "(&%s)" : "&%s",
			                         token_text(rw, r.name, r.name + 1)));
		if (r.init < r.end)
			edit_tokens(rw, r.init, r.end, NULL);
		i = r.end + 1;
	}
}

/* Whether it is S::x, a static member, whose linkage its class decides. */
static bool is_qualified(const struct rewrite *rw, const struct declarator *r) {
	return r->name != NONE && r->name > 0 && rw->t[r->name - 1].kind == CU_SCOPE;
}

static void note_names(struct rewrite *rw, const struct decl *d) {
	for (u32 i = d->specs; i + 1 < d->end;) {
		struct declarator r = find_declarator(rw, i, d->end - 1);
		note_device_variable(rw, d, r.name);
		i = r.end + 1;
	}
}

/* Whether the declared object itself is constant, which the host compiler makes internal:
 * the last const after a pointer's star counts, or any without a pointer. */
static bool is_constant(const struct rewrite *rw, const struct decl *d,
                        const struct declarator *r) {
	if (r->name == NONE)
		return false;
	for (u32 i = r->name; i-- > r->first;)
		if (rw->t[i].kind == '*')
			return rw->t[i + 1].kind == CU_CONST;
	return d->is_const || d->is_constexpr;
}

/* As nvcc does: the memory of a class's variables is not chosen. Of S::x only the device
 * half knows whether S is a class. */
static void refuse_member(struct rewrite *rw, const struct decl *d) {
	report_error(rw, d->qual, E0612,
	             "a member of a class may not be __device__, __constant__, "
	             "__shared__ or __managed__",
	             NULL);
}

static void rewrite_variable(struct rewrite *rw, const struct decl *d) {
	if (!d->is_typedef && d->end >= d->specs + 2)
		note_names(rw, d);
	if (d->is_typedef || d->is_extern || d->end < d->specs + 2)
		return;
	struct declarator first = find_declarator(rw, d->specs, d->end - 1);
	bool plain = !d->is_inline && !d->is_template && !d->is_specialized &&
	             !d->in_class && !is_qualified(rw, &first);
	if (!d->in_class) {
		rw->out->nvariable++;
		note_variable_template(rw, d);
	}
	if (d->is_static || (plain && !rw->opt->rdc))
		replace_qualifier(rw, d,
		                  d->is_static ? "__attribute__((__unused__))"
		                               : "static __attribute__((__unused__))");
	else if (plain && rw->scope.n && vec_last(&rw->scope).is_local)
		replace_qualifier(rw, d, "__attribute__((__unused__))");
	else if (plain && is_constant(rw, d, &first))
		replace_qualifier(rw, d, "__attribute__((__unused__))");
	else if (plain && rw->opt->hidden)
		replace_qualifier(rw, d, "__attribute__((__visibility__(\"hidden\")))");
	if (is_marked(rw, d)) {
		mark_variable(rw, d);
		return;
	}
	bool number = first.name != NONE && is_number(rw, d, first.name);
	for (u32 i = d->specs; i + 1 < d->end && !d->in_class;) {
		struct declarator r = find_declarator(rw, i, d->end - 1);
		if (r.init < r.end && !keeps_init(rw, d, &r, number))
			edit_tokens(rw, r.init, r.end, NULL);
		i = r.end + 1;
	}
}

/* Whether other files may call the device code of a function of both halves. */
static bool is_for_other_files(const struct rewrite *rw, const struct decl *d) {
	return rw->opt->rdc && d->params != NONE && d->body != NONE &&
	       (d->quals & QUAL_DEVICE) && (d->quals & QUAL_HOST) && !d->in_class &&
	       !d->is_static && !d->is_inline && !d->is_constexpr &&
	       (!d->is_template || d->is_specialized) &&
	       !(rw->t[d->params].flags & CU_TF_SYSTEM);
}

/* Whether a member is data: static char (&size(...))[2] is a function. */
static bool is_data(const struct rewrite *rw, const struct decl *d) {
	if (d->params != NONE || d->is_typedef || !d->is_static || d->end < d->specs + 2)
		return false;
	struct declarator r = find_declarator(rw, d->specs, d->end - 1);
	return r.name != NONE && token_kind(rw, r.name + 1) != '(';
}

void rewrite_decl(struct rewrite *rw, const struct decl *d) {
	rw->out->nfunction += is_for_other_files(rw, d);
	if (d->in_class &&
	    (d->quals & (QUAL_DEVICE | QUAL_CONSTANT | QUAL_SHARED | QUAL_MANAGED)) &&
	    is_data(rw, d)) {
		refuse_member(rw, d);
		return;
	}
	if (d->quals & QUAL_GLOBAL)
		rewrite_kernel(rw, d);
	else if (d->params != NONE && (d->quals & QUAL_DEVICE) && !(d->quals & QUAL_HOST))
		rewrite_function(rw, d);
	else if (d->params == NONE && (d->quals & QUAL_MANAGED))
		rewrite_managed(rw, d);
	else if (d->params == NONE && (d->quals & (QUAL_DEVICE | QUAL_CONSTANT)) &&
	         !(d->quals & QUAL_HOST))
		rewrite_variable(rw, d);
	else if (d->params == NONE && d->quals & QUAL_SHARED)
		note_names(rw, d);
}
