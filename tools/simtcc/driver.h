/* driver.h - the driver: its command, the toolkit's places, the steps.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <sys/types.h>

#include "tools/simtcc/option.h"

/* Exit statuses, as nvcc's. */
enum { CC_OK = 0, CC_FAILED = 1, CC_DEVICE_ERRORS = 2 };

/* The kind of a file, by its suffix or -x. */
enum cc_input_kind {
	INPUT_CU,
	INPUT_CXX,
	INPUT_C,
	INPUT_CXX_PREPROCESSED,
	INPUT_C_PREPROCESSED,
	INPUT_PTX,
	INPUT_FATBIN,
	INPUT_CUBIN,
	INPUT_OBJECT, /* object, archive, shared library: for the linker */
	INPUT_UNKNOWN,
};

struct cc_arch {
	u32 sm;      /* 90 */
	char suffix; /* 'a', 'f' or 0 */
};
VEC_TYPE(cc_archs, struct cc_arch);

/* The first launch of a kernel in the source. */
struct cc_shape {
	const char *kernel;
	u32 block[3];
	bool is_known; /* false: it is computed when the program runs */
};
VEC_TYPE(cc_shapes, struct cc_shape);

/* A message that was told: a line of a source. Of the device half without its text. */
struct cc_told {
	const char *file, *text;
	u32 line;
	enum diag_code code;
	bool is_error;
};
VEC_TYPE(cc_tolds, struct cc_told);

/* A file of the host half, and whether it is a system header. */
struct cc_library_file {
	const char *file;
	bool is_library;
};
VEC_TYPE(cc_library_files, struct cc_library_file);

struct cc {
	struct arena arena;
	struct cc_settings set;
	struct cc_archs arch;   /* at least one; PTX is made for each */
	const char *top;        /* the toolkit's tree: bin include lib64 nvvm */
	const char *bin;        /* where this program is */
	const char *cxx;        /* the host compiler */
	const char *temp_dir;   /* NULL until the first temporary file */
	const char *saved_temp; /* the folder for temporary files with -objtemp */
	struct texts temp;      /* files to remove at the end */
	bool show;              /* --dryrun or -v */
	struct texts words;     /* the command line, with what the environment adds */
	bool has_remarked;      /* told how to suppress warnings by number */
	FILE *time;             /* the table of -time, or NULL */
	FILE *trace;            /* the trace of -fdevice-time-trace, or NULL */
	u64 trace_start_us;
	u32 ntrace;              /* events in the trace */
	const char *source;      /* the one being compiled, for -time */
	struct texts toolkits;   /* header folders of other CUDA toolkits */
	bool uses_cccl;          /* the source includes headers of their CCCL */
	const char *recording;   /* the recording of a run for --explain, or NULL */
	struct cc_shapes shapes; /* the source's launches, for --explain */
	const char *locals; /* the suffix of the source's names of internal linkage, or
	                       NULL */
	bool explains_host; /* errors of the device half explain those of the host
	                       compiler */
	struct cc_tolds told;
	const char *host_text, *marked; /* the host half as preprocessed: path, text */
	struct cc_library_files library_file;
	bool is_clang;      /* whose messages are told */
	bool is_permissive; /* they are those of a cc_permissive_command */
	bool makes_errors;  /* whose warnings are errors */
	bool wants_run;     /* --explain must run the program to learn its launches */
	bool has_run;       /* the program was run for that */
};

/* ---- toolkit.c: places, architectures ---- */

/* Finds the toolkit's tree and the host compiler. False after a message. */
bool cc_find_toolkit(struct cc *cc);
/* clangd.c: --clangd. */
bool cc_print_clangd(struct cc *cc, FILE *out);
/* Reads -arch, -code and -gencode into cc->arch. False after a message. */
bool cc_find_archs(struct cc *cc);
/* Adds "-I", "-isystem" and folders, in the order of the search: other CUDA toolkits come
 * after ours. */
void cc_add_search(struct cc *cc, struct texts *t);
/* Whether preprocessed text includes headers of another toolkit's CCCL although our
 * headers came first. CCCL cannot be mixed with ours, so cc_add_search then puts it
 * first. Returns true only once. */
bool cc_turns_to_cccl(struct cc *cc, const char *text);
void cc_print_version(FILE *out);
/* Prints the names for -list-gpu-arch and -list-gpu-code. */
void cc_list_archs(bool arch, bool code, FILE *out);
/* Prints the `#$ NAME=value` lines in which build systems look for folders. */
void cc_show_places(struct cc *cc);
/* Returns "-L..." for the toolkit's libraries. */
const char *cc_library_flag(struct cc *cc);
bool cc_has_static_runtime(struct cc *cc);
const char *cc_arch_name(struct cc *cc, const char *prefix, struct cc_arch a);

/* shape.c: finds the launches in a preprocessed source. */
void cc_find_shapes(struct cc *cc, const char *text, struct cc_shapes *out);

/* ---- message.c: messages, in the format of --diagnostics-format ---- */

/* Sets the format of all messages that follow. SARIF is one document from this call to
 * cc_end_messages. */
