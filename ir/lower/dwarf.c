/* dwarf.c - writes what debug.c recorded as DWARF 2 into the sections .debug_abbrev and
 * .debug_info of the PTX, with PTX's additions: the location of a variable is the address
 * of a .local, .param, .shared, .global or .const variable (DW_OP_addr NAME), and
 * DW_AT_address_class tells the space. docs/debug-info.md describes it.
 *
 * An entry is its abbreviation's number and the attributes that the abbreviation lists.
 * Entries refer to types by offsets, which are filled in when all have been written:
 * types may refer to each other in circles.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/dwarf.h"
#include "ir/lower/debug.h"
#include "ir/lower/decl_info.h"
#include "ir/lower/emit.h"
#include "ir/lower/line.h"
#include "ir/lower/state.h"
#include "ir/lower/unit.h"

/* ---- abbreviations ----------------------------------------------------------------- */

enum abbrev {
	ABBREV_UNIT = 1,
	ABBREV_FUNC,
	ABBREV_FUNC_VOID,
	ABBREV_ABSTRACT,
	ABBREV_INLINED,
	ABBREV_BLOCK,
	ABBREV_PARAMETER,
	ABBREV_PARAMETER_LOST, /* without a location */
	ABBREV_VARIABLE,
	ABBREV_VARIABLE_LOST,
	ABBREV_BASE,
	ABBREV_POINTER,
	ABBREV_POINTER_VOID,
	ABBREV_REFERENCE,
	ABBREV_CONST,
	ABBREV_CONST_VOID,
	ABBREV_VOLATILE,
	ABBREV_VOLATILE_VOID,
	ABBREV_ARRAY,
	ABBREV_SUBRANGE,
	ABBREV_SUBRANGE_OPEN,
	ABBREV_STRUCT,
	ABBREV_UNION,
	ABBREV_DECLARED, /* a class that is not complete */
	ABBREV_MEMBER,
	ABBREV_BIT_FIELD,
	ABBREV_INHERITANCE,
	ABBREV_ENUM,
	ABBREV_ENUMERATOR,
	ABBREV_FUNC_TYPE,
	ABBREV_COUNT
};

struct abbrev_row {
	u8 tag;
	bool has_inner;
	u16 at[11][2]; /* attribute, form; ends with 0 */
};

