/* sema.c - the checker's root: the queue of bodies still to be checked, and errors with
 * the trace of what was being instantiated.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/sema.h"

#include <stdarg.h>

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/class/special.h"
#include "parser/cuda/meaning/decl/annotation.h"
#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/expr/name.h"
#include "parser/cuda/meaning/expr/pretty.h"
#include "parser/cuda/meaning/hosted.h"
#include "parser/cuda/meaning/meaning.h"
#include "parser/cuda/meaning/root.h"
#include "parser/cuda/meaning/stmt/body.h"
#include "parser/cuda/meaning/template/instance.h"

/* ---- errors ------------------------------------------------------------------------ */

static void trace_notes(struct sema *c, struct diag_record *r) {
	u32 n = 0;
	for (struct cinst_trace *t = c->trace; t && n < 3; t = t->outer, n++) {
		struct source_pos pos = source_pos(c->u->sources, t->loc.start);
		const char *what = t->decl->kind == CDECL_FUNC ? "function" : "class";
		diag_note(c->u->diag, r,
		          "in instantiation of %s '%s' requested at %s:%u:%u", what,
		          t->decl->kind == CDECL_TYPE && t->decl->type
		                  ? check_type_text(c, t->decl->type)
		                  : t->decl->name->s,
		          pos.file ? pos.file->name : "?", pos.line, pos.column);
	}
}

struct diag_record *check_error(struct sema *c, struct loc loc, enum diag_code code,
                                const char *fmt, ...) {
	c->failed = true;
	if (c->quiet || c->is_too_deep)
		return NULL;
	va_list ap;
	va_start(ap, fmt);
	char text[1024];
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	struct diag_record *r = diag_error(c->u->diag, loc, code, "%s", text);
	trace_notes(c, r);
	return r;
}

/* Returns what the pragmas before the place make of the warning. */
static enum cu_warn_action wanted(const struct sema *c, u32 at, enum diag_code code) {
	enum { DEPTH = 64 };
	u8 saved[DEPTH];
	u32 depth = 0;
	u8 action = CU_WARN_DEFAULT;
	for (u32 i = 0; i < c->u->warn.n && c->u->warn.at[i].start < at; i++) {
		const struct cu_warn *w = &c->u->warn.at[i];
		if (w->action == CU_WARN_PUSH) {
			if (depth < DEPTH)
				saved[depth] = action;
			depth++;
		} else if (w->action == CU_WARN_POP) {
			depth -= depth > 0;
			if (depth < DEPTH)
				action = saved[depth];
		} else if (w->number && diag_of_nvcc(w->number) == code) {
			action = w->action;
		}
	}
	return (enum cu_warn_action)action;
}

/* Returns the last token that begins at or before the place. */
static const struct cu_token_rec *token_at(const struct sema *c, u32 at) {
	const struct cu_token_rec *t = c->u->token;
	u32 low = 0, high = c->u->ntoken;
	while (high - low > 1) {
		u32 mid = low + (high - low) / 2;
		*(t[mid].start <= at ? &low : &high) = mid;
	}
	return &t[low];
}

/* Whether the place is in a header that came with the compiler, or made by a macro of
 * one. */
static bool is_system_text(const struct sema *c, u32 at) {
	return token_at(c, at)->flags & CU_TF_SYSTEM;
}

/* Whether #pragma nv_exec_check_disable stands before the function's name, in its
 * declaration or right before it. */
static bool is_exec_unchecked(const struct sema *c, const struct cdecl *f) {
	u32 at = f->loc.start, low = 0, high = c->u->warn.n;
	while (low < high) {
		u32 mid = low + (high - low) / 2;
		if (c->u->warn.at[mid].start < at)
			low = mid + 1;
		else
			high = mid;
	}
	while (low && c->u->warn.at[low - 1].action != CU_WARN_NO_EXEC)
		low--;
	if (!low)
		return false;
	const struct cu_token_rec *t = token_at(c, at);
	for (; t > c->u->token && t->start > c->u->warn.at[low - 1].start; t--)
		if (t->kind == ';' || t->kind == '}' || t->kind == CU_END)
			return false;
	return true;
}

