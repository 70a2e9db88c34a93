/* lanes_group.h - accesses off one register with different constants, in which each lane
 * goes to a place of its own: they are checked once, and neighbours are loaded together.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/mem/mem.h"

enum { MOST_RUNS = 16, MOST_LENGTH = 4 };

/* Adjacent elements, of several accesses or of one of a vector, that are loaded with the
 * first access (transposed.c). */
struct run {
	s64 first;
	u32 n;
	const struct inst *vector;         /* the access of a vector; NULL: of elements */
	const struct inst *end;            /* from here on memory may have changed */
	val slot[MOST_LENGTH][MAX_CHUNKS]; /* allocas */
};

struct lanes_group {
	val ok;              /* i1: all of it is valid; NULL: not known here */
	val off[MAX_CHUNKS]; /* of the byte at `first` */
	s64 first, end;      /* bytes around the register's value */
	u32 n, nrun;
	struct run run[MOST_RUNS];
	/* access_pattern.c, which has tested how lanes lie: enum lanes_pattern, i32.
	 * `off` is known for LANES_APART alone. NULL: there was no test */
	val pattern;
	val lane0[MAX_CHUNKS]; /* host pointers of the chunks' first lanes, at `first` */
};

bool lanes_may_join(const struct fn *c, const struct mem *m);
/* Finds the accesses after m, of the same kind, that can be checked with it. */
struct lanes_group *lanes_group_find(struct fn *c, const struct mem *m);
/* Returns m's group and sets *begins if m is its first access, whose code checks all of
 * it; all lanes of the block have to execute that (`direct`). NULL: it has none. */
struct lanes_group *lanes_group_of(struct fn *c, const struct mem *m, bool direct,
                                   bool *begins);
/* Checked offsets like those of mem_offsets, less *more. NULL: m has no group, or one
 * whose pattern is tested. */
struct lanes_group *lanes_group_offsets(struct fn *c, struct mem *m,
                                        const struct mask *em, bool direct, val *off,
                                        s64 *more);

/* The run that m's value is in, which has been loaded; NULL: there is none. */
struct run *lanes_loaded_run(struct lanes_group *g, const struct mem *m);
/* A run that has m, whose slots are to be filled; NULL: there is none. */
struct run *lanes_new_run(struct fn *c, const struct mem *m, struct lanes_group *g);
/* The same for all accesses of the group from m on, up to where memory may change. False:
 * there is none that has m. */
bool lanes_new_runs(struct fn *c, const struct mem *m, struct lanes_group *g);
void lanes_take_from_run(struct fn *c, struct mem *m, const struct run *r);
/* Fills the slots. Lanes' values for an address of `at` lie at base + index[lane]. */
void lanes_load_run(struct fn *c, const struct mem *m, const struct mask *em,
                    const struct run *r, s64 at, val base, const val *index);
/* Takes the values from a run, which is loaded now or has been. False: the access is in
 * none. */
bool lanes_in_run(struct fn *c, struct mem *m, const struct mask *em,
                  struct lanes_group *g, val base, const val *index);
