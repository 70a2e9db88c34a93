/* crossing.cpp - streams, events and functions of two contexts of one device: a stream takes those of its own context,
 * and a default stream is each context's own. Green contexts count as the primary one.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cuda_runtime_api.h>

#include "show.h"

static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry f() { ret; }\n";
static CUcontext primary, own, green;

/* What a context has, made while it is current. */
struct things {
	CUstream stream;
	CUevent event;
	CUfunction f;
	CUdeviceptr memory;
};

static struct things make_things() {
	struct things t;
	CUmodule m;
	CU(cuStreamCreate(&t.stream, 0));
	CU(cuEventCreate(&t.event, 0));
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&t.f, m, "f"));
	CU(cuMemAlloc(&t.memory, 64));
	CU(cuEventRecord(t.event, t.stream));
	CU(cuStreamSynchronize(t.stream));
	return t;
}

static void show_context(const char *what, CUstream s) {
	CUcontext c;
	CU(cuStreamGetCtx(s, &c));
	printf("%s: %s\n", what, c == primary ? "primary" : c == own ? "own" : c == green ? "green" : "another");
}

static void show_contexts(const things &a, const things &b) {
	show_context("NULL", NULL);
	show_context("legacy", CU_STREAM_LEGACY);
	show_context("a", a.stream);
	show_context("b", b.stream);
}

/* a is the primary context's, b that of the current one. */
static void events(const things &a, const things &b) {
	float ms;
	SHOW(cuEventRecord(a.event, NULL));
	SHOW(cuEventRecord(a.event, CU_STREAM_LEGACY));
	SHOW(cuEventRecord(a.event, CU_STREAM_PER_THREAD));
	SHOW(cuEventRecord(a.event, b.stream));
	SHOW(cuEventRecord(b.event, a.stream));
	SHOW(cuEventRecord(b.event, b.stream));
	SHOW(cuEventRecord(b.event, NULL));
	SHOW(cuEventRecord(a.event, a.stream));
	SHOW(cuEventRecordWithFlags(a.event, b.stream, CU_EVENT_RECORD_EXTERNAL));
	SHOW(cuStreamWaitEvent(a.stream, a.event, CU_EVENT_WAIT_EXTERNAL));
	SHOW(cuEventRecordWithFlags(b.event, a.stream, 7));
	SHOW(cuCtxRecordEvent(primary, a.event));
	SHOW(cuCtxRecordEvent(own, a.event));
	SHOW(cuCtxRecordEvent(primary, b.event));
	SHOW(cuCtxRecordEvent(own, b.event));
	SHOW(cuCtxWaitEvent(primary, b.event));
	SHOW(cuCtxWaitEvent(own, a.event));
	SHOW(cuStreamWaitEvent(NULL, a.event, 0));
	SHOW(cuStreamWaitEvent(b.stream, a.event, 0));
	SHOW(cuStreamWaitEvent(a.stream, b.event, 0));
	CU(cuCtxSynchronize());
	SHOW(cuEventSynchronize(a.event));
	SHOW(cuEventElapsedTime(&ms, a.event, b.event));
	SHOW((CUresult)cudaEventRecord(a.event, b.stream));
	SHOW((CUresult)cudaEventRecord(a.event, 0));
	SHOW((CUresult)cudaEventRecordWithFlags(a.event, a.stream, cudaEventRecordExternal));
	SHOW((CUresult)cudaStreamWaitEvent(a.stream, a.event, cudaEventWaitExternal));
}

static CUresult launch(CUfunction f, CUstream s, unsigned blocks = 1) {
	return cuLaunchKernel(f, blocks, 1, 1, 1, 1, 1, 0, s, NULL, NULL);
}

static void launches(const things &a, const things &b) {
	CUlibrary library;
	CUkernel kernel;
	CUlaunchConfig config = {1, 1, 1, 1, 1, 1, 0, b.stream, NULL, 0};
	SHOW(launch(a.f, NULL));
	SHOW(launch(a.f, CU_STREAM_LEGACY));
	SHOW(launch(a.f, CU_STREAM_PER_THREAD));
	SHOW(launch(a.f, b.stream));
	SHOW(launch(a.f, a.stream));
	SHOW(launch(b.f, a.stream));
	SHOW(launch(a.f, b.stream, 0));
	SHOW(cuLaunchCooperativeKernel(a.f, 1, 1, 1, 1, 1, 1, 0, b.stream, NULL));
	SHOW(cuLaunchKernelEx(&config, a.f, NULL, NULL));
	SHOW(cuLaunchKernelEx(&config, b.f, NULL, NULL));
	CU(cuLibraryLoadData(&library, ptx, NULL, NULL, 0, NULL, NULL, 0));
	CU(cuLibraryGetKernel(&kernel, library, "f"));
	SHOW(launch((CUfunction)kernel, NULL));
	SHOW(launch((CUfunction)kernel, a.stream));
	SHOW(launch((CUfunction)kernel, b.stream));
}

