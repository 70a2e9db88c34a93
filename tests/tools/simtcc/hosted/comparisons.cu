// flags: -std=c++20
/* comparisons.cu - <=>, comparisons by default, and operators made of others.
 * SPDX-License-Identifier: Apache-2.0 */
#include "hosted.h"
#include <compare>
#include <type_traits>
#include <utility>
#define BOTH __host__ __device__

struct P { int x, y; auto operator<=>(const P &) const = default; };
struct Q { P p; float f; auto operator<=>(const Q &) const = default; };
struct R { int a[3]; P b[2][2]; char c; friend auto operator<=>(const R &, const R &) = default; };
struct V {
	int v;
	BOTH std::strong_ordering operator<=>(int o) const { return v <=> o; }
	BOTH bool operator==(int o) const { return v == o; }
};
struct W {
	int v;
	BOTH bool operator==(const W &o) const { return v == o.v; }
	BOTH bool operator<(const W &o) const { return v < o.v; }
};
struct X { W w; int z; std::weak_ordering operator<=>(const X &) const = default; };
struct D : P {
	double d;
	std::partial_ordering operator<=>(const D &) const = default;
	bool operator==(const D &) const = default;
};
template <class T> struct Box { T v; constexpr auto operator<=>(const Box &) const = default; };
enum class E { a, b, c };
struct S2 { int i, a[2]; friend bool operator==(S2 a, S2 b) = default; };
struct N {
	int i;
	auto operator<=>(const N &) const = default;
	bool operator==(const N &) const = default;
	bool operator!=(const N &) const = default;
	bool operator<(const N &) const = default;
};
union U { int a; float b; };
struct Not { U u; auto operator<=>(const Not &) const = default; };
class Hidden {
	int i;
public:
	constexpr Hidden(int i) : i(i) {}
	auto operator<=>(const Hidden &) const = default;
};
/* only one order of the operands is written */
struct Left { int v; BOTH friend bool operator==(const Left &a, const W &b) { return a.v == b.v; } };

template <class O> BOTH int n(O o) { return o < 0 ? -1 : o > 0 ? 1 : o == 0 ? 0 : 9; }

static_assert(Box<int>{1} < Box<int>{2});
static_assert((1 <=> 2) < 0 && (2u <=> 1u) > 0);
static_assert(Box<Box<double>>{1.0} != Box<Box<double>>{2.0});
static_assert(!std::three_way_comparable<Not> && std::three_way_comparable<P>);
static_assert(!std::three_way_comparable<W> && std::three_way_comparable<Hidden>);

BOTH void work(int *o, int a) {
	int i = 0;
	float nan = __builtin_nanf("");
	o[i++] = n(a <=> 3); o[i++] = n(3 <=> a); o[i++] = n(a <=> a); o[i++] = n(nan <=> 1.f); o[i++] = n(1.0 <=> a);
	P p{a, 2}, q{a, 3};
	o[i++] = p < q; o[i++] = p == q; o[i++] = p != q; o[i++] = p >= q; o[i++] = n(q <=> p);
	Q u{p, 1.f}, v{p, nan};
	o[i++] = n(u <=> v); o[i++] = u == u; o[i++] = u < Q{q, 0};
	R r{{1, 2, 3}, {{{1, 2}, {3, 4}}, {}}, 'a'}, s{{1, 2, 3}, {{{1, 2}, {3, a}}, {}}, 'a'};
	o[i++] = n(r <=> s); o[i++] = r == s; o[i++] = r != r; o[i++] = s > r;
	V w{a};
	o[i++] = w < 9; o[i++] = 9 < w; o[i++] = 9 > w; o[i++] = w != 5; o[i++] = 5 == w; o[i++] = 4 != w; o[i++] = n(6 <=> w);
	X x{{1}, 2}, y{{1}, 3}, z{{2}, 0};
	o[i++] = n(x <=> y); o[i++] = x < z; o[i++] = z <= x;
	D d{{1, 2}, 3.0}, e{{1, 2}, nan};
	o[i++] = n(d <=> e); o[i++] = d == d; o[i++] = d != e;
	o[i++] = Box<int>{a} < Box<int>{7}; o[i++] = n(E::a <=> E::b); o[i++] = S2{1, {2, a}} != S2{1, {2, 5}};
	o[i++] = n(&o[1] <=> &o[2]); o[i++] = n(true <=> false); o[i++] = n('a' <=> a);
	std::pair<int, float> pa{1, 2.f}, pb{1, 3.f};
	o[i++] = pa < pb; o[i++] = pa != pb; o[i++] = n(pa <=> pb);
	o[i++] = std::is_lt(a <=> 100); o[i++] = (a <=> 5) == std::strong_ordering::equal;
	std::partial_ordering po = a <=> 4;
	o[i++] = n(po); o[i++] = po == std::partial_ordering::unordered;
	o[i++] = N{a} < N{6}; o[i++] = N{a} != N{6}; o[i++] = n(std::compare_three_way{}(a, 2));
	o[i++] = Left{a} == W{5}; o[i++] = W{5} == Left{a}; o[i++] = W{5} != Left{a};
	o[i++] = Hidden(a) >= Hidden(4);
	o[i++] = std::is_same_v<decltype(p <=> q), std::strong_ordering>;
	o[i++] = std::is_same_v<decltype(u <=> v), std::partial_ordering>;
	o[i++] = std::is_same_v<std::common_comparison_category_t<std::strong_ordering, std::weak_ordering>, std::weak_ordering>;
	if (auto c = a <=> 4; c != 0)
		o[i++] = n(c);
}
