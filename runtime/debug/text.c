/* text.c - the front for terminals and scripts: lines from -ex and -x, then from the
 * standard input, or those of the process that runs the program.
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/info.h"
#include "runtime/debug/lines.h"
#include "runtime/debug/link.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"
#include "runtime/debug/text.h"

/* The lines are those of tools/debugger, which runs this program. */
static bool linked;

bool text_is_linked(void) {
	return linked;
}

const char *text_next_line(void) {
	return linked ? link_next() : lines_next();
}

void text_queue(const char *line) {
	if (linked)
		link_queue(line);
	else
		lines_queue(line);
}

bool text_queue_file(const char *path) {
	return linked ? link_queue_file(path) : lines_queue_file(path);
}

/* ---- reading and doing ------------------------------------------------------------- */

void text_quit(void) {
	fflush(dbg.out);
	fflush(NULL);
	_exit(0);
}

static const char *next_command(bool failed) {
	return linked ? link_command(failed) : lines_command(failed);
}

static void prompt_loop(void) {
	bool failed = false, goes = false;
	while (!goes) {
		const char *line = next_command(failed);
		if (!line)
			text_quit();
		failed = !command_line(line);
		goes = command_resumes();
		fflush(dbg.out);
	}
	atomic_store(&dbg.attention, 0); /* a Ctrl-C at the prompt is over */
}

static void on_interrupt(int sig) {
	(void)sig;
	atomic_store(&dbg.attention, 1);
}

static void start(void) {
	enum link_state state = link_open();
	linked = state == LINK_OPEN;
	if (state == LINK_TAKEN) {
		fprintf(stderr,
		        "simt: another process is being debugged; process %d is "
		        "not\n",
		        (int)getpid());
		dbg.on = false;
		return;
	}
	if (!linked)
		lines_open(getenv("SIMT_DEBUG_COMMANDS"),
		           getenv("SIMT_DEBUG_BATCH") != NULL);
	unsetenv("SIMT_DEBUG_COMMANDS");
	unsetenv("SIMT_DEBUG_BATCH");
	signal(SIGINT, on_interrupt);
	prompt_loop();
	signal(SIGINT, on_interrupt);
}

static void do_commands(struct breakpoint *b) {
	for (u32 i = b->commands.n; i-- > 0;)
		if (strcmp(b->commands.at[i], "silent") != 0)
			text_queue(b->commands.at[i]);
}

static void stopped(const struct stop *s) {
	bool silent = s->b && s->b->commands.n &&
	              strcmp(s->b->commands.at[0], "silent") == 0;
	fflush(NULL);
	if (s->reason == STOP_BREAK && s->b->is_internal) {
		struct stop plain = *s;
		plain.reason = STOP_GOTO;
		show_stop(&plain);
	} else if (!silent) {
		show_stop(s);
	}
	if (dbg.focus.set)
		show_displays();
	show_layout();
	if (s->b)
		do_commands(s->b);
	if (s->b && s->b->is_temporary)
		breaks_delete(s->b);
	for (struct breakpoint *b = dbg.breaks; b; b = b->next)
		if (b->is_internal) /* any stop ends "until" and "advance" */
			breaks_delete(b);
	fflush(dbg.out);
	prompt_loop();
}

static void exited(int status) {
	fflush(NULL);
	if (status)
		say("[Inferior 1 (process %d) exited with code %02o]\n", (int)getpid(),
		    (u32)status & 0377u);
	else
		say("[Inferior 1 (process %d) exited normally]\n", (int)getpid());
	fflush(dbg.out);
	bool failed = false;
	for (const char *line; (line = next_command(failed)) != NULL;) {
		failed = !command_line(line);
		command_resumes();
		fflush(dbg.out);
	}
}

static void print(const char *text, size_t n, bool is_error) {
	fwrite(text, 1, n, is_error ? stderr : stdout);
}

/* A call of CUDA's has failed, and the user wants to look. */
static void held(void) {
	fflush(dbg.out);
	prompt_loop();
}

static void launch(bool begins) {
	(void)begins;
}

const struct front front_text = {"text", start, stopped, exited, print, launch, held};
