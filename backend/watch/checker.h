/* checker.h - checked mode of a device: states of bytes, and findings for the runtime.
 *
 * Every byte of memory that kernels can reach has a byte of state beside it:
 *
 *     device arena    shadow.c       reserved at once, like the arena; pages appear as they are used
 *     shared memory   shadow_cta.c   beside the cta's own
 *     local memory    shadow_cta.c   beside the warp's own
 *
 * and every register slot a mask of the lanes in which it holds nothing yet
 * (initcheck.c). watch.c puts the functions of initcheck.c in the place of the
 * interpreter's for those instructions that some tool wants to see; access.c calls
 * memcheck.c before each access. Without checked mode none of this exists. A checked
 * launch has one worker, so nothing here locks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/launch.h"

enum check_tool {
	CHECK_MEM = 1,
	CHECK_RACE = 2,
	CHECK_SYNC = 4,
	CHECK_INIT = 8,
	CHECK_ALL = 15, /* what is wrong in any program */
	CHECK_NUMERIC = 16,
	CHECK_ORDER = 32, /* the runtime's: launches are repeated */
};

/* What PTX allows and programs rarely mean: races of the strict mode, each with a name in
 * strict_names. */
enum strict_rule {
	STRICT_VOLATILE = 1,  /* volatile accesses order nothing */
	STRICT_ACQUIRE = 2,   /* nor does a relaxed load without a fence after it */
	STRICT_OVERWRITE = 4, /* both store the same value */
	STRICT_LOCKSTEP =
		8,         /* lanes of a warp, by volatile accesses without __syncwarp */
	STRICT_GUESS = 16, /* a plain load of what atomic operations change */
	STRICT_RULES = 5,
	STRICT_ALL = 31,
};

enum byte_state {
	BYTE_NONE = 0,
	BYTE_VALID = 1, /* inside an allocation, a variable, the cta's shared memory */
	BYTE_INIT = 2,  /* and written */
	BYTE_KNOWN = 3,
	BYTE_FREED = 4,     /* was valid */
	BYTE_MBARRIER = 8,  /* of an mbarrier object */
	BYTE_COMING = 16,   /* an asynchronous copy writes it; no wait yet */
	BYTE_GOING = 32,    /* an asynchronous copy reads it; no wait yet */
	BYTE_UNFENCED = 64, /* stored to, no fence to the asynchronous proxy since */
};

/* Kinds of findings. The runtime writes the texts, but for `text`. */
enum finding_kind {
	FINDING_BOUNDS, /* no allocation holds the bytes */
	FINDING_MISALIGNED,
	FINDING_FREED,      /* an allocation held them */
	FINDING_CONST,      /* a store to constant memory, which a device lets pass */
	FINDING_FAULT,      /* another fault of the machine: `text` */
	FINDING_FREE,       /* free in a kernel of what malloc has not returned */
	FINDING_SYNC,       /* barrier misuse: `text` */
	FINDING_UNINIT,     /* bytes that nothing has written are read */
	FINDING_UNINIT_USE, /* a register that nothing has set decides: `text` */
	FINDING_RACE,
	FINDING_ASYNC,   /* misuse of an asynchronous copy: `text` */
	FINDING_NUMERIC, /* a value that goes wrong: `text` */
	FINDING_KIND_COUNT
};

/* One end of a finding: an instruction that a thread has executed. */
struct finding_place {
	const struct func *func;
	const struct inst *inst; /* NULL: unknown */
	u32 cta[3], thread[3];
	bool is_store, is_atomic;
};

enum { FINDING_TABLE = 4096 }; /* bytes, at most */

struct finding {
	u32 tool, kind;
	u32 fault; /* enum fault_kind of FINDING_FAULT */
	struct launch *launch;
	struct finding_place at;
	struct finding_place other; /* of a race: the earlier access */
	u32 space;                  /* SPACE_GLOBAL, SHARED, LOCAL, CONST, PARAM */
	u32 size;
	u64 addr;
	/* of a race: the first byte that is there, and the one to be there */
	u64 old_value, new_value;
	/* of a race: the launch of the earlier access; NULL: this one */
	const struct race_past *past;
	u32 nbytes;  /* of a race: bytes in conflict */
	u32 rule;    /* of a race: the enum strict_rule that makes it one, or 0 */
	u64 operand; /* value of the address register, and what is added to it */
	s64 offset;
	bool has_operand;
	char text[256];
	const char *table; /* rows that end in newlines, or NULL */
};

/* What a launch does to a page of TOUCH_PAGE bytes. */
enum touch {
	TOUCH_READ = 1,
	TOUCH_STORE = 2,
	TOUCH_STRONG = 4, /* volatile, or atomic beyond the cta */
	TOUCH_SYSTEM = 8, /* volatile, or of the system's scope */
	TOUCH_PAGE_BITS = 12,
	TOUCH_PAGE = 1 << TOUCH_PAGE_BITS,
};

struct race_line;
struct spy;
struct race_bytes;
struct dmodule;

/* An earlier launch of the device, or a copy or fill, which counts as one access. */
struct race_past {
	u64 from, to; /* stamps of its accesses */
	/* known: ordered before the launch that runs, or the access that is checked;
	 * soon: even before that launch has waited for the grids before it. */
	bool known, soon;
	bool is_copy;
	const struct dmodule *dm; /* NULL: unloaded since */
	u32 grid[3], block[3], nwarp;
	void *note; /* the runtime's */
};

struct checker {
	u32 tools;
	u32 strict;     /* enum strict_rule */
	u64 base, size; /* addresses that have a state: the arena's global window */
	u8 *state;      /* of address base */
	/* race: lines from address base on, see access_history.c; NULL: not wanted */
	struct race_line *lines;
	struct race_bytes *bytes;
	u8 *fine;
	/* race: of each page from address base on: enum touch, until the runtime clears
	 * it; NULL: nobody asks */
	u8 *touched;
	u64 clock; /* race: rises with each act of synchronisation, over all launches */
	struct race_past *past; /* race: what came before, with rising stamps */
	u32 npast;
	u32 unordered;   /* race: the least stamp of those that the launch is not ordered
	                    after, or 0 */
	void *order;     /* race: the runtime's */
	struct spy *spy; /* notes accesses (spy.h), or NULL */
	void (*report)(struct machine *m, const struct finding *f);
	/* Checks whether the launch is to be watched; NULL: every one is. */
	bool (*wanted)(struct machine *m, const struct launch *l);
};

/* shadow.c: reserves the states of the arena. False: the system refuses. */
bool shadow_init(struct checker *c, const struct arena_map *map);
void shadow_drop(struct checker *c);
/* From now on launches note which pages they touch. False: the system refuses. */
bool shadow_touch(struct checker *c);
/* Gives all bytes this state; bytes outside the arena have none. */
void shadow_set(struct checker *c, u64 addr, u64 size, u8 state);
/* Marks the valid ones among the bytes as written. */
void shadow_written(struct checker *c, u64 addr, u64 size);
/* Bytes were copied: so are their states. */
void shadow_copied(struct checker *c, u64 dst, u64 src, u64 size);
/* Returns the first address that is in no allocation, or 0. */
u64 shadow_invalid(const struct checker *c, u64 addr, u64 size);
/* Returns the first address that is valid but not written, or 0. */
u64 shadow_unwritten(const struct checker *c, u64 addr, u64 size);
