/* texture_warp.c - fetches of a whole warp from one texture, in the common cases: one
 * level, up to three dimensions, perhaps layers; f32, f16, integers that are not
 * fractions with a sign. The same numbers as in texture.c and filter.c, in loops over
 * lanes that the compiler makes vectors of, once per level of the host's instruction set:
 *
 *     weights: those of one level, 256ths that sum to 256
 *     fractions of bytes: sums of one channel fit in 16 bits, so a word holds two
 *     sums of floats: terms are cut off where they are aligned, and f64 adds their
 *         products with weights exactly (24 + 4 + 8 bits of f32)
 *
 * A lane with an infinity or a NaN among its texels is left to texture_fetch.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/texture_places.h"

#include <math.h>
#include <string.h>

#include "backend/machine/access.h"
#include "ir/num/bits.h"

/* ---- texels ------------------------------------------------------------------------ */

static bool is_half(const struct texel_format *f) {
	return f->class == TEXEL_FLOAT && f->bits == 16;
}

/* Four bytes are read as one word. */
static bool is_bytes4(const struct texel_format *f) {
	return f->bits == 8 && f->n == 4;
}

static u32 channels_of(const struct texel_format *f) {
	return is_bytes4(f) ? 1 : f->n;
}

/* What the lanes read: channels as they lie in memory; halves as f32. */
struct texels {
	u32 raw[4][LANES];
};

/* Adds the slices' places to the rows': row[slice][which]. */
static void add_slices(s32 row[2][2][LANES], const struct places *restrict p) {
	for (u32 z = 0; z < 2; z++)
		for (u32 y = 0; y < 2; y++)
			for (u32 l = 0; l < LANES; l++)
				row[z][y][l] = p->at[1][y][l] + p->at[2][z][l];
}

static void read_words(u32 *restrict out, const u8 *base, const s32 *restrict column,
                       const s32 *restrict row) {
	for (u32 l = 0; l < LANES; l++)
		memcpy(&out[l], base + (u32)(column[l] + row[l]), 4);
}

/* Words of two columns that follow each other. */
static void read_pairs(u32 *restrict out, u32 *restrict next, const u8 *base,
                       const s32 *restrict column, const s32 *restrict row) {
	u64 pair[LANES];
	for (u32 l = 0; l < LANES; l++)
		memcpy(&pair[l], base + (u32)(column[l] + row[l]), 8);
	for (u32 l = 0; l < LANES; l++) {
		out[l] = (u32)pair[l];
		next[l] = (u32)(pair[l] >> 32);
	}
}

