// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

typedef int (*fn)(int, int);
__device__ int apply(fn f, int a, int b) { return f(a, b); }
template <class R, class... A> __device__ R call(R (*f)(A...), A... a) { return f(a...); }
__global__ void run(long long *out) {
    int n = 0;
    fn f = [](int a, int b) { return a * 10 + b; };
    PUT(f(3, 4));
    PUT(apply([](int a, int b) { return a - b; }, 9, 2));
    auto g = +[](int x) { return x * x; };
    PUT(g(12));
    fn t[3] = {[](int a, int b) { return a + b; }, [](int a, int b) { return a * b; }, [](int a, int b) { return a % b; }};
    for (int i = 0; i < 3; i++) PUT(t[i](17, 5));
    auto h = [](auto x) { return x + x; };
    double (*hd)(double) = h;
    PUT(hd(1.25) * 100);
    PUT(call(+[](long a, int b) { return a << b; }, 3L, 4));
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
