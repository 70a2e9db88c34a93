/* where.c - __builtin_LINE(), __builtin_FILE(), __builtin_FUNCTION() and what
 * std::source_location::current() is made of: the place of the call or, in a default
 * argument or a default member initialiser, the place where that is used
 * ([support.srcloc.cons]); the outermost, if one is used in another. Functions have the
 * names that nvcc gives them, without their types; columns are those of the user's file,
 * which nvcc does not know, as it reads preprocessed lines.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/expr/where.h"

#include "parser/cuda/meaning/class/class.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/expr/convert.h"
#include "parser/cuda/meaning/expr/expr.h"
#include "parser/cuda/meaning/expr/node.h"
#include "parser/cuda/meaning/expr/pretty.h"
#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/stmt/body.h"

struct loc site_enter(struct sema *c, struct loc loc) {
	struct loc before = c->site;
	if (!before.end)
		c->site = loc;
	return before;
}

void site_leave(struct sema *c, struct loc before) {
	c->site = before;
}

static struct cexpr *text_at(struct sema *c, const char *text, struct loc loc) {
	struct syn s = {.kind = SYN_STRING,
	                .loc = loc,
	                .text = text,
	                .length = (u32)strlen(text)};
	return check_string(c, &s);
}

static struct cexpr *decayed(struct sema *c, struct cexpr *text) {
	const struct ctype *t = ctype_ptr(c->t, text->type->base);
	return convert(c, text, t, CONV_IMPLICIT, text->loc);
}

static const char *file_of(const struct source_pos *pos) {
	return pos->file ? pos->file->name : "";
}

static const char *function_here(struct sema *c) {
	return c->fn ? check_func_name(c, c->fn->func) : "";
}

static struct cdecl *type_in(struct sema *c, struct cdecl *owner, const char *name) {
	struct cdecl *d = owner && owner->inner
	                          ? lookup_in(c, owner->inner,
	                                      str_intern(c->u->names, name, strlen(name)))
	                          : NULL;
	return d ? decl_of(c, d) : NULL;
}

/* Makes a new constant object {file, function, line, column}. */
static struct cexpr *record_of(struct sema *c, const struct ctype *t,
                               const struct source_pos *pos, struct loc loc) {
	const struct ctype *number = c->t->basic[CT_UINT];
	struct cexpr *part[] = {
		decayed(c, text_at(c, file_of(pos), loc)),
		decayed(c, text_at(c, function_here(c), loc)),
		cexpr_int(c, number, pos->line, loc),
		cexpr_int(c, number, pos->column, loc),
	};
	struct cexpr *init = init_from(c, t, part, countof(part), INIT_DIRECT, loc);
	if (!init || is_error(init))
		return cexpr_error(c, loc);
	const char *name = arena_printf(c->a, "__simt_source_location_%u", c->nobject++);
	struct cdecl *d = cdecl_new(c->a, CDECL_VAR,
	                            str_intern(c->u->names, name, strlen(name)), loc);
	d->scope = c->u->global;
	d->type = ctype_qualified(c->t, t, Q_CONST);
	d->state = CSTATE_CHECKED;
	d->is_constexpr = true;
	d->flags = SPEC_CONSTEXPR | SPEC_STATIC;
	d->space = CSPACE_GLOBAL;
	d->init = init;
	return cexpr_addr(c, cexpr_var(c, d, loc));
}

/* Makes what libstdc++ expects: a pointer to a std::source_location::__impl, as const
 * void *. */
static struct cexpr *source_location(struct sema *c, const struct source_pos *pos,
                                     struct loc loc) {
	const struct ctype *p = ctype_ptr(
		c->t, ctype_qualified(c->t, c->t->basic[CT_VOID], Q_CONST));
	if (c->unevaluated)
		return cexpr_int(c, p, 0, loc);
	struct cdecl *std = cscope_find_here(c->u->global, str_lit(c->u->names, "std"),
	                                     0);
	struct cdecl *d = type_in(c, type_in(c, std, "source_location"), "__impl");
	if (!d || d->kind != CDECL_TYPE || !d->type || !type_complete(c, d->type, loc)) {
		struct diag_record *r = check_error(
			c, loc, E0608,
			"__builtin_source_location needs 'std::source_location::__impl'");
		check_note(c, r, "add #include <source_location>");
		return cexpr_error(c, loc);
	}
	struct cexpr *e = record_of(c, d->type, pos, loc);
	return is_error(e) ? e : convert(c, e, p, CONV_IMPLICIT, loc);
}

struct cexpr *check_where_builtin(struct sema *c, struct syn *s, const char *name) {
	struct loc at = c->site.end ? c->site : s->loc;
	struct source_pos pos = source_pos(c->u->diag->sources, at.start);
	if (s->nkid != 1)
		return NULL;
	if (strcmp(name, "__builtin_LINE") == 0)
		return cexpr_int(c, c->t->basic[CT_INT], pos.line, s->loc);
	if (strcmp(name, "__builtin_FILE") == 0)
		return decayed(c, text_at(c, file_of(&pos), s->loc));
	if (strcmp(name, "__builtin_FUNCTION") == 0)
		return decayed(c, text_at(c, function_here(c), s->loc));
	if (strcmp(name, "__builtin_source_location") == 0)
		return source_location(c, &pos, s->loc);
	return NULL;
}
