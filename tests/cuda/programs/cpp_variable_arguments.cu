// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <cstdarg>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

__device__ int sum(int k, ...) {
    va_list ap; va_start(ap, k);
    int s = 0;
    for (int i = 0; i < k; i++) s += va_arg(ap, int);
    va_end(ap);
    return s;
}
struct S { int a; double b; };
__device__ double mix(const char *f, ...) {
    va_list ap, aq; va_start(ap, f); va_copy(aq, ap);
    double s = 0;
    for (; *f; f++)
        switch (*f) {
        case 'i': s += va_arg(ap, int); break;
        case 'l': s += va_arg(ap, long long); break;
        case 'd': s += va_arg(ap, double); break;
        case 'p': s += *va_arg(ap, int *); break;
        case 's': { S t = va_arg(ap, S); s += t.a + t.b; break; }
        }
    s += va_arg(aq, int) * 1000;
    va_end(ap); va_end(aq);
    return s;
}
__global__ void run(long long *out) {
    int n = 0, x = 40;
    PUT(sum(3, 1, 2, 3)); PUT(sum(0)); PUT(sum(5, 'a', true, (short)4, 5u, -1));
    S s{7, 0.5};
    PUT(mix("ildps", 1, 2LL, 3.5f, &x, s) * 2);
    PUT(mix("idid", 1, 2.0, 3, 4.25) * 4);
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
