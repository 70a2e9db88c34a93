/* mg.c - matrices that are spread over devices (cuSOLVER Mg). All devices compute on the
 * processors of the host, so a function collects the columns on one device, calls the
 * function for one, and spreads the result.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cusolverMg.h>

#include "runtime/driver/table.h"
#include "runtime/libs/call.h"
#include "runtime/libs/object.h"

#define MAGIC 0x674d6576536d6973ull

struct cusolverMgContext {
	struct lib_handle head;
	cusolverDnHandle_t dense;
	int devices; /* that were selected */
};

struct grid {
	struct arena arena;
	s32 devices;
	CUcontext *context; /* of each; retained for good, as the runtime retains them */
};

struct description {
	struct arena arena;
	s64 rows, cols, block;
	cudaDataType type;
	struct grid *grid;
};

static bool is_good(const struct cusolverMgContext *h) {
	return lib_handle_is((const struct lib_handle *)h, MAGIC);
}

/* ---- handles, grids, descriptions ---- */

cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t *handle) {
	if (!handle)
		return CUSOLVER_STATUS_INVALID_VALUE;
	struct cusolverMgContext *h = *handle = lib_object_new(sizeof *h);
	if (!h)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	cusolverStatus_t s = cusolverDnCreate(&h->dense);
	if (s) {
		lib_object_drop(h);
		*handle = NULL;
		return s;
	}
	h->head.kind = MAGIC;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t handle) {
	if (!is_good(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	cusolverStatus_t s = cusolverDnDestroy(handle->dense);
	lib_handle_drop(&handle->head);
	return s;
}

static bool are_devices(int count, const int *id) {
	int all = 0;
	if (count < 1 || !id || !lib_driver() ||
	    lib_driver()->cuDeviceGetCount(&all) != CUDA_SUCCESS)
		return false;
	for (int i = 0; i < count; i++)
		if (id[i] < 0 || id[i] >= all)
			return false;
	return true;
}

cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle, int nbDevices,
                                        int deviceId[]) {
	if (!is_good(handle))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!are_devices(nbDevices, deviceId))
		return CUSOLVER_STATUS_INVALID_VALUE;
	handle->devices = nbDevices;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *grid, int32_t numRowDevices,
                                            int32_t numColDevices,
                                            const int32_t deviceId[],
                                            cusolverMgGridMapping_t mapping) {
	if (!grid || numRowDevices != 1 ||
	    (u32)mapping > CUDALIBMG_GRID_MAPPING_ROW_MAJOR ||
	    !are_devices(numColDevices, deviceId))
		return CUSOLVER_STATUS_INVALID_VALUE;
	struct grid *g = *grid = lib_object_new(sizeof *g + (size_t)numColDevices *
	                                                            sizeof(CUcontext));
	if (!g)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	g->devices = numColDevices;
	g->context = (CUcontext *)(g + 1);
	for (s32 i = 0; i < g->devices; i++)
		if (lib_driver()->cuDevicePrimaryCtxRetain(&g->context[i], deviceId[i]) !=
		    CUDA_SUCCESS) {
			lib_object_drop(g);
			*grid = NULL;
			return CUSOLVER_STATUS_INTERNAL_ERROR;
		}
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t grid) {
	lib_object_drop(grid);
	return CUSOLVER_STATUS_SUCCESS;
}

static size_t bytes_of(cudaDataType type) {
	return type == CUDA_R_32F   ? 4
	       : type == CUDA_R_64F ? 8
	       : type == CUDA_C_32F ? 8
	       : type == CUDA_C_64F ? 16
	                            : 0;
}

cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *desc, int64_t numRows,
                                            int64_t numCols, int64_t rowBlockSize,
                                            int64_t colBlockSize, cudaDataType dataType,
                                            const cudaLibMgGrid_t grid) {
	if (!desc || numRows < 0 || numCols < 0 || colBlockSize < 1 || !grid ||
	    !bytes_of(dataType))
		return CUSOLVER_STATUS_INVALID_VALUE;
	if (rowBlockSize < numRows) /* rows are not spread */
		return CUSOLVER_STATUS_NOT_SUPPORTED;
	struct description *d = *desc = lib_object_new(sizeof *d);
	if (!d)
		return CUSOLVER_STATUS_ALLOC_FAILED;
	d->rows = numRows;
	d->cols = numCols;
	d->block = colBlockSize;
	d->type = dataType;
	d->grid = grid;
	return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t desc) {
	lib_object_drop(desc);
	return CUSOLVER_STATUS_SUCCESS;
}

/* ---- copies ---- */

/* What one call needs on the current device; freed at its end. */
struct job {
	cusolverDnHandle_t dense;
	cusolverStatus_t status; /* the first failure */
	CUdeviceptr memory[6];
	u32 used;
};

static bool is_done(struct job *j, CUresult e) {
	if (e != CUDA_SUCCESS && !j->status)
		j->status = e == CUDA_ERROR_OUT_OF_MEMORY
		                    ? CUSOLVER_STATUS_ALLOC_FAILED
		                    : CUSOLVER_STATUS_EXECUTION_FAILED;
	return !j->status;
}

/* The status of a function for one device. */
static void called(struct job *j, cusolverStatus_t s) {
	if (s && !j->status)
		j->status = s;
}

static CUdeviceptr take(struct job *j, size_t bytes) {
	CUdeviceptr at = 0;
	if (!j->status && is_done(j, lib_driver()->cuMemAlloc_v2(&at, bytes ? bytes : 1)))
		j->memory[j->used++] = at;
	return at;
}

static cusolverStatus_t finish(struct job *j) {
	for (u32 i = 0; i < j->used; i++)
		lib_driver()->cuMemFree_v2(j->memory[i]);
	return j->status;
}

/* Waits for all that the devices of a grid do. */
static void wait_for(struct job *j, const struct grid *g) {
	const struct driver_table *d = lib_driver();
	CUcontext before;
	if (j->status || !is_done(j, d->cuCtxGetCurrent(&before)))
		return;
	for (s32 i = 0; i < g->devices; i++)
		if (is_done(j, d->cuCtxSetCurrent(g->context[i])))
			is_done(j, d->cuCtxSynchronize());
	is_done(j, d->cuCtxSetCurrent(before));
}

/* m by n elements that begin in row i and column j, both from 1. */
struct spread {
	void **at;
	const struct description *d;
	s64 i, j, m, n;
};

/* To (or from) a compact matrix. Columns of a block lie side by side. */
static void move(struct job *job, const struct spread *s, CUdeviceptr compact,
                 bool collects) {
	const struct description *d = s->d;
	size_t size = bytes_of(d->type);
	bool is_whole = s->m == d->rows;
	for (s64 j = 0, count; j < s->n && s->m > 0 && !job->status; j += count) {
		s64 col = s->j - 1 + j, block = col / d->block, in_block = col % d->block;
		s64 local = block / d->grid->devices * d->block + in_block;
		count = is_whole ? MIN(d->block - in_block, s->n - j) : 1;
		CUdeviceptr there = (CUdeviceptr)(uintptr_t)
		                            s->at[block % d->grid->devices] +
		                    (size_t)(local * d->rows + s->i - 1) * size;
		CUdeviceptr here = compact + (size_t)(j * s->m) * size;
		is_done(job, lib_driver()->cuMemcpy(collects ? here : there,
		                                    collects ? there : here,
		                                    (size_t)(count * s->m) * size));
	}
}

static CUdeviceptr collect(struct job *j, const struct spread *s) {
	CUdeviceptr at = take(j, (size_t)(s->m * s->n) * bytes_of(s->d->type));
	wait_for(j, s->d->grid);
	move(j, s, at, true);
	return at;
}

/* Pivots of column k, which lie as a matrix of one row would. */
static CUdeviceptr pivot_at(const struct spread *a, int *const *pivots, s64 k) {
	s64 col = a->j - 1 + k, block = col / a->d->block;
	s64 local = block / a->d->grid->devices * a->d->block + col % a->d->block;
	return (CUdeviceptr)(uintptr_t)(pivots[block % a->d->grid->devices] + local);
}

