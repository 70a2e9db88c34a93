/* mem.c - loads and stores: address patterns, widths, vectors, spaces, generic addresses.
 * Each thread stores to what is its own: a slot of 64 bytes, and one element in each of 8
 * columns in an order that the column keeps; so no two threads meet.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

/* ---- registers for loads and stores ---- */

/* A copy, one higher, of a register that is wider than what a store takes of it. A GPU's
 * assembler sees a number in a register that a floating-point instruction wrote, and
 * turns it into an integer there (1.0 in f16 is stored as the byte 1, where PTX says 0);
 * after an addition of integers it takes the low bits, as everywhere else. */
static const char *integer(struct gen *g, u32 bits, const char *r) {
	const char *t = temp(g, bits);
	emit(g, LINE_KEEP, "add.u%u %s, %s, 1;", bits, t, r);
	return t;
}

/* A vector of registers, all different where they are written, or of copies as integers.
 */
static const char *vector(struct gen *g, u32 bits, u32 n, bool integers) {
	static const struct {
		char name;
		u8 n;
	} pool[] = {[1] = {'h', POOL_H}, [2] = {'r', POOL_R}, [4] = {'d', POOL_D}};
	u32 first = pick(g, 16);
	const char *list = "";
	for (u32 i = 0; i < n; i++) {
		const char *r = text(g, "%%%c%u", pool[bits / 16].name,
		                     (first + i) % pool[bits / 16].n);
		list = text(g, "%s%s%s", list, i ? ", " : "",
		            integers ? integer(g, bits, r) : r);
	}
	return n == 1 ? list : text(g, "{%s}", list);
}

static u32 register_bits(struct gen *g, u32 bits) {
	u32 r = MAX(bits, 16);
	while (r < 64 && chance(g, 20))
		r *= 2;
	return r;
}

static const char *type_of(struct gen *g, u32 bits, u32 register_width) {
	static const char class[] = "bus";
	if (bits >= 32 && bits == register_width && chance(g, 25))
		return text(g, "f%u", bits);
	return text(g, "%c%u", class[pick(g, 3)], bits);
}

/* "v2.u16", and the registers to go with it, of `bytes` in all. */
static const char *shape(struct gen *g, u32 bytes, bool store, const char **regs) {
	u32 n = 1;
	while (n < 4 && bytes / n > 1 && (bytes / n > 8 || chance(g, 35)))
		n *= 2;
	u32 bits = bytes / n * 8, width = register_bits(g, bits);
	*regs = vector(g, width, n, store && width > bits && gen_exact);
	const char *type = type_of(g, bits, width);
	return n == 1 ? type : text(g, "v%u.%s", n, type);
}

static void emit_access(struct gen *g, const char *s) {
	if (g->guard)
		emit(g, LINE_PLAIN, "@%s %s", g->guard, s);
	else
		emit_guarded(g, "%s", s);
	g->guard = NULL;
}

void load_at(struct gen *g, const char *space, const char *addr, u32 max_bytes) {
	const char *regs, *s = shape(g, max_bytes, false, &regs);
	emit_access(g, text(g, "ld%s.%s %s, [%s];", space, s, regs, addr));
}

void store_at(struct gen *g, const char *space, const char *addr, u32 width) {
	const char *regs, *s = shape(g, width, true, &regs);
	emit_access(g, text(g, "st%s.%s [%s], %s;", space, s, addr, regs));
}

/* ---- indices ---- */

