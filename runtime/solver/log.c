/* log.c - the logger of cuSOLVER's dense part: calls that fail, at level 1 and above.
 * CUSOLVER_LOG_LEVEL, CUSOLVER_LOG_MASK and CUSOLVER_LOG_FILE set it from outside.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>

#include "runtime/solver/solver.h"

enum { LOG_ERROR = 1, LOG_MOST = 5 };

static struct {
	pthread_mutex_t lock;
	s32 level, mask;
	bool is_disabled;
	FILE *file;
	bool is_ours; /* the file */
	cusolverDnLoggerCallback_t callback;
} logger = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_once_t once = PTHREAD_ONCE_INIT;

static s32 number_in(const char *variable) {
	const char *text = getenv(variable);
	return text ? (s32)strtol(text, NULL, 0) : 0;
}

static void read_environment(void) {
	const char *path = getenv("CUSOLVER_LOG_FILE");
	logger.level = number_in("CUSOLVER_LOG_LEVEL");
	logger.mask = number_in("CUSOLVER_LOG_MASK");
	if (path && *path) {
		logger.file = fopen(path, "w");
		logger.is_ours = logger.file;
	}
}

static void lock_logger(void) {
	pthread_once(&once, read_environment);
	pthread_mutex_lock(&logger.lock);
}

static cusolverStatus_t unlock_logger(cusolverStatus_t s) {
	pthread_mutex_unlock(&logger.lock);
	return s;
}

cusolverStatus_t solver_end(const char *function, cusolverStatus_t s) {
	char text[32];
	if (!s)
		return s;
	snprintf(text, sizeof text, "status %d", (int)s);
	lock_logger();
	bool wanted = !logger.is_disabled &&
	              (logger.level >= LOG_ERROR || logger.mask & 1);
	cusolverDnLoggerCallback_t callback = wanted ? logger.callback : NULL;
	if (wanted) {
		FILE *out = logger.file ? logger.file : stdout;
		fprintf(out, "[cusolver][Error][%s] %s\n", function, text);
		fflush(out);
	}
	unlock_logger(s);
	if (callback)
		callback(LOG_ERROR, function, text);
	return s;
}

cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback) {
	lock_logger();
	logger.callback = callback;
	return unlock_logger(CUSOLVER_STATUS_SUCCESS);
}

static void set_file(FILE *file, bool is_ours) {
	if (logger.is_ours)
		fclose(logger.file);
	logger.file = file;
	logger.is_ours = is_ours;
}

cusolverStatus_t cusolverDnLoggerSetFile(FILE *file) {
	lock_logger();
	set_file(file, false);
	return unlock_logger(CUSOLVER_STATUS_SUCCESS);
}

cusolverStatus_t cusolverDnLoggerOpenFile(const char *logFile) {
	FILE *file = logFile ? fopen(logFile, "w") : NULL;
	if (!file)
		return CUSOLVER_STATUS_INVALID_VALUE;
	lock_logger();
	set_file(file, true);
	return unlock_logger(CUSOLVER_STATUS_SUCCESS);
}

cusolverStatus_t cusolverDnLoggerSetLevel(int level) {
	if (level < 0 || level > LOG_MOST)
		return CUSOLVER_STATUS_INVALID_VALUE;
	lock_logger();
	logger.level = level;
	return unlock_logger(CUSOLVER_STATUS_SUCCESS);
}

cusolverStatus_t cusolverDnLoggerSetMask(int mask) {
	if (mask < 0)
		return CUSOLVER_STATUS_INVALID_VALUE;
	lock_logger();
	logger.mask = mask;
	return unlock_logger(CUSOLVER_STATUS_SUCCESS);
}

cusolverStatus_t cusolverDnLoggerForceDisable(void) {
	lock_logger();
	logger.is_disabled = true;
	return unlock_logger(CUSOLVER_STATUS_SUCCESS);
}
