/* array.h - CUDA arrays as the files of libcudart see them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/reserve.h"
#include "runtime/cudart/cudart.h"

struct cudaArray {
	struct slot slot;
	struct simt_array *array;
	struct cuda_device *device;
	u32 generation; /* of the device when it was made */
	u32 level;      /* of a mipmapped array */
	bool is_level;  /* it belongs to one, and dies with it */
	u32 flags;
	struct cudaChannelFormatDesc desc;
	struct cudaExtent extent; /* as it was asked for */
};

struct cudaMipmappedArray {
	struct slot slot;
	struct cudaArray *level[SIMT_ARRAY_LEVELS];
	u32 nlevel;
};

/* A format as the core has it; *normalized: its integers are fractions wherever they
 * are read. */
cudaError_t texel_of(const struct cudaChannelFormatDesc *d, struct simt_texel *t,
                     bool *normalized);
/* The array of a handle. */
cudaError_t array_find(cudaArray_const_t handle, const struct cudaArray **a);
/* A box in an array: elements; false if it does not lie inside. */
bool array_box(const struct cudaArray *a, const struct cudaPos *pos,
               const struct cudaExtent *e, u64 *addr, u64 *pitch, u64 *slice);
u32 array_texel_bytes(const struct cudaArray *a);
/* Bytes of a row, rows. */
u64 array_row_bytes(const struct cudaArray *a);
u64 array_rows(const struct cudaArray *a);
