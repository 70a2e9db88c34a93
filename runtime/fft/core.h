/* core.h - transforms along one dimension: plans of a length, and passes over all lines
 * of an array. The arithmetic is compiled for float and double and for each level of
 * instructions; a core is one of these.
 *
 * Work is done on V lines at once, V being the number of elements of a vector register:
 * element j of all of them is one vector of real parts and one of imaginary parts, so
 * that no butterfly shuffles. Where lines are few and long, n = a * b, a line is a matrix
 * whose columns, then rows, are such lines (the four-step transform).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "runtime/libs/call.h"

enum fft_kind { FFT_C2C, FFT_R2C, FFT_C2R };
/* What is in memory. Half precision is computed in float. */
enum fft_format { FFT_F32, FFT_F64, FFT_F16, FFT_BF16 };

enum { FFT_DIMS = 3 };

/* How lines lie in memory: counts and distances of lines, innermost first, and of the
 * elements of a line. Elements are real or complex. */
struct fft_layout {
	s64 stride;
	s64 step[FFT_DIMS];
};

/* One pass: all lines of a dimension. */
struct fft_lines {
	const void *in;
	void *out;
	struct fft_layout from, to;
	u64 count[FFT_DIMS];
	bool inverse;
};

struct fft_line; /* a plan */

struct fft_core {
	const char *name;
	/* Plans lines of n points, of which a pass has `lines`: which way, without the
	 * tables. What is allocated is in the arena. */
	struct fft_line *(*plan)(struct arena *a, u64 n, enum fft_kind kind,
	                         enum fft_format format, u64 lines);
	/* Bytes of the shared work area that run takes; 0 for small transforms. */
	u64 (*work_bytes)(const struct fft_line *l);
	/* Makes the tables. False: no memory. */
	bool (*fill)(struct arena *a, struct fft_line *l);
	/* False: no memory, and the call has failed. */
	bool (*run)(struct lib_call *c, const struct fft_line *l,
	            const struct fft_lines *lines, void *work);
};

/* The cores for this processor. */
const struct fft_core *fft_core_float(void);
const struct fft_core *fft_core_double(void);
