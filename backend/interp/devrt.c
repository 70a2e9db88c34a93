/* devrt.c - calls of the device runtime: arguments of each lane as words, what they point
 * to, and back. The runtime executes the functions (backend/machine/devrt.def,
 * machine_hooks.device_runtime).
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/interp/call.h"
#include "backend/machine/access.h"
#include "backend/machine/group.h"

static const struct devrt_row {
	const char *name;
	u16 id;
	s8 in;
	u8 in_bytes;
} rows[] = {
#define DEVRT(id, name, in, in_bytes) {name, DEVRT_##id, in, in_bytes},
#include "backend/machine/devrt.def"
#undef DEVRT
};

u32 devrt_find(const char *name) {
	for (u32 i = 0; i < countof(rows); i++)
		if (!strcmp(rows[i].name, name))
			return i;
	return NO_REG;
}

/* The lanes of a call have one callee, also when it is called by address. */
static const struct devrt_row *row_of(const struct warp *w, const struct call *c,
                                      u32 lane) {
	const struct dmodule *dm = w->worker->dm;
	u64 index = c->target;
	if (c->target == NO_REG)
		index = (lane_get(warp_ptr(w, c->reg), c->reg_bits, lane) -
		         dm->image->code_base) /
		        16;
	return &rows[dm->func[index].devrt];
}

static void read_arguments(const struct warp *w, const struct call *c, u32 lane,
                           struct devrt_call *r) {
	for (u32 i = 0; i < c->narg; i++) {
		const struct call_arg *a = &c->arg[i];
		u32 n = a->kind == ARG_REG ? 1 : (a->size_bytes + 7) / 8;
		if (r->narg + n > DEVRT_WORDS)
			return;
		if (a->kind == ARG_REG || n == 1)
			r->arg[r->narg] = call_arg_get(w, c, i, lane);
		else
			memcpy(&r->arg[r->narg],
			       warp_local(w, lane) + w->frame->local_base + a->local,
			       a->size_bytes);
		r->narg += n;
	}
}

/* Copies bytes to (`store`) or from a generic address of the lane. False: it faulted. */
static bool move_bytes(struct warp *w, const struct dinst *d, u32 lane, u64 addr,
                       u8 *bytes, u32 n, bool store) {
	for (u32 i = 0; i < n; i++) {
		u8 *p = mem_lane_ptr(w, d, lane, SPACE_GENERIC, addr + i, 1, store);
		if (!p)
			return false;
		if (store)
			*p = bytes[i];
		else
			bytes[i] = *p;
	}
	return true;
}

static u64 thread_number(const struct warp *w, u32 lane) {
	const struct launch *l = w->cta->launch;
	const u32 *id = w->cta->id, *g = l->grid, *b = l->block;
	u64 cta = id[0] + (u64)g[0] * (id[1] + (u64)g[1] * id[2]);
	return cta * b[0] * b[1] * b[2] + w->id * WARP_LANES + lane;
}

enum step call_devrt(struct warp *w, const struct dinst *d, u32 mask) {
	struct launch *l = w->cta->launch;
	struct machine *m = l->machine;
	const struct call *c = d->payload;
	const struct devrt_row *row = row_of(w, c, mask_first(mask));
	if (!m->hooks.device_runtime)
		return warp_fault(w, d, mask_first(mask), FAULT_ILLEGAL_INST, 0, 0,
		                  "call of '%s' without a runtime", row->name);
	mask_each (lane, mask) {
		struct devrt_call r = {
			.launch = l, .id = row->id, .thread = thread_number(w, lane)};
		read_arguments(w, c, lane, &r);
		if (row->in >= 0 &&
		    !move_bytes(w, d, lane, r.arg[row->in], r.in, row->in_bytes, false))
			return STEP_STOP;
		m->hooks.device_runtime(m, &r);
		if (r.out_bytes &&
		    !move_bytes(w, d, lane, r.arg[0], r.out, r.out_bytes, true))
			return STEP_STOP;
		call_ret_set(w, c, lane, r.result);
	}
	return STEP_NEXT;
}
