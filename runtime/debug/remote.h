/* remote.h - the text front in two processes: tools/debugger has the lines and gdb, the
 * program has the kernels. They speak over a socket that keeps messages apart; the
 * variable SIMT_DEBUG_FRONT has its number.
 *
 * The program asks (PROMPT, MORE) and does what it is told until it is given a LINE, or
 * the END of the lines. While gdb holds the program, it lets one thread call
 * simt_debug_serve(), which does what it is told until it is told to RETURN.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

#define REMOTE_VARIABLE "SIMT_DEBUG_FRONT"
enum { REMOTE_MOST = 32 << 10 };

enum remote_kind {
	/* of the program */
	REMOTE_HELLO, /* number: its process */
	REMOTE_PROMPT,
	REMOTE_MORE,   /* a line that belongs to the last command */
	REMOTE_QUEUE,  /* text: a line to be done next */
	REMOTE_FILE,   /* text: a file whose lines are to be done next */
	REMOTE_ANSWER, /* text: what ASK printed; number: of the thread, for THREAD */
	/* of the front */
	REMOTE_LINE,
	REMOTE_END,
	REMOTE_DONE,  /* FILE was read, or failed */
	REMOTE_ASK,   /* text: a command, whose output is sent back */
	REMOTE_SHARE, /* text: the device half of a breakpoint of the front's, `number` */
	REMOTE_THREAD, /* start the thread that serves while gdb holds the others */
	REMOTE_RETURN,
};

/* As sent; the text ends with a zero, which is sent, too. */
struct remote_message {
	u32 kind, number;
	u32 nbreak; /* breakpoints that the sender knows of: the next has another number
	             */
	u32 failed; /* PROMPT: the last command has failed; ANSWER, DONE: this one has */
	char text[REMOTE_MOST];
};

/* Sends a message; a longer text than fits is shortened. False: the other end is closed.
 */
bool remote_send(int fd, const struct remote_message *m);
/* Waits for one. False: the other side has ended. */
bool remote_receive(int fd, struct remote_message *m);
