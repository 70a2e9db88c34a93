/* cuda_occupancy.h - how many blocks of a function a multiprocessor holds at once, computed from numbers alone: for any device of
 * compute capability 5.0 to 12.x, without a runtime, in C and C++.
 *
 * What is scarce: warps, registers (allocated to warps, in each of the multiprocessor's partitions), shared memory, blocks,
 * barriers. The runtime's own functions (cudaOccupancy...) ask the device instead.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __cuda_occupancy_h__
#define __CUDA_OCC_MAJOR__ 12
#define __CUDA_OCC_MINOR__ 1

#include <limits.h>
#include <stddef.h>
#include <string.h>

#if defined(__CUDACC__)
#define SIMT_OCC_FN inline __host__ __device__
#else
#define SIMT_OCC_FN inline
#endif

typedef enum cudaOccError_enum {
	CUDA_OCC_SUCCESS,
	CUDA_OCC_ERROR_INVALID_INPUT,
	CUDA_OCC_ERROR_UNKNOWN_DEVICE,
} cudaOccError;

/* Whether a block that caches global memory stays in one half of a multiprocessor (5.2, 5.3, 6.1, 6.2). */
typedef enum cudaOccPartitionedGCConfig_enum {
	PARTITIONED_GC_OFF,
	PARTITIONED_GC_ON,
	PARTITIONED_GC_ON_STRICT,
} cudaOccPartitionedGCConfig;

typedef enum cudaOccPartitionedGCSupport_enum {
	PARTITIONED_GC_NOT_SUPPORTED,
	PARTITIONED_GC_SUPPORTED,
} cudaOccPartitionedGCSupport;

/* Whether a function may have more shared memory than every function has. */
typedef enum cudaOccFuncShmemConfig_enum {
	FUNC_SHMEM_LIMIT_DEFAULT,
	FUNC_SHMEM_LIMIT_OPTIN,
} cudaOccFuncShmemConfig;

typedef enum cudaOccCacheConfig_enum {
	CACHE_PREFER_NONE,
	CACHE_PREFER_SHARED,
	CACHE_PREFER_L1,
	CACHE_PREFER_EQUAL,
} cudaOccCacheConfig;

/* The part of the memory that shared memory and L1 divide, in percent. */
typedef enum cudaOccCarveoutConfig_enum {
	SHAREDMEM_CARVEOUT_DEFAULT = -1,
	SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
	SHAREDMEM_CARVEOUT_MAX_L1 = 0,
	SHAREDMEM_CARVEOUT_HALF = 50,
} cudaOccCarveoutConfig;

typedef enum cudaOccLimitingFactor_enum {
	OCC_LIMIT_WARPS = 0x01,
	OCC_LIMIT_REGISTERS = 0x02,
	OCC_LIMIT_SHARED_MEMORY = 0x04,
	OCC_LIMIT_BLOCKS = 0x08,
	OCC_LIMIT_BARRIERS = 0x10,
	OCC_LIMIT_VIRTUAL_RESOURCES = 0x20,
} cudaOccLimitingFactor;

/* The device; in C++ made of a cudaDeviceProp. */
typedef struct cudaOccDeviceProp {
	int computeMajor, computeMinor;
	int maxThreadsPerBlock, maxThreadsPerMultiprocessor;
	int regsPerBlock, regsPerMultiprocessor;
	int warpSize;
	size_t sharedMemPerBlock, sharedMemPerMultiprocessor;
	int numSms;
	size_t sharedMemPerBlockOptin, reservedSharedMemPerBlock;
#if defined(__cplusplus)
	SIMT_OCC_FN cudaOccDeviceProp() {
		memset((void *)this, 0, sizeof *this);
	}
	template <class __P>
	SIMT_OCC_FN cudaOccDeviceProp(const __P &__p)
	    : computeMajor(__p.major), computeMinor(__p.minor),
	      maxThreadsPerBlock(__p.maxThreadsPerBlock),
	      maxThreadsPerMultiprocessor(__p.maxThreadsPerMultiProcessor),
	      regsPerBlock(__p.regsPerBlock), regsPerMultiprocessor(__p.regsPerMultiprocessor),
	      warpSize(__p.warpSize), sharedMemPerBlock(__p.sharedMemPerBlock),
	      sharedMemPerMultiprocessor(__p.sharedMemPerMultiprocessor),
	      numSms(__p.multiProcessorCount),
	      sharedMemPerBlockOptin(__p.sharedMemPerBlockOptin),
	      reservedSharedMemPerBlock(__p.reservedSharedMemPerBlock) {
	}
#endif
} cudaOccDeviceProp;

