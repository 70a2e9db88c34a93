/* distribution.h - words of a generator as numbers of a distribution.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum what {
	BITS,
	LONG_BITS,
	UNIFORM,
	UNIFORM_DOUBLE,
	NORMAL,
	NORMAL_DOUBLE,
	LOG_NORMAL,
	LOG_NORMAL_DOUBLE,
	POISSON,
	WHAT_COUNT
};

/* Bytes of one result. */
static inline u32 what_width(enum what w) {
	return w == LONG_BITS || w == UNIFORM_DOUBLE || w == NORMAL_DOUBLE ||
	                       w == LOG_NORMAL_DOUBLE
	               ? 8
	               : 4;
}

/* How a kind's words are read. */
enum words {
	WORDS_JOINED,  /* of 32 bits; two make a double */
	WORDS_SINGLE,  /* of 32 bits; one makes a double */
	WORDS_TWISTER, /* the same in double, of MT19937 */
	WORDS_PRIME,   /* numbers of MRG32k3a */
	WORDS_LONG,    /* of 64 bits, for Sobol's sequences */
};

/* How a word becomes a Poisson number. */
enum poisson_method {
	POISSON_BINS,   /* one look-up */
	POISSON_SEARCH, /* the inverse distribution */
	POISSON_NORMAL, /* a normal number, for great means */
};

struct poisson;

struct distribution {
	enum what what;
	enum words words;
	bool on_device; /* single precision as the device computes it, not the host */
	bool pairs; /* normal numbers by Box and Muller, not by the inverse distribution
	             */
	double mean, deviation; /* POISSON: the mean */
	enum poisson_method method;
	const struct poisson *poisson; /* unless by normal numbers */
};

/* Words that one unit takes: a result, or a pair of normal ones; with `lanes` 4, four
 * results. Results of a unit. */
u32 distribution_words(const struct distribution *d, u32 lanes);
u32 distribution_results(const struct distribution *d, u32 lanes);

/* Converts the words w[k * stride + i] of unit i for i < n. */
void distribution_convert(const struct distribution *d, u32 lanes, const u32 *w,
                          u32 stride, u32 n, void *out);
/* The same for one word of 32 or 64 bits for each result. */
void distribution_convert_long(const struct distribution *d, const u64 *w, u32 n,
                               void *out);

/* A pair of normal numbers of xorwow's or MRG32k3a's words. */
void normal_pair(const struct distribution *d, u32 x, u32 y, float *pair);
/* mean + sqrt(mean) normal, rounded, for a great mean. */
u32 poisson_of_normal(double mean, double normal);

/* A table of a Poisson distribution. */
struct poisson {
	u32 shift, length;
	double *bound; /* a result is its bin, or the bin's other one above the bound */
	u32 *other;
	double *sum; /* the distribution */
};
/* The results that have a probability in double, and bytes of memory for n of them. */
u32 poisson_length(double mean);
u64 poisson_bytes(u32 length);
void poisson_make(struct poisson *p, double mean, void *memory);
