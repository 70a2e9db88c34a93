/* native.c - see native.h. All numbers are the host's own:
 *
 *     magic, count | key, place, size of each file, sorted by key | files
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/native.h"

#include <stdlib.h>

struct head {
	char magic[8];
	u64 count;
};

struct row {
	struct cache_key key;
	u64 at, size;
};

static const char magic[8] = "simtaot1";
enum { FILE_ALIGN = 16 };

static int compare(const struct cache_key *a, const struct cache_key *b) {
	if (a->high != b->high)
		return a->high < b->high ? -1 : 1;
	return (a->low > b->low) - (a->low < b->low);
}

/* The container aligns its parts to eight bytes at most, so rows are copied. */
static struct row row_at(const struct native *n, u64 i) {
	struct row r;
	memcpy(&r, n->bytes + sizeof(struct head) + i * sizeof r, sizeof r);
	return r;
}

static bool find(const struct native *n, const struct cache_key *k, struct row *r) {
	struct head h;
	if (!n->bytes || n->size < sizeof h)
		return false;
	memcpy(&h, n->bytes, sizeof h);
	if (memcmp(h.magic, magic, sizeof magic) != 0 ||
	    h.count > (n->size - sizeof h) / sizeof *r)
		return false;
	for (u64 low = 0, high = h.count; low < high;) {
		u64 middle = low + (high - low) / 2;
		*r = row_at(n, middle);
		int order = compare(k, &r->key);
		if (order == 0)
			return r->at <= n->size && r->size <= n->size - r->at;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

bool native_find(const struct native *n, const struct cache_key *k, struct arena *a,
                 struct cache_entry *e) {
	struct row r;
	if (!find(n, k, &r) || !arena_reserve(a, r.size, FILE_ALIGN))
		return false;
	u8 *bytes = arena_alloc(a, r.size, FILE_ALIGN);
	memcpy(bytes, n->bytes + r.at, r.size);
	return cache_unpack(bytes, r.size, k, a, e);
}

static int by_key(const void *a, const void *b) {
	const struct native_file *x = a, *y = b;
	return compare(&x->key, &y->key);
}

const u8 *native_write(struct arena *a, struct native_files *files, u64 *size) {
	struct head h = {.count = files->n};
	u64 at = alignup(sizeof h + files->n * sizeof(struct row), FILE_ALIGN);
	memcpy(h.magic, magic, sizeof magic);
	*size = at;
	vec_each (const struct native_file, f, files)
		*size += alignup(f->size, FILE_ALIGN);
	if (!arena_reserve(a, *size, FILE_ALIGN))
		return NULL;
	if (files->n)
		qsort(files->at, files->n, sizeof *files->at, by_key);
	u8 *bytes = arena_zalloc(a, *size, FILE_ALIGN), *row = bytes + sizeof h;
	memcpy(bytes, &h, sizeof h);
	vec_each (const struct native_file, f, files) {
		struct row r = {f->key, at, f->size};
		memcpy(row, &r, sizeof r);
		memcpy(bytes + at, f->bytes, f->size);
		row += sizeof r;
		at += alignup(f->size, FILE_ALIGN);
	}
	return bytes;
}
