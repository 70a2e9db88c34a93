/* host_access.c - races of the host's own loads and stores with kernels and copies, in
 * managed and page-locked memory.
 *
 * The host's instructions are not seen; its page faults are. Each block of such memory
 * has pages of its own. When a piece of work is over and the program has not waited for
 * it yet, the pages that it has written are closed to the host, and those that it has
 * read are closed to stores. An access of the host faults; if one of the pieces of work
 * has touched these very bytes, that is a race. The program goes on: after a race the
 * block is open; otherwise the page is open for this one instruction, if the thread can
 * be stepped. As soon as the host has waited, the pages are open.
 *
 *     launch      work runs       work is over       host touches    host waits
 *       |---------- pages open ------|----- pages closed -----|-- open -----|
 *
 * Protection is the same for all threads, so pages are open as long as work runs, and the
 * thread that queues work waits a while until it is over (host_access_wait). Work and
 * functions of the runtime that touch closed pages open all of them.
 *
 * The host may also learn through memory that work is done: of a kernel that makes strong
 * accesses of the system's scope, or of a stream's write to a word. What was done before
 * counts as ordered then.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "base/own_stack.h"
#include "runtime/core/happens_before.h"
#include "runtime/watch/check_report.h"

enum {
	PAGE_BITS = 12,
	PAGE = 1 << PAGE_BITS,
	PENDING_MAX = 512, /* pieces of work; older ones are forgotten */
	RETRIES = 64,      /* of a page that another thread has opened meanwhile */
	STEPS = 1024, /* that are taken in a page; then it stays open until work is over
	               */
};

/* What the host must not do with a page. */
enum closed { OPEN, CLOSED_TO_STORES, CLOSED };

/* Pages of one kind that follow each other, by number. */
struct run {
	u64 first, end;
	u8 closed;
};

struct pending {
	struct hb_point *point;
	struct arena arena;
	VEC(struct run) runs;
};

struct shared_block {
	struct shared_block *next;
	struct simt_device *dev;
	u64 first, end; /* pages */
	bool is_managed;
	u8 *now;  /* of each page: enum closed */
	u8 *want; /* the same, when it is computed anew */
	u16 *steps;
};

static struct {
	pthread_mutex_t lock; /* taken last */
	pid_t pid;
	struct sigaction before, before_step;
	u64 changes; /* of the pages, by work and waits */
	struct shared_block *blocks;
	struct pending pending[PENDING_MAX];
	u32 npending;
	u32 working;         /* threads that do work */
	bool changed;        /* pages are to be closed or opened */
	_Atomic bool any;    /* there are blocks */
	_Atomic bool tired;  /* work has not ended in time */
	u64 told[HB_CLOCKS]; /* what the host may have learned through memory */
} host = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- pages ---- */

