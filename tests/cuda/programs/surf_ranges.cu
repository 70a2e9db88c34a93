// features: surfaces by PTX: formatted stores, reductions, out-of-range accesses; queries
#include "tex_bits.h"
__global__ void reads(cudaSurfaceObject_t s, int mode, const int2* p, unsigned* o, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned v = 0xdeadbeef;
    if (mode == 0) asm volatile("suld.b.2d.b32.zero %0, [%1, {%2,%3}];" : "=r"(v) : "l"(s), "r"(p[i].x), "r"(p[i].y));
    if (mode == 1) asm volatile("suld.b.2d.b32.clamp %0, [%1, {%2,%3}];" : "=r"(v) : "l"(s), "r"(p[i].x), "r"(p[i].y));
    if (mode == 2) asm volatile("suld.b.2d.b32.trap %0, [%1, {%2,%3}];" : "=r"(v) : "l"(s), "r"(p[i].x), "r"(p[i].y));
    o[i] = v;
}
__global__ void writes(cudaSurfaceObject_t s, int mode, const int2* p, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned v = 0xa0000000u + i;
    if (mode == 0) asm volatile("sust.b.2d.b32.zero [%0, {%1,%2}], %3;" :: "l"(s), "r"(p[i].x), "r"(p[i].y), "r"(v));
    if (mode == 1) asm volatile("sust.b.2d.b32.clamp [%0, {%1,%2}], %3;" :: "l"(s), "r"(p[i].x), "r"(p[i].y), "r"(v));
    if (mode == 2) asm volatile("sust.b.2d.b32.trap [%0, {%1,%2}], %3;" :: "l"(s), "r"(p[i].x), "r"(p[i].y), "r"(v));
}
__global__ void reduce(cudaSurfaceObject_t s, int bytes, int oob) {
    int i = threadIdx.x;
    int x = oob ? -4 + 40 * (i & 1) : (i & 3) * 4;
    if (oob) { asm volatile("sured.b.add.2d.u32.zero [%0, {%1,%2}], %3;" :: "l"(s), "r"(x), "r"(0), "r"(1000)); asm volatile("sured.b.add.2d.u32.clamp [%0, {%1,%2}], %3;" :: "l"(s), "r"(x), "r"(3), "r"(100)); return; }
    asm volatile("sured.b.add.2d.u32.trap [%0, {%1,%2}], %3;" :: "l"(s), "r"(x), "r"(0), "r"(i));
    asm volatile("sured.b.min.2d.s32.trap [%0, {%1,%2}], %3;" :: "l"(s), "r"(x), "r"(1), "r"(5 - i));
    asm volatile("sured.b.max.2d.u32.trap [%0, {%1,%2}], %3;" :: "l"(s), "r"(x), "r"(2), "r"(5 - i));
    asm volatile("sured.b.or.2d.b32.trap [%0, {%1,%2}], %3;" :: "l"(s), "r"(x), "r"(3), "r"(1 << i));
    asm volatile("sured.p.add.2d.b32.trap [%0, {%1,%2}], %3;" :: "l"(s), "r"(x / 4), "r"(4), "r"(i));
}
static void dump(const char* what, cudaArray_t a, int wbytes, int h) {
    static unsigned char b[4096];
    memset(b, 0xee, sizeof b);
    CK(cudaMemcpy2DFromArray(b, wbytes, a, 0, 0, wbytes, h, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < wbytes * h; i++) printf("%s%02x", i % 32 ? "" : "\n", b[i]);
    printf("\n");
}
static cudaSurfaceObject_t surface(cudaArray_t a) { cudaSurfaceObject_t s; cudaResourceDesc rd = resource(a); CK(cudaCreateSurfaceObject(&s, &rd)); return s; }
int main() {
    unsigned* d; unsigned h[32];
    CK(cudaMalloc(&d, 4096));
    static unsigned zero[4096];
    // ranges
    for (int i = 0; i < 64; i++) zero[i] = 0x100 + i;
    cudaArray_t a = array(zero, 4, desc(32, 1, cudaChannelFormatKindUnsigned), 8, 5, 0, cudaArraySurfaceLoadStore);
    cudaSurfaceObject_t s = surface(a);
    int2 p[20] = { { 0, 0 }, { 28, 4 }, { 32, 0 }, { -4, 0 }, { 0, 5 }, { 0, -1 }, { 36, 7 }, { -100, -100 }, { 1 << 30, 0 }, { 4, 1 << 30 }, { -2147483647 - 1, 2 }, { 2147483644, 2 }, { 8, 2 } };
    int2* dp;
    CK(cudaMalloc(&dp, sizeof p));
    CK(cudaMemcpy(dp, p, sizeof p, cudaMemcpyHostToDevice));
    for (int mode = 0; mode < 2; mode++) {
        reads<<<1, 32>>>(s, mode, dp, d, 13); CK(cudaGetLastError());
        CK(cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost));
        printf("suld %s:", mode ? "clamp" : "zero");
        for (int i = 0; i < 13; i++) printf(" %x", h[i]);
        printf("\n");
    }
    for (int mode = 0; mode < 2; mode++) {
        for (int i = 0; i < 13; i++) writes<<<1, 1>>>(s, mode, dp + i, 1); CK(cudaGetLastError());
        CK(cudaDeviceSynchronize());
        dump(mode ? "sust clamp" : "sust zero", a, 32, 5);
    }
    memset(zero, 0, sizeof zero);
    a = array(zero, 4, desc(32, 1, cudaChannelFormatKindUnsigned), 8, 5, 0, cudaArraySurfaceLoadStore);
    s = surface(a);
    reduce<<<1, 16>>>(s, 0, 0); CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    dump("sured", a, 32, 5);
    reduce<<<1, 2>>>(s, 0, 1); CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    dump("sured out of range", a, 32, 5);
    int2 bad = { 32, 0 };
    CK(cudaMemcpy(dp, &bad, 8, cudaMemcpyHostToDevice));
    reads<<<1, 1>>>(s, 2, dp, d, 1); CK(cudaGetLastError());
    printf("trap: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
