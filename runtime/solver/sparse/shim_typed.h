/* shim_typed.h - the functions of one type: they fill a problem or a step.
 * SPDX-License-Identifier: Apache-2.0 */
/* It is included once for each type. */

#define MATRIX(rows, width, entries) \
	{SP_TYPE, rows, width, entries, descrA, csrValA, csrRowPtrA, csrColIndA}
#define A_ARGUMENTS                                                                  \
	const cusparseMatDescr_t descrA, const CU_T *csrValA, const int *csrRowPtrA, \
		const int *csrColIndA

/* ---- one call ---- */

#define SYSTEM(name, how, device)                                                    \
	cusolverStatus_t SP(name)(cusolverSpHandle_t handle, int n, int nnzA,        \
	                          A_ARGUMENTS, const CU_T *b, CU_R tol, int reorder, \
	                          CU_T *x, int *singularity) {                       \
		return sp_solve(handle, &(struct sp_problem){                        \
						.function = __func__,                \
						.method = how,                       \
						.is_on_device = device,              \
						.a = MATRIX(n, n, nnzA),             \
						.b = b,                              \
						.tolerance = tol,                    \
						.reorder = reorder,                  \
						.x = x,                              \
						.found = singularity,                \
					});                                          \
	}
SYSTEM(csrlsvluHost, SP_LU, false)
SYSTEM(csrlsvqrHost, SP_QR, false)
SYSTEM(csrlsvcholHost, SP_CHOLESKY, false)
SYSTEM(csrlsvqr, SP_QR, true)
SYSTEM(csrlsvchol, SP_CHOLESKY, true)
#undef SYSTEM

cusolverStatus_t SP(csrlsqvqrHost)(cusolverSpHandle_t handle, int m, int n, int nnz,
                                   A_ARGUMENTS, const CU_T *b, CU_R tol, int *rankA,
                                   CU_T *x, int *p, CU_R *min_norm) {
	return sp_solve(handle, &(struct sp_problem){
					.function = __func__,
					.method = SP_LEAST_SQUARES,
					.a = MATRIX(m, n, nnz),
					.b = b,
					.tolerance = tol,
					.x = x,
					.found = rankA,
					.p = p,
					.norm = min_norm,
				});
}

#define EIGENVALUE(name, device)                                                     \
	cusolverStatus_t SP(name)(cusolverSpHandle_t handle, int m, int nnz,         \
	                          A_ARGUMENTS, CU_T mu0, const CU_T *x0, int maxite, \
	                          CU_R tol, CU_T *mu, CU_T *x) {                     \
		return sp_solve(handle, &(struct sp_problem){                        \
						.function = __func__,                \
						.method = SP_EIGENVALUE,             \
						.is_on_device = device,              \
						.a = MATRIX(m, m, nnz),              \
						.b = x0,                             \
						.mu0 = &mu0,                         \
						.most = maxite,                      \
						.tolerance = tol,                    \
						.mu = mu,                            \
						.x = x,                              \
					});                                          \
	}
EIGENVALUE(csreigvsiHost, false)
EIGENVALUE(csreigvsi, true)
#undef EIGENVALUE

cusolverStatus_t SP(csreigsHost)(cusolverSpHandle_t handle, int m, int nnz, A_ARGUMENTS,
                                 CU_COMPLEX left_bottom_corner,
                                 CU_COMPLEX right_upper_corner, int *num_eigs) {
	return sp_solve(handle,
	                &(struct sp_problem){
				.function = __func__,
				.method = SP_EIGENVALUES,
				.a = MATRIX(m, m, nnz),
				.low = CMPLX(left_bottom_corner.x, left_bottom_corner.y),
				.high = CMPLX(right_upper_corner.x, right_upper_corner.y),
				.found = num_eigs,
			});
}

