/* pages.cpp - advice for parts of managed memory, sizes that are rounded up, memory of graphs that are updated.
 * SPDX-License-Identifier: Apache-2.0 */
#include <initializer_list>

#include <cuda_runtime_api.h>
#include <driver_functions.h>

#include "show.h"

#define SHOWR(call) printf("%s -> %s\n", #call, cudaGetErrorName(call))

static const CUmem_range_attribute all[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                            CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                            CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE,
                                            CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION,
                                            CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE,
                                            CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY};

static void told(const char *what, CUdeviceptr p, size_t n) {
	printf("%s:", what);
	for (CUmem_range_attribute a : all) {
		int v = 99;
		CUresult r = cuMemRangeGetAttribute(&v, sizeof v, a, p, n);
		if (r == CUDA_SUCCESS)
			printf(" %d", v);
		else
			printf(" error %d", r);
	}
	puts("");
}

/* What is told of a range is true of all its pages. */
static void advice() {
	const CUmemLocation device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, host = {CU_MEM_LOCATION_TYPE_HOST, 0};
	const size_t page = 4096, size = 1 << 20;
	CUdeviceptr p;
	CU(cuMemAllocManaged(&p, size, CU_MEM_ATTACH_GLOBAL));
	told("fresh", p, size);
	CU(cuMemAdvise(p, 16 * page, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
	told("whole", p, size);
	told("advised", p, 16 * page);
	told("rest", p + 16 * page, 16 * page);
	told("4 bytes across the end", p + 16 * page - 2, 4);
	told("one page more", p, 17 * page);
	CU(cuMemAdvise(p, page, CU_MEM_ADVISE_UNSET_READ_MOSTLY, device));
	told("first page", p, page);
	told("second page", p + page, page);
	CU(cuMemAdvise(p + 32 * page, 2 * page, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, device));
	told("preferred", p + 32 * page, 2 * page);
	told("after it", p + 34 * page, 2 * page);
	told("both", p + 32 * page, 4 * page);
	CU(cuMemPrefetchAsync(p + 64 * page, 16 * page, device, 0, nullptr));
	told("prefetched", p + 64 * page, 16 * page);
	CU(cuMemPrefetchAsync(p + 64 * page, page, host, 0, nullptr));
	told("partly", p + 64 * page, 16 * page);
	told("back", p + 64 * page, page);
	CU(cuMemAdvise(p + 128 * page, page, CU_MEM_ADVISE_SET_ACCESSED_BY, device));
	told("accessed", p + 128 * page, page);
	told("partly accessed", p + 128 * page, 2 * page);
	SHOW(cuMemAdvise(p, size + 1, CU_MEM_ADVISE_SET_READ_MOSTLY, device));
	CU(cuMemFree(p));
}

static void sizes() {
	const size_t most = ~(size_t)0;
	for (size_t width : {(size_t)0, (size_t)1, (size_t)513, (size_t)1 << 40, most})
		for (size_t height : {0, 1}) {
			void *p = &p;
			size_t pitch = 77;
			cudaError_t e = cudaMallocPitch(&p, &pitch, width, height);
			printf("%zu x %zu: %s, pitch %zu, %s\n", width, height, cudaGetErrorName(e), pitch,
			       p == &p ? "not set" : p ? "some" : "null");
			if (e == cudaSuccess)
				cudaFree(p);
		}
	for (size_t width : {(size_t)0, (size_t)5, most})
		for (unsigned element : {0, 4, 5}) {
			CUdeviceptr p;
			size_t pitch = 77;
			CUresult r = cuMemAllocPitch(&p, &pitch, width, 1, element);
			printf("%zu, elements of %u: %d, pitch %zu\n", width, element, r, pitch);
		}
	cudaPitchedPtr box = {&box, 77, 77, 77};
	SHOWR(cudaMalloc3D(&box, make_cudaExtent(1, (size_t)1 << 40, 1)));
	printf("%d %zu %zu %zu\n", box.ptr == nullptr, box.pitch, box.xsize, box.ysize);
	SHOWR(cudaMalloc3D(&box, make_cudaExtent((size_t)1 << 20, (size_t)1 << 20, (size_t)1 << 30)));
	void *p = &p;
	SHOWR(cudaMalloc(&p, (size_t)1 << 50));
	printf("null %d\n", p == nullptr);
}

/* Levels of detail in the description of a copy do not matter. */
static void levels() {
	CUDA_MEMCPY3D c = {};
	CUdeviceptr p;
	static char host[64];
	CU(cuMemAlloc(&p, 64));
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = host;
	c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	c.dstDevice = p;
	c.WidthInBytes = 64;
	c.Height = c.Depth = 1;
	c.srcLOD = c.dstLOD = 3;
	SHOW(cuMemcpy3D(&c));
}

static cudaGraph_t with_memory(size_t bytes, int value, int *out) {
	cudaGraph_t g;
	cudaGraphNode_t alloc, fill, copy, end;
	cudaMemAllocNodeParams a = {};
	cudaMemsetParams m = {};
	cudaGraphCreate(&g, 0);
	a.poolProps.allocType = cudaMemAllocationTypePinned;
	a.poolProps.location.type = cudaMemLocationTypeDevice;
	a.bytesize = bytes;
	cudaGraphAddMemAllocNode(&alloc, g, nullptr, 0, &a);
	m.dst = a.dptr;
	m.elementSize = 4;
	m.value = (unsigned)value;
	m.width = m.height = 1;
	cudaGraphAddMemsetNode(&fill, g, &alloc, 1, &m);
	cudaGraphAddMemcpyNode1D(&copy, g, &fill, 1, out, a.dptr, 4, cudaMemcpyDeviceToHost);
	cudaGraphAddMemFreeNode(&end, g, &copy, 1, a.dptr);
	return g;
}

/* An update takes over the memory of the other graph. */
static void graphs() {
	static int got;
	cudaGraphExec_t x;
	cudaGraphExecUpdateResultInfo info;
	cudaGraph_t g = with_memory(64, 7, &got), h = with_memory(1 << 20, 8, &got);
	SHOWR(cudaGraphInstantiate(&x, g, 0));
	SHOWR(cudaGraphLaunch(x, nullptr));
	SHOWR(cudaDeviceSynchronize());
	printf("got %d\n", got);
	SHOWR(cudaGraphExecUpdate(x, h, &info));
	printf("result %d\n", info.result);
	SHOWR(cudaGraphDestroy(h));
	SHOWR(cudaGraphLaunch(x, nullptr));
	SHOWR(cudaGraphLaunch(x, nullptr));
	SHOWR(cudaDeviceSynchronize());
	printf("got %d\n", got);
	SHOWR(cudaGraphExecDestroy(x));
	cudaMemAllocNodeParams a = {};
	cudaGraphNode_t n;
	a.bytesize = 64;
	for (int type : {1, 3})
		for (int where : {0, 1, 2, 3, 4}) {
			a.poolProps.allocType = (cudaMemAllocationType)type;
			a.poolProps.location.type = (cudaMemLocationType)where;
			printf("type %d at %d: %d\n", type, where, cudaGraphAddMemAllocNode(&n, g, nullptr, 0, &a));
		}
	a.poolProps.allocType = cudaMemAllocationTypePinned;
	a.poolProps.location.type = cudaMemLocationTypeDevice;
	for (int handle : {1, 2, 4, 8}) {
		a.poolProps.handleTypes = (cudaMemAllocationHandleType)handle;
		printf("handle %d: %d\n", handle, cudaGraphAddMemAllocNode(&n, g, nullptr, 0, &a));
	}
	cudaGetLastError();
}

/* Peers read the memory of who asks for their tokens, so its copies become complete when they return. */
static void tokens() {
	CUDA_POINTER_ATTRIBUTE_P2P_TOKENS t;
	CUdeviceptr p;
	unsigned v = 9;
	CU(cuMemAlloc(&p, 64));
	CU(cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
	printf("synchronous %u", v);
	CU(cuPointerGetAttribute(&t, CU_POINTER_ATTRIBUTE_P2P_TOKENS, p));
	CU(cuPointerGetAttribute(&v, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
	printf(" %u\n", v);
}

/* Memory of the host that a handle names. */
static void host_memory() {
	const size_t size = 2 << 20;
	for (CUmemLocationType type : {CU_MEM_LOCATION_TYPE_HOST, CU_MEM_LOCATION_TYPE_HOST_NUMA}) {
		CUmemAllocationProp prop = {};
		CUmemAccessDesc access[2] = {};
		CUmemGenericAllocationHandle h;
		CUdeviceptr p;
		unsigned long long flags = 9;
		prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
		prop.location.type = type;
		printf("create at %d: %d\n", type, cuMemCreate(&h, size, &prop, 0));
		CU(cuMemAddressReserve(&p, size, 0, 0, 0));
		SHOW(cuMemMap(p, size, 0, h, 0));
		access[0].location.type = CU_MEM_LOCATION_TYPE_DEVICE;
		access[1].location.type = type;
		access[0].flags = access[1].flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
		SHOW(cuMemSetAccess(p, size, access, 2));
		SHOW(cuMemGetAccess(&flags, &access[0].location, p));
		printf("access %llu\n", flags);
		SHOW(cuMemsetD8(p, 5, 64));
		SHOW(cuCtxSynchronize());
		printf("the host reads %d\n", *(signed char *)p);
		SHOW(cuMemRelease(h));
		SHOW(cuMemRelease(h));
		SHOW(cuMemUnmap(p, size));
		SHOW(cuMemAddressFree(p, size));
	}
	CUdeviceptr p;
	SHOW(cuMemAddressReserve(&p, size, 0, 0x12345, 0));
	SHOW(cuMemAddressReserve(&p, size, 0, 0xdead000000000000, 0));
}

int main() {
	CUcontext c;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	advice();
	sizes();
	levels();
	graphs();
	tokens();
	host_memory();
	return 0;
}
