// __PRETTY_FUNCTION__ and __func__ as nvcc's device half spells them: each line below is a string of the PTX that nvcc 13 makes
// of this file.
#include <cstdio>
__device__ void show(const char *p) { printf("%s\n", p); }
template <class T> struct A {
  __device__ void f(T x) { show(__PRETTY_FUNCTION__); show(__func__); show(__FUNCTION__); }
  __device__ static int s(const T &x) { show(__PRETTY_FUNCTION__); return 0; }
  template <class U> __device__ U m(T t, U u) const { show(__PRETTY_FUNCTION__); return u; }
  __device__ A() { show(__PRETTY_FUNCTION__); show(__func__); }
  __device__ ~A() { show(__PRETTY_FUNCTION__); show(__func__); }
  __device__ A operator+(const A &o) const { show(__PRETTY_FUNCTION__); show(__func__); return A(); }
  __device__ operator int() const { show(__PRETTY_FUNCTION__); show(__func__);return 1; }
  struct In { T q; __device__ void g() { show(__PRETTY_FUNCTION__); } template <int N> __device__ void h() { show(__PRETTY_FUNCTION__); } };
  __device__ void out(T *p);
};
template <class T> __device__ void A<T>::out(T *p) { show(__PRETTY_FUNCTION__); }
template <class T, int N, bool B, char C, class... R> struct V { __device__ void f(R... r) { show(__PRETTY_FUNCTION__); } };
template <> struct A<double> { __device__ void f(double x) { show(__PRETTY_FUNCTION__); } };
template <class T> struct A<T *> { __device__ void f(T *x) { show(__PRETTY_FUNCTION__); } };
namespace ns { struct P { int a; }; enum E { e1 }; enum class F : int { f1 }; template <class T> struct Q { T a; __device__ T get(E e, F f) { show(__PRETTY_FUNCTION__); return a; } };
 template <F f> __device__ void ef() { show(__PRETTY_FUNCTION__); } template<class T> __device__ auto au(T a) -> decltype(a + 1) { show(__PRETTY_FUNCTION__); return a; } 
 template<class T> __device__ auto au2(T a) { show(__PRETTY_FUNCTION__); return a; } }
namespace { template <class T> __device__ void anon(T) { show(__PRETTY_FUNCTION__); } }
template <class... T> __device__ void pack(T... a) { show(__PRETTY_FUNCTION__); }
template <template <class> class C> __device__ void tt(C<int> c) { show(__PRETTY_FUNCTION__); }
template <int *P> __device__ void ptr() { show(__PRETTY_FUNCTION__); }
template <auto V> __device__ void av() { show(__PRETTY_FUNCTION__); }
template <unsigned U, long L, unsigned long long K> __device__ void nums() { show(__PRETTY_FUNCTION__); }
__device__ int gv;
template <class T> __device__ void (*fp(T t))(int) { show(__PRETTY_FUNCTION__); return nullptr; }
template <class T> __device__ void arr(T (&a)[3], const T *const p, T &&r, volatile T *v, int (*f)(T, T)) { show(__PRETTY_FUNCTION__); }
__device__ const char *plain(unsigned a, unsigned long long b, long long, signed char, unsigned char c, short, bool, float4 v, dim3 d, const char *, ...) { return __PRETTY_FUNCTION__; }
__device__ bool operator==(ns::P, ns::P) { show(__PRETTY_FUNCTION__); show(__func__); return true; }
template <class T> __global__ void kern(T *p) { show(__PRETTY_FUNCTION__); show(__func__); }
__device__ void noexc() noexcept { show(__PRETTY_FUNCTION__); }
struct Base { __device__ virtual void v() const noexcept { show(__PRETTY_FUNCTION__); } __device__ void r() & { show(__PRETTY_FUNCTION__); } };
__global__ void k() {
  A<int> a; a.f(1); A<int>::s(1); a.m(1, 2.0f); a + a; int x = a; a.out(&x);
  A<int>::In i; i.g(); i.h<3>();
  A<double> d; d.f(1); A<float *> fp_; fp_.f(nullptr);
  V<float, 3, true, 'x', int, ns::P> v; v.f(1, {});
  ns::Q<ns::P> q; q.get(ns::e1, ns::F::f1); ns::ef<ns::F::f1>(); ns::au(1); ns::au2(2.f);
  anon(1L); pack(1, 2u, 'c'); tt<A>(a); ptr<&gv>(); av<3>(); av<'a'>(); av<true>(); av<ns::F::f1>(); av<3u>(); av<nullptr>();
  nums<3u, -1, 5>(); fp(1); int ar[3]; arr<int>(ar, ar, 3, ar, nullptr);
  show(plain(1,2,3,4,5,6,true,float4(),dim3(),nullptr)); ns::P() == ns::P(); noexc(); Base b; b.v(); b.r();
  auto l = [](int x) { show(__PRETTY_FUNCTION__); show(__func__); }; l(1);
  auto g = [](auto x, int y) { show(__PRETTY_FUNCTION__); }; g(1, 2);
  struct Loc { __device__ void f() { show(__PRETTY_FUNCTION__); } } lo; lo.f();
  A<A<ns::P>> n; 
}
template __global__ void kern<int>(int *);
#define S show(__PRETTY_FUNCTION__)
typedef unsigned long mysize; typedef struct { int a; } Anon; struct Nm {}; using Alias = Nm; namespace aa { inline namespace v1 { struct Z {}; __device__ void inl(Z) { S; } } }
__device__ void td(mysize a, Alias b, Anon c, const Alias &d, mysize *e) { S; }
template <class T> struct X { using value = T; typedef T *ptr; template <class U> using re = X<U>; enum E { q }; struct N {};
 __device__ value f(ptr p, re<float> r, E e, N n, X &x, typename X::value y) { S; return *p; } 
 __device__ auto g() { S; return 1; } __device__ auto h() -> T { S; return 1; } __device__ decltype(auto) i() { S; return 1; }
 template <class... U> __device__ void v(U *...u) { S; } template <class... U> __device__ void w(X<U>...u) { S; }
 __device__ bool operator()(bool b) const volatile && noexcept { S; return b; } __device__ void operator[](int) {S;} __device__ X &operator=(int) {S; return *this;} __device__ explicit operator bool() const {S; return true;} __device__ X *operator->() {S; return this;} 
 friend __device__ void fr(X x) { S; } friend __device__ bool operator<(const X &a, int) { S; return true; } };
