/* sparse.h - cuSPARSE's handle and descriptors, and what its functions share.
 *
 * A call checks its arguments, copies the descriptors that it was given (the program may
 * change or destroy them before the stream comes to the call) and submits a function that
 * runs in the stream. That function makes plain compressed rows of each sparse operand
 * (view.h) and calls the kernel of its type (kernel.h).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cusparse.h>

#include "runtime/libs/call.h"
#include "runtime/libs/object.h"
#include "runtime/sparse/type.h"

struct cusparseContext {
	struct arena memory;
	cudaStream_t stream;
	cusparsePointerMode_t mode;
};

struct cusparseMatDescr {
	struct arena memory;
	cusparseMatrixType_t type;
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
	cusparseIndexBase_t base;
};

struct sp_vec {
	s64 size, nnz;
	void *indices, *values;
	cusparseIndexType_t index_type;
	cusparseIndexBase_t base;
	cudaDataType type;
};

struct dn_vec {
	s64 size;
	void *values;
	cudaDataType type;
};

struct dn_mat {
	s64 rows, cols, ld;
	void *values;
	cudaDataType type;
	cusparseOrder_t order;
	s32 batch;
	s64 stride; /* elements from one matrix of the batch to the next */
};

struct sp_mat {
	cusparseFormat_t format;
	s64 rows, cols, nnz; /* in elements; nnz in blocks for BSR */
	/* CSR, CSC, BSR: where each row (column, row of blocks) begins. COO: rows. SELL:
	 * where each slice begins. */
	void *offsets;
	void *indices; /* columns; CSC: rows; -1 where ELL has no element */
	void *values;
	cusparseIndexType_t offset_type, index_type;
	cusparseIndexBase_t base;
	cudaDataType type;
	s64 block_rows, block_cols; /* BSR, BlockedELL */
	cusparseOrder_t order;      /* of BSR's blocks */
	s64 width;                  /* BlockedELL: columns; SELL: rows of a slice */
	s64 values_size;            /* SELL */
	s32 batch;
	s64 offset_stride, index_stride, value_stride;
	bool has_fill, has_diag; /* whether the attribute was set */
	cusparseFillMode_t fill;
	cusparseDiagType_t diag;
};

struct cusparseSpVecDescr {
	struct arena memory;
	struct sp_vec v;
};
struct cusparseDnVecDescr {
	struct arena memory;
	struct dn_vec v;
};
struct cusparseDnMatDescr {
	struct arena memory;
	struct dn_mat m;
};
struct cusparseSpMatDescr {
	struct arena memory;
	struct sp_mat m;
};

/* An object of type T; null: there is no memory. */
#define sparse_new(T) ((T *)lib_object_new(sizeof(T)))

/* A scalar argument: a host's, which is copied, or one in the device's memory. */
struct scalar {
	const void *at; /* NULL: the copy */
	union element copy;
};
struct scalar sparse_scalar(cusparseHandle_t h, const void *p, enum number n);
/* The scalar's value in a call that runs. */
bool scalar_value(struct lib_call *c, const char *argument, const struct scalar *s,
                  enum number n, union element *value);

/* Whether the enumerators are ones of their enumeration. */
static inline bool is_index_type(cusparseIndexType_t t) {
	return t == CUSPARSE_INDEX_32I || t == CUSPARSE_INDEX_64I;
}
static inline bool is_base(cusparseIndexBase_t b) {
	return b == CUSPARSE_INDEX_BASE_ZERO || b == CUSPARSE_INDEX_BASE_ONE;
}
static inline bool is_operation(cusparseOperation_t o) {
	return (u32)o <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}
/* The conjugate is for complex operands only. */
static inline bool is_operation_of(cusparseOperation_t o, cudaDataType type) {
	return is_operation(o) &&
	       (o != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || type_is_complex(type));
}
/* 16-bit indices are in vectors and matrices that no function takes. */
static inline u32 index_bytes(cusparseIndexType_t t) {
	return t == CUSPARSE_INDEX_64I ? 8 : t == CUSPARSE_INDEX_32I ? 4 : 2;
}

/* Queues a call in the handle's stream. */
cusparseStatus_t sparse_submit(cusparseHandle_t h, const char *function,
                               void (*run)(struct lib_call *c, const void *payload),
                               const void *payload, size_t bytes);
/* Queues it and waits for it, as its result goes to the host's memory. In a capture the
 * graph brings the result, and nothing waits. */
cusparseStatus_t sparse_submit_result(cusparseHandle_t h, const char *function,
                                      void (*run)(struct lib_call *c,
                                                  const void *payload),
                                      const void *payload, size_t bytes);
/* Queues it and waits for it, as the program asks for what it leaves. */
cusparseStatus_t sparse_submit_and_wait(cusparseHandle_t h, const char *function,
                                        void (*run)(struct lib_call *c,
                                                    const void *payload),
                                        const void *payload, size_t bytes);
/* The end of a function that failed: logs it. Returns the status. */
cusparseStatus_t sparse_end(const char *function, cusparseStatus_t s);
/* Ends a question for the size of a buffer that the routine does not need, though
 * programs have to have one; s: of its arguments. */
cusparseStatus_t sparse_no_buffer(const char *function, cusparseStatus_t s, size_t *size);
/* The status of arguments, or `refusal` where compressed rows have no buffer. The device
 * wants one for them. */
static inline cusparseStatus_t sparse_with_buffer(cusparseStatus_t s,
                                                  const struct sp_mat *m,
                                                  const void *buffer,
                                                  cusparseStatus_t refusal) {
	return !s && !buffer && m->format == CUSPARSE_FORMAT_CSR ? refusal : s;
}
