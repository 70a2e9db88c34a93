/* sort.h - sorts of indices, in time n log n at worst.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

void sparse_sort(s64 *keys, s64 n);

/* A pair of indices and where it was. Equal ones keep their order. */
struct sort_item {
	s64 first, second, place;
};
void sparse_sort_items(struct sort_item *items, s64 n);
