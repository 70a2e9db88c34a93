/* tensor.c - tensor maps of the driver interface, as maps of backend/machine/tensor.h.
 * Instructions that use a map check its alignment.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/tensor.h"
#include "runtime/driver/driver.h"

/* The parameters that both kinds of maps have. */
struct asked {
	CUtensorMap *map;
	CUtensorMapDataType type;
	cuuint32_t rank;
	void *address;
	const cuuint64_t *dim, *stride;
	const cuuint32_t *step;
	CUtensorMapInterleave interleave;
	CUtensorMapSwizzle swizzle;
	CUtensorMapL2promotion promotion;
	CUtensorMapFloatOOBfill fill;
};

/* 1 to `most`. */
static bool is_count(u64 n, u64 most) {
	return n - 1 < most;
}

static bool common_fill(struct tensor_map *m, const struct asked *a) {
	if (!a->map || !a->dim || !a->stride || !a->step ||
	    !is_count(a->rank, TENSOR_RANK) || (u32)a->type >= TENSOR_TYPES ||
	    (u32)a->interleave > TENSOR_INTERLEAVE_32 ||
	    (u32)a->swizzle > TENSOR_SWIZZLE_128 || (u32)a->promotion > 3 ||
	    (u32)a->fill > 1)
		return false;
	*m = (struct tensor_map){
		.magic = TENSOR_MAP_MAGIC,
		.address = (uintptr_t)a->address,
		.rank_less_1 = (u8)(a->rank - 1),
		.type = (u8)a->type,
		.interleave = (u8)a->interleave,
		.swizzle = (u8)a->swizzle,
		.promotion = (u8)a->promotion,
		.fill_nan = a->fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
	};
	for (u32 i = 0; i < a->rank; i++) {
		if (!is_count(a->dim[i], (u64)1 << 32) || !is_count(a->step[i], 8))
			return false;
		m->dim_less_1[i] = (u32)(a->dim[i] - 1);
		m->step_less_1[i] = (u8)(a->step[i] - 1);
		if (i + 1 < a->rank)
			m->stride[i] = a->stride[i];
	}
	return true;
}

static cudaError_t finish(const struct tensor_map *m, CUtensorMap *out) {
	if (tensor_map_fault(m))
		return cudaErrorInvalidValue;
	memset(out, 0, sizeof *out);
	memcpy(out, m, sizeof *m);
	return cudaSuccess;
}

static cudaError_t encode_tiled(const struct asked *a, const cuuint32_t *box) {
	struct tensor_map m;
	if (!box || !common_fill(&m, a))
		return cudaErrorInvalidValue;
	m.mode = TENSOR_TILE;
	for (u32 i = 0; i < a->rank; i++) {
		if (!is_count(box[i], 256))
			return cudaErrorInvalidValue;
		m.box_less_1[i] = (u16)(box[i] - 1);
	}
	return finish(&m, a->map);
}

static cudaError_t encode_im2col(const struct asked *a, const int *lower,
                                 const int *upper, cuuint32_t channels,
                                 cuuint32_t pixels) {
	struct tensor_map m;
	if (!lower || !upper || !is_count(channels, 256) || !is_count(pixels, 1024) ||
	    a->rank < 3 || !common_fill(&m, a))
		return cudaErrorInvalidValue;
	m.mode = TENSOR_IM2COL;
	m.box_less_1[0] = (u16)(channels - 1);
	m.box_less_1[1] = (u16)(pixels - 1);
	for (u32 i = 0; i + 2 < a->rank; i++) {
		if (lower[i] != (s16)lower[i] || upper[i] != (s16)upper[i])
			return cudaErrorInvalidValue;
		m.lower[i] = (s16)lower[i];
		m.upper[i] = (s16)upper[i];
	}
	return finish(&m, a->map);
}

static cudaError_t replace_address(CUtensorMap *map, void *address) {
	struct tensor_map m;
	if (!map || !address || (uintptr_t)address % TENSOR_CHUNK)
		return cudaErrorInvalidValue;
	memcpy(&m, map, sizeof m);
	if (tensor_map_fault(&m))
		return cudaErrorInvalidValue;
	m.address = (uintptr_t)address;
	memcpy(map, &m, sizeof m);
	return cudaSuccess;
}

CUresult cuTensorMapEncodeTiled(
	CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
	void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
	const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
	CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
	CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
	const struct asked a = {tensorMap, tensorDataType, tensorRank,     globalAddress,
	                        globalDim, globalStrides,  elementStrides, interleave,
	                        swizzle,   l2Promotion,    oobFill};
	return RUNTIME(encode_tiled(&a, boxDim));
}

CUresult cuTensorMapEncodeIm2col(
	CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
	void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
	const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
	cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
	const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
	CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
	CUtensorMapFloatOOBfill oobFill) {
	const struct asked a = {tensorMap, tensorDataType, tensorRank,     globalAddress,
	                        globalDim, globalStrides,  elementStrides, interleave,
	                        swizzle,   l2Promotion,    oobFill};
	return RUNTIME(encode_im2col(&a, pixelBoxLowerCorner, pixelBoxUpperCorner,
	                             channelsPerPixel, pixelsPerColumn));
}

/* Only devices of compute capability 10.0 and up have such maps. */
CUresult cuTensorMapEncodeIm2colWide(
	CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank,
	void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
	int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth,
	cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
	const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
	CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle,
	CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill) {
	(void)tensorMap, (void)tensorDataType, (void)tensorRank, (void)globalAddress;
	(void)globalDim, (void)globalStrides, (void)pixelBoxLowerCornerWidth;
	(void)pixelBoxUpperCornerWidth, (void)channelsPerPixel, (void)pixelsPerColumn;
	(void)elementStrides, (void)interleave, (void)mode, (void)swizzle,
		(void)l2Promotion;
	(void)oobFill;
	return RUNTIME(cudaErrorNotSupported);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) {
	return RUNTIME(replace_address(tensorMap, globalAddress));
}
