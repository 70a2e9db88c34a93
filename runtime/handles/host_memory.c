/* host_memory.c - host memory that the program registers, so that kernels use it as it
 * lies.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/handles/address.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/slot.h"

struct range {
	struct slot slot;
	struct range *next;
	u64 base, size;
	unsigned flags;
};

static struct {
	pthread_mutex_t lock;
	struct range *ranges;
} host = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct slots range_slots = SLOTS_INIT(struct range);

static struct range *range_at(u64 addr) {
	struct range *r = host.ranges;
	while (r && addr - r->base >= r->size)
		r = r->next;
	return r;
}

static bool find_range(u64 addr, struct range *out) {
	pthread_mutex_lock(&host.lock);
	const struct range *r = range_at(addr);
	if (r)
		*out = *r;
	pthread_mutex_unlock(&host.lock);
	return r != NULL;
}

bool host_range_at(u64 addr, u64 *base, u64 *size, unsigned *flags) {
	struct range r;
	if (!find_range(addr, &r))
		return false;
	*base = r.base;
	*size = r.size;
	*flags = r.flags;
	return true;
}

void host_range_mark(u64 addr, unsigned mask, unsigned value) {
	pthread_mutex_lock(&host.lock);
	struct range *r = range_at(addr);
	if (r)
		r->flags = (r->flags & ~mask) | (value & mask);
	pthread_mutex_unlock(&host.lock);
}

/* Registers the memory on every device, or on none. */
static enum simt_status register_everywhere(void *p, size_t size) {
	struct cuda_device *d;
	enum simt_status s = SIMT_OK;
	int i;
	for (i = 0; i < device_count() && s == SIMT_OK; i++)
		s = device_at(i, &d) == cudaSuccess ? simt_host_register(d->dev, p, size)
		                                    : SIMT_NOT_SUPPORTED;
	if (s == SIMT_OK)
		return s;
	for (i -= 2; i >= 0; i--)
		if (device_at(i, &d) == cudaSuccess)
			simt_host_unregister(d->dev, p);
	return s;
}

/* Whether all of it is mapped, which msync() knows and changes nothing; what is
 * registered is found to be so elsewhere. */
static bool is_there(void *p, size_t size) {
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	u64 base, bytes;
	unsigned flags;
	if (host_range_at((uintptr_t)p, &base, &bytes, &flags))
		return true;
	uintptr_t from = (uintptr_t)p / page * page;
	return msync((void *)from, (uintptr_t)p + size - from, MS_ASYNC) == 0;
}

cudaError_t cudaHostRegister(void *p, size_t size, unsigned int flags) {
	const unsigned known = cudaHostRegisterPortable | cudaHostRegisterMapped |
	                       cudaHostRegisterIoMemory | cudaHostRegisterReadOnly;
	struct cuda_device *d;
	if (!p || !size || flags & ~known)
		return cudart_report(cudaErrorInvalidValue);
	if (flags & cudaHostRegisterIoMemory) /* no address here is one of a device's */
		return cudart_report(cudaErrorInvalidValue);
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	if (e == cudaSuccess && (device_of_address(p) || !is_there(p, size)))
		e = cudaErrorInvalidValue;
	struct range *r = e == cudaSuccess ? slot_take(&range_slots) : NULL;
	if (e == cudaSuccess)
		e = r ? device_error(d, register_everywhere(p, size))
		      : cudaErrorMemoryAllocation;
	if (e != cudaSuccess) {
		if (r)
			slot_give(&range_slots, r);
		return cudart_report(e);
	}
	pthread_mutex_lock(&host.lock);
	r->base = (uintptr_t)p;
	r->size = size;
	r->flags = flags;
	r->next = host.ranges;
	host.ranges = r;
	pthread_mutex_unlock(&host.lock);
	return cudaSuccess;
}

static bool forget_range(void *p) {
	pthread_mutex_lock(&host.lock);
	struct range **at = &host.ranges, *r;
	while (*at && (*at)->base != (uintptr_t)p)
		at = &(*at)->next;
	r = *at;
	if (r)
		*at = r->next;
	pthread_mutex_unlock(&host.lock);
	return r && slot_give(&range_slots, r);
}

cudaError_t cudaHostUnregister(void *p) {
	struct cuda_device *d;
	cudaError_t e = p ? device_current(&d) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = capture_forbids_unsafe();
	if (e == cudaSuccess && !forget_range(p))
		e = place_of(p).registered || device_of_address(p)
		            ? cudaErrorInvalidValue /* inside of one, or the device's */
		            : cudaErrorHostMemoryNotRegistered;
	for (int i = 0; e == cudaSuccess && i < device_count(); i++) {
		if (device_at(i, &d) != cudaSuccess)
			continue;
		e = device_error(d, simt_device_wait(d->dev));
		simt_host_unregister(d->dev, p);
	}
	return cudart_report(e);
}
