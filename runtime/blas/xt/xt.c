/* xt.c - cublasXt: level 3 on matrices in any memory. A device of simt is the processor,
 * so nothing is copied in tiles: one of the selected devices runs the routine of cuBLAS
 * on the matrices where they are, and the call waits for it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/blas/xt/xt.h"

#include "runtime/blas/element.h"
#include "runtime/blas/kernels.h"
#include "runtime/blas/operand.h"
#include "runtime/blas/status_text.h"
#include "runtime/driver/table.h"

#define XT_MAGIC 0x74584c4275736d69ull
#define BLOCK_DIM 1024
#define OP_TYPES 4

struct cublasXtContext {
	struct lib_handle head;
	u32 count; /* of devices */
	CUdevice *devices;
	CUcontext *contexts; /* of each, retained */
	int block_dim;
	cublasXtPinnedMemMode_t pinning;
	void *cpu_gemm[OP_TYPES]; /* the program's own, and the part that it gets */
	float cpu_ratio[OP_TYPES];
	/* In the legacy stream, scalars in memory of the host. */
	cublasHandle_t blas;
};

static bool is_good(const struct cublasXtContext *h) {
	return lib_handle_is((const struct lib_handle *)h, XT_MAGIC);
}

/* ---- handles and settings ---- */

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
	struct cublasXtContext *h;
	enum lib_made made = lib_handle_new(handle, sizeof *h, XT_MAGIC);
	if (made != LIB_MADE)
		return status_of_made(made);
	h = *handle;
	cublasStatus_t status = cublasCreate_v2(&h->blas);
	if (status != CUBLAS_STATUS_SUCCESS) {
		lib_handle_drop(&h->head);
		*handle = NULL;
		return status;
	}
	h->block_dim = BLOCK_DIM;
	return CUBLAS_STATUS_SUCCESS;
}

static void release_devices(struct cublasXtContext *h) {
	const struct driver_table *d = lib_driver();
	for (u32 i = 0; i < h->count; i++)
		d->cuDevicePrimaryCtxRelease_v2(h->devices[i]);
	h->count = 0;
}

cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
	if (!is_good(handle))
		return CUBLAS_STATUS_INVALID_VALUE;
	release_devices(handle);
	cublasStatus_t status = cublasDestroy_v2(handle->blas);
	lib_handle_drop(&handle->head);
	return status;
}

/* How many devices there are. */
static int device_count(void) {
	const struct driver_table *d = lib_driver();
	int n = 0;
	if (!d || d->cuInit(0) != CUDA_SUCCESS || d->cuDeviceGetCount(&n) != CUDA_SUCCESS)
		return 0;
	return n;
}

static bool are_devices(int n, const int *ids) {
	int all = device_count();
	for (int i = 0; i < n; i++)
		if (ids[i] < 0 || ids[i] >= all)
			return false;
	return true;
}

/* A device is a board of its own. */
cublasStatus_t cublasXtGetNumBoards(int nbDevices, int deviceId[], int *nbBoards) {
	if (nbDevices < 0 || !deviceId || !nbBoards || !are_devices(nbDevices, deviceId))
		return CUBLAS_STATUS_INVALID_VALUE;
	*nbBoards = 0;
	for (int i = 0; i < nbDevices; i++) {
		int j = 0;
		while (j < i && deviceId[j] != deviceId[i])
			j++;
		*nbBoards += j == i;
	}
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtMaxBoards(int *nbGpuBoards) {
	if (!nbGpuBoards)
		return CUBLAS_STATUS_INVALID_VALUE;
	*nbGpuBoards = INT32_MAX;
	return CUBLAS_STATUS_SUCCESS;
}

/* A selection is for ever. */
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int nbDevices,
                                    int deviceId[]) {
	const struct driver_table *d = lib_driver();
	if (!is_good(handle) || handle->count || nbDevices <= 0 || !deviceId)
		return CUBLAS_STATUS_INVALID_VALUE;
	if (!are_devices(nbDevices, deviceId))
		return CUBLAS_STATUS_INTERNAL_ERROR;
	handle->devices = arena_array(&handle->head.arena, CUdevice, nbDevices);
	handle->contexts = arena_array(&handle->head.arena, CUcontext, nbDevices);
	for (int i = 0; i < nbDevices; i++) {
		CUdevice *device = &handle->devices[i];
		if (d->cuDeviceGet(device, deviceId[i]) != CUDA_SUCCESS ||
		    d->cuDevicePrimaryCtxRetain(&handle->contexts[i], *device) !=
		            CUDA_SUCCESS)
			return CUBLAS_STATUS_INTERNAL_ERROR;
		handle->count++;
	}
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int blockDim) {
	if (!is_good(handle) || blockDim <= 0)
		return CUBLAS_STATUS_INVALID_VALUE;
	handle->block_dim = blockDim;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *blockDim) {
	if (!is_good(handle) || !blockDim)
		return CUBLAS_STATUS_INVALID_VALUE;
	*blockDim = handle->block_dim;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t mode) {
	if (!is_good(handle) || (u32)mode > CUBLASXT_PINNING_ENABLED)
		return CUBLAS_STATUS_INVALID_VALUE;
	handle->pinning = mode;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle,
                                         cublasXtPinnedMemMode_t *mode) {
	if (!is_good(handle) || !mode)
		return CUBLAS_STATUS_INVALID_VALUE;
	*mode = handle->pinning;
	return CUBLAS_STATUS_SUCCESS;
}

