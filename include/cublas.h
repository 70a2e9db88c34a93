/* cublas.h - the first version of cuBLAS: one handle, which the library keeps; scalars by value; characters for
 * operations; the last error is asked for. The functions of simt/cublas_legacy.def call those of version 2.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUBLAS_H_
#define CUBLAS_H_

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h exclude each other"
#endif

#include "cuda_runtime.h"

#include "cublas_api.h"

#ifdef __cplusplus
extern "C" {
#endif

#define cublasStatus cublasStatus_t

cublasStatus cublasInit(void);
cublasStatus cublasShutdown(void);
/* The status of the last call that failed since the last question. */
cublasStatus cublasGetError(void);
cublasStatus cublasGetVersion(int *__version);
cublasStatus cublasAlloc(int __n, int __elemSize, void **__devicePtr);
cublasStatus cublasFree(void *__devicePtr);
cublasStatus cublasSetKernelStream(cudaStream_t __stream);

#define CUBLAS_SUFFIX(name) name
#define CUBLAS_OLD(name, parameters, name_v2, arguments) void name parameters;
#define CUBLAS_OLD_VALUE(type, name, parameters, name_v2, arguments) type name parameters;
#include "simt/cublas_types.def"
#undef CUBLAS_SUFFIX
#undef CUBLAS_OLD
#undef CUBLAS_OLD_VALUE

#ifdef __cplusplus
}
#endif

#endif