/* The function; in C++ made of a cudaFuncAttributes. */
typedef struct cudaOccFuncAttributes {
	int maxThreadsPerBlock; /* INT_MAX: as many as the device takes */
	int numRegs;
	size_t sharedSizeBytes; /* static */
	cudaOccPartitionedGCConfig partitionedGCConfig;
	cudaOccFuncShmemConfig shmemLimitConfig;
	size_t maxDynamicSharedSizeBytes;
	int numBlockBarriers;
	int virtualResourceCount;
#if defined(__cplusplus)
	SIMT_OCC_FN cudaOccFuncAttributes() {
		memset((void *)this, 0, sizeof *this);
	}
	template <class __A>
	SIMT_OCC_FN cudaOccFuncAttributes(const __A &__a)
	    : maxThreadsPerBlock(__a.maxThreadsPerBlock), numRegs(__a.numRegs),
	      sharedSizeBytes(__a.sharedSizeBytes), partitionedGCConfig(PARTITIONED_GC_OFF),
	      shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
	      maxDynamicSharedSizeBytes(__a.maxDynamicSharedSizeBytes), numBlockBarriers(1),
	      virtualResourceCount(0) {
	}
#endif
} cudaOccFuncAttributes;

/* What the program prefers; carveoutConfig counts from 7.0 on. */
typedef struct cudaOccDeviceState {
	cudaOccCacheConfig cacheConfig;
	int carveoutConfig;
#if defined(__cplusplus)
	SIMT_OCC_FN cudaOccDeviceState()
	    : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {
	}
#endif
} cudaOccDeviceState;

/* INT_MAX in a limit: the function needs nothing of it. */
typedef struct cudaOccResult {
	int activeBlocksPerMultiprocessor; /* 0: it cannot be launched like this */
	unsigned int limitingFactors;      /* cudaOccLimitingFactor */
	int blockLimitRegs, blockLimitSharedMem, blockLimitWarps, blockLimitBlocks;
	int blockLimitBarriers, blockLimitVirtual;
	int allocatedRegistersPerBlock;
	size_t allocatedSharedMemPerBlock;
	cudaOccPartitionedGCConfig partitionedGCConfig;
} cudaOccResult;

/* ---- what devices have ---- */

static SIMT_OCC_FN int __occMin(int __a, int __b) {
	return __b < __a ? __b : __a;
}

static SIMT_OCC_FN int __occDivideRoundUp(int __a, int __b) {
	return (__a + __b - 1) / __b;
}

static SIMT_OCC_FN int __occRoundUp(int __a, int __b) {
	return __occDivideRoundUp(__a, __b) * __b;
}

static SIMT_OCC_FN cudaOccError __simt_occ_known(const cudaOccDeviceProp *__p, int *__out, int __value) {
	if (__p->computeMajor < 5 || __p->computeMajor > 12)
		return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
	*__out = __value;
	return CUDA_OCC_SUCCESS;
}

static SIMT_OCC_FN cudaOccError cudaOccSMemAllocationGranularity(int *__limit, const cudaOccDeviceProp *__p) {
	return __simt_occ_known(__p, __limit, __p->computeMajor < 8 ? 256 : 128);
}

static SIMT_OCC_FN cudaOccError cudaOccRegAllocationMaxPerThread(int *__limit, const cudaOccDeviceProp *__p) {
	return __simt_occ_known(__p, __limit, __p->computeMajor < 7 ? 255 : 256);
}

static SIMT_OCC_FN cudaOccError cudaOccRegAllocationGranularity(int *__limit, const cudaOccDeviceProp *__p) {
	return __simt_occ_known(__p, __limit, 256);
}

static SIMT_OCC_FN cudaOccError cudaOccSubPartitionsPerMultiprocessor(int *__limit,
                                                                      const cudaOccDeviceProp *__p) {
	return __simt_occ_known(__p, __limit, __p->computeMajor == 6 && __p->computeMinor == 0 ? 2 : 4);
}

