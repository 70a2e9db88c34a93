/* fatbin.c - reads the entries of a fat binary and unpacks them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/fatbin.h"

#include <lz4.h>
#include <zstd.h>

enum {
	HEADER_BYTES = 16,
	ENTRY_BYTES = 64, /* the least that an entry's header has */
	FLAG_LZ4 = 0x2000,
	FLAG_ZSTD = 0x8000,
	TEXT_MAX = 256 << 20, /* no PTX text is larger */
};

static u64 read_bytes(const u8 *at, u32 n) {
	u64 v = 0;
	for (u32 i = 0; i < n; i++)
		v |= (u64)at[i] << 8 * i;
	return v;
}

static u32 read32(const u8 *at) {
	return (u32)read_bytes(at, 4);
}

/*     0 magic  4 version (16 bits)  6 header size (16)  8 bytes that follow the header (64) */
bool fatbin_open(struct fatbin_cursor *c, const void *data, size_t size) {
	const u8 *at = data;
	if (!at || size < HEADER_BYTES || read32(at) != (u32)FATBIN_MAGIC)
		return false;
	u64 head = read_bytes(at + 6, 2), body = read_bytes(at + 8, 8);
	if (head < HEADER_BYTES || head > size)
		return false;
	c->at = at + head;
	c->end = c->at + MIN(body, size - head);
	return c->end >= c->at;
}

/*     0 kind (16)  2 version (16)  4 header size  8 payload size (64)  16 packed size
 *     24 minor (16)  26 major (16)  28 sm  40 flags (64)  56 unpacked size (64) */
bool fatbin_next(struct fatbin_cursor *c, struct fatbin_entry *e) {
	u64 left = (u64)(c->end - c->at);
	if (left < ENTRY_BYTES)
		return false;
	u64 head = read32(c->at + 4), size = read_bytes(c->at + 8, 8);
	if (head < ENTRY_BYTES || head > left || size > left - head)
		return false;
	*e = (struct fatbin_entry){
		.kind = (u16)read_bytes(c->at, 2),
		.sm = read32(c->at + 28),
		.flags = read_bytes(c->at + 40, 8),
		.payload = c->at + head,
		.head_bytes = head,
		.payload_bytes = size,
	};
	if (e->flags & (FLAG_LZ4 | FLAG_ZSTD)) {
		e->packed_bytes = read32(c->at + 16);
		e->unpacked_bytes = read_bytes(c->at + 56, 8);
	}
	c->at += head + size;
	return true;
}

static const char *unpack(struct arena *a, const struct fatbin_entry *e, size_t *len) {
	u64 packed = e->packed_bytes, n = e->unpacked_bytes;
	size_t got = 0;
	if (packed > e->payload_bytes || n == 0 || n > TEXT_MAX)
		return NULL;
	/* A text does not unpack to a thousand times its size. */
	if (n / 1024 > packed)
		return NULL;
	char *text = arena_array_raw(a, char, n);
	if (e->flags & FLAG_ZSTD) {
		got = ZSTD_decompress(text, n, e->payload, packed);
		if (ZSTD_isError(got))
			return NULL;
	} else {
		int r = LZ4_decompress_safe((const char *)e->payload, text, (int)packed,
		                            (int)n);
		if (r < 0)
			return NULL;
		got = (size_t)r;
	}
	*len = got;
	return text;
}

const char *fatbin_text(struct arena *a, const struct fatbin_entry *e, size_t *len) {
	const char *text = (const char *)e->payload;
	*len = e->payload_bytes;
	if (e->flags & (FLAG_LZ4 | FLAG_ZSTD))
		text = unpack(a, e, len);
	while (text && *len && text[*len - 1] == 0)
		--*len;
	return text;
}
