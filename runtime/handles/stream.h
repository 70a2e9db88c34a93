/* stream.h - streams as handles, and the default streams.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"

/* The meaning of stream 0: the legacy default stream, or the calling thread's own. */
enum stream_zero { ZERO_IS_LEGACY, ZERO_IS_PER_THREAD };

struct CUstream_st {
	struct slot slot;
	struct simt_stream *stream;
	struct cuda_device *device;
	struct owned own;
	struct CUctx_st *context; /* NULL: the primary one; of a created stream */
	u32 generation;           /* of the device when it was made */
	unsigned flags;
	/* Stored for cudaStreamGetAttribute: */
	struct cudaAccessPolicyWindow window;
	int sync_policy; /* enum cudaSynchronizationPolicy, or -1 */
	cudaLaunchMemSyncDomainMap domain_map;
	cudaLaunchMemSyncDomain domain;
	bool is_legacy;  /* the legacy default stream */
	bool is_default; /* that or a thread's own: each context has it */
	/* capture.c: the capture that it is in, and the nodes that its next node comes
	 * after */
	struct capture *capture;
	struct CUstream_st *capture_next;
	cudaGraphNode_t *deps;
	cudaGraphEdgeData *dep_data;
	u32 ndep, dep_cap;
};

enum { PRIORITY_LEAST = 0, PRIORITY_GREATEST = -5 };

/* Makes a handle for a stream of the core; NULL: no memory. stream_drop destroys both. */
struct CUstream_st *stream_wrap(struct cuda_device *d, struct simt_stream *stream,
                                unsigned flags);
void stream_drop(struct CUstream_st *s);
/* Whether the handle was not destroyed, and its device not reset. */
bool stream_is_live(const struct CUstream_st *s);
/* Finds the stream of a handle. */
cudaError_t stream_find(cudaStream_t handle, enum stream_zero zero,
                        struct CUstream_st **s);
/* The same for a launch or a record: it must be of the current device. */
cudaError_t stream_find_here(cudaStream_t handle, enum stream_zero zero,
                             struct CUstream_st **s);
/* Whether a handle means a default stream. */
static inline bool stream_is_default(cudaStream_t handle) {
	return !handle || handle == cudaStreamLegacy || handle == cudaStreamPerThread;
}
/* Returns the context of a stream: of a default one, the calling thread's. */
struct CUctx_st *stream_context(const struct CUstream_st *s);
/* Whether the stream takes events and functions of a device and a context (NULL: the
 * primary one). */
bool stream_takes(const struct CUstream_st *s, const struct cuda_device *d,
                  struct CUctx_st *context);
/* Called after work was queued: waits for it if CUDA_LAUNCH_BLOCKING is set. */
cudaError_t stream_queued(struct CUstream_st *s, enum simt_status status);

enum { MOST_OF_WINDOW = 128 << 20 }; /* bytes of an access policy */
/* Checks the value of an attribute that is a hint. */
cudaError_t stream_check_hint(cudaLaunchAttributeID id,
                              const cudaLaunchAttributeValue *v);

/* Defines a function under two names: with stream 0 as the legacy default stream, or as
 * the calling thread's. */
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
