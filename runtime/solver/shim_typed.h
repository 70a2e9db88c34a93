/* shim_typed.h - the functions of cusolver_typed.def for one type; included by shim.c
 * through types.h. Arguments are checked in the order of the real library, which tells
 * info which one is bad.
 * SPDX-License-Identifier: Apache-2.0 */

#define FN(name) cusolverStatus_t DN(name)
#define FN_SY(name) cusolverStatus_t SY(name)
#define FN_OR(name) cusolverStatus_t OR(name)
#define H cusolverDnHandle_t handle
#define UPLO cublasFillMode_t uplo
#define MATRIX(x) CU_T *x, int ld##x
#define CONST(x) const CU_T *x, int ld##x
#define AT(x) {.at = (void *)(x), .ld = ld##x}
#define A_BAD(number) {lda < MAX(1, n), number}
#define WORK CU_T *work, int lwork, int *info
#define GIVEN                                                                            \
	.work = work, .work_bytes = MIN((s64)lwork, solver_work(0, n)) * (s64)sizeof(T), \
	.info = info

#define CALLS(name, ...)                                                       \
	&(struct solver_call) {                                                \
		.routine = &solver_##name, .function = __func__, .type = TYPE, \
		__VA_ARGS__                                                    \
	}
#define BAD(...)                                  \
	(const struct solver_bad[]){__VA_ARGS__}, \
		countof(((const struct solver_bad[]){__VA_ARGS__}))
#define SUBMIT(call, ...) return solver_submit(handle, call, BAD(__VA_ARGS__))
#define FINISH(call, ...) return solver_finish(handle, call, BAD(__VA_ARGS__))
/* Functions of sizes check nearly nothing. */
#define SIZE(m, n, is_bad) return work_size(handle, __func__, m, n, is_bad, lwork)

/* ---- Cholesky ---- */

FN(potrf_bufferSize)(H, UPLO, int n, MATRIX(a), int *lwork) {
	(void)a, (void)lda;
	SIZE(n, n, !is_uplo(uplo));
}
FN(potrf)(H, UPLO, int n, MATRIX(a), WORK) {
	SUBMIT(CALLS(potrf, GIVEN, .uplo = uplo, .n = n, .a = AT(a)), {!is_uplo(uplo), 1},
	       {n < 0, 2}, A_BAD(4));
}
FN(potrs)(H, UPLO, int n, int nrhs, CONST(a), MATRIX(b), int *info) {
	/* The last bad argument is told. */
	SUBMIT(CALLS(potrs, .info = info, .uplo = uplo, .n = n, .k = nrhs, .a = AT(a),
	             .b = AT(b)),
	       {ldb < MAX(1, n), 7}, A_BAD(5), {nrhs < 0, 3}, {n < 0, 2},
	       {!is_uplo(uplo), 1});
}
FN(potrfBatched)(H, UPLO, int n, CU_T *a[], int lda, int *info, int batchSize) {
	SUBMIT(CALLS(potrf_batched, .info = info, .uplo = uplo, .n = n, .a = AT(a),
	             .batch = batchSize),
	       {!is_uplo(uplo), SOLVER_POSITIVE + 1}, {n < 0, SOLVER_POSITIVE + 2},
	       {lda < n, SOLVER_POSITIVE + 4}, {batchSize < 1, SOLVER_ONLY_STATUS});
}
FN(potrsBatched)(H, UPLO, int n, int nrhs, CU_T *a[], int lda, CU_T *b[], int ldb,
                 int *info, int batchSize) {
	SUBMIT(CALLS(potrs_batched, .info = info, .uplo = uplo, .n = n, .k = 1,
	             .a = AT(a), .b = AT(b), .batch = batchSize),
	       {!is_uplo(uplo), SOLVER_POSITIVE + 1}, {n < 0, SOLVER_POSITIVE + 2},
	       {nrhs != 1, SOLVER_POSITIVE + 3}, {lda < n, SOLVER_POSITIVE + 5},
	       {ldb < n, SOLVER_POSITIVE + 7}, {batchSize < 1, SOLVER_POSITIVE + 9});
}
FN(potri_bufferSize)(H, UPLO, int n, MATRIX(a), int *lwork) {
	(void)a, (void)lda, (void)uplo;
	SIZE(n, n, false);
}
FN(potri)(H, UPLO, int n, MATRIX(a), WORK) {
	SUBMIT(CALLS(potri, GIVEN, .uplo = uplo, .n = n, .a = AT(a)), {!is_uplo(uplo), 1},
	       {n < 0, 2}, A_BAD(4), {n == 0, SOLVER_DONE});
}
FN(lauum_bufferSize)(H, UPLO, int n, MATRIX(a), int *lwork) {
	(void)a, (void)lda, (void)uplo;
	SIZE(n, n, false);
}
FN(lauum)(H, UPLO, int n, MATRIX(a), WORK) {
	SUBMIT(CALLS(lauum, GIVEN, .uplo = uplo, .n = n, .a = AT(a)), {!is_uplo(uplo), 1},
	       A_BAD(4), {n < 0, SOLVER_INFO_0});
}

