/* ended.cpp - contexts that have ended: what calls answer while one is current, and what became of what was in it.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include "show.h"

#define SHOWR(call) printf("%s -> %s\n", #call, cudaGetErrorName(call))
static const char ptx[] = ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k() { ret; }\n";

static void current(CUcontext c) {
	CUcontext now;
	CU(cuCtxGetCurrent(&now));
	printf("current: %s\n", !now ? "none" : now == c ? "it" : "another");
}

/* Calls that need no object. */
static void asked(CUcontext c) {
	unsigned u;
	unsigned long long id;
	int n;
	size_t size;
	CUdevice d;
	CUdeviceptr p;
	CUstream s;
	CUevent e;
	CUmodule m;
	CUgraph g;
	CUcontext of;
	char page[64];
	SHOW(cuCtxGetFlags(&u));
	SHOW(cuCtxGetDevice(&d));
	SHOW(cuCtxGetApiVersion(c, &u));
	SHOW(cuCtxGetApiVersion(NULL, &u));
	SHOW(cuCtxGetId(c, &id));
	SHOW(cuCtxGetId(NULL, &id));
	SHOW(cuCtxSynchronize());
	SHOW(cuMemAlloc(&p, 4));
	SHOW(cuMemFree(0));
	SHOW(cuMemGetInfo(&size, &size));
	SHOW(cuStreamCreate(&s, 0));
	SHOW(cuStreamQuery(NULL));
	SHOW(cuStreamGetCtx(NULL, &of));
	SHOW(cuEventCreate(&e, 0));
	SHOW(cuModuleLoadData(&m, ptx));
	SHOW(cuGraphCreate(&g, 0));
	SHOW(cuCtxGetLimit(&size, CU_LIMIT_STACK_SIZE));
	SHOW(cuMemsetD8(0, 0, 0));
	SHOW(cuDeviceGetAttribute(&n, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
	SHOW(cuPointerGetAttribute(&n, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)page));
	SHOW(cuMemAllocAsync(&p, 4, NULL));
	SHOW(cuCtxAttach(&of, 0));
	SHOW(cuCtxDetach(NULL));
	SHOW(cuCtxDestroy(NULL));
	current(c);
}

struct objects {
	CUevent event;
	CUmodule module;
	CUfunction function;
	CUdeviceptr memory;
	CUarray array;
	CUmipmappedArray mipmapped;
	CUlinkState link;
};

static objects make() {
	objects o;
	CUDA_ARRAY_DESCRIPTOR of = {16, 16, CU_AD_FORMAT_FLOAT, 1};
	CUDA_ARRAY3D_DESCRIPTOR of3 = {16, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0};
	CU(cuEventCreate(&o.event, 0));
	CU(cuModuleLoadData(&o.module, ptx));
	CU(cuModuleGetFunction(&o.function, o.module, "k"));
	CU(cuMemAlloc(&o.memory, 64));
	CU(cuArrayCreate(&o.array, &of));
	CU(cuMipmappedArrayCreate(&o.mipmapped, &of3, 3));
	CU(cuLinkCreate(0, NULL, NULL, &o.link));
	return o;
}

static void asked_of(objects o) {
	float ms;
	int n;
	CUfunction f;
	CUarray level;
	CUDA_ARRAY_DESCRIPTOR of;
	SHOW(cuEventQuery(o.event));
	SHOW(cuEventElapsedTime(&ms, o.event, o.event));
	SHOW(cuModuleGetFunction(&f, o.module, "k"));
	SHOW(cuFuncGetAttribute(&n, CU_FUNC_ATTRIBUTE_NUM_REGS, o.function));
	SHOW(cuPointerGetAttribute(&n, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, o.memory));
	SHOW(cuArrayGetDescriptor(&of, o.array));
	SHOW(cuMipmappedArrayGetLevel(&level, o.mipmapped, 0));
	SHOW(cuMipmappedArrayDestroy(o.mipmapped));
	SHOW(cuArrayDestroy(o.array));
	SHOW(cuModuleUnload(o.module));
	SHOW(cuEventDestroy(o.event));
	SHOW(cuLinkDestroy(o.link));
}

/* A thread keeps a context as its current one that another thread destroys. */
static void destroyed_elsewhere() {
	CUcontext c, popped;
	int n;
	puts("== destroyed by another thread");
	CU(cuCtxCreate(&c, NULL, 0, 0));
	objects o = make();
	std::thread([&] { CU(cuCtxDestroy(c)); }).join();
	current(c);
	asked(c);
	asked_of(o);
	SHOWR(cudaFree(nullptr));
	SHOWR(cudaDeviceSynchronize());
	SHOWR(cudaGetDevice(&n));
	SHOW(cuCtxPopCurrent(&popped));
	current(c);
}

static void destroyed() {
	CUcontext c;
	puts("== destroyed");
	CU(cuCtxCreate(&c, NULL, 0, 0));
	objects o = make();
	CU(cuCtxDestroy(c));
	current(c);
	asked_of(o);
	SHOW(cuCtxSetCurrent(c));
	current(c);
	SHOW(cuCtxSynchronize());
	SHOWR(cudaFree(nullptr));
	current(c);
}

/* A primary context stays current when it ends. The runtime starts it again, the driver interface does not. */
static void primary() {
	CUcontext c, again;
	CUdeviceptr p;
	unsigned flags;
	int active;
	puts("== primary, released");
	SHOWR(cudaDeviceReset());
	CU(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_YIELD));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	objects o = make();
	SHOW(cuDevicePrimaryCtxRelease(0));
	CU(cuDevicePrimaryCtxGetState(0, &flags, &active));
	printf("flags %u active %d\n", flags, active);
	current(c);
	asked(c);
	SHOW(cuEventQuery(o.event));
	SHOW(cuMemFree(o.memory));
	SHOW(cuArrayDestroy(o.array));
	CU(cuDevicePrimaryCtxRetain(&again, 0));
	printf("again the same: %d\n", again == c);
	SHOW(cuMemAlloc(&p, 4));
	puts("== primary, reset");
	SHOW(cuDevicePrimaryCtxReset(0));
	SHOW(cuMemAlloc(&p, 4));
	SHOWR(cudaFree(nullptr));
	SHOW(cuMemAlloc(&p, 4));
	SHOWR(cudaDeviceReset());
	SHOW(cuMemAlloc(&p, 4));
	SHOWR(cudaSetDevice(0));
	SHOW(cuMemAlloc(&p, 4));
	SHOW(cuDevicePrimaryCtxRelease(0));
}

