/* alu.c - random pure instructions, from the rows of alu.def: types, modifiers, operands.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/isa/inst.h"
#include "tests/random/programs/parts.h"

enum { PTX = 86, SM = 90, MAX_ROWS = 32 };

/* ---- the opcode ---- */

static bool is_usable(const struct row_info *row) {
	return row->table == 0 && row->ptx <= PTX && row->sm <= SM && !row->sm_suffix &&
	       !(row->props & (PROP_CC_IN | PROP_CC_OUT | PROP_REMOVED));
}

/* Each mnemonic is as likely as any other, video instructions less so. */
static const struct row_info *pick_row(struct gen *g) {
	for (;;) {
		const char *name = row_mnemonic(pick(g, row_mnemonic_count()));
		const struct row_info *found[MAX_ROWS];
		u32 n = 0;
		if (name[0] == 'v' && !chance(g, 20))
			continue;
		for (u32 r = row_find(name, strlen(name)); r && n < MAX_ROWS;
		     r = row_info(r)->next)
			if (is_usable(row_info(r)))
				found[n++] = row_info(r);
		if (n)
			return found[pick(g, n)];
	}
}

static bool pick_mods(struct gen *g, const struct row_info *row, u8 value[16]) {
	for (u32 i = 0; i < row->nslot; i++) {
		const struct row_slot *s = &row->slot[i];
		u32 choice[64], n = 0;
		value[i] = 0;
		if (!s->required && chance(g, 50))
			continue;
		for (u32 v = 1; v < 64; v++) {
			const struct mod_info *info = s->allowed >> v & 1
			                                      ? mod_value_info(s->slot, v)
			                                      : NULL;
			if (info && info->ptx <= PTX && info->sm <= SM)
				choice[n++] = v;
		}
		if (n)
			value[i] = (u8)choice[pick(g, n)];
		else if (s->required)
			return false;
	}
	return true;
}

static const char *spell(struct gen *g, const struct row_info *row, const u8 value[16],
                         const u8 type[4]) {
	const char *s = row->mnemonic;
	for (u32 i = 0; i <= row->nslot; i++) {
		for (u32 t = 0; i == row->types_at && t < row->ntypes; t++)
			s = text(g, "%s.%s", s, type_info[type[t]].text);
		if (i < row->nslot && value[i])
			s = text(g, "%s.%s", s,
			         mod_value_info(row->slot[i].slot, value[i])->text);
	}
	return s;
}

/* ---- operands ---- */

static u32 letter_bits(char c, const u8 type[4]) {
	u32 t0 = type_info[type[0]].lane_bits;
	if (strchr("dabc", c))
		return t0;
	if (strchr("xy", c))
		return type_info[type[1]].lane_bits;
	if (strchr("wW", c))
		return t0 * 2;
	return strchr("pqQPR", c) ? 1 : 32;
}

static const char *constant(struct gen *g, enum type t) {
	u64 v = bits_worth_trying(g);
	const struct type_info *info = &type_info[t];
	bool is_nan = t == TYPE_F32   ? (v & 0x7fffffff) > 0x7f800000
	              : t == TYPE_F64 ? v << 1 > 0xffe0000000000000
	                              : false;
	/* ptxas folds with it, not in all things as the device computes */
	if (gen_exact && is_nan)
		return NULL;
	if (t == TYPE_F32)
		return text(g, "0f%08X", (u32)v);
	if (t == TYPE_F64)
		return text(g, "0d%016llX", (unsigned long long)v);
	if (info->bits < 16 || info->bits > 64 || !strchr("USB", info->class))
		return NULL;
	return text(g, "0x%llx",
	            (unsigned long long)(v & (UINT64_MAX >> (64 - info->bits))));
}

/* Sources and destinations of a conversion may be wider than an integer type. */
static u32 widen(struct gen *g, u32 bits, enum type t) {
	if (!strchr("USB", type_info[t].class) || bits >= 64 || chance(g, 60))
		return bits;
	return bits * 2 < 64 && chance(g, 50) ? bits * 4 : bits * 2;
}