static SIMT_OCC_FN cudaOccError cudaOccMaxBlocksPerMultiprocessor(int *__limit, const cudaOccDeviceProp *__p) {
	int __n = 32;
	switch (__p->computeMajor * 10 + (__p->computeMinor < 10 ? __p->computeMinor : 9)) {
	case 75: case 81: case 82: case 83: case 84: case 85: case 86: case 87: case 88:
		__n = 16;
		break;
	case 89: case 101: case 110: case 120: case 121:
		__n = 24;
		break;
	}
	return __simt_occ_known(__p, __limit, __p->computeMajor == 12 ? 24 : __n);
}

static SIMT_OCC_FN cudaOccError cudaOccMaxVirtualResourceCountPerSM(int *__limit, const cudaOccDeviceProp *__p) {
	*__limit = __p->computeMajor >= 10 && __p->computeMajor <= 12 ? 128 : 0;
	return CUDA_OCC_SUCCESS;
}

static SIMT_OCC_FN cudaOccError cudaOccPartitionedGlobalCachingModeSupport(cudaOccPartitionedGCSupport *__limit,
                                                                           const cudaOccDeviceProp *__p) {
	int __has = __p->computeMajor == 5 ? __p->computeMinor == 2 || __p->computeMinor == 3
	                                   : __p->computeMajor == 6 && __p->computeMinor != 0;
	*__limit = __has ? PARTITIONED_GC_SUPPORTED : PARTITIONED_GC_NOT_SUPPORTED;
	return CUDA_OCC_SUCCESS;
}

/* From 7.0 on: the sizes, in KiB, that shared memory can have; the next that holds *__size. */
static SIMT_OCC_FN cudaOccError cudaOccAlignUpShmemSizeVoltaPlus(size_t *__size, const cudaOccDeviceProp *__p) {
	const int __step[] = {0, 8, 16, 32, 64, 96, 100, 132, 164, 196, 228};
	int __major = __p->computeMajor, __minor = __p->computeMinor, __most = 228;
	if (__major < 7 || __major > 12 ||
	    (__major >= 10 && __minor != 0 && __minor != 1 && (__minor != 3 || __major == 12)))
		return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
	if (__major == 7)
		__most = __minor == 5 ? 64 : 96;
	else if (__major == 8)
		__most = __minor == 0 || __minor == 7 ? 164 : 100;
	else if (__major == 12)
		__most = 100;
	for (int __i = __most == 64 ? 3 : 0; __i < 11 && __step[__i] <= __most; __i++) {
		if (__step[__i] == 96 && __most != 96)
			continue;
		if (*__size <= (size_t)__step[__i] * 1024) {
			*__size = (size_t)__step[__i] * 1024;
			return CUDA_OCC_SUCCESS;
		}
	}
	return CUDA_OCC_ERROR_INVALID_INPUT;
}

static SIMT_OCC_FN cudaOccError cudaOccSMemPreferenceVoltaPlus(size_t *__limit, const cudaOccDeviceProp *__p,
                                                               const cudaOccDeviceState *__state) {
	int __percent = __state->carveoutConfig;
	size_t __size = __p->sharedMemPerMultiprocessor;
	cudaOccError __error;
	if (__percent < SHAREDMEM_CARVEOUT_DEFAULT || __percent > SHAREDMEM_CARVEOUT_MAX_SHARED)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	if (__percent == SHAREDMEM_CARVEOUT_DEFAULT)
		__percent = __state->cacheConfig == CACHE_PREFER_L1      ? SHAREDMEM_CARVEOUT_MAX_L1
		            : __state->cacheConfig == CACHE_PREFER_EQUAL ? SHAREDMEM_CARVEOUT_HALF
		                                                         : SHAREDMEM_CARVEOUT_MAX_SHARED;
	__size = (size_t)__percent * __size / 100;
	__error = cudaOccAlignUpShmemSizeVoltaPlus(&__size, __p);
	*__limit = __size;
	return __error;
}

/* Shared memory of a multiprocessor; before 7.0 it has memory of its own. */
static SIMT_OCC_FN cudaOccError cudaOccSMemPerMultiprocessor(size_t *__limit, const cudaOccDeviceProp *__p,
                                                             const cudaOccDeviceState *__state) {
	if (__p->computeMajor >= 7)
		return cudaOccSMemPreferenceVoltaPlus(__limit, __p, __state);
	*__limit = __p->sharedMemPerMultiprocessor;
	return __p->computeMajor >= 5 ? CUDA_OCC_SUCCESS : CUDA_OCC_ERROR_UNKNOWN_DEVICE;
}

