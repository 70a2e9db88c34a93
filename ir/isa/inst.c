/* inst.c - turns alu.def, op.def and mod.def into arrays, once, on first use; finds rows
 * by mnemonic, modifiers and types by spelling. Everything here is constant afterwards.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/isa/inst.h"

#include <pthread.h>
#include <string.h>

#include "ir/isa/typeset_mma.h"
#include "ir/isa/typeset_op.h"

/* ---- types, modifiers -------------------------------------------------------------- */

#define CLASS_CHAR(c) #c[0]
const struct type_info type_info[TYPE_COUNT] = {
#define TYPE(id, text, class, bits, lane) {text, CLASS_CHAR(class), bits, lane},
#include "ir/type.def"
#undef TYPE
};

const struct mod_info mod_info[] = {
#define SLOT(...)
#define MOD(slot, value, number, text, ptx, sm) {MOD_##slot, number, text, ptx, sm},
#define MODCLASS(...)
#include "ir/isa/mod.def"
#undef SLOT
#undef MOD
#undef MODCLASS
};
const u32 mod_info_count = countof(mod_info);

const struct slot_info slot_info[MOD_SLOT_COUNT] = {
#define SLOT(id, shift, width) {#id, shift, width},
#define MOD(...)
#define MODCLASS(...)
#include "ir/isa/mod.def"
#undef SLOT
#undef MOD
#undef MODCLASS
};

/* ---- classes of modifiers ---------------------------------------------------------- */

enum class_id {
#define SLOT(...)
#define MOD(...)
#define MODCLASS(id, ...) CLASS_##id,
#include "ir/isa/mod.def"
#undef MODCLASS
	CLASS_COUNT
};

static const char *const class_pattern[CLASS_COUNT] = {
#define MODCLASS(id, pattern, ...) pattern,
#include "ir/isa/mod.def"
#undef SLOT
#undef MOD
#undef MODCLASS
};

enum { CLASS_SLOTS = 16 };

static struct class_info {
	struct row_slot slot[CLASS_SLOTS];
	u8 nslot, types_at;
	bool any_words;
} class_table[CLASS_COUNT];

/* ---- rows -------------------------------------------------------------------------- */

#define TUPLE_0(a, ...) {TYPE_NONE, TYPE_NONE, TYPE_NONE, TYPE_NONE}
#define TUPLE_1(a, ...) {TYPE_##a, TYPE_NONE, TYPE_NONE, TYPE_NONE}
#define TUPLE_2(a, b, ...) {TYPE_##a, TYPE_##b, TYPE_NONE, TYPE_NONE}
#define TUPLE_3(a, b, c, ...) {TYPE_##a, TYPE_##b, TYPE_##c, TYPE_NONE}
#define TUPLE_4(a, b, c, d, ...) {TYPE_##a, TYPE_##b, TYPE_##c, TYPE_##d}
#define TUPLE(n, ...) TUPLE_##n(__VA_ARGS__),

#define ALU(id, mn, cls, types, ...) static const u8 tuple_##id[][4] = {types(TUPLE, 0)};
#define OP(id, mn, cls, types, ...) static const u8 tuple_##id[][4] = {types(TUPLE, 0)};
#include "ir/isa/alu.def"
#include "ir/isa/op.def"
#undef ALU
#undef OP

#define V(p, s) p, s, 0
#define VA(p, s) p, s, 'a'

