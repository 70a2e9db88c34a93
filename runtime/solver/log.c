/* log.c - the logger of cuSOLVER's dense part: calls that fail.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/libs/logger.h"

#include "runtime/solver/solver.h"

static struct lib_logger logger = LIB_LOGGER("cusolver", "CUSOLVER");

cusolverStatus_t solver_end(const char *function, cusolverStatus_t s) {
	char text[32];
	if (!s)
		return s;
	snprintf(text, sizeof text, "status %d", (int)s);
	lib_log(&logger, LIB_LOG_ERROR, function, text);
	return s;
}

static cusolverStatus_t valid(bool is_valid) {
	return is_valid ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}

cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback) {
	lib_log_to(&logger, callback);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnLoggerSetFile(FILE *file) {
	lib_log_set_file(&logger, file);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnLoggerOpenFile(const char *logFile) {
	return valid(lib_log_open(&logger, logFile));
}

cusolverStatus_t cusolverDnLoggerSetLevel(int level) {
	bool is_valid = level >= 0 && level <= LIB_LOG_MOST;
	if (is_valid)
		lib_log_set_level(&logger, level);
	return valid(is_valid);
}

cusolverStatus_t cusolverDnLoggerSetMask(int mask) {
	if (mask >= 0)
		lib_log_set_mask(&logger, mask);
	return valid(mask >= 0);
}

cusolverStatus_t cusolverDnLoggerForceDisable(void) {
	lib_log_disable(&logger);
	return CUSOLVER_STATUS_SUCCESS;
}