/* Whether the warning was given before: for another instance of the template, or where
 * one is enough. */
static bool was_said(struct sema *c, u32 start, enum diag_code code) {
	u64 *said = map_at(&c->warned, (u64)start << 32 | (u64)code);
	return (*said)++ > 0;
}

void check_warning(struct sema *c, struct loc loc, enum diag_code code, const char *fmt,
                   ...) {
	if (c->quiet || c->not_reached || (c->fn && c->fn->func->is_system) ||
	    is_system_text(c, loc.start) || was_said(c, loc.start, code))
		return;
	enum cu_warn_action action = wanted(c, loc.start, code);
	if (action == CU_WARN_SUPPRESS ||
	    (action == CU_WARN_ONCE && was_said(c, UINT32_MAX, code)))
		return;
	va_list ap;
	va_start(ap, fmt);
	char text[1024];
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (action == CU_WARN_ERROR)
		diag_error(c->u->diag, loc, code, "%s", text);
	else
		diag_warning(c->u->diag, loc, code, "%s", text);
}

void check_note(struct sema *c, struct diag_record *r, const char *fmt, ...) {
	if (!r)
		return;
	va_list ap;
	va_start(ap, fmt);
	char text[1024];
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	diag_note(c->u->diag, r, "%s", text);
}

const char *check_type_text(struct sema *c, const struct ctype *t) {
	return ctype_text(c->a, t);
}

/* ---- chains of uses ---------------------------------------------------------------- */

/* Whether d is an instance of a template, or inside of one. */
static bool is_of_template(const struct cdecl *d) {
	if (d->is_inst)
		return true;
	for (const struct cscope *s = d->scope; s; s = s->parent)
		if (s->kind == CSCOPE_TEMPLATE || (s->owner && s->owner->is_inst))
			return true;
	return false;
}

/* Records the first use of d, and on whose behalf it is. */
static void note_use(struct sema *c, struct cdecl *d, struct loc loc) {
	if (d->used_by || d->is_asker)
		return;
	d->used_by = c->asker;
	d->nesting = c->nesting + is_of_template(d);
	if (!d->used_at.end)
		d->used_at = loc;
}

struct casker check_ask(struct sema *c, struct cdecl *d, struct loc loc) {
	struct casker before = {c->asker, c->nesting};
	note_use(c, d, loc);
	d->is_asker = true;
	c->asker = d;
	c->nesting = d->nesting;
	return before;
}

void check_answer(struct sema *c, struct casker before) {
	c->asker = before.asker;
	c->nesting = before.nesting;
}

static const char *var_text(struct sema *c, const struct cdecl *d) {
	const char *name = d->name ? d->name->s : "?";
	return d->scope && d->scope->kind == CSCOPE_CLASS && d->scope->owner->type
	               ? arena_printf(c->a, "%s::%s",
	                              check_type_text(c, d->scope->owner->type), name)
	               : name;
}

enum { NAME_MOST = 160 }; /* of a name that has grown with the chain */

static void chain_note(struct sema *c, struct diag_record *r, struct cdecl *d) {
	struct source_pos pos = source_pos(c->u->sources, d->used_at.start);
	const char *what = d->kind == CDECL_FUNC ? "function"
	                   : d->pattern && d->pattern->template_of == CDECL_VAR
	                           ? "variable"
	                   : d->is_typedef         ? "alias"
	                   : d->kind == CDECL_TYPE ? "class"
	                                           : "variable";
	const char *name = d->kind == CDECL_FUNC ? check_pretty_function(c, d)
	                   : d->kind == CDECL_TYPE && d->type
	                           ? check_type_text(c, d->type)
	                           : var_text(c, d);
	diag_note_link(c->u->diag, r,
	               "in instantiation of %s '%.*s%s' requested at %s:%u:%u", what,
	               NAME_MOST, name, strlen(name) > NAME_MOST ? "..." : "",
	               pos.file ? pos.file->name : "?", pos.line, pos.column);
}

