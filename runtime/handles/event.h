/* event.h - events as handles.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/stream.h"

struct CUevent_st {
	struct slot slot;
	struct owned own;
	struct simt_event *event;
	struct ipc_event *shared; /* with other processes; else NULL */
	struct cuda_device *device;
	struct CUctx_st *context; /* NULL: the primary one */
	u32 generation;
	/* The capture that it was last recorded in, or 0; and after which nodes. */
	u64 capture_id;
	cudaGraphNode_t *captured;
	u32 captured_n;
	u8 captured_port; /* cudaGraphKernelNodePort* */
	bool recorded;    /* outside of captures, once at least */
};
/* cudart/event.c: records e after a kernel: at its end, or at the point of the port. */
cudaError_t event_record(cudaEvent_t e, struct CUstream_st *s, unsigned flags, u8 port);
/* cudaErrorInvalidResourceHandle if it is no event. */
cudaError_t event_find(cudaEvent_t e);
