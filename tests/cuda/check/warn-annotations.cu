// Annotations that say nothing or another thing than before: 20012 (E0671), 20035 to 20040 (E0672 to E0676), 20050 (E0677);
// and declarations of kernels that do not agree (E0628).
namespace defaulted {
struct P { __device__ P() = default; int a; };
struct Q { __host__ __device__ Q() = default; __device__ ~Q() = default; __device__ Q(const Q &) = default; __host__ __device__ Q &operator=(const Q &) = default; int a; };
struct R { __device__ R(); int a; }; __device__ R::R() = default;
struct S { __device__ virtual ~S() = default; };
struct T { __host__ T() = default; };
struct U { __device__ U() = delete; };
struct V { constexpr __device__ V() = default; __forceinline__ __device__ V(V &&) = default; };
template <class X> struct W { __device__ W() = default; X x; };
template <class X> struct Y { __host__ __device__ Y() = default; X x; };
__device__ W<int> w; 
struct Z { __device__ explicit Z() = default; __device__ bool operator==(const Z &) const { return true; } };
struct AA { __device__ __host__ AA() noexcept = default; inline __device__ AA(const AA &) noexcept = default; };
struct BB { template <class T> __device__ BB(T) {} __device__ BB() = default; };
struct CC : P { __device__ CC() = default; };
struct DD { struct EE { __device__ EE() = default; }; };
__device__ void f() { struct Loc { __device__ Loc() = default; int a; }; Loc l; l.a = 3; W<float> w; W<double> w2; Y<char> y; auto q = [] { struct In { __device__ In() = default; } i; }; }
template <> struct W<char> { __device__ W() = default; };
struct FF { __device__ friend bool operator==(const FF &, const FF &) { return true; } };
union GG { __device__ GG() = default; int a; };
namespace n { class HH { public: __host__ __device__ HH() = default; private: __device__ HH(const HH &) = default; }; }
#define HD __host__ __device__
struct II { HD II() = default; };
struct JJ { [[nodiscard]] __device__ JJ() = default; __device__ auto operator=(const JJ &) -> JJ & = default; };
struct vB { __device__ virtual ~vB() {} __device__ virtual vB &operator=(const vB &) { return *this; } };
struct vX : vB { __device__ ~vX() = default; __device__ vX &operator=(const vX &) = default; };
struct vY : vB { __device__ vY &operator=(const vB &) override { return *this; } ~vY() override = default; };
struct vZ : vB { __device__ ~vZ() override = default; };
}
namespace redeclared {
__host__ void a(); __device__ void a();
void b(); __device__ void b();
__device__ void c(); __host__ void c();
__device__ void d(); void d();
void e() {} 
__device__ void e();
__host__ void f(); __device__ void f() {}
__device__ void g(); __host__ void g() {}
__global__ void h(); void h();
void i(); __global__ void i();
__host__ __device__ void j(); __device__ void j(); void j();
struct S { void m(); __device__ void n(); static void s(); };
__device__ void S::m() {}
void S::n() {}
__device__ void S::s() {}
template <class T> void k(T); template <class T> __device__ void k(T) {}
constexpr int l(); __device__ constexpr int l() { return 1; }
namespace ns { void o(); } __device__ void ns::o() {}
struct F { friend void p(F); }; __device__ void p(F) {}
__device__ void r(); void r() {} __device__ void r();
static void s(); static __device__ void s() {}
__host__ __device__ void t(); void t() {}
__device__ void u(); __global__ void u();
__device__ void use() { s(); a(); }
}
namespace both {
void a(); __host__ __device__ void a();
__device__ void b(); __host__ __device__ void b();
__host__ __device__ void c(); __host__ void c();
void d() {} __device__ void d();
struct S { static void m(); void n(int); void n(float); };
__host__ __device__ void S::m() {}
__device__ void S::n(float) {}
template <class T> __device__ void k(T); template <class T> void k(T) {}
template <class T> struct Q { void f(); __device__ void g(); };
template <class T> __device__ void Q<T>::f() {}
template <class T> void Q<T>::g() {}
__global__ void g1(); __global__ void g1() {} 
}
namespace kernels {
inline __global__ void a() {}
static inline __global__ void b() {}
__noinline__ __global__ void d() {}
template <class T> inline __global__ void e(T) {}
__global__ inline void g();
__global__ void h(); inline __global__ void h() {}
__inline__ __global__ void i() {}
static __global__ void l() {}
namespace { inline __global__ void m() {} }
template <> inline __global__ void e<int>(int) {}
__global__ void __launch_bounds__(3) inline o() {}
}
namespace defaulted {
struct Attr { __device__ inline __attribute__((always_inline)) Attr() = default; alignas(8) int a; };
}
