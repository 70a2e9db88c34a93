/* host_function.c - what functions of the program that run in streams may call.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "runtime/handles/host_function.h"

/* What an H200 answers in host functions, by name without a version; it permits nothing
 * else (110 functions of the runtime and 60 of the driver were asked, and functions that
 * do the same as one that is permitted are here, too). In the order of strcmp. */
static const char *const permitted[] = {
	"cuDriverGetVersion",
	"cuEventElapsedTime",
	"cuEventQuery",
	"cuEventRecord",
	"cuEventRecordWithFlags",
	"cuEventSynchronize",
	"cuGetErrorName",
	"cuGetErrorString",
	"cuGetProcAddress",
	"cuGraphAddEmptyNode",
	"cuGraphLaunch",
	"cuInit",
	"cuLaunchHostFunc",
	"cuStreamBatchMemOp",
	"cuStreamGetCtx",
	"cuStreamGetDevice",
	"cuStreamGetFlags",
	"cuStreamGetId",
	"cuStreamGetPriority",
	"cuStreamQuery",
	"cuStreamSynchronize",
	"cuStreamWaitEvent",
	"cuStreamWaitValue32",
	"cuStreamWaitValue64",
	"cuStreamWriteValue32",
	"cuStreamWriteValue64",
	"cuUserObjectCreate",
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

static void drop_end(char *name, const char *end) {
	size_t n = strlen(name), m = strlen(end);
	if (n > m && !strcmp(name + n - m, end))
		name[n - m] = 0;
}

/* The variants for streams of threads are alike, and all versions of a function. */
static bool is_permitted(const char *name) {
	static const char *const ends[] = {"_ptsz", "_ptds", "_v2", "_v3"};
	char plain[64];
	snprintf(plain, sizeof plain, "%s", name);
	for (u32 i = 0; i < countof(ends); i++)
		drop_end(plain, ends[i]);
	return bsearch(plain, permitted, countof(permitted), sizeof *permitted, by_name);
}

bool host_function_refuses(const char *name) {
	return simt_in_host_function() && !is_permitted(name);
}