__device__ auto plainauto() { S; return 1; } __device__ auto plaintrail(int a) -> float { S; return 1; } __device__ decltype(1) dt() { S; return 1; }
template <class T> __device__ auto tr(T a) -> T { S; return a; } template <class T> __device__ typename T::value dep(T a, typename T::ptr p) { S; return *p; }
template <int N> __device__ void ar(int (&a)[N], float (*p)[N]) { S; } template <class T, class U = T> __device__ void dflt(T a, U b) { S; } template <class K, class B> struct Pair {}; template <class K> struct Pair<K, int> { __device__ void f(K) { S; } }; template <int I> struct Num { __device__ void f() { S; } template <int J> __device__ Num<I + J> add() { S; return {}; } };
template <void (*F)(int)> __device__ void fnp() { S; } __device__ void target(int) {} template <int Nm::*M> __device__ void mp() { S; }
template <class T> inline constexpr int vt = 3; struct Nest { struct In { template <class T> struct D { __device__ void f() { S; } }; }; };
template <class F> __device__ void call(F f) { S; f(1); }
extern "C" __device__ void cfun(int a) { S; } static __device__ inline void st() { S; }
__device__ void longs(long a, unsigned long b, unsigned short c, char d, wchar_t e, char16_t f, double g, long double *h, int2 i, unsigned char *const *j, void (*k)(int, float), int l[4], int (&m)[2], int Nm::*n, void (Nm::*o)(int) const, decltype(nullptr) p) { S; }
__device__ void opt(int a, int b = 3) { S; }
__global__ void k4(int *o) {
 X<int> x; x.f(o, {}, X<int>::q, {}, x, 1); x.g(); x.h(); x.i(); x.v(o, (float*)o); x.w(x, X<float>()); static_cast<X<int>&&>(x)(true); x[1]; x = 1; if (x) x->g(); fr(x); x < 1;
 td(1, {}, {}, {}, nullptr); aa::inl({}); plainauto(); plaintrail(1); dt(); tr(1); dep(x, o); int a3[3]; float b3[2][3]; ar<3>(a3, b3); dflt(1, 2.f); Pair<float, int>().f(1); Num<3>().f(); Num<3>().add<4>(); fnp<target>(); mp<nullptr>(); Nest::In::D<char>().f(); cfun(1); st();
 int y = 3; call([=](int q) { S; return y; }); call([&](auto q) -> int { S; return y + q; }); call([&y, o](int q) mutable { S; }); auto lam = [](float f, int *p) { S; auto in = [f] { S; }; in(); }; lam(1, o); longs(1,2,3,4,5,6,7,nullptr,{},nullptr,nullptr,o,*(int(*)[2])o,nullptr,nullptr,nullptr); opt(1);
}
struct Mem { int q; __device__ void f() { auto l = [this](int a) { S; return q; }; l(1); auto l2 = [*this](int a) { S; return q; }; l2(1); } };
template <class T> struct Tm { T q; __device__ void f(T t) { auto l = [=](T a) { S; return q; }; l(1); struct Loc { __device__ void g(T) { S; } }; Loc().g(1); } };
__global__ void k2() { Mem m; m.f(); Tm<int> t; t.f(1); }
namespace { struct InAnon { __device__ void f() { S; } }; } namespace n1 { namespace { template <class T> struct Q { __device__ void f() { S; } }; } }
__global__ void k3() { InAnon().f(); n1::Q<InAnon>().f(); n1::Q<X<X<int>>>().f(); }
template <class T> struct Traits; template <int N> struct Dims {}; template <int N> struct Traits<Dims<N>> { static constexpr int n = N; };
template <class T> struct Ev { static constexpr int n = Traits<T>::n > 0 ? Traits<T>::n : 0; enum { has = n > 0 }; __device__ int f(int i) const { S; return i + has; } };
__global__ void k5(int *o) { *o = Ev<Dims<2>>().f(1); }
int main() {
  int *o;
  cudaMalloc(&o, 4096);
  k<<<1, 1>>>(); kern<<<1, 1>>>(o); k4<<<1, 1>>>(o); k2<<<1, 1>>>(); k3<<<1, 1>>>(); k5<<<1, 1>>>(o);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