static SIMT_OCC_FN cudaOccError cudaOccSMemPerBlock(size_t *__limit, const cudaOccDeviceProp *__p,
                                                    cudaOccFuncShmemConfig __config, size_t __used) {
	int __optin = __p->computeMajor >= 7 && __config == FUNC_SHMEM_LIMIT_OPTIN &&
	              __used > __p->sharedMemPerBlock;
	*__limit = __optin ? __p->sharedMemPerBlockOptin : __p->sharedMemPerBlock;
	if (__p->computeMajor >= 8)
		*__limit += __p->reservedSharedMemPerBlock;
	return __p->computeMajor <= 12 ? CUDA_OCC_SUCCESS : CUDA_OCC_ERROR_UNKNOWN_DEVICE;
}

/* ---- one limit each ---- */

static SIMT_OCC_FN cudaOccError cudaOccInputCheck(const cudaOccDeviceProp *__p, const cudaOccFuncAttributes *__a,
                                                  const cudaOccDeviceState *__state) {
	(void)__state;
	if (__p->maxThreadsPerBlock <= 0 || __p->maxThreadsPerMultiprocessor <= 0 || __p->regsPerBlock <= 0 ||
	    __p->regsPerMultiprocessor <= 0 || __p->warpSize <= 0 || __p->sharedMemPerBlock == 0 ||
	    __p->sharedMemPerMultiprocessor == 0 || __p->numSms <= 0 || __a->maxThreadsPerBlock <= 0 ||
	    __a->numRegs < 0)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	return CUDA_OCC_SUCCESS;
}

static SIMT_OCC_FN cudaOccError cudaOccMaxBlocksPerSMWarpsLimit(int *__limit, cudaOccPartitionedGCConfig __gc,
                                                                const cudaOccDeviceProp *__p,
                                                                const cudaOccFuncAttributes *__a, int __size) {
	int __have = __p->maxThreadsPerMultiprocessor / __p->warpSize;
	int __warps = __occDivideRoundUp(__size, __p->warpSize);
	(void)__a;
	*__limit = __size > __p->maxThreadsPerBlock ? 0
	           : __gc != PARTITIONED_GC_OFF     ? __have / 2 / __warps * 2
	                                            : __have / __warps;
	return CUDA_OCC_SUCCESS;
}

static SIMT_OCC_FN cudaOccError cudaOccMaxBlocksPerSMSmemLimit(int *__limit, cudaOccResult *__r,
                                                               const cudaOccDeviceProp *__p,
                                                               const cudaOccFuncAttributes *__a,
                                                               const cudaOccDeviceState *__state, int __size,
                                                               size_t __dynamic) {
	int __grain = 1;
	size_t __have = 0, __most = 0, __fixed = __a->sharedSizeBytes + __p->reservedSharedMemPerBlock, __used;
	cudaOccError __error = cudaOccSMemAllocationGranularity(&__grain, __p);
	(void)__size;
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccSMemPerMultiprocessor(&__have, __p, __state);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccSMemPerBlock(&__most, __p, __a->shmemLimitConfig,
		                              __fixed + __a->maxDynamicSharedSizeBytes);
	if (__error != CUDA_OCC_SUCCESS)
		return __error;
	__used = (__fixed + __dynamic + (size_t)__grain - 1) / (size_t)__grain * (size_t)__grain;
	__r->allocatedSharedMemPerBlock = __used;
	*__limit = 0;
	if (__used > __most || (__a->shmemLimitConfig != FUNC_SHMEM_LIMIT_DEFAULT &&
	                        __dynamic > __a->maxDynamicSharedSizeBytes))
		return CUDA_OCC_SUCCESS;
	if (__have < __used) { /* what is preferred does not count where a block needs more */
		__have = __used;
		if (__p->computeMajor < 7)
			__have = __p->sharedMemPerMultiprocessor;
		else
			__error = cudaOccAlignUpShmemSizeVoltaPlus(&__have, __p);
	}
	*__limit = __used > 0 ? (int)(__have / __used) : INT_MAX;
	return __error;
}

