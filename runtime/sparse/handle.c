/* handle.c - the handle, statuses, the logger, and how calls reach their stream.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>

#include "runtime/sparse/sparse.h"

/* ---- objects ---- */

void *sparse_object(size_t size) {
	struct arena a = ARENA_INIT;
	if (!arena_reserve(&a, size, 16))
		return NULL;
	void *object = arena_zalloc(&a, size, 16);
	memcpy(object, &a, sizeof a);
	return object;
}

void sparse_free(void *object) {
	struct arena a;
	memcpy(&a, object, sizeof a);
	arena_drop(&a);
}

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

enum { LOG_ERROR = 1 };

static struct {
	pthread_mutex_t lock;
	s32 level, mask;
	bool is_disabled;
	FILE *file;
	bool is_ours; /* the file */
	cusparseLoggerCallback_t callback;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_once_t logger_once = PTHREAD_ONCE_INIT;

static s32 number_in(const char *variable) {
	const char *text = getenv(variable);
	return text ? (s32)strtol(text, NULL, 0) : 0;
}

static void read_environment(void) {
	logger.level = number_in("CUSPARSE_LOG_LEVEL");
	logger.mask = number_in("CUSPARSE_LOG_MASK");
	const char *path = getenv("CUSPARSE_LOG_FILE");
	if (path && *path) {
		logger.file = fopen(path, "w");
		logger.is_ours = logger.file;
	}
}

static void lock_logger(void) {
	pthread_once(&logger_once, read_environment);
	pthread_mutex_lock(&logger.lock);
}

static cusparseStatus_t unlock_logger(cusparseStatus_t s) {
	pthread_mutex_unlock(&logger.lock);
	return s;
}

cusparseStatus_t sparse_end(const char *function, cusparseStatus_t s) {
	if (!s)
		return s;
	lock_logger();
	bool wanted = !logger.is_disabled &&
	              (logger.level >= LOG_ERROR || logger.mask & 1);
	cusparseLoggerCallback_t callback = wanted ? logger.callback : NULL;
	if (wanted) {
		FILE *out = logger.file ? logger.file : stdout;
		fprintf(out, "[cusparse][Error][%s] %s\n", function, statuses[s].name);
		fflush(out);
	}
	unlock_logger(s);
	if (callback)
		callback(LOG_ERROR, function, statuses[s].name);
	return s;
}

cusparseStatus_t sparse_no_buffer(const char *function, cusparseStatus_t s,
                                  size_t *size) {
	if (!s && !size)
		s = CUSPARSE_STATUS_INVALID_VALUE;
	if (!s)
		*size = 0;
	return sparse_end(function, s);
}

cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
	lock_logger();
	logger.callback = callback;
	return unlock_logger(CUSPARSE_STATUS_SUCCESS);
}

static void set_file(FILE *file, bool is_ours) {
	if (logger.is_ours)
		fclose(logger.file);
	logger.file = file;
	logger.is_ours = is_ours;
}

cusparseStatus_t cusparseLoggerSetFile(FILE *file) {
	lock_logger();
	set_file(file, false);
	return unlock_logger(CUSPARSE_STATUS_SUCCESS);
}

cusparseStatus_t cusparseLoggerOpenFile(const char *path) {
	FILE *file = path ? fopen(path, "w") : NULL;
	lock_logger();
	set_file(file, file);
	return unlock_logger(CUSPARSE_STATUS_SUCCESS);
}

cusparseStatus_t cusparseLoggerSetLevel(int level) {
	if (level < 0)
		return CUSPARSE_STATUS_INVALID_VALUE;
	lock_logger();
	logger.level = level;
	return unlock_logger(CUSPARSE_STATUS_SUCCESS);
}

cusparseStatus_t cusparseLoggerSetMask(int mask) {
	lock_logger();
	logger.mask = mask;
	return unlock_logger(CUSPARSE_STATUS_SUCCESS);
}

cusparseStatus_t cusparseLoggerForceDisable(void) {
	lock_logger();
	logger.is_disabled = true;
	return unlock_logger(CUSPARSE_STATUS_SUCCESS);
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
	if (h)
		sparse_free(h);
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
	if (d)
		sparse_free(d);
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
