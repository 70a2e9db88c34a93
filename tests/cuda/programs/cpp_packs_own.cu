// build: -w --expt-relaxed-constexpr
// Tuples, variants and lists made of packs; what the device computes is what the host does.
#include <cstdio>
#include <cstring>
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
// variadic templates: own tuple, variant, function_ref, any-of
template <unsigned I, class T> struct leaf { T v; }; template <class S, class... T> struct timpl; template <size_t... I, class... T> struct timpl<std::index_sequence<I...>, T...> : leaf<I, T>... { HD constexpr timpl(T... t) : leaf<I, T>{t}... {} };
template <class... T> struct tup : timpl<std::index_sequence_for<T...>, T...> { using timpl<std::index_sequence_for<T...>, T...>::timpl; };
template <unsigned I, class T> HD constexpr T &get(leaf<I, T> &l) { return l.v; } template <unsigned I, class T> HD constexpr const T &get(const leaf<I, T> &l) { return l.v; }
template <class F, class... T, size_t... I> HD constexpr auto apply_(F f, const tup<T...> &t, std::index_sequence<I...>) { return f(get<I>(t)...); } template <class F, class... T> HD constexpr auto apply(F f, const tup<T...> &t) { return apply_(f, t, std::index_sequence_for<T...>{}); }
template <class... T> HD tup<T...> make(T... t) { return {t...}; }
template <class... A, class... B, size_t... I, size_t... J> HD auto cat_(const tup<A...> &a, const tup<B...> &b, std::index_sequence<I...>, std::index_sequence<J...>) { return make(get<I>(a)..., get<J>(b)...); } template <class... A, class... B> HD auto cat(const tup<A...> &a, const tup<B...> &b) { return cat_(a, b, std::index_sequence_for<A...>{}, std::index_sequence_for<B...>{}); }
template <class T, class... L> struct index_of; template <class T, class... R> struct index_of<T, T, R...> : std::integral_constant<int, 0> {}; template <class T, class H, class... R> struct index_of<T, H, R...> : std::integral_constant<int, 1 + index_of<T, R...>::value> {};
template <class... T> struct maxsz : std::integral_constant<size_t, 0> {}; template <class H, class... T> struct maxsz<H, T...> : std::integral_constant<size_t, (sizeof(H) > maxsz<T...>::value ? sizeof(H) : maxsz<T...>::value)> {};
template <class... T> struct var { alignas(T...) unsigned char b[maxsz<T...>::value]; int i = -1; template <class U> HD var(U u) : i(index_of<U, T...>::value) { new (b) U(u); } template <class U> HD U &as() { return *reinterpret_cast<U *>(b); } template <class F> HD auto visit(F f) { using R = std::common_type_t<decltype(f(std::declval<T &>()))...>; R r{}; int k = 0; ((k++ == i ? (void)(r = f(as<T>())) : void()), ...); return r; } };
template <class> struct fref; template <class R, class... A> struct fref<R(A...)> { void *p; R (*c)(void *, A...); template <class F> HD fref(F &f) : p(&f), c([](void *q, A... a) -> R { return (*static_cast<F *>(q))(a...); }) {} HD R operator()(A... a) const { return c(p, a...); } };
template <class...> struct list {}; template <class L, template <class> class P> struct filt; template <template <class> class P> struct filt<list<>, P> { using type = list<>; }; template <class T, class L> struct cons; template <class T, class... L> struct cons<T, list<L...>> { using type = list<T, L...>; }; template <class H, class... T, template <class> class P> struct filt<list<H, T...>, P> { using rest = typename filt<list<T...>, P>::type; using type = std::conditional_t<P<H>::value, typename cons<H, rest>::type, rest>; };
template <class L> struct len; template <class... T> struct len<list<T...>> { static constexpr int v = sizeof...(T); };
template <class... T> HD int overload_count(list<T...>) { return sizeof...(T); }
template <class T, T... v> HD constexpr T alt(std::integer_sequence<T, v...>) { T r = 0; T s = 1; ((r += s * v, s = -s), ...); return r; }
template <class F, size_t... I> HD void sfor(F f, std::index_sequence<I...>) { (f(std::integral_constant<size_t, I>{}), ...); }
template <class... Ts> struct mat { template <Ts... Vs> struct at { static constexpr long v = (0L + ... + Vs); }; };
template <int... A> struct P1 { template <int... B> HD static constexpr int dot() { return ((A * B) + ...); } };
template <class T> HD T mx(T a) { return a; } template <class T, class... R> HD T mx(T a, R... r) { auto m = mx<T>(r...); return a > m ? a : m; }
template <class... A> HD int tail(int n, A...) { if constexpr (sizeof...(A) > 2) return tail(n + 1, A{}...) ; else return n; }
HD void test(out &o) {
  tup<int, char, double> t(3, 'x', 2.5); o(get<0>(t)); o(get<1>(t)); o(get<2>(t) * 2); o(apply([](auto... a) { return (a + ...); }, t)); get<0>(t) = 9; o(apply([](int a, char, double d) { return a * d; }, t)); auto u = cat(t, make(1L, 'c')); o(get<4>(u)); o(sizeof(tup<char, int, char>));
  var<int, double, char> v(2.5), w('q'); o(v.i); o(v.visit([](auto x) { return x * 2; })); o(w.visit([](auto x) { return sizeof(x); })); o(sizeof v); o(w.as<char>());
  int z = 4; auto lam = [&](int k) { z += k; return z; }; fref<int(int)> f(lam); o(f(3)); o(f(3)); o(z); o(len<filt<list<int, float, char, double>, std::is_floating_point>::type>::v); o(overload_count(list<int, int>{}));
  o(alt(std::make_integer_sequence<int, 7>{})); int s = 0; sfor([&](auto i) { s = s * 10 + i; }, std::make_index_sequence<5>{}); o(s); o(mat<int, char, long>::at<3, 'a', 4>::v); o(P1<1, 2, 3>::dot<4, 5, 6>()); o(mx(3, 9.5, 4)); o(mx(3.5, 9, 4) * 2);
}
