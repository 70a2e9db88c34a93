/* preprocessor.h - the phases of translation 1 to 4 of C++: a source becomes a text
 * without directives and macros, with line markers as GCC writes them. The macros and
 * folders of a host compiler are given (host.h); nothing is asked from one here.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/vec.h"

/* A folder that #include searches. */
struct pp_dir {
	const char *path;
	bool is_system; /* its headers give no warnings; markers have the flag 3 */
	bool is_c;      /* they are not C++: markers have the flag 4 too */
	bool is_after;  /* as with -idirafter, searched last */
	bool is_quote;  /* as with -iquote, only for names in quotes */
};

/* A header that is given as a text. It is found before files, by #include "" and <>. */
struct pp_header {
	const char *name, *text;
};

/* Answers to __has_builtin and the like. */
enum pp_question {
	PP_HAS_ATTRIBUTE,
	PP_HAS_CPP_ATTRIBUTE,
	PP_HAS_BUILTIN,
	PP_HAS_FEATURE,
	PP_QUESTIONS,
};

/* What a host compiler knows before the first line. */
struct pp_host {
	const char *macros; /* a text of #define directives */
	const struct pp_dir *dir;
	u32 ndir;
	/* The value of a question; NULL: 0 to all. */
	u32 (*answer)(void *ctx, enum pp_question question, const char *name);
	void *ctx;
	bool has[PP_QUESTIONS]; /* the compiler knows this question */
};

/* A step before the source is read, in the order of the command line. */
struct pp_step {
	enum pp_step_kind {
		PP_DEFINE,   /* NAME, NAME=VALUE or NAME(PARAMETERS)=VALUE */
		PP_UNDEFINE, /* NAME */
		PP_INCLUDE,  /* a file, as if the first line included it */
		PP_IMACROS,  /* the same, of which only the macros stay */
	} kind;
	const char *text;
};

VEC_TYPE(pp_names, const char *);

struct pp_options {
	const char *source;         /* the name of the source: a path, unless */
	const char *text;           /* the text is given, or NULL */
	const struct pp_host *host; /* NULL: no macros, no folders */
	const struct pp_dir *dir;   /* searched before those of the host */
	u32 ndir;
	const struct pp_step *step;
	u32 nstep;
	const struct pp_header *header;
	u32 nheader;
	const char *own;      /* the folder of the toolkit's headers: what they include is
	                         there      before it is a given text; NULL: none */
	bool has_p_exponents; /* 0x1p+3 is one number: C++17, or GNU's dialects */
	bool is_strict;       /* -std=c++17, not -std=gnu++17: `, ## __VA_ARGS__` */
	bool expands_omp;     /* macros in #pragma omp are expanded: -fopenmp */
	bool marks_macros;    /* markers around what system headers' macros leave in
	                         other files: GCC's -ftrack-macro-expansion */
	bool no_markers;      /* -P */
	bool no_warnings;     /* -w */
	bool more_warnings;   /* -Wall, -Wextra: more is doubtful */
	bool missing_is_fine; /* -MG: headers that are not found are only listed */
	u64 most;             /* bytes of the result; 0: 1 GiB */
	/* Real paths of the folders that headers may lie in, or below; none: anywhere. */
	const char *const *root;
	u32 nroot;
};

struct pp_result {
	char *text; /* len bytes, two zeros after them */
	size_t len;
	struct pp_names file;   /* what was read, in the order of the first time */
	struct pp_names system; /* those of them that are system headers */
	const char *refused; /* a file that was asked for and lies elsewhere, or NULL */
	bool is_doubtful; /* compilers may warn of what is in the files, see pp_doubt */
};

/* Preprocesses. The result lies in the arena, errors are reported to d, whose sources get
 * the files that were read. False if there were errors. */
bool preprocess(struct arena *a, struct diag *d, const struct pp_options *o,
                struct pp_result *r);

/* Writes the rule of a Makefile that lists the files: target: files. `targets` is text
 * that is already quoted. skip_system: -MM, -MMD. phony: -MP. */
void pp_write_rule(FILE *out, const struct pp_result *r, const char *targets,
                   bool skip_system, bool phony);
