/* command.h - command lines: the tables of commands, and the words of their arguments.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/debug/session.h"
#include "runtime/debug/value.h"

typedef void command_fn(const char *args);
struct command {
	const char *name;  /* in full */
	const char *least; /* the shortest form that means it although others begin like
	                      it; NULL: none */
	command_fn *run;
	const char *help;
};
extern const struct command commands_run[], commands_break[], commands_data[],
	commands_text[], commands_user[];

/* Reads and executes one command line; false: it failed, and the error was printed. */
bool command_line(const char *line);
/* Whether a command lets the launch, or the program, go on: no more commands until it
 * stops. */
bool command_resumes(void);
void command_error(const char *fmt, ...) PRINTF_LIKE(1, 2);
/* Returns the command that a word means; n: how many it could be. */
const struct command *command_find(const char *word, u32 *n);
/* Does a command that the user has made; false: there is none of this name. */
bool command_made(const char *word, const char *args);
/* Returns its help; NULL: there is none. */
const char *command_made_help(const char *word);
/* Shows what the user wants to see at each stop. */
void show_layout(void);
/* Prints "FORMAT", VALUE... to `out`; false: *e says why it cannot. */
bool format_values(struct eval *e, FILE *out, const char *args);
/* Asks a front to let the program go on. */
void command_resume(enum resume kind, bool back, const char *count);
/* Lets the program begin. */
void command_start(void);
void command_help(const char *args);
/* True if a kernel is stopped; else prints the error. */
bool needs_running(void);

/* Whether `word` is a beginning of `name`, at least one letter. */
bool is_short_for(const char *word, const char *name);
/* Copies the first word of *s to `word`; *s moves past it and the blanks after it. */
bool next_word(const char **s, char *word, size_t size);
/* Reads "/4x", a slash and letters; *s moves past it. */
struct format take_format(const char **s);
