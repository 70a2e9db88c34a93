/* texture_places.c - the coordinates of a warp's lanes, as 24.8 fixed point, and the
 * texels that they name, as bytes from the begin of their level: the numbers of texture.c
 * in 32 bits. Products of more are formed of two, and what a conversion to an integer
 * cuts off is exact, so that nothing needs f64.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/texture_places.h"

#include <math.h>

enum {
	SIZE_MOST = 1 << 18,   /* texels in a dimension */
	OFFSET_MOST = 1 << 16, /* of a request */
};

/* A dimension: texels, bytes from one to the next, what the request adds. */
struct axis {
	s32 size, stride, offset;
	u32 mode; /* enum tex_address; what repeats has coordinates from 0 to 1 */
};

/* ---- coordinates ------------------------------------------------------------------- */

static ALWAYS_INLINE f32 lane_limit(f32 at, f32 most) {
	f32 x = fabsf(at) >= 0x1p-126f ? at : 0;
	x = x > -most ? x : -most;
	return x < most ? x : most;
}

/* floor(x), which must fit, and floor(x + 0.5): what the conversion cuts off is exact. */
static ALWAYS_INLINE s32 lane_floor(f32 x) {
	s32 i = (s32)x;
	return i - ((f32)i > x ? 1 : 0);
}

static ALWAYS_INLINE s32 lane_round(f32 x) {
	s32 i = (s32)x;
	f32 rest = x - (f32)i;
	return i + (rest >= 0.5f ? 1 : 0) - (rest < -0.5f ? 1 : 0);
}

/* A coordinate in 2^-21 of the whole times the size, in texels; see coord_fixed in
 * texture.c. Its 11 upper places and its 10 lower ones are multiplied apart, so that 32
 * bits are enough. */
static ALWAYS_INLINE s32 lane_texels(s32 q, s32 size, bool linear) {
	s32 whole = (q >> 21) * size, high = (q >> 10 & 2047) * size,
	    low = (q & 1023) * size;
	if (linear)
		return whole * ONE + ((high + ((low + 4096) >> 10)) >> 3) - ONE / 2;
	return (whole + ((high + (low >> 10)) >> 11)) * ONE;
}

static void fix_places(s32 *restrict fixed, const s32 *restrict q, s32 size,
                       bool linear) {
	if (linear)
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = lane_texels(q[l], size, true);
	else
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = lane_texels(q[l], size, false);
}

static void fix_normalized(s32 *restrict fixed, const f32 *restrict at, s32 size,
                           bool linear) {
	s32 q[LANES];
	for (u32 l = 0; l < LANES; l++)
		q[l] = lane_floor(lane_limit(at[l], 8) * 0x1p21f);
	fix_places(fixed, q, size, linear);
}

/* The same within two periods. From 2^24 on numbers are whole and even; close below 0 f64
 * rounds to a period. */
static void fix_repeated(s32 *restrict fixed, const f32 *restrict at, s32 size,
                         bool linear) {
	s32 q[LANES];
	for (u32 l = 0; l < LANES; l++) {
		f32 a = fabsf(at[l]), x = a > 0x1p-53f && a < 0x1p24f ? at[l] : 0;
		x -= 2 * (f32)(s32)(x * 0.5f);
		q[l] = lane_floor(x * 0x1p21f) & ((1 << 22) - 1);
	}
	fix_places(fixed, q, size, linear);
}

/* Texels further out than SIZE_MOST are all the same. */
static void fix_texels(s32 *restrict fixed, const f32 *restrict at, bool linear) {
	if (linear)
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = lane_round(lane_limit(at[l], 0x1p20f) * 0x1p8f) -
			           ONE / 2;
	else
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = lane_floor(lane_limit(at[l], 0x1p20f)) * ONE;
}

/* The same for slices, whose fractions show there, too. */
static void fix_slices(s32 *restrict fixed, const f32 *restrict at, bool linear) {
	for (u32 l = 0; l < LANES; l++) {
		f32 x = lane_limit(at[l], 0x1p30f);
		s32 whole = (s32)x;
		f32 rest = x - (f32)whole;
		s32 line = lane_round(rest * 0x1p8f) - ONE / 2,
		    point = rest < 0 ? -ONE : 0;
		whole = whole > -(1 << 20) ? whole : -(1 << 20);
		whole = whole < 1 << 20 ? whole : 1 << 20;
		fixed[l] = whole * ONE + (linear ? line : point);
	}
}

static void fix_integers(s32 *restrict fixed, const s32 *restrict at) {
	for (u32 l = 0; l < LANES; l++) {
		s32 i = at[l] < -(1 << 20) ? -(1 << 20) : at[l];
		fixed[l] = (i > 1 << 20 ? 1 << 20 : i) * ONE;
	}
}

/* See address_apply in texture.c; repeated coordinates are less than a period outside. */
static ALWAYS_INLINE s32 lane_apply(s32 i, u32 mode, s32 size) {
	s32 last = size - 1, period = mode == TEX_MIRROR ? 2 * size : size;
	if (mode == TEX_BORDER)
		return i < 0 || i > last ? -1 : i;
	if (mode == TEX_CLAMP) {
		i = i < 0 ? 0 : i;
		return i > last ? last : i;
	}
	i += i < 0 ? period : 0;
	i -= i >= period ? period : 0;
	i -= i >= period ? period : 0;
	return mode == TEX_WRAP || i < size ? i : period - 1 - i;
}