/* Only products are shared with the processor. */
static cublasStatus_t check_shared(cublasXtHandle_t h, cublasXtBlasOp_t op,
                                   cublasXtOpType_t type) {
	if (!is_good(h) || (u32)op >= CUBLASXT_ROUTINE_MAX || (u32)type >= OP_TYPES)
		return CUBLAS_STATUS_INVALID_VALUE;
	return op == CUBLASXT_GEMM ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp,
                                     cublasXtOpType_t type, void *blasFunctor) {
	cublasStatus_t status = check_shared(handle, blasOp, type);
	if (status == CUBLAS_STATUS_SUCCESS)
		handle->cpu_gemm[type] = blasFunctor;
	return status;
}

cublasStatus_t cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t blasOp,
                                   cublasXtOpType_t type, float ratio) {
	cublasStatus_t status = check_shared(handle, blasOp, type);
	if (status == CUBLAS_STATUS_SUCCESS)
		handle->cpu_ratio[type] = !(ratio > 0) ? 0 : ratio < 1 ? ratio : 1;
	return status;
}

/* ---- where matrices are ---- */

/* The number of the device that has it in its memory, or in common with the host; -1: it
 * is plain memory of the host. */
static int place_of(const void *p) {
	int device = -1;
	if (lib_memory_type(p) != cudaMemoryTypeUnregistered)
		lib_driver()->cuPointerGetAttribute(&device,
		                                    CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
		                                    (CUdeviceptr)(uintptr_t)p);
	return device;
}

/* Where the result is, if that is selected; otherwise the first device. */
static u32 pick_device(const struct cublasXtContext *h, int place) {
	u32 i = 0;
	while (i < h->count && h->devices[i] != place)
		i++;
	return i < h->count ? i : 0;
}

/* ---- a part for the program's own routine ---- */

typedef void fortran_gemm(const char *transa, const char *transb, const int *m,
                          const int *n, const int *k, const void *alpha, const void *a,
                          const int *lda, const void *b, const int *ldb, const void *beta,
                          void *c, const int *ldc);

static s64 cpu_columns(const struct cublasXtContext *h, const struct blas_call *w) {
	u32 type = kernel_index(w->type);
	if (w->routine != &routine_gemm || !h->cpu_gemm[type] || !kernel_fits(w) ||
	    w->routine->is_empty(w))
		return 0;
	return (s64)((f64)w->n * (f64)h->cpu_ratio[type]);
}

static void run_on_cpu(const struct cublasXtContext *h, const struct blas_call *w,
                       s64 columns) {
	static const char letters[] = "NTC";
	u32 bytes = element_bytes(w->type);
	s64 first = w->n - columns;
	s64 b_step = w->transb == CUBLAS_OP_N ? w->b.ld : 1;
	int m = (int)w->m, n = (int)columns, k = (int)w->k;
	int lda = (int)w->a.ld, ldb = (int)w->b.ld, ldc = (int)w->c.ld;
	fortran_gemm *gemm;
	memcpy(&gemm, &h->cpu_gemm[kernel_index(w->type)], sizeof gemm);
	gemm(&letters[w->transa], &letters[w->transb], &m, &n, &k, w->alpha, w->a.at,
	     &lda, (u8 *)w->b.at + first * b_step * bytes, &ldb, w->beta,
	     (u8 *)w->c.at + first * w->c.ld * bytes, &ldc);
}

/* ---- calls ---- */

static bool has_k(const struct routine *r) {
	return r == &routine_gemm || r == &routine_syrk || r == &routine_syr2k ||
	       r == &routine_syrkx;
}

