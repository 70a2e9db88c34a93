/* names.c - names in expressions: variables of -G, variables and
 * registers of the PTX, built-in variables, values that were printed before.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/names.h"
#include "runtime/debug/places.h"
#include "runtime/debug/state.h"
#include "runtime/debug/type.h"
#include "runtime/debug/value.h"

/* ---- variables of -G --------------------------------------------------------------- */

/* Returns the innermost scope of the frame: calls that are inlined in it are frames of
 * their own. */
static struct dscope *scope_of(const struct dframe *fr) {
	struct dscope *s = symbols_scope(fr->code, fr->inst);
	u32 level = fr->level;
	for (struct dscope *at = s; level && at; at = at->parent)
		if (at->is_inlined) {
			level--;
			s = at->parent;
		}
	return s;
}

u32 eval_locals(struct arena *a, const struct focus *f, bool params, struct dvar ***out) {
	struct dframe fr;
	VEC(struct dvar *) list = {0};
	*out = NULL;
	if (!state_frame(f, f->frame, &fr))
		return 0;
	for (struct dscope *s = scope_of(&fr); s; s = s->parent) {
		for (u32 i = 0; i < s->nvar; i++)
			if (s->var[i].is_param == params)
				vec_push(a, &list, &s->var[i]);
		if (s->is_function || s->is_inlined)
			break;
	}
	*out = list.at;
	return list.n;
}

/* Dynamic shared memory has the size that the launch gave it. */
static const struct dtype *type_there(const struct dvar *d) {
	const struct dtype *t = d->type;
	if (t->kind != DT_ARRAY || t->count || !t->base->size || d->var == NO_REG)
		return t;
	const struct var *v = &dbg.module->ir->var[d->var];
	bool open = v->space == SPACE_SHARED && v->ndim == 1 && !v->dim[0];
	return open ? type_array(t->base, dbg.launch->shared_dynamic / t->base->size) : t;
}

/* Follows a reference, whose address is in its memory or its register. */
static bool follow(struct eval *e, const struct dvar *d, struct value *v) {
	struct value home = *v;
	u64 to;
	home.type = type_basic(DT_INT, 8, false);
	if (!value_load(e, &home, &to, 8))
		return false;
	v->space = SPACE_GENERIC;
	v->addr = to;
	if (d->type->kind == DT_REF)
		v->type = d->type->base;
	return true;
}

static bool value_of_var(struct eval *e, const struct dframe *fr, u32 var,
                         struct value *v);

/* A kernel's parameter before the first instructions have stored it where the debug
 * information says: what the launch has given. False: it is in its place. */
static bool launched_value(struct eval *e, const struct dframe *fr, const struct dvar *d,
                           struct value *v) {
	const struct func *f = fr->code->f->func;
	const struct dscope *s;
	u32 n = 0;
	if (!d->is_param || !f->is_entry || fr->level || fr->inst >= fr->code->body)
		return false;
	for (s = scope_of(fr); s && !s->is_function;)
		s = s->parent;
	if (!s || d < s->var || d >= s->var + s->nvar)
		return false;
	for (const struct dvar *x = s->var; x < d; x++)
		n += x->is_param;
	if (n >= f->nparam || !value_of_var(e, fr, f->param[n], v))
		return false;
	u64 size = v->type->size;
	bool is_reference = d->is_indirect || d->type->kind == DT_REF;
	if (is_reference ? size != 8 : size != d->type->size)
		return false;
	v->type = d->type;
	return !is_reference || follow(e, d, v);
}

