/* diff.c - see diff.h. The two texts are cut at lines that occur once in each and in the
 * same order (the longest such sequence), and each gap is cut in the same way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/diff.h"

#include "base/map.h"
#include "base/str.h"

enum { DEEPEST = 6 }; /* gaps in gaps: a bound for texts without structure */

struct text {
	const struct str **line; /* interned: equal lines are equal pointers */
	u32 n;
};

struct work {
	struct arena *a;
	struct strtab names;
	struct text x, y;
	struct diff *out;
};

static struct text split(struct work *w, const char *s) {
	struct text t = {.n = 0};
	u32 n = 1;
	for (const char *p = s; *p; p++)
		n += *p == '\n';
	t.line = arena_array(w->a, const struct str *, n);
	while (*s) {
		size_t len = strcspn(s, "\n");
		t.line[t.n++] = str_intern(&w->names, s, len);
		s += len + (s[len] == '\n');
	}
	return t;
}

static void put(struct work *w, char kind, const struct str *s) {
	w->out->line[w->out->n++] = (struct diff_line){kind, s->len, s->s};
	w->out->added += kind == '+';
	w->out->removed += kind == '-';
}

struct pair {
	u32 x, y;
	u32 before; /* the pair before it in the longest sequence; NO_PAIR */
};
enum { NO_PAIR = 0xffffffffu };

/* Lines of x[x0, x1) and y[y0, y1) that occur once in each, by x. */
static u32 unique_pairs(struct work *w, struct arena *a, u32 x0, u32 x1, u32 y0, u32 y1,
                        struct pair *pair) {
	/* 1 + the place of a line in y; ~0: it is there twice, or used */
	struct map where = MAP_INIT(a);
	u32 n = 0;
	for (u32 i = y0; i < y1; i++) {
		u64 *slot = map_at(&where, (uintptr_t)w->y.line[i]);
		*slot = *slot ? ~(u64)0 : i + 1;
	}
	struct map twice = MAP_INIT(a);
	for (u32 i = x0; i < x1; i++)
		++*map_at(&twice, (uintptr_t)w->x.line[i]);
	for (u32 i = x0; i < x1; i++) {
		u64 at = *map_at(&where, (uintptr_t)w->x.line[i]);
		if (at && at != ~(u64)0 && *map_at(&twice, (uintptr_t)w->x.line[i]) == 1)
			pair[n++] = (struct pair){i, (u32)(at - 1), NO_PAIR};
	}
	return n;
}

/* Returns the last pair of the longest sequence in which y rises; NO_PAIR if there are
 * none. */
static u32 longest(struct arena *a, struct pair *pair, u32 n) {
	/* end: by length, the pair that ends a sequence with the least y */
	u32 *end = arena_array(a, u32, n + 1), len = 0;
	for (u32 i = 0; i < n; i++) {
		u32 low = 0, high = len;
		while (low < high) {
			u32 mid = (low + high) / 2;
			if (pair[end[mid]].y < pair[i].y)
				low = mid + 1;
			else
				high = mid;
		}
		pair[i].before = low ? end[low - 1] : NO_PAIR;
		end[low] = i;
		len = MAX(len, low + 1);
	}
	return len ? end[len - 1] : NO_PAIR;
}

static void compare(struct work *w, u32 x0, u32 x1, u32 y0, u32 y1, u32 depth);

static void compare_at(struct work *w, u32 x0, u32 x1, u32 y0, u32 y1, u32 depth) {
	struct arena a = ARENA_INIT;
	struct pair *pair = arena_array(&a, struct pair, x1 - x0 + 1);
	u32 n = depth < DEEPEST && y1 > y0 ? unique_pairs(w, &a, x0, x1, y0, y1, pair)
	                                   : 0;
	u32 last = longest(&a, pair, n), next = NO_PAIR;
	for (u32 i = last; i != NO_PAIR;) { /* the list is from back to front: turn it */
		u32 before = pair[i].before;
		pair[i].before = next;
		next = i;
		i = before;
	}
	if (next == NO_PAIR) {
		for (u32 i = x0; i < x1; i++)
			put(w, '-', w->x.line[i]);
		for (u32 i = y0; i < y1; i++)
			put(w, '+', w->y.line[i]);
	}
	for (u32 i = next; i != NO_PAIR; i = pair[i].before) {
		compare(w, x0, pair[i].x, y0, pair[i].y, depth + 1);
		put(w, ' ', w->x.line[pair[i].x]);
		x0 = pair[i].x + 1;
		y0 = pair[i].y + 1;
		if (pair[i].before == NO_PAIR)
			compare(w, x0, x1, y0, y1, depth + 1);
	}
	arena_drop(&a);
}

static void compare(struct work *w, u32 x0, u32 x1, u32 y0, u32 y1, u32 depth) {
	u32 same = 0;
	while (x0 < x1 && y0 < y1 && w->x.line[x0] == w->y.line[y0]) {
		put(w, ' ', w->x.line[x0]);
		x0++, y0++;
	}
	while (x0 < x1 && y0 < y1 && w->x.line[x1 - 1] == w->y.line[y1 - 1])
		x1--, y1--, same++;
	if (x0 < x1 || y0 < y1)
		compare_at(w, x0, x1, y0, y1, depth);
	for (u32 i = 0; i < same; i++)
		put(w, ' ', w->x.line[x1 + i]);
}

struct diff diff_texts(struct arena *a, const char *from, const char *to) {
	struct diff out = {.n = 0};
	struct work w = {.a = a, .out = &out};
	strtab_init(&w.names, a);
	w.x = split(&w, from);
	w.y = split(&w, to);
	out.line = arena_array(a, struct diff_line, (size_t)w.x.n + w.y.n + 1);
	compare(&w, 0, w.x.n, 0, w.y.n, 0);
	return out;
}

void diff_pieces(const struct diff *d, u32 around,
                 void (*put_line)(void *ctx, struct diff_line line), void *ctx) {
	struct diff_line block = {.kind = '@', .text = ""};
	u32 near = 0; /* lines up to here are near a change */
	bool gap = true;
	for (u32 i = 0, next = 0; i < d->n; i++) {
		while (next < d->n && (next < i || d->line[next].kind == ' '))
			next++;
		if (d->line[i].kind != ' ')
			near = i + 1 + around;
		if (i < near || (next < d->n && next <= i + around)) {
			if (gap)
				put_line(ctx, block);
			put_line(ctx, d->line[i]);
			gap = false;
		} else {
			gap = true;
		}
		const struct diff_line *l = &d->line[i];
		if (l->len && l->text[0] != '\t' && l->text[0] != ' ')
			block = (struct diff_line){'@', l->len, l->text};
	}
}
