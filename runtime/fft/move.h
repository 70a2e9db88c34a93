/* move.h - lines between memory and vectors of V lines.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/fft/core.h"
#include "runtime/fft/vector.h"

/* ---- one number of any format ------------------------------------------------------ */

static inline bool is_half(enum fft_format f) {
	return f == FFT_F16 || f == FFT_BF16;
}

static inline real get(const void *p, enum fft_format f, s64 i) {
	if (!is_half(f))
		return ((const real *)p)[i];
	if (f == FFT_F16)
		return (real)((const _Float16 *)p)[i];
	u32 bits = (u32)((const u16 *)p)[i] << 16;
	f32 value;
	memcpy(&value, &bits, sizeof value);
	return (real)value;
}

static inline u16 bfloat_of(f32 value) {
	u32 bits;
	memcpy(&bits, &value, sizeof bits);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return 0x7fff;
	return (u16)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static inline void put(void *p, enum fft_format f, s64 i, real value) {
	if (!is_half(f))
		((real *)p)[i] = value;
	else if (f == FFT_F16)
		((_Float16 *)p)[i] = (_Float16)value;
	else
		((u16 *)p)[i] = bfloat_of((f32)value);
}

/* ---- a group of lines -------------------------------------------------------------- */

/* Where up to V lines begin, counted in numbers of the array, real or complex. Of even
 * groups, which have V lines a step apart, only the first one is told. */
struct group {
	s64 from[V], to[V];
	u32 lines;
	bool is_even;
	s64 from_step, to_step;
};

static inline bool is_adjacent(const struct group *g, const s64 at[V], s64 step) {
	if (g->is_even)
		return step == 1;
	for (u32 l = 1; l < g->lines; l++)
		if (at[l] != at[0] + l)
			return false;
	return g->lines == V;
}

/* How the numbers of lines lie, in reals: element j of a line begins at base + j * next,
 * and its second part is at + part. */
struct parts {
	s64 next, part;
};

static inline struct parts complex_parts(s64 stride) {
	return (struct parts){2 * stride, 1};
}

/* Pairs of real numbers as complex ones. */
static inline struct parts real_pairs(s64 stride) {
	return (struct parts){2 * stride, stride};
}

/* Rows by their places, or in a step from the first one. */
struct rows {
	real *const *at;
	real *first;
	s64 step;
};

static ALWAYS_INLINE real *row_of(const struct rows *r, u32 l) {
	return r->at ? r->at[l] : r->first + (s64)l * r->step;
}

/* The processor does not see where short lines go on: what comes after so many numbers of
 * each row is asked for. */
enum { SHORT = 256, AHEAD = 64 };

static ALWAYS_INLINE void ask_ahead(const struct rows *r, u64 n, u64 j, bool to_write) {
	if (r->at || n > SHORT)
		return;
	s64 ahead = r->step * V * (s64)((AHEAD + n - 1) / n) + 2 * (s64)j;
	for (u32 l = 0; l < V; l++)
		if (to_write)
			__builtin_prefetch(row_of(r, l) + ahead, 1);
		else
			__builtin_prefetch(row_of(r, l) + ahead, 0);
}

static ALWAYS_INLINE void load_block(const struct rows *row, u64 j, struct cvec *x) {
	vec r[V], *to = (vec *)(x + j);
	for (u32 l = 0; l < V; l++)
		r[l] = vec_load(row_of(row, l) + 2 * j);
	vec_transpose(r);
	for (u32 l = 0; l < V; l++)
		to[l] = r[l];
}

/* Where blocks end before the rows do, the last block overlaps the one before. */
static ALWAYS_INLINE void load_rows_of(struct rows row, u64 n, struct cvec *x) {
	u64 j = 0;
	for (; j + V / 2 <= n; j += V / 2) {
		ask_ahead(&row, n, j, false);
		load_block(&row, j, x);
	}
	if (j < n && n > V / 2) {
		load_block(&row, n - V / 2, x);
		return;
	}
	for (; j < n; j++)
		for (u32 l = 0; l < V; l++) {
			x[j].re[l] = row_of(&row, l)[2 * j];
			x[j].im[l] = row_of(&row, l)[2 * j + 1];
		}
}

static ALWAYS_INLINE void store_block(const struct rows *row, u32 lines, u64 j,
                                      const struct cvec *x) {
	vec r[V];
	const vec *from = (const vec *)(x + j);
	for (u32 l = 0; l < V; l++)
		r[l] = from[l];
	vec_transpose(r);
	for (u32 l = 0; l < lines; l++)
		vec_store(row_of(row, l) + 2 * j, r[l]);
}

static ALWAYS_INLINE void store_rows_of(struct rows row, u32 lines, u64 n,
                                        const struct cvec *x) {
	u64 j = 0;
	for (; j + V / 2 <= n; j += V / 2) {
		ask_ahead(&row, n, j, true);
		store_block(&row, lines, j, x);
	}
	if (j < n && n > V / 2) {
		store_block(&row, lines, n - V / 2, x);
		return;
	}
	for (; j < n; j++)
		for (u32 l = 0; l < lines; l++) {
			row_of(&row, l)[2 * j] = x[j].re[l];
			row_of(&row, l)[2 * j + 1] = x[j].im[l];
		}
}

static void load_rows(real *const row[V], u64 n, struct cvec *x) {
	load_rows_of((struct rows){.at = row}, n, x);
}

static void load_even_rows(const real *first, s64 step, u64 n, struct cvec *x) {
	load_rows_of((struct rows){.first = (real *)(uintptr_t)first, .step = step}, n,
	             x);
}

static void store_rows(real *const row[V], u32 lines, u64 n, const struct cvec *x) {
	store_rows_of((struct rows){.at = row}, lines, n, x);
}

static void store_even_rows(real *first, s64 step, u64 n, const struct cvec *x) {
	store_rows_of((struct rows){.first = first, .step = step}, V, n, x);
}

/* The first number of line l. */
static inline s64 line_from(const struct group *g, u32 l) {
	return g->is_even ? g->from[0] + (s64)l * g->from_step
	                  : g->from[l < g->lines ? l : 0];
}

static inline s64 line_to(const struct group *g, u32 l) {
	return g->is_even ? g->to[0] + (s64)l * g->to_step : g->to[l];
}

/* `unit` reals are one number of the array. Lanes without a line get the first one. */
static void load_group(const void *in, enum fft_format f, u32 unit, struct parts p,
                       const struct group *g, u64 n, struct cvec *x) {
	const real *base = in;
	bool is_packed = !is_half(f) && p.part == 1 && p.next == 2;
	if (is_packed && g->is_even) {
		load_even_rows(base + g->from[0] * unit, g->from_step * unit, n, x);
		return;
	}
	s64 at[V];
	for (u32 l = 0; l < V; l++)
		at[l] = line_from(g, l) * unit;
	if (is_packed) {
		real *row[V];
		for (u32 l = 0; l < V; l++)
			row[l] = (real *)(uintptr_t)(base + at[l]);
		load_rows(row, n, x);
	} else if (!is_half(f) && unit == 2 && is_adjacent(g, g->from, g->from_step)) {
		for (u64 j = 0; j < n; j++)
			x[j] = cvec_load(
				(const struct complex *)(base + at[0] + (s64)j * p.next));
	} else {
		for (u64 j = 0; j < n; j++)
			for (u32 l = 0; l < V; l++) {
				s64 i = at[l] + (s64)j * p.next;
				x[j].re[l] = get(in, f, i);
				x[j].im[l] = get(in, f, i + p.part);
			}
	}
}

static void store_group(void *out, enum fft_format f, u32 unit, struct parts p,
                        const struct group *g, u64 n, const struct cvec *x) {
	real *base = out;
	bool is_packed = !is_half(f) && p.part == 1 && p.next == 2;
	if (is_packed && g->is_even) {
		store_even_rows(base + g->to[0] * unit, g->to_step * unit, n, x);
	} else if (is_packed) {
		real *row[V];
		for (u32 l = 0; l < g->lines; l++)
			row[l] = base + line_to(g, l) * unit;
		store_rows(row, g->lines, n, x);
	} else if (!is_half(f) && unit == 2 && is_adjacent(g, g->to, g->to_step)) {
		for (u64 j = 0; j < n; j++)
			cvec_store(
				(struct complex *)(base + 2 * g->to[0] + (s64)j * p.next),
				x[j]);
	} else {
		for (u64 j = 0; j < n; j++)
			for (u32 l = 0; l < g->lines; l++) {
				s64 i = line_to(g, l) * unit + (s64)j * p.next;
				put(out, f, i, x[j].re[l]);
				put(out, f, i + p.part, x[j].im[l]);
			}
	}
}

/* Real numbers with an imaginary part of 0, and back. */
static void load_reals(const void *in, enum fft_format f, s64 stride,
                       const struct group *g, u64 n, struct cvec *x) {
	for (u64 j = 0; j < n; j++) {
		x[j] = (struct cvec){0};
		for (u32 l = 0; l < g->lines; l++)
			x[j].re[l] = get(in, f, line_from(g, l) + (s64)j * stride);
	}
}

static void store_reals(void *out, enum fft_format f, s64 stride, const struct group *g,
                        u64 n, const struct cvec *x) {
	for (u64 j = 0; j < n; j++)
		for (u32 l = 0; l < g->lines; l++)
			put(out, f, line_to(g, l) + (s64)j * stride, x[j].re[l]);
}
