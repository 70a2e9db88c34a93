/* memory.cpp - allocation, boxes, fills, what addresses are, memory apart from addresses, pools.
 * SPDX-License-Identifier: Apache-2.0 */
#include <unistd.h>

#include <atomic>

#include "show.h"

static void allocation() {
	CUdeviceptr p, q, base;
	size_t pitch, size;
	void *h;
	CU(cuMemAlloc(&p, 1000));
	SHOW(cuMemAlloc(&q, 0));
	SHOW(cuMemAlloc(&q, (size_t)1 << 50));
	SHOW(cuMemFree(p + 4));
	CU(cuMemGetAddressRange(&base, &size, p + 999));
	printf("range: %d %zu\n", base == p, size);
	SHOW(cuMemFree(p));
	SHOW(cuMemFree(0));
	CU(cuMemAllocPitch(&p, &pitch, 100, 7, 4));
	printf("pitch: %d %d\n", pitch >= 100, pitch % 32 == 0);
	SHOW(cuMemAllocPitch(&q, &pitch, 100, 7, 3));
	CU(cuMemFree(p));
	CU(cuMemHostAlloc(&h, 4096, CU_MEMHOSTALLOC_PORTABLE));
	unsigned flags = 0;
	CU(cuMemHostGetFlags(&flags, h));
	printf("portable: %d\n", (flags & CU_MEMHOSTALLOC_PORTABLE) != 0);
	CU(cuMemHostGetDevicePointer(&p, h, 0));
	CU(cuMemsetD8(p, 9, 4096));
	CU(cuCtxSynchronize());
	printf("host sees %d\n", ((char *)h)[4095]);
	SHOW(cuMemFreeHost(h));
}

static void boxes() {
	enum { W = 16, H = 8, D = 4 };
	unsigned char in[D][H][W], out[D][H][W];
	CUdeviceptr p;
	for (int i = 0; i < W * H * D; i++)
		((unsigned char *)in)[i] = (unsigned char)i;
	CU(cuMemAlloc(&p, 32 * H * D));
	CU(cuMemsetD8(p, 255, 32 * H * D));
	CUDA_MEMCPY2D two;
	memset(&two, 0, sizeof two);
	two.srcMemoryType = CU_MEMORYTYPE_HOST;
	two.srcHost = in;
	two.srcPitch = W;
	two.srcXInBytes = 4;
	two.srcY = 2;
	two.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	two.dstDevice = p;
	two.dstPitch = 32;
	two.dstXInBytes = 1;
	two.dstY = 1;
	two.WidthInBytes = 8;
	two.Height = 3;
	CU(cuMemcpy2D(&two));
	unsigned char row[32];
	CU(cuMemcpyDtoH(row, p + 32, 32));
	printf("2D: %d %d %d %d\n", row[0], row[1], row[8], row[9]);
	two.WidthInBytes = 40;
	SHOW(cuMemcpy2D(&two));
	CUDA_MEMCPY3D box;
	memset(&box, 0, sizeof box);
	box.srcMemoryType = CU_MEMORYTYPE_HOST;
	box.srcHost = in;
	box.srcPitch = W;
	box.srcHeight = H;
	box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	box.dstDevice = p;
	box.dstPitch = 32;
	box.dstHeight = H;
	box.WidthInBytes = W;
	box.Height = H;
	box.Depth = D;
	CU(cuMemcpy3D(&box));
	CUDA_MEMCPY3D back;
	memset(&back, 0, sizeof back);
	back.srcMemoryType = CU_MEMORYTYPE_UNIFIED;
	back.srcDevice = p;
	back.srcPitch = 32;
	back.srcHeight = H;
	back.dstMemoryType = CU_MEMORYTYPE_HOST;
	back.dstHost = out;
	back.dstPitch = W;
	back.dstHeight = H;
	back.WidthInBytes = W;
	back.Height = H;
	back.Depth = D;
	CU(cuMemcpy3D(&back));
	printf("3D there and back: %d\n", memcmp(in, out, sizeof in) == 0);
	CU(cuMemsetD2D16(p, 32, 0x1234, 4, 3));
	CU(cuMemsetD32(p + 96, 0xdeadbeef, 2));
	unsigned short v[64];
	CU(cuMemcpyDtoH(v, p, 128));
	printf("fills: %x %x %x %x\n", v[0], v[16 + 3], v[48], v[49]);
	SHOW(cuMemsetD32(p + 2, 0, 1));
	SHOW(cuMemcpyDtoD(p, p + 512, 64));
	CU(cuMemFree(p));
}

