/* commands.c - which half a line is for.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/debug/lines.h"
#include "tools/debugger/front.h"

/* ---- words ------------------------------------------------------------------------- */

bool is_word(const char *word, const char *least, const char *name) {
	size_t n = strlen(word);
	return n >= strlen(least) && strncmp(word, name, n) == 0;
}

const char *first_word_of(const char *line, char *word, size_t size) {
	size_t n = 0;
	while (isspace((unsigned char)*line))
		line++;
	for (; isalnum((unsigned char)*line) || *line == '-' || *line == '_'; line++)
		if (n + 1 < size)
			word[n++] = *line;
	word[n] = 0;
	while (isspace((unsigned char)*line))
		line++;
	return line;
}

struct name {
	const char *name, *least;
};

static bool is_among(const char *word, const struct name *names, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (is_word(word, names[i].least, names[i].name))
			return true;
	return false;
}

/* ---- while a kernel is stopped, and before the program begins ---------------------- */

/* "host COMMAND": about a thread and frame that stay chosen. */
static bool host_command(struct front *f, const char *args) {
	static const struct name runs[] = {
		{"run", "r"},      {"continue", "c"},  {"step", "s"},
		{"next", "n"},     {"stepi", "stepi"}, {"nexti", "nexti"},
		{"finish", "fin"}, {"until", "u"},     {"advance", "adv"},
		{"kill", "k"},     {"detach", "det"},  {"attach", "at"},
		{"target", "tar"}, {"jump", "j"},      {"signal", "sig"},
		{"start", "start"}};
	char word[64], number[64];
	const char *rest = first_word_of(args, word, sizeof word);
	if (!*word) {
		printf("Argument required (a command of gdb's about the host program: "
		       "bt, info locals, print x).\n");
		return false;
	}
	if (is_among(word, runs, countof(runs))) {
		printf("\"host\" looks at the program, it does not run it: a breakpoint "
		       "stops in host code.\n");
		return false;
	}
	enum taken taken = breaks_command(f, args);
	if (taken != NOT_TAKEN)
		return taken == TAKEN;
	if (!host_attach(f))
		return false;
	host_hold(f);
	if (f->gdb.has_stopped) { /* it has come to a stop of its own */
		host_stopped(f);
		if (f->stands) {
			lines_queue(args);
			return true;
		}
	}
	snprintf(number, sizeof number, "thread %u", f->thread);
	gdb_do(&f->gdb, number);
	/* by its place on the stack: calls may have come and gone below it */
	snprintf(number, sizeof number, "frame address 0x%llx",
	         (unsigned long long)f->frame);
	if (!f->frame || gdb_do(&f->gdb, number) == GDB_FAILED)
		gdb_do(&f->gdb, "frame 0");
	breaks_align(f);
	bool ok = host_do(f, args); /* it may set a watchpoint, or the like */
	f->nbreak = MAX(f->nbreak, f->gdb.last);
	if (is_word(word, "thr", "thread") && isdigit((unsigned char)*rest) && ok) {
		f->thread = (u32)strtoul(rest, NULL, 10);
		f->frame = 0;
	}
	gdb_do(&f->gdb, "info frame");
	const char *level = strstr(gdb_text(&f->gdb), "tack level ");
	const char *at = strstr(gdb_text(&f->gdb), "frame at ");
	if (level && at)
		f->frame = strtoul(level + 11, NULL, 10) ? strtoull(at + 9, NULL, 0) : 0;
	gdb_clear(&f->gdb);
	host_release(f);
	return ok;
}

/* "start": to main, if gdb is there. */
static void start(struct front *f) {
	bool ok = host_open(f) && breaks_set_host(f, "tbreak main");
	host_release(f);
	f->asks = false;
	f->begun = true;
	front_send(f, REMOTE_LINE, 0, ok ? "run" : "start");
}

/* Commands of gdb's that this half does not have. */
static const struct name of_host[] = {{"catch", "cat"},  {"tcatch", "tca"},
                                      {"handle", "ha"},  {"hbreak", "hb"},
                                      {"thbreak", "th"}, {"rbreak", "rb"}};

void command_at_kernel(struct front *f) {
	char word[64];
	const char *line = lines_command(f->failed);
	if (!line) {
		f->asks = false;
		front_send(f, REMOTE_END, 0, "");
		return;
	}
	if (front_is_over(f)) {
		lines_queue(line);
		return;
	}
	const char *rest = first_word_of(line, word, sizeof word);
	enum taken taken = breaks_command(f, line);
	if (taken == NOT_TAKEN && is_word(word, "host", "host"))
		taken = host_command(f, rest) ? TAKEN : TAKEN_FAILED;
	else if (taken == NOT_TAKEN && *word && is_among(word, of_host, countof(of_host)))
		taken = host_command(f, line) ? TAKEN : TAKEN_FAILED;
	fflush(stdout);
	if (taken != NOT_TAKEN) {
		f->failed = taken == TAKEN_FAILED;
	} else if (is_word(word, "start", "start") && !f->begun) {
		start(f);
	} else {
		f->begun |= is_word(word, "r", "run");
		f->asks = false;
		front_send(f, REMOTE_LINE, 0, line);
	}
}

