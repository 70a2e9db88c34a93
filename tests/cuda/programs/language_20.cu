// build: -std=c++20 --expt-relaxed-constexpr -w
// C++20: each thread hashes what the host hashes.
#include <array>
#include <compare>
#include <concepts>
#include <cstdio>
#include <initializer_list>
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#define D __host__ __device__
typedef unsigned long long u64;
struct H {
	u64 h = 1469598103934665603ull;
	D void operator()(u64 x) {
		h ^= x;
		h *= 1099511628211ull;
		h ^= h >> 29;
	}
};

namespace part0 {
template <class T>
concept Num = std::integral<T> || std::floating_point<T>;
template <class T>
concept HasSz = requires(const T t) {
	{ t.size() } -> std::convertible_to<int>;
	typename T::value_type;
	requires sizeof(T) > 2;
};
template <Num T> D int k1(T) {
	return 1;
}
template <std::integral T>
requires(sizeof(T) == 8) D int k1(T) {
	return 2;
}
D int k1(auto *) {
	return 3;
}
template <HasSz T> D int k2(const T &t) {
	return t.size();
}
D int k2(const auto &) {
	return -1;
}
struct P {
	int x, y;
	auto operator<=>(const P &) const = default;
};
struct Q {
	int v;
	D std::strong_ordering operator<=>(const Q &o) const {
		return o.v <=> v;
	}
	D bool operator==(const Q &o) const {
		return v == o.v;
	}
};
struct W {
	double d;
	auto operator<=>(const W &) const = default;
};
struct Des {
	int a = 1;
	struct {
		int b, c;
	} in;
	float f = 2;
};
consteval int cev(int a) {
	return a * a;
}
D constexpr int cif(int a) {
	return std::is_constant_evaluated() ? a : a * 2;
}
constinit __device__ int ci = 7;
struct Lit {
	int a;
	char b;
	bool operator==(const Lit &) const = default;
};
template <Lit L> struct UL { static constexpr int v = L.a * L.b; };
template <std::size_t N> struct FS {
	char c[N];
	consteval FS(const char (&s)[N]) {
		for (std::size_t i = 0; i < N; i++)
			c[i] = s[i];
	}
};
template <FS f> D int len() {
	return sizeof f.c + f.c[0];
}
enum class Co { r = 3, g, b };
D int ue(Co c) {
	using enum Co;
	switch (c) {
	case r: return 1;
	case g: return 2;
	default: return b == Co::b ? 3 : 4;
	}
}
struct Ag {
	int a, b;
};
template <class T> struct Cond {
	T t;
	explicit(sizeof(T) > 4) D Cond(T t) : t(t) {
	}
	D int big() requires(sizeof(T) > 4) {
		return 9;
	}
	D int big() {
		return 1;
	}
	D ~Cond() = default;
};

D void test(H &h, int s) {
	h(k1(1) + 10 * k1(1L) + 100 * k1(&s) + 1000 * k1(2.f));
	h(k2(std::array<int, 3>{}));
	h(k2(s));
	P a{s, 2}, b{3, 4};
	h(a < b);
	h(a == b);
	h(a >= b);
	h((a <=> b) < 0);
	h((Q{s} < Q{4}) + 2 * (Q{s} != Q{4}));
	h((W{s * .5} <=> W{2.}) == std::partial_ordering::less);
	Des d{.a = s, .in{.b = 2}, .f = 1};
	h(d.a + d.in.b + d.in.c + (int)d.f);
	h(cev(5));
	constexpr int ce = cif(4);
	h(ce + cif(s));
	h(UL<Lit{3, 'a'}>::v);
	h(len<"abcd">());
	h(ue(Co(3 + s % 3)));
	Ag ag(s, 2);
	h(ag.a + ag.b);
	h(Cond<int>(s).big() + Cond<double>(1).big() * 10);
	auto tl = []<class T>(T t, auto... r) { return sizeof(T) + (r + ...); };
	h(tl(s, 1, 2));
	auto pk = [](auto... x) { return [... y = x] { return (y * ...); }; };
	h(pk(s, 2, 3)());
	for (int n = s; int x : {1, 2, 3})
		h(x * n);
	int arr[]{1, 2, s};
	h(sizeof arr);
	auto np = new int[]{s, 2, 3};
	h(np[0]);
	delete[] np;
	char8_t u8 = u8'x';
	h(u8);
	if (s > 3) [[unlikely]]
		h(1);
	h(std::same_as<decltype(a <=> b), std::strong_ordering>);
	h(std::is_constant_evaluated());
}

} // namespace part0

D void test(H &h, int s) {
	part0::test(h, s);
}

__global__ void kernel(u64 *out) {
	H h;
	test(h, (int)threadIdx.x);
	out[threadIdx.x] = h.h;
}

int main() {
	u64 *out;
	cudaMallocManaged(&out, 32 * sizeof *out);
	kernel<<<1, 32>>>(out);
	cudaError_t error = cudaDeviceSynchronize();
	int differ = 0;
	for (int i = 0; i < 32; i++) {
		H h;
		test(h, i);
		differ += h.h != out[i];
	}
	printf("%d of 32 threads differ: %s\n", differ, cudaGetErrorString(error));
}
