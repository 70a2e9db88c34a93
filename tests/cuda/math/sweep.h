/* sweep.h - what the kernels of sweep.cu hand to sweep.cpp, and the list of kernels.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

enum {
	SWEEP_LIST = 4096,     /* doubtful arguments that one launch can hand over */
	SWEEP_WRONG = 1 << 30, /* the distance from NaN to a number */
	SWEEP_UNBOUNDED = -1,  /* a bound that the guide does not give */
};

/* One launch's findings. An error stands in the upper half of a word and the argument in
 * the lower one, so that the greatest word is the greatest error. */
struct sweep_outcome {
	unsigned long long ulp; /* units in the last place, above what the row allows */
	unsigned long long absolute; /* the bits of a float */
	/* of all results, mixed: the same where all are the same */
	unsigned long long sum;
	unsigned doubtful; /* how many arguments only MPFR can judge */
	unsigned list[SWEEP_LIST];
	float got[SWEEP_LIST];
};
