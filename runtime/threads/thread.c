/* thread.c - see thread.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/threads/thread.h"
#include "base/host_float.h"

#include <signal.h>

bool thread_start(pthread_t *thread, void *(*body)(void *arg), void *arg) {
	static const int own[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
	                          SIGILL,  SIGTRAP, SIGSYS};
	sigset_t all, old;
	pthread_attr_t attr;
	sigfillset(&all);
	for (u32 i = 0; i < countof(own); i++)
		sigdelset(&all, own[i]);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, THREAD_STACK_BYTES);
	struct host_float before = host_float_enter(); /* the new thread inherits it */
	bool ok = pthread_create(thread, &attr, body, arg) == 0;
	host_float_leave(before);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ok;
}
