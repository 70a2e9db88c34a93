/* cache.c - see cache.h. A file per object, named after its key:
 *
 *     header | table | object      the header: key, sizes, a sum over the rest
 *
 * Files appear whole, by rename; one that does not add up is not there. Code is run, so a
 * file counts only if nobody else can have written it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <llvm-c/Core.h>

#include "backend/llvm/library.h"
#include "backend/sources.h"
#include "base/reserve.h"

#define SUFFIX ".simtjit"

struct header {
	char magic[8];
	struct cache_key key, sum;
	u64 object_bytes;
	u64 ntable;
};

static const char magic[8] = "simtjit2";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena arena;
static const char *_Atomic folder;
static u64 limit, used; /* bytes; `used` is what the folder is believed to hold */

/* ---- keys ----------------------------------------------------------------------------------- */

/* FNV-1a in 128 bits: h = (h ^ byte) * (2^88 + 0x13b). */
void cache_mix(struct cache_key *k, const void *data, size_t size) {
	const u128 prime = (u128)1 << 88 | 0x13b;
	u128 h = (u128)k->high << 64 | k->low;
	const u8 *p = data;
	for (size_t i = 0; i < size; i++)
		h = (h ^ p[i]) * prime;
	*k = (struct cache_key){(u64)h, (u64)(h >> 64)};
}

/* The end counts, too: "ab", "c" is not "a", "bc". */
void cache_mix_text(struct cache_key *k, const char *text) {
	cache_mix(k, text, strlen(text) + 1);
}

struct cache_key cache_key_new(void) {
	struct cache_key k = {0x62b821756295c58dull, 0x6c62272e07bb0142ull};
	u32 version[3] = {0};
	if (!library_open()) /* otherwise there is nothing to be kept */
		LLVMGetVersion(&version[0], &version[1], &version[2]);
	cache_mix(&k, version, sizeof version);
	cache_mix_text(&k, SIMT_SOURCES);
	return k;
}

static bool same(const struct cache_key *a, const struct cache_key *b) {
	return a->low == b->low && a->high == b->high;
}

/* ---- files ---------------------------------------------------------------------------------- */

void cache_open(const char *path, u64 max_bytes) {
	pthread_mutex_lock(&lock);
	limit = max_bytes;
	used = 0;
	atomic_store(&folder, path ? arena_strdup(&arena, path, strlen(path)) : NULL);
	pthread_mutex_unlock(&lock);
}

bool cache_is_open(void) {
	return atomic_load(&folder) != NULL;
}

static const char *path_of(const struct cache_key *k, struct arena *a,
                           const char *suffix) {
	return arena_printf(a, "%s/%016llx%016llx%s", atomic_load(&folder),
	                    (unsigned long long)k->high, (unsigned long long)k->low,
	                    suffix);
}

