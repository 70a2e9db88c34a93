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
	u32 at[3][WARP_LANES]; /* bits of f32, or integers if is_texel */
	u32 layer[WARP_LANES];
};

/* Fetches; what the four channels are, see texture_fetch. reach: memory that is known to
 * be valid. *odd: lanes that have to go to texture_fetch. False: all have to. */
bool texture_fetch_lanes(const struct tex_reader *r, const struct window *reach,
                         const struct texture *t, const struct sampler *s,
                         const struct tex_lanes *q, u32 out[4][WARP_LANES], u32 *odd);
/* The same as texture_gather, for all lanes. */
bool texture_gather_lanes(const struct tex_reader *r, const struct window *reach,
                          const struct texture *t, const struct sampler *s,
                          const struct tex_lanes *q, u32 c, u32 out[4][WARP_LANES]);
