/* sobol.h - Sobol's sequences and their direction vectors.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/rand/distribution.h"

enum { SOBOL_DIMENSIONS = 20000 };

struct sobol {
	bool wide, scrambled; /* numbers of 64 bits; scrambled */
	u32 dimensions;
	u64 offset; /* of the first number in its dimension */
	u64 each;   /* numbers of each dimension; one dimension after the other */
	const struct distribution *distribution;
	void *out;
};

/* Whether there are vectors for these dimensions; makes them. */
bool sobol_prepare(bool scrambled, u32 dimensions);
/* Vectors of dimension d as 64 bits: the upper 32 are those of 32-bit sequences. */
const u64 *sobol_vectors(bool scrambled, u32 d);
u64 sobol_scramble(u32 d);

/* The numbers are cut into pieces. */
u64 sobol_pieces(const struct sobol *s);
void sobol_draw(const struct sobol *s, u64 piece);
