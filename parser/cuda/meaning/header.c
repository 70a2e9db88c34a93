/* header.c - which header declares a well-known name (header.def), for messages about
 * names that are not declared.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "parser/cuda/syntax/parse.h"

const char *cuda_header_of(const char *scope, const char *name) {
	static const struct {
		const char *header, *scope, *names;
	} row[] = {
#define HEADER(header, scope, names) {header, scope, names},
#include "parser/cuda/meaning/header.def"
	};
	size_t n = strlen(name);
	for (u32 i = 0; i < countof(row); i++)
		for (const char *s = row[i].names; *s;
		     s += strcspn(s, " "), s += *s == ' ')
			if (strncmp(s, name, n) == 0 && (!s[n] || s[n] == ' ') &&
			    strcmp(row[i].scope, scope) == 0)
				return row[i].header;
	return NULL;
}
