/* own_stack.c - see own_stack.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/own_stack.h"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* Bytes of stack: the most that scanning, lowering and interpreting need, with room to
 * spare; what a call of an API function needs; the size of one that is made here. LLVM
 * needs more (runtime/threads/thread.h). */
enum { ENOUGH = 256 << 10, LITTLE = 48 << 10, OWN = 16 << 20 };

/* A sanitizer follows one stack. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { MAY_CHANGE = 0 };
#else
enum { MAY_CHANGE = 1 };
#endif

/* Lies at the high end of a mapping of OWN bytes; the rest is the stack, its first page a
 * guard. It is not thread-local, since thread-local variables take room from small
 * stacks. */
struct own_stack {
	bool is_used;
	ucontext_t caller, work;
	void (*fn)(void *ctx);
	void *ctx;
};

static __thread struct own_stack *own; /* NULL: not made yet */
static __thread struct {
	uintptr_t low, high; /* high == 0: not looked up yet */
} given;

static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool has_key;

static u8 *low_of(struct own_stack *s) {
	return (u8 *)(s + 1) - OWN;
}

static void drop(void *s) {
	munmap(low_of(s), OWN);
}

static void make_key(void) {
	has_key = pthread_key_create(&key, drop) == 0;
}

static bool map_stack(void) {
	pthread_once(&once, make_key);
	u8 *low = mmap(NULL, OWN, PROT_READ | PROT_WRITE,
	               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
	if (low == MAP_FAILED)
		return false;
	mprotect(low, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE);
	struct own_stack *s = (struct own_stack *)(void *)(low + OWN) - 1;
	if (!has_key || pthread_setspecific(key, s) != 0) {
		drop(s);
		return false;
	}
	own = s;
	return true;
}

/* A thread whose stack is not known is taken to have enough. */
static void ask(void) {
	pthread_attr_t a;
	void *low;
	size_t size;
	given.low = 0;
	given.high = UINTPTR_MAX;
	if (pthread_getattr_np(pthread_self(), &a) != 0)
		return;
	if (pthread_attr_getstack(&a, &low, &size) == 0) {
		given.low = (uintptr_t)low;
		given.high = given.low + size;
	}
	pthread_attr_destroy(&a);
}

static bool has(u64 bytes) {
	uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	if (!given.high)
		ask();
	return here >= given.low && here < given.high && here - given.low > bytes;
}

bool own_stack_is_short(void) {
	return MAY_CHANGE && !(own && own->is_used) && !has(LITTLE);
}

static void work(void) {
	own->fn(own->ctx);
}

bool own_stack_call(void (*fn)(void *ctx), void *ctx) {
	/* If a made stack is used up, another one does not help. */
	if (!MAY_CHANGE || (own && own->is_used) || has(ENOUGH)) {
		fn(ctx);
		return true;
	}
	if ((!own && !map_stack()) || getcontext(&own->work) != 0)
		return false;
	own->work.uc_stack.ss_sp = low_of(own);
	own->work.uc_stack.ss_size = OWN - sizeof *own;
	own->work.uc_link = &own->caller;
	own->fn = fn;
	own->ctx = ctx;
	own->is_used = true;
	makecontext(&own->work, work, 0);
	bool ok = swapcontext(&own->caller, &own->work) == 0;
	own->is_used = false;
	return ok;
}
