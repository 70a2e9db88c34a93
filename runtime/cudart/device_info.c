/* device_info.c - properties, attributes, versions and atomic capabilities of devices.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/handles/device.h"
#include "runtime/handles/stream.h"

enum { DRIVER_VERSION = 13000 };

/* ---- properties ---- */

static int host_cache_bytes(void) {
	long n = sysconf(_SC_LEVEL2_CACHE_SIZE);
	return n > 0 ? (int)MIN(n, 1l << 30) : 0;
}

size_t device_persisting_unit(void) {
	return (size_t)host_cache_bytes() / 16;
}

static void fill_core(struct cudaDeviceProp *p, const struct simt_properties *s) {
	snprintf(p->name, sizeof p->name, "%s", s->name);
	p->totalGlobalMem = s->memory_bytes;
	p->sharedMemPerBlock = s->shared_cta;
	p->sharedMemPerBlockOptin = s->shared_cta_optin;
	p->sharedMemPerMultiprocessor = s->shared_sm;
	p->reservedSharedMemPerBlock = s->shared_reserved;
	p->regsPerBlock = (int)s->regs_cta;
	p->regsPerMultiprocessor = (int)s->regs_sm;
	p->warpSize = (int)s->warp_lanes;
	p->maxThreadsPerBlock = (int)s->max_threads_cta;
	p->maxThreadsPerMultiProcessor = (int)s->max_threads_sm;
	p->maxBlocksPerMultiProcessor = (int)s->max_ctas_sm;
	p->totalConstMem = s->const_bytes;
	p->major = (int)s->sm / 10;
	p->minor = (int)s->sm % 10;
	p->multiProcessorCount = (int)s->multiprocessors;
	p->clusterLaunch = s->sm >= 90;
	for (int i = 0; i < 3; i++) {
		p->maxThreadsDim[i] = (int)s->max_block[i];
		p->maxGridSize[i] = (int)s->max_grid[i];
	}
}

static void fill_features(struct cudaDeviceProp *p) {
	p->memPitch = 0x7fffffff;
	p->canMapHostMemory = 1;
	p->concurrentKernels = 1;
	p->asyncEngineCount = 2;
	p->unifiedAddressing = 1;
	p->l2CacheSize = host_cache_bytes();
	p->persistingL2CacheMaxSize = (int)(device_persisting_unit() *
	                                    MOST_PERSISTING_UNITS);
	p->streamPrioritiesSupported = 1;
	p->managedMemory = 1;
	p->concurrentManagedAccess = 1;
	p->computePreemptionSupported = 1;
	p->canUseHostPointerForRegisteredMem = 1;
	p->cooperativeLaunch = 1;
	p->directManagedMemAccessFromHost = 1;
	p->hostNativeAtomicSupported = 1;
	p->hostRegisterSupported = 1;
	p->memoryPoolsSupported = 1;
	p->memoryPoolSupportedHandleTypes = cudaMemHandleTypePosixFileDescriptor;
	p->accessPolicyMaxWindowSize = MOST_OF_WINDOW;
	p->ipcEventSupported = 1;
	p->globalL1CacheSupported = p->localL1CacheSupported = 1;
	p->unifiedFunctionPointers = 0;
	p->deviceNumaId = -1;
	p->hostNumaId = -1;
}

/* CUDA C++ Programming Guide, technical specifications; the same from compute
 * capability 5.0 on. */
static void fill_texture_limits(struct cudaDeviceProp *p) {
	static const struct cudaDeviceProp limits = {
		.textureAlignment = 512,
		.texturePitchAlignment = 32,
		.surfaceAlignment = 512,
		.maxTexture1D = 131072,
		.maxTexture1DMipmap = 32768,
		.maxTexture2D = {131072, 65536},
		.maxTexture2DMipmap = {32768, 32768},
		.maxTexture2DLinear = {131072, 65000, 2097120},
		.maxTexture2DGather = {32768, 32768},
		.maxTexture3D = {16384, 16384, 16384},
		.maxTexture3DAlt = {8192, 8192, 32768},
		.maxTextureCubemap = 32768,
		.maxTexture1DLayered = {32768, 2048},
		.maxTexture2DLayered = {32768, 32768, 2048},
		.maxTextureCubemapLayered = {32768, 2046},
		.maxSurface1D = 32768,
		.maxSurface2D = {131072, 65536},
		.maxSurface3D = {16384, 16384, 16384},
		.maxSurface1DLayered = {32768, 2048},
		.maxSurface2DLayered = {32768, 32768, 2048},
		.maxSurfaceCubemap = 32768,
		.maxSurfaceCubemapLayered = {32768, 2046},
	};
	*p = limits;
}

