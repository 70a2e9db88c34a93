// build: -w --expt-relaxed-constexpr
// Functions and specialisations of one name in a namespace and its inline ones; what the device computes is what the host does.
#include <cstdio>
#include <cstring>
#define HD __host__ __device__
struct out { long v[256]; int n; template <class T> HD void operator()(T x) { v[n++] = (long)x; } };
HD void test(out &o);
__global__ void run(out *o) { test(*o); }
int main() {
  out *o, h; cudaMallocManaged(&o, sizeof *o); o->n = h.n = 0;
  run<<<1, 1>>>(o); cudaError_t e = cudaDeviceSynchronize(); if (e) printf("%s\n", cudaGetErrorString(e));
  test(h); int bad = 0;
  for (int i = 0; i < h.n || i < o->n; i++) if (h.v[i] != o->v[i]) { bad++; printf("  [%d] host %ld device %ld\n", i, h.v[i], o->v[i]); }
  printf("%s %d of %d\n", bad ? "BAD" : "ok", bad, h.n);
}
namespace outer { inline namespace v2 { HD int f(int) { return 1; } HD int h(int) { return 5; } template <class T> HD int t(T) { return 7; } template <class T> struct C { int v = 1; }; } HD int f(float) { return 2; } HD int k() { return f(1) * 10 + f(1.f); } HD int t(char) { return 8; } template <> struct C<char> { int v = 2; }; }
namespace other { using namespace outer; HD int h(char) { return 6; } HD int q() { return f(2) * 10 + f(2.f) + h(1); } }
namespace x { HD int g(long) { return 3; } namespace y { HD int g(char) { return 4; } using x::g; HD int u() { return g(1L) * 10 + g('c'); } } }
HD int gl(int) { return 1; } namespace z { HD int gl(float) { return 2; } HD int u() { return gl(1); } HD int v() { return ::gl(1); } }
namespace adl1 { struct S {}; inline namespace i1 { HD int ad(S) { return 9; } } HD int ad(S, int) { return 10; } }
namespace out2 { inline namespace v2 { template <class T> HD int f(T) { return 2; } } template <> HD int f(char) { return 22; } template <> HD int f<long>(long) { return 23; } }
namespace std2 { inline namespace __1 { template <class T> struct hash; template <class T> HD T mx(T a, T b) { return a > b ? a : b; } } } struct K {}; template <> struct std2::hash<K> { HD int operator()(K) const { return 44; } }; namespace std2 { template <> struct hash<int> { HD int operator()(int x) const { return x * 3; } }; }
HD void test(out &o) { o(outer::f(1)); o(outer::f(1.f)); o(outer::k()); o(other::q()); o(outer::t(1)); o(outer::t('c')); o(outer::C<char>().v + outer::C<int>().v); o(x::y::u()); o(z::u() * 10 + z::v()); o(ad(adl1::S())); o(ad(adl1::S(), 1)); o(adl1::ad({})); o(out2::f(1)); o(out2::f('c')); o(out2::f(1L)); o(std2::hash<K>()(K())); o(std2::hash<int>()(4)); o(std2::mx(3, 4)); { using namespace outer; o(f(3) + f(3.f)); o(h(1)); } }
