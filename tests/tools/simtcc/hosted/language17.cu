// flags: -std=c++17
/* language17.cu - C++17 as people write it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"
#include <utility>
#include <tuple>
#include <cstdint>
#define BOTH __host__ __device__
template <int... I> BOTH constexpr int sum() { return (0 + ... + I); }
template <class... T> BOTH int each(int *o, T... t) { int n = 0; ((o[n++] = (int)t), ...); return n; }
template <class... T> BOTH bool any(T... t) { return (... || t); }
template <class... T> BOTH int minus(T... t) { return (t - ...) * 100 + (... - t); }
template <class F, class... A> BOTH auto bind(F f, A... a) { return [f, a...](auto... b) { return f(a..., b...); }; }
struct Pt { int x, y; template <int I> BOTH int get() const { return I ? y : x; } };
namespace std { template <> struct tuple_size<Pt> : integral_constant<size_t, 2> {}; template <size_t I> struct tuple_element<I, Pt> { using type = int; }; }
constexpr auto sq = [](int x) constexpr { return x * x; };
static_assert(sq(4) == 16);
inline constexpr int inl = 7;
template <class T> constexpr int vt = 1; template <class T> constexpr int vt<T *> = 2; template <> constexpr int vt<char> = 3; template <class T, int N> constexpr int vt<T[N]> = N;
template <class T> struct Stat { static constexpr int n = sizeof(T); static inline const int m = 3; static BOTH int get() { return n + m; } };
namespace outer { inline namespace v1 { namespace in { inline namespace v2 { BOTH constexpr int f() { return 42; } } } } }
namespace a::b::c { struct Z { int v = 4; }; }
template <class T> struct Ded { T t; BOTH Ded(T t) : t(t) {} }; Ded(const char *) -> Ded<int>;
template <class T, class U> struct Agg { T a; U b; }; template <class T, class U> Agg(T, U) -> Agg<T, U>;
enum class Flags : uint8_t { none, a = 1, b = 2 };
BOTH constexpr Flags operator|(Flags x, Flags y) { return Flags(int(x) | int(y)); }
template <auto V> struct Val { static constexpr auto v = V; };
template <auto... V> BOTH constexpr int count = sizeof...(V);
struct Bits { unsigned a : 3, b : 5; int c : 4; bool d : 1; };
struct Empty {}; struct Der : Empty { int x; };
template <class T, class = void> struct has : std::false_type {}; template <class T> struct has<T, std::void_t<typename T::type>> : std::true_type {};
struct Ty { using type = int; };
BOTH void work(int *o, int five) {
  int i = 0;
  o[i++] = sum<1, 2, 3>(); i += each(o + i, 1, 2.5, 'c'); o[i++] = any(false, five == 5); o[i++] = minus(10, 3, 2);
  o[i++] = bind([](int a, int b, int c) { return a * 100 + b * 10 + c; }, 1, 2)(five);
  auto [x, y] = Pt{3, 4}; o[i++] = x * 10 + y;
  o[i++] = sq(five) + inl; o[i++] = vt<int> * 1000 + vt<int *> * 100 + vt<char> * 10 + vt<int[6]>; o[i++] = Stat<double>::get();
  o[i++] = outer::in::f() + outer::v1::in::v2::f(); o[i++] = a::b::c::Z{}.v;
  Ded d{2.5}; o[i++] = (int)(d.t * 2); Agg ag{1, 2.f}; o[i++] = sizeof ag + (int)ag.b; std::pair pp{1, 2.0}; o[i++] = sizeof pp;
  o[i++] = (int)(Flags::a | Flags::b); o[i++] = Val<'x'>::v + Val<3u>::v; o[i++] = count<1, 'a', true>;
  Bits bt{}; bt.a = five + 4; bt.b = five; bt.c = -3; bt.d = true; o[i++] = bt.a * 1000 + bt.b * 100 + bt.c + bt.d;
  struct Local { int v; BOTH int get() const { return v + 1; } struct In { int q; }; }; Local lo{five}; o[i++] = lo.get() + sizeof(Local::In);
  if (int q = five * 2; q > 5) o[i++] = q; switch (auto s = five - 1; s) { case 4: o[i++] = 44; break; default: o[i++] = 0; }
  auto gen = [n = five](auto &&x) mutable -> decltype(auto) { n++; return x + n; }; o[i++] = gen(1) + gen(2);
  auto rec = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); }; o[i++] = rec(rec, five);
  o[i++] = has<Ty>::value * 2 + has<int>::value; o[i++] = [](auto... a) { return sizeof...(a); }(1, 2, 3);
  o[i++] = [&]() { int t = 0; for (auto v : {1, 2, 3, five}) t += v; return t; }();
  Der de{{}, 3}; o[i++] = de.x + sizeof de;
  constexpr int tab[] = {1, 4, 9}; int w = 0; for (auto &e : tab) w += e; o[i++] = w;
  std::integer_sequence<int, 1, 2> seq; o[i++] = seq.size(); auto idx = [&]<int... I>(std::integer_sequence<int, I...>) { return (I + ...); };  o[i++] = idx(std::make_integer_sequence<int, 5>{});

  const char *str = u8"hi"; o[i++] = str[1]; o[i++] = R"(a"b)"[1]; o[i++] = 0b1010'1010; o[i++] = 0x1.8p1;
  if constexpr (sizeof(int) == 4) { o[i++] = 1; } else { static_assert(sizeof(int) == 4); }
}
