/* unit.h - a translation unit for tests of the parser, and parsing all of it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parse.h"
#include "parser/cuda/syntax/skim.h"

struct test_unit {
	struct cunit u;
	struct sources sources;
	struct strtab names;
	struct diag diag;
	u32 ndecl, nbody;
};

void test_unit_init(struct test_unit *t, struct arena *arena);
/* Parses what the file itself declares (with `all`, system headers too) and every body in
 * it; prints the trees to `out` unless that is NULL. */
void test_unit_parse(struct test_unit *t, bool all, FILE *out);
