/* rewrite.h - the host half: preprocessed CUDA C++ becomes C++ for the host compiler.
 *
 *   rewrite.c   the text: edits, line markers, what stands anywhere (qualifiers)
 *   decl.c      finds declarations in namespaces and classes
 *   entity.c    what becomes of kernels, device functions and device variables
 *   params.c    names of parameters and template parameters
 *   alias.c     using A = A<...>;
 *   launch.c    k<<<...>>>(...)
 *   lambda.c    [=] __device__ (...) {...}
 *   call.c      host code that calls what only the device has
 *   intrinsic.c declares those that host code names
 *
 * A kernel becomes a function of the same name and type (the stub), whose body hands the
 * addresses of its parameters and its own address to the runtime. So whatever the host
 * compiler does with a kernel - deduce template arguments, take its address, pick an
 * overload - is right without being understood here, and the stubs that it makes are the
 * instances that the device half needs.
 *
 * The scanner only pairs brackets; what is no C++ passes through and is the host
 * compiler's to report. Nothing changes places in the text without a line marker, so its
 * messages name the user's lines and, where the preprocessor kept them, columns.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"

struct rewrite_options {
	bool rdc;         /* device variables and kernels may be in other files */
	bool static_stub; /* kernels of templates are local to the file (without rdc) */
	bool hidden;      /* kernels and variables are not exported */
	bool warn_no_stream, warn_no_bounds;
	bool lambdas; /* -extended-lambda */
	bool device;  /* the text is the device half's: lambdas of host code are added, no
	                 more */
	const char *intrinsics; /* declarations, one a line, of what may be declared for
	                           the host; NULL */
};

struct rewrite_warning {
	const char *file, *text, *note; /* note may be NULL */
	u32 line, column;  /* the column is the preprocessor's, which macros move */
	const char *token; /* what is written there */
	bool is_error;
};
VEC_TYPE(rewrite_warnings, struct rewrite_warning);

struct rewrite_result {
	const char *text;
	size_t len;
	u32 nkernel, nkernel_template; /* definitions */
	u32 nlambda;                   /* extended lambdas of host code */
	u32 nvariable, nfunction;      /* of the device, defined here */
	struct rewrite_warnings warning;
};

/* Rewrites `len` bytes of text, which came from the preprocessor. */
void rewrite_host(struct arena *a, const char *text, size_t len,
                  const struct rewrite_options *o, struct rewrite_result *out);
