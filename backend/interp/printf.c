/* printf.c - formatted output of kernels (CUDA C++ Programming Guide, "Formatted
 * Output"). The caller packs the arguments into a buffer, each at its natural alignment,
 * floats as doubles. Each conversion is formatted by the host's own printf, as CUDA does.
 * Differences to C: no %n; a call takes at most 32 arguments; what is no conversion, or
 * lacks its argument, is printed as it stands; the result is the number of arguments.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "backend/interp/printf.h"

enum {
	MAX_ARGS = 32,
	/* wider widths and precisions are cut: they only cost memory */
	MAX_WIDTH = 4096,
};

/* Room for n more bytes and a zero. */
static void text_reserve(struct text *t, size_t n) {
	if (t->n + n + 1 <= t->cap)
		return;
	t->cap = MAX(t->cap * 2, t->n + n + 256);
	char *at = arena_alloc(t->arena, t->cap, 1);
	if (t->n)
		memcpy(at, t->at, t->n);
	t->at = at;
}

void text_add(struct text *t, const char *s, size_t n) {
	text_reserve(t, n);
	memcpy(t->at + t->n, s, n);
	t->n += n;
	t->at[t->n] = 0;
}

bool text_add_string(struct text *t, struct warp *w, const struct dinst *d, u32 lane,
                     u64 addr) {
	for (;; addr++) {
		const u8 *p = mem_lane_ptr(w, d, lane, SPACE_GENERIC, addr, 1, false);
		if (!p)
			return false;
		if (!*p)
			return true;
		text_add(t, (const char *)p, 1);
	}
}

/* ---- one conversion ---------------------------------------------------------------- */

struct spec {
	size_t len; /* of its text in the format, '%' included; 0: it is none */
	char flags[8];
	int width, precision; /* -1: not given; -2: `*` */
	bool is_long;         /* l, ll, j, z, t: 64 bits */
	u8 shorten;           /* h: 1, hh: 2 */
	char conv;
};

static bool is_digit(char c) {
	return c >= '0' && c <= '9';
}

static const char *parse_number(const char *p, int *out) {
	if (*p == '*') {
		*out = -2;
		return p + 1;
	}
	for (*out = 0; is_digit(*p); p++)
		*out = MIN(*out * 10 + (*p - '0'), (int)MAX_WIDTH);
	return p;
}

/* p is after the '%'. */
static struct spec parse_spec(const char *p) {
	const char *start = p - 1;
	struct spec s = {.width = -1, .precision = -1};
	for (size_t n = 0; *p && strchr("-+ #0", *p); p++)
		if (n + 1 < sizeof s.flags && !strchr(s.flags, *p))
			s.flags[n++] = *p;
	if (*p == '*' || is_digit(*p))
		p = parse_number(p, &s.width);
	if (*p == '.')
		p = parse_number(p + 1, &s.precision);
	for (; *p && strchr("hlLjzt", *p); p++) {
		if (*p == 'h')
			s.shorten++;
		else if (*p != 'L')
			s.is_long = true;
	}
	if (!*p || !strchr("diouxXcsfFeEgGaAp", *p))
		return (struct spec){0};
	s.conv = *p;
	s.len = (size_t)(p + 1 - start);
	return s;
}

/* Reads the packed arguments of one call. */
struct args {
	struct warp *w;
	const struct dinst *d;
	u32 lane, used;
	u64 addr;
	bool failed;
};

static u64 next_arg(struct args *a, u32 size) {
	u64 v = 0;
	a->addr = alignup(a->addr, size);
	const u8 *p = mem_lane_ptr(a->w, a->d, a->lane, SPACE_GENERIC, a->addr, size,
	                           false);
	if (p)
		memcpy(&v, p, size);
	else
		a->failed = true;
	a->addr += size;
	a->used++;
	return v;
}

static u32 args_needed(struct spec s) {
	return 1u + (s.width == -2) + (s.precision == -2);
}

/* The host's format for the conversion, with the width and precision as numbers. */
static void host_format(char *out, size_t size, struct spec s, const char *length) {
	int n = snprintf(out, size, "%%%s", s.flags);
	if (s.width >= 0)
		n += snprintf(out + n, size - (size_t)n, "%d", s.width);
	if (s.precision >= 0)
		n += snprintf(out + n, size - (size_t)n, ".%d", s.precision);
	snprintf(out + n, size - (size_t)n, "%s%c", length, s.conv);
}

/* Prints into t through the host; the format is made by host_format and fits the
 * argument. */
