/* file.c - see file.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool fits(const struct stat *st, u64 most) {
	errno = S_ISREG(st->st_mode) ? EFBIG : EINVAL;
	return S_ISREG(st->st_mode) && (u64)st->st_size <= most;
}

/* Tests the file before the open, since the writer of a pipe notices a reader, and after
 * it, since the name may lead elsewhere by then. */
int file_open(const char *path, int flags, u64 most, struct stat *st) {
	return stat(path, st) == 0 && fits(st, most)
	               ? file_open_seen(AT_FDCWD, path, flags, most, st)
	               : -1;
}

int file_open_seen(int folder, const char *path, int flags, u64 most, struct stat *st) {
	int fd = openat(folder, path,
	                flags | O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (fstat(fd, st) == 0 && fits(st, most))
		return fd;
	int saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

FILE *file_stream(const char *path, u64 most) {
	struct stat st;
	int fd = file_open(path, 0, most, &st);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "rb");
	if (fd >= 0 && !f)
		close(fd);
	return f;
}

bool file_of_process(char *to, size_t size, const char *path) {
	const char *p = strstr(path, "%p");
	int n = p ? snprintf(to, size, "%.*s%ld%s", (int)(p - path), path, (long)getpid(),
	                     p + 2)
	          : snprintf(to, size, "%s", path);
	errno = ENAMETOOLONG;
	return n > 0 && (size_t)n < size;
}

bool file_is_regular(const char *path) {
	struct stat st;
	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool file_is_same(const char *a, const char *b) {
	struct stat x, y;
	return strcmp(a, b) == 0 || (stat(a, &x) == 0 && stat(b, &y) == 0 &&
	                             x.st_dev == y.st_dev && x.st_ino == y.st_ino);
}

int file_open_elsewhere(const struct file_elsewhere *f) {
	char path[64];
	struct stat st;
	snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)f->pid, (int)f->fd);
	int fd = file_is_regular(path) ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1;
	/* Another file may have the number by now. */
	if (fd < 0 || (fstat(fd, &st) == 0 && (u64)st.st_ino == f->inode))
		return fd;
	close(fd);
	return -1;
}
