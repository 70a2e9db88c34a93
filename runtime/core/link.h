/* link.h - several PTX texts as one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "runtime/core/api/module.h"

/* Returns one text in which .visible, .weak, .common and .extern names of all parts are
 * the same thing, and other names are each part's own. What is malformed is copied, and
 * the parser reports it. */
const char *link_texts(struct arena *a, const struct simt_text *parts, u32 n,
                       size_t *len);
