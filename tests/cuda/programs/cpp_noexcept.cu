// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <type_traits>
#include <utility>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)
__device__ int f1(int); __device__ int f2(int) noexcept; template <class T> __device__ T f3(T) noexcept(sizeof(T) > 4); __device__ int f1(int x) { return x; } __device__ int f2(int x) noexcept { return x; }
struct A { A() = default; __device__ A(const A &) {} __device__ A(A &&) noexcept {} __device__ A &operator=(const A &) { return *this; } __device__ int m() const noexcept { return 1; } __device__ int k() { return 2; } __device__ operator int() noexcept { return 3; } };
struct B { A a; int x; }; struct C { int v; };
__global__ void run(long long *out) {
    int n = 0; A a;
    PUT(1 + noexcept(f1(1))); PUT(1 + noexcept(f2(1))); PUT(1 + noexcept(f2(f1(1)))); PUT(1 + noexcept(f3(1))); PUT(1 + noexcept(f3(1.0))); PUT(1 + noexcept(1 + 2)); PUT(1 + noexcept(a.m())); PUT(1 + noexcept(a.k()));
    PUT(1 + std::is_nothrow_copy_constructible_v<A>); PUT(1 + std::is_nothrow_move_constructible_v<A>); PUT(1 + std::is_nothrow_default_constructible_v<A>); PUT(1 + std::is_nothrow_copy_assignable_v<A>); PUT(1 + std::is_nothrow_copy_constructible_v<C>); PUT(1 + noexcept(C{1})); PUT(1 + noexcept(new int)); PUT(1 + noexcept(int(a)));
    PUT(1 + std::is_nothrow_destructible_v<A>); PUT(1 + std::is_nothrow_constructible_v<C, C &>); PUT(1 + noexcept(std::declval<A &>() = a)); PUT(1 + noexcept(std::move(a)));
}
int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h); cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) if (h[i]) printf("%d: %lld\n", i, h[i]);
}