/* ---- Gauss ---- */

FN(getrf_bufferSize)(H, int m, int n, MATRIX(a), int *lwork) {
	(void)a, (void)lda;
	SIZE(m, n, false);
}
/* Its status is success whatever info says, but for a bad lda without pivots. */
FN(getrf)(H, int m, int n, MATRIX(a), CU_T *work, int *ipiv, int *info) {
	SUBMIT(CALLS(getrf, .work = work,
	             .work_bytes = solver_work(m, n) * (s64)sizeof(T), .m = m, .n = n,
	             .a = AT(a), .pivots = ipiv, .info = info),
	       {m < 0, SOLVER_QUIET + 1}, {n < 0, SOLVER_QUIET + 2},
	       {lda < MAX(1, m), ipiv ? SOLVER_QUIET + 4 : 4});
}
FN(laswp)(H, int n, MATRIX(a), int k1, int k2, const int *ipiv, int incx) {
	SUBMIT(CALLS(laswp, .n = n, .a = AT(a), .k1 = k1, .k2 = k2,
	             .pivots = (void *)ipiv, .step = incx),
	       {n <= 0 || !a || k1 < 1 || k2 < k1 || incx == 0 || lda < 1, SOLVER_DONE});
}
FN(getrs)(H, cublasOperation_t trans, int n, int nrhs, CONST(a), const int *ipiv,
          MATRIX(b), int *info) {
	SUBMIT(CALLS(getrs, .trans = trans, .n = n, .k = nrhs, .a = AT(a),
	             .pivots = (void *)ipiv, .b = AT(b), .info = info),
	       {!is_op(trans) || n < 0 || nrhs < 0 || lda < MAX(1, n) || ldb < MAX(1, n),
	        SOLVER_ONLY_STATUS},
	       {n == 0 || nrhs == 0, SOLVER_DONE});
}

/* ---- reflectors ---- */

/* Products with Q take the transpose of real types, and the adjoint of complex ones. */
#define IS_TRANS(t) \
	((t) == CUBLAS_OP_N || (t) == (IS_COMPLEX ? CUBLAS_OP_C : CUBLAS_OP_T))

