/* element.h - elements of matrices by their cudaDataType: sizes, and conversions to and
 * from float and double.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <library_types.h>

#include "base/base.h"

/* Bytes of an element; 0: not a type of ours. */
u32 element_bytes(u32 type);

static inline bool element_is_complex(u32 type) {
	return type == CUDA_C_32F || type == CUDA_C_64F || type == CUDA_C_16F ||
	       type == CUDA_C_16BF || type == CUDA_C_8I || type == CUDA_C_8U ||
	       type == CUDA_C_32I;
}

#define REAL_OF(type)                          \
	((type) == CUDA_C_32F    ? CUDA_R_32F  \
	 : (type) == CUDA_C_64F  ? CUDA_R_64F  \
	 : (type) == CUDA_C_16F  ? CUDA_R_16F  \
	 : (type) == CUDA_C_16BF ? CUDA_R_16BF \
	 : (type) == CUDA_C_8I   ? CUDA_R_8I   \
	 : (type) == CUDA_C_8U   ? CUDA_R_8U   \
	                         : (type))

/* n numbers of the real type `type`, `step` numbers apart, to and from packed ones. */
void elements_to_f32(f32 *to, const void *from, u32 type, s64 step, u64 n);
void elements_to_f64(f64 *to, const void *from, u32 type, s64 step, u64 n);
/* Rounds to nearest even; to integers, and to fp8 the largest value takes what is above.
 */
void elements_from_f32(void *to, u32 type, s64 step, const f32 *from, u64 n);
void elements_from_f64(void *to, u32 type, s64 step, const f64 *from, u64 n);
