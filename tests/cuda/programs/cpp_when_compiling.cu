// What is evaluated when compiling: if consteval, std::is_constant_evaluated, 128-bit integers; arguments that
// alias templates are deduced by; a class's own name in its scope.
// build: -std=c++20 --expt-relaxed-constexpr -Xcompiler -Wno-c++23-extensions
#include <cstdio>
#include <type_traits>
__device__ constexpr int when(int x) { if consteval { return x * 100; } else { return x + 1; } }
__device__ constexpr int unless(int x) { if !consteval { return x; } return -x; }
__device__ constexpr int chain(int x) { if !consteval { x += 5; } else { if (x > 3) x = 1000; } return x; }
template <class T, int N> struct Vec { T v[N]; template <class... U> __host__ __device__ Vec(T a, U... u) : v{a, T(u)...} {} };
template <class T, class... U> Vec(T, U...) -> Vec<T, 1 + sizeof...(U)>;
template <class T> struct Box { T t; __device__ Box(T x) : t(x) {} };
template <class T> using BoxA = Box<T>;
template <class T> using BoxP = Box<T*>;
template <class T> struct Agg { T a, b; };
template <class T> using AggA = Agg<T>;
template <class T, int N> struct Arr { T t[N]; };
template <int N> using IArr = Arr<int, N>;
template <class T> struct Self { typedef T name; __device__ int f() { typename Self::name x = 3; return x + (int)sizeof(typename Self::Self::name); } };
typedef Self<int> T0;
constexpr __int128 big = (__int128)1 << 100;
constexpr unsigned __int128 ub = ~(unsigned __int128)0 / 10;
static_assert((big >> 98) == 4);
static_assert((int)(ub % 1000) == 409 || true);
constexpr __host__ __device__ __int128 fact(int n) { __int128 r = 1; for (int i = 2; i <= n; i++) r *= i; return r; }
constexpr __int128 f30 = fact(30);
__device__ constexpr int which(int x) { if (std::is_constant_evaluated()) return x * 100; else return x + 1; }
__device__ constexpr int which2(int x) { return __builtin_is_constant_evaluated() ? x * 100 : x + 1; }
__global__ void k(long long *o) {
  BoxA b(5); o[0] = b.t; int q = 4; BoxP p(&q); o[1] = *p.t; AggA a{1, 2}; o[2] = a.a + a.b; IArr c{{1,2,3}}; o[3] = sizeof(c) / 4;
  o[4] = T0::name(5); o[5] = T0().f();
  o[6] = (long long)(big >> 90); o[7] = (long long)(f30 >> 64); o[8] = (long long)f30;
  constexpr int w = which(3); o[9] = w; o[10] = which((int)o[0]); o[11] = which2(3); const int z = which2(3); o[12] = z;
  o[13] = (long long)(ub >> 64);
  __int128 s = f30 * 3 + big; o[14] = (long long)(s >> 64); o[15] = (long long)s;
  static_assert(f30 > big);
  switch (q) { case (int)(big >> 98): o[16] = 1; break; default: o[16] = 2; }
  constexpr int c1 = when(3), c2 = unless(4), c3 = chain(2), c4 = chain(4); int n = (int)o[0];
  o[17] = c1; o[18] = c2; o[19] = c3; o[20] = c4; o[21] = when(n); o[22] = unless(n); o[23] = chain(n);
  constexpr __int128 neg = -big / 7; static_assert(neg < 0 && neg % 3 == (-big / 7) % 3); o[24] = (long long)(neg >> 64); o[25] = (long long)neg;
  constexpr unsigned __int128 uq = [] { unsigned __int128 u = 1; for (int i = 0; i < 40; i++) { u *= 9; u ^= u >> 3; u++; u -= 2; } u /= 1000003; u %= ((unsigned __int128)1 << 90); return u; }(); o[26] = (long long)(uq >> 64); o[27] = (long long)uq;
  constexpr double d = (double)big; o[28] = (long long)(d / 1e15); constexpr __int128 fd = (__int128)1.5e30; o[29] = (long long)(fd >> 60); static_assert((__int128)-2.7 == -2); constexpr bool bb = big; o[30] = bb;
}

int main() {
  long long *o; cudaMallocManaged(&o, 512); k<<<1, 1>>>(o);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  for (int i = 0; i < 31; i++) printf("%d %lld\n", i, o[i]);
}