#define ADD_FORMATTED(t, format, value)                                                  \
	do {                                                                             \
		int len_ = snprintf(NULL, 0, (format), (value));                         \
		if (len_ > 0) {                                                          \
			text_reserve((t), (size_t)len_);                                 \
			snprintf((t)->at + (t)->n, (size_t)len_ + 1, (format), (value)); \
			(t)->n += (size_t)len_;                                          \
		}                                                                        \
	} while (0)

static void add_integer(struct text *t, struct spec s, u64 v) {
	char format[64];
	bool is_signed = s.conv == 'd' || s.conv == 'i';
	u32 bits = s.is_long ? 64 : s.shorten == 1 ? 16 : s.shorten >= 2 ? 8 : 32;
	host_format(format, sizeof format, s, "ll");
	v <<= 64 - bits;
	if (is_signed)
		ADD_FORMATTED(t, format, (long long)((s64)v >> (64 - bits)));
	else
		ADD_FORMATTED(t, format, (unsigned long long)(v >> (64 - bits)));
}

static void add_string(struct text *t, struct spec s, struct args *a, u64 addr) {
	char format[64];
	struct text str = {.arena = t->arena};
	text_add(&str, "", 0);
	if (!addr)
		text_add(&str, "(null)", 6);
	else if (!text_add_string(&str, a->w, a->d, a->lane, addr))
		a->failed = true;
	host_format(format, sizeof format, s, "");
	ADD_FORMATTED(t, format, str.at);
}

static void add_float(struct text *t, struct spec s, f64 v) {
	char format[64];
	host_format(format, sizeof format, s, "");
	ADD_FORMATTED(t, format, v);
}

static void add_char(struct text *t, struct spec s, u64 v) {
	char format[64];
	if (!(u8)v && s.width <= 1) { /* the host would end its string here */
		text_add(t, "", 1);
		return;
	}
	s.precision = -1;
	host_format(format, sizeof format, s, "");
	ADD_FORMATTED(t, format, (int)(u8)v);
}

static void add_pointer(struct text *t, struct spec s, u64 v) {
	char format[64];
	s.precision = -1;
	host_format(format, sizeof format, s, "");
	ADD_FORMATTED(t, format, (void *)(uintptr_t)v);
}

/* `*` in place of a width or precision: a negative width means left-justified. */
static void take_stars(struct spec *s, struct args *a) {
	if (s->width == -2) {
		s64 v = (s32)next_arg(a, 4);
		if (v < 0 && !strchr(s->flags, '-')) {
			memmove(s->flags + 1, s->flags, sizeof s->flags - 2);
			s->flags[0] = '-';
		}
		s->width = (int)MIN(v < 0 ? -v : v, (s64)MAX_WIDTH);
	}
	if (s->precision == -2) {
		s32 v = (s32)next_arg(a, 4);
		s->precision = v < 0 ? -1 : MIN(v, (s32)MAX_WIDTH);
	}
}

static void add_conversion(struct text *t, struct spec s, struct args *a) {
	take_stars(&s, a);
	if (strchr("fFeEgGaA", s.conv)) {
		u64 bits = next_arg(a, 8);
		f64 v;
		memcpy(&v, &bits, sizeof v);
		add_float(t, s, v);
	} else if (s.conv == 's') {
		add_string(t, s, a, next_arg(a, 8));
	} else if (s.conv == 'p') {
		add_pointer(t, s, next_arg(a, 8));
	} else if (s.conv == 'c') {
		add_char(t, s, next_arg(a, 4));
	} else {
		add_integer(t, s, next_arg(a, s.is_long ? 8 : 4));
	}
}

bool printf_format(struct text *t, struct warp *w, const struct dinst *d, u32 lane,
                   u64 format, u64 args, s32 *result) {
	struct args a = {.w = w, .d = d, .lane = lane, .addr = args};
	struct text f = {.arena = t->arena};
	*result = -1;
	if (!format)
		return true;
	bool ok = text_add_string(&f, w, d, lane, format);
	const char *p = f.at ? f.at : "";
	while (ok && *p && !a.failed) {
		size_t plain = strcspn(p, "%");
		text_add(t, p, plain);
		p += plain;
		if (!*p)
			break;
		struct spec s = parse_spec(p + 1);
		if (p[1] == '%' || !s.len || a.used + args_needed(s) > MAX_ARGS) {
			size_t len = p[1] == '%' ? 2 : s.len ? s.len : 1;
			text_add(t, p, p[1] == '%' ? 1 : len);
			p += len;
			continue;
		}
		add_conversion(t, s, &a);
		p += s.len;
	}
	*result = (s32)a.used;
	return ok && !a.failed;
}
