/* compiled.h - how compiled code and the interpreter hand a warp to each other.
 *
 * Compiled code owns a whole warp: every live lane is at its place, or waits inside it
 * for the others. It is entered at an entry (start of a function, a join, the place after
 * an instruction that can wait), with all lanes in one group, and gives the warp back by
 * storing registers in the interpreter's frame:
 *
 *     exec_enter, exec_join --> code(w, entry) --+--> STEP_NEXT    w->pc says where to go on
 *     (or compiled_cta.c, at the start of a cta) +--> STEP_SWITCH  the groups say where lanes are
 *                                                +--> STEP_STOP    a fault
 *                                                +--> COMPILED_EXIT  all lanes leave the kernel
 *                                                +--> state        all lanes wait at barrier 0
 *
 * Lanes that have to run apart (one spins, another holds the lock) do so in the
 * interpreter, and come back at the next entry that all of them reach.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/group.h"

/* Runs warp w from a state or an entry on. `more`, of a lean cta (compiled_cta.c): the
 * call may also run the live ones of the next `more` warps, until one returns anything
 * but a wait or an end. compiled_cta(cta)->running is then that one, or the last, and the
 * result is its result; `live` and `state` of the others say what became of them. If w is
 * the first live warp of the cta, COMPILED_ROUND times n more lets the call go on past n
 * barriers at which all warps have arrived. 0 for functions that are not kernels. */
typedef u32 compiled_fn(struct warp *w, u32 state, u32 more);

enum {
	COMPILED_ROUND = 1 << 16,
	COMPILED_EXIT = 3,
	COMPILED_REFUSED = 4, /* a register that the code holds once for all lanes differs
	                         between them */
	COMPILED_ALL = 6,     /* each warp's `live` and `state` say what became of it */
	/* In the state of a warp of a lean cta, while a call runs another of its warps:
	 * this one is in a loop, and goes on from its header. */
	COMPILED_TURN = 1 << 29,
	/* In the state of a warp that has nothing to do between some barriers, and sleeps
	 * until it has. */
	COMPILED_SLEEP = 1 << 28,
	COMPILED_STATE = 1 << 30, /* results from here on: resume with this state */
};

/* A place in the layout of a function (ir/analysis/live.h): 2 * position, + 1 if it is
 * after the instruction there. BEFORE_ALL: the start of a function whose arguments are
 * in memory, where no register lives. */
enum { NOWHERE = 0xffffffffu, BEFORE_ALL = 0xfffffffeu };

/* A register that compiled code keeps in another form than the interpreter: once for all
 * lanes, in lane 0 of its place in the frame, where each further lane has `stride` more
 * and each row of lanes `jump` more; or an f32 with any NaN. */
struct compiled_reg {
	u32 reg;              /* of the function; lists are sorted by it */
	u32 off, first, last; /* place; the positions where it lives */
	u8 bits, row;         /* row: 0, or lanes of one */
	bool is_scalar, is_raw;
	s64 stride, jump;
};

struct compiled_func {
	const struct compiled_reg *reg;
	u32 nreg;
	/* per entry: where it is, or NOWHERE if the code has none */
	const u32 *entry_live;
};

struct compiled_state {
	u32 pc;   /* the entry after the barrier; of a turn, the header */
	u32 live; /* the place of that entry */
};

/* Code of one kernel and what it calls, for one launch shape. */
struct compiled {
	compiled_fn *const *fn; /* per module function; NULL: interpreted */
	compiled_fn *kernel;
	const struct compiled_func *const *func;
	/* of the kernel's lean states, by their number less COMPILED_STATE */
	const struct compiled_state *state;
	u32 nstate;
};

/* Loads of a warp whose addresses compiled code keeps from round to round of a loop. */
enum { WARP_ASKED = 4 };

enum { BAR_TURNS = 3 };

/* Compiled code's state of a warp. */
struct compiled_warp {
	const struct services *services; /* what it calls */
	u32 state; /* it waits at a barrier: the state to resume with; else 0 */
	/* A warp that sleeps through barriers (compiled_cta.c), in rounds that are left
	 * to the call: since when, until when; the state in which it would wait if it had
	 * not. */
	s32 slept, wakes;
	u32 sleeps_at;
	struct frame *own;     /* the kernel's frame, kept from cta to cta while they stay
	                          lean */
	u64 asked[WARP_ASKED]; /* where accesses went in the loop's round before */
	/* In kernels with bar.red: which of the cta's counts the barrier has at which it
	 * waits, or comes to next. */
	u32 red_turn;
	/* It waits by the interpreter, with its registers as compiled code keeps them at
	 * this place, less 1; else 0. */
	u32 kept;
};

