/* change_report.h - reports what each pass of the optimiser changed: --print-changed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/json.h"
#include "ir/opt/opt.h"

enum change_report_form {
	CHANGE_REPORT_TEXT, /* the function after each pass that changed it */
	CHANGE_REPORT_DIFF, /* what each pass removed and added */
	CHANGE_REPORT_JSON, /* the same as one document */
};

struct change_report {
	enum change_report_form form;
	FILE *out;
	struct opt_viewer viewer; /* for opt_options.viewer */
	struct json_out json;
	struct arena arena; /* of `before` */
	const char *before; /* the text after the last pass; NULL: no pass has run yet */
	bool is_open;       /* JSON: a function's object is */
	bool same_form; /* the text of "start" is in the passes' form: the first pass is
	                   compared with it */
};

/* Between the two, opt_module with &c->viewer writes to `out`. */
void change_report_begin(struct change_report *c, enum change_report_form form,
                         FILE *out);
void change_report_end(struct change_report *c);
/* "" or "text", "diff", "json", and with "llvm:" in front, or "llvm" alone, LLVM's
 * passes; false for other words. */
bool change_report_form_find(const char *word, enum change_report_form *form, bool *llvm);