static void other_calls(const things &a, const things &b) {
	SHOW(cuMemcpyAsync(a.memory, b.memory, 64, b.stream));
	SHOW(cuMemcpyAsync(a.memory, b.memory, 64, a.stream));
	SHOW(cuMemsetD8Async(a.memory, 0, 64, b.stream));
	SHOW(cuStreamWriteValue32(b.stream, a.memory, 1, 0));
	SHOW(cuStreamCopyAttributes(a.stream, b.stream));
	SHOW(cuStreamCopyAttributes(b.stream, b.stream));
	CU(cuStreamSynchronize(a.stream));
	CU(cuStreamSynchronize(b.stream));
}

/* A call that fails does not end the capture. */
static void captures(const things &a, const things &b) {
	CUgraph g;
	CUgraphExec x;
	CU(cuStreamBeginCapture(b.stream, CU_STREAM_CAPTURE_MODE_RELAXED));
	SHOW(launch(a.f, b.stream));
	SHOW(cuEventRecord(a.event, b.stream));
	SHOW(cuEventRecordWithFlags(a.event, b.stream, CU_EVENT_RECORD_EXTERNAL));
	SHOW(cuEventRecord(b.event, b.stream));
	SHOW(cuStreamWaitEvent(a.stream, b.event, 0));
	SHOW(launch(b.f, a.stream));
	SHOW(launch(a.f, a.stream));
	SHOW(cuEventRecord(a.event, a.stream));
	SHOW(cuStreamWaitEvent(b.stream, a.event, 0));
	SHOW(cuStreamEndCapture(b.stream, &g));
	SHOW(cuGraphInstantiate(&x, g, 0));
	SHOW(cuGraphLaunch(x, b.stream));
	SHOW(cuGraphLaunch(x, a.stream));
	SHOW(cuGraphLaunch(x, NULL));
	CU(cuStreamSynchronize(a.stream));
	CU(cuStreamSynchronize(b.stream));
}

static void without_context(const things &b) {
	CUcontext c;
	SHOW(cuCtxPopCurrent(&c));
	SHOW(cuCtxPopCurrent(&c));
	SHOW(cuCtxPopCurrent(&c));
	SHOW(cuEventRecord(b.event, NULL));
	SHOW(cuStreamGetCtx(NULL, &c));
	SHOW(cuCtxRecordEvent(own, b.event));
	SHOW(cuCtxWaitEvent(primary, b.event));
	SHOW(cuCtxRecordEvent(NULL, b.event));
}

static void green_contexts(CUdevice dev, const things &a, const things &b) {
	CUdevResource sm;
	CUdevResourceDesc d;
	CUgreenCtx g;
	CUstream s;
	CUevent e;
	CU(cuCtxSetCurrent(primary));
	CU(cuDeviceGetDevResource(dev, &sm, CU_DEV_RESOURCE_TYPE_SM));
	CU(cuDevResourceGenerateDesc(&d, &sm, 1));
	CU(cuGreenCtxCreate(&g, d, dev, CU_GREEN_CTX_DEFAULT_STREAM));
	CU(cuGreenCtxStreamCreate(&s, g, CU_STREAM_NON_BLOCKING, 0));
	CU(cuCtxFromGreenCtx(&green, g));
	show_context("of a green context", s);
	SHOW(cuEventRecord(a.event, s));
	SHOW(launch(a.f, s));
	SHOW(launch(b.f, s));
	SHOW(cuGreenCtxRecordEvent(g, a.event));
	SHOW(cuEventRecord(b.event, s));
	SHOW(cuGreenCtxRecordEvent(g, b.event));
	CU(cuCtxSetCurrent(green));
	show_contexts(a, b);
	CU(cuEventCreate(&e, 0));
	SHOW(cuEventRecord(e, NULL));
	SHOW(cuEventRecord(a.event, NULL));
	SHOW(cuEventRecord(e, a.stream));
	SHOW(cuEventRecord(e, b.stream));
	SHOW(launch(a.f, NULL));
	SHOW(cuCtxRecordEvent(primary, e));
	SHOW(cuStreamCopyAttributes(s, a.stream));
	CU(cuCtxSynchronize());
}

int main() {
	CUdevice dev;
	CUctxCreateParams none = {};
	CU(cuInit(0));
	CU(cuDeviceGet(&dev, 0));
	CU(cuDevicePrimaryCtxRetain(&primary, dev));
	CU(cuCtxSetCurrent(primary));
	things a = make_things();
	CU(cuCtxCreate(&own, &none, 0, dev));
	things b = make_things();
	show_contexts(a, b);
	show_context("per thread", CU_STREAM_PER_THREAD);
	events(a, b);
	launches(a, b);
	other_calls(a, b);
	captures(a, b);
	without_context(b);
	green_contexts(dev, a, b);
}
