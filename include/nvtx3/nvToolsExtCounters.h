/* nvToolsExtCounters.h - NVTX: counters. Timelines do not show them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "nvToolsExtPayload.h"

#define NVTX_EXT_COUNTERS_COMPATID 0x0102
#define NVTX_EXT_COUNTERS_MODULEID 4
#define NVTX_COUNTER_ID_NONE 0
#define NVTX_COUNTER_ID_STATIC_START (1 << 24)
#define NVTX_COUNTER_ID_DYNAMIC_START (NVTX_STATIC_CAST(uint64_t, 1) << 32)
#define NVTX_COUNTER_SAMPLE_ZERO 0
#define NVTX_COUNTER_SAMPLE_UNCHANGED 1
#define NVTX_COUNTER_SAMPLE_UNAVAILABLE 2
#define NVTX_COUNTER_BATCH_FLAG_BEGINTIME_INTERVAL_PAIR (1 << 32)
#define NVTX_COUNTER_BATCH_FLAG_ENDTIME_INTERVAL_PAIR (2 << 32)

typedef struct nvtxCounterAttr_v1 {
	size_t structSize;
	uint64_t schemaId;
	const char *name, *description;
	uint64_t scopeId;
	const nvtxSemanticsHeader_t *semantics;
	uint64_t counterId;
} nvtxCounterAttr_t;

typedef struct nvtxCounterBatch_v1 {
	uint64_t counterId;
	const void *counters;
	size_t countersSize;
	uint64_t flags;
	const int64_t *timestamps;
	size_t timestampsSize;
} nvtxCounterBatch_t;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

SIMT_NVTX_IGNORE(uint64_t, NVTX_COUNTER_ID_NONE, nvtxCounterRegister, (nvtxDomainHandle_t __domain, const nvtxCounterAttr_t *__attributes))
SIMT_NVTX_IGNORE(void, , nvtxCounterSampleInt64, (nvtxDomainHandle_t __domain, uint64_t __counter, int64_t __value))
SIMT_NVTX_IGNORE(void, , nvtxCounterSampleFloat64, (nvtxDomainHandle_t __domain, uint64_t __counter, double __value))
SIMT_NVTX_IGNORE(void, , nvtxCounterSample, (nvtxDomainHandle_t __domain, uint64_t __counter, const void *__value, size_t __size))
SIMT_NVTX_IGNORE(void, , nvtxCounterSampleNoValue, (nvtxDomainHandle_t __domain, uint64_t __counter, uint8_t __reason))
SIMT_NVTX_IGNORE(void, , nvtxCounterBatchSubmit, (nvtxDomainHandle_t __domain, const nvtxCounterBatch_t *__batch))

#pragma GCC diagnostic pop
