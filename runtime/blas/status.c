/* status.c - statuses in words, and the logger.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/blas/blas.h"
#include "runtime/blas/status_text.h"

const char *cublasGetStatusName(cublasStatus_t status) {
	return status_name(status);
}

const char *cublasGetStatusString(cublasStatus_t status) {
	return status_sentence(status);
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
	/* A file that cannot be opened is none, as in the real library. */
	FILE *file = logIsOn && logFileName ? fopen(logFileName, "w") : NULL;
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
