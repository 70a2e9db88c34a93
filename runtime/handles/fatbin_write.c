/* fatbin_write.c - writes the container of PTX images: a header, then each image with its
 * own header.
 *
 *   0  u32 magic      4  u16 version   6  u16 size of this header   8  u64 size of what follows
 *
 * and for each image, multiples of 8 bytes:
 *
 *   0  u16 kind (1: PTX)    2  u16 version     4  u32 size of this header   8  u64 size of the image, padded
 *  16  u32 size compressed  20 u32 options     24 u16 minor, u16 major      28 u32 architecture
 *  32  u32 name, u32 its length                40 u64 flags                 48 u64
 *  56  u64 size uncompressed, 0 if it is not compressed                     64 the name
 *
 * `options` is the place of: u32 place of the options for the compiler, u32 their length.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/fatbin_write.h"

#include <stdlib.h>
#include <zstd.h>

#include "runtime/handles/fatbin.h"

enum {
	HEAD = 16,
	IMAGE_HEAD = 64, /* before the name */
	OPTIONS_HEAD = 8,
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

static u32 padded_text(const char *text) {
	return text && *text ? (u32)alignup(strlen(text) + 1, 8) : 0;
}

/* Options have at least eight bytes, so that the header of an image with neither name nor
 * options has 80. */
static u32 head_bytes(const struct fatbin_image *im) {
	return IMAGE_HEAD + padded_text(im->name) + OPTIONS_HEAD +
	       MAX(padded_text(im->options), 8);
}

static void write_text(u8 *p, u32 place, u32 at, const char *text) {
	put32(p + place, at);
	put32(p + place + 4, (u32)strlen(text));
	memcpy(p + at, text, strlen(text));
}

/* Writes one image at p; returns its size with the header. */
static size_t write_image(u8 *p, const struct fatbin_image *im, int level) {
	u32 major = 0, minor = 0, kind = im->kind ? im->kind : FATBIN_PTX;
	u32 head = head_bytes(im), options = IMAGE_HEAD + padded_text(im->name);
	u32 flags = im->flags ? im->flags : FATBIN_64BIT | FATBIN_LINUX;
	size_t room = ZSTD_compressBound(im->size), n = im->size;
	bool packed = false;
	memset(p, 0, head);
	if (level != FATBIN_PLAIN && !im->plain) {
		size_t got = ZSTD_compress(p + head, room, im->data, im->size, level);
		packed = !ZSTD_isError(got) && got < im->size;
		n = packed ? got : n;
	}
	if (!packed)
		memcpy(p + head, im->data, im->size);
	/* PTX text ends with a zero. */
	size_t padded = alignup(n + (kind == FATBIN_PTX && !packed), 8);
	memset(p + head + n, 0, padded - n);
	if (kind == FATBIN_PTX)
		read_version(im->data, im->size, &major, &minor);
	put16(p, kind);
	put16(p + 2, 0x101);
	put32(p + 4, head);
	put64(p + 8, padded);
	put32(p + 16, packed ? (u32)n : 0);
	put32(p + 20, options);
	put16(p + 24, minor);
	put16(p + 26, major);
	put32(p + 28, im->sm);
	if (im->name && *im->name)
		write_text(p, 32, IMAGE_HEAD, im->name);
	put64(p + 40, flags | (packed ? FLAG_ZSTD : 0));
	put64(p + 56, packed ? im->size : 0);
	write_text(p, options, options + OPTIONS_HEAD, im->options ? im->options : "");
	return head + padded;
}

u8 *fatbin_write(struct arena *a, const struct fatbin_image *image, u32 n, int level,
                 size_t *size) {
	size_t room = HEAD;
	for (u32 i = 0; i < n; i++)
		room += head_bytes(&image[i]) + ZSTD_compressBound(image[i].size) + 16;
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
