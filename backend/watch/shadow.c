/* shadow.c - the states of the bytes of the device arena: one host range as long as the
 * arena's global window, whose pages the system makes when they are touched. A fresh
 * page says "not valid".
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/checker.h"
#include "backend/watch/racecheck.h"

#include <sys/mman.h>

static void *reserve(u64 size) {
	void *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
	               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}

bool shadow_init(struct checker *c, const struct arena_map *map) {
	u64 nline;
	c->base = map->global.base;
	c->size = map->global.size;
	c->state = reserve(c->size);
	nline = c->size / RACE_LINE;
	if (c->state && c->tools & CHECK_RACE) {
		c->lines = reserve(nline * sizeof *c->lines);
		c->bytes = reserve(nline * sizeof *c->bytes);
		c->fine = reserve(nline);
	}
	if (c->state && (!(c->tools & CHECK_RACE) || (c->lines && c->bytes && c->fine)))
		return true;
	shadow_drop(c);
	return false;
}

static void release(void *p, u64 size) {
	if (p)
		munmap(p, size);
}

void shadow_drop(struct checker *c) {
	u64 nline = c->size / RACE_LINE;
	release(c->state, c->size);
	release(c->lines, nline * sizeof *c->lines);
	release(c->bytes, nline * sizeof *c->bytes);
	release(c->fine, nline);
	c->state = c->fine = NULL;
	c->lines = NULL;
	c->bytes = NULL;
}

/* The part of the range that has states: its start and size. */
static u8 *part(const struct checker *c, u64 addr, u64 *size) {
	u64 off = addr - c->base;
	if (off >= c->size)
		return NULL;
	*size = MIN(*size, c->size - off);
	return c->state + off;
}

/* Ranges at least as long as this, when they become invalid, give their pages back to the
 * system. */
enum { GIVE_BACK = 1 << 20, HOST_PAGE = 4096 };

void shadow_set(struct checker *c, u64 addr, u64 size, u8 state) {
	u8 *s = part(c, addr, &size);
	if (!s)
		return;
	if (state == BYTE_NONE)
		race_forget(c, addr, size);
	if (state == BYTE_NONE && size >= GIVE_BACK) {
		u8 *from = (u8 *)alignup((uintptr_t)s, HOST_PAGE);
		u8 *to = (u8 *)((uintptr_t)(s + size) & ~(uintptr_t)(HOST_PAGE - 1));
		madvise(from, (size_t)(to - from), MADV_DONTNEED);
		memset(s, 0, (size_t)(from - s));
		memset(to, 0, (size_t)(s + size - to));
		return;
	}
	memset(s, state, size);
}

void shadow_written(struct checker *c, u64 addr, u64 size) {
	u8 *s = part(c, addr, &size);
	for (u64 i = 0; s && i < size; i++)
		s[i] |= (u8)((s[i] & BYTE_VALID) << 1);
}

void shadow_copied(struct checker *c, u64 dst, u64 src, u64 size) {
	u64 n = size, m = size;
	u8 *to = part(c, dst, &n);
	const u8 *from = part(c, src, &m);
	if (!to || !from || n != m) {
		shadow_written(c, dst, size);
		return;
	}
	/* the mem tool reports memory that is no longer valid */
	if (to <= from)
		for (u64 i = 0; i < n; i++)
			to[i] = (u8)((to[i] & ~BYTE_INIT) |
			             (to[i] & BYTE_VALID ? from[i] & BYTE_INIT : 0));
	else
		for (u64 i = n; i-- > 0;)
			to[i] = (u8)((to[i] & ~BYTE_INIT) |
			             (to[i] & BYTE_VALID ? from[i] & BYTE_INIT : 0));
}

void shadow_reused(struct checker *c, u64 addr, u64 size) {
	u8 *s = part(c, addr, &size);
	if (!s)
		return;
	for (u64 i = 0; i < size; i++)
		s[i] &= (u8)~BYTE_INIT;
	race_forget(c, addr, size);
}

u64 shadow_invalid(const struct checker *c, u64 addr, u64 size) {
	const u8 *s = part(c, addr, &size);
	for (u64 i = 0; s && i < size; i++)
		if (!(s[i] & BYTE_VALID))
			return addr + i;
	return 0;
}

u64 shadow_unwritten(const struct checker *c, u64 addr, u64 size) {
	const u8 *s = part(c, addr, &size);
	for (u64 i = 0; s && i < size; i++)
		if ((s[i] & BYTE_KNOWN) == BYTE_VALID)
			return addr + i;
	return 0;
}
