/* awake.h - waiting without sleep.
 *
 * To wake a sleeper takes longer than a small kernel. So a thread that expects work stays
 * awake for a moment, where there are processors for it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* The calling thread is at work, or waits awake, from here to there. All of these are
 * thread-safe. */
void awake_enter(void);
void awake_leave(void);
/* Waits, awake, while waits(ctx): for a moment at most, and only as long as no more
 * threads are awake than there are processors for the process. */
void awake_while(bool (*waits)(void *ctx), void *ctx);
/* The same, and for a longer moment it then leaves the processor to others where they
 * want it. */
void awake_or_yield_while(bool (*waits)(void *ctx), void *ctx);
