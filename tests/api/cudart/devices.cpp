// devices.cpp - several devices: which there are, whose memory is whose, peers, streams that wait across.
// Runs with SIMT_DEVICES=4 and CUDA_VISIBLE_DEVICES=2,0,1,7.
// SPDX-License-Identifier: Apache-2.0
#include <cuda.h>

#include <thread>

#include "program.h"

static const char ptx[] = PTX_HEAD
	".visible .global .align 4 .u32 mine = 10;\n"
	".visible .entry bump(.param .u64 p) {\n" // *p += ++mine
	"	.reg .u64 %p; .reg .u32 %v, %m; ld.param.u64 %p, [p]; ld.global.u32 %m, [mine];\n"
	"	add.u32 %m, %m, 1; st.global.u32 [mine], %m; ld.global.u32 %v, [%p];\n"
	"	add.u32 %v, %v, %m; st.global.u32 [%p], %v; ret; }\n";

static unsigned mine;
static void bump(unsigned *p) { stub((const void *)bump, p); }

static unsigned *p[3], h;
static cudaStream_t s[3];
static cudaEvent_t e[3];

static void each() {
	for (int i = 0; i < 3; i++) {
		CK(cudaSetDevice(i));
		CK(cudaMalloc(&p[i], 4));
		CK(cudaMemset(p[i], 0, 4));
		CK(cudaStreamCreate(&s[i]));
		CK(cudaEventCreate(&e[i]));
		for (int k = 0; k <= i; k++)
			LAUNCH(bump, 1, 1, 0, nullptr, p[i]);
		cudaPointerAttributes a;
		CK(cudaPointerGetAttributes(&a, p[i]));
		CK(cudaMemcpyFromSymbol(&h, mine, 4));
		printf("device %d: memory of %d, variable %u", i, a.device, h);
		CK(cudaMemcpy(&h, p[i], 4, cudaMemcpyDefault));
		printf(", sum %u\n", h);
	}
}

static void across() {
	CK(cudaSetDevice(0));
	CK(cudaMemcpyPeer(p[1], 1, p[0], 0, 4));
	CK(cudaMemcpy(&h, p[1], 4, cudaMemcpyDefault));
	printf("copied to its peer: %u\n", h);
	LAUNCH(bump, 1, 1, 0, s[1], p[0]);
	printf("another device's stream: %s\n", NAME(cudaGetLastError()));
	printf("and event: %s %s\n", NAME(cudaEventRecord(e[1], s[0])), NAME(cudaEventRecord(e[0], s[0])));
	CK(cudaSetDevice(1));
	CK(cudaStreamWaitEvent(s[1], e[0]));
	CK(cudaMemcpyAsync(p[1], p[0], 4, cudaMemcpyDefault, s[1]));
	CK(cudaStreamSynchronize(s[1]));
	float ms;
	CK(cudaEventRecord(e[1], s[1]));
	CK(cudaEventSynchronize(e[1]));
	printf("elapsed across: %s\n", NAME(cudaEventElapsedTime(&ms, e[0], e[1])));
	cudaGetLastError();
}

static void peers() {
	int can, own;
	CK(cudaDeviceCanAccessPeer(&can, 1, 0));
	CK(cudaDeviceCanAccessPeer(&own, 1, 1));
	printf("can %d, itself %d\n", can, own);
	CK(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 1));
	printf("by attribute %d, itself %s\n", can,
	       NAME(cudaDeviceGetP2PAttribute(&own, cudaDevP2PAttrAccessSupported, 1, 1)));
	CK(cudaSetDevice(1));
	CK(cudaDeviceEnablePeerAccess(0, 0));
	printf("twice: %s\n", NAME(cudaDeviceEnablePeerAccess(0, 0)));
	LAUNCH(bump, 1, 1, 0, nullptr, p[0]);
	CK(cudaDeviceSynchronize());
	CK(cudaMemcpy(&h, p[0], 4, cudaMemcpyDefault));
	printf("a kernel on its peer's memory: %u\n", h);
	CK(cudaDeviceDisablePeerAccess(0));
	printf("disabled twice: %s\n", NAME(cudaDeviceDisablePeerAccess(0)));
	LAUNCH(bump, 1, 1, 0, nullptr, p[0]);
	printf("without: %s\n", NAME(cudaDeviceSynchronize()));
	CK(cudaSetDevice(2));
	LAUNCH(bump, 1, 1, 0, nullptr, p[2]);
	printf("another device goes on: %s\n", NAME(cudaDeviceSynchronize()));
}