static SIMT_OCC_FN cudaOccError cudaOccMaxBlocksPerSMRegsLimit(int *__limit, cudaOccPartitionedGCConfig *__gc,
                                                               cudaOccResult *__r, const cudaOccDeviceProp *__p,
                                                               const cudaOccFuncAttributes *__a, int __size) {
	int __grain = 1, __most = 0, __parts = 1, __warps, __per_warp, __slots;
	cudaOccError __error = cudaOccRegAllocationGranularity(&__grain, __p);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccRegAllocationMaxPerThread(&__most, __p);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccSubPartitionsPerMultiprocessor(&__parts, __p);
	if (__error != CUDA_OCC_SUCCESS)
		return __error;
	__warps = __occDivideRoundUp(__size, __p->warpSize);
	__per_warp = __occRoundUp(__a->numRegs * __p->warpSize, __grain);
	__r->allocatedRegistersPerBlock = __per_warp * __warps;
	*__limit = 0;
	/* A launch is refused as if its warps filled all partitions evenly. */
	if (__p->regsPerBlock < __per_warp * __occRoundUp(__warps, __parts) || __a->numRegs > __most)
		return CUDA_OCC_SUCCESS;
	*__limit = INT_MAX;
	if (__per_warp == 0)
		return CUDA_OCC_SUCCESS;
	__slots = __p->regsPerMultiprocessor / __parts / __per_warp;
	*__limit = *__gc != PARTITIONED_GC_OFF ? __slots * (__parts / 2) / __warps * 2 : 0;
	if (*__limit == 0 && *__gc != PARTITIONED_GC_ON_STRICT) {
		*__gc = PARTITIONED_GC_OFF;
		*__limit = __slots * __parts / __warps;
	}
	return CUDA_OCC_SUCCESS;
}

static SIMT_OCC_FN cudaOccError cudaOccMaxBlocksPerSMBlockBarrierLimit(int *__limit, int __blocks,
                                                                       const cudaOccDeviceProp *__p,
                                                                       const cudaOccFuncAttributes *__a) {
	int __major = __p->computeMajor, __minor = __p->computeMinor;
	int __single = (__major == 8 && __minor != 0) || (__major == 10 && __minor == 1) ||
	               (__major == 11 && __minor == 0) || __major == 12;
	int __n = __blocks * (__single ? 1 : 2);
	return __simt_occ_known(__p, __limit,
	                        __a->numBlockBarriers != 0 ? __n / __a->numBlockBarriers : INT_MAX);
}

static SIMT_OCC_FN cudaOccError cudaOccMaxBlocksPerSMVirtualResource(int *__limit, const cudaOccDeviceProp *__p,
                                                                     const cudaOccFuncAttributes *__a) {
	int __n;
	cudaOccError __error = cudaOccMaxVirtualResourceCountPerSM(&__n, __p);
	*__limit = __n > 0 && __a->virtualResourceCount > 0 ? __n / __a->virtualResourceCount : INT_MAX;
	return __error;
}

/* ---- all limits ---- */

static SIMT_OCC_FN cudaOccPartitionedGCConfig cudaOccPartitionedGCExpected(const cudaOccDeviceProp *__p,
                                                                           const cudaOccFuncAttributes *__a) {
	cudaOccPartitionedGCSupport __has;
	cudaOccPartitionedGlobalCachingModeSupport(&__has, __p);
	return __has == PARTITIONED_GC_SUPPORTED ? __a->partitionedGCConfig : PARTITIONED_GC_OFF;
}

/* A function that 6.1 cannot run at all does not run on 6.0 either. */
static SIMT_OCC_FN cudaOccError __simt_occ_regs(int *__limit, cudaOccPartitionedGCConfig *__gc, cudaOccResult *__r,
                                                const cudaOccDeviceProp *__p, const cudaOccFuncAttributes *__a,
                                                int __size) {
	cudaOccError __error = cudaOccMaxBlocksPerSMRegsLimit(__limit, __gc, __r, __p, __a, __size);
	if (__error == CUDA_OCC_SUCCESS && __p->computeMajor == 6 && __p->computeMinor == 0 && *__limit != 0) {
		cudaOccDeviceProp __other = *__p;
		cudaOccPartitionedGCConfig __its = *__gc;
		int __n = 0;
		__other.computeMinor = 1;
		__error = cudaOccMaxBlocksPerSMRegsLimit(&__n, &__its, __r, &__other, __a, __size);
		*__limit = __n == 0 ? 0 : *__limit;
	}
	return __error;
}

static SIMT_OCC_FN void __simt_occ_least(cudaOccResult *__r, int __limit, unsigned __factor) {
	if (__limit < __r->activeBlocksPerMultiprocessor)
		__r->limitingFactors = 0;
	if (__limit <= __r->activeBlocksPerMultiprocessor) {
		__r->activeBlocksPerMultiprocessor = __limit;
		__r->limitingFactors |= __factor;
	}
}

