/* mod.h - modifier slots of instructions, from mod.def. An instruction's modifier word
 * packs the value of each slot it uses; slots that never meet in one instruction share
 * bits.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum mod_slot {
#define SLOT(id, shift, width) MOD_##id,
#define MOD(...)
#define MODCLASS(...)
#include "ir/isa/mod.def"
#undef SLOT
	MOD_SLOT_COUNT
};

/* Values: MOD_<SLOT>_<VALUE>, 0 always being "absent". */
enum mod_value {
#define SLOT(...)
#undef MOD
#define MOD(slot, value, number, text, ptx, sm) MOD_##slot##_##value = number,
#include "ir/isa/mod.def"
#undef SLOT
#undef MOD
#undef MODCLASS
};

enum {
#define SLOT(id, shift, width) MOD_##id##_SHIFT = shift, MOD_##id##_WIDTH = width,
#define MOD(...)
#define MODCLASS(...)
#include "ir/isa/mod.def"
#undef SLOT
#undef MOD
#undef MODCLASS
};

/* MOD_GET(m, RND): value of a slot in a modifier word; MOD_BITS(RND, RZ): the word with
 * only that. */
#define MOD_GET(m, slot) \
	((u32)((u64)(m) >> MOD_##slot##_SHIFT) & ((1u << MOD_##slot##_WIDTH) - 1))
#define MOD_BITS(slot, value) ((u64)MOD_##slot##_##value << MOD_##slot##_SHIFT)

struct mod_info {
	u8 slot, value;
	const char *text; /* ".rn" without the dot */
	u8 ptx, sm;       /* since */
};
struct slot_info {
	const char *name; /* "rnd", lower case, as patterns spell it */
	u8 shift, width;
};
extern const struct mod_info mod_info[];
extern const u32 mod_info_count;
extern const struct slot_info slot_info[MOD_SLOT_COUNT];