/* clang-format off */
static const struct abbrev_row abbrev_row[ABBREV_COUNT] = {
	[ABBREV_UNIT] = {TAG_UNIT, true, {{AT_PRODUCER, FORM_STRING}, {AT_LANGUAGE, FORM_DATA1}, {AT_NAME, FORM_STRING}, {AT_STMT_LIST, FORM_DATA4}, {AT_COMP_DIR, FORM_STRING}}},
	[ABBREV_FUNC] = {TAG_FUNC, true, {{AT_LOW_PC, FORM_ADDR}, {AT_HIGH_PC, FORM_ADDR}, {AT_FRAME_BASE, FORM_BLOCK1}, {AT_LINKAGE_NAME, FORM_STRING}, {AT_NAME, FORM_STRING}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}, {AT_EXTERNAL, FORM_FLAG}, {AT_TYPE, FORM_REF4}}},
	[ABBREV_FUNC_VOID] = {TAG_FUNC, true, {{AT_LOW_PC, FORM_ADDR}, {AT_HIGH_PC, FORM_ADDR}, {AT_FRAME_BASE, FORM_BLOCK1}, {AT_LINKAGE_NAME, FORM_STRING}, {AT_NAME, FORM_STRING}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}, {AT_EXTERNAL, FORM_FLAG}}},
	[ABBREV_ABSTRACT] = {TAG_FUNC, false, {{AT_LINKAGE_NAME, FORM_STRING}, {AT_NAME, FORM_STRING}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}}},
	[ABBREV_INLINED] = {TAG_INLINED, true, {{AT_ABSTRACT_ORIGIN, FORM_REF4}, {AT_LOW_PC, FORM_ADDR}, {AT_HIGH_PC, FORM_ADDR}, {AT_CALL_FILE, FORM_DATA4}, {AT_CALL_LINE, FORM_DATA4}}},
	[ABBREV_BLOCK] = {TAG_BLOCK, true, {{AT_LOW_PC, FORM_ADDR}, {AT_HIGH_PC, FORM_ADDR}}},
	[ABBREV_PARAMETER] = {TAG_PARAMETER, false, {{AT_LOCATION, FORM_BLOCK1}, {AT_ADDRESS_CLASS, FORM_DATA1}, {AT_NAME, FORM_STRING}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}, {AT_TYPE, FORM_REF4}}},
	[ABBREV_PARAMETER_LOST] = {TAG_PARAMETER, false, {{AT_NAME, FORM_STRING}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}, {AT_TYPE, FORM_REF4}}},
	[ABBREV_VARIABLE] = {TAG_VARIABLE, false, {{AT_LOCATION, FORM_BLOCK1}, {AT_ADDRESS_CLASS, FORM_DATA1}, {AT_NAME, FORM_STRING}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}, {AT_TYPE, FORM_REF4}}},
	[ABBREV_VARIABLE_LOST] = {TAG_VARIABLE, false, {{AT_NAME, FORM_STRING}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}, {AT_TYPE, FORM_REF4}}},
	[ABBREV_BASE] = {TAG_BASE, false, {{AT_NAME, FORM_STRING}, {AT_ENCODING, FORM_DATA1}, {AT_BYTE_SIZE, FORM_DATA1}}},
	[ABBREV_POINTER] = {TAG_POINTER, false, {{AT_TYPE, FORM_REF4}, {AT_ADDRESS_CLASS, FORM_DATA4}}},
	[ABBREV_POINTER_VOID] = {TAG_POINTER, false, {{AT_ADDRESS_CLASS, FORM_DATA4}}},
	[ABBREV_REFERENCE] = {TAG_REFERENCE, false, {{AT_TYPE, FORM_REF4}, {AT_ADDRESS_CLASS, FORM_DATA4}}},
	[ABBREV_CONST] = {TAG_CONST, false, {{AT_TYPE, FORM_REF4}}},
	[ABBREV_CONST_VOID] = {TAG_CONST, false, {{0, 0}}},
	[ABBREV_VOLATILE] = {TAG_VOLATILE, false, {{AT_TYPE, FORM_REF4}}},
	[ABBREV_VOLATILE_VOID] = {TAG_VOLATILE, false, {{0, 0}}},
	[ABBREV_ARRAY] = {TAG_ARRAY, true, {{AT_TYPE, FORM_REF4}}},
	[ABBREV_SUBRANGE] = {TAG_SUBRANGE, false, {{AT_TYPE, FORM_REF4}, {AT_UPPER_BOUND, FORM_DATA8}}},
	[ABBREV_SUBRANGE_OPEN] = {TAG_SUBRANGE, false, {{AT_TYPE, FORM_REF4}}},
	[ABBREV_STRUCT] = {TAG_STRUCT, true, {{AT_NAME, FORM_STRING}, {AT_BYTE_SIZE, FORM_DATA4}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}}},
	[ABBREV_UNION] = {TAG_UNION, true, {{AT_NAME, FORM_STRING}, {AT_BYTE_SIZE, FORM_DATA4}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}}},
	[ABBREV_DECLARED] = {TAG_UNSPECIFIED, false, {{AT_NAME, FORM_STRING}}},
	[ABBREV_MEMBER] = {TAG_MEMBER, false, {{AT_NAME, FORM_STRING}, {AT_TYPE, FORM_REF4}, {AT_DATA_MEMBER_LOCATION, FORM_BLOCK1}}},
	[ABBREV_BIT_FIELD] = {TAG_MEMBER, false, {{AT_NAME, FORM_STRING}, {AT_TYPE, FORM_REF4}, {AT_BYTE_SIZE, FORM_DATA1}, {AT_BIT_SIZE, FORM_DATA1}, {AT_BIT_OFFSET, FORM_DATA1}, {AT_DATA_MEMBER_LOCATION, FORM_BLOCK1}}},
	[ABBREV_INHERITANCE] = {TAG_INHERITANCE, false, {{AT_TYPE, FORM_REF4}, {AT_DATA_MEMBER_LOCATION, FORM_BLOCK1}}},
	[ABBREV_ENUM] = {TAG_ENUM, true, {{AT_NAME, FORM_STRING}, {AT_BYTE_SIZE, FORM_DATA1}, {AT_DECL_FILE, FORM_DATA4}, {AT_DECL_LINE, FORM_DATA4}}},
	[ABBREV_ENUMERATOR] = {TAG_ENUMERATOR, false, {{AT_NAME, FORM_STRING}, {AT_CONST_VALUE, FORM_DATA8}}},
	[ABBREV_FUNC_TYPE] = {TAG_FUNC_TYPE, false, {{0, 0}}},
};
/* clang-format on */

