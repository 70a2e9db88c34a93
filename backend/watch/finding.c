/* finding.c - makes findings for the runtime from a lane at an instruction.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "backend/watch/check_state.h"

#include <stdarg.h>
#include <stdio.h>

static struct finding_place place_of(const struct warp *w, const struct dinst *d,
                                     u32 lane) {
	struct finding_place p = {.func = w->frame->func->func, .inst = d->in};
	memcpy(p.cta, w->cta->id, sizeof p.cta);
	cta_coords((u64)w->id * WARP_LANES + lane, w->cta->launch->block, p.thread);
	if (d->in) {
		u32 props = row_info(d->in->row)->props;
		p.is_store = (props & PROP_STORE) != 0;
		p.is_atomic = (props & PROP_ATOMIC) != 0;
	}
	return p;
}

struct finding finding_at(const struct warp *w, const struct dinst *d, u32 lane, u32 tool,
                          u32 kind) {
	return (struct finding){.tool = tool,
	                        .kind = kind,
	                        .launch = w->cta->launch,
	                        .at = place_of(w, d, lane)};
}

void finding_report(const struct warp *w, const struct finding *f) {
	struct machine *m = w->cta->launch->machine;
	m->check->report(m, f);
}

void finding_text(const struct warp *w, const struct dinst *d, u32 lane, u32 tool,
                  u32 kind, const char *fmt, ...) {
	struct finding f = finding_at(w, d, lane, tool, kind);
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(f.text, sizeof f.text, fmt, ap);
	va_end(ap);
	finding_report(w, &f);
}

enum step finding_stop(struct warp *w, const struct dinst *d, u32 lane) {
	check_of(w)->stop = true; /* reported already */
	return warp_fault(w, d, lane, FAULT_CHECKED, 0, 0,
	                  "checked mode has stopped the kernel");
}

u32 finding_space(const struct warp *w, u32 space, u64 addr) {
	const struct arena_map *map = &w->cta->launch->machine->map;
	if (is_shared_space(space) ||
	    (space == SPACE_GENERIC && in_window(map->shared, addr)))
		return SPACE_SHARED;
	if (space == SPACE_LOCAL ||
	    (space == SPACE_GENERIC && in_window(map->local, addr)))
		return SPACE_LOCAL;
	if (space == SPACE_CONST ||
	    (space == SPACE_GENERIC && in_window(map->constant, addr)))
		return SPACE_CONST;
	if (is_param_space(space) ||
	    (space == SPACE_GENERIC && in_window(map->param, addr)))
		return SPACE_PARAM;
	return SPACE_GLOBAL;
}

bool check_fault(struct warp *w, const struct dinst *d, u32 lane, enum fault_kind *kind,
                 u64 addr, u32 size, const char *text) {
	struct check_worker *k = check_of(w);
	if (!(k->tools & CHECK_MEM) && !k->stop)
		return false;
	if (!k->stop) {
		struct finding f = finding_at(w, d, lane, CHECK_MEM, FINDING_FAULT);
		bool is_access = d->in && row_info(d->in->row)->props &
		                                  (PROP_LOAD | PROP_STORE | PROP_ATOMIC);
		if (is_access && (*kind == FAULT_ADDRESS || *kind == FAULT_RANK))
			f.kind = FINDING_BOUNDS;
		else if (is_access && *kind == FAULT_MISALIGNED)
			f.kind = FINDING_MISALIGNED;
		f.fault = *kind;
		f.addr = addr;
		f.size = size;
		f.space = finding_space(
			w, is_access ? MOD_GET(d->mods, SPACE) : SPACE_GENERIC, addr);
		snprintf(f.text, sizeof f.text, "%s", text);
		finding_report(w, &f);
	}
	/* As the vendor's tools have it: an assertion stays one, all else is a failed
	 * launch. */
	if (*kind != FAULT_ASSERT)
		*kind = FAULT_CHECKED;
	return true;
}
