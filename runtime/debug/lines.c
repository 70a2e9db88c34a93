/* lines.c - see lines.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/arena.h"
#include "runtime/debug/lines.h"

struct queued {
	struct queued *next;
	const char *text, *file; /* file: where it comes from; NULL: -ex */
	u32 line;
};
static struct arena arena;
static struct queued *queue;
static bool batch, ended, at_terminal;
static u32 current_line;
static const char *current_file;

/* ---- the queue --------------------------------------------------------------------- */

static struct queued **add_line(struct queued **at, const char *text, size_t len,
                                const char *file, u32 line) {
	struct queued *q = arena_new(&arena, struct queued);
	*q = (struct queued){*at, arena_strdup(&arena, text, len), file, line};
	*at = q;
	return &q->next;
}

void lines_queue(const char *line) {
	add_line(&queue, line, strlen(line), NULL, 0);
}

bool lines_queue_file(const char *path) {
	char text[LINE_MOST];
	struct queued **at = &queue;
	FILE *f = fopen(path, "re");
	if (!f)
		return false;
	const char *name = arena_strdup(&arena, path, strlen(path));
	for (u32 n = 1; fgets(text, sizeof text, f); n++)
		at = add_line(at, text, strcspn(text, "\r\n"), name, n);
	fclose(f);
	return true;
}

void lines_open(const char *commands, bool only) {
	struct queued **at = &queue;
	queue = NULL;
	at_terminal = isatty(STDIN_FILENO);
	batch = only;
	while (commands && *commands) {
		size_t n = strcspn(commands, "\n");
		at = add_line(at, commands, n, NULL, 0);
		commands += n + (commands[n] == '\n');
	}
}

/* Removes the lines of a file that wait, after one of its commands has failed. */
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
		printf("%s", prompt);
		fflush(stdout);
		return fgets(text, sizeof text, stdin) ? text : NULL;
	}
	fflush(stdout);
	char *line;
	do /* Ctrl-C does not end the input */
		errno = 0;
	while (!(line = read_line(prompt)) && errno == EINTR);
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
		return edit_line(LINES_PROMPT);
	while ((got = read(STDIN_FILENO, &c, 1)) == 1 && c != '\n')
		if (n + 1 < sizeof text && c)
			text[n++] = c;
	text[n] = 0;
	return got == 1 || n ? text : NULL;
}

/* ---- lines ------------------------------------------------------------------------- */

const char *lines_next(void) {
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

const char *lines_command(bool failed) {
	static char last[LINE_MOST];
	static const char *file;
	static u32 number;
	if (failed && file) {
		printf("%s:%u: Error in sourced command file.\n", file, number);
		drop_file(file);
	}
	const char *line = lines_next();
	file = current_file;
	number = current_line;
	if (!line)
		return NULL;
	if (!*line && at_terminal && !file && !batch)
		return last;
	snprintf(last, sizeof last, "%s", line);
	return last;
}
