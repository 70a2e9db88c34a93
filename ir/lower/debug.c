/* debug.c - with -G: the scopes of a function, and a place in memory for each of its
 * variables.
 *
 * Variables are .local variables then (place_new), except parameters of kernels that are
 * read where they lie. References and `this`, which are bound to a place and never
 * change, get a copy of their address in a .local variable when they are bound. So a
 * debugger finds every variable of a scope at one address from its declaration to the
 * scope's end, which are labels in the text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/lower/debug.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/place.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"

/* ---- scopes ------------------------------------------------------------------------ */

static struct str *label_here(struct lower *l) {
	struct str *name = name_of(l, "$L__tmp%u", l->ndebug_label++);
	ir_block_new(&l->r.b, name);
	return name;
}

static bool is_recorded(const struct lower *l, enum debug_scope_kind kind,
                        const struct cdecl *fn) {
	return l->opt->debug && (kind == DEBUG_FUNC || !fn->is_system);
}

void debug_open(struct lower *l, enum debug_scope_kind kind, struct cdecl *fn,
                struct loc loc) {
	if (!is_recorded(l, kind, fn))
		return;
	struct debug_scope *s = arena_new(&l->unit, struct debug_scope);
	s->kind = (u8)kind;
	s->up = l->debug_scope;
	s->fn = fn;
	s->loc = loc;
	s->begin = label_here(l);
	if (s->up)
		vec_push(&l->unit, &s->up->inner, s);
	else
		vec_push(&l->unit, &l->debug_func, s);
	l->debug_scope = s;
}

void debug_close(struct lower *l, enum debug_scope_kind kind, struct cdecl *fn) {
	if (!is_recorded(l, kind, fn))
		return;
	l->debug_scope->end = label_here(l);
	l->debug_scope = l->debug_scope->up;
}

bool debug_is_block(const struct lower *l, const struct cstmt *s) {
	if (!l->opt->debug)
		return false;
	for (u32 i = 0; i < s->list.n; i++)
		if (s->list.at[i]->kind == CS_DECL)
			return true;
	return false;
}

/* ---- variables --------------------------------------------------------------------- */

/* A copy of what never changes again. */
static struct place shadow(struct lower *l, const struct ctype *t, struct val v) {
	struct place home = local_new(l, ctype_size(t), ctype_align(t));
	place_store(l, home, ctype_unqual(t), v);
	return home;
}

static bool is_home(const struct place *p) {
	return p->kind == PLACE_MEM && p->base.kind == OPR_ADDR_SYM && !p->bit_width;
}

static struct place home_of(struct lower *l, struct cdecl *d, bool *is_indirect) {
	struct var_info *info = var_info(l, d);
	bool is_address = ctype_is_ref(d->type) || info->is_bound;
	if (!is_address && is_home(&info->place))
		return info->place;
	if (is_address && info->place.kind == PLACE_MEM)
		return shadow(l, type_address(), val_of(place_address(l, info->place)));
	if (!is_address && info->place.kind && !type_is_object(d->type))
		return shadow(l, d->type, place_load(l, info->place, d->type));
	*is_indirect = !is_address && info->place.kind == PLACE_MEM;
	if (*is_indirect)
		return shadow(l, type_address(), val_of(place_address(l, info->place)));
	return place_none();
}

void debug_var(struct lower *l, struct cdecl *d) {
	struct debug_scope *s = l->debug_scope;
	if (!s || !d->name || l->frame->fn->is_system)
		return;
	struct debug_var v = {.decl = d, .is_param = d->is_param, .var = NO_REG};
	struct place home = home_of(l, d, &v.is_indirect);
	if (home.kind) {
		v.var = home.base.index;
		v.offset = (u64)home.base.value;
	}
	vec_push(&l->unit, &s->var, v);
}

void debug_static(struct lower *l, struct cdecl *d, u32 var) {
	struct debug_scope *s = l->debug_scope;
	if (!s || !d->name || !d->scope || d->scope->kind == CSCOPE_NAMESPACE ||
	    d->scope->kind == CSCOPE_CLASS)
		return;
	while (s->up)
		s = s->up;
	var_info(l, d)->is_in_scope = true;
	vec_push(&l->unit, &s->var, (struct debug_var){.decl = d, .var = var});
}
