/* ipc.c - memory and events between processes.
 * A handle names a file of the process that made it, by its number there, and says where
 * in it the memory lies. The file of an event has two counters: records that were queued,
 * and records that are done.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/cudart/ipc.h"
#include "base/file.h"
#include "runtime/handles/address.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define MAGIC_MEMORY 0x6d656d73696d7431ull
#define MAGIC_EVENT 0x65766e73696d7431ull

struct handle {
	u64 magic;
	s32 pid, fd;
	u64 inode;
	u64 offset, size;
};
_Static_assert(sizeof(struct handle) <= CUDA_IPC_HANDLE_SIZE, "a handle has 64 bytes");

/* ---- files of other processes ------------------------------------------------------ */

static bool inode_of(int fd, u64 *inode) {
	struct stat st;
	bool ok = fstat(fd, &st) == 0;
	*inode = ok ? (u64)st.st_ino : 0;
	return ok;
}

static int open_file_of(const struct handle *h) {
	return file_open_elsewhere(&(struct file_elsewhere){h->pid, h->fd, h->inode});
}

/* ---- memory ------------------------------------------------------------------------ */

struct opened {
	struct slot slot;
	struct opened *next;
	struct cuda_device *device;
	struct handle handle;
	u64 addr;
	u32 refs;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct opened *all;
static struct slots slots = SLOTS_INIT(struct opened);

static cudaError_t get_memory(cudaIpcMemHandle_t *out, void *p) {
	struct cuda_device *d;
	struct simt_memory_file shared;
	struct handle h = {.magic = MAGIC_MEMORY, .pid = getpid()};
	cudaError_t e = out ? device_current(&d) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	struct place at = place_of(p);
	if (!at.device || at.allocation.kind != SIMT_MEMORY_DEVICE ||
	    !at.allocation.size || pool_of_address(at.allocation.base))
		return cudaErrorInvalidValue;
	e = device_error(at.device, simt_device_wait(at.device->dev));
	if (e == cudaSuccess)
		e = device_error(at.device, simt_export(at.device->dev,
		                                        at.allocation.base, &shared));
	if (e != cudaSuccess)
		return e;
	h.fd = shared.fd;
	h.offset = shared.offset;
	h.size = shared.size;
	if (!inode_of(shared.fd, &h.inode))
		return cudaErrorMapBufferObjectFailed;
	memset(out, 0, sizeof *out);
	memcpy(out, &h, sizeof h);
	return cudaSuccess;
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *p) {
	return cudart_report(get_memory(handle, p));
}

static struct opened *find_opened(const struct handle *h, const struct cuda_device *d) {
	struct opened *o = all;
	while (o && (o->device != d || memcmp(&o->handle, h, sizeof *h) != 0))
		o = o->next;
	return o;
}

static cudaError_t attach(const struct handle *h, struct cuda_device *d,
                          struct opened **out) {
	struct simt_memory_file shared = {
		.fd = open_file_of(h), .offset = h->offset, .size = h->size};
	u64 addr;
	struct stat st;
	if (shared.fd < 0)
		return cudaErrorInvalidResourceHandle;
	bool inside = fstat(shared.fd, &st) == 0 && h->size &&
	              h->offset < (u64)st.st_size &&
	              h->size <= (u64)st.st_size - h->offset;
	cudaError_t e = inside ? device_error(d, simt_import(d->dev, &shared, &addr))
	                       : cudaErrorInvalidValue;
	close(shared.fd);
	if (e != cudaSuccess)
		return e;
	struct opened *o = slot_take(&slots);
	if (!o) {
		simt_import_close(d->dev, addr);
		return cudaErrorMemoryAllocation;
	}
	o->device = d;
	o->handle = *h;
	o->addr = addr;
	o->next = all;
	all = o;
	*out = o;
	return cudaSuccess;
}

static cudaError_t open_memory(void **p, const cudaIpcMemHandle_t *handle,
                               unsigned flags) {
	struct cuda_device *d;
	struct handle h;
	memcpy(&h, handle, sizeof h);
	if (!p || flags != cudaIpcMemLazyEnablePeerAccess || h.magic != MAGIC_MEMORY)
		return cudaErrorInvalidValue;
	if (h.pid == getpid())
		return cudaErrorDeviceUninitialized; /* as on hardware, for a handle of
		                                        the same process */
	cudaError_t e = device_current(&d);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&lock);
	struct opened *o = find_opened(&h, d);
	if (!o)
		e = attach(&h, d, &o);
	if (e == cudaSuccess) {
		o->refs++;
		*p = (void *)(uintptr_t)o->addr;
	}
	pthread_mutex_unlock(&lock);
	return e;
}

cudaError_t cudaIpcOpenMemHandle(void **p, cudaIpcMemHandle_t handle, unsigned flags) {
	return cudart_report(open_memory(p, &handle, flags));
}

static cudaError_t close_memory(void *p) {
	struct cuda_device *d;
	cudaError_t e = p ? device_current(&d) : cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&lock);
	struct opened **at = &all;
	while (*at && (*at)->addr != (uintptr_t)p)
		at = &(*at)->next;
	struct opened *o = *at;
	bool last = o && --o->refs == 0;
	if (last)
		*at = o->next;
	pthread_mutex_unlock(&lock);
	if (!o)
		return cudaErrorInvalidValue;
	if (!last)
		return cudaSuccess;
	e = device_error(o->device, simt_device_wait(o->device->dev));
	simt_import_close(o->device->dev, o->addr);
	slot_give(&slots, o);
	return e;
}