static void addresses() {
	CUdeviceptr p, m;
	int ordinal = -1, managed = -1;
	unsigned type = 0, other = 9;
	CUcontext c = NULL, mine;
	CU(cuCtxGetCurrent(&mine));
	CU(cuMemAlloc(&p, 4096));
	CU(cuMemAllocManaged(&m, 4096, CU_MEM_ATTACH_GLOBAL));
	CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
	CU(cuPointerGetAttribute(&c, CU_POINTER_ATTRIBUTE_CONTEXT, p));
	CU(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, p));
	CU(cuPointerGetAttribute(&managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, m));
	printf("device memory: %d %d %d, managed %d\n", type == CU_MEMORYTYPE_DEVICE,
	       c == mine, ordinal, managed);
	int local;
	SHOW(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
	                           (CUdeviceptr)&local));
	void *host;
	SHOW(cuPointerGetAttribute(&host, CU_POINTER_ATTRIBUTE_HOST_POINTER, p));
	printf("host pointer %d\n", host != NULL);
	/* what comes before the one that cannot be listed is answered */
	CUDA_POINTER_ATTRIBUTE_P2P_TOKENS tokens = {1, 1};
	CUpointer_attribute both[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
	                              CU_POINTER_ATTRIBUTE_P2P_TOKENS};
	void *answers[] = {&other, &tokens};
	other = 0;
	SHOW(cuPointerGetAttributes(2, both, answers, p));
	SHOW(cuPointerGetAttribute(&tokens, CU_POINTER_ATTRIBUTE_P2P_TOKENS, p));
	printf("type %u, token %llu\n", other, tokens.p2pToken);
	CUmemLocation here = {CU_MEM_LOCATION_TYPE_DEVICE, {0}};
	unsigned long long access = 77;
	SHOW(cuMemGetAccess(&access, &here, p));
	printf("access %llu\n", access);
	CUpointer_attribute which[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
	                               CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
	void *data[] = {&other, &ordinal};
	CU(cuPointerGetAttributes(2, which, data, (CUdeviceptr)&local));
	printf("a local variable: %u %d\n", other, ordinal);
	*(int *)m = 42;
	CU(cuMemcpyDtoD(p, m, 4));
	CU(cuMemcpy((CUdeviceptr)&local, p, 4));
	printf("through managed memory: %d\n", local);
	CU(cuMemFree(p));
	CU(cuMemFree(m));
}

