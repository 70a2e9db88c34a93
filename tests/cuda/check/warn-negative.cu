// Comparisons of what is never negative with negative constants: 514 (E0666), and 68 beside it; bit-fields are promoted.
namespace negative {
enum E : unsigned char { e0 }; enum class F : unsigned { f0 }; enum G { g0, g1 = 3 };
struct B { unsigned b : 3; unsigned char c; unsigned long long l : 40; };
__device__ bool a(E x) { return x == -1; }
__device__ bool b(G x) { return x == -1; }
__device__ bool c(B x) { return x.b == -1; }
__device__ bool d(B x) { return x.c < -1; }
__device__ bool e(B x) { return x.l < -1; }
__device__ bool f(unsigned char x) { return (int)x < -1; }
__device__ bool g(unsigned char x) { return x + 1 < -1; }
__device__ bool h(unsigned char x) { return (x) < -1; }
__device__ bool i(unsigned char x, unsigned char y) { return (x, y) < -1; }
__device__ bool j(unsigned char x) { return x++ < -1; }
__device__ bool k(unsigned char x) { return (x = 3) < -1; }
__device__ bool l(unsigned char x, int y) { return (y ? x : x) < -1; }
__device__ unsigned char fn(); __device__ unsigned fu();
__device__ bool m() { return fn() == -1; }
__device__ bool n() { return fu() == -1LL; }
__device__ bool o(unsigned char x) { return x == -1L; }
__device__ bool p(unsigned char x) { return x > -1 && x >= -1; }
__device__ bool q(unsigned char x) { return -1 == x; }
__device__ bool r(unsigned char x) { return -5 < x; }
template <class T> __device__ bool s(T x) { return x == -1; }
__device__ bool ss() { return s<unsigned char>(1) || s<unsigned short>(1); }
template <int N> __device__ bool t(unsigned char x) { return x == N; }
__device__ bool tt() { return t<-2>(1); }
__device__ bool u(unsigned char x) { const int neg = -2; return x == neg; }
__device__ bool v(unsigned char *x) { return x[3] == -1; }
__device__ bool xx() { return (unsigned char)3 == -1; }
__device__ bool y(unsigned char x) { return x == (char)-1; }
__device__ bool z(unsigned char x) { return x == (signed char)-1; }
__device__ bool bb(unsigned char x) { return x == -1.0f; }
__device__ bool cc(char x) { return x == -1; }
__device__ bool dd(wchar_t x) { return x == -1; }
__device__ bool ee(char32_t x) { return x == -1; }
__device__ bool ff(unsigned char x) { return x == (int)0xffffffff; }
__device__ bool gg(unsigned char x) { return x == ~0; }
__device__ bool hh(unsigned char x) { return x == ~(1 << 3); }
__device__ bool ii(unsigned char x) { return x == (-1 | 2); }
__device__ bool jj(unsigned char x) { return x < 0 || x >= 0; }
__device__ bool kk(unsigned char x) { return x == '\xff'; }
}
namespace negative_too {
__device__ bool a(unsigned x) { return x == -1; }
__device__ bool b(unsigned x) { return x < -1; }
__device__ bool c(unsigned x) { return -1 > x; }
__device__ bool d(unsigned char x) { return x == -1; }
__device__ bool e(unsigned long x) { return x != -5L; }
__device__ bool f(unsigned x) { return x >= -1; }
__device__ bool g(unsigned x) { const int m = -3; return x >= m; }
__device__ bool h(unsigned short x) { return x <= -2; }
__device__ bool i(unsigned x) { return x == (unsigned)-1; }
__device__ bool j(unsigned x) { return x == -1LL; }
__device__ bool k(unsigned x) { return x == ~0; }
__device__ bool l(unsigned x) { enum { q = -4 }; return x == q; }
template <int N> __device__ bool m(unsigned x) { return x == N; }
__device__ bool mm() { return m<-1>(3); }
template <class T> __device__ bool n(T x) { return x == -1; }
__device__ bool nn() { return n(3u) || n(3); }
__device__ bool o(unsigned long long x) { return x > -1; }
__device__ bool p(bool x) { return x == -1; }
__device__ bool q(unsigned x) { return x == -1.0; }
__device__ bool s(unsigned x) { if (x == -1) return 1; while (x != -1); return !(x == -3); }
__device__ bool t(unsigned char x) { return x < -1; }
__device__ bool t2(unsigned x) { return (x + 1) < -1; }
__device__ bool t3() { return 5u == -1; }
__device__ bool t5(unsigned x) { return x == -(int)1; }
__device__ bool t6(unsigned x) { return x == 0x80000000; }
__device__ bool t7(unsigned x) { return x == -1 + 0; }
__device__ bool t8(unsigned x) { constexpr short s = -1; return x == s; }
__device__ bool u1(char16_t x) { return x == -1; }
}
