/* call.c - calls of libraries as work of a stream. A call holds a slot of the gate, so
 * that memory it uses is freed after it, and counts as one of the kernels that run.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdatomic.h>

#include "runtime/core/api/call.h"
#include "runtime/core/check.h"
#include "runtime/core/timeline.h"

/* The beginning of the payload; the library's own follows. */
struct packed_call {
	struct simt_device *dev;
	struct simt_call_entry entry;
	u32 stack; /* of the caller that queued it, for reports */
	u32 bytes;
};

struct scratch {
	struct scratch *next;
};

struct simt_call {
	struct simt_device *dev;
	const struct simt_call_entry *entry;
	struct scratch *scratch;
	enum simt_status status;
	bool is_over;
};

uint32_t simt_call_bytes(uint32_t bytes) {
	return (u32)sizeof(struct packed_call) + bytes;
}

void simt_call_pack(void *room, struct simt_device *dev,
                    const struct simt_call_entry *entry, const void *payload,
                    uint32_t bytes) {
	struct packed_call *p = room;
	*p = (struct packed_call){dev, *entry, check_stack_to_keep(), bytes};
	if (bytes)
		memcpy(p + 1, payload, bytes);
}

const char *simt_call_function(const void *room) {
	const struct packed_call *p = room;
	return p->entry.function;
}

/* Returns whether the call is over. */
static bool run_entry(struct simt_call *c, const struct packed_call *p) {
	u64 start = tracing() ? trace_now() : 0;
	bool done = true;
	if (p->entry.step)
		done = p->entry.step(c, p + 1);
	else
		p->entry.run(c, p + 1);
	if (tracing())
		timeline_call(p->entry.function, start);
	return done;
}

static void drop_scratch(struct simt_call *c) {
	for (struct scratch *next, *s = c->scratch; s; s = next) {
		next = s->next;
		memory_delete(s);
	}
}

/* A call that can wait hears of the fault, for others wait for it. */
static enum simt_status end_call(struct simt_call *c, const struct packed_call *p) {
	c->is_over = true;
	if (p->entry.step)
		p->entry.step(c, p + 1);
	drop_scratch(c);
	return SIMT_OK;
}

static enum simt_status run_call(void *payload, enum simt_status status) {
	const struct packed_call *p = payload;
	struct simt_call c = {.dev = p->dev, .entry = &p->entry};
	bool done = true;
	if (status != SIMT_OK)
		return end_call(&c, p);
	struct slot *slot = gate_enter(p->dev);
	if (!slot)
		return fail(SIMT_OUT_OF_MEMORY, "out of host memory");
	check_launch_stack(p->stack);
	/* The fault of a kernel beside it may have come in between. */
	if (atomic_load(&p->dev->sticky) == SIMT_OK)
		done = run_entry(&c, p);
	else
		done = !p->entry.step;
	check_launch_stack(0);
	gate_leave(p->dev, slot);
	drop_scratch(&c);
	if (atomic_load(&p->dev->sticky) != SIMT_OK && !done)
		return SIMT_NOT_READY; /* it is called once more, and told */
	return done ? c.status : SIMT_PARKED;
}

struct simt_work simt_call_work(const void *room, uint32_t room_bytes) {
	const struct packed_call *p = room;
	return (struct simt_work){.run = run_call,
	                          .payload = room,
	                          .bytes = room_bytes,
	                          .parks = p->entry.step != NULL};
}

/* ---- accesses ---------------------------------------------------------------------- */

/* A box without gaps is one row. */
static struct simt_box flatten(struct simt_box b) {
	if (b.rows == 1 || b.pitch == (s64)b.width) {
		b.width *= b.rows;
		b.rows = 1;
	}
	if (b.rows == 1 && (b.slices == 1 || b.slice_pitch == (s64)b.width)) {
		b.width *= b.slices;
		b.slices = 1;
	}
	return b;
}