/* ---- the text of a section --------------------------------------------------------- */

struct type_ref { /* an item to be filled with a type's offset */
	u32 item;
	const struct ctype *type;
};

struct dwarf {
	struct lower *l;
	VEC(struct section_item) item;
	u32 bytes;         /* so far */
	struct map offset; /* ctype, or cdecl of a function lowered in place -> its
	                      entry's offset */
	VEC(const struct ctype *) type; /* those to be written */
	VEC(struct type_ref) ref;
};

static void put(struct dwarf *w, enum type t, u64 value) {
	vec_push(&w->l->unit, &w->item,
	         (struct section_item){
			 .kind = SECTION_DATA, .type = (u8)t, .value = (s64)value});
	w->bytes += type_size_bytes(t);
}

static void put8(struct dwarf *w, u64 value) {
	put(w, TYPE_B8, value & 0xff);
}

static void put32(struct dwarf *w, u64 value) {
	put(w, TYPE_B32, value & 0xffffffff);
}

static void put_symbol(struct dwarf *w, enum type t, struct str *name) {
	vec_push(&w->l->unit, &w->item,
	         (struct section_item){
			 .kind = SECTION_SYMBOL, .type = (u8)t, .name = name});
	w->bytes += type_size_bytes(t);
}

static void put_string(struct dwarf *w, const char *s) {
	do
		put8(w, (u8)*s);
	while (*s++);
}

static u32 uleb_size(u64 value) {
	u32 n = 1;
	while (value >>= 7)
		n++;
	return n;
}

static void put_uleb(struct dwarf *w, u64 value) {
	for (; value > 0x7f; value >>= 7)
		put8(w, (value & 0x7f) | 0x80);
	put8(w, value);
}

static void put_type(struct dwarf *w, const struct ctype *t) {
	if (!*map_at(&w->offset, (uintptr_t)t)) {
		*map_at(&w->offset, (uintptr_t)t) = 1; /* it will be written */
		vec_push(&w->l->unit, &w->type, t);
	}
	vec_push(&w->l->unit, &w->ref, (struct type_ref){w->item.n, t});
	put32(w, 0);
}

static void put_place(struct dwarf *w, struct loc loc) {
	struct source_pos pos = source_pos(w->l->u->sources, loc.start);
	put32(w, pos.file && loc.start ? line_file(w->l, pos.file->name) : 0);
	put32(w, loc.start ? pos.line : 0);
}

static void begin(struct dwarf *w, enum abbrev a) {
	put8(w, a);
}

static void end_inner(struct dwarf *w) {
	put8(w, 0);
}

/* ---- types ------------------------------------------------------------------------- */

static void put_member_location(struct dwarf *w, u64 offset) {
	put8(w, 1 + uleb_size(offset));
	put8(w, OP_PLUS_UCONST);
	put_uleb(w, offset);
}

/* DWARF 2 counts the bits of a bit-field from the high end of its storage. */
static void put_field(struct dwarf *w, const struct cfield *f) {
	if (f->is_base) {
		begin(w, ABBREV_INHERITANCE);
		put_type(w, f->type);
	} else {
		u64 size = ctype_is_ref(f->type) ? 8 : ctype_size(f->type);
		begin(w, f->bit_width ? ABBREV_BIT_FIELD : ABBREV_MEMBER);
		put_string(w, f->name ? f->name->s : "");
		put_type(w, f->type);
		if (f->bit_width) {
			size = f->bit_bytes ? f->bit_bytes : size;
			put8(w, size);
			put8(w, f->bit_width);
			put8(w, size * 8 - f->bit_offset - f->bit_width);
		}
	}
	put_member_location(w, f->offset_bytes);
}

static const char *class_name(struct dwarf *w, const struct ctype *t) {
	return t->decl->name ? ctype_text(&w->l->unit, t) : "";
}