static bool is_ours(const struct stat *st) {
	return S_ISREG(st->st_mode) && st->st_uid == geteuid() &&
	       (st->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static bool read_all(int fd, u8 *to, size_t n) {
	while (n) {
		ssize_t got = read(fd, to, n);
		if (got <= 0 && !(got < 0 && errno == EINTR))
			return false;
		to += MAX(got, 0);
		n -= (size_t)MAX(got, 0);
	}
	return true;
}

static bool write_all(int fd, const void *from, size_t n) {
	const u8 *at = from;
	while (n) {
		ssize_t put = write(fd, at, n);
		if (put < 0 && errno != EINTR)
			return false;
		at += MAX(put, 0);
		n -= (size_t)MAX(put, 0);
	}
	return true;
}

/* The file's bytes, or NULL. The time of the last use is the file's own, for
 * make_room. */
static const u8 *slurp(const char *path, struct arena *a, size_t *size) {
	struct stat st;
	u8 *bytes = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && is_ours(&st) &&
	    st.st_size >= (off_t)sizeof(struct header)) {
		*size = (size_t)st.st_size;
		bytes = arena_alloc(a, *size, 16);
		if (!read_all(fd, bytes, *size))
			bytes = NULL;
		futimens(fd, NULL);
	}
	close(fd);
	return bytes;
}

static struct cache_key sum_of(const void *a, size_t na, const void *b, size_t nb) {
	struct cache_key k = {0, 1};
	cache_mix(&k, a, na);
	cache_mix(&k, b, nb);
	return k;
}

bool cache_get(const struct cache_key *k, struct arena *a, struct cache_entry *e) {
	size_t size;
	struct header h;
	if (!cache_is_open())
		return false;
	const u8 *bytes = slurp(path_of(k, a, SUFFIX), a, &size);
	if (!bytes)
		return false;
	memcpy(&h, bytes, sizeof h);
	u64 table = h.ntable * sizeof(u32);
	if (memcmp(h.magic, magic, sizeof magic) != 0 || !same(&h.key, k) ||
	    h.object_bytes > size || h.ntable > size ||
	    sizeof h + table + h.object_bytes != size)
		return false;
	struct cache_key sum = sum_of(bytes + sizeof h, table, bytes + sizeof h + table,
	                              h.object_bytes);
	if (!same(&sum, &h.sum))
		return false;
	*e = (struct cache_entry){.object = {bytes + sizeof h + table, h.object_bytes},
	                          .table = arena_copy(a, bytes + sizeof h, table, 4),
	                          .ntable = (u32)h.ntable};
	return true;
}

/* ---- room ----------------------------------------------------------------------------------- */

struct old_file {
	const char *path;
	struct timespec last_use;
	u64 size_bytes;
};

static int by_age(const void *a, const void *b) {
	const struct timespec *x = &((const struct old_file *)a)->last_use;
	const struct timespec *y = &((const struct old_file *)b)->last_use;
	if (x->tv_sec != y->tv_sec)
		return x->tv_sec < y->tv_sec ? -1 : 1;
	return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Also what writers that died left behind: their names have the suffix inside. */
static void scan(struct arena *a, struct old_file **file, u32 *n) {
	VEC(struct old_file) all = {0};
	DIR *d = opendir(atomic_load(&folder));
	struct dirent *it;
	used = 0;
	while (d && (it = readdir(d))) {
		struct stat st;
		if (!strstr(it->d_name, SUFFIX))
			continue;
		const char *path = arena_printf(a, "%s/%s", atomic_load(&folder),
		                                it->d_name);
		if (lstat(path, &st) != 0 || !is_ours(&st))
			continue;
		used += (u64)st.st_size;
		vec_push(a, &all, (struct old_file){path, st.st_mtim, (u64)st.st_size});
	}
	if (d)
		closedir(d);
	*file = all.at;
	*n = all.n;
}

/* Those not used for the longest time go, until a quarter is free again. With the lock
 * held. */
static void make_room(u64 bytes) {
	struct arena a = ARENA_INIT;
	struct old_file *file;
	u32 n;
	if (used && used + bytes <= limit)
		return;
	scan(&a, &file, &n);
	if (used + bytes > limit && n)
		qsort(file, n, sizeof *file, by_age);
	bool full = used + bytes > limit;
	for (u32 i = 0; full && i < n && used + bytes > limit / 4 * 3; i++)
		if (unlink(file[i].path) == 0)
			used -= MIN(used, file[i].size_bytes);
	arena_drop(&a);
}

/* Makes the folder, and those above it. */
static bool make_folder(struct arena *a) {
	const char *all = atomic_load(&folder);
	char *path = arena_strdup(a, all, strlen(all));
	for (char *at = path + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = 0;
		mkdir(path, 0700);
		*at = '/';
	}
	return mkdir(path, 0700) == 0 || errno == EEXIST;
}

static bool write_file(const char *path, const struct header *h,
                       const struct cache_entry *e) {
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	bool ok = write_all(fd, h, sizeof *h) &&
	          write_all(fd, e->table, e->ntable * sizeof(u32)) &&
	          write_all(fd, e->object.bytes, e->object.size);
	return close(fd) == 0 && ok;
}

enum { PUT_BYTES = 2 << 20 }; /* names of files */

void cache_put(const struct cache_key *k, const struct cache_entry *e) {
	static u32 serial;
	struct arena a = ARENA_INIT;
	size_t table = e->ntable * sizeof(u32);
	struct header h = {
		.key = *k,
		.sum = sum_of(e->table, table, e->object.bytes, e->object.size),
		.object_bytes = e->object.size,
		.ntable = e->ntable};
	u64 bytes = sizeof h + table + e->object.size;
	memcpy(h.magic, magic, sizeof magic);
	if (!arena_ready(PUT_BYTES))
		return; /* nobody comes out of here with the lock for want of memory */
	pthread_mutex_lock(&lock);
	if (cache_is_open() && bytes <= limit && make_folder(&a)) {
		const char *part = arena_printf(&a, SUFFIX ".%ld.%u", (long)getpid(),
		                                serial++);
		part = path_of(k, &a, part);
		make_room(bytes);
		if (write_file(part, &h, e) && rename(part, path_of(k, &a, SUFFIX)) == 0)
			used += bytes;
		else
			unlink(part);
	}
	pthread_mutex_unlock(&lock);
	arena_drop(&a);
}
