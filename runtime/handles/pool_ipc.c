/* pool_ipc.c - pools between processes.
 * The blocks of a pool that can be shared lie in a file, each on pieces of its own; the
 * pool's handle is a descriptor of that file, and a pointer is exported as the offset of
 * its block there. The file's name has the number of the pool's device.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/device.h"
#include "runtime/handles/pool.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "simt pool on device "
#define MAGIC 0x6c6f6f70746d6973ull

struct exported {
	u64 magic, inode, offset, size;
};
_Static_assert(sizeof(struct exported) <= sizeof(struct cudaMemPoolPtrExportData),
               "what is said of a pointer has 64 bytes");

static const enum cudaMemAllocationHandleType descriptor =
	cudaMemHandleTypePosixFileDescriptor;

static struct {
	pthread_mutex_t lock; /* before that of blocks; streams never take it */
	struct CUmemPoolHandle_st *all;
	u64 count;
} imported = {.lock = PTHREAD_MUTEX_INITIALIZER};

int pool_file(const struct cuda_device *d) {
	char name[64];
	u64 base, size;
	simt_device_range(d->dev, &base, &size);
	snprintf(name, sizeof name, FILE_NAME "%d", d->index);
	int fd = memfd_create(name, MFD_CLOEXEC);
	if (fd >= 0 && ftruncate(fd, (off_t)size) != 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static u64 inode_of(int fd) {
	struct stat st;
	return fstat(fd, &st) == 0 ? (u64)st.st_ino : 0;
}

/* Returns the device of a pool's file; -1: it is another file, or none. */
static int device_of_file(int fd) {
	char path[64], target[128] = "";
	int index = -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	if (fd < 0 || readlink(path, target, sizeof target - 1) < 0 ||
	    sscanf(target, "/memfd:" FILE_NAME "%d", &index) != 1)
		return -1;
	return index;
}

/* ---- pools ---- */

static bool is_shareable(const struct CUmemPoolHandle_st *p) {
	return is_pool(p) && !p->imports && p->fd >= 0;
}

cudaError_t cudaMemPoolExportToShareableHandle(void *handle, cudaMemPool_t pool,
                                               enum cudaMemAllocationHandleType type,
                                               unsigned int flags) {
	if (!handle || flags || type != descriptor || !is_shareable(pool))
		return cudart_report(cudaErrorInvalidValue);
	int fd = dup(pool->fd);
	if (fd < 0)
		return cudart_report(cudaErrorOperatingSystem);
	*(int *)handle = fd;
	return cudaSuccess;
}

/* Locked. */
static struct CUmemPoolHandle_st *find_imported(u64 inode) {
	struct CUmemPoolHandle_st *p = imported.all;
	while (p && p->inode != inode)
		p = p->next;
	return p;
}

/* Locked. */
static cudaError_t add_imported(struct cuda_device *d, int given, u64 inode,
                                struct CUmemPoolHandle_st **out) {
	int fd = dup(given);
	if (fd < 0)
		return cudaErrorOperatingSystem;
	struct CUmemPoolHandle_st *p = mempool_new(d, 0);
	if (!p) {
		close(fd);
		return cudaErrorMemoryAllocation;
	}
	p->fd = fd;
	p->inode = inode;
	p->number = ++imported.count;
	p->next = imported.all;
	imported.all = p;
	*out = p;
	return cudaSuccess;
}

static cudaError_t import_pool(struct CUmemPoolHandle_st **out, int fd) {
	struct cuda_device *d;
	int index = device_of_file(fd);
	if (index < 0)
		return cudaErrorUnknown; /* as hardware answers any other file */
	cudaError_t e = device_at(index, &d);
	if (e != cudaSuccess)
		return e;
	pthread_mutex_lock(&imported.lock);
	u64 inode = inode_of(fd);
	struct CUmemPoolHandle_st *p = find_imported(inode);
	if (!p)
		e = add_imported(d, fd, inode, &p);
	if (e == cudaSuccess) {
		p->imports++;
		*out = p;
	}
	pthread_mutex_unlock(&imported.lock);
	return e;
}

/* handle is the descriptor itself, cast to a pointer. */
cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *pool, void *handle,
                                                 enum cudaMemAllocationHandleType type,
                                                 unsigned int flags) {
	if (!pool || !handle || flags)
		return cudart_report(cudaErrorInvalidValue);
	if (type == cudaMemHandleTypeNone)
		return cudart_report(cudaErrorInvalidValue);
	if (type != descriptor)
		return cudart_report(cudaErrorNotSupported);
	return cudart_report(import_pool(pool, (int)(intptr_t)handle));
}

cudaError_t pool_leave(struct CUmemPoolHandle_st *p) {
	pthread_mutex_lock(&imported.lock);
	bool ok = pool_is_unused(p);
	if (ok && --p->imports == 0) {
		struct CUmemPoolHandle_st **at = &imported.all;
		while (*at != p)
			at = &(*at)->next;
		*at = p->next;
		mempool_drop(p);
	}
	pthread_mutex_unlock(&imported.lock);
	return ok ? cudaSuccess : cudaErrorInvalidValue;
}

/* ---- pointers ---- */

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *data, void *p) {
	struct exported x = {.magic = MAGIC};
	struct CUmemPoolHandle_st *pool = data ? pool_of_block((uintptr_t)p, &x.offset,
	                                                       &x.size)
	                                       : NULL;
	if (!is_shareable(pool))
		return cudart_report(cudaErrorInvalidValue);
	x.inode = inode_of(pool->fd);
	memset(data, 0, sizeof *data);
	memcpy(data, &x, sizeof x);
	return cudaSuccess;
}

static bool is_of(const struct exported *x, const struct CUmemPoolHandle_st *p) {
	struct stat st;
	return x->magic == MAGIC && x->inode == p->inode && fstat(p->fd, &st) == 0 &&
	       x->size && !(x->offset % SIMT_PIECE) && x->offset < (u64)st.st_size &&
	       x->size <= (u64)st.st_size - x->offset;
}

/* Locked. */
static cudaError_t import_block(struct CUmemPoolHandle_st *p, const struct exported *x,
                                u64 *addr) {
	struct simt_memory_file part = {p->fd, x->offset, x->size};
	*addr = pool_block_at(p, x->offset);
	if (*addr)
		return cudaSuccess; /* one address, which one free ends, as on hardware */
	cudaError_t e = device_error(p->device, simt_import(p->device->dev, &part, addr));
	if (e == cudaSuccess && !pool_note_block(p, *addr, x->size, x->offset)) {
		simt_import_close(p->device->dev, *addr);
		e = cudaErrorMemoryAllocation;
	}
	return e;
}

cudaError_t cudaMemPoolImportPointer(void **p, cudaMemPool_t pool,
                                     struct cudaMemPoolPtrExportData *data) {
	struct exported x;
	u64 addr;
	if (!p || !data || !is_pool(pool) || !pool->imports)
		return cudart_report(cudaErrorInvalidValue);
	memcpy(&x, data, sizeof x);
	if (!is_of(&x, pool))
		return cudart_report(cudaErrorInvalidValue);
	pthread_mutex_lock(&imported.lock);
	cudaError_t e = import_block(pool, &x, &addr);
	pthread_mutex_unlock(&imported.lock);
	if (e == cudaSuccess)
		*p = (void *)(uintptr_t)addr;
	return cudart_report(e);
}
