/* texture.h - the texture unit: what a texture, a sampler or a surface is, and what a
 * fetch gives.
 *
 *     coordinate --(texture.c)--> 24.8 fixed point --> texels and weights of 256ths
 *     texel bytes --(texel.c)--> four 32-bit words --(filter.c)--> one result
 *
 * The programming guide gives the formulas; widths, order of rounding and what lies
 * beyond are what an H200 answered (tests/cuda/programs/tex_*.cu). Both backends fetch
 * through this file.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/launch.h"

enum { TEX_LEVELS = 18, TEX_FACES = 6 };

enum texel_class { TEXEL_NONE, TEXEL_UINT, TEXEL_SINT, TEXEL_FLOAT };

struct texel_format {
	u8 class; /* enum texel_class */
	u8 bits;  /* of a channel: 8, 16, 32 */
	u8 n;     /* channels: 1, 2, 4 */
	u8 bytes; /* of a texel */
};

enum tex_address { TEX_WRAP, TEX_CLAMP, TEX_MIRROR, TEX_BORDER }; /* as in CUDA */
enum tex_filter { TEX_POINT, TEX_LINEAR };

struct sampler {
	u8 address[3]; /* enum tex_address */
	u8 filter, mip_filter;
	bool normalized_coords;
	bool normalized_read; /* integers are read as fractions of their range */
	bool srgb;
	bool seamless; /* filters of cubes reach over the edges of a face */
	u8 anisotropy; /* largest ratio; 0 and 1: none */
	f32 bias, lod_min, lod_max;
	f32 border[4];
};

struct tex_level {
	u64 base;       /* device address */
	u64 row, slice; /* bytes from row to row, and from slice or layer to the next */
	u32 size[3];    /* texels; 1 where there is no such dimension */
};

enum tex_kind { TEX_NOTHING, TEX_TEXTURE, TEX_SURFACE, TEX_SAMPLER };

struct texture {
	u8 kind;        /* enum tex_kind */
	u8 dims;        /* 1, 2, 3 */
	bool is_linear; /* linear memory: texels by integer index only */
	bool is_cube;
	u32 nlayer; /* layers or faces; 0: neither */
	u32 nlevel;
	struct texel_format format;
	struct sampler sampler;
	u64 end; /* linear memory: the texels end here */
	struct tex_level level[TEX_LEVELS];
};

/* Objects by handle. Handles are small numbers, counted from 1; places of objects that
 * are gone read as TEX_NOTHING. A table grows, and what it holds stays where it is. */
enum { TEX_CHUNK = 256, TEX_CHUNKS = 4096 };
struct texture_table {
	_Atomic(struct texture *) chunk[TEX_CHUNKS];
};

/* NULL: there is no such handle. */
static inline const struct texture *texture_find(struct texture_table *t, u64 handle) {
	if (handle >= (u64)TEX_CHUNK * TEX_CHUNKS)
		return NULL;
	const struct texture *c = atomic_load_explicit(&t->chunk[handle / TEX_CHUNK],
	                                               memory_order_acquire);
	return c ? &c[handle % TEX_CHUNK] : NULL;
}

enum tex_lod { LOD_BASE, LOD_LEVEL, LOD_GRAD };

/* One lane's fetch. */
struct tex_request {
	u8 dims;                            /* of the coordinates: 1, 2, 3; 3 for cubes */
	bool is_cube, is_layered, is_texel; /* is_texel: integer coordinates */
	u8 lod_mode;                        /* enum tex_lod */
	f32 at[3];
	s32 texel[3];
	u32 layer;
	f32 lod, grad[2][3];
	s32 offset[3];
};

/* Reads texels: false if memory is not there, its address in *bad. */
struct tex_reader {
	const struct arena_map *map;
	u64 bad;
	u32 bad_size;
};

/* Four words: bits of f32, or integers. Channels that the format lacks are 0. */
bool texture_fetch(struct tex_reader *r, const struct texture *t, const struct sampler *s,
                   const struct tex_request *q, u32 out[4]);
/* Component `c` of the four texels that a linear filter uses: x0y1 x1y1 x1y0 x0y0. */
bool texture_gather(struct tex_reader *r, const struct texture *t,
                    const struct sampler *s, const struct tex_request *q, u32 c,
                    u32 out[4]);

/* ---- texel.c ---- */

/* How a filter computes with a channel. */
enum tex_number {
	NUMBER_NONE,   /* integers: they cannot be filtered */
	NUMBER_F32,    /* 24 significant bits */
	NUMBER_F16,    /* 11, f16's least exponent; as bits of f32 */
	NUMBER_SRGB,   /* colours: 8 */
	NUMBER_UNORM,  /* 65535ths */
	NUMBER_SNORM,  /* 32767ths */
	NUMBER_SNORM8, /* 127ths */
};
enum tex_number texel_number(const struct texel_format *f, const struct sampler *s,
                             u32 channel);

/* The channels' bits, as they lie in memory; of those that the format lacks 0. */
void texel_read(const struct texel_format *f, const u8 *p, u32 raw[4]);
/* The same for what lies outside in TEX_BORDER. */
void texel_border(const struct texel_format *f, const struct sampler *s, u32 raw[4]);
/* Returns a channel as an unfiltered fetch gives it. */
u32 texel_word(const struct texel_format *f, const struct sampler *s, u32 raw,
               u32 channel);
/* Returns a channel as a filter computes with it: bits of f32, or a number of 65535ths,
 * 32767ths or 127ths. */
u32 texel_term(const struct texel_format *f, const struct sampler *s, u32 raw,
               u32 channel);
/* Writes a texel as a formatted store does: integers saturate, halves are cut off. */
void texel_encode(const struct texel_format *f, const u32 word[4], u8 *p);
u8 texel_bytes(u32 bits, u32 channels);

/* ---- filter.c ---- */

/* A weighted sum, 256ths, of up to four texels at a time. */
struct blend {
	s64 sum;
	s32 exponent; /* of the largest, biased as f32's; 0: none so far */
	u8 seen;      /* BLEND_ */
	u8 number;    /* enum tex_number */
};
void blend_add(struct blend *b, const u32 term[4], const u32 weight[4]);
/* A texel whose weight was rounded to 0: only infinities and NaNs of it show. */
void blend_touch(struct blend *b, u32 term);
/* Bits of f32. */
u32 blend_result(const struct blend *b);
/* The share of `weight` that goes to the upper neighbour; halves go up or down. */
static inline u32 blend_split(u32 weight, u32 fraction, bool up) {
	return (weight * fraction + 127 + up) >> 8;
}
