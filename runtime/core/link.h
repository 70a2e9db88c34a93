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

/* Returns the text with .maxnreg in each kernel that has neither that nor a size of its
 * ctas, as -maxrregcount counts for such kernels only. Lines stay where they are. */
const char *link_limit_registers(struct arena *a, const struct simt_text *text,
                                 u32 registers, size_t *len);
