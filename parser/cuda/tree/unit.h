/* unit.h - one translation unit on its way through the device half of the front end: its
 * tokens, its names, its types, and what is to be emitted.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "lexer/cuda.h"
#include "parser/cuda/tree/scope.h"

/* Options of the command line about device code. */
struct cuda_options {
	u32 sm;         /* 90 for sm_90 */
	char sm_suffix; /* 'a', 'f' or 0 */
	bool rdc;       /* relocatable: device functions with external linkage are kept */
	bool debug;     /* -G */
	bool lineinfo;
	bool fmad, ftz, prec_div, prec_sqrt, fast_math;
	int opt_level;
	bool check_both;     /* checks uncalled __host__ __device__ functions, too */
	bool default_device; /* declarations without an annotation are the device's */
	bool plain_lambdas;  /* __host__ and __device__ on lambdas are errors */
	bool no_host;        /* host functions and variables are errors */
	bool launches;       /* device code may launch kernels */
	u32 maxrregcount;    /* 0: none */
	u32 standard;        /* of C++: 11, 14, 17, 20; 0: 17 */
	/* mangled names of kernel instances that the host half uses */
	const char *const *instance;
	u32 ninstance;
};

/* A warning that the parser records; the checker, which knows the suppressed ones, gives
 * it. */
struct cu_remark {
	struct loc loc;
	enum diag_code code;
};
VEC_TYPE(cu_remarks, struct cu_remark);

struct cunit {
	struct arena *arena;
	struct strtab *names;
	struct diag *diag;
	struct sources *sources;
	const struct source_file *file; /* the preprocessed text */
	const struct cuda_options *opt;
	struct cu_token_rec *token; /* all of the text; the last is CU_END */
	u32 ntoken;
	struct cu_packs pack;     /* the #pragma packs */
	struct cu_warns warn;     /* the #pragma nv_diag_suppress and the like */
	struct cu_remarks remark; /* the parser's, of the declarations parsed so far */
	struct cscope *global;
	struct ctypes types;
	struct cdecls emit; /* functions and variables in the order in which they were
	                       first needed */
	struct sema *check; /* the checker's state */
};
