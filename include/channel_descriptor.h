/* channel_descriptor.h - cudaCreateChannelDesc<T>(): the channels of an element type, or of a format.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#if defined(__cplusplus)

static inline cudaChannelFormatDesc simt_channels(int __bytes, int __n,
                                                  enum cudaChannelFormatKind __f) {
	int __b = __bytes * 8;
	cudaChannelFormatDesc __d = {__b, __n > 1 ? __b : 0, __n > 2 ? __b : 0, __n > 3 ? __b : 0,
	                             __f};
	return __d;
}

template <class __T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
	return simt_channels(0, 1, cudaChannelFormatKindNone);
}

#define SIMT_CHANNEL(__T, __E, n, kind) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<__T>() { \
		return simt_channels((int)sizeof(__E), n, cudaChannelFormatKind##kind); \
	}
#define SIMT_CHANNELS(__E, name, kind) \
	SIMT_CHANNEL(__E, __E, 1, kind) \
	SIMT_CHANNEL(name##1, __E, 1, kind) \
	SIMT_CHANNEL(name##2, __E, 2, kind) \
	SIMT_CHANNEL(name##4, __E, 4, kind)

SIMT_CHANNEL(char, char, 1, Signed)
SIMT_CHANNELS(signed char, char, Signed)
SIMT_CHANNELS(unsigned char, uchar, Unsigned)
SIMT_CHANNELS(short, short, Signed)
SIMT_CHANNELS(unsigned short, ushort, Unsigned)
SIMT_CHANNELS(int, int, Signed)
SIMT_CHANNELS(unsigned int, uint, Unsigned)
SIMT_CHANNELS(float, float, Float)

#undef SIMT_CHANNEL
#undef SIMT_CHANNELS

/* Formats whose elements are no C type; of compressed ones, the channels of a texel. */
template <enum cudaChannelFormatKind> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
	return simt_channels(0, 1, cudaChannelFormatKindNone);
}

#define SIMT_FORMAT(kind, x, y, z, w) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<cudaChannelFormatKind##kind>() { \
		cudaChannelFormatDesc __d = {x, y, z, w, cudaChannelFormatKind##kind}; \
		return __d; \
	}
SIMT_FORMAT(SignedNormalized8X1, 8, 0, 0, 0)
SIMT_FORMAT(SignedNormalized8X2, 8, 8, 0, 0)
SIMT_FORMAT(SignedNormalized8X4, 8, 8, 8, 8)
SIMT_FORMAT(SignedNormalized16X1, 16, 0, 0, 0)
SIMT_FORMAT(SignedNormalized16X2, 16, 16, 0, 0)
SIMT_FORMAT(SignedNormalized16X4, 16, 16, 16, 16)
SIMT_FORMAT(UnsignedNormalized8X1, 8, 0, 0, 0)
SIMT_FORMAT(UnsignedNormalized8X2, 8, 8, 0, 0)
SIMT_FORMAT(UnsignedNormalized8X4, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedNormalized16X1, 16, 0, 0, 0)
SIMT_FORMAT(UnsignedNormalized16X2, 16, 16, 0, 0)
SIMT_FORMAT(UnsignedNormalized16X4, 16, 16, 16, 16)
SIMT_FORMAT(UnsignedNormalized1010102, 10, 10, 10, 2)
SIMT_FORMAT(NV12, 8, 8, 8, 0)
SIMT_FORMAT(UnsignedBlockCompressed1, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedBlockCompressed1SRGB, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedBlockCompressed2, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedBlockCompressed2SRGB, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedBlockCompressed3, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedBlockCompressed3SRGB, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedBlockCompressed7, 8, 8, 8, 8)
SIMT_FORMAT(UnsignedBlockCompressed7SRGB, 8, 8, 8, 8)
SIMT_FORMAT(SignedBlockCompressed4, 8, 0, 0, 0)
SIMT_FORMAT(SignedBlockCompressed5, 8, 8, 0, 0)
SIMT_FORMAT(SignedBlockCompressed6H, 16, 16, 16, 0)
SIMT_FORMAT(UnsignedBlockCompressed4, 8, 0, 0, 0)
SIMT_FORMAT(UnsignedBlockCompressed5, 8, 8, 0, 0)
SIMT_FORMAT(UnsignedBlockCompressed6H, 16, 16, 16, 0)
#undef SIMT_FORMAT

static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
	return simt_channels(2, 1, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
	return simt_channels(2, 1, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
	return simt_channels(2, 2, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
	return simt_channels(2, 4, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescNV12() {
	return cudaCreateChannelDesc<cudaChannelFormatKindNV12>();
}

#endif
