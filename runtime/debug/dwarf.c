/* dwarf.c - the sections .debug_abbrev and .debug_info of a PTX text, as
 * docs/debug-info.md describes them: functions, scopes, variables with places, types.
 * What does not fit is left out; a damaged section ends the reading.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/dwarf.h"
#include "base/plain.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"
#include "runtime/debug/places.h"
#include "runtime/debug/type.h"

enum { DIE_MOST = 1 << 20, TYPE_DEPTH = 100, ATTRIBUTES = 24 };

/* ---- bytes ------------------------------------------------------------------------- */

struct bytes {
	const u8 *at;
	u32 n, pos;
	struct str **symbol; /* where a symbol stands, by its first byte */
	struct map label;    /* of the section -> where, + 1 */
	struct arena *arena; /* for names that are not plain as they stand */
	bool bad;
};

static struct bytes section_bytes(struct arena *a, const struct module *m,
                                  const char *name) {
	struct bytes b = {.label = MAP_INIT(a), .arena = a};
	for (u32 i = 0; i < m->nsection; i++) {
		const struct section *s = &m->section[i];
		if (strcmp(s->name->s, name) != 0)
			continue;
		for (u32 k = 0; k < s->nitem; k++)
			b.n += s->item[k].kind == SECTION_LABEL
			               ? 0
			               : type_size_bytes((enum type)s->item[k].type);
		u8 *to = arena_array(a, u8, b.n + 8);
		b.symbol = arena_array(a, struct str *, b.n + 1);
		b.at = to;
		u32 at = 0;
		for (u32 k = 0; k < s->nitem; k++) {
			const struct section_item *it = &s->item[k];
			if (it->kind == SECTION_LABEL) {
				*map_at(&b.label, (uintptr_t)it->name) = at + 1;
				continue;
			}
			/* the item's value is the offset from the symbol */
			memcpy(to + at, &it->value,
			       MIN(type_size_bytes((enum type)it->type), 8u));
			if (it->kind != SECTION_DATA)
				b.symbol[at] = it->name;
			at += type_size_bytes((enum type)it->type);
		}
		break;
	}
	return b;
}

static u64 number(struct bytes *b, u32 size) {
	u64 v = 0;
	if (size > b->n - b->pos) {
		b->bad = true;
		b->pos = b->n;
		return 0;
	}
	memcpy(&v, b->at + b->pos, MIN(size, 8u));
	b->pos += size;
	return v;
}

static u64 uleb(struct bytes *b) {
	u64 v = 0;
	for (u32 shift = 0; !b->bad; shift += 7) {
		u64 byte = number(b, 1);
		if (shift < 64)
			v |= (byte & 0x7f) << shift;
		if (byte < 0x80)
			break;
	}
	return v;
}

static s64 sleb(struct bytes *b) {
	u64 v = 0;
	for (u32 shift = 0; !b->bad;) {
		u64 byte = number(b, 1);
		if (shift < 64)
			v |= (byte & 0x7f) << shift;
		shift += 7;
		if (byte < 0x80) {
			if (byte & 0x40 && shift < 64)
				v |= ~0ull << shift;
			break;
		}
	}
	return (s64)v;
}

static const char *string(struct bytes *b) {
	const char *s = (const char *)b->at + b->pos;
	u32 n = (u32)strnlen(s, b->n - b->pos);
	if (b->pos + n >= b->n) {
		b->bad = true;
		b->pos = b->n;
		return "";
	}
	b->pos += n + 1;
	return plain_text(b->arena, s, "");
}

/* ---- entries ----------------------------------------------------------------------- */

struct die {
	u32 offset, parent, end; /* end: number of the first entry that is not inside */
	u16 tag;
	bool has_upper, has_place, is_indirect, has_list;
	bool is_elsewhere; /* of a member: not at an offset */
	const char *name;
	u32 type, origin, line, file;
	u64 size, upper, value, member, bits, bit_offset, encoding, add;
	struct str *low, *high, *place;
	u64 reg;  /* name of a register, its letters as a number */
	u32 list; /* has_list: where in .debug_loc */
};

