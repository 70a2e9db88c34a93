/* lambdas_and_namespaces.cu - using-directives, using-declarations and aliases of namespaces in a function, whose names the
 * parameters, the result and local types of an extended lambda use, too ([namespace.udir], [namespace.udecl], [namespace.alias]).
 * SPDX-License-Identifier: Apache-2.0 */
// build: -std=c++17 -extended-lambda
#include <cstdio>

namespace shapes {
struct Box {
	int lo, hi;
};
namespace inner {
template <class T> struct Pair {
	using value = T;
	T a, b;
};
enum class Side { left, right };
constexpr int scale = 10;
} // namespace inner
__host__ __device__ inline int length(const Box &b) {
	return b.hi - b.lo;
}
} // namespace shapes
namespace others {
struct Box {
	double unused[4];
};
} // namespace others

template <class F, class... A> __global__ void k(F f, A... a) {
	printf("%d\n", (int)f(a...));
}

template <class F, class... A> void go(F f, A... a) {
	k<<<1, 1>>>(f, a...);
	cudaDeviceSynchronize();
}

void directive(int n) {
	using namespace shapes;
	go([=] __device__ (const Box &b) { return length(b) * n; }, shapes::Box{1, 5});
	{
		using namespace inner;
		go([=] __device__ (Pair<Box> p, Side s) { return length(s == Side::left ? p.a : p.b) * scale + n; },
		   Pair<Box>{{0, 1}, {0, 2}}, Side::right);
		go([=] __device__ (Box b) -> Pair<int>::value { return b.lo * b.hi; }, Box{3, 4});
	}
}

void declaration(int n) {
	using shapes::Box, shapes::length;
	go([=] __device__ (const Box &b) { return length(b) + n; }, Box{1, 5});
	using Boxes = shapes::inner::Pair<Box>;
	go([=] __device__ (const Boxes &b) -> decltype(length(b.a)) { return length(b.b) + n; }, Boxes{{1, 5}, {1, 7}});
}

void alias(int n) {
	namespace si = shapes::inner;
	using namespace si;
	go([=] __device__ (si::Pair<int> p) { return p.a * n + si::scale; }, Pair<int>{1, 2});
	typedef Pair<long> Longs;
	go([=] __device__ (Longs p) { return p.b * scale; }, Longs{1, 2});
}

namespace around {
struct Runner {
	int m = 7;
	struct Part {
		int i;
	};
	template <class T> void run(T t) {
		using namespace shapes;
		namespace si = shapes::inner;
		auto self = *this;
		go([=] __device__ (const Box &b, si::Pair<T> p, Part q) { return length(b) + self.m + p.b + q.i; }, Box{1, 2},
		   si::Pair<T>{t, t}, Part{100});
		go([=, *this] __host__ __device__ (const Box &b) -> int { return length(b) + m; }, Box{1, 20});
	}
};
} // namespace around

namespace outer {
using namespace others;
void nearest() {
	using shapes::Box;
	go([=] __device__ (Box b) { return sizeof(b); }, Box{});
}
void farther() {
	go([=] __device__ (Box b) { return sizeof(b); }, Box{});
}
} // namespace outer

int main() {
	directive(3);
	declaration(1000);
	alias(5);
	around::Runner{}.run(30);
	around::Runner{}.run(30L);
	outer::nearest();
	outer::farther();
	auto host = [](int n) {
		using namespace shapes;
		go([=] __device__ (Box b) { return b.hi + n; }, Box{1, 2});
	};
	host(40);
}
