// flags: -std=c++17 --expt-relaxed-constexpr
/* variant.cu - std::variant and visits, tuples, arrays and optionals.
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"
#include <variant>
#include <tuple>
#include <array>
#include <optional>
#define BOTH __host__ __device__
template <class... F> struct over : F... { using F::operator()...; };
template <class... F> over(F...) -> over<F...>;
struct A { int a; }; struct B { int b; float c; };
BOTH void work(int *o, int five) {
  int i = 0;
  std::variant<int, float, A, B> v{five};
  o[i++] = v.index(); o[i++] = std::get<int>(v); o[i++] = std::holds_alternative<A>(v);
  v = A{7}; o[i++] = v.index(); if (auto *p = std::get_if<A>(&v)) o[i++] = p->a;
  o[i++] = std::visit(over{[](int x) { return x; }, [](float f) { return (int)f + 100; }, [](A a) { return a.a + 200; }, [](B b) { return b.b + 300; }}, v);
  v = B{3, 2.f};
  o[i++] = std::visit([](auto x) { return (int)sizeof x; }, v);
  std::variant<int, float> w{2.5f};
  o[i++] = std::visit([](auto x, auto y) { return (int)(sizeof x * 10 + sizeof y); }, v, w);
  std::variant<std::monostate, int> m; o[i++] = m.index(); m.emplace<1>(9); o[i++] = std::get<1>(m); o[i++] = m == std::variant<std::monostate, int>(9);
  std::tuple<int, float, char> t{1, 2.f, 'c'}; auto [x, y, z] = t; o[i++] = x + (int)y + z;
  auto &[rx, ry, rz] = t; rx = 9; o[i++] = std::get<0>(t);
  o[i++] = std::apply([](auto... a) { return (int)(a + ...); }, t);
  auto t2 = std::tuple_cat(t, std::make_tuple(5, 6)); o[i++] = std::get<4>(t2); o[i++] = std::tuple_size_v<decltype(t2)>;
  std::optional<int> op; o[i++] = op.has_value(); op = 4; o[i++] = *op + op.value_or(3);
  std::array<int, 4> arr{1, 2, 3, 4}; int s = 0; for (int q : arr) s += q; o[i++] = s; auto [a0, a1, a2, a3] = arr; o[i++] = a3;
  auto pr = std::make_pair(3, 4.5); auto [f1, f2] = pr; o[i++] = f1 + (int)f2;
  int aa = 1, bb = 2; std::tie(aa, bb) = std::make_pair(bb, aa); o[i++] = aa * 10 + bb;
}
