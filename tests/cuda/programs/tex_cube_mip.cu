// features: cube maps with linear filter, seamless and not; mipmaps: level weights, bias, clamps, gradients
#include "tex_bits.h"
static cudaMipmappedArray_t mips(int w, int h, int d, int levels, unsigned flags, int random) {
    cudaMipmappedArray_t m;
    cudaChannelFormatDesc c = desc(32, 1, cudaChannelFormatKindFloat);
    CK(cudaMallocMipmappedArray(&m, &c, make_cudaExtent(w, h, d), levels, flags));
    for (int l = 0; l < levels; l++) {
        cudaArray_t a;
        CK(cudaGetMipmappedArrayLevel(&a, m, l));
        int lw = w >> l ? w >> l : 1, lh = !h ? 0 : h >> l ? h >> l : 1, ld = flags ? d : !d ? 0 : d >> l ? d >> l : 1;
        int n = lw * (lh ? lh : 1) * (ld ? ld : 1);
        float* p = (float*)malloc(n * 4);
        for (int i = 0; i < n; i++) p[i] = random ? rndFloat(2) : l * 256.0f;
        cudaMemcpy3DParms q = {};
        q.srcPtr = make_cudaPitchedPtr(p, lw * 4, lw, lh ? lh : 1);
        q.dstArray = a;
        q.extent = make_cudaExtent(lw, lh ? lh : 1, ld ? ld : 1);
        q.kind = cudaMemcpyHostToDevice;
        CK(cudaMemcpy3D(&q));
        free(p);
    }
    return m;
}
static void grads(int n, int dims) {
    for (int i = 0; i < n; i++) {
        in[i] = In();
        in[i].x = unit(); in[i].y = unit(); in[i].z = unit();
        float s = exp2f(range(-7, 1));
        in[i].ax = range(-1, 1) * s; in[i].bx = range(-1, 1) * s;
        if (dims > 1) { in[i].ay = range(-1, 1) * s; in[i].by = range(-1, 1) * s; }
        if (dims > 2) { in[i].az = range(-1, 1) * s; in[i].bz = range(-1, 1) * s; }
        if (i % 4 == 0) in[i].ay = in[i].az = in[i].bx = in[i].by = in[i].bz = 0;
    }
    in[0].ax = 0; in[1].ax = NAN; in[2].ay = INFINITY; in[3].ax = in[3].ay = in[3].az = in[3].bx = in[3].by = in[3].bz = 1e-30f;
    in[4].ax = 1e30f; in[5] = in[6]; in[5].ax = 1.0f / 32; in[5].ay = in[5].az = in[5].bx = in[5].by = in[5].bz = 0;
}
int main() {
    // cube maps: a constant per face shows the weights, random texels show the rest
    static float faces[6 * 16], r[6 * 16];
    for (int i = 0; i < 96; i++) { faces[i] = (float)(1 << (4 * (i / 16))); r[i] = (float)(i / 16 * 100000 + i % 16 * 4096); }
    for (int k = 0; k < 2; k++) {
        cudaArray_t a = array(k ? r : faces, 4, desc(32, 1, cudaChannelFormatKindFloat), 4, 4, 6, cudaArrayCubemap);
        for (int seamless = 0; seamless < 2; seamless++)
            for (int point = 0; point < 2; point++) {
                Tex t; t.norm = 1; t.seamless = seamless; t.point = point;
                for (int i = 0; i < 240; i++) {
                    in[i] = In();
                    in[i].x = range(-1, 1); in[i].y = range(-1, 1); in[i].z = range(-1, 1);
                    float* v = &in[i].x;
                    if (i % 3 == 1) { v[rnd() % 3] = rnd() & 1 ? 1 : -1; v[rnd() % 3] = rnd() & 1 ? 0.97f : -0.97f; }        // near edges
                    if (i % 6 == 5) { for (int j = 0; j < 3; j++) v[j] = (rnd() & 1 ? 1 : -1) * range(0.9f, 1); } // near corners
                    if (i >= 200) for (int j = 0; j < 3; j++) v[j] = (float)((int)(rnd() % 3) - 1);          // ties
                    if (i >= 232) v[i % 3] = NAN;
                    if (i >= 236) v[(i + 1) % 3] = INFINITY;
                }
                char name[80];
                sprintf(name, "cube %s %s %s", k ? "texels" : "faces", seamless ? "seamless" : "plain", point ? "point" : "linear");
                go<float4>(name, CUBE, resource(a), t, in, 232);
            }
        cudaFreeArray(a);
    }
    cudaArray_t la = array(r, 4, desc(32, 1, cudaChannelFormatKindFloat), 2, 2, 24, cudaArrayCubemap | cudaArrayLayered);
    { Tex t; t.norm = 1; t.point = 1;
      float ls[8] = { 0, 1, 3, 4, 5, -1, 100, 2 };
      for (int i = 0; i < 8; i++) { in[i] = In(); in[i].x = 0.3f; in[i].y = -1; in[i].z = 0.2f; in[i].w = ls[i]; }
      go<float4>("cube layers", CUBEL, resource(la), t, in, 8); }
    cudaFreeArray(la);
    // levels
    cudaMipmappedArray_t m1 = mips(64, 0, 0, 7, 0, 0), m2 = mips(32, 16, 0, 6, 0, 0), m3 = mips(16, 16, 16, 5, 0, 0), mr = mips(32, 16, 0, 6, 0, 1), mo = mips(37, 21, 0, 6, 0, 1), mc = mips(16, 16, 6, 5, cudaArrayCubemap, 0);
    for (int mip = 0; mip < 2; mip++) {
        Tex t; t.norm = 1; t.mip = mip ? cudaFilterModeLinear : cudaFilterModePoint;
        char name[80];
        const char* s = mip ? "linear" : "point";
        for (int i = 0; i < 256; i++) { in[i] = In(); in[i].x = 0.3f; in[i].y = 0.6f; in[i].lod = range(-1.5f, 7); }
        for (int i = 0; i < 24; i++) in[i].lod = i / 4.0f;
        for (int i = 24; i < 120; i++) in[i].lod = ((float)(rnd() % 1280) + 0.5f) / 256 + ((int)(rnd() % 5) - 2) / 65536.0f;
        in[120].lod = NAN; in[121].lod = INFINITY; in[122].lod = -INFINITY; in[123].lod = 1e30f; in[124].lod = 0.00195f; in[125].lod = 0.00196f;
        sprintf(name, "lod %s", s);
        go<float4>(name, T2LOD, resource(m2), t, in, 256);
        sprintf(name, "lod 1D %s", s); go<float4>(name, T1LOD, resource(m1), t, in, 64);
        sprintf(name, "lod 3D %s", s); go<float4>(name, T3LOD, resource(m3), t, in, 64);
        Tex u = t; u.bias = 0.7f;
        sprintf(name, "lod bias %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 64);
        sprintf(name, "plain bias %s", s); go<float4>(name, T2, resource(m2), u, in, 4);
        u.bias = -3.3f; sprintf(name, "lod bias -3.3 %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 128);
        u.bias = 40; sprintf(name, "lod bias 40 %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 32);
        u.bias = 0.001f; sprintf(name, "lod bias .001 %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 128);
        u.bias = 0; u.lo = 1.3f; u.hi = 3.6f; sprintf(name, "lod clamp %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 128);
        u.lo = 1.0013f; u.hi = 3.5987f; sprintf(name, "lod clamp fine %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 64);
        sprintf(name, "plain clamp %s", s); go<float4>(name, T2, resource(m2), u, in, 4);
        u.lo = 0; u.hi = 0; sprintf(name, "lod clamp 0 %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 64);
        u.lo = 4; u.hi = 2; sprintf(name, "lod clamp crossed %s", s); go<float4>(name, T2LOD, resource(m2), u, in, 64);
        for (int i = 0; i < 256; i++) { in[i].x = unit(); in[i].y = unit(); }
        sprintf(name, "trilinear %s", s); go<float4>(name, T2LOD, resource(mr), t, in, 256);
        sprintf(name, "trilinear odd %s", s); go<float4>(name, T2LOD, resource(mo), t, in, 128);
        u = t; u.point = 1; sprintf(name, "nearest %s", s); go<float4>(name, T2LOD, resource(mo), u, in, 128);
        grads(200, 1); sprintf(name, "grad 1D %s?", s); go<float4>(name, T1GRAD, resource(m1), t, in, 100);
        grads(240, 2); sprintf(name, "grad 2D %s?", s); go<float4>(name, T2GRAD, resource(m2), t, in, 240);
        u = t; u.aniso = 1; sprintf(name, "grad 2D aniso 1 %s?", s); go<float4>(name, T2GRAD, resource(m2), u, in, 32);
        u.aniso = 16; sprintf(name, "grad 2D aniso 16 %s?", s); go<float4>(name, T2GRAD, resource(m2), u, in, 96);
        grads(200, 3); sprintf(name, "grad 3D %s?", s); go<float4>(name, T3GRAD, resource(m3), t, in, 128);
        for (int i = 0; i < 64; i++) { in[i] = In(); in[i].x = range(-1, 1); in[i].y = range(-1, 1); in[i].z = range(-1, 1); in[i].lod = range(-1, 6); }
        sprintf(name, "lod cube %s", s); go<float4>(name, CUBELOD, resource(mc), t, in, 64);
    }
    return 0;
}
