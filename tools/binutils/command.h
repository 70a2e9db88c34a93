/* command.h - the command lines of the toolkit's small commands: as nvcc's, an option has
 * a long name with two dashes and a short one of any length with one; its value is the
 * next word or follows '='.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "tools/simtrun/options.h"

enum command_kind {
	COMMAND_FLAG,    /* bool */
	COMMAND_TEXT,    /* const char * */
	COMMAND_LIST,    /* struct texts; commas separate words, and it may be repeated */
	COMMAND_WORDS,   /* struct texts; one word each time that it is given */
	COMMAND_CHOICE,  /* const char *, one of the words of `arg` between bars */
	COMMAND_REFUSED, /* why it is not supported is in `why` */
};

struct command_option {
	const char *name, *letter; /* without dashes */
	enum command_kind kind;
	const char *arg; /* "<file>"; NULL: it takes no value */
	const char *help;
	void *value;
	const char *why;
};

struct command {
	const char *program, *usage, *purpose;
	const struct command_option *option;
	u32 noption;
	int failure; /* the exit status after an error */
};

enum { COMMAND_GOES_ON = -1 };

/* Reads the words; those that are no options go to `files`. --help, --version and
 * --options-file are everywhere. Returns COMMAND_GOES_ON, or the exit status. */
int command_read(const struct command *c, struct arena *a, int argc, char **argv,
                 struct texts *files);
/* Prints "PROGRAM fatal   : ..." and returns the exit status. */
int command_fail(const struct command *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The bytes of a file, with a zero after them; NULL: it cannot be read, which was told.
 */
char *command_file(const struct command *c, struct arena *a, const char *path,
                   size_t *size);
/* Writes a file. False: an error was told. */
bool command_write(const struct command *c, const char *path, const void *data,
                   size_t size);