/* Memory of the host and managed memory is open to kernels of all devices. */
static void open_memory() {
	unsigned *pinned, *managed;
	CK(cudaSetDevice(2));
	CK(cudaHostAlloc(&pinned, 4, cudaHostAllocMapped));
	CK(cudaMallocManaged(&managed, 4));
	*pinned = *managed = 0;
	CK(cudaSetDevice(0));
	LAUNCH(bump, 1, 1, 0, nullptr, pinned);
	LAUNCH(bump, 1, 1, 0, nullptr, managed);
	CK(cudaDeviceSynchronize());
	printf("device 0 in memory of 2: pinned %d, managed %d\n", *pinned != 0, *managed != 0);
	CK(cudaFreeHost(pinned));
	CK(cudaFree(managed));
	CK(cudaSetDevice(0)); // and to fills in streams of all devices
	unsigned *many, *locked;
	CK(cudaMallocManaged(&many, 16));
	CK(cudaHostAlloc(&locked, 16, cudaHostAllocPortable));
	CK(cudaSetDevice(2));
	CK(cudaMemsetAsync(many + 1, 0x11, 4, s[2]));
	CK(cudaMemsetAsync(locked + 3, 0x22, 4, s[2]));
	printf("filled past the end: %s\n", NAME(cudaMemsetAsync(many + 3, 0x11, 8192, s[2])));
	CK(cudaStreamSynchronize(s[2]));
	printf("filled: %x %x\n", many[1], locked[3]);
	cudaGetLastError();
	CK(cudaFreeHost(locked));
	CK(cudaFree(many));
}

/* A context of the driver's on top of the runtime's device, and off again. */
static void contexts() {
	CUresult (*retain)(CUcontext *, CUdevice), (*push)(CUcontext), (*pop)(CUcontext *);
	CUcontext c;
	int pushed, popped;
	CK(cudaGetDriverEntryPointByVersion("cuDevicePrimaryCtxRetain", (void **)&retain, 12000, 0));
	CK(cudaGetDriverEntryPointByVersion("cuCtxPushCurrent", (void **)&push, 12000, 0));
	CK(cudaGetDriverEntryPointByVersion("cuCtxPopCurrent", (void **)&pop, 12000, 0));
	CK(cudaSetDevice(0));
	retain(&c, 2);
	push(c);
	CK(cudaGetDevice(&pushed));
	pop(&c);
	CK(cudaGetDevice(&popped));
	printf("pushed: device %d, popped: device %d\n", pushed, popped);
}

int main() {
	static Program program(ptx);
	program.kernel((const void *)bump, "bump");
	program.variable(&mine, "mine", sizeof mine);
	program.end();
	int n, now, back;
	char id[16];
	CK(cudaGetDeviceCount(&n));
	printf("%d devices, no other: %s\n", n, NAME(cudaSetDevice(n)));
	CK(cudaDeviceGetPCIBusId(id, sizeof id, 2));
	CK(cudaDeviceGetByPCIBusId(&back, id));
	printf("%s is %d\n", id, back);
	each();
	std::thread([&] {
		CK(cudaGetDevice(&now));
		printf("a new thread has device %d\n", now);
	}).join();
	contexts();
	across();
	peers();
	open_memory();
	return 0;
}
