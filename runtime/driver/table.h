/* table.h - every function of the driver interface by its symbol. libcuda, and libraries
 * (cuBLAS, cuFFT, ...), call the runtime of their process through it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#ifndef SIMT_CUDA_DRIVER_SYMBOLS
#define SIMT_CUDA_DRIVER_SYMBOLS /* functions are called by their symbols here */
#endif
#include <cuda.h>

struct narrow_copy_2d; /* of functions that no header declares */
struct narrow_copy_3d;
struct narrow_array_2d;
struct narrow_array_3d;

struct driver_table {
#define CU_FN(symbol, name, since, ...) CUresult (*symbol)(__VA_ARGS__);
#define CU_FN0(symbol, name, since) CUresult (*symbol)(void);
#define CU_FN_SZ(symbol, name, since, ...) \
	CUresult (*symbol)(__VA_ARGS__);   \
	CUresult (*symbol##_ptsz)(__VA_ARGS__);
#define CU_FN_DS(symbol, name, since, ...) \
	CUresult (*symbol)(__VA_ARGS__);   \
	CUresult (*symbol##_ptds)(__VA_ARGS__);
#define CU_FN_OLD CU_FN
#define CU_FN_OLD_SZ CU_FN_SZ
#include <simt/cuda_driver.def>
#undef CU_FN
#undef CU_FN0
#undef CU_FN_SZ
#undef CU_FN_DS
};
