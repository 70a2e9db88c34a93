/* numeric.h - what checked mode finds in floating-point values, see numeric.c.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/check_state.h"

/* Checks whether the instruction, as it was decoded, is looked at. */
bool numeric_watches(const struct dinst *d);
/* Run x->numeric, which executes the instruction, and look at its values. */
enum step numeric_alu(struct warp *w, const struct dinst *d, u32 mask,
                      const struct watch *x);
enum step numeric_atomic(struct warp *w, const struct dinst *d, u32 mask,
                         const struct watch *x);
