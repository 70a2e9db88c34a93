/* ptxrun.c - ptx_run() over memory of the host: buffers, scalars, shared memory, several texts.
 *     ptxrun [bad]      bad: a text with an error, which ends the process
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/ptxrun/ptx_run.h"

#define HEAD ".version 7.5\n.target sm_75\n.address_size 64\n"

static const char add[] = HEAD
	".visible .entry add(.param .u64 a, .param .u64 b, .param .u32 n)\n"
	"{ .reg .b64 %rd<5>; .reg .b32 %r<6>; .reg .pred %p;\n"
	"  ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; ld.param.u32 %r1, [n];\n"
	"  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 "
        "%r2, %r2, %r3, %r4;\n"
	"  mul.wide.u32 %rd3, %r2, 4; add.s64 %rd1, %rd1, %rd3; add.s64 %rd2, %rd2, "
        "%rd3;\n"
	"  ld.global.u32 %r5, [%rd1]; add.u32 %r5, %r5, %r1; st.global.u32 [%rd2], %r5; "
        "ret; }\n";

/* The value of a lane's neighbour, through dynamic shared memory. */
static const char rotate[] = HEAD ".extern .shared .align 4 .b8 buf[];\n"
				  ".visible .entry rotate(.param .u64 a)\n"
				  "{ .reg .b64 %rd<5>; .reg .b32 %r<8>;\n"
				  "  ld.param.u64 %rd1, [a]; mov.u32 %r1, %tid.x; "
                                  "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;\n"
				  "  ld.global.u32 %r2, [%rd1]; shl.b32 %r3, %r1, 2; "
                                  "mov.u32 %r4, buf; add.u32 %r3, %r3, %r4;\n"
				  "  st.shared.u32 [%r3], %r2; bar.sync 0; add.u32 %r5, "
                                  "%r1, 1; and.b32 %r5, %r5, 63; shl.b32 %r5, %r5, 2;\n"
				  "  add.u32 %r5, %r5, %r4; ld.shared.u32 %r6, [%r5]; "
                                  "st.global.u32 [%rd1], %r6; ret; }\n";

int main(int argc, char **argv) {
	enum { N = 256 };
	uint32_t *a = malloc(N * sizeof *a), b[N];
	(void)argv;
	if (argc > 1)
		ptx_run(HEAD "nothing", 0, NULL, 1, 1, 1, 1, 1, 1, 0);
	for (uint32_t i = 0; i < N; i++)
		a[i] = i;
	for (uintptr_t k = 1; k <= 3; k++) {
		void *args[] = {a, b, (void *)k};
		ptx_run(add, 3, args, 64, 1, 1, N / 64, 1, 1, 0);
		printf("%u %u\n", b[0], b[N - 1]);
		void *one[] = {a};
		ptx_run(rotate, 1, one, 64, 1, 1, 1, 1, 1, 64 * 4);
		printf("%u %u\n", a[0], a[63]);
	}
	free(a);
	return 0;
}