static SIMT_OCC_FN cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(cudaOccResult *__r,
                                                                        const cudaOccDeviceProp *__p,
                                                                        const cudaOccFuncAttributes *__a,
                                                                        const cudaOccDeviceState *__state,
                                                                        int __size, size_t __dynamic) {
	cudaOccError __error;
	if (!__r || !__p || !__a || !__state || __size <= 0)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	__error = cudaOccInputCheck(__p, __a, __state);
	if (__error != CUDA_OCC_SUCCESS)
		return __error;
	__r->partitionedGCConfig = cudaOccPartitionedGCExpected(__p, __a);
	__error = __simt_occ_regs(&__r->blockLimitRegs, &__r->partitionedGCConfig, __r, __p, __a, __size);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccMaxBlocksPerSMWarpsLimit(&__r->blockLimitWarps, __r->partitionedGCConfig, __p, __a,
		                                          __size);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccMaxBlocksPerMultiprocessor(&__r->blockLimitBlocks, __p);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccMaxBlocksPerSMSmemLimit(&__r->blockLimitSharedMem, __r, __p, __a, __state, __size,
		                                         __dynamic);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccMaxBlocksPerSMVirtualResource(&__r->blockLimitVirtual, __p, __a);
	__r->blockLimitBarriers = INT_MAX;
	if (__error == CUDA_OCC_SUCCESS && __p->computeMajor >= 9 && __a->numBlockBarriers > 0)
		__error = cudaOccMaxBlocksPerSMBlockBarrierLimit(&__r->blockLimitBarriers, __r->blockLimitBlocks, __p,
		                                                 __a);
	if (__error != CUDA_OCC_SUCCESS)
		return __error;
	__r->activeBlocksPerMultiprocessor = INT_MAX;
	__r->limitingFactors = 0;
	__simt_occ_least(__r, __r->blockLimitWarps, OCC_LIMIT_WARPS);
	__simt_occ_least(__r, __r->blockLimitRegs, OCC_LIMIT_REGISTERS);
	__simt_occ_least(__r, __r->blockLimitSharedMem, OCC_LIMIT_SHARED_MEMORY);
	__simt_occ_least(__r, __r->blockLimitBlocks, OCC_LIMIT_BLOCKS);
	__simt_occ_least(__r, __r->blockLimitVirtual, OCC_LIMIT_VIRTUAL_RESOURCES);
	/* Barriers are counted last: what was scarcest without them is still named. */
	if (__r->blockLimitBarriers <= __r->activeBlocksPerMultiprocessor) {
		__r->activeBlocksPerMultiprocessor = __r->blockLimitBarriers;
		__r->limitingFactors |= OCC_LIMIT_BARRIERS;
	}
	return CUDA_OCC_SUCCESS;
}

/* ---- questions the other way round ---- */

/* How much dynamic shared memory each of __blocks blocks can have. */
static SIMT_OCC_FN cudaOccError cudaOccAvailableDynamicSMemPerBlock(size_t *__bytes, const cudaOccDeviceProp *__p,
                                                                    const cudaOccFuncAttributes *__a,
                                                                    const cudaOccDeviceState *__state,
                                                                    int __blocks, int __size) {
	cudaOccResult __r;
	int __grain = 1;
	size_t __most = 0, __have = 0;
	cudaOccError __error;
	if (__blocks <= 0)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	__error = cudaOccMaxActiveBlocksPerMultiprocessor(&__r, __p, __a, __state, __size, 0);
	if (__error == CUDA_OCC_SUCCESS && __r.activeBlocksPerMultiprocessor < __blocks)
		__error = CUDA_OCC_ERROR_INVALID_INPUT;
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccSMemAllocationGranularity(&__grain, __p);
	if (__error == CUDA_OCC_SUCCESS)
		__error = cudaOccSMemPerBlock(&__most, __p, __a->shmemLimitConfig, __p->sharedMemPerMultiprocessor);
	if (__error != CUDA_OCC_SUCCESS)
		return __error;
	cudaOccSMemPerMultiprocessor(&__have, __p, __state);
	if (__blocks == 1)
		__have = __most; /* one block may have all, whatever is preferred */
	if (__have == 0) {
		__have = 1; /* the least that can be had */
		__error = cudaOccAlignUpShmemSizeVoltaPlus(&__have, __p);
	}
	__have = __have / (size_t)__blocks / (size_t)__grain * (size_t)__grain;
	__have = (__have < __most ? __have : __most) - __a->sharedSizeBytes;
	if (__error == CUDA_OCC_SUCCESS)
		*__bytes = __have < __a->maxDynamicSharedSizeBytes ? __have : __a->maxDynamicSharedSizeBytes;
	return __error;
}