static u32 chain_length(const struct cdecl *d) {
	u32 n = 0;
	for (; d; d = d->used_by)
		n += is_of_template(d);
	return n;
}

/* Adds notes on the chain of instances that led to d; of a long chain, on both ends. */
static void chain_notes(struct sema *c, struct diag_record *r, struct cdecl *d) {
	enum { ENDS = 4 };
	u32 n = chain_length(d), i = 0;
	for (; d; d = d->used_by) {
		if (!is_of_template(d))
			continue;
		if (i < ENDS || n - i <= ENDS)
			chain_note(c, r, d);
		else if (i == ENDS)
			diag_note_link(c->u->diag, r, "%u more in between", n - 2 * ENDS);
		i++;
	}
}

/* Reports nesting that is too deep, even in a substitution. It is the last error: other
 * checks may not end, either. */
static void too_deep(struct sema *c, struct cdecl *d, struct loc loc) {
	c->failed = true;
	if (c->is_too_deep)
		return;
	struct diag_record *r = diag_error(
		c->u->diag, loc, E0602,
		"nested too deeply: more than %d instantiations or evaluations "
		"within one another",
		CHECK_DEPTH_MAX);
	c->is_too_deep = true;
	c->pending.n = 0;
	chain_notes(c, r, d);
}

bool check_enter(struct sema *c, struct loc loc) {
	if (c->depth >= CHECK_DEPTH_MAX || c->is_too_deep) {
		c->failed = true;
		/* a substitution that does not end removes its candidate, unless there
		 * are too many such */
		if (!c->quiet || ++c->nendless > CHECK_ENDLESS_MAX)
			too_deep(c, c->asker, loc);
		return false;
	}
	c->depth++;
	return true;
}

void check_leave(struct sema *c) {
	c->depth--;
}

static void remarks(struct sema *c) {
	for (u32 i = 0; i < c->u->remark.n; i++) {
		const struct cu_remark *r = &c->u->remark.at[i];
		const char *text = "type qualifier specified more than once";
		if (r->code == E0667)
			text = "integer constant is too large";
		else if (r->code == E0668)
			text = "multicharacter character literal (potential portability "
			       "problem)";
		else if (r->code == E0669)
			text = "too many characters in character constant";
		else if (r->code == E0670)
			text = "too many characters in character literal -- extra "
			       "leading characters "
			       "ignored";
		check_warning(c, r->loc, r->code, "%s", text);
	}
}

/* ---- what is used ------------------------------------------------------------------ */

void check_emit(struct sema *c, struct cdecl *d) {
	if (d->is_emitted)
		return;
	d->is_emitted = true;
	vec_push(c->a, &c->u->emit, d);
}

static const char *func_text(struct sema *c, const struct cdecl *f) {
	if (f->cls_owner && f->cls_owner->type)
		return arena_printf(c->a, "%s::%s",
		                    check_type_text(c, f->cls_owner->type),
		                    check_func_name(c, f));
	return f->name ? f->name->s : "function";
}

static bool is_of_library(const struct sema *c, const struct cdecl *d) {
	return d->is_system || (d->loc.start && is_system_text(c, d->loc.start));
}

static bool is_of_both(const struct cdecl *f) {
	return f && f->flags & SPEC_HOST && f->flags & SPEC_DEVICE;
}

/* Warns that the function, of both halves or constexpr, calls one that only the host has:
 * on the device that call traps. */
