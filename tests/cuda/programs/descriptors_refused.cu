// descriptors_refused: structures that fit no memory, array, texture, copy or launch, and those at the edge of fitting:
// formats, extents, flags, levels, positions, pitches, attributes. An H100 gives these numbers but for what is not supported
// here (801: compressed and planar formats, deferred mapping), an array of 32 GiB, and a view of layers whose depth is 0 (1).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#define CK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
    printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
#define D(call) printf("%s: %d\n", #call, (int)(call))

__global__ void add(int *p, int n) { p[threadIdx.x] += n; }
__global__ void __cluster_dims__(2) pairs(int *p) { p[blockIdx.x] = 1; }
__global__ void __launch_bounds__(128) bounded(int *p) { p[blockIdx.x] = 1; }
__global__ void tried(int *p) { *p = 1; }
__device__ int symbol[16];
static int *p;
static char host[8192];

static cudaChannelFormatDesc desc(int x, int y, int z, int w, cudaChannelFormatKind f)
{
    return cudaCreateChannelDesc(x, y, z, w, f);
}

static void arrays()
{
    const auto U = cudaChannelFormatKindUnsigned, F = cudaChannelFormatKindFloat, S = cudaChannelFormatKindSigned;
    static const struct { const char *name; int x, y, z, w; cudaChannelFormatKind f; } formats[] = {
        {"u8", 8, 0, 0, 0, U}, {"u8 x2", 8, 8, 0, 0, U}, {"u8 x3", 8, 8, 8, 0, U}, {"u8 x4", 8, 8, 8, 8, U},
        {"s16", 16, 0, 0, 0, S}, {"f16 x4", 16, 16, 16, 16, F}, {"f8", 8, 0, 0, 0, F}, {"u64", 64, 0, 0, 0, U},
        {"u7", 7, 0, 0, 0, U}, {"mixed", 8, 16, 0, 0, U}, {"hole", 8, 0, 8, 0, U}, {"none", 0, 0, 0, 0, U},
        {"f32 x4", 32, 32, 32, 32, F}, {"kind none", 32, 0, 0, 0, cudaChannelFormatKindNone},
        {"kind 99", 32, 0, 0, 0, (cudaChannelFormatKind)99}, {"negative", -8, 0, 0, 0, U},
        {"unorm8x4", 8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4},
        {"snorm16x2", 16, 16, 0, 0, cudaChannelFormatKindSignedNormalized16X2},
        {"bc1", 8, 8, 8, 8, cudaChannelFormatKindUnsignedBlockCompressed1},
        {"nv12", 8, 8, 8, 0, cudaChannelFormatKindNV12}};
    cudaArray_t a;
    for (auto &f : formats) {
        cudaChannelFormatDesc d = desc(f.x, f.y, f.z, f.w, f.f);
        cudaError_t r = cudaMallocArray(&a, &d, 16, 16);
        printf("%s: %d", f.name, (int)r);
        if (r == cudaSuccess) {
            cudaChannelFormatDesc e; cudaExtent x; unsigned flags = 9;
            int g = (int)cudaArrayGetInfo(&e, &x, &flags, a);
            printf(" %d: %d %d %d %d kind %d, %zu %zu %zu flags %u", g, e.x, e.y, e.z, e.w, (int)e.f, x.width, x.height, x.depth, flags);
            CK(cudaFreeArray(a));
        }
        printf("\n");
    }
    static const struct { size_t w, h, d; unsigned flags; } shapes[] = {
        {0, 0, 0, 0}, {16, 0, 0, 0}, {16, 16, 0, 0}, {16, 16, 4, 0}, {16, 0, 4, 0}, {0, 16, 0, 0}, {200000, 0, 0, 0}, {131072, 0, 0, 0},
        {131073, 0, 0, 0}, {131072, 65536, 0, 0}, {16, 65537, 0, 0}, {16, 16, 16385, 0}, {16384, 16, 4, 0}, {16385, 16, 4, 0},
        {16, 0, 4, cudaArrayLayered}, {16, 16, 4, cudaArrayLayered}, {16, 16, 0, cudaArrayLayered}, {16, 16, 2049, cudaArrayLayered},
        {32769, 0, 4, cudaArrayLayered}, {16, 16, 6, cudaArrayCubemap}, {16, 16, 5, cudaArrayCubemap}, {16, 8, 6, cudaArrayCubemap},
        {16, 16, 12, cudaArrayCubemap}, {16, 16, 12, cudaArrayCubemap | cudaArrayLayered}, {16, 16, 13, cudaArrayCubemap | cudaArrayLayered},
        {16, 16, 0, cudaArrayTextureGather}, {16, 16, 4, cudaArrayTextureGather}, {16, 0, 0, cudaArrayTextureGather},
        {40000, 16, 0, cudaArrayTextureGather}, {16, 16, 0, cudaArraySurfaceLoadStore}, {16, 16, 4, cudaArraySurfaceLoadStore},
        {16, 16, 6, cudaArraySurfaceLoadStore | cudaArrayCubemap}, {16, 16, 0, 1u << 20}, {16, 16, 0, cudaArrayDeferredMapping},
        {16, 16, 0, cudaArrayColorAttachment}};
    cudaChannelFormatDesc d = desc(32, 0, 0, 0, F);
    for (auto &s : shapes) {
        cudaExtent x = make_cudaExtent(s.w, s.h, s.d);
        cudaError_t r = cudaMalloc3DArray(&a, &d, x, s.flags);
        printf("%zu %zu %zu flags %#x: %d", s.w, s.h, s.d, s.flags, (int)r);
        if (r == cudaSuccess)
            CK(cudaFreeArray(a));
        cudaMipmappedArray_t m;
        for (unsigned levels : {0u, 1u, 5u, 6u, 20u}) {
            r = cudaMallocMipmappedArray(&m, &d, x, levels, s.flags);
            printf(" %d", (int)r);
            if (r == cudaSuccess)
                CK(cudaFreeMipmappedArray(m));
        }
        printf("\n");
    }
    cudaMipmappedArray_t m;
    CK(cudaMallocMipmappedArray(&m, &d, make_cudaExtent(16, 16, 0), 5));
    for (unsigned l : {0u, 4u, 5u, 100u})
        printf("level %u: %d\n", l, (int)cudaGetMipmappedArrayLevel(&a, m, l));
    cudaArraySparseProperties sp; cudaArrayMemoryRequirements mr; cudaArray_t plane;
    CK(cudaMallocArray(&a, &d, 16, 16));
    D(cudaArrayGetSparseProperties(&sp, a));
    D(cudaMipmappedArrayGetSparseProperties(&sp, m));
    D(cudaArrayGetMemoryRequirements(&mr, a, 0));
    D(cudaMipmappedArrayGetMemoryRequirements(&mr, m, 0));
    D(cudaArrayGetMemoryRequirements(&mr, a, 5));
    D(cudaArrayGetPlane(&plane, a, 0));
    D(cudaArrayGetPlane(&plane, a, 3));
    D(cudaArrayGetInfo(nullptr, nullptr, nullptr, a));
    CK(cudaFreeArray(a));
    CK(cudaFreeMipmappedArray(m));
}

