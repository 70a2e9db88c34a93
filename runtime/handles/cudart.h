/* cudart.h - what the files of libcudart share: the devices, the calling thread,
 * registered code. Every exported function is a shim: it finds the device or the handle,
 * calls runtime/core/api.h, and gives the status on as a cudaError, whose numbers the
 * statuses have.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "base/arena.h"
#include "cuda_runtime_api.h"
#include "runtime/core/api.h"
#include <simt/host_runtime.h>

#include "runtime/handles/calls.h"

enum {
	MAX_DEVICES = 16,
	PITCH_ALIGN = 512,       /* of rows of cudaMallocPitch */
	SENT_AWAY_BYTES = 65536, /* host memory up to this size is copied away at once */
};

/* ---- errors ---- */

/* Remembers what is wrong as the thread's last error, and gives it back. */
cudaError_t cudart_report_from(const char *function, cudaError_t e);
#define cudart_report(e) cudart_report_from(__func__, (e))
/* logs.c: a call failed. */
void cudart_log(cudaError_t e);
/* Between on and off the calling thread's last error stays as it is: the driver interface
 * has none. */
void cudart_quiet(bool on);
bool cudart_is_quiet(void);

/* ---- devices ---- */

struct cuda_device {
	int index;
	struct simt_device *dev;
	_Atomic bool runtime_used; /* by functions of the runtime, not of the driver
	                              interface */
	bool lost; /* a sticky error and then a reset: the process has no device any more
	            */
	bool fault_shown;
	bool blocking; /* CUDA_LAUNCH_BLOCKING */
	bool heap_was_set;
	u32 flags;
	u32 generation; /* counts resets */
	size_t limit[cudaLimitPersistingL2CacheSize + 1];
	enum cudaFuncCache cache_config;
	enum cudaSharedMemConfig shared_config;
	bool peer[MAX_DEVICES]; /* enabled from here */
	struct CUmemPoolHandle_st *default_pool, *pool;
};

/* The devices that the program sees. */
int device_count(void);
/* Opens it if it is not open; cudaErrorInvalidDevice if there is none. */
cudaError_t device_at(int index, struct cuda_device **d);
/* The calling thread's. */
cudaError_t device_current(struct cuda_device **d);
int device_current_index(void);
/* The open device in whose memory the address lies, or NULL. */
struct cuda_device *device_of_address(const void *p);
struct cuda_device *device_of(const struct simt_device *dev);
/* The calling thread's device from now on; it is open. */
void device_choose(int index);
/* The calling thread has used the runtime: the primary context of its device is current,
 * unless the driver interface says otherwise. */
bool device_is_bound(void);
bool device_is_open(int index);
/* Everything on it is gone, as after cudaDeviceReset. */
cudaError_t device_reset(struct cuda_device *d);
cudaError_t device_set_flags(int device, unsigned flags);
unsigned device_flags(int device);
/* A status of work on the device as an error; a fault is shown to the user once. */
cudaError_t device_error(struct cuda_device *d, enum simt_status s);
/* device_info.c; false: there is no such attribute. */
bool device_attribute(const struct cuda_device *d, enum cudaDeviceAttr attr, int *value);
/* device_code.c: answers what kernels ask; count: of devices. */
void device_code_serve(struct cuda_device *d, int count);
/* function.c */
void function_fill(const struct simt_function *f, struct cudaFuncAttributes *out);
/* device_info.c */
void device_fill_properties(const struct cuda_device *d, struct cudaDeviceProp *p);

/* ---- handles ---- */

/* Records of one kind that are handed out and taken back; their memory stays readable, so
 * that a handle can be told from one that was given back. */
struct slots {
	pthread_mutex_t lock;
	struct arena arena;
	size_t size;
	struct slot *spare;
};
#define SLOTS_INIT(T) {.lock = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(T)}

struct slot {
	struct slot *next;
	bool live;
};
/* A record that begins with a struct slot, zero but for that; NULL: no memory. */
void *slot_take(struct slots *s);
/* False: it was given back already. */
bool slot_give(struct slots *s, void *record);

/* Something that lives no longer than its context, see handles/context.h. */
struct owned {
	struct owned *prev, *next;
	void (*drop)(struct owned *o);
};

/* ---- streams ---- */

enum stream_zero { ZERO_IS_LEGACY, ZERO_IS_PER_THREAD };

