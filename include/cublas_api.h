/* cublas_api.h - cuBLAS 13: types, handles, and the routines of simt/cublas_typed.def and simt/cublas_mixed.def.
 * Programs include cublas_v2.h, which gives the routines their usual names, or cublas.h, the first version.
 * docs/libraries.md says what each does here.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUBLAS_API_H_ /* another toolkit's, which its own headers take from beside them */
#define CUBLAS_API_H_

#include <stddef.h>
#include <stdint.h>

#include "cuComplex.h"
#include "driver_types.h"
#include "library_types.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#ifndef __cplusplus /* C has their bits */
typedef __half_raw __half;
typedef __nv_bfloat16_raw __nv_bfloat16;
#endif

#define CUBLASWINAPI

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 3
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	CUBLAS_STATUS_SUCCESS = 0,
	CUBLAS_STATUS_NOT_INITIALIZED = 1,
	CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8,
	CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14,
	CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16,
} cublasStatus_t;

/* which triangle of a matrix is stored, what its diagonal is, on which side of a product it stands */
typedef enum {
	CUBLAS_FILL_MODE_LOWER = 0,
	CUBLAS_FILL_MODE_UPPER = 1,
	CUBLAS_FILL_MODE_FULL = 2,
} cublasFillMode_t;

typedef enum {
	CUBLAS_DIAG_NON_UNIT = 0,
	CUBLAS_DIAG_UNIT = 1,
} cublasDiagType_t;

typedef enum {
	CUBLAS_SIDE_LEFT = 0,
	CUBLAS_SIDE_RIGHT = 1,
} cublasSideMode_t;

/* as it is, transposed, conjugated and transposed, conjugated */
typedef enum {
	CUBLAS_OP_N = 0,
	CUBLAS_OP_T = 1,
	CUBLAS_OP_C = 2,
	CUBLAS_OP_HERMITAN = 2,
	CUBLAS_OP_CONJG = 3,
} cublasOperation_t;

/* where scalars and single results are */
typedef enum {
	CUBLAS_POINTER_MODE_HOST = 0,
	CUBLAS_POINTER_MODE_DEVICE = 1,
} cublasPointerMode_t;

typedef enum {
	CUBLAS_ATOMICS_NOT_ALLOWED = 0,
	CUBLAS_ATOMICS_ALLOWED = 1,
} cublasAtomicsMode_t;

#define CUBLAS_ALGO(n) CUBLAS_GEMM_ALGO##n = n
#define CUBLAS_ALGO_TENSOR(n) CUBLAS_GEMM_ALGO##n##_TENSOR_OP = 100 + n
typedef enum {
	CUBLAS_GEMM_DFALT = -1,
	CUBLAS_GEMM_DEFAULT = -1,
	CUBLAS_ALGO(0),
	CUBLAS_ALGO(1),
	CUBLAS_ALGO(2),
	CUBLAS_ALGO(3),
	CUBLAS_ALGO(4),
	CUBLAS_ALGO(5),
	CUBLAS_ALGO(6),
	CUBLAS_ALGO(7),
	CUBLAS_ALGO(8),
	CUBLAS_ALGO(9),
	CUBLAS_ALGO(10),
	CUBLAS_ALGO(11),
	CUBLAS_ALGO(12),
	CUBLAS_ALGO(13),
	CUBLAS_ALGO(14),
	CUBLAS_ALGO(15),
	CUBLAS_ALGO(16),
	CUBLAS_ALGO(17),
	CUBLAS_ALGO(18),
	CUBLAS_ALGO(19),
	CUBLAS_ALGO(20),
	CUBLAS_ALGO(21),
	CUBLAS_ALGO(22),
	CUBLAS_ALGO(23),
	CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
	CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
	CUBLAS_ALGO_TENSOR(0),
	CUBLAS_ALGO_TENSOR(1),
	CUBLAS_ALGO_TENSOR(2),
	CUBLAS_ALGO_TENSOR(3),
	CUBLAS_ALGO_TENSOR(4),
	CUBLAS_ALGO_TENSOR(5),
	CUBLAS_ALGO_TENSOR(6),
	CUBLAS_ALGO_TENSOR(7),
	CUBLAS_ALGO_TENSOR(8),
	CUBLAS_ALGO_TENSOR(9),
	CUBLAS_ALGO_TENSOR(10),
	CUBLAS_ALGO_TENSOR(11),
	CUBLAS_ALGO_TENSOR(12),
	CUBLAS_ALGO_TENSOR(13),
	CUBLAS_ALGO_TENSOR(14),
	CUBLAS_ALGO_TENSOR(15),
	CUBLAS_GEMM_AUTOTUNE = 999,
} cublasGemmAlgo_t;
#undef CUBLAS_ALGO
#undef CUBLAS_ALGO_TENSOR

