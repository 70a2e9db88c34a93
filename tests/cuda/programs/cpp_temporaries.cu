// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

__device__ int trace;
struct T { int v; __device__ T(int x) : v(x) { trace = trace * 10 + 1; } __device__ T(const T &o) : v(o.v) { trace = trace * 10 + 2; } __device__ ~T() { trace = trace * 10 + 9; v = -1; } __device__ const T &self() const { return *this; } __device__ operator bool() const { return v > 0; } };
__device__ int look(const T &t) { return t.v; }
__global__ void run(long long *out) {
    int n = 0;
    volatile int c = 1;
    const T &r = c ? T(5).self() : T(6).self(); (void)r;
    PUT(trace); trace = 0;
    PUT(look(c ? T(3) : T(4))); PUT(trace); trace = 0;
    int s = (c && T(7).self().v == 7) ? 1 : 2; PUT(s); PUT(trace); trace = 0;
    int q = look((c ? T(8).self() : T(9).self())); PUT(q); PUT(trace); trace = 0;
    bool b = c && look(T(1).self()) && T(2); PUT(b); PUT(trace); trace = 0;
    bool o = !c || look(T(1).self()) == 3 || T(2); PUT(o); PUT(trace); trace = 0;
    const T &k = c ? T(5) : T(6); PUT(k.v); PUT(trace); trace = 0;
    for (int i = 0; i < 2; i++) PUT(look((i ? T(i) : T(-1)).self()));
    PUT(trace);
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
