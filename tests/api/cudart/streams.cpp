// streams.cpp - order in and between streams, default streams, events, functions, callbacks.
// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <atomic>
#include <thread>

#include "program.h"

extern "C" {
cudaError_t cudaLaunchHostFunc_ptsz(cudaStream_t, cudaHostFn_t, void *);
cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t);
cudaError_t cudaStreamQuery_ptsz(cudaStream_t);
cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t, dim3, dim3, void **, size_t, cudaStream_t);
}

static const char ptx[] = PTX_HEAD
	".visible .global .align 4 .b32 log[32];\n"
	".visible .entry note(.param .u32 k) {\n" // log[++log[0]] = k
	"	.reg .u32 %k, %n; .reg .u64 %a, %o; ld.param.u32 %k, [k];\n"
	"	ld.global.u32 %n, [log]; add.u32 %n, %n, 1; st.global.u32 [log], %n;\n"
	"	mov.u64 %a, log; mul.wide.u32 %o, %n, 4; add.u64 %a, %a, %o;\n"
	"	st.global.u32 [%a], %k; ret; }\n"
	".visible .entry step(.param .u64 p, .param .u32 k) {\n" // *p = *p * 3 + k
	"	.reg .u32 %k, %v; .reg .u64 %p; ld.param.u64 %p, [p]; ld.param.u32 %k, [k];\n"
	"	ld.global.u32 %v, [%p]; mad.lo.u32 %v, %v, 3, %k; st.global.u32 [%p], %v; ret; }\n";

static unsigned record[32];

static void note(unsigned k) { stub((const void *)note, k); }
static void step(unsigned *p, unsigned k) { stub((const void *)step, p, k); }

static std::atomic<int> gate;
static void hold(void *) {
	while (!gate)
		usleep(50);
}

static void show(const char *what) {
	unsigned h[32];
	CK(cudaDeviceSynchronize());
	CK(cudaMemcpyFromSymbol(h, record, sizeof h));
	printf("%s:", what);
	for (unsigned i = 1; i <= h[0]; i++)
		printf(" %u", h[i]);
	printf("\n");
	h[0] = 0;
	CK(cudaMemcpyToSymbol(record, h, sizeof h));
	CK(cudaDeviceSynchronize()); // the copy may still be on its way, and one stream waits for no other
}

static cudaStream_t s1, s2, lone;

static void default_stream() {
	gate = 0;
	CK(cudaLaunchHostFunc(s1, hold, nullptr));
	LAUNCH(note, 1, 1, 0, s1, 1);
	LAUNCH(note, 1, 1, 0, nullptr, 2);
	LAUNCH(note, 1, 1, 0, s2, 3);
	LAUNCH(note, 1, 1, 0, cudaStreamLegacy, 4);
	printf("held: %s %s %s %s\n", NAME(cudaStreamQuery(s1)), NAME(cudaStreamQuery(s2)),
	       NAME(cudaStreamQuery(nullptr)), NAME(cudaStreamQuery(lone)));
	gate = 1;
	show("around the default stream");
	gate = 0;
	CK(cudaLaunchHostFunc(nullptr, hold, nullptr));
	LAUNCH(note, 1, 1, 0, lone, 5);
	CK(cudaStreamSynchronize(lone));
	printf("non-blocking is done, default: %s\n", NAME(cudaStreamQuery(nullptr)));
	gate = 1;
	show("non-blocking");
}

static void many_streams() {
	enum { STREAMS = 40, STEPS = 50 };
	cudaStream_t s[STREAMS];
	unsigned *v, h[STREAMS], want = 0, bad = 0;
	CK(cudaMalloc(&v, sizeof h));
	CK(cudaMemset(v, 0, sizeof h));
	CK(cudaDeviceSynchronize());
	for (auto &x : s)
		CK(cudaStreamCreateWithFlags(&x, cudaStreamNonBlocking));
	for (unsigned k = 0; k < STEPS; k++, want = want * 3 + k - 1)
		for (unsigned i = 0; i < STREAMS; i++)
			LAUNCH(step, 1, 1, 0, s[i], v + i, k);
	for (auto &x : s)
		CK(cudaStreamDestroy(x)); // what is queued still runs
	CK(cudaDeviceSynchronize());
	CK(cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost));
	for (unsigned x : h)
		bad += x != want;
	printf("in order in %d streams, wrong: %u\n", STREAMS, bad);
	CK(cudaFree(v));
}

