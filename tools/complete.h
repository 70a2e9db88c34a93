/* complete.h - completions of a program's options for bash, zsh and fish.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/base.h"
#include "base/vec.h"

/* One name of an option; an option of two names is two of these. */
struct complete_option {
	const char *name; /* with its dashes: "-o", "--output-file" */
	const char *arg;  /* "FILE"; NULL: it takes no value */
	const char *help;
	bool is_choice; /* the value is one of arg's words, which | separates */
	bool is_maybe;  /* the value may be missing; only what follows '=' is one */
};

VEC_TYPE(complete_options, struct complete_option);

struct complete_table {
	const char *program;
	const struct complete_option *option;
	u32 noption;
	bool runs_program; /* the first word that is a command ends the options */
};

/* Writes the completions for a shell. False: it knows no such shell. */
bool complete_write(const struct complete_table *t, const char *shell, FILE *out);