static const struct row_text {
	const char *id, *mnemonic;
	u16 class;
	const char *sig;
	u8 ptx, sm;
	char sm_suffix;
	u32 props;
	const u8 (*types)[4];
	u32 ntuple;
} row_text[ROW_COUNT] = {
	[ROW_INVALID] = {.id = "INVALID", .mnemonic = "", .sig = "*"},
#define ROW(id, mn, cls, sig, props, ...)                   \
	[ROW_##id] = {#id,         mn,    CLASS_##cls, sig, \
	              __VA_ARGS__, props, tuple_##id,  (u32)countof(tuple_##id)},
#define ALU(id, mn, cls, types, sig, since, props, ...) \
	ROW(id, mn, cls, #sig, props, since)
#define OP(id, mn, cls, types, sig, since, props, ...) ROW(id, mn, cls, sig, props, since)
#include "ir/isa/alu.def"
#include "ir/isa/op.def"
#undef ALU
#undef OP
};

static struct row_info row_table[ROW_COUNT];

/* ---- look-up by spelling ----------------------------------------------------------- */

/* Open addressing from a spelling to a number; the sizes are far above what the tables
 * hold. */
struct spelling {
	const char *text;
	u16 len, value;
};

enum { MNEMONICS = 1024, SPELLINGS = 2048 };

static struct spelling mnemonic_at[MNEMONICS], type_at[256], word_at[SPELLINGS];
/* last row of the mnemonic that starts at this row */
static u16 mnemonic_last[ROW_COUNT];
static const char *mnemonic_list[MNEMONICS];
static u32 mnemonic_count;

static u32 text_hash(const char *s, size_t len) {
	u32 h = 2166136261u;
	for (size_t i = 0; i < len; i++)
		h = (h ^ (u8)s[i]) * 16777619u;
	return h ^ h >> 15;
}

static struct spelling *spelling_find(struct spelling *table, u32 n, const char *s,
                                      size_t len) {
	u32 i = text_hash(s, len) & (n - 1);
	while (table[i].text &&
	       (table[i].len != len || memcmp(table[i].text, s, len) != 0))
		i = (i + 1) & (n - 1);
	return &table[i];
}

static void spelling_put(struct spelling *table, u32 n, const char *s, u32 value) {
	struct spelling *e = spelling_find(table, n, s, strlen(s));
	if (!e->text)
		*e = (struct spelling){s, (u16)strlen(s), (u16)value};
}

/* ---- building ---------------------------------------------------------------------- */

u32 mod_find(enum mod_slot slot, const char *text, size_t len) {
	for (u32 i = 0; i < mod_info_count; i++)
		if (mod_info[i].slot == slot && strlen(mod_info[i].text) == len &&
		    memcmp(mod_info[i].text, text, len) == 0)
			return mod_info[i].value;
	return 0;
}

const struct mod_info *mod_value_info(enum mod_slot slot, u32 value) {
	for (u32 i = 0; i < mod_info_count; i++)
		if (mod_info[i].slot == slot && mod_info[i].value == value)
			return &mod_info[i];
	return NULL;
}

static bool slot_name_is(const char *name, const char *s, size_t len) {
	if (strlen(name) != len)
		return false;
	for (size_t i = 0; i < len; i++)
		if ((name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]) != s[i])
			return false;
	return true;
}

static u8 slot_find(const char *pattern, const char *s, size_t len) {
	for (u32 i = 0; i < MOD_SLOT_COUNT; i++)
		if (slot_name_is(slot_info[i].name, s, len))
			return (u8)i;
	bug("modifier pattern \"%s\": no slot \"%.*s\"", pattern, (int)len, s);
}

static u64 slot_all_values(u8 slot) {
	u64 set = 0;
	for (u32 i = 0; i < mod_info_count; i++)
		if (mod_info[i].slot == slot)
			set |= 1ull << mod_info[i].value;
	return set;
}

/* ".rnd=rn,rz" or "{.ftz}": returns where the next slot starts. */
static const char *slot_parse(struct class_info *c, const char *pattern, const char *p) {
	struct row_slot *s = &c->slot[c->nslot++];
	if (c->nslot > CLASS_SLOTS)
		bug("modifier pattern \"%s\" is too long", pattern);
	s->required = *p != '{';
	p += s->required ? 0 : 1;
	if (*p++ != '.')
		bug("modifier pattern \"%s\" at \"%s\"", pattern, p - 1);
	size_t len = strcspn(p, "=.{}%");
	s->slot = slot_find(pattern, p, len);
	p += len;
	if (*p != '=')
		s->allowed = slot_all_values(s->slot);
	while (*p == '=' || *p == ',') {
		p++;
		len = strcspn(p, ",.{}%");
		u32 value = mod_find(s->slot, p, len);
		if (!value)
			bug("modifier pattern \"%s\": no value \"%.*s\"", pattern,
			    (int)len, p);
		s->allowed |= 1ull << value;
		p += len;
	}
	return s->required ? p : p + 1;
}

/* Two slots of one class must not share bits. */
static void class_check(const struct class_info *c, const char *pattern) {
	u64 used = 0;
	for (u32 i = 0; i < c->nslot; i++) {
		const struct slot_info *s = &slot_info[c->slot[i].slot];
		u64 bits = ((1ull << s->width) - 1) << s->shift;
		if (used & bits)
			bug("modifier pattern \"%s\": slot %s shares bits", pattern,
			    s->name);
		used |= bits;
	}
}

static void class_build(struct class_info *c, const char *pattern) {
	bool types_seen = false;
	c->any_words = pattern[0] == '*';
	for (const char *p = pattern; *p && !c->any_words;) {
		if (*p == '%') {
			c->types_at = c->nslot;
			types_seen = true;
			p++;
		} else {
			p = slot_parse(c, pattern, p);
		}
	}
	if (!types_seen)
		c->types_at = c->nslot;
	class_check(c, pattern);
}

/* The positions of a signature. In alu.def, q and Q follow the destination they are
 * paired with, and the s of a video row is no operand of the text. */
static void row_operands_build(struct row_info *r) {
	for (const char *p = r->sig; *p; p++) {
		struct row_operand *o = &r->opr[r->nopr];
		if (*p == '?') {
			o[-1].is_optional = true;
		} else if (r->table == 0 && (*p == 'q' || *p == 'Q')) {
			o[-1].pair = 'p';
			o[-1].need_pair = *p == 'Q';
		} else if (r->table == 0 && *p == 's') {
			break;
		} else {
			o->letter = *p;
			o->is_dest = strchr(r->table ? "DdRYPWXZ{FM" : "dwnpMN", *p) !=
			             NULL;
			if (r->table && strchr("YZ", *p))
				o->pair = 'P';
			if (r->table && strchr("ckV", *p))
				o->is_optional = true;
			r->nopr++;
		}
		if (r->nopr >= ROW_OPERANDS)
			bug("row %s: too many operands", r->id);
	}
}

static void row_build(u32 i) {
	const struct row_text *t = &row_text[i];
	struct row_info *r = &row_table[i];
	if (!t->id)
		return; /* the gap between the two tables */
	const struct class_info *c = &class_table[t->class];
	*r = (struct row_info){
		.id = t->id,
		.mnemonic = t->mnemonic,
		.sig = t->sig,
		.table = i >= ROW_ALU_END,
		.nslot = c->nslot,
		.types_at = c->types_at,
		.ptx = t->ptx,
		.sm = t->sm,
		.sm_suffix = t->sm_suffix,
		.any_words = c->any_words || i == ROW_INVALID,
		.props = t->props,
		.slot = c->slot,
		.types = t->types,
		.ntuple = t->ntuple,
	};
	while (r->ntuple && r->ntypes < 4 && r->types[0][r->ntypes])
		r->ntypes++;
	row_operands_build(r);
	if (i == ROW_INVALID)
		return;
	struct spelling *e = spelling_find(mnemonic_at, MNEMONICS, r->mnemonic,
	                                   strlen(r->mnemonic));
	if (e->text) {
		row_table[mnemonic_last[e->value]].next = (u16)i;
	} else {
		*e = (struct spelling){r->mnemonic, (u16)strlen(r->mnemonic), (u16)i};
		mnemonic_list[mnemonic_count++] = r->mnemonic;
	}
	mnemonic_last[e->value] = (u16)i;
}

static void tables_build(void) {
	for (u32 i = 0; i < CLASS_COUNT; i++)
		class_build(&class_table[i], class_pattern[i]);
	for (u32 i = 0; i < mod_info_count; i++)
		spelling_put(word_at, SPELLINGS, mod_info[i].text, 1);
	for (u32 i = 1; i < TYPE_ERROR; i++)
		spelling_put(type_at, countof(type_at), type_info[i].text, i);
	for (u32 i = 0; i < ROW_COUNT; i++)
		row_build(i);
}

static void tables_need(void) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, tables_build);
}