static void warn_absent(struct sema *c, struct cdecl *caller, struct cdecl *f,
                        struct loc loc) {
	check_warning(c, loc, E0679,
	              "calling the __host__ function '%s' from the %s function '%s' is "
	              "not allowed",
	              func_text(c, f),
	              is_of_both(caller) ? "__host__ __device__" : "constexpr",
	              func_text(c, caller));
}

static void make_absent(struct sema *c, struct cdecl *f) {
	func_definition(c, f)->is_absent = f->is_absent = true;
}

/* Whether device code has the function only because it is constexpr. */
static bool is_for_constants(const struct sema *c, const struct cdecl *f) {
	return f && f->flags & SPEC_CONSTEXPR && !c->u->opt->default_device &&
	       !(f->flags & (SPEC_DEVICE | SPEC_HOST | SPEC_GLOBAL));
}

/* Whether it is a constexpr function of a library that device code has only as such: what
 * it calls besides is not looked at. */
static bool is_constexpr_of_library(const struct sema *c, const struct cdecl *f) {
	return f && f->flags & SPEC_CONSTEXPR && !(f->flags & SPEC_DEVICE) &&
	       is_of_library(c, f);
}

/* A constexpr function calls one that only the host has. nvcc does not look at that,
 * since only constant expressions may call the constexpr one; once device code does, a
 * warning says so. */
static void call_absent(struct sema *c, struct cdecl *f, struct loc loc) {
	struct cdecl *caller = c->fn->func;
	make_absent(c, f);
	if (is_of_library(c, caller))
		return;
	if (caller->is_needed) {
		warn_absent(c, caller, f, loc);
	} else if (!cdecl_rare(caller)->host_func) {
		struct cdecl_rare *rare = cdecl_rare_set(c->a, caller);
		rare->host_func = f;
		rare->host_func_at = loc;
	}
}

/* Reports the call of a function that only the host has. It may be mentioned in what is
 * never evaluated; a constexpr one may be called (what nvcc calls relaxed constexpr),
 * and one of cuda::std. */
static void check_side(struct sema *c, struct cdecl *f, struct loc loc) {
	if (!c->fn || c->in_const || c->is_uncalled || decl_is_callable(c, f))
		return;
	if (is_of_both(c->fn->func)) {
		make_absent(c, f);
		if (!is_exec_unchecked(c, c->fn->func))
			warn_absent(c, c->fn->func, f, loc);
		return;
	}
	if (is_for_constants(c, c->fn->func) || is_constexpr_of_library(c, c->fn->func)) {
		call_absent(c, f, loc);
		return;
	}
	if (c->u->diag->nerror && is_system_text(c, loc.start))
		return; /* the user's call that led here was refused */
	struct diag_record *r = check_error(
		c, loc, E0603,
		"device code cannot call '%s', which is a __host__ function",
		func_text(c, f));
	check_note(c, r,
	           is_of_library(c, f) ? "it is a function of the host's library, which "
	                                 "device code does not have"
	                               : "declare it __device__ or __host__ __device__");
}

/* ---- constexpr functions that may never run on the device ---- */

static void refuse_host_var(struct sema *c, const struct cdecl *d, struct loc loc) {
	struct diag_record *r = check_error(
		c, loc, E0603, "device code cannot use the host variable '%s'",
		d->name->s);
	check_note(c, r,
	           d->is_system ? "it belongs to the host's library; device code prints "
	                          "with printf"
	                        : "declare it __device__, __constant__ or __managed__");
}

/* A constexpr function names a variable that only the host has. nvcc accepts that, too,
 * and a thread that reaches the name traps. */
static void warn_absent_var(struct sema *c, const struct cdecl *f, struct cdecl *d,
                            struct loc loc) {
	if (!is_of_library(c, f))
		check_warning(c, loc, E0679,
		              "the constexpr function '%s', which device code calls, "
		              "traps where it uses the host variable '%s'",
		              func_text(c, f), d->name->s);
}

