/* text.c - the front for terminals and scripts: lines from -ex and -x, then from the
 * standard input.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/debug/breaks.h"
#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/info.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"
#include "runtime/debug/text.h"

#define PROMPT "(simt-gdb) "
enum { LINE_MOST = 4096 };

/* ---- lines ------------------------------------------------------------------------- */

struct queued {
	struct queued *next;
	const char *text, *file; /* file: where it comes from; NULL: -ex */
	u32 line;
};
static struct queued *queue;
static bool batch, ended, at_terminal;
static u32 current_line;
static const char *current_file;

static struct queued **add_line(struct queued **at, const char *text, const char *file,
                                u32 line) {
	struct queued *q = arena_new(&dbg.arena, struct queued);
	*q = (struct queued){*at, arena_strdup(&dbg.arena, text, strlen(text)), file,
	                     line};
	*at = q;
	return &q->next;
}

void text_queue(const char *line) {
	add_line(&queue, line, NULL, 0);
}

bool text_queue_file(const char *path) {
	char text[LINE_MOST];
	struct queued **at = &queue;
	FILE *f = fopen(path, "re");
	if (!f)
		return false;
	const char *name = arena_strdup(&dbg.arena, path, strlen(path));
	for (u32 n = 1; fgets(text, sizeof text, f); n++) {
		text[strcspn(text, "\r\n")] = 0;
		at = add_line(at, text, name, n);
	}
	fclose(f);
	return true;
}

/* Drops the rest of a file whose command failed. */
static void drop_file(const char *file) {
	while (queue && queue->file == file)
		queue = queue->next;
}

/* ---- the terminal ------------------------------------------------------------------ */

/* libedit, if it is there, edits the line and keeps a history. */
static char *edit_line(const char *prompt) {
	static char *(*read_line)(const char *);
	static void (*add)(const char *);
	static bool tried;
	if (!tried) {
		void *lib = dlopen("libedit.so.2", RTLD_LAZY | RTLD_LOCAL);
		if (lib) {
			*(void **)(void *)&read_line = dlsym(lib, "readline");
			*(void **)(void *)&add = dlsym(lib, "add_history");
		}
		tried = true;
	}
	static char text[LINE_MOST];
	if (!read_line || !add) {
		say("%s", prompt);
		fflush(dbg.out);
		return fgets(text, sizeof text, stdin) ? text : NULL;
	}
	fflush(dbg.out);
	char *line = read_line(prompt);
	if (line && *line)
		add(line);
	return line;
}

/* Reads byte by byte: what follows the line may be for the program. */
static const char *read_line(void) {
	static char text[LINE_MOST];
	size_t n = 0;
	char c;
	ssize_t got;
	if (at_terminal)
		return edit_line(PROMPT);
	while ((got = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
		if (n + 1 < sizeof text && c)
			text[n++] = c;
	text[n] = 0;
	return got == 1 || n ? text : NULL;
}

const char *text_next_line(void) {
	static char text[LINE_MOST];
	const char *line;
	if (queue) {
		line = queue->text;
		current_file = queue->file;
		current_line = queue->line;
		queue = queue->next;
	} else {
		current_file = NULL;
		line = batch || ended ? NULL : read_line();
		ended |= !line;
	}
	if (!line)
		return NULL;
	while (isspace((unsigned char)*line))
		line++;
	snprintf(text, sizeof text, "%s", line);
	size_t n = strlen(text);
	while (n && isspace((unsigned char)text[n - 1]))
		text[--n] = 0;
	return text;
}

/* ---- reading and doing ------------------------------------------------------------- */

void text_quit(void) {
	fflush(dbg.out);
	fflush(NULL);
	_exit(0);
}

/* An empty line at the terminal repeats the last command. */
static void prompt_loop(void) {
	static char last[LINE_MOST];
	for (;;) {
		const char *line = text_next_line();
		if (!line)
			text_quit();
		if (!*line && at_terminal && !current_file && !batch)
			line = last;
		else if (line != last)
			snprintf(last, sizeof last, "%s", line);
		const char *file = current_file;
		u32 number = current_line;
		bool ok = command_line(line);
		if (!ok && file) {
			say("%s:%u: Error in sourced command file.\n", file, number);
			drop_file(file);
		}
		bool go = command_resumes();
		fflush(dbg.out);
		if (go) {
			atomic_store(&dbg.attention,
			             0); /* a Ctrl-C at the prompt is over */
			return;
		}
	}
}

static void on_interrupt(int sig) {
	(void)sig;
	atomic_store(&dbg.attention, 1);
}

static void start(void) {
	const char *commands = getenv("SIMT_DEBUG_COMMANDS");
	struct queued **at = &queue;
	at_terminal = isatty(STDIN_FILENO);
	batch = getenv("SIMT_DEBUG_BATCH") != NULL;
	while (commands && *commands) {
		size_t n = strcspn(commands, "\n");
		at = add_line(at, arena_strdup(&dbg.arena, commands, n), NULL, 0);
		commands += n + (commands[n] == '\n');
	}
	unsetenv("SIMT_DEBUG_COMMANDS");
	unsetenv("SIMT_DEBUG_BATCH");
	signal(SIGINT, on_interrupt);
	prompt_loop();
	signal(SIGINT, on_interrupt);
}

static void do_commands(struct breakpoint *b) {
	struct queued **at = &queue;
	for (u32 i = 0; i < b->commands.n; i++)
		if (strcmp(b->commands.at[i], "silent") != 0)
			at = add_line(at, b->commands.at[i], NULL, 0);
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
	for (;;) {
		const char *line = text_next_line();
		if (!line)
			break;
		command_line(line);
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
