/* jobs.c - several launch files at once, each in a process of its own, so that a crash
 * costs one. A process writes its lines to a temporary file and its tally after them;
 * the parent prints the files in their order.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/simtrun/simtrun.h"

/* In a build with counters (./dev coverage): _exit would lose them. */
extern void __gcov_dump(void) __attribute__((weak));

struct job {
	const char *path;
	FILE *out;   /* stdout and stderr of the process */
	FILE *tally; /* struct tally */
	pid_t pid;   /* 0: not started or over */
	bool done;
	int wstatus;
};

static void start(struct simtrun *run, struct job *j) {
	j->out = tmpfile();
	j->tally = tmpfile();
	fflush(NULL);
	j->pid = j->out && j->tally ? fork() : -1;
	if (j->pid != 0)
		return;
	struct tally t = {0};
	dup2(fileno(j->out), 1);
	dup2(fileno(j->out), 2);
	run_launch_file(run, j->path, &t);
	fwrite(&t, sizeof t, 1, j->tally);
	fflush(NULL);
	if (__gcov_dump)
		__gcov_dump();
	_exit(0);
}

static void copy_lines(FILE *in) {
	char buf[4096];
	size_t n;
	rewind(in);
	while ((n = fread(buf, 1, sizeof buf, in)) > 0)
		fwrite(buf, 1, n, stdout);
}

static void collect(struct job *j, struct tally *sum) {
	struct tally t = {0};
	if (j->out)
		copy_lines(j->out);
	bool ok = false;
	if (j->tally && WIFEXITED(j->wstatus)) {
		rewind(j->tally);
		ok = fread(&t, sizeof t, 1, j->tally) == 1;
	}
	if (!ok) {
		int n = WIFSIGNALED(j->wstatus) ? WTERMSIG(j->wstatus) : 0;
		printf("FAIL %s: the process ended with %s %d\n", j->path,
		       n ? "signal" : "status", n ? n : WEXITSTATUS(j->wstatus));
		t = (struct tally){.failed = 1, .status = EXIT_INTERNAL};
	}
	sum->passed += t.passed;
	sum->failed += t.failed;
	if (sum->status == EXIT_OK)
		sum->status = t.status;
	if (j->out)
		fclose(j->out);
	if (j->tally)
		fclose(j->tally);
	fflush(stdout);
}

static void wait_one(struct job *job, u32 n) {
	int wstatus;
	pid_t pid;
	do
		pid = wait(&wstatus);
	while (pid < 0 && errno == EINTR);
	for (u32 i = 0; i < n; i++) {
		if (job[i].pid != pid)
			continue;
		job[i].pid = 0;
		job[i].done = true;
		job[i].wstatus = wstatus;
	}
}

void run_files(struct simtrun *run, const struct texts *paths, u32 jobs,
               struct tally *t) {
	struct job *job = arena_array(&run->arena, struct job, paths->n);
	u32 next = 0, shown = 0, running = 0;
	/* A sandbox is for one file: it cannot be opened again. */
	if (paths->n == 1 || (jobs <= 1 && !run->set.sandbox)) {
		for (u32 i = 0; i < paths->n; i++)
			run_launch_file(run, paths->at[i], t);
		return;
	}
	while (shown < paths->n) {
		while (running < jobs && next < paths->n) {
			job[next].path = paths->at[next];
			start(run, &job[next]);
			running += job[next].pid > 0;
			job[next].done = job[next].pid < 0;
			next++;
		}
		if (running) {
			wait_one(job, next);
			running--;
		}
		while (shown < next && job[shown].done)
			collect(&job[shown++], t);
	}
}
