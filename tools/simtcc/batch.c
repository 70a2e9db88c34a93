/* batch.c - compiles several sources to objects; with -t at once, each in its own
 * process, whose messages are shown in the order of the command line.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/simtcc/driver.h"

struct worker {
	pid_t pid;
	int messages;
};

static int compile_here(struct cc *cc, const struct cc_job *j) {
	return cc_compile_object(cc, j->source, j->kind, j->out);
}

/* Compiles in a process of its own, with its own folder for temporary files. */
static int compile_apart(struct cc *cc, const struct cc_job *j, int messages) {
	if (messages >= 0)
		dup2(messages, STDERR_FILENO);
	cc->temp_dir = NULL;
	cc->temp.n = 0;
	int status = compile_here(cc, j);
	cc_clean_up(cc);
	fflush(NULL);
	return status;
}

static struct worker start(struct cc *cc, const struct cc_job *j) {
	struct worker w = {.messages = memfd_create("messages", MFD_CLOEXEC)};
	fflush(NULL);
	w.pid = fork();
	if (w.pid == 0)
		_exit(compile_apart(cc, j, w.messages));
	return w;
}

static void show_messages(int fd) {
	char part[4096];
	off_t at = 0;
	for (ssize_t n; (n = pread(fd, part, sizeof part, at)) > 0; at += n)
		fwrite(part, 1, (size_t)n, stderr);
}

static int finish(struct cc *cc, const struct cc_job *j, struct worker w) {
	int status = 0;
	if (w.pid < 0) { /* fork failed */
		status = compile_here(cc, j);
	} else {
		while (waitpid(w.pid, &status, 0) < 0)
			if (errno != EINTR)
				return CC_FAILED;
		if (WIFSIGNALED(status))
			cc_error("the compilation of '%s' was ended by signal %d (%s)",
			         j->source, WTERMSIG(status),
			         strsignal(WTERMSIG(status)));
		status = WIFEXITED(status) ? WEXITSTATUS(status) : CC_FAILED;
	}
	if (w.messages >= 0) {
		show_messages(w.messages);
		close(w.messages);
	}
	return status;
}

/* Returns how many jobs run at once: one if steps are shown or timed, or messages form
 * one document. */
static u64 width(const struct cc *cc, u32 njob) {
	const struct cc_settings *s = &cc->set;
	if (!s->has_threads || cc->show || cc->time || cc->trace ||
	    cc_message_style().format == DIAG_SARIF)
		return 1;
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	u64 n = s->threads ? s->threads : processors > 0 ? (u64)processors : 1;
	return MIN(n, njob);
}

int cc_compile_objects(struct cc *cc, const struct cc_job *job, u32 n) {
	u64 wide = width(cc, n);
	int status = CC_OK;
	if (wide < 2) {
		for (u32 i = 0; i < n; i++) {
			int one = compile_here(cc, &job[i]);
			status = status ? status : one;
		}
		return status;
	}
	struct worker *w = arena_array(&cc->arena, struct worker, n);
	u32 started = 0;
	for (u32 i = 0; i < n; i++) {
		for (; started < n && started < i + wide; started++)
			w[started] = start(cc, &job[started]);
		int one = finish(cc, &job[i], w[i]);
		status = status ? status : one;
	}
	return status;
}