struct reader {
	struct symbols *s;
	const struct module *m;
	struct bytes info;
	struct bytes text;  /* .debug_str */
	struct bytes lists; /* .debug_loc */
	u32 *abbrev; /* by number: where its description begins in abbreviations; 0: none
	              */
	u32 nabbrev;
	struct bytes abbrevs;
	VEC(struct die) die;
	struct map by_offset; /* of an entry -> its number + 1 */
	struct map type;      /* number + 1 -> dtype */
	struct map label;     /* str -> func << 32 | inst, + 1 */
	VEC(const struct dtype *) named;
	VEC(struct dvar) global;
};

static void read_abbrevs(struct reader *r) {
	struct bytes *b = &r->abbrevs;
	VEC(u32) at = {0};
	while (!b->bad && b->pos < b->n) {
		u64 code = uleb(b);
		if (!code || code > 65535)
			break;
		while (at.n <= code)
			vec_push(&r->s->arena, &at, 0);
		at.at[code] = b->pos + 1;
		uleb(b);
		number(b, 1);
		while (!b->bad) {
			u64 attribute = uleb(b), form = uleb(b);
			if (!attribute && !form)
				break;
		}
	}
	r->abbrev = at.at;
	r->nabbrev = at.n;
}

/* A value of a form. */
struct form_value {
	u64 n;
	const char *text;
	struct str *symbol;
	struct bytes block;
};

static struct form_value read_form(struct reader *r, u32 form) {
	struct bytes *b = &r->info;
	struct form_value v = {0};
	u32 size = 0;
	if (b->pos < b->n)
		v.symbol = b->symbol[b->pos];
	switch (form) {
	case FORM_ADDR: size = 8; break;
	case FORM_DATA8:
	case FORM_REF8: size = 8; break;
	case FORM_DATA4:
	case FORM_REF_ADDR:
	case FORM_REF4: size = 4; break;
	case FORM_DATA2:
	case FORM_REF2: size = 2; break;
	case FORM_DATA1:
	case FORM_FLAG:
	case FORM_REF1: size = 1; break;
	case FORM_STRING: v.text = string(b); return v;
	case FORM_SDATA: v.n = (u64)sleb(b); return v;
	case FORM_UDATA:
	case FORM_REF_UDATA: v.n = uleb(b); return v;
	case FORM_STRP: {
		u64 at = number(b, 4);
		r->text.pos = (u32)MIN(at, r->text.n);
		v.text = r->text.n ? string(&r->text) : "";
		return v;
	}
	case FORM_BLOCK2:
	case FORM_BLOCK4:
	case FORM_BLOCK:
	case FORM_BLOCK1: {
		u64 n = form == FORM_BLOCK ? uleb(b)
		                           : number(b, form == FORM_BLOCK2   ? 2
		                                       : form == FORM_BLOCK4 ? 4
		                                                             : 1);
		v.block = *b;
		if (n > b->n - b->pos)
			b->bad = true, n = 0;
		v.block.n = b->pos + (u32)n;
		b->pos += (u32)n;
		return v;
	}
	default: b->bad = true; return v;
	}
	v.n = number(b, size);
	return v;
}

static void read_place(struct die *d, struct bytes b) {
	struct str *symbol = b.pos + 1 < b.n ? b.symbol[b.pos + 1] : NULL;
	u64 first = number(&b, 1);
	if (first == OP_REGX)
		d->reg = uleb(&b);
	if (first != OP_ADDR || !symbol)
		return;
	number(&b, 8);
	d->place = symbol;
	d->has_place = true;
	while (!b.bad && b.pos < b.n) {
		u64 op = number(&b, 1);
		if (op == OP_PLUS_UCONST)
			d->add += uleb(&b);
		else if (op == OP_DEREF)
			d->is_indirect = true;
		else
			d->has_place = false;
	}
}

