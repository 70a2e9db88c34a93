/* counted.c - a process that ends with _exit writes its coverage counters first, as exit
 * does.
 *
 * Built for `./dev coverage` alone, which links with --wrap=_exit: the debugger's front
 * ends, tools that catch a signal and children of fork end that way.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/syscall.h>
#include <unistd.h>

void __gcov_dump(void); /* libgcov: of the program or library that this is linked into */
_Noreturn void __wrap__exit(int status);

void __wrap__exit(int status) {
	__gcov_dump();
	for (;;)
		syscall(SYS_exit_group, status);
}
