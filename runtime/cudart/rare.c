/* rare.c - what few programs ask for: atomic capabilities, notifications, entry points of
 * the driver interface, tables of generated code that have no use here.
 * SPDX-License-Identifier: Apache-2.0 */
#define SIMT_CUDA_DRIVER_SYMBOLS /* functions are called by their symbols here */
#include <cuda.h>

#include "runtime/handles/cudart.h"

/* ---- atomics between host and devices ---------------------------------------------- */

static bool capability(enum cudaAtomicOperation op, unsigned *out) {
	const unsigned words = cudaAtomicCapabilityReduction |
	                       cudaAtomicCapabilityScalar32 |
	                       cudaAtomicCapabilityScalar64;
	const unsigned both = cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned;
	switch (op) {
	case cudaAtomicOperationIntegerAdd:
	case cudaAtomicOperationIntegerMin:
	case cudaAtomicOperationIntegerMax: *out = both | words; return true;
	case cudaAtomicOperationIntegerIncrement:
	case cudaAtomicOperationIntegerDecrement:
		*out = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction |
		       cudaAtomicCapabilityScalar32;
		return true;
	case cudaAtomicOperationAnd:
	case cudaAtomicOperationOr:
	case cudaAtomicOperationXOR:
		*out = cudaAtomicCapabilityUnsigned | words;
		return true;
	case cudaAtomicOperationExchange:
	case cudaAtomicOperationCAS:
		*out = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityScalar32 |
		       cudaAtomicCapabilityScalar64 | cudaAtomicCapabilityScalar128;
		return true;
	case cudaAtomicOperationFloatAdd:
		*out = cudaAtomicCapabilitySigned | words;
		return true;
	case cudaAtomicOperationFloatMin:
	case cudaAtomicOperationFloatMax:
		*out = 0;
		return true; /* no instruction has them */
	default: return false;
	}
}

static cudaError_t capabilities(unsigned *out, const enum cudaAtomicOperation *op,
                                unsigned n) {
	if (!out || !op || !n)
		return cudaErrorInvalidValue;
	for (unsigned i = 0; i < n; i++) {
		out[i] = 0;
		if (!capability(op[i], &out[i]))
			return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

static bool is_device(int device) {
	return device >= 0 && device < device_count();
}

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned *out,
                                                const enum cudaAtomicOperation *op,
                                                unsigned n, int device) {
	return cudart_report(is_device(device) ? capabilities(out, op, n)
	                                       : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned *out,
                                               const enum cudaAtomicOperation *op,
                                               unsigned n, int from, int to) {
	if (!out || !op || !n)
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(is_device(from) && is_device(to) && from != to
	                             ? capabilities(out, op, n)
	                             : cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                   enum cudaFlushGPUDirectRDMAWritesScope scope) {
	struct cuda_device *d;
	if (target != cudaFlushGPUDirectRDMAWritesTargetCurrentDevice ||
	    (scope != cudaFlushGPUDirectRDMAWritesToOwner &&
	     scope != cudaFlushGPUDirectRDMAWritesToAllDevices))
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(device_current(&d));
}

/* ---- notifications ----------------------------------------------------------------- */

struct CUasyncCallbackEntry_st {
	struct slot slot;
	int device;
};

static struct slots notifications = SLOTS_INIT(struct CUasyncCallbackEntry_st);

cudaError_t cudaDeviceRegisterAsyncNotification(int device, cudaAsyncCallback fn,
                                                void *user,
                                                cudaAsyncCallbackHandle_t *out) {
	(void)user;
	if (!fn || !out)
		return cudart_report(cudaErrorInvalidValue);
	if (!is_device(device))
		return cudart_report(cudaErrorInvalidDevice);
	struct CUasyncCallbackEntry_st *n = slot_take(&notifications);
	if (!n)
		return cudart_report(cudaErrorMemoryAllocation);
	n->device = device;
	*out = n;
	return cudaSuccess;
}

cudaError_t cudaDeviceUnregisterAsyncNotification(int device,
                                                  cudaAsyncCallbackHandle_t handle) {
	if (!handle || !is_device(device))
		return cudart_report(cudaErrorInvalidValue);
	bool ok = handle->slot.live && handle->device == device;
	return cudart_report(ok && slot_give(&notifications, handle)
	                             ? cudaSuccess
	                             : cudaErrorInvalidResourceHandle);
}

/* ---- the driver interface ---------------------------------------------------------- */

static cudaError_t entry_point(const char *symbol, void **fn, unsigned version,
                               unsigned long long flags,
                               enum cudaDriverEntryPointQueryResult *found) {
	CUdriverProcAddressQueryResult result = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	CUresult r = cuGetProcAddress_v2(symbol, fn, (int)version, flags, &result);
	if (found)
		*found = (enum cudaDriverEntryPointQueryResult)result;
	return (cudaError_t)r;
}

cudaError_t
cudaGetDriverEntryPointByVersion(const char *symbol, void **fn, unsigned version,
                                 unsigned long long flags,
                                 enum cudaDriverEntryPointQueryResult *found) {
	return cudart_report(entry_point(symbol, fn, version, flags, found));
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **fn,
                                    unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *found) {
	return cudart_report(entry_point(symbol, fn, CUDART_VERSION, flags, found));
}

/* What __cudaGetProcAddress of generated code asks for; a twin exists for the calling
 * thread's stream 0. */
cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **fn,
                                         unsigned long long flags,
                                         enum cudaDriverEntryPointQueryResult *found);
cudaError_t cudaGetDriverEntryPoint_ptsz(const char *symbol, void **fn,
                                         unsigned long long flags,
                                         enum cudaDriverEntryPointQueryResult *found) {
	if (flags == cudaEnableDefault)
		flags = cudaEnablePerThreadDefaultStream;
	return cudaGetDriverEntryPoint(symbol, fn, flags, found);
}

cudaError_t
cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **fn, unsigned version,
                                      unsigned long long flags,
                                      enum cudaDriverEntryPointQueryResult *found);
cudaError_t
cudaGetDriverEntryPointByVersion_ptsz(const char *symbol, void **fn, unsigned version,
                                      unsigned long long flags,
                                      enum cudaDriverEntryPointQueryResult *found) {
	if (flags == cudaEnableDefault)
		flags = cudaEnablePerThreadDefaultStream;
	return cudaGetDriverEntryPointByVersion(symbol, fn, version, flags, found);
}
