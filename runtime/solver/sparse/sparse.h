/* sparse.h - what the files of cuSOLVER's sparse part share: the handle, a sparse
 * operand, and how a function works on memory of the host or of the device.
 *
 * A function fills a job and gives it to sp_run, which calls it at once for memory of the
 * host, and in the stream for memory of the device. It waits in either case, since all
 * functions give something back to the host or change what the program holds.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>

#include "runtime/libs/call.h"
#include "runtime/solver/solver.h"
#include "runtime/solver/sparse/numeric.h"
#include "runtime/sparse/sparse.h"

struct cusolverSpContext {
	struct lib_handle head;
	cudaStream_t stream;
};

bool sp_is_good(const struct cusolverSpContext *h);

/* Compressed rows as the program has them. `type` is the place in sp_numeric. */
struct sp_matrix {
	u32 type;
	s32 m, n, count;
	cusparseMatDescr_t descr;
	const void *values; /* or NULL: the structure alone is meant */
	const s32 *rows, *columns;
};

/* General matrices only; others, and a null descriptor, are refused. */
static inline bool sp_is_general(cusparseMatDescr_t d) {
	return d && d->type == CUSPARSE_MATRIX_TYPE_GENERAL;
}

/* Calls work(c, job), with a call of the stream if the operands are in memory of the
 * device and with NULL if not, and returns its status. */
cusolverStatus_t sp_run(cusolverSpHandle_t h, const char *function, bool is_on_device,
                        cusolverStatus_t (*work)(struct lib_call *c, void *job),
                        void *job);
/* Name an operand. In memory of the host it must not be null. */
bool sp_reads(struct lib_call *c, const char *argument, const void *at, s64 bytes);
bool sp_writes(struct lib_call *c, const char *argument, const void *at, s64 bytes);
/* Names and copies the rows of a matrix. */
cusolverStatus_t sp_take(struct lib_call *c, struct arena *a, const struct sp_matrix *m,
                         struct shape *rows);

/* Orders as the argument `reorder` numbers them; 0 is none. */
enum sp_order { SP_NATURAL, SP_RCM, SP_AMD, SP_ND };
void sp_order(struct arena *a, const struct shape *rows, enum sp_order which, s32 *order);

/* What one call computes: solutions, least squares, eigenvalues. */
enum sp_method {
	SP_LU,
	SP_QR,
	SP_CHOLESKY,
	SP_LEAST_SQUARES,
	SP_EIGENVALUE,
	SP_EIGENVALUES
};
struct sp_problem {
	const char *function;
	enum sp_method method;
	bool is_on_device;
	struct sp_matrix a;
	const void *b; /* or the vector that an iteration begins with */
	f64 tolerance;
	s32 reorder;
	void *x;
	s32 *found; /* what is singular, the rank, how many eigenvalues */
	s32 *p;
	void *norm;
	const void *mu0;
	void *mu;
	s32 most; /* steps */
	double _Complex low, high;
};
cusolverStatus_t sp_solve(cusolverSpHandle_t h, struct sp_problem *p);
cusolverStatus_t sp_diagonal(cusolverSpHandle_t h, const char *function,
                             const struct sp_matrix *m, s32 *p, s32 *found);

/* ---- the low-level interface ---- */

/* What has been done with an info. */
enum sp_state { SP_NEW, SP_ANALYZED, SP_SIZED, SP_SET, SP_FACTORED };
struct sp_info {
	struct arena arena;   /* the info itself lies here */
	struct arena factors; /* structure and values */
	enum sp_state state;
	s32 m, n, count;
	s32 batch;
	u32 type; /* of the factors */
	union {
		struct sp_lu lu;
		struct sp_cholesky cholesky;
		struct sp_qr qr;
	};
	s32 bad;      /* Cholesky's first column without a positive pivot, or -1 */
	void *values; /* QR's: a copy, and the shift */
	u8 mu[16];
};
struct csrluInfoHost {
	struct sp_info i;
};
struct csrcholInfoHost {
	struct sp_info i;
};
struct csrcholInfo {
	struct sp_info i;
};
struct csrqrInfoHost {
	struct sp_info i;
};
struct csrqrInfo {
	struct sp_info i;
};

/* A step with an info; what a function does not have is 0. */
struct sp_step {
	const char *function;
	bool is_on_device;
	struct sp_info *i;
	struct sp_matrix a;
	const void *b, *mu;
	void *x, *work;
	f64 number; /* a threshold or tolerance */
	s32 *position;
	s32 batch;
	size_t *internal, *workspace;
};
/* Parts of P A Q^T = L U. */
struct sp_factors {
	s32 *p, *q;
	cusparseMatDescr_t l_descr, u_descr;
	void *l, *u;
	s32 *l_rows, *l_columns, *u_rows, *u_columns;
};

cusolverStatus_t sp_create_info(void **info, size_t size);
cusolverStatus_t sp_destroy_info(struct sp_info *i);

#define SP_STEP(name) cusolverStatus_t name(cusolverSpHandle_t h, struct sp_step *s);
SP_STEP(sp_lu_analyze)
SP_STEP(sp_lu_size)
SP_STEP(sp_lu_factor)
SP_STEP(sp_lu_pivot)
SP_STEP(sp_lu_solve)
SP_STEP(sp_cholesky_analyze)
SP_STEP(sp_cholesky_size)
SP_STEP(sp_cholesky_factor)
SP_STEP(sp_cholesky_pivot)
SP_STEP(sp_cholesky_solve)
SP_STEP(sp_cholesky_diagonal)
SP_STEP(sp_qr_analyze)
SP_STEP(sp_qr_size)
SP_STEP(sp_qr_set)
SP_STEP(sp_qr_factor)
SP_STEP(sp_qr_pivot)
SP_STEP(sp_qr_solve)
SP_STEP(sp_qr_batch_size)
SP_STEP(sp_qr_batch_solve)
#undef SP_STEP
cusolverStatus_t sp_lu_extract(cusolverSpHandle_t h, struct sp_step *s,
                               const struct sp_factors *to);
