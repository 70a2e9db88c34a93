/* app.cu - a program that is linked with a runtime of its own (runtime.c), and that opens a library, if it is given one,
 * which has another.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>

#include "kernel.h"

int main(int argc, char **argv) {
	int failed = run("program");
	if (argc < 2)
		return failed;
	void *library = dlopen(argv[1], RTLD_NOW);
	if (!library)
		return puts(dlerror()), 1;
	return failed | ((int (*)(void))dlsym(library, "run_library"))();
}
