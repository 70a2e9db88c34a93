/* thread.c - see thread.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/thread.h"
#include "base/host_float.h"

#include <signal.h>

bool thread_start(pthread_t *thread, void *(*body)(void *arg), void *arg) {
	sigset_t everything, old;
	pthread_attr_t attr;
	sigfillset(&everything);
	pthread_sigmask(SIG_SETMASK, &everything, &old);
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, THREAD_STACK_BYTES);
	struct host_float before = host_float_enter(); /* the thread starts with it */
	bool ok = pthread_create(thread, &attr, body, arg) == 0;
	host_float_leave(before);
	pthread_attr_destroy(&attr);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ok;
}