static void protect(u64 first, u64 end, u8 closed) {
	static const int prot[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
	mprotect(memory_host(first << PAGE_BITS), (end - first) << PAGE_BITS,
	         prot[closed]);
}

/* Makes the pages what is wanted, with a call for each run of those that change. */
static void make_so(struct shared_block *b) {
	u64 n = b->end - b->first;
	if (memcmp(b->now, b->want, n) == 0)
		return;
	for (u64 i = 0, end; i < n; i = end) {
		end = i + 1;
		if (b->now[i] == b->want[i])
			continue;
		while (end < n && b->want[end] == b->want[i] &&
		       b->now[end] != b->want[end])
			end++;
		protect(b->first + i, b->first + end, b->want[i]);
	}
	memcpy(b->now, b->want, n);
}

static void open_block(struct shared_block *b) {
	memset(b->want, OPEN, b->end - b->first);
	make_so(b);
}

static void open_all(void) {
	for (struct shared_block *b = host.blocks; b; b = b->next)
		open_block(b);
	host.changed = true;
	host.changes++;
}

static struct shared_block *block_at(u64 page) {
	struct shared_block *b = host.blocks;
	while (b && page - b->first >= b->end - b->first)
		b = b->next;
	return b;
}

static void want_run(const struct run *r) {
	for (struct shared_block *b = host.blocks; b; b = b->next) {
		u64 from = MAX(r->first, b->first), end = MIN(r->end, b->end);
		for (u64 i = from; i < end; i++)
			b->want[i - b->first] = MAX(b->want[i - b->first], r->closed);
	}
}

/* ---- work ---- */

static void drop_pending(u32 i) {
	hb_unref(host.pending[i].point);
	arena_drop(&host.pending[i].arena);
	host.npending--;
	memmove(&host.pending[i], &host.pending[i + 1],
	        (host.npending - i) * sizeof host.pending[0]);
	host.changed = true;
}

/* NULL: no memory. */
static struct pending *pending_of(struct hb_point *point) {
	for (u32 i = host.npending; i-- > 0;)
		if (host.pending[i].point == point)
			return &host.pending[i];
	if (host.npending == PENDING_MAX)
		drop_pending(0);
	struct pending *p = &host.pending[host.npending++];
	*p = (struct pending){.point = point, .arena = ARENA_INIT};
	hb_ref(point);
	return p;
}

static void add_run(struct pending *p, u64 first, u64 end, u8 closed) {
	if (!vec_reserve(&p->arena, &p->runs))
		return;
	vec_push(&p->arena, &p->runs, (struct run){first, end, closed});
	host.changed = true;
}

static bool overlaps_blocks(u64 first, u64 end) {
	for (const struct shared_block *b = host.blocks; b; b = b->next)
		if (first < b->end && b->first < end)
			return true;
	return false;
}

void host_access_range(struct hb_point *point, u64 addr, u64 size, bool store) {
	u64 first = addr >> PAGE_BITS, end = (addr + size - 1 + PAGE) >> PAGE_BITS;
	if (!atomic_load(&host.any) || !point->stream)
		return;
	pthread_mutex_lock(&host.lock);
	if (overlaps_blocks(first, end))
		add_run(pending_of(point), first, end, store ? CLOSED : CLOSED_TO_STORES);
	pthread_mutex_unlock(&host.lock);
}

/* Whether the host may learn from the accesses what a kernel has done. Only the scope of
 * the system reaches the host, but what is not managed is not a device's business at all.
 */
static bool may_tell(const struct shared_block *b, u8 touched) {
	return touched & TOUCH_SYSTEM || (touched & TOUCH_STRONG && !b->is_managed);
}

static u8 closed_by(u8 touched) {
	return touched & TOUCH_STORE ? CLOSED : touched ? CLOSED_TO_STORES : OPEN;
}

/* Notes what the launch has touched of a block. False: the host may know of it. */
static bool note_block(struct pending *p, const struct shared_block *b, u8 *touched) {
	u64 n = b->end - b->first;
	bool silent = true;
	for (u64 i = 0, end; i < n; i = end) {
		u8 closed = closed_by(touched[i]);
		for (end = i; end < n && closed_by(touched[end]) == closed; end++)
			silent &= !may_tell(b, touched[end]);
		if (closed)
			add_run(p, b->first + i, b->first + end, closed);
	}
	memset(touched, 0, n);
	return silent;
}

static void learn(u64 *to, const u64 *from) {
	for (u32 i = 0; i < HB_CLOCKS; i++)
		to[i] = MAX(to[i], from[i]);
}

void host_access_launch(struct simt_device *dev, struct hb_point *point) {
	const struct checker *c = dev->machine.check;
	if (!c->touched || !point)
		return;
	pthread_mutex_lock(&host.lock);
	struct pending *p = pending_of(point);
	bool silent = true;
	for (const struct shared_block *b = host.blocks; b; b = b->next)
		if (b->dev == dev)
			silent &= note_block(
				p, b, &c->touched[b->first - (c->base >> PAGE_BITS)]);
	if (!silent)
		learn(host.told, point->known);
	pthread_mutex_unlock(&host.lock);
}

void host_access_told(const struct hb_point *point) {
	if (!point || !atomic_load(&host.any))
		return;
	pthread_mutex_lock(&host.lock);
	learn(host.told, point->known);
	host.changed = true;
	pthread_mutex_unlock(&host.lock);
}

void host_access_forget(void) {
	if (!atomic_load(&host.any))
		return;
	pthread_mutex_lock(&host.lock);
	while (host.npending)
		drop_pending(host.npending - 1);
	pthread_mutex_unlock(&host.lock);
}

void host_access_begin(void) {
	if (!atomic_load(&host.any))
		return;
	pthread_mutex_lock(&host.lock);
	open_all();
	pthread_mutex_unlock(&host.lock);
}

void host_access_work(bool begins) {
	if (!hb_wanted())
		return;
	pthread_mutex_lock(&host.lock);
	host.working += begins ? 1 : -1u;
	pthread_mutex_unlock(&host.lock);
}

static bool is_over(const struct hb_point *p) {
	return hb_host_knows(p) || host.told[p->clock] >= p->n;
}

/* Another handler that the program has set gets the faults: then no page is closed. */
static bool is_caught(void);

void host_access_settle(void) {
	if (!atomic_load(&host.any))
		return;
	pthread_mutex_lock(&host.lock);
	for (u32 i = host.npending; i-- > 0;)
		if (is_over(host.pending[i].point))
			drop_pending(i);
	if (host.changed && !host.working) {
		bool close = host.npending && is_caught();
		for (struct shared_block *b = host.blocks; b; b = b->next)
			memset(b->want, OPEN, b->end - b->first);
		for (u32 i = 0; i < host.npending && close; i++)
			for (u32 k = 0; k < host.pending[i].runs.n; k++)
				want_run(&host.pending[i].runs.at[k]);
		for (struct shared_block *b = host.blocks; b; b = b->next) {
			make_so(b);
			memset(b->steps, 0, (b->end - b->first) * sizeof *b->steps);
		}
		host.changed = false;
		host.changes++;
	}
	pthread_mutex_unlock(&host.lock);
}

/* ---- faults ---- */

struct host_fault {
	u64 addr;
	const void *pc;
	u32 stack;
	bool is_store, raced, may_step, steps;
	struct simt_device *dev; /* NULL: the page is open */
};

static void judge(void *ctx) {
	struct host_fault *t = ctx;
	u64 told[HB_CLOCKS];
	pthread_mutex_lock(&host.lock);
	memcpy(told, host.told, sizeof told);
	pthread_mutex_unlock(&host.lock);
	struct hb_point *p = hb_now();
	if (!p)
		return;
	learn(p->known, told);
	p->stack = t->stack;
	t->raced = check_order_host(t->dev, p, t->addr, t->pc, t->is_store);
}

/* What has raced with the host in a block is told once. */
static void forget_block(const struct shared_block *b) {
	for (u32 i = 0; i < host.npending; i++)
		for (u32 k = 0; k < host.pending[i].runs.n; k++) {
			struct run *r = &host.pending[i].runs.at[k];
			if (r->first < b->end && b->first < r->end)
				r->closed = OPEN;
		}
}

/* Returns whether the fault is an access to a page that is, or was, closed. */
static bool take(struct host_fault *t) {
	static _Thread_local u64 last;
	static _Thread_local u32 times;
	pthread_mutex_lock(&host.lock);
	struct shared_block *b = block_at(t->addr >> PAGE_BITS);
	u64 page = b ? (t->addr >> PAGE_BITS) - b->first : 0;
	bool closed = b && b->now[page] != OPEN;
	times = last == t->addr ? times + 1 : 0;
	last = t->addr;
	bool ours = closed || (b && times < RETRIES);
	t->dev = closed ? b->dev : NULL;
	if (closed && b->now[page] == CLOSED_TO_STORES)
		t->is_store = true;
	pthread_mutex_unlock(&host.lock);
	return ours;
}

/* A child of the process has none of its other threads, which may have held the lock. */
static bool open_in_child(u64 addr) {
	if (getpid() == host.pid || !block_at(addr >> PAGE_BITS))
		return false;
	protect(addr >> PAGE_BITS, (addr >> PAGE_BITS) + 1, OPEN);
	return true;
}

static void set_page(struct shared_block *b, u64 page, u8 closed) {
	memcpy(b->want, b->now, b->end - b->first);
	b->want[page] = closed;
	make_so(b);
}

/* A page that is open for one instruction of the thread. */
static _Thread_local struct {
	u64 page, changes;
	u8 closed; /* OPEN: there is none */
} stepped;

static void let_go_on(struct host_fault *t, bool is_program) {
	pthread_mutex_lock(&host.lock);
	struct shared_block *b = block_at(t->addr >> PAGE_BITS);
	if (!is_program) {
		open_all();
	} else if (b && t->raced) {
		forget_block(b);
		open_block(b);
	} else if (b && b->now[(t->addr >> PAGE_BITS) - b->first] != OPEN) {
		u64 page = (t->addr >> PAGE_BITS) - b->first;
		t->steps = t->may_step && !stepped.closed && b->steps[page] < STEPS;
		if (t->steps) {
			b->steps[page]++;
			stepped.page = t->addr >> PAGE_BITS;
			stepped.changes = host.changes;
			stepped.closed = b->now[page];
		}
		set_page(b, page, OPEN);
	}
	pthread_mutex_unlock(&host.lock);
}

static void close_again(void) {
	pthread_mutex_lock(&host.lock);
	struct shared_block *b = block_at(stepped.page);
	if (b && host.changes == stepped.changes)
		set_page(b, stepped.page - b->first, stepped.closed);
	pthread_mutex_unlock(&host.lock);
	stepped.closed = OPEN;
}

#if defined(__x86_64__)
static const void *pc_of(const ucontext_t *u) {
	return (const void *)(uintptr_t)u->uc_mcontext.gregs[REG_RIP];
}
static bool is_store(const ucontext_t *u) {
	return u->uc_mcontext.gregs[REG_ERR] & 2;
}
enum { TRAP_FLAG = 0x100 };
static bool can_step(const ucontext_t *u) {
	return sigismember(&u->uc_sigmask, SIGTRAP) == 0;
}
static void set_stepping(ucontext_t *u, bool on) {
	if (on)
		u->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
	else
		u->uc_mcontext.gregs[REG_EFL] &= ~TRAP_FLAG;
}
#elif defined(__aarch64__)
static const void *pc_of(const ucontext_t *u) {
	return (const void *)(uintptr_t)u->uc_mcontext.pc;
}
/* The syndrome, if the system gives it: bit 6 is set for stores. */
static bool is_store(const ucontext_t *u) {
	const u32 magic = 0x45535201;
	const u8 *at = (const u8 *)u->uc_mcontext.__reserved;
	for (u32 head[2]; memcpy(head, at, sizeof head), head[0]; at += head[1]) {
		u64 esr;
		memcpy(&esr, at + 8, sizeof esr);
		if (head[0] == magic)
			return esr >> 6 & 1;
	}
	return false;
}
/* Only a debugger can step there. */
static bool can_step(const ucontext_t *u) {
	(void)u;
	return false;
}
static void set_stepping(ucontext_t *u, bool on) {
	(void)u, (void)on;
}
#endif

static void pass_on(int sig, siginfo_t *info, void *context) {
	const struct sigaction *old = sig == SIGTRAP ? &host.before_step : &host.before;
	if (old->sa_flags & SA_SIGINFO)
		old->sa_sigaction(sig, info, context);
	else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN)
		old->sa_handler(sig);
	else if (signal(sig, SIG_DFL) != SIG_ERR && sig != SIGSEGV)
		raise(sig); /* an instruction that has faulted does so again */
}

