/* texture.c - from coordinates to texels. A coordinate becomes texels in 24.8 fixed
 * point; a normalised one is first cut off at 21 binary places. A linear filter takes
 * the two texels around it in each dimension. One-dimensional textures are images of
 * one row read at y = 0, which shows when outside is TEX_BORDER. The level of detail
 * has eight binary places as well.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/texture.h"

#include <math.h>
#include <string.h>

#include "ir/num/bits.h"

enum { COORD_PLACES = 21, FRACTION = 256 };

/* Returns floor(x), which must fit: without a call, whatever the host's baseline has. */
static s64 floored(f64 x) {
	s64 i = (s64)x;
	return i - ((f64)i > x);
}

static f32 flushed(f32 x) {
	return isfinite(x) && fabsf(x) < 0x1p-126f ? 0 : x;
}

static f64 clamped(f64 x, f64 low, f64 high) {
	return x > low ? (x < high ? x : high) : low;
}

/* ---- coordinates ------------------------------------------------------------------- */

/* A coordinate in 2^-21 of the whole, within a few periods; address modes that repeat
 * have none that is infinite. */
static s64 coord_whole(f32 at, u32 mode) {
	f64 x = isnan(at) ? 0 : flushed(at);
	if (mode == TEX_WRAP || mode == TEX_MIRROR)
		x = isinf(x) ? 0 : x - 2 * floor(x / 2);
	return floored(clamped(x, -8, 8) * (1 << COORD_PLACES));
}

/* The texel and fraction where a linear filter starts, or the texel of a point filter. */
static s64 coord_fixed(const struct sampler *s, f32 at, u32 mode, u32 size, bool linear) {
	if (s->normalized_coords) {
		s64 q = coord_whole(at, mode) * size;
		if (!linear)
			return (q >> COORD_PLACES) * FRACTION;
		return ((q + (1 << (COORD_PLACES - 9))) >> (COORD_PLACES - 8)) -
		       FRACTION / 2;
	}
	f64 x = clamped(isnan(at) ? 0 : flushed(at), -0x1p30, 0x1p30);
	return linear ? floored(x * FRACTION - (FRACTION / 2 - 0.5))
	              : floored(x) * FRACTION;
}

/* Index of a texel that is read, -1 for the border. */
static s64 address_apply(const struct sampler *s, s64 i, u32 mode, u32 size) {
	if (i >= 0 && i < size)
		return i;
	if (mode == TEX_BORDER)
		return -1;
	if (!s->normalized_coords || mode == TEX_CLAMP)
		return i < 0 ? 0 : size - 1;
	s64 period = mode == TEX_MIRROR ? 2 * (s64)size : size;
	i %= period;
	i += i < 0 ? period : 0;
	return i < size ? i : period - 1 - i;
}

/* ---- texels ------------------------------------------------------------------------ */

struct fetch {
	struct tex_reader *r;
	const struct texture *t;
	const struct sampler *s;
	const struct tex_level *level;
	u32 layer;     /* face, for cubes */
	bool seamless; /* a filter that looks over the edges of its face */
};

static bool read_raw(const struct fetch *f, s64 x, s64 y, s64 z, u32 raw[4]) {
	const struct texel_format *form = &f->t->format;
	if (x < 0 || y < 0 || z < 0) {
		texel_border(form, f->s, raw);
		return true;
	}
	u64 slice = f->t->nlayer ? f->layer : (u64)z;
	u64 at = f->level->base + (u64)x * form->bytes + (u64)y * f->level->row +
	         slice * f->level->slice;
	if (!global_valid(f->r->map, at, form->bytes)) {
		f->r->bad = at;
		f->r->bad_size = form->bytes;
		return false;
	}
	const u8 *p = (const u8 *)(uintptr_t)at;
	if (form->bits == 32) /* the commonest, without a call */
		for (u32 c = 0; c < form->n; c++)
			memcpy(&raw[c], p + 4 * c, 4);
	else
		texel_read(form, p, raw);
	return true;
}