/* Fields that CUDA 13 has removed, for programs that define SIMT_CUDA_COMPAT: see
 * driver_types.h. */
static void fill_removed(struct cudaDeviceProp *p, const struct simt_properties *s) {
	const int removed[] = {
		[0] = (int)s->clock_khz, /* clockRate */
		[1] = 1,                 /* deviceOverlap */
		[2] = getenv("SIMT_TIMEOUT_MS") != NULL,
		[3] = cudaComputeModeDefault,
		[4] = (int)s->clock_khz, /* memoryClockRate */
		[5] = 131072,            /* maxTexture1DLinear */
		[6] = 2,                 /* singleToDoublePrecisionPerfRatio */
		[7] = 0,                 /* cooperativeMultiDeviceLaunch */
	};
	memcpy(p->reserved, removed, sizeof removed);
}

void device_fill_properties(const struct cuda_device *d, struct cudaDeviceProp *p) {
	struct simt_properties s;
	simt_device_properties(d->dev, &s);
	fill_texture_limits(p);
	fill_core(p, &s);
	fill_features(p);
	fill_removed(p, &s);
	struct device_bus bus = device_bus(d->index);
	p->pciDomainID = (int)bus.domain;
	p->pciBusID = (int)bus.bus;
	p->pciDeviceID = (int)bus.device;
	memcpy(p->uuid.bytes, "simt-device", 11);
	p->uuid.bytes[15] = (char)device_number(d->index);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device) {
	struct cuda_device *d;
	cudaError_t e = prop ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e == cudaErrorNoDevice)
		e = cudaErrorInvalidDevice;
	if (e == cudaSuccess)
		device_fill_properties(d, prop);
	return cudart_report(e);
}

/* ---- attributes ---- */

bool device_attribute(const struct cuda_device *d, enum cudaDeviceAttr a, int *value) {
	struct cudaDeviceProp p;
	struct simt_properties s;
	device_fill_properties(d, &p);
	simt_device_properties(d->dev, &s);
	switch ((int)a) {
#define FIELD(name, field) \
	case cudaDevAttr##name: *value = (int)p.field; return true;
#define FIXED(name, number) \
	case cudaDevAttr##name: *value = number; return true;
#define DRIVER(name, number) \
	case CU_DEVICE_ATTRIBUTE_##name: *value = number; return true;
#include "runtime/cudart/attribute.def"
#undef FIELD
#undef FIXED
#undef DRIVER
	case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
		*value = s.sm >= 90 && device_has_multicast(d->index);
		return true;
	case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
		*value = device_has_fabric(d->index);
		return true;
	case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
		*value = s.sm >= 90;
		return true;
	case cudaDevAttrClockRate:
	case cudaDevAttrMemoryClockRate: *value = (int)s.clock_khz; return true;
	case cudaDevAttrKernelExecTimeout:
		*value = getenv("SIMT_TIMEOUT_MS") != NULL;
		return true;
	default: return false;
	}
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device) {
	struct cuda_device *d;
	cudaError_t e = value ? device_at(device, &d) : cudaErrorInvalidValue;
	if (e == cudaErrorDevicesUnavailable)
		e = cudaSuccess;
	if (e == cudaSuccess && !device_attribute(d, attr, value))
		e = cudaErrorInvalidValue;
	return cudart_report(e);
}

/* ---- choosing by properties ---- */

static int closeness(const struct cudaDeviceProp *have,
                     const struct cudaDeviceProp *want) {
	int n = 0;
	n += want->major && have->major >= want->major;
	n += want->minor && have->minor >= want->minor;
	n += want->totalGlobalMem && have->totalGlobalMem >= want->totalGlobalMem;
	n += want->sharedMemPerBlock &&
	     have->sharedMemPerBlock >= want->sharedMemPerBlock;
	n += want->multiProcessorCount &&
	     have->multiProcessorCount >= want->multiProcessorCount;
	return n;
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *prop) {
	int best = -1, n = device_count();
	if (!device || !prop)
		return cudart_report(cudaErrorInvalidValue);
	if (n <= 0)
		return cudart_report(cudaErrorNoDevice);
	for (int i = 0; i < n; i++) {
		struct cuda_device *d;
		struct cudaDeviceProp p;
		cudaError_t e = device_at(i, &d);
		if (e != cudaSuccess)
			return cudart_report(e);
		device_fill_properties(d, &p);
		int score = closeness(&p, prop);
		if (score > best) {
			best = score;
			*device = i;
		}
	}
	return cudaSuccess;
}

