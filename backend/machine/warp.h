/* warp.h - the interpreter's own structures: decoded code, warps, ctas, clusters,
 * workers.
 *
 * Every virtual register is an array of 32 lanes in the warp's frame (slot-allocated by
 * liveness); a predicate is one u32 lane mask. An operand is a reference: two bits of
 * base and a byte offset, so registers, constants and special registers are read by the
 * same code:
 *
 *     BASE_FRAME   registers of the current call frame
 *     BASE_CONST   constant pool of the function: immediates and fixed addresses, splatted
 *     BASE_WARP    per-warp special registers (tid, laneid, lanemasks): same for every cta of a launch
 *     BASE_CTA     per-cta values (ctaid, shared addresses), splatted
 *
 * Lanes of one warp that are at different places are groups: (pc, frame, mask, state).
 * The scheduler runs the deepest, then earliest group (code is laid out in cfg order), so
 * lanes reconverge; a group that burns its fuel is set behind the others, so every lane
 * makes progress.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/backend.h"
#include "backend/machine/cluster_claim.h"
#include "ir/isa/inst.h"

typedef u32 ref; /* base << 30 | byte offset */
enum { BASE_FRAME, BASE_CONST, BASE_WARP, BASE_CTA, BASE_COUNT };
#define REF(base, off) ((ref)(base) << 30 | (ref)(off))
#define REF_BASE(r) ((r) >> 30)
#define REF_OFF(r) ((r) & 0x3fffffffu)
#define REF_NONE 0xffffffffu

struct warp;
struct dinst;

/* How an instruction left the warp. */
enum step {
	STEP_NEXT,   /* go on with warp->pc */
	STEP_SWITCH, /* the current group blocked, exited, split or met another: choose
	                again */
	STEP_STOP,   /* the launch is stopping (fault) */
};
typedef enum step exec_fn(struct warp *w, const struct dinst *d, u32 mask);

/* A lane loop made from a row of alu.def: o[] are the operands in signature order (lane
 * arrays; a predicate is a u32 mask), m the low modifier word, mask the lanes to write.
 * cc: the carry mask. */
typedef void alu_fn(void *const *o, u32 m, u32 mask, u32 *cc);

/* Decoded instruction. exec == NULL never occurs. Unused operand references are REF_NONE.
 */
struct dinst {
	exec_fn *exec;
	union {
		alu_fn *alu;
		const struct dargs *x; /* rows of op.def: the rest of the operands */
		const void *payload;   /* control flow: see flow.c */
	};
	u64 mods;  /* modifier word */
	ref o[8];  /* operands in the order of the PTX text; REF_NONE for absent, sink,
	              vector */
	ref guard; /* predicate, REF_NONE if unguarded */
	u32 guard_xor; /* 0, or ~0 for @!p */
	s64 imm;       /* address offset, immediate, branch target index ... */
	u8 type[4];    /* enum type, as spelled */
	u8 no;         /* operands used */
	u8 flags;      /* DF_ */
	u16 row;
	const struct inst *in; /* NULL for instructions the decoder added */
};
enum {
	DF_ALWAYS = 1,  /* runs even when the guard leaves no lane */
	DF_VISIBLE = 2, /* of a steered launch: others may notice when it happens */
	DF_EXTRA =
		4, /* of no instruction of the text, or not the one that stands for it */
};

struct vec_operand { /* {a,b,c,d}: element references, REF_NONE for _ */
	u32 n;
	u8 lane_bits; /* of the elements' registers (all alike; predicates 1) */
	ref o[];
};

/* Operands of an op.def row, by position in the text.
 *   register, immediate, special register, symbol: o[i] in dinst; lane_bits[i] the width
 * of its lanes
 *     (immediates are splatted at the width of the instruction's type, 32 bits where it has none)
 *   address: o[i] refers to the base (u32 or u64 lanes: lane_bits[i]), off[i] is added;
 * an absolute
 *     address has a splatted base. Symbols in shared memory refer to a BASE_CTA slot, symbols in local
 *     memory and .param variables of functions to the frame's local base; the space of the
 *     modifier word is then SHARED or LOCAL. Parameters of the kernel: o[i] is REF_NONE, off[i]
 *     the offset in launch->param, and the space PARAM.
 *   vector: vec[i]; a pair p|q: vec[i] of two.
 *   constants, one behind the other: constant[i], as many as the row says.
 * mma and wmma.mma have their plan, wgmma its form; NULL if there is no such product.
 * wmma.load and wmma.store have the way that their fragment takes; NULL if there is none.
 */
