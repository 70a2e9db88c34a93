/* unit.c - a translation unit: its variables, its kernels, and the functions that they
 * call. A function whose calls are all lowered in place is not emitted.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "ir/lower/call.h"
#include "ir/lower/debug.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/line.h"
#include "ir/lower/state.h"
#include "ir/lower/types.h"
#include "ir/lower/unit.h"
#include "parser/cuda/meaning/mangle.h"
#include "parser/ptx/ast.h"

/* ---- variables --------------------------------------------------------------------- */

static u8 space_of(const struct cdecl *d) {
	switch ((enum cspace)d->space) {
	case CSPACE_CONSTANT: return SPACE_CONST;
	case CSPACE_SHARED: return SPACE_SHARED;
	default: return SPACE_GLOBAL;
	}
}

static bool holds_pointers(const struct ctype *t) {
	t = ctype_element(t);
	if (t->kind != CT_CLASS)
		return t->kind == CT_PTR || ctype_is_ref(t);
	const struct cclass *c = t->decl->cls;
	if (c->has_vptr)
		return true;
	for (u32 i = 0; i < c->field.n; i++)
		if (holds_pointers(c->field.at[i].type))
			return true;
	return false;
}

/* Sets type and size: scalars have their own type; objects are bytes, or words if they
 * hold addresses. */
static void shape(struct var *v, const struct ctype *t) {
	v->size_bytes = ctype_is_ref(t) ? 8 : ctype_size(t);
	v->align = ctype_is_ref(t) ? 8 : ctype_align(t);
	if (!type_is_object(t) && !type_is_int128(t)) {
		v->type = (u8)(type_is_bool(t) ? TYPE_U8 : type_mem(t));
		return;
	}
	bool words = holds_pointers(t) && v->size_bytes % 8 == 0;
	v->type = words ? TYPE_U64 : TYPE_B8;
	v->ndim = 1;
	v->dim[0] = v->size_bytes / (words ? 8 : 1);
}

static u8 var_linkage(struct lower *l, const struct cdecl *d) {
	if (d->is_extern_shared)
		return LINKAGE_EXTERN;
	/* all files have one variable of an inline function ([dcl.inline]) */
	if (l->opt->rdc && d->is_static_local && d->definition &&
	    d->space != CSPACE_SHARED && func_linkage(l, d->definition) == LINKAGE_WEAK)
		return LINKAGE_WEAK;
	if (d->space == CSPACE_SHARED || d->is_static_local || (d->flags & SPEC_STATIC))
		return LINKAGE_NONE;
	if (d->is_extern && !d->init && l->opt->rdc)
		return LINKAGE_EXTERN;
	if (l->opt->rdc && d->link_name && name_is_internal(d, d->link_name))
		return LINKAGE_NONE;
	return d->is_inst || (d->flags & SPEC_INLINE) ? LINKAGE_WEAK : LINKAGE_VISIBLE;
}

/* Notes a use of a shared variable: one that only a single function refers to becomes
 * local to that function (nvcc: "demoted"). */
static void shared_used(struct lower *l, u32 var) {
	u32 func = l->f ? l->f->index : NO_REG;
	for (u32 i = 0; i < l->shared.n; i++) {
		struct shared_use *s = &l->shared.at[i];
		if (s->var == var) {
			if (s->func != func)
				s->func = NO_REG;
			return;
		}
	}
	vec_push(&l->unit, &l->shared, (struct shared_use){var, func, 0});
}

static void extern_shared(struct var *v) {
	v->type = TYPE_B8;
	v->ndim = 1;
	v->dim[0] = 0;
	v->size_bytes = 0;
	v->align = MAX(v->align, 16u);
}

const char *ptx_name(struct arena *a, const char *s) {
	size_t n = 0;
	for (const char *c = s; *c; c++)
		n += (u8)*c >= 0x80;
	if ((*s == '_' || *s == '$') && !s[1]) /* _ alone is no name */
		return arena_printf(a, "%s$", s);
	if (!n)
		return s;
	char *out = arena_array_raw(a, char, strlen(s) + 2 * n + 1), *to = out;
	for (; *s; s++) {
		if ((u8)*s < 0x80)
			*to++ = *s;
		else
			to += snprintf(to, 4, "$%02x", (u8)*s);
	}
	*to = 0;
	return out;
}

struct str *link_name(struct lower *l, struct cdecl *d) {
	const struct str *s = d->link_name ? d->link_name : mangle_decl(l->u, d);
	const char *name = s ? s->s : d->name ? d->name->s : "$unnamed";
	return name_of(l, "%s", ptx_name(&l->unit, name));
}

/* Whether the variable is in the device's code only since that uses it: a constant of the
 * host's, too, or a static one of a function. */
static bool is_private(const struct cdecl *d, const struct var *v) {
	const u64 spaces = SPEC_DEVICE | SPEC_CONSTANT | SPEC_MANAGED | SPEC_SHARED;
	return v->linkage == LINKAGE_NONE && v->space == SPACE_GLOBAL &&
	       !(d->flags & spaces);
}

