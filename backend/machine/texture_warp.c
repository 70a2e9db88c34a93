/* texture_warp.c - fetches of a whole warp from one texture, in the common cases: one
 * level, up to three dimensions, perhaps layers; f32, f16, integers that are not
 * fractions with a sign. The same numbers as in texture.c and filter.c, in loops over
 * lanes that the compiler makes vectors of:
 *
 *     coordinates: f64 holds them exactly, 24.8 fixed point fits in 32 bits
 *     weights: those of one level, 256ths that sum to 256
 *     sums of f32: significands of 24 + 4 bits, cut off at the largest exponent, are
 *         integers below 2^28, and f64 adds their products exactly; those of f16 11 + 4
 *
 * A lane with an infinity or a NaN among its texels is left to texture_fetch.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/texture_warp.h"

#include <math.h>
#include <string.h>

#include "backend/machine/access.h"
#include "ir/num/bits.h"

/* Loops over lanes are compiled for wider vectors, too, and chosen when the library is
 * loaded. */
#if defined(__x86_64__) && !defined(SIMT_ISA_BASELINE) &&                  \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
	!defined(__clang__)
#define WIDE                                                        \
	__attribute__((target_clones("avx512f", "avx2", "default"), \
	               optimize("O3", "no-trapping-math", "no-math-errno")))
#else
#define WIDE
#endif

enum {
	LANES = WARP_LANES,
	SIZE_MOST = 1 << 18,   /* texels in a dimension */
	OFFSET_MOST = 1 << 16, /* of a request */
	ONE = 256,             /* a texel in 24.8, and all of a weight */
};

/* Where the lanes' texels are: in each dimension two, or one of a point filter. */
struct places {
	s32 i[3][2][LANES]; /* -1: the border */
	s32 fraction[3][LANES];
	bool has_border; /* some lane's are there */
};

/* ---- coordinates ------------------------------------------------------------------- */

/* Numbers within +-most; subnormal ones and NaNs are 0. All that is compared is f32 here,
 * and f64 comes after: GCC has no short code for conditions of both widths. */
WIDE static void limit(f32 *restrict out, const f32 *restrict at, f32 most) {
	for (u32 l = 0; l < LANES; l++) {
		f32 x = fabsf(at[l]) >= 0x1p-126f ? at[l] : 0;
		x = x > -most ? x : -most;
		out[l] = x < most ? x : most;
	}
}

/* What lies within two periods; 0 of what is not finite. */
WIDE static void repeat(f64 *restrict out, const f32 *restrict at) {
	f32 x[LANES];
	for (u32 l = 0; l < LANES; l++) {
		f32 a = fabsf(at[l]);
		x[l] = a >= 0x1p-126f && a <= 0x1.fffffep127f ? at[l] : 0;
	}
	for (u32 l = 0; l < LANES; l++)
		out[l] = (f64)x[l] - 2 * floor((f64)x[l] * 0.5);
}

WIDE static void widen(f64 *restrict out, const f32 *restrict at) {
	for (u32 l = 0; l < LANES; l++)
		out[l] = at[l];
}

WIDE static void fix_parts(s32 *restrict fixed, const f64 *restrict x, f64 n,
                           bool linear) {
	if (linear)
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = (s32)(floor((floor(x[l] * 0x1p21) * n + 0x1p12) *
			                       0x1p-13) -
			                 ONE / 2);
	else
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = (s32)(floor(floor(x[l] * 0x1p21) * n * 0x1p-21) * ONE);
}

/* See coord_whole and coord_fixed in texture.c. */
static void fix_normalized(s32 *fixed, const f32 *at, bool repeats, u32 size,
                           bool linear) {
	f32 near[LANES];
	f64 x[LANES];
	if (repeats) {
		repeat(x, at);
	} else {
		limit(near, at, 8);
		widen(x, near);
	}
	fix_parts(fixed, x, size, linear);
}

WIDE static void fix_all(s32 *restrict fixed, const f32 *restrict x, bool linear) {
	if (linear)
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = (s32)floor((f64)x[l] * ONE - (ONE / 2 - 0.5));
	else
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = (s32)floorf(x[l]) * ONE;
}

