/* device.h - the devices of the process, and which one the calling thread uses.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdatomic.h>

#include "runtime/core/topology.h"
#include "runtime/handles/error.h"

enum { MAX_DEVICES = 16 };

struct cuda_device {
	int index;
	struct simt_device *dev;
	_Atomic bool runtime_used; /* by functions of the runtime, not of the driver
	                              interface */
	bool lost; /* after a sticky error and a reset the process cannot use it any more
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

/* Returns how many devices the program sees. */
int device_count(void);
/* Which one of all a device is that the program sees: CUDA_VISIBLE_DEVICES picks some. */
int device_number(int index);
/* The way between two of them, as SIMT_TOPOLOGY has it. */
struct topology_link device_link(int from, int to);
/* Whether a device is on a switch that stores to, and reduces over, several devices. */
bool device_has_multicast(int index);
/* Whether memory of the device can be handed on by fabric handles: what joins devices to
 * a fabric is a switch of NVLink. */
bool device_has_fabric(int index);
/* a, b: as device_number has them. */
bool device_numbers_share_switch(int a, int b);
struct device_bus {
	unsigned domain, bus, device;
};
struct device_bus device_bus(int index);
/* Opens it if it is not open; cudaErrorInvalidDevice if there is none. */
cudaError_t device_at(int index, struct cuda_device **d);
/* The calling thread's device. */
cudaError_t device_current(struct cuda_device **d);
int device_current_index(void);
/* The open device in whose memory the address lies, or NULL. */
struct cuda_device *device_of_address(const void *p);
struct cuda_device *device_of(const struct simt_device *dev);
/* Makes a device, which is open, the calling thread's. */
void device_choose(int index);
/* The same for cudaSetDevice: the thread has used the runtime. */
void device_use(struct cuda_device *d);
/* Whether the calling thread has used the runtime: then the primary context of its device
 * is current, unless the driver interface has set another. */
bool device_is_bound(void);
/* Forgets that: the driver interface has taken the context away. */
void device_unbind(void);
bool device_is_open(int index);
/* Frees everything on it, as cudaDeviceReset does. */
cudaError_t device_reset(struct cuda_device *d);
/* Flags of cudaSetDeviceFlags, kept also before the device is open. */
bool device_flags_are_valid(unsigned flags);
cudaError_t device_set_flags(int device, unsigned flags);
unsigned device_flags(int device);
/* Converts the status of work on the device; prints a fault once. */
cudaError_t device_error(struct cuda_device *d, enum simt_status s);
/* The fault that the device keeps until it is reset, or cudaSuccess; prints it once. */
cudaError_t device_fault(struct cuda_device *d);
/* cudart/device_info.c; false: there is no such attribute. */
bool device_attribute(const struct cuda_device *d, enum cudaDeviceAttr attr, int *value);
void device_fill_properties(const struct cuda_device *d, struct cudaDeviceProp *p);
/* cudart/device_code.c: sets what answers calls of device code; count: of devices. */
void device_code_serve(struct cuda_device *d, int count);

/* The part of the L2 cache that may be set aside, in sixteenths, and the part at first,
 * as on an H100: a hint. */
enum { MOST_PERSISTING_UNITS = 10, FIRST_PERSISTING_UNITS = 3 };
size_t device_persisting_unit(void);
