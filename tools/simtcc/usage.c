/* usage.c - -res-usage and -Xptxas -v: resources of each kernel.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/usage.h"

#include "ir/read/module.h"
#include "tools/simtcc/driver.h"

static void warn_local(struct cc *cc, const struct func *f, const struct usage *u) {
	if (cc->set.warn_local && !cc->set.no_warnings && u->frame_bytes)
		fprintf(stderr,
		        "ptxas warning : Local memory used for function '%s', size of "
		        "stack frame: %llu bytes\n",
		        f->name->s, (unsigned long long)u->frame_bytes);
}

int cc_report_usage(struct cc *cc, const struct cc_device_code *code) {
	struct arena arena = ARENA_INIT;
	struct sources sources;
	struct diag diag;
	sources_init(&sources, &arena);
	diag_init(&diag, &arena, &sources);
	struct source_file *file = source_add(&sources, cc->source, code->ptx,
	                                      code->size);
	struct module *m = file ? module_load(&arena, &diag, file, NULL) : NULL;
	diag_flush(&diag, stderr, cc_message_style());
	if (m) {
		struct usage *u = usage_of_module(&arena, m);
		for (u32 i = 0; i < m->nfunc; i++)
			warn_local(cc, m->func[i], &u[i]);
		if (cc->set.res_usage)
			usage_list(stderr, m, u, cc_arch_name(cc, "sm", code->arch));
	}
	arena_drop(&arena);
	return m ? CC_OK : CC_DEVICE_ERRORS;
}