static void put_class(struct dwarf *w, const struct ctype *t) {
	const struct cclass *c = t->decl->cls;
	if (!c || !c->is_complete) {
		begin(w, ABBREV_DECLARED);
		put_string(w, class_name(w, t));
		return;
	}
	begin(w, c->is_union ? ABBREV_UNION : ABBREV_STRUCT);
	put_string(w, class_name(w, t));
	put32(w, c->size_bytes);
	put_place(w, t->decl->loc);
	for (u32 i = 0; i < c->field.n; i++)
		if (!c->field.at[i].is_virtual) /* its offset is no constant */
			put_field(w, &c->field.at[i]);
	end_inner(w);
}

/* Arrays of arrays are one entry with several ranges. */
static void put_array(struct dwarf *w, const struct ctype *t) {
	static const struct ctype index = {.kind = CT_ULONG, .plain = &index};
	const struct ctype *elem = ctype_element(t);
	begin(w, ABBREV_ARRAY);
	put_type(w, elem);
	for (; t->kind == CT_ARRAY; t = t->base) {
		bool is_open = !t->has_size || !t->n;
		begin(w, is_open ? ABBREV_SUBRANGE_OPEN : ABBREV_SUBRANGE);
		put_type(w, &index);
		if (!is_open)
			put(w, TYPE_B64, t->n - 1);
	}
	end_inner(w);
}

static u8 encoding(const struct ctype *t) {
	switch ((enum ctype_kind)t->kind) {
	case CT_BOOL: return ATE_BOOLEAN;
	case CT_CHAR:
	case CT_SCHAR: return ATE_SIGNED_CHAR;
	case CT_UCHAR:
	case CT_CHAR8: return ATE_UNSIGNED_CHAR;
	default: break;
	}
	if (ctype_is_floating(t))
		return ATE_FLOAT;
	return ctype_is_integer(t) && ctype_is_signed(t) ? ATE_SIGNED : ATE_UNSIGNED;
}

static void put_base(struct dwarf *w, const struct ctype *t) {
	begin(w, ABBREV_BASE);
	put_string(w, ctype_text(&w->l->unit, t));
	put8(w, encoding(t));
	put8(w, t->kind == CT_MEMPTR || t->kind == CT_NULLPTR ? 8 : ctype_size(t));
}

/* An entry that stands for another type, which may be void. */
static void put_derived(struct dwarf *w, enum abbrev a, enum abbrev of_void,
                        const struct ctype *base) {
	bool is_void = base->kind == CT_VOID && !base->quals;
	begin(w, is_void ? of_void : a);
	if (!is_void)
		put_type(w, base);
}

static void put_enum(struct dwarf *w, const struct ctype *t) {
	begin(w, ABBREV_ENUM);
	put_string(w, class_name(w, t));
	put8(w, ctype_size(t));
	put_place(w, t->decl->loc);
	const struct cscope *inner = t->decl->inner;
	for (u32 i = 0; inner && i < inner->member.n; i++) {
		const struct cdecl *e = inner->member.at[i];
		if (e->kind != CDECL_ENUMERATOR)
			continue;
		begin(w, ABBREV_ENUMERATOR);
		put_string(w, e->name->s);
		put(w, TYPE_B64, e->value);
	}
	end_inner(w);
}

static void put_type_entry(struct dwarf *w, const struct ctype *t) {
	struct ctypes *all = &w->l->u->types;
	if (t->quals & Q_CONST) {
		put_derived(w, ABBREV_CONST, ABBREV_CONST_VOID,
		            ctype_qualified(all, t->plain, t->quals & Q_VOLATILE));
		return;
	}
	if (t->quals & Q_VOLATILE) {
		put_derived(w, ABBREV_VOLATILE, ABBREV_VOLATILE_VOID, t->plain);
		return;
	}
	switch ((enum ctype_kind)t->kind) {
	case CT_PTR:
		put_derived(w, ABBREV_POINTER, ABBREV_POINTER_VOID, t->base);
		put32(w, DEBUG_CLASS_GENERIC);
		break;
	case CT_LREF:
	case CT_RREF:
		begin(w, ABBREV_REFERENCE);
		put_type(w, t->base);
		put32(w, DEBUG_CLASS_GENERIC);
		break;
	case CT_ARRAY: put_array(w, t); break;
	case CT_CLASS: put_class(w, t); break;
	case CT_ENUM: put_enum(w, t); break;
	case CT_FUNC: begin(w, ABBREV_FUNC_TYPE); break;
	case CT_VOID:
		begin(w, ABBREV_DECLARED);
		put_string(w, "void");
		break;
	default: put_base(w, t); break;
	}
}

