/* hosted.h - functions of the C++ library that are for the device too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether it is a host function of the C++ library that device code may call as well
 * (hosted.c). */
bool decl_is_value_library(struct sema *c, const struct cdecl *f);
/* Whether it is std::__throw_out_of_range or the like, which traps on the device. */
bool decl_throws(const struct cdecl *f);
/* Whether device code can call the function. */
bool decl_is_callable(struct sema *c, const struct cdecl *f);
/* Whether it is a function of the host alone, whose body is checked only to know its
 * type: its body may be anything and needs no other function. */
bool decl_never_runs(struct sema *c, const struct cdecl *f);
/* Whether a throw in the function is a trap, and a try block its body: host functions
 * that device code may call. In a function of the device they are errors. f may be NULL.
 */
bool decl_may_throw(struct sema *c, const struct cdecl *f);
