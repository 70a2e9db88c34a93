/* status_text.h - names and sentences of statuses, and those of new handles, for both
 * libraries.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublas_api.h>

#include "runtime/libs/object.h"

const char *status_name(cublasStatus_t status);
const char *status_sentence(cublasStatus_t status);

/* The kind of cuBLAS's handles (struct lib_handle), which cuBLASLt takes for its own,
 * too.
 */
#define CUBLAS_HANDLE_KIND 0x53414c4275736d69ull

/* What a function that makes a handle returns. */
cublasStatus_t status_of_made(enum lib_made made);
