/* earlier_launch.h - launches that are over, and going back into them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

struct history_record;
struct simt_module;

/* Called when a launch begins, before its history; returns the record of the one before
 * it, or NULL. */
const struct history_record *earlier_begin(void);
/* Called when it ends, before its history does. */
void earlier_keep(void);
/* A module is unloaded: its launches, and those before them, cannot be run again. */
void earlier_forget(const struct simt_module *m);
/* Whether a launch that is over is being run again; its record. */
bool earlier_is_redone(void);
const struct history_record *earlier_record(void);
/* Names the launch before the present one, or before the one that is being run again;
 * false if there is none. */
bool earlier_before(u64 *nlaunch, const char **kernel);
/* The number of launches that can be reached. */
u32 earlier_count(void);
/* Runs it again under session_run, and returns when it is over and the present one stands
 * at its beginning. NULL, or why it cannot be done. */
const char *earlier_enter(void);
