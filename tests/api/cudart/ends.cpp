// ends.cpp - a process that ends while a kernel runs that never does, and work waits after it.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = PTX_HEAD ".visible .entry forever() { here: bra here; }\n";

static void forever() { stub((const void *)forever); }
static void never(void *) { printf("never\n"); }

static void late() {
	printf("at exit: %s\n", NAME(cudaDeviceSynchronize()));
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)forever, "forever");
	program.end();
	atexit(late);
	LAUNCH(forever, 1, 32, 0, nullptr);
	CK(cudaLaunchHostFunc(nullptr, never, nullptr));
	printf("%s\n", NAME(cudaStreamQuery(nullptr)));
	return 3;
}
