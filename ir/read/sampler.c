/* sampler.c - see sampler.h. An option is a field of three bits: 0 if it was not given,
 * else 1 + its value.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/sampler.h"

#include <stdio.h>

enum {
	FIELD_BITS = 3,
	FIELD_MASK = 7,
	ADDRESSES = 3,
	FILTER = ADDRESSES,
	UNNORMALIZED,
	OPTIONS
};

static const char *const option_name[OPTIONS] = {"addr_mode_0", "addr_mode_1",
                                                 "addr_mode_2", "filter_mode",
                                                 "force_unnormalized_coords"};
static const char *const address_name[] = {
	"wrap", "mirror", "clamp_ogl", "clamp_to_edge", "clamp_to_border", NULL};
static const char *const filter_name[] = {"nearest", "linear", NULL};
static const char *const flag_name[] = {"0", "1", NULL};

static const char *const *values_of(u32 option) {
	return option < ADDRESSES ? address_name
	       : option == FILTER ? filter_name
	                          : flag_name;
}

static u32 field(u64 state, u32 option) {
	u32 v = (u32)(state >> option * FIELD_BITS) & FIELD_MASK;
	return v ? v - 1 : 0;
}

bool sampler_option_set(u64 *state, const char *name, const char *value) {
	for (u32 i = 0; i < OPTIONS; i++) {
		if (strcmp(option_name[i], name) != 0)
			continue;
		const char *const *v = values_of(i);
		for (u64 k = 0; v[k]; k++)
			if (strcmp(v[k], value) == 0) {
				*state &= ~((u64)FIELD_MASK << i * FIELD_BITS);
				*state |= (k + 1) << i * FIELD_BITS;
				return true;
			}
	}
	return false;
}

size_t sampler_text(u64 state, char *buf, size_t size) {
	size_t n = 0;
	if (size)
		buf[0] = 0;
	for (u32 i = 0; i < OPTIONS; i++)
		if (state >> i * FIELD_BITS & FIELD_MASK && n < size)
			n += (size_t)snprintf(buf + n, size - n, "%s%s = %s",
			                      n ? ", " : "", option_name[i],
			                      values_of(i)[field(state, i)]);
	return n;
}

u32 sampler_address(u64 state, u32 dimension) {
	return field(state, dimension);
}

bool sampler_is_linear(u64 state) {
	return field(state, FILTER) == 1;
}

bool sampler_is_unnormalized(u64 state) {
	return field(state, UNNORMALIZED) == 1;
}
