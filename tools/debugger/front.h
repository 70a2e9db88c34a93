/* front.h - one session of the debugger over both halves of a program: this process has
 * the lines and gdb, for the host; the program's own runtime has the kernels.
 *
 *     front --- socket (runtime/debug/remote.h) --- program, stops in kernels
 *       '------ pipes (mi.h) ------ gdb ---ptrace----'  stops in host code
 *
 * A line is for the half that has stopped; breakpoints have one numbering. gdb is started
 * when a place is asked for that may be host code, and attached when it is.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"
#include "runtime/debug/remote.h"
#include "tools/debugger/kernels.h"
#include "tools/debugger/mi.h"

struct commands {
	struct commands *next;
	u32 number; /* of the breakpoint */
	VEC(const char *) line;
};

/* A step in host code that may be under way. */
struct host_step {
	const char *command; /* NULL: none is */
	u64 frame;           /* where its frame is on the stack */
	u32 thread;
	bool by_line; /* to another line of the frame */
	bool returns; /* gdb goes back to the frame first */
};

struct front {
	struct arena arena;
	pid_t child;   /* what was started: the program, or a script that runs it */
	pid_t program; /* that has the kernels; 0: none yet */
	int fd;        /* of the socket; -1: the program has closed its end */
	int life;      /* of the program: a pidfd; -1: none */
	struct remote_message m;
	bool asks;    /* the program waits for a line */
	bool failed;  /* the last command has */
	bool begun;   /* the program was told to run */
	bool stands;  /* gdb holds the program, and the user is told why */
	bool answers; /* an answer is in m */
	bool killed;
	u32 nbreak; /* the newest breakpoint's number, of either half */
	/* the host half */
	struct gdb gdb;
	bool has_no_gdb; /* it was said */
	bool skips;      /* steps do not go into what launches kernels */
	struct kernels kernels;
	struct host_step step;
	const char *again; /* to be done again after a Ctrl-C that came at the prompt */
	u32 thread;        /* that "host" looks at while a kernel is stopped */
	u64 frame;         /* and where its frame is on the stack; 0: the innermost */
	u32 helper;        /* gdb's number of the thread that serves */
	bool shared[GDB_NUMBERS]; /* breakpoints that have a device half, too */
	struct commands *commands;
};

/* front.c */
/* Sends a message to the program. */
void front_send(struct front *f, u32 kind, u32 number, const char *text);
/* Whether the program has ended though it waits for a line, or stands: it was killed. */
bool front_is_over(const struct front *f);
/* Takes in what gdb has sent, without waiting. False: gdb has ended, which was said. */
bool front_hear_gdb(struct front *f);
/* Has the program's debugger do something; its answer is in f->m. False: it does not
 * answer. */
bool front_ask(struct front *f, u32 kind, u32 number, const char *text);

/* host.c */
/* Finds the names of the program's kernels, once. */
void host_read_kernels(struct front *f);
/* Starts gdb, which reads the program's symbols. False: it cannot, which was said. */
bool host_open(struct front *f);
/* Attaches gdb, which holds the program then. False: it cannot, which was said. */
bool host_attach(struct front *f);
/* Holds the program for gdb's commands, and lets it go on. */
void host_hold(struct front *f);
void host_release(struct front *f);
/* Whether a Ctrl-C waits for the program to go on. */
bool host_is_interrupted(const struct front *f);
/* Goes on after a stop that is the front's own, or for a prompt. False: it is another. */
bool host_pass(struct front *f);
/* Looks at a stop that gdb has told of. */
void host_stopped(struct front *f);
/* Prints what gdb has written. */
void host_show(struct front *f);
/* Does a command of gdb's and prints what it says. False: it has failed. */
bool host_do(struct front *f, const char *command);

/* steps.c: a command of gdb's begins, which may be a step. */
void steps_begin(struct front *f, const char *line);
/* Takes it up after the program was held. False: there is none, the program stands. */
bool steps_go_on(struct front *f);
/* Whether a stop is but a part of it, after which it goes on. */
bool steps_returned(struct front *f);

/* breaks.c: commands about breakpoints, for whichever half has them. */
enum taken { NOT_TAKEN, TAKEN, TAKEN_FAILED };
enum taken breaks_command(struct front *f, const char *line);
/* Gives gdb's next breakpoint the number after all others. */
void breaks_align(struct front *f);
/* Queues the commands of the breakpoint where the host has stopped; true: the first is
 * "silent". */
bool breaks_do_commands(struct front *f, u32 number);
/* Lets steps go over what launches kernels. */
void breaks_skip_launches(struct front *f);
/* Sets a breakpoint in host code. False: it is none. */
bool breaks_set_host(struct front *f, const char *line);

/* commands.c */
/* Reads and does one line while the program waits for one, or while it stands in host
 * code. */
void command_at_kernel(struct front *f);
void command_at_host(struct front *f);
/* Has the device's debugger do a command, and prints what it says. False: it has failed.
 */
bool device_do(struct front *f, const char *line);

/* Whether a word is `name`, or a beginning of it that is at least as long as `least`. */
bool is_word(const char *word, const char *least, const char *name);
/* Copies the first word of a line; returns what follows. */
const char *first_word_of(const char *line, char *word, size_t size);
