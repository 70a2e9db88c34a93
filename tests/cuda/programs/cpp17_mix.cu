/* cpp17_mix.cu - tables, bindings, folds, variants and other parts of C++17.
 * SPDX-License-Identifier: Apache-2.0 */
// build: --expt-relaxed-constexpr
#include <array>
#include <cstdio>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
constexpr int fib(int n) {
	return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
template <int N> struct Table {
	int v[N]{};
	constexpr Table() {
		for (int i = 0; i < N; i++)
			v[i] = i * i + fib(i % 10);
	}
	constexpr int operator[](int i) const {
		return v[i];
	}
};
__constant__ Table<32> ctab;
__device__ constexpr Table<32> dtab;
constexpr std::array<int, 5> primes{2, 3, 5, 7, 11};
struct P {
	int a;
	float b;
	char c;
};
enum class Color : unsigned char { Red = 1, Green, Blue };
template <class T> __host__ __device__ auto kind(T v) {
	if constexpr (std::is_integral_v<T>)
		return v * 2;
	else if constexpr (std::is_pointer_v<T>)
		return *v;
	else
		return v + 0.5f;
}
template <class... A> __host__ __device__ constexpr int count(A...) {
	return sizeof...(A);
}
template <class... A> __device__ auto sum(A... a) {
	return (a + ...);
}
template <class... A> __device__ bool all(A... a) {
	return (... && a);
}
template <size_t... I> __device__ int idx(std::index_sequence<I...>) {
	int r = 0;
	((r = r * 10 + (int)I), ...);
	return r;
}
struct Bits {
	unsigned a : 3;
	int b : 5;
	unsigned long long c : 40;
	bool d : 1;
};
union U {
	float f;
	unsigned u;
	struct {
		unsigned short lo, hi;
	};
};
struct Vis {
	__device__ int operator()(int x) const {
		return x;
	}
	__device__ int operator()(float x) const {
		return (int)(x * 10);
	}
};
__global__ void k(int *o) {
	int n = 0;
	o[n++] = ctab[5];
	o[n++] = dtab[7];
	o[n++] = primes[3];
	auto [a, b, c] = P{1, 2.5f, 'x'};
	o[n++] = a;
	o[n++] = (int)(b * 2);
	o[n++] = c;
	auto t = std::make_tuple(1, 2.0f, 'a');
	auto &[x, y, z] = t;
	x = 42;
	o[n++] = std::get<0>(t) + (int)y + z;
	int arr[3] = {7, 8, 9};
	auto &[p, q, r] = arr;
	q = 80;
	o[n++] = arr[1] + p + r;
	o[n++] = (int)Color::Blue;
	o[n++] = static_cast<int>(Color{2});
	o[n++] = kind(3);
	o[n++] = (int)(kind(3.f) * 2);
	int w = 99;
	o[n++] = kind(&w);
	o[n++] = count(1, 2.f, "s");
	o[n++] = sum(1, 2, 3, 4);
	o[n++] = all(true, n > 3, 1);
	o[n++] = idx(std::make_index_sequence<5>{});
	Bits bb{};
	bb.a = 13;
	bb.b = -3;
	bb.c = 0x123456789aull;
	bb.d = 2 > 1;
	o[n++] = bb.a;
	o[n++] = bb.b;
	o[n++] = (int)(bb.c >> 8);
	o[n++] = bb.d;
	U u;
	u.f = 1.0f;
	o[n++] = u.hi;
	o[n++] = u.u >> 23;
	if (int g = n * 2; g > 10)
		o[n++] = g;
	else
		o[n++] = -g;
	switch (int s = n % 3; s) {
	case 0: o[n++] = 100; [[fallthrough]];
	case 1: o[n++] = 101; break;
	default: o[n++] = 102;
	}
	for (int v : {3, 1, 4, 1, 5})
		o[n] += v;
	n++;
	for (auto &v : arr)
		v++;
	o[n++] = arr[0] * arr[2];
	auto lam = [&](auto v) { return v + arr[0]; };
	o[n++] = lam(1) + (int)lam(2.5);
	auto rec = [](auto self, int m) -> int {
		return m < 2 ? 1 : m * self(self, m - 1);
	};
	o[n++] = rec(rec, 5);
	std::optional<int> op;
	o[n++] = op.has_value();
	op = 5;
	o[n++] = *op + op.value_or(1);
	std::variant<int, float> va = 2.5f;
	o[n++] = (int)va.index();
	constexpr auto sq = [](int i) { return i * i; };
	static_assert(sq(4) == 16);
	o[n++] = sq(6);
	[[maybe_unused]] int unused = 3;
	auto pr = std::pair{1, 2.5};
	o[n++] = (int)(pr.first + pr.second * 2);
	o[n++] = 0b1010'1010;
	o[n++] = (int)sizeof(P);
	o[n++] = alignof(double);
	static_assert(std::is_same_v<decltype(pr), std::pair<int, double>>);
	int i = 0;
	do {
		if (i == 3)
			continue;
		o[n] += i;
	} while (++i < 6);
	n++;

	goto done;
	o[n++] = -1;
done:
	o[n++] = 12345;
	o[63] = n;
}
int main() {
	int *o;
	cudaMallocManaged(&o, 256);
	for (int i = 0; i < 64; i++)
		o[i] = 0;
	Table<32> h;
	cudaMemcpyToSymbol(ctab, &h, sizeof h);
	k<<<1, 1>>>(o);
	auto e = cudaDeviceSynchronize();
	for (int i = 0; i < 64; i++)
		printf("%d ", o[i]);
	printf("%s\n", cudaGetErrorString(e));
}
