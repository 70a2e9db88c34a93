/* devrt.h - calls of the device runtime: kernels that launch kernels, and what they ask
 * of the API. devrt.def has the names; the runtime executes the calls (machine_hooks).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

struct launch;

/* Functions of the device runtime; some have several names. */
enum devrt_id {
	DEVRT_PARAMETER_BUFFER_V2,
	DEVRT_LAUNCH_V2,
	DEVRT_PARAMETER_BUFFER,
	DEVRT_LAUNCH,
	DEVRT_GET_LAST_ERROR,
	DEVRT_PEEK_AT_LAST_ERROR,
	DEVRT_ERROR_STRING,
	DEVRT_ERROR_NAME,
	DEVRT_DEVICE_COUNT,
	DEVRT_DEVICE,
	DEVRT_DEVICE_ATTRIBUTE,
	DEVRT_DEVICE_LIMIT,
	DEVRT_CACHE_CONFIG,
	DEVRT_SHARED_CONFIG,
	DEVRT_RUNTIME_VERSION,
	DEVRT_FUNC_ATTRIBUTES,
	DEVRT_OCCUPANCY,
	DEVRT_STREAM_CREATE,
	DEVRT_STREAM_DESTROY,
	DEVRT_STREAM_WAIT,
	DEVRT_EVENT_CREATE,
	DEVRT_EVENT_RECORD,
	DEVRT_EVENT_DESTROY,
	DEVRT_MALLOC,
	DEVRT_FREE,
	DEVRT_MEMCPY,
	DEVRT_MEMCPY_2D,
	DEVRT_MEMCPY_3D,
	DEVRT_MEMSET,
	DEVRT_MEMSET_2D,
	DEVRT_MEMSET_3D,
	DEVRT_GRAPH_LAUNCH,
	DEVRT_SET_CONDITIONAL,
};

enum { DEVRT_WORDS = 16, DEVRT_BYTES = 160 };

/* One lane's call. */
struct devrt_call {
	struct launch *launch;
	u64 thread; /* number of the lane's thread in its grid */
	u32 id;     /* enum devrt_id */
	u32 narg;   /* words */
	u64 arg[DEVRT_WORDS];
	u8 in[DEVRT_BYTES]; /* what an argument points to */
	u64 result;
	u32 out_bytes; /* of `out`, to be written where the first argument points */
	u8 out[DEVRT_BYTES];
};
