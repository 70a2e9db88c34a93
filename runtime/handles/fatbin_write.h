/* fatbin_write.h - writes the container that holds PTX inside objects.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"

struct fatbin_image {
	const char *ptx;
	size_t size;
	u32 sm;
};

enum { FATBIN_PLAIN = 0 }; /* compression level: none */

/* Makes the container of n images, in the arena. `level` is zstd's, FATBIN_PLAIN for
 * none. */
u8 *fatbin_write(struct arena *a, const struct fatbin_image *image, u32 n, int level,
                 size_t *size);
