// Every operation that rounds in a direction, in single and double precision, on ordinary numbers, subnormal ones, infinities
// and zeros.
#include <cstdio>
#include <cstring>

#define F(x) h = h * 31 + __float_as_uint(x)
#define D(x) g = g * 31 + (unsigned long long)__double_as_longlong(x)
#define IN(r)                                                                                                  \
    F(__fadd_##r(a, b)); F(__fmul_##r(a, b)); F(__fmaf_##r(a, b, c)); F(__fdiv_##r(a, b)); F(__fsqrt_##r(a)); \
    F(__frcp_##r(a)); F(__fsub_##r(a, b));                                                                    \
    D(__dadd_##r(x, y)); D(__dmul_##r(x, y)); D(__fma_##r(x, y, z)); D(__ddiv_##r(x, y)); D(__dsqrt_##r(x));  \
    D(__drcp_##r(x)); D(__dsub_##r(x, y));

__global__ void all(const float *f, const double *d, unsigned *o, unsigned long long *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a = f[i], b = f[(i * 7 + 1) % n], c = f[(i * 13 + 5) % n];
    double x = d[i], y = d[(i * 7 + 1) % n], z = d[(i * 13 + 5) % n];
    unsigned h = 0;
    unsigned long long g = 0;
    IN(rd) IN(ru) IN(rz) IN(rn)
    o[i] = h;
    p[i] = g;
}

/* In all lanes the same: computed once. */
__global__ void uniform(float a, float b, double x, double y, unsigned *o, unsigned long long *p) {
    float c = a - b;
    double z = x - y;
    unsigned h = 0;
    unsigned long long g = 0;
    IN(rd) IN(ru) IN(rz) IN(rn)
    o[threadIdx.x] = h;
    p[threadIdx.x] = g;
}

static const int N = 1 << 16;
static float f[N];
static double d[N];
static unsigned o[N];
static unsigned long long p[N];

int main() {
    unsigned s = 1;
    unsigned long long q = 1;
    for (int i = 0; i < N; i++) {
        s = s * 1664525u + 1013904223u;
        q = q * 6364136223846793005ull + 1442695040888963407ull;
        unsigned u = s;
        unsigned long long v = q;
        if (i % 3 == 0) u = (u & 0x80ffffff) | 0x3f000000, v = (v & 0x800fffffffffffffull) | 0x3ff0000000000000ull;
        if (i % 17 == 0) u &= 0x807fffff, v &= 0x800fffffffffffffull;
        if (i % 101 == 0) u = 0x7f800000 | (s & 0x80000000), v = 0x7ff0000000000000ull;
        if (i % 103 == 0) u = 0;
        memcpy(f + i, &u, 4);
        memcpy(d + i, &v, 8);
    }
    float *df;
    double *dd;
    unsigned *dout;
    unsigned long long *dp;
    cudaMalloc(&df, sizeof f);
    cudaMalloc(&dd, sizeof d);
    cudaMalloc(&dout, sizeof o);
    cudaMalloc(&dp, sizeof p);
    cudaMemcpy(df, f, sizeof f, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
    all<<<N / 256 + 1, 256>>>(df, dd, dout, dp, N);
    cudaMemcpy(o, dout, sizeof o, cudaMemcpyDeviceToHost);
    cudaMemcpy(p, dp, sizeof p, cudaMemcpyDeviceToHost);
    unsigned long long h = 0;
    for (int i = 0; i < N; i++) h = (h * 1000003 + o[i]) * 1000003 + p[i];
    printf("%llx\n", h);
    uniform<<<1, 32>>>(1.1f, -3e-39f, 1.1, -3e-310, dout, dp);
    cudaMemcpy(o, dout, 128, cudaMemcpyDeviceToHost);
    cudaMemcpy(p, dp, 256, cudaMemcpyDeviceToHost);
    printf("%x %llx %x %llx\n", o[0], p[0], o[31], p[31]);
}
