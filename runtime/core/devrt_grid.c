/* devrt_grid.c - the functions of a grid: the handle is the address of the word that a
 * cooperative launch gives its grid. The barrier is that of grid_group in
 * include/simt/cg/block.h, so both may meet at the same word: what all ctas add to it
 * makes 2^31, and its top bit flips when the last one has come.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/devrt_grid.h"

#include <string.h>

/* %r1 is the rank of a thread in its cta, %r2 the threads of a cta. */
#define PLACE                                                                           \
	"  mov.u32 %r3, %tid.z; mov.u32 %r4, %ntid.y; mov.u32 %r5, %tid.y;\n"           \
	"  mad.lo.u32 %r1, %r3, %r4, %r5;\n"                                            \
	"  mov.u32 %r3, %ntid.x; mov.u32 %r5, %tid.x; mad.lo.u32 %r1, %r1, %r3, %r5;\n" \
	"  mul.lo.u32 %r2, %r3, %r4; mov.u32 %r3, %ntid.z; mul.lo.u32 %r2, %r2, %r3;\n"

/* %r6 is the rank of the cta in the grid, %r7 the number of ctas. */
#define CTA                                                                         \
	"  mov.u32 %r3, %ctaid.z; mov.u32 %r4, %nctaid.y; mov.u32 %r5, %ctaid.y;\n" \
	"  mad.lo.u32 %r6, %r3, %r4, %r5;\n"                                        \
	"  mov.u32 %r3, %nctaid.x; mov.u32 %r5, %ctaid.x;\n"                        \
	"  mad.lo.u32 %r6, %r6, %r3, %r5;\n"                                        \
	"  mul.lo.u32 %r7, %r3, %r4; mov.u32 %r3, %nctaid.z; mul.lo.u32 %r7, %r7, " \
	"%r3;\n"

#define REGISTERS ".reg .b32 %r<16>; .reg .b64 %d<4>; .reg .pred %p<4>;\n"

/* 1 is cudaErrorInvalidValue; a scope of 1 is a grid. */
static const char text[] =
	".version 6.0\n.target sm_50\n.address_size 64\n"
	".weak .func (.param .b64 out) cudaCGGetIntrinsicHandle(.param .b32 scope) "
	"{\n" REGISTERS
	"  ld.param.u32 %r1, [scope]; mov.u32 %r2, %envreg1; mov.u32 %r3, %envreg2;\n"
	"  mov.b64 %d1, {%r3, %r2}; setp.eq.u32 %p1, %r1, 1;\n"
	"  selp.b64 %d1, %d1, 0, %p1; st.param.b64 [out], %d1; ret; }\n"

	".weak .func (.param .b32 out) cudaCGSynchronize(.param .b64 handle, .param .b32 "
	"flags) {\n" REGISTERS
	"  ld.param.u64 %d1, [handle]; setp.eq.u64 %p1, %d1, 0; @%p1 bra WRONG;\n"
	"  bar.sync 0;\n" PLACE CTA "  setp.ne.u32 %p1, %r1, 0; @%p1 bra DONE;\n"
	"  membar.gl;\n"
	"  sub.u32 %r8, 0x80000001, %r7; setp.eq.u32 %p2, %r6, 0; selp.b32 %r8, %r8, 1, "
	"%p2;\n"
	"  atom.add.u32 %r9, [%d1+4], %r8;\n"
	"MEET:\n"
	"  ld.volatile.u32 %r10, [%d1+4]; xor.b32 %r10, %r10, %r9;\n"
	"  setp.ge.s32 %p3, %r10, 0; @%p3 bra MEET;\n"
	"  membar.gl;\n"
	"DONE:\n"
	"  bar.sync 0; st.param.b32 [out], 0; ret;\n"
	"WRONG:\n"
	"  st.param.b32 [out], 1; ret; }\n"

	".weak .func (.param .b32 out) cudaCGSynchronizeGrid(.param .b64 handle, .param "
	".b32 flags) {\n"
	"  .reg .b64 %d1; .reg .b32 %r1;\n"
	"  ld.param.u64 %d1, [handle]; ld.param.u32 %r1, [flags];\n"
	"  { .param .b64 h; .param .b32 f; .param .b32 r; st.param.b64 [h], %d1; "
	"st.param.b32 [f], %r1;\n"
	"    call (r), cudaCGSynchronize, (h, f); ld.param.u32 %r1, [r]; }\n"
	"  st.param.b32 [out], %r1; ret; }\n"

	/* The second number is of several grids that one launch made, which CUDA has no
           more. */
	".weak .func (.param .b32 out) cudaCGGetSize(.param .b64 threads, .param .b64 "
	"grids, .param .b64 handle) {\n" REGISTERS
	"  ld.param.u64 %d1, [threads]; ld.param.u64 %d2, [grids];\n" PLACE CTA
	"  mul.lo.u32 %r8, %r2, %r7; setp.ne.u64 %p1, %d1, 0; @%p1 st.u32 [%d1], %r8;\n"
	"  setp.ne.u64 %p2, %d2, 0; @%p2 st.u32 [%d2], 1;\n"
	"  st.param.b32 [out], 0; ret; }\n"

	".weak .func (.param .b32 out) cudaCGGetRank(.param .b64 thread, .param .b64 "
	"grid, .param .b64 handle) {\n" REGISTERS
	"  ld.param.u64 %d1, [thread]; ld.param.u64 %d2, [grid];\n" PLACE CTA
	"  mad.lo.u32 %r8, %r6, %r2, %r1; setp.ne.u64 %p1, %d1, 0; @%p1 st.u32 [%d1], "
	"%r8;\n"
	"  setp.ne.u64 %p2, %d2, 0; @%p2 st.u32 [%d2], 0;\n"
	"  st.param.b32 [out], 0; ret; }\n";

bool devrt_grid_wanted(const char *at, size_t len) {
	static const char name[] = "cudaCG";
	return memmem(at, len, name, sizeof name - 1) != NULL;
}

struct simt_text devrt_grid_text(void) {
	return (struct simt_text){text, sizeof text - 1};
}