struct CUstream_st {
	struct slot slot;
	struct simt_stream *stream;
	struct cuda_device *device;
	struct owned own;
	struct CUctx_st *context; /* NULL: the primary one */
	u32 generation;           /* of the device when it was made */
	unsigned flags;
	struct cudaAccessPolicyWindow
		window;  /* from here: kept for cudaStreamGetAttribute */
	int sync_policy; /* enum cudaSynchronizationPolicy, or -1 */
	cudaLaunchMemSyncDomainMap domain_map;
	cudaLaunchMemSyncDomain domain;
	bool is_legacy; /* the legacy default stream */
	/* capture.c's: what captures it, and the nodes that its next one comes after */
	struct capture *capture;
	struct CUstream_st *capture_next;
	cudaGraphNode_t *deps;
	cudaGraphEdgeData *dep_data;
	u32 ndep, dep_cap;
};

struct CUevent_st {
	struct slot slot;
	struct owned own;
	struct simt_event *event;
	struct ipc_event *shared; /* with other processes; else NULL */
	struct cuda_device *device;
	u32 generation;
	/* The capture that it was last recorded in, or 0; and after which nodes. */
	u64 capture_id;
	cudaGraphNode_t *captured;
	u32 captured_n;
	u8 captured_port; /* enum of kernel nodes' ports */
	bool recorded;    /* outside of captures, once at least */
};
/* event.c: a record after a kernel, of its end or of what the port says. */
cudaError_t event_record(cudaEvent_t e, struct CUstream_st *s, unsigned flags, u8 port);
/* cudaErrorInvalidResourceHandle if it is no event. */
cudaError_t event_find(cudaEvent_t e);

/* The stream that a handle means. */
cudaError_t stream_find(cudaStream_t handle, enum stream_zero zero,
                        struct CUstream_st **s);
/* For a launch or a record: it must be the current device's. */
/* Of attributes that are hints, whether the value is one that there is. */
enum { MOST_OF_WINDOW = 128 << 20 }; /* bytes of an access policy */
/* What may be set aside of the L2 cache, in sixteenths of it, and what is at first: a
 * hint, as an H100 takes it. */
enum { MOST_PERSISTING_UNITS = 10, FIRST_PERSISTING_UNITS = 3 };
size_t device_persisting_unit(void);
cudaError_t stream_check_hint(cudaLaunchAttributeID id,
                              const cudaLaunchAttributeValue *v);
cudaError_t stream_find_here(cudaStream_t handle, enum stream_zero zero,
                             struct CUstream_st **s);
/* After work was queued: waits for it if the user wants launches to block. */
cudaError_t stream_queued(struct CUstream_st *s, enum simt_status status);
/* The device was reset: forgets its default streams. */
void streams_forget(struct cuda_device *d);

/* A function of two names: with stream 0 as the legacy default stream, or as the calling
 * thread's. */
#define CUDA_PTSZ_NAMED(name, twin, impl, params, ...)                       \
	cudaError_t name params {                                            \
		return cudart_report(impl(ZERO_IS_LEGACY, __VA_ARGS__));     \
	}                                                                    \
	cudaError_t twin params;                                             \
	cudaError_t twin params {                                            \
		return cudart_report(impl(ZERO_IS_PER_THREAD, __VA_ARGS__)); \
	}
