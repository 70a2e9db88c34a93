/* fn.h - one function on its way from the IR to LLVM: what the parts of the JIT share.
 *
 * A function becomes u32 f(struct warp *w, u32 state, u32 more) (compiled.h). Its blocks
 * exist up to twice:
 *
 *     full    all 32 lanes are there: no masks, no blends. A branch that parts them goes
 *             over to
 *     part    some lanes: every block has a mask of lanes that wait for it (`pend`).
 *             Blocks are laid out in cfg order and run in that order, each with all lanes
 *             that have come to it, so lanes meet again at the reconvergence point; the
 *             end of a loop goes back to its header if any lane wants to. When all 32
 *             meet, the full version goes on.
 *
 * A register is a scalar if it is uniform or affine (ir/analysis/uniform.h; of an affine
 * one, the value in lane 0), else a vector in `nchunk` chunks of `width` lanes, the width
 * of the host's registers. Between blocks it is at home, in the interpreter's frame, or
 * promoted (reg.c, frame_sync.c, promote.c).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>

#include "backend/interp/decode.h"
#include "backend/llvm/engine/host.h"
#include "backend/machine/compiled.h"
#include "base/bits.h"
#include "base/map.h"
#include "ir/analysis/uniform.h"
#include "ir/isa/regs.h"

typedef LLVMValueRef val;
typedef LLVMTypeRef typ;
typedef LLVMBasicBlockRef bb;

enum { MAX_CHUNKS = 8 };

enum reg_class { REG_UNSEEN, REG_SCALAR, REG_AFFINE, REG_VECTOR };

struct jreg {
	u8 class;
	u8 bits;       /* of a lane: 1, 16, 32, 64, 128 */
	bool raw_nan;  /* holds f32 whose NaNs are made canonical by who looks at the bits
	                */
	bool promoted; /* between blocks it is in `slot`, else at home */
	bool dirty;    /* `now` is newer than that */
	bool is_entry; /* lives at the start of the function */
	bool is_listed, is_seen;
	bool decides;  /* where control goes may depend on it */
	u8 depends_on; /* coordinates of the thread (prefetch.c) */
	bool is_data;  /* differs between lanes; comes from memory or from other lanes */
	u32 nwrite;    /* 1: written once, in all lanes, before any read */
	const struct uniform_value *how; /* AFFINE: what lanes add to the base */
	typ type;                        /* of one lane */
	val slot[MAX_CHUNKS];            /* allocas; [0] alone if scalar, as below */
	val now[MAX_CHUNKS];             /* in the block at hand; NULL: not read yet */
	val fixed[MAX_CHUNKS];           /* its only value, known everywhere; or NULL */
};

/* What was known of a register at some place. */
struct reg_state {
	u32 reg;
	bool dirty;
	val now[MAX_CHUNKS];
};

/* One of the paths that join: where it ends, and the registers that differ there from the
 * fork. */
struct reg_arm {
	bb end;
	VEC(struct reg_state) state;
};

/* One version of a block. */
struct version {
	bb start; /* part: looks whether any lane waits for it */
	bb body;  /* part: runs */
};

/* Where the mask of lanes that wait for a block is kept: allocas of <width x i1> each, or
 * of 32 bits; of a function in pieces, in their memory. */
struct waiting_mask {
	val chunk[MAX_CHUNKS], bits;
	u32 place; /* in the memory of pieces (function_split.h); 0: none */
};

/* Offsets rotated right by `shift` at which `span` bytes lie below `total` are less than
 * v. */
struct limit {
	val v, total;
	u32 span, shift;
};

/* Lanes as a value: NULL chunks if all 32. */
struct mask {
	bool full;
	u32 constant;          /* which they are, in code for these alone; else 0 */
	val chunk[MAX_CHUNKS]; /* <width x i1> */
	val bits;              /* i32, or NULL: not made yet */
};

/* Where the code for several warps ends (warp_coarsening.c): the last of them, and how
 * many are behind it. */
struct coarse_end {
	bb from;
	val w, more;
};

/* A plain barrier in the full version (warp_chaining.c): where a warp arrives, and where
 * it goes on; `again`: where it does with a warp and `more` behind it that come from
 * another barrier, or NULL. */