cusolverStatus_t SP(csrzfdHost)(cusolverSpHandle_t handle, int n, int nnz, A_ARGUMENTS,
                                int *P, int *numnz) {
	struct sp_matrix a = MATRIX(n, n, nnz);
	return sp_diagonal(handle, __func__, &a, P, numnz);
}

/* ---- steps ---- */

#define STEP(what, device, ...)                                          \
	sp_##what(handle, &(struct sp_step){.function = __func__,        \
	                                    .is_on_device = device,      \
	                                    .i = (struct sp_info *)info, \
	                                    __VA_ARGS__})
#define SIZES size_t *internalDataInBytes, size_t *workspaceInBytes
#define SIZES_TO .internal = internalDataInBytes, .workspace = workspaceInBytes

cusolverStatus_t SP(csrluBufferInfoHost)(cusolverSpHandle_t handle, int n, int nnzA,
                                         A_ARGUMENTS, csrluInfoHost_t info, SIZES) {
	return STEP(lu_size, false, .a = MATRIX(n, n, nnzA), SIZES_TO);
}
cusolverStatus_t SP(csrluFactorHost)(cusolverSpHandle_t handle, int n, int nnzA,
                                     A_ARGUMENTS, csrluInfoHost_t info,
                                     CU_R pivot_threshold, void *pBuffer) {
	return STEP(lu_factor, false, .a = MATRIX(n, n, nnzA), .number = pivot_threshold,
	            .work = pBuffer);
}
cusolverStatus_t SP(csrluZeroPivotHost)(cusolverSpHandle_t handle, csrluInfoHost_t info,
                                        CU_R tol, int *position) {
	return STEP(lu_pivot, false, .a.type = SP_TYPE, .number = tol,
	            .position = position);
}
cusolverStatus_t SP(csrluSolveHost)(cusolverSpHandle_t handle, int n, const CU_T *b,
                                    CU_T *x, csrluInfoHost_t info, void *pBuffer) {
	return STEP(lu_solve, false, .a = {.type = SP_TYPE, .n = n}, .b = b, .x = x,
	            .work = pBuffer);
}
cusolverStatus_t SP(csrluExtractHost)(cusolverSpHandle_t handle, int *P, int *Q,
                                      const cusparseMatDescr_t descrL, CU_T *csrValL,
                                      int *csrRowPtrL, int *csrColIndL,
                                      const cusparseMatDescr_t descrU, CU_T *csrValU,
                                      int *csrRowPtrU, int *csrColIndU,
                                      csrluInfoHost_t info, void *pBuffer) {
	struct sp_step s = {
		.function = __func__, .i = (struct sp_info *)info, .a.type = SP_TYPE};
	(void)pBuffer;
	return sp_lu_extract(handle, &s,
	                     &(struct sp_factors){P, Q, descrL, descrU, csrValL, csrValU,
	                                          csrRowPtrL, csrColIndL, csrRowPtrU,
	                                          csrColIndU});
}

#define CHOLESKY(suffix, INFO, device)                                                   \
	cusolverStatus_t SP(csrcholBufferInfo##suffix)(cusolverSpHandle_t handle, int n, \
	                                               int nnzA, A_ARGUMENTS, INFO info, \
	                                               SIZES) {                          \
		return STEP(cholesky_size, device, .a = MATRIX(n, n, nnzA), SIZES_TO);   \
	}                                                                                \
	cusolverStatus_t SP(csrcholFactor##suffix)(cusolverSpHandle_t handle, int n,     \
	                                           int nnzA, A_ARGUMENTS, INFO info,     \
	                                           void *pBuffer) {                      \
		return STEP(cholesky_factor, device, .a = MATRIX(n, n, nnzA),            \
		            .work = pBuffer);                                            \
	}                                                                                \
	cusolverStatus_t SP(csrcholZeroPivot##suffix)(                                   \
		cusolverSpHandle_t handle, INFO info, CU_R tol, int *position) {         \
		return STEP(cholesky_pivot, device, .a.type = SP_TYPE, .number = tol,    \
		            .position = position);                                       \
	}                                                                                \
	cusolverStatus_t SP(csrcholSolve##suffix)(cusolverSpHandle_t handle, int n,      \
	                                          const CU_T *b, CU_T *x, INFO info,     \
	                                          void *pBuffer) {                       \
		return STEP(cholesky_solve, device, .a = {.type = SP_TYPE, .n = n},      \
		            .b = b, .x = x, .work = pBuffer);                            \
	}
