/* memory.h - allocations, copies and fills for both interfaces.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/handles/stream.h"

/* Bytes of the pieces in which a GPU's pools and graphs take memory of the device. */
enum { MEMORY_CHUNK = 32 << 20 };

enum {
	PITCH_ALIGN = 512,       /* bytes, of rows of cudaMallocPitch */
	SENT_AWAY_BYTES = 65536, /* host memory up to this size is copied away at once */
};

cudaError_t memory_alloc_kind(struct cuda_device *d, enum simt_memory_kind kind,
                              u32 flags, void **p, size_t size);
/* Allocates device memory as a part of a file, from *offset on; see
 * simt_alloc_in_file. */
cudaError_t device_alloc_in_file(struct cuda_device *d, int fd, void **p, size_t size,
                                 u64 *offset);
/* cudart/copy.c: converts the parameters to a copy of the core. */
cudaError_t copy_prepare(const struct cudaMemcpy3DParms *p, struct simt_copy *c);
/* cudart/copy.c: fills as cudaMemset does, or as cudaMemsetAsync. */
cudaError_t fill_queue(enum stream_zero zero, cudaStream_t stream,
                       const struct simt_fill *f, bool async);
cudaError_t cudaMemcpy_ptds(void *dst, const void *src, size_t count,
                            enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy3D_ptds(const struct cudaMemcpy3DParms *p);
