/* debug.c - the debugger's entries for the runtime: starting, modules, launches.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <unistd.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/earlier_launch.h"
#include "runtime/debug/launch_tree.h"
#include "runtime/debug/places.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"

struct debugger dbg;

/* One launch at a time, also where there are several devices. */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
/* Guards symbols and breakpoints, which modules change. */
static pthread_mutex_t lists = PTHREAD_MUTEX_INITIALIZER;

void debug_lock(bool take) {
	if (take)
		pthread_mutex_lock(&lists);
	else
		pthread_mutex_unlock(&lists);
}

void debug_wait(pthread_cond_t *c) {
	pthread_cond_wait(c, &lists);
}

bool debug_wait_until(pthread_cond_t *c, const struct timespec *t) {
	return pthread_cond_timedwait(c, &lists, t) == 0;
}

bool debug_is_on(void) {
	return dbg.on;
}

bool debugger_open(const char *kind) {
	const struct front *const fronts[] = {&front_text, &front_dap};
	if (dbg.on)
		return true;
	for (u32 i = 0; i < countof(fronts); i++)
		if (strcmp(fronts[i]->name, kind) == 0)
			dbg.front = fronts[i];
	if (!dbg.front)
		return false;
	dbg.on = true;
	dbg.out = stdout;
	dbg.client.run = session_run;
	dbg.nlaunch = ~0ull; /* kernels are counted from 0 */
	dbg.print_elements = 200;
	dbg.print_repeats = 10;
	strtab_init(&dbg.names, &dbg.arena);
	return true;
}

void debug_start(void) {
	if (!dbg.on || dbg.started)
		return;
	dbg.front->start();
	dbg.started = dbg.on;
}

void debug_exit(int status) {
	if (!dbg.on || dbg.over)
		return;
	dbg.over = true;
	dbg.front->exited(status);
}

/* ---- calls of CUDA's that fail ------------------------------------------------------ */

bool simt_debug_on(void) {
	return dbg.on && !dbg.over;
}

void simt_debug_api(const char *call, const char *name, int code) {
	static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
	bool stops = dbg.api_failures == API_STOP && dbg.front->held;
	if (!dbg.started || dbg.api_failures == API_HIDE)
		return;
	pthread_mutex_lock(&one);
	if (stops) /* no kernel runs meanwhile */
		pthread_mutex_lock(&turn);
	fflush(NULL);
	say("%s: %s returned (0x%x) %s\n",
	    stops ? "Cuda API error detected" : "warning: Cuda API error detected", call,
	    (unsigned)code, name);
	fflush(dbg.out);
	if (stops) {
		dbg.at_call = true;
		dbg.front->held();
		dbg.at_call = false;
		pthread_mutex_unlock(&turn);
	}
	pthread_mutex_unlock(&one);
}

/* ---- a program that simtrun does not run ------------------------------------------- */

static void at_exit(int status, void *ctx) {
	(void)ctx;
	debug_exit(status);
}

/* Before main: reads the first commands. Programs that this one starts are not
 * debugged. */
__attribute__((constructor)) static void begin(void) {
	const char *kind = getenv("SIMT_DEBUG");
	char copy[32];
	if (!kind || !*kind)
		return;
	snprintf(copy, sizeof copy, "%s", kind);
	unsetenv("SIMT_DEBUG");
	if (!debugger_open(copy)) {
		fprintf(stderr, "simt: SIMT_DEBUG=%s: text or dap\n", copy);
		return;
	}
	on_exit(at_exit, NULL);
	debug_start();
}

/* ---- modules ----------------------------------------------------------------------- */

static void forget(struct simt_module *m) {
	for (struct symbols **s = &dbg.symbols; *s; s = &(*s)->next) {
		struct symbols *gone = *s;
		if (gone->m != m)
			continue;
		breaks_forget(gone);
		*s = gone->next;
		/* values that were printed keep their types */
		gone->next = dbg.gone;
		dbg.gone = gone;
		return;
	}
}

void debug_module(struct simt_module *m, bool comes) {
	if (!dbg.on)
		return;
	pthread_mutex_lock(&lists);
	if (comes) {
		places_of(m);
		breaks_resolve();
	} else {
		earlier_forget(m);
		forget(m);
	}
	pthread_mutex_unlock(&lists);
}

/* ---- launches ---------------------------------------------------------------------- */

void debug_launch(struct simt_module *m, struct launch *l) {
	l->debug = NULL;
	if (!dbg.on || dbg.over)
		return;
	pthread_mutex_lock(&turn);
	dbg.module = m;
	dbg.launch = l;
	dbg.nlaunch++;
	launch_tree_add();
	dbg.client.clock_ns = machine_clock_ns();
	l->debug = &dbg.client;
	l->timeout_ns = 0; /* users take their time */
}

void debug_launch_over(struct launch *l) {
	if (!l->debug)
		return;
	dbg.launch = NULL;
	dbg.module = NULL;
	l->debug = NULL;
	pthread_mutex_unlock(&turn);
}
