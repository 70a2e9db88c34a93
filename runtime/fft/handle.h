/* handle.h - what a cufftHandle stands for, and what its functions share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cufftXt.h>

#include "runtime/fft/plan.h"

enum { MAX_PARTS = 16 };

struct handle {
	struct arena arena;
	cudaStream_t stream;
	void *user_work;
	bool no_own_work;
	bool patient;
	struct fft_plan *plan; /* NULL: not made */
	/* Arrays are spread over these devices, if there are any. */
	u32 parts;
	int device[MAX_PARTS];
	void *context[MAX_PARTS];
};

/* NULL: there is none. */
struct handle *handle_find(cufftHandle h);

/* A transform that is asked for, before it is checked. */
struct request {
	bool no_type;       /* there is no such type, or no such combination */
	bool late_type;     /* which is found after all else */
	bool bad_arguments; /* rank, pointers */
	bool bad_strides;   /* strides, distances */
	bool bad_size;
	struct fft_shape shape;
};

enum purpose { TO_MAKE, TO_SIZE, TO_ESTIMATE };

/* Checks the request in the library's order, makes the plan or only measures it. */
cufftResult handle_serve(enum purpose purpose, cufftHandle h, const struct request *r,
                         size_t *work);
/* Describes a layout of the user's; embeddings may be NULL. */
struct request request_many(int rank, const s64 *n, const s64 *inembed, s64 istride,
                            s64 idist, const s64 *onembed, s64 ostride, s64 odist,
                            s64 batch);

/* Queues a transform of any plan: functions for types only have a direction. */
cufftResult handle_execute(const char *function, cufftHandle h, const void *in, void *out,
                           int direction);
/* The same for a plan that is made, also if its arrays are spread. */
cufftResult handle_run(const char *function, struct handle *p, const void *in, void *out,
                       int direction);

/* multi.c: whether such an array can be spread. */
cufftResult multi_check(const struct handle *p, const struct fft_shape *s);
