/* cublasLt.h - cuBLASLt 13: products of matrices that descriptors say. docs/libraries.md says what each does here.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef CUBLASLT_H_
#define CUBLASLT_H_

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cublas_api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasLtContext *cublasLtHandle_t;

/* Descriptors; programs may have them on the stack and use the ...Init functions. */
#define CUBLASLT_OPAQUE(name, words) \
	typedef struct {             \
		uint64_t data[words]; \
	} name##Opaque_t;            \
	typedef name##Opaque_t *name##_t;
CUBLASLT_OPAQUE(cublasLtMatrixLayout, 8)
CUBLASLT_OPAQUE(cublasLtMatmulDesc, 32)
CUBLASLT_OPAQUE(cublasLtMatrixTransformDesc, 8)
CUBLASLT_OPAQUE(cublasLtMatmulPreference, 8)
CUBLASLT_OPAQUE(cublasLtEmulationDesc, 8)
#undef CUBLASLT_OPAQUE

typedef struct {
	uint64_t data[8];
} cublasLtMatmulAlgo_t;

/* ---- how an algorithm works: kept, without effect here ---- */

#define __SIMT_ROW(name, value) CUBLASLT_MATMUL_TILE_##name = value,
typedef enum {
#define CUBLASLT_WITH_TILES
#include "simt/cublaslt_algo.def"
#undef CUBLASLT_WITH_TILES
	CUBLASLT_MATMUL_TILE_END
} cublasLtMatmulTile_t;
#undef __SIMT_ROW

#define __SIMT_ROW(name, value) CUBLASLT_MATMUL_STAGES_##name = value,
typedef enum {
#define CUBLASLT_WITH_STAGES
#include "simt/cublaslt_algo.def"
#undef CUBLASLT_WITH_STAGES
	CUBLASLT_MATMUL_STAGES_END
} cublasLtMatmulStages_t;
#undef __SIMT_ROW

#define __SIMT_ROW(name, value) CUBLASLT_CLUSTER_SHAPE_##name = value,
typedef enum {
#define CUBLASLT_WITH_CLUSTERS
#include "simt/cublaslt_algo.def"
#undef CUBLASLT_WITH_CLUSTERS
	CUBLASLT_CLUSTER_SHAPE_END
} cublasLtClusterShape_t;
#undef __SIMT_ROW

typedef enum {
	CUBLASLT_MATMUL_INNER_SHAPE_UNDEFINED = 0,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA884 = 1,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA1684 = 2,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA1688 = 3,
	CUBLASLT_MATMUL_INNER_SHAPE_MMA16816 = 4,
	CUBLASLT_MATMUL_INNER_SHAPE_END,
} cublasLtMatmulInnerShape_t;

#define CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA (0x01ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_HMMA (0x02ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_IMMA (0x04ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_DMMA (0x08ull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_TENSOR_OP_MASK (0xfeull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_TYPE_MASK (0xffull << 0)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_16F (0x01ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32F (0x02ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_64F (0x04ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_32I (0x08ull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_ACCUMULATOR_TYPE_MASK (0xffull << 8)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16F (0x01ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_16BF (0x02ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_TF32 (0x04ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_32F (0x08ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_64F (0x10ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8I (0x20ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E4M3 (0x40ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_INPUT_8F_E5M2 (0x80ull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_OP_INPUT_TYPE_MASK (0xffull << 16)
#define CUBLASLT_NUMERICAL_IMPL_FLAGS_GAUSSIAN (0x01ull << 32)
typedef uint64_t cublasLtNumericalImplFlags_t;

/* how parts of a sum that were made apart come together */
typedef enum {
	CUBLASLT_REDUCTION_SCHEME_NONE = 0,
	CUBLASLT_REDUCTION_SCHEME_INPLACE = 1,
	CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE = 2,
	CUBLASLT_REDUCTION_SCHEME_OUTPUT_TYPE = 4,
	CUBLASLT_REDUCTION_SCHEME_MASK = 0x7,
} cublasLtReductionScheme_t;

/* ---- what a product is ---- */

/* where alpha and beta are; vectors have an element for each row */
typedef enum {
	CUBLASLT_POINTER_MODE_HOST = CUBLAS_POINTER_MODE_HOST,
	CUBLASLT_POINTER_MODE_DEVICE = CUBLAS_POINTER_MODE_DEVICE,
	CUBLASLT_POINTER_MODE_DEVICE_VECTOR = 2,
	CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3,
	CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4,
} cublasLtPointerMode_t;

