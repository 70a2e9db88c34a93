/* syscall.c - functions that every module may call and none defines: vprintf, malloc,
 * free and the failed assertion. PTX declares them `.extern .func`; a call ends here
 * instead of in a frame. Lanes act in ascending order.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "backend/interp/call.h"
#include "backend/interp/printf.h"
#include "backend/machine/group.h"
#include "backend/machine/hook_check.h"

enum { HEAP_ALIGN = 16 };

static struct machine *machine_of(const struct warp *w) {
	return w->cta->launch->machine;
}

static u64 arg(const struct warp *w, const struct dinst *d, u32 i, u32 lane) {
	return call_arg_get(w, d->payload, i, lane);
}

/* int vprintf(const char *format, void *args) */
static enum step call_vprintf(struct warp *w, const struct dinst *d, u32 mask) {
	struct machine *m = machine_of(w);
	struct arena scratch = ARENA_INIT;
	enum step step = STEP_NEXT;
	mask_each (l, mask) {
		struct text t = {.arena = &scratch};
		s32 result;
		bool ok = printf_format(&t, w, d, l, arg(w, d, 0, l), arg(w, d, 1, l),
		                        &result);
		if (ok && t.n && m->hooks.print)
			m->hooks.print(m, t.at, t.n);
		arena_reset(&scratch);
		if (!ok) {
			step = STEP_STOP;
			break;
		}
		call_ret_set(w, d->payload, l, (u32)result);
	}
	arena_drop(&scratch);
	return step;
}

/* 0 for a size of zero, an alignment that is no power of two, and if the heap is full. */
static u64 heap_alloc(struct machine *m, u64 size, u64 align) {
	if (!size || !align || (align & (align - 1)) || !m->hooks.heap_alloc)
		return 0;
	u64 p = m->hooks.heap_alloc(m, size, align);
	if (p && m->check) /* what its last owner did there is over */
		shadow_reused(m->check, p, size);
	return p;
}

/* void *malloc(size_t size) */
static enum step call_malloc(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		u64 size = MAX(arg(w, d, 0, l), 1); /* of zero bytes, too, some memory */
		u64 p = heap_alloc(machine_of(w), size, HEAP_ALIGN);
		call_ret_set(w, d->payload, l, p);
	}
	return STEP_NEXT;
}

/* void *__cuda_syscall_aligned_malloc(size_t size, size_t align) */
static enum step call_aligned_malloc(struct warp *w, const struct dinst *d, u32 mask) {
	mask_each (l, mask) {
		u64 p = heap_alloc(machine_of(w), arg(w, d, 0, l), arg(w, d, 1, l));
		call_ret_set(w, d->payload, l, p);
	}
	return STEP_NEXT;
}

/* void free(void *p) */
static enum step call_free(struct warp *w, const struct dinst *d, u32 mask) {
	struct machine *m = machine_of(w);
	mask_each (l, mask) {
		u64 p = arg(w, d, 0, l);
		if (p && (!m->hooks.heap_free || !m->hooks.heap_free(m, p)))
			return warp_fault(w, d, l, FAULT_TRAP, p, 0,
			                  "free of 0x%llx, which malloc has not returned",
			                  (unsigned long long)p);
	}
	return STEP_NEXT;
}

/* The text that CUDA prints: "file:line: function: block: [..], thread: [..] Assertion
 * `x` failed." */
static bool assert_text(struct text *t, struct warp *w, const struct dinst *d, u32 lane) {
	char buf[160];
	u32 tid[3];
	const u32 *id = w->cta->id;
	cta_coords((u64)w->id * WARP_LANES + lane, w->cta->launch->block, tid);
	if (!text_add_string(t, w, d, lane, arg(w, d, 1, lane)))
		return false;
	int n = snprintf(buf, sizeof buf, ":%u: ", (u32)arg(w, d, 2, lane));
	text_add(t, buf, (size_t)n);
	if (!text_add_string(t, w, d, lane, arg(w, d, 3, lane)))
		return false;
	n = snprintf(buf, sizeof buf,
	             ": block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `", id[0], id[1],
	             id[2], tid[0], tid[1], tid[2]);
	text_add(t, buf, (size_t)n);
	if (!text_add_string(t, w, d, lane, arg(w, d, 0, lane)))
		return false;
	text_add(t, "` failed.\n", 10);
	return true;
}

/* void __assertfail(const char *message, const char *file, unsigned line,
 *                   const char *function, size_t character_bytes) */
static enum step call_assertfail(struct warp *w, const struct dinst *d, u32 mask) {
	struct machine *m = machine_of(w);
	struct arena scratch = ARENA_INIT;
	struct text last = {.arena = &scratch};
	mask_each (l, mask) {
		last.n = 0;
		if (!assert_text(&last, w, d, l)) {
			arena_drop(&scratch);
			return STEP_STOP;
		}
		if (m->hooks.print_error)
			m->hooks.print_error(m, last.at, last.n);
	}
	enum step step = warp_fault(w, d, mask_first(mask), FAULT_ASSERT, 0, 0, "%.*s",
	                            (int)(last.n ? last.n - 1 : 0),
	                            last.at ? last.at : "");
	arena_drop(&scratch);
	return step;
}

exec_fn *builtin_find(const char *name) {
	static const struct {
		const char *name;
		exec_fn *fn;
	} table[] = {
		{"vprintf", call_vprintf},
		{"malloc", call_malloc},
		{"__cuda_syscall_aligned_malloc", call_aligned_malloc},
		{"free", call_free},
		{"__assertfail", call_assertfail},
	};
	for (u32 i = 0; i < countof(table); i++)
		if (!strcmp(table[i].name, name))
			return table[i].fn;
	return devrt_find(name) != NO_REG ? call_devrt : NULL;
}