/* One texel, unfiltered. */
static bool read_words(const struct fetch *f, s64 x, s64 y, s64 z, u32 out[4]) {
	u32 raw[4] = {0};
	if (!read_raw(f, x, y, z, raw))
		return false;
	if (f->t->format.bits == 32)
		memcpy(out, raw, sizeof(raw));
	else
		for (u32 c = 0; c < 4; c++)
			out[c] = texel_word(&f->t->format, f->s, raw[c], c);
	return true;
}

/* ---- cubes ------------------------------------------------------------------------- */

struct cube_side {
	u32 axis;
	bool negative;
};

/* Chooses the side of a cube; of equal coordinates z goes before y, and y before x. */
static struct cube_side cube_side_of(const f32 v[3]) {
	f32 x = fabsf(v[0]), y = fabsf(v[1]), z = fabsf(v[2]);
	u32 axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
	return (struct cube_side){axis, signbit(v[axis]) != 0};
}

/* A vector as the side sees it: to the right, down, outwards. */
static void cube_turn(struct cube_side c, const f32 v[3], f32 out[3]) {
	out[0] = c.axis == 0                 ? (c.negative ? v[2] : -v[2])
	         : c.axis == 2 && c.negative ? -v[0]
	                                     : v[0];
	out[1] = c.axis == 1 ? (c.negative ? -v[2] : v[2]) : -v[1];
	out[2] = c.negative ? -v[c.axis] : v[c.axis];
}

/* Returns the face that a direction points at, and in st the place on it, 0 to 1. */
static u32 cube_face(const f32 at[3], f32 st[2]) {
	f32 v[3], turned[3];
	for (u32 i = 0; i < 3; i++)
		v[i] = isfinite(at[i]) ? at[i] : 0;
	struct cube_side c = cube_side_of(v);
	cube_turn(c, v, turned);
	for (u32 i = 0; i < 2; i++)
		st[i] = turned[2] > 0 ? (turned[i] / turned[2] + 1) * 0.5f : 0.5f;
	return c.axis * 2 + c.negative;
}

/* Turns a gradient of a direction into one of the place on its face. */
static void cube_gradient(const f32 at[3], const f32 gradient[3], f32 out[3]) {
	f32 v[3], g[3];
	struct cube_side c = cube_side_of(at);
	cube_turn(c, at, v);
	cube_turn(c, gradient, g);
	for (u32 i = 0; i < 2; i++)
		out[i] = v[2] > 0 ? (g[i] * v[2] - v[i] * g[2]) / (2 * v[2] * v[2]) : 0;
	out[2] = 0;
}

/* Returns in v a direction for a place on a face: the inverse. s and t from -1 to 1. */
static void cube_direction(u32 face, f32 s, f32 t, f32 v[3]) {
	u32 axis = face / 2;
	f32 sign = face & 1 ? -1 : 1;
	v[axis] = sign;
	if (axis == 0)
		v[2] = -sign * s;
	else
		v[0] = axis == 2 ? sign * s : s;
	if (axis == 1)
		v[2] = sign * t;
	else
		v[1] = -t;
}

static f32 cube_center(s64 i, u32 size) {
	return (2 * (f32)i + 1) / (f32)size - 1;
}

/* Moves a texel beyond one edge of its face to the next face, which it returns. */
static u32 cube_fold(u32 face, u32 size, s64 *x, s64 *y) {
	bool beside = *x < 0 || *x >= size;
	f32 v[3], st[2], near = 1 - 1 / (f32)size;
	f32 out = (beside ? *x : *y) < 0 ? -1 : 1;
	cube_direction(face, beside ? out : cube_center(*x, size),
	               beside ? cube_center(*y, size) : out, v);
	v[face / 2] *= near; /* now the next face's axis is the longest */
	u32 next = cube_face(v, st);
	*x = MIN((s64)(st[0] * (f32)size), (s64)size - 1);
	*y = MIN((s64)(st[1] * (f32)size), (s64)size - 1);
	return next;
}

