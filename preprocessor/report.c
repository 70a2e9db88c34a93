/* report.c - what is wrong with a source, with the includes that led to it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>

#include "preprocessor/state.h"

static struct diag_record *report(struct pp *pp, u32 at, u32 len, bool is_error,
                                  enum diag_code code, const char *fmt, va_list ap) {
	char text[512];
	struct loc loc = {at, at ? at + len : 0};
	vsnprintf(text, sizeof text, fmt, ap);
	struct diag_record *r = is_error ? diag_error(pp->diag, loc, code, "%s", text)
	                                 : diag_warning(pp->diag, loc, code, "%s", text);
	for (struct pp_buffer *b = pp->buf; at && b && b->up; b = b->up)
		if (b->include_at && b->up->file)
			diag_note_link(pp->diag, r, "included at %s:%u", b->up->name,
			               b->include_line);
	return r;
}

struct diag_record *pp_error(struct pp *pp, u32 at, u32 len, enum diag_code code,
                             const char *fmt, ...) {
	va_list ap;
	if (pp->is_dead) /* all that is left follows from the error before */
		return &pp->diag->scratch;
	va_start(ap, fmt);
	struct diag_record *r = report(pp, at, len, true, code, fmt, ap);
	va_end(ap);
	return r;
}

struct diag_record *pp_warning(struct pp *pp, u32 at, u32 len, enum diag_code code,
                               const char *fmt, ...) {
	va_list ap;
	if ((pp->buf && pp->buf->system) || pp->o->no_warnings)
		return &pp->diag->scratch;
	va_start(ap, fmt);
	struct diag_record *r = report(pp, at, len, false, code, fmt, ap);
	va_end(ap);
	return r;
}

void pp_doubt(struct pp *pp) {
	if (pp->buf && !pp->buf->system)
		pp->result->is_doubtful = true;
}