/* ---- while the program stands in host code ----------------------------------------- */

static void end_program(struct front *f) {
	fflush(stdout);
	f->killed = true;
	f->stands = false;
	kill(f->program, SIGKILL);
	kill(f->child, SIGKILL);
	gdb_end(&f->gdb); /* its threads are not over before gdb has seen that */
}

bool device_do(struct front *f, const char *line) {
	if (!front_ask(f, REMOTE_ASK, 0, line)) {
		if (front_is_over(f))
			return false;
		printf("The program cannot answer here: it stands where it holds what "
		       "the debugger needs.\n");
		return false;
	}
	fputs(f->m.text, stdout);
	fflush(stdout);
	return !f->m.failed;
}

static bool is_device_command(const char *word, const char *rest) {
	static const struct name names[] = {
		{"cuda", "cuda"},    {"lanes", "lanes"}, {"define", "def"},
		{"document", "doc"}, {"alias", "alias"}, {"layout", "la"},
		{"tui", "tui"},      {"goto", "goto"},   {"shell", "she"}};
	char second[64];
	first_word_of(rest, second, sizeof second);
	if ((is_word(word, "i", "info") || is_word(word, "set", "set") ||
	     is_word(word, "sho", "show")) &&
	    strcmp(second, "cuda") == 0)
		return true;
	return is_among(word, names, countof(names));
}

static bool is_refused(const char *word) {
	static const struct name names[] = {
		{"run", "r"},         {"start", "start"},      {"detach", "det"},
		{"attach", "at"},     {"target", "tar"},       {"file", "file"},
		{"core-file", "cor"}, {"inferior", "inferior"}};
	return is_among(word, names, countof(names));
}

/* gdb first; what it does not know may be a command of the user's. */
static bool gdb_command(struct front *f, const char *line) {
	breaks_align(f);
	if (*line == 's' && !f->skips) /* perhaps "step" */
		breaks_skip_launches(f);
	steps_begin(f, line);
	f->again = host_is_interrupted(f) ? arena_strdup(&f->arena, line, strlen(line))
	                                  : NULL;
	enum gdb_result r = gdb_do(&f->gdb, line);
	if (r == GDB_FAILED && strncmp(gdb_text(&f->gdb), "Undefined ", 10) == 0)
		return device_do(f, line);
	f->nbreak = MAX(f->nbreak, f->gdb.last);
	if (r == GDB_FAILED && strstr(gdb_text(&f->gdb), "No such process")) {
		gdb_clear(&f->gdb); /* the program's end came first */
		f->stands = false;
		return true;
	}
	if (!f->gdb.has_stopped) /* else the stop's text is in it, too */
		host_show(f);
	f->stands = r != GDB_RUNS && f->gdb.pid;
	if (f->stands)
		f->step.command = NULL;
	return r != GDB_FAILED;
}

static bool source(const char *path) {
	if (lines_queue_file(path))
		return true;
	printf("%s: No such file or directory.\n", path);
	return false;
}

/* A shell's output is not gdb's. */
static bool shell(const char *command) {
	fflush(stdout);
	return system(*command ? command : "exec ${SHELL:-/bin/sh}") >= 0;
}

static bool do_at_host(struct front *f, const char *line) {
	char word[64];
	const char *rest = first_word_of(line, word, sizeof word);
	if (*line == '!')
		return shell(line + 1);
	if (is_word(word, "she", "shell"))
		return shell(rest);
	if (is_word(word, "so", "source"))
		return source(rest);
	if (is_word(word, "host", "host"))
		return do_at_host(f, rest);
	if (is_word(word, "q", "quit") || is_word(word, "k", "kill") ||
	    strcmp(word, "exit") == 0) {
		end_program(f);
		return true;
	}
	if (*word && is_refused(word)) {
		printf("The program runs already; it is debugged from its start to its "
		       "end.\n");
		return false;
	}
	enum taken taken = breaks_command(f, line);
	if (taken != NOT_TAKEN)
		return taken == TAKEN;
	if (*word && is_device_command(word, rest))
		return device_do(f, line);
	return gdb_command(f, line);
}

void command_at_host(struct front *f) {
	const char *line = lines_command(f->failed);
	if (!line) {
		end_program(f);
		return;
	}
	if (!front_hear_gdb(f) || front_is_over(f)) {
		lines_queue(line);
		return;
	}
	f->failed = *line && *line != '#' && !do_at_host(f, line);
	front_hear_gdb(f);
	fflush(stdout);
}
