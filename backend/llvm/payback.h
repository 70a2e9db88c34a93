/* payback.h - whether code pays: how long a kernel has run without it, beside how long it
 * takes to make.
 *
 * How long a kernel will go on is not known. Code that is begun when the kernel has run
 * for a share of what the code takes costs little where the kernel ends then, and comes
 * late by no more than that share where it goes on:
 *
 *     without code  |--- share ---|------ the code is made ------|
 *                                 ^ begun                        ^ there
 *
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* The launches of a kernel, by the clock. Whoever has one guards it. */
struct payback {
	u64 spent_ns;  /* of launches that are over */
	u64 starts_ns; /* of those that run: the sum of their starts, */
	u32 running;   /* and their number */
};

void payback_start(struct payback *p, u64 now);
void payback_end(struct payback *p, u64 start, u64 now);
/* What all launches have taken until now. */
u64 payback_spent(const struct payback *p, u64 now);

/* Nanoseconds that code of so many instructions of PTX takes to make, by what was made in
 * this process. Thread-safe, as is the next. */
u64 payback_cost(bool optimised, u64 ninst);
void payback_learn(bool optimised, u64 ninst, u64 ns);