/* Tries one size of blocks. */
static SIMT_OCC_FN cudaOccError __simt_occ_try(int *__grid, int *__best, int *__threads, const cudaOccDeviceProp *__p,
                                               const cudaOccFuncAttributes *__a, const cudaOccDeviceState *__state,
                                               int __size, size_t __dynamic) {
	cudaOccResult __r;
	cudaOccError __error =
		cudaOccMaxActiveBlocksPerMultiprocessor(&__r, __p, __a, __state, __size, __dynamic);
	if (__error == CUDA_OCC_SUCCESS && __size * __r.activeBlocksPerMultiprocessor > *__threads) {
		*__threads = __size * __r.activeBlocksPerMultiprocessor;
		*__grid = __r.activeBlocksPerMultiprocessor * __p->numSms;
		*__best = __size;
	}
	return __error;
}

/* The sizes to try: whole warps, from the largest. __next: 0 for the first. Returns 0 after the last. */
static SIMT_OCC_FN int __simt_occ_next(int __size, const cudaOccDeviceProp *__p, const cudaOccFuncAttributes *__a) {
	int __most = __occMin(__p->maxThreadsPerBlock, __a->maxThreadsPerBlock);
	return __size == 0 ? __most : __occRoundUp(__size, __p->warpSize) - __p->warpSize;
}

/* The size of blocks with the most threads in a multiprocessor, and the least grid that fills the device. The shared
 * memory of a block is what __shared says, or else __dynamic. */
static SIMT_OCC_FN cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *__grid, int *__best,
                                                                      const cudaOccDeviceProp *__p,
                                                                      const cudaOccFuncAttributes *__a,
                                                                      const cudaOccDeviceState *__state,
                                                                      size_t (*__shared)(int), size_t __dynamic) {
	int __threads = 0, __size;
	cudaOccError __error;
	if (!__grid || !__best || !__p || !__a || !__state)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	__error = cudaOccInputCheck(__p, __a, __state);
	if (__error != CUDA_OCC_SUCCESS)
		return __error;
	*__grid = *__best = 0;
	for (__size = __simt_occ_next(0, __p, __a);
	     __error == CUDA_OCC_SUCCESS && __size > 0 && __threads != __p->maxThreadsPerMultiprocessor;
	     __size = __simt_occ_next(__size, __p, __a))
		__error = __simt_occ_try(__grid, __best, &__threads, __p, __a, __state, __size,
		                         __shared ? __shared(__size) : __dynamic);
	return __error;
}

#if defined(__cplusplus)
namespace {
SIMT_OCC_FN cudaOccError cudaOccMaxPotentialOccupancyBlockSize(int *__grid, int *__best, const cudaOccDeviceProp *__p,
                                                               const cudaOccFuncAttributes *__a,
                                                               const cudaOccDeviceState *__state,
                                                               size_t __dynamic = 0) {
	return cudaOccMaxPotentialOccupancyBlockSize(__grid, __best, __p, __a, __state, NULL, __dynamic);
}

template <class __F>
SIMT_OCC_FN cudaOccError
cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(int *__grid, int *__best, const cudaOccDeviceProp *__p,
                                                  const cudaOccFuncAttributes *__a,
                                                  const cudaOccDeviceState *__state, __F __shared) {
	int __threads = 0;
	if (!__grid || !__best || !__p || !__a || !__state)
		return CUDA_OCC_ERROR_INVALID_INPUT;
	cudaOccError __error = cudaOccInputCheck(__p, __a, __state);
	if (__error != CUDA_OCC_SUCCESS)
		return __error;
	*__grid = *__best = 0;
	for (int __size = __simt_occ_next(0, __p, __a);
	     __error == CUDA_OCC_SUCCESS && __size > 0 && __threads != __p->maxThreadsPerMultiprocessor;
	     __size = __simt_occ_next(__size, __p, __a))
		__error = __simt_occ_try(__grid, __best, &__threads, __p, __a, __state, __size, __shared(__size));
	return __error;
}
}
#endif

#undef SIMT_OCC_FN