struct chain {
	bb from, resume, again;
	u32 state, block, pos;
	val w, more;
};

struct fn {
	/* what is compiled */
	const struct module *m;
	const struct func *f;
	const struct dfunc *df;
	const struct dmodule *dm;
	const struct cfg *cfg;
	const struct live *live;
	const struct uniform *uni;
	const struct host *host;
	u32 ntid[3]; /* block shape */
	bool is_kernel;
	bool has_full, has_part;
	/* all 32 lanes of every warp, and only exits in the function make them fewer */
	bool starts_whole;
	bool is_quick;       /* not to be optimised: what is made is what runs */
	bool is_verified;    /* tells the interpreter of each instruction (verify.c) */
	u32 most_back_edges; /* what `budget` begins with */
	bool is_wide;        /* valid global memory may reach over 4 GiB */
	struct map
		*confined; /* addresses that were (confine.c); NULL: nothing needs be */
	struct arena *a;

	/* LLVM */
	LLVMContextRef ctx;
	LLVMModuleRef mod; /* where code is being put, one of: */
	struct modules *modules;
	LLVMBuilderRef b;
	val fn, w, state;
	/* of a kernel (warps.c): how many warps behind w run in the same call; what the
	 * call was given of them, and an alloca of rounds that are left */
	val more, more_warps, rounds;
	/* allocas: how many behind the first may still live; in this round, one more than
	 * how many are behind the last that waits */
	val range, waited;
	/* allocas: turns that are left to the call; somebody has given up his turn in
	 * this round; only such run in this round; of a warp: loads until its turn is
	 * over */
	val turns, turned, in_turns, turn;
	bb last_block;   /* the last that something was put into */
	bb entry;        /* once for a call: allocas, what is equal for the warps */
	bb prologue;     /* once for each warp */
	val entry_br;    /* their terminators: values are put in front of them */
	val switch_inst; /* over states */
	/* all its lanes leave the kernel; wait at barrier 0; give up their turn in a loop
	 */
	bb warp_ends, warp_waits, warp_turns, warp_sleeps;
	val wait_phi, turn_phi, sleep_phi;
	bool passes_alone; /* some barrier does, see jit_warp_is_alone */
	bb *after; /* per instruction: what comes behind it in the full version, if it
	               may wait */
	typ i1, i8, i16, i32, i64, i128, f32, f64, ptr, voidt;
	u32 width, nchunk;

	struct jreg *reg;
	struct version *full, *part; /* per block */
	struct waiting_mask
		*waiting_mask;  /* per block: lanes waiting for it; NULL if nobody can */
	u32 *waiting, nwaiting; /* blocks that lanes may be waiting for where we are */
	val cc[MAX_CHUNKS];     /* carry flag, or NULL */
	bool uses_cc;
	u8 coordinates; /* that the function looks at (prefetch.c) */
	bool may_wait;  /* something in it may have to */
	enum {
		TELLS_UNKNOWN,
		TELLS_NO_ORDER,
		TELLS_ORDER
	} tells_order; /* of stores (nontemporal.c) */
	bool has_wait; /* the loop looked at last, plus 1, has barriers in it */
	/* the last load of narrow numbers that may be counted by, and the host's pointer
	 * to lane 0's; NULL where the interpreter has loaded them */
	struct {
		const struct inst *in;
		val place;
	} narrow;
	u32 nunrolled;            /* atomics lane by lane without a loop (mem/atomic.c) */
	u32 looked_at, nprefetch; /* accesses that the warp remembers */
	u32 nwalks;               /* lanes of that walk each for itself (prefetch.c) */
	val budget;               /* back edges until the scheduler gets a turn */

	/* where we are */
	bool is_part;     /* version of the block at hand */
	struct mask mask; /* its lanes */
	u32 block;
	const struct inst *in;
	u32 pos;        /* live.h position of `in` */
	struct mask em; /* lanes that execute `in`: mask and guard */
	bb bail;        /* returns what a service said; NULL until somebody does */
	val bail_phi;
	bool is_guarded; /* `em` is less than `mask` */
	u32 *active, nactive,
		next_start;     /* promoted registers whose interval covers pos, about */
	u32 *by_start;          /* promoted registers by the start of their interval */
	u32 *touched, ntouched; /* registers of which something is known */
	u32 nfork;
	VEC(struct reg_state) journal; /* what forks have to put back */

