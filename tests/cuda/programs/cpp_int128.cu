// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

__device__ unsigned long long lo(unsigned __int128 x) { return (unsigned long long)x; }
__device__ unsigned long long hi(unsigned __int128 x) { return (unsigned long long)(x >> 64); }
__device__ void both(long long *out, int &n, __int128 a, __int128 b) {
    __int128 q = a / b, r = a % b;
    PUT(hi(q)); PUT(lo(q)); PUT(hi(r)); PUT(lo(r));
    unsigned __int128 ua = a, ub = b, uq = ua / ub, ur = ua % ub;
    PUT(hi(uq)); PUT(lo(uq)); PUT(hi(ur)); PUT(lo(ur));
    a /= b; PUT(lo(a)); ua %= ub; PUT(lo(ua));
}
__global__ void run(long long *out) {
    int n = 0;
    volatile unsigned long long x = 0x123456789abcdef0ull, y = 0xfedcba9876543211ull, z = 97;
    __int128 big = ((__int128)x << 64) | y;
    both(out, n, big, z);
    both(out, n, -big, z);
    both(out, n, big, -(__int128)z);
    both(out, n, big, ((__int128)0x1234567 << 64) | y);
    both(out, n, -big, ((__int128)0xffffffffff << 64) | 1);
    both(out, n, (__int128)z, big);
    both(out, n, big, (__int128)1 << 100);
    both(out, n, ~(__int128)0, (__int128)3);
}

int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    for (int i = 0; i < 256; i++)
        if (h[i]) printf("%d: %lld\n", i, h[i]);
    return 0;
}
