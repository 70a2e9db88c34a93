// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>
#include <tuple>
#include <array>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

__device__ std::pair<int, double> mk(int a) { return {a, a * 0.5}; }
__device__ std::tuple<int, char, double> tp() { return std::make_tuple(1, 'b', 2.5); }
__global__ void run(long long *out) {
    int n = 0;
    std::pair<int, double> p = mk(7); PUT(p.first); PUT(p.second * 2);
    auto q = std::make_pair(3, 4L); PUT(q.first + q.second);
    auto [x, y] = mk(9); PUT(x); PUT(y * 2);
    std::pair<int, int> a{1, 2}, b{1, 3}; PUT(1 + (a < b)); PUT(1 + (a == b));
   
    auto t = tp(); PUT(std::get<0>(t)); PUT(std::get<1>(t)); PUT(std::get<2>(t) * 2);
    auto [i, j, k] = t; PUT(i + j + k * 2);
    std::array<int, 4> r{{4, 3, 2, 1}}; PUT(r[2]); PUT(r.size()); for (int v : r) PUT(v); auto [r0, r1, r2, r3] = r; PUT(r1);
    PUT(std::get<3>(r));
    PUT(std::apply([](int u, char c, double d) { return u + c + (int)d; }, t));
    PUT(std::tuple_size<decltype(t)>::value);
    auto cat = std::tuple_cat(t, std::make_tuple(5)); PUT(std::get<3>(cat));
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
