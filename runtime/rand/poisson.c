/* poisson.c - tables of Poisson distributions: sums, for one number by search, and
 * Marsaglia's square histogram ("Fast generation of discrete random variables", 2004),
 * for one number by one look-up.
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "runtime/rand/distribution.h"

static double probability(double mean, u32 k) {
	return exp(k * log(mean) - mean - lgamma((double)k + 1));
}

/* The results that have a probability in double: [first, end). */
static void support(double mean, u32 *first, u32 *end) {
	u32 low = 0, high = (u32)mean;
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (probability(mean, middle) > 0)
			high = middle;
		else
			low = middle + 1;
	}
	*first = low;
	for (low = high = (u32)mean + 1; probability(mean, high) > 0; high *= 2)
		low = high;
	while (low < high) {
		u32 middle = (low + high) / 2;
		if (probability(mean, middle) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	*end = low;
}

u32 poisson_length(double mean) {
	u32 first, end;
	support(mean, &first, &end);
	return end - first;
}

u64 poisson_bytes(u32 length) {
	return (u64)length * (3 * sizeof(double) + sizeof(u32));
}

/* Bins are equally wide. Those that have too little, in ascending order and around, get
 * the rest from the highest one that has too much, until that has too little itself. */
static void fill_bins(struct poisson *p, double *part) {
	u32 n = p->length, poor = 0, since = 0;
	double width = 1.0 / n;
	for (u32 k = 0; k < n; k++) {
		p->other[k] = k;
		p->bound[k] = (k + 1) * width;
	}
	for (u32 rich = n; rich-- > 0;)
		while (part[rich] > width && since < n) {
			if (part[poor] < width) {
				p->other[poor] = rich;
				p->bound[poor] = part[poor] + poor * width;
				part[rich] -= width - part[poor];
				part[poor] = width;
				since = 0;
			}
			since++; /* bins without one that has too little */
			poor = poor + 1 == n ? 0 : poor + 1;
		}
}

void poisson_make(struct poisson *p, double mean, void *memory) {
	u32 end;
	support(mean, &p->shift, &end);
	u32 n = p->length = end - p->shift;
	p->bound = memory;
	p->sum = p->bound + n;
	double *part = p->sum + n, total = 0;
	p->other = (u32 *)(part + n);
	for (u32 k = 0; k < n; k++) {
		part[k] = probability(mean, k + p->shift);
		p->sum[k] = total += part[k];
	}
	fill_bins(p, part);
}
