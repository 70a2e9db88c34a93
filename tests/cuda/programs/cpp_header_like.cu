// build: -w --expt-relaxed-constexpr
// Namespaces that have the same names, traits, policies, as headers have them; what the device computes is what the host does.
#include <cstdio>
#include <cstring>
#include <type_traits>
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
// header-like code: two namespaces with same names, inline namespaces, macros, overload with templates, traits
#define NS_BEGIN(n) namespace n {
#define NS_END }
#define DEF_OP(name, op) struct name { template <class A, class B> HD constexpr auto operator()(A a, B b) const -> decltype(a op b) { return a op b; } };
#define PP_CAT_(a, b) a##b
#define PP_CAT(a, b) PP_CAT_(a, b)
#define UNIQUE(x) PP_CAT(x, __LINE__)
#define FOR_TYPES(X) X(int, i) X(float, f) X(double, d) X(unsigned char, uc)
NS_BEGIN(m1) DEF_OP(plus, +) DEF_OP(minus, -) template <class T> struct traits { static constexpr int id = 1; using wide = T; }; template <> struct traits<float> { static constexpr int id = 2; using wide = double; }; struct Cfg { int n; HD Cfg with(int k) const; HD static Cfg make(); }; HD Cfg Cfg::with(int k) const { return {n + k}; } HD Cfg Cfg::make() { return {1}; } NS_END
NS_BEGIN(m2) DEF_OP(plus, *) template <class T> struct traits { static constexpr int id = 10; }; struct Cfg { int n; HD Cfg with(int k) const; HD static Cfg make(); }; HD Cfg Cfg::with(int k) const { return {n * k}; } HD Cfg Cfg::make() { return {5}; } using m1::minus; NS_END
#define DECL(T, s) HD constexpr T PP_CAT(conv_, s)(long v) { return static_cast<T>(v); } template <> struct m2::traits<T> { static constexpr int id = 20 + sizeof(T); };
FOR_TYPES(DECL)
namespace outer { inline namespace v2 { template <class T> HD int f(T) { return 2; } struct S { int k = 3; }; } namespace v1 { template <class T> HD int f(T) { return 1; } } template <> HD int f(char) { return 22; } HD int g(S s) { return s.k; } }
namespace { struct Anon { int q = 4; HD int get() const; }; HD int Anon::get() const { return q; } constexpr int kk = 6; HD int hidden() { return kk; } template <class T> struct AT { T t; HD AT(T t) : t(t) {} HD T twice(); }; template <class T> HD T AT<T>::twice() { return t + t; } }
template <class T, class Enable = void> struct Conv { HD static int go(T) { return 0; } }; template <class T> struct Conv<T, std::enable_if_t<std::is_integral_v<T>>> { HD static int go(T t) { return t + 1; } }; template <class T> struct Conv<T, std::enable_if_t<std::is_floating_point_v<T>>> { HD static int go(T t) { return t * 10; } }; template <class T> struct Conv<T *> { HD static int go(T *t) { return Conv<T>::go(*t) + 1000; } };
template <class It> struct it_traits { using value = typename It::value; }; template <class T> struct it_traits<T *> { using value = T; }; template <class It> HD typename it_traits<It>::value red(It b, It e) { typename it_traits<It>::value s{}; for (; b != e; ++b) s += *b; return s; } struct Cnt { using value = int; int i; HD int operator*() const { return i; } HD Cnt &operator++() { i++; return *this; } HD bool operator!=(Cnt o) const { return i != o.i; } };
template <int R, int C, class T = float> class Mat { T d[R * C]{}; public: HD T &operator()(int r, int c) { return d[r * C + c]; } HD T operator()(int r, int c) const { return d[r * C + c]; } template <int K> HD Mat<R, K, T> operator*(const Mat<C, K, T> &o) const { Mat<R, K, T> x; for (int i = 0; i < R; i++) for (int j = 0; j < K; j++) for (int k = 0; k < C; k++) x(i, j) += (*this)(i, k) * o(k, j); return x; } HD Mat<C, R, T> t() const { Mat<C, R, T> x; for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) x(j, i) = (*this)(i, j); return x; } template <class U> HD explicit operator Mat<R, C, U>() const { Mat<R, C, U> m; for (int i = 0; i < R * C; i++) m(i / C, i % C) = U((*this)(i / C, i % C)); return m; } static HD constexpr int rows() { return R; } HD static Mat eye() { static_assert(R == C, "square"); Mat m; for (int i = 0; i < R; i++) m(i, i) = 1; return m; } };
template <class T> struct Cplx { T re, im; HD constexpr Cplx(T r = {}, T i = {}) : re(r), im(i) {} HD constexpr Cplx &operator*=(Cplx o) { T r = re * o.re - im * o.im; im = re * o.im + im * o.re; re = r; return *this; } HD friend constexpr Cplx operator*(Cplx a, Cplx b) { return a *= b; } HD friend constexpr Cplx operator+(Cplx a, const Cplx &b) { a.re += b.re; a.im += b.im; return a; } HD constexpr T norm() const { return re * re + im * im; } HD Cplx &operator*=(T s) { re *= s; im *= s; return *this; } }; template <class T> HD int mandel(Cplx<T> c) { Cplx<T> z; int n = 0; while (n < 50 && z.norm() <= 4) { z = z * z + c; ++n; } return n; }
template <class S> struct State { HD S &self() { return static_cast<S &>(*this); } HD int step(int n) { return self().next(n); } }; struct St1 : State<St1> { int k = 0; HD int next(int n) { return k += n; } }; struct Rng { unsigned long s; HD explicit Rng(unsigned long x) : s(x) {} HD unsigned operator()() { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return s >> 11; } template <class D> HD auto operator()(D d) { return d(*this); } }; struct Uni { int lo, hi; template <class G> HD int operator()(G &g) const { return lo + g() % (hi - lo); } };
template <class K, class V, int N> struct Map { struct E { K k; V v; bool used; } e[N]{}; HD V &operator[](const K &k) { unsigned h = unsigned(k * 2654435761u) % N; while (e[h].used && !(e[h].k == k)) h = (h + 1) % N; if (!e[h].used) { e[h].used = true; e[h].k = k; } return e[h].v; } template <class F> HD void each(F &&f) const { for (auto &[k, v, u] : e) if (u) f(k, v); } };
HD void test(out &o) {
  o(m1::plus()(3, 4.5)); o(m2::plus()(3, 4)); o(m2::minus()(9, 2)); o(m1::traits<float>::id + sizeof(m1::traits<float>::wide) * 10); o(m2::traits<char>::id); o(m2::traits<double>::id); o(m1::Cfg::make().with(3).n); o(m2::Cfg::make().with(3).n); o(conv_uc(300)); o(conv_f(3) * 1.5); int UNIQUE(z) = 3; o(outer::f(1)); o(outer::f('c')); o(outer::v1::f(1)); o(g(outer::S())); o(Anon().get()); o(hidden()); o(AT<float>(1.25f).twice() * 2); o(AT(3).twice());
  o(Conv<int>::go(4)); o(Conv<float>::go(1.5f)); int v = 5; o(Conv<int *>::go(&v)); o(Conv<Anon>::go({})); int a[] = {1, 2, 3}; o(red(a, a + 3)); o(red(Cnt{1}, Cnt{5})); Mat<2, 3> m; for (int i = 0; i < 6; i++) m(i / 3, i % 3) = i + 1; auto p = m * m.t(); o(p(0, 0)); o(p(1, 0)); o(p(1, 1)); auto e = Mat<3, 3, int>::eye(); o(e(1, 1) + e(0, 1)); auto mi = static_cast<Mat<2, 3, int>>(m); o(mi(1, 2)); o(mi.rows()); o(mandel(Cplx<double>(-.5, .5))); o(mandel(Cplx<float>(.4f, .4f))); constexpr auto cc = Cplx<int>(1, 2) * Cplx<int>(3, 4); o(cc.re * 100 + cc.im); St1 s; s.step(4); o(s.step(5)); Rng r(88172645463325252ull); o(r()); o(r(Uni{10, 20})); Map<int, long, 16> mp; for (int i = 0; i < 30; i++) mp[i % 7] += i; long sum = 0; mp.each([&](int k, long v) { sum += k * v; }); o(sum); o(mp[3]);
}
