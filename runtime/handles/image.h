/* image.h - images of device code, as programs hand them over.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/reserve.h"
#include "runtime/handles/device.h"

/* PTX texts that are linked into one module. */
struct texts {
	struct simt_text *at;
	u32 n;
	const u8 *native; /* host code of a single text, in the image; NULL: none */
	u64 native_bytes;
};

/* For arena_ready: what extracting texts from an image takes beside the texts. */
enum { LOADING_BYTES = 256 << 10 };

/* Finds the texts of an image that fit an sm. An image that is a text itself is not
 * copied. */
cudaError_t image_texts(const void *image, u32 sm, FILE *log, struct arena *a,
                        struct texts *out);

/* Reads a file as an image, with a zero after it. */
cudaError_t image_from_file(const char *path, struct arena *a, const void **image,
                            size_t *size);

/* Of both interfaces; an option that both have has the same number in both. */
enum { JIT_OPTION_COUNT = 35 };

/* Options of loading, read and answered. */
struct loading {
	char *info, *error; /* the caller's buffers; NULL: not wanted */
	size_t info_bytes, error_bytes;
	void **info_size, **error_size; /* where their sizes came from */
	float *wall_ms;
	bool verbose;
	u32 max_registers; /* of kernels without bounds of their own; 0: no limit */
	struct loading_log {
		FILE *out;
		char *text;
		size_t len;
	} log, told; /* errors; what was loaded */
	u64 start_ns;
};

/* cudaErrorInvalidValue: an option is wrong. */
cudaError_t loading_begin(struct loading *j, const unsigned *option, void **value, u32 n);
/* m: the loaded module. NULL: with ok nothing was linked, else the log says why there is
 * none. */
void loading_tell(struct loading *j, bool ok, struct simt_module *m);
void loading_end(struct loading *j);
/* Gives the texts the limit of registers. */
cudaError_t loading_limit(const struct loading *j, struct arena *a, struct texts *t);
/* Checks texts that are to be linked with others. */
cudaError_t loading_check(struct loading *j, struct cuda_device *d,
                          const struct texts *t);
/* Loads texts for the caller of a function with such options. A whole program defines the
 * variables that it declares .extern; texts that were linked do not. */
cudaError_t loading_run(struct loading *j, struct cuda_device *d, const struct texts *t,
                        bool is_whole, struct simt_module **m);