FN(geqrf_bufferSize)(H, int m, int n, MATRIX(a), int *lwork) {
	(void)a, (void)lda;
	SIZE(m, n, false);
}
FN(geqrf)(H, int m, int n, MATRIX(a), CU_T *tau, WORK) {
	SUBMIT(CALLS(geqrf, GIVEN, .m = m, .n = n, .a = AT(a), .tau = tau), {m < 0, 1},
	       {n < 0, 2}, {lda < MAX(1, m), 4});
}
FN_OR(gqr_bufferSize)(H, int m, int n, int k, CONST(a), const CU_T *tau, int *lwork) {
	(void)k, (void)a, (void)lda, (void)tau;
	SIZE(m, n, false);
}
FN_OR(gqr)(H, int m, int n, int k, MATRIX(a), const CU_T *tau, WORK) {
	SUBMIT(CALLS(orgqr, GIVEN, .m = m, .n = n, .k = k, .a = AT(a),
	             .tau = (void *)tau),
	       {m < 0, 1}, {n < 0 || n > m, 2}, {k < 0 || k > n, 3}, {lda < MAX(1, m), 5},
	       {!work, SOLVER_INFO_0});
}
FN_OR(mqr_bufferSize)(H, cublasSideMode_t side, cublasOperation_t trans, int m, int n,
                      int k, CONST(a), const CU_T *tau, CONST(c), int *lwork) {
	(void)side, (void)trans, (void)k, (void)a, (void)lda, (void)tau, (void)c,
		(void)ldc;
	SIZE(m, n, false);
}
FN_OR(mqr)(H, cublasSideMode_t side, cublasOperation_t trans, int m, int n, int k,
           CONST(a), const CU_T *tau, MATRIX(c), WORK) {
	int order = side == CUBLAS_SIDE_LEFT ? m : n;
	SUBMIT(CALLS(ormqr, GIVEN, .side = side, .trans = trans, .m = m, .n = n, .k = k,
	             .a = AT(a), .tau = (void *)tau, .b = AT(c)),
	       {!IS_TRANS(trans), 2}, {!is_side(side), 1}, {m < 0, 3}, {n < 0, 4},
	       {k < 0 || k > order, 5}, {lda < MAX(1, order), 7}, {ldc < MAX(1, m), 10},
	       {!work, SOLVER_INFO_0});
}
FN(gebrd_bufferSize)(H, int m, int n, int *lwork) {
	SIZE(m, n, false);
}
FN(gebrd)(H, int m, int n, MATRIX(a), CU_R *d, CU_R *e, CU_T *tauq, CU_T *taup, WORK) {
	SUBMIT(CALLS(gebrd, GIVEN, .m = m, .n = n, .a = AT(a), .s = d, .e = e,
	             .tau = tauq, .taup = taup),
	       {m < 0, 1}, {n < 0, 2}, {lda < MAX(1, m), 4}, {!work, SOLVER_INFO_0},
	       {m < n, SOLVER_UNSUPPORTED});
}
FN_OR(gbr_bufferSize)(H, cublasSideMode_t side, int m, int n, int k, CONST(a),
                      const CU_T *tau, int *lwork) {
	(void)side, (void)k, (void)a, (void)lda, (void)tau;
	SIZE(m, n, false);
}
FN_OR(gbr)(H, cublasSideMode_t side, int m, int n, int k, MATRIX(a), const CU_T *tau,
           WORK) {
	bool is_left = side == CUBLAS_SIDE_LEFT;
	/* LAPACK's rule: of Q m >= n >= min(m, k), of P^H n >= m >= min(n, k). */
	bool is_shaped = is_left ? m >= n && n >= MIN(m, k) : n >= m && m >= MIN(n, k);
	SUBMIT(CALLS(orgbr, GIVEN, .side = side, .m = m, .n = n, .k = k, .a = AT(a),
	             .tau = (void *)tau),
	       {!is_side(side), 1}, {m < 0, 2}, {n < 0 || !is_shaped, 3}, {k < 0, 4},
	       {lda < MAX(1, m), 6}, {!work, SOLVER_INFO_0});
}
FN_SY(trd_bufferSize)(H, UPLO, int n, CONST(a), const CU_R *d, const CU_R *e,
                      const CU_T *tau, int *lwork) {
	(void)uplo, (void)a, (void)lda, (void)d, (void)e, (void)tau;
	SIZE(n, n, false);
}
FN_SY(trd)(H, UPLO, int n, MATRIX(a), CU_R *d, CU_R *e, CU_T *tau, WORK) {
	SUBMIT(CALLS(sytrd, GIVEN, .uplo = uplo, .n = n, .a = AT(a), .s = d, .e = e,
	             .tau = tau),
	       {!is_uplo(uplo), 1}, {n < 0, 2}, A_BAD(4));
}
FN_OR(gtr_bufferSize)(H, UPLO, int n, CONST(a), const CU_T *tau, int *lwork) {
	(void)uplo, (void)a, (void)tau;
	SIZE(n, n, n < 0 || (n && lda < 0));
}
FN_OR(gtr)(H, UPLO, int n, MATRIX(a), const CU_T *tau, WORK) {
	SUBMIT(CALLS(orgtr, GIVEN, .uplo = uplo, .n = n, .a = AT(a), .tau = (void *)tau),
	       {!is_uplo(uplo), 1}, {n < 0, 2}, A_BAD(4), {!work, SOLVER_INFO_0});
}
FN_OR(mtr_bufferSize)(H, cublasSideMode_t side, UPLO, cublasOperation_t trans, int m,
                      int n, CONST(a), const CU_T *tau, CONST(c), int *lwork) {
	(void)side, (void)uplo, (void)trans, (void)a, (void)lda, (void)tau, (void)c,
		(void)ldc;
	SIZE(m, n, false);
}
FN_OR(mtr)(H, cublasSideMode_t side, UPLO, cublasOperation_t trans, int m, int n,
           MATRIX(a), CU_T *tau, MATRIX(c), WORK) {
	int order = side == CUBLAS_SIDE_LEFT ? m : n;
	SUBMIT(CALLS(ormtr, GIVEN, .side = side, .uplo = uplo, .trans = trans, .m = m,
	             .n = n, .a = AT(a), .tau = tau, .b = AT(c)),
	       {!IS_TRANS(trans), 3}, {!is_side(side), 1}, {!is_uplo(uplo), 2},
	       {m < 0, 4}, {n < 0, 5}, {lda < MAX(1, order), 7}, {ldc < MAX(1, m), 10},
	       {!work, SOLVER_INFO_0});
}

