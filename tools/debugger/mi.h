/* mi.h - gdb, spoken to by its machine interface: commands of its console, what they
 * print, and why the program stopped.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <sys/types.h>

#include "base/text.h"

enum { GDB_NUMBERS = 4096 };
/* Around the text of a dprintf, which gdb prints among its own. */
enum { GDB_TELLS = 1, GDB_TOLD = 2 };

enum gdb_result { GDB_NONE, GDB_DONE, GDB_RUNS, GDB_FAILED };

struct gdb {
	pid_t pid; /* 0: not started, or over */
	int to, from;
	bool attached, running;
	bool tells;   /* a dprintf prints */
	bool is_lost; /* it has ended by itself, which was not said yet */
	/* a stop that is not handled yet, and what gdb said of it: reason, signal-name
	 * ... */
	bool has_stopped;
	char *stop;
	/* what came from its console since this was cleared last */
	struct arena arena;
	struct text console;
	/* the answer that is waited for */
	enum gdb_result result;
	/* its breakpoints, by their numbers */
	u32 last;
	bool owns[GDB_NUMBERS];
	/* of the pipe, not yet a line */
	char *part;
	u32 npart, cap;
};

/* Starts it. False: there is none. */
bool gdb_start(struct gdb *g);
/* Ends it; a program that it holds goes on. */
void gdb_end(struct gdb *g);
/* Does a command of the console; what it prints, and the text of its error, is in
 * gdb_text(). Not GDB_FAILED: it was done, or lets the program run. */
enum gdb_result gdb_do(struct gdb *g, const char *command);
/* Begins a command of the console without waiting for its end. */
void gdb_begin(struct gdb *g, const char *command);
/* Does a command of the machine interface itself. */
enum gdb_result gdb_mi(struct gdb *g, const char *command);
/* Takes in what gdb has sent; waits for it. False: gdb has ended. */
bool gdb_read(struct gdb *g);
/* Waits until the program stands. False: gdb has ended. */
bool gdb_wait_stop(struct gdb *g);
/* Waits for the answer to gdb_begin. */
enum gdb_result gdb_wait(struct gdb *g);
const char *gdb_text(const struct gdb *g);
void gdb_clear(struct gdb *g);
/* A value of the stop, "" if there is none: reason, signal-name, bkptno. In the arena of
 * g. */
const char *gdb_stop_value(struct gdb *g, const char *name);