/* ---- the level of detail ----------------------------------------------------------- */

/* Returns the level of detail in 256ths of levels, cut off. */
static s32 lod_fixed(const struct texture *t, const struct sampler *s, f32 lod,
                     bool biased) {
	f64 x = floor(clamped(isnan(lod) ? 0 : lod, -1024, 1024) * 256);
	x += biased ? trunc(clamped(s->bias, -16, 16) * 256) : 0;
	f64 high = floor(clamped(s->lod_max, 0, 1024) * 256),
	    low = floor(clamped(s->lod_min, 0, 1024) * 256);
	x = x < high ? x : high;
	x = x > low ? x : low;
	return (s32)clamped(x, 0, (t->nlevel - 1) * 256.);
}

/* The longer axis of the ellipse that the gradients span. In one dimension hardware
 * computes just this; in more it is within an eighth of a level of it. */
static f64 gradient_reach(const struct texture *t, const struct tex_request *q) {
	f64 g[2][3] = {{0}}, aa = 0, bb = 0, ab = 0;
	f32 grad[2][3];
	u32 dims = q->is_cube ? 2 : q->dims;
	memcpy(grad, q->grad, sizeof(grad));
	for (u32 i = 0; i < 2 && q->is_cube; i++)
		cube_gradient(q->at, q->grad[i], grad[i]);
	for (u32 d = 0; d < dims; d++) {
		for (u32 i = 0; i < 2; i++)
			g[i][d] = isnan(grad[i][d])
			                  ? 0
			                  : (f64)grad[i][d] * t->level[0].size[d];
		aa += g[0][d] * g[0][d];
		bb += g[1][d] * g[1][d];
		ab += g[0][d] * g[1][d];
	}
	if (dims == 1) {
		f64 x = fabs(g[0][0]), y = fabs(g[1][0]);
		return fmax(fmax(x, y), (x + y) * (11 / 16.));
	}
	f64 half = (aa - bb) / 2;
	return sqrt((aa + bb) / 2 + sqrt(half * half + ab * ab));
}

static f32 lod_of_gradients(const struct texture *t, const struct tex_request *q) {
	return (f32)log2(gradient_reach(t, q));
}

static s32 lod_find(const struct texture *t, const struct sampler *s,
                    const struct tex_request *q) {
	if (t->nlevel < 2)
		return 0;
	switch (q->lod_mode) {
	case LOD_LEVEL: return lod_fixed(t, s, q->lod, true);
	case LOD_GRAD: return lod_fixed(t, s, lod_of_gradients(t, q), true);
	default: return lod_fixed(t, s, 0, false);
	}
}

/* ---- one level --------------------------------------------------------------------- */

/* The place of a request in one level. Where a coordinate is clamped to the last texel,
 * that one has it all; where it is mirrored there, the fraction still shows in what is
 * rounded (recorded on an H200). */
struct place {
	s64 i[3][2]; /* texels per dimension, -1: border */
	u32 fraction[3];
};

static void place_find(struct place *p, const struct fetch *f,
                       const struct tex_request *q, const f32 at[3], bool linear) {
	for (u32 d = 0; d < 3; d++) {
		u32 size = d < f->t->dims ? f->level->size[d] : 1,
		    mode = f->s->address[d];
		s64 fixed = 0;
		if (d >= q->dims || d >= (f->t->is_cube ? 2u : 3u))
			fixed = d == 1 && !q->is_texel && linear ? -FRACTION / 2 : 0;
		else if (q->is_texel)
			fixed = (s64)q->texel[d] * FRACTION;
		else
			fixed = coord_fixed(f->s, at[d], mode, size, linear);
		s64 i = (fixed >> 8) + (d < q->dims ? q->offset[d] : 0);
		p->fraction[d] = linear ? (u32)fixed & (FRACTION - 1) : 0;
		bool as_is = f->seamless && d < 2;
		p->i[d][0] = as_is ? i : address_apply(f->s, i, mode, size);
		p->i[d][1] = as_is ? i + 1 : address_apply(f->s, i + 1, mode, size);
		bool repeats = f->s->normalized_coords &&
		               (mode == TEX_WRAP || mode == TEX_MIRROR);
		if (p->i[d][0] == p->i[d][1] && !repeats)
			p->fraction[d] = 0;
	}
}

