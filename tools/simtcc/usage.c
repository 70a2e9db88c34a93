/* usage.c - -res-usage and -Xptxas -v: resources of each kernel, in ptxas's format, which
 * build scripts read. Registers are those of ir/analysis/usage.h. cmem[0] counts only the
 * kernel's parameters.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/analysis/usage.h"

#include "ir/analysis/reachable.h"
#include "ir/read/module.h"
#include "tools/simtcc/driver.h"

static void list_module(const struct module *m) {
	u64 global = space_bytes(m, SPACE_GLOBAL, NO_REG),
	    constant = space_bytes(m, SPACE_CONST, NO_REG);
	fprintf(stderr, "ptxas info    : %llu bytes gmem", (unsigned long long)global);
	if (constant)
		fprintf(stderr, ", %llu bytes cmem[3]", (unsigned long long)constant);
	fputc('\n', stderr);
}

/* PTX registers are virtual, so nothing is spilled. */
static void list_frame(const char *name, const struct usage *u) {
	fprintf(stderr,
	        "ptxas info    : Function properties for %s\n"
	        "    %llu bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n",
	        name, (unsigned long long)u->frame_bytes);
}

static void list_kernel(struct cc *cc, const struct func *f, const struct usage *u,
                        struct cc_arch arch) {
	fprintf(stderr, "ptxas info    : Compiling entry function '%s' for '%s'\n",
	        f->name->s, cc_arch_name(cc, "sm", arch));
	list_frame(f->name->s, u);
	fprintf(stderr, "ptxas info    : Used %u registers, used %u barriers",
	        u->registers, u->barriers);
	if (u->stack_bytes)
		fprintf(stderr, ", %llu bytes cumulative stack size",
		        (unsigned long long)u->stack_bytes);
	if (u->shared_bytes)
		fprintf(stderr, ", %llu bytes smem", (unsigned long long)u->shared_bytes);
	if (f->param_bytes)
		fprintf(stderr, ", %u bytes cmem[0]", f->param_bytes);
	fputc('\n', stderr);
}

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
			list_module(m);
		for (u32 i = 0; i < m->nfunc && cc->set.res_usage; i++) {
			if (m->func[i]->is_entry && m->func[i]->has_body)
				list_kernel(cc, m->func[i], &u[i], code->arch);
			else if (m->func[i]->has_body)
				list_frame(m->func[i]->name->s, &u[i]);
		}
	}
	arena_drop(&arena);
	return m ? CC_OK : CC_DEVICE_ERRORS;
}
