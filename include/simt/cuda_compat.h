/* simt/cuda_compat.h - what CUDA 12 and 13 took out and programs still call: included by cuda_runtime_api.h when
 * SIMT_CUDA_COMPAT is defined. The properties that went are in struct cudaDeviceProp then, too.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties

static inline cudaError_t cudaThreadSynchronize(void) {
	return cudaDeviceSynchronize();
}
static inline cudaError_t cudaThreadExit(void) {
	return cudaDeviceReset();
}
static inline cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
	return cudaDeviceSetLimit(limit, value);
}
static inline cudaError_t cudaThreadGetLimit(size_t *value, enum cudaLimit limit) {
	return cudaDeviceGetLimit(value, limit);
}
static inline cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache *config) {
	return cudaDeviceGetCacheConfig(config);
}
static inline cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
	return cudaDeviceSetCacheConfig(config);
}

#ifdef __cplusplus
/* With a device's number where there is a location now; -1 is the host. */
static inline struct cudaMemLocation simt_location_of(int device) {
	struct cudaMemLocation l;
	l.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
	l.id = device == cudaCpuDeviceId ? 0 : device;
	return l;
}
static inline cudaError_t cudaMemAdvise(const void *p, size_t count, enum cudaMemoryAdvise advice,
                                        int device) {
	return cudaMemAdvise(p, count, advice, simt_location_of(device));
}
static inline cudaError_t cudaMemPrefetchAsync(const void *p, size_t count, int device,
                                               cudaStream_t stream = 0) {
	return cudaMemPrefetchAsync(p, count, simt_location_of(device), 0, stream);
}
#endif
