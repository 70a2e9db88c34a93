/* ci.h - simt ci: a project is configured, built and tested with simt in the toolkit's
 * place and with checks on; one table tells how it went.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tools/simtrun/simtrun.h"

/* What the command line says; fields as options set them. */
struct wishes {
	const char *folder, *work, *configure, *build, *test, *check, *sarif, *lcov,
		*trace, *markdown, *help, *topology, *ranks;
	struct texts arg;
	u32 system;
	u64 jobs, timeout_ms, bytes;
	bool verbose, github, version;
};

/* ---- plan.c: what is to be run ---- */

enum system {
	SYSTEM_AUTO,
	SYSTEM_CMAKE,
	SYSTEM_MESON,
	SYSTEM_AUTOTOOLS,
	SYSTEM_MAKE,
	SYSTEM_PYTEST,
	SYSTEM_COMMAND, /* the command line brings the commands */
};

/* Commands for sh; NULL: there is no such step. */
struct plan {
	enum system system;
	const char *configure, *build, *test;
	const char
		*results; /* the file in JUnit's format that the tests write, or NULL */
};

/* The folder's build system and its commands. False: it is not known. `source` and `work`
 * are absolute. */
bool plan_make(struct arena *a, const struct wishes *w, const char *source,
               const char *work, struct plan *p);
/* The word as sh reads it. */
const char *shell_word(struct arena *a, const char *word);

/* ---- results.c: what the steps did ---- */

enum outcome { OUTCOME_OK, OUTCOME_FAILED, OUTCOME_SKIPPED };

struct test_result {
	const char *name;
	enum outcome outcome;
	double seconds;
	u64 findings; /* that its output tells of */
};
VEC_TYPE(test_results, struct test_result);

/* The tests of a file in JUnit's format, as CTest, Meson and pytest write it. */
void results_of_junit(struct arena *a, const char *text, struct test_results *out);
/* The tests of what `make check` prints, as Automake's harness does. */
void results_of_lines(struct arena *a, const char *text, struct test_results *out);

/* ---- findings.c: what checked mode found ---- */

struct ci_finding {
	const char *kind, *what, *func, *file, *detail;
	u32 line;
	u64 times;
};
VEC_TYPE(ci_findings, struct ci_finding);

/* Reads every record in the files of the folder; equal ones become one. */
void findings_read(struct arena *a, const char *folder, struct ci_findings *out);
/* sarif.c. False: it cannot be written, and errno says why. */
bool findings_sarif(const struct ci_findings *f, const char *source, const char *path);

/* ---- model.c ---- */

/* Prints what a collective costs. Returns what is wrong with the command line, or NULL.
 */
const char *model_run(struct arena *a, const struct wishes *w, const char *word);

/* ---- files.c ---- */

/* The text of a file, with a zero after it; NULL: it cannot be read. */
char *ci_text(struct arena *a, const char *path);
bool ci_make_folders(struct arena *a, const char *path);
/* Removes the files of a folder, not its folders. */
void ci_empty(struct arena *a, const char *folder);
/* Paths of its files, by name. */
void ci_files(struct arena *a, const char *folder, struct texts *out);
/* Writes the files of the folder one after the other. */
bool ci_join(struct arena *a, const char *folder, const char *path);

/* ---- report.c ---- */

struct step {
	const char *name, *log; /* log: what it printed; NULL: on the screen */
	int status;             /* -1: it was not run */
	bool late;              /* the time was over */
	double seconds;
};

struct report {
	struct step step[3];
	u32 nstep;
	struct test_results test;
	struct ci_findings finding;
	double seconds;
};

void report_print(const struct report *r, FILE *out);
bool report_markdown(const struct report *r, const char *path);
/* The end of what a step printed. */
void report_log(struct arena *a, const struct step *s, FILE *out);
/* The exit status that the report means. */
int report_status(const struct report *r);