static void textures()
{
    cudaChannelFormatDesc f = desc(32, 0, 0, 0, cudaChannelFormatKindFloat), u = desc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaArray_t a, b, layered, plain;
    cudaMipmappedArray_t m;
    CK(cudaMallocArray(&a, &f, 16, 16, cudaArraySurfaceLoadStore));
    CK(cudaMallocArray(&plain, &f, 16, 16));
    CK(cudaMallocArray(&b, &u, 16, 16));
    CK(cudaMalloc3DArray(&layered, &f, make_cudaExtent(16, 16, 4), cudaArrayLayered));
    CK(cudaMallocMipmappedArray(&m, &f, make_cudaExtent(16, 16, 0), 5));
    auto show = [](const char *name, const cudaResourceDesc &r, const cudaTextureDesc &t, const cudaResourceViewDesc *v) {
        cudaTextureObject_t o = 0;
        int e = (int)cudaCreateTextureObject(&o, &r, &t, v);
        printf("%s: %d", name, e);
        if (!e) {
            cudaResourceDesc r2; cudaTextureDesc t2; cudaResourceViewDesc v2;
            printf(" %d %d %d", (int)cudaGetTextureObjectResourceDesc(&r2, o), (int)cudaGetTextureObjectTextureDesc(&t2, o),
                   (int)cudaGetTextureObjectResourceViewDesc(&v2, o));
            CK(cudaDestroyTextureObject(o));
        }
        printf("\n");
        cudaGetLastError();
    };
    cudaResourceDesc r, none;
    cudaTextureDesc t, base;
    cudaResourceViewDesc v;
    memset(&none, 0, sizeof none);
    memset(&base, 0, sizeof base);
    none.resType = cudaResourceTypeArray;
    r = none; t = base;
    show("no array", r, t, nullptr);
    r.res.array.array = a;
    show("array", r, t, nullptr);
    t.filterMode = cudaFilterModeLinear; show("linear filter of floats", r, t, nullptr);
    r.res.array.array = b; show("linear filter of integers", r, t, nullptr);
    t.readMode = cudaReadModeNormalizedFloat; show("of normalized integers", r, t, nullptr);
    t.sRGB = 1; show("sRGB", r, t, nullptr); r.res.array.array = a; show("sRGB of floats", r, t, nullptr);
    t = base; t.readMode = cudaReadModeNormalizedFloat; show("normalized floats", r, t, nullptr);
    t = base; t.addressMode[0] = (cudaTextureAddressMode)9; show("address mode 9", r, t, nullptr);
    t = base; t.addressMode[0] = cudaAddressModeWrap; show("wrap of texels", r, t, nullptr);
    t = base; t.filterMode = (cudaTextureFilterMode)9; show("filter mode 9", r, t, nullptr);
    t = base; t.readMode = (cudaTextureReadMode)9; show("read mode 9", r, t, nullptr);
    t = base; t.maxAnisotropy = 99; show("anisotropy 99", r, t, nullptr);
    t = base; t.seamlessCubemap = 1; show("seamless", r, t, nullptr);
    t = base; t.mipmapFilterMode = cudaFilterModeLinear; t.maxMipmapLevelClamp = -1; show("levels of an array", r, t, nullptr);
    t = base; r.resType = cudaResourceTypeMipmappedArray; r.res.mipmap.mipmap = nullptr; show("no levels", r, t, nullptr);
    r.res.mipmap.mipmap = m; show("levels of texels", r, t, nullptr);
    t.normalizedCoords = 1; show("levels", r, t, nullptr);
    t.maxMipmapLevelClamp = 2; t.minMipmapLevelClamp = 3; show("least above most", r, t, nullptr);
    t = base; r = none; r.resType = cudaResourceTypeLinear; show("nothing linear", r, t, nullptr);
    r.res.linear.devPtr = p; r.res.linear.desc = f; r.res.linear.sizeInBytes = 64; show("linear", r, t, nullptr);
    r.res.linear.sizeInBytes = 0; show("of no bytes", r, t, nullptr);
    r.res.linear.sizeInBytes = 6; show("of six bytes", r, t, nullptr);
    r.res.linear.sizeInBytes = (size_t)1 << 40; show("of 2^40 bytes", r, t, nullptr);
    r.res.linear.sizeInBytes = 64; r.res.linear.devPtr = (char *)p + 4; show("not aligned", r, t, nullptr);
    r.res.linear.devPtr = p; r.res.linear.desc = desc(32, 32, 32, 0, cudaChannelFormatKindFloat); show("three channels", r, t, nullptr);
    r.res.linear.desc = desc(0, 0, 0, 0, cudaChannelFormatKindFloat); show("no channel", r, t, nullptr);
    r.res.linear.desc = f; t.filterMode = cudaFilterModeLinear; show("filtered", r, t, nullptr);
    t = base; t.normalizedCoords = 1; show("normalized", r, t, nullptr);
    t = base; r = none; r.resType = cudaResourceTypePitch2D; show("nothing pitched", r, t, nullptr);
    r.res.pitch2D.devPtr = p; r.res.pitch2D.desc = f; r.res.pitch2D.width = 8; r.res.pitch2D.height = 4; r.res.pitch2D.pitchInBytes = 64;
    show("pitched", r, t, nullptr);
    r.res.pitch2D.pitchInBytes = 48; show("pitch 48", r, t, nullptr);
    r.res.pitch2D.pitchInBytes = 32; r.res.pitch2D.width = 9; show("pitch below the width", r, t, nullptr);
    r.res.pitch2D.pitchInBytes = 64; r.res.pitch2D.width = 0; show("width 0", r, t, nullptr);
    r.res.pitch2D.width = 8; r.res.pitch2D.height = 0; show("height 0", r, t, nullptr);
    r.res.pitch2D.height = 100000; show("height 100000", r, t, nullptr);
    r.resType = (cudaResourceType)9; show("resource 9", r, t, nullptr);
    r = none; r.res.array.array = a;
    memset(&v, 0, sizeof v);
    v.format = cudaResViewFormatFloat1; v.width = 16; v.height = 16; show("view", r, t, &v);
    v.width = 8; show("narrower view", r, t, &v); v.width = 16;
    v.format = cudaResViewFormatFloat4; show("view of four", r, t, &v);
    v.format = cudaResViewFormatUnsignedInt1; show("view as integers", r, t, &v);
    v.format = cudaResViewFormatNone; show("view of no format", r, t, &v);
    v.format = (cudaResourceViewFormat)99; show("view 99", r, t, &v);
    v.format = cudaResViewFormatFloat1; v.lastLayer = 3; show("layers of none", r, t, &v);
    r.res.array.array = layered; show("layers", r, t, &v); v.firstLayer = 3; v.lastLayer = 1; show("layers the wrong way", r, t, &v);
    v.firstLayer = v.lastLayer = 0; v.lastMipmapLevel = 2; show("levels of none", r, t, &v);
    r.resType = cudaResourceTypeMipmappedArray; r.res.mipmap.mipmap = m; t.normalizedCoords = 1; show("levels 0 to 2", r, t, &v);
    v.firstMipmapLevel = 2; v.lastMipmapLevel = 1; show("levels the wrong way", r, t, &v);
    v.firstMipmapLevel = 0; v.lastMipmapLevel = 9; show("levels 0 to 9", r, t, &v);
    cudaSurfaceObject_t s = 0;
    r = none; D(cudaCreateSurfaceObject(&s, &r));
    r.res.array.array = a; D(cudaCreateSurfaceObject(&s, &r)); D(cudaGetSurfaceObjectResourceDesc(&r, s));
    D(cudaDestroySurfaceObject(s));
    r.res.array.array = plain; D(cudaCreateSurfaceObject(&s, &r));
    r.resType = cudaResourceTypeLinear; D(cudaCreateSurfaceObject(&s, &r));
    D(cudaDestroyTextureObject(0)); D(cudaDestroySurfaceObject(0));
    CK(cudaFreeArray(a)); CK(cudaFreeArray(b)); CK(cudaFreeArray(layered)); CK(cudaFreeArray(plain)); CK(cudaFreeMipmappedArray(m));
}

