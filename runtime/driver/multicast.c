/* multicast.c - cuMulticast*. What all processes of a team know is in a file of its own,
 * which is what an exported handle names: the devices, and for each binding the file of
 * its memory, by its number in the process that bound it. Each process maps those files
 * when one of its kernels first needs them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/driver/multicast.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "backend/machine/multicast.h"
#include "base/file.h"
#include "runtime/handles/address.h"

#define MAGIC 0x6d63617374736d31ull

enum { TEAM_BYTES = 64 << 10, BINDINGS = 512, PATIENCE_MS = 10000 };

/* Memory of one device at a part of the object. */
struct binding {
	u32 number; /* of the device; see device_number */
	u32 serial; /* 0: free; counts uses of the place */
	s32 pid, fd;
	u64 inode;
	u64 at, from, size; /* in the object, in the file */
};

struct shared {
	u64 magic, size;
	u32 ndevice, nadded;
	u64 types;
	_Atomic u32 generation;
	pthread_mutex_t lock;
	u32 number[MULTICAST_DEVICES]; /* of devices, as they were added */
	u32 nserial;
	struct binding bound[BINDINGS];
};
_Static_assert(sizeof(struct shared) <= TEAM_BYTES, "a team fits its file");

struct team {
	struct multicast object;
	struct arena arena; /* of itself and of views */
	struct shared *shared;
	pthread_mutex_t lock; /* of what follows */
	struct {
		u32 serial; /* of the binding that is mapped; 0: none */
		u8 *host;
		struct physical *memory; /* this process has bound it; or NULL */
	} own[BINDINGS];
};

static void lock_shared(struct shared *s) {
	if (pthread_mutex_lock(&s->lock) == EOWNERDEAD)
		pthread_mutex_consistent(&s->lock);
}

static void unlock_shared(struct shared *s) {
	pthread_mutex_unlock(&s->lock);
}

/* ---- views ------------------------------------------------------------------------- */

static u8 *map_binding(const struct binding *b) {
	int fd = file_open_elsewhere(&(struct file_elsewhere){b->pid, b->fd, b->inode});
	if (fd < 0)
		return NULL;
	void *p = mmap(NULL, b->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
	               (off_t)b->from);
	close(fd);
	return p == MAP_FAILED ? NULL : p;
}

/* Maps what binding i is now. Files stay mapped until the team ends, or the place has
 * another binding: kernels that run may still use them. */
static u8 *host_of(struct team *t, u32 i) {
	const struct binding *b = &t->shared->bound[i];
	if (t->own[i].serial == b->serial)
		return t->own[i].host;
	t->own[i].host = map_binding(b);
	t->own[i].serial = t->own[i].host ? b->serial : 0;
	return t->own[i].host;
}

static void add_part(struct multicast_part *list, u32 *n, struct multicast_part part) {
	u32 i = (*n)++;
	for (; i && list[i - 1].at > part.at; i--)
		list[i] = list[i - 1];
	list[i] = part;
}

/* Devices in the order of their numbers. */
static void sort_devices(struct multicast_view *v, const struct shared *s) {
	v->ndevice = s->ndevice;
	for (u32 i = 0; i < s->ndevice; i++) {
		u32 k = i, number = i < s->nadded ? s->number[i] : ~0u;
		for (; k && v->device[k - 1].number > number; k--)
			v->device[k].number = v->device[k - 1].number;
		v->device[k].number = number;
	}
}

static void refresh(struct multicast *m) {
	struct team *t = (struct team *)m;
	struct shared *s = t->shared;
	pthread_mutex_lock(&t->lock);
	lock_shared(s);
	u32 total = 0;
	for (u32 i = 0; i < BINDINGS; i++)
		total += s->bound[i].serial != 0;
	struct multicast_view *v = arena_new(&t->arena, struct multicast_view);
	struct multicast_part *list = arena_alloc(&t->arena, (total + 1) * sizeof *list,
	                                          _Alignof(struct multicast_part));
	sort_devices(v, s);
	v->generation = atomic_load(&s->generation);
	for (u32 d = 0; d < v->ndevice; d++) {
		v->device[d].part = list;
		for (u32 i = 0; i < BINDINGS; i++) {
			const struct binding *b = &s->bound[i];
			u8 *host = b->serial && b->number == v->device[d].number
			                   ? host_of(t, i)
			                   : NULL;
			if (host)
				add_part(list, &v->device[d].n,
				         (struct multicast_part){b->at, b->size, host});
		}
		list += v->device[d].n;
	}
	unlock_shared(s);
	atomic_store(&m->view, v);
	pthread_mutex_unlock(&t->lock);
}