/* ---- symmetric indefinite ---- */

FN(sytrf_bufferSize)(H, int n, MATRIX(a), int *lwork) {
	(void)a, (void)lda;
	SIZE(n, n, false);
}
FN(sytrf)(H, UPLO, int n, MATRIX(a), int *ipiv, WORK) {
	SUBMIT(CALLS(sytrf, GIVEN, .uplo = uplo, .n = n, .a = AT(a), .pivots = ipiv),
	       {!is_uplo(uplo), 1}, {n < 0, 2}, A_BAD(4), {lwork < 1, 7},
	       {n == 0, SOLVER_DONE});
}
FN(sytri_bufferSize)(H, UPLO, int n, MATRIX(a), const int *ipiv, int *lwork) {
	(void)uplo, (void)a, (void)lda, (void)ipiv;
	SIZE(n, n, false);
}
FN(sytri)(H, UPLO, int n, MATRIX(a), const int *ipiv, WORK) {
	SUBMIT(CALLS(sytri, GIVEN, .uplo = uplo, .n = n, .a = AT(a),
	             .pivots = (void *)ipiv),
	       {!is_uplo(uplo), 1}, {n < 0, 2}, A_BAD(4));
}

/* ---- singular values ---- */

FN(gesvd_bufferSize)(H, int m, int n, int *lwork) {
	SIZE(m, n, false);
}
FN(gesvd)(H, signed char jobu, signed char jobvt, int m, int n, MATRIX(a), CU_R *s,
          MATRIX(u), MATRIX(vt), CU_T *work, int lwork, CU_R *rwork, int *info) {
	s64 rows = jobvt == 'S' ? MIN(m, n) : jobvt == 'A' ? n : 1;
	(void)rwork;
	SUBMIT(CALLS(gesvd, GIVEN, .jobu = jobu, .jobvt = jobvt, .m = m, .n = n,
	             .a = AT(a), .s = s, .u = AT(u), .v = AT(vt)),
	       {!is_job(jobu), 1}, {!is_job(jobvt) || (jobu == 'O' && jobvt == 'O'), 2},
	       {m < 0, 3}, {n < 0, 4}, {lda < MAX(1, m), 6},
	       {ldu < (jobu == 'A' || jobu == 'S' ? MAX(1, m) : 1), 9},
	       {ldvt < MAX(1, rows), 11}, {m == 0 || n == 0, SOLVER_DONE_0},
	       {m < n, SOLVER_INFO_0});
}
#define CSVD CONST(a), const CU_R *s, CONST(u), CONST(v)
#define SVD MATRIX(a), CU_R *s, MATRIX(u), MATRIX(v)
#define UNUSED_SVD (void)a, (void)lda, (void)s, (void)u, (void)ldu, (void)v, (void)ldv

