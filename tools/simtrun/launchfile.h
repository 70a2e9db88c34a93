/* launchfile.h - a .launch.json in memory. The format is described in docs/testing.md.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "tools/simtrun/element.h"

enum launch_arg_kind { ARG_IN, ARG_OUT, ARG_INOUT, ARG_SCRATCH, ARG_SCALAR, ARG_BYTES };

struct launch_arg {
	u8 kind, type;      /* enum element of what is compared, or of the scalar */
	const char *file;   /* in, inout: start contents */
	const char *expect; /* out, inout */
	const char *shown;  /* the expected file as the launch file names it */
	u64 at, bytes;      /* part of `expect`; size of scratch */
	bool has_bytes;     /* else all that follows `at` */
	struct tolerance tolerance;
	u8 *value; /* scalar, bytes */
	u32 value_bytes;
};

struct launch_entry {
	const char *name, *kernel;
	u32 grid[3], block[3], cluster[3]; /* cluster: 0 if absent */
	u32 shared;
	bool cooperative;
	struct launch_arg *arg;
	u32 narg;
};

struct launch_file {
	const char *path, *module; /* as paths from the current folder */
	struct launch_entry *launch;
	u32 nlaunch;
};

/* NULL after errors were reported to d. Everything lives in `a`. */
struct launch_file *launchfile_load(struct arena *a, struct sources *sources,
                                    struct diag *d, const char *path);
