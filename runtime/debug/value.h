/* value.h - values: read, converted, written, printed as gdb prints them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "runtime/debug/state.h"
#include "runtime/debug/type.h"

enum { SPACE_REGISTER = 200, SPACE_NONE = 201 }; /* beyond enum space */

struct value {
	const struct dtype *type;
	u32 space; /* where it lies; SPACE_NONE: nowhere */
	u64 addr;  /* or the register */
	u32 bit_offset, bits;
	struct focus at; /* whose memory */
	u8 bytes[16];    /* SPACE_NONE, small ones */
	const u8 *data;  /* SPACE_NONE, larger ones */
};

/* One evaluation: its memory, the thread that it is about, its error. */
struct eval {
	struct arena *arena;
	struct focus at;
	const char *error; /* NULL: none so far */
	bool quiet;        /* conditions: nothing is kept */
};

/* The format of x/FMT and print/FMT. */
struct format {
	char letter; /* 0: natural */
	u32 size, count;
};

bool value_load(struct eval *e, const struct value *v, void *to, u64 size);
bool value_int(struct eval *e, const struct value *v, s64 *out);
bool value_double(struct eval *e, const struct value *v, double *out);
bool value_true(struct eval *e, const struct value *v, bool *out);
bool value_store(struct eval *e, const struct value *to, const struct value *from);
bool value_cast(struct eval *e, const struct dtype *t, const struct value *from,
                struct value *to);
void value_of_int(struct value *v, const struct dtype *t, s64 n);
void value_print(struct eval *e, FILE *out, const struct value *v,
                 const struct format *f);
/* Sets the error, in e's arena, and returns it. */
const char *eval_error(struct eval *e, const char *fmt, ...) PRINTF_LIKE(2, 3);
