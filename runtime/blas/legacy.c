/* legacy.c - the first version of cuBLAS over the second.
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdatomic.h>

#include "runtime/blas/blas.h"

#include <cublas.h>

#include "runtime/driver/table.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cublasHandle_t handle;
static _Atomic cublasStatus_t last;

static cublasStatus_t keep(cublasStatus_t s) {
	if (s != CUBLAS_STATUS_SUCCESS)
		last = s;
	return s;
}

cublasStatus_t cublasInit(void) {
	pthread_mutex_lock(&lock);
	cublasStatus_t s = handle ? CUBLAS_STATUS_SUCCESS : cublasCreate_v2(&handle);
	pthread_mutex_unlock(&lock);
	return keep(s);
}

cublasStatus_t cublasShutdown(void) {
	pthread_mutex_lock(&lock);
	cublasStatus_t s = handle ? cublasDestroy_v2(handle)
	                          : CUBLAS_STATUS_NOT_INITIALIZED;
	handle = NULL;
	pthread_mutex_unlock(&lock);
	return keep(s);
}

cublasStatus_t cublasGetError(void) {
	return atomic_exchange(&last, CUBLAS_STATUS_SUCCESS);
}

cublasStatus_t cublasGetVersion(int *version) {
	return keep(cublasGetVersion_v2(handle, version));
}

cublasStatus_t cublasAlloc(int n, int elemSize, void **devicePtr) {
	const struct driver_table *d = lib_driver();
	CUdeviceptr p = 0;
	int device;
	if (!handle)
		return keep(CUBLAS_STATUS_NOT_INITIALIZED);
	if (n <= 0 || elemSize <= 0 || !devicePtr)
		return keep(CUBLAS_STATUS_INVALID_VALUE);
	if (!d || lib_current_device(&device) != cudaSuccess ||
	    d->cuMemAlloc_v2(&p, (size_t)n * (size_t)elemSize) != CUDA_SUCCESS)
		return keep(CUBLAS_STATUS_ALLOC_FAILED);
	*devicePtr = (void *)(uintptr_t)p;
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasFree(void *devicePtr) {
	const struct driver_table *d = lib_driver();
	if (!handle)
		return keep(CUBLAS_STATUS_NOT_INITIALIZED);
	if (devicePtr &&
	    (!d || d->cuMemFree_v2((CUdeviceptr)(uintptr_t)devicePtr) != CUDA_SUCCESS))
		return keep(CUBLAS_STATUS_INTERNAL_ERROR);
	return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
	return keep(cublasSetStream_v2(handle, stream));
}

/* A letter in either case; what is none of them is no value of its enumeration. */
static u32 letter(char c, const char *letters) {
	const char *at = c ? strchr(letters, c & ~0x20) : NULL;
	return at ? (u32)(at - letters) : 0xff;
}

#define H handle
#define P(x) &(x)
#define OP(c) (cublasOperation_t) letter(c, "NTC")
#define UPLO(c) (cublasFillMode_t) letter(c, "LU")
#define DIAG(c) (cublasDiagType_t) letter(c, "NU")
#define SIDE(c) (cublasSideMode_t) letter(c, "LR")
#define CUBLAS_SUFFIX(name) name
#define CUBLAS_OLD(name, parameters, name_v2, arguments) \
	void name parameters {                           \
		keep(name_v2 arguments);                 \
	}
#define CUBLAS_OLD_VALUE(type, name, parameters, name_v2, arguments) \
	type name parameters {                                       \
		type result;                                         \
		memset(&result, 0, sizeof result);                   \
		keep(name_v2 arguments);                             \
		return result;                                       \
	}
#include <simt/cublas_types.def>
