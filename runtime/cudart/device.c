/* device.c - the devices of the process: opening, choosing, waiting, resetting, limits.
 * SIMT_DEVICES says how many there are; CUDA_VISIBLE_DEVICES picks some, in order. A
 * device is opened when it is first needed, so that a program may still set variables or
 * fork before.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/handles/capture.h"
#include "runtime/handles/context.h"
#include "runtime/handles/device.h"
#include "runtime/handles/reset.h"
#include <cuda_profiler_api.h>

static struct {
	pthread_once_t once;
	pthread_mutex_t lock;
	int count;   /* -1: the environment makes no sense */
	bool forked; /* a child of a process whose devices were open: it has none */
	_Atomic(struct cuda_device *) open[MAX_DEVICES];
	struct cuda_device device[MAX_DEVICES];
	u32 flags[MAX_DEVICES]; /* of cudaSetDeviceFlags, also before it is open */
} all = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local int current;
static _Thread_local bool bound;

/* ---- which devices there are ---- */

static int count_listed(const char *list, int have) {
	int n = 0;
	while (*list) {
		char *end;
		long id = strtol(list, &end, 10);
		if (end == list || id < 0 || id >= have)
			break; /* what follows a wrong number is not seen */
		n++;
		list = *end == ',' ? end + 1 : end;
		if (*end && *end != ',')
			break;
	}
	return n;
}

static void in_child(void) {
	for (int i = 0; i < MAX_DEVICES; i++)
		all.forked = all.forked || atomic_load(&all.open[i]);
}

static void count_devices(void) {
	const char *s = getenv("SIMT_DEVICES"), *visible = getenv("CUDA_VISIBLE_DEVICES");
	char *end = NULL;
	long n = s && *s ? strtol(s, &end, 10) : 1;
	if ((end && *end) || n < 0 || n > MAX_DEVICES) {
		fprintf(stderr, "simt: SIMT_DEVICES=%s: 0 to %d\n", s, MAX_DEVICES);
		n = -1;
	}
	pthread_atfork(NULL, NULL, in_child);
	all.count = visible && n > 0 ? count_listed(visible, (int)n) : (int)n;
}

int device_count(void) {
	pthread_once(&all.once, count_devices);
	return all.count;
}

/* ---- opening ---- */

static void default_limits(struct cuda_device *d) {
	d->limit[cudaLimitStackSize] = 1024;
	d->limit[cudaLimitPrintfFifoSize] = 1 << 20;
	d->limit[cudaLimitDevRuntimePendingLaunchCount] = 2048;
	d->limit[cudaLimitMaxL2FetchGranularity] = 64;
	d->limit[cudaLimitPersistingL2CacheSize] = device_persisting_unit() *
	                                           FIRST_PERSISTING_UNITS;
}

static cudaError_t open_locked(int index) {
	struct cuda_device *d = &all.device[index];
	struct simt_device_options options = {.hold_print = true};
	const char *blocking = getenv("CUDA_LAUNCH_BLOCKING");
	enum simt_status s = simt_device_open(&options, &d->dev);
	if (s != SIMT_OK) {
		fprintf(stderr, "simt: %s\n", simt_last_error());
		return s == SIMT_OUT_OF_MEMORY ? cudaErrorMemoryAllocation
		                               : cudaErrorInitializationError;
	}
	d->index = index;
	d->flags = all.flags[index];
	d->blocking = blocking && atoi(blocking) != 0;
	default_limits(d);
	device_code_serve(d, all.count);
	atomic_store(&all.open[index], d);
	return cudaSuccess;
}

cudaError_t device_at(int index, struct cuda_device **d) {
	int n = device_count();
	if (n < 0 || all.forked)
		return cudaErrorInitializationError;
	if (n == 0)
		return cudaErrorNoDevice;
	if (index < 0 || index >= n)
		return cudaErrorInvalidDevice;
	*d = atomic_load(&all.open[index]);
	if (*d)
		return (*d)->lost ? cudaErrorDevicesUnavailable : cudaSuccess;
	pthread_mutex_lock(&all.lock);
	cudaError_t e = cudaSuccess;
	if (!atomic_load(&all.open[index]))
		e = open_locked(index);
	*d = atomic_load(&all.open[index]);
	pthread_mutex_unlock(&all.lock);
	return e;
}

cudaError_t device_current(struct cuda_device **d) {
	cudaError_t e = device_at(current, d);
	if (e == cudaSuccess && !cudart_is_quiet()) {
		bound = true;
		if (!(*d)->runtime_used)
			(*d)->runtime_used = true;
	}
	return e;
}

void device_choose(int index) {
	current = index;
}

bool device_is_bound(void) {
	return bound;
}

bool device_is_open(int index) {
	return index >= 0 && index < MAX_DEVICES && atomic_load(&all.open[index]);
}

int device_current_index(void) {
	return current;
}

struct cuda_device *device_of_address(const void *p) {
	for (int i = 0; i < all.count; i++) {
		struct cuda_device *d = atomic_load(&all.open[i]);
		if (d && simt_device_owns(d->dev, (uintptr_t)p))
			return d;
	}
	return NULL;
}

struct cuda_device *device_of(const struct simt_device *dev) {
	for (int i = 0; i < all.count; i++) {
		struct cuda_device *d = atomic_load(&all.open[i]);
		if (d && d->dev == dev)
			return d;
	}
	return NULL;
}