	/* values of the prologue, NULL until asked for */
	val once[32];
	struct bounds {
		val low, total;
	} bounds[3];   /* of global, shared, local memory */
	val near_size; /* of global memory, 4 GiB at most; NULL until asked for */
	val nowhere; /* bytes for lanes that take no part in a load; NULL until asked for
	              */
	struct limit limit[64];
	val own_lanes[MAX_CHUNKS]; /* see mem/local.c; NULL until asked for */
	val sreg_once[SREG_COUNT];

	/* lean states of a kernel */
	struct {
		u32 entry_pc;
		u32 pos;
		bool is_turn; /* at the end of a loop's round, not behind a barrier */
	} *lean;
	u32 nlean, nturn;    /* all; those that are turns */
	u32 *entry_live;     /* per entry: where it is (compiled.h), or NOWHERE */
	struct arena *out;   /* for what outlives the compilation */
	const char *failed;  /* why it cannot be compiled, or NULL */
	struct split *split; /* the LLVM functions that it becomes; NULL: one */
	val memory;          /* what they hand on; the piece's parameter */
	const char *name;    /* of the LLVM function */
	struct made {        /* what the block at hand has already (value.c) */
		val of, is;
		typ type;
		bb block;
	} made[64];
	val constants; /* a table of immediates, NULL if there are few (operand.c) */
	val *constant; /* what is in it */
	u32 nconstant; /* what it has room for */
	struct map constant_at; /* by value: 1 + where */
	/* allocas of 8 bytes a lane, for loops over lanes; NULL: not made yet */
	val lane_array[4];
	u32 poll_cost;               /* of the instructions in the block so far */
	const _Atomic bool *closing; /* of the compilation */
	struct explain *explain;
	struct thread_predicates *predicates; /* thread_predicates.c; NULL until asked */
	struct idle_warps *idle_warps;        /* idle_warps.c; the same */
	/* warp_coarsening.c: what is emitted for several warps, or NULL; pieces of code
	 * that will be; where those end; instructions that they are made of; registers
	 * that differ between warps, NULL until asked for */
	struct coarsening *coarsening;
	VEC(struct coarsening *) coarsenings;
	VEC(struct coarse_end) coarse_end;
	VEC(struct chain) chain;
	u32 ncoarsened;
	struct bits differs;
	bool has_differs;
	LLVMDIBuilderRef di;         /* lines of the PTX; NULL: they are not wanted */
	LLVMMetadataRef file, scope; /* of them */
	bool *is_dead; /* per instruction: it would be for nothing (dead_code.c) */
	u32 *demanded; /* per register: lanes that somebody looks at; NULL: all
	                * (demanded_lanes.c)
	                */
	u32 *group_of; /* per instruction: 1 + the first of accesses checked together */
	u32 *lanes_of; /* the same for accesses lane by lane (mem/lanes.c) */
	struct lanes_group **lanes_group;
	/* per such first instruction: host pointer of the register; bytes around it that
	 * are valid */
	val *group_ptr;
	struct {
		s64 first, end;
	} *group_span;
};

/* ---- small things (value.c) ---- */
val jit_int(struct fn *c, u32 bits, u64 v);
typ jit_int_type(struct fn *c, u32 bits);
typ jit_vec(struct fn *c, typ lane); /* of a chunk */
typ jit_lane_type(struct fn *c, enum type t);
val jit_splat(struct fn *c, val scalar);
val jit_iota(struct fn *c, u32 bits, u32 k,
             s64 stride); /* constant: stride * lane of chunk k */
val jit_lanes(struct fn *c, u32 bits, u32 k,
              const struct uniform_value *how); /* the same of an affine value */
val jit_cast(struct fn *c, val v, typ to);      /* bit cast, of scalars or chunks */
val jit_resize(struct fn *c, val v, u32 bits,
               bool is_signed); /* integers: truncate or extend */
