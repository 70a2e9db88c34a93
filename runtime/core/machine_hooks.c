/* machine_hooks.c - the services that device code calls while it runs: printing, the heap
 * of malloc, later work.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain.h"
#include "runtime/core/check.h"
#include "runtime/core/devrt.h"
#include "runtime/core/stream.h"

static struct simt_device *device_of(struct machine *m) {
	return m->runtime;
}

static void write_text(struct simt_device *dev, FILE *out, const char *text, size_t len) {
	if (dev->sandbox)
		plain_put(out, text, len, PLAIN_LINES);
	else
		fwrite(text, 1, len, out);
}

static void write_locked(struct simt_device *dev, FILE *out, const char *text,
                         size_t len) {
	pthread_mutex_lock(&dev->print_lock);
	write_text(dev, out, text, len);
	pthread_mutex_unlock(&dev->print_lock);
}

enum { HELD_MAX = 64 << 20 }; /* more than that appears early */

static void write_held(struct simt_device *dev) {
	if (dev->held.text.n)
		write_text(dev, dev->print_to, dev->held.text.at, dev->held.text.n);
	arena_reset(&dev->held.arena);
	memset(&dev->held.text, 0, sizeof dev->held.text);
}

static void hold(struct simt_device *dev, const char *text, size_t len) {
	pthread_mutex_lock(&dev->print_lock);
	for (size_t i = 0; i < len; i++)
		vec_push(&dev->held.arena, &dev->held.text, text[i]);
	if (dev->held.text.n > HELD_MAX)
		write_held(dev);
	pthread_mutex_unlock(&dev->print_lock);
}

void simt_device_flush(struct simt_device *dev) {
	pthread_mutex_lock(&dev->print_lock);
	write_held(dev);
	pthread_mutex_unlock(&dev->print_lock);
}

static void print(struct machine *m, const char *text, size_t len) {
	struct simt_device *dev = device_of(m);
	if (dev->repeats)
		return;
	if (dev->hold_print)
		hold(dev, text, len);
	else
		write_locked(dev, dev->print_to, text, len);
}

static void print_error(struct machine *m, const char *text, size_t len) {
	write_locked(device_of(m), stderr, text, len);
}

/* The heap is a part of device memory that is taken when the first kernel asks. */
static bool heap_open(struct simt_device *dev) {
	struct device_heap *h = &dev->heap;
	if (h->base)
		return true;
	h->base = memory_alloc(&dev->memory, MEMORY_GLOBAL, h->bytes, MEMORY_GRANULE);
	if (h->base)
		heap_init(&h->heap, &h->arena, h->base, h->bytes, 16);
	if (h->base && dev->machine.check)
		shadow_set(dev->machine.check, h->base, h->bytes, BYTE_NONE);
	return h->base != 0;
}

static u64 heap_take(struct machine *m, u64 size, u64 align) {
	struct device_heap *h = &device_of(m)->heap;
	pthread_mutex_lock(&h->lock);
	struct heap_block *b = NULL;
	if (size && size <= h->bytes && heap_open(device_of(m)))
		b = heap_alloc(&h->heap, m->check ? size + MEMORY_REDZONE : size,
		               MAX(align, 16));
	if (b && m->check) {
		shadow_set(m->check, b->addr, b->size, BYTE_NONE);
		shadow_set(m->check, b->addr, size, BYTE_VALID);
	}
	pthread_mutex_unlock(&h->lock);
	return b ? b->addr : 0;
}

static bool heap_give(struct machine *m, u64 addr) {
	struct device_heap *h = &device_of(m)->heap;
	pthread_mutex_lock(&h->lock);
	struct heap_block *b = h->base && m->check ? heap_find(&h->heap, addr) : NULL;
	u64 size = b ? b->size : 0;
	bool ok = h->base && heap_free(&h->heap, addr);
	if (ok && m->check)
		shadow_set(m->check, addr, size, BYTE_FREED);
	pthread_mutex_unlock(&h->lock);
	return ok;
}

static bool later(struct machine *m, u64 after_ns,
                  void (*work)(void *ctx, bool cancelled), void *ctx) {
	return background_later(device_of(m)->background, after_ns, work, ctx);
}

static void all_triggered(struct machine *m, struct launch *l) {
	(void)m;
	queue_let(l->work);
}

void hooks_install(struct simt_device *dev) {
	dev->machine.hooks = (struct machine_hooks){
		.print = print,
		.print_error = print_error,
		.heap_alloc = heap_take,
		.heap_free = heap_give,
		.later = later,
		.all_triggered = all_triggered,
		.device_runtime = devrt_call,
	};
}

void device_heap_drop(struct simt_device *dev) {
	dev->heap.base = 0;
	arena_drop(&dev->heap.arena);
}
