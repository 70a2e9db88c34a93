/* steps.c - a step of the host that the debugger interrupts goes on afterwards.
 *
 * gdb forgets a step when the program is held, as it is for commands about the host while
 * a kernel is stopped. So the step's command is kept, with its thread and the address of
 * its frame. To take it up again, gdb finishes what that frame has called, and then does
 * the command once more, from the middle of the line:
 *
 *     main, line 33  ->  cudaDeviceSynchronize  ->  ...     the program is held here
 *     "frame address", "down", "finish"                     back in line 33
 *     "next"                                                to line 34
 *
 * Commands with a place of their own, and "finish", are done again at once.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdlib.h>

#include "tools/debugger/front.h"

enum { NO_STEP, BY_LINE, BY_PLACE };

static u32 kind_of(const char *line) {
	char word[64];
	const char *rest = first_word_of(line, word, sizeof word);
	if (is_word(word, "n", "next") || is_word(word, "s", "step"))
		return BY_LINE;
	if (is_word(word, "u", "until"))
		return *rest ? BY_PLACE : BY_LINE;
	return is_word(word, "fin", "finish") || is_word(word, "adv", "advance")
	               ? BY_PLACE
	               : NO_STEP;
}

/* The number that follows `before` in what gdb prints for the command; 0: none does. */
static u64 number_in(struct front *f, const char *command, const char *before) {
	bool ok = gdb_do(&f->gdb, command) == GDB_DONE;
	const char *at = ok ? strstr(gdb_text(&f->gdb), before) : NULL;
	u64 n = at ? strtoull(at + strlen(before), NULL, 0) : 0;
	gdb_clear(&f->gdb);
	return n;
}

void steps_begin(struct front *f, const char *line) {
	u32 kind = kind_of(line);
	f->step = (struct host_step){NULL};
	if (kind == NO_STEP)
		return;
	/* A step by lines is one of the innermost frame, others of the chosen one. */
	f->step.frame = number_in(
		f, kind == BY_LINE ? "info frame level 0" : "info frame", "frame at ");
	f->step.thread = (u32)number_in(f, "output $_thread", "");
	f->step.by_line = kind == BY_LINE;
	if (f->step.frame)
		f->step.command = arena_strdup(&f->arena, line, strlen(line));
}

static bool run(struct front *f, const char *command) {
	bool runs = gdb_do(&f->gdb, command) == GDB_RUNS;
	if (!f->gdb.has_stopped)
		gdb_clear(&f->gdb);
	return runs;
}

bool steps_go_on(struct front *f) {
	char command[64];
	struct host_step *s = &f->step;
	s->returns = false;
	if (!s->command)
		return false;
	snprintf(command, sizeof command, "thread %u", s->thread);
	bool found = gdb_do(&f->gdb, command) == GDB_DONE;
	snprintf(command, sizeof command, "frame address 0x%llx",
	         (unsigned long long)s->frame);
	found = found && gdb_do(&f->gdb, command) == GDB_DONE;
	gdb_clear(&f->gdb);
	if (!found) {
		s->command = NULL;
		return false;
	}
	if (s->by_line && gdb_do(&f->gdb, "down") == GDB_DONE) {
		s->returns = run(f, "finish");
		return s->returns;
	}
	return run(f, s->command);
}

bool steps_returned(struct front *f) {
	struct host_step *s = &f->step;
	if (!s->command || !s->returns ||
	    strcmp(gdb_stop_value(&f->gdb, "reason"), "function-finished") != 0)
		return false;
	s->returns = false;
	f->gdb.has_stopped = false;
	return run(f, s->command);
}