static const char *selected(struct gen *g, const char *name, bool keeps) {
	if (chance(g, 50) && !keeps)
		return name;
	return text(g, chance(g, 60) ? "%s.b%u" : "%s.h%u", name, pick(g, 2));
}

static const char *operand(struct gen *g, const struct row_info *row, const u8 type[4],
                           u32 i) {
	char c = row->opr[i].letter;
	u32 bits = letter_bits(c, type);
	enum type t = row_operand_type(row, type, i);
	if (c == 'i')
		return text(g, "%u", pick(g, 256));
	if (row->props & PROP_WIDE_REG)
		return reg(g, widen(g, bits, t));
	const char *r = reg(g, bits);
	if (c == 'M' || (c == 'A' && chance(g, 50)) || (c == 'B' && chance(g, 50)))
		return selected(g, r, c == 'M');
	if (row->opr[i].is_dest) {
		if (!row->opr[i].pair || (!row->opr[i].need_pair && chance(g, 50)))
			return r;
		u32 first = pick(g, POOL_P);
		const char *second = text(g, "%%p%u", (first + 1) % POOL_P);
		return text(g, "%s|%s", bits == 1 ? text(g, "%%p%u", first) : r, second);
	}
	if ((c == 'P' || c == 'R') && chance(g, 30))
		return text(g, "!%s", r);
	/* ptxas takes no larger position or length, and of the amount of a 16-bit shift
	 * 16 bits. */
	bool is_small = (c == 'u' || c == 'v') && (!strncmp(row->mnemonic, "bf", 2) ||
	                                           !strncmp(row->mnemonic, "sh", 2));
	if (is_small && chance(g, 20))
		return text(g, "%u", pick(g, 256));
	if (strchr("abcxyuvtW", c) && t != TYPE_PRED && !is_small && chance(g, 20)) {
		const char *k = constant(g, t);
		return k ? k : r;
	}
	return r;
}

static bool holds(const struct type_info *d, const struct type_info *s) {
	return s->class == 'U'
	               ? d->bits > s->bits || (d->class == 'U' && d->bits == s->bits)
	               : d->class == 'S' && d->bits >= s->bits;
}

/* Combinations that limit.def excludes: .sat where nothing can be out of range, .ftz of a
 * set that makes a bf16; and conversions between bf16 and integers, which need registers
 * of their widths. */
bool gen_exact;

static bool is_exact(const char *spelt) {
	return !strstr(spelt, ".approx") && !strstr(spelt, ".full");
}

static bool assembles(const struct row_info *row, const char *spelt, const u8 type[4]) {
	const struct type_info *d = &type_info[type[0]], *s = &type_info[type[1]];
	bool is_cvt = !strcmp(row->mnemonic, "cvt");
	if (is_cvt && strchr("US", d->class) && strchr("US", s->class))
		return !strstr(spelt, ".sat") || !holds(d, s);
	if (is_cvt && (type[0] == TYPE_BF16 || type[1] == TYPE_BF16))
		return !strchr("US", d->class) && !strchr("US", s->class);
	return strcmp(row->mnemonic, "set") != 0 || type[0] != TYPE_BF16 ||
	       !strstr(spelt, ".ftz");
}

void make_alu(struct gen *g) {
	const struct row_info *row;
	const u8 *type;
	const char *s;
	u8 value[16];
	do {
		do
			row = pick_row(g);
		while (!pick_mods(g, row, value));
		type = row->types[pick(g, row->ntuple)];
		s = spell(g, row, value, type);
	} while (!assembles(row, s, type) || (gen_exact && !is_exact(s)));
	for (u32 i = 0; i < row->nopr; i++)
		if (row->opr[i].letter != 's')
			s = text(g, "%s%s %s", s, i ? "," : "", operand(g, row, type, i));
	/* ptxas 13.0 makes several instructions of these and forgets the guard of the
	 * last. */
	bool loses_guard = !strcmp(row->mnemonic, "set") ||
	                   !strcmp(row->mnemonic, "testp") || row->mnemonic[0] == 'v';
	if (gen_exact && loses_guard)
		emit(g, LINE_PLAIN, "%s;", s);
	else
		emit_guarded(g, "%s;", s);
}

