/* code.h - decoded code: what the interpreter executes, what checked mode and the
 * debugger look at, and where compiled code reads its places.
 *
 * Every virtual register is an array of 32 lanes in a frame (slots are allocated by
 * liveness); a predicate is one u32 mask of lanes. An operand is a reference: two bits of
 * base and a byte offset, so that registers, constants and special registers are read by
 * the same code:
 *
 *     BASE_FRAME   registers of the current call frame
 *     BASE_CONST   constant pool of the function: immediates and fixed addresses, splatted
 *     BASE_WARP    per-warp special registers (tid, laneid, lanemasks): same for every cta of a launch
 *     BASE_CTA     per-cta values (ctaid, shared addresses), splatted
 *
 * interp/decode.c makes all of this, once per module; it does not change afterwards.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/alu_fn.h"
#include "backend/machine/launch.h"

typedef u32 ref; /* base << 30 | byte offset */
enum { BASE_FRAME, BASE_CONST, BASE_WARP, BASE_CTA, BASE_COUNT };
#define REF(base, off) ((ref)(base) << 30 | (ref)(off))
#define REF_BASE(r) ((r) >> 30)
#define REF_OFF(r) ((r) & 0x3fffffffu)
#define REF_NONE 0xffffffffu

struct warp;
struct dinst;

/* ---- instructions ------------------------------------------------------------------ */

/* How an instruction left the warp. */
enum step {
	STEP_NEXT,   /* go on with warp->pc */
	STEP_SWITCH, /* the current group blocked, exited, split or met another: choose
	                again */
	STEP_STOP,   /* the launch is stopping (fault) */
};
/* Executes d for the lanes of mask. */
typedef enum step exec_fn(struct warp *w, const struct dinst *d, u32 mask);

/* Decoded instruction. Unused operand references are REF_NONE. */
struct dinst {
	exec_fn *exec; /* never NULL */
	union {
		alu_fn *alu; /* exec_alu: the lane loop */
		/* rows of op.def: addresses, vectors, widths of operands */
		const struct dargs *x;
		const void *payload; /* control flow: see flow.c */
	};
	u64 mods;  /* modifier word */
	ref o[8];  /* operands in the order of the PTX text; REF_NONE for absent, sink,
	              vector */
	ref guard; /* predicate, REF_NONE if unguarded */
	u32 guard_xor;         /* 0, or ~0 for @!p */
	s64 imm;               /* address offset, immediate, branch target index ... */
	u8 type[4];            /* enum type, as spelled */
	u8 no;                 /* operands used */
	u8 flags;              /* DF_ */
	u16 row;               /* enum row */
	const struct inst *in; /* NULL for instructions that the decoder added */
};
enum {
	DF_ALWAYS = 1,  /* runs even when the guard leaves no lane */
	DF_VISIBLE = 2, /* steered launches: other lanes may observe its order */
	DF_EXTRA = 4,   /* not counted: the decoder added it, or another decoded
	                   instruction counts for the same one of the text */
};

struct vec_operand { /* {a,b,c,d} */
	u32 n;
	u8 lane_bits; /* of the elements' registers (all alike; predicates 1) */
	ref o[];      /* [n], REF_NONE for _ */
};

/* Operands of an op.def row, by position in the text.
 *   register, immediate, special register, symbol: o[i] in dinst; lane_bits[i] the width
 *     of its lanes (immediates are splatted at the width of the instruction's type, 32
 *     bits where it has none)
 *   address: o[i] refers to the base (u32 or u64 lanes: lane_bits[i]), off[i] is added;
 *     an absolute address has a splatted base. Symbols in shared memory refer to a BASE_CTA
 *     slot, symbols in local memory and .param variables of functions to the frame's
 *     local base; the space of the modifier word is then SHARED or LOCAL. Parameters of
 *     the kernel: o[i] is REF_NONE, off[i] the offset in launch->param, and the space
 *     PARAM.
 *   vector: vec[i]; a pair p|q: vec[i] of two.
 *   a list of constants: constant[i], as many as the row says. */
struct dargs {
	u8 kind[8]; /* enum operand_kind */
	u8 lane_bits[8];
	s64 off[8];
	const struct vec_operand *vec[8];
	const s64 *constant[8];
	union {                                 /* NULL: there is no such product */
		const struct mma_plan *plan;    /* mma, wmma.mma */
		const struct wgmma_form *wgmma; /* wgmma */
	};
	const struct mma_move *move; /* wmma.load, wmma.store: the layout of the fragment;
	                                NULL: there is none */
};

/* One actual argument or return place of a call. */
struct call_arg {
	enum { ARG_REG, ARG_PARAM } kind;
	ref reg; /* ARG_REG: register, immediate or address */
	u8 lane_bits;
	u32 local; /* ARG_PARAM: offset in the caller frame's local memory */
	u32 size_bytes;
};

/* Payload of exec_call. */
struct call {
	u32 target; /* module function, or NO_REG for an indirect call */
	ref reg;    /* indirect: register with the address (u64 or u32 lanes) */
	u8 reg_bits;
	u32 nret, narg;
	struct call_arg *ret, *arg;
};

