/* parts.c - chance, lines of text, names of registers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/parts.h"

#include <stdarg.h>

/* ---- chance ---- */

u64 gen_mix(u64 *state) {
	u64 z = (*state += 0x9e3779b97f4a7c15u);
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

u32 pick(struct gen *g, u32 n) {
	return (u32)(gen_mix(&g->rng) % n);
}

bool chance(struct gen *g, u32 percent) {
	return pick(g, 100) < percent;
}

u64 gen_worth_trying(u64 *rng) {
	static const u64 edge[] = {
		/* clang-format off */
		0, 1, 2, 3, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000,
		0xffffffff, INT64_MAX, 1ull << 63, UINT64_MAX, 31, 32, 33, 63, 64, 65,
		0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f7fffff,
		0x00800000, 0x007fffff, 0x3f000000, 0x4f000000, 0xcf000000, 0x5f000000,
		0x3c003c00, 0x7c007c00, 0xfc00fc00, 0x7bff7bff, 0x04000400, 0x03ff03ff,
		0x3f803f80, 0x7f807f80, 0x00800080, 0x3ff0000000000000, 0xbff0000000000000,
		0x7ff0000000000000, 0x7ff8000000000000, 0x7fefffffffffffff,
		0x0010000000000000, 0x000fffffffffffff, 0x43e0000000000000, 0x41dfffffffc00000,
		/* clang-format on */
	};
	u64 r = gen_mix(rng), v = 0;
	switch (gen_mix(rng) % 8) {
	case 0:
	case 1: return edge[r % countof(edge)];
	case 2: /* f32 of moderate size in both halves */
		return (r & 0x807fffff807fffff) | (0x70 + r / 7 % 32) << 23 |
		       (0x70 + r / 11 % 32) << 55;
	case 3: return (r & 0x800fffffffffffff) | (0x3f0 + r / 7 % 32) << 52;
	case 4: /* halves of moderate size */
		for (u32 i = 0; i < 64; i += 16, r = gen_mix(rng))
			v |= ((r & 0x83ff) | (8 + r / 65536 % 14) << 10) << i;
		return v;
	case 5: return edge[r % countof(edge)] + r / 64 % 5 - 2;
	case 6: return r >> gen_mix(rng) % 64;
	default: return r;
	}
}

u64 bits_worth_trying(struct gen *g) {
	return gen_worth_trying(&g->rng);
}

/* ---- text ---- */

static char *format(struct gen *g, const char *fmt, va_list args) {
	char s[1024];
	int n = vsnprintf(s, sizeof(s), fmt, args);
	if (n < 0 || n >= (int)sizeof(s))
		bug("a line of %d characters", n);
	return arena_strdup(g->arena, s, (size_t)n);
}

char *text(struct gen *g, const char *fmt, ...) {
	va_list args;
	va_start(args, fmt);
	char *s = format(g, fmt, args);
	va_end(args);
	return s;
}

void emit(struct gen *g, enum line_kind kind, const char *fmt, ...) {
	va_list args;
	va_start(args, fmt);
	struct line line = {format(g, fmt, args), NULL, (u8)kind, false};
	va_end(args);
	const char *colon = strchr(line.text, ':');
	if (kind == LINE_INIT || (kind == LINE_OPEN && colon && line.text[0] == 'f')) {
		line.defines = arena_strdup(g->arena, line.text,
		                            (size_t)(colon - line.text));
		line.text = colon + 2;
	}
	vec_push(g->arena, &g->p->line, line);
}

void emit_guarded(struct gen *g, const char *fmt, ...) {
	va_list args;
	va_start(args, fmt);
	char *s = format(g, fmt, args);
	va_end(args);
	if (chance(g, 15))
		emit(g, LINE_PLAIN, "@%s%s %s", chance(g, 50) ? "!" : "", reg(g, 1), s);
	else
		emit(g, LINE_PLAIN, "%s", s);
}

const char *label(struct gen *g) {
	return text(g, "L%u", g->nlabel++);
}

const char *reg(struct gen *g, u32 bits) {
	switch (bits) {
	case 1: return text(g, "%%p%u", pick(g, POOL_P));
	case 16: return text(g, "%%h%u", pick(g, POOL_H));
	case 32: return text(g, "%%r%u", pick(g, POOL_R));
	case 64: return text(g, "%%d%u", pick(g, POOL_D));
	default: return text(g, "%%q%u", pick(g, POOL_Q));
	}
}

const char *temp(struct gen *g, u32 bits) {
	char c = bits == 1 ? 'p' : bits == 16 ? 'h' : bits == 32 ? 'r' : 'd';
	return text(g, "%%t%c%u", c, g->p->ntemp[(u32)c]++);
}
