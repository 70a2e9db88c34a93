/* order_api.c - functions of the structure alone: orders, permutations, symmetry.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/sparse/sparse.h"

void sp_order(struct arena *a, const struct shape *rows, enum sp_order which,
              s32 *order) {
	if (which == SP_NATURAL) {
		for (s32 i = 0; i < rows->lines; i++)
			order[i] = i;
		return;
	}
	struct shape graph = shape_graph(a, rows);
	if (which == SP_RCM)
		order_cuthill_mckee(a, &graph, order);
	else if (which == SP_AMD)
		order_minimum_degree(&graph, order);
	else
		order_dissection(a, &graph, order);
}

static cusolverStatus_t order_rows(const char *function, cusolverSpHandle_t h, s32 n,
                                   s32 count, cusparseMatDescr_t descr, const s32 *rows,
                                   const s32 *columns, enum sp_order which, s32 *p) {
	struct arena a = ARENA_INIT;
	struct shape shape;
	struct sp_matrix m = {.m = n,
	                      .n = n,
	                      .count = count,
	                      .descr = descr,
	                      .rows = rows,
	                      .columns = columns};
	if (!sp_is_good(h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (n <= 0 || !count)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	if (!sp_is_general(descr))
		return solver_end(function, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	if (count < 0)
		return solver_end(function, CUSOLVER_STATUS_ALLOC_FAILED);
	if (!p)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	cusolverStatus_t s = sp_take(NULL, &a, &m, &shape);
	if (!s)
		sp_order(&a, &shape, which, p);
	arena_drop(&a);
	return solver_end(function, s);
}

#define ORDER(name, which)                                                              \
	cusolverStatus_t name(cusolverSpHandle_t h, int n, int nnzA,                    \
	                      const cusparseMatDescr_t descrA, const int *csrRowPtrA,   \
	                      const int *csrColIndA, int *p) {                          \
		return order_rows(__func__, h, n, nnzA, descrA, csrRowPtrA, csrColIndA, \
		                  which, p);                                            \
	}
ORDER(cusolverSpXcsrsymrcmHost, SP_RCM)
ORDER(cusolverSpXcsrsymmdqHost, SP_AMD)
ORDER(cusolverSpXcsrsymamdHost, SP_AMD)

/* The options are METIS's, which is not used. */
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t h, int n, int nnzA,
                                           const cusparseMatDescr_t descrA,
                                           const int *csrRowPtrA, const int *csrColIndA,
                                           const int64_t *options, int *p) {
	(void)options;
	return order_rows(__func__, h, n, nnzA, descrA, csrRowPtrA, csrColIndA, SP_ND, p);
}

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t h, int m, int nnzA,
                                         const cusparseMatDescr_t descrA,
                                         const int *csrRowPtrA, const int *csrEndPtrA,
                                         const int *csrColIndA, int *issym) {
	struct arena a = ARENA_INIT;
	struct shape rows;
	(void)h; /* not looked at, as in the real library */
	if (m <= 0 || nnzA <= 0 || !sp_is_general(descrA) || !csrRowPtrA || !csrEndPtrA ||
	    !csrColIndA || !issym)
		return solver_end(__func__, CUSOLVER_STATUS_INVALID_VALUE);
	if (shape_take(&a, &rows, m, m, nnzA, (s32)descrA->base, csrRowPtrA, csrEndPtrA,
	               csrColIndA))
		*issym = shape_is_symmetric(&a, &rows);
	else
		*issym = 0;
	arena_drop(&a);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t sp_diagonal(cusolverSpHandle_t h, const char *function,
                             const struct sp_matrix *m, s32 *p, s32 *found) {
	struct arena a = ARENA_INIT;
	struct shape rows;
	if (!sp_is_good(h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (m->n <= 0 || m->count <= 0)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	if (!sp_is_general(m->descr))
		return solver_end(function, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	if (!p || !found)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	cusolverStatus_t s = sp_take(NULL, &a, m, &rows);
	if (!s)
		*found = order_diagonal(&a, &rows, p);
	arena_drop(&a);
	return solver_end(function, s);
}

/* ---- permutations ---- */

cusolverStatus_t
cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t h, int m, int n, int nnzA,
                                  const cusparseMatDescr_t descrA, const int *csrRowPtrA,
                                  const int *csrColIndA, const int *p, const int *q,
                                  size_t *bufferSizeInBytes) {
	(void)h, (void)m, (void)n, (void)descrA, (void)csrRowPtrA, (void)csrColIndA;
	(void)p, (void)q;
	if (!bufferSizeInBytes)
		return solver_end(__func__, CUSOLVER_STATUS_INVALID_VALUE);
	/* permutations have memory of their own */
	*bufferSizeInBytes = 16 * ((size_t)MAX(nnzA, 0) + 1);
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t h, int m, int n, int nnzA,
                                        const cusparseMatDescr_t descrA, int *csrRowPtrA,
                                        int *csrColIndA, const int *p, const int *q,
                                        int *map, void *pBuffer) {
	struct arena a = ARENA_INIT;
	struct shape rows, moved;
	s64 *from;
	(void)h, (void)pBuffer;
	if (m <= 0 || n <= 0 || nnzA <= 0 || !descrA || !csrRowPtrA || !csrColIndA ||
	    !map)
		return solver_end(__func__, CUSOLVER_STATUS_INVALID_VALUE);
	s32 base = (s32)descrA->base;
	bool good = shape_take(&a, &rows, m, n, nnzA, base, csrRowPtrA, NULL,
	                       csrColIndA) &&
	            (!p || is_permutation(&a, p, m)) && (!q || is_permutation(&a, q, n));
	if (good) {
		moved = shape_permute(&a, &rows, p, q, &from);
		s32 *places = arena_copy(&a, map, (size_t)nnzA * sizeof *map, 4);
		for (s32 i = 0; i <= m; i++)
			csrRowPtrA[i] = (s32)moved.start[i] + base;
		for (s64 k = 0; k < shape_count(&moved); k++) {
			csrColIndA[k] = moved.index[k] + base;
			map[k] = places[from[k]];
		}
	}
	arena_drop(&a);
	return solver_end(__func__,
	                  good ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE);
}
