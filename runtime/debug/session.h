/* session.h - a launch from stop to stop: why it stopped, how it is to go on.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/debug.h"
#include "runtime/debug/state.h"

struct breakpoint;

/* Scheduler locking: which other threads run while the one in focus is stepped. */
enum { LOCKING_WARP, LOCKING_OFF, LOCKING_LANE };

enum resume {
	RESUME_CONTINUE,
	RESUME_STEP,
	RESUME_NEXT,
	RESUME_STEPI,
	RESUME_NEXTI,
	RESUME_FINISH,
	RESUME_UNTIL, /* a line after the current one, in this frame */
	RESUME_TO,    /* a step of the history */
	RESUME_END,   /* the debugger lets go */
};

enum stop_reason {
	STOP_NONE,
	STOP_STEP,
	STOP_BREAK,
	STOP_WATCH,
	STOP_FAULT,
	STOP_PAUSE,
	STOP_LAUNCH, /* a kernel begins, with break_on_launch */
	STOP_BEGIN,  /* going back: there is nothing before */
	STOP_END,    /* the kernel's last instruction was executed, with break_on_exit */
	STOP_GOTO,
};

struct stop {
	enum stop_reason reason;
	struct breakpoint *b;
	u32 location; /* which of b's */
	u8 old[64], now[64];
	bool is_read; /* a watched value was read and not written */
	bool is_back;
	bool moved;      /* the focus did */
	bool lanes_end;  /* the thread that was stepped has ended */
	const char *why; /* STOP_BEGIN: why the launch before cannot be entered; NULL: it
	                    can, or there is none */
};

/* A function whose first statement is a call that is inlined: the calls that begin at the
 * instruction where a breakpoint of the function stopped are not entered yet, so that the
 * function's own line is shown. Holds for one step of one launch. */
struct hidden_calls {
	u32 levels, warp, inst;
	u64 cta;
	const struct dfunc *func;
	u64 step, launch;
};

struct request {
	enum resume kind;
	bool back;
	u64 count;      /* times; RESUME_TO: the step */
	u32 locking;    /* 1 + LOCKING_; 0: as set */
	bool whole_cta; /* every warp of the block in focus */
	bool enters;    /* the launch is over and run again; it begins at its end */
};

/* The runtime's debug_client: steps through the launch; the front decides at each stop.
 */
void session_run(struct debug_client *c, struct debug_machine *g);
/* Returns the focus on a lane of a warp. */
struct focus session_focus(const struct warp *w, u32 lane);
/* Moves the focus to a thread that has not ended, if there is one. */
void session_mend_focus(void);
const char *session_exception(u32 *number);