bool eval_variable(struct eval *e, const struct dframe *fr, const struct dvar *d,
                   struct value *v) {
	if (launched_value(e, fr, d, v))
		return true;
	u32 space = SPACE_NONE, reg = NO_REG;
	u64 addr = 0;
	bool is_indirect = d->is_indirect || d->type->kind == DT_REF;
	for (u32 i = 0; i < d->nplace; i++)
		if (fr->inst >= d->place[i].low && fr->inst < d->place[i].high)
			reg = d->place[i].reg;
	reg = d->reg != NO_REG ? d->reg : reg;
	if (reg != NO_REG) {
		*v = (struct value){.type = d->type,
		                    .space = SPACE_REGISTER,
		                    .addr = reg,
		                    .at = e->at};
		return !is_indirect || follow(e, d, v);
	}
	if (d->var == NO_REG || !state_var(&e->at, fr, d->var, &space, &addr, &reg)) {
		eval_error(e, "<optimized out>");
		return false;
	}
	*v = (struct value){.type = type_there(d),
	                    .space = space,
	                    .addr = addr + d->offset,
	                    .at = e->at};
	if (reg != NO_REG) {
		v->space = SPACE_REGISTER;
		v->addr = reg;
	}
	return !is_indirect || follow(e, d, v);
}

/* ---- variables of the PTX ---------------------------------------------------------- */

static const struct dtype *type_of_var(const struct var *v) {
	const struct dtype *t = type_of_ptx((enum type)v->type);
	if (v->type == TYPE_NONE || t->size == 0)
		t = type_basic(DT_CHAR, 1, false);
	if (v->vec > 1)
		t = type_array(t, v->vec);
	u64 n = t->size;
	for (u32 i = 0; i < v->ndim; i++)
		n *= v->dim[i];
	if (v->ndim && n == 0 &&
	    v->ndim == 1) /* dynamic shared memory has the size that the launch gave it */
		return type_array(t, dbg.launch ? dbg.launch->shared_dynamic /
		                                          MAX(t->size, 1u)
		                                : 0);
	for (u32 i = v->ndim; i--;)
		t = type_array(t, v->dim[i]);
	return t;
}

static bool value_of_var(struct eval *e, const struct dframe *fr, u32 var,
                         struct value *v) {
	u32 space, reg;
	u64 addr;
	if (!state_var(&e->at, fr, var, &space, &addr, &reg))
		return false;
	*v = (struct value){.type = type_of_var(&dbg.module->ir->var[var]),
	                    .space = reg != NO_REG ? SPACE_REGISTER : space,
	                    .addr = reg != NO_REG ? reg : addr,
	                    .at = e->at};
	return true;
}

bool eval_module_var(struct eval *e, u32 var, struct value *v, const char **name) {
	struct dframe fr;
	bool has_frame = state_frame(&e->at, e->at.frame, &fr);
	const struct dvar *d = symbols_var(places_of(dbg.module), var);
	if (!value_of_var(e, has_frame ? &fr : NULL, var, v))
		return false;
	*name = d ? d->name : dbg.module->ir->var[var].name->s;
	const struct dtype *t = d ? type_there(d) : NULL;
	if (d && t->kind != DT_REF && !d->is_indirect && t->size) {
		v->type = t;
		v->addr += d->offset;
	}
	return true;
}

bool eval_param(struct eval *e, const struct dframe *fr, u32 i, struct value *v,
                const char **name) {
	const struct func *f = fr->code->f->func;
	if (i >= f->nparam)
		return false;
	*name = dbg.module->ir->var[f->param[i]].name->s;
	return value_of_var(e, fr, f->param[i], v);
}

/* "_ZZ4kernPiE4tile" is tile. */
static bool is_named(const char *mangled, const char *name) {
	size_t n = strlen(mangled), m = strlen(name);
	if (strcmp(mangled, name) == 0)
		return true;
	if (strncmp(mangled, "_Z", 2) != 0 || m == 0)
		return false;
	char digits[32];
	snprintf(digits, sizeof digits, "%zu", m);
	const char *at = n >= m ? mangled + n - m : mangled;
	while (at >= mangled + 2 && strncmp(at, name, m) != 0)
		at--;
	size_t d = strlen(digits);
	return at >= mangled + 2 + d && strncmp(at - d, digits, d) == 0 &&
	       (at[m] == 0 || at[m] == '_' || at[m] == 'E');
}

