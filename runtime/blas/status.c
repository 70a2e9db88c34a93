/* status.c - names and sentences of statuses, and the logger.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/blas/blas.h"

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
               "the requested functionality is not available on the device architecture"),
	STATUS(MAPPING_ERROR, "an access to GPU memory space failed"),
	STATUS(EXECUTION_FAILED, "the function failed to launch on the GPU"),
	STATUS(INTERNAL_ERROR, "an internal operation failed"),
	STATUS(NOT_SUPPORTED, "the functionality is not supported"),
	STATUS(LICENSE_ERROR, "the functionality requires a license"),
};

static const struct status_text *text_of(cublasStatus_t status) {
	for (u32 i = 0; i < countof(texts); i++)
		if (texts[i].status == status)
			return &texts[i];
	return NULL;
}

const char *cublasGetStatusName(cublasStatus_t status) {
	const struct status_text *t = text_of(status);
	return t ? t->name : "CUBLAS_STATUS_UNKNOWN";
}

const char *cublasGetStatusString(cublasStatus_t status) {
	const struct status_text *t = text_of(status);
	return t ? t->sentence : "unknown status";
}

/* ---- the logger ---- */

static struct {
	pthread_mutex_t lock;
	pthread_once_t once;
	bool to_stdout, to_stderr;
	FILE *file;
	cublasLogCallback callback;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER, .once = PTHREAD_ONCE_INIT};

static bool is_set(const char *variable) {
	const char *value = getenv(variable);
	return value && *value && strcmp(value, "0") != 0;
}

/* CUBLAS_LOGINFO_DBG asks for lines, CUBLAS_LOGDEST_DBG says where. */
static void read_environment(void) {
	const char *place = getenv("CUBLAS_LOGDEST_DBG");
	if (!is_set("CUBLAS_LOGINFO_DBG") || !place)
		return;
	if (!strcmp(place, "stdout"))
		logger.to_stdout = true;
	else if (!strcmp(place, "stderr"))
		logger.to_stderr = true;
	else
		logger.file = fopen(place, "w");
}

cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
                                     const char *logFileName) {
	FILE *file = logIsOn && logFileName ? fopen(logFileName, "w") : NULL;
	if (logIsOn && logFileName && !file)
		return CUBLAS_STATUS_INVALID_VALUE;
	pthread_once(&logger.once, read_environment);
	pthread_mutex_lock(&logger.lock);
	if (logger.file)
		fclose(logger.file);
	logger.file = file;
	logger.to_stdout = logIsOn && logToStdOut;
	logger.to_stderr = logIsOn && logToStdErr;
	pthread_mutex_unlock(&logger.lock);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback) {
	pthread_mutex_lock(&logger.lock);
	logger.callback = userCallback;
	pthread_mutex_unlock(&logger.lock);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback) {
	if (!userCallback)
		return CUBLAS_STATUS_INVALID_VALUE;
	pthread_mutex_lock(&logger.lock);
	*userCallback = logger.callback;
	pthread_mutex_unlock(&logger.lock);
	return CUBLAS_STATUS_SUCCESS;
}

void blas_log_call(const char *function) {
	char line[128];
	pthread_once(&logger.once, read_environment);
	if (!logger.to_stdout && !logger.to_stderr && !logger.file && !logger.callback)
		return;
	snprintf(line, sizeof line, "I! cuBLAS %s() called\n", function);
	pthread_mutex_lock(&logger.lock);
	FILE *places[] = {logger.to_stdout ? stdout : NULL,
	                  logger.to_stderr ? stderr : NULL, logger.file};
	for (u32 i = 0; i < countof(places); i++)
		if (places[i]) {
			fputs(line, places[i]);
			fflush(places[i]);
		}
	cublasLogCallback callback = logger.callback;
	pthread_mutex_unlock(&logger.lock);
	if (callback)
		callback(line);
}

void cublasXerbla(const char *srName, int info) {
	fprintf(stderr, " ** On entry to %s parameter number %d had an illegal value\n",
	        srName, info);
}
