/* tensor.h - tensor maps (CUtensorMap): what the driver interface writes, what tensor
 * copies read. A map is 128 bytes that programs copy as they are and tensormap.replace
 * changes field by field, so a map may hold anything: it is checked whenever it is used,
 * too, by the same rules. Its layout is this machine's own; docs/tma.md draws it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum {
	TENSOR_RANK = 5,
	TENSOR_MAP_BYTES = 128,
	TENSOR_MAP_ALIGN = 64,
	TENSOR_MAP_MAGIC = 0x504d5453, /* what begins otherwise is no map */
};

enum tensor_mode { TENSOR_TILE, TENSOR_IM2COL };

/* Numbers are those of CUtensorMapDataType. */
enum tensor_type {
	TENSOR_U8,
	TENSOR_U16,
	TENSOR_U32,
	TENSOR_S32,
	TENSOR_U64,
	TENSOR_S64,
	TENSOR_F16,
	TENSOR_F32,
	TENSOR_F64,
	TENSOR_BF16,
	TENSOR_F32_FTZ,
	TENSOR_TF32,
	TENSOR_TF32_FTZ,
	TENSOR_TYPES
};

enum tensor_interleave {
	TENSOR_INTERLEAVE_NONE,
	TENSOR_INTERLEAVE_16,
	TENSOR_INTERLEAVE_32
};
enum tensor_swizzle {
	TENSOR_SWIZZLE_NONE,
	TENSOR_SWIZZLE_32,
	TENSOR_SWIZZLE_64,
	TENSOR_SWIZZLE_128
};

struct tensor_map {
	u64 address;
	u32 magic;
	u8 mode, rank_less_1, type, interleave, swizzle, fill_nan, promotion, unused;
	u64 stride[TENSOR_RANK - 1]; /* bytes, of dimension 1 and up */
	u32 dim_less_1[TENSOR_RANK];
	u16 box_less_1[TENSOR_RANK]; /* im2col: channels, pixels */
	u8 step_less_1[TENSOR_RANK]; /* element strides */
	s16 lower[3], upper[3];      /* im2col: corners of the box, from dimension 1 on */
};

_Static_assert(sizeof(struct tensor_map) <= TENSOR_MAP_BYTES, "a map has 128 bytes");

enum {
	TENSOR_CHUNK = 16,
	TENSOR_BOX_MAX = 256,
	TENSOR_STEP_MAX = 8,
	TENSOR_PIXELS_MAX = 1024,
	TENSOR_BOX_BYTES = 256 << 10, /* more than any shared memory */
};

/* Bytes of an element; the type must be legal. */
static inline u32 tensor_type_bytes(enum tensor_type t) {
	static const u8 bytes[TENSOR_TYPES] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
	return bytes[t];
}

static inline bool tensor_type_is_float(enum tensor_type t) {
	return t >= TENSOR_F16;
}

/* Bytes that a row of the box occupies in shared memory: as many as are swizzled
 * together, if any. */
static inline u32 tensor_row_pitch(const struct tensor_map *m, u32 row_bytes) {
	if (m->interleave != TENSOR_INTERLEAVE_NONE || m->swizzle == TENSOR_SWIZZLE_NONE)
		return row_bytes;
	return (u32)TENSOR_CHUNK << m->swizzle;
}

static inline const char *tensor_inner_fault(const struct tensor_map *m) {
	u32 bytes = (m->box_less_1[0] + 1u) *
	            tensor_type_bytes((enum tensor_type)m->type);
	if (bytes % TENSOR_CHUNK)
		return "the inner dimension of the box is not a multiple of 16 bytes";
	if (m->interleave != TENSOR_INTERLEAVE_NONE)
		return NULL;
	if (m->swizzle != TENSOR_SWIZZLE_NONE && bytes > (u32)TENSOR_CHUNK << m->swizzle)
		return "the inner dimension of the box is wider than the swizzle";
	return NULL;
}

static inline const char *tensor_tile_fault(const struct tensor_map *m) {
	u64 bytes = tensor_type_bytes((enum tensor_type)m->type);
	for (u32 i = 0; i <= m->rank_less_1; i++) {
		if (m->box_less_1[i] >= TENSOR_BOX_MAX)
			return "the box has more than 256 elements in one dimension";
		bytes *= (m->box_less_1[i] + 1u + m->step_less_1[i]) /
		         (m->step_less_1[i] + 1u);
		if (bytes >= TENSOR_BOX_BYTES)
			return "the box is larger than shared memory";
	}
	return NULL;
}

static inline const char *tensor_im2col_fault(const struct tensor_map *m) {
	static const s16 limit[] = {0, 0, 32767, 127, 15};
	if (m->rank_less_1 < 2)
		return "an im2col map has 3, 4 or 5 dimensions";
	if (m->box_less_1[0] >= TENSOR_BOX_MAX)
		return "a pixel has more than 256 channels";
	if (m->box_less_1[1] >= TENSOR_PIXELS_MAX)
		return "a column has more than 1024 pixels";
	for (u32 i = 0; i + 2 <= m->rank_less_1; i++) {
		s32 top = limit[m->rank_less_1];
		if (m->lower[i] > top || m->lower[i] < -top - 1 || m->upper[i] > top ||
		    m->upper[i] < -top - 1)
			return "a corner of the box is out of range";
		if ((s64)m->dim_less_1[i + 1] + 1 + m->upper[i] - m->lower[i] <= 0)
			return "the box is empty";
	}
	return NULL;
}

/* Returns why the map cannot be used, or NULL. A device has the same rules:
 * tests/cuda/programs/tma_encode. */
static inline const char *tensor_map_fault(const struct tensor_map *m) {
	u32 unit = m->interleave == TENSOR_INTERLEAVE_32 ? 2 * TENSOR_CHUNK
	                                                 : TENSOR_CHUNK;
	const char *why;
	if (m->magic != TENSOR_MAP_MAGIC || m->mode > TENSOR_IM2COL)
		return "it is not a tensor map";
	if (m->rank_less_1 >= TENSOR_RANK)
		return "a tensor has 1 to 5 dimensions";
	if (m->type >= TENSOR_TYPES)
		return "the type of its elements is unknown";
	if (m->interleave > TENSOR_INTERLEAVE_32 || m->swizzle > TENSOR_SWIZZLE_128 ||
	    m->promotion > 3)
		return "its interleave, swizzle or promotion is unknown";
	if (m->interleave != TENSOR_INTERLEAVE_NONE && m->rank_less_1 < 2)
		return "an interleaved tensor has at least 3 dimensions";
	if (m->fill_nan > 1 ||
	    (m->fill_nan && !tensor_type_is_float((enum tensor_type)m->type)))
		return "only floating-point elements can be NaN";
	if (m->address % unit || m->address >> 57)
		return "the address of the tensor is not aligned";
	for (u32 i = 0; i < m->rank_less_1; i++)
		if (m->stride[i] % unit || m->stride[i] >> 40)
			return "a stride is out of range or not aligned";
	for (u32 i = 0; i <= m->rank_less_1; i++)
		if (m->step_less_1[i] >= TENSOR_STEP_MAX)
			return "an element stride is more than 8";
	why = m->mode == TENSOR_TILE ? tensor_tile_fault(m) : tensor_im2col_fault(m);
	return why ? why : tensor_inner_fault(m);
}

/* The address of a 16-byte chunk in shared memory, swizzled. */
static inline u32 tensor_swizzle(u32 swizzle, u32 addr) {
	return addr ^ ((addr >> 7 & ((1u << swizzle) - 1)) << 4);
}
