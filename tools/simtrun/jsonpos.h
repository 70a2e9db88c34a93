/* jsonpos.h - where a value stands in a JSON text; jansson forgets it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/source.h"

/* A step from a value to one inside it: a member by name, or an element by index. */
struct json_step {
	const char *key; /* NULL: index */
	u32 index;
};

/* The place of the value at the end of the path, or of the last value on it that exists.
 * The text is valid JSON. */
struct loc json_locate(const struct source_file *file, const struct json_step *path,
                       u32 n);
