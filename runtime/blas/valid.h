/* valid.h - whether a value is one of its enumeration, for cuBLAS and cuSOLVER.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublas_api.h>

#include "base/base.h"

static inline bool is_op(u32 op) {
	return op <= CUBLAS_OP_C;
}
static inline bool is_uplo(u32 uplo) {
	return uplo <= CUBLAS_FILL_MODE_UPPER;
}
static inline bool is_diag(u32 diag) {
	return diag <= CUBLAS_DIAG_UNIT;
}
static inline bool is_side(u32 side) {
	return side <= CUBLAS_SIDE_RIGHT;
}