static void copies()
{
    cudaChannelFormatDesc f = desc(32, 0, 0, 0, cudaChannelFormatKindFloat), w = desc(8, 0, 0, 0, cudaChannelFormatKindUnsigned);
    cudaArray_t a, b, c;
    CK(cudaMallocArray(&a, &f, 16, 8));
    CK(cudaMallocArray(&b, &w, 64, 8));
    CK(cudaMallocArray(&c, &f, 16, 8));
    const auto H2D = cudaMemcpyHostToDevice, D2H = cudaMemcpyDeviceToHost, D2D = cudaMemcpyDeviceToDevice;
    D(cudaMemcpy2DToArray(a, 0, 0, host, 64, 64, 8, H2D));
    D(cudaMemcpy2DToArray(a, 4, 0, host, 64, 64, 8, H2D));
    D(cudaMemcpy2DToArray(a, 2, 0, host, 64, 4, 8, H2D));
    D(cudaMemcpy2DToArray(a, 0, 1, host, 64, 64, 8, H2D));
    D(cudaMemcpy2DToArray(a, 0, 0, host, 32, 64, 8, H2D));
    D(cudaMemcpy2DToArray(a, 0, 0, host, 64, 0, 8, H2D));
    D(cudaMemcpy2DToArray(a, 0, 0, host, 64, 6, 8, H2D));
    D(cudaMemcpy2DToArray(a, 0, 0, host, 64, 64, 8, D2H));
    D(cudaMemcpy2DToArray(a, 0, 0, nullptr, 64, 64, 8, H2D));
    D(cudaMemcpy2DToArray(nullptr, 0, 0, host, 64, 64, 8, H2D));
    D(cudaMemcpy2DFromArray(host, 64, a, 0, 0, 64, 8, D2H));
    D(cudaMemcpy2DFromArray(host, 64, a, 60, 0, 8, 8, D2H));
    D(cudaMemcpy2DFromArray(host, 32, a, 0, 0, 64, 8, D2H));
    D(cudaMemcpy2DFromArray(host, 64, a, 0, 0, 64, 8, H2D));
    D(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, 64, 8, D2D));
    D(cudaMemcpy2DArrayToArray(c, 0, 0, a, 0, 0, 64, 8, D2D));
    D(cudaMemcpy2DArrayToArray(c, 4, 0, a, 0, 0, 64, 8, D2D));
    D(cudaMemcpy2DArrayToArray(c, 0, 0, a, 0, 4, 64, 8, D2D));
    D(cudaMemcpy2DArrayToArray(c, 0, 0, a, 0, 0, 64, 8, H2D));
    D(cudaMemcpyToArray(a, 0, 0, host, 256, H2D));
    D(cudaMemcpyToArray(a, 0, 7, host, 128, H2D));
    D(cudaMemcpyFromArray(host, a, 0, 0, 600, D2H));
    D(cudaMemcpyArrayToArray(c, 0, 0, a, 0, 0, 64, D2D));
    D(cudaMemcpyArrayToArray(c, 0, 8, a, 0, 0, 64, D2D));
    cudaMemcpy3DParms m, ok;
    memset(&ok, 0, sizeof ok);
    ok.srcPtr = make_cudaPitchedPtr(host, 64, 16, 8);
    ok.dstArray = a;
    ok.extent = make_cudaExtent(16, 8, 1);
    ok.kind = H2D;
    D(cudaMemcpy3D(&ok));
    m = ok; m.extent.width = 17; D(cudaMemcpy3D(&m));
    m = ok; m.extent.height = 9; D(cudaMemcpy3D(&m));
    m = ok; m.extent.depth = 2; D(cudaMemcpy3D(&m));
    m = ok; m.extent.depth = 0; D(cudaMemcpy3D(&m));
    m = ok; m.dstPos.x = 1; D(cudaMemcpy3D(&m));
    m = ok; m.dstPos.z = 1; D(cudaMemcpy3D(&m));
    m = ok; m.srcPos.x = 2; D(cudaMemcpy3D(&m));
    m = ok; m.srcPtr.pitch = 32; D(cudaMemcpy3D(&m));
    m = ok; m.srcPtr.pitch = 0; D(cudaMemcpy3D(&m));
    m = ok; m.srcPtr.ptr = nullptr; D(cudaMemcpy3D(&m));
    m = ok; m.dstPtr.ptr = p; D(cudaMemcpy3D(&m));
    m = ok; m.srcArray = c; D(cudaMemcpy3D(&m));
    m = ok; m.kind = D2H; D(cudaMemcpy3D(&m));
    m = ok; m.kind = (cudaMemcpyKind)9; D(cudaMemcpy3D(&m));
    m = ok; m.srcPtr.ptr = nullptr; m.srcArray = b; m.kind = D2D; D(cudaMemcpy3D(&m));
    m = ok; m.srcPtr.ptr = nullptr; m.srcArray = c; m.kind = D2D; D(cudaMemcpy3D(&m));
    m = ok; m.dstArray = nullptr; m.dstPtr = make_cudaPitchedPtr(p, 64, 16, 8); m.extent.width = 64; D(cudaMemcpy3D(&m));
    m.dstPtr.pitch = 16; D(cudaMemcpy3D(&m));
    m.dstPtr.pitch = 64; m.dstPtr.ysize = 2; m.extent.depth = 2; D(cudaMemcpy3D(&m));
    D(cudaMemcpy3D(nullptr));
    D(cudaMemcpy2D(p, 64, host, 64, 64, 8, D2D));
    D(cudaMemcpy2D(p, 32, host, 64, 64, 8, H2D));
    D(cudaMemcpy2D(p, 64, host, 32, 64, 8, H2D));
    D(cudaMemcpy2D(p, (size_t)1 << 33, host, 64, 64, 8, H2D));
    D(cudaMemcpy2D(p, 64, host, 64, 64, 10000, H2D));
    D(cudaMemcpy2D(p, 64, host, 64, 0, 8, H2D));
    D(cudaMemset2D(p, 64, 1, 65, 2));
    D(cudaMemset2D(p, 64, 1, 64, 1000));
    D(cudaMemset2D(p, 64, 1, 0, 1000));
    D(cudaMemset3D(make_cudaPitchedPtr(p, 64, 64, 4), 1, make_cudaExtent(65, 2, 2)));
    D(cudaMemset3D(make_cudaPitchedPtr(p, 64, 64, 4), 1, make_cudaExtent(64, 5, 2)));
    D(cudaMemset3D(make_cudaPitchedPtr(p, 64, 64, 4), 1, make_cudaExtent(64, 4, 2000)));
    D(cudaMemset3D(make_cudaPitchedPtr(nullptr, 64, 64, 4), 1, make_cudaExtent(64, 4, 2)));
    D(cudaMemcpyToSymbol(symbol, host, 64, 4));
    D(cudaMemcpyToSymbol(symbol, host, 4, 64));
    D(cudaMemcpyToSymbol(symbol, host, 4, 0, D2H));
    D(cudaMemcpyFromSymbol(host, symbol, 4, 0, H2D));
    D(cudaMemcpyFromSymbol(host, symbol, 65, 0));
    D(cudaMemcpyToSymbol(&host, host, 4));
    D(cudaMemcpyPeer(p, 0, p + 64, 0, 64));
    D(cudaMemcpyPeer(p, 0, p + 64, 99, 64));
    cudaMemcpy3DPeerParms pp;
    memset(&pp, 0, sizeof pp);
    D(cudaMemcpy3DPeer(&pp));
    pp.srcPtr = make_cudaPitchedPtr(p, 64, 64, 1); pp.dstPtr = make_cudaPitchedPtr(p + 256, 64, 64, 1);
    pp.extent = make_cudaExtent(64, 1, 1); D(cudaMemcpy3DPeer(&pp));
    pp.srcDevice = 99; D(cudaMemcpy3DPeer(&pp));
    CK(cudaFreeArray(a)); CK(cudaFreeArray(b)); CK(cudaFreeArray(c));
}

