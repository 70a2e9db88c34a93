// What cuda::std has that the host's C++17 has not, on both sides.
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstdint>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace std_ = cuda::std;

struct Out {
	double at[128];
	int n;
	__host__ __device__ void put(double v) { at[n++] = v; }
	template <typename T> __host__ __device__ void put(std_::complex<T> z) {
		put(z.real());
		put(z.imag());
	}
};

__host__ __device__ std_::expected<int, char> half(int x) {
	if (x % 2)
		return std_::unexpected('o');
	return x / 2;
}

__host__ __device__ int sum(std_::span<const int> s) {
	int n = 0;
	for (int x : s)
		n += x;
	return n;
}

struct Area {
	__host__ __device__ float operator()(int side) const { return float(side * side); }
	__host__ __device__ float operator()(float r) const { return 3 * r * r; }
	__host__ __device__ float operator()(std_::pair<int, int> p) const { return float(p.first * p.second); }
};

__host__ __device__ void spans(Out &o) {
	int a[6] = {1, 2, 3, 4, 5, 6};
	std_::span<int> s(a, 6);
	std_::span<int, 6> fixed(a);
	std_::array<int, 3> b = {7, 8, 9};
	o.put(sum(a));
	o.put(sum(b));
	o.put(sum(s.subspan(2)));
	o.put(sum(s.first(2)));
	o.put(sum(fixed.last<3>()));
	o.put(fixed.subspan<1, 4>().size());
	s[0] = 10;
	o.put(fixed.front() + s.back());
	o.put(s.size_bytes() + sizeof fixed + std_::as_bytes(s).size());
	static_assert(decltype(fixed.subspan<2>())::extent == 4, "");
	std_::span all = b;
	o.put(all.size());
	o.put(*s.rbegin());
}

__host__ __device__ void bits(Out &o) {
	o.put(std_::popcount(0xf0f0u) + std_::countl_zero((unsigned char)3) + std_::countr_zero(8ull));
	o.put(std_::bit_width(1000u) * 1000 + std_::bit_ceil(1000u) + std_::bit_floor(1000u));
	o.put(std_::rotl((unsigned char)0x81, 1) + std_::rotr(1u, 1));
	o.put(std_::bit_cast<unsigned>(1.5f));
	o.put(std_::has_single_bit(64u) + std_::byteswap((unsigned short)0x1234));
	o.put(std_::cmp_less(-1, 1u) + 10 * std_::in_range<unsigned char>(256) + 100 * std_::in_range<int>(5u));
	o.put(std_::is_same<std_::remove_cvref_t<const int &>, int>::value);
}

__host__ __device__ void numbers(Out &o) {
	std_::complex<float> z(3, -4), w(0.5f, 2);
	std_::complex<double> d(1, 2);
	o.put(z * w);
	o.put(z / w);
	o.put(z + 1.0f - w);
	o.put(2.0 * d / (1.0 + d));
	o.put(std_::abs(z) + std_::norm(z));
	o.put(std_::conj(z));
	o.put(std_::exp(d));
	o.put(std_::log(d));
	o.put(std_::sqrt(d));
	o.put(std_::sqrt(std_::complex<double>(-4, 0)));
	o.put(std_::pow(d, 2.0));
	o.put(std_::sin(d));
	o.put(std_::cos(d));
	o.put(std_::tan(d));
	o.put(std_::sinh(d));
	o.put(std_::tanh(d));
	o.put(std_::asin(d));
	o.put(std_::acos(d));
	o.put(std_::atan(d));
	o.put(std_::polar(2.0, 0.5));
	o.put(std_::arg(d));
	d *= std_::complex<double>(0, 1);
	o.put(d == std_::complex<double>(-2, 1));
	o.put(std_::lerp(1.0, 3.0, 0.25) + std_::numeric_limits<float>::max_exponent);
}

__host__ __device__ void choices(Out &o) {
	o.put(half(8).value() + half(3).value_or(100));
	o.put(half(3).error());
	o.put(half(12).and_then(half).transform([](int x) { return x * 10; }).value());
	o.put(half(5).or_else([](char) { return std_::expected<int, char>(42); }).value());
	std_::expected<void, int> done, failed = std_::unexpected(5);
	o.put(done.has_value() * 10 + failed.error());
	o.put(half(2) == half(2));
	std_::variant<int, float, std_::pair<int, int>> v = 3;
	o.put(std_::visit(Area(), v));
	v = 2.0f;
	o.put(std_::visit(Area(), v));
	v = std_::pair<int, int>(4, 5);
	o.put(std_::visit(Area(), v));
	std_::variant<char, double> u = 0.5;
	o.put(std_::visit([](auto x, auto y) { return sizeof x * 10 + sizeof y; }, v, u));
	std_::optional<std_::tuple<int, double>> t;
	o.put(t.has_value());
	t = std_::make_tuple(3, 0.25);
	auto [x, y] = *t;
	o.put(x + y);
	o.put(std_::invoke(std_::plus<>(), 3, 4));
	o.put(std_::apply([](auto... z) { return (z + ...); }, std_::make_tuple(1, 2.5, 3)));
	o.put(std_::chrono::duration_cast<std_::chrono::milliseconds>(std_::chrono::seconds(2)).count());
}

__host__ __device__ void arrays(Out &o) {
	float data[24];
	std_::iota(data, data + 24, 0.0f);
	std_::mdspan<float, std_::extents<int, 2, std_::dynamic_extent, 4>> a(data, 3);
	o.put(a(1, 2, 3));
	o.put(a.extent(1) * 100 + a.stride(0) * 10 + a.rank_dynamic());
	std_::mdspan<float, std_::dextents<int, 2>, std_::layout_left> b(data, 4, 6);
	o.put(b(1, 2));
	o.put(b.size() + b.mapping().required_span_size());
	std_::array<int, 2> strides = {1, 8};
	typedef std_::dextents<int, 2> Two;
	std_::layout_stride::mapping<Two> map(Two(3, 3), strides);
	std_::mdspan<float, Two, std_::layout_stride> c(data, map);
	o.put(c(2, 1) + map.required_span_size() * 100);
	std_::mdspan d(data, 4, 6);
	o.put(d(3, 5));
	o.put(d[std_::array<int, 2>{1, 1}]);
	static_assert(sizeof(std_::mdspan<float, std_::extents<int, 4, 6>>) <= 24, "");
}

__host__ __device__ void everything(Out *o) {
	o->n = 0;
	spans(*o);
	bits(*o);
	numbers(*o);
	choices(*o);
	arrays(*o);
}

__global__ void run(Out *o, long long *times) {
	everything(o);
	times[0] = std_::chrono::system_clock::now().time_since_epoch().count();
	times[1] = std_::chrono::high_resolution_clock::now().time_since_epoch().count();
}

int main() {
	Out *o, h;
	long long *times;
	cudaMallocManaged(&o, sizeof *o);
	cudaMallocManaged(&times, 2 * sizeof *times);
	run<<<1, 1>>>(o, times);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	everything(&h);
	printf("%d numbers, time goes on: %d\n", o->n, times[1] >= times[0]);
	for (int i = 0; i < o->n; i++)
		printf("%.6g%s", o->at[i], i % 8 == 7 ? "\n" : " ");
	printf("\n");
	for (int i = 0; i < h.n; i++)
		if (!(std_::fabs(h.at[i] - o->at[i]) <= 1e-5 * std_::fabs(h.at[i])))
			printf("%d: %.9g on the host, %.9g on the device\n", i, h.at[i], o->at[i]);
}