const char *make_index(struct gen *g, u32 n) {
	const char *t = temp(g, 32), *h = temp(g, 16);
	switch (pick(g, 12)) {
	case 0: emit(g, LINE_KEEP, "mov.u32 %s, %u;", t, pick(g, n)); break;
	case 1: emit(g, LINE_KEEP, "add.u32 %s, %%uni, %u;", t, pick(g, 64)); break;
	case 2: emit(g, LINE_KEEP, "mov.u32 %s, %%me;", t); break;
	case 3:
		emit(g, LINE_KEEP, "mad.lo.u32 %s, %%me, %d, %u;", t,
		     (int)pick(g, 12) - 4, pick(g, 256));
		break;
	case 4: emit(g, LINE_KEEP, "shr.u32 %s, %%me, %u;", t, 1 + pick(g, 5)); break;
	case 5: emit(g, LINE_KEEP, "and.b32 %s, %%me, %u;", t, 15 >> pick(g, 3)); break;
	case 6: emit(g, LINE_KEEP, "xor.b32 %s, %%me, %u;", t, pick(g, 64)); break;
	case 7: /* wraps in the middle of a warp */
		emit(g, LINE_KEEP, "add.u32 %s, %%me, 0x%x;", t, 0u - 1 - pick(g, 31));
		break;
	case 8:
		emit(g, LINE_KEEP,
		     "cvt.u16.u32 %s, %%me; add.u16 %s, %s, 0x%x; cvt.u32.u16 %s, %s;", h,
		     h, h, 0x10000 - 1 - pick(g, 31), t, h);
		break;
	case 9: /* a stride whose product wraps */
		emit(g, LINE_KEEP, "mul.lo.u32 %s, %%me, 0x%x; shr.u32 %s, %s, %u;", t,
		     0x10000001u * (1 + pick(g, 15)), t, t, pick(g, 3));
		break;
	default: emit(g, LINE_KEEP, "mov.b32 %s, %s;", t, reg(g, 32));
	}
	if (is_pow2(n))
		emit(g, LINE_KEEP, "and.b32 %s, %s, %u;", t, t, n - 1);
	else
		emit(g, LINE_KEEP, "rem.u32 %s, %s, %u;", t, t, n);
	return t;
}

const char *ordered(struct gen *g, const char *thread, u32 n, u32 order) {
	const char *t = temp(g, 32);
	if (order == 0)
		return thread;
	if (order == 1)
		emit(g, LINE_KEEP, "sub.u32 %s, %u, %s;", t, n - 1, thread);
	else
		emit(g, LINE_KEEP, "add.u32 %s, %s, %u; rem.u32 %s, %s, %u;", t, thread,
		     order * 7, t, t, n);
	return t;
}

/* ---- addresses ---- */

/* base + index * size, in one of many spellings. */
static const char *address(struct gen *g, const char *base, const char *index, u32 size) {
	const char *a = temp(g, 64), *b = temp(g, 64), *t = temp(g, 32);
	u32 shift = (u32)__builtin_ctz(size);
	switch (pick(g, 5)) {
	case 0:
		emit(g, LINE_KEEP, "mad.wide.u32 %s, %s, %u, %s;", a, index, size, base);
		break;
	case 1:
		emit(g, LINE_KEEP, "mul.wide.s32 %s, %s, %u; add.s64 %s, %s, %s;", a,
		     index, size, a, base, a);
		break;
	case 2:
		emit(g, LINE_KEEP,
		     "shl.b32 %s, %s, %u; cvt.u64.u32 %s, %s; add.s64 %s, %s, %s;", t,
		     index, shift, a, t, a, a, base);
		break;
	case 3: /* down from the end, and back up by the offset */
		emit(g, LINE_KEEP,
		     "sub.s32 %s, %s, 64; mul.wide.s32 %s, %s, %u; add.s64 %s, %s, %s;",
		     t, index, a, t, size, a, a, base);
		return text(g, "%s+%u", a, 64 * size);
	default:
		emit(g, LINE_KEEP,
		     "cvt.u64.u32 %s, %s; mul.lo.u64 %s, %s, %u; add.u64 %s, %s, %s;", b,
		     index, b, b, size, a, base, b);
	}
	return a;
}

/* Sometimes lanes that a guard keeps away from memory have an address that is none. */
static const char *maybe_wild(struct gen *g, const char *at) {
	const char *offset = strchr(at, '+'), *a = temp(g, 64);
	if (!chance(g, 15))
		return at;
	int len = offset ? (int)(offset - at) : (int)strlen(at);
	g->guard = make_condition(g);
	emit(g, LINE_KEEP, "selp.b64 %s, %.*s, 0x%llx, %s;", a, len, at,
	     chance(g, 50) ? pick(g, 64) : (unsigned long long)gen_mix(&g->rng),
	     g->guard);
	return offset ? text(g, "%s%s", a, offset) : a;
}

static const char *load_words(struct gen *g) {
	static const char *const words[] = {
		".global",
		".global",
		".global",
		".global.nc",
		".global.ca",
		".global.cg",
		".global.cs",
		".global.lu",
		".global.cv",
		".volatile.global",
		".relaxed.gpu.global",
		".weak.global",
		".global.L1::evict_last",
		".acquire.sys.global",
		"",
		".relaxed.cta",
	};
	return words[pick(g, countof(words))];
}

