/* child.c - processes that run what is not trusted. Each writes into a file in memory
 * that its parent reads when it is over; its standard output and error go nowhere.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/judge/judge.h"

extern void __gcov_dump(void) __attribute__((weak));

static void run_child(const struct judge_child *c, void (*body)(void *ctx, int text),
                      void *ctx) {
	int nothing = open("/dev/null", O_RDWR);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	dup2(nothing, 0);
	dup2(nothing, 1);
	dup2(nothing, 2);
	body(ctx, c->text);
	if (__gcov_dump)
		__gcov_dump();
	_exit(EXIT_OK);
}

bool child_start(struct judge_child *c, void (*body)(void *ctx, int text), void *ctx) {
	*c = (struct judge_child){.pid = -1, .text = memfd_create("judge", MFD_CLOEXEC)};
	fflush(NULL);
	if (c->text >= 0)
		c->pid = fork();
	if (c->pid == 0)
		run_child(c, body, ctx);
	return c->pid > 0;
}

void child_wait(struct judge_child *c) {
	while (!c->is_over && c->pid > 0)
		if (waitpid(c->pid, &c->wstatus, 0) == c->pid || errno != EINTR)
			c->is_over = true;
}

const char *child_text(struct arena *a, struct judge_child *c, size_t most, size_t *len) {
	off_t end = c->text >= 0 ? lseek(c->text, 0, SEEK_END) : 0;
	size_t size = end > 0 ? MIN((size_t)end, most) : 0, n = 0;
	char *text = arena_alloc(a, size + 2, 1);
	while (n < size) {
		ssize_t got = pread(c->text, text + n, size - n, (off_t)n);
		if (got <= 0)
			break;
		n += (size_t)got;
	}
	text[n] = text[n + 1] = 0;
	if (c->text >= 0)
		close(c->text);
	c->text = -1;
	*len = n;
	return text;
}

void *shared_memory(size_t bytes) {
	void *p = mmap(NULL, MAX(bytes, 1), PROT_READ | PROT_WRITE,
	               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	return p == MAP_FAILED ? NULL : p;
}