/* ---- interface --------------------------------------------------------------------- */

const struct row_info *row_info(enum row row) {
	tables_need();
	return &row_table[row];
}

static enum type type_twice(enum type t) {
	switch (t) {
	case TYPE_U8: return TYPE_U16;
	case TYPE_S8: return TYPE_S16;
	case TYPE_U16: return TYPE_U32;
	case TYPE_S16: return TYPE_S32;
	case TYPE_U32: return TYPE_U64;
	case TYPE_S32: return TYPE_S64;
	default: return t;
	}
}

static enum type alu_operand_type(char letter, const u8 type[4]) {
	switch (letter) {
	case 'w':
	case 'W': return type_twice((enum type)type[0]);
	case 'x':
	case 'y': return (enum type)(type[1] ? type[1] : type[0]);
	case 'p':
	case 'P':
	case 'R': return TYPE_PRED;
	case 'd':
	case 'a':
	case 'b':
	case 'c': return (enum type)type[0];
	default: return TYPE_U32; /* n u v t i M N A B C E F */
	}
}

static enum type op_operand_type(char letter, const u8 type[4]) {
	switch (letter) {
	case 'P':
	case 'p': return TYPE_PRED;
	case 'W':
	case 'w':
	case 'Z':
	case 'o': return TYPE_U32;
	case 'X': return TYPE_B64;
	case 'q':
	case 'x':
	case 'c':
	case 'i': return TYPE_U64;
	case 'H':
	case 'N':
	case 'B': return TYPE_B64;
	case 'O': return (enum type)type[1];
	case 'E': return TYPE_S32;
	case 'K': return (enum type)(type[1] ? type[1] : TYPE_S32);
	case 'h':
	case 'k': return TYPE_U16;
	case 'f':
	case 'J': return TYPE_F32;
	case 'Q': return TYPE_S32;
	case 'V': return TYPE_U16;
	case 'm':
	case 'U':
	case 'L':
	case 'T':
	case 'C':
	case 'F':
	case 'G':
	case 'M':
	case '*': return TYPE_NONE;
	case 'I': return TYPE_S32;
	default: return (enum type)type[0]; /* D S R Y d a s v y { } */
	}
}

