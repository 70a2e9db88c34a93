struct P { int x, y; };
__device__ int a(P p, int y) { auto [x, y] = p; return x; }
__device__ int b(P p) { int x; auto [x, y] = p; return x; }
__device__ int c(P p) { auto [x, x] = p; auto [u, v] = p; int u; return x; }
__device__ int d(P p) { auto [x, y] = p; auto [x, z] = p; return x; }
__device__ int e(int n) { struct n {}; enum { n }; typedef int n; using n = int; int f(); for (int n = 0;;) { int n; } return 1; }
__device__ int f(int n) { if (int n = 1) { int n; } else { int n; } while (int n = 1) { int n = 2; } try_: return 0; }
__device__ int g(int n) { auto l = [n](int n) { return n; }; auto m = [](int q) { int q; return q; }; for (auto n : {1, 2}) { int n = 1; } return 0; }
__device__ int h(int n) { extern int n; static int n; switch (int n = 3) { case 3: int n; } return 0; }
template <class T> __device__ int i(int n) { int n; int T; return 0; }
__device__ int j(int n, int n) { return i<int>(n); }
template <class T> struct A { template <class U> __device__ int f(T t) { int T; int U; { int t; } return 0; } struct T2 {}; __device__ void h() { struct T {}; typedef int U; } };
__device__ int instances() { return A<int>().f<int>(1); }
__device__ void k() { A<int>().h(); auto gen = [](auto x) { int x; }; gen(1); }
__device__ void q() { p(1, 2); int a; { int a; { int a; } } for (int i = 0; i < 1; i++) for (int i = 0; i < 2; i++) { int a; } if (int i = 0) for (int i = 0; i < 1; i++) { int j; } else { int j; } while (1) { int a; } do { int a; } while (0); }
__device__ void s(int x) { switch (x) { case 1: { int x = 1; } break; default: int y; } try_: ; int r = ({ int x = 1; x; }); }
__device__ int t(int n) { enum { a1, b1 }; enum { c1, b1 }; { enum { a1 }; } int a1; return c1; }
