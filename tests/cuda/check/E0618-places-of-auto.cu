template <class T> struct A { T t; };
template <class T> constexpr bool v = true;
template <class T> __device__ int f(T) { return 1; }
__device__ void a() { sizeof(auto); }
__device__ void b() { static_cast<auto>(1); }
__device__ void c() { A<auto> x; }
__device__ void d() { bool x = v<auto>; }
__device__ void e() { f<auto>(1); }
__device__ void g() { using T = auto; }
__device__ void h() { typedef auto T; }
struct S { auto m; static auto n = 1; static constexpr auto ok = 1; };
__device__ void i() { (auto)1; }
__device__ void j() { alignof(auto); }
__device__ void k() { auto x[2] = {1, 2}; }
__device__ void l() { auto *p = new auto(1); auto q = new auto; }
__device__ void m() { auto x; }
__device__ void n() { auto x = 1, y = 2.0; }
__device__ void o() { auto x = {1, 2.0}; auto y{1, 2}; auto z = {1}; }
__device__ void p(A<auto> x) {}
__device__ void q() { decltype(auto) x = 1; decltype(auto) y; const decltype(auto) z = 1; }
__device__ void r() { int auto x = 1; auto int y = 1; unsigned auto z = 2; }
__device__ void s() { __is_same(auto, int); A<int auto> u; }
__device__ auto t() { return 1; return 2.0; }
__device__ auto u();
__device__ void w() { u(); }
__device__ auto x(int n) { if (n) return x(n - 1); return 1; }
__device__ auto &y() { return 1; }
__device__ auto *z() { int i; return i; }
__device__ void aa() { auto &r = 1; auto &&s = 1; auto *p = 1; const auto &t = 1; }
__device__ void bb() { auto f = a; auto g = f; auto h = &b, i = c; }
__device__ void cc() { for (auto i = 0, j = 1.0;;) {} if (auto i = 0) {} while (auto i) {} }
__device__ void dd() { extern auto e; static auto s; __shared__ auto sh; }
__device__ void ee() { auto v = a(); auto n = nullptr; auto o = {}; auto b = A; }
__device__ void ff(int n, float *q) { auto a = 1, b = 2; auto *p = &n, i = n; const auto x = 1, *y = &n; auto &r = n, s = n; auto *f = q, g = 1; auto h = [] {}, k = 1; auto &&u = n, &&v = 2, w = 3; auto z{1}; auto e{}; auto l = new auto(2.0f); *l = 1; auto m = new auto{3}; for (auto i = 0, *j = &n; i < 1; i++) {} }
