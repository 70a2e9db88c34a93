/* gen.c - PTX texts of any size for the load benchmarks: many kernels of the shape that
 * compilers write, with declarations, comments, loads, arithmetic, branches and stores.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bench/bench.h"

#include <stdarg.h>

struct text {
	char *at;
	size_t len, cap;
};

static void add(struct text *t, const char *fmt, ...) PRINTF_LIKE(2, 3);

static void add(struct text *t, const char *fmt, ...) {
	va_list ap;
	va_start(ap, fmt);
	int n = vsnprintf(t->at + t->len, t->cap - t->len, fmt, ap);
	va_end(ap);
	if (n > 0)
		t->len += MIN((size_t)n, t->cap - t->len - 1);
}

static void add_step(struct text *t, u32 i) {
	add(t, "\tld.global.f32 \t%%f%u, [%%rd4+%u];\n", i % 60 + 1, i % 64 * 4);
	add(t, "\tfma.rn.f32 \t%%f%u, %%f%u, %%f%u, 0f3F%06X;\n", (i + 1) % 60 + 1,
	    i % 60 + 1, (i + 7) % 60 + 1, i * 7919 & 0x7fffff);
	add(t, "\tadd.s32 \t%%r%u, %%r%u, %u;\n", i % 50 + 1, (i + 3) % 50 + 1, i);
	add(t, "\tmul.wide.s32 \t%%rd%u, %%r%u, 4;\n", i % 20 + 5, i % 50 + 1);
	add(t, "\tsetp.ge.s32 \t%%p%u, %%r%u, %%r1;\n", i % 9 + 1, (i + 3) % 50 + 1);
	if (i % 5 == 0)
		add(t, "\t@%%p%u bra \t$L__BB_%u;\n", i % 9 + 1, i);
	add(t, "\tst.global.f32 \t[%%rd4+%u], %%f%u;\n", i % 64 * 4, (i + 1) % 60 + 1);
	if (i % 5 == 0)
		add(t, "\n$L__BB_%u:\n", i);
}

/* Every register holds something else in each lane. */
static u32 add_values(struct text *t) {
	u32 n = 2;
	add(t, "\tmul.wide.u32 \t%%rd2, %%r51, 4;\n\tadd.s64 \t%%rd3, %%rd4, %%rd2;\n");
	for (u32 i = 3; i <= 50; i++, n++)
		add(t, "\tld.global.u32 \t%%r%u, [%%rd3+%u];\n", i, i * 4);
	for (u32 i = 1; i <= 60; i++, n++)
		add(t, "\tld.global.f32 \t%%f%u, [%%rd3+%u];\n", i, i * 4);
	return n;
}

static void add_kernel(struct text *t, u32 k, u32 ninst) {
	add(t,
	    "\t// .globl\tkernel_%u\n"
	    ".visible .entry kernel_%u(\n"
	    "\t.param .u64 kernel_%u_param_0,\n"
	    "\t.param .u32 kernel_%u_param_1\n"
	    ")\n{\n"
	    "\t.reg .pred \t%%p<10>;\n\t.reg .f32 \t%%f<61>;\n\t.reg .b32 \t%%r<52>;\n"
	    "\t.reg .b64 \t%%rd<25>;\n\n"
	    "\tld.param.u64 \t%%rd1, [kernel_%u_param_0];\n"
	    "\tld.param.u32 \t%%r1, [kernel_%u_param_1];\n"
	    "\tcvta.to.global.u64 \t%%rd4, %%rd1;\n"
	    "\tmov.u32 \t%%r51, %%tid.x;\n",
	    k, k, k, k, k, k);
	u32 n = 5 + add_values(t); /* with those above, and the last */
	for (u32 i = 0; n < ninst; i++, n += i % 5 == 1 ? 7 : 6)
		add_step(t, i);
	add(t, "\tret;\n\n}\n");
}

static struct text new_text(size_t cap) {
	struct text t = {.at = memory_new(cap), .cap = cap};
	if (!t.at)
		bug("out of host memory");
	add(&t,
	    "//\n// Generated\n//\n\n.version 8.0\n.target sm_90\n.address_size 64\n\n");
	return t;
}

char *bench_ptx(size_t size, size_t *len) {
	struct text t = new_text(size + 65536);
	for (u32 k = 0; t.len < size; k++)
		add_kernel(&t, k, 360);
	*len = t.len;
	return t.at;
}

char *bench_ptx_kernel(u32 n, size_t *len) {
	struct text t = new_text((size_t)n * 48 + 65536);
	add_kernel(&t, 0, n);
	*len = t.len;
	return t.at;
}