/* "0000:01:00.0" of the first device of all. */
cudaError_t cudaDeviceGetPCIBusId(char *id, int len, int device) {
	if (id && (device < 0 || device >= device_count()))
		return cudart_report(cudaErrorInvalidDevice);
	if (!id || len < 13)
		return cudart_report(cudaErrorInvalidValue);
	struct device_bus bus = device_bus(device);
	snprintf(id, (size_t)len, "%04x:%02x:%02x.0", bus.domain, bus.bus, bus.device);
	return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *id) {
	unsigned domain = 0, bus, slot, function = 0;
	if (!device || !id)
		return cudart_report(cudaErrorInvalidValue);
	bool ok = sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) >= 3 ||
	          (domain = 0, sscanf(id, "%x:%x.%x", &bus, &slot, &function) >= 2);
	if (!ok)
		return cudart_report(cudaErrorInvalidValue);
	for (int i = 0; !function && i < device_count(); i++) {
		struct device_bus b = device_bus(i);
		if (b.domain == domain && b.bus == bus && b.device == slot) {
			*device = i;
			return cudaSuccess;
		}
	}
	return cudart_report(cudaErrorInvalidDevice);
}

/* ---- versions ---- */

static cudaError_t version(int *out, int value) {
	if (!out)
		return cudart_report(cudaErrorInvalidValue);
	*out = value;
	return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *v) {
	return version(v, DRIVER_VERSION);
}

cudaError_t cudaRuntimeGetVersion(int *v) {
	return version(v, CUDART_VERSION);
}

/* ---- atomics between host and devices ---------------------------------------------- */

static bool capability(enum cudaAtomicOperation op, unsigned *out) {
	const unsigned words = cudaAtomicCapabilityReduction |
	                       cudaAtomicCapabilityScalar32 |
	                       cudaAtomicCapabilityScalar64;
	const unsigned both = cudaAtomicCapabilitySigned | cudaAtomicCapabilityUnsigned;
	switch (op) {
	case cudaAtomicOperationIntegerAdd:
	case cudaAtomicOperationIntegerMin:
	case cudaAtomicOperationIntegerMax: *out = both | words; return true;
	case cudaAtomicOperationIntegerIncrement:
	case cudaAtomicOperationIntegerDecrement:
		*out = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityReduction |
		       cudaAtomicCapabilityScalar32;
		return true;
	case cudaAtomicOperationAnd:
	case cudaAtomicOperationOr:
	case cudaAtomicOperationXOR:
		*out = cudaAtomicCapabilityUnsigned | words;
		return true;
	case cudaAtomicOperationExchange:
	case cudaAtomicOperationCAS:
		*out = cudaAtomicCapabilityUnsigned | cudaAtomicCapabilityScalar32 |
		       cudaAtomicCapabilityScalar64 | cudaAtomicCapabilityScalar128;
		return true;
	case cudaAtomicOperationFloatAdd:
		*out = cudaAtomicCapabilitySigned | words;
		return true;
	case cudaAtomicOperationFloatMin:
	case cudaAtomicOperationFloatMax:
		*out = 0;
		return true; /* no instruction has them */
	default: return false;
	}
}

static cudaError_t capabilities(unsigned *out, const enum cudaAtomicOperation *op,
                                unsigned n) {
	if (!out || !op || !n)
		return cudaErrorInvalidValue;
	for (unsigned i = 0; i < n; i++) {
		out[i] = 0;
		if (!capability(op[i], &out[i]))
			return cudaErrorInvalidValue;
	}
	return cudaSuccess;
}

static bool is_device(int device) {
	return device >= 0 && device < device_count();
}

cudaError_t cudaDeviceGetHostAtomicCapabilities(unsigned *out,
                                                const enum cudaAtomicOperation *op,
                                                unsigned n, int device) {
	return cudart_report(is_device(device) ? capabilities(out, op, n)
	                                       : cudaErrorInvalidDevice);
}

cudaError_t cudaDeviceGetP2PAtomicCapabilities(unsigned *out,
                                               const enum cudaAtomicOperation *op,
                                               unsigned n, int from, int to) {
	if (!out || !op || !n)
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(is_device(from) && is_device(to) && from != to
	                             ? capabilities(out, op, n)
	                             : cudaErrorInvalidDevice);
}

cudaError_t
cudaDeviceFlushGPUDirectRDMAWrites(enum cudaFlushGPUDirectRDMAWritesTarget target,
                                   enum cudaFlushGPUDirectRDMAWritesScope scope) {
	struct cuda_device *d;
	if (target != cudaFlushGPUDirectRDMAWritesTargetCurrentDevice ||
	    (scope != cudaFlushGPUDirectRDMAWritesToOwner &&
	     scope != cudaFlushGPUDirectRDMAWritesToAllDevices))
		return cudart_report(cudaErrorInvalidValue);
	return cudart_report(device_current(&d));
}
