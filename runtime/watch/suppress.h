/* suppress.h - files of suppressions: findings of checked mode that are not reported.
 * Either an XML file as compute-sanitizer writes it with --xml --save, or lines of
 * key=value. Needs nothing of the runtime.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <regex.h>

#include "base/arena.h"
#include "base/vec.h"

/* Fits its own text, and all that it matches, as a whole, as a regular expression. NULL
 * text: anything. */
struct pattern {
	const char *text;
	regex_t re;
	bool has_re;
};

struct suppressed_frame { /* of a stack; an empty one is any */
	struct pattern func, module;
};

struct suppressed_place {
	struct pattern func, path, line;
	bool is_there;
};

struct suppressed_access { /* of a race */
	struct pattern direction;
	struct suppressed_place where;
};

enum { SUPPRESSED_FRAMES = 64, SUPPRESSED_ACCESSES = 16 };

struct suppression {
	u32 line;     /* of the file */
	bool is_text; /* a line of key=value: kind, func, file and line alone, of which a
	                 '*' at the end is anything */
	const char *words;
	struct pattern kind, level, text, space, size, direction, error, saved_at;
	struct suppressed_place where;
	struct suppressed_access source, destination[SUPPRESSED_ACCESSES];
	bool has_source;
	u32 ndestination;
	struct suppressed_frame host[SUPPRESSED_FRAMES], device[SUPPRESSED_FRAMES];
	u32 nhost, ndevice;
};

struct suppressions {
	VEC(struct suppression *) all;
};

/* False: *why, in the arena, says what is wrong with the file. */
bool suppress_load(struct arena *a, const char *path, struct suppressions *s,
                   const char **why);
bool pattern_fits(const struct pattern *p, const char *s);
