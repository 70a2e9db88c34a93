/* nvToolsExtSemanticsScope.h - NVTX: data that belongs to a scope.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "nvToolsExtPayload.h"

#define NVTX_SEMANTIC_ID_SCOPE_V1 1

typedef struct nvtxSemanticsScope_v1 {
	struct nvtxSemanticsHeader_v1 header;
	uint64_t scopeId;
} nvtxSemanticsScope_t;
