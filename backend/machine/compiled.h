/* compiled.h - how compiled code and the interpreter hand a warp to each other.
 *
 * Compiled code owns a whole warp: every live lane is at its place, or waits inside it
 * for the others. It is entered at an entry (start of a function, a join, behind an
 * instruction that can wait), with all lanes in one group, and gives the warp back by
 * storing registers in the interpreter's frame:
 *
 *     exec_enter, exec_join --> code(w, entry) --+--> STEP_NEXT    w->pc says where to go on
 *     (or compiled_cta.c, at the start of a cta)         +--> STEP_SWITCH  the groups say who is where
 *                                                +--> STEP_STOP    a fault
 *                                                +--> COMPILED_EXIT  all lanes leave the kernel
 *                                                +--> state        all lanes wait at barrier 0
 *
 * Lanes that have to run apart (one spins, another holds the lock) do so in the
 * interpreter, and come back at the next entry that all of them reach.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/group.h"

/* `more`: of a lean cta (compiled_cta.c), how many warps behind w the call may run as
 * well, those of them that live, until one of them comes back with something else than
 * that it waits or has ended. That one, or the last, is cta->running, and the result is
 * what became of it; the others' `live` and `lean` tell. If w is the first of the cta
 * that lives, COMPILED_ROUND times n more lets the call go on behind n barriers at which
 * all have arrived. 0 for functions that are not kernels. */
typedef u32 compiled_fn(struct warp *w, u32 state, u32 more);

enum {
	COMPILED_ROUND = 1 << 16,
	COMPILED_EXIT = 3,
	COMPILED_REFUSED = 4, /* a register that the code holds once for all lanes differs
	                         between them */
	COMPILED_ALL = 6,     /* what became of the warps, they say themselves */
	/* In warp.lean of a lean cta, while a call runs that has turned to another of its
	 * warps: this one is in a loop, and goes on from its header. */
	COMPILED_TURN = 1 << 29,
	/* The same of one that has nothing to do for some barriers, and sleeps until it
	   has. */
	COMPILED_SLEEP = 1 << 28,
	COMPILED_STATE = 1 << 30, /* results from here on: resume with this state */
};

/* Where something is in the layout of a function (ir/analysis/live.h): 2 * position, + 1
 * if behind it. */
enum { NOWHERE = 0xffffffffu };

/* A register that compiled code keeps otherwise than the interpreter: once for all lanes,
 * in lane 0 of its place in the frame, and `stride` more for each lane from there on,
 * `jump` for each row of lanes; or with any NaN (f32). */
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
	const u32
		*entry_live; /* per entry: where it is, or NOWHERE if the code has none */
};

struct compiled_state {
	u32 pc;   /* the entry behind the barrier; of a turn, the header */
	u32 live; /* where that is */
};

/* Code of one kernel and what it calls, for one launch shape. */
struct compiled {
	compiled_fn *const *fn; /* per module function; NULL: interpreted */
	compiled_fn *kernel;
	const struct compiled_func *const *func;
	const struct compiled_state
		*state; /* of the kernel's lean states, less COMPILED_STATE */
	u32 nstate;
};

/* What compiled code asks of the interpreter. */
struct services {
	/* Executes n decoded instructions for the lanes of mask; their operands are in
	 * the frame. STEP_NEXT: done, go on behind them. Else return the result;
	 * STEP_MOVED has become STEP_NEXT by then. */
	u32 (*exec)(struct warp *w, u32 pc, u32 n, u32 mask);
	/* The same for an access that compiled code does not make itself: what it reads
	 * is in the frame as compiled code keeps it. */
	u32 (*access)(struct warp *w, u32 pc, u32 n, u32 mask);
	/* The same for one that may have to wait; `live`: where the code goes on. */
	u32 (*wait)(struct warp *w, u32 pc, u32 n, u32 mask, u32 live);
	/* The warp goes to the interpreter: lanes that wait at pc ... */
	void (*hold)(struct warp *w, u32 pc, u32 mask);
	/* ... and those that come from there. `spun`: others first. The result is to be
	 * returned. */
	u32 (*leave)(struct warp *w, u32 pc, u32 mask, u32 spun, u32 live);
	/* Some lanes leave the kernel, others stay. */
	void (*exit)(struct warp *w, u32 mask);
	/* A special register that is the same in all lanes. */
	u64 (*sreg)(struct warp *w, u32 sreg);
	/* [addr, addr + size) is valid global memory that compiled code may access. */
	u32 (*reach)(struct warp *w, u64 addr, u64 size);
	/* The member masks of the *.sync instruction at pc, which are in the frame:
	 * nobody of those lanes that execute it has to wait. */
	u32 (*agree)(struct warp *w, u32 pc, u32 mask);
	/* Of code that is verified (compiled_verify.h). */
	void (*begin)(struct warp *w, u32 live);
	void (*pure)(struct warp *w, u32 pc, u32 n, u32 mask);
	void (*seen)(struct warp *w, u32 index, u32 mask);
	void (*here)(struct warp *w, u32 live);
};
extern const struct services compiled_services;

enum { STEP_MOVED = 5 }; /* of services.exec: the warp is elsewhere now, w->pc */

/* compiled.c: runs compiled code at entry d of the current function; STEP_NEXT if there
 * is none, or if it refuses. */
enum step compiled_enter(struct warp *w, const struct dinst *d);

/* mma, wmma, ldmatrix, stmatrix, movmatrix: the interpreter's functions do them, on
 * registers in the frame. */
bool compiled_is_matrix(const struct dinst *d);

/* Registers that live there become what the interpreter expects. */
void compiled_spread(struct warp *w, u32 live);
/* The same in another set of registers of the warp's frame. */
void compiled_spread_regs(const struct warp *w, u8 *regs, u32 live);

/* compiled_cta.c: the fast way through a cta. */
void cta_start_lean(struct cta *cta, u32 nthread);
/* Runs until all warps have ended or some warp needs the scheduler; the result is a
 * pass_result. */
u32 cta_pass_lean(struct cta *cta);
/* The cta becomes one that the scheduler and the interpreter know. */
void cta_make_general(struct cta *cta);

/* The same with the warps that wait at a lean barrier put there: for the wait table. */
void cta_settle(struct cta *cta);
/* The same, and no warp waits in a state any more, but at an entry: code that has other
 * states may come. */
void cta_leave_states(struct cta *cta);

/* sched.c */
u64 cta_sreg(const struct cta *cta, enum sreg s);
void cta_fill_page(struct cta *cta);
