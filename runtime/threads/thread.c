/* thread.c - see thread.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/thread.h"
#include "base/host_float.h"
#include "runtime/memory/memory.h"

#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

const int thread_signal[THREAD_SIGNALS] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                           SIGILL,  SIGTRAP, SIGSYS};

static _Atomic u32 count;
static _Thread_local bool is_own;

bool thread_is_own(void) {
	return is_own;
}

u32 thread_count(void) {
	return count;
}

u32 thread_cores(void) {
	cpu_set_t set;
	if (sched_getaffinity(0, sizeof set, &set) == 0)
		return (u32)CPU_COUNT(&set);
	return (u32)sysconf(_SC_NPROCESSORS_ONLN);
}

struct start {
	void *(*body)(void *arg);
	void *arg;
};

static void ended(void *unused) {
	(void)unused;
	atomic_fetch_sub(&count, 1);
}

static void take_own_signals(void) {
	sigset_t set;
	sigemptyset(&set);
	for (u32 i = 0; i < THREAD_SIGNALS; i++)
		sigaddset(&set, thread_signal[i]);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void *run(void *arg) {
	struct start s = *(struct start *)arg;
	void *result;
	memory_delete(arg);
	is_own = true;
	take_own_signals(); /* not before: a handler asks whose thread this is */
	pthread_cleanup_push(ended, NULL);
	result = s.body(s.arg);
	pthread_cleanup_pop(1);
	return result;
}

bool thread_start(pthread_t *thread, void *(*body)(void *arg), void *arg) {
	sigset_t all, old;
	pthread_attr_t attr;
	struct start *s = memory_new(sizeof *s);
	if (!s)
		return false;
	*s = (struct start){body, arg};
	atomic_fetch_add(&count, 1);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, THREAD_STACK_BYTES);
	struct host_float before = host_float_enter(); /* the new thread inherits it */
	bool ok = pthread_create(thread, &attr, run, s) == 0;
	if (!ok) {
		atomic_fetch_sub(&count, 1);
		memory_delete(s);
	}
	host_float_leave(before);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ok;
}
