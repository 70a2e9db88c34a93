/* compile.c - starts cicc, which lies beside the library, with three files in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvvm/compile.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <nvvm.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct run {
	int in, out, err; /* files in memory; -1: none */
};

static struct nvvm_reply failure(struct arena *a, u32 status, const char *log) {
	return (struct nvvm_reply){.status = status,
	                           .log = arena_printf(a, "%s\n", log),
	                           .log_len = strlen(log) + 1};
}

/* ---- the program ------------------------------------------------------------------------- */

static const char *sibling(struct arena *a, const char *library, const char *name) {
	const char *slash = strrchr(library, '/');
	const char *path = arena_printf(a, "%.*s/%s", slash ? (int)(slash - library) : 1,
	                                slash ? library : ".", name);
	return access(path, X_OK) == 0 ? path : NULL;
}

/* nvvm/bin/cicc beside nvvm/lib64, or in the build's folder beside the library. */
static const char *cicc_path(struct arena *a) {
	Dl_info info;
	const char *path = NULL;
	char real[PATH_MAX];
	if (!dladdr((void *)(uintptr_t)nvvmVersion, &info) || !info.dli_fname)
		return NULL;
	path = sibling(a, info.dli_fname, "../bin/cicc");
	if (!path && realpath(info.dli_fname, real)) {
		path = sibling(a, real, "../bin/cicc");
		path = path ? path : sibling(a, real, "cicc");
	}
	return path;
}

/* ---- its files --------------------------------------------------------------------------- */

static bool write_all(int fd, const void *data, size_t size) {
	const u8 *p = data;
	while (size) {
		ssize_t n = write(fd, p, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		size -= (size_t)n;
	}
	return true;
}

static bool write_request(int fd, const struct nvptx_options *o,
                          const struct nvptx_module *m, u32 n) {
	struct request_head head = {.magic = REQUEST_MAGIC, .nmodule = n, .options = *o};
	bool ok = write_all(fd, &head, sizeof head);
	for (u32 i = 0; ok && i < n; i++) {
		struct request_module one = {
			.name = strlen(m[i].name), .size = m[i].size, .lazy = m[i].lazy};
		ok = write_all(fd, &one, sizeof one) &&
		     write_all(fd, m[i].name, one.name) &&
		     write_all(fd, m[i].data, one.size);
	}
	return ok && lseek(fd, 0, SEEK_SET) == 0;
}

static char *read_all(struct arena *a, int fd, size_t *size) {
	struct stat st;
	*size = fstat(fd, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
	char *text = arena_alloc(a, *size + 1, 8);
	size_t done = 0;
	while (done < *size) {
		ssize_t n = pread(fd, text + done, *size - done, (off_t)done);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		done += (size_t)n;
	}
	*size = done;
	text[done] = '\0';
	return text;
}

static bool open_files(struct run *r) {
	r->in = memfd_create("nvvm-request", MFD_CLOEXEC);
	r->out = memfd_create("nvvm-reply", MFD_CLOEXEC);
	r->err = memfd_create("nvvm-errors", MFD_CLOEXEC);
	return r->in >= 0 && r->out >= 0 && r->err >= 0;
}

static void close_files(const struct run *r) {
	if (r->in >= 0)
		close(r->in);
	if (r->out >= 0)
		close(r->out);
	if (r->err >= 0)
		close(r->err);
}

/* ---- the process ------------------------------------------------------------------------- */

/* What is loaded into the program (checks of its host code, the redirection of its
 * runtime) has no business in cicc. */
static char **clean_environment(struct arena *a) {
	u32 n = 0, kept = 0;
	while (environ[n])
		n++;
	char **env = arena_array(a, char *, n + 1);
	for (u32 i = 0; i < n; i++)
		if (strncmp(environ[i], "LD_PRELOAD=", 11) != 0)
			env[kept++] = environ[i];
	return env;
}

static int spawn(struct arena *a, const struct run *r, const char *path, pid_t *pid) {
	posix_spawn_file_actions_t files;
	char *argv[] = {arena_strdup(a, path, strlen(path)), (char[]){"--request"}, NULL};
	if (posix_spawn_file_actions_init(&files))
		return ENOMEM;
	int e = posix_spawn_file_actions_adddup2(&files, r->in, 0);
	e = e ? e : posix_spawn_file_actions_adddup2(&files, r->out, 1);
	e = e ? e : posix_spawn_file_actions_adddup2(&files, r->err, 2);
	e = e ? e : posix_spawn(pid, path, &files, NULL, argv, clean_environment(a));
	posix_spawn_file_actions_destroy(&files);
	return e;
}

/* A program that waits for all of its children itself leaves no status: the reply counts.
 */
static int wait_for(pid_t pid) {
	int status = 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 0;
	return status;
}

static struct nvvm_reply take_reply(struct arena *a, const struct run *r, int status) {
	struct reply_head h;
	size_t size, errors;
	char *text = read_all(a, r->out, &size);
	if (size >= sizeof h) {
		memcpy(&h, text, sizeof h);
		if (h.magic == REPLY_MAGIC && h.log <= size - sizeof h &&
		    h.ptx == size - sizeof h - h.log)
			return (struct nvvm_reply){.status = h.status,
			                           .log = text + sizeof h,
			                           .log_len = h.log,
			                           .ptx = text + sizeof h + h.log,
			                           .ptx_len = h.ptx};
	}
	const char *said = read_all(a, r->err, &errors);
	return failure(
		a, NVVM_ERROR_COMPILATION,
		WIFSIGNALED(status)
			? arena_printf(a, "error: the compiler crashed (signal %d): %s",
	                               WTERMSIG(status), said)
			: arena_printf(a, "error: the compiler failed: %s", said));
}

static struct nvvm_reply run_cicc(struct arena *a, const struct run *r,
                                  const struct nvptx_options *o,
                                  const struct nvptx_module *m, u32 n) {
	pid_t pid;
	const char *path = cicc_path(a);
	if (!path)
		return failure(
			a, NVVM_ERROR_COMPILATION,
			"error: cicc, which compiles, is not in nvvm/bin beside the "
			"library");
	if (!write_request(r->in, o, m, n))
		return failure(a, NVVM_ERROR_OUT_OF_MEMORY,
		               "error: no memory for the compilation");
	int e = spawn(a, r, path, &pid);
	if (e)
		return failure(a, NVVM_ERROR_COMPILATION,
		               arena_printf(a, "error: %s: %s", path, strerror(e)));
	return take_reply(a, r, wait_for(pid));
}

struct nvvm_reply nvvm_run(struct arena *a, const struct nvptx_options *o,
                           const struct nvptx_module *m, u32 n) {
	struct run r = {-1, -1, -1};
	struct nvvm_reply reply =
		open_files(&r) ? run_cicc(a, &r, o, m, n)
			       : failure(a, NVVM_ERROR_OUT_OF_MEMORY,
	                                 "error: no memory for the compilation");
	close_files(&r);
	return reply;
}
