// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)
struct A { int a; double b; __device__ A(int x) : a(x), b(0) {} __device__ A(int x, double y) : a(x), b(y) {} template <class T> __device__ A(T *p, int k) : a(*p + k), b(sizeof(T)) {} };
struct B : A { using A::A; int c = 7; };
struct C : B { using B::B; __device__ C(int x) : B(x * 2) {} };
template <class T> struct Base { T v; __device__ Base(T x, int y = 3) : v(x * y) {} };
template <class T> struct Der : Base<T> { using Base<T>::Base; using Base<T>::v; __device__ T get() { return v; } };
template <class... F> struct Over : F... { using F::operator()...; };
template <class... F> Over(F...) -> Over<F...>;
struct F1 { __device__ int operator()(int x) const { return x + 1; } }; struct F2 { __device__ int operator()(float x) const { return x * 10; } }; struct F3 { __device__ int operator()(const char *) const { return 99; } };
struct Mem { __device__ int f(int) { return 1; } __device__ int f(char) { return 2; } }; struct Mem2 : Mem { using Mem::f; __device__ int f(double) { return 3; } __device__ int f(char) { return 4; } };
__global__ void run(long long *out) {
    int n = 0;
    B b(1, 2.5); PUT(b.a); PUT(b.b * 2); PUT(b.c);
    short s = 4; B t(&s, 5); PUT(t.a); PUT(t.b);
    C c(3); PUT(c.a); PUT(c.c); C d(3, 1.5); PUT(d.a); PUT(d.b * 2);
    Der<int> e(5); PUT(e.get()); Der<double> f{1.5, 2}; PUT(f.get());
    Over<F1, F2, F3> o; PUT(o(1)); PUT(o(1.5f)); PUT(o("x"));
    Mem2 m; PUT(m.f(1)); PUT(m.f('a')); PUT(m.f(1.0));
    B arr[2] = {1, {2, 3.0}}; PUT(arr[0].a + arr[1].a); B conv = 9; PUT(conv.a);
}
int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h); cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) if (h[i]) printf("%d: %lld\n", i, h[i]);
}