typedef enum {
	CUBLASLT_POINTER_MODE_MASK_HOST = 1,
	CUBLASLT_POINTER_MODE_MASK_DEVICE = 2,
	CUBLASLT_POINTER_MODE_MASK_DEVICE_VECTOR = 4,
	CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_ZERO = 8,
	CUBLASLT_POINTER_MODE_MASK_ALPHA_DEVICE_VECTOR_BETA_HOST = 16,
} cublasLtPointerModeMask_t;

/* what a scale pointer points to: one float, or one for each block of a matrix */
typedef enum {
	CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F = 0,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3 = 1,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 = 2,
	CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F = 3,
	CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F = 4,
	CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F = 5,
	CUBLASLT_MATMUL_MATRIX_SCALE_END,
} cublasLtMatmulMatrixScale_t;

/* how elements of a matrix follow each other in memory */
typedef enum {
	CUBLASLT_ORDER_COL = 0,
	CUBLASLT_ORDER_ROW = 1,
	CUBLASLT_ORDER_COL32 = 2,
	CUBLASLT_ORDER_COL4_4R2_8C = 3,
	CUBLASLT_ORDER_COL32_2R_4R4 = 4,
} cublasLtOrder_t;

typedef enum {
	CUBLASLT_BATCH_MODE_STRIDED = 0,
	CUBLASLT_BATCH_MODE_POINTER_ARRAY = 1,
} cublasLtBatchMode_t;

/* attributes of a matrix: type, order and batch mode are 32 bits, rows, columns 64 */
typedef enum {
	CUBLASLT_MATRIX_LAYOUT_TYPE = 0,
	CUBLASLT_MATRIX_LAYOUT_ORDER = 1,
	CUBLASLT_MATRIX_LAYOUT_ROWS = 2,
	CUBLASLT_MATRIX_LAYOUT_COLS = 3,
	CUBLASLT_MATRIX_LAYOUT_LD = 4,
	CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
	CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6,
	CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET = 7,
	CUBLASLT_MATRIX_LAYOUT_BATCH_MODE = 8,
} cublasLtMatrixLayoutAttribute_t;

/* attributes of a product */
typedef enum {
	CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
	CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
	CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
	CUBLASLT_MATMUL_DESC_TRANSA = 3,
	CUBLASLT_MATMUL_DESC_TRANSB = 4,
	CUBLASLT_MATMUL_DESC_TRANSC = 5,
	CUBLASLT_MATMUL_DESC_FILL_MODE = 6,
	CUBLASLT_MATMUL_DESC_EPILOGUE = 7,
	CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
	CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 13,
	CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE = 14,
	CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET = 15,
	CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
	CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
	CUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19,
	CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
	CUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER = 23,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER = 24,
	CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,
	CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26,
	CUBLASLT_MATMUL_DESC_A_SCALE_MODE = 31,
	CUBLASLT_MATMUL_DESC_B_SCALE_MODE = 32,
	CUBLASLT_MATMUL_DESC_C_SCALE_MODE = 33,
	CUBLASLT_MATMUL_DESC_D_SCALE_MODE = 34,
	CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE = 35,
	CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER = 36,
	CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE = 37,
	CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR = 38,
} cublasLtMatmulDescAttributes_t;

typedef enum {
	CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE,
	CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE,
	CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA,
	CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB,
} cublasLtMatrixTransformDescAttributes_t;

typedef enum {
	CUBLASLT_EMULATION_DESC_STRATEGY = 0,
	CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT = 1,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_CONTROL = 2,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT = 3,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_OFFSET = 4,
	CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER = 5,
} cublasLtEmulationDescAttributes_t;