static void put_types(struct dwarf *w) {
	for (u32 i = 0; i < w->type.n; i++) {
		const struct ctype *t = w->type.at[i];
		*map_at(&w->offset, (uintptr_t)t) = w->bytes;
		put_type_entry(w, t);
	}
	for (u32 i = 0; i < w->ref.n; i++)
		w->item.at[w->ref.at[i].item].value = (s64)*map_at(
			&w->offset, (uintptr_t)w->ref.at[i].type);
}

/* ---- variables and scopes ---------------------------------------------------------- */

static u8 class_of(const struct var *v) {
	switch ((enum space)v->space) {
	case SPACE_CONST: return DEBUG_CLASS_CONST;
	case SPACE_LOCAL: return DEBUG_CLASS_LOCAL;
	case SPACE_PARAM: return DEBUG_CLASS_PARAM;
	case SPACE_SHARED: return DEBUG_CLASS_SHARED;
	default: return DEBUG_CLASS_GLOBAL;
	}
}

static void put_variable(struct dwarf *w, const struct debug_var *v) {
	if (v->var == NO_REG) {
		begin(w, v->is_param ? ABBREV_PARAMETER_LOST : ABBREV_VARIABLE_LOST);
	} else {
		const struct var *at = &w->l->r.var.at[v->var];
		begin(w, v->is_param ? ABBREV_PARAMETER : ABBREV_VARIABLE);
		put8(w, 9 + (v->offset ? 1 + uleb_size(v->offset) : 0) + v->is_indirect);
		put8(w, OP_ADDR);
		put_symbol(w, TYPE_B64, at->name);
		if (v->offset) {
			put8(w, OP_PLUS_UCONST);
			put_uleb(w, v->offset);
		}
		if (v->is_indirect)
			put8(w, OP_DEREF);
		put8(w, class_of(at));
	}
	put_string(w, v->decl->name->s);
	put_place(w, v->decl->loc);
	put_type(w, v->decl->type);
}

static void put_range(struct dwarf *w, const struct debug_scope *s) {
	put_symbol(w, TYPE_B64, s->begin);
	put_symbol(w, TYPE_B64, s->end);
}

static void put_func_names(struct dwarf *w, struct cdecl *fn) {
	put_string(w, link_name(w->l, fn)->s);
	put_string(w, fn->name ? fn->name->s : "");
	put_place(w, fn->loc);
}

static const struct ctype *result_of(const struct cdecl *fn) {
	const struct ctype *t = fn->is_ctor || fn->is_dtor || !fn->type ? NULL
	                                                                : fn->type->base;
	return t && t->kind != CT_VOID ? t : NULL;
}

static void put_func(struct dwarf *w, const struct debug_scope *s) {
	const struct ctype *result = result_of(s->fn);
	begin(w, result ? ABBREV_FUNC : ABBREV_FUNC_VOID);
	put_range(w, s);
	put8(w, 1);
	put8(w, OP_CALL_FRAME_CFA);
	put_func_names(w, s->fn);
	put8(w, !(s->fn->flags & SPEC_STATIC));
	if (result)
		put_type(w, result);
}

static void put_inlined(struct dwarf *w, const struct debug_scope *s) {
	begin(w, ABBREV_INLINED);
	put32(w, *map_at(&w->offset, (uintptr_t)s->fn));
	put_range(w, s);
	put_place(w, s->loc);
}

struct scope_walk {
	const struct debug_scope *scope;
	u32 next; /* of those inside */
};

static void put_scope_head(struct dwarf *w, const struct debug_scope *s) {
	switch ((enum debug_scope_kind)s->kind) {
	case DEBUG_FUNC: put_func(w, s); break;
	case DEBUG_INLINE: put_inlined(w, s); break;
	case DEBUG_BLOCK:
		begin(w, ABBREV_BLOCK);
		put_range(w, s);
		break;
	}
	for (u32 i = 0; i < s->var.n; i++)
		put_variable(w, &s->var.at[i]);
}

