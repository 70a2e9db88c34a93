/* warp_fault.c - a fault of a lane becomes the fault record of the launch.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/hook_check.h"
#include "ir/analysis/user_line.h"

#include <stdarg.h>
#include <stdio.h>

void warp_thread(const struct warp *w, u32 lane, u32 out[3]) {
	cta_coords((u64)w->id * WARP_LANES + lane, w->cta->launch->block, out);
}

const struct line_info *warp_line(const struct warp *w, const struct dfunc *f,
                                  const struct inst *in) {
	const struct module *m = w->cta->launch->image->module;
	return in && in->line ? &f->func->line[user_line(m, f->func, in->line)] : NULL;
}

static bool has_text(const struct func *f, struct loc at) {
	return f->has_body && f->end_loc.start <= at.start && at.end <= f->end_loc.end;
}

/* Returns the function that the instruction stands in: another one than the frame's if
 * its body is in place of a call. */
static const struct func *func_of_text(const struct module *m, const struct func *f,
                                       struct loc at) {
	if (!at.end || has_text(f, at))
		return f;
	for (u32 i = 0; i < m->nfunc; i++)
		if (has_text(m->func[i], at))
			return m->func[i];
	return f;
}

enum step warp_fault_in(struct warp *w, const struct dinst *d, u32 lane,
                        enum fault_kind kind, u32 space, u64 addr, u32 size,
                        const char *text) {
	struct launch *l = w->cta->launch;
	if (w->worker->check)
		check_fault(w, d, lane, &kind, addr, size, text);
	struct fault *f = launch_fault_begin(l, kind);
	if (!f)
		return STEP_STOP;
	f->kernel = l->kernel->name->s;
	f->loc = d->in ? d->in->loc : (struct loc){0, 0};
	f->func = func_of_text(l->image->module, w->frame->func->func, f->loc)->name->s;
	memcpy(f->cta, w->cta->id, sizeof(f->cta));
	warp_thread(w, lane, f->thread);
	f->line = warp_line(w, w->frame->func, d->in);
	f->addr = addr;
	f->size = size;
	f->space = space;
	snprintf(f->text, sizeof f->text, "%s", text);
	launch_fault_done(l);
	return STEP_STOP;
}

enum step warp_fault(struct warp *w, const struct dinst *d, u32 lane,
                     enum fault_kind kind, u64 addr, u32 size, const char *fmt, ...) {
	char text[sizeof((struct fault *)0)->text];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return warp_fault_in(w, d, lane, kind, SPACE_GENERIC, addr, size, text);
}
