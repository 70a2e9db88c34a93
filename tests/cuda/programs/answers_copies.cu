// Copies of rows and boxes with all kinds of pitches; a pool and its numbers; attaching managed memory. The answers are
// an H200's.
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

int main() {
	char *d, *e, h[4096], *m, *p;
	cudaMalloc(&d, 4096);
	cudaMalloc(&e, 4096);
	cudaMallocManaged(&m, 4096);
	cudaMallocHost(&p, 4096);
	size_t ps[] = {0, 1, 16, 63, 64, 65};
	char *dst[] = {d, h, e, m, p, d}, *src[] = {h, d, d, d, d, p};
	cudaMemcpyKind kind[] = {cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
	                         cudaMemcpyDefault,      cudaMemcpyDeviceToHost, cudaMemcpyHostToDevice};
	for (int k = 0; k < 6; k++)
		for (size_t a : ps)
			for (size_t b : ps) {
				cudaError_t r = cudaMemcpy2D(dst[k], a, src[k], b, 64, 1, kind[k]);
				cudaError_t r2 = cudaMemcpy2D(dst[k], a, src[k], b, 64, 2, kind[k]);
				cudaError_t r3 = cudaMemcpy2D(dst[k], a, src[k], b, 0, 1, kind[k]);
				cudaError_t r4 = cudaMemcpy2D(dst[k], a, src[k], b, 64, 0, kind[k]);
				V("2D %d %zu %zu: %d %d %d %d", k, a, b, r, r2, r3, r4);
			}
	for (size_t a : ps) {
		V("set %zu: %d %d %d", a, cudaMemset2D(d, a, 0, 64, 1), cudaMemset2D(d, a, 0, 64, 2),
		  cudaMemset2D(d, a, 0, 64, 0));
	}
	cudaArray_t arr = {};
	cudaChannelFormatDesc cd = cudaCreateChannelDesc<char>();
	cudaMallocArray(&arr, &cd, 64, 4);
	for (size_t a : ps) {
		V("arr %zu: %d %d %d %d", a, cudaMemcpy2DToArray(arr, 0, 0, h, a, 64, 1, cudaMemcpyHostToDevice),
		  cudaMemcpy2DToArray(arr, 0, 0, h, a, 64, 2, cudaMemcpyHostToDevice),
		  cudaMemcpy2DFromArray(h, a, arr, 0, 0, 64, 1, cudaMemcpyDeviceToHost),
		  cudaMemcpy2DFromArray(h, a, arr, 0, 0, 64, 2, cudaMemcpyDeviceToHost));
	}
	P(cudaMemcpy2DToArray(arr, 0, 0, h, 64, 65, 1, cudaMemcpyHostToDevice));
	P(cudaMemcpy2DToArray(arr, 1, 0, h, 64, 64, 1, cudaMemcpyHostToDevice));
	P(cudaMemcpy2DToArray(arr, 0, 3, h, 64, 64, 2, cudaMemcpyHostToDevice));
	P(cudaMemcpyToArray(arr, 0, 0, h, 256, cudaMemcpyHostToDevice));
	P(cudaMemcpyToArray(arr, 0, 0, h, 257, cudaMemcpyHostToDevice));
	P(cudaMemcpyToArray(arr, 8, 1, h, 64, cudaMemcpyHostToDevice));
	P(cudaMemcpyFromArray(h, arr, 8, 1, 200, cudaMemcpyDeviceToHost));
	P(cudaMemcpy2DArrayToArray(arr, 0, 0, arr, 0, 1, 64, 1, cudaMemcpyDeviceToDevice));
	P(cudaMemcpy2DToArray(NULL, 0, 0, h, 64, 64, 1, cudaMemcpyHostToDevice));
	cudaMemcpy3DParms c;
#define C3(...) \
	do { \
		memset(&c, 0, sizeof c); \
		c.srcPtr = make_cudaPitchedPtr(h, 64, 64, 4); \
		c.dstPtr = make_cudaPitchedPtr(d, 64, 64, 4); \
		c.extent = make_cudaExtent(64, 2, 2); \
		c.kind = cudaMemcpyHostToDevice; \
		__VA_ARGS__; \
		P(cudaMemcpy3D(&c)); \
		printf("   %s\n", #__VA_ARGS__); \
	} while (0)
	C3(;);
	C3(c.extent.width = 65);
	C3(c.extent.height = 5);
	C3(c.extent.depth = 0);
	C3(c.extent.width = 0);
	C3(c.srcPtr.ptr = NULL);
	C3(c.srcPtr.pitch = 0);
	C3(c.srcPtr.pitch = 32);
	C3(c.srcPtr.ysize = 1);
	C3(c.srcPtr.ysize = 0);
	C3(c.srcPtr.xsize = 0);
	C3(c.dstPtr.pitch = 0);
	C3(c.kind = (cudaMemcpyKind)9);
	C3(c.kind = cudaMemcpyDefault);
	C3(c.kind = cudaMemcpyDeviceToHost);
	C3(c.dstArray = arr);
	C3(c.dstArray = arr; c.dstPtr.ptr = NULL);
	C3(c.dstArray = arr; c.dstPtr.ptr = NULL; c.extent.depth = 1);
	C3(c.dstArray = arr; c.dstPtr = cudaPitchedPtr{}; c.extent.depth = 1);
	C3(c.dstArray = arr; c.dstPtr = cudaPitchedPtr{}; c.extent.depth = 1; c.dstPos.x = 1);
	C3(c.srcPos.x = 1);
	C3(c.extent = make_cudaExtent(64, 1, 1); c.srcPtr.pitch = 0; c.dstPtr.pitch = 0);
	C3(c.extent = make_cudaExtent(64, 1, 1); c.srcPtr.pitch = 16);
	C3(c.extent = make_cudaExtent(64, 2, 1); c.srcPtr.ysize = 1);
	P(cudaMemcpy3D(NULL));
	// pools
	cudaMemPool_t pool = {};
	cudaMemPoolProps pp = {};
	pp.allocType = cudaMemAllocationTypePinned;
	pp.location.type = cudaMemLocationTypeDevice;
	cudaMemPoolCreate(&pool, &pp);
	unsigned long long u[4];
	void *a[8];
#define POOL(what) \
	do { \
		cudaDeviceSynchronize(); \
		cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, u); \
		cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, u + 1); \
		cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, u + 2); \
		cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, u + 3); \
		V("%s: reserved %llu high %llu used %llu high %llu", what, u[0], u[1], u[2], u[3]); \
	} while (0)
	POOL("new");
	cudaMallocFromPoolAsync(&a[0], 1, pool, 0);
	POOL("1");
	cudaMallocFromPoolAsync(&a[1], 1000, pool, 0);
	POOL("1000");
	cudaMallocFromPoolAsync(&a[2], 40 << 20, pool, 0);
	POOL("40M");
	cudaFreeAsync(a[2], 0);
	POOL("free 40M");
	cudaMallocFromPoolAsync(&a[2], 30 << 20, pool, 0);
	POOL("30M");
	cudaMallocFromPoolAsync(&a[3], 100 << 20, pool, 0);
	POOL("100M");
	unsigned long long th = ~0ull;
	cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &th);
	cudaFreeAsync(a[3], 0);
	POOL("free 100M, kept");
	cudaMemPoolTrimTo(pool, 50 << 20);
	POOL("trim 50M");
	cudaFreeAsync(a[2], 0);
	cudaFreeAsync(a[1], 0);
	cudaFreeAsync(a[0], 0);
	POOL("free all");
	cudaMemPoolTrimTo(pool, 1);
	POOL("trim 1");
	cudaMemPoolTrimTo(pool, 0);
	POOL("trim 0");
	cudaMallocFromPoolAsync(&a[0], 33 << 20, pool, 0);
	POOL("33M");
	cudaMallocFromPoolAsync(&a[1], 31 << 20, pool, 0);
	POOL("31M");
	cudaMallocFromPoolAsync(&a[2], 2 << 20, pool, 0);
	POOL("2M");
	// stream queries
	cudaStream_t s = {}, n = {};
	cudaStreamCreate(&s);
	cudaStreamCreateWithFlags(&n, cudaStreamNonBlocking);
	P(cudaStreamQuery(0));
	// managed attach
	void *mm;
	cudaMallocManaged(&mm, 1 << 20);
	P(cudaStreamAttachMemAsync(s, mm, 1 << 20, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(s, mm, 4096, cudaMemAttachGlobal));
	P(cudaStreamAttachMemAsync(s, (char *)mm + 4096, 0, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(0, mm, 0, cudaMemAttachGlobal));
	P(cudaStreamAttachMemAsync(cudaStreamPerThread, mm, 0, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(n, mm, 0, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(s, mm, 0, cudaMemAttachHost));
	P(cudaStreamAttachMemAsync(s, NULL, 0, cudaMemAttachHost));
	P(cudaStreamAttachMemAsync(s, h, 0, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
	P(cudaStreamAttachMemAsync(s, m, 0, 3));
	cudaIpcMemHandle_t ih;
	P(cudaIpcGetMemHandle(&ih, d + 100));
	P(cudaIpcGetMemHandle(&ih, p));
	P(cudaIpcGetMemHandle(&ih, a[0]));
	P(cudaIpcGetMemHandle(&ih, m));
	P(cudaIpcGetMemHandle(&ih, NULL));
	P(cudaIpcOpenMemHandle(&mm, ih, cudaIpcMemLazyEnablePeerAccess));
	P(cudaMemcpy(d, h, 0, (cudaMemcpyKind)9));
	P(cudaMemcpyAsync(d, h, 0, (cudaMemcpyKind)9, 0));
	P(cudaMemcpyAsync(d, h, 4, (cudaMemcpyKind)9, 0));
	P(cudaMemcpy2D(d, 64, h, 64, 0, 4, (cudaMemcpyKind)9));
	P(cudaMemcpy2D(d, 64, h, 64, 4, 4, (cudaMemcpyKind)9));
	P(cudaMemcpyPeer(d, 0, e, 9, 4));
	P(cudaMemcpyPeer(d, 0, e, 9, 0));
	P(cudaMemcpyPeer(d, 0, e, 0, 4));
	P(cudaMemcpyPeer(d, 0, h, 0, 4));
}
