// batches.cpp - many copies and prefetches in one call, pools, and memory that is registered, advised or asked for.
// SPDX-License-Identifier: Apache-2.0
#include "program.h"

#define SHOW(call) printf("%s -> %s\n", #call, NAME(call))

static cudaMemcpyAttributes in_order() {
	cudaMemcpyAttributes a = {};
	a.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	return a;
}

static void copies(cudaStream_t s) {
	unsigned *p, host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {};
	CK(cudaMalloc(&p, sizeof host));
	const void *from[2] = {host + 4, host};
	void *to[2] = {p, p + 4};
	size_t size[2] = {16, 16}, first[2] = {0, 1}, wrong[2] = {0, 2}, late[1] = {1};
	cudaMemcpyAttributes a[2] = {in_order(), in_order()};
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, a, first, 2, s));
	CK(cudaMemcpyAsync(back, p, sizeof back, cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	printf("%u %u %u %u\n", back[0], back[3], back[4], back[7]);
	SHOW(cudaMemcpyBatchAsync(nullptr, from, size, 2, a, first, 1, s));
	SHOW(cudaMemcpyBatchAsync(to, nullptr, size, 2, a, first, 1, s));
	SHOW(cudaMemcpyBatchAsync(to, from, nullptr, 2, a, first, 1, s));
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, nullptr, first, 1, s));
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, a, late, 1, s));
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, a, wrong, 2, s));
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, a, first, 0, s));
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, a, first, 1, nullptr));
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, a, first, 1, cudaStreamLegacy));
	a[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
	SHOW(cudaMemcpyBatchAsync(to, from, size, 2, a, first, 1, s));

	cudaMemcpy3DBatchOp op[2] = {};
	for (int i = 0; i < 2; i++) {
		op[i].src.type = op[i].dst.type = cudaMemcpyOperandTypePointer;
		op[i].src.op.ptr.ptr = host + 4 * i;
		op[i].dst.op.ptr.ptr = p + i;
		op[i].dst.op.ptr.rowLength = 8;
		op[i].dst.op.ptr.layerHeight = 2;
		op[i].src.op.ptr.locHint.type = cudaMemLocationTypeHost;
		op[i].dst.op.ptr.locHint.type = cudaMemLocationTypeDevice;
		op[i].extent = make_cudaExtent(4, 2, 1);
		op[i].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
	}
	CK(cudaMemsetAsync(p, 0, sizeof host, s));
	SHOW(cudaMemcpy3DBatchAsync(2, op, 0, s));
	CK(cudaMemcpyAsync(back, p, sizeof back, cudaMemcpyDeviceToHost, s));
	CK(cudaStreamSynchronize(s));
	printf("%u %u %u %u\n", back[0], back[1], back[2], back[3]);
	SHOW(cudaMemcpy3DBatchAsync(0, op, 0, s));
	SHOW(cudaMemcpy3DBatchAsync(2, nullptr, 0, s));
	SHOW(cudaMemcpy3DBatchAsync(2, op, 1, s));
	SHOW(cudaMemcpy3DBatchAsync(2, op, 0, nullptr));
	CK(cudaFree(p));
}

