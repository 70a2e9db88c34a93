/* transfer.c - copies of vectors and matrices between host and device: the driver's
 * copies of boxes, in the program's device context.
 * SPDX-License-Identifier: Apache-2.0 */

#include "runtime/blas/blas.h"
#include "runtime/driver/table.h"

struct transfer {
	s64 rows, cols, bytes; /* of an element */
	const void *from;
	void *to;
	s64 from_ld, to_ld;
	bool is_to_device, is_async;
	cudaStream_t stream;
};

static void set_side(CUmemorytype *type, const void **host, CUdeviceptr *device,
                     size_t *pitch, const void *p, bool is_device, u64 step) {
	*type = is_device ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
	*host = p;
	*device = (CUdeviceptr)(uintptr_t)p;
	*pitch = step;
}

static cublasStatus_t transfer(struct transfer t) {
	int device;
	if (t.rows < 0 || t.cols < 0 || t.bytes <= 0 || t.from_ld <= 0 || t.to_ld <= 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (t.rows == 0 || t.cols == 0)
		return CUBLAS_STATUS_SUCCESS;
	if (!t.from || !t.to || t.from_ld < t.rows || t.to_ld < t.rows)
		return CUBLAS_STATUS_MAPPING_ERROR;
	const struct driver_table *d = lib_driver();
	if (!d || lib_current_device(&device) != cudaSuccess)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	CUDA_MEMCPY2D copy = {
		.WidthInBytes = (size_t)(t.rows * t.bytes),
		.Height = (size_t)t.cols,
	};
	const void *to_host;
	set_side(&copy.srcMemoryType, &copy.srcHost, &copy.srcDevice, &copy.srcPitch,
	         t.from, !t.is_to_device, (u64)(t.from_ld * t.bytes));
	set_side(&copy.dstMemoryType, &to_host, &copy.dstDevice, &copy.dstPitch, t.to,
	         t.is_to_device, (u64)(t.to_ld * t.bytes));
	copy.dstHost = t.to;
	CUresult e = t.is_async ? d->cuMemcpy2DAsync_v2(&copy, t.stream)
	                        : d->cuMemcpy2D_v2(&copy);
	return e == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

/* A vector is a matrix of one row, or of one column where nothing lies between elements.
 */
static cublasStatus_t transfer_vector(s64 n, s64 bytes, const void *x, s64 incx, void *y,
                                      s64 incy, struct transfer t) {
	bool is_packed = incx == 1 && incy == 1;
	if (incx <= 0 || incy <= 0 || bytes <= 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (n < 0)
		return CUBLAS_STATUS_MAPPING_ERROR;
	t.rows = is_packed ? n : 1;
	t.cols = is_packed ? 1 : n;
	t.bytes = bytes;
	t.from = x;
	t.to = y;
	t.from_ld = is_packed ? MAX(n, 1) : incx;
	t.to_ld = is_packed ? MAX(n, 1) : incy;
	return transfer(t);
}

static cublasStatus_t transfer_matrix(s64 rows, s64 cols, s64 bytes, const void *a,
                                      s64 lda, void *b, s64 ldb, struct transfer t) {
	t.rows = rows;
	t.cols = cols;
	t.bytes = bytes;
	t.from = a;
	t.to = b;
	t.from_ld = lda;
	t.to_ld = ldb;
	return transfer(t);
}

/* The function, with int and with int64_t, waiting and in a stream. */
#define TRANSFER(direction, to_device)            \
	TRANSFER_INT(direction, to_device, int, ) \
	TRANSFER_INT(direction, to_device, int64_t, _64)
#define TRANSFER_INT(direction, to_device, INT, suffix)                                  \
	cublasStatus_t cublas##direction##Vector##suffix(INT n, INT size, const void *x, \
	                                                 INT incx, void *y, INT incy) {  \
		return transfer_vector(n, size, x, incx, y, incy,                        \
		                       (struct transfer){.is_to_device = to_device});    \
	}                                                                                \
	cublasStatus_t cublas##direction##VectorAsync##suffix(                           \
		INT n, INT size, const void *x, INT incx, void *y, INT incy,             \
		cudaStream_t stream) {                                                   \
		return transfer_vector(n, size, x, incx, y, incy,                        \
		                       (struct transfer){.is_to_device = to_device,      \
		                                         .is_async = true,               \
		                                         .stream = stream});             \
	}                                                                                \
	cublasStatus_t cublas##direction##Matrix##suffix(INT rows, INT cols, INT size,   \
	                                                 const void *A, INT lda,         \
	                                                 void *B, INT ldb) {             \
		return transfer_matrix(rows, cols, size, A, lda, B, ldb,                 \
		                       (struct transfer){.is_to_device = to_device});    \
	}                                                                                \
	cublasStatus_t cublas##direction##MatrixAsync##suffix(                           \
		INT rows, INT cols, INT size, const void *A, INT lda, void *B, INT ldb,  \
		cudaStream_t stream) {                                                   \
		return transfer_matrix(rows, cols, size, A, lda, B, ldb,                 \
		                       (struct transfer){.is_to_device = to_device,      \
		                                         .is_async = true,               \
		                                         .stream = stream});             \
	}

TRANSFER(Set, true)
TRANSFER(Get, false)