static void functions()
{
    cudaFuncAttributes a;
    for (int id = 0; id < 17; id++) {
        printf("attribute %d:", id);
        for (int v : {-2, -1, 0, 1, 50, 101, 1024, 300000}) {
            printf(" %d", (int)cudaFuncSetAttribute(tried, (cudaFuncAttribute)id, v));
            cudaGetLastError();
        }
        printf("\n");
    }
    D(cudaFuncGetAttributes(&a, (const void *)host));
    D(cudaFuncSetAttribute((const void *)host, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
    D(cudaFuncSetCacheConfig((const void *)host, cudaFuncCachePreferL1));
    D(cudaFuncSetCacheConfig(add, (cudaFuncCache)9));
    D(cudaFuncSetCacheConfig(add, cudaFuncCachePreferShared));
    int n = -1, block = -1;
    size_t bytes = 1;
    for (int b : {-1, 0, 1, 1024, 1025})
        for (unsigned fl : {0u, 1u, 2u}) {
            n = -1;
            int r = (int)cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, add, b, 0, fl);
            printf("blocks of %d, flags %u: %d %d\n", b, fl, r, n);
        }
    D(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)host, 32, 0));
    D(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1, 128));
    D(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 0, 128));
    D(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1, 0));
    D(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, add, 1000, 128));
    D(cudaOccupancyMaxPotentialBlockSize(&n, &block, bounded, 0, 0)); printf("%d\n", block);
    cudaLaunchConfig_t c;
    cudaLaunchAttribute at[2];
    memset(at, 0, sizeof at);
    auto fresh = [&](unsigned grid, unsigned threads) {
        memset(&c, 0, sizeof c);
        c.gridDim = dim3(grid); c.blockDim = dim3(threads); c.attrs = at;
    };
    fresh(2, 32);
    D(cudaOccupancyMaxActiveClusters(&n, pairs, &c)); printf("%d\n", n > 0);
    D(cudaOccupancyMaxPotentialClusterSize(&n, pairs, &c));
    D(cudaOccupancyMaxPotentialClusterSize(&n, add, &c)); printf("%d\n", n);
    at[0].id = cudaLaunchAttributeClusterDimension; at[0].val.clusterDim.x = 2; at[0].val.clusterDim.y = at[0].val.clusterDim.z = 1;
    c.numAttrs = 1;
    D(cudaOccupancyMaxActiveClusters(&n, add, &c));
    D(cudaLaunchKernelEx(&c, add, p, 1));
    at[0].val.clusterDim.x = 3; D(cudaLaunchKernelEx(&c, add, p, 1)); D(cudaOccupancyMaxActiveClusters(&n, add, &c));
    at[0].val.clusterDim.x = 0; D(cudaLaunchKernelEx(&c, add, p, 1));
    at[0].val.clusterDim.x = 32; c.gridDim = dim3(32); D(cudaLaunchKernelEx(&c, add, p, 1));
    at[0].val.clusterDim.x = 16; D(cudaLaunchKernelEx(&c, add, p, 1));
    at[0].val.clusterDim.x = 4; D(cudaLaunchKernelEx(&c, pairs, p));
    fresh(3, 32); D(cudaLaunchKernelEx(&c, pairs, p));
    for (int id = 0; id < 18; id++) {
        if (id == cudaLaunchAttributeProgrammaticEvent || id == cudaLaunchAttributeLaunchCompletionEvent || id == cudaLaunchAttributeDeviceUpdatableKernelNode)
            continue;
        fresh(2, 32); c.numAttrs = 1; memset(at, 0, sizeof at); at[0].id = (cudaLaunchAttributeID)id;
        int zero = (int)cudaLaunchKernelEx(&c, add, p, 1);
        memset(&at[0].val, 1, sizeof at[0].val);
        printf("launch attribute %d: %d %d\n", id, zero, (int)cudaLaunchKernelEx(&c, add, p, 1));
        cudaGetLastError();
    }
    fresh(1, 2000); D(cudaLaunchKernelEx(&c, add, p, 1));
    fresh(1, 200); D(cudaLaunchKernelEx(&c, bounded, p));
    void *args[] = {&p, &n};
    D(cudaLaunchCooperativeKernel((const void *)add, dim3(1), dim3(32), args, 0, nullptr));
    D(cudaLaunchCooperativeKernel((const void *)add, dim3(1000000), dim3(32), args, 0, nullptr));
    D(cudaLaunchCooperativeKernel((const void *)host, dim3(1), dim3(32), args, 0, nullptr));
    D(cudaGetLastError());
    D(cudaDeviceSynchronize());
}