/* what is done with a product before it is stored; AUX keeps or reads what the gradient needs */
typedef enum {
	CUBLASLT_EPILOGUE_DEFAULT = 1,
	CUBLASLT_EPILOGUE_RELU = 2,
	CUBLASLT_EPILOGUE_RELU_AUX = (CUBLASLT_EPILOGUE_RELU | 128),
	CUBLASLT_EPILOGUE_BIAS = 4,
	CUBLASLT_EPILOGUE_RELU_BIAS = (CUBLASLT_EPILOGUE_RELU | CUBLASLT_EPILOGUE_BIAS),
	CUBLASLT_EPILOGUE_RELU_AUX_BIAS = (CUBLASLT_EPILOGUE_RELU_AUX | CUBLASLT_EPILOGUE_BIAS),
	CUBLASLT_EPILOGUE_DRELU = 8 | 128,
	CUBLASLT_EPILOGUE_DRELU_BGRAD = CUBLASLT_EPILOGUE_DRELU | 16,
	CUBLASLT_EPILOGUE_GELU = 32,
	CUBLASLT_EPILOGUE_GELU_AUX = (CUBLASLT_EPILOGUE_GELU | 128),
	CUBLASLT_EPILOGUE_GELU_BIAS = (CUBLASLT_EPILOGUE_GELU | CUBLASLT_EPILOGUE_BIAS),
	CUBLASLT_EPILOGUE_GELU_AUX_BIAS = (CUBLASLT_EPILOGUE_GELU_AUX | CUBLASLT_EPILOGUE_BIAS),
	CUBLASLT_EPILOGUE_DGELU = 64 | 128,
	CUBLASLT_EPILOGUE_DGELU_BGRAD = CUBLASLT_EPILOGUE_DGELU | 16,
	CUBLASLT_EPILOGUE_BGRADA = 256,
	CUBLASLT_EPILOGUE_BGRADB = 512,
} cublasLtEpilogue_t;

/* ---- which algorithm ---- */

typedef enum {
	CUBLASLT_SEARCH_BEST_FIT = 0,
	CUBLASLT_SEARCH_LIMITED_BY_ALGO_ID = 1,
	CUBLASLT_SEARCH_RESERVED_02 = 2,
	CUBLASLT_SEARCH_RESERVED_03 = 3,
	CUBLASLT_SEARCH_RESERVED_04 = 4,
	CUBLASLT_SEARCH_RESERVED_05 = 5,
	CUBLASLT_SEARCH_RESERVED_06 = 6,
	CUBLASLT_SEARCH_RESERVED_07 = 7,
	CUBLASLT_SEARCH_RESERVED_08 = 8,
	CUBLASLT_SEARCH_RESERVED_09 = 9,
} cublasLtMatmulSearch_t;

typedef enum {
	CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
	CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
	CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,
	CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8,
	CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT = 9,
	CUBLASLT_MATMUL_PREF_IMPL_MASK = 12,
} cublasLtMatmulPreferenceAttributes_t;

typedef enum {
	CUBLASLT_ALGO_CAP_SPLITK_SUPPORT = 0,
	CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK = 1,
	CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT = 2,
	CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT = 3,
	CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT = 4,
	CUBLASLT_ALGO_CAP_UPLO_SUPPORT = 5,
	CUBLASLT_ALGO_CAP_TILE_IDS = 6,
	CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX = 7,
	CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER = 10,
	CUBLASLT_ALGO_CAP_POINTER_MODE_MASK = 11,
	CUBLASLT_ALGO_CAP_EPILOGUE_MASK = 12,
	CUBLASLT_ALGO_CAP_STAGES_IDS = 13,
	CUBLASLT_ALGO_CAP_LD_NEGATIVE = 14,
	CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS = 15,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES = 16,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES = 17,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES = 18,
	CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES = 19,
	CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT = 21,
	CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT = 22,
} cublasLtMatmulAlgoCapAttributes_t;

typedef enum {
	CUBLASLT_ALGO_CONFIG_ID = 0,
	CUBLASLT_ALGO_CONFIG_TILE_ID = 1,
	CUBLASLT_ALGO_CONFIG_SPLITK_NUM = 2,
	CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME = 3,
	CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING = 4,
	CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION = 5,
	CUBLASLT_ALGO_CONFIG_STAGES_ID = 6,
	CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID = 7,
	CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID = 8,
} cublasLtMatmulAlgoConfigAttributes_t;

typedef struct {
	cublasLtMatmulAlgo_t algo;
	size_t workspaceSize;
	cublasStatus_t state; /* the rest counts only if this is CUBLAS_STATUS_SUCCESS */
	float wavesCount;
	int reserved[4];
} cublasLtMatmulHeuristicResult_t;

/* ---- functions ---- */

/* A handle is for the device that is current. */
cublasStatus_t cublasLtCreate(cublasLtHandle_t *__lightHandle);
cublasStatus_t cublasLtDestroy(cublasLtHandle_t __lightHandle);

const char *cublasLtGetStatusName(cublasStatus_t __status);
const char *cublasLtGetStatusString(cublasStatus_t __status);
size_t cublasLtGetVersion(void);
size_t cublasLtGetCudartVersion(void);
cublasStatus_t cublasLtGetProperty(libraryPropertyType __type, int *__value);

