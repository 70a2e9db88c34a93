/* handle.c - handles of cuBLAS, and what they remember.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/blas.h"
#include "runtime/blas/status_text.h"

bool handle_is_good(const struct cublasContext *h) {
	return lib_handle_is((const struct lib_handle *)h, CUBLAS_HANDLE_KIND);
}

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
	enum lib_made made = lib_handle_new(handle, sizeof **handle, CUBLAS_HANDLE_KIND);
	if (made == LIB_MADE)
		(*handle)->special_values = CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT;
	return status_of_made(made);
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
	if (!handle_is_good(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	lib_handle_drop(&handle->head);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version) {
	(void)handle; /* the real library does not look at it, either */
	if (!version)
		return CUBLAS_STATUS_INVALID_VALUE;
	*version = CUBLAS_VERSION;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
	static const int parts[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
	if (!value || (u32)type >= countof(parts))
		return CUBLAS_STATUS_INVALID_VALUE;
	*value = parts[type];
	return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) {
	return CUDART_VERSION;
}

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
                                     size_t workspaceSizeInBytes) {
	if (!handle_is_good(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	handle->workspace = workspace;
	handle->workspace_bytes = workspaceSizeInBytes;
	return CUBLAS_STATUS_SUCCESS;
}

/* Pairs of functions that keep a value. `good` says which values are taken. */
#define KEPT(name, suffix, type, field, good)                                        \
	cublasStatus_t cublasSet##name##suffix(cublasHandle_t handle, type value) {  \
		if (!handle_is_good(handle))                                         \
			return CUBLAS_STATUS_NOT_INITIALIZED;                        \
		if (!(good))                                                         \
			return CUBLAS_STATUS_INVALID_VALUE;                          \
		handle->field = (__typeof__(handle->field))value;                    \
		return CUBLAS_STATUS_SUCCESS;                                        \
	}                                                                            \
	cublasStatus_t cublasGet##name##suffix(cublasHandle_t handle, type *value) { \
		if (!handle_is_good(handle))                                         \
			return CUBLAS_STATUS_NOT_INITIALIZED;                        \
		if (!value)                                                          \
			return CUBLAS_STATUS_INVALID_VALUE;                          \
		*value = (type)handle->field;                                        \
		return CUBLAS_STATUS_SUCCESS;                                        \
	}

/* More multiprocessors than any device has. */
#define SM_MOST 4096

KEPT(PointerMode, _v2, cublasPointerMode_t, pointer_mode, (u32)value <= 1)
KEPT(AtomicsMode, , cublasAtomicsMode_t, atomics, (u32)value <= 1)
KEPT(MathMode, , cublasMath_t, math, (u32)value < 32)
KEPT(SmCountTarget, , int, sm_target, value >= 0 && value <= SM_MOST)
KEPT(EmulationStrategy, , cublasEmulationStrategy_t, emulation, (u32)value <= 2)
KEPT(EmulationSpecialValuesSupport, , cudaEmulationSpecialValuesSupport, special_values,
     value == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT || (u32)value <= 3)
KEPT(FixedPointEmulationMantissaControl, , cudaEmulationMantissaControl, mantissa_control,
     (u32)value <= 1)
KEPT(FixedPointEmulationMaxMantissaBitCount, , int, mantissa_bits, value >= 0)
KEPT(FixedPointEmulationMantissaBitOffset, , int, mantissa_offset, true)
typedef int *int_pointer;
KEPT(FixedPointEmulationMantissaBitCountPointer, , int_pointer, mantissa_count, true)

/* The workspace belongs to the stream, so it goes. */
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t streamId) {
	if (!handle_is_good(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	handle->stream = streamId;
	handle->workspace = NULL;
	handle->workspace_bytes = 0;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *streamId) {
	if (!handle_is_good(handle))
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!streamId)
		return CUBLAS_STATUS_INVALID_VALUE;
	*streamId = handle->stream;
	return CUBLAS_STATUS_SUCCESS;
}
