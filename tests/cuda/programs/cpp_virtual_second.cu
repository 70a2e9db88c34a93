// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

struct A { int a = 1; virtual __device__ int f() { return a; } virtual __device__ ~A() {} };
struct B { int b = 2; virtual __device__ int g() { return b; } virtual __device__ int h() const { return 20; } };
struct C : A, B { int c = 3; __device__ int f() override { return a + b + c; } __device__ int g() override { return 100 + c; } };
struct N { int n = 9; }; struct P : N, A { int p = 4; __device__ int f() override { return n * 10 + p; } };

struct Shape { virtual __device__ float area() const = 0; virtual __device__ const char *name() const { return "s"; } };
struct Sq : Shape { float s; __device__ Sq(float x) : s(x) {} __device__ float area() const override { return s * s; } };
struct Ci final : Shape { float r; __device__ Ci(float x) : r(x) {} __device__ float area() const override { return 3 * r * r; } __device__ const char *name() const override { return "c"; } };
__device__ int callg(B *b) { return b->g() * 1000 + b->h(); }
__global__ void run(long long *out) {
    int n = 0;
    C c; A *a = &c; B *b = &c; PUT(a->f()); PUT(b->g()); PUT(callg(b)); PUT(static_cast<C *>(b)->c); PUT(c.A::f());
    P p; A *pa = &p; PUT(pa->f()); PUT(sizeof(P)); PUT(sizeof(C)); PUT((char *)pa - (char *)&p);
    Sq s(2); Ci k(1); Shape *sh[2] = {&s, &k}; for (auto q : sh) { PUT(q->area()); PUT(q->name()[0]); }
    A *heap = new C; PUT(heap->f()); delete heap;
   
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