void make_load(struct gen *g) {
	u32 bytes = 1u << pick(g, 5), n = GEN_IN_BYTES / bytes;
	const char *words = load_words(g);
	if (chance(g, 12)) {
		load_at(g, words, text(g, "%%in+%u", pick(g, n) * bytes), bytes);
		return;
	}
	u32 few = chance(g, 50) ? n : 16u << pick(g, 5);
	const char *index = make_index(g, MIN(few, n));
	load_at(g, words, maybe_wild(g, address(g, "%in", index, bytes)), bytes);
}

static void make_column_access(struct gen *g, bool load) {
	static const char *const words[] = {".global",
	                                    ".global",
	                                    ".global.wb",
	                                    ".global.cg",
	                                    ".volatile.global",
	                                    ".relaxed.gpu.global",
	                                    ""};
	u32 c = pick(g, COLUMNS), width = g->column_width[c];
	const char *base = temp(g, 64);
	emit(g, LINE_KEEP, "add.u64 %s, %%out, %u;", base,
	     g->total * (OUT_BYTES + SLOT_BYTES + c * COLUMN_BYTES));
	const char *place = ordered(g, "%gid", g->total, g->column_order[c]);
	const char *at = maybe_wild(g, address(g, base, place, width));
	if (load)
		load_at(g, chance(g, 80) ? ".global" : "", at, width);
	else
		store_at(g, words[pick(g, countof(words))], at, width);
}

/* The thread's own slot: any offset, so that lanes are 64 bytes apart or go where they
 * like. */
static void make_slot_access(struct gen *g, bool load) {
	u32 width = 1u << pick(g, 5);
	const char *at;
	if (chance(g, 50))
		at = text(g, "%%mine+%u", pick(g, SLOT_BYTES / width) * width);
	else
		at = maybe_wild(
			g, address(g, "%mine", make_index(g, SLOT_BYTES / width), width));
	if (load)
		load_at(g, chance(g, 70) ? ".global" : "", at, width);
	else
		store_at(g, chance(g, 70) ? ".global" : "", at, width);
}

void make_store(struct gen *g) {
	bool load = chance(g, 30);
	if (chance(g, 50))
		make_column_access(g, load);
	else
		make_slot_access(g, load);
}

/* ---- other spaces ---- */

/* A generic address of local memory or of the slot in global memory, as each lane
 * chooses. */
static const char *mixed_address(struct gen *g, u32 offset) {
	const char *a = temp(g, 64), *b = temp(g, 64);
	emit(g, LINE_KEEP,
	     "mov.u64 %s, loc; cvta.local.u64 %s, %s; cvta.global.u64 %s, %%mine; "
	     "selp.b64 %s, %s, %s, %s;",
	     a, a, a, b, a, a, b, reg(g, 1));
	return text(g, "%s+%u", a, offset);
}

void make_local(struct gen *g) {
	u32 width = 1u << pick(g, 5);
	const char *at, *space = ".local";
	switch (pick(g, g->in_func ? 3 : 4)) {
	case 0: at = text(g, "loc+%u", pick(g, 64 / width) * width); break;
	case 1: {
		const char *base = temp(g, 64);
		emit(g, LINE_KEEP, "mov.u64 %s, loc;", base);
		at = address(g, base, make_index(g, 64 / width), width);
		break;
	}
	case 2: {
		const char *base = temp(g, 64);
		emit(g, LINE_KEEP, "cvta.local.u64 %s, loc;", base);
		at = address(g, base, make_index(g, 64 / width), width);
		space = "";
		break;
	}
	default: at = mixed_address(g, pick(g, 64 / width) * width), space = "";
	}
	if (chance(g, 50))
		load_at(g, space, at, width);
	else
		store_at(g, space, at, width);
}

void make_const(struct gen *g) {
	u32 width = 1u << pick(g, 5);
	bool param = chance(g, 40) && !g->in_func;
	u32 bytes = param ? GEN_PARAM_BYTES : 256;
	const char *name = param ? "val" : text(g, "con%u", g->index);
	const char *space = param ? ".param" : ".const";
	const char *at = text(g, "%s+%u", name, pick(g, bytes / width) * width);
	if (chance(g, 60)) {
		const char *base = temp(g, 64);
		bool generic = chance(g, 25);
		if (generic)
			emit(g, LINE_KEEP, "mov.u64 %s, %s; cvta%s.u64 %s, %s;", base,
			     name, space, base, base);
		else
			emit(g, LINE_KEEP, "mov.u64 %s, %s;", base, name);
		at = address(g, base, make_index(g, bytes / width), width);
		space = generic ? "" : space;
	}
	load_at(g, space, at, width);
}
