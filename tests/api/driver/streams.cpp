/* streams.cpp - streams, events, waits for values in memory, callbacks, stream 0 of each thread, entry points.
 * SPDX-License-Identifier: Apache-2.0 */
#include <thread>
#include <unistd.h>

#include "show.h"

static void values() {
	CUstream a, b;
	CUdeviceptr p;
	int out = 0;
	unsigned zero[4] = {0, 0, 0, 0};
	CU(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
	CU(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
	CU(cuMemAlloc(&p, 64));
	CU(cuMemcpyHtoD(p, zero, 16));
	/* a waits for what b writes */
	CU(cuStreamWaitValue32(a, p, 5, CU_STREAM_WAIT_VALUE_GEQ));
	CU(cuMemsetD32Async(p + 8, 100, 1, a));
	CU(cuStreamWriteValue32(a, p + 4, 1, 0));
	printf("waits: %d\n", cuStreamQuery(a) == CUDA_ERROR_NOT_READY);
	CU(cuStreamWriteValue32(b, p, 4, 0));
	CU(cuStreamSynchronize(b));
	usleep(3000);
	printf("4 is not enough: %d\n", cuStreamQuery(a) == CUDA_ERROR_NOT_READY);
	CU(cuStreamWriteValue32(b, p, 6, 0));
	CU(cuStreamWaitValue32(b, p + 4, 1, CU_STREAM_WAIT_VALUE_EQ));
	CU(cuStreamSynchronize(b));
	CU(cuMemcpyDtoH(&out, p + 8, 4));
	printf("in order: %d\n", out);
	CUstreamBatchMemOpParams op[3];
	memset(op, 0, sizeof op);
	op[0].operation = CU_STREAM_MEM_OP_WRITE_VALUE_64;
	op[0].writeValue.address = p + 16;
	op[0].writeValue.value64 = 0x100000002ull;
	op[1].operation = CU_STREAM_MEM_OP_WAIT_VALUE_64;
	op[1].waitValue.address = p + 16;
	op[1].waitValue.value64 = 0x100000000ull;
	op[1].waitValue.flags = CU_STREAM_WAIT_VALUE_AND;
	op[2].operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
	op[2].writeValue.address = p + 24;
	op[2].writeValue.value = 3;
	CU(cuStreamBatchMemOp(a, 3, op, 0));
	CU(cuStreamSynchronize(a));
	CU(cuMemcpyDtoH(&out, p + 24, 4));
	printf("batch: %d\n", out);
	SHOW(cuStreamWaitValue32(a, p + 2, 0, 0));
	SHOW(cuStreamWriteValue32(a, p, 0, 64));
	SHOW(cuStreamWriteValue32(a, p, 0, CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
	CU(cuMemFree(p));
	CU(cuStreamDestroy(a));
	CU(cuStreamDestroy(b));
}

/* More waits than there are threads for streams. */
static void many_waits() {
	enum { N = 100 };
	CUstream s[N];
	CUdeviceptr p;
	unsigned last = 0;
	CU(cuMemAlloc(&p, 4 * (N + 1)));
	CU(cuMemsetD32(p, 0, N + 1));
	CU(cuCtxSynchronize());
	for (int i = 0; i < N; i++) {
		CU(cuStreamCreate(&s[i], CU_STREAM_NON_BLOCKING));
		CU(cuStreamWaitValue32(s[i], p + 4 * i, 1, CU_STREAM_WAIT_VALUE_GEQ));
		CU(cuStreamWriteValue32(s[i], p + 4 * (i + 1), 1, 0));
	}
	CU(cuStreamWriteValue32(CU_STREAM_LEGACY, p, 1, 0));
	CU(cuCtxSynchronize());
	CU(cuMemcpyDtoH(&last, p + 4 * N, 4));
	printf("a hundred in a row: %u\n", last);
	for (int i = 0; i < N; i++)
		CU(cuStreamDestroy(s[i]));
	CU(cuMemFree(p));
}

static void CUDA_CB count(void *p) {
	++*(int *)p;
}

static void CUDA_CB note(CUstream s, CUresult r, void *p) {
	*(int *)p = s != NULL && r == CUDA_SUCCESS;
}

static void events(CUcontext mine) {
	CUstream s;
	CUevent a, b, c;
	CUcontext of;
	CUdevice dev = -1;
	float ms = -1;
	int n = 0, ok = 0, priority = 1;
	unsigned flags = 9;
	CU(cuStreamCreateWithPriority(&s, CU_STREAM_NON_BLOCKING, -1));
	CU(cuStreamGetPriority(s, &priority));
	CU(cuStreamGetFlags(s, &flags));
	CU(cuStreamGetCtx(s, &of));
	CU(cuStreamGetDevice(s, &dev));
	printf("priority %d flags %u context %d device %d\n", priority, flags, of == mine,
	       dev);
	CU(cuEventCreate(&a, 0));
	CU(cuEventCreate(&b, 0));
	CU(cuEventCreate(&c, CU_EVENT_DISABLE_TIMING));
	SHOW(cuEventElapsedTime(&ms, a, b));
	CU(cuEventRecord(a, s));
	CU(cuLaunchHostFunc(s, count, &n));
	CU(cuLaunchHostFunc(s, count, &n));
	CU(cuStreamAddCallback(s, note, &ok, 0));
	CU(cuEventRecord(b, s));
	CU(cuEventRecord(c, s));
	CU(cuEventSynchronize(b));
	CU(cuEventElapsedTime(&ms, a, b));
	CU(cuStreamSynchronize(s));
	printf("host functions %d, callback %d, time %d\n", n, ok, ms >= 0);
	SHOW(cuEventElapsedTime(&ms, a, c));
	SHOW(cuEventQuery(c));
	SHOW(cuStreamWaitEvent(NULL, c, 0));
	SHOW(cuEventDestroy(a));
	SHOW(cuStreamCreate(&s, 77));
	CU(cuEventDestroy(b));
	CU(cuEventDestroy(c));
}

/* What host functions may call: they wait for other streams and give them work. */
static void inside(void *other) {
	CUstream s = (CUstream)other;
	CUdeviceptr p;
	CUevent e;
	CUdevice d;
	unsigned flags;
	int n = 0;
	SHOW(cuLaunchHostFunc(s, count, &n));
	SHOW(cuStreamSynchronize(s));
	SHOW(cuStreamQuery(s));
	SHOW(cuStreamGetFlags(s, &flags));
	printf("counted %d\n", n);
	SHOW(cuEventCreate(&e, 0));
	SHOW(cuCtxSynchronize());
	SHOW(cuDeviceGet(&d, 0));
	SHOW(cuMemAlloc(&p, 4));
	SHOW(cuStreamCreate(&s, 0));
}

static void in_host_functions() {
	CUstream s, other;
	CU(cuStreamCreate(&s, 0));
	CU(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
	CU(cuLaunchHostFunc(s, inside, other));
	CU(cuStreamSynchronize(s));
	CU(cuStreamDestroy(s));
	CU(cuStreamDestroy(other));
}

typedef CUresult (*alloc_function)(CUdeviceptr *, size_t);
typedef CUresult (*sync_function)(CUstream);

static void entry_points() {
	CUdriverProcAddressQueryResult found;
	void *f = NULL, *per_thread = NULL;
	CUdeviceptr p;
	CU(cuGetProcAddress("cuMemAlloc", &f, 12000, CU_GET_PROC_ADDRESS_DEFAULT,
	                    &found));
	printf("cuMemAlloc: %d\n", found);
	CU(((alloc_function)f)(&p, 64));
	CU(cuMemFree(p));
	SHOW(cuGetProcAddress("cuMemAlloc", &f, 1000, CU_GET_PROC_ADDRESS_DEFAULT,
	                      &found));
	printf("too old: %d %d\n", found, f == NULL);
	SHOW(cuGetProcAddress("cuNothing", &f, 12000, CU_GET_PROC_ADDRESS_DEFAULT,
	                      &found));
	printf("unknown: %d %d\n", found, f == NULL);
	SHOW(cuGetProcAddress("cuNothing", &f, 12000, CU_GET_PROC_ADDRESS_DEFAULT, NULL));
	CU(cuGetProcAddress("cuStreamSynchronize", &f, 12000,
	                    CU_GET_PROC_ADDRESS_LEGACY_STREAM, NULL));
	CU(cuGetProcAddress("cuStreamSynchronize", &per_thread, 12000,
	                    CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM, NULL));
	printf("two of them: %d\n", f != per_thread);
	CU(((sync_function)per_thread)(NULL));
}

/* The ids of stream 0 in two threads, by the function for each thread's own stream. */
static void own_streams(CUcontext c) {
	unsigned long long here = 0, there = 0, legacy = 0;
	CU(cuStreamGetId_ptsz(NULL, &here));
	CU(cuStreamGetId(NULL, &legacy));
	std::thread([&] {
		CU(cuCtxSetCurrent(c));
		CU(cuStreamGetId_ptsz(NULL, &there));
	}).join();
	printf("each thread its own: %d %d\n", here != there, here != legacy);
}

int main() {
	CUdevice dev;
	CUcontext c;
	CU(cuInit(0));
	CU(cuDeviceGet(&dev, 0));
	CU(cuDevicePrimaryCtxRetain(&c, dev));
	CU(cuCtxSetCurrent(c));
	values();
	many_waits();
	events(c);
	entry_points();
	own_streams(c);
	in_host_functions();
}
