// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

template <class T, class U> struct Pair { T a; U b; __device__ Pair(T x, U y) : a(x), b(y) {} };
template <class T> struct Box { T v; __device__ Box(T x) : v(x) {} __device__ Box(T *p, int) : v(*p) {} };
template <class T> Box(const T (&)[4]) -> Box<T *>;
template <class T, int N> struct Arr { T d[N]; };
template <class T, class... R> Arr(T, R...) -> Arr<T, 1 + sizeof...(R)>;
template <class F> struct Defer { F f; __device__ Defer(F g) : f(g) {} __device__ ~Defer() { f(); } };
template <class T> struct Agg { T x; int y; };
template <class T> Agg(T, int) -> Agg<T>;
__global__ void run(long long *out) {
    int n = 0;
    Pair p(1, 2.5);
    PUT(sizeof(p)); PUT(p.b * 2);
    Box b{7L};
    PUT(sizeof b.v); PUT(b.v);
    int q = 9;
    Box c(&q, 0);
    static_assert(__is_same(decltype(c), Box<int>));
    PUT(c.v);
    Arr a{1, 2, 3};
    PUT(sizeof a); PUT(a.d[2]);
    { Defer g([&] { PUT(77); }); PUT(76); }
    Agg g{2.5f, 3};
    PUT(g.x * 4); PUT(sizeof g);
    auto pp = Pair{'c', 1LL};
    PUT(sizeof pp);
    Box copy = b; PUT(copy.v + 1);
    const auto &r = Box(5.5); PUT(r.v * 2);
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
