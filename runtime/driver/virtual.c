/* virtual.c - addresses and memory apart (cuMemAddressReserve, cuMemCreate, cuMemMap):
 * memory is a file, which is mapped at reserved addresses.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "runtime/driver/multicast.h"
#include "runtime/driver/virtual.h"
#include "runtime/handles/address.h"

/* Memory that is mapped at reserved addresses, by address. */
struct mapping {
	struct slot slot;
	struct mapping *next;
	struct cuda_device *device;
	struct physical *memory;
	u64 addr, size;
	u32 allowed; /* bit per device, and HOST_IS_ALLOWED */
};
enum { HOST_IS_ALLOWED = 1 << MAX_DEVICES, ADDRESS_BITS = 47 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct physical *all; /* with handles or mappings */
static struct mapping *mappings;
static struct slots slots = SLOTS_INIT(struct physical);
static struct slots mapping_slots = SLOTS_INIT(struct mapping);

/* ---- memory ------------------------------------------------------------------------ */

void virtual_lock(void) {
	pthread_mutex_lock(&lock);
}

void virtual_unlock(void) {
	pthread_mutex_unlock(&lock);
}

struct physical *virtual_new(void) {
	return slot_take(&slots);
}

struct physical *virtual_find(CUmemGenericAllocationHandle handle) {
	struct physical *m = all;
	while (m && (uintptr_t)m != handle)
		m = m->next;
	return m;
}

CUmemGenericAllocationHandle virtual_publish(struct physical *m) {
	pthread_mutex_lock(&lock);
	m->refs = m->handles = 1;
	m->next = all;
	all = m;
	pthread_mutex_unlock(&lock);
	return (uintptr_t)m;
}

void virtual_unref(struct physical *m) {
	struct physical **at = &all;
	if (--m->refs)
		return;
	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	if (m->team)
		team_drop(m->team);
	close(m->fd);
	if (!m->imported && !m->team && !m->of_host)
		simt_memory_unclaim(m->device->dev, m->size);
	slot_give(&slots, m);
}

/* The host is one NUMA node, node 0. */
static bool is_host(const CUmemLocation *l) {
	return l->type == CU_MEM_LOCATION_TYPE_HOST ||
	       (l->type == CU_MEM_LOCATION_TYPE_HOST_NUMA && l->id == 0);
}

static cudaError_t check_prop(const CUmemAllocationProp *p, struct cuda_device **d) {
	const unsigned windows = CU_MEM_HANDLE_TYPE_WIN32 | CU_MEM_HANDLE_TYPE_WIN32_KMT;
	const unsigned known = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR |
	                       CU_MEM_HANDLE_TYPE_FABRIC;
	if (!p || p->type != CU_MEM_ALLOCATION_TYPE_PINNED ||
	    p->allocFlags.compressionType > CU_MEM_ALLOCATION_COMP_GENERIC ||
	    (unsigned)p->requestedHandleTypes & windows || p->win32HandleMetaData)
		return cudaErrorInvalidValue;
	for (u32 i = 0; i < countof(p->allocFlags.reserved); i++)
		if (p->allocFlags.reserved[i])
			return cudaErrorInvalidValue;
	if (p->location.type != CU_MEM_LOCATION_TYPE_DEVICE && !is_host(&p->location))
		return cudaErrorInvalidValue;
	/* Compression, a use as tiles and reach for other devices are hints, which no
	 * program sees but by asking for them back. */
	if ((unsigned)p->requestedHandleTypes & ~known)
		return cudaErrorNotSupported;
	cudaError_t e = is_host(&p->location) ? device_current(d)
	                                      : device_at(p->location.id, d);
	if (e == cudaSuccess && (p->requestedHandleTypes & CU_MEM_HANDLE_TYPE_FABRIC) &&
	    !device_has_fabric((*d)->index))
		e = cudaErrorNotSupported;
	return e;
}

/* A file that holds the memory, or -1; what a device has to give becomes less. */
static cudaError_t claim(struct cuda_device *d, u64 size, bool of_host, int *fd) {
	cudaError_t e = of_host ? cudaSuccess
	                        : device_error(d, simt_memory_claim(d->dev, size));
	if (e != cudaSuccess)
		return e;
	*fd = memfd_create("simt memory", MFD_CLOEXEC);
	if (*fd >= 0 && ftruncate(*fd, (off_t)size) == 0)
		return cudaSuccess;
	if (*fd >= 0)
		close(*fd);
	if (!of_host)
		simt_memory_unclaim(d->dev, size);
	return cudaErrorMemoryAllocation;
}

static cudaError_t create(CUmemGenericAllocationHandle *out, u64 size,
                          const CUmemAllocationProp *prop) {
	struct cuda_device *d;
	cudaError_t e = check_prop(prop, &d);
	if (e == cudaSuccess && (!size || size % SIMT_PIECE))
		e = cudaErrorInvalidValue;
	bool of_host = e == cudaSuccess && is_host(&prop->location);
	int fd;
	if (e == cudaSuccess)
		e = claim(d, size, of_host, &fd);
	if (e != cudaSuccess)
		return e;
	struct physical *m = slot_take(&slots);
	if (!m) {
		close(fd);
		if (!of_host)
			simt_memory_unclaim(d->dev, size);
		return cudaErrorMemoryAllocation;
	}
	m->device = d;
	m->of_host = of_host;
	m->fd = fd;
	m->size = size;
	m->prop = *prop;
	*out = virtual_publish(m);
	return cudaSuccess;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *out, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags) {
	return RUNTIME_BARE(out && !flags ? create(out, size, prop)
	                                  : cudaErrorInvalidValue);
}

static cudaError_t release(CUmemGenericAllocationHandle handle) {
	pthread_mutex_lock(&lock);
	struct physical *m = virtual_find(handle);
	bool ok = m && m->handles; /* else mappings alone keep it */
	if (ok) {
		m->handles--;
		virtual_unref(m);
	}
	pthread_mutex_unlock(&lock);
	return ok ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
	return RUNTIME_BARE(release(handle));
}

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option) {
	if (!bytes || !prop || (unsigned)option > CU_MEM_ALLOC_GRANULARITY_RECOMMENDED)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult r = driver_begin_bare();
	if (r != CUDA_SUCCESS)
		return r;
	*bytes = SIMT_PIECE; /* whether there is such memory or not, as on hardware */
	return driver_end(cudaSuccess);
}

CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *prop,
                                                CUmemGenericAllocationHandle handle) {
	pthread_mutex_lock(&lock);
	const struct physical *m = prop ? virtual_find(handle) : NULL;
	if (m && m->team)
		m = NULL;
	if (m)
		*prop = m->prop;
	pthread_mutex_unlock(&lock);
	return m ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- other processes --------------------------------------------------------------- */

/* What a fabric handle has: the memory's file. It goes from process to process as bytes,
 * and is good as long as the process that exported it has the memory. */
struct fabric_handle {
	u64 magic;
	struct file_elsewhere file;
	u64 zero[5];
};
_Static_assert(sizeof(struct fabric_handle) == sizeof(CUmemFabricHandle),
               "a fabric handle has 64 bytes");
#define MAGIC_FABRIC 0x666162726d697431ull

static bool write_fabric(void *out, int fd) {
	struct fabric_handle h = {.magic = MAGIC_FABRIC};
	struct stat st;
	if (fstat(fd, &st) != 0)
		return false;
	h.file = (struct file_elsewhere){getpid(), fd, (u64)st.st_ino};
	memcpy(out, &h, sizeof h);
	return true;
}

static bool write_descriptor(void *out, int fd) {
	int copy = dup(fd);
	memcpy(out, &copy, sizeof copy);
	return copy >= 0;
}

static cudaError_t export_memory(void *out, CUmemGenericAllocationHandle handle,
                                 CUmemAllocationHandleType type) {
	pthread_mutex_lock(&lock);
	const struct physical *m = virtual_find(handle);
	bool may = m && (m->prop.requestedHandleTypes & (unsigned)type);
	bool ok = may &&
	          (type == CU_MEM_HANDLE_TYPE_FABRIC ? write_fabric
	                                             : write_descriptor)(out, m->fd);
	pthread_mutex_unlock(&lock);
	if (!may)
		return cudaErrorInvalidValue;
	return ok ? cudaSuccess : cudaErrorUnknown;
}

static bool is_shareable(CUmemAllocationHandleType type) {
	return type == CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR ||
	       type == CU_MEM_HANDLE_TYPE_FABRIC;
}

CUresult cuMemExportToShareableHandle(void *out, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type,
                                      unsigned long long flags) {
	if (!out || flags)
		return CUDA_ERROR_INVALID_VALUE;
	if (!is_shareable(type))
		return CUDA_ERROR_INVALID_VALUE;
	return RUNTIME_BARE(export_memory(out, handle, type));
}

/* Takes the descriptor over. */
static cudaError_t import_file(CUmemGenericAllocationHandle *out, struct cuda_device *d,
                               int fd, CUmemAllocationHandleType type) {
	struct stat st;
	if (fd < 0)
		return type == CU_MEM_HANDLE_TYPE_FABRIC ? cudaErrorInvalidValue
		                                         : cudaErrorUnknown;
	struct team *team = team_open(fd);
	if (fstat(fd, &st) != 0 || st.st_size <= 0 ||
	    (!team && st.st_size % SIMT_PIECE)) {
		close(fd);
		return cudaErrorInvalidValue;
	}
	struct physical *m = slot_take(&slots);
	if (!m) {
		close(fd);
		return cudaErrorMemoryAllocation;
	}
	if (team) {
		m->team = team;
		m->size = team_size(team);
	} else {
		m->size = (u64)st.st_size;
	}
	m->device = d;
	m->fd = fd;
	m->imported = true;
	m->prop = (CUmemAllocationProp){
		.type = CU_MEM_ALLOCATION_TYPE_PINNED,
		.requestedHandleTypes = type,
		.location = {CU_MEM_LOCATION_TYPE_DEVICE, d->index},
	};
	*out = virtual_publish(m);
	return cudaSuccess;
}

static int open_fabric(const void *handle) {
	struct fabric_handle h;
	memcpy(&h, handle, sizeof h);
	return h.magic == MAGIC_FABRIC ? file_open_elsewhere(&h.file) : -1;
}

static cudaError_t import_memory(CUmemGenericAllocationHandle *out, void *handle,
                                 CUmemAllocationHandleType type) {
	bool is_fabric = type == CU_MEM_HANDLE_TYPE_FABRIC;
	struct cuda_device *d;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess && is_fabric && !device_has_fabric(d->index))
		e = cudaErrorNotSupported;
	if (e == cudaSuccess && is_fabric && !handle)
		e = cudaErrorInvalidValue;
	if (e != cudaSuccess)
		return e;
	/* A descriptor is the pointer itself. */
	return import_file(out, d,
	                   is_fabric ? open_fabric(handle) : dup((int)(intptr_t)handle),
	                   type);
}

CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *out, void *handle,
                                        CUmemAllocationHandleType type) {
	if (!out)
		return CUDA_ERROR_INVALID_VALUE;
	/* no type at all is told apart once the driver is initialised */
	if (!is_shareable(type))
		return !type && driver_is_ready() ? CUDA_ERROR_INVALID_VALUE
		                                  : CUDA_ERROR_NOT_SUPPORTED;
	return RUNTIME_BARE(import_memory(out, handle, type));
}

/* ---- addresses --------------------------------------------------------------------- */

/* Locked. The first mapping that ends after p. */
static struct mapping **at_address(u64 p) {
	struct mapping **at = &mappings;
	while (*at && (*at)->addr + (*at)->size <= p)
		at = &(*at)->next;
	return at;
}

/* Locked. */
static bool is_mapped(u64 p, u64 size) {
	const struct mapping *m = *at_address(p);
	return m && m->addr < p + size;
}

static cudaError_t reserve(CUdeviceptr *out, u64 size, u64 align, u64 wanted) {
	struct cuda_device *d;
	u64 addr;
	cudaError_t e = device_current(&d);
	if (e == cudaSuccess && wanted % SIMT_PIECE)
		return cudaErrorInvalidValue;
	if (e == cudaSuccess && wanted >> ADDRESS_BITS)
		return cudaErrorMemoryAllocation;
	if (align && align < SIMT_PIECE && !(align & (align - 1)))
		align = SIMT_PIECE; /* aligned better than was asked */
	if (e == cudaSuccess)
		e = device_error(d, simt_reserve(d->dev, size, align, wanted, &addr));
	if (e == cudaSuccess)
		*out = addr;
	return e;
}