FN(gesvdj_bufferSize)(H, cusolverEigMode_t jobz, int econ, int m, int n, CSVD, int *lwork,
                      gesvdjInfo_t params) {
	(void)jobz, (void)econ, (void)params, UNUSED_SVD;
	SIZE(m, n, m < 0 || n < 0);
}
FN(gesvdj)(H, cusolverEigMode_t jobz, int econ, int m, int n, SVD, WORK,
           gesvdjInfo_t params) {
	SUBMIT(CALLS(gesvdj, GIVEN, .jobz = jobz, .econ = econ, .m = m, .n = n,
	             .a = AT(a), .s = s, .u = AT(u), .v = AT(v),
	             .jacobi = params ? &params->j : NULL),
	       {!work, 12}, {!is_jobz(jobz), 1}, {m < 0, 3}, {n < 0, 4}, {lda < m, 6},
	       {jobz && ldu < m, 9}, {jobz && ldv < n, 11}, {!params, SOLVER_ONLY_STATUS},
	       {m == 0 || n == 0, SOLVER_DONE});
}
FN(gesvdjBatched_bufferSize)(H, cusolverEigMode_t jobz, int m, int n, CSVD, int *lwork,
                             gesvdjInfo_t params, int batchSize) {
	(void)jobz, (void)params, (void)batchSize, UNUSED_SVD;
	SIZE(m, n, false);
}
/* Of the device, too: rows and columns that it takes. */
#define BATCHED_MOST 32
FN(gesvdjBatched)(H, cusolverEigMode_t jobz, int m, int n, SVD, WORK, gesvdjInfo_t params,
                  int batchSize) {
	SUBMIT(CALLS(gesvdj_batched, GIVEN, .jobz = jobz, .m = m, .n = n,
	             .a = {.at = a, .ld = lda, .stride = (s64)lda * n}, .s = s,
	             .s_stride = MIN(m, n),
	             .u = {.at = u, .ld = ldu, .stride = (s64)ldu * m},
	             .v = {.at = v, .ld = ldv, .stride = (s64)ldv * n},
	             .batch = batchSize, .jacobi = params ? &params->j : NULL),
	       {!work, 11}, {!is_jobz(jobz), 1}, {m < 0 || m > BATCHED_MOST, 2},
	       {n < 0 || n > BATCHED_MOST, 3}, {lda < m, 5}, {ldu < m, 8}, {ldv < n, 10},
	       {lwork < solver_work(m, n), 12}, {batchSize < 0, 15},
	       {batchSize == 0, SOLVER_DONE_0}, {!params, SOLVER_ONLY_STATUS});
}
FN(gesvdaStridedBatched_bufferSize)(H, cusolverEigMode_t jobz, int rank, int m, int n,
                                    CONST(a), long long strideA, const CU_R *s,
                                    long long strideS, CONST(u), long long strideU,
                                    CONST(v), long long strideV, int *lwork,
                                    int batchSize) {
	(void)jobz, (void)rank, (void)strideA, (void)strideS, (void)strideU,
		(void)strideV, (void)batchSize, UNUSED_SVD;
	SIZE(m, n, n < 0);
}
FN(gesvdaStridedBatched)(H, cusolverEigMode_t jobz, int rank, int m, int n, CONST(a),
                         long long strideA, CU_R *s, long long strideS, MATRIX(u),
                         long long strideU, MATRIX(v), long long strideV, WORK,
                         double *h_R_nrmF, int batchSize) {
	if (!solver_is_good(handle))
		return solver_end(__func__, CUSOLVER_STATUS_INVALID_VALUE);
	SUBMIT(CALLS(gesvda, GIVEN, .jobz = jobz, .k = rank, .m = m, .n = n,
	             .a = {.at = (void *)a, .ld = lda, .stride = strideA}, .s = s,
	             .s_stride = strideS, .u = {.at = u, .ld = ldu, .stride = strideU},
	             .v = {.at = v, .ld = ldv, .stride = strideV}, .residuals = h_R_nrmF,
	             .batch = batchSize),
	       {!work, 12}, {m < n, 3}, {!is_jobz(jobz), 1}, {rank < 0 || rank > n, 2},
	       {n < 0, 2}, {lda < MAX(1, m), 6}, {strideA < (s64)lda * n, 7},
	       {strideS < rank, 9}, {jobz && ldu < MAX(1, m), 11},
	       {jobz && strideU < (s64)ldu * rank, 12}, {jobz && ldv < MAX(1, n), 14},
	       {jobz && strideV < (s64)ldv * rank, 15}, {lwork < 0, 17},
	       {batchSize < 0, 20}, {lwork < solver_work(m, n), 17},
	       {batchSize == 0, SOLVER_DONE_0});
}

