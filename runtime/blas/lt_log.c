/* lt_log.c - statuses in words, and the logger of cuBLASLt.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/lt.h"

#include <pthread.h>
#include <stdlib.h>

#include "runtime/blas/status_text.h"

const char *cublasLtGetStatusName(cublasStatus_t status) {
	return status_name(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status) {
	return status_sentence(status);
}

/* Levels: 5 tells of calls. The mask's bit for calls is 16. */
enum { LEVEL_CALLS = 5, MASK_CALLS = 16 };

static struct {
	pthread_mutex_t lock;
	pthread_once_t once;
	cublasLtLoggerCallback_t callback;
	FILE *file;
	int level, mask;
	bool is_off;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT};

static void read_environment(void) {
	const char *level = getenv("CUBLASLT_LOG_LEVEL"),
		   *mask = getenv("CUBLASLT_LOG_MASK");
	const char *file = getenv("CUBLASLT_LOG_FILE");
	logger.level = level ? atoi(level) : 0;
	logger.mask = mask ? atoi(mask) : 0;
	logger.file = file ? fopen(file, "w") : stdout;
}

#define SETTER(name, parameter, valid, statement)             \
	cublasStatus_t cublasLtLogger##name(parameter) {      \
		pthread_once(&logger.once, read_environment); \
		if (!(valid))                                 \
			return CUBLAS_STATUS_INVALID_VALUE;   \
		pthread_mutex_lock(&logger.lock);             \
		statement;                                    \
		pthread_mutex_unlock(&logger.lock);           \
		return CUBLAS_STATUS_SUCCESS;                 \
	}

SETTER(SetCallback, cublasLtLoggerCallback_t callback, true, logger.callback = callback)
SETTER(SetFile, FILE *file, true, logger.file = file)
SETTER(OpenFile, const char *logFile, logFile, logger.file = fopen(logFile, "w"))
SETTER(SetLevel, int level, level >= 0 && level <= 5, logger.level = level)
SETTER(SetMask, int mask, mask >= 0 && mask < 32, logger.mask = mask)
SETTER(ForceDisable, void, true, logger.is_off = true)

void lt_log_call(const char *function) {
	pthread_once(&logger.once, read_environment);
	if (logger.is_off || (logger.level < LEVEL_CALLS && !(logger.mask & MASK_CALLS)))
		return;
	pthread_mutex_lock(&logger.lock);
	cublasLtLoggerCallback_t callback = logger.callback;
	if (logger.file) {
		fprintf(logger.file, "[cublasLt][Api][%s] called\n", function);
		fflush(logger.file);
	}
	pthread_mutex_unlock(&logger.lock);
	if (callback)
		callback(LEVEL_CALLS, function, "called");
}