CUresult cuMemAddressReserve(CUdeviceptr *out, size_t size, size_t align,
                             CUdeviceptr wanted, unsigned long long flags) {
	return RUNTIME_BARE(out && !flags ? reserve(out, size, align, wanted)
	                                  : cudaErrorInvalidValue);
}

static cudaError_t unreserve(CUdeviceptr p, u64 size) {
	struct cuda_device *d = device_of_address(host_pointer(p));
	pthread_mutex_lock(&lock);
	bool used = is_mapped(p, size);
	pthread_mutex_unlock(&lock);
	return d && !used ? device_error(d, simt_unreserve(d->dev, p, size))
	                  : cudaErrorInvalidValue;
}

CUresult cuMemAddressFree(CUdeviceptr p, size_t size) {
	return RUNTIME_BARE(unreserve(p, size));
}

/* ---- memory at addresses ----------------------------------------------------------- */

static cudaError_t map(CUdeviceptr p, u64 size, u64 offset,
                       CUmemGenericAllocationHandle handle) {
	struct cuda_device *d = device_of_address(host_pointer(p));
	struct physical *m = virtual_find(handle);
	if (!d || !m || !size || (m->team && size > m->size))
		return cudaErrorInvalidValue;
	if (offset || (size != m->size && !m->team)) /* as on hardware: all of it */
		return cudaErrorNotSupported;
	if (is_mapped(p, size))
		return cudaErrorInvalidValue;
	struct simt_memory_file part = {m->fd, offset, size};
	struct mapping *n = slot_take(&mapping_slots), **at = at_address(p);
	if (!n)
		return cudaErrorMemoryAllocation;
	cudaError_t e = device_error(d, m->team ? simt_multicast_check(d->dev, p, size)
	                                        : simt_map(d->dev, p, &part));
	if (e != cudaSuccess) {
		slot_give(&mapping_slots, n);
		return e;
	}
	n->device = d;
	n->memory = m;
	n->addr = p;
	n->size = size;
	n->next = *at;
	*at = n;
	m->refs++;
	return cudaSuccess;
}

static cudaError_t map_locked(CUdeviceptr p, u64 size, u64 offset,
                              CUmemGenericAllocationHandle handle) {
	team_wait(handle, "cuMemMap");
	pthread_mutex_lock(&lock);
	cudaError_t e = map(p, size, offset, handle);
	pthread_mutex_unlock(&lock);
	return e;
}

CUresult cuMemMap(CUdeviceptr p, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags) {
	return RUNTIME_BARE(flags ? cudaErrorInvalidValue
	                          : map_locked(p, size, offset, handle));
}

/* Whether [p, p + size) cuts no mapping; there may be gaps (this and what follows was
 * recorded on an H200). */
static bool has_whole_mappings(const struct mapping *first, u64 p, u64 size) {
	const struct mapping *m = first;
	while (m && m->addr >= p && m->addr + m->size <= p + size)
		m = m->next;
	return !m || m->addr >= p + size;
}

/* Whether such a range begins and ends with a mapping. */
static bool is_span_of_mappings(const struct mapping *first, u64 p, u64 size) {
	const struct mapping *last = first;
	if (!first || first->addr != p || !has_whole_mappings(first, p, size))
		return false;
	while (last->next && last->next->addr < p + size)
		last = last->next;
	return last->addr + last->size == p + size;
}

/* Locked. */
static cudaError_t unmap_one(const struct mapping *m) {
	struct cuda_device *who;
	if (!m->memory->team)
		return device_error(m->device,
		                    simt_unmap(m->device->dev, m->addr, m->size));
	for (int i = 0; i < device_count(); i++)
		if (m->allowed >> i & 1 && device_at(i, &who) == cudaSuccess)
			simt_multicast_hide(who->dev, m->addr);
	return cudaSuccess;
}

static cudaError_t unmap(CUdeviceptr p, u64 size) {
	struct cuda_device *d = device_of_address(host_pointer(p));
	struct mapping **at = at_address(p);
	if (!d)
		return cudaErrorInvalidValue;
	if (!is_mapped(p, size)) /* no error where addresses are reserved */
		return device_error(d, simt_multicast_check(d->dev, p, size));
	if (!has_whole_mappings(*at, p, size))
		return cudaErrorInvalidValue;
	cudaError_t e = cudaSuccess;
	while (e == cudaSuccess && *at && (*at)->addr < p + size) {
		struct mapping *m = *at;
		e = unmap_one(m);
		if (e != cudaSuccess)
			break;
		*at = m->next;
		virtual_unref(m->memory);
		slot_give(&mapping_slots, m);
	}
	return e;
}

