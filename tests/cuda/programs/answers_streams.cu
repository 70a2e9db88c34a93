// Streams, events, managed memory, pools, devices and handles: what the runtime answers. The answers are an H200's.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define P(e) \
	do { \
		cudaError_t r_ = (e); \
		std::printf("%s -> %s | last %s\n", #e, cudaGetErrorName(r_), cudaGetErrorName(cudaGetLastError())); \
	} while (0)
#define V(...) \
	do { \
		std::printf(__VA_ARGS__); \
		std::printf("\n"); \
	} while (0)

__global__ void nop() {
}
__global__ void spin(volatile int *go) {
	while (!*go)
		;
}
static void CUDART_CB hostfn(void *) {
}
static void CUDART_CB hostbad(void *p) {
	*(int *)p = (int)cudaMalloc((void **)&p, 4);
}
int main() {
	cudaStream_t s = {}, s2 = {};
	cudaEvent_t e = {}, e2 = {}, e3 = {};
	float ms;
	int x;
	unsigned f;
	void *d;
	cudaMalloc(&d, 4096);
	P(cudaStreamCreate(NULL));
	P(cudaStreamCreateWithFlags(&s, 7));
	P(cudaStreamCreateWithPriority(&s, 0, -100));
	P(cudaStreamGetPriority(s, &x));
	V("%d", x);
	P(cudaStreamCreateWithPriority(&s, 1, 100));
	P(cudaStreamGetPriority(s, &x));
	V("%d", x);
	P(cudaStreamGetFlags(s, &f));
	V("%u", f);
	P(cudaStreamGetFlags(0, &f));
	V("%u", f);
	P(cudaStreamGetFlags(cudaStreamPerThread, &f));
	V("%u", f);
	P(cudaStreamDestroy(0));
	P(cudaStreamDestroy(cudaStreamLegacy));
	P(cudaStreamDestroy(cudaStreamPerThread));
	P(cudaStreamDestroy(s));
	P(cudaStreamCreate(&s));
	P(cudaStreamCreate(&s2));
	P(cudaEventCreate(&e));
	P(cudaEventCreate(&e2));
	P(cudaEventCreateWithFlags(&e3, cudaEventDisableTiming));
	P(cudaEventCreateWithFlags(&e3, 0x80));
	P(cudaEventCreateWithFlags(&e3, cudaEventInterprocess));
	P(cudaEventCreateWithFlags(&e3, cudaEventDisableTiming));
	P(cudaEventCreate(NULL));
	P(cudaEventElapsedTime(&ms, e, e2));
	P(cudaEventQuery(e));
	P(cudaEventSynchronize(e));
	P(cudaEventRecord(e, s));
	P(cudaEventElapsedTime(&ms, e, e2));
	P(cudaEventRecord(e3, s));
	P(cudaEventElapsedTime(&ms, e, e3));
	P(cudaEventElapsedTime(NULL, e, e));
	int *go;
	cudaHostAlloc(&go, 4, cudaHostAllocMapped);
	*go = 0;
	spin<<<1, 1, 0, s>>>(go);
	P(cudaEventRecord(e2, s));
	P(cudaEventQuery(e2));
	P(cudaStreamQuery(s));
	P(cudaEventElapsedTime(&ms, e, e2));
	P(cudaStreamWaitEvent(s2, e2, 0));
	P(cudaStreamWaitEvent(s2, e2, 7));
	P(cudaStreamWaitEvent(s2, NULL, 0));
	P(cudaStreamQuery(s2));
	P(cudaStreamQuery(0));
	P(cudaStreamQuery(cudaStreamLegacy));
	P(cudaStreamQuery(cudaStreamPerThread));
	*(volatile int *)go = 1;
	P(cudaStreamSynchronize(0));
	P(cudaStreamQuery(s));
	P(cudaDeviceSynchronize());
	P(cudaEventElapsedTime(&ms, e2, e));
	V("%d", ms < 0);
	P(cudaEventRecordWithFlags(e, s, 9));
	P(cudaEventRecord(NULL, s));
	P(cudaEventDestroy(NULL));
	P(cudaEventDestroy(e3));
	P(cudaLaunchHostFunc(s, NULL, NULL));
	P(cudaLaunchHostFunc(s, hostfn, NULL));
	int r = -1;
	P(cudaLaunchHostFunc(s, hostbad, &r));
	P(cudaStreamSynchronize(s));
	V("%s", cudaGetErrorName((cudaError_t)r));
	P(cudaStreamAddCallback(s, NULL, NULL, 0));
	P(cudaStreamAttachMemAsync(s, d, 0, cudaMemAttachSingle));
	void *m;
	P(cudaMallocManaged(&m, 4096, 0));
	P(cudaMallocManaged(&m, 0, cudaMemAttachGlobal));
	P(cudaMallocManaged(&m, 4096, 3));
	P(cudaMallocManaged(&m, 4096, cudaMemAttachSingle));
	P(cudaMallocManaged(&m, 4096));
	P(cudaStreamAttachMemAsync(s, m, 0, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(s, m, 100, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(0, m, 0, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(s, m, 0, 9));
	cudaMemLocation loc = {cudaMemLocationTypeDevice, 0}, bad = {cudaMemLocationTypeDevice, 9},
	                hst = {cudaMemLocationTypeHost, 0}, inv = {(cudaMemLocationType)77, 0};
	P(cudaMemPrefetchAsync(m, 4096, loc, 0, s));
	P(cudaMemPrefetchAsync(m, 8192, loc, 0, s));
	P(cudaMemPrefetchAsync(m, 0, loc, 0, s));
	P(cudaMemPrefetchAsync(d, 4096, loc, 0, s));
	P(cudaMemPrefetchAsync(m, 4096, bad, 0, s));
	P(cudaMemPrefetchAsync(m, 4096, hst, 0, s));
	P(cudaMemPrefetchAsync(m, 4096, inv, 0, s));
	P(cudaMemPrefetchAsync(m, 4096, loc, 1, s));
	P(cudaMemPrefetchAsync(&r, 4, loc, 0, s));
	P(cudaMemPrefetchAsync(NULL, 4, loc, 0, s));
	P(cudaMemAdvise(m, 4096, cudaMemAdviseSetReadMostly, loc));
	P(cudaMemAdvise(m, 4096, (cudaMemoryAdvise)99, loc));
	P(cudaMemAdvise(d, 4096, cudaMemAdviseSetReadMostly, loc));
	P(cudaMemAdvise(m, 4096, cudaMemAdviseSetPreferredLocation, bad));
	P(cudaMemAdvise(m, 0, cudaMemAdviseSetReadMostly, loc));
	int rm;
	P(cudaMemRangeGetAttribute(&rm, 4, cudaMemRangeAttributeReadMostly, m, 4096));
	V("%d", rm);
	P(cudaMemRangeGetAttribute(&rm, 3, cudaMemRangeAttributeReadMostly, m, 4096));
	P(cudaMemRangeGetAttribute(&rm, 4, (cudaMemRangeAttribute)99, m, 4096));
	P(cudaMemRangeGetAttribute(&rm, 4, cudaMemRangeAttributePreferredLocation, m, 4096));
	V("%d", rm);
	P(cudaMemRangeGetAttribute(&rm, 4, cudaMemRangeAttributeLastPrefetchLocation, m, 4096));
	V("%d", rm);
	P(cudaMemRangeGetAttribute(&rm, 4, cudaMemRangeAttributeReadMostly, d, 4096));
	// pools
	cudaMemPool_t pool = {}, pool2 = {};
	P(cudaDeviceGetDefaultMemPool(&pool, 0));
	P(cudaDeviceGetDefaultMemPool(&pool, 9));
	P(cudaDeviceGetMemPool(&pool2, 0));
	V("%d", pool == pool2);
	P(cudaMemPoolDestroy(pool));
	cudaMemPoolProps pp = {};
	P(cudaMemPoolCreate(&pool2, &pp));
	pp.allocType = cudaMemAllocationTypePinned;
	P(cudaMemPoolCreate(&pool2, &pp));
	pp.location = loc;
	P(cudaMemPoolCreate(&pool2, &pp));
	pp.location = bad;
	P(cudaMemPoolCreate(&pool2, &pp));
	pp.location = hst;
	P(cudaMemPoolCreate(&pool2, &pp));
	pp.location = loc;
	pp.handleTypes = (cudaMemAllocationHandleType)16;
	P(cudaMemPoolCreate(&pool2, &pp));
	pp.handleTypes = cudaMemHandleTypeNone;
	P(cudaMemPoolCreate(&pool2, &pp));
	unsigned long long u = 7;
	P(cudaMemPoolGetAttribute(pool2, cudaMemPoolAttrReleaseThreshold, &u));
	V("%llu", u);
	P(cudaMemPoolGetAttribute(pool2, cudaMemPoolAttrUsedMemHigh, &u));
	V("%llu", u);
	u = 5;
	P(cudaMemPoolSetAttribute(pool2, cudaMemPoolAttrUsedMemHigh, &u));
	u = 0;
	P(cudaMemPoolSetAttribute(pool2, cudaMemPoolAttrUsedMemHigh, &u));
	P(cudaMemPoolSetAttribute(pool2, cudaMemPoolAttrUsedMemCurrent, &u));
	P(cudaMemPoolSetAttribute(pool2, (cudaMemPoolAttr)99, &u));
	P(cudaMemPoolTrimTo(pool2, 0));
	P(cudaMemPoolTrimTo(NULL, 0));
	void *a;
	P(cudaMallocFromPoolAsync(&a, 1000, pool2, s));
	P(cudaStreamSynchronize(s));
	P(cudaMemPoolGetAttribute(pool2, cudaMemPoolAttrUsedMemCurrent, &u));
	V("%llu", u);
	P(cudaMemPoolGetAttribute(pool2, cudaMemPoolAttrReservedMemCurrent, &u));
	V("%llu", u);
	P(cudaFreeAsync(a, s));
	P(cudaFreeAsync(a, s));
	P(cudaStreamSynchronize(s));
	P(cudaMemPoolGetAttribute(pool2, cudaMemPoolAttrUsedMemHigh, &u));
	V("%llu", u);
	P(cudaMallocAsync(&a, 0, s));
	V("%p", a);
	P(cudaMallocAsync((void **)NULL, 4, s));
	P(cudaMallocFromPoolAsync(&a, 4, NULL, s));
	P(cudaFreeAsync(NULL, s));
	P(cudaFreeAsync(d, s));
	P(cudaFreeAsync(&r, s));
	P(cudaMallocAsync(&a, (size_t)1 << 50, s));
	P(cudaMallocAsync(&a, 64, s));
	P(cudaFree(a));
	P(cudaMemPoolDestroy(pool2));
	P(cudaMemPoolDestroy(NULL));
	P(cudaDeviceSetMemPool(0, NULL));
	cudaMemAccessFlags af;
	P(cudaMemPoolGetAccess(&af, pool, &loc));
	V("%d", af);
	P(cudaMemPoolGetAccess(&af, pool, &bad));
	cudaMemAccessDesc ad = {loc, cudaMemAccessFlagsProtNone};
	P(cudaMemPoolSetAccess(pool, &ad, 1));
	ad.flags = cudaMemAccessFlagsProtRead;
	P(cudaMemPoolSetAccess(pool, &ad, 1));
	ad.flags = cudaMemAccessFlagsProtReadWrite;
	P(cudaMemPoolSetAccess(pool, &ad, 1));
	P(cudaMemPoolSetAccess(pool, NULL, 0));
	int fd;
	P(cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypePosixFileDescriptor, 0));
	// devices
	P(cudaSetDevice(9));
	P(cudaSetDevice(-1));
	P(cudaGetDevice(NULL));
	P(cudaGetDeviceCount(NULL));
	P(cudaGetDeviceProperties((cudaDeviceProp *)NULL, 0));
	P(cudaDeviceGetAttribute(&x, (cudaDeviceAttr)9999, 0));
	P(cudaDeviceGetAttribute(&x, cudaDevAttrWarpSize, 9));
	P(cudaDeviceCanAccessPeer(&x, 0, 0));
	V("%d", x);
	P(cudaDeviceCanAccessPeer(&x, 0, 9));
	P(cudaDeviceEnablePeerAccess(0, 0));
	P(cudaDeviceEnablePeerAccess(9, 0));
	P(cudaDeviceDisablePeerAccess(0));
	P(cudaDeviceGetPCIBusId(NULL, 4, 0));
	char b[32];
	P(cudaDeviceGetPCIBusId(b, 4, 0));
	P(cudaDeviceGetByPCIBusId(&x, "zz"));
	P(cudaDeviceGetByPCIBusId(&x, NULL));
	P(cudaSetDeviceFlags(0x40));
	P(cudaSetDeviceFlags(cudaDeviceScheduleSpin));
	P(cudaSetDeviceFlags(3));
	P(cudaGetDeviceFlags(&f));
	V("%u", f);
	size_t z;
	P(cudaDeviceGetLimit(&z, (cudaLimit)99));
	P(cudaDeviceSetLimit(cudaLimitStackSize, (size_t)1 << 40));
	P(cudaDeviceSetLimit(cudaLimitStackSize, 5));
	P(cudaDeviceGetLimit(&z, cudaLimitStackSize));
	V("%zu", z);
	P(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1));
	P(cudaDeviceGetLimit(&z, cudaLimitPrintfFifoSize));
	V("%zu", z);
	P(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 5));
	P(cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 200));
	P(cudaDeviceGetLimit(&z, cudaLimitMaxL2FetchGranularity));
	V("%zu", z);
	P(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, (size_t)1 << 40));
	P(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
	P(cudaDeviceGetLimit(&z, cudaLimitMallocHeapSize));
	V("%zu", z);
	int lo, hi;
	P(cudaDeviceGetStreamPriorityRange(&lo, &hi));
	V("%d %d", lo, hi);
	P(cudaDeviceGetStreamPriorityRange(NULL, NULL));
	P(cudaChooseDevice(&x, NULL));
	P(cudaDriverGetVersion(NULL));
	P(cudaRuntimeGetVersion(NULL));
	P(cudaIpcCloseMemHandle(d));
	cudaIpcMemHandle_t mh;
	P(cudaIpcGetMemHandle(&mh, m));
	P(cudaIpcGetMemHandle(&mh, &r));
	memset(&mh, 0x55, sizeof mh);
	P(cudaIpcOpenMemHandle(&a, mh, cudaIpcMemLazyEnablePeerAccess));
	P(cudaIpcOpenMemHandle(&a, mh, 0));
	cudaIpcEventHandle_t eh;
	P(cudaIpcGetEventHandle(&eh, e));
	memset(&eh, 0x55, sizeof eh);
	P(cudaIpcOpenEventHandle(&e3, eh));
	P(cudaDeviceGetTexture1DLinearMaxWidth(&z, NULL, 0));
	void *fn;
	cudaDriverEntryPointQueryResult q;
	P(cudaGetDriverEntryPointByVersion("cuNothing", &fn, 12000, 0, &q));
	V("%d", q);
	P(cudaGetDriverEntryPointByVersion("cuMemAlloc", &fn, 12000, 0, &q));
	V("%d", q);
	P(cudaGetDriverEntryPointByVersion("cuMemAlloc", &fn, 12000, 9, &q));
	V("%s", cudaGetErrorString((cudaError_t)12345));
	V("%s", cudaGetErrorName((cudaError_t)12345));
}