static void read_attribute(struct reader *r, struct die *d, u32 attribute, u32 form) {
	struct form_value v = read_form(r, form);
	switch (attribute) {
	case AT_NAME: d->name = v.text; break;
	case AT_TYPE: d->type = (u32)v.n; break;
	case AT_ABSTRACT_ORIGIN: d->origin = (u32)v.n; break;
	case AT_LOW_PC: d->low = v.symbol; break;
	case AT_HIGH_PC: d->high = v.symbol; break;
	case AT_BYTE_SIZE: d->size = v.n; break;
	case AT_BIT_SIZE: d->bits = v.n; break;
	case AT_BIT_OFFSET: d->bit_offset = v.n; break;
	case AT_UPPER_BOUND:
		d->upper = v.n;
		d->has_upper = true;
		break;
	case AT_CONST_VALUE: d->value = v.n; break;
	case AT_ENCODING: d->encoding = v.n; break;
	case AT_DECL_LINE: d->line = (u32)v.n; break;
	case AT_DECL_FILE: d->file = (u32)v.n; break;
	case AT_LOCATION: {
		const u64 *label = v.symbol ? map_find(&r->lists.label,
		                                       (uintptr_t)v.symbol)
		                            : NULL;
		if (v.block.at)
			read_place(d, v.block);
		d->has_list = !v.block.at;
		d->list = label ? (u32)*label - 1 : (u32)MIN(v.n, r->lists.n);
		break;
	}
	case AT_COUNT:
		d->upper = v.n - 1;
		d->has_upper = v.n != 0;
		break;
	case AT_DATA_MEMBER_LOCATION:
		if (!v.block.at)
			d->member = v.n;
		else if (number(&v.block, 1) == OP_PLUS_UCONST)
			d->member = uleb(&v.block);
		else
			d->is_elsewhere = true;
		break;
	default: break;
	}
}

/* Reads the entries of one unit. */
static void read_unit(struct reader *r) {
	struct bytes *b = &r->info;
	u32 begin = b->pos, open = NO_REG;
	u64 length = number(b, 4);
	u32 end = (u32)MIN((u64)b->pos + length, b->n);
	number(b, 2 + 4 + 1);
	while (!b->bad && b->pos < end && r->die.n < DIE_MOST) {
		u32 offset = b->pos - begin;
		u64 code = uleb(b);
		if (!code) {
			if (open == NO_REG)
				break;
			r->die.at[open].end = r->die.n;
			open = r->die.at[open].parent;
			continue;
		}
		if (code >= r->nabbrev || !r->abbrev[code])
			break;
		struct bytes at = r->abbrevs;
		at.pos = r->abbrev[code] - 1;
		at.bad = false;
		struct die d = {.offset = offset, .parent = open, .tag = (u16)uleb(&at)};
		bool has_inner = number(&at, 1) != 0;
		for (u32 i = 0; i < ATTRIBUTES && !b->bad; i++) {
			u32 attribute = (u32)uleb(&at), form = (u32)uleb(&at);
			if (!attribute && !form)
				break;
			read_attribute(r, &d, attribute, form);
		}
		*map_at(&r->by_offset, offset) = r->die.n + 1;
		d.end = r->die.n + 1;
		if (has_inner)
			open = r->die.n;
		vec_push(&r->s->arena, &r->die, d);
	}
	for (; open != NO_REG; open = r->die.at[open].parent)
		r->die.at[open].end = r->die.n;
	b->pos = end;
}

/* ---- types ------------------------------------------------------------------------- */

static const struct dtype *read_type(struct reader *r, u32 offset, u32 depth);

static void read_members(struct reader *r, struct dtype *t, u32 number, u32 depth) {
	struct arena *a = &r->s->arena;
	u32 n = 0, end = r->die.at[number].end;
	for (u32 i = number + 1; i < end; i = r->die.at[i].end)
		n++;
	t->member = arena_array(a, struct dmember, n + 1);
	for (u32 i = number + 1; i < end; i = r->die.at[i].end) {
		struct die d = r->die.at[i];
		struct dmember *m = &t->member[t->nmember];
		if ((d.tag != TAG_MEMBER && d.tag != TAG_INHERITANCE &&
		     d.tag != TAG_ENUMERATOR) ||
		    d.is_elsewhere)
			continue;
		m->name = d.name ? d.name : "";
		m->offset = d.member;
		m->value = (s64)d.value;
		m->is_base = d.tag == TAG_INHERITANCE;
		m->bits = (u32)d.bits;
		if (d.bits && d.size * 8 >= d.bit_offset + d.bits)
			m->bit_offset = (u32)(d.size * 8 - d.bit_offset - d.bits);
		m->type = d.tag == TAG_ENUMERATOR ? NULL
		                                  : read_type(r, d.type, depth + 1);
		t->nmember++;
	}
}

