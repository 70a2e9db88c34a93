/* texture_places.h - from the coordinates of a warp's lanes to texels. Within this
 * folder.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/texture_warp.h"

/* What is compiled per level of the host's instruction set has a name for each. */
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define NAMED(name) JOIN(name, ALU_SUFFIX)

enum {
	LANES = WARP_LANES,
	ONE = 256, /* a texel in 24.8, and all of a weight */
};

/* Where the lanes' texels are: in each dimension two, or one of a point filter. */
struct places {
	s32 i[3][2][LANES];  /* -1: the border */
	s32 at[3][2][LANES]; /* bytes from the level's begin; at 0 for the border */
	s32 fraction[3][LANES];
	bool has_border; /* some lane's are there */
};

/* Finds the lanes' texels and where they lie. False: some need the long way. */
bool NAMED(texture_places)(struct places *p, const struct texture *t,
                           const struct sampler *s, const struct tex_lanes *q,
                           bool linear);
