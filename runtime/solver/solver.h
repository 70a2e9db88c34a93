/* solver.h - what the files of cuSOLVER's dense part share: handles, settings, and a call
 * as data. A function of the interface fills a struct solver_call, says which arguments
 * are bad, and submits it; its routine names the operands and computes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cusolverDn.h>

#include "runtime/blas/valid.h"
#include "runtime/libs/call.h"
#include "runtime/libs/object.h"

struct cusolverDnContext {
	struct lib_handle head;
	cudaStream_t stream;
	cusolverDeterministicMode_t deterministic;
	cusolverMathMode_t math;
	cudaEmulationStrategy strategy;
};

bool solver_is_good(const struct cusolverDnContext *h);

/* Settings of Jacobi's method, and what the last call needed: the threads of streams
 * write it, functions that wait for them read it. */
struct jacobi {
	struct arena arena;
	f64 tolerance; /* 0 or less: the type's precision */
	int max_sweeps;
	int sort;
	bool is_batched; /* the last call: nothing is told of it */
	f64 residual;
	int sweeps;
};
struct syevjInfo {
	struct jacobi j;
};
struct gesvdjInfo {
	struct jacobi j;
};

struct cusolverDnIRSParams {
	struct arena arena;
	u32 refinement, main_precision, lowest_precision;
	f64 tolerance, inner_tolerance;
	int max_iterations, max_inner_iterations;
	bool has_fallback;
};

struct cusolverDnIRSInfos {
	struct arena arena;
	int iterations, outer_iterations, max_iterations;
	bool wants_residuals, has_residuals;
	f64 *residuals; /* max_iterations + 1, in the arena */
};

struct solver_matrix {
	void *at;
	s64 ld;
	s64 stride; /* elements from one to the next; or `at` is an array of pointers */
};

struct solver_call {
	const struct solver_routine *routine;
	const char *function;
	struct lib_call *lib; /* while it runs */
	u32 type;             /* of A; what else there is has it or its real type */
	u32 uplo, side, trans, diag, itype, jobz, range;
	s32 econ;
	s8 jobu, jobvt;
	s64 m, n, k;
	s64 batch;
	struct solver_matrix a, b, u, v;
	void *s, *e; /* real: values, another diagonal */
	s64 s_stride;
	void *tau, *taup;
	void *pivots;
	bool has_wide_pivots; /* 64 bits */
	bool is_transposed;   /* V^H is asked for, not V */
	u32 s_type;           /* of geev's values */
	int *info;
	s32 info_value; /* of a call that only writes it */
	f64 vl, vu;
	s64 il, iu;
	s64 k1, k2, step; /* laswp */
	/* Results in memory of the host, for which the function waits. */
	int *found;
	int64_t *found_wide;
	f64 *residuals;
	int *iterations;
	void *work;
	s64 work_bytes;
	struct jacobi *jacobi;
	f64 tolerance;
	int max_sweeps;
	bool sorts;
	u32 low;                          /* precision of factors: cusolverPrecType_t */
	struct cusolverDnIRSParams irs;   /* settings of a refinement */
	struct cusolverDnIRSInfos *infos; /* or null */
};

/* One function for each of S, D, C and Z. */
struct solver_routine {
	void (*run[4])(struct solver_call *w);
};

/* clang-format off */
#define SOLVER_ROUTINES(X) \
	X(potrf) X(potrs) X(potrf_batched) X(potrs_batched) X(potri) X(lauum) X(trtri) \
	X(getrf) X(getrs) X(laswp) X(geqrf) X(orgqr) X(ormqr) X(gebrd) X(orgbr) X(sytrd) \
	X(orgtr) X(ormtr) X(sytrf) X(sytrs) X(sytri) X(gesvd) X(gesvdj) X(gesvdj_batched) \
	X(gesvda) X(gesvdr) X(syevd) X(syevd_batched) X(syevj) X(syevj_batched) X(sygvd) \
	X(geev) X(larft) X(gesv) X(gels)
/* clang-format on */
#define SOLVER_ROUTINE(name) extern const struct solver_routine solver_##name;
SOLVER_ROUTINES(SOLVER_ROUTINE)
#undef SOLVER_ROUTINE

/* An argument that is bad, and its number: info becomes -number. */
struct solver_bad {
	bool is_bad;
	s32 number;
};
enum {
	SOLVER_ONLY_STATUS = 0,    /* info is left alone */
	SOLVER_INFO_0 = 1001,      /* info becomes 0 */
	SOLVER_DONE = 1002,        /* nothing to do, and info is left alone: success */
	SOLVER_DONE_0 = 1003,      /* nothing to do, and info becomes 0: success */
	SOLVER_UNSUPPORTED = 1004, /* info becomes 0: not supported */
	SOLVER_POSITIVE = 2000,    /* added to a number: info becomes the number */
	SOLVER_QUIET = 4000,       /* added to a number: the status is success */
};

/* Says what is bad, in the order of the list, or queues the call. */
cusolverStatus_t solver_submit(cusolverDnHandle_t h, struct solver_call *w,
                               const struct solver_bad *bad, u32 count);
/* The same, and waits for its results in memory of the host. */
cusolverStatus_t solver_finish(cusolverDnHandle_t h, struct solver_call *w,
                               const struct solver_bad *bad, u32 count);
/* Queues what writes info. */
void solver_tell(cusolverDnHandle_t h, const char *function, int *info, s32 value);
cusolverStatus_t solver_status(cudaError_t e);

/* The eigenvalues of a complex matrix, which is overwritten; `scratch` has 2 n elements.
 * Returns 0, or that the method did not converge. */
int solver_eigenvalues(s64 n, double _Complex *a, double _Complex *w,
                       double _Complex *scratch);

/* Elements of a workspace. What is computed has memory of its own (lib_scratch), so the
 * size is small; a workspace is named as written all the same. */
static inline s64 solver_work(s64 m, s64 n) {
	return 64 * (MAX(MAX(m, n), 0) + 1);
}

/* 0 to 3 for the types S, D, C and Z, or -1. */
static inline s32 solver_type(u32 type) {
	return type == CUDA_R_32F   ? 0
	       : type == CUDA_R_64F ? 1
	       : type == CUDA_C_32F ? 2
	       : type == CUDA_C_64F ? 3
	                            : -1;
}

/* Whether the value is one of its enumeration. */
static inline bool is_jobz(u32 jobz) {
	return jobz <= CUSOLVER_EIG_MODE_VECTOR;
}
static inline bool is_range(u32 range) {
	return range >= CUSOLVER_EIG_RANGE_ALL && range <= CUSOLVER_EIG_RANGE_V;
}
static inline bool is_itype(u32 itype) {
	return itype - 1 < 3;
}
static inline bool is_job(s8 job) {
	return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

/* What a function that makes a handle returns. */
cusolverStatus_t solver_made(enum lib_made made);

/* The logger: a line for each call that fails, if it is asked for. */
cusolverStatus_t solver_end(const char *function, cusolverStatus_t s);