/* What assert printed is enough; every other fault is told as people read it. */
static void show_fault(struct cuda_device *d, enum simt_status s) {
	pthread_mutex_lock(&all.lock);
	if (!d->fault_shown && s != SIMT_ASSERT && simt_device_status(d->dev) == s) {
		fflush(stdout);
		simt_fault_print(d->dev, stderr, isatty(2));
	}
	d->fault_shown = true;
	pthread_mutex_unlock(&all.lock);
}

cudaError_t device_error(struct cuda_device *d, enum simt_status s) {
	if (s >= SIMT_ILLEGAL_ADDRESS && s <= SIMT_LAUNCH_FAILED)
		show_fault(d, s);
	return (cudaError_t)s;
}

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
		current = device;
		bound = true;
		d->runtime_used = true;
		context_follow(d);
	}
	return cudart_report(e);
}

cudaError_t cudaGetDevice(int *device) {
	if (!device)
		return cudart_report(cudaErrorInvalidValue);
	*device = current;
	return cudaSuccess;
}

/* The list is what threads without a device of their own try in turn; each has one here.
 */
cudaError_t cudaSetValidDevices(int *device_arr, int len) {
	if (len < 0 || len > device_count() || (len && !device_arr))
		return cudart_report(cudaErrorInvalidValue);
	for (int i = 0; i < len; i++)
		if (device_arr[i] < 0 || device_arr[i] >= device_count())
			return cudart_report(cudaErrorInvalidDevice);
	return cudaSuccess;
}

static bool valid_flags(unsigned flags) {
	unsigned schedule = flags & cudaDeviceScheduleMask;
	return !(flags & ~(unsigned)cudaDeviceMask) && schedule != 3 && schedule < 5;
}

static void keep_flags(int device, unsigned flags) {
	pthread_mutex_lock(&all.lock);
	all.flags[device] = flags;
	all.device[device].flags = flags;
	pthread_mutex_unlock(&all.lock);
}

cudaError_t device_set_flags(int device, unsigned flags) {
	if (!valid_flags(flags))
		return cudaErrorInvalidValue;
	keep_flags(device, flags);
	return cudaSuccess;
}

unsigned device_flags(int device) {
	pthread_mutex_lock(&all.lock);
	unsigned flags = all.flags[device];
	pthread_mutex_unlock(&all.lock);
	return flags;
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags) {
	struct cuda_device *d;
	bool are_valid = flags &
	                 cudaInitDeviceFlagsAreValid; /* other bits are not looked at */
	if (are_valid && !valid_flags(deviceFlags))
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = device_at(device, &d);
	if (e == cudaSuccess && are_valid)
		keep_flags(device, deviceFlags);
	return cudart_report(e);
}

cudaError_t cudaSetDeviceFlags(unsigned int flags) {
	if (!valid_flags(flags))
		return cudart_report(cudaErrorInvalidValue);
	if (current >= device_count())
		return cudart_report(cudaErrorNoDevice);
	keep_flags(current, flags);
	return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
	if (!flags)
		return cudart_report(cudaErrorInvalidValue);
	pthread_mutex_lock(&all.lock);
	*flags = all.flags[current] |
	         cudaDeviceMapHost; /* host memory can always be mapped */
	pthread_mutex_unlock(&all.lock);
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

static bool recovers(void) {
	const char *s = getenv("SIMT_STICKY");
	return s && strcmp(s, "recover") == 0;
}

cudaError_t device_reset(struct cuda_device *d) {
	simt_device_wait(d->dev);
	graphs_forget(d);
	bool lost = simt_device_status(d->dev) != SIMT_OK && !recovers();
	enum simt_status s = simt_device_reset(d->dev);
	pthread_mutex_lock(&all.lock);
	d->lost = lost;
	d->fault_shown = false;
	d->generation++;
	d->runtime_used = false;
	d->cache_config = cudaFuncCachePreferNone;
	memset(d->peer, 0, sizeof d->peer);
	default_limits(d);
	pthread_mutex_unlock(&all.lock);
	registry_forget(d);
	streams_forget(d);
	pools_forget(d);
	contexts_forget(d);
	return (cudaError_t)s;
}

cudaError_t cudaDeviceReset(void) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaErrorDevicesUnavailable)
		return cudaSuccess;
	return cudart_report(e == cudaSuccess ? device_reset(d) : e);
}

/* ---- limits and settings ---- */

/* Kernels launched by kernels cannot be waited for by those since CUDA 12; and graphics
 * has nothing to do with what runs here. The two before that only tell something, and
 * only the driver interface has names for them. */
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

/* Data is where it is: nothing persists in a cache, so there is nothing to reset. */
cudaError_t cudaCtxResetPersistingL2Cache(void) {
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = device_error(d, simt_device_status(d->dev));
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
		*can = device != peer;
	return cudart_report(e);
}

static cudaError_t both(int peer, struct cuda_device **d, struct cuda_device **p) {
	cudaError_t e = check_peer(current, peer);
	if (e == cudaSuccess)
		e = device_current(d);
	return e == cudaSuccess ? device_at(peer, p) : e;
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
	struct cuda_device *d, *p;
	cudaError_t e = flags ? cudaErrorInvalidValue : both(peer, &d, &p);
	if (e == cudaSuccess && d == p)
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

cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int from,
                                      int to) {
	cudaError_t e = value ? check_peer(from, to) : cudaErrorInvalidValue;
	if (e == cudaSuccess && from == to)
		e = cudaErrorInvalidDevice;
	if (e != cudaSuccess)
		return cudart_report(e);
	switch (attr) {
	case cudaDevP2PAttrAccessSupported:
	case cudaDevP2PAttrNativeAtomicSupported: *value = 1; return cudaSuccess;
	case cudaDevP2PAttrPerformanceRank: /* all devices are equally near */
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
