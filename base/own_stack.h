/* own_stack.h - runs work that needs a large stack on any thread of the program: the
 * thread may have been created with PTHREAD_STACK_MIN, or run a coroutine of the program.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Calls fn(ctx): on the thread's own stack if that has enough left, else on one that is
 * kept for the thread until it ends. The thread stays the same, and so do its
 * thread-local variables. False if there is no memory for a stack; fn is then not
 * called. */
bool own_stack_call(void (*fn)(void *ctx), void *ctx);
/* Whether the thread's stack has too little left even for a small function. Takes a few
 * nanoseconds. */
bool own_stack_is_short(void);
