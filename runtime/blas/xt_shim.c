/* xt_shim.c - the functions of cublasXt that are routines, for each type.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/element.h"
#include "runtime/blas/xt.h"

#define SUFFIX(name) name
#define EACH "runtime/blas/xt_typed.h"
#include "runtime/blas/each_type.h"
