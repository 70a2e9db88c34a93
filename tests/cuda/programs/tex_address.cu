// features: which texels a coordinate reads: fractions, edges, huge and special coordinates, in every address mode
#include "tex_bits.h"
static const cudaTextureAddressMode modes[] = { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
static const char* modeName[] = { "wrap", "clamp", "mirror", "border" };
static const float odd[] = { NAN, -NAN, INFINITY, -INFINITY, 1e10f, -1e10f, 3e38f, -3e38f, 1e-40f, -1e-40f, -0.0f, 0.0f, 65536, -65536, 1e6f, -1e6f, 16777216, -16777216, 2147483648.0f, -2147483648.0f, 4294967296.0f, 1e-10f, -1e-10f, 0.49999997f, 0.50000006f, 32768.5f, 8388607.5f, 131072.25f, 524288.125f, 33554432 };
int main() {
    static float src[1000];
    for (int w : { 1000, 37, 4 }) {
        for (int i = 0; i < w; i++) src[i] = i * 256.0f;
        cudaArray_t a = array(src, 4, desc(32, 1, cudaChannelFormatKindFloat), w, 0, 0);
        for (int norm = 0; norm < 2; norm++)
            for (int m = 0; m < 4; m++)
                for (int point = 0; point < 2; point++) {
                    Tex t;
                    t.m = modes[m]; t.norm = norm; t.point = point;
                    t.border[0] = 77777;
                    int n = 0;
                    float s = norm ? 1.0f / w : 1;
                    bool few = w != 1000;
                    for (int i = 0; i < (few ? 64 : 160); i++) in[n++].x = range(-0.02f * w - 2, 1.02f * w + 2) * s;
                    for (int i = 0; i < 48; i++) in[n++].x = range(-3.5f * w, 4.5f * w) * s;
                    for (int i = 0; i < (few ? 24 : 96); i++) {     // around the middles of fractions, and around texel edges
                        float c = (float)(rnd() % w) + (point ? (i & 1 ? 0 : 0.5f) : ((float)(rnd() % 256) + 0.5f) / 256);
                        c *= s;
                        int d = (int)(rnd() % 5) - 2;
                        in[n++].x = ofBits(bitsOf(c) + d);
                    }
                    for (float o : odd) in[n++].x = o;
                    char name[80];
                    sprintf(name, "%s %s %s %d", norm ? "normalised" : "texels", modeName[m], point ? "point" : "linear", w);
                    go<float4>(name, T1, resource(a), t, in, n);
                }
        cudaFreeArray(a);
    }
    // the same coordinates from a pitched image in linear memory and from a layered array
    float *lin; size_t pitch;
    CK(cudaMallocPitch(&lin, &pitch, 40 * 4, 20));
    static float img[20][40];
    for (int y = 0; y < 20; y++) for (int x = 0; x < 40; x++) img[y][x] = (float)(y * 40 + x) * 256;
    CK(cudaMemcpy2D(lin, pitch, img, 160, 160, 20, cudaMemcpyHostToDevice));
    cudaResourceDesc rd = {};
    rd.resType = cudaResourceTypePitch2D;
    rd.res.pitch2D.devPtr = lin; rd.res.pitch2D.desc = desc(32, 1, cudaChannelFormatKindFloat);
    rd.res.pitch2D.width = 40; rd.res.pitch2D.height = 20; rd.res.pitch2D.pitchInBytes = pitch;
    cudaArray_t a2 = array(img, 4, desc(32, 1, cudaChannelFormatKindFloat), 40, 20, 0);
    for (int norm = 0; norm < 2; norm++)
        for (int m = 0; m < 4; m++)
            for (int point = 0; point < 2; point++) {
                Tex t; t.m = modes[m]; t.norm = norm; t.point = point;
                t.border[0] = -1000;
                float sx = norm ? 1.0f / 40 : 1, sy = norm ? 1.0f / 20 : 1;
                for (int i = 0; i < 48; i++) { in[i] = In(); in[i].x = range(-20, 60) * sx; in[i].y = range(-10, 30) * sy; }
                for (int i = 0; i < 8; i++) { in[i].x = odd[i]; in[8 + i].y = odd[i]; }
                char name[80];
                sprintf(name, "pitch %s %s %s", norm ? "normalised" : "texels", modeName[m], point ? "point" : "linear");
                go<float4>(name, T2, rd, t, in, 48);
                name[0] = 'A';
                go<float4>(name, T2, resource(a2), t, in, 48);
            }
    // gather: footprints
    CK(cudaFreeArray(a2));
    for (int y = 0; y < 20; y++) for (int x = 0; x < 40; x++) img[y][x] = (float)(y * 100 + x);
    a2 = array(img, 4, desc(32, 1, cudaChannelFormatKindFloat), 40, 20, 0, cudaArrayTextureGather);
    for (int norm = 0; norm < 2; norm++)
        for (int m = 0; m < 4; m++) {
            Tex t; t.m = modes[m]; t.norm = norm; t.point = 1;
            t.border[0] = -1;
            float sx = norm ? 1.0f / 40 : 1, sy = norm ? 1.0f / 20 : 1;
            for (int i = 0; i < 64; i++) { in[i] = In(); in[i].x = range(-20, 60) * sx; in[i].y = range(-10, 30) * sy; }
            for (int i = 0; i < 8; i++) in[i].x = odd[i];
            for (int i = 8; i < 48; i++) { in[i].x = ((float)(rnd() % 40) + 0.5f + ((int)(rnd() % 65) - 32) / 8192.0f) * sx; }
            char name[80];
            sprintf(name, "gather %s %s", norm ? "normalised" : "texels", modeName[m]);
            go<float4>(name, G0, resource(a2), t, in, 64, 4);
            go<float4>(name, G1, resource(a2), t, in, 2, 4);
        }
    CK(cudaFreeArray(a2));
    // layers out of range
    a2 = array(img, 4, desc(32, 1, cudaChannelFormatKindFloat), 4, 0, 6, cudaArrayLayered);
    int ls[8] = { 0, 5, 6, 7, -1, -2147483647, 2147483647, 65536 };
    for (int i = 0; i < 8; i++) { in[i] = In(); in[i].x = 1.5f; in[i].w = (float)ls[i]; }
    for (int m = 0; m < 4; m++) { Tex t; t.m = modes[m]; t.point = 1; t.border[0] = -1; t.norm = m == 0; go<float4>("layer out of range", L1, resource(a2), t, in, 8); }
    CK(cudaFreeArray(a2));
    // fetches from linear memory, in and out of range
    rd = {};
    rd.resType = cudaResourceTypeLinear;
    rd.res.linear.devPtr = lin; rd.res.linear.desc = desc(8, 4, cudaChannelFormatKindUnsigned);
    rd.res.linear.sizeInBytes = 40;
    float is[12] = { 0, 9, 10, 11, 12, -1, -2, 100, 1000000, 2147483520, -2147483648.0f, 5 };
    for (int i = 0; i < 12; i++) { in[i] = In(); in[i].x = is[i]; }
    Tex t;
    t.f = cudaFilterModePoint;
    t.border[0] = 0.5f;
    for (int m = 0; m < 4; m++) {
        t.m = modes[m];
        t.r = cudaReadModeElementType;
        go<uint4>("fetch", FETCH, rd, t, in, 12, 4);
        t.r = cudaReadModeNormalizedFloat;
        go<float4>("fetch normalised", FETCH, rd, t, in, 12, 4);
    }
    rd.res.linear.sizeInBytes = 42;
    go<float4>("fetch, odd size", FETCH, rd, t, in, 12, 4);
    return 0;
}
