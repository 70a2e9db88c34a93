/* cta_tests.h - tests that the warps of a cta have in common (cta_tests.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"

struct cta_tests;

/* Begins to join the tests of code for all warps of a cta that is straight on from here,
 * and has no effect before all of them held: whichever fails, all goes to
 * c->whole.away. */
struct cta_tests *cta_tests_new(struct fn *c);

/* Returns the 64-bit address as a distance from one that was passed before, if it is
 * known to be such; else, and where no tests are joined, the address itself. */
val cta_tests_address(struct fn *c, val address);

/* Returns an i1 that is left to test where `ok`, an i1, is needed: true, if a test that
 * was made before is widened for it; `ok` where no tests are joined. */
val cta_tests_join(struct fn *c, val ok);

/* Completes the tests. */
void cta_tests_end(struct fn *c);
