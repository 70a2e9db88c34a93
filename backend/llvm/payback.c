/* payback.c - see payback.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/payback.h"

#include <stdatomic.h>

enum {
	/* Before anything was made: between what processors with vectors of 16 and of 8
	 * lanes take. */
	FIRST_NS = 300000,
	FINAL_NS = 600000,
	LEAST_NS = 10000,
	MOST_NS = 10000000,
	/* Kernels of few instructions tell little of others. */
	INERTIA = 100,
};

static _Atomic u64 ns_per_inst[2] = {FIRST_NS, FINAL_NS};

void payback_start(struct payback *p, u64 now) {
	p->starts_ns += now;
	p->running++;
}

void payback_end(struct payback *p, u64 start, u64 now) {
	p->starts_ns -= start;
	p->running--;
	p->spent_ns += now - start;
}

u64 payback_spent(const struct payback *p, u64 now) {
	return p->spent_ns + (p->running * now - p->starts_ns);
}

u64 payback_cost(bool optimised, u64 ninst) {
	return ninst *
	       atomic_load_explicit(&ns_per_inst[optimised], memory_order_relaxed);
}

/* Two threads at once may lose what one of them has learnt. */
void payback_learn(bool optimised, u64 ninst, u64 ns) {
	u64 before = payback_cost(optimised, INERTIA);
	u64 now = (before + ns) / (INERTIA + ninst);
	atomic_store_explicit(&ns_per_inst[optimised], MIN(MAX(now, LEAST_NS), MOST_NS),
	                      memory_order_relaxed);
}