static bool find_ptx_variable(struct eval *e, const struct dframe *fr, const char *name,
                              struct value *v) {
	const struct module *m = dbg.module->ir;
	const struct func *f = fr ? fr->code->f->func : NULL;
	for (u32 pass = 0; pass < 2; pass++) { /* exact names first */
		for (u32 i = 0; f && i < f->nvar + f->nparam; i++) {
			u32 var = i < f->nvar ? f->var[i] : f->param[i - f->nvar];
			const char *s = m->var[var].name->s;
			if ((pass ? is_named(s, name) : strcmp(s, name) == 0) &&
			    value_of_var(e, fr, var, v))
				return true;
		}
		for (u32 i = 0; i < m->nvar; i++) {
			const char *s = m->var[i].name ? m->var[i].name->s : "";
			bool outer = m->var[i].func == NO_REG ||
			             m->var[i].space == SPACE_SHARED ||
			             m->var[i].space == SPACE_GLOBAL;
			if (outer && (pass ? is_named(s, name) : strcmp(s, name) == 0) &&
			    value_of_var(e, fr, i, v))
				return true;
		}
	}
	return false;
}

static const struct {
	const char *text;
	u8 type;
} sreg_info[SREG_COUNT] = {
#define SREG(id, text, type, ...) [SREG_##id] = {text, TYPE_##type},
#include "ir/sreg.def"
#undef SREG
};

/* ---- built-in variables and registers ---------------------------------------------- */

static bool builtin(struct eval *e, const char *name, struct value *v) {
	static const struct {
		const char *name;
		enum sreg sreg;
	} three[] = {{"threadIdx", SREG_TID_X},
	             {"blockIdx", SREG_CTAID_X},
	             {"blockDim", SREG_NTID_X},
	             {"gridDim", SREG_NCTAID_X},
	             {"clusterIdx", SREG_CLUSTERID_X}};
	for (u32 i = 0; i < countof(three); i++) {
		if (strcmp(three[i].name, name) != 0)
			continue;
		*v = (struct value){.type = type_dim3(), .space = SPACE_NONE};
		for (u32 k = 0; k < 3; k++) {
			u32 n = (u32)state_sreg(&e->at, (enum sreg)(three[i].sreg + k));
			memcpy(v->bytes + 4 * k, &n, 4);
		}
		return true;
	}
	if (strcmp(name, "warpSize") != 0)
		return false;
	value_of_int(v, type_basic(DT_INT, 4, true), WARP_LANES);
	return true;
}

bool eval_register(struct eval *e, const char *name, struct value *v) {
	struct dframe fr;
	if (!state_frame(&e->at, e->at.frame, &fr))
		return false;
	const struct func *f = fr.code->f->func;
	for (u32 i = 0; i < f->nreg; i++) {
		u64 word[2];
		if (strcmp(f->reg[i].name->s, name) != 0)
			continue;
		if (!state_register(&e->at, &fr, i, word)) {
			eval_error(e, "register %s is not used", name);
			return false;
		}
		*v = (struct value){.type = type_of_ptx((enum type)f->reg[i].type),
		                    .space = SPACE_REGISTER,
		                    .addr = i,
		                    .at = e->at};
		return true;
	}
	for (u32 i = 0; i < SREG_COUNT; i++)
		if (strcmp(sreg_info[i].text, name) == 0) {
			const struct dtype *t = type_of_ptx((enum type)sreg_info[i].type);
			value_of_int(v, t, (s64)state_sreg(&e->at, (enum sreg)i));
			return true;
		}
	return false;
}

/* ---- values that were printed, and those that the user named ----------------------- */

struct kept {
	struct kept *next;
	const char *name; /* NULL: of the numbered list */
	u32 number;
	struct value v;
};
static struct kept *kept;
static u32 nkept;

