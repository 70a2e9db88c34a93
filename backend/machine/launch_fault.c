/* launch_fault.c - the fault record of a launch, which the first fault fills while all
 * workers stop; the text of its wait table; the clock.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "backend/machine/launch.h"

struct fault *launch_fault_begin(struct launch *l, enum fault_kind kind) {
	u32 none = 0;
	if (!atomic_compare_exchange_strong(&l->fault_taken, &none, 1))
		return NULL;
	l->fault = (struct fault){.kind = kind};
	atomic_store(&l->stop, (u32)kind);
	return &l->fault;
}

void launch_fault_done(struct launch *l) {
	atomic_store(&l->fault_taken, 2);
}

void launch_report(struct launch *l, const char *fmt, ...) {
	u32 open = 0;
	while (!atomic_compare_exchange_weak(&l->report_lock, &open, 1))
		open = 0;
	u32 room = l->report_cap - l->report_len;
	if (room > 1) {
		va_list ap;
		va_start(ap, fmt);
		int n = vsnprintf(l->report + l->report_len, room, fmt, ap);
		va_end(ap);
		if (n > 0)
			l->report_len += MIN((u32)n, room - 1);
	}
	atomic_store(&l->report_lock, 0);
}

u64 machine_clock_ns(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000000000u + (u64)t.tv_nsec;
}
