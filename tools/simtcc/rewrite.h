/* rewrite.h - the host half: preprocessed CUDA C++ becomes C++ for the host compiler.
 *
 *   rewrite.c    the text: edits, line markers, words that may be anywhere (qualifiers)
 *   decl.c       finds declarations in namespaces and classes
 *   entity.c     rewrites kernels, device functions and device variables
 *   params.c     names of parameters and template parameters
 *   alias.c      using A = A<...>;
 *   launch.c     k<<<...>>>(...)
 *   lambda*.c    [=] __device__ (...) {...}
 *   statement.c  which names a function's text declares, for lambda_*.c and call.c
 *   call.c       reports host code that calls what only the device has
 *   access.c     reports host code that reads or writes a device variable
 *   intrinsic.c  declares the intrinsics that host code names
 *
 * A kernel becomes a function of the same name and type (the stub), whose body passes the
 * addresses of its parameters and its own address to the runtime. So whatever the host
 * compiler does with a kernel - deduce template arguments, take its address, choose an
 * overload - is right without being understood here, and the stubs that it makes are the
 * instances that the device half needs.
 *
 * The scanner only pairs brackets; text that is not C++ passes through, and the host
 * compiler reports it. Text that moves gets a line marker, so that the host compiler's
 * messages name the user's lines and, where the preprocessor kept them, columns.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/diag.h"
#include "base/vec.h"
#include "tools/simtrun/options.h"

struct rewrite_options {
	bool rdc;         /* device variables and kernels may be in other files */
	bool static_stub; /* kernels of templates are local to the file (without rdc) */
	bool hidden;      /* kernels and variables are not exported */
	bool warn_no_stream, warn_no_bounds;
	bool lambdas; /* -extended-lambda */
	bool device;  /* the text is the device half: only add lambdas of host code */
	bool marks;   /* instances are found in a dump of the tree, too (symbol.h) */
	bool marks_objects; /* C++17: a function returns any object */
	/* declarations, one a line, of intrinsics that may be declared for the host; or
	 * NULL */
	const char *intrinsics;
};

struct rewrite_warning {
	const char *file, *text, *note; /* note may be NULL */
	u32 line, column;               /* the column is that of the preprocessed line */
	const char *token;              /* the text at this place */
	enum diag_code code;
	bool is_error;
};
VEC_TYPE(rewrite_warnings, struct rewrite_warning);

struct rewrite_result {
	const char *text;
	size_t len;
	/* Definitions of kernels, and of kernel templates among them. */
	u32 nkernel, nkernel_template;
	u32 nlambda;              /* extended lambdas in host code */
	u32 nvariable, nfunction; /* definitions of device variables and functions */
	struct texts variable_template; /* names of templates of device variables */
	bool has_unmarked; /* with opt.marks: there are some that have no mark */
	struct rewrite_warnings warning;
};

/* Rewrites `len` bytes of text, which came from the preprocessor. */
void rewrite_host(struct arena *a, const char *text, size_t len,
                  const struct rewrite_options *o, struct rewrite_result *out);
