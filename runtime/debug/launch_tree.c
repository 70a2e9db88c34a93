/* launch_tree.c - which kernel launched which: the tables of `info cuda launch`.
 *
 * A grid that a kernel asks for is a launch of its own behind it (runtime/core/devrt.c),
 * so what is known of a parent is
 * what was written down when it began.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/debug.h"

struct member {
	u64 kernel, grid, parent; /* the debugger's number of it; grid_ids */
	u32 device, size[3], block[3];
	const char *name;
};
static VEC(struct member) family;

void family_add(void) {
	const struct launch *l = dbg.launch;
	struct member m = {.kernel = dbg.nlaunch,
	                   .grid = l->grid_id,
	                   .parent = l->parent_id,
	                   .device = dbg.module->dev->number,
	                   .name = places_plain_name(&dbg.arena, l->kernel->name->s)};
	memcpy(m.size, l->grid, sizeof m.size);
	memcpy(m.block, l->block, sizeof m.block);
	vec_push(&dbg.arena, &family, m);
}

static const struct member *member_of(u64 grid, u32 device) {
	for (u32 i = family.n; grid && i-- > 0;)
		if (family.at[i].grid == grid && family.at[i].device == device)
			return &family.at[i];
	return NULL;
}

static const struct member *parent_of(u64 parent) {
	return member_of(parent, dbg.module->dev->number);
}

bool family_parent(u64 *kernel) {
	const struct member *m = parent_of(dbg.launch->parent_id);
	if (m)
		*kernel = m->kernel;
	return m != NULL;
}

static void row_of(struct table *t, const struct member *m, const char *status,
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
void family_trace(struct arena *a, const char *invocation) {
	static const char *const head[] = {"Lvl",    "Kernel",  "Dev",      "Grid",
	                                   "Status", "GridDim", "BlockDim", "Invocation"};
	struct table *t = table_new(a, head, countof(head));
	const struct member *m = parent_of(dbg.launch->grid_id);
	for (u32 level = 0; m; m = parent_of(m->parent), level++) {
		table_row(t, level == 0);
		table_cell(t, "#%u", level);
		row_of(t, m, level ? "Sleeping" : "Active", level ? m->name : invocation);
	}
	table_print(t);
}

/* Those that have begun: when one goes back into a kernel that ran, all of its children.
 */
void family_children(struct arena *a) {
	static const char *const head[] = {"Kernel",  "Dev",      "Grid",      "Status",
	                                   "GridDim", "BlockDim", "Invocation"};
	struct table *t = table_new(a, head, countof(head));
	u32 shown = 0;
	for (u32 i = 0; i < family.n; i++) {
		const struct member *m = &family.at[i];
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
