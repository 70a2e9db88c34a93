/* typed_pointers.h - the text of LLVM's IR as LLVM 3.4 to 16 wrote it, with pointers such
 * as `i32 addrspace(1)*`, becomes the text that newer versions read, where all pointers
 * are `ptr`. (Bitcode needs no such help: LLVM's reader upgrades it.)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

/* From `out` on, the new text is the old one from `in` on. */
struct ir_mark {
	u32 out, in;
};

struct ir_text {
	const char *text; /* with a zero after it */
	size_t len;
	const struct ir_mark *mark; /* in ascending order */
	u32 nmark;
};

/* Texts without pointers of old come back unchanged, and so does whatever is not
 * understood: LLVM's parser complains about it. At most 2^31 bytes. */
struct ir_text ir_upgrade(struct arena *a, const char *text, size_t len);

/* The place in the old text of a place in the new one. */
size_t ir_old_place(const struct ir_text *t, size_t out);