static int info_of(struct job *j, CUdeviceptr info) {
	int value = 0;
	if (!j->status)
		is_done(j, lib_driver()->cuCtxSynchronize());
	if (!j->status)
		is_done(j, lib_driver()->cuMemcpyDtoH_v2(&value, info, sizeof value));
	return value;
}

/* ---- what functions share ---- */

/* Elements of a workspace for each device; none is used. */
enum { WORK = 64 };

static void *pointer(CUdeviceptr at) {
	return (void *)(uintptr_t)at;
}

static bool fits(const struct spread *s) {
	return s->at && s->d && s->m >= 0 && s->n >= 0 && s->i >= 1 && s->j >= 1 &&
	       s->i - 1 + s->m <= s->d->rows && s->j - 1 + s->n <= s->d->cols;
}

static cusolverStatus_t check(const struct cusolverMgContext *h, bool is_valid,
                              const struct spread *a, const struct spread *b,
                              cudaDataType compute) {
	if (!is_good(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!is_valid || !fits(a) || compute != a->d->type ||
	    (b && (!fits(b) || b->d->type != a->d->type)))
		return CUSOLVER_STATUS_INVALID_VALUE;
	return CUSOLVER_STATUS_SUCCESS;
}

#define H cusolverMgHandle_t handle
#define A void *array_d_A[], int IA, int JA, cudaLibMgMatrixDesc_t descrA
#define B void *array_d_B[], int IB, int JB, cudaLibMgMatrixDesc_t descrB
#define SIZE cudaDataType computeType, int64_t *lwork
#define WORKSPACE cudaDataType computeType, void *array_d_work[], int64_t lwork, int *info
#define SPREAD_A(m, n)                          \
	&(struct spread) {                      \
		array_d_A, descrA, IA, JA, m, n \
	}
#define SPREAD_B(m, n)                          \
	&(struct spread) {                      \
		array_d_B, descrB, IB, JB, m, n \
	}
#define IS_UPLO ((u32)uplo <= CUBLAS_FILL_MODE_UPPER)
/* Begins a function: its job, or the status of what is bad. */
#define BEGIN(is_valid, a, b)                                                           \
	(void)array_d_work;                                                             \
	cusolverStatus_t bad = check(handle, (is_valid) && info && lwork >= WORK, a, b, \
	                             computeType);                                      \
	if (bad)                                                                        \
		return bad;                                                             \
	struct job j = {.dense = handle->dense};                                        \
	CUdeviceptr told = take(&j, sizeof(int))

static cusolverStatus_t size_of(const struct cusolverMgContext *h, int64_t *lwork,
                                cusolverStatus_t s) {
	if (!is_good(h))
		return CUSOLVER_STATUS_NOT_INITIALIZED;
	if (!lwork)
		return CUSOLVER_STATUS_INVALID_VALUE;
	*lwork = WORK;
	return s;
}

/* ---- functions ---- */

cusolverStatus_t cusolverMgSyevd_bufferSize(H, cusolverEigMode_t jobz,
                                            cublasFillMode_t uplo, int N, A, void *W,
                                            cudaDataType dataTypeW, SIZE) {
	(void)W, (void)dataTypeW;
	return size_of(handle, lwork,
	               check(handle, (u32)jobz <= 1 && IS_UPLO, SPREAD_A(N, N), NULL,
	                     computeType));
}
cusolverStatus_t cusolverMgSyevd(H, cusolverEigMode_t jobz, cublasFillMode_t uplo, int N,
                                 A, void *W, cudaDataType dataTypeW, WORKSPACE) {
	BEGIN((u32)jobz <= 1 && IS_UPLO && W, SPREAD_A(N, N), NULL);
	size_t real = bytes_of(dataTypeW), work_bytes = 0, host_bytes = 0;
	CUdeviceptr a = collect(&j, SPREAD_A(N, N)), w = take(&j, (size_t)N * real);
	if (!j.status)
		called(&j, cusolverDnXsyevd_bufferSize(j.dense, NULL, jobz, uplo, N,
		                                       computeType, pointer(a), MAX(N, 1),
		                                       dataTypeW, pointer(w), computeType,
		                                       &work_bytes, &host_bytes));
	CUdeviceptr work = take(&j, work_bytes);
	if (!j.status)
		called(&j, cusolverDnXsyevd(j.dense, NULL, jobz, uplo, N, computeType,
		                            pointer(a), MAX(N, 1), dataTypeW, pointer(w),
		                            computeType, pointer(work), work_bytes, NULL,
		                            0, pointer(told)));
	*info = info_of(&j, told);
	if (!j.status)
		is_done(&j, lib_driver()->cuMemcpyDtoH_v2(W, w, (size_t)N * real));
	if (jobz == CUSOLVER_EIG_MODE_VECTOR)
		move(&j, SPREAD_A(N, N), a, false);
	return finish(&j);
}

cusolverStatus_t cusolverMgGetrf_bufferSize(H, int M, int N, A, int *array_d_IPIV[],
                                            SIZE) {
	(void)array_d_IPIV;
	return size_of(handle, lwork,
	               check(handle, true, SPREAD_A(M, N), NULL, computeType));
}
cusolverStatus_t cusolverMgGetrf(H, int M, int N, A, int *array_d_IPIV[], WORKSPACE) {
	BEGIN(true, SPREAD_A(M, N), NULL);
	CUdeviceptr a = collect(&j, SPREAD_A(M, N));
	CUdeviceptr pivots = take(&j, (size_t)MIN(M, N) * sizeof(int64_t));
	CUdeviceptr work = take(&j, (size_t)(MAX(M, N) + 1) * 64 * 16);
	if (!j.status)
		called(&j, cusolverDnXgetrf(
				   j.dense, NULL, M, N, computeType, pointer(a),
				   MAX(M, 1), array_d_IPIV ? pointer(pivots) : NULL,
				   computeType, pointer(work),
				   (size_t)(MAX(M, N) + 1) * 64, NULL, 0, pointer(told)));
	*info = info_of(&j, told);
	move(&j, SPREAD_A(M, N), a, false);
	for (int k = 0; array_d_IPIV && k < MIN(M, N) && !j.status; k++)
		is_done(&j, lib_driver()->cuMemcpy(
				    pivot_at(SPREAD_A(M, N), array_d_IPIV, k),
				    pivots + (size_t)k * sizeof(int64_t), sizeof(int)));
	return finish(&j);
}

cusolverStatus_t cusolverMgGetrs_bufferSize(H, cublasOperation_t TRANS, int N, int NRHS,
                                            A, int *array_d_IPIV[], B, SIZE) {
	(void)array_d_IPIV;
	return size_of(handle, lwork,
	               check(handle, (u32)TRANS <= CUBLAS_OP_C, SPREAD_A(N, N),
	                     SPREAD_B(N, NRHS), computeType));
}
cusolverStatus_t cusolverMgGetrs(H, cublasOperation_t TRANS, int N, int NRHS, A,
                                 int *array_d_IPIV[], B, WORKSPACE) {
	BEGIN((u32)TRANS <= CUBLAS_OP_C, SPREAD_A(N, N), SPREAD_B(N, NRHS));
	CUdeviceptr a = collect(&j, SPREAD_A(N, N)), b = collect(&j, SPREAD_B(N, NRHS));
	CUdeviceptr pivots = take(&j, (size_t)N * sizeof(int64_t));
	if (!j.status)
		is_done(&j, lib_driver()->cuMemsetD8_v2(pivots, 0,
		                                        (size_t)N * sizeof(int64_t)));
	for (int k = 0; array_d_IPIV && k < N && !j.status; k++)
		is_done(&j,
		        lib_driver()->cuMemcpy(pivots + (size_t)k * sizeof(int64_t),
		                               pivot_at(SPREAD_A(N, N), array_d_IPIV, k),
		                               sizeof(int)));
	if (!j.status)
		called(&j, cusolverDnXgetrs(
				   j.dense, NULL, TRANS, N, NRHS, computeType, pointer(a),
				   MAX(N, 1), array_d_IPIV ? pointer(pivots) : NULL,
				   computeType, pointer(b), MAX(N, 1), pointer(told)));
	if (!j.status)
		is_done(&j, lib_driver()->cuCtxSynchronize());
	*info = 0;
	move(&j, SPREAD_B(N, NRHS), b, false);
	return finish(&j);
}

cusolverStatus_t cusolverMgPotrf_bufferSize(H, cublasFillMode_t uplo, int N, A, SIZE) {
	return size_of(handle, lwork,
	               check(handle, IS_UPLO, SPREAD_A(N, N), NULL, computeType));
}
cusolverStatus_t cusolverMgPotrf(H, cublasFillMode_t uplo, int N, A, WORKSPACE) {
	BEGIN(IS_UPLO, SPREAD_A(N, N), NULL);
	CUdeviceptr a = collect(&j, SPREAD_A(N, N));
	if (!j.status)
		called(&j, cusolverDnXpotrf(j.dense, NULL, uplo, N, computeType,
		                            pointer(a), MAX(N, 1), computeType, NULL, 0,
		                            NULL, 0, pointer(told)));
	*info = info_of(&j, told);
	move(&j, SPREAD_A(N, N), a, false);
	return finish(&j);
}

cusolverStatus_t cusolverMgPotrs_bufferSize(H, cublasFillMode_t uplo, int n, int nrhs, A,
                                            B, SIZE) {
	return size_of(
		handle, lwork,
		check(handle, IS_UPLO, SPREAD_A(n, n), SPREAD_B(n, nrhs), computeType));
}
cusolverStatus_t cusolverMgPotrs(H, cublasFillMode_t uplo, int n, int nrhs, A, B,
                                 WORKSPACE) {
	BEGIN(IS_UPLO, SPREAD_A(n, n), SPREAD_B(n, nrhs));
	CUdeviceptr a = collect(&j, SPREAD_A(n, n)), b = collect(&j, SPREAD_B(n, nrhs));
	if (!j.status)
		called(&j, cusolverDnXpotrs(j.dense, NULL, uplo, n, nrhs, computeType,
		                            pointer(a), MAX(n, 1), computeType,
		                            pointer(b), MAX(n, 1), pointer(told)));
	*info = info_of(&j, told);
	move(&j, SPREAD_B(n, nrhs), b, false);
	return finish(&j);
}

cusolverStatus_t cusolverMgPotri_bufferSize(H, cublasFillMode_t uplo, int N, A, SIZE) {
	return size_of(handle, lwork,
	               check(handle, IS_UPLO, SPREAD_A(N, N), NULL, computeType));
}

/* The function for one type; its workspace is not used. */
static cusolverStatus_t invert(struct job *j, cudaDataType type, cublasFillMode_t uplo,
                               int n, CUdeviceptr a, CUdeviceptr work, CUdeviceptr info) {
#define POTRI(potri) \
	potri(j->dense, uplo, n, pointer(a), MAX(n, 1), pointer(work), 1, pointer(info))
	switch (type) {
	case CUDA_R_32F: return POTRI(cusolverDnSpotri);
	case CUDA_R_64F: return POTRI(cusolverDnDpotri);
	case CUDA_C_32F: return POTRI(cusolverDnCpotri);
	default: return POTRI(cusolverDnZpotri);
	}
#undef POTRI
}

cusolverStatus_t cusolverMgPotri(H, cublasFillMode_t uplo, int N, A, WORKSPACE) {
	BEGIN(IS_UPLO, SPREAD_A(N, N), NULL);
	CUdeviceptr a = collect(&j, SPREAD_A(N, N)), work = take(&j, 16);
	if (!j.status)
		is_done(&j, lib_driver()->cuMemsetD8_v2(told, 0, sizeof(int)));
	if (!j.status)
		called(&j, invert(&j, computeType, uplo, N, a, work, told));
	*info = info_of(&j, told);
	move(&j, SPREAD_A(N, N), a, false);
	return finish(&j);
}
