/* simtrun.h - settings, exit statuses and reports of simtrun.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/api.h"
#include "tools/simtrun/options.h"

enum exit_status {
	EXIT_OK = 0,
	EXIT_USAGE = 1,   /* options, files, shapes and arguments that cannot be */
	EXIT_COMPILE = 2, /* the PTX has errors, or needs what this version lacks */
	EXIT_FAULT = 3,   /* a kernel did something wrong */
	EXIT_TIMEOUT = 4,
	EXIT_DEADLOCK = 5,
	EXIT_DIFFERS = 6, /* a kernel ran, and a result is not the expected one */
	EXIT_INTERNAL = 70,
};

enum { BACKEND_AUTO, BACKEND_INTERP, BACKEND_JIT }; /* settings.backend */
enum { APPROX_EXACT, APPROX_FAST };                 /* settings.approx */

/* Fields that options set; see the table in run.c. */
struct settings {
	/* launch by hand */
	const char *kernel;
	u32 grid[3], block[3], cluster[3];
	u64 shared;
	bool cooperative;
	struct texts arg, launch_block;
	/* show */
	bool sandbox, list, check_only, explain_vectorization, verbose, quiet, version;
	const char *dump, *changes, *explain, *page, *passes, *recording, *record_warps,
		*record_steps, *check, *help, *native, *native_cpu;
	/* run */
	u32 backend, approx, color, format;
	const char *device, *compare_devices, *cpu, *profile, *coverage, *trace, *inject,
		*debug;
	struct texts command;
	bool batch;
	const char *schedule, *record_schedule, *replay_schedule, *launch;
	bool weak, litmus, judge;
	const char *against, *judge_spec, *ulp, *rel, *abs;
	u64 timeout_ms, threads, seed, jobs, memory, step_limit, max_errors, optimize;
	bool check_optimizer, no_signed_wrap;
};

struct simtrun {
	struct settings set;
	struct arena arena;
	struct sources sources;
	struct diag diag;          /* of the command line and of launch files */
	bool color;                /* on stderr */
	struct source_file *input; /* the PTX file, once it is read */
	int argc;                  /* the command line as it was given */
	char **argv;
	struct texts paths; /* files among it */
};

/* Prints what run->diag holds, to stderr. */
void flush_diag(struct simtrun *run);
/* Opens a device as the settings say. NULL after an error was printed. */
struct simt_device *open_device(struct simtrun *run);
struct simt_load_options load_options(const struct simtrun *run);
/* The exit status of a failed call; `dev` tells timeouts, deadlocks and faults apart. */
int exit_of(const struct simt_device *dev, enum simt_status s);
/* Ctrl-C stops the launch that runs on this device; NULL: none. */
void interrupt_device(struct simt_device *dev);

/* filerun.c: runs one launch file; counts launches. Lines for people go to stdout. */
struct tally {
	u64 passed, failed;
	int status; /* of the first failure */
};
void run_launch_file(struct simtrun *run, const char *path, struct tally *t);

/* litmus/litmus.c: litmus tests. The exit status. */
int run_litmus(struct simtrun *run, const struct texts *paths);

/* judge/judge.c: judges kernels against --against; JSON on stdout. The exit status: of
 * the first file that does not pass. */
int run_judge(struct simtrun *run, const struct texts *paths);

/* jobs.c: runs the files, `jobs` at a time in processes of their own, and prints in
 * order. */
void run_files(struct simtrun *run, const struct texts *paths, u32 jobs, struct tally *t);

/* byhand.c: a launch from the command line. The exit status. */
int run_by_hand(struct simtrun *run, const char *path);
/* The same launch on the two devices of --compare-devices; shows where results differ. */
int compare_devices(struct simtrun *run, const char *path);

/* page/page.c: writes a page about the kernels of a file to `to` ("-": stdout). The exit
 * status. */
int show_page(struct simtrun *run, const char *path, const char *to);

