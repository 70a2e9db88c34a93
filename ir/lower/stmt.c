/* stmt.c - statements. A scope's variables are destroyed in reverse order on every way
 * out of it: its end, break, continue, return and goto.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/stmt.h"
#include "ir/lower/call.h"
#include "ir/lower/debug.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/expr.h"
#include "ir/lower/line.h"
#include "ir/lower/place.h"
#include "ir/lower/scope.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

/* ---- destructors ------------------------------------------------------------------- */

void cleanup_push(struct lower *l, struct place p, const struct ctype *t,
                  struct cdecl *dtor) {
	struct cleanup *c = arena_new(&l->r.scratch, struct cleanup);
	*c = (struct cleanup){
		.up = l->cleanup, .place = place_fixed(l, p), .type = t, .dtor = dtor};
	l->cleanup = c;
}

static void destroy_array(struct lower *l, struct place p, const struct ctype *t,
                          struct cdecl *dtor) {
	u64 size = ctype_size(t->base);
	if (p.kind == PLACE_OBJECT || t->n <= 4) {
		for (u64 i = t->n; i-- > 0;)
			object_destroy(l, place_add(p, i * size), t->base, dtor);
		return;
	}
	struct operand at = reg_new_var(l, TYPE_B64), first = place_address(l, p);
	u32 head = label_new(l);
	emit_mov(l, TYPE_B64, at,
	         emit2(l, ROW_ADD, 0, TYPE_S64, first, opr_imm(t->n * size)));
	label_set(l, head);
	emit_mov(l, TYPE_B64, at, emit2(l, ROW_SUB, 0, TYPE_S64, at, opr_imm(size)));
	object_destroy(l, place_at(at), t->base, dtor);
	emit_bra_if(l, emit2(l, ROW_SETP_S, MOD_BITS(CMP, NE), TYPE_S64, at, first),
	            false, head);
}

void object_destroy(struct lower *l, struct place p, const struct ctype *t,
                    struct cdecl *dtor) {
	if (!dtor)
		return;
	if (t->kind == CT_ARRAY)
		destroy_array(l, p, t, dtor);
	else
		lower_member_call(l, dtor, p, NULL, 0);
}

static void cleanup_one(struct lower *l, const struct cleanup *c) {
	if (!c->taken.kind) {
		object_destroy(l, c->place, c->type, c->dtor);
		return;
	}
	struct cleanup *below = l->cleanup;
	u32 no = label_new(l), end = label_new(l);
	emit_bra_if(l, c->taken, true, no);
	l->cleanup = c->yes;
	cleanup_run(l, c->base);
	emit_bra(l, end);
	label_set(l, no);
	l->cleanup = c->no;
	cleanup_run(l, c->base);
	label_set(l, end);
	l->cleanup = below;
}

void cleanup_run(struct lower *l, struct cleanup *base) {
	struct cleanup *saved = l->cleanup;
	for (struct cleanup *c = saved; c && c != base; c = c->up) {
		/* a destructor's own temporaries go on top of the rest */
		l->cleanup = c->up;
		cleanup_one(l, c);
	}
	l->cleanup = saved;
}

void cleanup_pop(struct lower *l, struct cleanup *base) {
	l->cleanup = base;
}

/* Destroys the temporaries of a declaration, except those that a reference extends. */
static void temporaries_end(struct lower *l, struct cleanup *base) {
	struct cleanup *kept = NULL, *list = l->cleanup;
	bool any = false;
	for (struct cleanup *c = list; c != base; c = c->up)
		any |= !c->is_extended;
	if (!any)
		return;
	for (struct cleanup *c = list; c != base;) {
		struct cleanup *up = c->up;
		if (c->is_extended) {
			c->up = kept;
			kept = c;
		} else {
			l->cleanup = base;
			cleanup_one(l, c);
		}
		c = up;
	}
	l->cleanup = base;
	while (kept) {
		struct cleanup *next = kept->up;
		kept->up = l->cleanup;
		l->cleanup = kept;
		kept = next;
	}
}

/* ---- declarations ------------------------------------------------------------------ */

/* Binds a variable to the place of the function's result (named return value
 * optimisation). */
static void result_bind(struct lower *l, struct cdecl *d) {
	struct var_info *info = var_info(l, d);
	info->is_bound = false;
	info->place = l->frame->ret;
	if (d->init)
		lower_into(l, d->init, info->place);
}

