// build: -w --expt-relaxed-constexpr
// Packs that are expanded inside of what another pack expands; what the device computes is what the host does.
#include <cstdio>
#include <type_traits>
#include <utility>
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
template <class... T> struct types { static constexpr int n = sizeof...(T); HD int of(int k) const { return n * k; } };
template <class... A> HD int sum(A... a) { return (0 + ... + a); }
template <class... A> HD auto nested(A... p) { return (p + ... + [](auto... p) { return (p * ... * 2); }(3, 4, 5)); }
template <class... A, class F> HD int both(F f, A... q) { return sum([&] { return f(q); }()...); }
template <class... P> struct outer {
  template <class... Q> HD static int all(P... p, Q... q) {
    int r = sum([&] { return sum(p...) * q; }()...);
    r += 100 * sum(((p + ...) * q)...);
    r += (0 + ... + [&] { types<P...> t; return t.of(q); }());
    r += (0 + ... + [&] { return q + (int)sizeof...(p); }());
    r += (0 + ... + [s = q, &p...](auto k) { int a[] = {p..., k}; return a[0] + s + a[sizeof...(p)]; }(q));
    r += sum([&] { return q < sum(p...) ? 1 : q > 2 ? 2 : 3; }()...);
    return r;
  }
};
template <int... I> HD int values() { return sum([] { return types<std::integral_constant<int, I>>::n + I; }()...); }
template <class... A, class... B> HD int two(types<A...>, types<B...>) { return sum((sizeof(A) + (0 + ... + sizeof(B)))...); }
HD void test(out &o) {
  o(nested(1, 2)); o(nested(1, 2, 3)); o(both([](auto x) { return x * x; }, 1, 2, 3));
  o(outer<int, int, int>::all(1, 2, 3, 4, 5)); o(outer<int>::all(1, 2, 3, 4, 5)); o(outer<short, long>::all(9, 8, 7));
  o(values<3, 4, 5>()); o(two(types<char, int>{}, types<double, short, char>{}));
  o([](auto... p) { return (p + ... + [](auto... p) { return (p + ... + [](auto... p) { return (p + ... + 1); }(1, 2)); }(1, 2)); }(1, 2));
  auto y = ({ auto k = ({ auto m = ({ auto n = 5; n + 1; }); m * 2; }); k - 3; }); o(y);
}
