/* plan.h - plans of arrays of one to three dimensions: layouts, passes, work areas.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

#include "runtime/fft/core.h"

/* Where the numbers of an array are, in numbers. */
struct fft_side {
	s64 stride[FFT_DIMS]; /* from one to the next along each dimension */
	s64 dist;             /* from one transform of the batch to the next */
};

struct fft_shape {
	u32 rank;
	u64 n[FFT_DIMS], batch;
	enum fft_kind kind;
	enum fft_format format;
	struct fft_side from, to;
	/* Without a layout of the user's: real lines are padded when the transform is in
	 * place, and adjacent otherwise. */
	bool basic;
};

struct fft_plan {
	struct arena arena;
	struct fft_shape shape;
	const struct fft_core *core;
	struct fft_line *line[FFT_DIMS];
	u64 work_bytes;
	void *own_work;        /* NULL: the user gives it */
	atomic_flag work_busy; /* a call uses own_work */
	_Atomic u32 references;
};

/* Fills in the compact layout of both sides. */
void fft_shape_compact(struct fft_shape *s);

/* Plans without tables: work_bytes is set. */
struct fft_plan *fft_plan_new(const struct fft_shape *s);
/* Makes the tables, and the work area if the library owns it. False: no memory. */
bool fft_plan_fill(struct fft_plan *p, bool own_work);
/* The plan lives until all references are dropped. */
void fft_plan_hold(struct fft_plan *p);
void fft_plan_drop(struct fft_plan *p);

/* One execution. */
struct fft_exec {
	struct fft_plan *plan;
	const void *in;
	void *out, *user_work;
	bool inverse;
	bool kept; /* the reference stays: the call is a node of a graph */
};

/* Runs it as work of a stream. */
void fft_plan_run(struct lib_call *c, const struct fft_exec *e);