static void memory()
{
    int *m;
    CK(cudaMallocManaged(&m, 1 << 20));
    cudaMemLocation dev = {cudaMemLocationTypeDevice, 0}, none = {cudaMemLocationTypeDevice, 99}, cpu = {cudaMemLocationTypeHost, 0},
                    bad = {(cudaMemLocationType)77, 0};
    for (int a = 0; a < 8; a++) {
        printf("advice %d:", a);
        for (const cudaMemLocation &l : {dev, none, cpu, bad})
            printf(" %d", (int)cudaMemAdvise(m, 4096, (cudaMemoryAdvise)a, l));
        printf(" %d %d\n", (int)cudaMemAdvise(nullptr, 4096, (cudaMemoryAdvise)a, dev), (int)cudaMemAdvise(m, 2 << 20, (cudaMemoryAdvise)a, dev));
    }
    for (const cudaMemLocation &l : {dev, none, cpu, bad})
        printf("prefetch: %d %d\n", (int)cudaMemPrefetchAsync(m, 4096, l, 0), (int)cudaMemPrefetchAsync(m, 4 << 20, l, 0));
    D(cudaMemPrefetchAsync(p, 4096, dev, 0));
    D(cudaMemPrefetchAsync(m, 0, dev, 0));
    D(cudaMemPrefetchAsync(m, 4096, dev, 1));
    int v[8];
    for (int a = 0; a < 10; a++)
        for (size_t n : {1u, 4u, 8u})
            printf("range attribute %d, %zu bytes: %d\n", a, n, (int)cudaMemRangeGetAttribute(v, n, (cudaMemRangeAttribute)a, m, 4096));
    D(cudaMemRangeGetAttribute(v, 4, cudaMemRangeAttributeReadMostly, m, 0));
    D(cudaMemRangeGetAttribute(v, 4, cudaMemRangeAttributeReadMostly, p, 64));
    void *data[2] = {v, v + 1}; size_t sizes[2] = {4, 4};
    cudaMemRangeAttribute which[2] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributePreferredLocation};
    D(cudaMemRangeGetAttributes(data, sizes, which, 2, m, 4096));
    D(cudaMemRangeGetAttributes(data, sizes, which, 0, m, 4096));
    cudaPointerAttributes a;
    D(cudaPointerGetAttributes(&a, m)); printf("%d\n", (int)a.type);
    D(cudaPointerGetAttributes(&a, p + 3)); printf("%d\n", (int)a.type);
    D(cudaPointerGetAttributes(&a, host)); printf("%d\n", (int)a.type);
    D(cudaPointerGetAttributes(&a, nullptr)); printf("%d\n", (int)a.type);
    void *h;
    D(cudaHostAlloc(&h, 64, 64)); D(cudaHostAlloc(&h, 0, 0)); D(cudaMallocHost(&h, 64));
    void *d; unsigned flags;
    D(cudaHostGetDevicePointer(&d, h, 0)); D(cudaHostGetDevicePointer(&d, h, 1)); D(cudaHostGetFlags(&flags, h));
    D(cudaHostGetFlags(&flags, host)); D(cudaFreeHost(host)); D(cudaFreeHost(h)); D(cudaFreeHost(nullptr));
    D(cudaHostRegister(host, 0, 0)); D(cudaHostRegister(host, 4096, 1 << 20)); D(cudaHostRegister(host, 4096, 0));
    D(cudaHostRegister(host, 4096, 0)); D(cudaHostUnregister(host)); D(cudaHostUnregister(host));
    D(cudaMallocManaged(&m, 64, 9)); D(cudaMallocManaged(&m, 0, cudaMemAttachGlobal));
    size_t pitch; cudaPitchedPtr pp;
    D(cudaMallocPitch(&d, &pitch, 0, 4)); D(cudaMallocPitch(&d, &pitch, 4, 0)); D(cudaMallocPitch(&d, &pitch, (size_t)1 << 50, 4));
    D(cudaMalloc3D(&pp, make_cudaExtent(0, 4, 4))); D(cudaMalloc3D(&pp, make_cudaExtent(4, 4, 0)));
    D(cudaStreamAttachMemAsync(0, m, 0, 9)); D(cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachSingle));
}