/* how products may be computed where the routine does not say it; the last is a flag to add */
typedef enum {
	CUBLAS_DEFAULT_MATH = 0,
	CUBLAS_TENSOR_OP_MATH = 1,
	CUBLAS_PEDANTIC_MATH = 2,
	CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
	CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
	CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
} cublasMath_t;

typedef cudaDataType cublasDataType_t;

/* the type that a product is computed in; FAST may round its operands first */
typedef enum {
	CUBLAS_COMPUTE_16F = 64,
	CUBLAS_COMPUTE_16F_PEDANTIC = 65,
	CUBLAS_COMPUTE_32F = 68,
	CUBLAS_COMPUTE_32F_PEDANTIC = 69,
	CUBLAS_COMPUTE_32F_FAST_16F = 74,
	CUBLAS_COMPUTE_32F_FAST_16BF = 75,
	CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
	CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
	CUBLAS_COMPUTE_64F = 70,
	CUBLAS_COMPUTE_64F_PEDANTIC = 71,
	CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79,
	CUBLAS_COMPUTE_32I = 72,
	CUBLAS_COMPUTE_32I_PEDANTIC = 73,
} cublasComputeType_t;

typedef enum {
	CUBLAS_EMULATION_STRATEGY_DEFAULT = 0,
	CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
	CUBLAS_EMULATION_STRATEGY_EAGER = 2,
} cublasEmulationStrategy_t;

struct cublasContext;
typedef struct cublasContext *cublasHandle_t;

typedef void (*cublasLogCallback)(const char *msg);

/* ---- handles: a handle belongs to the device that is current when it is made ---- */

cublasStatus_t cublasCreate_v2(cublasHandle_t *__handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t __handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t __handle, int *__version);
cublasStatus_t cublasGetProperty(libraryPropertyType __type, int *__value);
size_t cublasGetCudartVersion(void);
/* Device memory that the routines may use; here they need none. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t __handle, void *__workspace, size_t __workspaceSizeInBytes);
cublasStatus_t cublasSetStream_v2(cublasHandle_t __handle, cudaStream_t __streamId);
cublasStatus_t cublasGetStream_v2(cublasHandle_t __handle, cudaStream_t *__streamId);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t __handle, cublasPointerMode_t *__mode);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t __handle, cublasPointerMode_t __mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t __handle, cublasAtomicsMode_t *__mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t __handle, cublasAtomicsMode_t __mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t __handle, cublasMath_t *__mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t __handle, cublasMath_t __mode);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t __handle, int *__smCountTarget);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t __handle, int __smCountTarget);

/* How wide products may be made of narrow ones; they are kept and have no effect here. */
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t __handle, cublasEmulationStrategy_t *__emulationStrategy);
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t __handle, cublasEmulationStrategy_t __emulationStrategy);
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t __handle, cudaEmulationSpecialValuesSupport *__mask);
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t __handle, cudaEmulationSpecialValuesSupport __mask);
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t __handle,
                                                           cudaEmulationMantissaControl *__mantissaControl);
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t __handle,
                                                           cudaEmulationMantissaControl __mantissaControl);
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t __handle, int *__maxMantissaBitCount);
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t __handle, int __maxMantissaBitCount);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t __handle, int *__mantissaBitOffset);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t __handle, int __mantissaBitOffset);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t __handle, int **__mantissaBitCount);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t __handle, int *__mantissaBitCount);

const char *cublasGetStatusName(cublasStatus_t __status);
const char *cublasGetStatusString(cublasStatus_t __status);

/* Each call as a line of text, for a file, a stream, or a function. */
cublasStatus_t cublasLoggerConfigure(int __logIsOn, int __logToStdOut, int __logToStdErr, const char *__logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback __userCallback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *__userCallback);

/* Says on standard error which argument of a routine is bad. */
void cublasXerbla(const char *__srName, int __info);

/* ---- the routines ---- */

#define CUBLAS_FN(name, ...) cublasStatus_t name(__VA_ARGS__);

#define CUBLAS_INT int
#define CUBLAS_IS_64 0
#define CUBLAS_SUFFIX(name) name
#include "simt/cublas_types.def"
#undef CUBLAS_INT
#undef CUBLAS_IS_64
#undef CUBLAS_SUFFIX

#define CUBLAS_INT int64_t
#define CUBLAS_IS_64 1
#define CUBLAS_SUFFIX(name) name##_64
#include "simt/cublas_types.def"
#undef CUBLAS_INT
#undef CUBLAS_IS_64
#undef CUBLAS_SUFFIX

#undef CUBLAS_FN

#ifdef __cplusplus
}

