// linked.cpp - programs of several parts: names that parts share, names that they do not.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

// Calls a function of the other part, and its own `helper`; stores what both give.
static const char first[] = PTX_HEAD
	".file 1 \"first.cu\"\n"
	".extern .func (.param .b32 r) twice (.param .b32 a);\n"
	".extern .global .align 4 .u32 common;\n"
	".global .align 4 .u32 own = 1000; // one of each part\n"
	".weak .func (.param .b32 r) both (.param .b32 a) {\n"
	"	.reg .u32 %r; ld.param.u32 %r, [a]; add.u32 %r, %r, 7; st.param.b32 [r], %r; ret; }\n"
	".func (.param .b32 r) helper () {\n"
	"	.reg .u32 %r; .loc 1 5 3\n ld.global.u32 %r, [own]; st.param.b32 [r], %r; ret; }\n"
	".visible .entry run(.param .u64 p) {\n"
	"	.reg .u32 %r, %s; .reg .u64 %p;\n"
	"	.loc 1 9 1, function_name $info0, inlined_at 1 4 2\n"
	"	ld.param.u64 %p, [p];\n"
	"	{ .param .b32 a; .param .b32 r; st.param.b32 [a], 21;\n"
	"	call (r), twice, (a); ld.param.b32 %r, [r]; }\n"
	"	{ .param .b32 r; call (r), helper; ld.param.b32 %s, [r]; }\n"
	"	add.u32 %r, %r, %s;\n"
	"	{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r;\n"
	"	call (r), both, (a); ld.param.b32 %r, [r]; }\n"
	"	ld.global.u32 %s, [common]; add.u32 %r, %r, %s; st.global.u32 [%p], %r; ret; }\n"
	".section .debug_str { $info0: .b8 97, 0 }\n";

static const char second[] = ".version 8.1\n.target sm_80\n.address_size 64\n"
	".file 1 \"second.cu\"\n"
	"/* .visible .global .u32 common; \"not this one */\n"
	".visible .global .align 4 .u32 common = 500000;\n"
	".global .align 4 .u32 own = 1;\n"
	".weak .func (.param .b32 r) both (.param .b32 a) {\n"
	"	.reg .u32 %r; ld.param.u32 %r, [a]; add.u32 %r, %r, 7; st.param.b32 [r], %r; ret; }\n"
	".func (.param .b32 r) helper () {\n"
	"	.reg .u32 %r; ld.global.u32 %r, [own]; st.param.b32 [r], %r; ret; }\n"
	".visible .func (.param .b32 r) twice (.param .b32 a) {\n"
	"	.reg .u32 %r, %s; .loc 1 5 3\n ld.param.u32 %r, [a]; add.u32 %r, %r, %r;\n"
	"	{ .param .b32 r; call (r), helper; ld.param.b32 %s, [r]; }\n"
	"	add.u32 %r, %r, %s; st.param.b32 [r], %r; ret; }\n"
	".section .debug_str { $info0: .b8 98, 0 }\n";

// nvcc spells what it only declares by its size, and what it initialises with addresses by its elements.
static const char declares[] = PTX_HEAD
	".extern .global .align 8 .b64 pointer;\n"
	".extern .global .align 8 .b8 table[24];\n"
	".extern .global .align 4 .b8 open[];\n"
	".extern .const .align 4 .f32 real;\n"
	".visible .entry run(.param .u64 p) {\n"
	"	.reg .u32 %r, %s; .reg .u64 %p, %q;\n"
	"	ld.param.u64 %p, [p];\n"
	"	ld.global.u64 %q, [pointer]; ld.u32 %r, [%q];\n"
	"	ld.global.u64 %q, [table+16]; ld.u32 %s, [%q]; add.u32 %r, %r, %s;\n"
	"	ld.global.u32 %s, [open+4]; add.u32 %r, %r, %s;\n"
	"	ld.const.u32 %s, [real]; add.u32 %r, %r, %s; st.global.u32 [%p], %r; ret; }\n";

static const char defines[] = PTX_HEAD
	".visible .global .align 4 .u32 common = 5;\n"
	".global .align 4 .u32 more = 70;\n"
	".visible .global .align 8 .u64 pointer = generic(common);\n"
	".visible .global .align 8 .u64 table[3] = {generic(common), 0, generic(more)};\n"
	".visible .global .align 4 .v2 .u32 open[2] = {{1, 200}, {3, 4}};\n"
	".visible .const .align 4 .u32 real = 3000;\n";

static const char longer[] = PTX_HEAD
	".visible .global .align 4 .u32 common = 5;\n"
	".visible .global .align 8 .u64 pointer[2] = {generic(common), 0};\n"
	".visible .global .align 8 .u64 table[3] = {generic(common), 0, generic(common)};\n"
	".visible .global .align 4 .u32 open[2] = {1, 200};\n"
	".visible .const .align 4 .u32 real = 3000;\n";

static void run() {}
static unsigned common;

static void launch(const char *what, std::vector<std::string> images) {
	unsigned *p, v = 0, c = 0;
	Program program(std::move(images));
	program.kernel((const void *)run, "run");
	program.variable(&common, "common", sizeof common);
	program.end();
	CK(cudaMalloc(&p, 4));
	void *args[] = {&p};
	cudaError_t e = cudaLaunchKernel((const void *)run, dim3(1), dim3(1), args, 0, 0);
	CK(cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost));
	if (e == cudaSuccess)
		CK(cudaMemcpyFromSymbol(&c, common, 4));
	printf("%s: %s, %u and %u\n", what, NAME(e), v, c);
	CK(cudaFree(p));
	program.unregister();
}

int main() {
	std::string a = fatbin({entry(first, 75)}), b = fatbin({entry(second, 80)}), none = fatbin({});
	launch("two parts", {a, b});
	launch("the other way round", {b, none, a});
	launch("one is missing", {a, none});
	launch("defined twice", {a, b, b});
	std::string d = fatbin({entry(declares, 75)}), e = fatbin({entry(defines, 75)});
	launch("types of one size", {d, e});
	launch("types of one size, the other way round", {e, d});
	launch("another size", {d, fatbin({entry(longer, 75)})});
	return 0;
}