struct dargs {
	u8 kind[8]; /* enum operand_kind */
	u8 lane_bits[8];
	s64 off[8];
	const struct vec_operand *vec[8];
	const s64 *constant[8];
	union {
		const struct mma_plan *plan;
		const struct wgmma_form *wgmma;
	};
	const struct mma_move *move;
};

struct var_place {   /* where a variable declared in a function lives */
	bool is_reg; /* .reg parameter */
	u8 lane_bits;
	ref reg;   /* is_reg */
	u32 local; /* .local and .param: offset in the frame's local memory */
	u32 size_bytes;
};

struct cta_value;
struct spot;
struct parked;
struct profile_count;
struct watch;

struct dfunc {
	const struct func *func;
	struct dinst *code;
	u32 ncode;
	u32 *block_pc; /* per IR block: index into code */
	u8 *pool;      /* BASE_CONST */
	u32 pool_bytes;
	u32 frame_bytes; /* BASE_FRAME, 64-byte multiple */
	u32 zero_bytes;  /* leading bytes cleared for a new frame */
	u32 local_bytes; /* local memory this function's frame needs per lane (.local,
	                    call .params) */
	u32 local_align;
	ref local_base32, local_base64; /* frame slots splatted with the frame's local
	                                   address; REF_NONE if unused */
	exec_fn *builtin;               /* vprintf and the like: runs instead of code */
	u32 devrt;                      /* which function of the device runtime it is */
	u32 index;
	const char *refusal; /* why it cannot run (instructions not supported yet), NULL
	                        if it can */
	struct cta_value *cta_value; /* kernels: values of BASE_CTA beyond the module's
	                                common ones */
	u32 ncta_value, cta_page_bytes;
	u32 stack_bytes; /* local memory a lane needs when it starts here, calls included
	                  */
	bool has_calls;
	/* checked mode */
	const struct watch *watch; /* per decoded instruction */
	struct product_touch *
		*product; /* the same, if it has products of a warpgroup, or NULL */
	u32 code_base;    /* number of code[0] in the module */
	u32 undef; /* in a frame: where the masks of lanes without a value are; 0: nowhere
	            */
	const u8 *may_lack; /* per 4 bytes of a frame: whether such a mask is kept, if not
	                       0 */
	/* for compiled code (compiled.h) */
	ref *reg;      /* per IR register: its place in the frame */
	u8 *reg_bits;  /* and the width of its lanes */
	u32 *inst_pc;  /* per IR instruction: its first decoded one */
	u16 *inst_n;   /* and how many it became */
	u32 *entry_pc; /* the places where compiled code can take over: index into code */
	u32 nentry;    /* entry 0 is the start of the function */
	u32 *block_entry;  /* per IR block: entry at its start, 0 for none */
	u32 *inst_entry;   /* per IR instruction: entry behind it, 0 for none */
	struct spot *spot; /* what is counted at each decoded one; NULL: nothing is */
};

/* Order of the 128-byte values of BASE_WARP. */
enum {
	WARP_TID_X,
	WARP_TID_Y,
	WARP_TID_Z,
	WARP_LANEID,
	WARP_WARPID,
	WARP_MASK_EQ,
	WARP_MASK_LE,
	WARP_MASK_LT,
	WARP_MASK_GE,
	WARP_MASK_GT,
	WARP_PAGE_VALUES
};

/* Value of a BASE_CTA slot. */
enum cta_value_kind { CTA_SREG, CTA_SHARED_VAR, CTA_PARAM };
struct cta_value {
	u8 kind, bits; /* bits: 32 or 64 lanes; 1 for a predicate */
	u32 index;     /* sreg or variable */
	s64 addend;
	u32 off; /* in the cta page */
};

struct dmodule { /* image->prepared[0] */
	struct arena arena;
	struct image *image;
	struct dfunc *func;      /* per module function */
	struct var_place *place; /* per module variable: those of functions */
	struct cta_value
		*cta_value; /* used by functions that are no kernels, so by any kernel */
	u32 ncta_value, cta_page_bytes;
	u32 nfunc;
	bool has_bulk; /* checked mode: bulk copies */
	bool may_wait; /* some cta may read what another one changes meanwhile */
	bool may_let;  /* some cta may let the next grid begin before it ends */
};

/* ---- execution state --------------------------------------------------------------- */

