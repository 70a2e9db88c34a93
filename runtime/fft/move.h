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

/* Where up to V lines begin, counted in numbers of the array, real or complex. */
struct group {
	s64 from[V], to[V];
	u32 lines;
};

static inline bool is_adjacent(const s64 at[V], u32 lines) {
	for (u32 l = 1; l < lines; l++)
		if (at[l] != at[0] + l)
			return false;
	return lines == V;
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

static void load_rows(const real *const row[V], u64 n, struct cvec *x) {
	vec r[V], *to = (vec *)x;
	u64 j = 0;
	for (; j + V / 2 <= n; j += V / 2, to += V) {
		for (u32 l = 0; l < V; l++)
			r[l] = vec_load(row[l] + 2 * j);
		vec_transpose(r);
		for (u32 l = 0; l < V; l++)
			to[l] = r[l];
	}
	for (; j < n; j++)
		for (u32 l = 0; l < V; l++) {
			x[j].re[l] = row[l][2 * j];
			x[j].im[l] = row[l][2 * j + 1];
		}
}

static void store_rows(real *const row[V], u32 lines, u64 n, const struct cvec *x) {
	vec r[V];
	const vec *from = (const vec *)x;
	u64 j = 0;
	for (; j + V / 2 <= n; j += V / 2, from += V) {
		for (u32 l = 0; l < V; l++)
			r[l] = from[l];
		vec_transpose(r);
		for (u32 l = 0; l < lines; l++)
			vec_store(row[l] + 2 * j, r[l]);
	}
	for (; j < n; j++)
		for (u32 l = 0; l < lines; l++) {
			row[l][2 * j] = x[j].re[l];
			row[l][2 * j + 1] = x[j].im[l];
		}
}

/* `unit` reals are one number of the array. Lanes without a line get the first one. */
static void load_group(const void *in, enum fft_format f, u32 unit, struct parts p,
                       const struct group *g, u64 n, struct cvec *x) {
	const real *base = in;
	s64 at[V];
	for (u32 l = 0; l < V; l++)
		at[l] = g->from[l < g->lines ? l : 0] * unit;
	if (!is_half(f) && p.part == 1 && p.next == 2) {
		const real *row[V];
		for (u32 l = 0; l < V; l++)
			row[l] = base + at[l];
		load_rows(row, n, x);
	} else if (!is_half(f) && unit == 2 && is_adjacent(g->from, g->lines)) {
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
	if (!is_half(f) && p.part == 1 && p.next == 2) {
		real *row[V];
		for (u32 l = 0; l < g->lines; l++)
			row[l] = base + g->to[l] * unit;
		store_rows(row, g->lines, n, x);
	} else if (!is_half(f) && unit == 2 && is_adjacent(g->to, g->lines)) {
		for (u64 j = 0; j < n; j++)
			cvec_store(
				(struct complex *)(base + 2 * g->to[0] + (s64)j * p.next),
				x[j]);
	} else {
		for (u64 j = 0; j < n; j++)
			for (u32 l = 0; l < g->lines; l++) {
				s64 i = g->to[l] * unit + (s64)j * p.next;
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
			x[j].re[l] = get(in, f, g->from[l] + (s64)j * stride);
	}
}

static void store_reals(void *out, enum fft_format f, s64 stride, const struct group *g,
                        u64 n, const struct cvec *x) {
	for (u64 j = 0; j < n; j++)
		for (u32 l = 0; l < g->lines; l++)
			put(out, f, g->to[l] + (s64)j * stride, x[j].re[l]);
}