/* Texels further out than SIZE_MOST are all the same. */
static void fix_texels(s32 *fixed, const f32 *at, bool linear) {
	f32 near[LANES];
	limit(near, at, 0x1p20f);
	fix_all(fixed, near, linear);
}

/* The same for slices. */
WIDE static void fix_slices(s32 *restrict fixed, const f32 *restrict at, bool linear) {
	for (u32 l = 0; l < LANES; l++) {
		f64 x = at[l];
		x = fabs(x) >= 0x1p-126 ? x : 0;
		x = x > -0x1p30 ? x : -0x1p30;
		x = x < 0x1p30 ? x : 0x1p30;
		f64 line = floor(x * ONE - (ONE / 2 - 0.5)), point = floor(x) * ONE,
		    it = linear ? line : point, whole = floor(it * (1. / ONE)),
		    fraction = it - whole * ONE;
		whole = whole > -0x1p20 ? whole : -0x1p20;
		whole = whole < 0x1p20 ? whole : 0x1p20;
		fixed[l] = (s32)(whole * ONE + fraction);
	}
}

static void fix_integers(s32 *restrict fixed, const s32 *restrict at) {
	for (u32 l = 0; l < LANES; l++) {
		s32 i = at[l] < -(1 << 20) ? -(1 << 20) : at[l];
		fixed[l] = (i > 1 << 20 ? 1 << 20 : i) * ONE;
	}
}

/* See address_apply in texture.c; repeated coordinates are less than a period outside. */
WIDE static void apply(s32 *restrict i, u32 mode, s32 size, bool repeats) {
	s32 period = mode == TEX_MIRROR ? 2 * size : size, last = size - 1;
	if (mode == TEX_BORDER) {
		for (u32 l = 0; l < LANES; l++)
			i[l] = i[l] < 0 || i[l] > last ? -1 : i[l];
	} else if (!repeats) {
		for (u32 l = 0; l < LANES; l++) {
			s32 least = i[l] < 0 ? 0 : i[l];
			i[l] = least > last ? last : least;
		}
	} else {
		for (u32 l = 0; l < LANES; l++) {
			s32 k = i[l];
			k += k < 0 ? period : 0;
			k -= k >= period ? period : 0;
			k -= k >= period ? period : 0;
			i[l] = k < size ? k : period - 1 - k;
		}
	}
}

WIDE static void take_apart(s32 *restrict low, s32 *restrict high, s32 *restrict fraction,
                            const s32 *restrict fixed, s32 offset) {
	for (u32 l = 0; l < LANES; l++) {
		s32 i = (fixed[l] >> 8) + offset;
		low[l] = i;
		high[l] = i + 1;
		fraction[l] = fixed[l] & (ONE - 1);
	}
}

/* See struct place in texture.c. */
WIDE static void stay_at_edges(s32 *restrict fraction, const s32 *restrict low,
                               const s32 *restrict high) {
	for (u32 l = 0; l < LANES; l++)
		fraction[l] = low[l] == high[l] ? 0 : fraction[l];
}

WIDE static bool has_negative(const s32 *restrict a, const s32 *restrict b) {
	s32 any = 0;
	for (u32 l = 0; l < LANES; l++)
		any |= a[l] | b[l];
	return any < 0;
}

