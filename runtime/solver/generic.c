/* generic.c - the functions for any type (cusolverDnX...), with 64-bit sizes. Types of
 * operands that do not go together are an invalid value; which type a function computes
 * in is that of A.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/solver/solver.h"

#define H cusolverDnHandle_t handle
#define P cusolverDnParams_t params
#define UPLO cublasFillMode_t uplo
#define JOBZ cusolverEigMode_t jobz
#define TYPED(x) cudaDataType x##_type, void *x, int64_t ld##x
#define CONST(x) cudaDataType x##_type, const void *x, int64_t ld##x
#define COMPUTE cudaDataType compute
#define SIZES size_t *device_bytes, size_t *host_bytes
#define WORK void *work, size_t work_bytes, void *host_work, size_t host_bytes
#define AT(x) {.at = (void *)(x), .ld = ld##x}
#define UNUSED_WORK (void)host_work, (void)host_bytes

/* The part of a workspace that is named as written: what a function of sizes gives. */
static s64 work_size(u32 type, s64 m, s64 n) {
	return solver_work(m, n) * (type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : 8);
}

#define CALLS(name, ...)                                                         \
	&(struct solver_call) {                                                  \
		.routine = &solver_##name, .function = __func__, .type = a_type, \
		__VA_ARGS__                                                      \
	}
#define GIVEN                                                                      \
	.work = work, .work_bytes = MIN((s64)work_bytes, work_size(a_type, 0, n)), \
	.info = info
#define BAD(...)                                  \
	(const struct solver_bad[]){__VA_ARGS__}, \
		countof(((const struct solver_bad[]){__VA_ARGS__}))
#define SUBMIT(call, ...) return solver_submit(handle, call, BAD(__VA_ARGS__))
#define FINISH(call, ...) return solver_finish(handle, call, BAD(__VA_ARGS__))
#define SIZE(type, m, n, is_bad) \
	return sizes(handle, __func__, type, m, n, is_bad, device_bytes, host_bytes)