val jit_field(struct fn *c, val base, size_t off, typ t,
              const char *name);                      /* invariant load */
val jit_own_constant(struct fn *c, u64 index, typ t); /* of c->constants */
val jit_gep(struct fn *c, val base, val off);
val jit_call(struct fn *c, size_t service, typ ret, val *arg, u32 n);
val jit_intrinsic(struct fn *c, const char *name, typ *over, u32 nover, val *arg, u32 n);
/* Between one of these and the end, code goes to the start: executed once for each warp,
 * or once for a call, which runs warps of one cta. */
bb jit_prologue(struct fn *c);
bb jit_entry(struct fn *c);
void jit_prologue_end(struct fn *c, bb here);
val jit_once(struct fn *c, u32 which);
val jit_any_warp(
	struct fn *c); /* some warp of the cta, for what is equal in all of them */
enum once {
	ONCE_CTA,
	ONCE_LAUNCH,
	ONCE_WORKER,
	ONCE_FRAME,
	ONCE_PARAM,
	ONCE_SHARED,
	ONCE_SHARED_BASE,
	ONCE_SHARED_TOTAL,
	ONCE_REACH_LOW,
	ONCE_REACH_SIZE,
	ONCE_REGION_BASE,
	ONCE_REGION_MASK,
	ONCE_WARP_PAGE,
	ONCE_SERVICES,
	ONCE_MAP_SHARED,
	ONCE_MAP_LOCAL,
	ONCE_LOCAL,
	ONCE_LOCAL_LIMIT,
	ONCE_VAR_ADDR,
	ONCE_SHARED_OFFSET,
	ONCE_CODE_BASE,
	ONCE_LOCAL_BASE,
	ONCE_COUNT
};
bb jit_block(struct fn *c, const char *name);
void jit_look_no_further(struct fn *c); /* another block begins, in the first tier */
void jit_goto(struct fn *c, bb to);     /* ends the current block, unless it has ended */
void jit_at(struct fn *c, bb b);
void jit_if(struct fn *c, val cond, bb yes, bb no);
void jit_likely(struct fn *c, val cond, bool likely, bb yes, bb no);

/* Of chunk k, one bit each. */
static inline u32 jit_constant_of_chunk(const struct fn *c, const struct mask *m, u32 k) {
	return (u32)((u64)m->constant >> (k * c->width)) &
	       (UINT32_MAX >> (WARP_LANES - c->width));
}

/* ---- lanes that wait for a block (waiting_masks.c) ---- */
/* Set to nobody where a part version begins or the first lanes can come, not in the
 * prologue: to LLVM that would be a value which lives everywhere, for each block. */
void jit_waiting_new(struct fn *c, u32 block, bool in_memory);
bool jit_waiting_exists(const struct fn *c, u32 block);
struct mask jit_waiting_lanes(struct fn *c, u32 block);
val jit_waiting_bits(struct fn *c, u32 block);                 /* i32 */
val jit_waiting_any(struct fn *c, u32 block);                  /* i1 */
void jit_waiting_set(struct fn *c, u32 block, struct mask *m); /* NULL: nobody */
void jit_waiting_add(struct fn *c, u32 block, struct mask *m);
void jit_waiting_clear_all(struct fn *c); /* at a way in, where all lanes are together */

/* ---- the warps of a call (warps.c) ---- */
void jit_warps(struct fn *c);     /* at the start of a kernel's prologue */
void jit_warps_end(struct fn *c); /* when all the rest is there */
/* What an alloca holds when a warp starts; said even if that is undefined, as no warp
 * sees another one's values. */
void jit_new_for_warp(struct fn *c, val slot, val first);
void jit_warp_ends(struct fn *c);             /* all its lanes leave the kernel */
void jit_warp_waits(struct fn *c, val state); /* they wait at barrier 0, of a kernel */
/* Other warps get a turn, i1; and they do: this one comes back by `state`. */
enum { TURN_LOADS = 512, MAX_TURNS = 1024, MAX_TURN_STATES = 8 };
val jit_warp_may_turn(struct fn *c);
void jit_warp_turns(struct fn *c, u32 state);
/* The warp, which waits at barrier state `base`, does not run until n more barriers are
 * complete, then from `state`. */
