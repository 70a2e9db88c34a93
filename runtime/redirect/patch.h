/* patch.h - makes a function of the process jump to another one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Bytes at a function's beginning that patch_function() replaces. */
u32 patch_size(void);

/* Makes the function jump to *slot, whose value may change at any time. No thread is in
 * the function. False: its memory cannot be written. */
bool patch_function(void *function, void **slot);

/* For a slot whose target is not known yet: calls patch_resolve(), which is to fill all
 * slots, and then jumps to what the slot says. Arguments are kept. */
void patch_first_call(void);
void patch_resolve(void);
