// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>

#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

template <auto V> struct K { static constexpr auto v = V; };
template <template <class, int> class T, class U> struct Ap { T<U, 3> t; };
template <class T, int N> struct Ar { T d[N]; static const int n = N; };
template <class... T> __device__ auto sum(T... t) { return (t + ...); }
template <class F, class... A> __device__ auto call(F &&f, A &&...a) { return f(static_cast<A &&>(a)...); }
static __device__ constexpr int table[] = {1, 1, 2, 3, 5, 8};
constexpr int fact(int k) { int r = 1; while (k > 1) r *= k--; return r; }
__device__ long long operator""_km(unsigned long long x) { return x * 1000; }
__device__ double operator""_half(long double x) { return x / 2; }
__device__ int operator""_len(const char *, size_t l) { return (int)l; }
struct Bits { unsigned a : 3, b : 5; int c : 7; unsigned : 0; unsigned d : 1; };
struct Anon { union { struct { int x, y; }; int xy[2]; }; int z; };
enum class Col : unsigned char { red = 3, green };
namespace ns { inline namespace v1 { __device__ int f() { return 11; } } namespace v2 { __device__ int f() { return 22; } } }
template <class T> struct CRTP { __device__ int go() { return static_cast<T *>(this)->impl() + 1; } };
struct Im : CRTP<Im> { __device__ int impl() { return 41; } };
template <class T> __device__ int sp(T) { return 1; } template <> __device__ int sp<char>(char) { return 2; } template <class T> __device__ int sp(T *) { return 3; }
template <int N> struct Fib { enum { v = Fib<N - 1>::v + Fib<N - 2>::v }; }; template <> struct Fib<0> { enum { v = 0 }; }; template <> struct Fib<1> { enum { v = 1 }; };
template <class T, class = void> struct Sz { static constexpr int v = 0; }; template <class T> struct Sz<T, decltype(void(sizeof(typename T::x)))> { static constexpr int v = sizeof(typename T::x); };
struct HX { typedef double x; };
struct alignas(32) Al { char c; };
__device__ int st() { static int s = 5; return s++; }
__device__ int gt(int k) { int r = 0; loop: if (k > 0) { r += k--; goto loop; } return r; }
__device__ int sw(int k) { int r = 0; switch (k) { case 1: r++; case 2: r += 10; [[fallthrough]]; default: r += 100; break; } return r; }
struct Pt { int x, y; __device__ Pt operator+(Pt o) const { return {x + o.x, y + o.y}; } __device__ Pt &operator+=(const Pt &o) { x += o.x; y += o.y; return *this; } __device__ bool operator==(const Pt &o) const { return x == o.x && y == o.y; } __device__ int operator[](int i) const { return i ? y : x; } __device__ Pt operator-() const { return {-x, -y}; } __device__ explicit operator bool() const { return x || y; } __device__ Pt operator++(int) { Pt t = *this; x++; return t; } __device__ int operator()(int a, int b) { return a * x + b * y; } friend __device__ Pt operator*(int k, Pt p) { return {k * p.x, k * p.y}; } };
__global__ void run(long long *out) {
    int n = 0;
    PUT(K<5>::v); PUT(K<'x'>::v); PUT(sizeof(Ap<Ar, double>)); PUT(sum(1, 2.5, 3L) * 2); PUT(call([](int a, int &b) { return a + b++; }, 3, n) + 0);
    PUT(table[4]); PUT(fact(6)); PUT(3_km); PUT(5.0_half * 10); PUT("hello"_len);
    Bits b{5, 17, -3}; b.d = 1; PUT(b.a); PUT(b.b); PUT(b.c); PUT(b.d); PUT(sizeof b); b.c += 70; PUT(b.c);
    Anon a{}; a.x = 4; a.y = 5; PUT(a.xy[1]); PUT((int)Col::green); PUT(ns::f()); PUT(ns::v2::f());
    PUT(Im{}.go()); PUT(sp(1)); PUT(sp('c')); PUT(sp(&n)); PUT(Fib<12>::v); PUT(Sz<HX>::v); PUT(Sz<int>::v + 1);
    PUT(alignof(Al)); PUT(sizeof(Al)); st(); PUT(st()); PUT(gt(10)); PUT(sw(1)); PUT(sw(2)); PUT(sw(6)); PUT(sw(9));
    Pt p{1, 2}, q{3, 4}; PUT((p + q)[1]); p += q; PUT(p[0]); PUT((2 * p).y); PUT(p == q ? 1 : 2); PUT((-p).x); PUT(p++.x); PUT(p(1, 10)); if (p) PUT(1);
    auto [px, py] = p; PUT(px * 100 + py); auto &[rx, ry] = p; rx = 70; PUT(p.x);
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; for (auto &row : m) for (int v : row) PUT(v);
    auto mk = [k = 3](auto x) mutable { k += x; return [k](int z) { return k * z; }; }; PUT(mk(4)(5));
    auto rec = [](auto self, int k) -> int { return k < 2 ? 1 : k * self(self, k - 1); }; PUT(rec(rec, 5));
    if (int z = n; z > 3) PUT(z); if constexpr (sizeof(int) == 4) PUT(44); else PUT(45);
    alignas(16) char buf[64]; auto *np = new (buf) Pt{8, 9}; PUT(np->y); np->~Pt();
    Pt ds{.x = 6, .y = 7}; PUT(ds.y); int (Pt::*pm)(int) const = &Pt::operator[]; PUT((ds.*pm)(1)); int Pt::*pd = &Pt::x; PUT(ds.*pd); PUT((&ds)->*pd);
    constexpr auto sq = [](int x) { return x * x; }; static_assert(sq(5) == 25); PUT(sq(9)); using T3 = int[3]; T3 t3{1, 2}; PUT(t3[1] + t3[2]);
    PUT(__func__[0]); PUT(sizeof(__PRETTY_FUNCTION__) > 3); int vla = ({ int q2 = 3; q2 * 2; }); PUT(vla);
    decltype(auto) da = (vla); da = 9; PUT(vla); const char *s = R"(raw\n)"; PUT(s[3]); PUT(u8"x"[0]); PUT(L'w'); PUT('\x41'); PUT(0b1011); PUT(1'000'000); PUT(0x1p4);
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
