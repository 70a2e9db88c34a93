/* device.c - functions about devices: choosing, waiting, resetting, limits, peers.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>

#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include <cuda_profiler_api.h>

/* ---- choosing ---- */

cudaError_t cudaGetDeviceCount(int *count) {
	if (!count)
		return cudart_report(cudaErrorInvalidValue);
	int n = device_count();
	*count = n > 0 ? n : 0;
	return cudart_report(n < 0    ? cudaErrorInitializationError
	                     : n == 0 ? cudaErrorNoDevice
	                              : cudaSuccess);
}

cudaError_t cudaSetDevice(int device) {
	struct cuda_device *d;
	cudaError_t e = device_at(device, &d);
	if (e == cudaSuccess) {
		device_use(d);
		context_follow(d);
	}
	return cudart_report(e);
}

cudaError_t cudaGetDevice(int *device) {
	if (!device)
		return cudart_report(cudaErrorInvalidValue);
	*device = device_current_index();
	return cudaSuccess;
}

/* Threads without a device would try those of the list in turn; here each thread has a
 * device. */
cudaError_t cudaSetValidDevices(int *device_arr, int len) {
	if (len < 0 || len > device_count() || (len && !device_arr))
		return cudart_report(cudaErrorInvalidValue);
	for (int i = 0; i < len; i++)
		if (device_arr[i] < 0 || device_arr[i] >= device_count())
			return cudart_report(cudaErrorInvalidDevice);
	return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
	struct cuda_device *d;
	bool are_valid = flags & cudaInitDeviceFlagsAreValid; /* other bits are ignored */
	if (are_valid && !device_flags_are_valid(deviceFlags))
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = device_at(device, &d);
	if (e == cudaSuccess && are_valid)
		device_set_flags(device, deviceFlags);
	return cudart_report(e);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
	if (!device_flags_are_valid(flags))
		return cudart_report(cudaErrorInvalidValue);
	if (device_current_index() >= device_count())
		return cudart_report(cudaErrorNoDevice);
	device_set_flags(device_current_index(), flags);
	return cudaSuccess;
}

/* Of the driver interface: CU_CTX_COREDUMP_ENABLE, CU_CTX_USER_COREDUMP_ENABLE. */
enum { DUMP_FLAGS = 0x60 };

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
	if (!flags)
		return cudart_report(cudaErrorInvalidValue);
	/* host memory can always be mapped */
	*flags = (device_flags(device_current_index()) & ~(unsigned)DUMP_FLAGS) |
	         cudaDeviceMapHost;
	return cudaSuccess;
}

/* ---- waiting and resetting ---- */

cudaError_t cudaDeviceSynchronize(void) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = capture_forbids_device();
	if (e == cudaSuccess)
		e = device_error(d, simt_device_wait(d->dev));
	return cudart_report(e);
}

cudaError_t cudaDeviceReset(void) {
	struct cuda_device *d;
	cudaError_t e = device_at(device_current_index(), &d);
	if (e == cudaErrorDevicesUnavailable)
		return cudaSuccess;
	return cudart_report(e == cudaSuccess ? device_reset(d) : e);
}

/* ---- limits and settings ---- */

/* Since CUDA 12 kernels cannot wait for kernels that they launch, and there is no
 * graphics here. The two limits before that can only be read, and only the driver
 * interface has names for them. */
static cudaError_t check_limit(enum cudaLimit limit) {
	if ((unsigned)limit > CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED)
		return cudaErrorInvalidValue;
	return limit == cudaLimitDevRuntimeSyncDepth ||
	                       (unsigned)limit == CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED
	               ? cudaErrorUnsupportedLimit
	               : cudaSuccess;
}

/* As on hardware. */
enum {
	LEAST_HEAP_BYTES = 4 << 20,
	HEAP_UNIT = 64 << 10,
	LEAST_PRINT_BYTES = 512 << 10,
	PRINT_UNIT = 256,
	LEAST_PENDING = 32,
	MOST_PENDING = 599186,
};
#define MOST_PRINT_BYTES ((size_t)1 << 31)

static cudaError_t set_limit(struct cuda_device *d, enum cudaLimit limit, size_t value) {
	struct simt_properties p;
	size_t unit;
	simt_device_properties(d->dev, &p);
	switch ((unsigned)limit) {
	case cudaLimitMallocHeapSize:
		return device_error(
			d, simt_set_heap(d->dev, alignup(MIN(MAX(value, LEAST_HEAP_BYTES),
		                                             SIZE_MAX / 2),
		                                         HEAP_UNIT)));
	case cudaLimitStackSize:
		if (value > p.local_max)
			return cudaErrorInvalidValue;
		value = alignup(value, 16);
		break;
	case cudaLimitMaxL2FetchGranularity:
		if (value > 128)
			return cudaErrorInvalidValue;
		break;
	case cudaLimitPersistingL2CacheSize:
		unit = device_persisting_unit();
		if (value > unit * MOST_PERSISTING_UNITS)
			return cudaErrorInvalidValue;
		value = unit ? (value + unit - 1) / unit * unit : 0;
		break;
	case cudaLimitDevRuntimePendingLaunchCount:
		value = MIN(MAX(value, LEAST_PENDING), MOST_PENDING);
		simt_set_pending_launches(d->dev, (u32)value);
		break;
	case cudaLimitPrintfFifoSize:
		value = alignup(MIN(MAX(value, LEAST_PRINT_BYTES), MOST_PRINT_BYTES),
		                PRINT_UNIT);
		break;
	case CU_LIMIT_SHMEM_SIZE:
	case CU_LIMIT_CIG_ENABLED: return cudaErrorNotPermitted;
	default: break;
	}
	d->limit[limit] = value;
	return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) {
	struct cuda_device *d;
	cudaError_t e = check_limit(limit);
	if (e == cudaSuccess)
		e = device_current(&d);
	if (e == cudaSuccess)
		e = device_fault(d);
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	if (e == cudaSuccess)
		e = set_limit(d, limit, value);
	return cudart_report(e);
}

