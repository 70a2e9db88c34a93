// build: -std=c++20
// cuda::std on the device, of later C++ too.
#include <cstdio>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/concepts>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/inplace_vector>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
namespace cs = cuda::std;
__device__ unsigned H;
__device__ void mix(unsigned v) {
	H = (H ^ v) * 16777619u;
}
__device__ void mixd(double d) {
	mix(__double2loint(d));
	mix(__double2hiint(d));
}
template <class T> __device__ cs::optional<T> half_(T v) {
	if (v % 2)
		return cs::nullopt;
	return v / 2;
}
__device__ cs::expected<int, float> safe(int a, int b) {
	if (!b)
		return cs::unexpected(1.5f);
	return a / b;
}
struct Sh {
	__device__ int operator()(int x) const {
		return x + 1;
	}
	__device__ int operator()(float f) const {
		return (int)(f * 2);
	}
	__device__ int operator()(cs::array<int, 2> a) const {
		return a[0] * a[1];
	}
};
template <cs::integral T> __device__ int kind(T) {
	return 1;
}
template <cs::floating_point T> __device__ int kind(T) {
	return 2;
}
__global__ void k(unsigned *out, int n) {
	if (threadIdx.x)
		return;
	H = 2166136261u;
	cs::array<int, 6> a{5, 3, n, 1, 4, 2};
	int sum = 0;
	for (int x : a)
		sum = sum * 10 + x;
	mix(sum);
	mix(a.size());
	mix(a.front() + a.back());
	mix(cs::get<2>(a));
	mix(a == cs::array<int, 6>{5, 3, n, 1, 4, 2});
	mix(a < cs::array<int, 6>{5, 4});
	out[0] = H;
	auto t = cs::make_tuple(n, 2.5f, 'c');
	auto [p, q, r] = t;
	mix(p);
	mix(__float_as_uint(q));
	mix(r);
	cs::get<0>(t) += 4;
	mix(cs::get<int>(t));
	mix(cs::tuple_size_v<decltype(t)>);
	auto t2 = cs::tuple_cat(t, cs::tuple<long>(9));
	mix((unsigned)cs::get<3>(t2));
	mix(cs::apply([](auto... v) { return (int)(v + ...); }, t2));
	int i1;
	float f1;
	cs::tie(i1, f1, cs::ignore) = t;
	mix(i1);
	out[1] = H;
	auto o = half_(n * 2), o2 = half_(7);
	mix(o.value());
	mix(o2.has_value());
	mix(o2.value_or(77));
	o2 = 5;
	o2.emplace(6);
	mix(*o2);
	o2.reset();
	mix(!o2);
	mix(o > o2);
	out[2] = H;
	cs::variant<int, float, cs::array<int, 2>> v = n;
	mix(cs::visit(Sh{}, v));
	v = 1.25f;
	mix(v.index());
	mix(cs::visit(Sh{}, v));
	v.emplace<2>(cs::array<int, 2>{6, 7});
	mix(cs::visit(Sh{}, v));
	mix(cs::holds_alternative<float>(v));
	mix(cs::get_if<int>(&v) == nullptr);
	out[3] = H;
	auto e = safe(n * 10, 3), e2 = safe(1, 0);
	mix(*e);
	mix(e2.has_value());
	mix(__float_as_uint(e2.error()));
	mix(e2.value_or(4));
	auto e3 = e.and_then([](int x) { return safe(x, 2); }).transform([](int x) {
		return x * 3;
	});
	mix(e3.value());
	out[4] = H;
	cs::span<int> s(a.data(), 6);
	mix(s.subspan(1, 3)[1]);
	mix(s.first<2>().size());
	mix(s.last(2)[0]);
	mix(s.size_bytes());
	for (auto it = s.rbegin(); it != s.rend(); ++it)
		mix(*it);
	out[5] = H;
	cs::mdspan<int, cs::extents<int, 2, cs::dynamic_extent>> m(a.data(), 3);
	mix(m(1, 2));
	mix(m.extent(1));
	mix(m.stride(0));
	cs::mdspan<int, cs::dextents<int, 2>, cs::layout_left> ml(a.data(), 2, 3);
	mix(ml(1, 2));
	mix(ml.mapping().required_span_size());
	mix(ml(0, 1));
	out[6] = H;
	cs::complex<float> z(1.5f, -2.f), w(n, 0.5f);
	z = z * w / cs::complex<float>(2, 1);
	mix(__float_as_uint(z.real()) & ~15);
	mix(__float_as_uint(cs::abs(z)) & ~15);
	mixd((double)(int)(cs::norm(cs::complex<double>(3, 4))));
	mix(cs::conj(z).imag() > 0);
	mix((int)(cs::arg(cs::complex<double>(-1, 0)) * 1e6));
	mix((int)(cs::exp(cs::complex<double>(0, 1)).real() * 1e6));
	out[7] = H;
	mix(cs::popcount(0xF0F0u));
	mix(cs::countl_zero((unsigned char)5));
	mix(cs::bit_ceil(17u));
	mix(cs::bit_width(1000ull));
	mix(cs::rotl(0x80000001u, 3));
	mix(cs::has_single_bit(64u));
	mix(cs::bit_cast<unsigned>(2.5f));
	mix(cs::byteswap(0x01020304u));
	out[8] = H;
	mix(cs::accumulate(a.begin(), a.end(), 7));
	mix(cs::gcd(48, 36));
	mix(cs::lcm(21, 6));
	mix(cs::midpoint(3, 10));
	cs::array<int, 6> b;
	cs::partial_sum(a.begin(), a.end(), b.begin());
	mix(b[5]);
	cs::iota(b.begin(), b.end(), 3);
	mix(b[4]);
	mix(cs::inner_product(a.begin(), a.end(), b.begin(), 0));
	mix(cs::reduce(a.begin(), a.end()));
	mix(cs::transform_reduce(a.begin(), a.end(), 0, cs::plus<>{},
	                         [](int x) -> int { return x * x; }));
	cs::adjacent_difference(a.begin(), a.end(), b.begin());
	mix(b[3]);
	out[9] = H;
	mix(cs::numeric_limits<short>::max());
	mixd(cs::numeric_limits<double>::epsilon());
	mix(cs::numeric_limits<unsigned>::digits);
	mix(__float_as_uint(cs::numeric_limits<float>::infinity()));
	out[10] = H;
	mix(cs::invoke([](int x, int y) { return x - y; }, 9, n));
	mix(cs::plus<int>()(3, 4));
	mix(cs::less<>()(3, 2u));
	int rv = 5;
	auto rf = cs::ref(rv);
	rf.get() = 8;
	mix(rv);
	mix(cs::not_fn([](int x) { return x > 3; })(2));
	mix(cs::bit_xor<>{}(12, 10));
	out[11] = H;
	mix(cs::exchange(rv, 11));
	mix(rv);
	cs::pair<int, float> pr(3, 1.f);
	cs::swap(pr.first, rv);
	mix(pr.first * 100 + rv);
	auto [x1, x2] = pr;
	mix(x1 + (int)x2);
	mix(cs::cmp_less(-1, 1u));
	mix(cs::in_range<signed char>(200));
	enum class E : short { A = 7 };
	mix(cs::to_underlying(E::A));
	out[12] = H;
	mix(cs::is_same_v<cs::common_type_t<int, double>, double>);
	mix(cs::is_trivially_copyable_v<cs::array<int, 3>>);
	mix(cs::is_invocable_r_v<int, Sh, float>);
	mix(sizeof(cs::conditional_t<(sizeof(int) > 2), char, int>));
	mix(kind(3) * 10 + kind(2.f));
	mix(cs::same_as<int, int>);
	mix(cs::convertible_to<int, float>);
	mix(cs::is_constant_evaluated());
	out[13] = H;
	mix((int)(cs::sqrt(2.0) * 1e6));
	mix((int)(cs::pow(2.0f, 3.0f)));
	mix(cs::isnan(0.f / n * 0));
	mix((int)(cs::hypot(3.0, 4.0)));
	mix(cs::signbit(-0.0));
	mix((int)cs::round(2.5));
	mix((int)cs::lround(-2.5f));
	mix(cs::fpclassify(0.0f) == FP_ZERO);
	mix(cuda::ceil_div(7, 3));
	mix(cuda::round_up(13, 8));
	mix(cs::abs(-5));
	mix(cs::div(17, 5).rem);
	mix((int)(cs::numbers::pi * 1e6));
	mix(cs::max({3, 9, 2}));
	mix(cs::min(3u, 4u));
	out[14] = H;
	mix(cs::ratio_add<cs::ratio<1, 3>, cs::ratio<1, 6>>::den);
	auto du = cs::chrono::milliseconds(1500) + cs::chrono::seconds(2);
	mix(cs::chrono::duration_cast<cs::chrono::seconds>(du).count());
	mix(du > cs::chrono::seconds(3));
	auto t0 = cs::chrono::system_clock::now();
	mix(t0.time_since_epoch().count() > 0);
	out[15] = H;
	mix(cs::distance(a.begin(), a.end()));
	auto nx = cs::next(a.begin(), 2);
	mix(*nx);
	mix(*cs::prev(a.end()));
	auto rb = cs::make_reverse_iterator(a.end());
	mix(*rb);
	char buf[16];
	cs::memset(buf, 0, 16);
	cs::memcpy(buf, "hello", 5);
	mix(cs::memcmp(buf, "hellz", 4));
	out[16] = H;
	cs::bitset<70> bs(0x5ull);
	bs.set(69);
	bs.flip(0);
	mix(bs.count());
	mix(bs.test(69));
	mix(bs.any());
	mix((bs << 1)[3]);
	mix((~bs).count());
	mix((bs & cs::bitset<70>(4)).to_ulong());
	mix(bs == cs::bitset<70>(4));
	out[17] = H;
	cs::inplace_vector<int, 8> iv{1, 2, 3};
	iv.push_back(n);
	iv.insert(iv.begin() + 1, 9);
	mix(iv.size());
	for (int x : iv)
		mix(x);
	iv.erase(iv.begin());
	mix(iv[0]);
	iv.resize(6, 4);
	mix(iv.back());
	mix(iv.capacity());
	mix(iv.try_push_back(1) != nullptr);
	iv.pop_back();
	auto iw = iv;
	mix(iw == iv);
	iw.clear();
	mix(iw.empty());
	mix(iv > iw);
	out[18] = H;
}
int main() {
	unsigned *o;
	cudaMallocManaged(&o, 400);
	k<<<1, 32>>>(o, 3);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 19; ++i)
		printf("%d %08x\n", i, o[i]);
}