/* ---- teams ------------------------------------------------------------------------- */

static struct team *team_of_file(int fd) {
	void *p = mmap(NULL, TEAM_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return NULL;
	struct arena a = {0};
	struct team *t = arena_new(&a, struct team);
	t->arena = a;
	t->shared = p;
	t->object.generation = &t->shared->generation;
	t->object.refresh = refresh;
	pthread_mutex_init(&t->lock, NULL);
	return t;
}

struct team *team_open(int fd) {
	struct stat st;
	u64 magic;
	if (fstat(fd, &st) != 0 || st.st_size != TEAM_BYTES ||
	    pread(fd, &magic, sizeof magic, 0) != sizeof magic || magic != MAGIC)
		return NULL;
	return team_of_file(fd);
}

u64 team_size(const struct team *t) {
	return t->shared->size;
}

struct multicast *team_object(struct team *t) {
	return &t->object;
}

static bool has_number(const struct shared *s, u32 number) {
	for (u32 i = 0; i < s->nadded; i++)
		if (s->number[i] == number)
			return true;
	return false;
}

bool team_has(const struct team *t, const struct cuda_device *d) {
	lock_shared(t->shared);
	bool has = has_number(t->shared, (u32)device_number(d->index));
	unlock_shared(t->shared);
	return has;
}

/* Frees the places of what this process has bound. */
static void forget_bindings(struct team *t, u32 i) {
	if (t->own[i].host)
		munmap(t->own[i].host, t->shared->bound[i].size);
	if (t->own[i].memory)
		virtual_unref(t->own[i].memory);
	t->own[i].host = NULL;
	t->own[i].memory = NULL;
	t->own[i].serial = 0;
}

void team_drop(struct team *t) {
	struct arena a;
	lock_shared(t->shared);
	for (u32 i = 0; i < BINDINGS; i++) {
		struct binding *b = &t->shared->bound[i];
		bool own = b->serial && b->pid == getpid();
		forget_bindings(t, i);
		if (own) {
			b->serial = 0;
			atomic_fetch_add(&t->shared->generation, 1);
		}
	}
	unlock_shared(t->shared);
	munmap(t->shared, TEAM_BYTES);
	a = t->arena;
	arena_drop(&a);
}

static cudaError_t check_prop(const CUmulticastObjectProp *p) {
	const u64 known = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR |
	                  CU_MEM_HANDLE_TYPE_FABRIC;
	if (!p || !p->numDevices || p->numDevices > MULTICAST_DEVICES || p->flags)
		return cudaErrorInvalidValue;
	return p->handleTypes & ~known ? cudaErrorNotSupported : cudaSuccess;
}

static bool any_has_multicast(void) {
	for (int i = 0; i < device_count(); i++)
		if (device_has_multicast(i))
			return true;
	return false;
}

/* Whether there is a switch; tells once what is missing. */
static cudaError_t check_switch(const char *function) {
	static _Atomic bool told;
	if (any_has_multicast())
		return cudaSuccess;
	if (!atomic_exchange(&told, true))
		fprintf(stderr,
		        "simt: %s is not supported: no switch joins the devices; "
		        "SIMT_TOPOLOGY=1x4 has one\n",
		        function);
	return cudaErrorNotSupported;
}

static void init_shared(struct shared *s, const CUmulticastObjectProp *prop) {
	pthread_mutexattr_t attr;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&s->lock, &attr);
	pthread_mutexattr_destroy(&attr);
	s->size = prop->size;
	s->ndevice = prop->numDevices;
	s->types = prop->handleTypes;
	s->magic = MAGIC;
}

