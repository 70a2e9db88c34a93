/* request.c - what kernels ask of PEs on other hosts: NVSHMEM's proxy. A thread looks at
 * a ring of requests in the heap's own memory, which kernels write and wait at. Transfers
 * it does itself; a collective waits for other PEs, so each has a thread.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <pthread.h>
#include <sched.h>
#include <time.h>

static struct {
	struct __nvshmem_request *ring;
	pthread_t thread;
	bool runs;
	_Atomic bool stops;
} proxy;

static void finish(struct __nvshmem_request *r, bool ok) {
	__atomic_store_n(&r->__state, ok ? __NVSHMEM_DONE : __NVSHMEM_FAILED,
	                 __ATOMIC_RELEASE);
}

static bool transfer(struct __nvshmem_request *r) {
	const struct __nvshmem_ask *a = &r->__ask;
	void *local = a->__local ? (void *)(uintptr_t)a->__local : r->__data;
	struct far_word w = {.at = a->__at,
	                     .bytes = a->__width,
	                     .op = a->__op,
	                     .value = a->__value,
	                     .cond = a->__cond};
	u64 old = 0;
	bool ok;
	switch (a->__what) {
	case __NVSHMEM_DO_PUT:
		return far_put(a->__pe, FAR_HEAP, a->__at, local, a->__bytes);
	case __NVSHMEM_DO_GET:
		return far_get(a->__pe, FAR_HEAP, a->__at, local, a->__bytes);
	default:
		ok = far_atomic(a->__pe, &w, &old);
		r->__old = old;
		return ok;
	}
}

static void *collective_main(void *request) {
	struct __nvshmem_request *r = request;
	finish(r, collective_for_kernel(r));
	return NULL;
}

static void begin(struct __nvshmem_request *r) {
	pthread_t t;
	/* Looked at once. */
	__atomic_store_n(&r->__state, __NVSHMEM_TAKEN, __ATOMIC_RELAXED);
	if (r->__ask.__what != __NVSHMEM_DO_COLLECTIVE)
		finish(r, transfer(r));
	else if (pthread_create(&t, NULL, collective_main, r) == 0)
		pthread_detach(t);
	else
		finish(r, false);
}

static void *run(void *unused) {
	(void)unused;
	for (u32 idle = 0; !atomic_load(&proxy.stops); idle++) {
		for (u32 i = 0; i < __NVSHMEM_REQUESTS; i++)
			if (__atomic_load_n(&proxy.ring[i].__state, __ATOMIC_ACQUIRE) ==
			    __NVSHMEM_ASKED) {
				begin(&proxy.ring[i]);
				idle = 0;
			}
		if (idle < 100)
			sched_yield();
		else
			nanosleep(&(struct timespec){.tv_nsec = idle < 2000 ? 50000
			                                                    : 500000},
			          NULL);
	}
	return NULL;
}

void request_start(struct __nvshmem_request *ring) {
	proxy.ring = ring;
	atomic_store(&proxy.stops, false);
	proxy.runs = pthread_create(&proxy.thread, NULL, run, NULL) == 0;
}

void request_stop(void) {
	atomic_store(&proxy.stops, true);
	if (proxy.runs)
		pthread_join(proxy.thread, NULL);
	proxy.runs = false;
}
