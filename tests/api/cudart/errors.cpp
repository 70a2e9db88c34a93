// errors.cpp - which errors calls give, which of them stay, and what is left after a fault.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

static const char ptx[] = PTX_HEAD
	".visible .entry store(.param .u64 p) {\n"
	"	.reg .u64 %p; ld.param.u64 %p, [p]; st.global.u32 [%p], 1; ret; }\n";

static void store(void *p) { stub((const void *)store, p); }
static void other() {}

static void launches() {
	void *p;
	CK(cudaMalloc(&p, 4));
	LAUNCH(store, 1, 2000, 0, nullptr, p);
	printf("2000 threads: %s", NAME(cudaPeekAtLastError()));
	printf(" %s", NAME(cudaGetLastError()));
	printf(" %s\n", NAME(cudaGetLastError()));
	LAUNCH(store, 0, 1, 0, nullptr, p);
	printf("no blocks: %s\n", NAME(cudaGetLastError()));
	LAUNCH(store, 1, 1, 1 << 20, nullptr, p);
	printf("1 MiB of shared memory: %s\n", NAME(cudaGetLastError()));
	LAUNCH(store, 1, 1, 0, nullptr, p);
	printf("a good one: %s %s\n", NAME(cudaGetLastError()), NAME(cudaDeviceSynchronize()));
	printf("null: %s\n", NAME(cudaLaunchKernel((const void *)nullptr, dim3(1), dim3(1), nullptr, 0, 0)));
	printf("no kernel: %s\n", NAME(cudaLaunchKernel((const void *)other, dim3(1), dim3(1), nullptr, 0, 0)));
	printf("set 1 MiB: %s\n",
	       NAME(cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)));
	printf("set 64 KiB: %s\n",
	       NAME(cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 16)));
	LAUNCH(store, 1, 1, 1 << 16, nullptr, p);
	cudaGetLastError();
	printf("64 KiB: %s\n", NAME(cudaDeviceSynchronize()));
	CK(cudaFree(p));
}

static void calls() {
	void *p, *q;
	char host[64];
	size_t n;
	int v;
	CK(cudaMalloc(&p, 1024));
	printf("too much: %s\n", NAME(cudaMalloc(&q, (size_t)1 << 50)));
	printf("free host memory: %s\n", NAME(cudaFree(host)));
	printf("free the middle: %s\n", NAME(cudaFree((char *)p + 256)));
	printf("bad kind: %s\n", NAME(cudaMemcpy(p, host, 16, (cudaMemcpyKind)77)));
	printf("to null: %s\n", NAME(cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice)));
	printf("too long: %s\n", NAME(cudaMemcpy(p, host, 1025, cudaMemcpyHostToDevice)));
	printf("not the device's: %s\n", NAME(cudaMemcpy(host, host, 4, cudaMemcpyHostToDevice)));
	printf("memset of null: %s, of nothing: %s\n", NAME(cudaMemset(nullptr, 0, 4)),
	       NAME(cudaMemset(nullptr, 0, 0)));
	printf("pitch: %s\n", NAME(cudaMemcpy2D(p, 16, host, 64, 32, 2, cudaMemcpyHostToDevice)));
	printf("symbol: %s\n", NAME(cudaGetSymbolAddress(&q, (const void *)host)));
	printf("device: %s %s\n", NAME(cudaSetDevice(99)), NAME(cudaSetDevice(-1)));
	printf("attribute: %s\n", NAME(cudaDeviceGetAttribute(&v, (cudaDeviceAttr)100000, 0)));
	printf("limit: %s", NAME(cudaDeviceGetLimit(&n, (cudaLimit)0x55)));
	printf(" %s\n", NAME(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2)));
	printf("the last one is kept: %s\n", NAME(cudaGetLastError()));
	printf("free twice: %s", NAME(cudaFree(p)));
	printf(" %s\n", NAME(cudaFree(p)));
	cudaGetLastError();
	printf("%s: %s; %s\n", NAME((cudaError_t)716), cudaGetErrorString((cudaError_t)716),
	       cudaGetErrorString((cudaError_t)12345));
}

static int called;
static void host_function(void *) { called += 1; }
static void told(cudaStream_t, cudaError_t e, void *) { called += e == cudaErrorIllegalAddress ? 10 : 100; }

static void sticky() {
	void *p = nullptr;
	cudaStream_t s;
	cudaEvent_t e;
	CK(cudaStreamCreate(&s));
	CK(cudaEventCreate(&e));
	LAUNCH(store, 1, 1, 0, s, (void *)8);
	CK(cudaGetLastError());
	cudaLaunchHostFunc(s, host_function, nullptr);
	cudaStreamAddCallback(s, told, nullptr, 0);
	printf("synchronise: %s\n", NAME(cudaStreamSynchronize(s)));
	printf("last: %s", NAME(cudaGetLastError()));
	printf(" %s\n", NAME(cudaGetLastError()));
	printf("after it: %s %s %s %s %s\n", NAME(cudaMalloc(&p, 4)), NAME(cudaFree(p)),
	       NAME(cudaEventRecord(e, s)), NAME(cudaStreamCreate(&s)), NAME(cudaDeviceSynchronize()));
	LAUNCH(store, 1, 1, 0, nullptr, p);
	printf("launch: %s\n", NAME(cudaGetLastError()));
	/* They may have been refused, too, if the fault came first. */
	printf("the function ran: %d\n", called % 10 || called / 100);
	printf("reset: %s\n", NAME(cudaDeviceReset()));
	printf("then: %s\n", NAME(cudaMalloc(&p, 4)));
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)store, "store");
	program.end();
	launches();
	calls();
	sticky();
	return 0;
}
