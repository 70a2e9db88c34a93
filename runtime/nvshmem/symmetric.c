/* symmetric.c - the symmetric heap. Addresses for the heaps of all PEs are reserved once;
 * memory comes in pieces, which all PEs make together and map of each other. Each PE
 * allocates by itself: as all call with the same sizes, the results lie alike.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"
#include "base/vec.h"
#include "runtime/memory/heap.h"
#include "runtime/nvshmem/job.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MIB ((u64)1 << 20)
#define GIB ((u64)1 << 30)

enum {
	PIECE = 2 << 20, /* memory is mapped in multiples of it */
	INTERNAL = 256 << 10,
	COUNTERS = 48 << 10, /* where they begin; the state is at 0 */
	REQUESTS = 64 << 10,
	ALIGN = 512
};
_Static_assert(sizeof(struct __nvshmem_state) <= COUNTERS, "the state has its place");
_Static_assert(COUNTERS + MAX_TEAMS * __NVSHMEM_LINE <= REQUESTS, "counters have theirs");
_Static_assert(REQUESTS + __NVSHMEM_REQUESTS * sizeof(struct __nvshmem_request) <=
                       INTERNAL,
               "requests have theirs");

struct piece {
	u64 at, bytes;
	bool is_users; /* the program's own memory, which it has registered */
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct heap blocks;
	u64 bytes;          /* that are memory */
	_Atomic u64 mapped; /* that this PE has already; others may not */
	VEC(struct piece) pieces;
	CUdeviceptr base;
	u64 reserved;
} heap = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- pieces ---------------------------------------------------------------------------------- */

static CUmemAllocationProp properties(void) {
	return (CUmemAllocationProp){
		.type = CU_MEM_ALLOCATION_TYPE_PINNED,
		.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
		.location = {CU_MEM_LOCATION_TYPE_DEVICE, job.device},
	};
}

static CUdeviceptr address_of(int pe, u64 at) {
	return heap.base + (u64)pe * job.stride + at;
}

