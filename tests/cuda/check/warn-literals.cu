// Literals: 23 (E0667), 26 (E0669), 1422 (E0668), 1654 (E0670); qualifiers that stand twice: 83 (E0665).
__device__ int a() { return 'ab'; }
__device__ int b() { return 'abcd'; }
__device__ int c() { return 'abcde'; }
__device__ int d() { return L'ab'; }
__device__ int e() { return u'ab'; }
__device__ int f() { return '\x41\x42'; }
__device__ int g() { return '\n'; }
__device__ int h() { return '\101\102'; }
__device__ char i() { return 'ab'; }
__device__ int j() { return 'é'; }
constexpr int k = 'xy';
int host() { return 'hh'; }
enum { q = 'rs' };
__device__ int m() { switch (3) { case 'de': return sizeof('fg'); } return U'ab'; }
template <class T> __device__ int n() { return 'op'; }
template <int N = 'zz'> __device__ int o() { return N; }
__device__ int p() { return n<int>() + n<float>() + o(); }

namespace numbers {
__device__ unsigned long long a() { return 99999999999999999999; }
__device__ unsigned long long b() { return 18446744073709551615; }
__device__ unsigned long long c() { return 18446744073709551616; }
__device__ unsigned long long d() { return 9223372036854775808; }
__device__ unsigned long long e() { return 0x10000000000000000; }
__device__ unsigned long long f() { return 0xffffffffffffffff; }
__device__ unsigned long long g() { return 99999999999999999999ull; }
__device__ unsigned long long h() { return 0777777777777777777777777; }
__device__ unsigned long long i() { return 18446744073709551615l; }
__device__ unsigned long long j() { return 9223372036854775808ll; }
__device__ int k() { return 0b11111111111111111111111111111111111111111111111111111111111111111; }
unsigned long long host = 99999999999999999999;
__device__ int l() { return '\xfff'; }
__device__ int m() { return '\777'; }
__device__ float n() { return 1e999; }
__device__ float o() { return 1e99f; }
__device__ double p() { return 1e-999; }
}
namespace quals {
typedef const int ci; typedef int *ip;
const const int a = 1;
const int const b = 2;
int const const *c;
volatile int volatile d;
ci const e = 3;
const ci f = 4;
int * const const g = 0;
int * __restrict__ __restrict__ h;
template <class T> struct X { const T v; T const w; const const T z; };
__device__ const int const dv = 3;
__device__ void fn(const int const x, ip const const y, const volatile const int q) { const const int l = 4; (void)l; for (const int const i = 0; i < 1;) {} auto z = (const const int)3; auto zz = (const int const *)0; (void)z; (void)zz; sizeof(const const char); }
__device__ X<const int> xx = {1,2,3};
using U = const int const;
struct S { const int const m = 3; int f() const const; mutable int mm; static const const int st = 4; };
const const int fr();
template <class T> __device__ void tf(const T const x) { const const T t = x; }
__device__ void inst() { tf(1); tf(2.f); }
extern __device__ const volatile const int eee;
}