void jit_warp_sleeps(struct fn *c, u32 state, u32 base, u32 n);
val jit_warp_may_sleep(struct fn *c); /* i1 */
/* Of the cta's warps only the first is neither asleep nor over, nor will another one be
 * behind the next barrier: i1. Then it passes it. */
val jit_warp_is_alone(struct fn *c);
void jit_warp_passes(struct fn *c);
/* The cta is lean still: i1. */
val jit_is_lean(struct fn *c);
/* warp_chaining.c: the warp waits at the barrier at hand, which may end the block later
 * than now; where it goes on by that state; when all code is there, in front of the way
 * to the next warp and behind it. */
void chain_wait(struct fn *c, u32 state);
void chain_resume(struct fn *c, u32 state, bb resume);
void chain_waits_end(struct fn *c);
void chain_finish(struct fn *c);
/* A warp waits that has `more` behind it, see warp_coarsening.c. */
void jit_coarse_wait(struct fn *c, val more);
/* What the cta's warps do behind a barrier, as far as it is known (idle_warps.c). */
enum { MAX_SLEEPS = 2 };
struct idle_after {
	u32 ends; /* a bit for each that does nothing until its end but wait for others */
	bool alone; /* the first is the only one that does anything up to the next barrier
	             */
	u32 nsleep;
	/* those that do nothing for some barriers: their bits; how many barriers, and the
	 * last; what they compute in between, for what comes then */
	struct sleep {
		u32 warps, nbarrier, ninst;
		const struct inst *last;
		u32 last_pos;
		const struct path_inst {
			u32 index, pos; /* in the function; in the layout (live.h) */
		} *inst;
	} sleep[MAX_SLEEPS];
};
struct idle_after jit_idle_after(struct fn *c, const struct inst *barrier);
/* Barrier 0, for all that live (exec.c). */
bool jit_is_plain_barrier(const struct fn *c, const struct inst *in);
/* Is the warp one of these? (exec.c) */
void jit_if_warp(struct fn *c, u32 warps, bb yes, bb no);
/* Loads a parameter of the kernel (mem.c). */
bool jit_is_param(struct fn *c, const struct inst *in);

/* ---- predicates that are known (thread_predicates.c) ---- */
u32 jit_cta_warps(const struct fn *c); /* of a cta; 0: nothing is known */
/* Lanes of the warp in which the instruction's guard holds, if all are there. False: that
 * is not known. */
bool jit_guard_lanes(struct fn *c, const struct inst *in, u32 warp, u32 *lanes);
/* How many bytes behind the start of a line (a power of two of bytes) lane 0's address
 * lies, in all warps. It may be wrong. False: there is nothing to tell it from. */
bool jit_guess_offset(struct fn *c, const struct operand *o, u32 line, u32 *off);
/* Lanes that can come to the block, of whatever warp. */
u32 jit_lanes_reaching(struct fn *c, u32 block);
/* A branch at the end of a block, in the full version: bits of the warps of which all
 * lanes take it, none, or some; these are the same lanes in all of them. False: that is
 * not known, or not so. */
struct branch_lanes {
	u32 all, none, some, lanes;
};
bool jit_branch_lanes(struct fn *c, u32 block, const struct inst *in,
                      struct branch_lanes *b);

/* ---- masks (mask.c) ---- */
val jit_bits_of(struct fn *c, val *chunk); /* i32 */
void jit_chunks_of(struct fn *c, val bits, val *chunk);
val jit_live_lanes(struct fn *c); /* i32: those of the warp that have not ended */
val jit_mask_bits(struct fn *c, struct mask *m);
val jit_any(struct fn *c, const struct mask *m); /* i1 */
val jit_chunk_any(struct fn *c, val chunk);
val jit_chunk_all(struct fn *c, val chunk);
val jit_first_lane(struct fn *c, struct mask *m); /* i32 */
struct mask jit_mask_and(struct fn *c, const struct mask *m, val *chunk);