/* Copies the value out of the memory that it lies in. */
static struct value still(struct eval *e, const struct value *v) {
	struct value s = *v;
	if (v->space == SPACE_NONE && !v->data)
		return s;
	if (v->type->kind == DT_ARRAY && v->type->count == 0)
		return s;
	u8 *bytes = arena_alloc(&dbg.arena, v->type->size + 16, 16);
	if (!value_load(e, v, bytes, v->type->size))
		return s;
	s.data = NULL;
	s.space = SPACE_NONE;
	if (v->bits) {
		s64 n;
		value_int(e, v, &n);
		value_of_int(&s, v->type, n);
	} else if (v->type->size <= sizeof s.bytes) {
		memcpy(s.bytes, bytes, v->type->size);
	} else {
		s.data = bytes;
	}
	return s;
}

u32 history_add(struct eval *e, const struct value *v) {
	struct kept *k = arena_new(&dbg.arena, struct kept);
	*k = (struct kept){.next = kept, .number = ++nkept, .v = still(e, v)};
	kept = k;
	return nkept;
}

void history_set(struct eval *e, const char *name, const struct value *v) {
	struct kept *k = kept;
	while (k && (!k->name || strcmp(k->name, name) != 0))
		k = k->next;
	if (!k) {
		k = arena_new(&dbg.arena, struct kept);
		k->name = arena_strdup(&dbg.arena, name, strlen(name));
		k->next = kept;
		kept = k;
	}
	k->v = still(e, v);
}

bool history_value(struct eval *e, const char *name, struct value *v) {
	bool numbered = !*name || isdigit((unsigned char)*name) || *name == '$';
	u32 number = nkept;
	if (*name == '$') /* $$ is the one before, $$n the nth before */
		number -= MIN(nkept, name[1] ? (u32)strtoul(name + 1, NULL, 10) : 1u);
	else if (isdigit((unsigned char)*name))
		number = (u32)strtoul(name, NULL, 10);
	for (struct kept *k = kept; k; k = k->next)
		if (numbered ? !k->name && k->number == number
		             : k->name && strcmp(k->name, name) == 0) {
			*v = k->v;
			return true;
		}
	*v = (struct value){.type = type_basic(DT_VOID, 0, false), .space = SPACE_NONE};
	if (!numbered || !*name || number == 0)
		return true;
	eval_error(e, "History has not yet reached $%u.", number);
	return false;
}

/* ---- names ------------------------------------------------------------------------- */

bool eval_name(struct eval *e, const char *name, struct value *v) {
	struct dframe fr;
	if (dbg.g && state_frame(&e->at, e->at.frame, &fr)) {
		for (struct dscope *s = scope_of(&fr); s; s = s->parent) {
			for (u32 i = 0; i < s->nvar; i++)
				if (strcmp(s->var[i].name, name) == 0)
					return eval_variable(e, &fr, &s->var[i], v);
			if (s->is_function || s->is_inlined)
				break;
		}
		if (builtin(e, name, v))
			return true;
		struct dwarf_unit *u = symbols_read(fr.code->symbols);
		for (u32 i = 0; u && i < u->nglobal; i++)
			if (strcmp(u->global[i].name, name) == 0 &&
			    u->global[i].var != NO_REG)
				return eval_variable(e, &fr, &u->global[i], v);
		if (find_ptx_variable(e, &fr, name, v))
			return true;
	}
	for (struct symbols *s = dbg.symbols; s; s = s->next) {
		for (u32 i = 0; i < s->m->ir->nfunc; i++) {
			const struct func *f = s->m->ir->func[i];
			const char *plain = places_plain_name(e->arena, f->name->s);
			if (!f->has_body ||
			    (strcmp(plain, name) != 0 && strcmp(f->name->s, name) != 0))
				continue;
			value_of_int(v,
			             type_pointer(type_basic(DT_FUNC, 0, false),
			                          SPACE_GENERIC),
			             (s64)(s->m->image.code_base + 16 * (u64)i));
			return true;
		}
	}
	return false;
}