bool check_host_var(struct sema *c, struct cdecl *d, struct loc loc) {
	struct cdecl *f = c->fn->func;
	if (!is_for_constants(c, f)) {
		refuse_host_var(c, d, loc);
		return true;
	}
	d->is_absent = true;
	if (f->is_needed) {
		warn_absent_var(c, f, d, loc);
	} else if (!cdecl_rare(f)->host_var) {
		struct cdecl_rare *rare = cdecl_rare_set(c->a, f);
		rare->host_var = d;
		rare->host_var_at = loc;
	}
	return false;
}

/* Notes that the function runs on the device, and what it calls. */
static void need(struct sema *c, struct cdecl *f) {
	if (f->is_needed)
		return;
	f->is_needed = true;
	if (f->is_body_checked) /* perhaps only for a constant expression */
		vec_push(c->a, &c->pending, f);
	const struct cdecl_rare *rare = cdecl_rare(f);
	if (rare->host_var)
		warn_absent_var(c, f, rare->host_var, rare->host_var_at);
	if (rare->host_func)
		warn_absent(c, f, rare->host_func, rare->host_func_at);
	for (u32 i = 0; i < rare->calls.n; i++)
		need(c, rare->calls.at[i]);
}

static void note_need(struct sema *c, struct cdecl *d) {
	struct cdecl *f = c->fn ? c->fn->func : NULL;
	if (c->in_const || c->quiet || !is_for_constants(c, d))
		return;
	d = func_definition(c, d);
	if (is_for_constants(c, f) && !f->is_needed)
		vec_push(c->a, &cdecl_rare_set(c->a, f)->calls, d);
	else
		need(c, d);
}

void check_use(struct sema *c, struct cdecl *d, struct loc loc) {
	if (d->kind == CDECL_FUNC && d->is_deleted) { /* evaluated or not */
		check_error(c, loc, E0604, "use of deleted function '%s'",
		            func_text(c, d));
		return;
	}
	if (c->unevaluated)
		return;
	if (d->kind == CDECL_VAR) {
		d->is_used = true;
		if (!d->is_param && !d->is_static_local && d->space != CSPACE_HOST)
			decl_var_init(c, d);
		/* a member of an instance with made-up arguments has no value */
		if (!d->is_param && !cdecl_rare(d)->sreg && !c->in_order &&
		    (d->space != CSPACE_AUTO || d->is_static_local) &&
		    d->space != CSPACE_HOST)
			check_emit(c, d);
		return;
	}
	if (d->kind != CDECL_FUNC || (c->fn && decl_never_runs(c, c->fn->func)))
		return;
	check_side(c, d, loc);
	note_need(c, d);
	if (d->is_used || c->quiet)
		return;
	d->is_used = true;
	d->used_at = loc;
	note_use(c, d, loc);
	if (d->nesting > CHECK_DEPTH_MAX)
		too_deep(c, d, loc);
	if (!c->is_too_deep)
		vec_push(c->a, &c->pending, d);
}

static struct cdecl *own_dtor(struct sema *c, const struct ctype *t) {
	t = ctype_element(t);
	return t->kind == CT_CLASS && type_try_complete(c, t) ? t->decl->cls->own_dtor
	                                                      : NULL;
}

void check_dtor_deleted(struct sema *c, const struct ctype *t, struct loc loc) {
	struct cdecl *dtor = own_dtor(c, t);
	if (dtor && dtor->is_deleted)
		check_use(c, dtor, loc);
}

void check_destructible(struct sema *c, const struct ctype *t, struct loc loc) {
	struct cdecl *dtor = own_dtor(c, t);
	if (dtor)
		check_member_access(c, NULL, dtor, loc);
	check_dtor_deleted(c, t, loc);
}

struct cdecl *check_destroyed(struct sema *c, const struct ctype *t, struct loc loc) {
	check_destructible(c, t, loc);
	struct cdecl *dtor = class_dtor(c, t);
	if (dtor)
		check_use(c, dtor, loc);
	return dtor;
}

