/* wait_table.h - the wait table of a launch (interp/wait_table.c): where each group of
 * lanes stands and what it waits for.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/group.h"

/* Appends one line per group to the launch's report: where it stands and what it waits
 * for. */
void warp_report(const struct warp *w);
void cluster_report(const struct cluster *cl);
/* Nothing in the cluster can run: records FAULT_DEADLOCK with the wait table. */
enum step cluster_deadlock(struct cluster *cl);
/* Returns the instruction at which a group waits. */
const struct dinst *group_waits_at(const struct warp *w, const struct group *g);
