/* launch_tree.h - which kernel launched which: the tables of `info cuda launch`.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* Adds the launch that begins. */
void launch_tree_add(void);
/* Gives the debugger's number of the kernel that launched the present one; false: the
 * host did. */
bool launch_tree_parent(u64 *kernel);
/* Print the tables: the present kernel and its parents; its children. */
void launch_tree_trace(struct arena *a, const char *invocation);
void launch_tree_children(struct arena *a);
