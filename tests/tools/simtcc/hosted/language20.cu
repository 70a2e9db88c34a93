// flags: -std=c++20
/* language20.cu - C++20 as people write it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"
#include <utility>
#include <tuple>
#include <type_traits>
#include <bit>
#include <span>
#include <array>
#include <numbers>
#define BOTH __host__ __device__
template <class... A> BOTH auto late(A... args) { return [... args = std::move(args)](auto f) { return f(args...); }; }
template <class... A> BOTH auto lateref(A &...args) { return [&... r = args] { ((r += 1), ...); }; }
BOTH constexpr int ev(int x) { if (std::is_constant_evaluated()) return x * 2; return x * 3; }
consteval int ce(int x) { return x + 1; }
struct Des { int a, b = 4; struct { int c; } in; int d[2]; };
enum class Color { red, green, blue };
BOTH int name(Color c) { using enum Color; switch (c) { case red: return 10; case green: return 20; case blue: return 30; } return 0; }
struct H { using enum Color; };
struct Fixed { int a; char b; constexpr bool operator==(const Fixed &) const = default; };
template <Fixed F> struct ByVal { static constexpr int v = F.a * 10 + F.b; };
template <Fixed F> BOTH int byval() { return F.a + F.b; }
template <unsigned N> struct Str { char s[N]; constexpr Str(const char (&t)[N]) { for (unsigned i = 0; i < N; i++) s[i] = t[i]; } };
template <Str S> BOTH int len() { return sizeof(S.s) + S.s[0]; }
template <double D> BOTH double dbl() { return D * 2; }
struct E1 {}; struct E2 {};
struct NU { [[no_unique_address]] E1 e; int x; [[no_unique_address]] E2 f; };
struct BF { int a : 4 = 3; unsigned b : 5 {7}; };
template <class T> struct Wr { T t; }; template <class T> Wr(T) -> Wr<T>;
constinit __device__ int glob = 5;
template <class T> constexpr bool always = true;
struct Ag { int x, y; };
struct Conv { int v; BOTH explicit(sizeof(int) == 4) operator int() const { return v; } };
template <class T> concept C = sizeof(T) == 4;
struct Arr { int d[3]; BOTH int operator[](int i) const { return d[i]; } };
BOTH auto abbr(auto &&...x) { return (0 + ... + x); }
template <class T> struct Base2 { BOTH int f() { return static_cast<T *>(this)->g(); } };
struct CR : Base2<CR> { BOTH int g() { return 77; } };
BOTH void work(int *o, int five) {
  int i = 0;
  o[i++] = late(1, 2, five)([](int a, int b, int c) { return a * 100 + b * 10 + c; }); int p = 1, q = 2; lateref(p, q)(); o[i++] = p * 10 + q;
  constexpr int cc = ev(3); o[i++] = cc; o[i++] = ev(five); o[i++] = ce(4);
  Des d{.a = 1, .in = {.c = five}, .d = {7, 8}}; o[i++] = d.a * 1000 + d.b * 100 + d.in.c * 10 + d.d[1];
  o[i++] = name(Color::green); o[i++] = (int)H::blue;
  o[i++] = ByVal<Fixed{3, 4}>::v; o[i++] = byval<Fixed{1, 2}>(); o[i++] = std::is_same_v<ByVal<Fixed{3, 4}>, ByVal<Fixed{3, 4}>> + 2 * std::is_same_v<ByVal<Fixed{3, 4}>, ByVal<Fixed{3, 5}>>;
  o[i++] = len<"abc">(); o[i++] = (int)dbl<2.5>();
  NU n{{}, 3, {}}; o[i++] = sizeof n * 10 + n.x; BF bf; o[i++] = bf.a * 10 + bf.b;
  Ag ag(1, five); o[i++] = ag.y;
  o[i++] = (int)Conv{4}; char8_t c8 = u8'x'; o[i++] = c8 + sizeof(u8"ab");
  auto tl = []<class T, int N>(T (&a)[N]) { return N + (int)a[0]; }; int ar[3] = {9}; o[i++] = tl(ar);
  auto tp = []<class... T>(std::tuple<T...> t) { return sizeof...(T); }; o[i++] = tp(std::tuple<int, char>{});
  for (int base = 10; int v : {1, 2}) o[i++] = base + v;
  o[i++] = abbr(1, 2, five); o[i++] = CR{}.f();
  o[i++] = std::bit_cast<int>(1.0f) >> 20; o[i++] = std::popcount(255u) + std::countl_zero(1u) + std::bit_ceil(5u);
  std::array<int, 3> sa{1, 2, 3}; std::span<int> sp(sa); int t = 0; for (int v : sp) t += v; o[i++] = t + sp.size();
  o[i++] = (int)(std::numbers::pi * 100); o[i++] = std::is_same_v<std::remove_cvref_t<const int &>, int>;
  auto un = [] {}; decltype(un) un2; un2(); using L = decltype([](int x) { return x + 1; }); o[i++] = L{}(five);
}
