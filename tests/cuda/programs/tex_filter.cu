// features: the bits of linear filtering: 1-D, 2-D, 3-D, texels of every format, all fractions
#include "tex_bits.h"
enum { N = 320 };
static void coords(int w, int h, int d, int n) {
    for (int i = 0; i < n; i++) {
        in[i] = In();
        in[i].x = (float)(rnd() % (w - 1)) + 0.5f + (float)(rnd() % 256) / 256;
        in[i].y = h > 1 ? (float)(rnd() % (h - 1)) + 0.5f + (float)(rnd() % 256) / 256 : 0;
        in[i].z = d > 1 ? (float)(rnd() % (d - 1)) + 0.5f + (float)(rnd() % 256) / 256 : 0;
    }
}
template <typename V> static void shape(const char* name, const void* src, int size, cudaChannelFormatDesc c, const Tex& t, int n, int ch) {
    char s[100];
    const char* rough = !strncmp(name, "snorm8", 6) ? "?" : "";
    cudaArray_t a = array(src, size, c, 64, 0, 0);
    coords(64, 1, 1, n);
    sprintf(s, "%s 1D%s", name, rough);
    go<V>(s, T1, resource(a), t, in, n, ch);
    cudaFreeArray(a);
    a = array(src, size, c, 8, 8, 0);
    coords(8, 8, 1, n);
    sprintf(s, "%s 2D%s", name, rough);
    go<V>(s, T2, resource(a), t, in, n, ch);
    cudaFreeArray(a);
    a = array(src, size, c, 4, 4, 4);
    coords(4, 4, 4, n);
    sprintf(s, "%s 3D%s", name, rough);
    go<V>(s, T3, resource(a), t, in, n, ch);
    cudaFreeArray(a);
}
int main() {
    Tex t;
    static float f[64 * 4];
    static unsigned short h[64 * 4];
    static unsigned char b[64 * 4];
    // one pair, every fraction
    float pair[4] = { 0.0f, 1.0f, ofBits(0x3f9d70a4), ofBits(0xc2b5c28f) };
    cudaArray_t a = array(pair, 4, desc(32, 1, cudaChannelFormatKindFloat), 4, 0, 0);
    for (int i = 0; i < 768; i++) { in[i] = In(); in[i].x = 0.5f + i / 256.0f; }
    go<float4>("every fraction", T1, resource(a), t, in, 768);
    cudaFreeArray(a);
    for (int spread : { 0, 4, 40 }) {
        for (float& v : f) v = rndFloat(spread);
        char s[64]; sprintf(s, "float spread %d", spread);
        shape<float4>(s, f, 4, desc(32, 1, cudaChannelFormatKindFloat), t, N, 1);
    }
    for (float& v : f) v = fabsf(rndFloat(0));
    shape<float4>("float positive", f, 4, desc(32, 1, cudaChannelFormatKindFloat), t, N, 1);
    float special[8] = { INFINITY, 1, -INFINITY, NAN, 0, ofBits(1), ofBits(0x7fffff), ofBits(0x800000) };
    for (int i = 0; i < 64; i++) f[i] = i % 5 == 4 ? ofBits(0x7f7fffff - (rnd() & 0x800000)) : special[rnd() % 8];
    shape<float4>("float special", f, 4, desc(32, 1, cudaChannelFormatKindFloat), t, 160, 1);
    for (float& v : f) v = rndFloat(4);
    shape<float4>("float4", f, 16, desc(32, 4, cudaChannelFormatKindFloat), t, 40, 4);
    for (unsigned short& v : h) v = (unsigned short)((rnd() & 0x83ff) | (13 + rnd() % 5) << 10);
    shape<float4>("half", h, 2, desc(16, 1, cudaChannelFormatKindFloat), t, N, 1);
    for (unsigned short& v : h) v = (unsigned short)((rnd() & 0x83ff) | (rnd() % 31) << 10);
    shape<float4>("half wide", h, 2, desc(16, 1, cudaChannelFormatKindFloat), t, 160, 1);
    shape<float4>("half4", h, 8, desc(16, 4, cudaChannelFormatKindFloat), t, 40, 4);
    for (unsigned short& v : h) v = (unsigned short)(rnd() >> 8);
    for (unsigned char& v : b) v = (unsigned char)(rnd() >> 8);
    t.r = cudaReadModeNormalizedFloat;
    shape<float4>("unorm8", b, 1, desc(8, 1, cudaChannelFormatKindUnsigned), t, N, 1);
    shape<float4>("snorm8", b, 1, desc(8, 1, cudaChannelFormatKindSigned), t, N, 1);
    shape<float4>("unorm8x4", b, 4, desc(8, 4, cudaChannelFormatKindUnsigned), t, 40, 4);
    shape<float4>("unorm16", h, 2, desc(16, 1, cudaChannelFormatKindUnsigned), t, N, 1);
    shape<float4>("snorm16", h, 2, desc(16, 1, cudaChannelFormatKindSigned), t, N, 1);
    t.srgb = 1;
    shape<float4>("srgb", b, 4, desc(8, 4, cudaChannelFormatKindUnsigned), t, 160, 4);
    // every value of each small format, unfiltered
    t.point = 1;
    static unsigned char all[256 * 4];
    for (int i = 0; i < 1024; i++) all[i] = (unsigned char)(i / 4);
    for (int i = 0; i < 256; i++) { in[i] = In(); in[i].x = i + 0.5f; }
    a = array(all, 4, desc(8, 4, cudaChannelFormatKindUnsigned), 256, 0, 0);
    go<float4>("srgb values", T1, resource(a), t, in, 256, 4);
    t.srgb = 0;
    go<float4>("unorm8 values", T1, resource(a), t, in, 256, 1);
    cudaFreeArray(a);
    a = array(all, 4, desc(8, 4, cudaChannelFormatKindSigned), 256, 0, 0);
    go<float4>("snorm8 values", T1, resource(a), t, in, 256, 1);
    cudaFreeArray(a);
    static unsigned short some[1024];
    for (int i = 0; i < 1024; i++) some[i] = i < 40 ? i : i < 80 ? 32768 - 20 + (i - 40) : i < 100 ? 65436 + i : (unsigned short)(rnd() >> 9);
    for (int i = 0; i < 1024; i++) { in[i] = In(); in[i].x = i + 0.5f; }
    a = array(some, 2, desc(16, 1, cudaChannelFormatKindUnsigned), 1024, 0, 0);
    go<float4>("unorm16 values", T1, resource(a), t, in, 400, 1);
    cudaFreeArray(a);
    a = array(some, 2, desc(16, 1, cudaChannelFormatKindSigned), 1024, 0, 0);
    go<float4>("snorm16 values", T1, resource(a), t, in, 400, 1);
    cudaFreeArray(a);
    t.r = cudaReadModeElementType;
    unsigned short hs[12] = { 0, 0x8000, 1, 0x3ff, 0x400, 0x3c00, 0x7bff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xffff };
    a = array(hs, 2, desc(16, 1, cudaChannelFormatKindFloat), 12, 0, 0);
    go<float4>("half values", T1, resource(a), t, in, 12, 1);
    cudaFreeArray(a);
    unsigned fs[8] = { 0x7f800001, 0xffc12345, 1, 0x80000001, 0x7fffffff, 0x7f800000, 0x807fffff, 0x80000000 };
    a = array(fs, 4, desc(32, 1, cudaChannelFormatKindFloat), 8, 0, 0);
    go<float4>("float values", T1, resource(a), t, in, 8, 1);
    t.point = 0;
    for (int i = 0; i < 8; i++) in[i].x = i + 0.5f;
    go<float4>("float values, linear", T1, resource(a), t, in, 8, 1);
    cudaFreeArray(a);
    // what missing channels read as, and the border colour of each format
    t = Tex();
    t.point = 1;
    t.m = cudaAddressModeBorder;
    t.border[0] = 0.3f; t.border[1] = -2.5f; t.border[2] = 300; t.border[3] = 1e10f;
    in[0] = In(); in[0].x = 0.5f;
    in[1] = In(); in[1].x = -3;
    in[2] = In(); in[2].x = 1.5f;
    static unsigned raw[16] = { 0x80ff7f01, 0x12345678, 0xfedcba98, 0x3c00bc00, 0x3f800000, 0xbf800000, 0x81828384, 0x01020304 };
    const char* kinds[] = { "signed", "unsigned", "float" };
    for (int k = 0; k < 3; k++)
        for (int bits : { 8, 16, 32 })
            for (int n : { 1, 2, 4 }) {
                if (k == 2 && bits == 8) continue;
                cudaArray_t ar = array(raw, bits * n / 8, desc(bits, n, (cudaChannelFormatKind)k), 2, 0, 0);
                char s[64];
                sprintf(s, "%s %d x %d", kinds[k], bits, n);
                if (k == 0) go<int4>(s, T1, resource(ar), t, in, 3, 4);
                else if (k == 1) go<uint4>(s, T1, resource(ar), t, in, 3, 4);
                else go<float4>(s, T1, resource(ar), t, in, 3, 4);
                if (k < 2 && bits < 32) {
                    t.r = cudaReadModeNormalizedFloat;
                    strcat(s, " normalised");
                    go<float4>(s, T1, resource(ar), t, in, 3, 4);
                    if (k == 1 && bits == 8) { t.srgb = 1; strcat(s, " sRGB"); go<float4>(s, T1, resource(ar), t, in, 3, 4); t.srgb = 0; }
                    t.r = cudaReadModeElementType;
                }
                cudaFreeArray(ar);
            }
    return 0;
}
