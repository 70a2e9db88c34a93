/* cta_segments.h - code that runs a cta whose warps meet at barriers in a loop
 * (cta_segments.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/types.h"

/* Emits it where the first warp starts, if the kernel is one for it. Code goes on in the
 * block at hand for other calls, and for ctas for which it will not do. With `loops` only
 * if there is a loop: the cta is one piece without (whole_cta.c). */
void cta_segments(struct fn *c, bool loops);