/* Writes the functions that are lowered in place, first and once each. */
static void put_origins(struct dwarf *w, const struct debug_scope *s) {
	if (s->kind == DEBUG_INLINE && !*map_at(&w->offset, (uintptr_t)s->fn)) {
		*map_at(&w->offset, (uintptr_t)s->fn) = w->bytes;
		begin(w, ABBREV_ABSTRACT);
		put_func_names(w, s->fn);
	}
}

/* Calls `visit` for a scope and then for all inside it, in preorder; `leave` after those
 * inside. */
static void walk_scopes(struct dwarf *w, const struct debug_scope *root,
                        void (*visit)(struct dwarf *, const struct debug_scope *),
                        void (*leave)(struct dwarf *)) {
	VEC(struct scope_walk) stack = {0};
	visit(w, root);
	vec_push(&w->l->unit, &stack, (struct scope_walk){.scope = root});
	while (stack.n) {
		struct scope_walk *at = &vec_last(&stack);
		if (at->next < at->scope->inner.n) {
			const struct debug_scope *s = at->scope->inner.at[at->next++];
			visit(w, s);
			vec_push(&w->l->unit, &stack, (struct scope_walk){.scope = s});
			continue;
		}
		if (leave)
			leave(w);
		stack.n--;
	}
}

/* ---- the sections ------------------------------------------------------------------ */

static void section_add(struct dwarf *w, const char *name) {
	struct lower *l = w->l;
	struct section s = {.name = name_of(l, "%s", name), .nitem = w->item.n};
	s.item = arena_array(l->arena, struct section_item, s.nitem + 1);
	memcpy(s.item, w->item.at, s.nitem * sizeof *s.item);
	vec_push(&l->r.unit, &l->r.section, s);
	w->item.n = 0;
	w->bytes = 0;
}

static void put_abbrevs(struct dwarf *w) {
	for (u32 i = ABBREV_UNIT; i < ABBREV_COUNT; i++) {
		const struct abbrev_row *r = &abbrev_row[i];
		put_uleb(w, i);
		put_uleb(w, r->tag);
		put8(w, r->has_inner);
		for (u32 k = 0; k < countof(r->at) && r->at[k][0]; k++) {
			put_uleb(w, r->at[k][0]);
			put_uleb(w, r->at[k][1]);
		}
		put8(w, 0);
		put8(w, 0);
	}
	put8(w, 0);
}

/* Writes the variables of the module, except those in the scope of their function. */
static void put_globals(struct dwarf *w) {
	struct cunit *u = w->l->u;
	for (u32 i = 0; i < u->emit.n; i++) {
		struct cdecl *d = u->emit.at[i];
		const struct var_info *info = d->lower;
		if (d->kind != CDECL_VAR || !d->name || !info || info->var == NO_REG ||
		    info->is_in_scope || d->is_system)
			continue;
		put_variable(w, &(struct debug_var){.decl = d, .var = info->var});
	}
}

static void put_header(struct dwarf *w) {
	put32(w, 0); /* the length of the rest, known at the end */
	put8(w, 2);  /* DWARF 2 */
	put8(w, 0);
	put_symbol(w, TYPE_B32, name_of(w->l, ".debug_abbrev"));
	put8(w, 8); /* bytes of an address */
	begin(w, ABBREV_UNIT);
	put_string(w, "simt");
	put8(w, LANG_C_PLUS_PLUS);
	put_string(w, w->l->u->file->name);
	put_symbol(w, TYPE_B32, name_of(w->l, ".debug_line"));
	put_string(w, "");
}

void debug_finish(struct lower *l) {
	struct dwarf w = {.l = l, .offset = MAP_INIT(&l->unit)};
	if (!l->opt->debug)
		return;
	put_abbrevs(&w);
	section_add(&w, ".debug_abbrev");
	put_header(&w);
	for (u32 i = 0; i < l->debug_func.n; i++)
		walk_scopes(&w, l->debug_func.at[i], put_origins, NULL);
	put_globals(&w);
	for (u32 i = 0; i < l->debug_func.n; i++)
		walk_scopes(&w, l->debug_func.at[i], put_scope_head, end_inner);
	put_types(&w);
	end_inner(&w);
	w.item.at[0].value = w.bytes - 4;
	section_add(&w, ".debug_info");
}
