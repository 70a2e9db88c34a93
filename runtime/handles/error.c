/* error.c - the thread's last error; names and sentences of all of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/error.h"

#include <stdio.h>

static _Thread_local cudaError_t last_error;
static _Thread_local bool quiet;

void cudart_quiet(bool on) {
	quiet = on;
}

bool cudart_is_quiet(void) {
	return quiet;
}

/* Returns "cudaMalloc" for "__cudaMalloc_ptsz"; NULL if it is no name of the
 * interface. */
static const char *public_name(const char *function, char buf[80]) {
	while (*function == '_')
		function++;
	snprintf(buf, 80, "%s", function);
	size_t n = strlen(buf);
	if (n > 5 &&
	    (strcmp(buf + n - 5, "_ptsz") == 0 || strcmp(buf + n - 5, "_ptds") == 0))
		buf[n - 5] = 0;
	return strncmp(buf, "cuda", 4) == 0 ? buf : NULL;
}

/* Checked mode reports calls that fail. */
static void tell(const char *function, cudaError_t e) {
	char buf[80];
	const char *name = public_name(function, buf);
	if (name && !quiet)
		simt_check_api(name, cudaGetErrorName(e), (int)e, cudaGetErrorString(e));
}

static void tell_debugger(const char *function, cudaError_t e) {
	char buf[80];
	const char *name = public_name(function, buf);
	if (name && !quiet)
		simt_debug_api(name, cudaGetErrorName(e), (int)e);
}

cudaError_t cudart_report_from(const char *function, cudaError_t e) {
	if (e == cudaSuccess || e == cudaErrorNotReady)
		return e;
	if (simt_check_on())
		tell(function, e);
	if (simt_debug_on())
		tell_debugger(function, e);
	if (!quiet)
		last_error = e;
	cudart_log(e);
	return e;
}

cudaError_t cudaGetLastError(void) {
	cudaError_t e = last_error;
	last_error = cudaSuccess;
	simt_unasked_clear();
	if (e != cudaSuccess && simt_check_on())
		tell(__func__, e);
	return e;
}

cudaError_t cudaPeekAtLastError(void) {
	simt_unasked_clear();
	if (last_error != cudaSuccess && simt_check_on())
		tell(__func__, last_error);
	return last_error;
}

/* ---- the table ---- */

static const struct error_row {
	int value;
	const char *name, *text;
} errors[] = {
#define CUDA_ERROR(name, value, text) {value, #name, text},
#include <simt/cuda_error.def>
#undef CUDA_ERROR
};

/* The table is in order. */
static const struct error_row *find(int value) {
	u32 low = 0, high = countof(errors);
	while (low < high) {
		u32 mid = (low + high) / 2;
		if (errors[mid].value == value)
			return &errors[mid];
		if (errors[mid].value < value)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

const char *cudaGetErrorName(cudaError_t error) {
	const struct error_row *r = find((int)error);
	return r ? r->name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
	const struct error_row *r = find((int)error);
	return r ? r->text : "unrecognized error code";
}
