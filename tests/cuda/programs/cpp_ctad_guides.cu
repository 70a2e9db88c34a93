// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#include <tuple>
#include <utility>
#include <array>
#include <optional>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)
template <class T = int> struct D { T v; __device__ D() : v(4) {} __device__ explicit D(T x) : v(x) {} };
template <class T, int N> struct V { T a[N]; template <class... U> __device__ V(U... u) : a{T(u)...} {} };
template <class... U> V(U...) -> V<float, sizeof...(U)>;
template <class It> struct Range { It b, e; __device__ Range(It x, It y) : b(x), e(y) {} __device__ It begin() const { return b; } __device__ It end() const { return e; } };
template <class T> struct L { int k; __device__ L(std::initializer_list<T> l) : k((int)l.size() * (int)sizeof(T)) {} };
template <class T> struct W { T t; __device__ W(const T &x) : t(x) {} __device__ W(T *p) : t(*p) { } };
W(const char *) -> W<long>;
namespace ns { template <class T> struct In { T q; __device__ In(T x) : q(x) {} }; }
template <class F, class... A> struct Bound { F f; std::tuple<A...> a; __device__ Bound(F g, A... x) : f(g), a(x...) {} __device__ auto operator()() { return std::apply(f, a); } };
template <class T> __device__ auto wrap(T x) { return ns::In{x}; }
__device__ W<double> *gw;
__shared__ int dummy;
__global__ void run(long long *out) {
    int n = 0;
    D d; PUT(d.v); PUT(sizeof d); D e(2.5); PUT(e.v * 2); D f{'c'}; PUT(sizeof f);
    V v(1, 2, 3); PUT(v.a[2]); PUT(sizeof v);
    int arr[4] = {1, 2, 3, 4}; int s = 0; for (int x : Range(arr, arr + 4)) s += x; PUT(s); for (auto x : Range{arr + 1, arr + 3}) PUT(x);
    L l{1.0, 2.0}; PUT(l.k); L c{1, 2, 3}; PUT(c.k); L cc{c}; PUT(cc.k); L c2 = c; PUT(c2.k);
    W w(7); PUT(w.t); W p(arr + 2); PUT(p.t); PUT(sizeof(gw)); 
    PUT(wrap(3.0f).q); ns::In q = 5; PUT(q.q); const ns::In cq(6); PUT(cq.q);
    Bound b([](int a, int b) { return a * b; }, 6, 7); PUT(b());
    std::pair pr(1, 2.5); PUT(pr.second * 2); std::tuple t{1, 'a', 2L}; PUT(std::get<2>(t)); std::array ar{1, 2, 3}; PUT(ar.size()); std::optional o(3); PUT(*o);
    auto *np = new D(9L); PUT(np->v); delete np; auto lam = [x = std::pair{1, 2}] { return x.first + x.second; }; PUT(lam());
    static_assert(sizeof(D(1.0)) == 8); PUT(sizeof(decltype(D{1.f})));
}
int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h); cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) if (h[i]) printf("%d: %lld\n", i, h[i]);
}