/* C++ programs may name the computation by the type of its numbers, as they did before CUDA 11. */
static inline cublasStatus_t __simt_cublas_compute(cublasHandle_t __handle, cudaDataType __type,
                                                   cublasComputeType_t *__compute) {
	cublasMath_t __math = CUBLAS_DEFAULT_MATH;
	cublasStatus_t __status = cublasGetMathMode(__handle, &__math);
	int __pedantic = (__math & 15) == CUBLAS_PEDANTIC_MATH; /* its number is the next one */
	if (__status != CUBLAS_STATUS_SUCCESS)
		return __status;
	if (__type == CUDA_R_32F || __type == CUDA_C_32F)
		*__compute = (cublasComputeType_t)(CUBLAS_COMPUTE_32F + __pedantic);
	else if (__type == CUDA_R_64F || __type == CUDA_C_64F)
		*__compute = (cublasComputeType_t)(CUBLAS_COMPUTE_64F + __pedantic);
	else if (__type == CUDA_R_16F)
		*__compute = (cublasComputeType_t)(CUBLAS_COMPUTE_16F + __pedantic);
	else if (__type == CUDA_R_32I)
		*__compute = (cublasComputeType_t)(CUBLAS_COMPUTE_32I + __pedantic);
	else
		return CUBLAS_STATUS_NOT_SUPPORTED;
	return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasGemmEx(cublasHandle_t __handle, cublasOperation_t __transa,
                                          cublasOperation_t __transb, int __m, int __n, int __k, const void *__alpha,
                                          const void *__A, cudaDataType __Atype, int __lda, const void *__B,
                                          cudaDataType __Btype, int __ldb, const void *__beta, void *__C,
                                          cudaDataType __Ctype, int __ldc, cudaDataType __computeType,
                                          cublasGemmAlgo_t __algo) {
	cublasComputeType_t __compute = CUBLAS_COMPUTE_32F;
	cublasStatus_t __status = __simt_cublas_compute(__handle, __computeType, &__compute);
	if (__status != CUBLAS_STATUS_SUCCESS)
		return __status;
	return cublasGemmEx(__handle, __transa, __transb, __m, __n, __k, __alpha, __A, __Atype, __lda, __B, __Btype,
	                    __ldb, __beta, __C, __Ctype, __ldc, __compute, __algo);
}

static inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t __handle, cublasOperation_t __transa,
                                                 cublasOperation_t __transb, int __m, int __n, int __k,
                                                 const void *__alpha, const void *const __Aarray[],
                                                 cudaDataType __Atype, int __lda, const void *const __Barray[],
                                                 cudaDataType __Btype, int __ldb, const void *__beta,
                                                 void *const __Carray[], cudaDataType __Ctype, int __ldc,
                                                 int __batchCount, cudaDataType __computeType,
                                                 cublasGemmAlgo_t __algo) {
	cublasComputeType_t __compute = CUBLAS_COMPUTE_32F;
	cublasStatus_t __status = __simt_cublas_compute(__handle, __computeType, &__compute);
	if (__status != CUBLAS_STATUS_SUCCESS)
		return __status;
	return cublasGemmBatchedEx(__handle, __transa, __transb, __m, __n, __k, __alpha, __Aarray, __Atype, __lda,
	                           __Barray, __Btype, __ldb, __beta, __Carray, __Ctype, __ldc, __batchCount, __compute,
	                           __algo);
}

static inline cublasStatus_t cublasGemmStridedBatchedEx(
        cublasHandle_t __handle, cublasOperation_t __transa, cublasOperation_t __transb, int __m, int __n, int __k,
        const void *__alpha, const void *__A, cudaDataType __Atype, int __lda, long long int __strideA,
        const void *__B, cudaDataType __Btype, int __ldb, long long int __strideB, const void *__beta, void *__C,
        cudaDataType __Ctype, int __ldc, long long int __strideC, int __batchCount, cudaDataType __computeType,
        cublasGemmAlgo_t __algo) {
	cublasComputeType_t __compute = CUBLAS_COMPUTE_32F;
	cublasStatus_t __status = __simt_cublas_compute(__handle, __computeType, &__compute);
	if (__status != CUBLAS_STATUS_SUCCESS)
		return __status;
	return cublasGemmStridedBatchedEx(__handle, __transa, __transb, __m, __n, __k, __alpha, __A, __Atype, __lda,
	                                  __strideA, __B, __Btype, __ldb, __strideB, __beta, __C, __Ctype, __ldc,
	                                  __strideC, __batchCount, __compute, __algo);
}

static inline cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t __handle, cudaEmulationStrategy __strategy) {
	return cublasSetEmulationStrategy(__handle, (cublasEmulationStrategy_t)__strategy);
}

static inline cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t __handle, cudaEmulationStrategy *__strategy) {
	return cublasGetEmulationStrategy(__handle, (cublasEmulationStrategy_t *)__strategy);
}
#endif

#endif
