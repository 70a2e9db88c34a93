/* strip_step.h - the instructions that the threads of a strip execute (strip_step.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/warps/strip_line.h"

struct strip_step {
	const struct inst *in;
	u32 block;
	bool is_branch, all_take; /* a branch that all threads take, or none */
	bool is_same;             /* its guard is the same in all threads */
	bool after_store;         /* a thread may have stored before it */
	bool leaves;              /* of a loop, where its end is known without it */
	bool aside;               /* none comes here, if branches go that way */
	const struct strip_condition *condition; /* of a branch */
	struct line *line;                       /* its result, if that is one */
	struct line *address;                    /* of an access */
	const struct atomic_range *atomic;       /* NULL: it is none */
	const struct table_copies *copies;       /* that it counts in; or NULL */
};

bool strip_ends_kernel(const struct inst *in);
/* Checks whether a block does nothing but end the kernel. */
bool strip_is_end(const struct fn *c, u32 b);
/* Checks for a load or a store from a space that strips access. */
bool strip_is_access(const struct strip *s, const struct inst *in);
/* Checks for an atomic that the warps of a cta may make in any order, where the kernel
 * has barriers. */
bool strip_is_atomic(const struct strip *s, const struct inst *in);
/* Checks for instructions that the code can do, so that others cost nothing. */
bool strip_may_step(const struct strip *s, const struct inst *in);
/* Checks whether most threads go where the branch leads to, rather than on: where the
 * next block ends the kernel, or does what only the kernel's own code can, such as a call
 * after an assertion that fails. */
bool strip_all_take(const struct strip *s, u32 block, const struct inst *branch);
/* Where the branch leads to that none of the threads in a strip goes. */
u32 strip_other_way(const struct strip_step *branch);
void strip_go_to_step(struct fn *c, const struct strip_step *t);
/* Tests what has to be tested for the step, adds that to s->ok and s->inside, and finds
 * its lines. False: the step is not for a strip. */
bool strip_test_step(struct strip *s, struct strip_step *t);
/* Registers of which each lane is computed where a quotient differs between lanes. */
bool strip_is_by_lane(const struct fn *c, const struct strip_step *t);
/* Sets a register to the line's value in the warp of s->counter. One that is no line
 * wherever it is read has all lanes. */
void strip_set_line(struct strip *s, u32 reg, const struct line *l);
/* Emits the step for that warp. False: it cannot be done. */
bool strip_emit_step(struct strip *s, const struct strip_step *t);
/* Finds the loops of a block. False: its warps do not begin at the start of a row, or of
 * as many rows. */
bool strip_find_loops(struct strip *s);
/* Begins the tests, of the ctas up to the one `more` (i32) after the first. */
void strip_begin(struct strip *s, val more);

/* Attempts at a strip: of all ctas that there may be, then of fewer. */
struct strip_attempt {
	bb start;
	val most, more; /* ctas after the first; i32 */
};
/* Begins them; strip_begin is next. */
struct strip_attempt strip_attempt_begin(struct fn *c, val most);
/* Emits what follows where one failed: the next one, of `less` (i32), or `away`. */
void strip_attempt_less(struct strip *s, const struct strip_attempt *a, val less,
                        bb away);

/* Where the emission of the kernel stands, put aside while whole ctas are emitted, which
 * all lanes execute. */
struct strip_aside {
	struct mask mask;
	struct explain *explain;
	u32 block, pos;
	const struct inst *in;
};
struct strip_aside strip_put_aside(struct fn *c);
void strip_take_back(struct fn *c, const struct strip_aside *aside);

/* A loop over `i`, i64: 0, step .. last. */
struct strip_count {
	bb round, done;
	val i;
};
struct strip_count strip_count_begin(struct fn *c, const char *name);
void strip_count_end(struct fn *c, const struct strip_count *l, u32 step, val last);