/* Whether it is a variable of the host's that device code has no copy of. */
static bool is_of_host(const struct cdecl *d) {
	const struct ctype *t = ctype_element(ctype_noref(d->type));
	return d->space == CSPACE_HOST && !d->is_constexpr && !(t->quals & Q_CONST);
}

u32 global_var(struct lower *l, struct cdecl *d) {
	struct var_info *info = var_info(l, d);
	if (info->var != NO_REG) {
		if (l->r.var.at[info->var].space == SPACE_SHARED)
			shared_used(l, info->var);
		return info->var;
	}
	struct var v = {.name = link_name(l, d),
	                .loc = d->loc,
	                .space = space_of(d),
	                .linkage = var_linkage(l, d),
	                .func = NO_REG,
	                .reg = NO_REG,
	                .managed = d->space == CSPACE_MANAGED};
	const struct ctype *elem = ctype_element(d->type);
	if (d->is_extern_shared) {
		v.align = ctype_align(elem);
		extern_shared(&v);
	} else {
		shape(&v, d->type);
	}
	v.align = MAX(v.align, d->align_attr);
	/* two functions may have static variables of the same name */
	struct str *base = v.name;
	for (u32 i = 1; name_find(&l->r, v.name); i++)
		v.name = name_of(l, "%s$%u", base->s, i);
	u32 index = info->var = l->r.var.n;
	v.is_host = is_of_host(d);
	if (v.is_host)
		v.linkage = LINKAGE_NONE;
	v.is_private = is_private(d, &v);
	vec_push_over(l->arena, &l->r.var, v);
	name_bind(&l->r, v.name, BIND_VAR, index, d->loc);
	debug_static(l, d, index);
	if (v.space == SPACE_SHARED) {
		shared_used(l, index);
	} else if (d->init && v.linkage != LINKAGE_EXTERN) {
		global_init(l, index, d);
	}
	return index;
}

/* ---- string literals --------------------------------------------------------------- */

struct literal {
	struct literal *next;
	const char *text;
	u64 size;
	u32 length, var;
};

static u64 hash_bytes(const char *s, u64 n) {
	u64 h = 1469598103934665603u;
	for (u64 i = 0; i < n; i++)
		h = (h ^ (u8)s[i]) * 1099511628211u;
	return h;
}

u32 string_bytes_var(struct lower *l, const char *text, u32 length, u64 align, u64 size) {
	u64 hash = hash_bytes(text, length) ^ size * 31 ^ align;
	struct literal *first = (struct literal *)(uintptr_t)*map_at(&l->string, hash);
	for (struct literal *s = first; s; s = s->next)
		if (s->size == size && s->length == length &&
		    !memcmp(s->text, text, length))
			return s->var;
	struct var v = {.loc = l->loc,
	                .space = SPACE_GLOBAL,
	                .type = TYPE_B8,
	                .func = NO_REG,
	                .align = align,
	                .size_bytes = size,
	                .ndim = 1,
	                .dim = {size},
	                .reg = NO_REG};
	v.name = l->nstring ? name_of(l, "$str$%u", l->nstring) : name_of(l, "$str");
	l->nstring++;
	u64 used = MIN((u64)length, size);
	while (used && !text[used - 1])
		used--;
	if (used) {
		v.init = arena_copy(l->arena, text, used, 1);
		v.init_bytes = used;
	}
	struct literal *s = arena_new(&l->unit, struct literal);
	*s = (struct literal){first, text, size, length, l->r.var.n};
	*map_at(&l->string, hash) = (uintptr_t)s;
	v.is_private = true;
	vec_push_over(l->arena, &l->r.var, v);
	return s->var;
}

u32 string_var(struct lower *l, const struct cexpr *e) {
	return string_bytes_var(l, e->text, e->length, ctype_align(e->type),
	                        ctype_size(e->type));
}

/* ---- the module -------------------------------------------------------------------- */

static struct module *module_new(struct lower *l) {
	const struct cuda_options *opt = l->opt;
	struct module *m = arena_new(l->arena, struct module);
	struct strtab *names = arena_new(l->arena, struct strtab);
	char sm[32];
	strtab_init(names, l->arena);
	m->arena = l->arena;
	m->names = names;
	m->sources = l->u->sources;
	m->version = 90;
	m->version_major = 9;
	m->sm = opt->sm;
	m->sm_suffix = opt->sm_suffix;
	m->address_size = 64;
	m->target = arena_array(l->arena, struct str *, 2);
	int n = snprintf(sm, sizeof sm, "sm_%u%c", opt->sm, opt->sm_suffix);
	m->target[m->ntarget++] = str_intern(
		names, sm, strlen(sm) < (size_t)n ? strlen(sm) : (size_t)n);
	if (opt->debug)
		m->target[m->ntarget++] = str_lit(names, "debug");
	return m;
}

