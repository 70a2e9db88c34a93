/* file.h - opens files that a cache, a text or another process names, not the user: such
 * a name may lead to a pipe, a device or a file of any size.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>
#include <sys/stat.h>

#include "base/base.h"

/* Opens a regular file of at most `most` bytes for reading; flags as for open(). It never
 * waits, and other kinds of files are not opened at all. -1 with errno set after an
 * error. */
int file_open(const char *path, int flags, u64 most, struct stat *st);
/* The same if the caller has just seen that the file is a regular one. A path that does
 * not begin with / begins in `folder`, as for openat(). */
int file_open_seen(int folder, const char *path, int flags, u64 most, struct stat *st);
FILE *file_stream(const char *path, u64 most);
/* Writes the path to `to`, with the process's number for the first %p in it. False: it is
 * too long, and errno says so. */
bool file_of_process(char *to, size_t size, const char *path);
/* Whether a regular file is there, links followed. */
bool file_is_regular(const char *path);
/* Whether two paths lead to one file or folder, links followed. */
bool file_is_same(const char *a, const char *b);
/* A file that another process of this host has open, by its number there. */
struct file_elsewhere {
	s32 pid, fd;
	u64 inode;
};
/* Opens it, to read and write. -1: the process has ended, is another user's, or has
 * closed the file. */
int file_open_elsewhere(const struct file_elsewhere *f);