static const struct dtype *read_array(struct reader *r, u32 number, u32 depth) {
	const struct die *d = &r->die.at[number];
	const struct dtype *t = read_type(r, d->type, depth + 1);
	u64 dim[8];
	u32 n = 0;
	for (u32 i = number + 1; i < r->die.at[number].end; i = r->die.at[i].end)
		if (r->die.at[i].tag == TAG_SUBRANGE && n < countof(dim))
			dim[n++] = r->die.at[i].has_upper ? r->die.at[i].upper + 1 : 0;
	while (n)
		t = type_array(t, dim[--n]);
	return t;
}

static void fill_base(struct dtype *t, const struct die *d) {
	t->is_signed = d->encoding == 5 || d->encoding == 6;
	t->kind = d->encoding == 2                       ? DT_BOOL
	          : d->encoding == 4                     ? DT_FLOAT
	          : d->encoding == 6 || d->encoding == 8 ? DT_CHAR
	                                                 : DT_INT;
}

static const struct dtype *read_type(struct reader *r, u32 offset, u32 depth) {
	const u64 *at = offset ? map_find(&r->by_offset, offset) : NULL;
	const struct dtype *none = type_basic(DT_VOID, 0, false);
	if (!at || depth > TYPE_DEPTH)
		return none;
	u32 number = (u32)*at - 1;
	u64 *slot = map_at(&r->type, number + 1);
	if (*slot)
		return (const struct dtype *)(uintptr_t)*slot;
	struct die d = r->die.at[number];
	struct dtype *t = arena_new(&r->s->arena, struct dtype);
	const struct dtype *other = NULL;
	*slot = (uintptr_t)t;
	*t = (struct dtype){.name = d.name && *d.name ? d.name : NULL, .size = d.size};
	switch (d.tag) {
	case TAG_BASE: fill_base(t, &d); break;
	case TAG_POINTER:
	case TAG_REFERENCE:
		t->kind = d.tag == TAG_POINTER ? DT_PTR : DT_REF;
		t->size = 8;
		t->base = read_type(r, d.type, depth + 1);
		break;
	case TAG_STRUCT:
	case TAG_CLASS:
	case TAG_UNION:
		t->kind = d.tag == TAG_UNION ? DT_UNION : DT_STRUCT;
		read_members(r, t, number, depth);
		break;
	case TAG_ENUM:
		t->kind = DT_ENUM;
		read_members(r, t, number, depth);
		break;
	case TAG_FUNC_TYPE: t->kind = DT_FUNC; break;
	case TAG_ARRAY: other = read_array(r, number, depth); break;
	case TAG_CONST:
	case TAG_VOLATILE:
	case TAG_TYPEDEF: other = read_type(r, d.type, depth + 1); break;
	default: break;
	}
	if (other) { /* qualifiers are not shown */
		*t = *other;
		t->is_const |= d.tag == TAG_CONST;
		if (d.tag == TAG_TYPEDEF)
			t->name = d.name;
	}
	if (t->name)
		vec_push(&r->s->arena, &r->named, t);
	return t;
}

/* ---- scopes ------------------------------------------------------------------------ */

static void note_label(struct reader *r, const struct str *label, u32 func, u32 inst) {
	if (label)
		*map_at(&r->label, (uintptr_t)label) = ((u64)func << 32 | inst) + 1;
}

static void note_labels(struct reader *r) {
	for (u32 i = 0; i < r->m->nfunc; i++) {
		const struct func *f = r->m->func[i];
		for (u32 b = 0; b < f->nblock; b++)
			note_label(r, f->block[b].label, i, f->block[b].first);
		for (u32 k = 0; k < f->nmore_label; k++)
			note_label(r, f->more_label[k].label, i,
			           f->block[f->more_label[k].block].first);
	}
}

static bool find_label(const struct reader *r, const struct str *label, u32 *func,
                       u32 *inst) {
	const u64 *at = label ? map_find(&r->label, (uintptr_t)label) : NULL;
	if (!at)
		return false;
	*func = (u32)((*at - 1) >> 32);
	*inst = (u32)(*at - 1);
	return true;
}

static u32 find_var(const struct reader *r, u32 func, const char *name) {
	const struct func *f = func == NO_REG ? NULL : r->m->func[func];
	for (u32 i = 0; f && i < f->nvar; i++)
		if (strcmp(r->m->var[f->var[i]].name->s, name) == 0)
			return f->var[i];
	for (u32 i = 0; f && i < f->nparam; i++)
		if (strcmp(r->m->var[f->param[i]].name->s, name) == 0)
			return f->param[i];
	const struct var *v = module_find_var(r->m, name);
	return v ? (u32)(v - r->m->var) : NO_REG;
}