static void on_fault(int sig, siginfo_t *info, void *context) {
	struct host_fault t = {.addr = (uintptr_t)info->si_addr,
	                       .pc = pc_of(context),
	                       .is_store = is_store(context),
	                       .may_step = can_step(context)};
	int e = errno;
	if (info->si_code == SEGV_ACCERR && open_in_child(t.addr))
		return;
	if (info->si_code != SEGV_ACCERR || !take(&t)) {
		pass_on(sig, info, context);
		return;
	}
	bool is_program = t.dev && !hb_is_doing() && check_stack_of_fault(t.pc, &t.stack);
	if (is_program)
		own_stack_call(judge, &t);
	if (t.dev)
		let_go_on(&t, is_program);
	if (t.steps)
		set_stepping(context, true);
	errno = e;
}

static void on_step(int sig, siginfo_t *info, void *context) {
	int e = errno;
	if (!stepped.closed) {
		pass_on(sig, info, context);
		return;
	}
	set_stepping(context, false);
	close_again();
	errno = e;
}

static bool is_caught(void) {
	struct sigaction now;
	return sigaction(SIGSEGV, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO &&
	       now.sa_sigaction == on_fault;
}

static void catch_faults(void) {
	struct sigaction act = {.sa_sigaction = on_fault,
	                        .sa_flags = (int)(SA_SIGINFO | SA_ONSTACK | SA_NODEFER)};
	host.pid = getpid();
	sigaction(SIGSEGV, &act, &host.before);
	act.sa_sigaction = on_step;
	sigaction(SIGTRAP, &act, &host.before_step);
}

/* ---- blocks ---- */

static bool wants(const struct simt_device *dev, enum simt_memory_kind kind) {
	const struct checker *c = dev->machine.check;
	return c && c->tools & CHECK_RACE && c->lines &&
	       (kind == SIMT_MEMORY_HOST || kind == SIMT_MEMORY_MANAGED) &&
	       sysconf(_SC_PAGESIZE) <= PAGE;
}

bool check_wants_pages(const struct simt_device *dev, enum simt_memory_kind kind) {
	return wants(dev, kind);
}

static void remove_blocks(const struct simt_device *dev, u64 first, u64 end, bool open) {
	for (struct shared_block **at = &host.blocks, *b; (b = *at);) {
		if (b->dev != dev || first >= b->end || b->first >= end) {
			at = &b->next;
			continue;
		}
		if (open)
			open_block(b);
		forget_block(b);
		*at = b->next;
		memory_delete(b);
	}
}

void host_access_block(struct simt_device *dev, u64 addr, u64 size,
                       enum simt_memory_kind kind) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	if (!wants(dev, kind))
		return;
	pthread_once(&once, catch_faults);
	u64 first = addr >> PAGE_BITS, end = (addr + size + PAGE - 1) >> PAGE_BITS;
	u64 n = end - first;
	struct shared_block *b = memory_new(sizeof *b + n * (2 + sizeof *b->steps));
	if (!b || !shadow_touch(dev->machine.check)) {
		memory_delete(b);
		return;
	}
	b->dev = dev;
	b->first = first;
	b->end = end;
	b->is_managed = kind == SIMT_MEMORY_MANAGED;
	b->steps = (u16 *)(b + 1);
	b->now = (u8 *)(b->steps + n);
	b->want = b->now + n;
	pthread_mutex_lock(&host.lock);
	remove_blocks(dev, first, end, false);
	b->next = host.blocks;
	host.blocks = b;
	atomic_store(&host.any, true);
	pthread_mutex_unlock(&host.lock);
}

void host_access_free(struct simt_device *dev, u64 addr) {
	if (!atomic_load(&host.any))
		return;
	pthread_mutex_lock(&host.lock);
	remove_blocks(dev, addr >> PAGE_BITS, (addr >> PAGE_BITS) + 1, true);
	pthread_mutex_unlock(&host.lock);
}

void host_access_drop(struct simt_device *dev) {
	pthread_mutex_lock(&host.lock);
	remove_blocks(dev, 0, UINT64_MAX, false);
	pthread_mutex_unlock(&host.lock);
}

/* ---- waiting ---- */

enum { PATIENCE_MS = 2000, TIRED_MS = 5 };

void host_access_wait(struct simt_stream *s, u64 seq) {
	if (!atomic_load(&host.any) || hb_is_doing())
		return;
	bool tired = atomic_load(&host.tired);
	queue_lock();
	if (!queue_wait_briefly(s, seq, tired ? TIRED_MS : PATIENCE_MS))
		atomic_store(&host.tired, true);
	queue_unlock();
}