/* Kept, without effect here. */
cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *__capacity);
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t __capacity);
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned __mask);

/* D = epilogue(alpha op(A) op(B) + beta C), for each matrix of a batch. D may be C. The workspace is not used. */
cublasStatus_t cublasLtMatmul(cublasLtHandle_t __lightHandle, cublasLtMatmulDesc_t __computeDesc, const void *__alpha,
                              const void *__A, cublasLtMatrixLayout_t __Adesc, const void *__B,
                              cublasLtMatrixLayout_t __Bdesc, const void *__beta, const void *__C,
                              cublasLtMatrixLayout_t __Cdesc, void *__D, cublasLtMatrixLayout_t __Ddesc,
                              const cublasLtMatmulAlgo_t *__algo, void *__workspace, size_t __workspaceSizeInBytes,
                              cudaStream_t __stream);

/* C = alpha op(A) + beta op(B), from one layout to another. */
cublasStatus_t cublasLtMatrixTransform(cublasLtHandle_t __lightHandle, cublasLtMatrixTransformDesc_t __transformDesc,
                                       const void *__alpha, const void *__A, cublasLtMatrixLayout_t __Adesc,
                                       const void *__beta, const void *__B, cublasLtMatrixLayout_t __Bdesc, void *__C,
                                       cublasLtMatrixLayout_t __Cdesc, cudaStream_t __stream);

/* A matrix: type, rows, columns, and the distance of its columns (rows, if stored by rows). */
cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t __matLayout, size_t __size, cudaDataType __type,
                                                 uint64_t __rows, uint64_t __cols, int64_t __ld);
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *__matLayout, cudaDataType __type, uint64_t __rows,
                                          uint64_t __cols, int64_t __ld);
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t __matLayout);
cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t __matLayout,
                                                cublasLtMatrixLayoutAttribute_t __attr, const void *__buf,
                                                size_t __sizeInBytes);
cublasStatus_t cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t __matLayout,
                                                cublasLtMatrixLayoutAttribute_t __attr, void *__buf, size_t __sizeInBytes,
                                                size_t *__sizeWritten);

/* A product: the type it is computed in, that of alpha and beta, and attributes. */
cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t __matmulDesc, size_t __size,
                                               cublasComputeType_t __computeType, cudaDataType __scaleType);
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *__matmulDesc, cublasComputeType_t __computeType,
                                        cudaDataType __scaleType);
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t __matmulDesc);
cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t __matmulDesc, cublasLtMatmulDescAttributes_t __attr,
                                              const void *__buf, size_t __sizeInBytes);
cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t __matmulDesc, cublasLtMatmulDescAttributes_t __attr,
                                              void *__buf, size_t __sizeInBytes, size_t *__sizeWritten);

/* A transform. */
cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t __transformDesc, size_t __size,
                                                        cudaDataType __scaleType);
cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *__transformDesc,
                                                 cudaDataType __scaleType);
cublasStatus_t cublasLtMatrixTransformDescDestroy(cublasLtMatrixTransformDesc_t __transformDesc);
cublasStatus_t cublasLtMatrixTransformDescSetAttribute(cublasLtMatrixTransformDesc_t __transformDesc,
                                                       cublasLtMatrixTransformDescAttributes_t __attr, const void *__buf,
                                                       size_t __sizeInBytes);
cublasStatus_t cublasLtMatrixTransformDescGetAttribute(cublasLtMatrixTransformDesc_t __transformDesc,
                                                       cublasLtMatrixTransformDescAttributes_t __attr, void *__buf,
                                                       size_t __sizeInBytes, size_t *__sizeWritten);

/* How wide products may be made of narrow ones; kept, without effect here. */
cublasStatus_t cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t __emulationDesc, size_t __size);
cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t *__emulationDesc);
cublasStatus_t cublasLtEmulationDescDestroy(cublasLtEmulationDesc_t __emulationDesc);
cublasStatus_t cublasLtEmulationDescSetAttribute(cublasLtEmulationDesc_t __emulationDesc,
                                                 cublasLtEmulationDescAttributes_t __attr, const void *__buf,
                                                 size_t __sizeInBytes);
cublasStatus_t cublasLtEmulationDescGetAttribute(cublasLtEmulationDesc_t __emulationDesc,
                                                 cublasLtEmulationDescAttributes_t __attr, void *__buf,
                                                 size_t __sizeInBytes, size_t *__sizeWritten);