static cudaError_t create(CUmemGenericAllocationHandle *out,
                          const CUmulticastObjectProp *prop) {
	cudaError_t e = check_switch("cuMulticastCreate");
	if (e == cudaSuccess)
		e = out ? check_prop(prop) : cudaErrorInvalidValue;
	if (e == cudaSuccess && (!prop->size || prop->size % SIMT_PIECE))
		e = cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	int fd = memfd_create("simt multicast", MFD_CLOEXEC);
	struct team *t = fd >= 0 && ftruncate(fd, TEAM_BYTES) == 0 ? team_of_file(fd)
	                                                           : NULL;
	struct physical *m = t ? virtual_new() : NULL;
	if (!m) {
		if (t)
			team_drop(t);
		if (fd >= 0)
			close(fd);
		return cudaErrorMemoryAllocation;
	}
	init_shared(t->shared, prop);
	m->team = t;
	m->fd = fd;
	m->size = prop->size;
	m->prop.requestedHandleTypes = (CUmemAllocationHandleType)prop->handleTypes;
	*out = virtual_publish(m);
	return cudaSuccess;
}

CUresult cuMulticastCreate(CUmemGenericAllocationHandle *out,
                           const CUmulticastObjectProp *prop) {
	return RUNTIME_BARE(create(out, prop));
}

CUresult cuMulticastGetGranularity(size_t *n, const CUmulticastObjectProp *prop,
                                   CUmulticastGranularity_flags which) {
	CUresult r = RUNTIME_BARE(check_switch("cuMulticastGetGranularity"));
	if (r == CUDA_SUCCESS)
		r = n && (unsigned)which <= CU_MULTICAST_GRANULARITY_RECOMMENDED
		            ? RUNTIME_BARE(check_prop(prop))
		            : CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_SUCCESS)
		*n = SIMT_PIECE;
	return r;
}

/* Takes a reference on the object of a handle. */
static struct physical *hold(CUmemGenericAllocationHandle handle) {
	virtual_lock();
	struct physical *m = virtual_find(handle);
	if (m && !m->team)
		m = NULL;
	if (m)
		m->refs++;
	virtual_unlock();
	return m;
}

static void let_go(struct physical *m) {
	virtual_lock();
	virtual_unref(m);
	virtual_unlock();
}

static cudaError_t add_locked(struct shared *s, int device) {
	u32 number = (u32)device_number(device);
	if (s->nadded == s->ndevice || has_number(s, number))
		return cudaErrorInvalidValue;
	if (!device_has_multicast(device))
		return cudaErrorInvalidDevice;
	for (u32 i = 0; i < s->nadded; i++)
		if (!device_numbers_share_switch((int)number, (int)s->number[i]))
			return cudaErrorInvalidDevice;
	s->number[s->nadded++] = number;
	atomic_fetch_add(&s->generation, 1);
	return cudaSuccess;
}

static cudaError_t add(CUmemGenericAllocationHandle handle, int device) {
	struct cuda_device *d;
	cudaError_t e = check_switch("cuMulticastAddDevice");
	struct physical *m = e == cudaSuccess ? hold(handle) : NULL;
	if (e == cudaSuccess)
		e = m ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e == cudaSuccess) {
		lock_shared(m->team->shared);
		e = add_locked(m->team->shared, device);
		unlock_shared(m->team->shared);
	}
	if (m)
		let_go(m);
	return e;
}

CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle m, CUdevice d) {
	return RUNTIME_BARE(add(m, d));
}

/* As on hardware, binding and mapping wait for the last device. */
static void wait_for_all(struct shared *s, const char *function) {
	u32 missing = 1;
	for (u32 ms = 0; missing; ms++) {
		lock_shared(s);
		missing = s->ndevice - s->nadded;
		unlock_shared(s);
		if (missing && ms == PATIENCE_MS)
			fprintf(stderr,
			        "simt: %s waits until cuMulticastAddDevice has added "
			        "%u more device%s\n",
			        function, missing, missing > 1 ? "s" : "");
		if (missing)
			nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	}
}

void team_wait(CUmemGenericAllocationHandle handle, const char *function) {
	struct physical *m = hold(handle);
	if (!m)
		return;
	wait_for_all(m->team->shared, function);
	let_go(m);
}

