/* array.h - CUDA arrays, for both interfaces.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/reserve.h"
#include "runtime/handles/device.h"
#include "runtime/handles/slot.h"
#include "runtime/handles/stream.h"

struct cudaArray {
	struct slot slot;
	struct owned own; /* not of a level */
	struct simt_array *array;
	struct cuda_device *device;
	u32 generation; /* of the device when it was made */
	u32 level;      /* of a mipmapped array */
	bool is_level;  /* it belongs to a mipmapped array, and ends with it */
	u32 flags;
	struct cudaChannelFormatDesc desc;
	struct cudaExtent extent; /* as it was asked for */
};

struct cudaMipmappedArray {
	struct slot slot;
	struct owned own;
	struct cudaArray *level[SIMT_ARRAY_LEVELS];
	u32 nlevel;
};

/* Converts a format to the core's; *normalized: its integers are always read as
 * fractions. */
cudaError_t texel_of(const struct cudaChannelFormatDesc *d, struct simt_texel *t,
                     bool *normalized);
/* Finds the array of a handle. */
cudaError_t array_find(cudaArray_const_t handle, const struct cudaArray **a);
/* Places a box in an array: x and width in bytes, which need not be whole elements; false
 * if it does not lie inside. */
bool array_box(const struct cudaArray *a, const struct cudaPos *pos,
               const struct cudaExtent *e, u64 *addr, u64 *pitch, u64 *slice);

/* A copy of a box of bytes, to which both interfaces reduce their copies. Each side is in
 * an array or in pitched memory. */
struct copy_side {
	const struct cudaArray *array;
	u64 ptr, pitch, height; /* without an array */
	struct cudaPos at;      /* x in bytes */
};
struct copy_box {
	struct copy_side dst, src;
	struct cudaExtent bytes;
	enum cudaMemcpyKind kind;
};
/* cudart/copy.c */
cudaError_t copy_box_run(enum stream_zero zero, bool async, const struct copy_box *b,
                         cudaStream_t stream);
cudaError_t copy_box_prepare(const struct copy_box *b, struct simt_copy *c);
u32 array_texel_bytes(const struct cudaArray *a);
/* Return the bytes of a row, and the number of rows. */
u64 array_row_bytes(const struct cudaArray *a);
u64 array_rows(const struct cudaArray *a);
/* cudart/texture.c: whether a texture object was made with a view of its resource. */
bool texture_has_view(cudaTextureObject_t handle);
