/* usage_list.c - resources of each kernel, in ptxas's format, which build scripts read.
 * cmem[0] counts only the kernel's parameters.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "ir/analysis/reachable.h"
#include "ir/analysis/usage.h"

static void list_module(FILE *out, const struct module *m) {
	u64 global = space_bytes(m, SPACE_GLOBAL, NO_REG),
	    constant = space_bytes(m, SPACE_CONST, NO_REG);
	fprintf(out, "ptxas info    : %llu bytes gmem", (unsigned long long)global);
	if (constant)
		fprintf(out, ", %llu bytes cmem[3]", (unsigned long long)constant);
	fputc('\n', out);
}

/* PTX registers are virtual, so nothing is spilled. */
static void list_frame(FILE *out, const char *name, const struct usage *u) {
	fprintf(out,
	        "ptxas info    : Function properties for %s\n"
	        "    %llu bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n",
	        name, (unsigned long long)u->frame_bytes);
}

static void list_kernel(FILE *out, const struct func *f, const struct usage *u,
                        const char *arch) {
	fprintf(out, "ptxas info    : Compiling entry function '%s' for '%s'\n",
	        f->name->s, arch);
	list_frame(out, f->name->s, u);
	fprintf(out, "ptxas info    : Used %u registers, used %u barriers", u->registers,
	        u->barriers);
	if (u->stack_bytes)
		fprintf(out, ", %llu bytes cumulative stack size",
		        (unsigned long long)u->stack_bytes);
	if (u->shared_bytes)
		fprintf(out, ", %llu bytes smem", (unsigned long long)u->shared_bytes);
	if (f->param_bytes)
		fprintf(out, ", %u bytes cmem[0]", f->param_bytes);
	fputc('\n', out);
}

void usage_list(FILE *out, const struct module *m, const struct usage *u,
                const char *arch) {
	list_module(out, m);
	for (u32 i = 0; i < m->nfunc; i++) {
		if (m->func[i]->is_entry && m->func[i]->has_body)
			list_kernel(out, m->func[i], &u[i], arch);
		else if (m->func[i]->has_body)
			list_frame(out, m->func[i]->name->s, &u[i]);
	}
}
