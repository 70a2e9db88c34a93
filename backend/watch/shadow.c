/* shadow.c - the states of the bytes of the device arena: one host range as long as the
 * arena's global window, whose pages the system makes when they are touched. A fresh
 * page says "not valid". A long range that gets one state is not written either: it
 * becomes copies-on-write of a small file that is full of that state.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/checker.h"
#include "backend/watch/racecheck.h"

#include <sys/mman.h>
#include <unistd.h>

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
	release(c->touched, c->size >> TOUCH_PAGE_BITS);
	c->state = c->fine = c->touched = NULL;
	c->lines = NULL;
	c->bytes = NULL;
}

bool shadow_touch(struct checker *c) {
	if (!c->touched)
		c->touched = reserve(c->size >> TOUCH_PAGE_BITS);
	return c->touched != NULL;
}

/* The part of the range that has states: its start and size. */
static u8 *part(const struct checker *c, u64 addr, u64 *size) {
	u64 off = addr - c->base;
	if (off >= c->size)
		return NULL;
	*size = MIN(*size, c->size - off);
	return c->state + off;
}

/* Ranges at least as long as GIVE_BACK, when they become invalid, give their pages back
 * to the system; those as long as MAP_STATE become pages of a file of STATE_FILE bytes.
 */
enum { GIVE_BACK = 1 << 20, MAP_STATE = 32 << 20, STATE_FILE = 8 << 20, STATES = 8 };
enum { HOST_PAGE = 4096 };

/* Files full of one state each, made when they are needed; 0: not made. */
static _Atomic int state_file[STATES];

static bool fill_file(int fd, u8 state) {
	if (ftruncate(fd, STATE_FILE))
		return false;
	void *p = mmap(NULL, STATE_FILE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (p == MAP_FAILED)
		return false;
	memset(p, state, STATE_FILE);
	munmap(p, STATE_FILE);
	return true;
}

/* Returns the file of the state; -1 if the system gives none. */
static int file_of(u8 state) {
	int fd = state < STATES ? atomic_load(&state_file[state]) : -1, none = 0;
	if (fd)
		return fd;
	fd = memfd_create("simt states", MFD_CLOEXEC);
	if (fd >= 0 && (fd == 0 || !fill_file(fd, state))) {
		close(fd);
		return -1;
	}
	if (fd > 0 && !atomic_compare_exchange_strong(&state_file[state], &none, fd)) {
		close(fd);
		fd = none;
	}
	return fd;
}

/* Maps n bytes at `at`, whole pages: of the state's file, or fresh ones. */
static bool map_state(u8 *at, u64 n, u8 state) {
	int fd = state == BYTE_NONE ? -1 : file_of(state);
	if (fd < 0 && state != BYTE_NONE)
		return false;
	int flags = MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE |
	            (state == BYTE_NONE ? MAP_ANONYMOUS : 0);
	for (u64 done = 0, step; done < n; done += step) {
		step = state == BYTE_NONE ? n : MIN(n - done, (u64)STATE_FILE);
		if (mmap(at + done, step, PROT_READ | PROT_WRITE, flags, fd, 0) ==
		    MAP_FAILED)
			return false;
	}
	return true;
}

/* Gives whole pages of the range the state without writing them; the rest is written. */
static bool set_by_pages(u8 *s, u64 size, u8 state) {
	u8 *from = (u8 *)alignup((uintptr_t)s, HOST_PAGE);
	u8 *to = (u8 *)((uintptr_t)(s + size) & ~(uintptr_t)(HOST_PAGE - 1));
	if (!map_state(from, (u64)(to - from), state))
		return false;
	memset(s, state, (size_t)(from - s));
	memset(to, state, (size_t)(s + size - to));
	return true;
}

void shadow_set(struct checker *c, u64 addr, u64 size, u8 state) {
	u8 *s = part(c, addr, &size);
	if (!s)
		return;
	if (state == BYTE_NONE)
		race_forget(c, addr, size);
	u64 least = state == BYTE_NONE ? GIVE_BACK : MAP_STATE;
	if (size < least || !set_by_pages(s, size, state))
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