enum type row_operand_type(const struct row_info *info, const u8 type[4], u32 pos) {
	char letter = info->opr[pos].letter;
	return info->table ? op_operand_type(letter, type)
	                   : alu_operand_type(letter, type);
}

enum type row_constant_type(const struct row_info *info, const u8 type[4], u32 pos) {
	if (!info->table || !strchr("FGM", info->opr[pos].letter))
		return row_operand_type(info, type, pos);
	u32 last = 3; /* the type of C */
	while (last && !type[last])
		last--;
	bool is_whole = pos == 3 && type_info[type[last]].bits >= 32;
	return is_whole || type[last] == TYPE_F64 ? (enum type)type[last] : TYPE_B32;
}

u32 tensor_elements(u64 mods, char letter) {
	u32 rank = MOD_GET(mods, TDIM), mode = MOD_GET(mods, TMODE);
	if (letter == 'Q' && (mode == MOD_TMODE_GATHER4 || mode == MOD_TMODE_SCATTER4))
		return 5; /* a column, four rows */
	return letter == 'Q' ? rank : rank - MIN(rank, 2u);
}

u32 tex_elements(u64 mods, char letter) {
	static const u8 coords[] = {0, 1, 2, 4, 2, 4, 4, 4, 4, 4},
			rest[] = {0, 1, 2, 4, 1, 2, 4, 4, 2, 2};
	u32 geom = MOD_GET(mods, GEOM);
	return geom < countof(coords) ? (letter == 'K' ? coords : rest)[geom] : 0;
}

bool tex_is_layered(u64 mods) {
	u32 geom = MOD_GET(mods, GEOM);
	return geom == MOD_GEOM_A1D || geom == MOD_GEOM_A2D || geom == MOD_GEOM_ACUBE;
}

enum row row_find(const char *mnemonic, size_t len) {
	tables_need();
	return (enum row)spelling_find(mnemonic_at, MNEMONICS, mnemonic, len)->value;
}

u32 row_mnemonic_count(void) {
	tables_need();
	return mnemonic_count;
}

const char *row_mnemonic(u32 i) {
	return mnemonic_list[i];
}

bool mod_is_known(const char *text, size_t len) {
	tables_need();
	return spelling_find(word_at, SPELLINGS, text, len)->text != NULL;
}

enum type type_find(const char *text, size_t len) {
	tables_need();
	return (enum type)spelling_find(type_at, countof(type_at), text, len)->value;
}
