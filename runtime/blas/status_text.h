/* status_text.h - names and sentences of statuses, and those of new handles, for both
 * libraries.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublas_api.h>

#include "runtime/libs/object.h"

const char *status_name(cublasStatus_t status);
const char *status_sentence(cublasStatus_t status);

/* What a function that makes a handle returns. */
cublasStatus_t status_of_made(enum lib_made made);