static cudaError_t unmap_locked(CUdeviceptr p, u64 size) {
	struct cuda_device *d = device_of_address(host_pointer(p));
	if (!d)
		return cudaErrorInvalidValue;
	cudaError_t e = device_error(d, simt_device_wait(d->dev));
	pthread_mutex_lock(&lock);
	if (e == cudaSuccess)
		e = unmap(p, size);
	pthread_mutex_unlock(&lock);
	return e;
}

CUresult cuMemUnmap(CUdeviceptr p, size_t size) {
	return RUNTIME_BARE(unmap_locked(p, size));
}

/* ---- access ------------------------------------------------------------------------ */

static bool is_host_location(CUmemLocationType type) {
	return type == CU_MEM_LOCATION_TYPE_HOST ||
	       type == CU_MEM_LOCATION_TYPE_HOST_NUMA;
}

static cudaError_t check_access(const CUmemAccessDesc *a, struct cuda_device **d) {
	*d = NULL; /* the host */
	if (a->location.type != CU_MEM_LOCATION_TYPE_DEVICE &&
	    !is_host_location(a->location.type))
		return cudaErrorInvalidValue;
	if (a->flags == CU_MEM_ACCESS_FLAGS_PROT_READ)
		return cudaErrorNotSupported; /* pages allow both or neither */
	if (a->flags != CU_MEM_ACCESS_FLAGS_PROT_NONE &&
	    a->flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
		return cudaErrorInvalidValue;
	return is_host_location(a->location.type) ? cudaSuccess
	                                          : device_at(a->location.id, d);
}

/* Pages are accessible as long as one may use them. */
static cudaError_t open_pages(struct mapping *m, u32 now) {
	if ((now != 0) != (m->allowed != 0)) {
		cudaError_t e = device_error(
			m->device,
			simt_allow(m->device->dev, m->addr, m->size, now != 0));
		if (e != cudaSuccess)
			return e;
	}
	m->allowed = now;
	return cudaSuccess;
}

/* Only devices of the team reach its object. */
static cudaError_t allow_team(struct mapping *m, struct cuda_device *who, u32 now) {
	struct team *t = m->memory->team;
	if (now == m->allowed)
		return cudaSuccess;
	if (!team_has(t, who))
		return cudaErrorInvalidDevice;
	cudaError_t e = device_error(
		who, now > m->allowed ? simt_multicast_show(who->dev, m->addr, m->size,
	                                                    team_object(t))
				      : simt_multicast_hide(who->dev, m->addr));
	if (e == cudaSuccess)
		m->allowed = now;
	return e;
}

/* who: NULL for the host, which reaches its own memory alone. Devices other than the
 * owner of the addresses become its peers. */
static cudaError_t allow(struct mapping *m, struct cuda_device *who, bool allowed) {
	u32 bit = who ? 1u << who->index : (u32)HOST_IS_ALLOWED;
	u32 now = allowed ? m->allowed | bit : m->allowed & ~bit;
	if (!who)
		return m->memory->of_host ? open_pages(m, now) : cudaErrorNotSupported;
	if (m->memory->team)
		return allow_team(m, who, now);
	if (who != m->device && !device_link(who->index, m->device->index).peer)
		return cudaErrorInvalidDevice;
	if (allowed && who != m->device && !who->peer[m->device->index])
		simt_peer_enable(who->dev,
		                 m->device->dev); /* an error: they are peers already */
	return open_pages(m, now);
}

static cudaError_t set_access(CUdeviceptr p, u64 size, const CUmemAccessDesc *desc,
                              size_t n) {
	struct mapping *first = *at_address(p);
	struct cuda_device *d;
	bool ok = desc && n && is_span_of_mappings(first, p, size);
	cudaError_t e = ok ? cudaSuccess : cudaErrorInvalidValue;
	for (size_t i = 0; i < n && e == cudaSuccess; i++) {
		e = check_access(&desc[i], &d);
		u64 end = p; /* what follows a gap stays as it is */
		for (struct mapping *m = first;
		     e == cudaSuccess && m && m->addr == end && end < p + size;
		     m = m->next) {
			e = allow(m, d,
			          desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
			end += m->size;
		}
	}
	return e;
}

/* Work that is queued may use what becomes unreachable. */
static bool takes_away(const CUmemAccessDesc *desc, size_t n) {
	for (size_t i = 0; desc && i < n; i++)
		if (desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_NONE)
			return true;
	return false;
}

static cudaError_t set_access_locked(CUdeviceptr p, u64 size, const CUmemAccessDesc *desc,
                                     size_t n) {
	struct cuda_device *d = device_of_address(host_pointer(p));
	cudaError_t e = cudaSuccess;
	if (d && takes_away(desc, n))
		e = device_error(d, simt_device_wait(d->dev));
	pthread_mutex_lock(&lock);
	if (e == cudaSuccess)
		e = set_access(p, size, desc, n);
	pthread_mutex_unlock(&lock);
	return e;
}

CUresult cuMemSetAccess(CUdeviceptr p, size_t size, const CUmemAccessDesc *desc,
                        size_t n) {
	return RUNTIME_BARE(set_access_locked(p, size, desc, n));
}

/* The host reads and writes mapped memory here, too; what a NUMA node may is not said. */
static cudaError_t get_host_access(unsigned long long *flags, CUmemLocationType type,
                                   CUdeviceptr p) {
	if (pointed_by(host_pointer(p)).to == POINTED_NOTHING)
		return cudaErrorInvalidValue;
	*flags = type == CU_MEM_LOCATION_TYPE_HOST ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
	                                           : CU_MEM_ACCESS_FLAGS_PROT_NONE;
	return cudaSuccess;
}

static cudaError_t get_access(unsigned long long *flags, const CUmemLocation *where,
                              CUdeviceptr p) {
	struct cuda_device *d;
	if (!p)
		return cudaErrorInvalidValue;
	if (is_host_location(where->type))
		return get_host_access(flags, where->type, p);
	if (where->type != CU_MEM_LOCATION_TYPE_DEVICE)
		return cudaErrorInvalidDevice;
	cudaError_t e = device_at(where->id, &d);
	if (e != cudaSuccess)
		return e;
	struct pointed at = pointed_by(host_pointer(p));
	*flags = CU_MEM_ACCESS_FLAGS_PROT_NONE; /* of other memory, and of none */
	if (at.to != POINTED_MAPPED)
		return at.to == POINTED_NOTHING ? cudaErrorInvalidValue : cudaSuccess;
	pthread_mutex_lock(&lock);
	const struct mapping *m = *at_address(p);
	bool inside = m && p >= m->addr;
	if (inside)
		*flags = m->allowed >> d->index & 1 ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
		                                    : CU_MEM_ACCESS_FLAGS_PROT_NONE;
	pthread_mutex_unlock(&lock);
	return inside ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuMemGetAccess(unsigned long long *flags, const CUmemLocation *where,
                        CUdeviceptr p) {
	return RUNTIME_BARE(flags && where ? get_access(flags, where, p)
	                                   : cudaErrorInvalidValue);
}

bool virtual_range_at(u64 addr, struct virtual_range *r) {
	pthread_mutex_lock(&lock);
	const struct mapping *m = *at_address(addr);
	bool inside = m && addr >= m->addr;
	if (inside)
		*r = (struct virtual_range){m->addr, m->size, m->allowed,
		                            (u32)m->memory->prop.requestedHandleTypes};
	pthread_mutex_unlock(&lock);
	return inside;
}

struct physical *virtual_memory_at(u64 addr, u64 *offset, u64 *rest) {
	struct mapping *m = *at_address(addr);
	if (!m || addr < m->addr || m->memory->team)
		return NULL;
	*offset = addr - m->addr;
	*rest = m->size - *offset;
	return m->memory;
}

static cudaError_t retain(CUmemGenericAllocationHandle *out, CUdeviceptr p) {
	pthread_mutex_lock(&lock);
	struct mapping *m = *at_address(p);
	bool inside = m && p >= m->addr;
	if (inside) {
		m->memory->refs++;
		m->memory->handles++;
		*out = (uintptr_t)m->memory;
	}
	pthread_mutex_unlock(&lock);
	return inside ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *out, void *p) {
	return RUNTIME_BARE(out ? retain(out, (uintptr_t)p) : cudaErrorInvalidValue);
}
