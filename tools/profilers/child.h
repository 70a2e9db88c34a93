/* child.h - programs that a tool starts and whose files it reads afterwards: profiles or
 * timelines of each of their processes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <sys/types.h>

#include "tools/simtrun/simtrun.h"

struct child {
	const char *folder; /* for files of its processes */
	pid_t pid;
	int status; /* as a shell has it */
};

/* A folder for files; false: it cannot be made, which was told. */
bool child_folder(struct simtrun *run, struct child *c);
/* Runs the program as simtrun does, and waits for it. False: it cannot be found, which
 * was told. */
bool child_run(struct simtrun *run, struct child *c, char **argv);
/* Paths of the files in the folder, by name: numbers by their value. */
void child_files(struct arena *a, const struct child *c, struct texts *out);
/* Removes the folder. */
void child_clean(struct arena *a, const struct child *c);

/* PATH, or PATH with the ending if it has none of its own; "report1" and so on for NULL.
 */
const char *report_path(struct arena *a, const char *path, const char *ending);

/* The name of the function alone: without result, scopes, template arguments and
 * parameters. */
const char *kernel_base_name(struct arena *a, const char *name);