void cc_begin_messages(const struct cc_settings *s);
void cc_end_messages(void);
struct diag_style cc_message_style(void);
void cc_error(const char *fmt, ...) PRINTF_LIKE(1, 2);
void cc_warning(struct cc *cc, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Prints a message about a line of a file, or about all of it (line 0). */
void cc_tell(enum diag_severity severity, const char *file, u32 line, const char *text);
/* The same about a place in the line, which is shown; note may be NULL. */
void cc_tell_at(enum diag_severity severity, enum diag_code code,
                const struct diag_place *at, const char *note);
/* Records an error, so that the host compiler's for the same line is not told, too. */
void cc_told(struct cc *cc, const struct cc_told *t);
/* Whether the file is one of a library: the host half marks it as a system header. */
bool cc_is_library(struct cc *cc, const char *file);
/* Whether the first `end` bytes of the text have the word. */
bool cc_has_word(const char *text, size_t end, const char *name, size_t n);
/* Returns a copy of a line of a file; NULL if it cannot be read. */
const char *cc_line_of(struct cc *cc, const char *file, u32 line);
/* Whether the messages of the host compiler are shown as they come. */
bool cc_wants_plain(const struct cc_settings *s);
/* Prints the messages of a compiler or linker. */
void cc_pass_on(struct cc *cc, char *text, bool failed);

/* ---- step.c: commands, temporary files ---- */

/* Shows a command, with -v or --dryrun. */
void cc_show_command(struct cc *cc, const struct texts *command);
void cc_show(struct cc *cc, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Shows a command and, unless --dryrun, starts it. Its messages, in English, are kept
 * until cc_wait (cc_start_as: if keep_messages). Never NULL. */
struct child;
struct child *cc_start(struct cc *cc, const struct texts *command);
struct child *cc_start_as(struct cc *cc, const struct texts *command, bool keep_messages);
/* Waits for it and returns its exit status: 0 for NULL or one that was not started,
 * CC_FAILED if it could not be started. */
int cc_wait(struct cc *cc, struct child *c);
/* The same; its kept messages are printed if `tell`, else dropped. */
int cc_wait_as(struct cc *cc, struct child *c, bool tell);
/* The same in two steps: waits; prints or drops the kept messages. */
int cc_end(struct child *c);
void cc_tell_kept(struct cc *cc, struct child *c, bool tell, bool failed);
/* Returns the kept messages; NULL if there are none. */
char *cc_kept_messages(struct cc *cc, struct child *c);
int cc_run(struct cc *cc, const struct texts *command);
/* Runs a program of the user's: its messages are not reformatted. */
int cc_run_plain(struct cc *cc, const struct texts *command);
/* permissive.c: returns the command to use in place of one that has failed only for
 * members that change what a name means; empty if something else is wrong, too. */
struct texts cc_permissive_command(struct cc *cc, struct child *c,
                                   const struct texts *command);
/* Whether its messages have errors, which it may call warnings. */
bool cc_refuses_more(struct cc *cc, struct child *c);
/* Whether a message of it is to be told; sets its severity. */
struct host_record;
bool cc_permits(const struct cc *cc, struct host_record *h);
/* own_step.c: shows a step of simtcc's own as a command; runs such a command. */
void cc_show_own(struct cc *cc, const char *step, const struct texts *operands);
int cc_own_step(struct cc *cc, const char *step, const struct texts *operand);
/* unit.c: runs the steps host and device. */
int cc_rewrite_only(struct cc *cc, const struct texts *operand);
int cc_device_only(struct cc *cc, const struct texts *operand);
/* link.c: puts a .ptx into the container `path`, which it returns; a .fatbin is one
 * already. NULL after a message. */
const char *cc_container_of(struct cc *cc, const char *input, const char *path);
/* Returns the path of a temporary file: the source's stem + `suffix`. With --keep it is
 * in --keep-dir and stays. */
const char *cc_temp(struct cc *cc, const char *source, const char *suffix);
/* Removes the temporary files. */
void cc_clean_up(struct cc *cc);
/* Opens the files of -time and -fdevice-time-trace; false after a message. */
bool cc_open_times(struct cc *cc);
/* Closes them; false if they could not be written. */
bool cc_close_times(struct cc *cc);
/* Adds a line to the table of -time, and an event to the trace. */
void cc_time(struct cc *cc, const char *phase, const char *in, const char *out,
             const char *arch, u64 start_us);
u64 cc_now_us(void);
/* Returns a path's file name without its suffix. */
const char *cc_stem(struct arena *a, const char *path);
/* Writes a file; false after a message. */
bool cc_write(struct cc *cc, const char *path, const void *data, size_t size);
/* Reads a file into the arena with two zeros after it; NULL after a message. */
char *cc_read(struct cc *cc, const char *path, size_t *size);
char *cc_read_into(struct arena *a, const char *path, size_t *size);

/* Adds one or more words to a list. */
#define cc_add(cc, list, ...) \
	cc_add_words(&(cc)->arena, (list), (const char *const[]){__VA_ARGS__, NULL})
void cc_add_words(struct arena *a, struct texts *list, const char *const *words);
void cc_add_all(struct arena *a, struct texts *list, const struct texts *more);

/* ---- host.c: command lines of the host compiler ---- */

struct cc_preprocess {
	const char *source, *output; /* output NULL: standard output */
	enum cc_input_kind kind;
	const struct cc_arch *arch; /* of the device half; NULL for the host half */
	const char *dependencies;   /* -MD, -M and the like, or NULL */
	const char *dep_file;       /* NULL: standard output */
	const char *dep_target;
};
/* Adds macros for CUDA code of both halves, and those of the device half if arch is
 * given. */
void cc_add_cuda_macros(struct cc *cc, struct texts *t, const struct cc_arch *arch);
struct texts cc_preprocess_command(struct cc *cc, const struct cc_preprocess *p);
/* preprocess.c: runs a command in this process, unless the user asks for the host
 * compiler's preprocessor or ours has something to say about the source. */
bool cc_preprocess_here(struct cc *cc, const struct texts *command, bool is_host);
/* The C++ standard that --std names, 17; 0: none. */
u32 cc_standard(const struct cc_settings *s);
/* Whether the host compiler can write a dump, which names the stubs. */
bool cc_can_dump(const struct cc *cc);
/* Compiles preprocessed C++ to assembly, or only checks it and writes a dump. */
struct texts cc_compile_command(struct cc *cc, const char *in, const char *out,
                                bool is_dumped);
/* Compiles a C or C++ source, preprocessed or not, to an object with the host compiler
 * alone. */
struct texts cc_host_object_command(struct cc *cc, const char *in, const char *out,
                                    enum cc_input_kind kind, const char *dependencies,
                                    const char *dep_file, const char *dep_target);
struct texts cc_assemble_command(struct cc *cc, const char *in, const char *out);
struct texts cc_link_command(struct cc *cc, const struct texts *objects, const char *out);

/* ---- depend.c ---- */

/* Unites make rules: operand is the file to write, the host half's, the device half's. */
int cc_unite_dependencies(struct cc *cc, const struct texts *operand);

/* ---- device.c: the device half ---- */

struct cc_device_symbol {
	const char *device_name, *host_name;
	u8 kind; /* enum cuda_symbol_kind */
	u64 size;
	bool is_extern, is_local, is_weak; /* linkage */
};
VEC_TYPE(cc_device_symbols, struct cc_device_symbol);

struct cc_device_code {
	struct cc_arch arch;
	const char *ptx;
	size_t size;
	struct cc_device_symbols symbol;
	/* A file with what the optimiser did, for --explain, or NULL. */
	const char *passes;
};
VEC_TYPE(cc_device_codes, struct cc_device_code);

/* Compiles preprocessed device text to PTX and prints diagnostics. */
int cc_device_compile(struct cc *cc, const char *source, const char *text_path,
                      const struct texts *instances, struct cc_arch arch,
                      struct cc_device_code *out);

/* Makes a warning an error, as the command line says; false if it is not told. */
bool cc_judge(const struct cc_settings *s, enum diag_code code,
              enum diag_severity *severity);
/* Prints nvcc's remark, once, after the first warnings that have numbers. */
void cc_remark(struct cc *cc, bool has_numbers);

/* Gives names of internal linkage a suffix, so that relocatable files can be linked: the
 * same for each architecture of a source. */
void cc_tell_locals_apart(struct cc *cc, const char *source, struct cc_device_code *code);

/* ---- clang.c: the same through clang, which reads the source itself ---- */

int cc_clang_compile(struct cc *cc, const char *source, struct cc_arch arch,
                     const char *ptx_path, struct cc_device_code *out);

/* ---- usage.c ---- */

/* Checks PTX and, if asked for, prints the resources that its kernels and functions need,
 * in the format of ptxas -v. */
int cc_report_usage(struct cc *cc, const struct cc_device_code *code);

/* ---- unit.c: one source ---- */

enum cc_input_kind cc_input_kind(const struct cc *cc, const char *path);
/* Compiles a source to an object. */
int cc_compile_object(struct cc *cc, const char *source, enum cc_input_kind kind,
                      const char *out);
/* Compiles a source to PTX, a container or what else the phase makes of its device
 * half. */
int cc_compile_device_only(struct cc *cc, const char *source, enum cc_input_kind kind,
                           const char *out);
int cc_preprocess_only(struct cc *cc, const char *source, enum cc_input_kind kind,
                       const char *out);

/* ---- batch.c: several sources ---- */

struct cc_job {
	const char *source, *out;
	enum cc_input_kind kind;
};
VEC_TYPE(cc_jobs, struct cc_job);

/* Compiles all of them, also after a failure; returns the status of the first that
 * failed. */
int cc_compile_objects(struct cc *cc, const struct cc_job *job, u32 n);

/* ---- link.c ---- */

int cc_link(struct cc *cc, const struct texts *objects, const char *out);
int cc_library(struct cc *cc, const struct texts *objects, const char *out);
int cc_device_link(struct cc *cc, const struct texts *inputs, const char *out);
int cc_run_program(struct cc *cc, const char *program);
