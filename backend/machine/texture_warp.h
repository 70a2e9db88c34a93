/* texture_warp.h - fetches of all lanes of a warp at once.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/texture.h"

/* The lanes' requests to one texture, at its first level. Those of lanes that take no
 * part may be anything. */
struct tex_lanes {
	u8 dims; /* of the coordinates */
	bool is_layered, is_texel;
	s32 offset[3];
	const u32 *at[3]; /* lanes' bits of f32, or integers if is_texel */
	const u32 *layer;
};

/* The loops, compiled for one level of the host's instruction set. */
struct tex_warp {
	/* Fetches; what the four channels are, see texture_fetch; an `out` may be where a
	 * coordinate is. reach: memory that is known to be valid. *odd: lanes that have
	 * to go to texture_fetch. False: all have to. */
	bool (*fetch)(const struct tex_reader *r, const struct window *reach,
	              const struct texture *t, const struct sampler *s,
	              const struct tex_lanes *q, u32 *const out[4], u32 *odd);
	/* The same as texture_gather, for all lanes. */
	bool (*gather)(const struct tex_reader *r, const struct window *reach,
	               const struct texture *t, const struct sampler *s,
	               const struct tex_lanes *q, u32 c, u32 *const out[4]);
};

extern const struct tex_warp tex_warp;
#ifdef __x86_64__
extern const struct tex_warp tex_warp_v3, tex_warp_v4;
#endif
