/* sort.c - see sort.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/sort.h"

#include <stdlib.h>

enum { FEW = 24 };

static int compare(const void *a, const void *b) {
	s64 x = *(const s64 *)a, y = *(const s64 *)b;
	return (x > y) - (x < y);
}

static void insert(s64 *keys, s64 n) {
	for (s64 i = 1; i < n; i++) {
		s64 key = keys[i], k = i;
		for (; k && keys[k - 1] > key; k--)
			keys[k] = keys[k - 1];
		keys[k] = key;
	}
}

void sparse_sort(s64 *keys, s64 n) {
	if (n <= FEW)
		insert(keys, n);
	else
		qsort(keys, (size_t)n, sizeof *keys, compare);
}

static int compare_items(const void *a, const void *b) {
	const struct sort_item *x = a, *y = b;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->second != y->second)
		return x->second < y->second ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

void sparse_sort_items(struct sort_item *items, s64 n) {
	qsort(items, (size_t)n, sizeof *items, compare_items);
}
