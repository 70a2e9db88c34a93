/* child.c - see child.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/profilers/child.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"

bool child_folder(struct simtrun *run, struct child *c) {
	const char *top = getenv("TMPDIR");
	char *name = arena_printf(&run->arena, "%s/simt-XXXXXX",
	                          top && *top ? top : "/tmp");
	c->folder = mkdtemp(name);
	if (c->folder)
		return true;
	diag_error(&run->diag, (struct loc){0, 0}, E0408,
	           "cannot make a folder in %s: %s", top && *top ? top : "/tmp",
	           strerror(errno));
	flush_diag(run);
	return false;
}

static int wait_for(pid_t pid) {
	int status;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return EXIT_INTERNAL;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool child_run(struct simtrun *run, struct child *c, char **argv) {
	const char *path = program_of(&run->arena, argv[0]);
	if (!path) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408, "cannot run %s: %s",
		           argv[0], strerror(errno ? errno : EACCES));
		flush_diag(run);
		return false;
	}
	fflush(NULL);
	c->pid = fork();
	if (c->pid == 0)
		_exit(run_program(run, path, argv));
	signal(SIGINT, SIG_IGN); /* the program's affair: the report follows */
	c->status = c->pid < 0 ? EXIT_INTERNAL : wait_for(c->pid);
	return true;
}

static int by_number(const void *x, const void *y) {
	const char *a = *(const char *const *)x, *b = *(const char *const *)y;
	size_t n = strlen(a), m = strlen(b);
	return n != m ? (n > m) - (n < m) : strcmp(a, b);
}

void child_files(struct arena *a, const struct child *c, struct texts *out) {
	DIR *d = opendir(c->folder);
	for (struct dirent *e; d && (e = readdir(d));)
		if (e->d_name[0] != '.')
			vec_push(a, out,
			         (const char *)arena_printf(a, "%s/%s", c->folder,
			                                    e->d_name));
	if (d)
		closedir(d);
	if (out->n)
		qsort(out->at, out->n, sizeof *out->at, by_number);
}

void child_clean(struct arena *a, const struct child *c) {
	struct texts files = {0};
	child_files(a, c, &files);
	text_each (f, &files)
		unlink(*f);
	rmdir(c->folder);
}

const char *report_path(struct arena *a, const char *path, const char *ending) {
	for (u32 i = 1; !path; i++) {
		const char *name = arena_printf(a, "report%u%s", i, ending);
		if (!file_is_regular(name))
			return name;
	}
	size_t n = strlen(path), m = strlen(ending);
	return n > m && strcmp(path + n - m, ending) == 0
	               ? path
	               : arena_printf(a, "%s%s", path, ending);
}

/* ---- names ---- */

/* The bracket that the one at s[i] closes; 0 if none does. */
static size_t opening(const char *s, size_t i) {
	int depth = 0;
	for (;; i--) {
		depth += s[i] == ')' || s[i] == '>';
		depth -= s[i] == '(' || s[i] == '<';
		if (!depth || !i)
			return i;
	}
}

const char *kernel_base_name(struct arena *a, const char *name) {
	size_t n = strlen(name);
	if (n && name[n - 1] == ')')
		n = opening(name, n - 1);
	if (n > 1 && name[n - 1] == '>')
		n = opening(name, n - 1);
	size_t begin = n;
	while (begin && name[begin - 1] != ' ' && name[begin - 1] != ':')
		begin--;
	return n > begin ? arena_strdup(a, name + begin, n - begin) : name;
}