/* False: this dimension needs the long way. */
static bool find_places(struct places *p, const struct texture *t,
                        const struct sampler *s, const struct tex_lanes *q, u32 d,
                        bool linear) {
	s32 fixed[LANES];
	u32 mode = s->address[d], size = d < t->dims ? t->level[0].size[d] : 1;
	bool repeats = s->normalized_coords && (mode == TEX_WRAP || mode == TEX_MIRROR);
	s32 offset = d < q->dims ? q->offset[d] : 0;
	if (size > SIZE_MOST || offset > OFFSET_MOST || offset < -OFFSET_MOST ||
	    (repeats && (offset || q->is_texel)))
		return false;
	if (d >= q->dims)
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = linear && d == 1 && !q->is_texel ? -ONE / 2 : 0;
	else if (q->is_texel)
		fix_integers(fixed, (const s32 *)q->at[d]);
	else if (s->normalized_coords)
		fix_normalized(fixed, (const f32 *)q->at[d],
		               mode == TEX_WRAP || mode == TEX_MIRROR, size, linear);
	else if (d == 2)
		fix_slices(fixed, (const f32 *)q->at[d], linear);
	else
		fix_texels(fixed, (const f32 *)q->at[d], linear);
	take_apart(p->i[d][0], p->i[d][1], p->fraction[d], fixed, offset);
	apply(p->i[d][0], mode, (s32)size, repeats);
	if (linear)
		apply(p->i[d][1], mode, (s32)size, repeats);
	if (linear && !repeats)
		stay_at_edges(p->fraction[d], p->i[d][0], p->i[d][1]);
	if (mode == TEX_BORDER)
		p->has_border |= has_negative(p->i[d][0], p->i[d][linear]);
	return true;
}

/* ---- texels ------------------------------------------------------------------------ */

static bool is_half(const struct texel_format *f) {
	return f->class == TEXEL_FLOAT && f->bits == 16;
}

/* What the lanes read: channels as they lie in memory; halves as f32. */
struct texels {
	u32 raw[4][LANES];
};

/* Bytes from the level's begin: of columns; by slice, of rows with their slice or
 * layer. */
struct offsets {
	s32 column[2][LANES], row[2][2][LANES];
};

WIDE static void scale(s32 *restrict out, const s32 *restrict i, s32 by) {
	for (u32 l = 0; l < LANES; l++)
		out[l] = (i[l] < 0 ? 0 : i[l]) * by;
}

WIDE static void add(s32 *restrict sum, const s32 *restrict x) {
	for (u32 l = 0; l < LANES; l++)
		sum[l] += x[l];
}

/* n columns and rows, nz slices; layer: per lane, or NULL. */
static void find_offsets(struct offsets *o, const struct places *p,
                         const struct texture *t, const s32 *layer, u32 n, u32 nz) {
	const struct tex_level *v = &t->level[0];
	s32 slice[LANES];
	for (u32 k = 0; k < n; k++)
		scale(o->column[k], p->i[0][k], t->format.bytes);
	for (u32 z = 0; z < nz; z++) {
		if (layer || t->dims > 2)
			scale(slice, layer ? layer : p->i[2][z], (s32)v->slice);
		for (u32 k = 0; k < n; k++) {
			scale(o->row[z][k], p->i[1][k], (s32)v->row);
			if (layer || t->dims > 2)
				add(o->row[z][k], slice);
		}
	}
}

WIDE static void read_words(u32 *restrict out, const u8 *base, const s32 *restrict column,
                            const s32 *restrict row) {
	for (u32 l = 0; l < LANES; l++)
		memcpy(&out[l], base + (u32)(column[l] + row[l]), 4);
}

static void read_halves(u32 *restrict out, const u8 *base, const s32 *restrict column,
                        const s32 *restrict row) {
	for (u32 l = 0; l < LANES; l++) {
		u16 v;
		memcpy(&v, base + (u32)(column[l] + row[l]), 2);
		out[l] = v;
	}
}

static void read_bytes(u32 *restrict out, const u8 *base, const s32 *restrict column,
                       const s32 *restrict row) {
	for (u32 l = 0; l < LANES; l++)
		out[l] = base[(u32)(column[l] + row[l])];
}

/* Four bytes are one word. */
WIDE static void split_words(struct texels *restrict x) {
	for (u32 l = 0; l < LANES; l++) {
		u32 v = x->raw[0][l];
		x->raw[0][l] = v & 255;
		x->raw[1][l] = v >> 8 & 255;
		x->raw[2][l] = v >> 16 & 255;
		x->raw[3][l] = v >> 24;
	}
}

