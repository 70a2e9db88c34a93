/* status_text.c - names and sentences of statuses, and those of new handles.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/status_text.h"

struct status_text {
	cublasStatus_t status;
	const char *name, *sentence;
};

#define STATUS(name, sentence) {CUBLAS_STATUS_##name, "CUBLAS_STATUS_" #name, sentence}
static const struct status_text texts[] = {
	STATUS(SUCCESS, "success"),
	STATUS(NOT_INITIALIZED, "the library was not initialized"),
	STATUS(ALLOC_FAILED, "the resource allocation failed"),
	STATUS(INVALID_VALUE,
               "an unsupported value or parameter was passed to the function"),
	STATUS(ARCH_MISMATCH,
               "the function requires an architectural feature absent from the device"),
	STATUS(MAPPING_ERROR, "an access to GPU memory space failed"),
	STATUS(EXECUTION_FAILED, "the function failed to launch on the GPU"),
	STATUS(INTERNAL_ERROR, "an internal operation failed"),
	STATUS(NOT_SUPPORTED, "the requested functionality is not supported"),
	STATUS(LICENSE_ERROR, "the license check failed"),
};

static const struct status_text *text_of(cublasStatus_t status) {
	for (u32 i = 0; i < countof(texts); i++)
		if (texts[i].status == status)
			return &texts[i];
	return NULL;
}

const char *status_name(cublasStatus_t status) {
	const struct status_text *t = text_of(status);
	return t ? t->name : "unrecognized status";
}

const char *status_sentence(cublasStatus_t status) {
	const struct status_text *t = text_of(status);
	return t ? t->sentence : "unrecognized status";
}

cublasStatus_t status_of_made(enum lib_made made) {
	static const cublasStatus_t statuses[LIB_MADE_COUNT] = {
		[LIB_MADE] = CUBLAS_STATUS_SUCCESS,
		[LIB_NO_PLACE] = CUBLAS_STATUS_INVALID_VALUE,
		[LIB_NO_DEVICE] = CUBLAS_STATUS_NOT_INITIALIZED,
		[LIB_NO_MEMORY] = CUBLAS_STATUS_ALLOC_FAILED,
	};
	return statuses[made];
}
