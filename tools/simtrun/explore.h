/* explore.h - launches under schedules that are chosen; docs/schedules.md.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tools/simtrun/simtrun.h"

struct explore;

/* Launches of one kernel follow, each by another schedule of the device's. */
struct explore *explore_new(struct simtrun *run, struct simt_device *dev,
                            struct arena *a);
/* The last launch was cut short: nothing that it left counts. */
bool explore_was_pruned(struct explore *x);
/* Notes the outcome of a launch, a hash; true: it is a new one. */
bool explore_note(struct explore *x, u64 hash);
/* Schedules that were not cut short. */
u64 explore_count(const struct explore *x);
/* Checks whether there is another schedule, and goes on to it. */
bool explore_next(struct explore *x);
/* Prints counts, and the schedule with which each outcome was seen first. */
void explore_report(struct explore *x, FILE *out);
/* Continues a hash with more data; 0: nothing hashed yet. */
u64 explore_hash(u64 hash, const void *data, u64 size);

/* Prints a line, "again with: " and the command that repeats the last launch's schedule.
 * path: the file among those given; launch: of a launch file; both may be NULL. Nothing
 * if its schedule was not chosen. */
void explore_command(struct simtrun *run, struct simt_device *dev, FILE *out,
                     const char *path, const char *launch);