/* ---- registers (reg.c) ---- */
void jit_regs(struct fn *c);
val jit_reg_scalar(struct fn *c, u32 reg); /* SCALAR; of AFFINE the base */
val jit_reg_chunk(struct fn *c, u32 reg, u32 k);
void jit_reg_set_scalar(struct fn *c, u32 reg, val v);
void jit_reg_set_chunk(struct fn *c, u32 reg, u32 k, val v); /* for the lanes of c->em */
void jit_reg_fix(struct fn *c, u32 reg, u32 k, val v);
void jit_reg_forget(struct fn *c, u32 reg); /* its home has changed */
val jit_reg_peek(struct fn *c, u32 reg,
                 u32 k); /* without taking note of it: beside the path */
val jit_reg_peek_chunk(struct fn *c, u32 reg, u32 k); /* of any class */
val jit_slot(struct fn *c, u32 reg, u32 k);
void jit_regs_drop(struct fn *c);                   /* at the start of a block */
void jit_regs_end(struct fn *c, u32 pos, bool all); /* at its end */
/* Code that only some paths take: fork; on each path end it, or go on as it is; join. */
u32 jit_fork(struct fn *c);
void jit_fork_end(struct fn *c, u32 mark, struct reg_arm *a);
void jit_fork_keep(struct fn *c, u32 mark);
void jit_join(struct fn *c, const struct reg_arm arm[2]);
static inline bool jit_is_scalar(const struct fn *c, u32 reg) {
	return c->reg[reg].class != REG_VECTOR;
}
/* It moves, chooses or shuffles values whose NaNs need not be made canonical for that. */
bool jit_hands_on_raw(const struct fn *c, const struct inst *in);
void jit_begin(struct fn *c, u32 first, u32 last);
void jit_promote(struct fn *c); /* promote.c */

void jit_find_dead_code(struct fn *c); /* dead_code.c */
/* ---- lanes that nobody looks at (demanded_lanes.c) ---- */
void jit_find_demanded(struct fn *c);
u32 jit_demanded_lanes(const struct fn *c, const struct operand *dest);
/* Of a destination's chunk k, the first so many lanes have all that are wanted: a power
 * of two up to c->width, or 0. */
u32 jit_demanded_width(const struct fn *c, const struct operand *dest, u32 k);
u32 jit_demanded_width_to(const struct fn *c,
                          u32 lane); /* the same if that is the last */
/* The first n lanes of a chunk; and a chunk of some lanes and zeros. */
val jit_narrow(struct fn *c, val v, u32 n);
val jit_widen(struct fn *c, val v);

/* The lanes that a shuffle takes its values from. */
struct shuffle {
	u32 from[WARP_LANES];
	bool valid[WARP_LANES];
};
bool jit_is_fixed_shuffle(struct fn *c, const struct inst *in,
                          struct shuffle *s); /* warp.c */

void jit_find_streams(struct fn *c); /* prefetch.c */

/* ---- the frame (frame_sync.c) ---- */
val jit_frame_load(struct fn *c, u32 reg, u32 k);
void jit_frame_store(struct fn *c, u32 reg); /* for the lanes of c->mask */
void jit_save_reg(struct fn *c, u32 reg);    /* every lane's value, for the interpreter */
void jit_load_reg(struct fn *c, u32 reg);    /* what it has written for c->em */
val jit_canonical(struct fn *c, u32 reg,
                  val v); /* its NaNs are what the hardware gives */
/* What lives at a position, or behind it, goes home; promoted registers come from
 * there. */
void jit_save(struct fn *c, u32 pos, bool after);
void jit_load(struct fn *c, u32 pos, bool after);
bool jit_lives(const struct fn *c, u32 reg, u32 pos, bool after);
void jit_live_to(struct fn *c, u32 pos); /* brings `active` to a position */

/* ---- operands (operand.c) ---- */
/* A source at a width, chunk k, or k = SCALAR: uniform or the base of an affine one.
 * Predicates are i1. */
enum { SCALAR = 0xffffffffu };
val jit_source(struct fn *c, const struct operand *o, u32 bits, u32 k);
void jit_constants(
	struct fn *c); /* of each LLVM function: in front of the first immediate; */
