/* blas.h - what the files of cuBLAS share: handles, and a call as data. A function of the
 * interface fills a struct blas_call and submits it; its routine says what is valid,
 * which operands it has, and what computes it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cublas_api.h>

#include "runtime/libs/call.h"
#include "runtime/libs/object.h"

struct cublasContext {
	struct lib_handle head;
	cudaStream_t stream;
	cublasPointerMode_t pointer_mode;
	cublasAtomicsMode_t atomics;
	u32 math;
	int sm_target;
	void *workspace;
	size_t workspace_bytes;
	/* How wide products may be made of narrow ones. */
	int emulation, special_values, mantissa_control, mantissa_bits, mantissa_offset;
	int *mantissa_count;
};

bool handle_is_good(const struct cublasContext *h);

union scalar {
	f32 s[2];
	f64 d[2];
	s32 i;
	u16 h;
};

/* A matrix or vector, or many: `stride` elements from one to the next, or `at` is an
 * array of pointers in device memory. */
struct operand {
	void *at;
	s64 ld; /* of a vector: from one element to the next */
	s64 stride;
	u8 type; /* cudaDataType */
	/* It is in memory that is not the device's, which only cublasXt takes: the
	 * runtime is not told of it. */
	bool is_elsewhere;
};

struct blas_call {
	const struct routine *routine;
	const char *function;
	struct lib_call *lib; /* while it runs */
	u8 type;              /* of its elements and scalars, unless it says otherwise */
	u8 compute;           /* the type of products and sums */
	u8 scalar_type, beta_type;
	bool scalars_on_device, result_on_device, by_pointers, is_conj;
	u32 side, uplo, transa, transb, diag;
	s64 m, n, k, kl, ku;
	s64 batch;                /* of batched routines */
	const void *alpha, *beta; /* null: the routine has none */
	union scalar alpha_value, beta_value;
	struct operand a, b, c;
	void *result, *result2;
	u8 result_type, result_bytes;
	const void *extra; /* parameters of rotm, y1 of rotmg */
	u32 extra_bytes;
	u8 extra_value[5 * sizeof(f64)];
	int *info;
	const int *pivots;
};

enum {
	HAS_ALPHA = 1,
	HAS_BETA = 2,
	HAS_EXTRA = 4,
	HAS_RESULT = 8,   /* one number, which is where the pointer mode says */
	HANDLE_LAST = 16, /* a call with nothing to do needs no handle */
};

struct routine {
	u32 has;
	cublasStatus_t (*check)(const struct blas_call *w);
	bool (*is_empty)(const struct blas_call *w); /* nothing to do */
	/* Names the operands, then computes. The scalars are in the call. */
	void (*run)(struct blas_call *w);
	cublasStatus_t null_result; /* 0: invalid value */
};

/* Checks the call and queues it. */
cublasStatus_t blas_submit(cublasHandle_t h, struct blas_call *w);
cublasStatus_t blas_status(cudaError_t e);

/* The logger: a line for each call, if anyone listens. */
void blas_log_call(const char *function);