static void events() {
	cudaEvent_t e, start, stop, plain;
	float ms = -1;
	CK(cudaEventCreate(&e));
	CK(cudaEventCreate(&start));
	CK(cudaEventCreate(&stop));
	CK(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
	printf("never recorded: %s %s %s\n", NAME(cudaEventQuery(e)), NAME(cudaEventSynchronize(e)),
	       NAME(cudaEventElapsedTime(&ms, start, stop)));
	gate = 0;
	CK(cudaEventRecord(start, s1));
	CK(cudaLaunchHostFunc(s1, hold, nullptr));
	LAUNCH(note, 1, 1, 0, s1, 1);
	CK(cudaEventRecord(stop, s1));
	CK(cudaStreamWaitEvent(lone, stop));
	LAUNCH(note, 1, 1, 0, lone, 2);
	printf("held: %s %s %s\n", NAME(cudaEventQuery(start)), NAME(cudaEventQuery(stop)),
	       NAME(cudaEventElapsedTime(&ms, start, stop)));
	usleep(20000);
	gate = 1;
	CK(cudaEventSynchronize(stop));
	CK(cudaEventElapsedTime(&ms, start, stop));
	printf("at least 20 ms: %d\n", ms >= 20 && ms < 20000);
	show("behind an event");
	CK(cudaEventRecord(plain, s1));
	CK(cudaEventSynchronize(plain));
	printf("without times: %s\n", NAME(cudaEventElapsedTime(&ms, start, plain)));
	gate = 0;
	CK(cudaLaunchHostFunc(s1, hold, nullptr));
	CK(cudaEventRecord(e, s1));
	CK(cudaEventRecord(e, s2)); // the later record counts
	printf("recorded again: %s\n", NAME(cudaEventQuery(e)));
	CK(cudaEventRecord(e, s1));
	CK(cudaEventDestroy(e)); // before it comes
	gate = 1;
	CK(cudaStreamSynchronize(s1));
	printf("destroyed: %s %s\n", NAME(cudaEventQuery(e)), NAME(cudaEventDestroy(e)));
	CK(cudaEventDestroy(start));
	CK(cudaEventDestroy(stop));
	CK(cudaEventDestroy(plain));
}

static cudaError_t inside[6];
static void try_calls(void *) {
	void *p;
	inside[0] = cudaDeviceSynchronize();
	inside[1] = cudaStreamSynchronize(s1);
	inside[2] = cudaMemcpyAsync(&p, &p, 1, cudaMemcpyDefault, s1);
	inside[3] = cudaDeviceReset();
	inside[4] = cudaGetDevice((int *)&p);
	inside[5] = cudaGetDeviceCount((int *)&p);
}

static void callback(cudaStream_t s, cudaError_t e, void *p) {
	*(int *)p = s == s2 && e == cudaSuccess;
}

static void functions() {
	int good = 0;
	CK(cudaLaunchHostFunc(s1, try_calls, nullptr));
	CK(cudaStreamAddCallback(s2, callback, &good, 0));
	CK(cudaDeviceSynchronize());
	printf("calls inside: %s %s %s %s, callback %d\n", NAME(inside[0]), NAME(inside[1]),
	       NAME(inside[2]), NAME(inside[3]), good);
	printf("and: %s %s\n", NAME(inside[4]), NAME(inside[5]));
	printf("no function: %s\n", NAME(cudaLaunchHostFunc(s1, nullptr, nullptr)));
}

static void per_thread() {
	std::atomic<int> done{0};
	gate = 0;
	std::thread t([&] {
		CK(cudaLaunchHostFunc_ptsz(nullptr, hold, nullptr));
		cudaKernel_t k;
		unsigned v = 8;
		void *args[] = {&v};
		CK(__cudaGetKernel(&k, (const void *)note));
		CK(__cudaLaunchKernel_ptsz(k, dim3(1), dim3(1), args, 0, nullptr));
		done = 1;
		CK(cudaStreamSynchronize_ptsz(nullptr));
	});
	while (!done)
		usleep(50);
	LAUNCH(note, 1, 1, 0, cudaStreamPerThread, 7);
	CK(cudaStreamSynchronize_ptsz(nullptr));
	printf("own stream done: %s\n", NAME(cudaStreamQuery_ptsz(cudaStreamPerThread)));
	gate = 1;
	t.join();
	show("per thread");
}

static void properties() {
	int least, greatest, priority;
	unsigned flags;
	unsigned long long id1, id2;
	cudaStream_t s;
	CK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
	CK(cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, greatest - 100));
	CK(cudaStreamGetPriority(s, &priority));
	CK(cudaStreamGetFlags(s, &flags));
	CK(cudaStreamGetId(s, &id1));
	CK(cudaStreamGetId(s1, &id2));
	printf("priority %d, flags %u, ids differ %d\n", priority == greatest, flags, id1 != id2);
	CK(cudaStreamDestroy(s));
	printf("destroyed: %s %s\n", NAME(cudaStreamQuery(s)), NAME(cudaStreamDestroy(s)));
	printf("bad calls: %s %s %s\n", NAME(cudaStreamCreateWithFlags(&s, 99)),
	       NAME(cudaStreamDestroy(nullptr)), NAME(cudaEventRecord(nullptr, s1)));
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)note, "note");
	program.kernel((const void *)step, "step");
	program.variable(record, "log", sizeof record);
	program.end();
	CK(cudaStreamCreate(&s1));
	CK(cudaStreamCreate(&s2));
	CK(cudaStreamCreateWithFlags(&lone, cudaStreamNonBlocking));
	LAUNCH(note, 1, 1, 0, nullptr, 0);
	show("first");
	default_stream();
	many_streams();
	events();
	functions();
	per_thread();
	properties();
	CK(cudaStreamDestroy(s1));
	CK(cudaStreamDestroy(s2));
	CK(cudaStreamDestroy(lone));
	return 0;
}
