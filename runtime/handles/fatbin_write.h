/* fatbin_write.h - writes the container that holds PTX inside objects.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"

enum fatbin_flag {
	FATBIN_64BIT = 0x1,
	FATBIN_DEBUG = 0x2,
	FATBIN_FOR_CUDA = 0x4,
	FATBIN_FOR_OPENCL = 0x8,
	FATBIN_LINUX = 0x10,
	FATBIN_MAC = 0x20,
	FATBIN_WINDOWS = 0x40,
};

struct fatbin_image {
	const char *data;
	size_t size;
	u32 sm;
	u32 kind;                   /* enum fatbin_kind; 0: PTX */
	u32 flags;                  /* 0: FATBIN_64BIT | FATBIN_LINUX */
	bool plain;                 /* not compressed, whatever the level is */
	const char *name, *options; /* of the source and for its compiler; NULL: none */
};

enum { FATBIN_PLAIN = 0 }; /* compression level: none */

/* Makes the container of n images, in the arena. `level` is zstd's, FATBIN_PLAIN for
 * none. */
u8 *fatbin_write(struct arena *a, const struct fatbin_image *image, u32 n, int level,
                 size_t *size);
