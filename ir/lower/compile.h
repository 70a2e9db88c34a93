/* compile.h - CUDA C++ to PTX: the whole of the front end for device code as one call.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "base/diag.h"

enum cuda_emit { CUDA_EMIT_TOKENS, CUDA_EMIT_AST, CUDA_EMIT_COUNT };

struct cuda_emit_to {
	FILE *out; /* NULL: nowhere */
	bool json; /* else text */
};

struct opt_viewer;

struct cuda_compile_options {
	const char *input_name; /* the user's source */
	const char *text; /* preprocessed, with line markers; two zero bytes follow it */
	size_t len;
	u32 sm;              /* 90 */
	u32 standard;        /* of C++: 11, 14, 17, 20; 0: 17 */
	char sm_suffix;      /* 'a', 'f' or 0 */
	bool rdc;            /* device functions and variables may be in other units */
	bool keep_functions; /* external device functions stay although they are not
	                        called */
	bool debug, lineinfo, source_in_ptx;
	bool fmad, ftz, prec_div, prec_sqrt, fast_math;
	bool syntax_only;
	bool check_both;     /* functions of both halves are checked though no device code
	                        calls them */
	bool default_device; /* functions and variables without execution space are the
	                        device's */
	bool plain_lambdas;  /* no -extended-lambda */
	bool no_host;  /* there is no host half (NVRTC): host functions are errors */
	bool launches; /* device code may launch kernels though it is not rdc */
	int opt_level;
	u32 max_registers;           /* 0: no limit */
	const char *const *instance; /* mangled names of the instances of kernels and
	                                variables that the host half has */
	u32 ninstance;
	struct cuda_emit_to emit[CUDA_EMIT_COUNT]; /* where to print a stage */
	const struct opt_viewer *viewer; /* watches the optimiser's passes; NULL: none */
};

enum cuda_symbol_kind { CUDA_KERNEL, CUDA_VAR_DEVICE, CUDA_VAR_CONST, CUDA_VAR_MANAGED };

struct cuda_symbol {
	const char *device_name;       /* in the PTX */
	const char *host_mangled_name; /* of the kernel's stub or the variable's shadow */
	enum cuda_symbol_kind kind;
	u64 size; /* bytes of a variable */
	bool is_static, is_extern, is_weak;
};

struct cuda_compile_result {
	const char *ptx;
	size_t len;
	struct cuda_symbol *sym;
	u32 nsym;
};

/* False if an error was reported to d. The result lives in `a`. */
bool cuda_compile(struct arena *a, const struct cuda_compile_options *o, struct diag *d,
                  struct cuda_compile_result *out);
