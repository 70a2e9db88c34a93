/* generator.h - a generator of cuRAND's host interface.
 *
 * The program's thread knows the position in the sequence, which goes into the payload of
 * a call; the states are the run's, in the order of the stream, so a graph that is
 * launched again goes on where each thread's stream is.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <curand.h>

#include <pthread.h>

#include "base/arena.h"
#include "runtime/rand/distribution.h"
#include "runtime/rand/sobol.h"
#include "runtime/rand/streams.h"

/* What states are made from. */
struct origin {
	const struct stream_kind *kind;
	u64 seed, skip;
	u32 skip_column, threads;
	bool seed_each;
	u32 epoch; /* counts the times that it changed; 0: there are no states */
};

struct curandGenerator_st {
	struct arena memory; /* this, too */
	curandRngType_t type;
	curandOrdering_t ordering;
	bool is_host, is_used;
	cudaStream_t stream;
	u64 seed, offset;
	u64 given; /* threads that gave all of their results since the offset was set */
	u32 dimensions;
	u64 position; /* columns, or numbers of each dimension, after the offset */
	struct origin origin;
	/* The run's. */
	pthread_mutex_t lock;
	struct streams streams;
	u32 epoch;
	struct arena states, tables;
	struct poisson poisson;
	double poisson_mean;
	/* Of calls in flight and in graphs that outlive the generator: it is not freed
	 * but used again, with another serial number. */
	u64 serial;
	struct curandGenerator_st *next_free;
};

static inline bool is_quasi(curandRngType_t type) {
	return type >= CURAND_RNG_QUASI_DEFAULT;
}
static inline bool is_wide(curandRngType_t type) {
	return type == CURAND_RNG_QUASI_SOBOL64 ||
	       type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}

/* Position and states begin anew at the next call. */
void generator_restart(struct curandGenerator_st *g);
/* The results of one call; checks have been done. */
curandStatus_t generator_call(struct curandGenerator_st *g, const char *function,
                              const struct distribution *d, void *out, size_t n);
