/* sm.h - a model of a multiprocessor: warps that play recorded instructions on schedulers
 * with latencies and throughputs. It is there to show why warps wait and what hides it,
 * not to tell how long a kernel takes: see docs/explain.md for what it knows and what
 * not.
 *
 * model.js is the same model for the browser; a test compares the two, so all of it is
 * arithmetic on integers and a change of one changes the other.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

enum sm_class {
	SM_FP32,
	SM_INT,
	SM_FP64,
	SM_SPECIAL,
	SM_TENSOR,
	SM_CONST,
	SM_SHARED,
	SM_SHUFFLE,
	SM_GLOBAL,
	SM_ATOMIC,
	SM_LOCAL,
	SM_COPY, /* to shared memory, asynchronously: nothing waits for it but
	            SM_COPY_WAIT */
	SM_COPY_WAIT,
	SM_FENCE,
	SM_BARRIER,
	SM_BRANCH,
	SM_CLASSES,
};

/* The state of a warp in a cycle. */
enum sm_state {
	SM_SELECTED,
	SM_ELIGIBLE, /* another warp was selected */
	SM_WAIT,     /* a result of fixed latency */
	SM_MATH,     /* the pipe is busy */
	SM_LONG,     /* a result of global or local memory: long scoreboard */
	SM_SHORT, /* of shared memory, a shuffle, a special function: short scoreboard */
	SM_MIO,   /* the queue of shared memory is full */
	SM_LG,    /* the queue of global memory is full */
	SM_AT_BARRIER,
	SM_MEMBAR,
	SM_RESOLVING, /* a branch */
	SM_NO_INSTRUCTION,
	SM_STATES,
};

enum sm_pipe {
	SM_PIPE_FP32,
	SM_PIPE_INT,
	SM_PIPE_FP64,
	SM_PIPE_SPECIAL,
	SM_PIPE_TENSOR,
	SM_PIPE_OWN,                  /* those before it: each scheduler has one */
	SM_PIPE_SHARED = SM_PIPE_OWN, /* of the multiprocessor, with a queue */
	SM_PIPE_GLOBAL,
	SM_PIPE_NONE,
};

struct sm_class_info {
	const char *name, *what;
	u8 pipe;  /* enum sm_pipe */
	u8 stall; /* enum sm_state of those who wait for its result */
	/* cycles until the result is there; that it keeps the pipe */
	u32 latency, interval;
	const char *source; /* where the two come from */
};
extern const struct sm_class_info sm_class_info[SM_CLASSES];
struct sm_state_info {
	const char *name, *what;
};
extern const struct sm_state_info sm_state_info[SM_STATES];

struct sm_params {
	u32 schedulers;
	u32 blocks; /* resident */
	u32 total;  /* that are played, one after the other in the places of those that
	               ended */
	u32 copies; /* each warp plays its instructions so often, copies side by side:
	               instruction-level parallelism */
	u32 bytes;  /* of global memory, a cycle */
	u32 queue;  /* cycles of work that may wait at a pipe of the multiprocessor */
	u32 branch; /* cycles until a branch is resolved, */
	u32 fetch;  /* and until the next instruction is there if it was taken */
	u32 from;   /* the first cycle of sm_result.shown */
	u32 latency[SM_CLASSES], interval[SM_CLASSES];
};

struct sm_inst {
	u32 line;
	u8 class;
	bool gap;   /* what follows in the list does not follow in the text */
	u32 units;  /* sectors or passes of a request */
	u32 reg, n; /* registers that must be there before it is issued: reg[reg .. reg +
	               n) */
	u32 dest, ndest; /* that it writes: the same list */
};

struct sm_trace {
	u32 *at; /* 2 * index of an instruction, + 1 if its guard let any lane through */
	u32 n;
};

struct sm_input {
	struct sm_inst *inst;
	u32 ninst;
	u32 *reg;
	u32 nreg, nname;        /* entries of reg; different registers */
	struct sm_trace *trace; /* different ones */
	u32 ntrace;
	u32 *of_warp; /* per warp of a block: which of them */
	u32 nwarp;
};

enum { SM_SHOWN_WARPS = 8, SM_SHOWN_CYCLES = 240, SM_MOST_WARPS = 64 };

struct sm_result {
	u32 cycles, issued;
	u64 state[SM_STATES]; /* cycles of warps */
	u32 nshown;           /* warps of the first scheduler */
	/* their states; 0xff: there is no warp */
	u8 shown[SM_SHOWN_WARPS][SM_SHOWN_CYCLES];
};

/* The defaults: an H200. */
void sm_defaults(struct sm_params *p);
/* Warps beyond SM_MOST_WARPS are not resident: blocks are cut to what fits. */
void sm_run(const struct sm_input *in, const struct sm_params *p, struct sm_result *out);