/* ---- carry chains ---- */

static const char *carry_step(struct gen *g, bool first, bool last, u32 bits) {
	static const char *const op[][2] = {
		{"add", "addc"}, {"sub", "subc"}, {"mad", "madc"}};
	u32 k = pick(g, 3);
	const char *sign = chance(g, 50) ? "u" : "s";
	const char *s = text(g, "%s%s%s.%s%u %s, %s, %s", op[k][!first],
	                     k == 2 ? (chance(g, 50) ? ".lo" : ".hi") : "",
	                     last ? "" : ".cc", sign, bits, reg(g, bits), reg(g, bits),
	                     reg(g, bits));
	return k == 2 ? text(g, "%s, %s; ", s, reg(g, bits)) : text(g, "%s; ", s);
}

void make_carry(struct gen *g) {
	u32 n = 2 + pick(g, 3), bits = chance(g, 50) ? 32 : 64;
	const char *s = "";
	for (u32 i = 0; i < n; i++)
		s = text(g, "%s%s", s, carry_step(g, i == 0, i == n - 1, bits));
	emit(g, LINE_PLAIN, "%s", s);
}

/* ---- packing ---- */

void make_pack(struct gen *g) {
	static const u32 width[][2] = {{32, 16}, {64, 32}, {64, 16}, {128, 64}};
	u32 k = pick(g, 4), whole = width[k][0], part = width[k][1];
	u32 n = whole / part, first = pick(g, 6);
	bool pack = chance(g, 50);
	const char *list = "";
	for (u32 i = 0; i < n; i++) {
		/* Parts that are written are four different registers. */
		const char *r = pack         ? reg(g, part)
		                : part == 16 ? text(g, "%%h%u", (first + i) % POOL_H)
		                : part == 32 ? text(g, "%%r%u", (first + i) % POOL_R)
		                             : text(g, "%%d%u", (first + i) % POOL_D);
		list = text(g, "%s%s%s", list, i ? ", " : "", r);
	}
	if (pack)
		emit_guarded(g, "mov.b%u %s, {%s};", whole, reg(g, whole), list);
	else
		emit_guarded(g, "mov.b%u {%s}, %s;", whole, list, reg(g, whole));
}

/* ---- conditions ---- */

const char *make_condition(struct gen *g) {
	static const char *const cmp[] = {"lt", "gt", "eq", "ne", "le", "ge"};
	const char *p = temp(g, 1), *t = temp(g, 32);
	switch (pick(g, 7)) {
	case 0: emit(g, LINE_KEEP, "mov.pred %s, %s;", p, reg(g, 1)); break;
	case 1:
		emit(g, LINE_KEEP, "setp.lt.s64 %s, %s, %s;", p, reg(g, 64), reg(g, 64));
		break;
	case 2: /* some lanes of each warp */
		emit(g, LINE_KEEP, "mov.u32 %s, %%laneid; setp.%s.u32 %s, %s, %u;", t,
		     cmp[pick(g, 6)], p, t, pick(g, 33));
		break;
	case 3: /* whole warps */
		emit(g, LINE_KEEP, "and.b32 %s, %%me, 32; setp.ne.u32 %s, %s, 0;", t, p,
		     t);
		break;
	case 4: /* whole ctas */
		emit(g, LINE_KEEP, "and.b32 %s, %%uni, %u; setp.ne.u32 %s, %s, 0;", t,
		     1u << pick(g, 6), p, t);
		break;
	default:
		emit(g, LINE_KEEP, "and.b32 %s, %s, %u; setp.ne.u32 %s, %s, 0;", t,
		     reg(g, 32), 1u << pick(g, 8) | 1u << pick(g, 8), p, t);
	}
	return p;
}
