/* contexts.cpp - starting, primary and other contexts, each thread's stack of them, and the runtime beside them.
 * SPDX-License-Identifier: Apache-2.0 */
#include <thread>

#include <cuda_runtime_api.h>

#include "show.h"

static const char *which(CUcontext c, CUcontext primary, CUcontext own) {
	return !c ? "none" : c == primary ? "primary" : c == own ? "own" : "another";
}

static void before_init() {
	int n;
	CUcontext c;
	SHOW(cuDeviceGetCount(&n));
	SHOW(cuCtxGetCurrent(&c));
	SHOW(cuCtxSynchronize());
	SHOW(cuInit(1));
	SHOW(cuInit(0));
}

static void without_context() {
	CUdeviceptr p;
	CUcontext c = (CUcontext)1;
	CUstream s;
	CUdevice d;
	SHOW(cuCtxGetCurrent(&c));
	printf("current: %s\n", c ? "some" : "none");
	SHOW(cuMemAlloc(&p, 16));
	SHOW(cuStreamCreate(&s, 0));
	SHOW(cuCtxGetDevice(&d));
	SHOW(cuCtxPopCurrent(&c));
	SHOW(cuDeviceGet(&d, 4096));
	SHOW(cuDeviceGet(&d, -1));
}

/* What belongs to a context can be given back while none is current. */
static void given_back_without_context(CUdevice dev) {
	CUcontext primary, c;
	CUdeviceptr p;
	void *host;
	CUstream s;
	CUevent e;
	CUmodule m;
	CU(cuDevicePrimaryCtxRetain(&primary, dev));
	CU(cuCtxSetCurrent(primary));
	CU(cuMemAlloc(&p, 16));
	CU(cuMemAllocHost(&host, 16));
	CU(cuStreamCreate(&s, 0));
	CU(cuEventCreate(&e, 0));
	CU(cuModuleLoadData(&m, ".version 8.0\n.target sm_75\n.address_size 64\n.global .u32 x;\n"));
	CU(cuCtxSetCurrent(NULL));
	SHOW(cuMemFree(p));
	SHOW(cuMemFreeHost(host));
	SHOW(cuStreamDestroy(s));
	SHOW(cuEventDestroy(e));
	SHOW(cuModuleUnload(m));
	CU(cuCtxGetCurrent(&c));
	printf("current: %s\n", c ? "some" : "none");
	SHOW(cuMemAlloc(&p, 16));
	SHOW(cuDevicePrimaryCtxRelease(dev));
}

static void CUDA_CB called(CUstream, CUresult, void *) {}
static CUevent asked_inside;
static CUresult answer_inside;
static void CUDA_CB called_alone(void *) { answer_inside = cuEventQuery(asked_inside); }

/* What names an object that has a context needs no current one, nor does an allocation in a stream that was created;
 * memory knows the context that it was made in. */
