/* input.h - the PTX texts of an input: a text, a fat binary, an object, a library,
 * LTO-IR.
 *
 * LTO-IR is what NVRTC gives with -dlto: LTO_MAGIC and a relocatable PTX text. NVIDIA's
 * is another thing, which is recognised and refused.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"
#include "runtime/handles/fatbin.h"
#include "runtime/handles/lto.h"

/* Numbers of nvJitLinkInputType. */
enum input_kind {
	INPUT_NONE,
	INPUT_CUBIN,
	INPUT_PTX,
	INPUT_LTO,
	INPUT_FATBIN,
	INPUT_OBJECT,
	INPUT_LIBRARY,
	INPUT_INDEX,
	INPUT_ANY = 10,
};

/* Returns what the bytes are; INPUT_NONE: nothing that is known. A PTX text that NVRTC
 * gives as a cubin is INPUT_PTX; machine code is INPUT_CUBIN. */
enum input_kind input_kind_of(const void *data, size_t size);
/* Whether they are LTO-IR of NVIDIA's. */
bool input_is_foreign_lto(const void *data, size_t size);

struct input_image {
	const char *text; /* with a zero after it */
	size_t len;
	u32 sm;                     /* of the entry; 0: there is none */
	const char *name, *options; /* of the entry, "" if it has none */
};

VEC_TYPE(input_images, struct input_image);

/* What a search in containers found. */
struct input_found {
	struct input_images images;
	u32 nother;      /* entries that are not PTX, or for newer architectures */
	bool has_fatbin; /* there was a container at all */
	bool damaged;
};

/* Finds the texts in the bytes, which are of the kind that input_kind_of returns for
 * them: of each fat binary the newest text that an sm can run, or with `all` every one.
 * The bytes must stay; texts that are unpacked lie in the arena. */
void input_texts(struct arena *a, enum input_kind kind, const void *data, size_t size,
                 u32 sm, bool all, struct input_found *found);

/* Calls fn for each entry of the fat binaries in the bytes, in the order of the file:
 * those that are ready to run or, where there are none, the relocatable ones; with `all`
 * both. `member` is that of a library, else NULL. */
typedef void input_entry_fn(void *ctx, const char *member, const struct fatbin_entry *e);
void input_entries(struct arena *a, enum input_kind kind, const void *data, size_t size,
                   bool all, input_entry_fn *fn, void *ctx);
/* The name of an entry's source, and the options for its compiler; "" if it has none. */
const char *input_entry_name(struct arena *a, const struct fatbin_entry *e);
const char *input_entry_options(struct arena *a, const struct fatbin_entry *e);