static void references() {
	CUcontext c, other, x;
	puts("== references");
	CU(cuCtxCreate(&c, NULL, 0, 0));
	SHOW(cuCtxAttach(&x, 0));
	SHOW(cuCtxAttach(&x, 1));
	SHOW(cuCtxDetach(c));
	current(c);
	SHOW(cuCtxDetach(c));
	current(c);
	CU(cuCtxCreate(&c, NULL, 0, 0));
	CU(cuCtxCreate(&other, NULL, 0, 0));
	SHOW(cuCtxDetach(c));
	SHOW(cuCtxDestroy(c));
	SHOW(cuCtxDestroy(other));
	CU(cuCtxSetCurrent(NULL));
}

/* Mapped host memory and dumps are decided when a context is made. */
static void flags() {
	static const unsigned all[] = {0, 1, 3, 8, 0x10, 0x20, 0x40, 0x80, 0x100};
	puts("== flags");
	for (unsigned made : all) {
		CUcontext c = NULL;
		unsigned now = 0;
		printf("%x: %d", made, cuCtxCreate(&c, NULL, made, 0));
		if (!c) {
			puts("");
			continue;
		}
		CU(cuCtxGetFlags(&now));
		printf(" %x", now);
		for (unsigned set : all) {
			CUresult r = cuCtxSetFlags(set);
			CU(cuCtxGetFlags(&now));
			printf(", %x %d %x", set, r, now);
		}
		puts("");
		CU(cuCtxDestroy(c));
	}
	for (unsigned set : all) {
		int active;
		unsigned now;
		CUresult r = cuDevicePrimaryCtxSetFlags(0, set);
		CU(cuDevicePrimaryCtxGetState(0, &now, &active));
		printf("primary %x: %d %x", set, r, now);
		cudaError_t e = cudaSetDeviceFlags(set);
		CU(cuDevicePrimaryCtxGetState(0, &now, &active));
		printf(", runtime %d %x", e, now);
		cudaGetDeviceFlags(&now);
		printf(" %x\n", now);
	}
}

/* Each in a process of its own: a driver may crash when it leaves a destroyed context. */
static void alone(void (*part)()) {
	fflush(stdout);
	pid_t child = fork();
	if (child == 0) {
		CU(cuInit(0));
		part();
		fflush(stdout);
		_exit(0);
	}
	int status;
	waitpid(child, &status, 0);
	if (status)
		printf("status %x\n", status);
}

int main() {
	alone(flags);
	alone(references);
	alone(destroyed);
	alone(destroyed_elsewhere);
	alone(primary);
	return 0;
}
