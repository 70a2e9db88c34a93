/* argspec.h - arguments of a launch by hand: those of --arg, or guessed ones.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "runtime/core/api.h"
#include "tools/simtrun/element.h"

struct argspec {
	bool is_buffer;
	u8 type;  /* enum element */
	u8 *data; /* contents of the buffer, or the value */
	u64 bytes;
	u64 print;        /* elements to print afterwards; 0: none */
	const char *save; /* file to write afterwards, or NULL */
	const char *said; /* "iota:f32:1024", for the note on what was assumed */
};

/* Reads SPEC for parameter p. Returns NULL, or what is wrong. */
const char *argspec_parse(struct arena *a, struct argspec *s, const char *spec,
                          const struct simt_param *p);

/* The files that a SPEC names; NULL: none. */
struct argspec_files {
	const char *in, *out;
};
struct argspec_files argspec_files(struct arena *a, const char *spec);

/* The uses of a parameter in a kernel. */
struct param_use {
	bool is_loaded, is_stored; /* through it as a pointer */
	bool is_updated;           /* by atomic operations */
	u8 type;                   /* enum element that is accessed most */
};

struct func;
struct module;
/* Follows parameters through moves and additions to the loads and stores that use them.
 */
void param_uses(struct arena *a, const struct module *m, const struct func *f,
                struct param_use *use);
/* Guesses an argument: buffers for so many threads, integers that say how far the grid
 * reaches in x. */
void argspec_guess(struct arena *a, struct argspec *s, const struct simt_param *p,
                   const struct param_use *use, u64 threads, u64 extent);