/* Checks whether the lanes' second columns follow their first ones. */
static bool are_pairs(const struct places *restrict p, s32 bytes) {
	s32 others = 0;
	for (u32 l = 0; l < LANES; l++)
		others |= (p->at[0][1][l] - p->at[0][0][l]) ^ bytes;
	return !others;
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
static void split_words(struct texels *restrict x) {
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
	for (u32 c = 0; c < channels_of(f); c++, base += f->bits / 8)
		if (is_bytes4(f) || f->bits == 32)
			read_words(x->raw[c], base, column, row);
		else if (f->bits == 16)
			read_halves(x->raw[c], base, column, row);
		else
			read_bytes(x->raw[c], base, column, row);
}

/* Lanes whose place is below 0 in some dimension read the border. */
static void put_border_in(u32 *restrict x, u32 raw, const s32 *restrict i,
                          const s32 *restrict j, const s32 *restrict k) {
	for (u32 l = 0; l < LANES; l++)
		x[l] = (i[l] | j[l] | k[l]) < 0 ? raw : x[l];
}

/* See half_bits in texel.c. */
static void widen_halves(u32 *restrict x) {
	for (u32 l = 0; l < LANES; l++) {
		u32 h = x[l], sign = (h & 0x8000) << 16, e = h >> 10 & 31, m = h & 0x3ff;
		u32 tiny = f32_bits((f32)(s32)m * 0x1p-24f),
		    size = (e + 112) << 23 | m << 13;
		size = e == 31 ? 0x7f800000 | m << 13 : size;
		x[l] = sign | (e ? size : tiny);
	}
}

static void border_get(u32 raw[4], const struct texel_format *f,
                       const struct sampler *s) {
	texel_border(f, s, raw);
	if (is_bytes4(f))
		raw[0] |= raw[1] << 8 | raw[2] << 16 | raw[3] << 24;
}

/* Puts in what is read outside. corner: a bit for each of x, y and z. */
static void put_borders_in(struct texels *x, const struct texture *t,
                           const struct sampler *s, const struct places *p, u32 corner) {
	u32 i = corner & 1, j = corner >> 1 & 1, k = corner >> 2, raw[4];
	border_get(raw, &t->format, s);
	for (u32 c = 0; c < channels_of(&t->format); c++)
		put_border_in(x->raw[c], raw[c], p->i[0][i], p->i[1][j],
		              t->dims > 2 ? p->i[2][k] : p->i[1][j]);
}

/* n: how many corners, of which the first is `corner`. */
static void read_texels(struct texels *x, const struct texture *t,
                        const struct sampler *s, const struct places *p, u32 corner,
                        u32 n) {
	const struct texel_format *f = &t->format;
	s32 slices[2][2][LANES];
	const s32(*row)[LANES] = p->at[1];
	bool pairs = n > 1 && channels_of(f) == 1 && f->bytes == 4 && are_pairs(p, 4);
	if (n > 4) {
		add_slices(slices, p);
		row = slices[0];
	}
	for (u32 i = corner; i < corner + n; i++, x++) {
		if (!pairs)
			read_channels(x, t, p->at[0][i & 1], row[i >> 1]);
		else if (!(i & 1))
			read_pairs(x[0].raw[0], x[1].raw[0],
			           (const u8 *)(uintptr_t)t->level[0].base, p->at[0][0],
			           row[i >> 1]);
		if (p->has_border)
			put_borders_in(x, t, s, p, i);
		for (u32 c = 0; c < f->n && is_half(f); c++)
			widen_halves(x->raw[c]);
	}
}

/* ---- filters ----------------------------------------------------------------------- */

struct weights {
	s32 w[8][LANES]; /* by corner, as read_texels has them */
};

/* See weights_find in texture.c. */
static ALWAYS_INLINE void set_weights(s32 w[4][LANES], u32 l, s32 left, s32 right,
                                      s32 fy) {
	s32 low = (left * fy + 127) >> 8, high = (right * fy + 128) >> 8;
	w[2][l] = low;
	w[3][l] = high;
	w[0][l] = left - low;
	w[1][l] = right - high;
}

static void find_weights(struct weights *restrict w, const struct places *restrict p) {
	for (u32 l = 0; l < LANES; l++) {
		s32 fx = p->fraction[0][l];
		set_weights(w->w, l, ONE - fx, fx, p->fraction[1][l]);
	}
}

/* The same for two slices, which have their shares. */
static void find_weights_of_slices(struct weights *restrict w,
                                   const struct places *restrict p) {
	for (u32 z = 0; z < 2; z++)
		for (u32 l = 0; l < LANES; l++) {
			s32 high = p->fraction[2][l], share = z ? high : ONE - high,
			    right = (share * p->fraction[0][l] + 128) >> 8;
			set_weights(w->w + 4 * z, l, share - right, right,
			            p->fraction[1][l]);
		}
}

/* A sum of 65535ths, times 256. */
static ALWAYS_INLINE u32 unorm_result(s32 sum) {
	return f32_bits((f32)((sum + 128) >> 8) / 65535);
}

static ALWAYS_INLINE void blend_unorm(u32 *restrict out, const struct texels *restrict x,
                                      const struct weights *restrict w, u32 n, u32 c,
                                      s32 factor) {
	for (u32 l = 0; l < LANES; l++) {
		s32 sum = 0;
		for (u32 i = 0; i < n; i++)
			sum += (s32)x[i].raw[c][l] * w->w[i][l];
		out[l] = unorm_result(sum * factor);
	}
}

/* factor: 65535ths in one of the texels' units, 257 of bytes. */
static void blend_fractions(u32 *restrict out, const struct texels *restrict x,
                            const struct weights *restrict w, u32 n, u32 c, s32 factor) {
	if (n == 4)
		blend_unorm(out, x, w, 4, c, factor);
	else
		blend_unorm(out, x, w, 8, c, factor);
}

/* Four bytes in a word: two sums of at most 255 * 256 at a time. */
static ALWAYS_INLINE void blend_words(u32 *const out[4], const struct texels *restrict x,
                                      const struct weights *restrict w, u32 n) {
	u32 *restrict red = out[0], *restrict green = out[1], *restrict blue = out[2],
		      *restrict alpha = out[3];
	for (u32 l = 0; l < LANES; l++) {
		u32 even = 0, odd = 0;
		for (u32 i = 0; i < n; i++) {
			u32 v = x[i].raw[0][l], by = (u32)w->w[i][l];
			even += (v & 0xff00ff) * by;
			odd += (v >> 8 & 0xff00ff) * by;
		}
		red[l] = unorm_result((s32)(even & 0xffff) * 257);
		green[l] = unorm_result((s32)(odd & 0xffff) * 257);
		blue[l] = unorm_result((s32)(even >> 16) * 257);
		alpha[l] = unorm_result((s32)(odd >> 16) * 257);
	}
}

static void blend_unorm8x4(u32 *const out[4], const struct texels *restrict x,
                           const struct weights *restrict w, u32 n) {
	if (n == 4)
		blend_words(out, x, w, 4);
	else
		blend_words(out, x, w, 8);
}

static ALWAYS_INLINE f64 power_of_2(s32 exponent) {
	union {
		u64 bits;
		f64 v;
	} x = {(u64)(1023 + exponent) << 52};
	return x.v;
}

/* How sums of floats are formed: terms are cut off `places` below the largest exponent,
 * which is no less than `least`. */
struct precision {
	s32 least, places;
};

/* Adds a slice's four terms; *top is their largest exponent, 0 if all are zeros. A term
 * without weight counts as -0, which leaves even a sum of -0 as it is; so f64's own zeros
 * have the sign that they should. */
static ALWAYS_INLINE f64 lane_sum(const struct texels *restrict x,
                                  const s32 (*restrict w)[LANES], u32 l, u32 n, u32 c,
                                  struct precision p, s32 *top, s32 *odd) {
	s32 e[4], most = 0, highest = 0;
	f64 sum = -0.;
	for (u32 i = 0; i < n; i++) {
		e[i] = (s32)(x[i].raw[c][l] >> 23 & 255);
		highest = e[i] > highest ? e[i] : highest;
		e[i] = w[i][l] ? e[i] : 0;
		most = e[i] > most ? e[i] : most;
	}
	*odd |= highest == 255 ? 1 : 0;
	*top = most;
	most = most > p.least ? most : p.least;
	for (u32 i = 0; i < n; i++) {
		s32 cut = most - e[i] + 23 - p.places;
		u32 bits = x[i].raw[c][l], sign = w[i][l] ? bits & 1u << 31 : 1u << 31;
		u32 kept = bits & ~0u << ((cut > 0 ? cut : 0) & 31);
		kept = e[i] && cut < 24 ? kept : sign;
		sum += (f64)f32_from(kept) * w[i][l];
	}
	return sum;
}

/* Two slices' sums, aligned to the larger one's exponent. */
static ALWAYS_INLINE f64 lane_slices(const struct texels *restrict x,
                                     const s32 (*restrict w)[LANES], u32 l, u32 c,
                                     struct precision p, s32 *odd) {
	s32 top[2];
	f64 a = lane_sum(x, w, l, 4, c, p, &top[0], odd),
	    b = lane_sum(x + 4, w + 4, l, 4, c, p, &top[1], odd);
	s32 most = top[0] > top[1] ? top[0] : top[1], up = p.places + 127;
	up -= most > p.least ? most : p.least;
	f64 by = power_of_2(up);
	return (floor(a * by) + floor(b * by)) * power_of_2(-up);
}

/* A sum of less than 52 bits, for a conversion that rounds to even at ties: it goes up to
 * two places of f64 away from zero, so that they round away. */
static ALWAYS_INLINE f64 past_ties(f64 sum) {
	return sum * (1 + 0x1p-52);
}

/* See float_result in filter.c. */
static ALWAYS_INLINE u32 f32_result(f64 sum) {
	union {
		f64 v;
		u64 bits;
	} x = {past_ties(sum)};
	/* what the least normal number is after 24 bits were rounded */
	bool tiny = fabs(sum) < 0x1p-118 - 0x1p-143;
	x.bits = tiny ? x.bits & 1ull << 63 : x.bits;
	return f32_bits((f32)(x.v * 0x1p-8));
}

/* The four terms of one slice, if in each lane the largest is 0 or no less than 2^-63,
 * all are finite, and a sum of 0 has no negative terms. Then terms are integers of 28
 * bits, in units of the last place that counts, and no step has subnormal numbers. Their
 * upper and lower 14 bits are summed apart, which 32 bits and f32 hold exactly; twice
 * their sum is rounded once. A 1 in its last place, where that is cut off, makes ties go
 * away from 0. Returns false if a lane is otherwise; *out is undefined then. */
static bool blend_usual(u32 *restrict out, const struct texels *restrict x,
                        const struct weights *restrict w, u32 c) {
	static const s32 least = 64 << 23, infinite = 255 << 23;
	s32 unusual = 0;
	for (u32 l = 0; l < LANES; l++) {
		s32 bits[4], most = 0, highest = 0, sign = 0;
		for (u32 i = 0; i < 4; i++) {
			s32 term = (s32)x[i].raw[c][l], all = term & INT32_MAX;
			bits[i] = w->w[i][l] ? term : 0;
			s32 size = bits[i] & INT32_MAX;
			highest = highest > all ? highest : all;
			most = most > size ? most : size;
			sign |= bits[i];
		}
		s32 top = (most > least ? most : least) & infinite;
		f32 up = f32_from(((u32)(127 + 27 + 127) << 23) - (u32)top);
		s32 high = 0, low = 0;
		for (u32 i = 0; i < 4; i++) {
			s32 m = (s32)(f32_from((u32)bits[i]) * up);
			high += (m >> 14) * w->w[i][l];
			low += (m & 0x3fff) * w->w[i][l];
		}
		f32 upper = (f32)high * 0x1p14f, lower = (f32)low, sum = upper + lower;
		f32 more = sum >= 0x1p24f ? 1.f : sum <= -0x1p24f ? -1.f : 0;
		f32 rounded = 2 * upper + (2 * lower + more);
		s32 result = (s32)f32_bits(rounded * f32_from((u32)top - (36u << 23)));
		unusual |= highest >= infinite || (most && most < least) ? -1 : 0;
		unusual |= result ? 0 : sign;
		out[l] = (u32)result;
	}
	return unusual >= 0;
}

/* 11 bits, halves away from zero; below f16's least exponent multiples of 2^-24. */
static ALWAYS_INLINE u32 f16_result(f64 sum) {
	u32 all = f32_bits((f32)(sum * 0x1p-8)), sign = all & 1u << 31, bits = all ^ sign;
	f32 normal = f32_from((bits + 0x1000) & ~0x1fffu),
	    tiny = floorf(f32_from(bits) * 0x1p24f + 0.5f) * 0x1p-24f;
	bits = f32_bits(f32_from(bits) < 0x1p-14f ? tiny : normal);
	return sign | (normal < 0x1p16f ? bits : 0x7f800000);
}

static void blend_f32(u32 *restrict out, s32 *restrict odd,
                      const struct texels *restrict x, const struct weights *restrict w,
                      u32 n, u32 c) {
	static const struct precision p = {0, 27};
	s32 top;
	if (n == 4 && blend_usual(out, x, w, c))
		return;
	if (n == 4)
		for (u32 l = 0; l < LANES; l++)
			out[l] = f32_result(lane_sum(x, w->w, l, 4, c, p, &top, &odd[l]));
	else
		for (u32 l = 0; l < LANES; l++)
			out[l] = f32_result(lane_slices(x, w->w, l, c, p, &odd[l]));
}

static void blend_f16(u32 *restrict out, s32 *restrict odd,
                      const struct texels *restrict x, const struct weights *restrict w,
                      u32 n, u32 c) {
	static const struct precision p = {127 - 14, 14};
	s32 top;
	if (n == 4)
		for (u32 l = 0; l < LANES; l++)
			out[l] = f16_result(lane_sum(x, w->w, l, 4, c, p, &top, &odd[l]));
	else
		for (u32 l = 0; l < LANES; l++)
			out[l] = f16_result(lane_slices(x, w->w, l, c, p, &odd[l]));
}

/* A bit for each lane that is not 0. */
static u32 mask_of(const s32 *lane) {
	s32 any = 0;
	u32 mask = 0;
	for (u32 l = 0; l < LANES; l++)
		any |= lane[l];
	for (u32 l = 0; l < LANES && any; l++)
		mask |= (u32)(lane[l] != 0) << l;
	return mask;
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

/* Bytes and halves as fractions of their range. */
static void unorm_points(u32 *restrict out, const u32 *restrict raw, u32 bits) {
	if (bits == 8)
		for (u32 l = 0; l < LANES; l++)
			out[l] = f32_bits((f32)(s32)raw[l] / 255);
	else
		for (u32 l = 0; l < LANES; l++)
			out[l] = f32_bits((f32)(s32)raw[l] / 65535);
}

static void point_result(u32 *restrict out, const struct texture *t,
                         const struct sampler *s, const u32 *restrict raw) {
	const struct texel_format *f = &t->format;
	u32 unused = f->class == TEXEL_SINT ? 32u - f->bits : 0;
	if (is_normalized(f, s))
		unorm_points(out, raw, f->bits);
	else if (!unused)
		memcpy(out, raw, LANES * sizeof *out);
	else
		for (u32 l = 0; l < LANES; l++)
			out[l] = (u32)((s32)(raw[l] << unused) >> unused);
}

/* n: corners. Returns the lanes whose sums are odd. */
static u32 filter(u32 *const out[4], const struct texture *t, const struct texels *x,
                  const struct places *p, u32 n) {
	const struct texel_format *f = &t->format;
	struct weights w;
	s32 odd[LANES] = {0};
	if (n > 4)
		find_weights_of_slices(&w, p);
	else
		find_weights(&w, p);
	if (is_bytes4(f))
		blend_unorm8x4(out, x, &w, n);
	else
		for (u32 c = 0; c < f->n; c++)
			if (f->class == TEXEL_UINT)
				blend_fractions(out[c], x, &w, n, c,
				                f->bits == 8 ? 257 : 1);
			else if (is_half(f))
				blend_f16(out[c], odd, x, &w, n, c);
			else
				blend_f32(out[c], odd, x, &w, n, c);
	return f->class == TEXEL_FLOAT ? mask_of(odd) : 0;
}

static bool fetch(const struct tex_reader *r, const struct window *reach,
                  const struct texture *t, const struct sampler *s,
                  const struct tex_lanes *q, u32 *const out[4], u32 *odd) {
	struct places p;
	struct texels x[8];
	bool filters = t->format.class == TEXEL_FLOAT || is_normalized(&t->format, s),
	     linear = filters && !q->is_texel && s->filter == TEX_LINEAR;
	u32 n = linear ? (t->dims > 2 ? 8 : 4) : 1;
	*odd = 0;
	if (!is_common(t, s, q) || !is_there(r, reach, t) ||
	    !NAMED(texture_places)(&p, t, s, q, linear))
		return false;
	read_texels(x, t, s, &p, 0, n);
	for (u32 c = t->format.n; c < 4; c++)
		memset(out[c], 0, LANES * sizeof *out[c]);
	if (linear) {
		*odd = filter(out, t, x, &p, n);
		return true;
	}
	if (is_bytes4(&t->format))
		split_words(&x[0]);
	for (u32 c = 0; c < t->format.n; c++)
		point_result(out[c], t, s, x[0].raw[c]);
	return true;
}

static bool gather(const struct tex_reader *r, const struct window *reach,
                   const struct texture *t, const struct sampler *s,
                   const struct tex_lanes *q, u32 c, u32 *const out[4]) {
	static const u8 corner[4] = {2, 3, 1, 0};
	struct places p;
	struct texels x;
	if (!is_common(t, s, q) || t->dims > 2 || !is_there(r, reach, t) ||
	    !NAMED(texture_places)(&p, t, s, q, true))
		return false;
	for (u32 i = 0; i < 4; i++) {
		if (c >= t->format.n) {
			memset(out[i], 0, LANES * sizeof *out[i]);
			continue;
		}
		read_texels(&x, t, s, &p, corner[i], 1);
		if (is_bytes4(&t->format))
			split_words(&x);
		point_result(out[i], t, s, x.raw[c]);
	}
	return true;
}

const struct tex_warp NAMED(tex_warp) = {fetch, gather};