/* Compiled code's state of a cta. */
struct compiled_cta {
	bool lean;        /* its warps run in compiled code only, so far (compiled_cta.c);
	                     all that follows is of lean ctas */
	bool has_page;    /* its page is filled */
	bool in_turns;    /* its warps take turns in loops; those that wait at the barrier
	                     have not gone on */
	bool is_clean;    /* it ran here to its end: its warps need nothing but lanes to
	                     start another one */
	bool has_started; /* its warps are no longer as an earlier cta has left them */
	bool has_slept;   /* warps may sleep through barriers */
	u32 alone; /* barriers that the first warp may pass as if there were none */
	s32 rounds, wake; /* where warps sleep: rounds that are left to the call; when the
	                     next one wakes */
	/* Of a cta that starts: how many that follow it in the grid's row its first call
	 * may run, too, to their ends; how many it has. */
	u16 strip_more, strip_ran;
	struct warp *running; /* the warp that compiled code was in when it came back */
	/* Lanes that brought true to bar.red, and, from bit 16 on, lanes that came there.
	 * Barriers take these in turns: of the one before, of the one at hand, which
	 * warps that wait there have not read yet, and the next one's. */
	u32 red[BAR_TURNS];
};

_Static_assert(sizeof(struct compiled_warp) <= WARP_ENGINE_BYTES &&
                       sizeof(struct compiled_cta) <= CTA_ENGINE_BYTES,
               "no room");

static ALWAYS_INLINE struct compiled_warp *compiled_warp(const struct warp *w) {
	return (struct compiled_warp *)(uintptr_t)w->engine;
}

static ALWAYS_INLINE struct compiled_cta *compiled_cta(const struct cta *cta) {
	return (struct compiled_cta *)(uintptr_t)cta->engine;
}

/* Their fields as offsets from the warp and the cta, for compiled code. */
#define WARP_OFFSET(field) \
	(offsetof(struct warp, engine) + offsetof(struct compiled_warp, field))
#define CTA_OFFSET(field) \
	(offsetof(struct cta, engine) + offsetof(struct compiled_cta, field))

/* The services of the machine that compiled code calls. */
struct services {
	/* Executes n decoded instructions for the lanes of mask; their operands are in
	 * the frame. STEP_NEXT: done, go on after them. Else return the result;
	 * STEP_MOVED has become STEP_NEXT by then. */
	u32 (*exec)(struct warp *w, u32 pc, u32 n, u32 mask);
	/* The same for an access that compiled code does not make itself: what it reads
	 * is in the frame as compiled code keeps it. */
	u32 (*access)(struct warp *w, u32 pc, u32 n, u32 mask);
	/* The same for one that may have to wait; `live`: where the code goes on. */
	u32 (*wait)(struct warp *w, u32 pc, u32 n, u32 mask, u32 live);
	/* The warp goes to the interpreter: lanes that wait at pc ... */
	void (*hold)(struct warp *w, u32 pc, u32 mask);
	/* ... and those that come from there. `spun` (enum leave_spun): others first. The
	 * result is to be returned. */
	u32 (*leave)(struct warp *w, u32 pc, u32 mask, u32 spun, u32 live);
	/* The warp has slept for at most `ns` nanoseconds: 1. 0: it has not, and is to go
	 * the way of other waits, as others shall run. */
	u32 (*nap)(struct warp *w, u32 ns);
	/* Some lanes leave the kernel, others stay. */
	void (*exit)(struct warp *w, u32 mask);
	/* A special register that is the same in all lanes. */
	u64 (*sreg)(struct warp *w, u32 sreg);
	/* [addr, addr + size) is valid global memory that compiled code may access. */
	u32 (*reach)(struct warp *w, u64 addr, u64 size);
	/* For code that is verified (compiled_verify.h). */
	void (*begin)(struct warp *w, u32 live);
	void (*pure)(struct warp *w, u32 pc, u32 n, u32 mask);
	void (*seen)(struct warp *w, u32 index, u32 mask);
	void (*here)(struct warp *w, u32 live);
};
extern const struct services compiled_services;

/* Which groups of a warp that leaves run after those of other warps: none, all, or only
 * the one that comes from there, which polls. */
enum leave_spun { LEAVE_FRESH, LEAVE_SPUN, LEAVE_POLLS };
enum { STEP_MOVED = 5 }; /* inside services.exec: the warp goes on at w->pc */

/* mma, wmma, ldmatrix, stmatrix, movmatrix: the interpreter's functions do them, on
 * registers in the frame. */
bool compiled_is_matrix(const struct dinst *d);

/* Registers that live there become what the interpreter expects. */
void compiled_spread(struct warp *w, u32 live);
/* The same in another set of registers of the warp's frame. */
void compiled_spread_regs(const struct warp *w, u8 *regs, u32 live);
/* The same for all warps of the cta that wait with theirs as compiled code keeps them. */
void compiled_spread_kept(const struct cta *cta);

/* The worker begins a pass over a cta: its warps may nap again. */
void compiled_naps_begin(struct worker *wk);

/* compiled_cta.c: the fast way through a cta. */
void cta_start_lean(struct cta *cta, u32 nthread);
/* The cta starts in the interpreter. */
void cta_start_general(struct cta *cta);
/* Runs until all warps have ended or some warp needs the scheduler; the result is a
 * pass_result. */
u32 cta_pass_lean(struct cta *cta);
/* The cta becomes one that the scheduler and the interpreter know. */
void cta_make_general(struct cta *cta);

/* The same, and warps that wait at a lean barrier have arrived there: for wait tables. */
void cta_settle(struct cta *cta);
/* The same, and warps that waited in a state wait at an entry instead: new code may have
 * other states. */
void cta_leave_states(struct cta *cta);

/* sched.c */
u64 cta_sreg(const struct cta *cta, enum sreg s);
void cta_fill_page(struct cta *cta);