/* ---- eigenvalues ---- */

#define JOBZ cusolverEigMode_t jobz
#define RANGE CU_R vl, CU_R vu, int il, int iu, int *meig
#define EIGEN .jobz = jobz, .uplo = uplo, .n = n, .a = AT(a), .s = w
#define UNUSED_RANGE (void)range, (void)vl, (void)vu, (void)il, (void)iu, (void)meig
#define BY_V (range == CUSOLVER_EIG_RANGE_V)
#define BY_I (range == CUSOLVER_EIG_RANGE_I)

FN_SY(evd_bufferSize)(H, JOBZ, UPLO, int n, CONST(a), const CU_R *w, int *lwork) {
	(void)jobz, (void)uplo, (void)a, (void)lda, (void)w;
	SIZE(n, n, n < 0);
}
FN_SY(evd)(H, JOBZ, UPLO, int n, MATRIX(a), CU_R *w, WORK) {
	SUBMIT(CALLS(syevd, GIVEN, EIGEN), {!is_jobz(jobz), 1}, {!is_uplo(uplo), 2},
	       {n < 0, 3}, A_BAD(5), {!work, SOLVER_INFO_0});
}
FN_SY(evdx_bufferSize)(H, JOBZ, cusolverEigRange_t range, UPLO, int n, CONST(a), RANGE,
                       const CU_R *w, int *lwork) {
	(void)jobz, (void)uplo, (void)a, (void)lda, (void)w, UNUSED_RANGE;
	SIZE(n, n, n < 0);
}
FN_SY(evdx)(H, JOBZ, cusolverEigRange_t range, UPLO, int n, MATRIX(a), RANGE, CU_R *w,
            WORK) {
	FINISH(CALLS(syevd, GIVEN, EIGEN, .range = range, .vl = (f64)vl, .vu = (f64)vu,
	             .il = il, .iu = iu, .found = meig),
	       {!is_jobz(jobz), 1}, {!is_range(range), 2}, {!is_uplo(uplo), 3},
	       {n < 0, 4}, A_BAD(6), {BY_V && n > 0 && vu <= vl, 8},
	       {BY_I && (il < 1 || il > MAX(1, n)), 9},
	       {BY_I && (iu < MIN(n, il) || iu > n), 10}, {!meig, SOLVER_ONLY_STATUS},
	       {!work, SOLVER_INFO_0});
}
FN_SY(gvdx_bufferSize)(H, cusolverEigType_t itype, JOBZ, cusolverEigRange_t range, UPLO,
                       int n, CONST(a), CONST(b), RANGE, const CU_R *w, int *lwork) {
	(void)itype, (void)jobz, (void)a, (void)b, (void)ldb, (void)w, UNUSED_RANGE;
	SIZE(n, n, n < 0 || (n && lda < 0) || !is_uplo(uplo));
}
FN_SY(gvdx)(H, cusolverEigType_t itype, JOBZ, cusolverEigRange_t range, UPLO, int n,
            MATRIX(a), MATRIX(b), RANGE, CU_R *w, WORK) {
	FINISH(CALLS(sygvd, GIVEN, EIGEN, .itype = itype, .b = AT(b), .range = range,
	             .vl = (f64)vl, .vu = (f64)vu, .il = il, .iu = iu, .found = meig),
	       {!is_itype(itype), 1}, {!is_jobz(jobz), 2}, {!is_range(range), 3},
	       {!is_uplo(uplo), 4}, {n < 0, 5}, A_BAD(7), {ldb < MAX(1, n), 9},
	       {BY_V && n > 0 && vu <= vl, 11}, {BY_I && (il < 1 || il > MAX(1, n)), 12},
	       {BY_I && (iu < MIN(n, il) || iu > n), 13}, {!meig, SOLVER_ONLY_STATUS},
	       {!work, SOLVER_INFO_0});
}
FN_SY(gvd_bufferSize)(H, cusolverEigType_t itype, JOBZ, UPLO, int n, CONST(a), CONST(b),
                      const CU_R *w, int *lwork) {
	(void)itype, (void)jobz, (void)a, (void)lda, (void)b, (void)ldb, (void)w;
	SIZE(n, n, n < 0 || !is_uplo(uplo));
}
FN_SY(gvd)(H, cusolverEigType_t itype, JOBZ, UPLO, int n, MATRIX(a), MATRIX(b), CU_R *w,
           WORK) {
	SUBMIT(CALLS(sygvd, GIVEN, EIGEN, .itype = itype, .b = AT(b)),
	       {!is_itype(itype), 1}, {!is_jobz(jobz), 2}, {!is_uplo(uplo), 3},
	       {n < 0, 4}, A_BAD(6), {ldb < MAX(1, n), 8}, {!work, SOLVER_INFO_0});
}
FN_SY(evj_bufferSize)(H, JOBZ, UPLO, int n, CONST(a), const CU_R *w, int *lwork,
                      syevjInfo_t params) {
	(void)jobz, (void)uplo, (void)a, (void)lda, (void)w, (void)params;
	SIZE(n, n, n < 0);
}
FN_SY(evj)(H, JOBZ, UPLO, int n, MATRIX(a), CU_R *w, WORK, syevjInfo_t params) {
	SUBMIT(CALLS(syevj, GIVEN, EIGEN, .jacobi = params ? &params->j : NULL),
	       {!work, 7}, {!is_jobz(jobz), 1}, {!is_uplo(uplo), 2}, {n < 0, 3}, A_BAD(5),
	       {!params, SOLVER_INFO_0});
}
FN_SY(evjBatched_bufferSize)(H, JOBZ, UPLO, int n, CONST(a), const CU_R *w, int *lwork,
                             syevjInfo_t params, int batchSize) {
	(void)jobz, (void)uplo, (void)a, (void)lda, (void)w, (void)params;
	SIZE(n, n, n < 0 || (n && batchSize < 0));
}
FN_SY(evjBatched)(H, JOBZ, UPLO, int n, MATRIX(a), CU_R *w, WORK, syevjInfo_t params,
                  int batchSize) {
	SUBMIT(CALLS(syevj_batched, GIVEN, .jobz = jobz, .uplo = uplo, .n = n, .s = w,
	             .a = {.at = a, .ld = lda, .stride = (s64)lda * n}, .s_stride = n,
	             .batch = batchSize, .jacobi = params ? &params->j : NULL),
	       {batchSize == 0, SOLVER_DONE}, {!work, 7}, {!is_jobz(jobz), 1},
	       {!is_uplo(uplo), 2}, {n < 0, 3}, {lda < n, 5},
	       {!params, SOLVER_ONLY_STATUS}, {n == 0 || batchSize < 0, SOLVER_DONE});
}
FN_SY(gvj_bufferSize)(H, cusolverEigType_t itype, JOBZ, UPLO, int n, CONST(a), CONST(b),
                      const CU_R *w, int *lwork, syevjInfo_t params) {
	(void)itype, (void)jobz, (void)a, (void)b, (void)ldb, (void)w, (void)params;
	SIZE(n, n, n < 0 || (n && lda < 0) || !is_uplo(uplo));
}
FN_SY(gvj)(H, cusolverEigType_t itype, JOBZ, UPLO, int n, MATRIX(a), MATRIX(b), CU_R *w,
           WORK, syevjInfo_t params) {
	SUBMIT(CALLS(sygvd, GIVEN, EIGEN, .itype = itype, .b = AT(b),
	             .jacobi = params ? &params->j : NULL),
	       {!is_itype(itype), 1}, {!is_jobz(jobz), 2}, {!is_uplo(uplo), 3},
	       {n < 0, 4}, A_BAD(6), {ldb < MAX(1, n), 8}, {!work, SOLVER_INFO_0},
	       {!params, SOLVER_ONLY_STATUS});
}

#undef FN
#undef FN_SY
#undef FN_OR
#undef H
#undef UPLO
#undef MATRIX
#undef CONST
#undef AT
#undef A_BAD
#undef WORK
#undef GIVEN
#undef CALLS
#undef BAD
#undef SUBMIT
#undef FINISH
#undef SIZE
#undef IS_TRANS
#undef CSVD
#undef SVD
#undef UNUSED_SVD
#undef BATCHED_MOST
#undef JOBZ
#undef RANGE
#undef EIGEN
#undef UNUSED_RANGE
#undef BY_V
#undef BY_I
