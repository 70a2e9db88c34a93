/* device.c - the devices of the process: their list, opening them, the calling thread's
 * device, resets. SIMT_DEVICES and SIMT_TOPOLOGY say how many there are;
 * CUDA_VISIBLE_DEVICES picks some, in order. A device is opened when it is first needed,
 * so that a program may still set variables or fork before.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/device.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/core/environment.h"
#include "runtime/handles/context.h"
#include "runtime/handles/reset.h"

static struct {
	pthread_once_t once;
	pthread_mutex_t lock;
	int count; /* -1: SIMT_DEVICES or SIMT_TOPOLOGY is wrong */
	struct topology topology;
	bool forked; /* a child of fork(): the devices are the parent's */
	_Atomic(struct cuda_device *) open[MAX_DEVICES];
	struct cuda_device device[MAX_DEVICES];
	int number[MAX_DEVICES]; /* among those of SIMT_DEVICES */
	u32 flags[MAX_DEVICES];  /* of cudaSetDeviceFlags, also before it is open */
} all = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static _Thread_local int current;
static _Thread_local bool bound;

/* ---- which devices there are ---- */

static int count_listed(const char *list, int have) {
	int n = 0;
	while (*list && n < MAX_DEVICES) {
		char *end;
		int number = environment_device(list, &end);
		if (number < 0 || number >= have)
			break; /* what follows a wrong one does not count */
		all.number[n++] = number;
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
	const char *visible = getenv("CUDA_VISIBLE_DEVICES");
	char error[TOPOLOGY_ERROR];
	bool ok = simt_topology_read(&all.topology, MAX_DEVICES, error);
	int n = ok ? (int)all.topology.ndevice : -1;
	if (!ok)
		fputs(error, stderr);
	pthread_atfork(NULL, NULL, in_child);
	for (int i = 0; i < MAX_DEVICES; i++)
		all.number[i] = i;
	all.count = visible && n > 0 ? count_listed(visible, n) : n;
}

int device_count(void) {
	pthread_once(&all.once, count_devices);
	return all.count;
}

int device_number(int index) {
	device_count();
	return all.number[index];
}

struct topology_link device_link(int from, int to) {
	device_count();
	return simt_topology_between(&all.topology, (u32)all.number[from],
	                             (u32)all.number[to]);
}

bool device_has_multicast(int index) {
	device_count();
	return simt_topology_switch(&all.topology, (u32)all.number[index]) !=
	       TOPOLOGY_NO_SWITCH;
}

bool device_has_fabric(int index) {
	return device_has_multicast(index);
}

bool device_numbers_share_switch(int a, int b) {
	device_count();
	return a != b && simt_topology_between(&all.topology, (u32)a, (u32)b).switched;
}

struct device_bus device_bus(int index) {
	char id[32];
	struct device_bus bus;
	device_count();
	simt_topology_bus_id(&all.topology, (u32)all.number[index], id);
	sscanf(id, "%x:%x:%x", &bus.domain, &bus.bus, &bus.device);
	return bus;
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

/* Kernels of each device may use pinned and managed memory of all. */
static void meet_others(struct cuda_device *d) {
	for (int i = 0; i < all.count; i++) {
		struct cuda_device *other = atomic_load(&all.open[i]);
		if (!other || other == d)
			continue;
		simt_peer_meet(d->dev, other->dev);
		simt_peer_meet(other->dev, d->dev);
	}
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
	meet_others(d);
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
		e = context_use();
	}
	return e;
}

void device_choose(int index) {
	current = index;
}

void device_use(struct cuda_device *d) {
	current = d->index;
	bound = true;
	d->runtime_used = true;
}

void device_unbind(void) {
	bound = false;
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

/* Prints a fault, once; what assert printed is enough. */
static void show_fault(struct cuda_device *d, enum simt_status s) {
	pthread_mutex_lock(&all.lock);
	if (!d->fault_shown && s != SIMT_ASSERT && simt_device_status(d->dev) == s) {
		fflush(stdout);
		simt_fault_print(d->dev, stderr, isatty(2));
	}
	d->fault_shown = true;
	pthread_mutex_unlock(&all.lock);
}

/* Prints a line about a fault that no call has returned. */
static void tell_fault(struct cuda_device *d) {
	enum simt_status s = simt_device_status(d->dev);
	if (!d->fault_shown && s != SIMT_OK && s != SIMT_ASSERT)
		simt_fault_line(d->dev, cudaGetErrorName((cudaError_t)s));
	d->fault_shown = true;
}

__attribute__((destructor)) static void at_the_end(void) {
	for (int i = 0; i < MAX_DEVICES && !all.forked; i++) {
		struct cuda_device *d = atomic_load(&all.open[i]);
		if (d)
			tell_fault(d);
	}
}

cudaError_t device_error(struct cuda_device *d, enum simt_status s) {
	if (s >= SIMT_ILLEGAL_ADDRESS && s <= SIMT_LAUNCH_FAILED)
		show_fault(d, s);
	return (cudaError_t)s;
}

cudaError_t device_fault(struct cuda_device *d) {
	return device_error(d, simt_device_status(d->dev));
}

/* ---- flags ---- */

bool device_flags_are_valid(unsigned flags) {
	unsigned schedule = flags & cudaDeviceScheduleMask;
	return !(flags & ~(unsigned)cudaDeviceMask) && schedule != 3 && schedule < 5;
}

cudaError_t device_set_flags(int device, unsigned flags) {
	if (!device_flags_are_valid(flags))
		return cudaErrorInvalidValue;
	flags &= ~(unsigned)cudaDeviceMapHost; /* host memory can always be mapped */
	pthread_mutex_lock(&all.lock);
	all.flags[device] = flags;
	all.device[device].flags = flags;
	pthread_mutex_unlock(&all.lock);
	return cudaSuccess;
}

unsigned device_flags(int device) {
	pthread_mutex_lock(&all.lock);
	unsigned flags = all.flags[device];
	pthread_mutex_unlock(&all.lock);
	return flags;
}

/* ---- resetting ---- */

static bool recovers(void) {
	const char *s = getenv("SIMT_STICKY");
	return s && strcmp(s, "recover") == 0;
}

cudaError_t device_reset(struct cuda_device *d) {
	simt_device_wait(d->dev);
	pthread_mutex_lock(&all.lock);
	tell_fault(d);
	pthread_mutex_unlock(&all.lock);
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
	meet_others(d);
	pthread_mutex_unlock(&all.lock);
	registry_forget(d);
	streams_forget(d);
	pools_forget(d);
	contexts_forget(d);
	return (cudaError_t)s;
}