/* Finds a register by its name as a number, whose bytes are the letters, the first one
 * the highest. */
static u32 find_register(const struct reader *r, u32 func, u64 letters) {
	char name[9];
	u32 n = 0;
	for (u32 i = 8; i--;)
		if (letters >> (8 * i) & 0xff)
			name[n++] = (char)(letters >> (8 * i) & 0xff);
	name[n] = 0;
	const struct func *f = func == NO_REG ? NULL : r->m->func[func];
	for (u32 i = 0; f && n && i < f->nreg; i++)
		if (strcmp(f->reg[i].name->s, name) == 0)
			return i;
	return NO_REG;
}

/* Reads a list of places, each for some of the instructions. */
static void read_list(struct reader *r, struct dvar *v, const struct die *d, u32 func) {
	struct bytes b = r->lists;
	VEC(struct dplace) list = {0};
	b.pos = d->list;
	while (!b.bad && b.pos < b.n) {
		struct dplace p = {0};
		struct die part = {0};
		struct str *low = b.symbol[b.pos],
			   *high = b.pos + 8 < b.n ? b.symbol[b.pos + 8] : NULL;
		u32 other;
		number(&b, 16);
		if (!low || !high)
			break;
		u64 n = number(&b, 2);
		if (n > b.n - b.pos)
			break;
		struct bytes block = b;
		block.n = b.pos + (u32)n;
		b.pos += (u32)n;
		read_place(&part, block);
		p.reg = find_register(r, func, part.reg);
		if (p.reg != NO_REG && find_label(r, low, &other, &p.low) &&
		    other == func && find_label(r, high, &other, &p.high))
			vec_push(&r->s->arena, &list, p);
	}
	v->place = list.at;
	v->nplace = list.n;
}

static struct dvar variable_of(struct reader *r, const struct die *d, u32 func) {
	struct dvar v = {.name = d->name ? d->name : "",
	                 .type = read_type(r, d->type, 0),
	                 .offset = d->add,
	                 .is_indirect = d->is_indirect,
	                 .is_param = d->tag == TAG_PARAMETER,
	                 .line = d->line,
	                 .var = NO_REG,
	                 .reg = NO_REG};
	if (d->has_place)
		v.var = find_var(r, func, d->place->s);
	v.reg = find_register(r, func, d->reg);
	if (d->has_list)
		read_list(r, &v, d, func);
	if (v.type->kind == DT_REF) /* its memory holds the address */
		v.is_indirect = false;
	return v;
}

/* Reads the scope of entry `number`, with all inside it; entries are read in order, so
 * their scopes can be on a stack of their parents. */
static struct dscope *read_scope(struct reader *r, u32 number, struct dscope *parent) {
	struct die d = r->die.at[number];
	struct dscope *s = arena_new(&r->s->arena, struct dscope);
	u32 func_high;
	*s = (struct dscope){.parent = parent,
	                     .is_function = d.tag == TAG_FUNC,
	                     .is_inlined = d.tag == TAG_INLINED,
	                     .func = NO_REG};
	if (!find_label(r, d.low, &s->func, &s->low) ||
	    !find_label(r, d.high, &func_high, &s->high) || func_high != s->func)
		s->func = NO_REG;
	const u64 *origin = d.origin ? map_find(&r->by_offset, d.origin) : NULL;
	const struct die *named = origin ? &r->die.at[*origin - 1] : &d;
	s->name = named->name;
	s->file = places_file_name(r->m, named->file);
	s->line = named->line;
	VEC(struct dvar) list = {0};
	u32 func = s->func;
	for (const struct dscope *p = parent; p && func == NO_REG; p = p->parent)
		func = p->func;
	for (u32 i = number + 1; i < d.end; i = r->die.at[i].end)
		if (r->die.at[i].tag == TAG_VARIABLE ||
		    r->die.at[i].tag == TAG_PARAMETER) {
			struct die v = r->die.at[i];
			vec_push(&r->s->arena, &list, variable_of(r, &v, func));
		}
	s->var = list.at;
	s->nvar = list.n;
	return s;
}

static bool is_scope(u32 tag) {
	return tag == TAG_FUNC || tag == TAG_INLINED || tag == TAG_BLOCK;
}

