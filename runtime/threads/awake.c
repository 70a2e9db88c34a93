/* awake.c - see awake.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/awake.h"
#include "backend/machine/machine.h"
#include "runtime/threads/thread.h"

#include <sched.h>
#include <stdatomic.h>

enum { AWAKE_NS = 50000, YIELD_NS = 1000000 };

static _Atomic u32 nawake;

void awake_enter(void) {
	atomic_fetch_add_explicit(&nawake, 1, memory_order_relaxed);
}

void awake_leave(void) {
	atomic_fetch_sub_explicit(&nawake, 1, memory_order_relaxed);
}

static bool is_crowded(void) {
	static _Atomic u32 cores;
	u32 n = atomic_load_explicit(&cores, memory_order_relaxed);
	if (!n)
		atomic_store_explicit(&cores, n = thread_cores(), memory_order_relaxed);
	return n == 1 || atomic_load_explicit(&nawake, memory_order_relaxed) > n;
}

void awake_while(bool (*waits)(void *ctx), void *ctx) {
	u64 until = machine_clock_ns() + AWAKE_NS;
	while (waits(ctx) && !is_crowded() && machine_clock_ns() < until)
		for (u32 i = 0; i < 8; i++)
			machine_pause();
}

void awake_or_yield_while(bool (*waits)(void *ctx), void *ctx) {
	if (!waits(ctx))
		return; /* most do not, and need no clock */
	awake_while(waits, ctx);
	u64 until = machine_clock_ns() + YIELD_NS;
	while (waits(ctx) && machine_clock_ns() < until)
		sched_yield();
}
