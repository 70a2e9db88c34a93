/* command.h - a command line of g++ -E as options of the preprocessor.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "preprocessor/preprocessor.h"

struct pp_command {
	struct pp_options options; /* without the host */
	struct pp_names host; /* the compiler, and its options that decide about macros */
	bool no_host_folders; /* -nostdinc */
	const char *output;   /* -o, or NULL */
	const char *warned; /* an option for warnings that ours does not give, or NULL */
	/* the rule for make */
	bool writes_rule;    /* -M and its like */
	bool only_rule;      /* -M, -MM: no text */
	bool skips_system;   /* -MM, -MMD */
	bool has_phony;      /* -MP */
	const char *rule;    /* -MF, or NULL */
	const char *targets; /* -MT, -MQ, or NULL */
};

/* Reads the words of a command, whose first is the compiler. False: an option is
 * preprocessing of a kind that only the compiler can do, *why is its text. */
bool pp_read_command(struct arena *a, const char *const *word, struct pp_command *c,
                     const char **why);
