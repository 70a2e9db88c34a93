/* ptxrun.c - ptx_run() over memory of the host: buffers, scalars, shared memory, several
 * texts. What cannot be done ends the process, with a message: each in a child.
 *     ptxrun [bad]      bad: a text with an error, which ends the process
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

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

static const char store[] = HEAD ".visible .entry store(.param .u64 p)\n"
				 "{ .reg .b64 %rd1; ld.param.u64 %rd1, [p];\n"
				 "  st.global.u32 [%rd1], 1; ret; }\n";
static const char wide[] = HEAD
	".visible .entry wide(.param .align 8 .b8 a[4000], .param .u8 b)\n"
	"{ ret; }\n";

/* Gives the output of a process, and its status. */
static void ends(const char *what, const char *ptx, int nargs, void *arg, int threads,
                 int shared) {
	void *args[3] = {arg, arg, arg};
	int status = 0;
	printf("%s:\n", what);
	fflush(stdout);
	pid_t pid = fork(); /* before this process has a device */
	if (pid == 0) {
		dup2(STDOUT_FILENO, STDERR_FILENO);
		ptx_run(ptx, nargs, args, threads, 1, 1, 1, 1, 1, shared);
		printf("nothing\n");
		exit(0);
	}
	waitpid(pid, &status, 0);
	printf("status %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

/* More texts than are kept: each is loaded again when it comes again. */
static void many(uint32_t *a) {
	static char text[200][600];
	uint32_t sum = 0;
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 200; i++) {
			void *args[] = {a};
			snprintf(text[i], sizeof text[i],
			         HEAD ".visible .entry k(.param .u64 p)\n"
			              "{ .reg .b64 %%rd1; ld.param.u64 %%rd1, [p]; "
			              "st.global.u32 [%%rd1], %d; ret; }\n",
			         i);
			ptx_run(text[i], 1, args, 1, 1, 1, 1, 1, 1, 0);
			sum += a[0];
		}
	printf("many texts: %u\n", sum);
}

int main(int argc, char **argv) {
	enum { N = 256 };
	uint32_t *a = malloc(N * sizeof *a), b[N];
	(void)argv;
	if (argc > 1)
		ptx_run(HEAD "nothing", 0, NULL, 1, 1, 1, 1, 1, 1, 0);
	ends("good", store, 1, b, 1, 0);
	ends("an error", HEAD "nothing", 0, NULL, 1, 0);
	ends("no kernel", HEAD ".global .u32 x;\n", 0, NULL, 1, 0);
	ends("too few arguments", store, 0, NULL, 1, 0);
	ends("too many arguments", store, 2, NULL, 1, 0);
	ends("minus one argument", store, -1, NULL, 1, 0);
	ends("as many bytes as there may be", wide, 2, NULL, 1, 0);
	ends("a fault", store, 1, NULL, 1, 0);
	ends("too many threads", store, 1, b, 5000, 0);
	ends("much shared memory", store, 1, b, 1, 60000);
	ends("too much shared memory", store, 1, b, 1, 1 << 20);
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
	many(a);
	free(a);
	return 0;
}