static void devices()
{
    cudaDeviceProp want;
    int d = -1, v;
    memset(&want, 0, sizeof want);
    D(cudaChooseDevice(&d, &want)); printf("%d\n", d);
    want.major = 99, want.minor = 9, want.totalGlobalMem = 1, want.sharedMemPerBlock = 1, want.multiProcessorCount = 1;
    D(cudaChooseDevice(&d, &want)); printf("%d\n", d);
    want.major = 1, want.minor = 0, want.totalGlobalMem = (size_t)1 << 60, want.sharedMemPerBlock = 1 << 30, want.multiProcessorCount = 1 << 20;
    D(cudaChooseDevice(&d, &want)); printf("%d\n", d);
    char id[32];
    D(cudaDeviceGetPCIBusId(id, 4, 0)); D(cudaDeviceGetPCIBusId(id, 32, 99)); D(cudaDeviceGetPCIBusId(id, 32, 0));
    D(cudaDeviceGetByPCIBusId(&d, id)); printf("%d\n", d);
    D(cudaDeviceGetByPCIBusId(&d, "nothing")); D(cudaDeviceGetByPCIBusId(&d, "ffff:ff:1f.0")); D(cudaDeviceGetByPCIBusId(&d, ""));
    printf("attributes that there are not:");
    for (int a = 0; a < 160; a++)
        if (cudaDeviceGetAttribute(&v, (cudaDeviceAttr)a, 0) != cudaSuccess)
            printf(" %d", a);
    printf("\n");
    D(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 99));
    size_t z;
    for (int l = 0; l < 9; l++) {
        int g = (int)cudaDeviceGetLimit(&z, (cudaLimit)l);
        printf("limit %d: %d %d\n", l, g, l == 4 ? 0 : (int)cudaDeviceSetLimit((cudaLimit)l, g ? 0 : z));
    }
    D(cudaDeviceCanAccessPeer(&v, 0, 0)); D(cudaDeviceCanAccessPeer(&v, 0, 99)); D(cudaDeviceEnablePeerAccess(0, 0)); D(cudaDeviceEnablePeerAccess(99, 0));
    D(cudaDeviceEnablePeerAccess(0, 1)); D(cudaDeviceDisablePeerAccess(0)); D(cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrPerformanceRank, 0, 0));
    D(cudaDeviceGetP2PAttribute(&v, cudaDevP2PAttrPerformanceRank, 0, 99)); D(cudaDeviceGetP2PAttribute(&v, (cudaDeviceP2PAttr)77, 0, 0));
    D(cudaSetDeviceFlags(1 << 20)); D(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync)); D(cudaInitDevice(99, 0, 0)); D(cudaInitDevice(0, 1 << 20, cudaInitDeviceFlagsAreValid));
    D(cudaDeviceSetCacheConfig((cudaFuncCache)9)); D(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    cudaFuncCache fc; D(cudaDeviceGetCacheConfig(&fc)); printf("%d\n", (int)fc);
    cudaStream_t s; cudaEvent_t e; float ms;
    D(cudaStreamCreateWithFlags(&s, 77)); D(cudaStreamCreateWithPriority(&s, 0, 1000)); D(cudaStreamDestroy(s)); D(cudaStreamCreateWithPriority(&s, 77, 0));
    D(cudaEventCreateWithFlags(&e, 77)); D(cudaEventCreateWithFlags(&e, cudaEventInterprocess)); D(cudaEventCreate(&e));
    D(cudaEventElapsedTime(&ms, e, e)); D(cudaEventRecord(e, 0)); D(cudaEventSynchronize(e)); D(cudaEventElapsedTime(&ms, e, e)); D(cudaEventRecordWithFlags(e, 0, 77));
    D(cudaStreamWaitEvent(0, e, 77)); D(cudaEventElapsedTime(nullptr, e, e));
    cudaIpcMemHandle_t ih; cudaIpcEventHandle_t eh; void *q;
    memset(&ih, 0, sizeof ih); memset(&eh, 0, sizeof eh);
    D(cudaIpcGetEventHandle(&eh, e)); D(cudaIpcOpenMemHandle(&q, ih, 0)); D(cudaIpcGetMemHandle(&ih, host)); D(cudaIpcCloseMemHandle(host));
    D(cudaIpcGetMemHandle(&ih, p)); D(cudaIpcOpenMemHandle(&q, ih, cudaIpcMemLazyEnablePeerAccess));
}

int main()
{
    CK(cudaMalloc(&p, 8192));
    arrays();
    textures();
    copies();
    functions();
    memory();
    devices();
    return 0;
}
