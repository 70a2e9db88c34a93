struct S {
  int x;
  int x;
  __device__ int f() { return 1; }
  __device__ int f() { return 2; }
  __device__ void g(int);
  __device__ void g(int);
  __device__ S() {}
  __device__ S() : x(1) {}
  static const int k = 1;
  static const int k = 2;
  using T = int;
  using T = float;
  enum { A, A };
  struct In {};
  struct In {};
};
__device__ void h(int a = 1);
__device__ void h(int a = 2) {}
__device__ int dup(int a, int a) { return a; }
template <class T, class T> __device__ void t() {}
template <class T> __device__ int twice(T) { return 1; }
template <class T> __device__ int twice(T) { return 2; }
enum E { one, two, one };
struct C { int a; };
struct C { int b; };
typedef int I; typedef float I;
template <class T> struct TT { T a; };
template <class T> struct TT { T b; };
struct M { __device__ int f(); };
__device__ int M::f() { return 1; }
__device__ int M::f() { return 2; }
struct MD { __device__ void f(int a = 1); };
__device__ void MD::f(int a = 2) {}
__global__ void k(int *o, S s, C c) { o[0] = s.f() + s.x; h(); t<int, float>(); o[1] = twice(1) + one; TT<int> q; M m; m.f(); s.g(1); MD md; md.f(); o[2] = S::k; S::T zz = 1; I i = 2; o[3] = zz + i + q.a; S::In in; int l = 1; int l = 2; o[4] = dup(1, 2);}
