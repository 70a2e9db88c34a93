// Arrays, textures, surfaces and attributes of launches: what the runtime answers. The answers are an H200's.
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
__global__ void __cluster_dims__(2, 1, 1) cl2() {
}
__global__ void __launch_bounds__(128) lb() {
}
__global__ void sh(int *p) {
	extern __shared__ int s[];
	s[threadIdx.x] = 1;
	p[threadIdx.x] = s[threadIdx.x];
}
int main() {
	cudaArray_t a = {}, a2 = {}, a3 = {};
	cudaChannelFormatDesc f = cudaCreateChannelDesc<float>(), u4 = cudaCreateChannelDesc<uchar4>(),
	                      bad = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned),
	                      b2 = cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindUnsigned),
	                      b3 = cudaCreateChannelDesc(64, 0, 0, 0, cudaChannelFormatKindUnsigned),
	                      b4 = cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat),
	                      b5 = cudaCreateChannelDesc(0, 32, 0, 0, cudaChannelFormatKindFloat),
	                      none = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
	P(cudaMallocArray(&a, &bad, 8, 8));
	P(cudaMallocArray(&a, &b2, 8, 8));
	P(cudaMallocArray(&a, &b3, 8, 8));
	P(cudaMallocArray(&a, &b4, 8, 8));
	P(cudaMallocArray(&a, &b5, 8, 8));
	P(cudaMallocArray(&a, &none, 8, 8));
	P(cudaMallocArray(NULL, &f, 8, 8));
	P(cudaMallocArray(&a, NULL, 8, 8));
	P(cudaMallocArray(&a, &f, 0, 8));
	P(cudaMallocArray(&a, &f, 8, 0));
	P(cudaFreeArray(a));
	P(cudaMallocArray(&a, &f, 131073, 0));
	P(cudaMallocArray(&a, &f, 131073, 2));
	P(cudaMallocArray(&a, &f, 8, 65537));
	P(cudaMallocArray(&a, &f, 8, 8, 0x800));
	P(cudaMallocArray(&a, &f, 8, 8, cudaArrayLayered));
	P(cudaMallocArray(&a, &f, 8, 8, cudaArrayCubemap));
	P(cudaMallocArray(&a, &f, 8, 8, cudaArrayTextureGather));
	P(cudaMallocArray(&a, &f, 8, 0, cudaArrayTextureGather));
	P(cudaMallocArray(&a, &f, 8, 8, cudaArraySurfaceLoadStore));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 8), 0));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 0, 8), 0));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(0, 8, 8), 0));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(16385, 8, 8), 0));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 16385), 0));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 6), cudaArrayCubemap));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 4, 6), cudaArrayCubemap));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 5), cudaArrayCubemap));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 12), cudaArrayCubemap | cudaArrayLayered));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 13), cudaArrayCubemap | cudaArrayLayered));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 2049), cudaArrayLayered));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 8, 0), cudaArrayLayered));
	P(cudaMalloc3DArray(&a2, &f, make_cudaExtent(8, 0, 4), cudaArrayLayered));
	cudaExtent ex;
	unsigned fl;
	cudaChannelFormatDesc cd;
	P(cudaArrayGetInfo(&cd, &ex, &fl, a2));
	V("%zu %zu %zu %u %d", ex.width, ex.height, ex.depth, fl, cd.x);
	P(cudaArrayGetInfo(NULL, NULL, NULL, a2));
	P(cudaArrayGetInfo(&cd, &ex, &fl, NULL));
	P(cudaGetChannelDesc(&cd, a));
	P(cudaGetChannelDesc(&cd, NULL));
	P(cudaFreeArray(NULL));
	cudaArray_t pl = {};
	P(cudaArrayGetPlane(&pl, a, 0));
	P(cudaArrayGetPlane(&pl, a, 1));
	cudaArraySparseProperties sp;
	P(cudaArrayGetSparseProperties(&sp, a));
	cudaArrayMemoryRequirements mr;
	P(cudaArrayGetMemoryRequirements(&mr, a, 0));
	P(cudaArrayGetMemoryRequirements(&mr, a, 9));
	cudaMipmappedArray_t m = {};
	P(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(8, 8, 0), 4, 0));
	P(cudaGetMipmappedArrayLevel(&a3, m, 3));
	P(cudaGetMipmappedArrayLevel(&a3, m, 4));
	P(cudaGetMipmappedArrayLevel(&a3, NULL, 0));
	P(cudaFreeArray(a3));
	P(cudaFreeMipmappedArray(m));
	P(cudaFreeMipmappedArray(NULL));
	P(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(8, 8, 0), 5, 0));
	P(cudaGetMipmappedArrayLevel(&a3, m, 4));
	P(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(8, 8, 0), 0, 0));
	P(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(8, 0, 0), 3, 0));
	P(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(8, 8, 8), 3, 0));
	cudaResourceDesc r = {};
	cudaTextureDesc t = {};
	cudaTextureObject_t o = {};
	cudaSurfaceObject_t so = {};
	cudaResourceViewDesc v = {};
	r.resType = cudaResourceTypeArray;
	r.res.array.array = a;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	P(cudaCreateTextureObject(&o, NULL, &t, NULL));
	P(cudaCreateTextureObject(&o, &r, NULL, NULL));
	r.res.array.array = NULL;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	r.res.array.array = a;
	t.filterMode = cudaFilterModeLinear;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t.readMode = cudaReadModeNormalizedFloat;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t.normalizedCoords = 1;
	t.addressMode[0] = cudaAddressModeWrap;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t.normalizedCoords = 0;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t = cudaTextureDesc{};
	t.maxAnisotropy = 17;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t.maxAnisotropy = 16;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t.maxAnisotropy = 0;
	t.mipmapFilterMode = (cudaTextureFilterMode)3;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t = cudaTextureDesc{};
	t.filterMode = (cudaTextureFilterMode)7;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t = cudaTextureDesc{};
	t.readMode = (cudaTextureReadMode)7;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t = cudaTextureDesc{};
	t.sRGB = 1;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t = cudaTextureDesc{};
	v.format = cudaResViewFormatFloat1;
	v.width = 8;
	v.height = 8;
	P(cudaCreateTextureObject(&o, &r, &t, &v));
	v.width = 4;
	P(cudaCreateTextureObject(&o, &r, &t, &v));
	v.width = 8;
	v.format = cudaResViewFormatUnsignedInt1;
	P(cudaCreateTextureObject(&o, &r, &t, &v));
	v.format = cudaResViewFormatUnsignedChar4;
	P(cudaCreateTextureObject(&o, &r, &t, &v));
	v.format = cudaResViewFormatFloat2;
	P(cudaCreateTextureObject(&o, &r, &t, &v));
	v.format = cudaResViewFormatNone;
	P(cudaCreateTextureObject(&o, &r, &t, &v));
	cudaMallocArray(&a3, &u4, 8, 8);
	r.res.array.array = a3;
	t.filterMode = cudaFilterModeLinear;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	t.readMode = cudaReadModeNormalizedFloat;
	P(cudaCreateTextureObject(&o, &r, &t, NULL));
	P(cudaGetTextureObjectTextureDesc(&t, o));
	cudaResourceDesc r2;
	P(cudaGetTextureObjectResourceDesc(&r2, o));
	V("%d", r2.res.array.array == a3);
	P(cudaGetTextureObjectResourceViewDesc(&v, o));
	P(cudaGetTextureObjectResourceDesc(&r2, 12345));
	P(cudaCreateSurfaceObject(&so, &r));
	r.res.array.array = a;
	P(cudaCreateSurfaceObject(&so, &r));
	P(cudaCreateSurfaceObject(&so, NULL));
	r.resType = cudaResourceTypeLinear;
	P(cudaCreateSurfaceObject(&so, &r));
	P(cudaGetSurfaceObjectResourceDesc(&r2, so));
	P(cudaDestroySurfaceObject(so));
	P(cudaDestroySurfaceObject(0));
	// launches with attributes
	cudaLaunchConfig_t c = {};
	cudaLaunchAttribute at[3] = {};
	c.gridDim = dim3(4);
	c.blockDim = dim3(32);
	c.attrs = at;
	c.numAttrs = 1;
	int n;
