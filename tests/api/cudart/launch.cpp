// launch.cpp - registration and the ways to launch; variables, managed ones, attributes, printf.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
	".visible .global .align 4 .u32 counter = 5;\n"
	".visible .const .align 4 .b32 table[4] = {10, 20, 30, 40};\n"
	".visible .global .attribute(.managed) .align 4 .u32 total = 3;\n"
	".global .align 1 .b8 hello[8] = {116, 32, 61, 32, 37, 100, 10, 0};\n"
	".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n"
	".visible .entry add(.param .u64 p, .param .u32 n) {\n"
	"	.reg .u32 %i, %n, %c; .reg .u64 %p, %o;\n"
	"	mov.u32 %i, %ctaid.x; mov.u32 %c, %ntid.x; mul.lo.u32 %i, %i, %c;\n"
	"	mov.u32 %c, %tid.x; add.u32 %i, %i, %c;\n"
	"	ld.param.u32 %n, [n]; ld.param.u64 %p, [p]; mul.wide.u32 %o, %i, 4;\n"
	"	add.u64 %p, %p, %o; add.u32 %i, %i, %n; st.global.u32 [%p], %i; ret; }\n"
	".visible .entry count() {\n"
	"	.reg .u32 %r, %t;\n"
	"	ld.const.u32 %t, [table+4]; atom.global.add.u32 %r, [counter], %t;\n"
	"	atom.global.add.u32 %r, [total], 1; ret; }\n"
	".visible .entry say() {\n"
	"	.local .align 8 .b32 args; .reg .u64 %f, %a; .reg .u32 %t;\n"
	"	mov.u32 %t, %tid.x; st.local.u32 [args], %t; mov.u64 %a, args;\n"
	"	cvta.local.u64 %a, %a; mov.u64 %f, hello; cvta.global.u64 %f, %f;\n"
	"	{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %f;\n"
	"	st.param.b64 [a], %a; call (r), vprintf, (f, a); }\n ret; }\n"
	".visible .entry where(.param .u64 p) {\n"
	"	.reg .u32 %r, %i; .reg .u64 %p, %o; ld.param.u64 %p, [p];\n"
	"	mov.u32 %i, %ctaid.x; mul.wide.u32 %o, %i, 4; add.u64 %p, %p, %o;\n"
	"	mov.u32 %r, %cluster_ctarank; st.global.u32 [%p], %r; ret; }\n"
	".visible .entry bounded() .maxntid 128, 1, 1 {\n"
	"	.shared .align 4 .b8 s[1000]; .reg .u32 %r; ld.shared.u32 %r, [s]; ret; }\n";

static unsigned counter, table[4]; // shadows
static unsigned *total;

static void add(unsigned *p, unsigned n) { stub((const void *)add, p, n); }
static void count() { stub((const void *)count); }
static void say() { stub((const void *)say); }
static void where(unsigned *p) { stub((const void *)where, p); }
static void bounded() { stub((const void *)bounded); }
static void missing() { stub((const void *)missing); }

static void register_all(Program &p) {
	p.kernel((const void *)add, "add");
	p.kernel((const void *)count, "count");
	p.kernel((const void *)say, "say");
	p.kernel((const void *)where, "where");
	p.kernel((const void *)bounded, "bounded");
	p.kernel((const void *)missing, "missing");
	p.variable(&counter, "counter", sizeof counter);
	p.variable(table, "table", sizeof table, true);
	p.managed((void **)&total, "total", sizeof *total);
	p.end();
}

static void launches() {
	unsigned *p, h[64], n = 100;
	CK(cudaMalloc(&p, sizeof h));
	LAUNCH(add, 2, 32, 0, 0, p, n);
	CK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
	printf("<<<>>>: %u %u\n", h[0], h[63]);
	void *args[] = {&p, &n};
	n = 7;
	CK(cudaLaunchKernel((const void *)add, dim3(2), dim3(32), args, 0, 0));
	CK(cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost));
	printf("cudaLaunchKernel: %u %u\n", h[0], h[63]);
	CK(cudaLaunchCooperativeKernel(add, dim3(1), dim3(64), args));
	cudaLaunchConfig_t c = {};
	c.gridDim = 4;
	c.blockDim = 1;
	cudaLaunchAttribute a[1] = {};
	a[0].id = cudaLaunchAttributeClusterDimension;
	a[0].val.clusterDim.x = 2;
	a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
	c.attrs = a;
	c.numAttrs = 1;
	CK(cudaLaunchKernelEx(&c, where, p));
	CK(cudaMemcpy(h, p, 16, cudaMemcpyDeviceToHost));
	printf("ranks in clusters: %u %u %u %u\n", h[0], h[1], h[2], h[3]);
	cudaKernel_t k;
	CK(cudaGetKernel(&k, add));
	n = 1;
	CK(cudaLaunchKernel((const void *)k, dim3(1), dim3(1), args, 0, 0));
	CK(cudaMemcpy(h, p, 4, cudaMemcpyDeviceToHost));
	printf("by handle: %u\n", h[0]);
	CK(cudaFree(p));
}

static void variables() {
	unsigned v, t[4] = {0, 1, 0, 0};
	size_t size;
	LAUNCH(count, 1, 32, 0, 0);
	CK(cudaMemcpyFromSymbol(&v, counter, sizeof v));
	printf("counter %u, managed %u\n", v, *total);
	CK(cudaMemcpyToSymbol(table, t, sizeof t));
	*total = 1000;
	LAUNCH(count, 1, 1, 0, 0);
	CK(cudaDeviceSynchronize());
	CK(cudaMemcpyFromSymbol(&v, counter, sizeof v));
	printf("counter %u, managed %u\n", v, *total);
	CK(cudaMemcpyFromSymbol(&v, *total, sizeof v));
	printf("managed by its symbol %u\n", v);
	CK(cudaGetSymbolSize(&size, table));
	printf("size %zu\n", size);
	CK(cudaDeviceReset());
	CK(cudaMemcpyFromSymbol(&v, counter, sizeof v));
	printf("after reset %u\n", v);
}

static void prints() {
	LAUNCH(say, 1, 2, 0, 0);
	printf("before the wait\n");
	CK(cudaDeviceSynchronize());
	printf("after the wait\n");
}

static void attributes() {
	cudaFuncAttributes a;
	const char *name;
	size_t offset, size;
	int blocks = 0, grid = 0, block = 0;
	CK(cudaFuncGetAttributes(&a, bounded));
	printf("threads %d, shared %zu, ptx %d, registers %s\n", a.maxThreadsPerBlock,
	       a.sharedSizeBytes, a.ptxVersion,
	       a.numRegs >= 4 && a.numRegs <= 255 ? "counted" : "wrong");
	CK(cudaFuncGetName(&name, add));
	CK(cudaFuncGetParamInfo((const void *)add, 1, &offset, &size));
	printf("%s: parameter 1 at %zu, %zu bytes\n", name, offset, size);
	printf("parameter 2: %s\n", NAME(cudaFuncGetParamInfo((const void *)add, 2, &offset, &size)));
	CK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0));
	CK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
	printf("blocks %d, best block %d\n", blocks, block);
	printf("missing kernel: ");
	LAUNCH(missing, 1, 1, 0, 0);
	printf("%s\n", NAME(cudaGetLastError()));
}

int main() {
	static Program program(ptx);
	register_all(program);
	printf("managed variables: %d\n", program.init() != 0);
	launches();
	variables();
	prints();
	attributes();
	program.unregister();
	printf("unregistered: %s\n", NAME(cudaLaunchKernel((const void *)add, dim3(1), dim3(1), nullptr, 0, 0)));
	return 0;
}
