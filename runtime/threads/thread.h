/* thread.h - threads of the runtime itself.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "base/base.h"

/* LLVM recurses, and so do host functions of programs, whatever ulimit -s says. */
enum { THREAD_STACK_BYTES = 16 << 20 };

/* Signals that a thread raises itself, and after which it cannot go on. */
enum { THREAD_SIGNALS = 7 };
extern const int thread_signal[THREAD_SIGNALS];

/* Starts a thread that runs body(arg) with a stack of THREAD_STACK_BYTES. Every signal is
 * blocked there but those in thread_signal: all others are for the program's own
 * threads. The caller joins or detaches it. False if the system gives none. Thread-safe.
 */
bool thread_start(pthread_t *thread, void *(*body)(void *arg), void *arg);
/* Whether the calling thread is one of these. May be called in a signal handler. */
bool thread_is_own(void);
/* Processors that the calling thread may run on. */
u32 thread_cores(void);
/* How many of these threads there are now. */
u32 thread_count(void);