CHOLESKY(Host, csrcholInfoHost_t, false)
CHOLESKY(, csrcholInfo_t, true)
#undef CHOLESKY

cusolverStatus_t SP(csrcholDiag)(cusolverSpHandle_t handle, csrcholInfo_t info,
                                 CU_R *diag) {
	return STEP(cholesky_diagonal, true, .a.type = SP_TYPE, .x = diag);
}

#define ROTATIONS(suffix, INFO, device)                                                  \
	cusolverStatus_t SP(csrqrBufferInfo##suffix)(cusolverSpHandle_t handle, int m,   \
	                                             int n, int nnzA, A_ARGUMENTS,       \
	                                             INFO info, SIZES) {                 \
		return STEP(qr_size, device, .a = MATRIX(m, n, nnzA), SIZES_TO);         \
	}                                                                                \
	cusolverStatus_t SP(csrqrSetup##suffix)(cusolverSpHandle_t handle, int m, int n, \
	                                        int nnzA, A_ARGUMENTS, CU_T mu,          \
	                                        INFO info) {                             \
		return STEP(qr_set, device, .a = MATRIX(m, n, nnzA), .mu = &mu);         \
	}                                                                                \
	cusolverStatus_t SP(csrqrFactor##suffix)(cusolverSpHandle_t handle, int m,       \
	                                         int n, int nnzA, CU_T *b, CU_T *x,      \
	                                         INFO info, void *pBuffer) {             \
		return STEP(qr_factor, device,                                           \
		            .a = {.type = SP_TYPE, .m = m, .n = n, .count = nnzA},       \
		            .b = b, .x = x, .work = pBuffer);                            \
	}                                                                                \
	cusolverStatus_t SP(csrqrZeroPivot##suffix)(                                     \
		cusolverSpHandle_t handle, INFO info, CU_R tol, int *position) {         \
		return STEP(qr_pivot, device, .a.type = SP_TYPE, .number = tol,          \
		            .position = position);                                       \
	}                                                                                \
	cusolverStatus_t SP(csrqrSolve##suffix)(cusolverSpHandle_t handle, int m, int n, \
	                                        CU_T *b, CU_T *x, INFO info,             \
	                                        void *pBuffer) {                         \
		return STEP(qr_solve, device, .a = {.type = SP_TYPE, .m = m, .n = n},    \
		            .b = b, .x = x, .work = pBuffer);                            \
	}
ROTATIONS(Host, csrqrInfoHost_t, false)
ROTATIONS(, csrqrInfo_t, true)
#undef ROTATIONS

cusolverStatus_t SP(csrqrBufferInfoBatched)(cusolverSpHandle_t handle, int m, int n,
                                            int nnz, A_ARGUMENTS, int batchSize,
                                            csrqrInfo_t info, SIZES) {
	return STEP(qr_batch_size, true, .a = MATRIX(m, n, nnz), .batch = batchSize,
	            SIZES_TO);
}
cusolverStatus_t SP(csrqrsvBatched)(cusolverSpHandle_t handle, int m, int n, int nnz,
                                    A_ARGUMENTS, const CU_T *b, CU_T *x, int batchSize,
                                    csrqrInfo_t info, void *pBuffer) {
	return STEP(qr_batch_solve, true, .a = MATRIX(m, n, nnz), .b = b, .x = x,
	            .batch = batchSize, .work = pBuffer);
}

#undef MATRIX
#undef A_ARGUMENTS
#undef STEP
#undef SIZES
#undef SIZES_TO