struct frame {                      /* registers of one activation; 64-byte aligned */
	struct frame *parent;       /* caller, NULL for the kernel */
	const struct dinst *ret_pc; /* where lanes go on in the caller */
	const struct dfunc *func;
	struct frame *next_free;
	u32 depth;
	u32 refs;      /* lanes that still run in this frame */
	u32 local_top; /* first free local byte above this frame (grows up), per lane the
	                  same */
	u32 local_base;
	_Alignas(64) u8 regs[];
};

enum group_state {
	GROUP_READY,
	GROUP_BARRIER,   /* bar.sync / barrier: `wait` = barrier id */
	GROUP_WARP_SYNC, /* a *.sync instruction waits for lanes of its mask: `wait` =
	                    mask */
	GROUP_CLUSTER,   /* barrier.cluster.wait */
	GROUP_SLEEP,     /* nanosleep and griddepcontrol.wait: ready again at `wake`
	                    (machine_clock_ns) */
};

struct group {
	u32 mask;
	u8 state;
	u8 spun;   /* burnt its fuel: runs after the others */
	u8 paused; /* of a steered launch: in front of something visible */
	u32 fuel;  /* back edges left in this turn; kept across switches */
	const struct dinst
		*pc; /* next instruction; for a waiting *.sync the instruction itself */
	struct frame *frame;
	u32 wait;
	u64 wake;
};

struct cta;
struct worker;
struct check_cta;
struct check_worker;
struct weak;
struct ring;
struct weak_lane;
struct late;
struct weak_cta;

enum { WARP_ASKED = 4 };

struct warp {
	const struct services *services; /* for compiled code: see compiled.h */
	u8 *base[BASE_COUNT];            /* of the current group */
	const struct dinst *pc;          /* next instruction of the current group */
	struct frame *frame;
	u32 mask;   /* lanes of the current group */
	u32 ngroup; /* all groups that have lanes, the current one among them */
	u32 cur;    /* its index */
	u32 live;   /* lanes that exist and have not exited */
	u32 exist;  /* lanes that exist (last warp may be partial) */
	u32 id;     /* in the cta */
	u32 fuel;
	u32 cc;   /* carry flag of each lane */
	u32 lean; /* compiled code waits at a barrier: where; else 0 */
	/* Of one that sleeps through barriers (compiled_cta.c), in rounds that are left
	 * to the call: since when, until when; where it would wait if it had not. */
	s32 slept, wakes;
	u32 sleeps_at;
	struct frame
		*own; /* the kernel's frame, kept from cta to cta while they stay lean */
	struct cta *cta;
	struct worker *worker;
	u8 *local; /* local memory: lane l's at local + l * local_stride */
	u64 local_stride;
	u32 local_limit;        /* bytes per lane */
	struct parked *parked;  /* lanes whose instruction was counted, and comes again */
	struct weak_lane *weak; /* weak mode: of each lane */
	struct late *late;      /* weak mode: loads that have not happened yet */
	u64 asked[WARP_ASKED];  /* compiled code: where accesses went in the loop's round
	                           before */
	u32 arrived[CTA_BARRIERS];     /* lanes that have arrived in the barrier's current
	                                  phase */
	u32 cluster_phase[WARP_LANES]; /* barrier.cluster phase each lane last arrived in
	                                */
	struct group
		group[2 * WARP_LANES]; /* emptied entries stay until the next choice */
};

struct barrier {      /* named barrier of a cta; lanes of a whole warp count 32 each */
	u32 arrived;  /* lanes arrived in this phase */
	u32 expected; /* lanes; 0: every warp that lives */
	bool in_use;  /* somebody arrived in this phase */
	u32 ntrue, nlanes; /* .red: predicates seen, true ones */
};

struct cluster;

struct cta {
	struct cluster *cluster;
	struct worker *worker;
	struct launch *launch;
	u32 id[3];
	u64 linear;
	u32 rank; /* in the cluster */
	u32 nwarp, nlive_warp;
	u32 nlive; /* lanes not exited */
	bool lean; /* its warps run in compiled code only, so far: see compiled_cta.c */
	bool has_page; /* lean, and its page is filled */
	bool in_turns; /* lean: its warps take turns in loops, those that wait at the
	                  barrier have not gone on */
	bool is_clean; /* a lean cta ran here to its end: its warps need nothing but lanes
	                  to start another */
	bool has_let;  /* the next grid may begin, as far as it is concerned */
	bool has_started; /* lean: its warps are no longer as an earlier cta has left them
	                   */
	bool has_slept;   /* lean: warps may sleep through barriers */
	u32 alone; /* lean: barriers that the first warp may pass as if there were none */
	s32 rounds, wake; /* lean, where warps sleep: rounds that are left to the call;
	                     when the next one wakes */
	struct warp
		*running; /* lean: the warp that compiled code was in when it came back */
	u8 *shared;       /* launch->shared_total bytes */
	u8 *page;         /* BASE_CTA values */
	struct barrier barrier[CTA_BARRIERS];
	struct warp *warp;
	struct check_cta *check; /* checked mode */
	struct weak_cta *weak;   /* weak mode */
};

