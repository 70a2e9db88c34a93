/* fatbin_write.c - writes the container of PTX images: a header, then each image with its
 * own header.
 *
 *   0  u32 magic      4  u16 version   6  u16 size of this header   8  u64 size of what follows
 *
 * and for each image, multiples of 8 bytes:
 *
 *   0  u16 kind (1: PTX)    2  u16 version     4  u32 size of this header   8  u64 size of the image, padded
 *  16  u32 size compressed  20 u32             24 u16 minor, u16 major      28 u32 architecture
 *  32  u32 name, u32 its length                40 u64 flags                 48 u64
 *  56  u64 size uncompressed, 0 if it is not compressed                     64 u64, u64
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/fatbin_write.h"

#include <stdlib.h>
#include <zstd.h>

enum {
	HEAD = 16,
	IMAGE_HEAD = 80,
	KIND_PTX = 1,
	FLAG_64BIT = 0x1,
	FLAG_LINUX = 0x10,
	FLAG_ZSTD = 0x8000,
};

static void put16(u8 *p, u32 v) {
	p[0] = (u8)v;
	p[1] = (u8)(v >> 8);
}

static void put32(u8 *p, u32 v) {
	put16(p, v);
	put16(p + 2, v >> 16);
}

static void put64(u8 *p, u64 v) {
	put32(p, (u32)v);
	put32(p + 4, (u32)(v >> 32));
}

/* Reads ".version 9.0" in PTX. */
static void read_version(const char *ptx, size_t size, u32 *major, u32 *minor) {
	static const char word[] = ".version";
	const char *s = memmem(ptx, size, word, sizeof word - 1), *end = ptx + size;
	char *after;
	*major = 8;
	*minor = 0;
	if (!s || s + sizeof word >= end)
		return;
	*major = (u32)strtoul(s + sizeof word - 1, &after, 10) & 0xff;
	if (after < end && *after == '.')
		*minor = (u32)strtoul(after + 1, NULL, 10) & 0xff;
}

/* Writes one image at p; returns its size with the header. */
static size_t write_image(u8 *p, const struct fatbin_image *im, int level) {
	u32 major, minor;
	size_t room = ZSTD_compressBound(im->size), n = im->size;
	bool packed = false;
	memset(p, 0, IMAGE_HEAD);
	if (level != FATBIN_PLAIN) {
		size_t got = ZSTD_compress(p + IMAGE_HEAD, room, im->ptx, im->size,
		                           level);
		packed = !ZSTD_isError(got) && got < im->size;
		n = packed ? got : n;
	}
	if (!packed)
		memcpy(p + IMAGE_HEAD, im->ptx, im->size);
	size_t padded = alignup(n + !packed, 8); /* PTX text ends with a zero */
	memset(p + IMAGE_HEAD + n, 0, padded - n);
	read_version(im->ptx, im->size, &major, &minor);
	put16(p, KIND_PTX);
	put16(p + 2, 0x101);
	put32(p + 4, IMAGE_HEAD);
	put64(p + 8, padded);
	put32(p + 16, packed ? (u32)n : 0);
	put32(p + 20, 0x40);
	put16(p + 24, minor);
	put16(p + 26, major);
	put32(p + 28, im->sm);
	put64(p + 40, FLAG_64BIT | FLAG_LINUX | (packed ? FLAG_ZSTD : 0));
	put64(p + 56, packed ? im->size : 0);
	put64(p + 64, 0x48);
	return IMAGE_HEAD + padded;
}

u8 *fatbin_write(struct arena *a, const struct fatbin_image *image, u32 n, int level,
                 size_t *size) {
	size_t room = HEAD;
	for (u32 i = 0; i < n; i++)
		room += IMAGE_HEAD + ZSTD_compressBound(image[i].size) + 16;
	u8 *out = arena_array(a, u8, room);
	size_t at = HEAD;
	for (u32 i = 0; i < n; i++)
		at += write_image(out + at, &image[i], level);
	put32(out, 0xba55ed50u);
	put16(out + 4, 1);
	put16(out + 6, HEAD);
	put64(out + 8, at - HEAD);
	*size = at;
	return out;
}
