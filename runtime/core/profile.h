/* profile.h - profiles and coverage: counts of all devices until the process ends.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/profile.h"
#include "runtime/core/device.h"

enum flop {
	FLOP_FADD,
	FLOP_FMUL,
	FLOP_FFMA,
	FLOP_DADD,
	FLOP_DMUL,
	FLOP_DFMA,
	FLOP_COUNT
};

/* The counts that metrics are made of. */
struct totals {
	u64 inst, threads, on;
	u64 branches, split, barriers, waits;
	u64 flop[FLOP_COUNT];
	struct profile_count op[PROFILE_OP_COUNT];
};

void totals_add(struct totals *t, const struct inst *in, const struct profile_count *c);

struct occupancy {
	u32 blocks, warps, shared, registers; /* ctas of a multiprocessor that each lets
	                                         be resident; 0: no limit */
	u32 ctas;
	double percent; /* of the warps that it can have */
};

struct line_totals {
	const char *file;
	u32 line;
	struct totals t;
};

/* A kernel, all its launches together. */
struct kernel_profile {
	struct kernel_profile *next;
	const char *name;
	struct simt_module *module; /* NULL: it is gone, and line[] is filled */
	const struct func *func;
	u64 nlaunch;
	struct totals t;
	struct occupancy occupancy; /* of the last launch */
	struct profile p;           /* per instruction, while there is a module */
	struct line_totals *line;   /* by file and line */
	u32 nline;
};

struct launch_profile {
	const struct kernel_profile *kernel;
	u32 grid[3], block[3], cluster[3], shared_static, shared_dynamic;
	struct occupancy occupancy;
	struct totals t;
};

enum { LAUNCHES_KEPT = 4096 };

struct profile_results {
	const char *device;
	struct kernel_profile *kernel; /* in the order of first launches */
	VEC(struct launch_profile) launch;
	u64 launches_left_out;
};

/* The form of the output; a NULL path is stderr. */
enum profile_format { PROFILE_OFF, PROFILE_TEXT, PROFILE_JSON };

/* "1", "text", "json", with ":file" after it; "" and "0" are off. `profile` and
 * `coverage` (a file) win over SIMT_PROFILE and SIMT_COVERAGE. *on: counters are wanted.
 */
enum simt_status profile_options(const char *profile, const char *coverage,
                                 const char *device, bool *on);

/* A launch of a kernel of the module begins, and has ended. */
void profile_begin(struct simt_module *m, struct launch *l);
void profile_finish(struct simt_module *m, struct launch *l, struct occupancy o);
/* The module is about to be unloaded: counts by instruction become counts by line. */
void profile_forget(struct simt_module *m);

/* launch.c: `regs` of a thread, 0 if they are not to count. */
struct occupancy launch_occupancy(const struct device_limits *lim, u32 threads,
                                  u32 shared_total, u32 regs);

/* profile_report.c */
void profile_print(FILE *out, const struct profile_results *r);
void profile_print_json(FILE *out, const struct profile_results *r);

/* coverage.c: adds what each line and branch of the module's code did. NULL counts:
 * nothing ran. */
void coverage_add(struct simt_module *m, const struct kernel_profile *kernels);
/* As lcov's geninfo writes it. */
void coverage_print(FILE *out);
/* The place of an instruction: the source line, or that of the PTX. */
const char *profile_place(struct simt_module *m, const struct func *f,
                          const struct inst *in, u32 *line);
