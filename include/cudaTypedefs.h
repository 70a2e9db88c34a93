/* cudaTypedefs.h - types of pointers to the driver's functions, for what cuGetProcAddress and
 * cudaGetDriverEntryPoint return: PFN_cuMemAlloc_v3020, as of CUDA 3.2; of functions with a form
 * for each thread's own stream, PFN_cuMemcpy_v7000_ptds or PFN_cuLaunchKernel_v7000_ptsz too; and
 * PFN_cuMemAlloc, of the form that cuMemAlloc is in cuda.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CUDATYPEDEFS_H

#include "cuda.h"

/* When the forms for each thread's own stream came: with CUDA 7.0, or with the function. */
#define SIMT_PFN_TWIN_2000 7000
#define SIMT_PFN_TWIN_3000 7000
#define SIMT_PFN_TWIN_3020 7000
#define SIMT_PFN_TWIN_4000 7000
#define SIMT_PFN_TWIN_5000 7000
#define SIMT_PFN_TWIN_5050 7000
#define SIMT_PFN_TWIN_6000 7000
#define SIMT_PFN_TWIN_8000 8000
#define SIMT_PFN_TWIN_9000 9000
#define SIMT_PFN_TWIN_9020 9020
#define SIMT_PFN_TWIN_10000 10000
#define SIMT_PFN_TWIN_10010 10010
#define SIMT_PFN_TWIN_11000 11000
#define SIMT_PFN_TWIN_11010 11010
#define SIMT_PFN_TWIN_11020 11020
#define SIMT_PFN_TWIN_11030 11030
#define SIMT_PFN_TWIN_11060 11060
#define SIMT_PFN_TWIN_11070 11070
#define SIMT_PFN_TWIN_12000 12000
#define SIMT_PFN_TWIN_12020 12020
#define SIMT_PFN_TWIN_12030 12030
#define SIMT_PFN_TWIN_12050 12050
#define SIMT_PFN_TWIN_12060 12060
#define SIMT_PFN_TWIN_12080 12080
#define SIMT_PFN_TWIN_13000 13000

/* A name of cuda.h may be a macro, so each is pasted before it is passed on. */
#define SIMT_PFN_JOIN(name, since, twin) SIMT_PFN_JOIN_(name, since, twin)
#define SIMT_PFN_JOIN_(name, since, twin) name##since##twin

#define CU_FN(symbol, name, since, ...)                                \
	typedef CUresult(CUDAAPI *PFN_##name##_v##since)(__VA_ARGS__); \
	typedef __typeof__(&name) PFN_##name;
#define CU_FN0(symbol, name, since)                             \
	typedef CUresult(CUDAAPI *PFN_##name##_v##since)(void); \
	typedef __typeof__(&name) PFN_##name;
#define CU_FN_SZ(symbol, name, since, ...)                                             \
	typedef CUresult(CUDAAPI *PFN_##name##_v##since)(__VA_ARGS__);                 \
	typedef CUresult(CUDAAPI *SIMT_PFN_JOIN(PFN_##name##_v, SIMT_PFN_TWIN_##since, \
	                                        _ptsz))(__VA_ARGS__);                  \
	typedef __typeof__(&name) PFN_##name;
#define CU_FN_DS(symbol, name, since, ...)                                             \
	typedef CUresult(CUDAAPI *PFN_##name##_v##since)(__VA_ARGS__);                 \
	typedef CUresult(CUDAAPI *SIMT_PFN_JOIN(PFN_##name##_v, SIMT_PFN_TWIN_##since, \
	                                        _ptds))(__VA_ARGS__);                  \
	typedef __typeof__(&name) PFN_##name;
#include "simt/cuda_driver.def"
#undef CU_FN
#undef CU_FN0
#undef CU_FN_SZ
#undef CU_FN_DS
#undef SIMT_PFN_JOIN
#undef SIMT_PFN_JOIN_
#undef SIMT_PFN_TWIN_2000
#undef SIMT_PFN_TWIN_3000
#undef SIMT_PFN_TWIN_3020
#undef SIMT_PFN_TWIN_4000
#undef SIMT_PFN_TWIN_5000
#undef SIMT_PFN_TWIN_5050
#undef SIMT_PFN_TWIN_6000
#undef SIMT_PFN_TWIN_8000
#undef SIMT_PFN_TWIN_9000
#undef SIMT_PFN_TWIN_9020
#undef SIMT_PFN_TWIN_10000
#undef SIMT_PFN_TWIN_10010
#undef SIMT_PFN_TWIN_11000
#undef SIMT_PFN_TWIN_11010
#undef SIMT_PFN_TWIN_11020
#undef SIMT_PFN_TWIN_11030
#undef SIMT_PFN_TWIN_11060
#undef SIMT_PFN_TWIN_11070
#undef SIMT_PFN_TWIN_12000
#undef SIMT_PFN_TWIN_12020
#undef SIMT_PFN_TWIN_12030
#undef SIMT_PFN_TWIN_12050
#undef SIMT_PFN_TWIN_12060
#undef SIMT_PFN_TWIN_12080
#undef SIMT_PFN_TWIN_13000
