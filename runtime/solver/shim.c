/* shim.c - the functions of one type.
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>

#include "runtime/solver/solver.h"

static cusolverStatus_t work_size(cusolverDnHandle_t h, const char *function, s64 m,
                                  s64 n, bool is_bad, int *lwork) {
	if (!solver_is_good(h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (is_bad || !lwork)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	*lwork = (int)MIN(solver_work(m, n), INT_MAX);
	return CUSOLVER_STATUS_SUCCESS;
}

#define EACH "runtime/solver/shim_typed.h"
#include "runtime/solver/types.h"
