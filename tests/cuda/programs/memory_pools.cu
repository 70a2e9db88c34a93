// Memory in stream order: pools, their attributes, who may free what.
#include <cstdint>
#include <cstdio>

#define SHOW(call) printf("%s -> %s\n", #call, cudaGetErrorName(call))

static uint64_t get(cudaMemPool_t p, cudaMemPoolAttr a) {
	uint64_t v = 77;
	cudaError_t e = cudaMemPoolGetAttribute(p, a, &v);
	return e == cudaSuccess ? v : (uint64_t)e + 1000000;
}

__global__ void put(int *p, int v) {
	p[threadIdx.x] = v;
}

int main() {
	cudaMemPool_t pool, now, def;
	cudaMemPoolProps props = {};
	cudaStream_t s;
	void *p, *q;
	int out[2];
	cudaStreamCreate(&s);
	SHOW(cudaDeviceGetDefaultMemPool(&def, 0));
	SHOW(cudaDeviceGetMemPool(&now, 0));
	printf("default: %d threshold %llu\n", def == now, (unsigned long long)get(def, cudaMemPoolAttrReleaseThreshold));
	props.allocType = cudaMemAllocationTypePinned;
	props.location.type = cudaMemLocationTypeDevice;
	props.location.id = 0;
	SHOW(cudaMemPoolCreate(&pool, &props));
	printf("reuse: %llu %llu %llu\n", (unsigned long long)(int)get(pool, cudaMemPoolReuseFollowEventDependencies),
	       (unsigned long long)(int)get(pool, cudaMemPoolReuseAllowOpportunistic),
	       (unsigned long long)(int)get(pool, cudaMemPoolReuseAllowInternalDependencies));
	printf("empty: used %llu reserved %llu\n", (unsigned long long)get(pool, cudaMemPoolAttrUsedMemCurrent),
	       (unsigned long long)get(pool, cudaMemPoolAttrReservedMemCurrent));
	SHOW(cudaMallocFromPoolAsync(&p, 1000, pool, s));
	cudaStreamSynchronize(s);
	printf("used %llu, reserved some %d\n", (unsigned long long)get(pool, cudaMemPoolAttrUsedMemCurrent),
	       get(pool, cudaMemPoolAttrReservedMemCurrent) >= 1000);
	SHOW(cudaMallocFromPoolAsync(&q, 5000, pool, s));
	put<<<1, 2, 0, s>>>((int *)q, 5);
	SHOW(cudaFreeAsync(q, s));
	SHOW(cudaFreeAsync(p, s));
	cudaStreamSynchronize(s);
	printf("after: used %llu, most %llu\n", (unsigned long long)get(pool, cudaMemPoolAttrUsedMemCurrent),
	       (unsigned long long)get(pool, cudaMemPoolAttrUsedMemHigh));
	uint64_t zero = 0, one = 1;
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one));
	SHOW(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero));
	SHOW(cudaMemPoolTrimTo(pool, 0));
	printf("trimmed: %llu\n", (unsigned long long)get(pool, cudaMemPoolAttrReservedMemCurrent));
	SHOW(cudaMallocAsync(&p, 0, s));
	SHOW(cudaMallocAsync(nullptr, 16, s));
	SHOW(cudaMallocAsync(&p, 64, s));
	put<<<1, 2, 0, s>>>((int *)p, 9);
	cudaMemcpyAsync(out, p, 8, cudaMemcpyDeviceToHost, s);
	cudaStreamSynchronize(s);
	printf("words %d %d\n", out[0], out[1]);
	SHOW(cudaFree(p)); // of a pool, and given back at once
	SHOW(cudaMalloc(&p, 64));
	SHOW(cudaFreeAsync(p, s)); // not of a pool
	SHOW(cudaFreeAsync(nullptr, s));
	cudaStreamSynchronize(s);
	cudaMemAccessFlags flags;
	cudaMemLocation where = {};
	where.type = cudaMemLocationTypeDevice;
	SHOW(cudaMemPoolGetAccess(&flags, pool, &where));
	printf("access %d\n", flags);
	cudaMemAccessDesc desc = {};
	desc.location = where;
	desc.flags = cudaMemAccessFlagsProtNone;
	SHOW(cudaMemPoolSetAccess(pool, &desc, 1));
	props.location.id = 77;
	SHOW(cudaMemPoolCreate(&now, &props));
	props.location.id = 0;
	props.allocType = (cudaMemAllocationType)9;
	SHOW(cudaMemPoolCreate(&now, &props));
	SHOW(cudaDeviceSetMemPool(0, pool));
	cudaDeviceGetMemPool(&now, 0);
	printf("set: %d\n", now == pool);
	SHOW(cudaMemPoolDestroy(pool));
	cudaDeviceGetMemPool(&now, 0);
	printf("back to the default: %d\n", now == def);
	SHOW(cudaMemPoolDestroy(def));
	SHOW(cudaDeviceSynchronize());
	return 0;
}
