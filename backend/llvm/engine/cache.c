/* cache.c - see cache.h. A file per object, named after its key:
 *
 *     header | LLVM's library | table | object      the header: key, sizes, a sum over all
 *
 * Each part begins at a multiple of 16 bytes. Files appear whole, by rename. A file does
 * not count if its sum is wrong, if it was made by another library than is installed now,
 * or, as its code is run, if another user could have written it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backend/llvm/engine/library.h"
#include "backend/sources.h"
#include "base/file.h"
#include "base/reserve.h"
#include "base/vec.h"

#define SUFFIX ".simtjit"

struct header {
	struct cache_key sum; /* over what follows */
	char magic[8];
	u64 object_bytes;
	struct cache_key key;
	u64 ntable;
	u64 library_bytes; /* of its path and a zero after it */
	u64 library_size, library_mtime_ns;
};

static const char magic[8] = "simtjit3";
enum { PART_ALIGN = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena arena;
static const char *_Atomic folder;
static _Atomic u64 limit; /* bytes */
static u64 used;          /* bytes in the folder, about */

/* ---- keys -------------------------------------------------------------------------- */

/* FNV-1a by words: h = (h ^ word) * odd, then the upper bits are added to the lower.
 * Every step can be undone, so no change of a single word gets lost. */
void cache_mix(struct cache_key *k, const void *data, size_t size) {
	const u128 prime = (u128)0x9e3779b97f4a7c15 << 64 | 0xf39cc0605cedc835;
	u128 h = (u128)k->high << 64 | k->low;
	const u8 *p = data;
	u64 word = size;
	for (; size >= sizeof word; size -= sizeof word, p += sizeof word) {
		u64 next;
		memcpy(&next, p, sizeof next);
		h = (h ^ next) * prime;
		h ^= h >> 67;
	}
	for (size_t i = 0; i < size; i++)
		word = word << 8 ^ p[i];
	h = (h ^ word) * prime;
	h ^= h >> 67;
	*k = (struct cache_key){(u64)h, (u64)(h >> 64)};
}

/* The end counts, too: "ab", "c" is not "a", "bc". */
void cache_mix_text(struct cache_key *k, const char *text) {
	cache_mix(k, text, strlen(text) + 1);
}

static struct cache_key key_for(const char *library) {
	struct cache_key k = {0x62b821756295c58dull, 0x6c62272e07bb0142ull};
	cache_mix_text(&k, library);
	cache_mix_text(&k, SIMT_SOURCES);
	return k;
}

struct cache_key cache_key_new(void) {
	return key_for(library_wanted());
}

struct cache_key cache_key_carried(void) {
	return key_for("");
}

static bool same(const struct cache_key *a, const struct cache_key *b) {
	return a->low == b->low && a->high == b->high;
}

/* ---- files ------------------------------------------------------------------------- */

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

static const char *path_of(const struct cache_key *k, struct arena *a, const char *below,
                           const char *suffix) {
	return arena_printf(a, "%s%s/%016llx%016llx%s", atomic_load(&folder), below,
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

/* Returns where a part of `n` bytes begins, from *at on, and moves *at to its end.
 * `size`: bytes of the file. */
static bool take_part(u64 size, u64 n, u64 *at, u64 *begin) {
	*begin = *at;
	if (n > size - *at || alignup(n, PART_ALIGN) > size - *at)
		return false;
	*at += alignup(n, PART_ALIGN);
	return true;
}

enum { PART_LIBRARY, PART_TABLE, PART_OBJECT, PARTS };

/* Finds where the parts begin. False: they are not as long as the file, which is not
 * whole. */
static bool find_parts(const struct header *h, u64 size, u64 begin[PARTS]) {
	u64 at = sizeof *h;
	return memcmp(h->magic, magic, sizeof magic) == 0 && h->ntable <= size &&
	       h->library_bytes &&
	       take_part(size, h->library_bytes, &at, &begin[PART_LIBRARY]) &&
	       take_part(size, h->ntable * sizeof(u32), &at, &begin[PART_TABLE]) &&
	       take_part(size, h->object_bytes, &at, &begin[PART_OBJECT]) && at == size;
}

/* The header comes first: a file that is not as long as that says takes no memory. */
static u8 *read_whole(int fd, u64 size, struct arena *a) {
	struct header h;
	u64 part[PARTS];
	if (size < sizeof h || !read_all(fd, (u8 *)&h, sizeof h) ||
	    !find_parts(&h, size, part) || !arena_reserve(a, size, PART_ALIGN))
		return NULL;
	u8 *bytes = arena_alloc(a, size, PART_ALIGN);
	memcpy(bytes, &h, sizeof h);
	return read_all(fd, bytes + sizeof h, size - sizeof h) ? bytes : NULL;
}

/* The file's bytes, or NULL. The time of the last use is the file's own, for
 * make_room. */
static const u8 *slurp(const char *path, struct arena *a, size_t *size) {
	struct stat st;
	u8 *bytes = NULL;
	int fd = file_open(path, O_NOFOLLOW, limit, &st);
	if (fd < 0)
		return NULL;
	if (is_ours(&st)) {
		*size = (size_t)st.st_size;
		bytes = read_whole(fd, *size, a);
		futimens(fd, NULL);
	}
	close(fd);
	return bytes;
}

static struct cache_key sum_of(const void *bytes, size_t n) {
	struct cache_key k = {0, 1};
	cache_mix(&k, bytes, n);
	return k;
}

/* library: the file of LLVM's library that the code was made by; NULL: it names none. */
static bool unpack(const u8 *bytes, u64 size, const struct cache_key *k, struct arena *a,
                   struct cache_entry *e, struct library_file *library) {
	struct header h;
	u64 part[PARTS];
	if (size < sizeof h || size % PART_ALIGN != 0)
		return false;
	memcpy(&h, bytes, sizeof h);
	struct cache_key sum = sum_of(bytes + sizeof sum, size - sizeof sum);
	if (!find_parts(&h, size, part) || !same(&h.key, k) || !same(&h.sum, &sum) ||
	    bytes[part[PART_LIBRARY] + h.library_bytes - 1] != 0)
		return false;
	if (library)
		*library = (struct library_file){(const char *)bytes + part[PART_LIBRARY],
		                                 h.library_size, h.library_mtime_ns};
	*e = (struct cache_entry){.object = {bytes + part[PART_OBJECT], h.object_bytes},
	                          .table = arena_copy(a, bytes + part[PART_TABLE],
	                                              h.ntable * sizeof(u32), 4),
	                          .ntable = (u32)h.ntable};
	return true;
}

bool cache_read(const u8 *bytes, u64 size, const struct cache_key *k, struct arena *a,
                struct cache_entry *e) {
	struct library_file f;
	return unpack(bytes, size, k, a, e, &f) && library_is_there(&f);
}

bool cache_unpack(const u8 *bytes, u64 size, const struct cache_key *k, struct arena *a,
                  struct cache_entry *e) {
	return unpack(bytes, size, k, a, e, NULL);
}

bool cache_get(const struct cache_key *k, struct arena *a, struct cache_entry *e) {
	size_t size;
	if (!cache_is_open())
		return false;
	const u8 *bytes = slurp(path_of(k, a, "", SUFFIX), a, &size);
	return bytes && cache_read(bytes, size, k, a, e);
}

/* ---- room -------------------------------------------------------------------------- */

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

/* Lists also the files of writers that died: their names have the suffix inside. The
 * cache did not write a file larger than it may be; that goes first. */
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
		u64 size = MIN((u64)st.st_size, limit);
		used += size;
		vec_push(a, &all,
		         (struct old_file){path,
		                           size < (u64)st.st_size ? (struct timespec){0}
		                                                  : st.st_mtim,
		                           size});
	}
	if (d)
		closedir(d);
	*file = all.at;
	*n = all.n;
}

/* Removes the files not used for the longest time, until a quarter is free again. With
 * the lock held. */
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

static bool write_file(const char *path, const u8 *bytes, u64 size) {
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	bool ok = write_all(fd, bytes, size);
	return close(fd) == 0 && ok;
}

/* A whole file; NULL: there is no memory for it. */
static const u8 *assemble(struct arena *a, const struct cache_key *k,
                          const struct cache_entry *e, const struct library_file *f,
                          u64 *size) {
	struct header h = {.key = *k,
	                   .object_bytes = e->object.size,
	                   .ntable = e->ntable,
	                   .library_bytes = strlen(f->path) + 1,
	                   .library_size = f->size_bytes,
	                   .library_mtime_ns = f->mtime_ns};
	const struct {
		const void *at;
		u64 size;
	} part[] = {{&h, sizeof h},
	            {f->path, h.library_bytes},
	            {e->table, h.ntable * sizeof(u32)},
	            {e->object.bytes, h.object_bytes}};
	memcpy(h.magic, magic, sizeof magic);
	*size = 0;
	for (u32 i = 0; i < countof(part); i++)
		*size += alignup(part[i].size, PART_ALIGN);
	if (!arena_reserve(a, *size, PART_ALIGN))
		return NULL;
	u8 *bytes = arena_zalloc(a, *size, PART_ALIGN), *to = bytes;
	for (u32 i = 0; i < countof(part); to += alignup(part[i].size, PART_ALIGN), i++)
		memcpy(to, part[i].at, part[i].size);
	struct cache_key sum = sum_of(bytes + sizeof sum, *size - sizeof sum);
	memcpy(bytes, &sum, sizeof sum);
	return bytes;
}

const u8 *cache_pack(struct arena *a, const struct cache_key *k,
                     const struct cache_entry *e, u64 *size) {
	static const struct library_file none = {.path = ""};
	return assemble(a, k, e, &none, size);
}

/* ---- objects that were begun ------------------------------------------------------- */

/* A file per object in a folder that is there as long as it has any; it holds the number
 * of the process. */
#define BEGUN "/begun"

static const char *begun_folder(struct arena *a) {
	return arena_printf(a, "%s" BEGUN, atomic_load(&folder));
}

bool cache_has_begun(void) {
	struct arena a = ARENA_INIT;
	bool has = cache_is_open() && access(begun_folder(&a), X_OK) == 0;
	arena_drop(&a);
	return has;
}

void cache_begins(const struct cache_key *k) {
	struct arena a = ARENA_INIT;
	char text[24];
	if (!cache_is_open())
		return;
	int n = snprintf(text, sizeof text, "%ld\n", (long)getpid());
	pthread_mutex_lock(&lock);
	const char *path = path_of(k, &a, BEGUN, "");
	unlink(path);
	if (make_folder(&a) && (mkdir(begun_folder(&a), 0700) == 0 || errno == EEXIST))
		write_file(path, (const u8 *)text, (u64)n);
	pthread_mutex_unlock(&lock);
	arena_drop(&a);
}

void cache_ends(const struct cache_key *k) {
	struct arena a = ARENA_INIT;
	if (!cache_is_open())
		return;
	unlink(path_of(k, &a, BEGUN, ""));
	rmdir(begun_folder(&a)); /* if it was the last one */
	arena_drop(&a);
}

/* The process that wrote the file is over. */
static bool is_left(const char *path) {
	char text[24] = "";
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (fd < 0)
		return false;
	bool ok = fstat(fd, &st) == 0 && is_ours(&st) &&
	          read(fd, text, sizeof text - 1) > 0;
	close(fd);
	long pid = strtol(text, NULL, 10);
	return ok && pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

bool cache_was_begun(const struct cache_key *k) {
	struct arena a = ARENA_INIT;
	bool was = cache_is_open() && is_left(path_of(k, &a, BEGUN, ""));
	arena_drop(&a);
	return was;
}

enum { PUT_BYTES = 2 << 20 }; /* names of files */

void cache_put(const struct cache_key *k, const struct cache_entry *e) {
	static u32 serial;
	struct arena a = ARENA_INIT;
	struct library_file library;
	u64 size;
	if (!cache_is_open() || !library_file(&library))
		return;
	const u8 *bytes = assemble(&a, k, e, &library, &size);
	if (!bytes || !arena_ready(PUT_BYTES)) {
		arena_drop(&a);
		return; /* a failure for want of memory must not leave here with the lock
		           held */
	}
	pthread_mutex_lock(&lock);
	if (cache_is_open() && size <= limit && make_folder(&a)) {
		const char *part = arena_printf(&a, SUFFIX ".%ld.%u", (long)getpid(),
		                                serial++);
		part = path_of(k, &a, "", part);
		make_room(size);
		if (write_file(part, bytes, size) &&
		    rename(part, path_of(k, &a, "", SUFFIX)) == 0)
			used += size;
		else
			unlink(part);
	}
	pthread_mutex_unlock(&lock);
	arena_drop(&a);
}