static void read_scopes(struct reader *r, struct dwarf_unit *u) {
	struct dscope **of = arena_array(&r->s->arena, struct dscope *, r->die.n + 1);
	for (u32 i = 0; i < r->die.n; i++) {
		struct die d = r->die.at[i];
		struct dscope *parent = d.parent != NO_REG ? of[d.parent] : NULL;
		if (d.tag == TAG_VARIABLE && !parent && d.name)
			vec_push(&r->s->arena, &r->global, variable_of(r, &d, NO_REG));
		if (!is_scope(d.tag) || (!parent && d.tag != TAG_FUNC) ||
		    (d.tag == TAG_FUNC && !d.low))
			continue;
		of[i] = read_scope(r, i, parent);
		struct dscope **list = parent ? &parent->inner : &u->function;
		of[i]->next = *list;
		*list = of[i];
	}
}

struct dwarf_unit *symbols_read(struct symbols *s) {
	struct reader r = {.s = s, .m = s->m->ir};
	if (s->read)
		return s->unit;
	s->read = true;
	struct arena *a = &s->arena;
	r.info = section_bytes(a, r.m, ".debug_info");
	r.abbrevs = section_bytes(a, r.m, ".debug_abbrev");
	r.text = section_bytes(a, r.m, ".debug_str");
	r.lists = section_bytes(a, r.m, ".debug_loc");
	if (!r.info.n || !r.abbrevs.n)
		return NULL;
	r.by_offset = MAP_INIT(a);
	r.type = MAP_INIT(a);
	r.label = MAP_INIT(a);
	read_abbrevs(&r);
	read_unit(&r);
	note_labels(&r);
	s->unit = arena_new(a, struct dwarf_unit);
	read_scopes(&r, s->unit);
	for (u32 i = 0; i < r.die.n; i++) /* types that are named only in casts */
		if (r.die.at[i].tag == TAG_STRUCT || r.die.at[i].tag == TAG_UNION ||
		    r.die.at[i].tag == TAG_BASE || r.die.at[i].tag == TAG_ENUM)
			read_type(&r, r.die.at[i].offset, 0);
	s->unit->global = r.global.at;
	s->unit->nglobal = r.global.n;
	s->unit->type = r.named.at;
	s->unit->ntype = r.named.n;
	return s->unit;
}

static bool covers(const struct dscope *s, u32 func, u32 inst) {
	return s->func == func && inst >= s->low && inst < s->high;
}

struct dscope *symbols_scope(struct code *c, u32 inst) {
	const struct dwarf_unit *u = symbols_read(c->symbols);
	u32 func = c->f->index;
	for (struct dscope *f = u ? u->function : NULL; f && !c->scope; f = f->next)
		if (f->func == func)
			c->scope = f;
	struct dscope *found = NULL, *at = c->scope;
	while (at) {
		if (covers(at, func, inst)) {
			found = at;
			at = at->inner;
		} else {
			at = at == c->scope ? NULL : at->next;
		}
	}
	return found;
}

static const struct dvar *var_in(const struct dscope *s, u32 var, u32 depth) {
	for (; s && depth < TYPE_DEPTH; s = s->next) {
		for (u32 i = 0; i < s->nvar; i++)
			if (s->var[i].var == var)
				return &s->var[i];
		const struct dvar *v = var_in(s->inner, var, depth + 1);
		if (v)
			return v;
	}
	return NULL;
}

const struct dvar *symbols_var(struct symbols *s, u32 var) {
	const struct dwarf_unit *u = symbols_read(s);
	for (u32 i = 0; u && i < u->nglobal; i++)
		if (u->global[i].var == var)
			return &u->global[i];
	return u ? var_in(u->function, var, 0) : NULL;
}

u32 symbols_inlined(struct code *c, u32 inst) {
	u32 n = 0;
	for (const struct dscope *s = symbols_scope(c, inst); s; s = s->parent)
		n += s->is_inlined;
	return n;
}

const struct dtype *symbols_type(const char *name) {
	for (struct symbols *s = dbg.symbols; s; s = s->next) {
		struct dwarf_unit *u = symbols_read(s);
		for (u32 i = 0; u && i < u->ntype; i++)
			if (strcmp(u->type[i]->name, name) == 0)
				return u->type[i];
	}
	return NULL;
}
