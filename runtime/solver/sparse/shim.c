/* shim.c - the names that programs call.
 * SPDX-License-Identifier: Apache-2.0 */
#include <complex.h>

#include "runtime/solver/sparse/sparse.h"

#define EACH "runtime/solver/sparse/shim_typed.h"
#include "runtime/solver/types.h"

#define INFO(Name, type)                                             \
	cusolverStatus_t cusolverSpCreate##Name(type##_t *info) {    \
		return sp_create_info((void **)info, sizeof **info); \
	}                                                            \
	cusolverStatus_t cusolverSpDestroy##Name(type##_t info) {    \
		return sp_destroy_info((struct sp_info *)info);      \
	}
INFO(CsrluInfoHost, csrluInfoHost)
INFO(CsrcholInfoHost, csrcholInfoHost)
INFO(CsrcholInfo, csrcholInfo)
INFO(CsrqrInfoHost, csrqrInfoHost)
INFO(CsrqrInfo, csrqrInfo)

#define ANALYSIS(name, type, what, device, height, ...)                               \
	cusolverStatus_t name(cusolverSpHandle_t handle, __VA_ARGS__ int n, int nnzA, \
	                      const cusparseMatDescr_t descrA, const int *csrRowPtrA, \
	                      const int *csrColIndA, type info) {                     \
		return what(handle, &(struct sp_step){                                \
					    .function = __func__,                     \
					    .is_on_device = device,                   \
					    .i = (struct sp_info *)info,              \
					    .a = {.m = height,                        \
		                                  .n = n,                             \
		                                  .count = nnzA,                      \
		                                  .descr = descrA,                    \
		                                  .rows = csrRowPtrA,                 \
		                                  .columns = csrColIndA},             \
				    });                                               \
	}
#define ROWS int m,
ANALYSIS(cusolverSpXcsrluAnalysisHost, csrluInfoHost_t, sp_lu_analyze, false, n, )
ANALYSIS(cusolverSpXcsrcholAnalysisHost, csrcholInfoHost_t, sp_cholesky_analyze, false,
         n, )
ANALYSIS(cusolverSpXcsrcholAnalysis, csrcholInfo_t, sp_cholesky_analyze, true, n, )
ANALYSIS(cusolverSpXcsrqrAnalysisHost, csrqrInfoHost_t, sp_qr_analyze, false, m, ROWS)
ANALYSIS(cusolverSpXcsrqrAnalysis, csrqrInfo_t, sp_qr_analyze, true, m, ROWS)
ANALYSIS(cusolverSpXcsrqrAnalysisBatched, csrqrInfo_t, sp_qr_analyze, true, m, ROWS)