static void apart(CUdevice dev) {
	CUmemAllocationProp prop;
	CUmemAccessDesc access;
	CUmemGenericAllocationHandle a, b, again;
	CUdeviceptr p;
	size_t piece = 0;
	int v[2] = {11, 22}, w[2] = {0, 0};
	memset(&prop, 0, sizeof prop);
	prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
	prop.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	prop.location.id = dev;
	CU(cuMemGetAllocationGranularity(&piece, &prop,
	                                 CU_MEM_ALLOC_GRANULARITY_MINIMUM));
	printf("pieces of %zu\n", piece);
	SHOW(cuMemCreate(&a, piece / 2, &prop, 0));
	{ /* what a description may say */
		CUmemAllocationProp odd = prop;
		CUdeviceptr there;
		odd.allocFlags.gpuDirectRDMACapable = 1;
		CU(cuMemCreate(&a, piece, &odd, 0));
		CU(cuMemRelease(a));
		odd.allocFlags.reserved[0] = 1;
		SHOW(cuMemCreate(&a, piece, &odd, 0));
		odd = prop;
		odd.requestedHandleTypes = CU_MEM_HANDLE_TYPE_WIN32;
		SHOW(cuMemCreate(&a, piece, &odd, 0));
		odd = prop;
		odd.location.type = CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT;
		SHOW(cuMemCreate(&a, piece, &odd, 0));
		for (size_t align = 3; align <= 4096; align += 4093)
			SHOW(cuMemAddressReserve(&there, piece, align, 0, 0));
		CU(cuMemAddressFree(there, piece));
		SHOW(cuMemImportFromShareableHandle(
			&a, (void *)(size_t)9999,
			CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
	}
	CU(cuMemCreate(&a, piece, &prop, 0));
	CU(cuMemCreate(&b, 2 * piece, &prop, 0));
	CU(cuMemAddressReserve(&p, 4 * piece, 0, 0, 0));
	SHOW(cuMemcpyHtoD(p, v, 4));
	CU(cuMemMap(p, piece, 0, a, 0));
	CU(cuMemMap(p + piece, 2 * piece, 0, b, 0));
	SHOW(cuMemMap(p, piece, 0, a, 0));
	access.location = prop.location;
	access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
	CU(cuMemSetAccess(p, 3 * piece, &access, 1));
	unsigned long long flags = 0;
	CU(cuMemGetAccess(&flags, &prop.location, p + piece));
	printf("access %llu\n", flags);
	/* across the seam */
	CU(cuMemcpyHtoD(p + piece - 4, v, 8));
	CU(cuMemcpyDtoH(w, p + piece - 4, 8));
	printf("read %d %d\n", w[0], w[1]);
	SHOW(cuMemcpyHtoD(p + 3 * piece, v, 4));
	SHOW(cuMemFree(p));
	CU(cuMemRetainAllocationHandle(&again, (void *)(p + 5)));
	printf("same memory %d\n", again == a);
	CU(cuMemRelease(again));
	CU(cuMemUnmap(p, piece));
	CU(cuMemMap(p + 3 * piece, piece, 0, a, 0));
	CU(cuMemSetAccess(p + 3 * piece, piece, &access, 1));
	CU(cuMemcpyDtoH(w, p + 4 * piece - 4, 4));
	printf("elsewhere %d\n", w[0]);
	SHOW(cuMemAddressFree(p, 4 * piece));
	CU(cuMemUnmap(p + piece, 3 * piece));
	CU(cuMemRelease(a));
	CU(cuMemRelease(b));
	SHOW(cuMemAddressFree(p, 4 * piece));
	/* compressible, which is a hint */
	int compressible = 0;
	CUmemAllocationProp given = prop, got = {};
	given.allocFlags.compressionType = CU_MEM_ALLOCATION_COMP_GENERIC;
	CU(cuDeviceGetAttribute(&compressible, CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED, dev));
	CU(cuMemCreate(&a, piece, &given, 0));
	CU(cuMemGetAllocationPropertiesFromHandle(&got, a));
	printf("compressible: %d %d\n", compressible, got.allocFlags.compressionType);
	CU(cuMemRelease(a));
	given.allocFlags.compressionType = 2;
	SHOW(cuMemCreate(&a, piece, &given, 0));
	/* as a file descriptor */
	int fd = -1;
	prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
	CU(cuMemCreate(&a, piece, &prop, 0));
	CU(cuMemExportToShareableHandle(&fd, a, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
	                                0));
	CU(cuMemImportFromShareableHandle(&b, (void *)(size_t)fd,
	                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
	close(fd);
	CU(cuMemAddressReserve(&p, 2 * piece, 0, 0, 0));
	CU(cuMemMap(p, piece, 0, a, 0));
	CU(cuMemMap(p + piece, piece, 0, b, 0));
	CU(cuMemSetAccess(p, 2 * piece, &access, 1));
	CU(cuMemsetD32(p, 77, 1));
	CU(cuMemcpyDtoH(w, p + piece, 4));
	printf("twice the same memory: %d\n", w[0]);
	CU(cuMemUnmap(p, 2 * piece));
	CU(cuMemAddressFree(p, 2 * piece));
	CU(cuMemRelease(a));
	CU(cuMemRelease(b));
}

static std::atomic<bool> go;

static void wait_for_go(void *) {
	while (!go)
		usleep(100);
}

static void pools(CUdevice dev) {
	CUmemoryPool pool, current;
	CUmemPoolProps props;
	CUdeviceptr p;
	CUstream s;
	memset(&props, 0, sizeof props);
	props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
	props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
	props.location.id = dev;
	CU(cuStreamCreate(&s, 0));
	CU(cuMemPoolCreate(&pool, &props));
	CU(cuMemAllocFromPoolAsync(&p, 1 << 20, pool, s));
	CU(cuMemsetD8Async(p, 1, 1 << 20, s));
	/* a block counts until its free is called, though the stream gets there later */
	CU(cuLaunchHostFunc(s, wait_for_go, NULL));
	CU(cuMemFreeAsync(p, s));
	cuuint64_t queued = 1;
	CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &queued));
	printf("used while the free waits %llu\n", (unsigned long long)queued);
	go = true;
	CU(cuStreamSynchronize(s));
	CU(cuDeviceSetMemPool(dev, pool));
	CU(cuDeviceGetMemPool(&current, dev));
	printf("pool is current: %d\n", current == pool);
	cuuint64_t used = 1;
	CU(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT, &used));
	printf("used %llu\n", (unsigned long long)used);
	CU(cuMemPoolDestroy(pool));
	CU(cuStreamDestroy(s));
}

int main() {
	CUdevice dev;
	CUcontext c;
	CU(cuInit(0));
	CU(cuDeviceGet(&dev, 0));
	CU(cuDevicePrimaryCtxRetain(&c, dev));
	CU(cuCtxSetCurrent(c));
	allocation();
	boxes();
	addresses();
	apart(dev);
	pools(dev);
}
