// build: -std=c++20
// Aggregates and arrays from what stands in parentheses (P0960).
struct A { int a; int b = 5; };
struct B { int x; };
struct D : B { int y; };
struct E { B b; int z; };
struct W { A a; float f; };
struct Arr { int v[3]; int n; };
struct R { const int &r; int k; };
union U { int i; float f; };
template <class T> struct P { T a; T b; };
template <class T, class... X> __host__ __device__ T make(X... x) { return T(x...); }
template <class T, class... X> __device__ T *mk(void *p, X... x) { return ::new (p) T(x...); }
__global__ void k(int *o) {
  A a(1);
  A a2(1, 2);
  A a3 = A(7);
  auto b = B(3);
  D d(B(1), 2);
  D d2({4}, 2);
  E e(B{1}, 2);
  E e2(B(1));
  W w(A(1, 2), 3.0f);
  U u(3);
  Arr arr({1, 2, 3}, 4);
  int n[3](1, 2);
  int n2[](1, 2, 3, 4);
  P<int> p(1, 2);
  P p2(3, 4);
  P p3 = P(1.5f, 2.5f);
  A *h = new A(1, 2);
  A *h1 = new A(1);
  B c = static_cast<B>(9);
  B c2 = (B)9;
  B narrow(3.7);
  A from = make<A>(4, 5);
  o[0] = a.a + a.b + a2.b + a3.a + b.x + d.y + d2.x + e.z + e2.b.x + w.f + u.i + arr.v[2] + n[1] + n2[3] + p.a + p2.b + p3.a + h->a + h1->b + c.x + c2.x + narrow.x + from.b + sizeof(n2);
  R r(o[1], 2); o[2] = r.k;
}
struct S { char s[4]; int n; };
struct S2 { S s; int k[2]; };
__global__ void k2(int *o) { S s("abc", 3); S2 t({"ab", 1}, {5}); S2 u(S("a", 9), {}); o[3] = s.s[2] + s.n + t.k[0] + t.s.n + u.s.n; }
#include <cstdio>
#include <type_traits>
static_assert(std::is_constructible<B, int>::value && std::is_constructible<A, int, int>::value && !std::is_convertible<int, B>::value && !std::is_constructible<A,int,int,int>::value);
int main() { int *o; cudaMallocManaged(&o, 64); o[1]=7; k<<<1,1>>>(o); k2<<<1,1>>>(o); cudaDeviceSynchronize(); printf("%d %d %d\n", o[0], o[2], o[3]); }
