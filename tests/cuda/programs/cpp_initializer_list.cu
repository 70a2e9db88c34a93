// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <initializer_list>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

__device__ int sum(std::initializer_list<int> l) { int s = 0; for (int x : l) s += x; return s * 10 + (int)l.size(); }
struct V { int d[8], k; __device__ V(std::initializer_list<int> l) : k(0) { for (auto p = l.begin(); p != l.end(); ++p) d[k++] = *p; } __device__ V(int a, int b) : k(-1) { d[0] = a + b; } };
template <class T> __device__ T best(std::initializer_list<T> l) { T m = *l.begin(); for (auto &x : l) if (m < x) m = x; return m; }
struct W { __device__ W(int x, std::initializer_list<double> l) : v(x + l.size()) { for (auto d : l) v += d; } double v; };
__device__ V make() { return {4, 5, 6}; }
__global__ void run(long long *out) {
    int n = 0;
    PUT(sum({1, 2, 3})); PUT(sum({}));
    V v{1, 2}; PUT(v.k); PUT(v.d[1]);
    V w(1, 2); PUT(w.k);
    PUT(best({3, 9, 4})); PUT(best<double>({1.5, 0.5}) * 2);
    W z{1, {2.5, 3.5}}; PUT(z.v);
    for (int i : {5, 6, 7}) PUT(i);
    auto l = {1, 2, 3, 4}; PUT(l.size());
    PUT(make().k);
    std::initializer_list<V> vv = {{1, 2, 3}, {4}}; for (auto &q : vv) PUT(q.k);
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
