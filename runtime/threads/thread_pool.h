/* thread_pool.h - worker threads of launches; they live as long as the device.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

struct thread_pool;

/* Returns NULL when out of memory. Threads start when they are first needed. */
struct thread_pool *thread_pool_new(u32 max_threads);
void thread_pool_delete(struct thread_pool *p);
/* Calls fn(ctx, i) for i < n at the same time and waits; the caller runs 0. A thread that
 * is not awake when 0 is done does not join: fn returns only when nothing is left to
 * begin. Returns the number of threads that could join, less than n only if the system
 * gave no more. Of several calls at a time, threads help the first. */
u32 thread_pool_run(struct thread_pool *p, u32 n, void (*fn)(void *ctx, u32 i),
                    void *ctx);
/* Starts threads until there are n, the caller included; returns how many there are. */
u32 thread_pool_reserve(struct thread_pool *p, u32 n);