static bool map(CUmemGenericAllocationHandle h, int pe, struct piece p) {
	const struct driver_table *d = lib_driver();
	CUmemAccessDesc access = {.location = {CU_MEM_LOCATION_TYPE_DEVICE, job.device},
	                          .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
	return d->cuMemMap(address_of(pe, p.at), p.bytes, 0, h, 0) == CUDA_SUCCESS &&
	       d->cuMemSetAccess(address_of(pe, p.at), p.bytes, &access, 1) ==
	               CUDA_SUCCESS;
}

static bool map_other(int pe, struct piece p) {
	const struct driver_table *d = lib_driver();
	const struct pe *other = &job.control->pe[pe];
	CUmemGenericAllocationHandle h;
	int fd = file_open_elsewhere(
		&(struct file_elsewhere){other->pid, (s32)other->key[0], other->key[1]});
	bool ok = fd >= 0 &&
	          d->cuMemImportFromShareableHandle(
			  &h, (void *)(intptr_t)fd,
			  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) == CUDA_SUCCESS;
	if (ok) {
		ok = map(h, pe, p);
		d->cuMemRelease(h);
	}
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Maps this PE's part; returns a descriptor that others can open, -1: it cannot be. */
static int show(CUmemGenericAllocationHandle h, struct piece p) {
	const struct driver_table *d = lib_driver();
	struct stat st;
	int fd = -1;
	if (!map(h, job.me, p))
		return -1;
	if (d->cuMemExportToShareableHandle(&fd, h,
	                                    CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
	                                    0) != CUDA_SUCCESS ||
	    fstat(fd, &st) != 0) {
		d->cuMemUnmap(address_of(job.me, p.at), p.bytes);
		return -1;
	}
	atomic_store(&heap.mapped, p.at + p.bytes);
	job.control->pe[job.me].key[0] = (u64)fd;
	job.control->pe[job.me].key[1] = (u64)st.st_ino;
	return fd;
}

static int make_own(struct piece p) {
	const struct driver_table *d = lib_driver();
	CUmemAllocationProp prop = properties();
	CUmemGenericAllocationHandle h;
	if (d->cuMemCreate(&h, p.bytes, &prop, 0) != CUDA_SUCCESS)
		return -1;
	int fd = show(h, p);
	d->cuMemRelease(h);
	return fd;
}

/* The memory of a PE that is killed goes with it, which the watcher may notice later. */
static NORETURN void no_memory_of(const char *function, int pe) {
	struct patience p = {0};
	while (watch_ended() < 0 && p.looks < 4096) /* some 0.8 s */
		watch_rest(&p);
	if (watch_ended() >= 0)
		watch_give_up(function);
	job_fatal(function, "the memory of PE %d cannot be mapped", pe);
}

/* All PEs have more memory, or none has. */
/* All PEs have a part, or none: each maps the others'. fd: -1, if this one has none. */
static bool share(const char *function, struct piece p, int fd) {
	meet_tell(fd >= 0, 0);
	meet_sync(function);
	bool ok = true;
	for (int i = 0; i < job.n; i++)
		ok = ok && job.control->pe[i].word[0];
	for (int i = 0; i < job.n && ok; i++)
		if (i != job.me && !job_is_far(i) && !map_other(i, p))
			no_memory_of(function, i);
	meet_sync(function);
	if (fd >= 0)
		close(fd);
	if (!ok) {
		if (fd >= 0)
			lib_driver()->cuMemUnmap(address_of(job.me, p.at), p.bytes);
		atomic_store(&heap.mapped, heap.bytes);
		return false;
	}
	vec_push(&heap.arena, &heap.pieces, p);
	heap.bytes = p.at + p.bytes;
	if (job.state)
		job.state->__bytes = heap.bytes;
	return true;
}

static bool grow(const char *function, u64 to) {
	struct piece p = {.at = heap.bytes,
	                  .bytes = alignup(MAX(to, 16 * MIB) - heap.bytes, PIECE)};
	if (to > job.stride || to <= heap.bytes)
		return false;
	p.bytes = MIN(p.bytes, job.stride - p.at);
	return share(function, p, make_own(p));
}

/* ---- begin and end -------------------------------------------------------------------------------- */

/* "1.5G", "512M", ...; 0: none. */
static u64 symmetric_size(void) {
	const char *s = getenv("NVSHMEM_SYMMETRIC_SIZE");
	char *end;
	double v = s ? strtod(s, &end) : 0;
	if (!s || v <= 0)
		return 0;
	u64 unit = *end == 'K' || *end == 'k'   ? 1024
	           : *end == 'M' || *end == 'm' ? MIB
	           : *end == 'G' || *end == 'g' ? GIB
	                                        : 1;
	return alignup((u64)(v * (double)unit) + INTERNAL, PIECE);
}

/* How much each heap may become: addresses cost nothing, but there must be some for the
 * program's own memory. */
static u64 own_limit(void) {
	size_t rest, total = 0;
	lib_driver()->cuMemGetInfo_v2(&rest, &total);
	u64 space = MAX(64 * GIB, (u64)total * 2) - total - 4 * GIB;
	u64 most = MIN((u64)total, space / (u64)job.n) / PIECE * PIECE;
	return MAX(symmetric_size(), MAX(most, (u64)PIECE));
}

static bool reserve(const char *function) {
	meet_tell(own_limit(), 0);
	meet_sync(function);
	u64 least = UINT64_MAX;
	for (int i = 0; i < job.n; i++)
		least = MIN(least, job.control->pe[i].word[0]);
	meet_sync(function);
	job.stride = least;
	heap.reserved = least * (u64)job.n;
	return lib_driver()->cuMemAddressReserve(&heap.base, heap.reserved, 0, 0, 0) ==
	       CUDA_SUCCESS;
}

u64 symmetric_mapped(void) {
	return atomic_load(&heap.mapped);
}

/* Kernels ask for what is on other hosts. */
static void start_requests(struct __nvshmem_state *s) {
	s->__requests = NULL;
	for (int i = 0; i < job.n; i++)
		if (job_is_far(i))
			s->__far[i / 32] |= 1u << i % 32;
	if (!job.has_far)
		return;
	s->__requests = (void *)(s->__heap + REQUESTS);
	request_start(s->__requests);
}

bool symmetric_start(const char *function) {
	heap.bytes = 0;
	atomic_store(&heap.mapped, 0);
	job.state = NULL;
	if (!reserve(function)) {
		job_say(function, "no addresses for %d heaps of %llu MB", job.n,
		        (unsigned long long)(job.stride >> 20));
		return false;
	}
	job.base = (char *)(uintptr_t)heap.base;
	heap_init(&heap.blocks, &heap.arena, 0, job.stride, ALIGN);
	heap_alloc(&heap.blocks, INTERNAL, ALIGN);
	if (!grow(function, INTERNAL)) {
		job_say(function, "the device has no memory for a heap");
		return false;
	}
	struct __nvshmem_state *s = (void *)(uintptr_t)address_of(job.me, 0);
	s->__me = job.me;
	s->__n = job.n;
	s->__failed = 0;
	s->__heap = (char *)s;
	s->__stride = job.stride;
	s->__bytes = heap.bytes;
	for (u32 i = 0; i < MAX_TEAMS; i++)
		s->__team[i].__arrived = (void *)(uintptr_t)address_of(
			0, COUNTERS + i * __NVSHMEM_LINE);
	job.state = s;
	start_requests(s);
	return true;
}

void symmetric_stop(void) {
	const struct driver_table *d = lib_driver();
	job.state = NULL;
	atomic_store(&heap.mapped, 0);
	for (u64 i = 0; i < heap.pieces.n; i++)
		for (int pe = 0; pe < job.n; pe++)
			if (!job_is_far(pe))
				d->cuMemUnmap(address_of(pe, heap.pieces.at[i].at),
				              heap.pieces.at[i].bytes);
	d->cuMemAddressFree(heap.base, heap.reserved);
	heap.pieces.n = 0;
	heap.pieces.at = NULL;
	heap.pieces.cap = 0;
	arena_drop(&heap.arena);
}

/* ---- the program's ------------------------------------------------------------------------------------- */

/* All PEs ask for the same. */
static void agree(const char *function, const char *what, u64 a, u64 b) {
	meet_tell(a, b);
	meet_sync(function);
	for (int i = 0; i < job.n; i++) {
		const struct pe *p = &job.control->pe[i];
		if (p->word[0] != a || p->word[1] != b)
			job_fatal(function, "%s: %llu here, %llu at PE %d", what,
			          (unsigned long long)a, (unsigned long long)p->word[0],
			          i);
	}
	meet_sync(function);
}

/* The lowest place that fits is taken, so the heap grows only if it has to. */
static void *allocate(const char *function, u64 size, u64 align) {
	struct heap_block *b = heap_alloc(&heap.blocks, size, MAX(align, (u64)ALIGN));
	if (!b)
		return NULL;
	u64 at = b->addr;
	if (at + size > heap.bytes && !grow(function, at + size)) {
		heap_free(&heap.blocks, at);
		return NULL;
	}
	return (char *)(uintptr_t)address_of(job.me, at);
}

static void *ask(const char *function, u64 size, u64 align) {
	job_check(function);
	pthread_mutex_lock(&heap.lock);
	agree(function, "PEs ask for different sizes", size, align);
	job_enter();
	void *p = size ? allocate(function, size, align) : NULL;
	job_leave();
	pthread_mutex_unlock(&heap.lock);
	if (!p && size)
		job_say(function,
		        "no room for %llu bytes (a heap has at most %llu MB: "
		        "NVSHMEM_SYMMETRIC_SIZE)",
		        (unsigned long long)size, (unsigned long long)(job.stride >> 20));
	return p;
}

void *nvshmem_malloc(size_t size) {
	return ask("nvshmem_malloc", size, ALIGN);
}

void *nvshmem_align(size_t align, size_t size) {
	job_check("nvshmem_align");
	if (!align || align & (align - 1)) {
		job_say("nvshmem_align", "%zu is no power of two", align);
		return NULL;
	}
	return ask("nvshmem_align", size, align);
}

void *nvshmem_calloc(size_t count, size_t size) {
	job_check("nvshmem_calloc");
	if (size && count > SIZE_MAX / size) {
		job_say("nvshmem_calloc", "%zu x %zu bytes are too many", count, size);
		return NULL;
	}
	void *p = ask("nvshmem_calloc", count * size, ALIGN);
	if (p)
		memset(p, 0, count * size);
	if (p)
		meet_sync("nvshmem_calloc");
	return p;
}

void nvshmem_free(void *p) {
	const char *function = "nvshmem_free";
	job_check(function);
	if (!p)
		return;
	u64 at = (u64)((char *)p - job.state->__heap);
	pthread_mutex_lock(&heap.lock);
	agree(function, "PEs free different memory, at", at, 0);
	bool ok = at >= INTERNAL && at < job.stride && heap_free(&heap.blocks, at);
	pthread_mutex_unlock(&heap.lock);
	if (!ok)
		job_fatal(function, "%p is none of nvshmem_malloc's", p);
}

/* ---- buffers that are registered ------------------------------------------------------------------------- */

struct buffer {
	const void *at;
	u64 bytes;
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	VEC(struct buffer) all;
} buffers = {.lock = PTHREAD_MUTEX_INITIALIZER};

int nvshmemx_buffer_register(void *p, size_t bytes) {
	job_check_met("nvshmemx_buffer_register");
	if (!p || !bytes)
		return NVSHMEMX_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&buffers.lock);
	struct buffer b = {p, bytes};
	vec_push(&buffers.arena, &buffers.all, b);
	pthread_mutex_unlock(&buffers.lock);
	return NVSHMEMX_SUCCESS;
}

int nvshmemx_buffer_unregister(void *p) {
	job_check_met("nvshmemx_buffer_unregister");
	bool found = false;
	pthread_mutex_lock(&buffers.lock);
	for (u64 i = 0; i < buffers.all.n && !found; i++)
		if (buffers.all.at[i].at == p) {
			buffers.all.at[i] = vec_pop(&buffers.all);
			found = true;
		}
	pthread_mutex_unlock(&buffers.lock);
	return found ? NVSHMEMX_SUCCESS : NVSHMEMX_ERROR_INVALID_VALUE;
}

void nvshmemx_buffer_unregister_all(void) {
	job_check_met("nvshmemx_buffer_unregister_all");
	pthread_mutex_lock(&buffers.lock);
	buffers.all.n = 0;
	pthread_mutex_unlock(&buffers.lock);
}

/* ---- the program's memory as a part of the heap ------------------------------------------------------------ */

static bool is_whole_allocation(CUmemGenericAllocationHandle h, const void *p,
                                u64 bytes) {
	const struct driver_table *d = lib_driver();
	CUmemAllocationProp prop;
	CUdeviceptr base = 0;
	size_t size = 0;
	return d->cuMemGetAllocationPropertiesFromHandle(&prop, h) == CUDA_SUCCESS &&
	       prop.location.type == CU_MEM_LOCATION_TYPE_DEVICE &&
	       prop.location.id == job.device &&
	       d->cuMemGetAddressRange_v2(&base, &size, (CUdeviceptr)(uintptr_t)p) ==
	               CUDA_SUCCESS &&
	       base == (CUdeviceptr)(uintptr_t)p && size == bytes;
}

/* At the end of the heap: what comes after it is free. */
static void *add_buffer(const char *function, void *p, u64 bytes) {
	const struct driver_table *d = lib_driver();
	struct piece piece = {.at = heap.bytes, .bytes = bytes, .is_users = true};
	CUmemGenericAllocationHandle h;
	bool is_handle = d->cuMemRetainAllocationHandle(&h, p) == CUDA_SUCCESS;
	bool fits = bytes % PIECE == 0 && bytes <= job.stride - piece.at &&
	            heap_alloc_at(&heap.blocks, piece.at, bytes);
	bool whole = is_handle && is_whole_allocation(h, p, bytes);
	bool ok = share(function, piece, fits && whole ? show(h, piece) : -1);
	if (is_handle)
		d->cuMemRelease(h);
	if (ok)
		return (char *)(uintptr_t)address_of(job.me, piece.at);
	if (fits)
		heap_free(&heap.blocks, piece.at);
	if (!whole)
		job_say(function,
		        "%llu bytes at %p are no whole allocation of cuMemCreate on the "
		        "PE's device",
		        (unsigned long long)bytes, p);
	else if (!fits)
		job_say(function,
		        "%llu bytes are no multiple of %u, or more than the heap "
		        "has room for",
		        (unsigned long long)bytes, (unsigned)PIECE);
	else
		job_say(function,
		        "its memory has no descriptor, or another PE has refused");
	return NULL;
}

void *nvshmemx_buffer_register_symmetric(void *p, size_t bytes, int flags) {
	const char *function = "nvshmemx_buffer_register_symmetric";
	(void)flags; /* which way others take: there is one */
	job_check(function);
	pthread_mutex_lock(&heap.lock);
	agree(function, "PEs register different sizes", bytes, 0);
	job_enter();
	void *at = bytes && p ? add_buffer(function, p, bytes) : NULL;
	job_leave();
	pthread_mutex_unlock(&heap.lock);
	return at;
}

/* Its addresses stay taken, and have no memory any more: they are inside of the heap. */
static bool remove_buffer(u64 at, u64 bytes) {
	for (u64 i = 0; i < heap.pieces.n; i++) {
		struct piece *p = &heap.pieces.at[i];
		if (!p->is_users || p->at != at || p->bytes != bytes)
			continue;
		for (int pe = 0; pe < job.n; pe++)
			if (!job_is_far(pe))
				lib_driver()->cuMemUnmap(address_of(pe, at), bytes);
		*p = vec_pop(&heap.pieces);
		return true;
	}
	return false;
}

int nvshmemx_buffer_unregister_symmetric(void *p, size_t bytes) {
	const char *function = "nvshmemx_buffer_unregister_symmetric";
	job_check(function);
	u64 at = (u64)((char *)p - job.state->__heap);
	pthread_mutex_lock(&heap.lock);
	agree(function, "PEs give back different memory, at", at, bytes);
	job_enter();
	bool ok = remove_buffer(at, bytes);
	job_leave();
	pthread_mutex_unlock(&heap.lock);
	if (!ok)
		job_say(function, "%p is none of nvshmemx_buffer_register_symmetric's",
		        p);
	return ok ? NVSHMEMX_SUCCESS : NVSHMEMX_ERROR_INVALID_VALUE;
}
