/* channel_descriptor.h - cudaCreateChannelDesc<T>(): the channels of an element type.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_runtime_api.h"

#if defined(__cplusplus)

static inline cudaChannelFormatDesc simt_channels(int bytes, int n, enum cudaChannelFormatKind f) {
	int b = bytes * 8;
	cudaChannelFormatDesc d = {b, n > 1 ? b : 0, n > 2 ? b : 0, n > 3 ? b : 0, f};
	return d;
}

template <class T> static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
	return simt_channels(0, 1, cudaChannelFormatKindNone);
}

#define SIMT_CHANNEL(T, E, n, kind) \
	template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<T>() { \
		return simt_channels((int)sizeof(E), n, cudaChannelFormatKind##kind); \
	}
#define SIMT_CHANNELS(E, name, kind) \
	SIMT_CHANNEL(E, E, 1, kind) \
	SIMT_CHANNEL(name##1, E, 1, kind) \
	SIMT_CHANNEL(name##2, E, 2, kind) \
	SIMT_CHANNEL(name##4, E, 4, kind)

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

#endif