/* Weights of the texels x0y0 x1y0 x0y1 x1y1. */
static void weights_find(const struct place *p, u32 share, u32 weight[4]) {
	u32 right = blend_split(share, p->fraction[0], true);
	for (u32 x = 0; x < 2; x++) {
		u32 column = x ? right : share - right;
		weight[2 + x] = blend_split(column, p->fraction[1], x);
		weight[x] = column - weight[2 + x];
	}
}

/* A texel of a filter; over the edge of a face, that of the next one. */
static bool read_corner(const struct fetch *f, s64 x, s64 y, s64 z, u32 raw[4]) {
	struct fetch next = *f;
	s64 size = f->level->size[0];
	if (f->seamless && (x < 0 || y < 0 || x >= size || y >= size))
		next.layer += cube_fold(f->layer % TEX_FACES, (u32)size, &x, &y) -
		              f->layer % TEX_FACES;
	return read_raw(&next, x, y, z, raw);
}

/* Three faces meet in a corner: the weight of the texel that is not there goes to the
 * other three. */
static void corner_share(const struct fetch *f, const struct place *p, u32 weight[4]) {
	s64 size = f->level->size[0];
	for (u32 i = 0; i < 4 && f->seamless; i++) {
		s64 x = p->i[0][i & 1], y = p->i[1][i >> 1];
		if ((x >= 0 && x < size) || (y >= 0 && y < size))
			continue;
		u32 third = (weight[i] + 1) / 3;
		weight[i ^ 1] += third;
		weight[i ^ 2] += third;
		weight[i ^ 3] += weight[i] - 2 * third;
		weight[i] = 0;
	}
}

/* Checks whether the texel takes part, even if its weight is rounded to 0. */
static bool is_touched(const struct place *p, u32 i, u32 z) {
	return (!(i & 1) || p->fraction[0]) && (!(i >> 1) || p->fraction[1]) &&
	       (!z || p->fraction[2]);
}

/* Adds a level's share to the sums. */
static bool level_blend(const struct fetch *f, const struct place *p, u32 share, u32 nz,
                        struct blend sum[4]) {
	const struct texel_format *form = &f->t->format;
	u32 up = nz > 1 ? blend_split(share, p->fraction[2], true) : 0;
	for (u32 z = 0; z < nz; z++) {
		u32 weight[4], raw[4][4] = {{0}};
		bool touched[4];
		weights_find(p, z ? up : share - up, weight);
		corner_share(f, p, weight);
		for (u32 i = 0; i < 4; i++)
			touched[i] = weight[i] || (!f->seamless && is_touched(p, i, z));
		for (u32 i = 0; i < 4; i++)
			if (touched[i] && !read_corner(f, p->i[0][i & 1], p->i[1][i >> 1],
			                               p->i[2][z], raw[i]))
				return false;
		for (u32 c = 0; c < form->n; c++) {
			u32 term[4];
			for (u32 i = 0; i < 4; i++)
				term[i] = sum[c].number == NUMBER_F32
				                  ? raw[i][c]
				                  : texel_term(form, f->s, raw[i][c], c);
			blend_add(&sum[c], term, weight);
			for (u32 i = 0; i < 4; i++)
				if (touched[i] && !weight[i])
					blend_touch(&sum[c], term[i]);
		}
	}
	return true;
}