/* Payload of exec_brx. */
struct branch_targets {
	u32 n;
	const struct dinst **pc;
};

/* ---- functions and modules --------------------------------------------------------- */

/* The place of a variable that a function declares. */
struct var_place {
	bool is_reg; /* .reg parameter */
	u8 lane_bits;
	ref reg;   /* is_reg */
	u32 local; /* .local and .param: offset in the frame's local memory */
	u32 size_bytes;
};

/* A value of the cta page (BASE_CTA). */
enum cta_value_kind { CTA_SREG, CTA_SHARED_VAR, CTA_PARAM };
struct cta_value {
	u8 kind;    /* enum cta_value_kind */
	u8 bits;    /* 32 or 64: width of the lanes; 1: a predicate */
	u32 index;  /* sreg or variable */
	s64 addend; /* to the address of the variable or parameter */
	u32 off;    /* in the cta page */
};

struct spot;          /* hook_count.h */
struct watch;         /* watch/check_state.h */
struct product_touch; /* watch/wgmma_products.c */

struct dfunc {
	const struct func *func;
	u32 index;           /* in the module */
	const char *refusal; /* why it cannot run (instructions not supported yet), NULL
	                        if it can */
	struct dinst *code;
	u32 ncode;
	u32 *block_pc; /* per IR block: index into code */
	u8 *pool;      /* BASE_CONST */
	u32 pool_bytes;
	u32 frame_bytes; /* BASE_FRAME, 64-byte multiple */
	u32 zero_bytes;  /* leading bytes cleared for a new frame */
	u32 local_bytes; /* local memory that a frame of this function needs per lane
	                    (.local, call .params) */
	u32 local_align;
	ref local_base32, local_base64; /* frame slots splatted with the frame's local
	                                   address; REF_NONE if unused */
	exec_fn *builtin;               /* vprintf and the like: runs instead of code */
	u32 devrt; /* builtin call_devrt: the function's number in devrt.def */
	/* kernels */
	struct cta_value *cta_value; /* values of the cta page beyond the module's common
	                                ones */
	u32 ncta_value, cta_page_bytes;
	u32 stack_bytes; /* local memory that a lane needs, calls included */
	bool has_calls;
	/* checked mode */
	const struct watch *watch;      /* per decoded instruction; NULL: not checked */
	struct product_touch **product; /* the same; NULL: the function has no wgmma */
	u32 code_base;                  /* number of code[0] in the module */
	u32 undef; /* offset in a frame of the masks of lanes without a value, one
	              for each slot; 0: there are none */
	const u8 *may_lack; /* per 4 bytes of a frame: SLOT_ bits of watch.c; 0: its lanes
	                       always have a value */
	/* compiled code (compiled.h) */
	ref *reg;      /* per IR register: its place in the frame */
	u8 *reg_bits;  /* and the width of its lanes */
	u32 *inst_pc;  /* per IR instruction: its first decoded one */
	u16 *inst_n;   /* and the number of decoded ones */
	u32 *entry_pc; /* the places where compiled code can take over: index into code;
	                  entry 0 is the start of the function */
	u32 nentry;
	u32 *block_entry; /* per IR block: entry at its start, 0 for none */
	u32 *inst_entry;  /* per IR instruction: entry after it, 0 for none */
	/* profiles */
	struct spot *spot; /* per decoded instruction: what is counted there; NULL: not
	                      profiled */
};

struct dmodule { /* image->prepared[0] */
	struct arena arena;
	struct image *image;
	struct dfunc *func; /* per module function */
	u32 nfunc;
	struct var_place *place;     /* per module variable: those of functions */
	struct cta_value *cta_value; /* used by functions that are no kernels, so by any
	                                kernel */
	u32 ncta_value, cta_page_bytes;
	bool has_bulk;     /* checked mode: it has bulk copies */
	bool may_wait;     /* a cta may read what another one changes meanwhile */
	bool may_trigger;  /* a cta may let the next grid begin before it ends */
	bool may_follow;   /* it may wait for grids before this one */
	bool has_windows;  /* it makes generic addresses of shared or local memory */
	bool reaches_ctas; /* it may access shared memory of the cluster's other ctas */
};

/* Values of BASE_WARP, 128 bytes each. */
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

/* ---- functions that execute (backend/interp, and barriers in machine) -------------- */

/* interp/decode.c: returns the function in the `exec` column of a row of op.def. */
exec_fn *decode_exec(enum row row);

/* interp/syscall.c: functions that the system provides (vprintf, malloc, free,
 * __assertfail): called with d the call instruction and d->payload its struct call. NULL
 * if `name` is none. */
exec_fn *builtin_find(const char *name);

/* Functions named in the `exec` column of op.def: one prototype each. */
#define OP(id, mn, mods, types, sig, since, props, exec) exec_fn exec;
#define ALU(...)
#include "ir/isa/op.def"
#undef OP
#undef ALU

/* Instructions that only the decoder emits. exec_enter (machine/compiled.c): compiled
 * code may take over. */
exec_fn exec_alu, exec_join, exec_enter, exec_jump, exec_narrow, exec_widen,
	exec_pred_not, exec_invalid;
exec_fn exec_add_imm, exec_sreg_time;
