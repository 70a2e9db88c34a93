// features: surfaces by PTX: formatted stores, reductions, out-of-range accesses; queries
#include "tex_bits.h"
__global__ void formatted(cudaSurfaceObject_t s, const float* f, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    unsigned a = __float_as_uint(f[4 * i]), b = __float_as_uint(f[4 * i + 1]), c = __float_as_uint(f[4 * i + 2]), d = __float_as_uint(f[4 * i + 3]);
    asm volatile("sust.p.1d.v4.b32.zero [%0, {%1}], {%2,%3,%4,%5};" :: "l"(s), "r"(i), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
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
    // formatted stores: what floats (or integers) become
    static float vals[64] = { 0, 1, -1, 0.5f, 0.25f, 2, -2, 0.499f, 1e10f, -1e10f, NAN, INFINITY, 0.00196f, 0.99f, 1e-40f, 65504, 65520, 70000, 1.0f / 3, -0.3333f, ofBits(5), ofBits(300), ofBits(70000), ofBits((unsigned)-5), ofBits((unsigned)-300), ofBits((unsigned)-70000), ofBits(255), ofBits(0x12345678) };
    float* df;
    CK(cudaMalloc(&df, sizeof vals));
    CK(cudaMemcpy(df, vals, sizeof vals, cudaMemcpyHostToDevice));
    const char* kinds[] = { "signed", "unsigned", "float" };
    for (int k = 0; k < 3; k++)
        for (int bits : { 8, 16, 32 })
            for (int n : { 1, 2, 4 }) {
                if (k == 2 && bits == 8) continue;
                memset(zero, 0x55, sizeof zero);
                cudaArray_t a = array(zero, bits * n / 8, desc(bits, n, (cudaChannelFormatKind)k), 8, 0, 0, cudaArraySurfaceLoadStore);
                formatted<<<1, 32>>>(surface(a), df, 16); CK(cudaGetLastError());
                CK(cudaDeviceSynchronize());
                char s[80]; sprintf(s, "sust.p %s %d x %d", kinds[k], bits, n);
                dump(s, a, 8 * bits * n / 8, 1);
            }
    return 0;
}