static void managed(cudaStream_t s) {
	unsigned *p, *q;
	CK(cudaMallocManaged(&p, 8192));
	CK(cudaMalloc(&q, 8192));
	p[0] = 5;
	void *pages[1] = {p}, *others[1] = {q};
	size_t size[1] = {8192}, first[1] = {0};
	cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, nowhere = {cudaMemLocationTypeDevice, 1000};
	SHOW(cudaMemPrefetchBatchAsync(pages, size, 1, &here, first, 1, 0, s));
	SHOW(cudaMemPrefetchBatchAsync(pages, size, 1, &nowhere, first, 1, 0, s));
	SHOW(cudaMemPrefetchBatchAsync(others, size, 1, &here, first, 1, 0, s));
	SHOW(cudaMemPrefetchBatchAsync(pages, size, 1, &here, first, 1, 1, s));
	SHOW(cudaMemPrefetchBatchAsync(pages, size, 0, &here, first, 1, 0, s));
	CK(cudaStreamSynchronize(s));
	printf("still %u\n", p[0]);
	SHOW(cudaMemDiscardBatchAsync(pages, size, 1, 0, s));
	SHOW(cudaMemDiscardBatchAsync(others, size, 1, 0, s));
	SHOW(cudaMemDiscardBatchAsync(nullptr, size, 1, 0, s));
	SHOW(cudaMemDiscardAndPrefetchBatchAsync(pages, size, 1, &here, first, 1, 0, s));
	SHOW(cudaMemPrefetchAsync(p, 8192, here, 0, s));
	SHOW(cudaMemPrefetchAsync(p, 8193, here, 0, s));
	SHOW(cudaMemPrefetchAsync(q, 8192, here, 0, s));
	SHOW(cudaMemAdvise(p, 8192, cudaMemAdviseSetReadMostly, here));
	SHOW(cudaMemAdvise(p, 8192, cudaMemAdviseSetPreferredLocation, here));
	SHOW(cudaMemAdvise(p, 8192, cudaMemAdviseSetAccessedBy, here));
	int read_mostly = -1, preferred = -7, accessed[2] = {-7, -7}, last = -7;
	CK(cudaMemRangeGetAttribute(&read_mostly, 4, cudaMemRangeAttributeReadMostly, p, 8192));
	CK(cudaMemRangeGetAttribute(&preferred, 4, cudaMemRangeAttributePreferredLocation, p, 8192));
	CK(cudaMemRangeGetAttribute(accessed, 8, cudaMemRangeAttributeAccessedBy, p, 8192));
	printf("read mostly %d, preferred %d, accessed by %d %d\n", read_mostly, preferred,
	       accessed[0], accessed[1]);
	void *data[2] = {&read_mostly, &last};
	size_t bytes[2] = {4, 4};
	cudaMemRangeAttribute which[2] = {cudaMemRangeAttributeReadMostly,
	                                  cudaMemRangeAttributeLastPrefetchLocation};
	SHOW(cudaMemAdvise(p, 8192, cudaMemAdviseUnsetReadMostly, here));
	SHOW(cudaMemRangeGetAttributes(data, bytes, which, 2, p, 8192));
	printf("read mostly %d, prefetched to %d\n", read_mostly, last);
	SHOW(cudaMemAdvise(p, 8192, (cudaMemoryAdvise)99, here));
	SHOW(cudaMemAdvise(nullptr, 8192, cudaMemAdviseSetReadMostly, here));
	SHOW(cudaMemRangeGetAttribute(&last, 3, cudaMemRangeAttributeReadMostly, p, 8192));
	SHOW(cudaMemRangeGetAttribute(nullptr, 4, cudaMemRangeAttributeReadMostly, p, 8192));
	SHOW(cudaMemRangeGetAttributes(data, bytes, which, 0, p, 8192));
	SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
	SHOW(cudaStreamAttachMemAsync(s, q, 0, cudaMemAttachSingle));
	SHOW(cudaStreamAttachMemAsync(s, p, 0, 77));
	SHOW(cudaMallocManaged(&p, 16, 99));
	SHOW(cudaMallocManaged(&p, 0));
	printf("%s\n", p ? "something" : "nothing");
	CK(cudaStreamSynchronize(s));
	CK(cudaFree(q));
}

static void pools(cudaStream_t s) {
	cudaMemPool_t pool, first, now;
	cudaMemPoolProps props = {};
	props.allocType = cudaMemAllocationTypePinned;
	props.location = {cudaMemLocationTypeDevice, 0};
	CK(cudaMemPoolCreate(&pool, &props));
	CK(cudaDeviceGetDefaultMemPool(&first, 0));
	uint64_t v = 1 << 20, told = 0;
	int on = 0, got = -1;
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &v));
	CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &told));
	printf("threshold %llu\n", (unsigned long long)told);
	for (cudaMemPoolAttr a : {cudaMemPoolReuseFollowEventDependencies, cudaMemPoolReuseAllowOpportunistic,
	                          cudaMemPoolReuseAllowInternalDependencies}) {
		CK(cudaMemPoolGetAttribute(pool, a, &got));
		printf("%d, then ", got);
		CK(cudaMemPoolSetAttribute(pool, a, &on));
		CK(cudaMemPoolGetAttribute(pool, a, &got));
		printf("%d\n", got);
	}
	void *p, *q;
	CK(cudaMallocFromPoolAsync(&p, 5000, pool, s));
	CK(cudaMallocFromPoolAsync(&q, 100, pool, s));
	CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &told));
	printf("used: %s\n", told >= 5100 ? "both" : "less");
	CK(cudaFreeAsync(p, s));
	CK(cudaFreeAsync(q, s));
	CK(cudaStreamSynchronize(s));
	CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &told));
	printf("used: %llu\n", (unsigned long long)told);
	CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &told));
	printf("most: %s\n", told >= 5100 ? "both" : "less");
	v = 0;
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &v));
	v = 5;
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &v));
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &v));
	SHOW(cudaMemPoolTrimTo(pool, 0));
	CK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &told));
	printf("reserved: %llu\n", (unsigned long long)told);
	cudaMemAccessDesc access = {{cudaMemLocationTypeDevice, 0}, cudaMemAccessFlagsProtReadWrite};
	cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
	SHOW(cudaMemPoolSetAccess(pool, &access, 1));
	SHOW(cudaMemPoolGetAccess(&flags, pool, &access.location));
	printf("access %d\n", flags);
	access.flags = cudaMemAccessFlagsProtNone;
	SHOW(cudaMemPoolSetAccess(pool, &access, 1));
	access.location.id = 1000;
	SHOW(cudaMemPoolSetAccess(pool, &access, 1));
	SHOW(cudaMemPoolGetAccess(&flags, pool, &access.location));
	SHOW(cudaDeviceSetMemPool(0, pool));
	CK(cudaDeviceGetMemPool(&now, 0));
	printf("%s\n", now == pool ? "the pool that was set" : "another pool");
	CK(cudaMallocAsync(&p, 64, s));
	CK(cudaFreeAsync(p, s));
	SHOW(cudaDeviceSetMemPool(0, first));
	SHOW(cudaMemPoolDestroy(pool));
	SHOW(cudaMemPoolDestroy(first));
	SHOW(cudaMemPoolDestroy(nullptr));
	SHOW(cudaMemPoolCreate(nullptr, &props));
	SHOW(cudaMemPoolCreate(&pool, nullptr));
	props.location.id = 1000;
	SHOW(cudaMemPoolCreate(&pool, &props));
	props.location.id = 0;
	props.allocType = cudaMemAllocationTypeInvalid;
	SHOW(cudaMemPoolCreate(&pool, &props));
	SHOW(cudaMemPoolGetAttribute(first, (cudaMemPoolAttr)99, &told));
	SHOW(cudaMemPoolGetAttribute(first, cudaMemPoolAttrUsedMemHigh, nullptr));
	SHOW(cudaMallocAsync(nullptr, 16, s));
	SHOW(cudaMallocAsync(&p, 0, s));
	SHOW(cudaFreeAsync(nullptr, s));
	SHOW(cudaDeviceGetMemPool(nullptr, 0));
	SHOW(cudaDeviceGetMemPool(&now, 1000));
	SHOW(cudaDeviceSetMemPool(0, nullptr));
}

