/* error.c - the names and sentences of statuses, and the text of the last failure of a
 * thread.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "base/plain.h"
#include "runtime/core/device.h"

static _Thread_local char last_error[1024];
static _Thread_local enum simt_status last_status;

static const struct {
	enum simt_status status;
	const char *name, *text;
} table[] = {
#define S(id, text) {SIMT_##id, "SIMT_" #id, text}
	S(OK, "no error"),
	S(INVALID_VALUE, "invalid argument"),
	S(OUT_OF_MEMORY, "out of memory"),
	S(UNLOADING, "the process is ending"),
	S(INVALID_IMAGE, "device kernel image is invalid"),
	S(INVALID_PTX, "a PTX JIT compilation failed"),
	S(UNSUPPORTED_PTX_VERSION,
          "the provided PTX was compiled with an unsupported toolchain"),
	S(FILE_NOT_FOUND, "file not found"),
	S(INVALID_HANDLE, "invalid resource handle"),
	S(NOT_READY, "device not ready"),
	S(NOT_FOUND, "named symbol not found"),
	S(ILLEGAL_ADDRESS, "an illegal memory access was encountered"),
	S(LAUNCH_TIMEOUT, "the launch timed out and was terminated"),
	S(ASSERT, "device-side assert triggered"),
	S(ALREADY_REGISTERED, "part or all of the memory range is registered already"),
	S(NOT_REGISTERED, "the memory is not registered"),
	S(ILLEGAL_INSTRUCTION, "an illegal instruction was encountered"),
	S(MISALIGNED_ADDRESS, "misaligned address"),
	S(INVALID_ADDRESS_SPACE,
          "operation not supported on global/shared address space"),
	S(INVALID_PC, "invalid program counter"),
	S(LAUNCH_FAILED, "unspecified launch failure"),
	S(COOPERATIVE_TOO_LARGE, "too many blocks in cooperative launch"),
	S(NOT_PERMITTED, "operation not permitted"),
	S(NOT_SUPPORTED, "operation not supported"),
	S(INVALID_CLUSTER_SIZE, "cluster misconfiguration"),
	S(UNKNOWN, "unknown error"),
#undef S
};

const char *simt_status_name(enum simt_status s) {
	for (u32 i = 0; i < countof(table); i++)
		if (table[i].status == s)
			return table[i].name;
	return "SIMT_UNKNOWN";
}

const char *simt_status_text(enum simt_status s) {
	for (u32 i = 0; i < countof(table); i++)
		if (table[i].status == s)
			return table[i].text;
	return "unknown error";
}

int status_find(const char *name) {
	for (u32 i = 0; i < countof(table); i++)
		if (strcmp(table[i].name, name) == 0)
			return (int)table[i].status;
	return -1;
}

const char *simt_last_error(void) {
	return last_error;
}

enum simt_status simt_last_status(void) {
	return last_status;
}

enum simt_status fail(enum simt_status s, const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(last_error, sizeof last_error, fmt, ap);
	va_end(ap);
	plain_buffer(last_error, sizeof last_error,
	             PLAIN_LINES); /* names of files and what PTX says */
	last_status = s;
	return s;
}

enum simt_status device_check(const struct simt_device *dev) {
	enum simt_status s = atomic_load(&dev->sticky);
	if (s == SIMT_OK)
		return SIMT_OK;
	return fail(s, "an earlier kernel failed: %s",
	            dev->fault.text ? dev->fault.text : simt_status_text(s));
}