static size_t limit_of(const struct cuda_device *d, enum cudaLimit limit) {
	struct simt_properties p;
	switch ((unsigned)limit) {
	case cudaLimitMallocHeapSize: return simt_heap_bytes(d->dev);
	case CU_LIMIT_SHMEM_SIZE:
		simt_device_properties(d->dev, &p);
		return p.shared_cta_optin;
	case CU_LIMIT_CIG_ENABLED: return 0;
	default: return d->limit[limit];
	}
}

cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) {
	struct cuda_device *d;
	cudaError_t e = value ? check_limit(limit) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = device_current(&d);
	if (e == cudaSuccess)
		e = device_fault(d);
	if (e == cudaSuccess)
		*value = limit_of(d, limit);
	return cudart_report(e);
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *config) {
	struct cuda_device *d;
	cudaError_t e = config ? device_current(&d) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*config = d->cache_config;
	return cudart_report(e);
}

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache config) {
	struct cuda_device *d;
	cudaError_t e = (unsigned)config <= cudaFuncCachePreferEqual
	                        ? device_current(&d)
	                        : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	if (e == cudaSuccess)
		d->cache_config = config;
	return cudart_report(e);
}

cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *config) {
	struct cuda_device *d;
	cudaError_t e = config ? device_current(&d) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*config = cudaSharedMemBankSizeFourByte;
	return cudart_report(e);
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config) {
	struct cuda_device *d;
	cudaError_t e = (unsigned)config <= cudaSharedMemBankSizeEightByte
	                        ? device_current(&d)
	                        : cudaErrorInvalidValue;
	return cudart_report(e);
}

/* No data persists in a cache, so there is nothing to reset. */
cudaError_t cudaCtxResetPersistingL2Cache(void) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_fault(d);
	return cudart_report(e);
}

/* ---- peers ---- */

static cudaError_t check_peer(int device, int peer) {
	int n = device_count();
	return device < 0 || device >= n || peer < 0 || peer >= n ? cudaErrorInvalidDevice
	                                                          : cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer) {
	cudaError_t e = can ? check_peer(device, peer) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		*can = device != peer && device_link(device, peer).peer;
	return cudart_report(e);
}

static cudaError_t both(int peer, struct cuda_device **d, struct cuda_device **p) {
	cudaError_t e = check_peer(device_current_index(), peer);
	if (e == cudaSuccess)
		e = device_current(d);
	return e == cudaSuccess ? device_at(peer, p) : e;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
	struct cuda_device *d, *p;
	cudaError_t e = flags ? cudaErrorInvalidValue : both(peer, &d, &p);
	if (e == cudaSuccess && (d == p || !device_link(d->index, peer).peer))
		e = cudaErrorPeerAccessUnsupported;
	if (e == cudaSuccess && d->peer[peer])
		e = cudaErrorPeerAccessAlreadyEnabled;
	if (e == cudaSuccess)
		e = device_error(d, simt_peer_enable(d->dev, p->dev));
	if (e == cudaSuccess)
		d->peer[peer] = true;
	return cudart_report(e);
}

cudaError_t cudaDeviceDisablePeerAccess(int peer) {
	struct cuda_device *d, *p;
	cudaError_t e = both(peer, &d, &p);
	if (e == cudaSuccess && !d->peer[peer])
		e = cudaErrorPeerAccessNotEnabled;
	if (e == cudaSuccess)
		e = device_error(d, simt_device_wait(d->dev));
	if (e == cudaSuccess)
		e = device_error(d, simt_peer_disable(d->dev, p->dev));
	if (e == cudaSuccess)
		d->peer[peer] = false;
	return cudart_report(e);
}

/* 0 is best: NVLink, then the nearer buses. Without SIMT_TOPOLOGY all are equally near.
 */
static int device_rank(const struct topology_link *l) {
	return l->kind == LINK_NVLINK || l->kind == LINK_PHB ? 0
	                                                     : (int)l->kind - LINK_PIX;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int from,
                                      int to) {
	cudaError_t e = value ? check_peer(from, to) : cudaErrorInvalidValue;
	if (e == cudaSuccess && from == to)
		e = cudaErrorInvalidDevice;
	if (e != cudaSuccess)
		return cudart_report(e);
	struct topology_link l = device_link(from, to);
	switch (attr) {
	case cudaDevP2PAttrAccessSupported:
	case cudaDevP2PAttrNativeAtomicSupported: *value = l.peer; return cudaSuccess;
	case cudaDevP2PAttrPerformanceRank: *value = device_rank(&l); return cudaSuccess;
	case cudaDevP2PAttrCudaArrayAccessSupported:
	case cudaDevP2PAttrOnlyPartialNativeAtomicSupported:
		*value = 0;
		return cudaSuccess;
	default: return cudart_report(cudaErrorInvalidValue);
	}
}

/* ---- profilers: there is none ---- */

cudaError_t cudaProfilerStart(void) {
	return cudaSuccess;
}

cudaError_t cudaProfilerStop(void) {
	return cudaSuccess;
}