static void lower_decl(struct lower *l, struct cstmt *s) {
	struct cdecl *d = s->decl;
	if (d->space != CSPACE_AUTO || d->is_static_local || d->is_extern)
		return;
	struct cleanup *base = l->cleanup;
	if (d->is_result)
		result_bind(l, d);
	else
		var_bind(l, d, d->init);
	debug_var(l, d);
	temporaries_end(l, base);
	if (s->dtor && !ctype_is_ref(d->type))
		cleanup_push(l, var_info(l, d)->place, d->type, s->dtor);
}

/* ---- jumps ------------------------------------------------------------------------- */

static void leave(struct lower *l, struct jump *j, u32 label) {
	cleanup_run(l, j->base);
	emit_bra(l, label);
}

static void lower_break(struct lower *l, struct cstmt *s) {
	if (l->jump)
		leave(l, l->jump, l->jump->brk);
	else
		lower_unsupported(l, s->loc, "break outside of a loop or switch");
}

static void lower_continue(struct lower *l, struct cstmt *s) {
	struct jump *j = l->jump;
	while (j && j->cont == NO_REG)
		j = j->up;
	if (j)
		leave(l, j, j->cont);
	else
		lower_unsupported(l, s->loc, "continue outside of a loop");
}

static void return_value(struct lower *l, struct cexpr *e) {
	static const struct ctype address = {.kind = CT_ULONG, .plain = &address};
	struct frame *f = l->frame;
	const struct ctype *result = f->fn->type->base;
	if (result && ctype_is_ref(result)) {
		struct place p = place_fixed(l, lower_place(l, e));
		if (f->ret.kind)
			place_store(l, f->ret, &address, val_of(place_address(l, p)));
		else if (f->ret_ref)
			*f->ret_ref = p;
	} else if (e->type->kind == CT_VOID) {
		lower_effect(l, e);
	} else if (type_is_object(e->type)) {
		lower_into(l, e, f->ret);
	} else if (f->ret.kind) {
		place_store(l, f->ret, ctype_unqual(e->type), lower_value(l, e));
	} else {
		f->value = value_keep(l, lower_value(l, e), e->type);
	}
}

static void lower_return(struct lower *l, struct cstmt *s) {
	struct cleanup *saved = l->cleanup;
	if (s->e && !s->is_made)
		return_value(l, s->e);
	struct frame *f = l->frame;
	cleanup_run(l, f->base);
	cleanup_pop(l, saved);
	if (f->ret_label == NO_REG)
		f->ret_label = label_new(l);
	f->nret_jump += emit_bra(l, f->ret_label);
}

void return_label_set(struct lower *l, struct frame *f) {
	if (f->nret_jump && jump_drop(l, f->ret_label))
		f->nret_jump--;
	if (f->nret_jump)
		label_set(l, f->ret_label);
}

static struct label_info *label_of(struct lower *l, struct clabel *c) {
	struct label_info *info = c->lower;
	if (!info || info->frame != l->frame->serial) {
		info = arena_new(&l->unit, struct label_info);
		info->label = label_new(l);
		info->frame = l->frame->serial;
		c->lower = info;
	}
	return info;
}

static void lower_goto(struct lower *l, struct cstmt *s) {
	struct label_info *to = label_of(l, s->label);
	if (l->cleanup == l->frame->base) {
		emit_bra(l, to->label);
	} else if (to->is_placed) {
		cleanup_run(l, to->cleanup);
		emit_bra(l, to->label);
	} else { /* the label decides which scopes end */
		u32 out = label_new(l);
		emit_bra(l, out);
		vec_push(&l->unit, &l->fixup,
		         (struct fixup){out, s->label, l->cleanup, l->frame->serial});
	}
}

/* Emits the destructors for jumps forward to this label, and their way to it. */
static void labels_wait(struct lower *l, struct clabel *to, struct label_info *info) {
	u32 after = NO_REG;
	for (u32 i = 0; i < l->fixup.n; i++) {
		struct fixup f = l->fixup.at[i];
		if (f.to != to || f.frame != l->frame->serial)
			continue;
		if (after == NO_REG) {
			after = label_new(l);
			emit_bra(l, after);
		}
		label_set(l, f.label);
		l->cleanup = f.from;
		cleanup_run(l, info->cleanup);
		l->cleanup = info->cleanup;
		emit_bra(l, info->label);
		l->fixup.at[i--] = vec_last(&l->fixup);
		l->fixup.n--;
	}
	if (after != NO_REG)
		label_set(l, after);
}

