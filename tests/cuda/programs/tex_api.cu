// features: what calls with arrays, textures and surfaces answer to arguments that are wrong or unusual
#include "tex_bits.h"
#define E(call) do { cudaError_t e_ = (call); cudaGetLastError(); printf("%s: %s\n", #call, cudaGetErrorName(e_)); } while (0)
static cudaError_t tex(cudaResourceDesc rd, cudaTextureDesc td, cudaResourceViewDesc* v = nullptr) {
    cudaTextureObject_t t = 0;
    cudaError_t e = cudaCreateTextureObject(&t, &rd, &td, v);
    if (!e) cudaDestroyTextureObject(t);
    return e;
}
static cudaError_t make(cudaChannelFormatDesc c, size_t w, size_t h, size_t d, unsigned f) {
    cudaArray_t a = nullptr;
    cudaError_t e = cudaMalloc3DArray(&a, &c, make_cudaExtent(w, h, d), f);
    if (!e) {
        cudaChannelFormatDesc g; cudaExtent x; unsigned fl;
        CK(cudaArrayGetInfo(&g, &x, &fl, a));
        printf("[%zu %zu %zu flags %x] ", x.width, x.height, x.depth, fl);
        cudaFreeArray(a);
    }
    return e;
}
static cudaError_t mip(cudaChannelFormatDesc c, size_t w, size_t h, size_t d, unsigned n, unsigned f) {
    cudaMipmappedArray_t a = nullptr;
    cudaError_t e = cudaMallocMipmappedArray(&a, &c, make_cudaExtent(w, h, d), n, f);
    if (!e) {
        for (unsigned i = 0; i < 20; i++) {
            cudaArray_t l;
            cudaError_t g = cudaGetMipmappedArrayLevel(&l, a, i);
            if (g) { printf("(%u: %s) ", i, cudaGetErrorName(g)); break; }
            cudaChannelFormatDesc cd; cudaExtent x; unsigned fl;
            CK(cudaArrayGetInfo(&cd, &x, &fl, l));
            printf("[%zu %zu %zu %x] ", x.width, x.height, x.depth, fl);
        }
        cudaGetLastError();
        cudaFreeMipmappedArray(a);
    }
    return e;
}
int main() {
    cudaFree(0);
    auto f1 = desc(32, 1, cudaChannelFormatKindFloat), u4 = desc(8, 4, cudaChannelFormatKindUnsigned), i1 = desc(32, 1, cudaChannelFormatKindSigned), h1 = desc(16, 1, cudaChannelFormatKindFloat);
    E(make(f1, 0, 0, 0, 0)); E(make(f1, 1, 0, 0, 0)); E(make(f1, 4, 0, 3, 0)); E(make(f1, 4, 0, 3, cudaArrayLayered)); E(make(f1, 4, 4, 0, cudaArrayLayered)); E(make(f1, 4, 4, 3, 0));
    E(make(f1, 131073, 0, 0, 0)); E(make(f1, 131072, 0, 0, 0)); E(make(f1, 131073, 2, 0, 0)); E(make(f1, 2, 65537, 0, 0)); E(make(f1, 16385, 2, 2, 0)); E(make(f1, 2, 2, 16385, 0)); E(make(f1, 2, 2, 2049, cudaArrayLayered)); E(make(f1, 2, 0, 2048, cudaArrayLayered));
    E(make(f1, 4, 4, 6, cudaArrayCubemap)); E(make(f1, 4, 5, 6, cudaArrayCubemap)); E(make(f1, 4, 4, 5, cudaArrayCubemap)); E(make(f1, 4, 4, 12, cudaArrayCubemap)); E(make(f1, 4, 4, 12, cudaArrayCubemap | cudaArrayLayered)); E(make(f1, 4, 4, 13, cudaArrayCubemap | cudaArrayLayered)); E(make(f1, 4, 4, 0, cudaArrayCubemap));
    E(make(f1, 4, 4, 0, cudaArrayTextureGather)); E(make(f1, 4, 0, 0, cudaArrayTextureGather)); E(make(f1, 4, 4, 4, cudaArrayTextureGather)); E(make(f1, 4, 4, 4, cudaArrayTextureGather | cudaArrayLayered)); E(make(f1, 32769, 4, 0, cudaArrayTextureGather));
    E(make(f1, 4, 4, 0, 0x100)); E(make(f1, 4, 4, 0, 0x10)); E(make(f1, 4, 4, 0, cudaArrayColorAttachment)); E(make(f1, 4, 4, 0, cudaArraySurfaceLoadStore));
    E(make(cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat), 4, 0, 0, 0)); E(make(cudaCreateChannelDesc(8, 16, 0, 0, cudaChannelFormatKindSigned), 4, 0, 0, 0)); E(make(cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindSigned), 4, 0, 0, 0)); E(make(cudaCreateChannelDesc(8, 0, 0, 0, cudaChannelFormatKindFloat), 4, 0, 0, 0)); E(make(cudaCreateChannelDesc(64, 0, 0, 0, cudaChannelFormatKindFloat), 4, 0, 0, 0)); E(make(cudaCreateChannelDesc(24, 0, 0, 0, cudaChannelFormatKindUnsigned), 4, 0, 0, 0)); E(make(cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindNone), 4, 0, 0, 0)); E(make(cudaCreateChannelDesc(0, 32, 0, 0, cudaChannelFormatKindFloat), 4, 0, 0, 0));
    E(make(cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsignedNormalized8X4), 4, 4, 0, 0)); E(make(cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindSignedNormalized16X1), 4, 4, 0, 0));
    E(cudaMallocArray(nullptr, &f1, 4, 4)); cudaArray_t a; E(cudaMallocArray(&a, nullptr, 4, 4)); E(cudaFreeArray(nullptr)); E(cudaFreeMipmappedArray(nullptr));
    E(mip(f1, 40, 20, 0, 100, 0)); E(mip(f1, 40, 20, 0, 0, 0)); E(mip(f1, 40, 0, 0, 3, 0)); E(mip(f1, 8, 4, 2, 4, 0)); E(mip(f1, 8, 8, 6, 4, cudaArrayCubemap)); E(mip(f1, 8, 8, 5, 4, cudaArrayLayered)); E(mip(f1, 8, 0, 5, 4, cudaArrayLayered)); E(mip(f1, 0, 0, 0, 4, 0)); E(mip(f1, 8, 8, 0, 2, cudaArrayTextureGather)); E(mip(f1, 8, 8, 0, 2, cudaArraySurfaceLoadStore));
    cudaMipmappedArray_t mm; CK(cudaMallocMipmappedArray(&mm, &f1, make_cudaExtent(16, 16, 0), 3)); cudaArray_t lv; E(cudaGetMipmappedArrayLevel(&lv, mm, 0)); cudaArray_t lv2; E(cudaGetMipmappedArrayLevel(&lv2, mm, 0)); printf("same level twice: %d\n", lv == lv2); E(cudaGetMipmappedArrayLevel(&lv, mm, 3)); E(cudaGetMipmappedArrayLevel(nullptr, mm, 0)); E(cudaFreeArray(lv2));
    // textures
    CK(cudaMallocArray(&a, &f1, 8, 8));
    cudaArray_t ai, ab, ah, as; CK(cudaMallocArray(&ai, &i1, 8, 8)); CK(cudaMallocArray(&ab, &u4, 8, 8)); CK(cudaMallocArray(&ah, &h1, 8, 8)); CK(cudaMallocArray(&as, &f1, 8, 8, cudaArraySurfaceLoadStore));
    cudaTextureDesc td = {}, lin = {}, nf = {}, bad = {};
    lin.filterMode = cudaFilterModeLinear; nf.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t t; cudaResourceDesc ra = resource(a), ri = resource(ai), rb = resource(ab), rh = resource(ah), none = {};
    E(cudaCreateTextureObject(nullptr, &ra, &td, nullptr)); E(cudaCreateTextureObject(&t, nullptr, &td, nullptr)); E(cudaCreateTextureObject(&t, &ra, nullptr, nullptr)); E(tex(none, td)); none.resType = (cudaResourceType)9; E(tex(none, td));
    E(tex(ra, lin)); E(tex(ri, lin)); E(tex(rb, lin)); E(tex(ra, nf)); E(tex(ri, nf)); E(tex(rb, nf)); E(tex(rh, nf)); E(tex(rh, lin));
    nf.filterMode = cudaFilterModeLinear; E(tex(rb, nf)); E(tex(ri, nf));
    bad = td; bad.filterMode = (cudaTextureFilterMode)7; E(tex(ra, bad)); bad = td; bad.addressMode[0] = (cudaTextureAddressMode)9; E(tex(ra, bad)); bad = td; bad.addressMode[2] = (cudaTextureAddressMode)9; E(tex(ra, bad)); bad = td; bad.readMode = (cudaTextureReadMode)5; E(tex(ra, bad)); bad = td; bad.maxAnisotropy = 99; E(tex(ra, bad)); bad = td; bad.sRGB = 1; E(tex(ra, bad)); E(tex(rb, bad)); bad.readMode = cudaReadModeNormalizedFloat; E(tex(rb, bad)); bad = td; bad.seamlessCubemap = 1; E(tex(ra, bad)); bad = td; bad.normalizedCoords = 5; E(tex(ra, bad)); bad = td; bad.mipmapFilterMode = cudaFilterModeLinear; E(tex(ra, bad)); bad = td; bad.disableTrilinearOptimization = 1; E(tex(ra, bad));
    E(tex(resource(mm), td)); bad = td; bad.normalizedCoords = 1; E(tex(resource(mm), bad));
    float* lp; CK(cudaMalloc(&lp, 1 << 20));
    cudaResourceDesc rl = {}; rl.resType = cudaResourceTypeLinear; rl.res.linear.devPtr = lp; rl.res.linear.desc = f1; rl.res.linear.sizeInBytes = 4096;
    E(tex(rl, td)); E(tex(rl, lin)); bad = td; bad.normalizedCoords = 1; E(tex(rl, bad)); auto r2 = rl; r2.res.linear.devPtr = lp + 1; E(tex(r2, td)); r2 = rl; r2.res.linear.devPtr = lp + 4; E(tex(r2, td)); r2.res.linear.devPtr = lp + 128; E(tex(r2, td)); r2 = rl; r2.res.linear.devPtr = nullptr; E(tex(r2, td)); r2 = rl; r2.res.linear.sizeInBytes = 0; E(tex(r2, td)); r2.res.linear.sizeInBytes = 3; E(tex(r2, td)); r2.res.linear.sizeInBytes = 1ull << 33; E(tex(r2, td)); int host[64]; r2 = rl; r2.res.linear.devPtr = host; E(tex(r2, td)); r2 = rl; r2.res.linear.desc = cudaCreateChannelDesc(32, 32, 32, 0, cudaChannelFormatKindFloat); E(tex(r2, td));
    cudaResourceDesc rp = {}; rp.resType = cudaResourceTypePitch2D; rp.res.pitch2D.devPtr = lp; rp.res.pitch2D.desc = f1; rp.res.pitch2D.width = 16; rp.res.pitch2D.height = 8; rp.res.pitch2D.pitchInBytes = 512;
    E(tex(rp, td)); E(tex(rp, lin)); auto r3 = rp; r3.res.pitch2D.pitchInBytes = 500; E(tex(r3, td)); r3.res.pitch2D.pitchInBytes = 64; E(tex(r3, td)); r3.res.pitch2D.pitchInBytes = 32; E(tex(r3, td)); r3 = rp; r3.res.pitch2D.width = 0; E(tex(r3, td)); r3 = rp; r3.res.pitch2D.height = 70000; E(tex(r3, td)); r3 = rp; r3.res.pitch2D.devPtr = lp + 1; E(tex(r3, td)); r3.res.pitch2D.devPtr = lp + 8; E(tex(r3, td)); r3.res.pitch2D.devPtr = lp + 128; E(tex(r3, td));
    cudaResourceViewDesc v = {}; v.format = cudaResViewFormatFloat1; v.width = 8; v.height = 8; E(tex(ra, td, &v)); v.width = 4; E(tex(ra, td, &v)); v.width = 8; v.format = cudaResViewFormatUnsignedInt1; E(tex(ra, td, &v)); v.format = cudaResViewFormatFloat4; E(tex(ra, td, &v)); v.format = cudaResViewFormatUnsignedChar4; E(tex(ra, td, &v)); v.format = cudaResViewFormatHalf2; E(tex(ra, td, &v)); v.format = cudaResViewFormatNone; E(tex(ra, td, &v)); v.format = cudaResViewFormatFloat1; E(tex(rl, td, &v)); v.firstLayer = 1; E(tex(ra, td, &v));
    // what a texture gives back
    bad = lin; bad.addressMode[0] = cudaAddressModeMirror; bad.maxAnisotropy = 99; bad.mipmapLevelBias = 20; bad.minMipmapLevelClamp = -3; bad.maxMipmapLevelClamp = 1000; bad.normalizedCoords = 7; bad.sRGB = 1; bad.borderColor[1] = 3.5f;
    CK(cudaCreateTextureObject(&t, &ra, &bad, nullptr)); cudaTextureDesc g; CK(cudaGetTextureObjectTextureDesc(&g, t));
    printf("desc: %d %d %d filter %d read %d srgb %d norm %d aniso %u mip %d bias %g min %g max %g seamless %d border %g\n", g.addressMode[0], g.addressMode[1], g.addressMode[2], g.filterMode, g.readMode, g.sRGB, g.normalizedCoords, g.maxAnisotropy, g.mipmapFilterMode, g.mipmapLevelBias, g.minMipmapLevelClamp, g.maxMipmapLevelClamp, g.seamlessCubemap, g.borderColor[1]);
    cudaResourceDesc gr; memset(&gr, 7, sizeof gr); E(cudaGetTextureObjectResourceDesc(&gr, t)); printf("type %d same %d\n", gr.resType, gr.res.array.array == a); cudaResourceViewDesc gv; E(cudaGetTextureObjectResourceViewDesc(&gv, t));
    E(cudaDestroyTextureObject(t)); E(cudaDestroyTextureObject(t)); E(cudaDestroyTextureObject(0)); E(cudaDestroyTextureObject(12345)); E(cudaGetTextureObjectTextureDesc(&g, t)); E(cudaGetTextureObjectTextureDesc(&g, 0));
    CK(cudaCreateTextureObject(&t, &rl, &td, nullptr)); memset(&gr, 7, sizeof gr); E(cudaGetTextureObjectResourceDesc(&gr, t)); printf("linear %d %d size %zu desc %d %d\n", gr.resType, gr.res.linear.devPtr == lp, gr.res.linear.sizeInBytes, gr.res.linear.desc.x, gr.res.linear.desc.f); E(cudaGetTextureObjectResourceViewDesc(&gv, t));
    v = {}; v.format = cudaResViewFormatUnsignedInt1; v.width = 8; v.height = 8; cudaTextureObject_t tv; E(cudaCreateTextureObject(&tv, &ra, &td, &v)); memset(&gv, 7, sizeof gv); E(cudaGetTextureObjectResourceViewDesc(&gv, tv)); printf("view %d %zu %zu %zu levels %u %u layers %u %u\n", gv.format, gv.width, gv.height, gv.depth, gv.firstMipmapLevel, gv.lastMipmapLevel, gv.firstLayer, gv.lastLayer);
    cudaSurfaceObject_t s; cudaResourceDesc rs = resource(as); E(cudaCreateSurfaceObject(&s, &ra)); E(cudaCreateSurfaceObject(&s, &rl)); E(cudaCreateSurfaceObject(nullptr, &rs)); E(cudaCreateSurfaceObject(&s, nullptr)); E(cudaCreateSurfaceObject(&s, &rs)); E(cudaGetSurfaceObjectResourceDesc(&gr, s)); E(cudaGetTextureObjectResourceDesc(&gr, s)); E(cudaDestroyTextureObject(s)); E(cudaDestroySurfaceObject(t)); E(cudaDestroySurfaceObject(s)); E(cudaDestroySurfaceObject(s)); E(cudaDestroySurfaceObject(0)); rs = resource(mm); E(cudaCreateSurfaceObject(&s, &rs));
    cudaChannelFormatDesc cd; E(cudaGetChannelDesc(&cd, a)); printf("%d %d %d %d %d\n", cd.x, cd.y, cd.z, cd.w, cd.f); E(cudaGetChannelDesc(nullptr, a)); E(cudaGetChannelDesc(&cd, nullptr)); E(cudaArrayGetInfo(nullptr, nullptr, nullptr, a)); cudaArray_t pl; E(cudaArrayGetPlane(&pl, a, 0)); E(cudaArrayGetPlane(&pl, a, 1)); cudaArraySparseProperties sp; E(cudaArrayGetSparseProperties(&sp, a)); E(cudaMipmappedArrayGetSparseProperties(&sp, mm)); cudaArrayMemoryRequirements mr; E(cudaArrayGetMemoryRequirements(&mr, a, 0)); E(cudaMipmappedArrayGetMemoryRequirements(&mr, mm, 0));
    size_t mw; for (auto c : { f1, u4, h1, cudaCreateChannelDesc<float4>(), cudaCreateChannelDesc<char>() }) { E(cudaDeviceGetTexture1DLinearMaxWidth(&mw, &c, 0)); printf("%zu\n", mw); } E(cudaDeviceGetTexture1DLinearMaxWidth(&mw, &f1, 5)); E(cudaDeviceGetTexture1DLinearMaxWidth(nullptr, &f1, 0));
    // copies
    float buf[256]; for (int i = 0; i < 256; i++) buf[i] = i;
    E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 32, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 36, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 4, 0, buf, 32, 32, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 1, buf, 32, 32, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 16, 32, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 16, 32, 1, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 2, 0, buf, 32, 4, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 5, 2, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 0, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 32, 0, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 32, 8, cudaMemcpyDeviceToHost)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 32, 8, cudaMemcpyDeviceToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, lp, 32, 32, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 32, 8, cudaMemcpyDefault)); E(cudaMemcpy2DToArray(nullptr, 0, 0, buf, 32, 32, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, nullptr, 32, 32, 8, cudaMemcpyHostToDevice)); E(cudaMemcpy2DToArray(a, 0, 0, buf, 32, 32, 8, (cudaMemcpyKind)9));
    E(cudaMemcpyToArray(a, 0, 0, buf, 256, cudaMemcpyHostToDevice)); E(cudaMemcpyToArray(a, 0, 0, buf, 260, cudaMemcpyHostToDevice)); float back[64]; E(cudaMemcpyFromArray(back, a, 0, 0, 256, cudaMemcpyDeviceToHost)); for (int i = 0; i < 64; i++) printf("%g ", back[i]); printf("\n"); E(cudaMemcpyFromArray(back, a, 8, 1, 100, cudaMemcpyDeviceToHost)); printf("%g %g\n", back[0], back[24]);
    E(cudaMemcpy2DArrayToArray(as, 0, 0, a, 0, 0, 32, 8)); E(cudaMemcpy2DArrayToArray(as, 4, 0, a, 0, 0, 32, 8)); E(cudaMemcpyArrayToArray(as, 0, 1, a, 8, 0, 60)); E(cudaMemcpy2DFromArray(back, 32, as, 0, 0, 32, 8, cudaMemcpyDeviceToHost)); for (int i = 0; i < 64; i++) printf("%g ", back[i]); printf("\n"); E(cudaMemcpy2DArrayToArray(ah, 0, 0, a, 0, 0, 16, 8));
    cudaMemcpy3DParms q = {}; E(cudaMemcpy3D(&q)); q.srcArray = a; q.dstArray = as; q.extent = make_cudaExtent(8, 8, 1); q.kind = cudaMemcpyDeviceToDevice; E(cudaMemcpy3D(&q)); q.extent.depth = 0; E(cudaMemcpy3D(&q)); q.extent = make_cudaExtent(9, 8, 1); E(cudaMemcpy3D(&q)); q.extent = make_cudaExtent(8, 8, 2); E(cudaMemcpy3D(&q)); q.extent = make_cudaExtent(8, 8, 1); q.srcPos.x = 1; E(cudaMemcpy3D(&q)); q.srcPos.x = 0; q.srcPtr = make_cudaPitchedPtr(buf, 32, 8, 8); E(cudaMemcpy3D(&q)); q.srcArray = nullptr; q.kind = cudaMemcpyHostToDevice; E(cudaMemcpy3D(&q)); q.srcPtr.pitch = 0; E(cudaMemcpy3D(&q)); q.srcPtr.pitch = 31; E(cudaMemcpy3D(&q)); q.kind = cudaMemcpyDefault; q.srcPtr.pitch = 32; E(cudaMemcpy3D(&q)); q.dstArray = ah; q.extent = make_cudaExtent(8, 8, 1); E(cudaMemcpy3D(&q)); q = {}; q.srcArray = a; q.dstArray = ah; q.extent = make_cudaExtent(8, 8, 1); q.kind = cudaMemcpyDeviceToDevice; E(cudaMemcpy3D(&q));
    cudaPointerAttributes pa; E(cudaPointerGetAttributes(&pa, a)); printf("%d\n", pa.type);
    E(cudaFreeArray(a)); E(cudaFreeArray(as)); E(cudaFreeMipmappedArray(mm));
    return 0;
}
