/* launch_tree.c - which kernel launched which: the tables of `info cuda launch`.
 *
 * A grid that a kernel asks for is a launch of its own after it (runtime/core/devrt.c),
 * so only what was recorded of a parent when it began is known.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/launch_tree.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/places.h"
#include "runtime/debug/show.h"

struct tree_launch {
	u64 kernel, grid, parent; /* the debugger's number of it; grid_ids */
	u32 device, size[3], block[3];
	const char *name;
};
static VEC(struct tree_launch) tree;

void launch_tree_add(void) {
	const struct launch *l = dbg.launch;
	struct tree_launch m = {
		.kernel = dbg.nlaunch,
		.grid = l->grid_id,
		.parent = l->parent_id,
		.device = dbg.module->dev->number,
		.name = places_plain_name(&dbg.arena, l->kernel->name->s)};
	memcpy(m.size, l->grid, sizeof m.size);
	memcpy(m.block, l->block, sizeof m.block);
	vec_push(&dbg.arena, &tree, m);
}

static const struct tree_launch *member_of(u64 grid, u32 device) {
	for (u32 i = tree.n; grid && i-- > 0;)
		if (tree.at[i].grid == grid && tree.at[i].device == device)
			return &tree.at[i];
	return NULL;
}

static const struct tree_launch *parent_of(u64 parent) {
	return member_of(parent, dbg.module->dev->number);
}

bool launch_tree_parent(u64 *kernel) {
	const struct tree_launch *m = parent_of(dbg.launch->parent_id);
	if (m)
		*kernel = m->kernel;
	return m != NULL;
}

static void row_of(struct table *t, const struct tree_launch *m, const char *status,
                   const char *invocation) {
	table_cell(t, "%llu", (unsigned long long)m->kernel);
	table_cell(t, "%u", m->device);
	table_cell(t, "%llu", (unsigned long long)m->grid);
	table_cell(t, "%s", status);
	table_coords(t, m->size);
	table_coords(t, m->block);
	table_cell(t, "%s", invocation);
}

/* Parents have no more to execute, but are not complete until this one is. */
void launch_tree_trace(struct arena *a, const char *invocation) {
	static const char *const head[] = {"Lvl",    "Kernel",  "Dev",      "Grid",
	                                   "Status", "GridDim", "BlockDim", "Invocation"};
	struct table *t = table_new(a, head, countof(head));
	const struct tree_launch *m = parent_of(dbg.launch->grid_id);
	for (u32 level = 0; m; m = parent_of(m->parent), level++) {
		table_row(t, level == 0);
		table_cell(t, "#%u", level);
		row_of(t, m, level ? "Sleeping" : "Active", level ? m->name : invocation);
	}
	table_print(t);
}

/* The children that have begun: all of them when the kernel in focus is run again. */
void launch_tree_children(struct arena *a) {
	static const char *const head[] = {"Kernel",  "Dev",      "Grid",      "Status",
	                                   "GridDim", "BlockDim", "Invocation"};
	struct table *t = table_new(a, head, countof(head));
	u32 shown = 0;
	for (u32 i = 0; i < tree.n; i++) {
		const struct tree_launch *m = &tree.at[i];
		if (m->parent != dbg.launch->grid_id ||
		    m->device != dbg.module->dev->number)
			continue;
		table_row(t, false);
		row_of(t, m, "Pending", m->name);
		shown++;
	}
	if (shown)
		table_print(t);
	else
		say("No children.\n");
}
