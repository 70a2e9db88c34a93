/* mix.h - which types of operands go with which type of computation.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/sparse/type.h"

/* The functions, as bits. */
enum mix {
	MIX_SPMV = 1,
	MIX_SPMM = 2,
	MIX_SPVV = 4,
	MIX_SDDMM = 8,
	MIX_SPSV = 16,
	MIX_SPGEMM = 32,
	MIX_AXPBY = 64,
	MIX_ROT = 128
};

/* The type in which the function computes C = A B; NUM_COUNT: not supported. */
enum number mix_number(enum mix function, cudaDataType a, cudaDataType b, cudaDataType c,
                       cudaDataType compute);