/* The scalars are there, and so are the matrices that are used. */
static cublasStatus_t check_pointers(const struct blas_call *w) {
	u32 has = w->routine->has;
	union scalar alpha = {0};
	f64 value[2];
	if (w->routine->is_empty(w))
		return CUBLAS_STATUS_SUCCESS;
	if (!w->alpha || ((has & HAS_BETA) && !w->beta))
		return CUBLAS_STATUS_INVALID_VALUE;
	memcpy(&alpha, w->alpha, element_bytes(w->scalar_type));
	scalar_value(&alpha, w->scalar_type, value);
	bool uses = (value[0] != 0 || value[1] != 0) && (!has_k(w->routine) || w->k > 0);
	bool has_b = w->b.ld != 0;
	return w->c.at && (!uses || (w->a.at && (!has_b || w->b.at)))
	               ? CUBLAS_STATUS_SUCCESS
	               : CUBLAS_STATUS_MAPPING_ERROR;
}

static cublasStatus_t check(const struct blas_call *w) {
	struct blas_call placed = *w;
	placed.a.at = placed.b.at = placed.c.at =
		&placed; /* matrices are checked after */
	cublasStatus_t status = w->routine->check(&placed);
	return status == CUBLAS_STATUS_SUCCESS ? check_pointers(w) : status;
}

static cublasStatus_t run_here(struct cublasXtContext *h, const struct blas_call *w) {
	s64 columns = cpu_columns(h, w);
	struct blas_call on_device = *w;
	on_device.n -= columns;
	cublasStatus_t status = blas_submit(h->blas, &on_device);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	if (columns > 0)
		run_on_cpu(h, w, columns);
	return lib_wait(h->blas->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
	                                                : CUBLAS_STATUS_EXECUTION_FAILED;
}

cublasStatus_t xt_run(cublasXtHandle_t h, struct blas_call *w) {
	const struct driver_table *d = lib_driver();
	CUcontext before;
	if (!is_good(h) || !h->count)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	cublasStatus_t status = check(w);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	int place = place_of(w->c.at);
	u32 i = pick_device(h, place);
	w->c.is_elsewhere = place != h->devices[i];
	w->a.is_elsewhere = place_of(w->a.at) != h->devices[i];
	w->b.is_elsewhere = place_of(w->b.at) != h->devices[i];
	if (d->cuCtxPushCurrent_v2(h->contexts[i]) != CUDA_SUCCESS)
		return CUBLAS_STATUS_EXECUTION_FAILED;
	status = run_here(h, w);
	d->cuCtxPopCurrent_v2(&before);
	return status;
}

/* ---- spmm ---- */

static s64 spmm_order(const struct blas_call *w) {
	return w->side == CUBLAS_SIDE_LEFT ? w->m : w->n;
}

static cublasStatus_t spmm_check(const struct blas_call *w) {
	bool good = is_side(w->side) && is_uplo(w->uplo) && w->m >= 0 && w->n >= 0 &&
	            is_ld(&w->b, w->m) && is_ld(&w->c, w->m);
	return good ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

static bool spmm_is_empty(const struct blas_call *w) {
	return w->m == 0 || w->n == 0;
}

/* One triangle of a matrix, from its packed columns. */
static void unpack(u8 *to, const u8 *from, s64 n, u32 bytes, bool is_upper) {
	for (s64 j = 0; j < n; j++) {
		u64 length = (u64)(is_upper ? j + 1 : n - j) * bytes;
		memcpy(to + (j * n + (is_upper ? 0 : j)) * bytes, from, length);
		from += length;
	}
}

static void spmm_run(struct blas_call *w) {
	f64 alpha[2], beta[2];
	s64 n = spmm_order(w);
	u32 bytes = element_bytes(w->type);
	scalar_value(&w->alpha_value, w->scalar_type, alpha);
	scalar_value(&w->beta_value, w->beta_type, beta);
	bool uses = alpha[0] != 0 || alpha[1] != 0;
	bool clears = beta[0] == 0 && beta[1] == 0;
	if ((uses && (!operand_triangle_packed(w, lib_reads, "AP", &w->a, n) ||
	              !operand_matrix(w, lib_reads, "B", &w->b, w->m, w->n))) ||
	    !operand_matrix(w, clears ? lib_writes : lib_updates, "C", &w->c, w->m, w->n))
		return;
	u8 *full = lib_scratch(w->lib, (u64)n * (u64)n * bytes);
	if (!full)
		return;
	if (uses)
		unpack(full, w->a.at, n, bytes, w->uplo == CUBLAS_FILL_MODE_UPPER);
	w->a.at = full;
	w->a.ld = n;
	KERNEL_RUN(w, symm);
}

const struct routine routine_spmm = {HAS_ALPHA | HAS_BETA, spmm_check, spmm_is_empty,
                                     spmm_run, 0};
