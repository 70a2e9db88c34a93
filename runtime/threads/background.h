/* background.h - one thread per device for work in the background: compiling kernels
 * that run interpreted meanwhile.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

struct background;

/* Returns NULL when out of memory. The thread starts with the first piece of work. */
struct background *background_new(void);
/* Has work(ctx, false) called on the thread, not before that time, and at least a moment,
 * has passed, in the order in which work is due; or work(ctx, true) if the device closes
 * or the process ends first: then work gives up at once. False: no thread can be had, and
 * nothing is called. Thread-safe. */
bool background_later(struct background *b, u64 after_ns,
                      void (*work)(void *ctx, bool cancelled), void *ctx);
/* Called between the steps of a piece of work, by its thread and by those that help it;
 * true on other threads. May take a while, and does not return where the process ends.
 * False: the device closes, and work gives up and returns. */
bool background_goes_on(void);
/* What this thread does from now on may go on while the process ends, which does not wait
 * for it; until background_rejoin, which may take as long as background_goes_on. Neither
 * does anything the second time, or on other threads. */
void background_apart(void);
void background_rejoin(void);
/* Calls work(ctx) on this thread; work calls background_goes_on, too, and gives up where
 * the process ends. False: the process ends already, and work is not called. Thread-safe.
 * */
bool background_in_front(void (*work)(void *ctx), void *ctx);
/* The queue whose work the calling thread does; NULL: none, and the following functions
 * do nothing for it. */
struct background *background_here(void);
/* A thread begins to help with work, and has ended. The first may take as long as
 * background_goes_on. */
void background_help(struct background *b);
void background_helped(struct background *b);
/* Work begins to wait for its helpers, and has waited. The second may take as long as
 * background_goes_on. */
void background_wait(struct background *b);
void background_waited(struct background *b);
/* Whether the process ends: what ran may never return. */
bool background_ended(void);
/* The process ends: what runs is stopped, so threads of the program that compile for
 * themselves give up at their next step. Does not wait for them. */
void background_give_up(void);
/* The process ends: stops the threads of this kind and returns when none is in a step.
 * May be called again. */
void background_end(void);
/* For a thread that may be the one to call exit(). */
void background_guard_thread(void);
/* Waits for the end of what runs, or of its step if the process ends; cancels the rest of
 * the queue, and from then on all new work. */
void background_stop(struct background *b);
/* Stops and frees. */
void background_delete(struct background *b);
