/* options.h - command lines from one table: parser, --help, --help=OPTION and the man
 * page.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/diag.h"
#include "base/vec.h"

VEC_TYPE(texts, const char *);

/* The words of a list; vec_each cannot declare two pointers to pointers. */
#define text_each(it, list)                                                       \
	for (const char **it = (list)->at, **it##_end = it ? it + (list)->n : it; \
	     it < it##_end; it++)

/* The kind of an option's value, and the type of the field that it sets. */
enum option_kind {
	OPTION_FLAG,    /* bool */
	OPTION_TEXT,    /* const char * */
	OPTION_MAYBE,   /* const char *; the value may be missing and is then "" */
	OPTION_LIST,    /* struct texts; may be given many times */
	OPTION_NUMBER,  /* u64; K, M and G multiply by 1024 */
	OPTION_SECONDS, /* u64 of milliseconds: "10", "0.5", "300ms", "2m" */
	OPTION_DIM,     /* u32[3]: "X", "X,Y" or "X,Y,Z"; what is left out is 1 */
	OPTION_CHOICE,  /* u32: index into the words of `arg`, which | separates */
};

struct option_row {
	const char *name; /* without the dashes */
	char letter;      /* 0 for none */
	u8 kind;
	u8 on_screen;      /* 0: only in the man page */
	u32 offset;        /* of the field */
	const char *group; /* heading; NULL: as the one before */
	const char *arg;   /* "N"; NULL for flags */
	const char *help;  /* one short line */
	const char *man;   /* more sentences for the man page; may be "" */
};

struct option_table {
	const char *program, *purpose;    /* "simtrun", "run PTX kernels without a GPU" */
	const char *const *usage;         /* lines, NULL-terminated */
	const char *const (*examples)[2]; /* command, what it does; ends with NULL */
	const struct option_row *row;
	u32 nrow;
	const char *const *notes;    /* lines at the end of the screen; NULL-terminated */
	const char *const *epilogue; /* paragraphs of the man page: heading, text, ...;
	                                NULL-terminated */
};

/* Fills *out; words that are no options go to `rest`. False after an error was reported
 * to d. */
bool options_parse(const struct option_table *t, void *out, struct texts *rest,
                   struct arena *a, struct diag *d, int argc, char **argv);
/* The word after the option at `at` and its value. */
int options_after(const struct option_table *t, int argc, char **argv, int at);
/* The first word that is neither an option nor the value of one; argc: there is none. */
int options_end(const struct option_table *t, int argc, char **argv);
/* The one of `words`, which | separates, that is meant by `value`; NULL: there is none
 * like it. */
const char *options_like_choice(struct arena *a, const char *words, const char *value);
/* The screen of --help. */
void options_help(const struct option_table *t, FILE *out);
/* One option in full; false if there is none of this name. */
bool options_help_one(const struct option_table *t, const char *name, FILE *out);
/* Completions for bash, zsh or fish; false: it is none of these. */
bool options_completion(const struct option_table *t, const char *shell, struct arena *a,
                        FILE *out);
/* Prints the help of --help=WHAT: "" the screen, an option, "all", "man", or a shell's
 * completions. False: there is no such option, which was reported. */
bool options_help_about(const struct option_table *t, const char *what, struct arena *a,
                        struct diag *d);
/* The option that is meant by a name that no option has; NULL: there is none like it. */
const char *options_like(const struct option_table *t, const char *name);
/* The manual page (roff). */
void options_man(const struct option_table *t, FILE *out);