static void lower_label(struct lower *l, struct cstmt *s) {
	struct label_info *info = label_of(l, s->label);
	info->is_placed = true;
	info->cleanup = l->cleanup;
	label_set(l, info->label);
	labels_wait(l, s->label, info);
	lower_stmt(l, s->s);
}

void fixups_lower(struct lower *l) {
	for (u32 i = 0; i < l->fixup.n; i++) { /* to labels that were never placed */
		label_set(l, l->fixup.at[i].label);
		emit_trap(l);
	}
	l->fixup.n = 0;
}

/* ---- loops ------------------------------------------------------------------------- */

static void unroll_pragma(struct lower *l, const struct cstmt *s) {
	struct str *text;
	if (s->unroll == CUNROLL_NONE)
		return;
	if (s->unroll == CUNROLL_FULL)
		text = name_of(l, "unroll");
	else if (s->unroll_factor <= 1)
		text = name_of(l, "nounroll");
	else
		text = name_of(l, "unroll %u", s->unroll_factor);
	vec_push(&l->r.scratch, &l->r.b.pragma, text);
	vec_push(&l->r.scratch, &l->r.b.pragma_at, l->r.b.inst.n);
}

static void lower_loop(struct lower *l, struct cstmt *s) {
	u32 head = label_new(l), body = label_new(l);
	struct jump j = {.up = l->jump,
	                 .brk = label_new(l),
	                 .cont = label_new(l),
	                 .base = l->cleanup};
	l->jump = &j;
	label_set(l, head);
	unroll_pragma(l, s);
	if (s->kind == CS_WHILE)
		label_set(l, j.cont);
	if (s->kind != CS_DO && s->e)
		lower_condition(l, s->e, body, j.brk, body);
	label_set(l, body);
	if (s->s)
		lower_stmt(l, s->s);
	if (s->kind != CS_WHILE)
		label_set(l, j.cont);
	line_at(l, s->loc);
	if (s->kind == CS_FOR && s->step)
		lower_full(l, s->step);
	if (s->kind == CS_DO)
		lower_condition(l, s->e, head, j.brk, j.brk);
	else
		emit_bra(l, head);
	label_set(l, j.brk);
	l->jump = j.up;
}

/* ---- statements -------------------------------------------------------------------- */

static void lower_if(struct lower *l, struct cstmt *s) {
	u32 yes = label_new(l), no = label_new(l);
	lower_condition(l, s->e, yes, no, yes);
	struct cstmt *then = if_branch(s, true), *other = if_branch(s, false);
	label_set(l, yes);
	if (then)
		lower_stmt(l, then);
	if (!other) {
		label_set(l, no);
		return;
	}
	u32 end = label_new(l);
	emit_bra(l, end);
	label_set(l, no);
	lower_stmt(l, other);
	label_set(l, end);
}

static void lower_block(struct lower *l, struct cstmt *s) {
	struct cleanup *base = l->cleanup;
	bool is_scope = debug_is_block(l, s);
	if (is_scope)
		debug_open(l, DEBUG_BLOCK, l->frame->fn, s->loc);
	for (u32 i = 0; i < s->list.n; i++)
		lower_stmt(l, s->list.at[i]);
	cleanup_run(l, base);
	cleanup_pop(l, base);
	if (is_scope)
		debug_close(l, DEBUG_BLOCK, l->frame->fn);
}

void lower_stmt(struct lower *l, struct cstmt *s) {
	if (!s)
		return;
	l->loc = s->loc;
	line_at(l, s->loc);
	switch ((enum cstmt_kind)s->kind) {
	case CS_EXPR:
		if (s->e)
			lower_full(l, s->e);
		break;
	case CS_DECL: lower_decl(l, s); break;
	case CS_BLOCK: lower_block(l, s); break;
	case CS_IF: lower_if(l, s); break;
	case CS_WHILE:
	case CS_DO:
	case CS_FOR: lower_loop(l, s); break;
	case CS_SWITCH: lower_switch(l, s); break;
	case CS_CASE:
	case CS_DEFAULT:
		label_set(l, switch_label(l));
		lower_stmt(l, s->s);
		break;
	case CS_BREAK: lower_break(l, s); break;
	case CS_CONTINUE: lower_continue(l, s); break;
	case CS_RETURN: lower_return(l, s); break;
	case CS_GOTO: lower_goto(l, s); break;
	case CS_LABEL: lower_label(l, s); break;
	case CS_ASM: {
		struct cleanup *base = l->cleanup;
		lower_asm(l, s->asm_);
		cleanup_run(l, base);
		cleanup_pop(l, base);
		break;
	}
	case CS_NULL: break;
	}
}