/* ---- binding ----------------------------------------------------------------------- */

/* What is bound: a part of a file, and the memory that has it, if a handle names it. */
struct source {
	struct physical *memory;
	struct cuda_device *device;
	int fd;
	u64 from;
};

static bool overlaps(const struct shared *s, u32 number, u64 at, u64 size) {
	for (u32 i = 0; i < BINDINGS; i++) {
		const struct binding *b = &s->bound[i];
		if (b->serial && b->number == number && b->at < at + size &&
		    at < b->at + b->size)
			return true;
	}
	return false;
}

static cudaError_t bind_locked(struct team *t, const struct source *from, u64 at,
                               u64 size) {
	struct shared *s = t->shared;
	struct stat st;
	u32 number = (u32)device_number(from->device->index), i = 0;
	if (!size || (at | size | from->from) % SIMT_PIECE || at > s->size ||
	    size > s->size - at || !has_number(s, number) ||
	    overlaps(s, number, at, size))
		return cudaErrorInvalidValue;
	while (i < BINDINGS && s->bound[i].serial)
		i++;
	if (i == BINDINGS || fstat(from->fd, &st) != 0)
		return cudaErrorMemoryAllocation;
	s->bound[i] = (struct binding){
		.number = number,
		.serial = ++s->nserial,
		.pid = getpid(),
		.fd = from->fd,
		.inode = (u64)st.st_ino,
		.at = at,
		.from = from->from,
		.size = size,
	};
	t->own[i].memory = from->memory;
	if (from->memory)
		from->memory->refs++;
	atomic_fetch_add(&s->generation, 1);
	return cudaSuccess;
}

/* Locked: all handles. */
static cudaError_t bind(struct physical *m, const struct source *from, u64 at, u64 size) {
	pthread_mutex_lock(&m->team->lock);
	lock_shared(m->team->shared);
	cudaError_t e = bind_locked(m->team, from, at, size);
	unlock_shared(m->team->shared);
	pthread_mutex_unlock(&m->team->lock);
	return e;
}

static cudaError_t bind_memory(struct physical *m, u64 at,
                               CUmemGenericAllocationHandle memory, u64 from, u64 size) {
	cudaError_t e = cudaErrorInvalidValue;
	virtual_lock();
	struct physical *p = virtual_find(memory);
	if (p && !p->team && from <= p->size && size <= p->size - from) {
		struct source s = {p, p->device, p->fd, from};
		e = bind(m, &s, at, size);
	}
	virtual_unlock();
	return e;
}

/* Memory of cudaMalloc becomes part of a file for good, as for other processes. */
static cudaError_t bind_allocation(struct physical *m, u64 at, void *p, u64 size) {
	struct simt_memory_file file;
	struct place place = place_of(p);
	if (!place.device || place.allocation.kind != SIMT_MEMORY_DEVICE ||
	    pool_of_address(place.allocation.base))
		return cudaErrorInvalidValue;
	u64 skip = (uintptr_t)p - place.allocation.base;
	if (size > place.allocation.size - skip)
		return cudaErrorInvalidValue;
	cudaError_t e = device_error(place.device, simt_device_wait(place.device->dev));
	if (e == cudaSuccess)
		e = device_error(place.device, simt_export(place.device->dev,
		                                           place.allocation.base, &file));
	if (e != cudaSuccess)
		return e;
	struct source s = {NULL, place.device, file.fd, file.offset + skip};
	virtual_lock();
	e = bind(m, &s, at, size);
	virtual_unlock();
	return e;
}

static cudaError_t bind_address(struct physical *m, u64 at, CUdeviceptr p, u64 size) {
	u64 offset, rest;
	virtual_lock();
	struct physical *memory = virtual_memory_at(p, &offset, &rest);
	cudaError_t e = memory && size > rest ? cudaErrorInvalidValue : cudaSuccess;
	if (memory && e == cudaSuccess) {
		struct source s = {memory, memory->device, memory->fd, offset};
		e = bind(m, &s, at, size);
	}
	virtual_unlock();
	return memory ? e : bind_allocation(m, at, host_pointer(p), size);
}

