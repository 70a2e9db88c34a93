/* wild.h - accesses to addresses of all kinds: what the parts of the test share.
 *
 * A kernel (gen.c) has one form of access, a shape of addresses and a kind of mask; a
 * case launches it with a place and lanes. The model (model.c) says from the rules alone
 * what has to come of it. wild.c runs it under several settings.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "runtime/core/device.h"

enum wild_kind { LD, LS, ST, AT, OTHER, WRITES };

struct wild_form {
	enum wild_kind kind;
	u32 n;
	char reg;
	u32 size;
	const char *spaces, *text;
};
extern const struct wild_form wild_forms[];
extern const u32 wild_nform;

/* How addresses depend on the lane t. */
enum wild_shape {
	SHAPE_EQUAL,   /* base */
	SHAPE_FIXED,   /* base + t * stride, the stride a constant of the code */
	SHAPE_WIDE,    /* the same by mul.wide of 32 bits */
	SHAPE_ROWS,    /* base + t / 8 * stride + t % 8 * bytes */
	SHAPE_STRIDE,  /* base + t * stride, the stride a parameter */
	SHAPE_TABLE,   /* base + table[t] */
	SHAPE_INDEX,   /* base + (s32)table[t] * scale */
	SHAPE_ADDRESS, /* table[t] */
	WILD_SHAPES
};

enum wild_mask {
	MASK_FULL,
	MASK_GUARD,  /* @%p, lanes of a parameter */
	MASK_BRANCH, /* a branch around it, lanes of a parameter */
	MASK_ODD,    /* @%p, odd lanes, which the code says */
	MASK_ONE,    /* a branch to it, one lane, which the code says */
	WILD_MASKS
};

enum { MOST_ACCESSES = 3, MOST_LANES = 64, VALUES = 24 };
enum { SHARED_AT = 1024, SHARED_BYTES = 1024, LOCAL_BYTES = 32, IN_BYTES = 1024 };
enum { /* of the results */
       OUT_LANE = VALUES * 8,
       OUT_SHARED = OUT_LANE * MOST_LANES,
       OUT_LOCAL = OUT_SHARED + SHARED_BYTES,
       OUT_BYTES = OUT_LOCAL + LOCAL_BYTES * MOST_LANES
};

struct wild_kernel {
	const struct wild_form *form;
	char space;
	enum wild_shape shape;
	enum wild_mask mask;
	u64 stride;
	u32 one;          /* the lane of MASK_ONE */
	u32 shared_total; /* once it is loaded */
	u32 scale;        /* of SHAPE_INDEX */
	bool narrow, is_signed;
	u32 block, naccess;
	s64 imm[MOST_ACCESSES];
};

/* The places of memory; the same index means the same in every setting. */
enum { MOST_PLACES = 64 };
struct wild_places {
	u32 n;
	struct {
		const char *name;
		u64 at;
	} place[MOST_PLACES];
};

/* Memory of the test, whose bytes are wild_byte(their distance from `at`). */
struct wild_region {
	u64 at, size;
	bool is_foreign;
};

struct wild_machine {
	struct simt_device *dev;
	struct wild_places near; /* of the generic space */
	struct wild_places own;  /* of shared and local memory */
	struct wild_region region[4];
	u64 in, out, table, texture, surface;
};

struct wild_case {
	u32 place;
	u64 delta;           /* the place and this is what `anchor` accesses first */
	u32 anchor;          /* a lane */
	u64 stride;          /* SHAPE_STRIDE */
	u32 lanes[2];        /* of a parameter */
	u64 off[MOST_LANES]; /* SHAPE_TABLE, SHAPE_INDEX: what is in the table; else from
	                        base */
	u32 lane_place[MOST_LANES]; /* SHAPE_ADDRESS: 0: base + off; else 1 + a place,
	                               which off is added to */
};

/* The values of the parameters and of the table on a machine. */
struct wild_input {
	u64 base, table[MOST_LANES];
};

void wild_make(struct wild_kernel *k, u64 *rng);
void wild_make_case(const struct wild_kernel *k, const struct wild_machine *m,
                    struct wild_case *c, u64 *rng);
/* Number i of the cases that are always tried; false: there are no more. */
bool wild_known(u32 i, const struct wild_machine *m, struct wild_kernel *k,
                struct wild_case *c);
void wild_print_module(const struct wild_kernel *k, u32 n, FILE *f);
void wild_describe(const struct wild_kernel *k, const struct wild_case *c,
                   const struct wild_machine *m, char *text, size_t size);

/* ---- the model ---- */
struct wild_fault {
	enum simt_status status;
	u32 thread;
	u64 addr;
};
struct wild_expect {
	bool known;  /* whether it faults, and where */
	bool values; /* and everything that is left in memory */
	bool unsafe; /* it would change what does not belong to the test */
	bool loose;  /* it depends on what lies elsewhere, which differs from setting to
	                setting */
	bool faults;
	u64 places; /* where the lanes' addresses lead to, as a number */
	/* of each warp; whichever comes first is reported */
	struct wild_fault fault[MOST_LANES / 32];
};
u8 wild_byte(u64 off);
u64 wild_value(const struct wild_kernel *k, u32 thread, u32 i);
void wild_input(const struct wild_kernel *k, const struct wild_case *c,
                const struct wild_machine *m, struct wild_input *in);
u64 wild_address(const struct wild_kernel *k, const struct wild_case *c,
                 const struct wild_input *in, u32 thread, u32 access);
bool wild_active(const struct wild_kernel *k, const struct wild_case *c, u32 thread);
/* The region that holds all of it; NULL: none. */
const struct wild_region *wild_region_of(const struct wild_machine *m, u64 addr,
                                         u64 size);
/* `out`: OUT_BYTES as the kernel has to leave them, if values are known. */
void wild_expect(const struct wild_kernel *k, const struct wild_case *c,
                 const struct wild_machine *m, const struct wild_input *in,
                 struct wild_expect *e, u8 *out);
/* The bytes [addr, addr + n) of a region after the stores of all lanes. */
void wild_after(const struct wild_kernel *k, const struct wild_case *c,
                const struct wild_machine *m, const struct wild_input *in, u64 addr,
                u32 n, u8 *bytes);