/* See struct place in texture.c. */
static ALWAYS_INLINE void find_pairs(struct places *restrict p, const s32 *restrict fixed,
                                     u32 d, const struct axis *a, u32 mode) {
	s32 size = a->size, offset = a->offset, stride = a->stride;
	for (u32 l = 0; l < LANES; l++) {
		s32 i = (fixed[l] >> 8) + offset, fraction = fixed[l] & (ONE - 1),
		    low = lane_apply(i, mode, size), high = lane_apply(i + 1, mode, size);
		bool stays = (mode == TEX_CLAMP || mode == TEX_BORDER) && low == high;
		p->fraction[d][l] = stays ? 0 : fraction;
		p->i[d][0][l] = low;
		p->i[d][1][l] = high;
		p->at[d][0][l] = (low < 0 ? 0 : low) * stride;
		p->at[d][1][l] = (high < 0 ? 0 : high) * stride;
	}
}

static ALWAYS_INLINE void find_points(struct places *restrict p,
                                      const s32 *restrict fixed, u32 d,
                                      const struct axis *a, u32 mode) {
	s32 size = a->size, offset = a->offset, stride = a->stride;
	for (u32 l = 0; l < LANES; l++) {
		s32 i = lane_apply((fixed[l] >> 8) + offset, mode, size);
		p->i[d][0][l] = i;
		p->at[d][0][l] = (i < 0 ? 0 : i) * stride;
	}
}

static void find_mode(struct places *restrict p, const s32 *restrict fixed, u32 d,
                      const struct axis *a, bool linear) {
	switch (a->mode + 4 * linear) {
	case TEX_WRAP: find_points(p, fixed, d, a, TEX_WRAP); break;
	case TEX_CLAMP: find_points(p, fixed, d, a, TEX_CLAMP); break;
	case TEX_MIRROR: find_points(p, fixed, d, a, TEX_MIRROR); break;
	case TEX_BORDER: find_points(p, fixed, d, a, TEX_BORDER); break;
	case TEX_WRAP + 4: find_pairs(p, fixed, d, a, TEX_WRAP); break;
	case TEX_CLAMP + 4: find_pairs(p, fixed, d, a, TEX_CLAMP); break;
	case TEX_MIRROR + 4: find_pairs(p, fixed, d, a, TEX_MIRROR); break;
	default: find_pairs(p, fixed, d, a, TEX_BORDER); break;
	}
}

static bool has_negative(const s32 *restrict a, const s32 *restrict b) {
	s32 any = 0;
	for (u32 l = 0; l < LANES; l++)
		any |= a[l] | b[l];
	return any < 0;
}

/* False: this dimension needs the long way. */
static bool find_places(struct places *p, const struct texture *t,
                        const struct sampler *s, const struct tex_lanes *q, u32 d,
                        bool linear) {
	const struct tex_level *v = &t->level[0];
	s32 fixed[LANES];
	u32 mode = s->address[d], size = d < t->dims ? v->size[d] : 1;
	bool repeats = s->normalized_coords && (mode == TEX_WRAP || mode == TEX_MIRROR);
	struct axis a = {
		.size = (s32)size,
		.stride = d == 0 ? t->format.bytes : (s32)(d == 1 ? v->row : v->slice),
		.offset = d < q->dims ? q->offset[d] : 0,
		.mode = repeats || mode == TEX_BORDER ? mode : TEX_CLAMP,
	};
	if (size > SIZE_MOST || a.offset > OFFSET_MOST || a.offset < -OFFSET_MOST ||
	    (repeats && (a.offset || q->is_texel)))
		return false;
	if (d >= q->dims)
		for (u32 l = 0; l < LANES; l++)
			fixed[l] = linear && d == 1 && !q->is_texel ? -ONE / 2 : 0;
	else if (q->is_texel)
		fix_integers(fixed, (const s32 *)q->at[d]);
	else if (repeats)
		fix_repeated(fixed, (const f32 *)q->at[d], a.size, linear);
	else if (s->normalized_coords)
		fix_normalized(fixed, (const f32 *)q->at[d], a.size, linear);
	else if (d == 2)
		fix_slices(fixed, (const f32 *)q->at[d], linear);
	else
		fix_texels(fixed, (const f32 *)q->at[d], linear);
	find_mode(p, fixed, d, &a, linear);
	if (mode == TEX_BORDER)
		p->has_border |= has_negative(p->i[d][0], p->i[d][linear]);
	return true;
}

/* Adds to each lane's row where its layer begins. */
static void add_layers(struct places *restrict p, const u32 *restrict layer, u32 most,
                       s32 stride, bool linear) {
	for (u32 k = 0; k < 1u + linear; k++)
		for (u32 l = 0; l < LANES; l++)
			p->at[1][k][l] += (s32)(layer[l] < most ? layer[l] : most) *
			                  stride;
}

static void add_slice(s32 *restrict row, const s32 *restrict slice) {
	for (u32 l = 0; l < LANES; l++)
		row[l] += slice[l];
}

bool NAMED(texture_places)(struct places *p, const struct texture *t,
                           const struct sampler *s, const struct tex_lanes *q,
                           bool linear) {
	static const u32 first[LANES];
	const struct tex_level *v = &t->level[0];
	p->has_border = false;
	for (u32 d = 0; d < (t->dims > 2 ? 3u : 2u); d++)
		if (!find_places(p, t, s, q, d, linear))
			return false;
	if (t->nlayer)
		add_layers(p, q->is_layered ? q->layer : first, t->nlayer - 1,
		           (s32)v->slice, linear);
	else if (t->dims > 2 && !linear)
		add_slice(p->at[1][0], p->at[2][0]);
	return true;
}
