/* shape.c - sparse structures: copies, transposes, graphs, and those of factors.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/sparse/shape.h"

#include <stdlib.h>

bool shape_take(struct arena *a, struct shape *s, s32 lines, s32 width, s32 count,
                s32 base, const s32 *start, const s32 *end, const s32 *index) {
	if (!end)
		end = start + 1;
	*s = (struct shape){
		.lines = lines,
		.width = width,
		.start = arena_array_raw(a, s64, (s64)lines + 1),
		.index = arena_array_raw(a, s32, (s64)count + 1),
	};
	s64 at = 0;
	if (end == start + 1 && start[0] != base)
		return false;
	for (s32 i = 0; i < lines; i++) {
		s64 from = (s64)start[i] - base, to = (s64)end[i] - base;
		s->start[i] = at;
		if (from < 0 || to < from || to > count || at + to - from > count)
			return false;
		for (s64 k = from; k < to; k++) {
			s64 j = (s64)index[k] - base;
			if (j < 0 || j >= width)
				return false;
			s->index[at++] = (s32)j;
		}
	}
	s->start[lines] = at;
	return true;
}

struct shape shape_transpose(struct arena *a, const struct shape *s, s64 **from) {
	s64 count = shape_count(s);
	struct shape t = {
		.lines = s->width,
		.width = s->lines,
		.start = arena_array(a, s64, (s64)s->width + 1),
		.index = arena_array_raw(a, s32, count + 1),
	};
	s64 *next = arena_array_raw(a, s64, (s64)s->width + 1);
	for (s64 k = 0; k < count; k++)
		t.start[s->index[k] + 1]++;
	for (s32 j = 0; j < s->width; j++)
		t.start[j + 1] += t.start[j];
	memcpy(next, t.start, ((size_t)s->width + 1) * sizeof *next);
	if (from)
		*from = arena_array_raw(a, s64, count + 1);
	for (s32 i = 0; i < s->lines; i++)
		for (s64 k = s->start[i]; k < s->start[i + 1]; k++) {
			s64 to = next[s->index[k]]++;
			t.index[to] = i;
			if (from)
				(*from)[to] = k;
		}
	return t;
}

struct shape shape_graph(struct arena *a, const struct shape *s) {
	struct shape t = shape_transpose(a, s, NULL), r = shape_transpose(a, &t, NULL);
	struct shape g = {
		.lines = s->lines,
		.width = s->lines,
		.start = arena_array_raw(a, s64, (s64)s->lines + 1),
		.index = arena_array_raw(a, s32, 2 * shape_count(s) + 1),
	};
	s64 at = 0;
	for (s32 i = 0; i < s->lines; i++) {
		g.start[i] = at;
		s64 x = r.start[i], y = t.start[i];
		while (x < r.start[i + 1] || y < t.start[i + 1]) {
			s32 j = x == r.start[i + 1]       ? t.index[y]
			        : y == t.start[i + 1]     ? r.index[x]
			        : r.index[x] < t.index[y] ? r.index[x]
			                                  : t.index[y];
			while (x < r.start[i + 1] && r.index[x] == j)
				x++;
			while (y < t.start[i + 1] && t.index[y] == j)
				y++;
			if (j != i)
				g.index[at++] = j;
		}
	}
	g.start[s->lines] = at;
	return g;
}

bool shape_is_symmetric(struct arena *a, const struct shape *s) {
	struct shape t = shape_transpose(a, s, NULL), r = shape_transpose(a, &t, NULL);
	return !memcmp(t.start, r.start, ((size_t)s->lines + 1) * sizeof *t.start) &&
	       !memcmp(t.index, r.index, (size_t)shape_count(s) * sizeof *t.index);
}

struct shape shape_permute(struct arena *a, const struct shape *s, const s32 *p,
                           const s32 *q, s64 **from) {
	s64 count = shape_count(s), at = 0;
	s64 *first, *second;
	s32 *place = arena_array_raw(a, s32, (s64)s->width + 1);
	struct shape moved = {
		.lines = s->lines,
		.width = s->width,
		.start = arena_array_raw(a, s64, (s64)s->lines + 1),
		.index = arena_array_raw(a, s32, count + 1),
	};
	first = arena_array_raw(a, s64, count + 1);
	for (s32 j = 0; j < s->width; j++)
		place[q ? q[j] : j] = j;
	for (s32 i = 0; i < s->lines; i++) {
		s32 row = p ? p[i] : i;
		moved.start[i] = at;
		for (s64 k = s->start[row]; k < s->start[row + 1]; k++) {
			moved.index[at] = place[s->index[k]];
			first[at++] = k;
		}
	}
	moved.start[s->lines] = at;
	struct shape t = shape_transpose(a, &moved, &second);
	s64 *third;
	struct shape sorted = shape_transpose(a, &t, &third);
	if (from) {
		*from = arena_array_raw(a, s64, count + 1);
		for (s64 k = 0; k < at; k++)
			(*from)[k] = first[second[third[k]]];
	}
	return sorted;
}

struct shape shape_with_diagonal(struct arena *a, const struct shape *s, s64 **from) {
	s64 room = shape_count(s) + s->lines + 1, at = 0;
	struct shape d = {
		.lines = s->lines,
		.width = s->width,
		.start = arena_array_raw(a, s64, (s64)s->lines + 1),
		.index = arena_array_raw(a, s32, room),
	};
	*from = arena_array_raw(a, s64, room);
	for (s32 i = 0; i < s->lines; i++) {
		bool is_there = i >= s->width;
		d.start[i] = at;
		for (s64 k = s->start[i]; k < s->start[i + 1]; k++) {
			is_there = is_there || s->index[k] == i;
			d.index[at] = s->index[k];
			(*from)[at++] = k;
		}
		if (is_there)
			continue;
		d.index[at] = i;
		(*from)[at++] = -1;
	}
	d.start[s->lines] = at;
	return d;
}

bool is_permutation(struct arena *a, const s32 *p, s32 n) {
	bool *seen = arena_array(a, bool, n + 1);
	for (s32 i = 0; i < n; i++) {
		if (p[i] < 0 || p[i] >= n || seen[p[i]])
			return false;
		seen[p[i]] = true;
	}
	return true;
}

/* ---- factors ---- */

