/* watch.c - PEs that end before nvshmem_finalize. A thread hears of it at once; whoever
 * waits for what cannot come any more ends: kernels by a trap, host code by the end of
 * the process. A process that does not notice (it spins by itself) is ended after a time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { TIMEOUT_SECONDS = 60, GRACE_SECONDS = 10 };

static struct {
	pthread_t thread;
	bool runs;
	int stop; /* an eventfd */
	struct pollfd fd[MAX_PES + 1];
	_Atomic int ended; /* 1 + PE; 0: none */
} watch;

static u64 seconds_in(const char *variable, u64 otherwise) {
	const char *s = getenv(variable);
	double v = s && *s ? atof(s) : 0;
	return v > 0 ? (u64)(v * 1e9) : otherwise * 1000000000;
}

u64 watch_timeout_ns(void) {
	return seconds_in("SIMT_NVSHMEM_TIMEOUT", TIMEOUT_SECONDS);
}

int watch_ended(void) {
	return atomic_load(&watch.ended) - 1;
}

NORETURN void watch_give_up(const char *function) {
	int pe = watch_ended();
	job_say(function, "PE %d (process %d) has ended before nvshmem_finalize", pe,
	        job.control->pe[pe].pid);
	atomic_store(&job.control->pe[job.me].state, PE_KILLED);
	fflush(NULL);
	_exit(255);
}

void watch_rest(struct patience *p) {
	u32 looks = p->looks++;
	if (looks < 64)
		sched_yield();
	else
		nanosleep(&(struct timespec){.tv_nsec = looks < 256 ? 20000 : 200000},
		          NULL);
}

/* A PE's process has ended, by whatever. */
static void note_end(int pe) {
	struct pe *p = &job.control->pe[pe];
	u32 joined = PE_JOINED;
	int none = 0;
	int status = atomic_load(&job.control->exit_status);
	if (status)
		_exit(status - 1);
	atomic_compare_exchange_strong(&p->state, &joined, PE_KILLED);
	if (atomic_load(&p->state) == PE_FINISHED)
		return;
	atomic_compare_exchange_strong(&watch.ended, &none, pe + 1);
	/* Kernels that wait see it. One that left by itself may have done its part. */
	if (atomic_load(&p->state) == PE_KILLED && job.state)
		*(volatile unsigned *)&job.state->__failed = 1;
}

static void *run(void *unused) {
	u64 grace = seconds_in("SIMT_NVSHMEM_GRACE", GRACE_SECONDS) / 1000000;
	(void)unused;
	for (int left = -1;;) {
		int n = poll(watch.fd, (nfds_t)job.n + 1, left);
		if (n < 0)
			continue;
		if (watch.fd[job.n].revents)
			return NULL;
		if (n == 0)
			watch_give_up("it does not notice that");
		for (int i = 0; i < job.n; i++)
			if (watch.fd[i].revents) {
				note_end(i);
				close(watch.fd[i].fd);
				watch.fd[i] = (struct pollfd){.fd = -1};
			}
		if (watch_ended() >= 0 &&
		    atomic_load(&job.control->pe[watch_ended()].state) == PE_KILLED)
			left = (int)grace;
	}
}

void watch_start(void) {
	atomic_store(&watch.ended, 0);
	for (int i = 0; i < job.n; i++) {
		bool is_far = job_is_far(i);
		int fd = i == job.me ? -1
		         : is_far    ? dup(far_socket(i))
		                  : (int)syscall(SYS_pidfd_open, job.control->pe[i].pid,
		                                 0);
		watch.fd[i] = (struct pollfd){.fd = fd,
		                              .events = is_far ? POLLRDHUP : POLLIN};
		if (fd < 0 && i != job.me)
			note_end(i);
	}
	watch.stop = eventfd(0, EFD_CLOEXEC);
	watch.fd[job.n] = (struct pollfd){.fd = watch.stop, .events = POLLIN};
	watch.runs = pthread_create(&watch.thread, NULL, run, NULL) == 0;
}

void watch_stop(void) {
	u64 one = 1;
	if (!watch.runs || write(watch.stop, &one, sizeof one) < 0)
		return;
	pthread_join(watch.thread, NULL);
	watch.runs = false;
	for (int i = 0; i <= job.n; i++)
		if (watch.fd[i].fd >= 0)
			close(watch.fd[i].fd);
}