static void shared_demote(struct lower *l) {
	for (u32 i = 0; i < l->shared.n; i++) {
		struct shared_use s = l->shared.at[i];
		struct var *v = &l->r.var.at[s.var];
		if (s.func == NO_REG || v->linkage == LINKAGE_EXTERN)
			continue;
		struct func *f = l->r.func.at[s.func];
		u32 *list = arena_array(l->arena, u32, f->nvar + 1);
		if (f->nvar)
			memcpy(list, f->var, f->nvar * sizeof *list);
		list[f->nvar] = s.var;
		f->var = list;
		f->nvar++;
		v->func = s.func;
	}
}

static void item_add(struct lower *l, enum item_kind kind, u32 index) {
	vec_push(&l->r.unit, &l->r.item, (struct module_item){kind, index});
}

struct var_at { /* whose initialiser is being looked at, from `reloc` on */
	u32 var, reloc;
};

/* Adds a variable after those that its initialiser refers to. Of a circle, which other
 * assemblers refuse, one is named early. */
static void item_add_var(struct lower *l, u32 index, bool *is_begun) {
	VEC(struct var_at) path = {0};
	for (u32 next = index; next != NO_REG || path.n;) {
		if (next != NO_REG) {
			const struct var *v = &l->r.var.at[next];
			bool is_item = v->func == NO_REG && v->space != SPACE_PARAM;
			if (is_item && !is_begun[next]) {
				is_begun[next] = true;
				vec_push(&l->unit, &path, (struct var_at){next, 0});
			}
			next = NO_REG;
			continue;
		}
		const struct var *v = &l->r.var.at[vec_last(&path).var];
		if (vec_last(&path).reloc < v->nreloc)
			next = v->reloc[vec_last(&path).reloc++].var;
		else
			item_add(l, ITEM_VAR, vec_pop(&path).var);
	}
}

/* Files, prototypes, variables, then functions: each name stands before its uses,
 * and so do variables that initialisers refer to. */
static void items_order(struct lower *l) {
	for (u32 i = 0; i < l->r.file.n; i++)
		item_add(l, ITEM_FILE, i);
	for (u32 i = 0; i < l->r.func.n; i++)
		if (!l->r.func.at[i]->is_entry ||
		    (i < l->is_named_before.n && l->is_named_before.at[i]))
			item_add(l, ITEM_FUNC_DECL, i);
	bool *is_begun = arena_array(&l->unit, bool, l->r.var.n + 1);
	for (u32 pass = 0; pass < 2; pass++)
		for (u32 i = 0; i < l->r.var.n; i++) {
			const struct var *v = &l->r.var.at[i];
			if (pass == 1 || !v->nreloc)
				item_add_var(l, i, is_begun);
		}
	for (u32 i = 0; i < l->r.func.n; i++)
		if (l->r.func.at[i]->has_body)
			item_add(l, ITEM_FUNC_DEF, i);
	for (u32 i = 0; i < l->r.section.n; i++)
		item_add(l, ITEM_SECTION, i);
}

static void emit_list(struct lower *l) {
	struct cunit *u = l->u;
	for (u32 i = 0; i < u->emit.n; i++) {
		struct cdecl *d = u->emit.at[i];
		if (d->kind == CDECL_VAR && d->space != CSPACE_HOST &&
		    d->space != CSPACE_AUTO && !cdecl_rare(d)->sreg &&
		    (d->space != CSPACE_SHARED || d->is_extern_shared))
			global_var(l, d);
	}
	for (u32 i = 0; i < u->emit.n; i++) {
		struct cdecl *d = u->emit.at[i];
		if (d->kind != CDECL_FUNC || !func_definition(d)->body)
			continue;
		if (d->is_kernel || (l->opt->rdc && d->is_kept))
			func_declare(l, d);
	}
}

static void finish(struct lower *l) {
	shared_demote(l);
	line_finish(l);
	debug_finish(l);
	items_order(l);
	resolver_finish(&l->r);
	for (u32 i = 0; i < l->r.func.n; i++) /* func->arena is set in declarations too */
		l->r.func.at[i]->arena = l->arena;
}

struct module *lower_unit(struct arena *arena, struct cunit *u) {
	struct lower *l = arena_new(u->arena, struct lower);
	u32 before = u->diag->nerror;
	l->arena = arena;
	l->u = u;
	l->opt = u->opt;
	l->d = u->diag;
	l->temp = MAP_INIT(&l->unit);
	l->string = MAP_INIT(&l->unit);
	l->asm_form = MAP_INIT(&l->unit);
	l->file_index = MAP_INIT(&l->unit);
	l->place_index = MAP_INIT(&l->unit);
	l->debug_name_index = MAP_INIT(&l->unit);
	struct module *m = module_new(l);
	resolver_begin(&l->r, m, l->d);
	emit_list(l);
	for (u32 i = 0; i < l->queue.n; i++)
		func_lower(l, l->queue.at[i]);
	finish(l);
	arena_drop(&l->unit);
	return u->diag->nerror == before ? m : NULL;
}
