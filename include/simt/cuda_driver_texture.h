/* simt/cuda_driver_texture.h - what textures and surfaces of the driver interface are made of. Layouts and
 * numbers are CUDA 13's. Part of cuda.h.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

typedef enum CUarray_cubemap_face_enum {
	CU_CUBEMAP_FACE_POSITIVE_X = 0,
	CU_CUBEMAP_FACE_NEGATIVE_X = 1,
	CU_CUBEMAP_FACE_POSITIVE_Y = 2,
	CU_CUBEMAP_FACE_NEGATIVE_Y = 3,
	CU_CUBEMAP_FACE_POSITIVE_Z = 4,
	CU_CUBEMAP_FACE_NEGATIVE_Z = 5,
} CUarray_cubemap_face;

/* Channels x bits. */
typedef enum CUresourceViewFormat_enum {
	CU_RES_VIEW_FORMAT_NONE = 0,
	CU_RES_VIEW_FORMAT_UINT_1X8 = 1,
	CU_RES_VIEW_FORMAT_UINT_2X8 = 2,
	CU_RES_VIEW_FORMAT_UINT_4X8 = 3,
	CU_RES_VIEW_FORMAT_SINT_1X8 = 4,
	CU_RES_VIEW_FORMAT_SINT_2X8 = 5,
	CU_RES_VIEW_FORMAT_SINT_4X8 = 6,
	CU_RES_VIEW_FORMAT_UINT_1X16 = 7,
	CU_RES_VIEW_FORMAT_UINT_2X16 = 8,
	CU_RES_VIEW_FORMAT_UINT_4X16 = 9,
	CU_RES_VIEW_FORMAT_SINT_1X16 = 10,
	CU_RES_VIEW_FORMAT_SINT_2X16 = 11,
	CU_RES_VIEW_FORMAT_SINT_4X16 = 12,
	CU_RES_VIEW_FORMAT_UINT_1X32 = 13,
	CU_RES_VIEW_FORMAT_UINT_2X32 = 14,
	CU_RES_VIEW_FORMAT_UINT_4X32 = 15,
	CU_RES_VIEW_FORMAT_SINT_1X32 = 16,
	CU_RES_VIEW_FORMAT_SINT_2X32 = 17,
	CU_RES_VIEW_FORMAT_SINT_4X32 = 18,
	CU_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
	CU_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
	CU_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
	CU_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
	CU_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
	CU_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
	CU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
	CU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
	CU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
	CU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
	CU_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
	CU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
	CU_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
	CU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
	CU_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
	CU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34,
} CUresourceViewFormat;

typedef struct CUDA_RESOURCE_DESC_st {
	CUresourcetype resType;
	union {
		struct {
			CUarray hArray;
		} array;
		struct {
			CUmipmappedArray hMipmappedArray;
		} mipmap;
		struct {
			CUdeviceptr devPtr;
			CUarray_format format;
			unsigned int numChannels;
			size_t sizeInBytes;
		} linear;
		struct {
			CUdeviceptr devPtr;
			CUarray_format format;
			unsigned int numChannels;
			size_t width, height, pitchInBytes;
		} pitch2D;
		struct {
			int reserved[32];
		} reserved;
	} res;
	unsigned int flags;
} CUDA_RESOURCE_DESC;

typedef struct CUDA_TEXTURE_DESC_st {
	CUaddress_mode addressMode[3];
	CUfilter_mode filterMode;
	unsigned int flags; /* CU_TRSF_* */
	unsigned int maxAnisotropy;
	CUfilter_mode mipmapFilterMode;
	float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
	float borderColor[4];
	int reserved[12];
} CUDA_TEXTURE_DESC;

typedef struct CUDA_RESOURCE_VIEW_DESC_st {
	CUresourceViewFormat format;
	size_t width, height, depth;
	unsigned int firstMipmapLevel, lastMipmapLevel;
	unsigned int firstLayer, lastLayer;
	unsigned int reserved[16];
} CUDA_RESOURCE_VIEW_DESC;

typedef struct CUDA_ARRAY_SPARSE_PROPERTIES_st {
	struct {
		unsigned int width, height, depth;
	} tileExtent;
	unsigned int miptailFirstLevel;
	unsigned long long miptailSize;
	unsigned int flags;
	unsigned int reserved[4];
} CUDA_ARRAY_SPARSE_PROPERTIES;

typedef struct CUDA_ARRAY_MEMORY_REQUIREMENTS_st {
	size_t size, alignment;
	unsigned int reserved[4];
} CUDA_ARRAY_MEMORY_REQUIREMENTS;