cudaError_t cudaIpcCloseMemHandle(void *p) {
	return cudart_report(close_memory(p));
}

/* ---- events ------------------------------------------------------------------------ */

struct counters {
	_Atomic u64 queued, done;
};

struct ipc_event {
	struct slot slot;
	int fd;
	bool opened; /* another process made it */
	_Atomic u32 refs;
	struct counters *counters;
};

static struct slots event_slots = SLOTS_INIT(struct ipc_event);

static struct ipc_event *event_of_file(int fd) {
	void *p = fd < 0 ? MAP_FAILED
	                 : mmap(NULL, sizeof(struct counters), PROT_READ | PROT_WRITE,
	                        MAP_SHARED, fd, 0);
	if (p == MAP_FAILED) {
		if (fd >= 0)
			close(fd);
		return NULL;
	}
	struct ipc_event *e = slot_take(&event_slots);
	if (!e) {
		munmap(p, sizeof(struct counters));
		close(fd);
		return NULL;
	}
	e->fd = fd;
	e->counters = p;
	atomic_store(&e->refs, 1);
	return e;
}

struct ipc_event *ipc_event_new(void) {
	int fd = memfd_create("simt event", MFD_CLOEXEC);
	if (fd >= 0 && ftruncate(fd, sizeof(struct counters)) != 0) {
		close(fd);
		fd = -1;
	}
	return event_of_file(fd);
}

void ipc_event_unref(struct ipc_event *e) {
	if (!e || atomic_fetch_sub(&e->refs, 1) != 1)
		return;
	munmap(e->counters, sizeof *e->counters);
	close(e->fd);
	slot_give(&event_slots, e);
}

bool ipc_event_handle(const struct ipc_event *e, cudaIpcEventHandle_t *out) {
	struct handle h = {.magic = MAGIC_EVENT, .pid = getpid(), .fd = e->fd};
	memset(out, 0, sizeof *out);
	if (e->opened || !inode_of(e->fd, &h.inode))
		return false;
	memcpy(out, &h, sizeof h);
	return true;
}

cudaError_t ipc_event_open(const cudaIpcEventHandle_t *in, struct ipc_event **out) {
	struct handle h;
	struct stat st;
	memcpy(&h, in, sizeof h);
	if (h.magic == MAGIC_EVENT && h.pid == getpid())
		return cudaErrorDeviceUninitialized; /* as on hardware, for a handle of
		                                        the same process */
	int fd = h.magic == MAGIC_EVENT ? open_file_of(&h) : -1;
	if (fd >= 0 &&
	    (fstat(fd, &st) != 0 || st.st_size < (off_t)sizeof(struct counters))) {
		close(fd);
		fd = -1;
	}
	*out = event_of_file(fd);
	if (!*out)
		return cudaErrorMapBufferObjectFailed;
	(*out)->opened = true;
	return cudaSuccess;
}

struct event_work {
	struct ipc_event *event;
	u64 number;
	u32 polls;
};

static void raise_to(_Atomic u64 *at, u64 value) {
	u64 old = atomic_load(at);
	while (old < value && !atomic_compare_exchange_weak(at, &old, value))
		;
}

static enum simt_status run_done(void *payload, enum simt_status status) {
	struct event_work *w = payload;
	(void)status;
	raise_to(&w->event->counters->done, w->number);
	ipc_event_unref(w->event);
	return SIMT_OK;
}

static enum simt_status queue_work(struct ipc_event *e, struct simt_stream *s, u64 number,
                                   enum simt_status (*run)(void *, enum simt_status)) {
	struct event_work w = {e, number, 0};
	struct simt_work work = {.run = run, .payload = &w, .bytes = sizeof w};
	atomic_fetch_add(&e->refs, 1);
	enum simt_status status = simt_stream_add(s, &work);
	if (status != SIMT_OK)
		ipc_event_unref(e);
	return status;
}

enum simt_status ipc_event_record(struct ipc_event *e, struct simt_stream *s) {
	u64 number = atomic_fetch_add(&e->counters->queued, 1) + 1;
	enum simt_status status = queue_work(e, s, number, run_done);
	/* so that no process waits for it */
	if (status != SIMT_OK)
		raise_to(&e->counters->done, number);
	return status;
}

static void rest(u32 polls) {
	u32 us = polls < 32 ? 20 : 500;
	nanosleep(&(struct timespec){.tv_nsec = (long)us * 1000}, NULL);
}

static enum simt_status run_wait(void *payload, enum simt_status status) {
	struct event_work *w = payload;
	if (status == SIMT_OK && atomic_load(&w->event->counters->done) < w->number) {
		rest(w->polls++);
		return SIMT_NOT_READY;
	}
	simt_check_ordered();
	ipc_event_unref(w->event);
	return SIMT_OK;
}

enum simt_status ipc_event_stream_wait(struct ipc_event *e, struct simt_stream *s) {
	if (ipc_event_is_done(e))
		return SIMT_OK;
	return queue_work(e, s, atomic_load(&e->counters->queued), run_wait);
}

bool ipc_event_is_done(const struct ipc_event *e) {
	u64 number = atomic_load(&e->counters->queued);
	bool done = atomic_load(&e->counters->done) >= number;
	if (done)
		simt_check_ordered();
	return done;
}

void ipc_event_wait(const struct ipc_event *e) {
	u64 number = atomic_load(&e->counters->queued);
	for (u32 polls = 0; atomic_load(&e->counters->done) < number; polls++)
		rest(polls);
	simt_check_ordered();
}