/* Returns the first address of a row that is not valid; 0: all of the row is. */
static u64 first_invalid(const struct simt_device *dev, u64 addr, u64 size) {
	const struct arena_map *map = &dev->machine.map;
	const u64 page = (u64)1 << PAGE_SHIFT;
	if (addr + size < addr)
		return addr;
	for (u64 at = addr, end = addr + size, next; at < end; at = next) {
		next = MIN(end, (at & ~(page - 1)) + page);
		if (!global_valid(map, at, next - at))
			return MAX(at, 1); /* a null pointer, too */
	}
	return 0;
}

static bool access_row(struct simt_call *c, u32 access, const char *argument, u64 addr,
                       u64 size) {
	struct call_access a = {.function = c->entry->function,
	                        .argument = argument,
	                        .addr = addr,
	                        .size = size,
	                        .reads = access & SIMT_READS,
	                        .writes = access & SIMT_WRITES};
	u64 bad = first_invalid(c->dev, addr, size);
	bool good = check_call_access(c->dev, &a, bad);
	if (!bad && good)
		return true;
	c->status = fault_record_call(c->dev, &a, bad);
	return false;
}

bool simt_call_access(struct simt_call *c, uint32_t access, const char *argument,
                      const struct simt_box *box) {
	if (!box->width || !box->rows || !box->slices)
		return true;
	if (atomic_load(&c->dev->sticky) != SIMT_OK || c->status != SIMT_OK)
		return false;
	struct simt_box b = flatten(*box);
	for (u64 s = 0; s < b.slices; s++)
		for (u64 r = 0; r < b.rows; r++)
			if (!access_row(c, access, argument,
			                b.at + s * (u64)b.slice_pitch + r * (u64)b.pitch,
			                b.width))
				return false;
	return true;
}

void simt_call_fail(struct simt_call *c, enum simt_status status) {
	struct call_access a = {.function = c->entry->function};
	c->status = fault_record_failure(c->dev, &a, status);
}

/* ---- resources --------------------------------------------------------------------- */

enum { SCRATCH_ALIGN = 64 };

void *simt_call_scratch(struct simt_call *c, uint64_t bytes) {
	struct scratch *s = bytes < UINT64_MAX - 2 * SCRATCH_ALIGN
	                            ? memory_new(bytes + 2 * SCRATCH_ALIGN)
	                            : NULL;
	if (!s) {
		c->status = fail(SIMT_OUT_OF_MEMORY,
		                 "%s: out of host memory for %llu bytes",
		                 c->entry->function, (unsigned long long)bytes);
		return NULL;
	}
	s->next = c->scratch;
	c->scratch = s;
	return (void *)(((uintptr_t)(s + 1) + SCRATCH_ALIGN - 1) &
	                ~(uintptr_t)(SCRATCH_ALIGN - 1));
}

struct loop {
	_Atomic u64 next;
	u64 n;
	void (*fn)(void *ctx, uint64_t i);
	void *ctx;
};

static void run_loop(void *ctx, u32 worker) {
	struct loop *l = ctx;
	(void)worker;
	for (u64 i;
	     (i = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed)) < l->n;)
		l->fn(l->ctx, i);
}

void simt_call_parallel(struct simt_call *c, uint64_t n,
                        void (*fn)(void *ctx, uint64_t i), void *ctx) {
	struct loop l = {.n = n, .fn = fn, .ctx = ctx};
	if (n)
		thread_pool_run(c->dev->pool, (u32)MIN(n, c->dev->threads), run_loop, &l);
}

uint32_t simt_call_threads(const struct simt_call *c) {
	return c->dev->threads;
}

bool simt_call_is_over(const struct simt_call *c) {
	return c->is_over;
}

void simt_call_fail_stream(struct simt_call *c, enum simt_status status) {
	c->status = status;
}

void simt_call_publish(struct simt_device *dev, uint64_t value) {
	dev->library = value;
}

enum simt_status (*call_work(void))(void *payload, enum simt_status status) {
	return run_call;
}