/* compiled.c: says that this simt was built without LLVM, where it was. The exit status.
 */
int no_llvm(struct simtrun *run);
/* native.c */
/* Writes host code of the file's kernels to `to`, for simtcc --native. The exit status.
 */
int write_native(struct simtrun *run, const char *path, const char *to);
/* launch_block.c */
/* The next block of --launch-block=KERNEL=X,Y,Z, from *at on, for a kernel by the name
 * that people write or that the linker knows; "*" is all. False: there is no other. */
bool launch_block(const struct simtrun *run, struct arena *a, const char *kernel, u32 *at,
                  u32 block[3]);

/* sandbox.c */
/* --sandbox: the limits that were not given. False: options that do not go with it, which
 * was said. */
bool sandbox_options(struct simtrun *run);
/* Reads the PTX file, and closes the sandbox after that if it was asked for. NULL: why
 * not is in run->diag. */
struct source_file *input_load(struct simtrun *run, const char *path);
/* For a launch file: sets the limits and the filter under which files can only be read.
 * Then, when it was read: takes in the files that it names and closes the sandbox. False:
 * why not is in run->diag. */
struct launch_file;
/* Sets the limits and the filter under which no file can be opened. */
bool sandbox_shut(struct simtrun *run);
bool sandbox_begin(struct simtrun *run);
bool sandbox_take(struct simtrun *run, const struct launch_file *f);
/* A file that was taken in; NULL: none of this name. */
const struct source_file *sandbox_taken(const char *path);
/* A file of an argument: one that was opened or read before the sandbox was shut, or
 * opened now. */
FILE *kept_open(const char *path, bool write);

/* show.c, dump.c: --list, --check-only; --dump, --print-changed. The exit status. */
int show_list(struct simtrun *run, const char *path);
int show_dump(struct simtrun *run, const char *path, const char *what);
int show_changes(struct simtrun *run, const char *path, const char *form);
/* The same to a file. */
int write_changes(struct simtrun *run, const char *path, const char *form, FILE *out);
int show_check(struct simtrun *run, const char *path);
/* Loads the file on a device. The exit status of a failure, which was printed. */
int show_load(struct simtrun *run, const char *path, struct simt_device **dev,
              struct simt_module **m);

/* program.c: CUDA programs, and programs that run such, with this project's libraries. */
/* Checks whether it is an executable file of machine code. */
bool is_program(const char *path);
/* Checks whether the name ends as those of PTX, launch files and litmus tests do. */
bool is_input_name(const char *name);
/* The file to run for a word of the command line: a program or script, by its path or,
 * without a slash, in the current folder or in PATH. NULL: it names no program; errno
 * says why, and is 0 for a file of another kind. */
const char *program_of(struct arena *a, const char *word);
/* The folder of the CUDA libraries beside this program. False: it is not there. */
bool program_libraries(struct arena *a, const char **out);
/* Programs that are started from now on, and have a CUDA runtime linked in, use that
 * folder's (runtime/redirect). */
void program_redirects(struct arena *a, const char *libs);
/* Runs it; comes back only if it cannot be run. */
int run_program(struct simtrun *run, const char *path, char **argv);
/* Restores what Ctrl-C did before main. */
void signal_defaults(void);

/* compiled.c: what LLVM's passes change in what the JIT makes of each kernel, on stdout;
 * enum change_report_form. The exit status. */
int show_llvm_changes(struct simtrun *run, const char *path, u32 form);
struct func;
/* The same of one kernel that the JIT takes, for a block shape, as JSON; with LLVM only.
 */
void write_llvm_changes(const struct simt_module *m, const struct func *f,
                        const u32 block[3], FILE *out);
/* What the JIT makes of the kernels of a file: --dump=llvm,llvm-opt,asm (a set of bits,
 * in this order; one of them with `json`) and --explain-vectorization. The exit status.
 */
int show_compiled(struct simtrun *run, const char *path, u32 stages, bool json,
                  bool explain);
