/* background.h - one thread per device for work that nobody waits for: compiling kernels that run
 * interpreted meanwhile.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

struct background;

/* NULL when out of memory. The thread starts with the first piece of work. */
struct background *background_new(void);
/* Has work(ctx, false) called on the thread, in order, not before a moment has passed; or work(ctx, true)
 * if the device closes or the process ends first: then it is to give up at once. False: no thread can be
 * had, and nothing is called. Thread-safe. */
bool background_later(struct background *b, void (*work)(void *ctx, bool cancelled), void *ctx);
/* Work asks between its steps; true on other threads. It may take a while to answer, and does not return where the process
 * ends. False: the device closes, and work is to give up and come back. */
bool background_goes_on(void);
/* Threads that help with work are to come back to it: it may have to rest. */
bool background_must_rest(void);
/* The calling thread does such work. */
bool background_is_here(void);
/* The process ends: what ran may never come back. */
bool background_ended(void);
/* For a thread that may be the one to call exit(). */
void background_guard_thread(void);
/* Waits for the end of what runs, or of its step if the process ends; cancels what does not; from then on everything is cancelled. */
void background_stop(struct background *b);
/* Stops and frees. */
void background_delete(struct background *b);
