/* log.c - statuses in words, and the logger of cuBLASLt.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/lt/lt.h"

#include "runtime/blas/status_text.h"
#include "runtime/libs/logger.h"

const char *cublasLtGetStatusName(cublasStatus_t status) {
	return status_name(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status) {
	return status_sentence(status);
}

static struct lib_logger logger = LIB_LOGGER("cublasLt", "CUBLASLT");

static cublasStatus_t valid(bool is_valid) {
	return is_valid ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback) {
	lib_log_to(&logger, callback);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtLoggerSetFile(FILE *file) {
	lib_log_set_file(&logger, file);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtLoggerOpenFile(const char *logFile) {
	if (logFile && !lib_log_open(&logger, logFile))
		lib_log_set_file(&logger, NULL);
	return valid(logFile);
}

cublasStatus_t cublasLtLoggerSetLevel(int level) {
	bool is_valid = level >= 0 && level <= LIB_LOG_MOST;
	if (is_valid)
		lib_log_set_level(&logger, level);
	return valid(is_valid);
}

cublasStatus_t cublasLtLoggerSetMask(int mask) {
	bool is_valid = mask >= 0 && mask < 1 << LIB_LOG_MOST;
	if (is_valid)
		lib_log_set_mask(&logger, mask);
	return valid(is_valid);
}

cublasStatus_t cublasLtLoggerForceDisable(void) {
	lib_log_disable(&logger);
	return CUBLAS_STATUS_SUCCESS;
}

void lt_log_call(const char *function) {
	lib_log(&logger, LIB_LOG_CALL, function, "called");
}
