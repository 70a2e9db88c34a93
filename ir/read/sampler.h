/* sampler.h - initial values of .samplerref variables: options by name, as PTX 5.3 lists
 * them, packed into the variable's eight bytes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Addressing modes for coordinates outside of the texture, in the order of PTX's list. */
enum sampler_address {
	SAMPLER_WRAP,
	SAMPLER_MIRROR,
	SAMPLER_CLAMP_OGL,
	SAMPLER_EDGE,
	SAMPLER_BORDER
};

/* Sets `name = value` in *state, which starts as 0. False: there is no such option, or it
 * has no such value. */
bool sampler_option_set(u64 *state, const char *name, const char *value);
/* Writes "addr_mode_0 = wrap, filter_mode = linear" and the like; returns the length. */
size_t sampler_text(u64 state, char *buf, size_t size);

u32 sampler_address(u64 state, u32 dimension); /* enum sampler_address */
bool sampler_is_linear(u64 state);
bool sampler_is_unnormalized(u64 state);
