/* fatbin.h - fat binaries: containers of device code, one entry per architecture.
 *
 *     wrapper (24 bytes) --> header (16) | entry header (64 or more) payload | entry header payload ...
 *
 * The reader checks all sizes: one that does not fit ends the iteration.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"

enum fatbin_kind {
	FATBIN_PTX = 1,
	FATBIN_CUBIN = 2,
	FATBIN_LTO = 8,
	/* Ours: host code of the PTX before it (simtcc --native). Others skip it. */
	FATBIN_NATIVE = 0x5349,
};

enum {
	FATBIN_MAGIC = (int)0xba55ed50,
	FATBIN_WRAPPER_MAGIC = 0x466243b1,
	FATBIN_WRAPPER_LINKED = 2, /* version of a wrapper whose second pointer lists
	                              several fat binaries */
};

struct fatbin_wrapper {
	u32 magic, version;
	const void *data;
	const void *list; /* of pointers to fat binaries, NULL last */
};

struct fatbin_entry {
	u16 kind;
	u32 sm;
	u64 flags;
	const u8 *payload;
	u64 head_bytes;                   /* of the entry's header, before the payload */
	u64 payload_bytes;                /* with padding */
	u64 packed_bytes, unpacked_bytes; /* of a compressed payload; else 0 */
};

struct fatbin_cursor {
	const u8 *at, *end;
};

/* size: how many bytes may be read; ~0 for memory of the program itself. False: no fat
 * binary. */
bool fatbin_open(struct fatbin_cursor *c, const void *data, size_t size);
bool fatbin_next(struct fatbin_cursor *c, struct fatbin_entry *e);
/* The payload as text without padding, unpacked into the arena if need be; NULL if it is
 * damaged, or in an unknown compression. */
const char *fatbin_text(struct arena *a, const struct fatbin_entry *e, size_t *len);
