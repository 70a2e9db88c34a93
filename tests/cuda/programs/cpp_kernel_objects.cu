// Values of class type as template arguments of kernels: the host half's names contain them. (nvcc's own stubs of k3 are ill-formed.)
// build: -std=c++20
#include <cstdio>
struct P { int x, y; constexpr P(int a, int b) : x(a), y(b) {} bool operator==(const P&) const = default; };
enum class Mode : short { Fast = 3, Slow = -2 };
struct Cfg { int tile = 4; bool t = false; float s = 1.5f; P p{1, 2}; double w = -0.25; Mode m = Mode::Slow; };
template <int N> struct Text { char c[N]; constexpr Text(const char (&s)[N]) : c{} { for (int i = 0; i < N; i++) c[i] = s[i]; } };
struct Base { int b = 1; }; struct Der : Base { unsigned long long d = 0; int z[3] = {7, 0, 0}; };
struct Empty {};
namespace ns { template <class T> struct Pair { T a, b; }; }
template <P p> __global__ void k(int *o) { *o = p.x * 10 + p.y; }
template <Cfg c, typename T> __global__ void k2(T *o) { *o = c.tile * c.s * 10 + c.p.y + c.t + c.w * 4 + (int)c.m * 1000; }
template <Text t> __global__ void k3(int *o) { int s = 0; for (char c : t.c) s = s * 7 + c; *o = s; }
template <Der d, P p, Der e> __global__ void k4(int *o) { *o = d.b + (int)(d.d >> 60) * 10 + d.z[0] * 100 + e.z[2] * 1000 + p.x; }
template <ns::Pair<short> s, Empty e, auto v> __global__ void k5(int *o) { *o = s.a * 100 + s.b + v.y + (int)sizeof(e); }
static int show(int *o) { cudaError_t e = cudaDeviceSynchronize(); int r = *o; *o = -1; return e == cudaSuccess ? r : -(int)e; }
int main() { int *o; cudaMallocManaged(&o, 64);
 k<P{3, 4}><<<1, 1>>>(o); printf("%d\n", show(o));
 k<P{-3, 0}><<<1, 1>>>(o); printf("%d\n", show(o));
 k2<Cfg{.tile = 8, .t = true}, int><<<1, 1>>>(o); printf("%d\n", show(o));
 k2<Cfg{.s = -0.0f, .p = {0, 0}, .w = -8, .m = Mode::Fast}, int><<<1, 1>>>(o); printf("%d\n", show(o));
 k2<Cfg{}, int><<<1, 1>>>(o); printf("%d\n", show(o));
 k3<"warp"><<<1, 1>>>(o); printf("%d\n", show(o));
 k3<""><<<1, 1>>>(o); printf("%d\n", show(o));
 k4<Der{{5}, ~0ull, {1, 2, 3}}, P(0, 0), Der{}><<<1, 1>>>(o); printf("%d\n", show(o));
 k5<ns::Pair<short>{-2, 3}, Empty{}, P{4, 5}><<<1, 1>>>(o); printf("%d\n", show(o));
}
