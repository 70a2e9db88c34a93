/* judge.h - simtrun --judge: a kernel from anywhere is compiled and run in processes that
 * can do nothing else, on inputs that are generated, and compared with a reference. Each
 * part has its file: the description of arguments (spec.c), inputs (cases.c), compilation
 * (compile.c), launches (launches.c), the reference (reference.c), what it comes to
 * (verdict.c), the document (report.c). docs/judge.md.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <sys/types.h>

#include "tools/simtrun/element.h"
#include "tools/simtrun/simtrun.h"

enum { JUDGE_PARAMS = 64, JUDGE_KERNELS = 64, JUDGE_NAME = 512 };

/* ---- spec.c: what the arguments are ------------------------------------------------ */

enum judge_role { ROLE_VALUE, ROLE_IN, ROLE_OUT, ROLE_INOUT, ROLE_SCRATCH };

struct judge_param {
	const char *name;
	u8 role;                /* enum judge_role */
	u8 type;                /* enum element; ELEM_COUNT: not known */
	u32 per;                /* elements in one of the C++ type: 4 of float4 */
	u32 bytes;              /* of the parameter */
	bool has_role, zero;    /* the role is given; the buffer begins with zeros */
	const char *length;     /* expression in C++ elements; NULL: the default */
	const char *low, *high; /* expressions: what random integers lie between */
	const char *values;     /* expressions of a scalar; NULL: the default */
	struct loc loc;
};

struct judge_tolerance {
	struct tolerance of_element; /* NaN, ftz, ulp, abs */
	double relative;
};

struct judge_spec {
	const char *kernel;
	struct judge_param *param; /* JUDGE_PARAMS */
	u32 nparam;
	bool has_args;
	const char *grid[3], *block[3], *cluster[3], *shared; /* NULL: the default */
	bool cooperative;
	bool no_special; /* no NaN, infinity, ... among the inputs */
	struct judge_tolerance tolerance;
	struct texts include; /* folders that the kernel may include from */
};

/* Reads the lines of a file that begin with "// judge:" or "# judge:"; `whole`: every
 * line. False after errors. */
bool spec_read(struct simtrun *run, struct judge_spec *s, const struct source_file *f,
               bool whole);

/* Values of names in expressions. */
struct judge_env {
	const char *name[JUDGE_PARAMS + 8];
	s64 value[JUDGE_PARAMS + 8];
	u32 n;
};
void env_set(struct judge_env *e, const char *name, s64 value);
/* NULL, or what is wrong with the expression. */
const char *judge_eval(const char *text, const struct judge_env *e, s64 *out);

/* ---- compile.c, launches.c: code that is not trusted, in processes of its own ------ */

/* A process, and what it leaves. */
struct judge_child {
	pid_t pid;
	int text; /* a file in memory, which it writes */
	int wstatus;
	bool is_over;
};
/* Its status if the system does not let it restrict itself. */
enum { CHILD_NO_SANDBOX = 71 };
extern const char judge_no_sandbox[]; /* `ended` says so */
/* Starts `body` in a process whose standard output and error are thrown away; it gets the
 * file and ends by exit. False: the system starts none. */
bool child_start(struct judge_child *c, void (*body)(void *ctx, int text), void *ctx);
void child_wait(struct judge_child *c);
/* The text that it has left, at most `most` bytes. */
const char *child_text(struct arena *a, struct judge_child *c, size_t most, size_t *len);
/* Memory that a child shares with its parent, zeroed. NULL: none. */
void *shared_memory(size_t bytes);

struct judge_code {
	const char *path;
	bool is_cuda, ok;
	const char *ptx;
	size_t len;
	u64 hash; /* of the PTX but its comments and file names, for a kernel to be judged
	           */
	const char *diagnostics; /* an object a line, or "" */
	const char *refused;     /* a file that it may not include, or NULL */
	const char *ended;       /* how the compiler ended, if it did not come back */
};
/* CUDA C++ to PTX, in a process that can read files, for limited time. */
void judge_compile(struct simtrun *run, const struct judge_spec *s, const char *path,
                   bool trusted, struct judge_code *c);

struct judge_kernel {
	char name[JUDGE_NAME];
	u32 nparam, reqntid[3], max_threads, cluster[3], shared_static;
	struct judge_use {
		u32 bytes;
		u8 scalar,
			type; /* enum element: the parameter's, and what it points to */
		bool is_pointer, is_loaded, is_stored, is_updated;
	} param[JUDGE_PARAMS];
};
struct judge_module {
	bool ok;
	u32 nkernel;
	struct judge_kernel kernel[JUDGE_KERNELS];
};
/* Loads the PTX in a sandbox. NULL: there is no memory; diagnostics go to `code`. */
struct judge_module *judge_probe(struct simtrun *run, struct judge_code *code);

/* ---- cases.c: generated inputs ----------------------------------------------------- */

struct judge_value {
	u64 bits;       /* of a scalar */
	const u8 *blob; /* of a larger parameter by value */
	u64 bytes;      /* of the buffer */
	u8 *start;      /* what the buffer begins with; NULL: a pattern */
	u8 *want;       /* what the reference leaves, NULL: not compared */
	u8 *wrote;      /* a byte per element: the reference has written it */
	struct judge_tolerance tolerance;
};

struct judge_case {
	const char *name;
	u32 grid[3], block[3], cluster[3], shared;
	bool cooperative, special;
	const struct judge_case *twin; /* the same sizes, other inputs */
	struct judge_value *value;     /* per parameter */
};

struct judge_cases {
	struct judge_case *at;
	u32 n;
};
/* NULL, or why there are none. */
const char *cases_make(struct simtrun *run, const struct judge_spec *s, u64 seed,
                       struct judge_cases *out);

