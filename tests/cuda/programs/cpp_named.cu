// build: -w
// Functions as values, classes by the names that their bases have; what the device computes is what the host does.
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
HD int one(int x) { return x + 1; } template <class T> HD int tm(T x) { return sizeof(x); }
struct S { int a; typedef short type; HD static int sf(int x) { return x * 2; } HD operator int() const { return a; } HD operator double() const { return 9.5; } };
struct D : S { }; struct E { typedef D d; }; struct P { struct Q { char c[3]; }; }; struct R : P { struct V : Q { }; HD int f() { return sizeof(V::Q); } };
template <class T> struct TB { T t; }; template <class T> struct TD : TB<T> { HD int f() { typename TD::TB x; x.t = 1; return sizeof(typename TD::TB) + x.t; } }; struct TI : TB<int> {};
HD int takes(bool b) { return b; } HD int takes(void *) { return 7; } HD int calls(int (*p)(int)) { return p(4); }
template <class T> HD int h(T x) { return sizeof(typename T::S) + x.T::S::a + x.S::a; }
HD int outside(int n) { int a[3] = {1, 2, 3}; int s = 0; for (int i = 0; i < 3; i++) s += a[i]; if (n > 3) { a[3] = 5; s += a[5] + a[-1]; } return s; }
HD int pointers(int n) { int i = n; int *p = &i; int *volatile v = p; *v += 2; volatile auto w = &i; return *w + *v; }
HD void test(out &o) {
  bool b = one; o(b); b = !one; o(b); o((long)one != 0); o(reinterpret_cast<long>(one) != 0); o((*one)(1)); o((*S::sf)(2)); S s{3}; o((*s.sf)(1)); o((*&one)(3)); o((1, s.sf)(2)); o((+one)(5));
  int (*q)(int) = s.sf; o(q(6)); o(calls(s.sf)); o(takes(one)); b = s.sf && one; o(b); auto *z = one; auto w = s.sf; o(w(1) + z(2) + (*[](int x) { return x; })(1)); o(({ one; })(2));
  switch (s) { case 3: o(33); break; default: o(44); } o(b ? s.sf(1) : one(1));
  D::S x = s; o(sizeof(D::S) + D::S().a + D::S::sf(2)); o(sizeof(TI::TB) + sizeof(TI::TB<char>)); o(TD<short>().f()); o(sizeof(D::type) + sizeof(E::d::S) + x.a); D d; d.a = 8; o(h(d)); o(R().f()); o(sizeof(tm<char>('a'))); o(outside(2)); o(pointers(4));
  int i = 5; auto j = ({ auto i = 6; i + 1; }); o(i + j);
}
