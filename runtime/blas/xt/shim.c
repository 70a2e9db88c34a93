/* shim.c - the functions of cublasXt that are routines, for each type.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/element.h"
#include "runtime/blas/xt/xt.h"

#define SUFFIX(name) name
#define EACH "runtime/blas/xt/typed.h"
#include "runtime/blas/each_type.h"