static void check_pending(struct sema *c) {
	while (c->pending.n) {
		struct cdecl *f = func_definition(c, vec_pop(&c->pending));
		if (f->is_absent)
			check_absent_body(c, f);
		else
			check_body(c, f);
		bool may_run = f->is_needed || !cdecl_rare(f)->host_var;
		if (may_run && (f->body || f->flags & SPEC_EXTERN || !f->is_defaulted))
			check_emit(c, f);
	}
}

/* ---- the whole --------------------------------------------------------------------- */

static void names_init(struct sema *c) {
	struct strtab *t = c->u->names;
	c->name.operator_call = str_lit(t, "operator()");
	c->name.this_ = str_lit(t, "this");
	c->name.operator_assign = str_lit(t, "operator=");
	c->name.begin = str_lit(t, "begin");
	c->name.end = str_lit(t, "end");
	c->name.ctor = str_lit(t, "(constructor)");
	c->name.dtor = str_lit(t, "~");
	c->name.conversion = str_lit(t, "operator T");
	c->name.op_new[0] = str_lit(t, "operator new");
	c->name.op_new[1] = str_lit(t, "operator new[]");
	c->name.op_delete[0] = str_lit(t, "operator delete");
	c->name.op_delete[1] = str_lit(t, "operator delete[]");
}

static bool check_all(struct sema *c) {
	struct cunit *u = c->u;
	ctypes_init(&u->types, u->arena);
	names_init(c);
	class_declare_late(c);
	if (!cuda_scan(u))
		return false;
	u->global = cscope_new(u->arena, CSCOPE_NAMESPACE, NULL, NULL);
	cuda_skim(u, u->global, 0, u->ntoken - 1);
	check_roots(c);
	check_pending(c);
	for (u32 i = 0; i < u->opt->ninstance; i++)
		check_instance(c, u->opt->instance[i]);
	check_pending(c);
	check_uncalled(c);
	remarks(c);
	warn_annotations(c);
	return u->diag->nerror == 0;
}

bool check_unit(struct cunit *u) {
	struct sema *c = arena_new(u->arena, struct sema);
	*c = (struct sema){.u = u,
	                   .a = u->arena,
	                   .t = &u->types,
	                   .parsed = MAP_INIT(u->arena),
	                   .body = MAP_INIT(u->arena),
	                   .delegates = MAP_INIT(u->arena),
	                   .local_class = MAP_INIT(u->arena),
	                   .like_named = MAP_INIT(u->arena),
	                   .unexpanded = MAP_INIT(u->arena),
	                   .once = MAP_INIT(u->arena)};
	c->vectors = MAP_INIT(u->arena);
	c->memfn = MAP_INIT(u->arena);
	c->bound_scope = MAP_INIT(u->arena);
	c->bound_decl = MAP_INIT(u->arena);
	c->inheriting = MAP_INIT(u->arena);
	c->tparam_names = MAP_INIT(u->arena);
	c->synth = MAP_INIT(u->arena);
	c->order = MAP_INIT(u->arena);
	c->guides = MAP_INIT(u->arena);
	c->made_up = MAP_INIT(u->arena);
	c->objects = MAP_INIT(u->arena);
	c->parts = MAP_INIT(u->arena);
	c->befriended = MAP_INIT(u->arena);
	c->warned = MAP_INIT(u->arena);
	c->dispatcher = MAP_INIT(u->arena);
	u->check = c;
	bool ok = check_all(c);
	arena_drop(&c->temp);
	return ok;
}

struct syn *syn_made(struct sema *c, enum syn_kind kind, struct loc loc, u32 nkid) {
	struct syn *s = arena_new(c->a, struct syn);
	s->kind = (u16)kind;
	s->loc = loc;
	s->nkid = nkid;
	s->kid = arena_array(c->a, struct syn *, nkid + 1);
	return s;
}
