// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <numeric>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)
template <class A, class B, class R> __device__ void all(long long *out, int &n, A a, B b, R) { R r; PUT(1 + __builtin_add_overflow(a, b, &r)); PUT(r); PUT(1 + __builtin_sub_overflow(a, b, &r)); PUT(r); PUT(1 + __builtin_mul_overflow(a, b, &r)); PUT(r); }
__global__ void run(long long *out) {
    int n = 0; volatile int big = 2147483647; volatile unsigned long long ub = ~0ull; volatile long long lb = -9223372036854775807ll;
    all(out, n, (int)big, 1, 0); all(out, n, (int)big, 2, 0ll); all(out, n, (unsigned long long)ub, (unsigned long long)ub, 0ull); all(out, n, (long long)lb, (unsigned long long)ub, 0ll); all(out, n, (long long)lb, 2, 0ll); all(out, n, -5, 3u, (unsigned char)0); all(out, n, 3, 4, (short)0); all(out, n, (unsigned long long)ub, 1, 0ull);
    PUT(std::lcm(4, 6)); PUT(std::gcd(12u, 18u)); PUT(std::lcm(21L, 6));
}
int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h); cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) if (h[i]) printf("%d: %lld\n", i, h[i]);
}