#define L(k, ...) \
	do { \
		memset(at, 0, sizeof at); \
		c.gridDim = dim3(4); \
		c.blockDim = dim3(32); \
		c.numAttrs = 1; \
		__VA_ARGS__; \
		P(cudaLaunchKernelEx(&c, k)); \
		printf("   %s\n", #__VA_ARGS__); \
	} while (0)
	L(nop, at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim = {2, 1, 1});
	L(nop, at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim = {3, 1, 1});
	L(nop, at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim = {0, 1, 1});
	L(nop, at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim = {16, 1, 1}; c.gridDim = dim3(16));
	L(nop, at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim = {8, 1, 1}; c.gridDim = dim3(16));
	L(cl2, at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim = {2, 1, 1});
	L(cl2, at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim = {4, 1, 1});
	L(cl2, c.numAttrs = 0; c.gridDim = dim3(3));
	L(cl2, c.numAttrs = 0);
	L(nop, at[0].id = (cudaLaunchAttributeID)99);
	L(nop, at[0].id = cudaLaunchAttributeIgnore);
	L(nop, at[0].id = cudaLaunchAttributePriority; at[0].val.priority = -100);
	L(nop, at[0].id = cudaLaunchAttributeCooperative; at[0].val.cooperative = 2);
	L(cl2, at[0].id = cudaLaunchAttributeCooperative; at[0].val.cooperative = 1);
	L(nop, at[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	  at[0].val.programmaticStreamSerializationAllowed = 1);
	L(nop, at[0].id = cudaLaunchAttributeProgrammaticEvent);
	L(nop, at[0].id = cudaLaunchAttributeLaunchCompletionEvent);
	L(nop, at[0].id = cudaLaunchAttributeClusterSchedulingPolicyPreference;
	  at[0].val.clusterSchedulingPolicyPreference = (cudaClusterSchedulingPolicy)9);
	L(nop, at[0].id = cudaLaunchAttributeMemSyncDomain; at[0].val.memSyncDomain = (cudaLaunchMemSyncDomain)9);
	L(nop, at[0].id = cudaLaunchAttributePreferredSharedMemoryCarveout; at[0].val.sharedMemCarveout = 101);
	L(nop, at[0].id = cudaLaunchAttributeAccessPolicyWindow);
	L(nop, c.attrs = NULL);
	c.attrs = at;
	L(lb, c.blockDim = dim3(129); c.numAttrs = 0);
	L(lb, c.blockDim = dim3(128); c.numAttrs = 0);
	L(nop, at[0].id = at[1].id = cudaLaunchAttributeClusterDimension;
	  at[0].val.clusterDim = at[1].val.clusterDim = {2, 1, 1}; c.numAttrs = 2);
	c.numAttrs = 0;
	P(cudaOccupancyMaxPotentialClusterSize(&n, nop, &c));
	V("%d", n);
	c.numAttrs = 1;
	at[0].id = cudaLaunchAttributeClusterDimension;
	at[0].val.clusterDim = {2, 1, 1};
	P(cudaOccupancyMaxActiveClusters(&n, nop, &c));
	at[0].val.clusterDim = {16, 1, 1};
	c.gridDim = dim3(16);
	P(cudaOccupancyMaxActiveClusters(&n, nop, &c));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
	P(cudaOccupancyMaxPotentialClusterSize(&n, nop, &c));
	V("%d", n);
	P(cudaLaunchKernelEx(&c, nop));
	P(cudaFuncSetAttribute(cl2, cudaFuncAttributeRequiredClusterWidth, 4));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeRequiredClusterWidth, 4));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeClusterDimMustBeSet, 1));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeClusterSchedulingPolicyPreference, 7));
	P(cudaFuncSetAttribute(nop, cudaFuncAttributeNonPortableClusterSizeAllowed, 2));
	for (int i = 0; i < 16; i++) {
		cudaFuncAttributes fa;
		if (i)
			break;
		cudaFuncGetAttributes(&fa, sh);
		V("%zu %zu %d %d %d %d %d %d %d", fa.sharedSizeBytes, fa.constSizeBytes, fa.maxThreadsPerBlock,
		  fa.ptxVersion, fa.binaryVersion, fa.cacheModeCA, fa.maxDynamicSharedSizeBytes,
		  fa.preferredShmemCarveout, fa.clusterDimMustBeSet);
		cudaFuncGetAttributes(&fa, cl2);
		V("%d %d %d %d %d", fa.clusterDimMustBeSet, fa.requiredClusterWidth, fa.requiredClusterHeight,
		  fa.clusterSchedulingPolicyPreference, fa.nonPortableClusterSizeAllowed);
		cudaFuncGetAttributes(&fa, lb);
		V("%d", fa.maxThreadsPerBlock);
	}
	int mg, bs;
	P(cudaOccupancyMaxPotentialBlockSize(&mg, &bs, nop));
	V("%d", bs);
	P(cudaOccupancyMaxPotentialBlockSize(&mg, &bs, sh, 100000));
	V("%d", bs);
	P(cudaOccupancyMaxPotentialBlockSize(&mg, &bs, lb));
	V("%d", bs);
	P(cudaOccupancyMaxPotentialBlockSize(&mg, &bs, nop, 0, 100));
	V("%d", bs);
	P(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&mg, &bs, sh, [](int b) { return b * 100; }));
	V("%d", bs);
	P(cudaDeviceSynchronize());
}