static cusolverStatus_t sizes(cusolverDnHandle_t h, const char *function, u32 type, s64 m,
                              s64 n, bool is_bad, SIZES) {
	if (!solver_is_good(h))
		return solver_end(function, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (is_bad || !device_bytes || !host_bytes)
		return solver_end(function, CUSOLVER_STATUS_INVALID_VALUE);
	*device_bytes = (size_t)work_size(type, m, n);
	*host_bytes = 0;
	return CUSOLVER_STATUS_SUCCESS;
}

static bool is_type(u32 type) {
	return solver_type(type) >= 0;
}

static u32 real_of(u32 type) {
	return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

/* Some functions look at the types before the handle. */
#define TYPES_FIRST(are_good) \
	if (!(are_good))      \
	return solver_end(__func__, CUSOLVER_STATUS_INVALID_VALUE)

/* ---- Cholesky, Gauss, QR ---- */

cusolverStatus_t cusolverDnXpotrf_bufferSize(H, P, UPLO, int64_t n, CONST(a), COMPUTE,
                                             SIZES) {
	(void)params, (void)a, (void)lda, (void)compute;
	SIZE(a_type, n, n, !is_uplo(uplo));
}
cusolverStatus_t cusolverDnXpotrf(H, P, UPLO, int64_t n, TYPED(a), COMPUTE, WORK,
                                  int *info) {
	(void)params, (void)compute, UNUSED_WORK;
	SUBMIT(CALLS(potrf, GIVEN, .uplo = uplo, .n = n, .a = AT(a)),
	       {!is_uplo(uplo) && !is_type(a_type), SOLVER_INFO_0}, {!is_uplo(uplo), 1},
	       {n < 0, 2}, {lda < MAX(1, n), 4}, {n == 0, SOLVER_DONE_0},
	       {!is_type(a_type), SOLVER_INFO_0});
}
cusolverStatus_t cusolverDnXpotrs(H, P, UPLO, int64_t n, int64_t nrhs, CONST(a), TYPED(b),
                                  int *info) {
	(void)params;
	TYPES_FIRST(is_type(a_type) && b_type == a_type);
	/* The last bad argument is told. */
	SUBMIT(CALLS(potrs, .info = info, .uplo = uplo, .n = n, .k = nrhs, .a = AT(a),
	             .b = AT(b)),
	       {ldb < MAX(1, n), 7}, {lda < MAX(1, n), 5}, {nrhs < 0, 3}, {n < 0, 2},
	       {!is_uplo(uplo), 1});
}
cusolverStatus_t cusolverDnXtrtri_bufferSize(H, UPLO, cublasDiagType_t diag, int64_t n,
                                             TYPED(a), SIZES) {
	(void)uplo, (void)diag, (void)a, (void)lda;
	if (!is_type(a_type))
		return solver_end(__func__, CUSOLVER_STATUS_NOT_SUPPORTED);
	SIZE(a_type, n, n, false);
}
cusolverStatus_t cusolverDnXtrtri(H, UPLO, cublasDiagType_t diag, int64_t n, TYPED(a),
                                  WORK, int *info) {
	UNUSED_WORK;
	if (!solver_is_good(handle))
		return solver_end(__func__, CUSOLVER_STATUS_INVALID_VALUE);
	SUBMIT(CALLS(trtri, GIVEN, .uplo = uplo, .diag = diag, .n = n, .a = AT(a)),
	       {!is_uplo(uplo), 1}, {(u32)diag > CUBLAS_DIAG_UNIT, 2}, {n < 0, 3},
	       {lda < MAX(1, n), 6}, {!is_type(a_type), SOLVER_UNSUPPORTED});
}
cusolverStatus_t cusolverDnXgetrf_bufferSize(H, P, int64_t m, int64_t n, CONST(a),
                                             COMPUTE, SIZES) {
	(void)params, (void)a, (void)lda, (void)compute;
	SIZE(a_type, m, n, false);
}
cusolverStatus_t cusolverDnXgetrf(H, P, int64_t m, int64_t n, TYPED(a), int64_t *ipiv,
                                  COMPUTE, WORK, int *info) {
	(void)params, (void)compute, UNUSED_WORK;
	SUBMIT(CALLS(getrf, GIVEN, .m = m, .n = n, .a = AT(a), .pivots = ipiv,
	             .has_wide_pivots = true),
	       {m >= 0 && lda < MAX(1, m) && (!is_type(a_type) || !ipiv), 4},
	       {!is_type(a_type), SOLVER_INFO_0}, {m < 0, SOLVER_QUIET + 1},
	       {n < 0, SOLVER_QUIET + 2}, {lda < MAX(1, m), SOLVER_QUIET + 4});
}
cusolverStatus_t cusolverDnXgetrs(H, P, cublasOperation_t trans, int64_t n, int64_t nrhs,
                                  CONST(a), const int64_t *ipiv, TYPED(b), int *info) {
	(void)params;
	TYPES_FIRST(is_type(a_type) && b_type == a_type);
	SUBMIT(CALLS(getrs, .info = info, .trans = trans, .n = n, .k = nrhs, .a = AT(a),
	             .pivots = (void *)ipiv, .has_wide_pivots = true, .b = AT(b)),
	       {!is_op(trans) || n < 0 || nrhs < 0 || lda < MAX(1, n) || ldb < MAX(1, n),
	        SOLVER_ONLY_STATUS},
	       {n == 0 || nrhs == 0, SOLVER_DONE});
}
cusolverStatus_t cusolverDnXgeqrf_bufferSize(H, P, int64_t m, int64_t n, CONST(a),
                                             cudaDataType tau_type, const void *tau,
                                             COMPUTE, SIZES) {
	(void)params, (void)a, (void)lda, (void)tau;
	SIZE(a_type, m, n, !is_type(a_type) || tau_type != a_type || compute != a_type);
}
cusolverStatus_t cusolverDnXgeqrf(H, P, int64_t m, int64_t n, TYPED(a),
                                  cudaDataType tau_type, void *tau, COMPUTE, WORK,
                                  int *info) {
	(void)params, UNUSED_WORK;
	SUBMIT(CALLS(geqrf, GIVEN, .m = m, .n = n, .a = AT(a), .tau = tau), {m < 0, 1},
	       {n < 0, 2}, {lda < MAX(1, m), 4},
	       {!is_type(a_type) || tau_type != a_type || compute != a_type,
	        SOLVER_INFO_0});
}

/* ---- symmetric indefinite; triangles of reflectors ---- */

cusolverStatus_t cusolverDnXsytrs_bufferSize(H, UPLO, int64_t n, int64_t nrhs, CONST(a),
                                             const int64_t *ipiv, TYPED(b), SIZES) {
	(void)uplo, (void)nrhs, (void)a, (void)lda, (void)ipiv, (void)b_type, (void)b,
		(void)ldb;
	SIZE(a_type, n, n, false);
}
cusolverStatus_t cusolverDnXsytrs(H, UPLO, int64_t n, int64_t nrhs, CONST(a),
                                  const int64_t *ipiv, TYPED(b), WORK, int *info) {
	UNUSED_WORK;
	if (!is_type(a_type) || b_type != a_type)
		return solver_end(__func__, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
	if (!solver_is_good(handle))
		return solver_end(__func__, CUSOLVER_STATUS_INVALID_VALUE);
	SUBMIT(CALLS(sytrs, GIVEN, .uplo = uplo, .n = n, .k = nrhs, .a = AT(a),
	             .pivots = (void *)ipiv, .has_wide_pivots = true, .b = AT(b)),
	       {!is_uplo(uplo), 1}, {n < 0, 2}, {nrhs < 0, 3}, {lda < MAX(1, n), 6},
	       {ldb < MAX(1, n), 10});
}
cusolverStatus_t cusolverDnXlarft_bufferSize(H, P, cusolverDirectMode_t direct,
                                             cusolverStorevMode_t storev, int64_t n,
                                             int64_t k, CONST(a), cudaDataType tau_type,
                                             const void *tau, TYPED(t), COMPUTE, SIZES) {
	(void)params, (void)direct, (void)storev, (void)a, (void)lda, (void)tau, (void)t,
		(void)ldt;
	SIZE(a_type, n, k,
	     !is_type(a_type) || tau_type != a_type || t_type != a_type ||
	             compute != a_type);
}
cusolverStatus_t cusolverDnXlarft(H, P, cusolverDirectMode_t direct,
                                  cusolverStorevMode_t storev, int64_t n, int64_t k,
                                  CONST(a), cudaDataType tau_type, const void *tau,
                                  TYPED(t), COMPUTE, WORK) {
	int *info = NULL;
	(void)params, UNUSED_WORK;
	SUBMIT(CALLS(larft, GIVEN, .k1 = direct != CUBLAS_DIRECT_FORWARD, .n = n, .k = k,
	             .a = AT(a), .tau = (void *)tau, .b = AT(t)),
	       {storev != CUBLAS_STOREV_COLUMNWISE || n < k || !is_type(a_type) ||
	                tau_type != a_type || t_type != a_type || compute != a_type,
	        SOLVER_ONLY_STATUS},
	       {k <= 0, SOLVER_DONE},
	       {lda < MAX(1, n) || ldt < MAX(1, k), SOLVER_ONLY_STATUS});
}

/* ---- eigenvalues ---- */

#define W cudaDataType w_type, void *w
#define CONST_W cudaDataType w_type, const void *w
#define ARE_TYPES \
	(is_type(a_type) && w_type == (cudaDataType)real_of(a_type) && compute == a_type)
#define EIGEN .jobz = jobz, .uplo = uplo, .n = n, .s = w

cusolverStatus_t cusolverDnXsyevd_bufferSize(H, P, JOBZ, UPLO, int64_t n, CONST(a),
                                             CONST_W, COMPUTE, SIZES) {
	(void)params, (void)jobz, (void)uplo, (void)a, (void)lda, (void)w;
	SIZE(a_type, n, n, !ARE_TYPES);
}
cusolverStatus_t cusolverDnXsyevd(H, P, JOBZ, UPLO, int64_t n, TYPED(a), W, COMPUTE, WORK,
                                  int *info) {
	(void)params, UNUSED_WORK;
	SUBMIT(CALLS(syevd, GIVEN, EIGEN, .a = AT(a)), {!is_jobz(jobz), 2},
	       {!is_uplo(uplo), 3}, {n < 0, 4}, {lda < MAX(1, n), 7},
	       {!ARE_TYPES, SOLVER_INFO_0});
}
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(H, P, JOBZ, UPLO, int64_t n, CONST(a),
                                                   CONST_W, COMPUTE, SIZES,
                                                   int64_t batchSize) {
	(void)params, (void)jobz, (void)uplo, (void)a, (void)lda, (void)w,
		(void)batchSize;
	SIZE(a_type, n, n, !ARE_TYPES);
}
cusolverStatus_t cusolverDnXsyevBatched(H, P, JOBZ, UPLO, int64_t n, TYPED(a), W, COMPUTE,
                                        WORK, int *info, int64_t batchSize) {
	(void)params, UNUSED_WORK;
	SUBMIT(CALLS(syevd_batched, GIVEN, EIGEN,
	             .a = {.at = a, .ld = lda, .stride = lda * n}, .s_stride = n,
	             .batch = batchSize),
	       {!is_jobz(jobz), 2}, {!is_uplo(uplo), 3}, {n < 0, 4}, {lda < MAX(1, n), 7},
	       {batchSize < 1, 16}, {!ARE_TYPES, SOLVER_INFO_0});
}
cusolverStatus_t cusolverDnXsyevdx_bufferSize(H, P, JOBZ, cusolverEigRange_t range, UPLO,
                                              int64_t n, CONST(a), void *vl, void *vu,
                                              int64_t il, int64_t iu, int64_t *h_meig,
                                              CONST_W, COMPUTE, SIZES) {
	(void)params, (void)jobz, (void)range, (void)uplo, (void)a, (void)lda, (void)vl,
		(void)vu, (void)il, (void)iu, (void)h_meig, (void)w;
	SIZE(a_type, n, n, !ARE_TYPES);
}

/* A limit in memory of the host, of the real type. */
static f64 limit(u32 type, const void *at) {
	f32 single = 0;
	f64 value = 0;
	if (at && real_of(type) == CUDA_R_32F) {
		memcpy(&single, at, sizeof single);
		value = (f64)single;
	} else if (at) {
		memcpy(&value, at, sizeof value);
	}
	return value;
}

cusolverStatus_t cusolverDnXsyevdx(H, P, JOBZ, cusolverEigRange_t range, UPLO, int64_t n,
                                   TYPED(a), void *vl, void *vu, int64_t il, int64_t iu,
                                   int64_t *meig64, W, COMPUTE, WORK, int *info) {
	bool by_v = range == CUSOLVER_EIG_RANGE_V, by_i = range == CUSOLVER_EIG_RANGE_I;
	f64 low = by_v ? limit(a_type, vl) : 0, high = by_v ? limit(a_type, vu) : 0;
	(void)params, UNUSED_WORK;
	FINISH(CALLS(syevd, GIVEN, EIGEN, .a = AT(a), .range = range, .vl = low,
	             .vu = high, .il = il, .iu = iu, .found_wide = meig64),
	       {!is_jobz(jobz), 2}, {!is_range(range), 3}, {!is_uplo(uplo), 4},
	       {n < 0, 5}, {lda < MAX(1, n), 8}, {!ARE_TYPES, SOLVER_INFO_0},
	       {by_v && n > 0 && high <= low, 10},
	       {by_i && (il < 1 || il > MAX(1, n)), 11},
	       {by_i && (iu < MIN(n, il) || iu > n), 12}, {!meig64, SOLVER_ONLY_STATUS});
}

#define ARE_GENERAL                                                   \
	(is_type(a_type) && vl_type == a_type && vr_type == a_type && \
	 compute == a_type &&                                         \
	 (w_type == a_type || (real_of(w_type) == a_type && is_type(w_type))))

cusolverStatus_t cusolverDnXgeev_bufferSize(H, P, cusolverEigMode_t jobvl,
                                            cusolverEigMode_t jobvr, int64_t n, CONST(a),
                                            CONST_W, CONST(vl), CONST(vr), COMPUTE,
                                            SIZES) {
	bool has_left = jobvl == CUSOLVER_EIG_MODE_VECTOR;
	bool is_bad = !ARE_GENERAL || n < 0 || lda < MAX(1, n) ||
	              ldvl < (has_left ? MAX(1, n) : 1) ||
	              ldvr < (jobvr == CUSOLVER_EIG_MODE_VECTOR ? MAX(1, n) : 1);
	(void)params, (void)a, (void)w, (void)vl, (void)vr;
	if (has_left && !is_bad && solver_is_good(handle))
		return solver_end(__func__, CUSOLVER_STATUS_INTERNAL_ERROR);
	SIZE(a_type, n, n, is_bad);
}
/* Left eigenvectors are not computed, as on a device. */
cusolverStatus_t cusolverDnXgeev(H, P, cusolverEigMode_t jobvl, cusolverEigMode_t jobvr,
                                 int64_t n, TYPED(a), W, TYPED(vl), TYPED(vr), COMPUTE,
                                 WORK, int *info) {
	(void)params, (void)vl, UNUSED_WORK;
	TYPES_FIRST(ARE_GENERAL);
	if (!solver_is_good(handle))
		return solver_end(__func__, CUSOLVER_STATUS_NOT_INITIALIZED);
	if (jobvl == CUSOLVER_EIG_MODE_VECTOR || n < 1 || lda < n || ldvl < 1 ||
	    ldvr < (jobvr == CUSOLVER_EIG_MODE_VECTOR ? n : 1))
		return solver_end(__func__, CUSOLVER_STATUS_INTERNAL_ERROR);
	SUBMIT(CALLS(geev, GIVEN, .jobz = jobvr, .n = n, .a = AT(a), .s = w,
	             .s_type = w_type, .v = AT(vr)),
	       {false, 0});
}

/* ---- singular values ---- */

#define SVD \
	TYPED(a), cudaDataType s_type, void *s, TYPED(u), TYPED(v), cudaDataType compute
#define CONST_SVD                                                         \
	CONST(a), cudaDataType s_type, const void *s, CONST(u), CONST(v), \
		cudaDataType compute
#define ARE_SVD                                                        \
	(is_type(a_type) && s_type == (cudaDataType)real_of(a_type) && \
	 u_type == a_type && v_type == a_type && compute == a_type)
#define UNUSED_SVD (void)a, (void)lda, (void)s, (void)u, (void)ldu, (void)v, (void)ldv

cusolverStatus_t cusolverDnXgesvd_bufferSize(H, P, signed char jobu, signed char jobvt,
                                             int64_t m, int64_t n, CONST_SVD, SIZES) {
	(void)params, (void)jobu, (void)jobvt, UNUSED_SVD;
	SIZE(a_type, m, n, !ARE_SVD || m < n);
}
cusolverStatus_t cusolverDnXgesvd(H, P, signed char jobu, signed char jobvt, int64_t m,
                                  int64_t n, SVD, WORK, int *info) {
	int64_t rows = jobvt == 'S' ? MIN(m, n) : jobvt == 'A' ? n : 1;
	(void)params, UNUSED_WORK;
	TYPES_FIRST(ARE_SVD);
	SUBMIT(CALLS(gesvd, GIVEN, .jobu = jobu, .jobvt = jobvt, .m = m, .n = n,
	             .a = AT(a), .s = s, .u = AT(u), .v = AT(v)),
	       {!is_job(jobu), 1}, {!is_job(jobvt) || (jobu == 'O' && jobvt == 'O'), 2},
	       {m < 0, 3}, {n < 0, 4}, {lda < MAX(1, m), 6},
	       {ldu < (jobu == 'A' || jobu == 'S' ? MAX(1, m) : 1), 9},
	       {ldv < MAX(1, rows), 11}, {m == 0 || n == 0, SOLVER_DONE_0},
	       {m < n, SOLVER_INFO_0});
}
cusolverStatus_t cusolverDnXgesvdp_bufferSize(H, P, JOBZ, int econ, int64_t m, int64_t n,
                                              CONST_SVD, SIZES) {
	(void)params, (void)jobz, (void)econ, UNUSED_SVD;
	TYPES_FIRST(ARE_SVD);
	SIZE(a_type, m, n, false);
}
cusolverStatus_t cusolverDnXgesvdp(H, P, JOBZ, int econ, int64_t m, int64_t n, SVD, WORK,
                                   int *info, double *h_err_sigma) {
	(void)params, UNUSED_WORK;
	TYPES_FIRST(ARE_SVD && n >= 0);
	FINISH(CALLS(gesvdj, GIVEN, .jobz = jobz, .econ = econ, .m = m, .n = n,
	             .a = AT(a), .s = s, .u = AT(u), .v = AT(v), .sorts = true,
	             .residuals = h_err_sigma),
	       {!work, 12}, {!is_jobz(jobz), 1}, {m < 0, 3}, {lda < MAX(1, m), 6},
	       {jobz && ldu < MAX(1, m), 9}, {jobz && ldv < MAX(1, n), 11},
	       {jobz && !v, 12});
}
cusolverStatus_t cusolverDnXgesvdr_bufferSize(H, P, signed char jobu, signed char jobv,
                                              int64_t m, int64_t n, int64_t k, int64_t p,
                                              int64_t niters, CONST_SVD, SIZES) {
	(void)a, (void)s, (void)u, (void)v;
	SIZE(a_type, m, n,
	     !params || !ARE_SVD || (jobu != 'S' && jobu != 'N') ||
	             (jobv != 'S' && jobv != 'N') || m < 0 || n < 0 || k < 0 || p < 0 ||
	             k + p > MIN(m, n) || niters < 0 || lda < MAX(1, m) ||
	             ldu < MAX(1, m) || ldv < MAX(1, n));
}
cusolverStatus_t cusolverDnXgesvdr(H, P, signed char jobu, signed char jobv, int64_t m,
                                   int64_t n, int64_t k, int64_t p, int64_t niters, SVD,
                                   WORK, int *info) {
	UNUSED_WORK;
	/* The last bad argument is told. */
	SUBMIT(CALLS(gesvdr, GIVEN, .jobu = jobu, .jobvt = jobv, .m = m, .n = n, .k = k,
	             .a = AT(a), .s = s, .u = AT(u), .v = AT(v)),
	       {!info, SOLVER_ONLY_STATUS}, {!host_work, 23}, {!work, 21},
	       {!is_type(compute), 20}, {ldv < MAX(1, n), 19}, {!v, 18},
	       {!is_type(v_type), 17}, {ldu < MAX(1, m), 16}, {!u, 15},
	       {!is_type(u_type), 14}, {!s, 13},
	       {s_type != CUDA_R_32F && s_type != CUDA_R_64F, 12}, {lda < m, 11},
	       {!a, 10}, {!is_type(a_type), 9}, {niters < 0, 8},
	       {m < 0 || n < 0 || p < 0 || k + p > MIN(m, n), 7}, {k < 0, 6},
	       {jobv != 'S' && jobv != 'N', 3}, {jobu != 'S' && jobu != 'N', 2},
	       {!params, 1}, {k == 0, SOLVER_DONE_0}, {!ARE_SVD, SOLVER_ONLY_STATUS});
}