/* What an algorithm should be like. */
cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t __pref, size_t __size);
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *__pref);
cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t __pref);
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t __pref,
                                                    cublasLtMatmulPreferenceAttributes_t __attr, const void *__buf,
                                                    size_t __sizeInBytes);
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(cublasLtMatmulPreference_t __pref,
                                                    cublasLtMatmulPreferenceAttributes_t __attr, void *__buf,
                                                    size_t __sizeInBytes, size_t *__sizeWritten);

/* The algorithms for a product. There is one, which takes everything that is supported. */
cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t __lightHandle, cublasLtMatmulDesc_t __operationDesc,
                                              cublasLtMatrixLayout_t __Adesc, cublasLtMatrixLayout_t __Bdesc,
                                              cublasLtMatrixLayout_t __Cdesc, cublasLtMatrixLayout_t __Ddesc,
                                              cublasLtMatmulPreference_t __preference, int __requestedAlgoCount,
                                              cublasLtMatmulHeuristicResult_t __heuristicResultsArray[],
                                              int *__returnAlgoCount);
cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t __lightHandle, cublasComputeType_t __computeType,
                                        cudaDataType __scaleType, cudaDataType __Atype, cudaDataType __Btype,
                                        cudaDataType __Ctype, cudaDataType __Dtype, int __requestedAlgoCount,
                                        int __algoIdsArray[], int *__returnAlgoCount);
cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t __lightHandle, cublasComputeType_t __computeType,
                                      cudaDataType __scaleType, cudaDataType __Atype, cudaDataType __Btype,
                                      cudaDataType __Ctype, cudaDataType __Dtype, int __algoId, cublasLtMatmulAlgo_t *__algo);
cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t __lightHandle, cublasLtMatmulDesc_t __operationDesc,
                                       cublasLtMatrixLayout_t __Adesc, cublasLtMatrixLayout_t __Bdesc,
                                       cublasLtMatrixLayout_t __Cdesc, cublasLtMatrixLayout_t __Ddesc,
                                       const cublasLtMatmulAlgo_t *__algo, cublasLtMatmulHeuristicResult_t *__result);
cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *__algo,
                                                 cublasLtMatmulAlgoCapAttributes_t __attr, void *__buf,
                                                 size_t __sizeInBytes, size_t *__sizeWritten);
cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *__algo,
                                                    cublasLtMatmulAlgoConfigAttributes_t __attr, const void *__buf,
                                                    size_t __sizeInBytes);
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *__algo,
                                                    cublasLtMatmulAlgoConfigAttributes_t __attr, void *__buf,
                                                    size_t __sizeInBytes, size_t *__sizeWritten);

/* Lines of text about calls. */
typedef void (*cublasLtLoggerCallback_t)(int __logLevel, const char *__functionName, const char *__message);
cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t __callback);
cublasStatus_t cublasLtLoggerSetFile(FILE *__file);
cublasStatus_t cublasLtLoggerOpenFile(const char *__logFile);
cublasStatus_t cublasLtLoggerSetLevel(int __level);
cublasStatus_t cublasLtLoggerSetMask(int __mask);
cublasStatus_t cublasLtLoggerForceDisable(void);

/* Descriptors in memory of the program's own. */
static inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t matLayout, cudaDataType type, uint64_t rows,
                                                      uint64_t cols, int64_t ld) {
	return cublasLtMatrixLayoutInit_internal(matLayout, sizeof *matLayout, type, rows, cols, ld);
}
static inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t matmulDesc, cublasComputeType_t computeType,
                                                    cudaDataType scaleType) {
	return cublasLtMatmulDescInit_internal(matmulDesc, sizeof *matmulDesc, computeType, scaleType);
}
static inline cublasStatus_t cublasLtMatrixTransformDescInit(cublasLtMatrixTransformDesc_t transformDesc,
                                                             cudaDataType scaleType) {
	return cublasLtMatrixTransformDescInit_internal(transformDesc, sizeof *transformDesc, scaleType);
}
static inline cublasStatus_t cublasLtEmulationDescInit(cublasLtEmulationDesc_t emulationDesc) {
	return cublasLtEmulationDescInit_internal(emulationDesc, sizeof *emulationDesc);
}
static inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t pref) {
	return cublasLtMatmulPreferenceInit_internal(pref, sizeof *pref);
}

#ifdef __cplusplus
}
#endif

#endif
