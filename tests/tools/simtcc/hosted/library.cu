// flags: -std=c++20
/* library.cu - algorithms, functional objects and concepts of the library.
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"
#include <algorithm>
#include <numeric>
#include <functional>
#include <memory>
#include <utility>
#include <limits>
#include <iterator>
#include <ranges>
#include <concepts>
#define BOTH __host__ __device__
struct NoCopy { int v; NoCopy(const NoCopy &) = delete; BOTH NoCopy(int v) : v(v) {} BOTH NoCopy(NoCopy &&o) : v(o.v) { o.v = 0; } };
template <class It, std::sentinel_for<It> S> BOTH int total(It a, S b) { int t = 0; for (; a != b; ++a) t += *a; return t; }
template <std::ranges::range R> BOTH int rtotal(R &&r) { int t = 0; for (auto &&x : r) t += x; return t; }
BOTH void work(int *o, int five) {
  int i = 0; int a[] = {5, 3, 9, 1};
  o[i++] = total(a, a + 4); o[i++] = rtotal(a);
  o[i++] = std::min(3, five) + std::max({1, five, 9}) + std::clamp(five, 1, 4);
  o[i++] = std::accumulate(a, a + 4, 0); std::swap(a[0], a[1]); o[i++] = a[0]; 
  o[i++] = std::plus<>{}(1, five); o[i++] = std::invoke([](int x) { return x * 2; }, five);
  NoCopy n(4); NoCopy m(std::move(n)); o[i++] = m.v * 10 + n.v; o[i++] = std::exchange(a[2], 7) + a[2];
  o[i++] = std::numeric_limits<int>::max() >> 20; o[i++] = std::find(a, a + 4, 1) - a; o[i++] = std::count_if(a, a + 4, [](int x) { return x > 3; });
  o[i++] = std::distance(a, a + 3); o[i++] = std::size(a); std::sort(a, a + 4); o[i++] = a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3];
  o[i++] = std::cmp_less(-1, 1u); o[i++] = std::midpoint(2, 8); o[i++] = std::ranges::max(3, five);
}