static void registered() {
	static char page[16384] __attribute__((aligned(4096)));
	void *p, *q;
	unsigned flags = 0;
	cudaPointerAttributes a;
	SHOW(cudaHostRegister(page, sizeof page, cudaHostRegisterMapped));
	SHOW(cudaHostRegister(page, sizeof page, 0));
	SHOW(cudaHostGetDevicePointer(&p, page + 64, 0));
	CK(cudaPointerGetAttributes(&a, page + 64));
	printf("type %d, host %s\n", a.type, a.hostPointer == page + 64 ? "the same" : "another");
	SHOW(cudaHostGetFlags(&flags, page));
	SHOW(cudaHostUnregister(page + 64));
	SHOW(cudaHostUnregister(page));
	SHOW(cudaHostUnregister(page));
	SHOW(cudaHostRegister(nullptr, 16, 0));
	SHOW(cudaHostRegister(page, 0, 0));
	SHOW(cudaHostRegister(page, 16, 0x1000));
	SHOW(cudaHostRegister((void *)0x1000, 16, 0));
	SHOW(cudaHostGetDevicePointer(&p, page, 0));
	CK(cudaPointerGetAttributes(&a, page));
	printf("type %d\n", a.type);
	CK(cudaHostAlloc(&q, 256, cudaHostAllocMapped | cudaHostAllocWriteCombined));
	CK(cudaHostGetFlags(&flags, q));
	printf("flags %u\n", flags & ~cudaHostAllocPortable);
	SHOW(cudaHostGetDevicePointer(&p, q, 1));
	SHOW(cudaHostGetDevicePointer(nullptr, q, 0));
	SHOW(cudaHostGetFlags(nullptr, q));
	SHOW(cudaFreeHost(q));
	SHOW(cudaFreeHost(q));
	SHOW(cudaFreeHost(nullptr));
	SHOW(cudaHostAlloc(&q, 256, 0x100));
	SHOW(cudaHostAlloc(nullptr, 256, 0));
	SHOW(cudaPointerGetAttributes(nullptr, page));
	size_t pitch;
	cudaPitchedPtr box;
	SHOW(cudaMallocPitch(nullptr, &pitch, 100, 2));
	SHOW(cudaMallocPitch(&p, nullptr, 100, 2));
	SHOW(cudaMalloc3D(nullptr, make_cudaExtent(100, 2, 2)));
	CK(cudaMallocPitch(&p, &pitch, 100, 3));
	CK(cudaMalloc3D(&box, make_cudaExtent(100, 2, 2)));
	printf("pitch %zu and %zu, %zu x %zu\n", pitch, box.pitch, box.xsize, box.ysize);
	CK(cudaFree(p));
	CK(cudaFree(box.ptr));
}

int main() {
	cudaStream_t s;
	CK(cudaStreamCreate(&s));
	copies(s);
	managed(s);
	pools(s);
	registered();
	CK(cudaStreamDestroy(s));
	return 0;
}
