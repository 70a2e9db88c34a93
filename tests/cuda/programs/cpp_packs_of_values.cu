// build: -w --expt-relaxed-constexpr
// alignas of packs, packs of values of given types; what the device computes is what the host does.
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
template <class... T> struct al { alignas(T...) unsigned char b[3]; }; template <int... N> struct al2 { alignas(N...) char c; }; struct al3 { alignas(8) alignas(int) char c; alignas(double) alignas(2) int d; };
template <class... Ts> struct mat { template <Ts... Vs> struct at { static constexpr long v = (0L + ... + Vs); }; template <Ts... Vs> HD static long f() { return (Vs + ...); } };
template <class T, T... V> struct ic { static constexpr int n = sizeof...(V); };
HD void test(out &o) { o(alignof(al<char, double, int>)); o(sizeof(al<short>)); o(alignof(al2<4, 16, 2>)); o(alignof(al<>)); o(sizeof(al3)); o(alignof(al3)); o(mat<int, char, long>::at<3, 'a', 4>::v); o(ic<char, 'a', 'b'>::n); }
