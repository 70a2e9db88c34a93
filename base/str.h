/* str.h - interned strings: in one table, equal strings are equal pointers. A table
 * belongs to one compilation (one module load), so loads on several threads share
 * nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

struct str {
	struct str *next; /* hash chain */
	u32 hash, len;
	u32 tag; /* for the owner of the table: 0 until it gives the string a meaning */
	void *memo; /* likewise: the resolver's record of an opcode with this spelling */
	char s[];   /* zero-terminated */
};

struct strtab {
	struct arena *arena;
	struct str **bucket;
	u32 nbucket, n;
};

void strtab_init(struct strtab *t, struct arena *arena);
struct str *str_intern(struct strtab *t, const char *s, size_t len);
/* NULL if no such string was interned. */
struct str *str_find(const struct strtab *t, const char *s, size_t len);
#define str_lit(t, lit) str_intern((t), (lit), sizeof(lit) - 1)
