// What a pool keeps in reserve, by thresholds. The answers are an H200's.
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
	cudaMemPool_t pool = {};
	cudaMemPoolProps pp = {};
	pp.allocType = cudaMemAllocationTypePinned;
	pp.location.type = cudaMemLocationTypeDevice;
	unsigned long long u[4], th;
	void *a[8];
#define POOL(what) \
	do { \
		cudaDeviceSynchronize(); \
		cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, u); \
		cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemHigh, u + 1); \
		cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, u + 2); \
		V("%s: reserved %llu high %llu used %llu", what, u[0] >> 20, u[1] >> 20, u[2] >> 20); \
	} while (0)
	for (unsigned long long t : {0ull, 1ull, 20ull << 20, 32ull << 20, 50ull << 20, 64ull << 20, 100ull << 20}) {
		cudaMemPoolCreate(&pool, &pp);
		cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &t);
		V("threshold %llu", t >> 20);
		cudaMallocFromPoolAsync(&a[0], 10 << 20, pool, 0);
		cudaMallocFromPoolAsync(&a[1], 150 << 20, pool, 0);
		POOL("160");
		cudaFreeAsync(a[1], 0);
		POOL("free 150");
		cudaFreeAsync(a[0], 0);
		POOL("free 10");
		cudaMallocFromPoolAsync(&a[0], 10 << 20, pool, 0);
		POOL("10");
		cudaMemPoolDestroy(pool);
	}
	cudaMemPoolCreate(&pool, &pp);
	cudaMallocFromPoolAsync(&a[0], 10 << 20, pool, 0);
	cudaFreeAsync(a[0], 0);
	for (int i = 0; i < 4; i++)
		cudaMallocFromPoolAsync(&a[i], 20 << 20, pool, 0);
	POOL("4x20");
	for (int i : {3, 2, 1, 0})
		cudaFreeAsync(a[i], 0);
	POOL("free");
	pp.maxSize = 64 << 20;
	P(cudaMemPoolCreate(&pool, &pp));
	P(cudaMallocFromPoolAsync(&a[0], 60 << 20, pool, 0));
	P(cudaMallocFromPoolAsync(&a[1], 10 << 20, pool, 0));
	P(cudaMallocFromPoolAsync(&a[2], 2 << 20, pool, 0));
	POOL("max 64");
	pp.maxSize = 1000;
	P(cudaMemPoolCreate(&pool, &pp));
	P(cudaMallocFromPoolAsync(&a[0], 4096, pool, 0));
	POOL("max 1000");
}