#define CUDA_PTSZ(name, impl, params, ...) \
	CUDA_PTSZ_NAMED(name, name##_ptsz, impl, params, __VA_ARGS__)
#define CUDA_PTDS(name, impl, params, ...) \
	CUDA_PTSZ_NAMED(name, name##_ptds, impl, params, __VA_ARGS__)

/* ---- registered code ---- */

/* The driver interface takes a kernel where it takes a function: both begin with what
 * they are. */
enum handle_kind { HANDLE_KERNEL = 0x6b65726e, HANDLE_FUNCTION = 0x66756e63 };

struct CUkern_st {
	struct slot slot;
	u32 handle; /* HANDLE_KERNEL */
	struct binary *binary;
	struct CUkern_st *next; /* of the binary */
	const char *name;
	_Atomic(struct simt_function *) function[MAX_DEVICES];
};

/* A kernel of one module on one device. */
struct CUfunc_st {
	struct slot slot;
	u32 handle; /* HANDLE_FUNCTION */
	struct CUmod_st *module;
	struct cuda_device *device;
	struct simt_function *function;
	struct legacy_launch *legacy; /* of cuLaunch; NULL until it is told something */
};

/* The kernel of a host function, or of a handle. */
cudaError_t kernel_find(const void *func, struct CUkern_st **k);
/* The same with the error of those who ask for the kernel itself. */
cudaError_t kernel_of_symbol(const void *symbol, struct CUkern_st **k);
/* What it is on the device; loads its module if nobody has. */
cudaError_t kernel_on(struct CUkern_st *k, struct cuda_device *d,
                      struct simt_function **f);
/* Address and size on the current device of the variable with this host shadow. */
cudaError_t symbol_find(const void *symbol, struct cuda_device **d, u64 *addr, u64 *size);
/* The device was reset: its modules are gone. */
void registry_forget(struct cuda_device *d);

/* ---- memory ---- */

/* An address as the runtime sees it. */
struct place {
	struct cuda_device *device; /* NULL: host memory that the runtime does not know */
	struct simt_allocation allocation;
	bool registered; /* host memory that the program registered */
};
struct place place_of(const void *p);
/* memory.c: the registered range that holds addr, and the program's flags of it. */
bool host_range_at(u64 addr, u64 *base, u64 *size, unsigned *flags);
void host_range_mark(u64 addr, unsigned mask, unsigned value);
/* Bits of the flags of allocations and registered ranges that are not the program's:
 * copies are to be synchronous, which they are anyway; but the driver interface gives it
 * back. */
enum { MARK_SYNCHRONOUS = 0x80 };

/* What memory an address belongs to, as programs are told. */
enum pointed_to {
	POINTED_NOTHING, /* belongs to no allocation: never did, no longer does, or not
	                    yet */
	POINTED_ALLOCATION,
	POINTED_REGISTERED,
	POINTED_VARIABLE,
	POINTED_POOL,
	POINTED_MAPPED, /* memory of cuMemCreate */
	POINTED_GRAPH,
};
struct pointed {
	enum pointed_to to;
	struct cuda_device *device;
	enum simt_memory_kind
		kind; /* of registered memory SIMT_MEMORY_HOST; 0: nothing */
	u64 base, size;
	unsigned flags;
	bool is_open; /* kernels of the current device may use it */
	struct CUmemPoolHandle_st *pool;
	u64 reserved_base,
		reserved_size; /* of cuMemAddressReserve, also where nothing is mapped */
};
struct pointed pointed_by(const void *p);
/* copy.c: what the parameters mean. */
cudaError_t copy_plan(const struct cudaMemcpy3DParms *p, struct simt_copy *c);
/* An address inside a variable with room for count bytes. */
cudaError_t symbol_range(const void *symbol, size_t count, size_t offset, u64 *addr);
/* Graphs look at the symbol before all else. */
cudaError_t symbol_known(const void *symbol);
/* graph_exec.c: the device is about to be reset; graphs of it cannot be launched any
 * more. */
void graphs_forget(struct cuda_device *d);
/* graph_memory.c: memory of graphs is freed by the program. *mine: it was such memory. */
cudaError_t graph_memory_take_back(u64 addr, bool *mine);
/* Memory of graphs starts at addr. *size: what the program may use of it now; 0: it is
 * free. */
bool graph_memory_shown(u64 addr, u64 *size);
/* driver/virtual.c: what is mapped at an address. */
struct virtual_range {
	u64 base, size;
	u32 allowed; /* bit per device */
	u32 handles; /* CUmemAllocationHandleType that it was made for */
};
bool virtual_range_at(u64 addr, struct virtual_range *r);
/* memory.c */
cudaError_t memory_alloc_kind(struct cuda_device *d, enum simt_memory_kind kind,
                              u32 flags, void **p, size_t size);
/* Device memory as a part of a file, from *offset on; see simt_alloc_shared. */
cudaError_t memory_alloc_shared(struct cuda_device *d, int fd, void **p, size_t size,
                                u64 *offset);
/* copy.c: fills as cudaMemset does, or as cudaMemsetAsync. */
cudaError_t fill_queue(enum stream_zero zero, cudaStream_t stream,
                       const struct simt_fill *f, bool async);
cudaError_t cudaMemcpy_ptds(void *dst, const void *src, size_t count,
                            enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy3D_ptds(const struct cudaMemcpy3DParms *p);
/* pool.c: the pool of a block; NULL: it is none. */
struct CUmemPoolHandle_st *pool_of_address(u64 addr);
/* The block at addr is of a pool of host memory that the device was not given access to.
 */
bool pool_hides(u64 addr, int device);
/* A block of a pool is given back. True if p was one. */
bool pool_take_back(struct cuda_device *d, u64 addr, bool in_stream);
void pools_forget(struct cuda_device *d);
