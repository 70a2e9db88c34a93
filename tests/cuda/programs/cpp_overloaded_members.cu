// build: -w
// &C::f of several functions: what it becomes chooses one; what the device computes is what the host does.
#include <cstdio>
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
struct B { HD int mf(char) { return 7; } };
struct S : B { using B::mf; int k; HD int mf(int x) { return x + k; } HD int mf(double) const { return 20; } HD int mf(double) { return 30; }  HD static int mf(float) { return 40; } HD static int sf(int x) { return x; } HD static long sf(long x) { return x; }
template <class T> HD int tm(T x) { return sizeof(T); } template <class T> HD static int ts(T x) { return sizeof(T) * 100; } HD virtual int v(int) { return 1; } HD virtual int v(long) { return 2; } 
HD int inside() { int (S::*p)(int) = &S::mf; return (this->*p)(1); } };
struct D : S { HD int v(int) override { return 3; } };
template <class R, class C, class A> HD int call(C &c, R (C::*f)(A), A a) { return (c.*f)(a); }
template <class C, class A> HD int icall(C &c, int (C::*f)(A), int a) { return (c.*f)(a); }
struct take { int n; HD take(int (S::*f)(int), S &s) : n((s.*f)(5)) {} };
HD void test(out &o) {
  D s; s.k = 1; int (S::*pi)(int) = &S::mf, (S::*pd)(double) = &S::mf, (S::*pc)(double) const = &S::mf; int (*ps)(float) = &S::mf; int (D::*pdd)(int) = &S::mf;
 int (S::*pt)(long) = &S::tm, (*pts)(char) = &S::ts; auto a = &S::tm<short>; auto b = &S::ts<short>; int (S::*pv)(int) = &S::v; int (S::*pl)(long) = &S::v; long (*sl)(long) = &S::sf; int (B::*pb)(char) = &B::mf;
 pi = &S::mf; auto r = static_cast<int (S::*)(double)>(&S::mf);
 o((s.*pi)(1)); o((s.*pd)(1)); o((s.*pc)(1)); o(ps(1)); o((s.*pdd)(2)); o((s.*pt)(1)); o(pts('a')); o((s.*a)(1)); o(b(1)); o((s.*pv)(1)); o((s.*pl)(1)); o(sl(9));
 o((s.*r)(1)); o((s.*pb)('a')); o(s.inside()); o(take(&S::mf, s).n); o(call<int, S, double>(s, &S::mf, 1.0)); o(icall<S, int>(s, &S::mf, 4)); o((s.*(int (S::*)(double) const)&S::mf)(1));  o(pi == static_cast<int (S::*)(int)>(&S::mf));
}
