// threads.cpp - many threads at once: streams, events, copies, allocations, one module.
// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "program.h"

static const char ptx[] = PTX_HEAD
	".visible .entry inc(.param .u64 p) {\n"
	"	.reg .u64 %p; .reg .u32 %v; ld.param.u64 %p, [p]; ld.global.u32 %v, [%p];\n"
	"	add.u32 %v, %v, 1; st.global.u32 [%p], %v; ret; }\n";

static void inc(unsigned *p) { stub((const void *)inc, p); }
static void nothing(void *) {}

static void work(unsigned seed, int rounds, unsigned *wrong) {
	cudaStream_t s[3];
	cudaEvent_t e;
	unsigned *p, *q, h, want = 0;
	for (auto &x : s)
		CK(cudaStreamCreateWithFlags(&x, seed % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
	CK(cudaEventCreate(&e));
	CK(cudaMalloc(&p, 4));
	CK(cudaMemsetAsync(p, 0, 4, s[0]));
	cudaStream_t last = s[0];
	for (int i = 0; i < rounds; i++) {
		seed = seed * 1664525 + 1013904223;
		cudaStream_t next = s[seed >> 20 & 1];
		if (next != last) { // the value goes on in another stream
			CK(cudaEventRecord(e, last));
			CK(cudaStreamWaitEvent(next, e));
			last = next;
		}
		switch (seed >> 28) {
		case 0: CK(cudaLaunchHostFunc(last, nothing, nullptr)); break;
		case 1: CK(cudaStreamSynchronize(last)); break;
		case 2:
			CK(cudaMallocAsync(&q, 64, last));
			CK(cudaMemsetAsync(q, 1, 64, last));
			CK(cudaFreeAsync(q, last));
			break;
		case 3:
			CK(cudaMemcpyAsync(&h, p, 4, cudaMemcpyDeviceToHost, last));
			*wrong += h != want;
			break;
		case 4:
			CK(cudaStreamDestroy(s[2]));
			CK(cudaStreamCreate(&s[2]));
			CK(cudaStreamSynchronize(last));
			LAUNCH(inc, 1, 1, 0, s[2], p);
			CK(cudaStreamSynchronize(s[2]));
			want++;
			break;
		default: LAUNCH(inc, 1, 1, 0, last, p); want++;
		}
	}
	CK(cudaStreamSynchronize(last));
	CK(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost));
	*wrong += h != want;
	CK(cudaGetLastError());
	CK(cudaEventDestroy(e));
	for (auto &x : s)
		CK(cudaStreamDestroy(x));
	CK(cudaFree(p));
}

int main(int argc, char **argv) {
	enum { THREADS = 8 };
	int rounds = argc > 1 ? atoi(argv[1]) : 300;
	static Program program(ptx);
	program.kernel((const void *)inc, "inc");
	program.end();
	std::thread t[THREADS];
	unsigned wrong[THREADS] = {}, sum = 0;
	for (unsigned i = 0; i < THREADS; i++)
		t[i] = std::thread(work, i + 1, rounds, &wrong[i]);
	for (auto &x : t)
		x.join();
	for (unsigned w : wrong)
		sum += w;
	printf("wrong: %u\n", sum);
	return 0;
}
