/* preproc.c - a child process whose standard output becomes a source text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lexer/preproc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const struct loc nowhere = {0, 0};

/* Starts the child with its standard output in a pipe; the end to read from, or -1
 * with errno. */
static int start(char *const argv[], pid_t *child) {
	int ends[2];
	posix_spawn_file_actions_t actions;
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	int failed = posix_spawnp(child, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (!failed)
		return ends[0];
	close(ends[0]);
	errno = failed;
	return -1;
}

static int wait_for(pid_t child) {
	int status;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return status;
}

static void report_status(struct diag *d, const char *program, int status) {
	if (WIFSIGNALED(status))
		diag_error(d, nowhere, E0409, "'%s' was ended by signal %d", program,
		           WTERMSIG(status));
	else
		diag_error(d, nowhere, E0409, "'%s' failed with exit status %d", program,
		           WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

struct source_file *preproc_run(struct sources *s, struct diag *d, const char *name,
                                char *const argv[]) {
	pid_t child;
	int fd = start(argv, &child);
	if (fd < 0) {
		diag_error(d, nowhere, E0409, "cannot run '%s': %s", argv[0],
		           strerror(errno));
		return NULL;
	}
	struct source_file *f = source_read(s, name, fd);
	int read_errno = errno;
	close(fd);
	int status = wait_for(child);
	if (status != 0) {
		report_status(d, argv[0], status);
		return NULL;
	}
	if (!f)
		diag_error(d, nowhere, E0409, "cannot read what '%s' wrote: %s", argv[0],
		           strerror(read_errno));
	else
		f->has_markers = true;
	return f;
}

bool preproc_is_gcc(const char *compiler) {
	const char *slash = strrchr(compiler, '/'), *name = slash ? slash + 1 : compiler;
	return strstr(name, "g++") && !strstr(name, "clang");
}

const char *preproc_whole_lines_option(const char *compiler) {
	return preproc_is_gcc(compiler) ? "-ftrack-macro-expansion=0" : NULL;
}

static bool has_file(const char *dir, const char *name) {
	char path[PATH_MAX];
	return (size_t)snprintf(path, sizeof path, "%s/%s", dir, name) < sizeof path &&
	       access(path, F_OK) == 0;
}

bool preproc_is_other_toolkit(const char *dir, const char *own) {
	static const char *const signs[] = {"cuda_runtime.h", "cuda_runtime_api.h",
	                                    "crt/host_config.h"};
	char here[PATH_MAX], there[PATH_MAX];
	bool is_toolkit = false;
	for (u32 i = 0; i < countof(signs); i++)
		is_toolkit |= has_file(dir, signs[i]);
	return is_toolkit && realpath(dir, here) && realpath(own, there) &&
	       strcmp(here, there) != 0;
}
