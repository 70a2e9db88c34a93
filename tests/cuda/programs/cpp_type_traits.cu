// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

struct A { virtual __device__ void f() = 0; }; struct B : A { __device__ void f() override {} }; struct C final : B {}; struct D { int a; private: int b; };
union U { int a; float b; }; enum E { e1 }; struct F { ~F() = default; }; struct G { virtual ~G() {} }; struct H { int x; float y; };
__global__ void run(long long *out) {
    int n = 0;
    PUT(1 + __is_abstract(A)); PUT(1 + __is_abstract(B)); PUT(1 + __is_final(C)); PUT(1 + __is_final(B));
    PUT(1 + __is_polymorphic(B)); PUT(1 + __is_polymorphic(D)); PUT(1 + __has_virtual_destructor(G)); PUT(1 + __has_virtual_destructor(A));
    PUT(1 + __is_standard_layout(D)); PUT(1 + __is_standard_layout(H)); PUT(1 + __is_standard_layout(B)); PUT(1 + __is_aggregate(D)); PUT(1 + __is_aggregate(H)); PUT(1 + __is_union(U)); PUT(1 + __is_enum(E));
    PUT(1 + __is_trivial(F)); PUT(1 + __is_trivially_copyable(G)); PUT(1 + __is_pod(H)); PUT(1 + __is_empty(F)); PUT(1 + __is_literal_type(G)); PUT(1 + __is_literal_type(H));
    PUT(1 + __is_base_of(A, C)); PUT(1 + __is_class(U)); PUT(1 + __has_unique_object_representations(H)); PUT(1 + __has_unique_object_representations(E));
    PUT(1 + __has_unique_object_representations(D)); PUT(1 + __is_trivially_assignable(int &, int)); PUT(1 + __is_nothrow_constructible(H));
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
