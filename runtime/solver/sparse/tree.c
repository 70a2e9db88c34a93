/* tree.c - the elimination tree of a symmetric structure (Liu), and its postorder.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/sparse/shape.h"

/* parent[k] is the first row below the diagonal of column k of the factor, or -1; places
 * are those of the order, `place` is its inverse. */
static void find_parents(const struct shape *graph, const s32 *order, const s32 *place,
                         s32 *parent, s32 *ancestor) {
	for (s32 k = 0; k < graph->lines; k++) {
		parent[k] = ancestor[k] = -1;
		for (s64 x = graph->start[order[k]]; x < graph->start[order[k] + 1];
		     x++) {
			s32 i = place[graph->index[x]];
			while (i >= 0 && i < k) {
				s32 next = ancestor[i];
				ancestor[i] = k;
				if (next < 0)
					parent[i] = k;
				i = next;
			}
		}
	}
}

void order_postorder(const struct shape *graph, s32 *order) {
	struct arena a = ARENA_INIT;
	s32 n = graph->lines, count = 0;
	s32 *place = arena_array_raw(&a, s32, (s64)n + 1);
	s32 *parent = arena_array_raw(&a, s32, (s64)n + 1);
	s32 *child = arena_array_raw(&a, s32,
	                             (s64)n + 1); /* the first; [n]: of all trees */
	s32 *sibling = arena_array_raw(&a, s32, (s64)n + 1);
	s32 *old = arena_array_raw(&a, s32, (s64)n + 1);
	memcpy(old, order, (size_t)n * sizeof *old);
	for (s32 k = 0; k < n; k++)
		place[old[k]] = k;
	find_parents(graph, old, place, parent, child);
	for (s32 k = 0; k <= n; k++)
		child[k] = -1;
	for (s32 k = n; k-- > 0;) {
		s32 *first = &child[parent[k] < 0 ? n : parent[k]];
		sibling[k] = *first;
		*first = k;
	}
	for (s32 k = child[n]; k >= 0;) {
		if (child[k] >= 0) {
			s32 down = child[k];
			child[k] = -1; /* at the next visit, the children are done */
			k = down;
			continue;
		}
		order[count++] = old[k];
		k = sibling[k] >= 0 ? sibling[k] : parent[k];
	}
	arena_drop(&a);
}
