/* option.h - the command line of simtcc: settings, parser, help. option.def is the table.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/diag.h"
#include "base/vec.h"
#include "tools/simtrun/options.h"

/* The step after which to stop. */
enum cc_phase {
	PHASE_LINK, /* the default */
	PHASE_OBJECT,
	PHASE_DEVICE_C,
	PHASE_DEVICE_W,
	PHASE_PTX,
	PHASE_FATBIN,
	PHASE_CUBIN,
	PHASE_CUDA,
	PHASE_PREPROCESS,
	PHASE_DEPENDENCIES,
	PHASE_DEPENDENCIES_USER,
	PHASE_DEVICE_LINK,
	PHASE_LIBRARY,
	PHASE_RUN,
	PHASE_LTOIR,
	PHASE_OPTIX,
};

enum cc_cudart { CUDART_STATIC, CUDART_SHARED, CUDART_NONE, CUDART_DEFAULT };
enum cc_language { LANGUAGE_AUTO, LANGUAGE_C, LANGUAGE_CXX, LANGUAGE_CU };
enum cc_compress {
	COMPRESS_DEFAULT,
	COMPRESS_SIZE,
	COMPRESS_SPEED,
	COMPRESS_BALANCE,
	COMPRESS_NONE
};
enum cc_frontend { FRONTEND_OWN, FRONTEND_CLANG };
enum cc_print { PRINT_NOTHING, PRINT_MAN, PRINT_BASH, PRINT_ZSH, PRINT_FISH };

/* Values of true|false options. */
enum cc_bool { BOOL_UNSET, BOOL_FALSE, BOOL_TRUE };

#define CC_UNSET UINT64_MAX /* template_backtrace: 0 is a value */

/* An error of a command line. */
struct cc_message {
	enum diag_severity severity;
	const char *text;
};
VEC_TYPE(cc_messages, struct cc_message);

struct cc_settings {
	u32 phase; /* enum cc_phase */
	const char *output, *output_dir, *ccbin, *arbin, *mf, *mt, *arch, *keep_dir,
		*time, *time_trace;
	const char *optimize, *random_seed, *explain, *changes, *profile, *coverage,
		*run_trace, *run_debug, *record_warps, *record_steps, *native;
	struct texts define, undefine, include_path, system_include, pre_include;
	struct texts library_path, library, code, gencode, werror, emit, option_file,
		native_block;
	struct texts diag_error, diag_suppress, diag_warn;
	struct texts xcompiler, xlinker, xarchive, xptxas, xcicc, xcudafe, run_args;
	u32 cudart, cudadevrt, language, standard, default_stream, machine,
		device_optimize;
	u32 fast_compile, compress_mode, backend, print, format, frontend, host_messages;
	u64 template_depth, template_backtrace, max_registers, threads;
	u8 rdc, static_stub, hidden, ftz, prec_div, prec_sqrt, fmad; /* enum cc_bool */
	bool objtemp, md, mmd, mp, relaxed_constexpr, extended_lambda, no_exceptions;
	bool list_arch, list_code, debug, device_debug, lineinfo, source_in_ptx,
		fast_math;
	bool keep_functions, no_compress, gprof, shared, relocatable_link;
	bool forward_compiler, forward_linker, forward_both;
	bool no_warnings, wreorder, wdefault_stream, wlaunch_bounds, no_deprecated,
		res_usage, warn_local;
	bool dryrun, verbose, keep, clean, device_syntax_only, help, version, clangd;
	/* for the values of options without a meaning */
	bool ignored;
	u8 ignored_bool;
	u32 ignored_choice;
	u64 ignored_number;
	const char *ignored_text;
	struct texts ignored_list;
	/* not options */
	bool llvm_changes;    /* --print-changed=llvm */
	bool has_threads;     /* -t was given: 0 is a value */
	u8 device_level;      /* -Xcicc -O0 to -O3: 1 to 4; 0 when not given */
	struct texts input;   /* words that are not options, in order */
	struct texts unknown; /* options for the host compiler or linker, if forwarded */
	struct texts no_meaning; /* ignored options as they were given, for -v */
	struct cc_messages message;
};

/* One option, for help and completions. */
struct cc_option {
	const char *group; /* a heading; the other fields are then empty */
	const char *name, *brief;
	u8 kind, use;
	u32 offset; /* of the field in struct cc_settings; for CC_PHASE, the phase */
	const char *arg, *help;
};
enum cc_kind {
	CC_PHASE,
	CC_FLAG,
	CC_BOOL,
	CC_TEXT,
	CC_MAYBE,
	CC_LIST,
	CC_WORDS,
	CC_NUMBER,
	CC_CHOICE
};
enum cc_use { CC_USED, CC_IGNORED, CC_REFUSED };

extern const struct cc_option cc_option[];
extern const u32 cc_option_count;

/* Parses words, and those in options files. Adds errors to s->message; false if there are
 * any. */
bool cc_parse(struct cc_settings *s, struct arena *a, const struct texts *words);
/* Collects the words of the command line, with NVCC_PREPEND_FLAGS before and
 * NVCC_APPEND_FLAGS after it. */
void cc_collect(struct texts *words, struct arena *a, int argc, char **argv);
/* Splits text as a shell does: blanks, quotes and backslashes, nothing else. */
void cc_split_words(struct texts *out, struct arena *a, const char *text);
/* Splits at commas that neither a backslash nor double quotes protect. */
void cc_split_list(struct texts *out, struct arena *a, const char *text);
static inline bool cc_true(u8 value, bool otherwise) {
	return value == BOOL_UNSET ? otherwise : value == BOOL_TRUE;
}

/* Returns our code of the warning that has this number in nvcc; DIAG_NONE if there is
 * none. */
enum diag_code cc_diag_code(const char *number);

/* Print the text of --help, the manual page, and the completions for bash, zsh and
 * fish. */
void cc_help(FILE *out);
void cc_man(FILE *out);
void cc_completion(enum cc_print shell, FILE *out);
