// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#define PUT(x) out[n++] = (long long)(x)
struct S { int v; __device__ S(int x) : v(x) {} __device__ S(const S &o) : v(o.v + 1) {} __device__ ~S() { v = 0; } };
template <class F, class = decltype(static_cast<int (*)(int)>(F{*(F *)0}))> __device__ int conv(F f) { int (*p)(int) = f; return p(5); }
__device__ int conv(...) { return -1; }
typedef int (*op)(int, int);
struct Table { op f[2]; };
struct Q { int a = 3; __device__ int go() { auto f = [*this]() mutable { a++; return a; }; auto g = [*this] { return a * 10; }; int r = f() * 100 + g(); return r + a; } };
__device__ int run_it(void (*f)(S &, S &&), S &a) { f(a, S(4)); return a.v; }
__device__ op choose(int k) { if (k) return [](int a, int b) { return a + b; }; return [](int a, int b) { return a - b; }; }
__global__ void run(long long *out) {
    int n = 0;
    PUT(conv([](int x) { return x + 1; }));
    int z = 3;
    PUT(conv([z](int x) { return x + z; }));
    PUT(Q().go());
    S s(1);
    PUT(run_it([](S &a, S &&b) { a.v += b.v; }, s));
    int (*byval)(S) = [](S x) { return x.v; };
    PUT(byval(s));
    PUT(choose(n)(5, 6)); PUT(choose(0)(5, 6));
    Table t{{[](int a, int) { return a; }, [](int, int b) { return b; }}};
    PUT(t.f[1](3, 4));
    auto l = [](auto a, auto b) { return a * b; };
    float (*ff)(float, int) = l; op oo = l; PUT(ff(1.5f, 2)); PUT(oo(3, 4));
    PUT((+[] { return 42; })());
    bool same = [](int) { return 0; } ? true : false; PUT(same);
    auto [q, r] = [](int a) { struct R { int x, y; }; return R{a, a * 2}; }(4); PUT(q + r);
    auto outer = [&](int k) { auto inner = [&, k2 = k * 2](int j) { n += 0; return k + k2 + j + z; }; return inner(1); }; PUT(outer(5));
    auto fact = [](auto &&self, int k) -> long { return k ? k * self(self, k - 1) : 1; }; PUT(fact(fact, 10));
    auto var = [](auto... xs) { return (xs + ... + 0); }; PUT(var(1, 2, 3)); PUT(var());
    auto tup = [](auto &&...xs) { return sizeof...(xs); }; PUT(tup(1, 'a', 2.0));
}
int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h); cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) if (h[i]) printf("%d: %lld\n", i, h[i]);
}
