/* record.h - some warps of a launch, instruction by instruction: which lanes ran it and
 * what it left in their registers and in shared memory. tools/page steps through it
 * afterwards.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/base.h"

enum {
	RECORD_WARPS = 8,    /* that can be stepped through */
	RECORD_STEPS = 1500, /* of each, by default */
	RECORD_MOST_STEPS = 100000,
	RECORD_STEP_BYTES = 270, /* of the file, on average */
	RECORD_SHARED = 4096,    /* bytes of shared memory that are watched */
	RECORD_TRACES = 32,      /* warps of a cta */
	RECORD_LENGTH = 3000,    /* instructions of a trace */
};

/* One warp. The worker that runs its cta writes it; the maker of the launch reads it
 * afterwards.
 *
 * `steps` becomes JSON, elements of an array with commas between:
 *
 *     [line of the PTX, active lanes, lanes that its guard let through, {"%r1": values, ...}, {"64": word, ...}]
 *
 * Values are texts: "7" the same in all lanes, "7:4" rising by 4 from lane to lane, or
 * one for each lane, separated by spaces, "-" where a lane did not run. The last part has
 * words of shared memory that differ from what they were at the step before, by their
 * offset, whichever warp wrote them; it may be missing. */
struct recorded {
	u64 cta; /* linear */
	u32 warp;
	u32 most;    /* steps */
	FILE *steps; /* NULL: it could not be made */
	u32 nstep;
	bool is_cut;    /* there were more */
	u32 line, mask; /* of the last step */
	u8 shared[RECORD_SHARED];
};

/* The instructions that a warp of the first cta ran, in order: 2 * line of the PTX, and 1
 * if its guard let any lane through. */
struct traced {
	u32 *at; /* [RECORD_LENGTH]; NULL: it has no such warp */
	u32 n;
	bool is_cut;
	u32 line, mask; /* of the last one */
};

struct recording {
	u32 nwarp;
	struct recorded warp[RECORD_WARPS];
	struct traced trace[RECORD_TRACES];
};
