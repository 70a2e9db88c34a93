/* handle.c - the handle, statuses, the logger, and how calls reach their stream.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libs/logger.h"

#include "runtime/sparse/sparse.h"

/* ---- statuses ---- */

static const struct {
	const char *name, *text;
} statuses[] = {
#define STATUS(name, text) [CUSPARSE_STATUS_##name] = {"CUSPARSE_STATUS_" #name, text}
	STATUS(SUCCESS, "success"),
	STATUS(NOT_INITIALIZED, "initialization error"),
	STATUS(ALLOC_FAILED, "out of memory"),
	STATUS(INVALID_VALUE, "invalid value"),
	STATUS(ARCH_MISMATCH, "architecture mismatch"),
	STATUS(MAPPING_ERROR, "texture memory mapping error"),
	STATUS(EXECUTION_FAILED, "kernel launch failure"),
	STATUS(INTERNAL_ERROR, "internal error"),
	STATUS(MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported"),
	STATUS(ZERO_PIVOT, "zero pivot"),
	STATUS(NOT_SUPPORTED, "operation not supported"),
	STATUS(INSUFFICIENT_RESOURCES, "insufficient resources"),
#undef STATUS
};

const char *cusparseGetErrorName(cusparseStatus_t s) {
	return (u32)s < countof(statuses) ? statuses[s].name : "unrecognized error code";
}

const char *cusparseGetErrorString(cusparseStatus_t s) {
	return (u32)s < countof(statuses) ? statuses[s].text : "unrecognized error code";
}

/* ---- the logger ---- */

static struct lib_logger logger = LIB_LOGGER("cusparse", "CUSPARSE");

cusparseStatus_t sparse_end(const char *function, cusparseStatus_t s) {
	if (s)
		lib_log(&logger, LIB_LOG_ERROR, function, statuses[s].name);
	return s;
}

enum { SOME_BYTES = 16 };

cusparseStatus_t sparse_no_buffer(const char *function, cusparseStatus_t s,
                                  size_t *size) {
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s)
		*size = SOME_BYTES;
	return sparse_end(function, s);
}

cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
	lib_log_to(&logger, callback);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerSetFile(FILE *file) {
	lib_log_set_file(&logger, file);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerOpenFile(const char *path) {
	if (!lib_log_open(&logger, path))
		lib_log_set_file(&logger, NULL);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerSetLevel(int level) {
	if (level < 0)
		return CUSPARSE_STATUS_INVALID_VALUE;
	lib_log_set_level(&logger, level);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerSetMask(int mask) {
	lib_log_set_mask(&logger, mask);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerForceDisable(void) {
	lib_log_disable(&logger);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the handle ---- */

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
	s32 device;
	if (!handle)
		return sparse_end(__func__, CUSPARSE_STATUS_INVALID_VALUE);
	if (lib_current_device(&device))
		return sparse_end(__func__, CUSPARSE_STATUS_NOT_INITIALIZED);
	*handle = sparse_new(struct cusparseContext);
	return sparse_end(__func__, *handle ? CUSPARSE_STATUS_SUCCESS
	                                    : CUSPARSE_STATUS_ALLOC_FAILED);
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t h) {
	lib_object_drop(h);
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t check(const char *function, cusparseHandle_t h, bool is_good) {
	return sparse_end(function, h && is_good ? CUSPARSE_STATUS_SUCCESS
	                                         : CUSPARSE_STATUS_INVALID_VALUE);
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t h, int *version) {
	cusparseStatus_t s = check(__func__, h, version);
	if (!s)
		*version = CUSPARSE_VERSION;
	return s;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value) {
	static const s32 values[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR,
	                             CUSPARSE_VER_PATCH};
	if (!value || (u32)type >= countof(values))
		return sparse_end(__func__, CUSPARSE_STATUS_INVALID_VALUE);
	*value = values[type];
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t h, cudaStream_t stream) {
	cusparseStatus_t s = check(__func__, h, true);
	if (!s)
		h->stream = stream;
	return s;
}

cusparseStatus_t cusparseGetStream(cusparseHandle_t h, cudaStream_t *stream) {
	cusparseStatus_t s = check(__func__, h, stream);
	if (!s)
		*stream = h->stream;
	return s;
}

cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t h, cusparsePointerMode_t *mode) {
	cusparseStatus_t s = check(__func__, h, mode);
	if (!s)
		*mode = h->mode;
	return s;
}

cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t h, cusparsePointerMode_t mode) {
	cusparseStatus_t s = check(__func__, h,
	                           (u32)mode <= CUSPARSE_POINTER_MODE_DEVICE);
	if (!s)
		h->mode = mode;
	return s;
}

/* ---- calls ---- */

static cusparseStatus_t status_of(cudaError_t e) {
	return e == cudaSuccess                 ? CUSPARSE_STATUS_SUCCESS
	       : e == cudaErrorMemoryAllocation ? CUSPARSE_STATUS_ALLOC_FAILED
	                                        : CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t sparse_submit(cusparseHandle_t h, const char *function,
                               void (*run)(struct lib_call *c, const void *payload),
                               const void *payload, size_t bytes) {
	struct lib_work w = {function, run, payload, (u32)bytes};
	return sparse_end(function, status_of(lib_submit(h->stream, &w)));
}

cusparseStatus_t sparse_submit_and_wait(cusparseHandle_t h, const char *function,
                                        void (*run)(struct lib_call *c,
                                                    const void *payload),
                                        const void *payload, size_t bytes) {
	cusparseStatus_t s = sparse_submit(h, function, run, payload, bytes);
	return s ? s : sparse_end(function, status_of(lib_wait(h->stream)));
}

cusparseStatus_t sparse_submit_result(cusparseHandle_t h, const char *function,
                                      void (*run)(struct lib_call *c,
                                                  const void *payload),
                                      const void *payload, size_t bytes) {
	return lib_is_capturing(h->stream)
	               ? sparse_submit(h, function, run, payload, bytes)
	               : sparse_submit_and_wait(h, function, run, payload, bytes);
}

struct scalar sparse_scalar(cusparseHandle_t h, const void *p, enum number n) {
	struct scalar s = {.at = p};
	if (h->mode == CUSPARSE_POINTER_MODE_HOST) {
		memcpy(&s.copy, p, number_bytes(n));
		s.at = NULL;
	}
	return s;
}

bool scalar_value(struct lib_call *c, const char *argument, const struct scalar *s,
                  enum number n, union element *value) {
	struct lib_box box = lib_bytes(s->at, number_bytes(n));
	if (!s->at)
		*value = s->copy;
	else if (!lib_reads(c, argument, &box))
		return false;
	else
		memcpy(value, s->at, number_bytes(n));
	return true;
}

/* ---- descriptors of the older functions ---- */

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *d) {
	if (!d)
		return sparse_end(__func__, CUSPARSE_STATUS_INVALID_VALUE);
	*d = sparse_new(struct cusparseMatDescr);
	return sparse_end(__func__,
	                  *d ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED);
}

cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t d) {
	lib_object_drop(d);
	return CUSPARSE_STATUS_SUCCESS;
}

/* function suffix, field, type, last enumerator */
#define MAT_FIELDS(X)                                                        \
	X(Type, type, cusparseMatrixType_t, CUSPARSE_MATRIX_TYPE_TRIANGULAR) \
	X(FillMode, fill, cusparseFillMode_t, CUSPARSE_FILL_MODE_UPPER)      \
	X(DiagType, diag, cusparseDiagType_t, CUSPARSE_DIAG_TYPE_UNIT)       \
	X(IndexBase, base, cusparseIndexBase_t, CUSPARSE_INDEX_BASE_ONE)
#define MAT_FIELD(Name, field, T, last)                                         \
	cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t d, T value) {  \
		if (!d || (u32)value > last)                                    \
			return sparse_end(__func__,                             \
			                  d ? CUSPARSE_STATUS_INVALID_VALUE     \
			                    : CUSPARSE_STATUS_NOT_INITIALIZED); \
		d->field = value;                                               \
		return CUSPARSE_STATUS_SUCCESS;                                 \
	}                                                                       \
	T cusparseGetMat##Name(const cusparseMatDescr_t d) {                    \
		return d ? d->field : (T)0;                                     \
	}
MAT_FIELDS(MAT_FIELD)
