// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

template <class T, int N> struct M { T d[N]; };
template <class T> using M4 = M<T, 4>;
template <int N> using MI = M<int, N>;
template <class T> __device__ int f(M4<T> &m) { return sizeof(T) * 100 + sizeof m; }
template <int N> __device__ int g(const MI<N> &m) { return N + m.d[N - 1]; }
template <class T> struct al_ { using type = T; };
template <class A, class B> struct P2 { A a; B b; };
template <class X> using Sw = P2<X, X *>;
template <class X> __device__ int h(Sw<X> s) { return sizeof(X) + *s.b; }
template <class... T> struct L {};
template <class... T> using LI = L<int, T...>;
template <class... T> __device__ int k(LI<T...>) { return sizeof...(T); }
__global__ void run(long long *out) {
    int n = 0;
    M<double, 4> m{}; PUT(f(m));
    M<int, 3> i3{{1, 2, 30}}; PUT(g(i3));
    short s = 5; P2<short, short *> p{s, &s}; PUT(h(p));
    PUT(k(L<int, char, float>{}));
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
