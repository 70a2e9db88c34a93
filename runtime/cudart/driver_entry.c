/* driver_entry.c - entry points of the driver interface, by name.
 * SPDX-License-Identifier: Apache-2.0 */
#define SIMT_CUDA_DRIVER_SYMBOLS /* functions are called by their symbols here */
#include <cuda.h>

#include "runtime/handles/error.h"

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

/* For __cudaGetProcAddress of generated code, in programs whose stream 0 is the calling
 * thread's. */
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
