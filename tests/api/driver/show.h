/* show.h - prints what calls of the driver interface answer.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

static inline const char *name_of(CUresult r) {
	const char *name = "?";
	cuGetErrorName(r, &name);
	return name;
}

/* The call and its result, without what every name begins with. */
#define SHOW(call)                                                    \
	do {                                                          \
		CUresult r_ = (call);                                 \
		printf("%s -> %s\n", #call,                           \
		       r_ == CUDA_SUCCESS ? "ok" : name_of(r_) + 11); \
	} while (0)

/* A call that must succeed. */
#define CU(call)                                                                   \
	do {                                                                       \
		CUresult r_ = (call);                                              \
		if (r_ != CUDA_SUCCESS) {                                          \
			printf("line %d: %s: %s\n", __LINE__, #call, name_of(r_)); \
			exit(1);                                                   \
		}                                                                  \
	} while (0)