/* What both forms of binding begin with. */
static cudaError_t begin(CUmemGenericAllocationHandle handle, u64 flags,
                         const char *function, struct physical **m) {
	cudaError_t e = check_switch(function);
	*m = e == cudaSuccess && !flags ? hold(handle) : NULL;
	if (e == cudaSuccess && !*m)
		e = cudaErrorInvalidValue;
	if (e == cudaSuccess)
		wait_for_all((*m)->team->shared, function);
	return e;
}

static cudaError_t bind_memory_begun(CUmemGenericAllocationHandle handle, u64 at,
                                     CUmemGenericAllocationHandle memory, u64 from,
                                     u64 size, u64 flags) {
	struct physical *m;
	cudaError_t e = begin(handle, flags, "cuMulticastBindMem", &m);
	if (e == cudaSuccess)
		e = bind_memory(m, at, memory, from, size);
	if (m)
		let_go(m);
	return e;
}

CUresult cuMulticastBindMem(CUmemGenericAllocationHandle m, size_t at,
                            CUmemGenericAllocationHandle memory, size_t from, size_t n,
                            unsigned long long flags) {
	return RUNTIME_BARE(bind_memory_begun(m, at, memory, from, n, flags));
}

static cudaError_t bind_address_begun(CUmemGenericAllocationHandle handle, u64 at,
                                      CUdeviceptr p, u64 size, u64 flags) {
	struct physical *m;
	cudaError_t e = begin(handle, flags, "cuMulticastBindAddr", &m);
	if (e == cudaSuccess)
		e = bind_address(m, at, p, size);
	if (m)
		let_go(m);
	return e;
}

CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle m, size_t at, CUdeviceptr p,
                             size_t n, unsigned long long flags) {
	return RUNTIME_BARE(bind_address_begun(m, at, p, n, flags));
}

/* Locked: handles, the team, the shared part. Whole bindings only. */
static cudaError_t unbind_locked(struct team *t, u32 number, u64 at, u64 size) {
	struct shared *s = t->shared;
	u64 covered = 0;
	for (u32 i = 0; i < BINDINGS; i++) {
		const struct binding *b = &s->bound[i];
		if (b->serial && b->number == number && b->at >= at &&
		    b->at + b->size <= at + size)
			covered += b->size;
	}
	if (!size || covered != size)
		return cudaErrorInvalidValue;
	for (u32 i = 0; i < BINDINGS; i++) {
		struct binding *b = &s->bound[i];
		if (!b->serial || b->number != number || b->at < at ||
		    b->at + b->size > at + size)
			continue;
		forget_bindings(t, i);
		b->serial = 0;
	}
	atomic_fetch_add(&s->generation, 1);
	return cudaSuccess;
}

static cudaError_t wait_for_devices(void) {
	struct cuda_device *d;
	cudaError_t e = cudaSuccess;
	for (int i = 0; i < device_count() && e == cudaSuccess; i++)
		if (device_is_open(i) && device_at(i, &d) == cudaSuccess)
			e = device_error(d, simt_device_wait(d->dev));
	return e;
}

static cudaError_t unbind(CUmemGenericAllocationHandle handle, int device, u64 at,
                          u64 size) {
	struct cuda_device *d;
	cudaError_t e = check_switch("cuMulticastUnbind");
	struct physical *m = e == cudaSuccess ? hold(handle) : NULL;
	if (e == cudaSuccess)
		e = m ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e == cudaSuccess)
		e = wait_for_devices();
	if (e == cudaSuccess) {
		virtual_lock();
		pthread_mutex_lock(&m->team->lock);
		lock_shared(m->team->shared);
		e = unbind_locked(m->team, (u32)device_number(device), at, size);
		unlock_shared(m->team->shared);
		pthread_mutex_unlock(&m->team->lock);
		virtual_unlock();
	}
	if (m)
		let_go(m);
	return e;
}

CUresult cuMulticastUnbind(CUmemGenericAllocationHandle m, CUdevice d, size_t at,
                           size_t n) {
	return RUNTIME_BARE(unbind(m, d, at, n));
}