void jit_constants_end(
	struct fn *c); /* behind the last: makes the table of those that are many */
/* How the operand differs between lanes; stride for AFFINE. */
struct uniform_value jit_operand_value(struct fn *c, const struct operand *o, u32 bits);
bool jit_source_scalar(struct fn *c, const struct operand *o); /* SCALAR is allowed */
bool jit_sreg_is_time(u32 s);
val jit_symbol(struct fn *c, const struct operand *o, u32 bits);

/* ---- instructions ---- */
void jit_inst(struct fn *c, const struct inst *in); /* inst.c: anything but control */
bool jit_is_pure(const struct inst *in); /* its results follow from registers alone */
/* exec.c: by the interpreter's function, for the lanes of c->em, of which there is at
 * least one. */
void jit_exec_lanes(struct fn *c, const struct inst *in);
/* The same for an access that hardly ever comes here; ends the block, by going to
 * `done`. */
void jit_exec_access(struct fn *c, const struct inst *in, bb done);
/* Polling: the instruction may be waiting for somebody, as what it gives has a say in
 * where control goes. Its loop gives others a turn sooner. */
bool jit_polls(struct fn *c, const struct inst *in);
enum { POLL_COST = 512 };
void jit_need_all(struct fn *c,
                  const struct inst *in); /* nobody of its member mask may be missing */
void jit_wait(struct fn *c,
              const struct inst *in); /* exec.c: one that may have to wait */
void jit_deopt_before(
	struct fn *c,
	const struct inst *in); /* the interpreter executes it: ends the block */
void jit_leave(struct fn *c, u32 pc, u32 pos, struct mask *m, val spun);
bool jit_mem(struct fn *c, const struct inst *in);    /* mem.c: false: not this one */
bool jit_atomic(struct fn *c, const struct inst *in); /* mem/atomic.c */
bool jit_warp(struct fn *c, const struct inst *in);   /* warp.c: votes, shuffles */
bool jit_mov(struct fn *c,
             const struct inst *in); /* mov_cvta.c: mov, cvta, pack, unpack */
bool jit_alu_inst(struct fn *c, const struct inst *in); /* alu_inst.c: rows of alu.def */

/* ---- the interpreter looks on (verify.c) ---- */
/* The warp comes in, and what lives there is at home. */
void jit_verify_begin(struct fn *c, u32 pos, bool after);
void jit_verify_inst(struct fn *c, const struct inst *in);
/* All has gone home, for a wait at a lean barrier. */
void jit_verify_here(struct fn *c);

/* ---- control (flow.c) ---- */
enum { JIT_BUDGET = 1 << 16 }; /* back edges of a warp */
/* Where a jump to a block goes: its full version; its part version's look whether anybody
 * waits; the part version that runs. In another piece, it is a way out of this one. */
enum way { WAY_FULL, WAY_LOOK, WAY_PART };
bb jit_way(struct fn *c, u32 block, enum way way); /* function_split.c */
void jit_flow(struct fn *c);
/* Where the full version goes on behind an instruction that may wait: its registers are
 * as between blocks. */
bb jit_after(struct fn *c, u32 index);
/* affine_compare.c: in a full version, a branch on whose condition lanes agree mostly,
 * which can be seen from two of them: i1s, NULL for those that say nothing of it. */
struct affine_compare {
	val first, last; /* it holds in the lowest lane; in the highest */
	val in_order;    /* the others are between them; NULL: that is certain */
	val outside;     /* it holds in all or none, see `holds_outside` */
	bool holds_outside;
	const struct inst *setp; /* what the condition comes from */
};
bool jit_find_affine_compare(struct fn *c, const struct inst *branch,
                             struct affine_compare *e);
/* Where the ends tell that lanes agree, they go to `holds` or to `fails`; the others go
 * on here. */
void jit_affine_compare_leave(struct fn *c, const struct affine_compare *e, bb holds,
                              bb fails);
/* The condition once more, for where it cannot be seen: i1s of chunk k. */
val jit_affine_compare_chunk(struct fn *c, const struct affine_compare *e, u32 k);
