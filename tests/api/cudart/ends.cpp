// ends.cpp - a process that ends while a kernel runs that never does, and work waits after it. Handlers of exit() may use streams
// until the runtime's own has come, which the first binary of the program registers.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = PTX_HEAD ".visible .entry forever() { here: bra here; }\n";

static void *word;
static cudaStream_t other;

static void forever() { stub((const void *)forever); }
static void never(void *) { printf("never\n"); }

static void late() {
	int out = 0;
	printf("at exit: %s\n", NAME(cudaStreamQuery(nullptr)));
	printf("%s", NAME(cudaMemsetAsync(word, 7, 4, other)));
	printf(", %s", NAME(cudaMemcpyAsync(&out, word, 4, cudaMemcpyDeviceToHost, other)));
	printf(", %s: %x\n", NAME(cudaStreamSynchronize(other)), out);
}

static void too_late() {
	printf("then: %s\n", NAME(cudaDeviceSynchronize()));
}

int main() {
	atexit(too_late);
	static Program program(ptx);
	program.kernel((const void *)forever, "forever");
	program.end();
	CK(cudaMalloc(&word, 4));
	CK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
	atexit(late);
	LAUNCH(forever, 1, 32, 0, nullptr);
	CK(cudaLaunchHostFunc(nullptr, never, nullptr));
	printf("%s\n", NAME(cudaStreamQuery(nullptr)));
	return 3;
}