static void read_channels(struct texels *x, const struct texture *t, const s32 *column,
                          const s32 *row) {
	const struct texel_format *f = &t->format;
	const u8 *base = (const u8 *)(uintptr_t)t->level[0].base;
	if (f->bits == 8 && f->n == 4) {
		read_words(x->raw[0], base, column, row);
		split_words(x);
		return;
	}
	for (u32 c = 0; c < f->n; c++, base += f->bits / 8)
		if (f->bits == 32)
			read_words(x->raw[c], base, column, row);
		else if (f->bits == 16)
			read_halves(x->raw[c], base, column, row);
		else
			read_bytes(x->raw[c], base, column, row);
}

/* Lanes whose place is below 0 in some dimension read the border. */
WIDE static void put_border_in(u32 *restrict x, u32 raw, const s32 *restrict i,
                               const s32 *restrict j, const s32 *restrict k) {
	for (u32 l = 0; l < LANES; l++)
		x[l] = (i[l] | j[l] | k[l]) < 0 ? raw : x[l];
}

/* See half_bits in texel.c. */
WIDE static void widen_halves(u32 *restrict x) {
	for (u32 l = 0; l < LANES; l++) {
		u32 h = x[l], sign = (h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;
		u32 tiny = f32_bits((f32)(s32)m * 0x1p-24f),
		    size = (e + 112) << 23 | m << 13;
		size = e == 31 ? 0x7f800000 | m << 13 : size;
		x[l] = sign | (e ? size : tiny);
	}
}

/* corner: a bit for each of x, y and z. */
static void read_texels(struct texels *x, const struct texture *t,
                        const struct sampler *s, const struct places *p,
                        const struct offsets *o, u32 corner) {
	u32 i = corner & 1, j = corner >> 1 & 1, k = corner >> 2, raw[4];
	read_channels(x, t, o->column[i], o->row[k][j]);
	if (p->has_border)
		texel_border(&t->format, s, raw);
	for (u32 c = 0; c < t->format.n && p->has_border; c++)
		put_border_in(x->raw[c], raw[c], p->i[0][i], p->i[1][j],
		              t->dims > 2 ? p->i[2][k] : p->i[1][j]);
	for (u32 c = 0; c < t->format.n && is_half(&t->format); c++)
		widen_halves(x->raw[c]);
}

/* ---- filters ----------------------------------------------------------------------- */

struct weights {
	s32 w[4][LANES]; /* x0y0 x1y0 x0y1 x1y1 */
};

/* See weights_find in texture.c. */
static ALWAYS_INLINE void set_weights(struct weights *w, u32 l, s32 left, s32 right,
                                      s32 fy) {
	s32 low = (left * fy + 127) >> 8, high = (right * fy + 128) >> 8;
	w->w[2][l] = low;
	w->w[3][l] = high;
	w->w[0][l] = left - low;
	w->w[1][l] = right - high;
}

WIDE static void find_weights(struct weights *restrict w,
                              const struct places *restrict p) {
	for (u32 l = 0; l < LANES; l++) {
		s32 fx = p->fraction[0][l];
		set_weights(w, l, ONE - fx, fx, p->fraction[1][l]);
	}
}

/* The same for a slice, which has a share. */
WIDE static void find_weights_of(struct weights *restrict w,
                                 const struct places *restrict p,
                                 const s32 *restrict share) {
	for (u32 l = 0; l < LANES; l++) {
		s32 right = (share[l] * p->fraction[0][l] + 128) >> 8;
		set_weights(w, l, share[l] - right, right, p->fraction[1][l]);
	}
}

WIDE static void find_shares(s32 *restrict low, s32 *restrict high,
                             const s32 *restrict fraction) {
	for (u32 l = 0; l < LANES; l++) {
		high[l] = fraction[l];
		low[l] = ONE - fraction[l];
	}
}

static void find_weights_of_slices(struct weights w[2], const struct places *p) {
	s32 share[2][LANES];
	find_shares(share[0], share[1], p->fraction[2]);
	for (u32 z = 0; z < 2; z++)
		find_weights_of(&w[z], p, share[z]);
}

/* Sums of 65535ths; bytes are 257 of them. */
WIDE static void add_unorm(s32 *restrict sum, const u32 *restrict x,
                           const s32 *restrict w, s32 factor) {
	for (u32 l = 0; l < LANES; l++)
		sum[l] += (s32)x[l] * factor * w[l];
}

WIDE static void unorm_results(u32 *restrict out, const s32 *restrict sum) {
	for (u32 l = 0; l < LANES; l++)
		out[l] = f32_bits((f32)((sum[l] + 128) >> 8) / 65535);
}

static void blend_unorm(u32 *out, const struct texels *x, const struct weights *w, u32 nz,
                        u32 c, s32 factor) {
	s32 sum[LANES] = {0};
	for (u32 i = 0; i < 4 * nz; i++)
		add_unorm(sum, x[i].raw[c], w[i / 4].w[i % 4], factor);
	unorm_results(out, sum);
}

/* Sums of floats; the texels of each slice are aligned to the largest of them. */
struct sums {
	s32 top[LANES];      /* the largest exponent of those that count */
	s32 odd[LANES];      /* infinities and NaNs are among them */
	s32 negative[LANES]; /* all that count are, if it is below 0 */
	/* 2^(place - top), to which terms are aligned, and what turns sums into results
	 */
	f64 up[LANES], down[LANES];
	f64 sum[LANES];
};

WIDE static void see_terms(struct sums *restrict a, const u32 *restrict x,
                           const s32 *restrict w) {
	for (u32 l = 0; l < LANES; l++) {
		s32 bits = (s32)x[l], e = bits >> 23 & 255, counts = w[l] ? -1 : 0;
		a->odd[l] |= e == 255 ? 1 : 0;
		a->negative[l] &= bits | ~counts;
		e &= counts;
		a->top[l] = e > a->top[l] ? e : a->top[l];
	}
}

static ALWAYS_INLINE f64 power_of_2(s32 exponent) {
	union {
		u64 bits;
		f64 v;
	} x = {(u64)(1023 + exponent) << 52};
	return x.v;
}

/* Of the type: its least exponent, and that of the last place of terms, negated. */
WIDE static void find_scales(struct sums *restrict a, s32 least, s32 place) {
	for (u32 l = 0; l < LANES; l++) {
		s32 top = a->top[l];
		top = top && top < least ? least : top;
		a->top[l] = top;
		s32 up = top ? place - top : 0;
		a->up[l] = power_of_2(up);
		a->down[l] = power_of_2(-8 - up);
	}
}

/* Of a term that does not count, and is larger than those that do, nothing is known. */
WIDE static void add_terms(struct sums *restrict a, const u32 *restrict x,
                           const s32 *restrict w) {
	for (u32 l = 0; l < LANES; l++) {
		u32 e = x[l] >> 23 & 255, bits = w[l] && e - 1 < 254 ? x[l] : 0;
		f64 m = (f64)f32_from(bits) * a->up[l];
		a->sum[l] += (f64)(s32)m * w[l];
	}
}

/* Adds another slice, aligned to the larger one's exponent. */
WIDE static void add_slice(struct sums *restrict a, const struct sums *restrict b,
                           s32 place) {
	for (u32 l = 0; l < LANES; l++) {
		s32 low = a->top[l], high = b->top[l], top = low > high ? low : high,
		    up = top ? place - top : 0;
		a->sum[l] = floor(a->sum[l] * power_of_2(low - top)) +
		            floor(b->sum[l] * power_of_2(high - top));
		a->down[l] = power_of_2(-8 - up);
		a->odd[l] |= b->odd[l];
		a->negative[l] &= b->negative[l];
	}
}

/* See float_result in filter.c. A sum of more than 24 bits is rounded by the conversion
 * to f32, to even at ties, so a quarter of its last place is added. */
WIDE static void f32_results(u32 *restrict out, const struct sums *restrict a) {
	for (u32 l = 0; l < LANES; l++) {
		f64 size = fabs(a->sum[l]), more = size >= 0x1p24 ? 0.25 : 0;
		f64 value = (f64)(f32)(size + more) * a->down[l];
		union {
			f32 v;
			u32 bits;
		} x = {(f32)(value < 0x1p-126 ? 0 : value)};
		/* a sum of 0 is negative if all that counts is */
		f64 sum = a->sum[l] - (f64)(a->negative[l] < 0) * 0x1p-200;
		out[l] = x.bits | (sum < 0 ? 1u << 31 : 0);
	}
}

/* 11 bits, halves away from zero; below f16's least exponent multiples of 2^-24. */
WIDE static void f16_results(u32 *restrict out, const struct sums *restrict a) {
	for (u32 l = 0; l < LANES; l++) {
		f64 size = fabs(a->sum[l]), value = size * a->down[l];
		u32 short_bits = (f32_bits((f32)size) + 0x1000) & ~0x1fffu;
		f64 normal = (f64)f32_from(short_bits) * a->down[l],
		    tiny = floor(value * 0x1p24 + 0.5) * 0x1p-24;
		u32 bits = f32_bits((f32)(value < 0x1p-14 ? tiny : normal));
		bits = normal < 0x1p16 ? bits : 0x7f800000;
		f64 sum = a->sum[l] - (f64)(a->negative[l] < 0) * 0x1p-200;
		out[l] = bits | (sum < 0 ? 1u << 31 : 0);
	}
}

static void sum_up(struct sums *a, const struct texels *x, const struct weights *w, u32 c,
                   s32 least, s32 place) {
	memset(a, 0, sizeof *a);
	memset(a->negative, 255, sizeof a->negative);
	for (u32 i = 0; i < 4; i++)
		see_terms(a, x[i].raw[c], w->w[i]);
	find_scales(a, least, place);
	for (u32 i = 0; i < 4; i++)
		add_terms(a, x[i].raw[c], w->w[i]);
}

/* Returns the lanes that are odd. */
static u32 blend_float(u32 *out, const struct texels *x, const struct weights *w, u32 nz,
                       u32 c, bool half) {
	s32 least = half ? 127 - 14 : 0, place = half ? 127 + 14 : 127 + 27;
	struct sums a, b;
	u32 odd = 0;
	sum_up(&a, x, w, c, least, place);
	if (nz > 1) {
		sum_up(&b, x + 4, w + 1, c, least, place);
		add_slice(&a, &b, place);
	}
	if (half)
		f16_results(out, &a);
	else
		f32_results(out, &a);
	for (u32 l = 0; l < LANES; l++)
		odd |= (u32)a.odd[l] << l;
	return odd;
}

/* ---- all of it --------------------------------------------------------------------- */

static bool is_normalized(const struct texel_format *f, const struct sampler *s) {
	return s->normalized_read && f->class == TEXEL_UINT && f->bits < 32;
}

static bool is_common(const struct texture *t, const struct sampler *s,
                      const struct tex_lanes *q) {
	const struct texel_format *f = &t->format;
	bool known = f->class != TEXEL_SINT || f->bits == 32 || !s->normalized_read;
	return known && !s->srgb && !t->is_linear && !t->is_cube && t->nlevel == 1 &&
	       (t->dims <= 2 ? q->dims <= 2 : q->dims == 3 && !t->nlayer);
}

/* Checks whether all of the level is there, and 31 bits count its bytes. */
static bool is_there(const struct tex_reader *r, const struct window *reach,
                     const struct texture *t) {
	const struct tex_level *v = &t->level[0];
	u64 rows = t->dims > 1 ? v->size[1] : 1,
	    slices = t->dims > 2 ? v->size[2] : MAX(t->nlayer, 1u),
	    bytes = (u64)v->size[0] * t->format.bytes + (rows - 1) * v->row +
	            (slices - 1) * v->slice;
	u64 off = v->base - reach->base;
	if (bytes > INT32_MAX)
		return false;
	if (off < reach->size && bytes <= reach->size - off)
		return true;
	return mem_is_global(r->map, v->base, bytes);
}

static void point_result(u32 *out, const struct texture *t, const struct sampler *s,
                         const u32 *raw) {
	const struct texel_format *f = &t->format;
	f32 top = f->bits == 8 ? 255 : 65535;
	u32 unused = f->class == TEXEL_SINT ? 32u - f->bits : 0;
	if (!is_normalized(f, s) && !unused) {
		memcpy(out, raw, LANES * sizeof *out);
		return;
	}
	if (!is_normalized(f, s)) {
		for (u32 l = 0; l < LANES; l++)
			out[l] = (u32)((s32)(raw[l] << unused) >> unused);
		return;
	}
	for (u32 l = 0; l < LANES; l++)
		out[l] = f32_bits((f32)raw[l] / top);
}

static void layers_within(s32 *layer, const struct texture *t,
                          const struct tex_lanes *q) {
	for (u32 l = 0; l < LANES; l++)
		layer[l] = (s32)(q->is_layered ? MIN(q->layer[l], t->nlayer - 1) : 0);
}

/* Returns the lanes whose sums are odd. */
static u32 filter(u32 out[4][LANES], const struct texture *t, const struct texels *x,
                  const struct places *p, u32 nz) {
	const struct texel_format *f = &t->format;
	struct weights w[2];
	u32 odd = 0;
	if (nz > 1)
		find_weights_of_slices(w, p);
	else
		find_weights(w, p);
	for (u32 c = 0; c < f->n; c++)
		if (f->class == TEXEL_UINT)
			blend_unorm(out[c], x, w, nz, c, f->bits == 8 ? 257 : 1);
		else
			odd |= blend_float(out[c], x, w, nz, c, is_half(f));
	return odd;
}

/* Finds the lanes' texels and where they lie. False: some need the long way. */
static bool find_all(struct places *p, struct offsets *o, const struct texture *t,
                     const struct sampler *s, const struct tex_lanes *q, bool linear) {
	s32 layer[LANES];
	p->has_border = false;
	for (u32 d = 0; d < (t->dims > 2 ? 3u : 2u); d++)
		if (!find_places(p, t, s, q, d, linear))
			return false;
	if (t->nlayer)
		layers_within(layer, t, q);
	find_offsets(o, p, t, t->nlayer ? layer : NULL, linear ? 2 : 1,
	             linear && t->dims > 2 ? 2 : 1);
	return true;
}

bool texture_fetch_lanes(const struct tex_reader *r, const struct window *reach,
                         const struct texture *t, const struct sampler *s,
                         const struct tex_lanes *q, u32 out[4][LANES], u32 *odd) {
	struct places p;
	struct offsets o;
	struct texels x[8];
	bool filters = t->format.class == TEXEL_FLOAT || is_normalized(&t->format, s),
	     linear = filters && !q->is_texel && s->filter == TEX_LINEAR;
	*odd = 0;
	if (!is_common(t, s, q) || !is_there(r, reach, t) ||
	    !find_all(&p, &o, t, s, q, linear))
		return false;
	u32 nz = linear && t->dims > 2 ? 2 : 1;
	for (u32 i = 0; i < (linear ? 4 * nz : 1); i++)
		read_texels(&x[i], t, s, &p, &o, i);
	for (u32 c = t->format.n; c < 4; c++)
		memset(out[c], 0, sizeof out[c]);
	if (linear)
		*odd = filter(out, t, x, &p, nz);
	else
		for (u32 c = 0; c < t->format.n; c++)
			point_result(out[c], t, s, x[0].raw[c]);
	return true;
}

bool texture_gather_lanes(const struct tex_reader *r, const struct window *reach,
                          const struct texture *t, const struct sampler *s,
                          const struct tex_lanes *q, u32 c, u32 out[4][LANES]) {
	static const u8 corner[4] = {2, 3, 1, 0};
	struct places p;
	struct offsets o;
	struct texels x;
	if (!is_common(t, s, q) || t->dims > 2 || !is_there(r, reach, t) ||
	    !find_all(&p, &o, t, s, q, true))
		return false;
	for (u32 i = 0; i < 4; i++) {
		if (c >= t->format.n) {
			memset(out[i], 0, sizeof out[i]);
			continue;
		}
		read_texels(&x, t, s, &p, &o, corner[i]);
		point_result(out[i], t, s, x.raw[c]);
	}
	return true;
}