struct cluster {
	struct cluster *next; /* worker's list of resident clusters */
	struct launch *launch;
	u64 index;
	u32 ncta, nlive_cta;
	u32 id[3];
	u32 barrier_arrived, barrier_phase; /* barrier.cluster, lanes */
	u32 nlive;                          /* lanes of all ctas */
	u32 place;       /* among the worker's clusters that were resident together */
	u64 traced_at;   /* when it began, if there is a timeline */
	struct cta *cta; /* [ncta], by rank */
};

struct worker {
	struct launch *launch;
	struct dmodule *dm;
	struct arena arena; /* reset when the launch ends */
	u32 index;
	struct cluster *resident, *free; /* circular work list, recycled clusters */
	u32 nresident;
	struct claim claim;  /* clusters taken from the launch, not started yet */
	u32 nplace, ntraced; /* places of clusters; those that are in the timeline */
	u64 idle_passes;     /* passes over the ring in which everybody only spun */
	struct frame **frame_free;       /* per function */
	const struct compiled *compiled; /* code for this launch, or NULL */
	struct shadow *shadow; /* registers as the interpreter has them, while compiled
	                          code is verified (compiled_verify.h) */
	u64 reach_low, reach_size; /* global memory that is valid without a closer look */
	u8 *warp_page; /* BASE_WARP values of each warp of a cta, computed once per launch
	                */
	u64 steps;     /* decoded instructions executed */
	u64 insts, lanes; /* instructions of the text executed, as profiles count them */
	struct profile_count **counts; /* per function; NULL: nothing is counted */
	u32 rng;                       /* schedule randomness */
	struct check_worker *check;    /* checked mode (backend/watch), or NULL */
	struct steer *steer;           /* NULL: the scheduler itself says who goes on */
	struct ring *ring;             /* with it: steer_sched.c */
	struct weak *weak;             /* weak mode, of steered launches only; or NULL */
};

/* ---- inside the engine ------------------------------------------------------------- */

static ALWAYS_INLINE void *warp_ptr(const struct warp *w, ref r) {
	return w->base[REF_BASE(r)] + REF_OFF(r);
}

/* Predicate operand: the mask of lanes where it is true. */
static ALWAYS_INLINE u32 warp_pred(const struct warp *w, ref r) {
	return *(const u32 *)warp_ptr(w, r);
}

/* Lane loops: for_each_lane(l, mask) { ... } */
#define for_each_lane(l, mask)                                                     \
	for (u32 l##_m = (mask), l; l##_m && ((l = (u32)__builtin_ctz(l##_m)), 1); \
	     l##_m &= l##_m - 1)

/* decode.c */
bool interp_prepare(struct image *img, struct diag *d);
void interp_drop(struct image *img);

/* sched.c: runs clusters until the launch has no more work. */
void interp_run(struct launch *l, u32 worker);

/* warp_fault.c: records a fault of `lane` at instruction d and stops the launch; always
 * STEP_STOP. */
enum step warp_fault(struct warp *w, const struct dinst *d, u32 lane,
                     enum fault_kind kind, u64 addr, u32 size, const char *fmt, ...)
	PRINTF_LIKE(7, 8);
/* The same of an access to memory in `space`, as the instruction names it. */
enum step warp_fault_in(struct warp *w, const struct dinst *d, u32 lane,
                        enum fault_kind kind, u32 space, u64 addr, u32 size,
                        const char *text);

/* flow.c: the cta lets the next grid begin, or has ended. */
void cta_let(struct cta *cta);

/* alu tables (alu.c at several ISA levels): lane loop for a row and its types, NULL if
 * none. */
alu_fn *alu_lookup(enum row row, const u8 type[4]);

/* Functions named in the `exec` column of op.def: one prototype each. */
#define OP(id, mn, mods, types, sig, since, props, exec) exec_fn exec;
#define ALU(...)
#include "ir/isa/op.def"
#undef OP
#undef ALU
