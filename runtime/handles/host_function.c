/* host_function.c - what functions of the program that run in streams may call.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "runtime/handles/host_function.h"

/* What an H200 answers in host functions; every other call of the runtime interface is
 * not permitted there (110 of them were asked). In the order of strcmp. */
static const char *const permitted[] = {
	"cudaCreateTextureObject",
	"cudaDriverGetVersion",
	"cudaEventElapsedTime",
	"cudaEventQuery",
	"cudaEventSynchronize",
	"cudaGetDeviceCount",
	"cudaGetDeviceProperties",
	"cudaGetDriverEntryPoint",
	"cudaGetDriverEntryPointByVersion",
	"cudaGetLastError",
	"cudaPeekAtLastError",
	"cudaRuntimeGetVersion",
	"cudaStreamGetDevice",
	"cudaUserObjectCreate",
};

static int by_name(const void *key, const void *at) {
	return strcmp(key, *(const char *const *)at);
}

/* The variants for streams of threads are alike. */
static bool is_permitted(const char *name) {
	char plain[64];
	size_t n = strlen(name);
	if (n > 5 && (!strcmp(name + n - 5, "_ptsz") || !strcmp(name + n - 5, "_ptds")))
		n -= 5;
	snprintf(plain, sizeof plain, "%.*s", (int)n, name);
	return bsearch(plain, permitted, countof(permitted), sizeof *permitted, by_name);
}

bool host_function_refuses(const char *name) {
	return simt_in_host_function() && !is_permitted(name);
}
