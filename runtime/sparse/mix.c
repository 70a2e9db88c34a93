/* mix.c - see mix.h. The rows are what an H200's cuSPARSE takes (tests/gpu/sparse).
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sparse/mix.h"

#include "base/base.h"

enum {
	PRODUCTS = MIX_SPMV | MIX_SPMM,
	ALL = PRODUCTS | MIX_SPVV | MIX_SDDMM | MIX_SPSV | MIX_SPGEMM | MIX_AXPBY |
	      MIX_ROT,
	VECTORS = MIX_AXPBY | MIX_ROT | MIX_SPVV
};

static const struct {
	u16 a, b, c, compute;
	u16 functions;
} mixes[] = {
	/* one type */
	{CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, ALL},
	{CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, ALL},
	{CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, ALL},
	{CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, ALL},
	/* 8-bit integers */
	{CUDA_R_8I, CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, PRODUCTS | MIX_SPVV},
	{CUDA_R_8I, CUDA_R_8I, CUDA_R_32F, CUDA_R_32F, PRODUCTS | MIX_SPVV},
	/* 16-bit numbers */
	{CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, PRODUCTS | VECTORS | MIX_SDDMM},
	{CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, PRODUCTS | VECTORS},
	{CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUDA_R_32F, PRODUCTS | MIX_SPVV | MIX_SDDMM},
	{CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F, CUDA_R_32F, PRODUCTS | MIX_SPVV},
	{CUDA_C_16F, CUDA_C_16F, CUDA_C_16F, CUDA_C_32F, PRODUCTS | VECTORS},
	{CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF, CUDA_C_32F, PRODUCTS | VECTORS},
	/* a real matrix and complex vectors; a matrix of less precision */
	{CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, PRODUCTS},
	{CUDA_R_64F, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, PRODUCTS},
	{CUDA_R_32F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, MIX_SPMV},
};

enum number mix_number(enum mix function, cudaDataType a, cudaDataType b, cudaDataType c,
                       cudaDataType compute) {
	for (u32 i = 0; i < countof(mixes); i++)
		if (mixes[i].functions & function && mixes[i].a == a && mixes[i].b == b &&
		    mixes[i].c == c && mixes[i].compute == compute)
			return number_of(compute);
	return NUM_COUNT;
}