/* Lines of a factor as they come, in chunks of an arena. */
struct growing {
	s32 **line, *length;
	s32 *child, *sibling; /* of the elimination tree: the first, and the next */
	s32 *mark;
};

static struct growing growing(struct arena *a, s32 n) {
	struct growing g = {
		.line = arena_array(a, s32 *, (s64)n + 1),
		.length = arena_array(a, s32, (s64)n + 1),
		.child = arena_array_raw(a, s32, (s64)n + 1),
		.sibling = arena_array_raw(a, s32, (s64)n + 1),
		.mark = arena_array_raw(a, s32, (s64)n + 1),
	};
	for (s32 i = 0; i <= n; i++)
		g.child[i] = g.sibling[i] = g.mark[i] = -1;
	return g;
}

static int ascending(const void *x, const void *y) {
	s32 a = *(const s32 *)x, b = *(const s32 *)y;
	return (a > b) - (a < b);
}

/* Ends line j, `n` indices at `list` of which the first is j: what its children have is
 * added, and it becomes a child of the first index after the diagonal. */
static void add_line(struct arena *a, struct growing *g, s32 j, s32 *list, s32 n) {
	for (s32 c = g->child[j]; c >= 0; c = g->sibling[c])
		for (s32 k = 1; k < g->length[c]; k++) {
			s32 i = g->line[c][k];
			if (g->mark[i] != j) {
				g->mark[i] = j;
				list[n++] = i;
			}
		}
	qsort(list + 1, (size_t)n - 1, sizeof *list, ascending);
	g->line[j] = arena_copy(a, list, (size_t)n * sizeof *list, 4);
	g->length[j] = n;
	if (n > 1) {
		g->sibling[j] = g->child[list[1]];
		g->child[list[1]] = j;
	}
}

static struct shape gather_lines(struct arena *a, const struct growing *g, s32 n) {
	struct shape f = {
		.lines = n,
		.width = n,
		.start = arena_array_raw(a, s64, (s64)n + 1),
	};
	s64 at = 0;
	for (s32 j = 0; j < n; j++) {
		f.start[j] = at;
		at += g->length[j];
	}
	f.start[n] = at;
	f.index = arena_array_raw(a, s32, at + 1);
	for (s32 j = 0; j < n; j++)
		memcpy(f.index + f.start[j], g->line[j],
		       (size_t)g->length[j] * sizeof *f.index);
	return f;
}

struct shape factor_of_symmetric(struct arena *a, const struct shape *lower) {
	s32 n = lower->lines;
	struct arena scratch = ARENA_INIT;
	struct shape columns = shape_transpose(&scratch, lower, NULL);
	struct growing g = growing(&scratch, n);
	s32 *list = arena_array_raw(&scratch, s32, (s64)n + 1);
	for (s32 j = 0; j < n; j++) {
		s32 count = 1;
		list[0] = g.mark[j] = j;
		for (s64 k = columns.start[j]; k < columns.start[j + 1]; k++) {
			s32 i = columns.index[k];
			if (i > j && g.mark[i] != j) {
				g.mark[i] = j;
				list[count++] = i;
			}
		}
		add_line(&scratch, &g, j, list, count);
	}
	struct shape f = gather_lines(a, &g, n);
	arena_drop(&scratch);
	return f;
}

struct shape factor_of_rows(struct arena *a, const struct shape *rows) {
	s32 n = rows->width;
	struct arena scratch = ARENA_INIT;
	struct growing g = growing(&scratch, n);
	s32 *list = arena_array_raw(&scratch, s32, (s64)n + 1);
	/* Rows by the first of their columns. */
	s32 *head = arena_array_raw(&scratch, s32, (s64)n + 1);
	s32 *next = arena_array_raw(&scratch, s32, (s64)rows->lines + 1);
	for (s32 j = 0; j < n; j++)
		head[j] = -1;
	for (s32 i = rows->lines; i-- > 0;) {
		s32 first = n;
		for (s64 k = rows->start[i]; k < rows->start[i + 1]; k++)
			first = MIN(first, rows->index[k]);
		if (first < n) {
			next[i] = head[first];
			head[first] = i;
		}
	}
	for (s32 j = 0; j < n; j++) {
		s32 count = 1;
		list[0] = g.mark[j] = j;
		for (s32 i = head[j]; i >= 0; i = next[i])
			for (s64 k = rows->start[i]; k < rows->start[i + 1]; k++)
				if (g.mark[rows->index[k]] != j) {
					g.mark[rows->index[k]] = j;
					list[count++] = rows->index[k];
				}
		add_line(&scratch, &g, j, list, count);
	}
	struct shape f = gather_lines(a, &g, n);
	arena_drop(&scratch);
	return f;
}