static void found_by_handle(CUdevice dev) {
	CUcontext own, other, c;
	CUctxCreateParams none = {};
	CUdeviceptr p, in_pool, in_module;
	CUmemoryPool pool;
	CUstream s;
	CUevent e;
	CUmodule m;
	CUfunction f;
	CUgraph g;
	CUgraphNode node;
	CUDA_KERNEL_NODE_PARAMS grid = {};
	unsigned count = 0, flags;
	size_t size = 0;
	CUarray a;
	CUDA_ARRAY_DESCRIPTOR of_array = {16, 16, CU_AD_FORMAT_FLOAT, 1};
	static char host[16];
	float ms;
	int value;
	CU(cuCtxCreate(&own, &none, 0, dev));
	CU(cuMemAlloc(&p, 16));
	CU(cuArrayCreate(&a, &of_array));
	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	CU(cuEventCreate(&e, 0));
	CU(cuEventRecord(e, s));
	CU(cuStreamSynchronize(s));
	CU(cuModuleLoadData(&m, ".version 8.0\n.target sm_75\n.address_size 64\n.visible .global .u32 x;\n"
	                        ".visible .entry f() { ret; }\n"));
	CU(cuGraphCreate(&g, 0));
	CU(cuDeviceGetDefaultMemPool(&pool, dev));
	CU(cuCtxPopCurrent(NULL));
	SHOW(cuEventQuery(e));
	SHOW(cuStreamQuery(s));
	SHOW(cuStreamSynchronize(s));
	SHOW(cuStreamGetFlags(s, &flags));
	SHOW(cuStreamGetPriority(s, &value));
	SHOW(cuStreamGetCtx(s, &c));
	printf("stream of: %s\n", which(c, NULL, own));
	SHOW(cuStreamWaitEvent(s, e, 0));
	SHOW(cuStreamAddCallback(s, called, NULL, 0));
	asked_inside = e;
	SHOW(cuLaunchHostFunc(s, called_alone, NULL));
	CU(cuStreamSynchronize(s));
	printf("in a host function: %d\n", answer_inside);
	SHOW(cuEventSynchronize(e));
	SHOW(cuEventElapsedTime(&ms, e, e));
	SHOW(cuEventRecord(e, s));
	SHOW(cuEventRecord(e, NULL));
	SHOW(cuMemcpyDtoHAsync(host, p, 16, s));
	SHOW(cuMemcpyDtoH(host, p, 16));
	SHOW(cuMemcpyAsync(p, (CUdeviceptr)host, 16, s));
	SHOW(cuMemsetD8Async(p, 0, 16, s));
	SHOW(cuMemsetD8(p, 0, 16));
	SHOW(cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	SHOW(cuArrayGetDescriptor(&of_array, a));
	SHOW(cuArrayDestroy(a));
	SHOW(cuStreamSynchronize(NULL));
	SHOW(cuModuleGetFunctionCount(&count, m));
	SHOW(cuModuleGetFunction(&f, m, "f"));
	SHOW(cuModuleGetGlobal(&in_module, &size, m, "x"));
	printf("%u function, %zu bytes\n", count, size);
	SHOW(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
	SHOW(cuFuncSetCacheConfig(f, CU_FUNC_CACHE_PREFER_L1));
	SHOW(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, f, 32, 0));
	SHOW(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, s, NULL, NULL));
	SHOW(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
	grid.func = f;
	grid.gridDimX = grid.gridDimY = grid.gridDimZ = grid.blockDimX = grid.blockDimY = grid.blockDimZ = 1;
	SHOW(cuGraphAddKernelNode(&node, g, NULL, 0, &grid));
	grid.ctx = (CUcontext)&grid; /* ignored */
	SHOW(cuGraphKernelNodeSetParams(node, &grid));
	grid.ctx = NULL;
	grid.func = NULL;
	SHOW(cuGraphAddKernelNode(&node, g, NULL, 0, &grid));
	SHOW(cuMemAllocFromPoolAsync(&in_pool, 16, pool, s));
	SHOW(cuMemFreeAsync(in_pool, s));
	SHOW(cuMemAllocAsync(&in_pool, 16, NULL));
	CU(cuCtxGetCurrent(&c));
	printf("current: %s\n", c ? "some" : "none");
	CU(cuCtxCreate(&other, &none, 0, dev));
	CU(cuPointerGetAttribute(&c, CU_POINTER_ATTRIBUTE_CONTEXT, p));
	printf("memory of: %s\n", which(c, other, own));
	CU(cuGraphDestroy(g));
	CU(cuCtxDestroy(other));
	CU(cuCtxDestroy(own));
}

static void stack_of_contexts(CUdevice dev) {
	CUcontext primary, own, c;
	CUctxCreateParams none = {};
	unsigned flags, version;
	int active = -1;
	CU(cuDevicePrimaryCtxGetState(dev, &flags, &active));
	printf("primary active %d\n", active);
	CU(cuDevicePrimaryCtxRetain(&primary, dev));
	CU(cuDevicePrimaryCtxGetState(dev, &flags, &active));
	printf("primary active %d\n", active);
	CU(cuCtxGetCurrent(&c));
	printf("retained, current: %s\n", which(c, primary, NULL));
	CU(cuCtxCreate(&own, &none, CU_CTX_SCHED_YIELD, dev));
	CU(cuCtxGetCurrent(&c));
	printf("created, current: %s\n", which(c, primary, own));
	CU(cuCtxGetFlags(&flags));
	printf("flags %u\n", flags & CU_CTX_SCHED_MASK);
	CU(cuCtxGetApiVersion(own, &version));
	printf("version not 0: %d\n", version != 0);
	CU(cuCtxPushCurrent(primary));
	CU(cuCtxGetCurrent(&c));
	printf("pushed, current: %s\n", which(c, primary, own));
	CU(cuCtxPopCurrent(&c));
	printf("popped: %s\n", which(c, primary, own));
	CU(cuCtxSetCurrent(primary));
	CU(cuCtxGetCurrent(&c));
	printf("set, current: %s\n", which(c, primary, own));
	CU(cuCtxSetCurrent(own));
	CU(cuCtxSetCurrent(NULL));
	CU(cuCtxGetCurrent(&c));
	printf("set none, current: %s\n", which(c, primary, own));
	SHOW(cuCtxSetCurrent(own));
	SHOW(cuCtxDestroy(own));
	CU(cuCtxGetCurrent(&c));
	printf("destroyed, current: %s\n", which(c, primary, own));
	SHOW(cuCtxPushCurrent(NULL));
	SHOW(cuCtxSetCurrent(primary));
	SHOW(cuCtxDestroy(primary) == CUDA_SUCCESS ? CUDA_ERROR_UNKNOWN : CUDA_SUCCESS);
}

/* A context takes all that it made with it, and memory is free again. */
static void everything_goes(CUdevice dev) {
	CUcontext own;
	CUctxCreateParams none = {};
	CUdeviceptr p[8];
	CUstream s;
	CUevent e;
	size_t before, after, total;
	CU(cuCtxCreate(&own, &none, 0, dev));
	CU(cuMemGetInfo(&before, &total));
	for (int i = 0; i < 8; i++)
		CU(cuMemAlloc(&p[i], 64 << 20));
	CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
	CU(cuEventCreate(&e, 0));
	CU(cuMemsetD32Async(p[3], 7, 1 << 20, s));
	CU(cuEventRecord(e, s));
	CU(cuCtxDestroy(own));
	CU(cuMemGetInfo(&after, &total));
	printf("memory is back: %d\n", after >= before);
}

/* A call of the driver interface binds no thread to the device, and the runtime keeps what it has. */
static void bound(CUdevice dev) {
	CUcontext c, primary;
	CUdeviceptr p;
	void *kept = nullptr;
	CU(cuDevicePrimaryCtxRetain(&primary, dev));
	std::thread([&] {
		CU(cuCtxSetCurrent(primary));
		CU(cuMemAlloc(&p, 16));
		CU(cuMemFree(p));
		CU(cuCtxSetCurrent(NULL));
		CU(cuCtxGetCurrent(&c));
		printf("used and set to none, current: %s\n", which(c, primary, NULL));
	}).join();
	std::thread([&] { cudaMalloc(&kept, 1 << 20); }).join();
	CU(cuDevicePrimaryCtxRelease(dev));
	printf("kept: %s\n", cudaGetErrorName(cudaMemset(kept, 0, 1 << 20)));
	printf("freed: %s\n", cudaGetErrorName(cudaFree(kept)));
}

static void beside_the_runtime(CUdevice dev) {
	CUcontext primary, c;
	CUdevice d = -1;
	int device = -1;
	void *p;
	CU(cuDevicePrimaryCtxRetain(&primary, dev));
	std::thread([&] {
		CU(cuCtxGetCurrent(&c));
		printf("new thread, current: %s\n", which(c, primary, NULL));
		printf("runtime: %s\n", cudaGetErrorName(cudaMalloc(&p, 1024)));
		CU(cuCtxGetCurrent(&c));
		printf("after cudaMalloc, current: %s\n", which(c, primary, NULL));
		CU(cuCtxGetDevice(&d));
		cudaGetDevice(&device);
		printf("same device: %d\n", d == device);
		/* errors of one interface are not the other's */
		CUdeviceptr q;
		printf("%s\n", name_of(cuMemAlloc(&q, 0)));
		printf("last error: %s\n", cudaGetErrorName(cudaGetLastError()));
		CU(cuMemsetD8((CUdeviceptr)p, 1, 1024));
		CU(cuMemFree((CUdeviceptr)p));
	}).join();
	CU(cuDevicePrimaryCtxRelease(dev));
}

static void limits() {
	size_t v = 0;
	CUfunc_cache cache;
	int least, greatest;
	CU(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 4096));
	CU(cuCtxGetLimit(&v, CU_LIMIT_STACK_SIZE));
	printf("stack %zu\n", v);
	CU(cuCtxGetLimit(&v, CU_LIMIT_MALLOC_HEAP_SIZE));
	printf("heap %zu\n", v);
	SHOW(cuCtxGetLimit(&v, (CUlimit)99));
	CU(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
	CU(cuCtxGetCacheConfig(&cache));
	printf("cache %d\n", cache == CU_FUNC_CACHE_PREFER_L1);
	CU(cuCtxGetStreamPriorityRange(&least, &greatest));
	printf("priorities %d to %d\n", least, greatest);
}

int main() {
	CUdevice dev;
	CUcontext primary;
	char text[64];
	before_init();
	CU(cuDeviceGet(&dev, 0));
	without_context();
	given_back_without_context(dev);
	found_by_handle(dev);
	stack_of_contexts(dev);
	everything_goes(dev);
	limits();
	CU(cuDevicePrimaryCtxRelease(dev));
	bound(dev);
	beside_the_runtime(dev);
	SHOW(cuDeviceGetName(text, 0, dev));
	int warp = 0, major = 0, vmm = 0;
	CU(cuDeviceGetAttribute(&warp, CU_DEVICE_ATTRIBUTE_WARP_SIZE, dev));
	CU(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
	                        dev));
	CU(cuDeviceGetAttribute(
		&vmm, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, dev));
	printf("warp %d, major %d, virtual memory %d\n", warp, major, vmm);
	SHOW(cuDeviceGetAttribute(&warp, (CUdevice_attribute)100000, dev));
	CU(cuDevicePrimaryCtxRetain(&primary, dev));
	SHOW(cuDevicePrimaryCtxRelease(dev));
	SHOW(cuDevicePrimaryCtxRelease(dev));
	CUcontext waits;
	unsigned flags = 0;
	CU(cuCtxCreate(&waits, nullptr, CU_CTX_SCHED_BLOCKING_SYNC, dev));
	CU(cuCtxGetFlags(&flags));
	printf("flags %u\n", flags); /* 4 on an H200 */
	CU(cuCtxDestroy(waits));
	const char *name = "x";
	bool invalid = cuGetErrorName((CUresult)12345, &name) == CUDA_ERROR_INVALID_VALUE;
	printf("%d %s\n", invalid, name ? name : "none");
	cuGetErrorString(CUDA_ERROR_ILLEGAL_ADDRESS, &name);
	printf("%s\n", name);
}