static void fetch_begin(struct fetch *f, const struct tex_request *q, f32 at[3]) {
	const struct texture *t = f->t;
	memcpy(at, q->at, 3 * sizeof(*at));
	u32 layer = q->is_layered ? q->layer : 0;
	if (q->is_cube) {
		u32 cubes = t->nlayer / TEX_FACES;
		layer = (cubes ? MIN(layer, cubes - 1) : 0) * TEX_FACES +
		        cube_face(q->at, at);
	}
	f->layer = t->nlayer ? MIN(layer, t->nlayer - 1) : 0;
}

/* ---- fetches ----------------------------------------------------------------------- */

static bool fetch_linear_memory(const struct fetch *f, const struct tex_request *q,
                                u32 out[4]) {
	u64 count = (f->t->end - f->t->level[0].base) / f->t->format.bytes;
	s64 i = q->is_texel ? q->texel[0] : (s64)floor(clamped(q->at[0], -1, 0x1p40));
	if (i < 0 || (u64)i >= count) {
		memset(out, 0, 4 * sizeof(*out));
		return true;
	}
	return read_words(f, i, 0, 0, out);
}

bool texture_fetch(struct tex_reader *r, const struct texture *t, const struct sampler *s,
                   const struct tex_request *q, u32 out[4]) {
	struct fetch f = {.r = r, .t = t, .s = s, .level = &t->level[0]};
	if (t->is_linear)
		return fetch_linear_memory(&f, q, out);
	f32 at[3];
	fetch_begin(&f, q, at);
	bool filters = texel_number(&t->format, s, 0) != NUMBER_NONE && !q->is_texel;
	bool linear = filters && s->filter == TEX_LINEAR;
	s32 lod = q->is_texel ? (s32)clamped(q->lod_mode == LOD_LEVEL ? q->lod : 0, 0,
	                                     t->nlevel - 1.) *
	                                256
	                      : lod_find(t, s, q);
	if (!filters || s->mip_filter != TEX_LINEAR)
		lod = (lod + 128) & ~255;
	f.seamless = q->is_cube && s->seamless && linear;
	u32 lower = (u32)lod >> 8, share = (u32)lod & 255;
	struct place p;
	if (!linear && !share) {
		f.level = &t->level[lower];
		place_find(&p, &f, q, at, false);
		return read_words(&f, p.i[0][0], p.i[1][0], p.i[2][0], out);
	}
	struct blend sum[4] = {{0}};
	for (u32 c = 0; c < 4; c++)
		sum[c].number = (u8)texel_number(&t->format, s, c);
	u32 nz = linear && t->dims == 3 && q->dims == 3 && !t->is_cube ? 2 : 1;
	for (u32 k = 0; k < 1u + (share != 0); k++) {
		f.level = &t->level[lower + k];
		place_find(&p, &f, q, at, linear);
		if (!level_blend(&f, &p, k ? share : FRACTION - share, nz, sum))
			return false;
	}
	for (u32 c = 0; c < 4; c++)
		out[c] = c < t->format.n ? blend_result(&sum[c]) : 0;
	return true;
}

bool texture_gather(struct tex_reader *r, const struct texture *t,
                    const struct sampler *s, const struct tex_request *q, u32 c,
                    u32 out[4]) {
	static const u8 corner[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
	struct fetch f = {.r = r, .t = t, .s = s, .level = &t->level[0]};
	f32 at[3];
	fetch_begin(&f, q, at);
	f.level = &t->level[lod_find(t, s, q) >> 8];
	struct place p;
	place_find(&p, &f, q, at, true);
	for (u32 i = 0; i < 4; i++) {
		u32 texel[4];
		if (!read_words(&f, p.i[0][corner[i][0]], p.i[1][corner[i][1]], p.i[2][0],
		                texel))
			return false;
		out[i] = texel[c & 3];
	}
	return true;
}
