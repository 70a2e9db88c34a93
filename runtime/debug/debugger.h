/* debugger.h - the state of the debugger, and its fronts.
 *
 * One launch at a time is stepped through, on the thread that runs it. A front that looks
 * at it holds that thread.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "backend/watch/debug.h"
#include "base/str.h"
#include "runtime/debug/session.h"

/* A front: commands as text, or the Debug Adapter Protocol. */
struct front {
	const char *name;
	/* Called before the first launch; returns when the program is to run. */
	void (*start)(void);
	/* The launch has stopped; returns with dbg.request set. */
	void (*stopped)(const struct stop *s);
	void (*exited)(int status);
	/* Text of a kernel's printf. */
	void (*print)(const char *text, size_t n, bool is_error);
	/* A launch has begun, or is over. */
	void (*launch)(bool begins);
	/* The program waits outside of a kernel; NULL: this front does not stop there. */
	void (*held)(void);
};
extern const struct front front_text, front_dap;

/* What becomes of calls of CUDA's that fail: they are told, or also stop the program. */
enum api_failures { API_TELL, API_STOP, API_HIDE };

struct debugger {
	bool on, started, over;
	const struct front *front;
	struct arena arena;
	struct strtab names;
	FILE *out;
	struct debug_client client;
	struct symbols *symbols, *gone; /* gone: of modules that were unloaded */
	struct breakpoint *breaks;
	u32 nbreak;
	/* the launch */
	struct simt_module *module;
	struct launch *launch;
	struct debug_machine *g; /* NULL: no kernel runs */
	u64 nlaunch;
	struct focus focus;
	struct hidden_calls hidden;
	struct request request;
	struct stop stop;
	_Atomic u32 attention;      /* Ctrl-C, or a request of the front to stop */
	struct machine_hooks hooks; /* the runtime's own */
	/* settings */
	bool break_on_launch, break_on_exit;
	u8 api_failures; /* enum api_failures */
	bool at_call;    /* the program is held in a call that failed */
	u32 locking;     /* LOCKING_ */
	u32 print_elements;
	u32 print_repeats; /* so many equal elements are printed as one */
	bool print_pretty;
};
extern struct debugger dbg;

/* Takes or releases the lock of what the launch's thread and others share: symbols,
 * breakpoints. */
void debug_lock(bool take);
/* Wait with the lock; the second, until a time: false when it is over. */
void debug_wait(pthread_cond_t *c);
bool debug_wait_until(pthread_cond_t *c, const struct timespec *t);
