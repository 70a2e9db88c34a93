/* unit.h - PTX texts that inputs bring: read, checked, and linked.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/vec.h"

/* A name that units share. */
struct ptx_symbol {
	const char *name;
	bool defined; /* else needed: code or an initial value names it */
	bool weak;
};

struct ptx_unit {
	const char *name; /* of the input, for messages */
	const char *text; /* with a zero after it */
	size_t len;
	u32 sm;
	VEC(struct ptx_symbol) symbol;
};

VEC_TYPE(ptx_units, struct ptx_unit);

enum ptx_problem { PTX_GOOD, PTX_WRONG, PTX_VERSION, PTX_NO_MEMORY };

/* How a text is read. */
struct ptx_reading {
	FILE *log, *info; /* for errors, with the line and a caret; for the rest */
	const char *arch; /* the name of the target; texts for a newer one are wrong */
	u32 sm;
	u32 max_registers; /* of kernels without bounds of their own; 0: no limit */
	bool list;         /* tells what kernels need, as ptxas -v does */
	bool warnings, warnings_are_errors;
};

/* Reads and checks u->text, which gets the limit of registers, and fills in the rest; all
 * of it lies in the arena. */
enum ptx_problem ptx_unit_read(struct arena *a, const struct ptx_reading *how,
                               struct ptx_unit *u);
/* Whether each name that a unit needs is defined, and once; the log says which are not.
 */
bool ptx_units_agree(const struct ptx_units *units, FILE *log);
/* Links the units into one text with a zero after it. None: a text without code. */
const char *ptx_units_link(struct arena *a, const struct ptx_units *units, u32 sm,
                           size_t *len);
