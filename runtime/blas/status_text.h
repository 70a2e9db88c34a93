/* status_text.h - names and sentences of statuses, for both libraries.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublas_api.h>

const char *status_name(cublasStatus_t status);
const char *status_sentence(cublasStatus_t status);