/* ---- launches.c -------------------------------------------------------------------- */

/* The bytes of buffers that a launch is to write, before it. */
enum { FILL_A = 0xa5, FILL_B = 0x5a };

enum judge_doubt {
	DOUBT_INPUT_CHANGED,
	DOUBT_OLD_CONTENTS,
	DOUBT_STATEFUL,
	DOUBT_ORDER,      /* results differ by more than the tolerance */
	DOUBT_ORDER_BITS, /* they differ by less */
	DOUBTS
};

struct judge_place {
	bool any;
	u32 param;
	u64 index;
};

/* What a process has to say of a case. */
struct judge_outcome {
	bool has_begun, is_done;
	bool keeps;     /* the checked launch has changed the module's variables */
	u32 status;     /* enum simt_status of the first launch that failed */
	u32 fault_kind; /* enum simt_fault_kind */
	char stage[24], fault[400], code[8], source[256], inst[128];
	u32 cta[3], thread[3];
	struct judge_place doubt[DOUBTS];
	u64 printed; /* bytes */
	char print[512];
	u64 warp_insts;
};

struct judge_job {
	struct simtrun *run;
	const struct judge_spec *spec;
	const struct judge_code *code;
	const char *kernel;
	const struct judge_case *c;
	struct judge_outcome *outcome;
	u8 **left;      /* per parameter, shared: what the launch leaves */
	u8 **unwritten; /* per parameter, shared: a byte per element */
	bool orders;    /* run under other schedules, too */
	struct judge_child child;
};
/* Starts the launches of a case under the checks: its findings are the child's text. */
bool judge_launch(struct judge_job *j);
/* Starts one launch that is counted: its profile is the child's text. */
bool judge_count(struct judge_job *j);
/* Runs all cases with a reference's kernel, in one process; fills in what is wanted.
 * NULL, or what went wrong. */
const char *judge_reference_launches(struct judge_job *j, struct judge_cases *cases);
/* Whether a buffer's results are compared. */
bool is_result(const struct judge_param *p);
/* Whether a value is what is wanted, within the tolerance. */
bool judge_equal(enum element e, const struct judge_tolerance *t, u64 want, u64 got);

/* ---- reference.c ------------------------------------------------------------------- */

struct judge_reference {
	const char *path;
	enum {
		REFERENCE_DEVICE,
		REFERENCE_HOST,
		REFERENCE_SCRIPT,
		REFERENCE_RECORDED
	} kind;
	const struct source_file *text;
	struct judge_code code;
	const struct judge_module *module;
	const struct judge_kernel *kernel;
	const struct launch_file *recorded;
};
/* Reads it, and the description in it. NULL, or what is wrong. */
const char *reference_open(struct simtrun *run, const char *path, struct judge_spec *s,
                           struct judge_reference *r);
/* Fills in what the cases are to leave. NULL, or what went wrong. */
const char *reference_run(struct simtrun *run, struct judge_reference *r,
                          const struct judge_spec *s, struct judge_cases *cases);
/* The cases of a launch file. NULL, or what is wrong. */
const char *reference_cases(struct simtrun *run, const struct judge_reference *r,
                            struct judge_spec *s, const struct judge_kernel *k,
                            struct judge_cases *out);

/* ---- signature.c ------------------------------------------------------------------- */

/* Completes the parameters by what the kernel's name and code say; `lead`: the kernel
 * decides about roles that are not given. */
void signature_complete(struct arena *a, struct judge_spec *s,
                        const struct judge_kernel *k, bool lead);
/* "add" of "add(float const*, int)" or "void add<int>(int*)". */
const char *signature_base(struct arena *a, const char *mangled);
/* The kernel that is meant; NULL: none, or more than one. */
const struct judge_kernel *signature_find(struct arena *a, const struct judge_module *m,
                                          const char *name);

/* ---- verdict.c --------------------------------------------------------------------- */

struct judge_reason {
	const char *name, *text;
	int status; /* exit status */
};

struct judge_finding {
	const char *tool, *rule, *what, *file, *function, *inst, *note, *in_case;
	u32 line, thread[3], block[3], times;
	bool is_hint;
	struct {
		const char *file;
		u32 line;
	} other;
};

struct judge_result { /* of a buffer in a case */
	u64 elements, compared, wrong, unwritten, beyond;
	u64 index, want, got; /* the first that is wrong */
	double worst_ulp;
	bool is_far; /* a difference that has no number, as between NaN and 1 */
};

struct judge_hint {
	const char *name, *text;
};

struct judgement {
	struct simtrun *run;
	struct arena *arena;
	struct judge_spec spec;
	struct judge_code code;
	const struct judge_kernel *kernel;
	struct judge_reference *reference;
	struct judge_cases cases;
	struct judge_job *job;        /* per case */
	struct judge_result **result; /* per case, per parameter */
	u32 nrun;                     /* cases before the first that did not end */
	const char *counters;         /* a profile, or NULL */
	VEC(struct judge_reason) reason;
	VEC(struct judge_finding) finding;
	VEC(struct judge_hint) hint;
};
void judge_say(struct judgement *j, int status, const char *name, const char *fmt, ...)
	PRINTF_LIKE(4, 5);
void judge_hint(struct judgement *j, const char *name, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
/* Looks at what the processes have left. */
void verdict_read(struct judgement *j);
void verdict_hints(struct judgement *j);
/* The exit status: that of the reason which comes first in docs/judge.md. */
int verdict_status(const struct judgement *j);

/* ---- report.c ---------------------------------------------------------------------- */

void report_write(const struct judgement *j, FILE *out);
