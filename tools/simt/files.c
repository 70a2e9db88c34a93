/* files.c - the files of a run; see ci.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tools/simt/ci.h"

char *ci_text(struct arena *a, const char *path) {
	struct stat st;
	int fd = file_open(path, 0, (u64)1 << 30, &st);
	if (fd < 0)
		return NULL;
	char *text = arena_array_raw(a, char, (size_t)st.st_size + 1);
	size_t got = 0;
	ssize_t n = 1;
	while (got < (size_t)st.st_size &&
	       (n = read(fd, text + got, (size_t)st.st_size - got)) > 0)
		got += (size_t)n;
	close(fd);
	text[got] = 0;
	return text;
}

bool ci_make_folders(struct arena *a, const char *path) {
	char *part = arena_strdup(a, path, strlen(path));
	for (char *s = part + 1; (s = strchr(s, '/')); *s++ = '/') {
		*s = 0;
		if (mkdir(part, 0777) != 0 && errno != EEXIST)
			return false;
	}
	return mkdir(path, 0777) == 0 || errno == EEXIST;
}

static int by_name(const void *x, const void *y) {
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

void ci_files(struct arena *a, const char *folder, struct texts *out) {
	DIR *d = opendir(folder);
	for (struct dirent *e; d && (e = readdir(d));) {
		const char *path = arena_printf(a, "%s/%s", folder, e->d_name);
		if (file_is_regular(path))
			vec_push(a, out, path);
	}
	if (d)
		closedir(d);
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_name);
}

void ci_empty(struct arena *a, const char *folder) {
	struct texts files = {0};
	ci_files(a, folder, &files);
	text_each (f, &files)
		unlink(*f);
}

bool ci_join(struct arena *a, const char *folder, const char *path) {
	struct texts files = {0};
	FILE *out = fopen(path, "we");
	bool ok = out != NULL;
	ci_files(a, folder, &files);
	for (u32 i = 0; ok && i < files.n; i++) {
		const char *text = ci_text(a, files.at[i]);
		ok = !text || fputs(text, out) >= 0;
	}
	return out && fclose(out) == 0 && ok;
}
