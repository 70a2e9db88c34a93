/* command.c - a command line: which command it means, and help. The commands are in the
 * files command_*.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

#include "runtime/debug/command.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/expr.h"
#include "runtime/debug/session.h"
#include "runtime/debug/show.h"
#include "runtime/debug/state.h"
#include "runtime/debug/value.h"

static bool failed, resumes;

void command_error(const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	vfprintf(dbg.out, fmt, ap);
	va_end(ap);
	say("\n");
	failed = true;
}

bool command_resumes(void) {
	bool r = resumes;
	resumes = false;
	return r;
}

bool needs_running(void) {
	if (dbg.g)
		return true;
	command_error("The program is not being run.");
	return false;
}

/* ---- words ------------------------------------------------------------------------- */

bool is_short_for(const char *word, const char *name) {
	size_t n = strlen(word);
	return n && strncmp(word, name, n) == 0;
}

bool next_word(const char **s, char *word, size_t size) {
	size_t n = 0;
	while (isspace((unsigned char)**s))
		++*s;
	while (**s && !isspace((unsigned char)**s)) {
		if (n + 1 < size)
			word[n++] = **s;
		++*s;
	}
	word[n] = 0;
	while (isspace((unsigned char)**s))
		++*s;
	return n != 0;
}

struct format take_format(const char **s) {
	struct format f = {0};
	while (isspace((unsigned char)**s))
		++*s;
	if (**s != '/')
		return f;
	++*s;
	u64 count = 0;
	for (; isdigit((unsigned char)**s); ++*s)
		count = MIN(count * 10 + (u64)(**s - '0'), 100000u);
	f.count = (u32)count;
	for (; isalpha((unsigned char)**s); ++*s) {
		static const char sizes[] = "bhwg";
		const char *size = strchr(sizes, **s);
		if (size)
			f.size = 1u << (size - sizes);
		else
			f.letter = **s;
	}
	while (isspace((unsigned char)**s))
		++*s;
	return f;
}

void command_resume(enum resume kind, bool back, const char *count) {
	u64 n = 1;
	if (!needs_running())
		return;
	if (*count) {
		struct arena a = ARENA_INIT;
		struct eval e = {.arena = &a, .at = dbg.focus};
		struct value v;
		s64 times = 0;
		bool ok = eval_expr(&e, count, &v) && value_int(&e, &v, &times);
		if (!ok)
			command_error("%s", e.error);
		n = (u64)MAX(times, 0);
		arena_drop(&a);
		if (!ok || !n)
			return;
	}
	if (kind != RESUME_CONTINUE && kind != RESUME_TO && !state_warp(&dbg.focus)) {
		command_error("The thread in focus has ended.");
		return;
	}
	if (kind != RESUME_FINISH) /* steps start in the innermost frame */
		dbg.focus.frame = 0;
	dbg.request = (struct request){.kind = kind, .back = back, .count = n};
	resumes = true;
}

void command_start(void) {
	resumes = true;
}

/* ---- which command ----------------------------------------------------------------- */

static const struct command *const tables[] = {
	commands_run, commands_break, commands_data, commands_text, commands_user};

const struct command *command_find(const char *word, u32 *nfound) {
	const struct command *found = NULL;
	*nfound = 0;
	for (u32 i = 0; i < countof(tables); i++)
		for (const struct command *c = tables[i]; c->name; c++) {
			if (strcmp(word, c->name) == 0 ||
			    (c->least && strcmp(word, c->least) == 0)) {
				*nfound = 1;
				return c;
			}
			if (is_short_for(word, c->name)) {
				found = c;
				++*nfound;
			}
		}
	return found;
}

static void no_command(const char *word, u32 n) {
	if (n == 0) {
		command_error("Undefined command: \"%s\".  Try \"help\".", word);
		return;
	}
	say("Ambiguous command \"%s\": ", word);
	u32 shown = 0;
	for (u32 i = 0; i < countof(tables); i++)
		for (const struct command *c = tables[i]; c->name; c++)
			if (is_short_for(word, c->name))
				say("%s%s", shown++ ? ", " : "", c->name);
	command_error(".");
}

void command_help(const char *args) {
	char word[64];
	u32 n;
	if (next_word(&args, word, sizeof word)) {
		const struct command *c = command_find(word, &n);
		if (command_made_help(word))
			say("%s\n", command_made_help(word));
		else if (!c || n > 1)
			no_command(word, n);
		else
			say("%s%s%s -- %s\n", c->name, c->least ? ", " : "",
			    c->least ? c->least : "", c->help);
		return;
	}
	for (u32 i = 0; i < countof(tables); i++)
		for (const struct command *c = tables[i]; c->name; c++) {
			if (!*c->help)
				continue;
			say("%-18s %-6s %.*s\n", c->name, c->least ? c->least : "",
			    (int)strcspn(c->help, "\n"), c->help);
		}
	say("A command may be shortened as long as it is the only one. \"help NAME\" "
	    "tells more.\n");
}

bool command_line(const char *line) {
	char word[64];
	u32 n;
	failed = false;
	while (isspace((unsigned char)*line))
		line++;
	if (!*line || *line == '#')
		return true;
	const char *s = line;
	size_t len = 0; /* a format follows the word directly */
	while (isalnum((unsigned char)*s) || *s == '-' || *s == '_') {
		if (len + 1 < sizeof word)
			word[len++] = *s;
		s++;
	}
	word[len] = 0;
	while (isspace((unsigned char)*s))
		s++;
	if (*line == '!') {
		command_find("shell", &n)->run(line + 1);
		return !failed;
	}
	if (!len) {
		command_error("Undefined command: \"%.40s\".  Try \"help\".", line);
		return false;
	}
	if (command_made(word, s))
		return !failed;
	const struct command *c = command_find(word, &n);
	if (!c || n > 1)
		no_command(word, n);
	else
		c->run(s);
	return !failed;
}
