/* history.h - saved states of a launch, and the way back to any step between them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/debug.h"
#include "runtime/debug/state.h"

struct history_record;
struct history;

/* before: the record of the launch before, with which the first state may share pages;
 * NULL: none. */
void history_begin(const struct history_record *before);
void history_end(void);
/* Before history_end: keeps what is needed to run the launch again; *bytes: what it takes
 * more than earlier ones. NULL: it cannot be run again. */
struct history_record *history_keep(u64 *bytes);
void history_drop(struct history_record *r);
/* Whether the memory that the launch had is still there. */
bool history_has_memory(const struct history_record *r);
/* Puts the present launch's history aside (NULL: no memory), and takes it up again at its
 * beginning. */
struct history *history_leave(void);
void history_return(struct history *outer);
/* In place of history_begin and history_end, for a launch that was kept: it has no new
 * steps. */
void history_redo(const struct history_record *r);
void history_redo_end(void);
/* Steps: the present one, the number that were made (later ones are new), the first that
 * can be reached. */
u64 history_now(void);
u64 history_last(void);
u64 history_first(void);
/* Goes one step forward: one that was made before, or a new one. */
void history_step(void);
/* Goes to a step that was made before. False: it cannot be reached. */
bool history_goto(u64 step);
/* Calls see(ctx) before each step of [from, to), the state being that before it; from the
 * last saved state at or before `from`. Ends at `to`. */
bool history_replay(u64 from, u64 to, void (*see)(void *ctx), void *ctx);
/* Returns the step of the last saved state before a step. */
u64 history_saved_before(u64 step);
/* Forgets the steps after the present one. False: it cannot; *why says the reason. */
bool history_branch(const char **why);
/* Sets the policy from now on; not while something is done again. */
void history_policy(struct debug_policy p);
bool history_is_past(void);
/* Calls fn for the device memory that kernels can change. */
void history_each_range(void (*fn)(void *ctx, u64 base, u64 size), void *ctx);
/* Logs a change that the user made at this step. */
void history_edit(const struct focus *f, u32 space, u64 addr, const void *bytes, u64 n);
