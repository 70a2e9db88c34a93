// build: -std=c++20
// More of cuda::std on the device, a hash of each part's values.
#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/memory>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
namespace cs = cuda::std;
__device__ unsigned H;
__device__ void mix(unsigned v) {
	H = (H ^ v) * 16777619u;
}
struct M {
	int a;
	__device__ __host__ M(int x) : a(x) {
	}
	__device__ __host__ M(M &&o) : a(o.a) {
		o.a = -1;
	}
	__device__ __host__ M &operator=(M &&o) {
		a = o.a;
		o.a = -2;
		return *this;
	}
	M(const M &) = delete;
};
struct Pt {
	int x;
	float y;
	__device__ int sum(int k) const {
		return x + (int)y + k;
	}
};
template <class... F> struct over : F... { using F::operator()...; };
template <class... F> over(F...) -> over<F...>;
template <cs::size_t... I> __device__ int seq(cs::index_sequence<I...>) {
	return ((I * I) + ... + 0);
}
__global__ void k(unsigned *out, int n) {
	if (threadIdx.x)
		return;
	H = 2166136261u;
	int w = 0;
	H = 2166136261u;
	{
		cs::array<int, 4> a;
		a.fill(n);
		auto b = cs::to_array({1, 2, 3, 4});
		a.swap(b);
		mix(a[2]);
		mix(b[3]);
		mix(cs::tuple_size_v<decltype(a)>);
		auto [p, q, r, s] = a;
		mix(p * 1000 + q * 100 + r * 10 + s);
		mix(*a.rbegin());
		mix(a.max_size());
		cs::array<int, 0> z;
		mix(z.empty());
	}
	out[w++] = H;
	H = 2166136261u;
	{
		auto t = cs::forward_as_tuple(n, 2.f);
		mix(cs::get<0>(t));
		auto u = cs::make_tuple(1, cs::make_tuple(2, 3), cs::ref(n));
		cs::get<2>(u) = 9;
		mix(n);
		mix(cs::get<1>(cs::get<1>(u)));
		mix(cs::make_from_tuple<Pt>(cs::make_tuple(4, 5.f)).x);
		mix(cs::tuple<int, int>(1, 2) < cs::tuple<int, int>(1, 3));
		cs::tuple<M> tm(M(5));
		auto tn = cs::move(tm);
		mix(cs::get<0>(tn).a);
		mix(cs::get<0>(tm).a);
		cs::tuple<int, char> tc = cs::make_pair(7, 'x');
		mix(cs::get<1>(tc));
		cs::swap(cs::get<0>(tc), n);
		mix(n);
	}
	out[w++] = H;
	H = 2166136261u;
	{
		cs::optional<int> o = n, e;
		mix(o.transform([](int x) { return x * 3; }).value());
		mix(e.or_else([] { return cs::optional<int>(8); }).value());
		mix(o.and_then([](int x) -> cs::optional<long> {
			     return x + 1L;
		     }).value_or(0));
		cs::optional<M> m(cs::in_place, 4);
		auto m2 = cs::move(m);
		mix(m2->a);
		mix(m->a);
		mix(e == cs::nullopt);
		mix(o == n);
		swap(o, e);
		mix(o.has_value());
		mix(cs::make_optional(3).value());
	}
	out[w++] = H;
	H = 2166136261u;
	{
		cs::variant<int, float, Pt> v = Pt{2, 3.5f};
		auto f = over{[](int i) { return i; },
		              [](float x) { return (int)(x * 10); },
		              [](const Pt &p) { return p.x * 100; }};
		mix(cs::visit(f, v));
		v = 1.5f;
		mix(cs::visit(f, v));
		cs::variant<int, char> a = 'z', b = 3;
		mix(cs::visit([](auto x, auto y) { return x * 2 + y; }, a, b));
		mix(a > b);
		mix(cs::get<char>(a));
		cs::variant<cs::monostate, int> ms;
		mix(ms.index());
		ms = 4;
		mix(cs::get<1>(ms));
		mix(cs::variant_size_v<decltype(v)>);
		cs::swap(a, b);
		mix(cs::get<int>(a));
	}
	out[w++] = H;
	H = 2166136261u;
	{
		cs::expected<M, int> e(cs::unexpect, 7);
		mix(e.error());
		mix(e.has_value());
		e = cs::expected<M, int>(M(3));
		mix(e->a);
		auto g = cs::move(e).transform([](M m) { return m.a + 1; });
		mix(*g);
		cs::expected<void, int> v;
		mix(v.has_value());
		v = cs::unexpected(2);
		mix(v.error());
		mix(v.or_else([](int x) -> cs::expected<void, int> {
			     return cs::unexpected(x * 5);
		     }).error());
		mix(g == 4);
		mix(v.transform_error([](int x) { return x + 40; }).error());
	}
	out[w++] = H;
	H = 2166136261u;
	{
		int raw[6] = {1, 2, 3, 4, 5, 6};
		cs::span<int, 6> s(raw);
		mix(s.subspan<1, 2>().size());
		mix(cs::as_bytes(s).size());
		cs::span<const int> c = s;
		mix(c.back());
		mix(c.subspan(4).front());
		for (auto &x : s.last<2>())
			x *= 10;
		mix(raw[5]);
		mix(decltype(s)::extent);
		mix(c.data() == raw);
		mix(cs::span<int>().empty());
		cs::array<int, 3> a{7, 8, 9};
		cs::span sa(a);
		mix(sa[1]);
	}
	out[w++] = H;
	H = 2166136261u;
	{
		float d[24];
		for (int i = 0; i < 24; ++i)
			d[i] = i;
		cs::mdspan<float, cs::extents<int, cs::dynamic_extent, 3, 4>> m(d, 2);
		mix((int)m(1, 2, 3));
		mix(m.rank());
		mix(m.rank_dynamic());
		mix(m.size());
		mix(m.static_extent(1));
		using E = cs::dextents<int, 2>;
		cs::layout_stride::mapping<E> ls(E(3, 2), cs::array<int, 2>{1, 8});
		cs::mdspan<float, E, cs::layout_stride> st(d, ls);
		mix((int)st(2, 1));
		mix(st.is_unique());
		mix(st.is_exhaustive());
		cs::mdspan<float, E> mr(d, 4, 6);
		mix((int)mr[cs::array<int, 2>{3, 5}]);
		mix(mr.mapping().stride(0));
		mix(m.extents() == cs::extents<int, 2, 3, 4>());
	}
	out[w++] = H;
	H = 2166136261u;
	{
		mix(__half_as_ushort(cs::numeric_limits<__half>::max()));
		mix(__bfloat16_as_ushort(cs::numeric_limits<__nv_bfloat16>::epsilon()));
		mix(cs::numeric_limits<__half>::digits);
		mix(cs::numeric_limits<long long>::min() < 0);
		mix(cs::numeric_limits<char>::is_signed);
		mix(cs::numeric_limits<float>::max_exponent10);
		mix(cs::numeric_limits<double>::has_infinity);
		mix(cs::isnan(__float2half(1.f)));
		mix(cs::is_same_v<cs::numeric_limits<bool>, cs::numeric_limits<bool>>);
		mix(CHAR_BIT);
		mix(FLT_DIG);
	}
	out[w++] = H;
	H = 2166136261u;
	{
		mix(cs::mem_fn(&Pt::sum)(Pt{1, 2.f}, 3));
		mix(cs::mem_fn(&Pt::x)(Pt{6, 0}));
		mix(cs::identity{}(4));
		mix(cs::invoke(&Pt::sum, Pt{2, 3.f}, 4));
		mix(cs::minus<>{}(9, 4) * 10 + cs::modulus<int>{}(9, 4));
		mix(cs::logical_and<>{}(1, 0));
		mix(cs::bit_and<unsigned>{}(12, 10));
		mix(cs::greater_equal<>{}(3, 3));
		mix(cs::negate<>{}(4));
		auto bf = cs::bind_front(
			[](int a, int b, int c) { return a * 100 + b * 10 + c; }, 1, 2);
		mix(bf(3));
		auto cr = cs::cref(n);
		mix(cr);
		mix(cs::invoke_r<long>([] { return 3.9; }));
	}
	out[w++] = H;
	H = 2166136261u;
	{
		mix(seq(cs::make_index_sequence<5>()));
		M a(1), b(2);
		cs::swap(a, b);
		mix(a.a * 10 + b.a);
		mix(cs::exchange(n, 4));
		cs::pair<M, int> p(cs::piecewise_construct, cs::make_tuple(6),
		                   cs::make_tuple(7));
		mix(p.first.a + p.second);
		mix(cs::get<1>(p));
		mix(cs::as_const(n));
		mix(cs::is_lvalue_reference_v<decltype(cs::forward<int &>(n))>);
		mix(cs::integral_constant<int, 5>::value);
		mix(cs::cmp_greater(3u, -1));
		mix(cs::make_pair(1, 2) == cs::make_pair(1, 2));
	}
	out[w++] = H;
	H = 2166136261u;
	{
		mix(cs::is_base_of_v<cs::true_type, cs::is_integral<int>>);
		mix(cs::is_aggregate_v<Pt>);
		mix(cs::is_empty_v<cs::true_type>);
		mix(cs::rank_v<int[2][3]>);
		mix(cs::extent_v<int[2][3], 1>);
		mix(sizeof(cs::remove_cvref_t<const short &>));
		mix(cs::is_convertible_v<M, int>);
		mix(cs::is_nothrow_move_constructible_v<Pt>);
		mix(cs::alignment_of_v<double>);
		mix(cs::is_trivially_destructible_v<M>);
		mix(cs::conjunction_v<cs::true_type, cs::false_type>);
		mix(cs::is_signed_v<char>);
		mix(sizeof(cs::make_unsigned_t<long>));
		mix(cs::is_invocable_v<decltype(&Pt::sum), Pt, int>);
		mix(sizeof(cs::invoke_result_t<decltype(&Pt::sum), Pt, int>));
		mix(cs::is_enum_v<cs::byte>);
		mix(cs::to_integer<int>(cs::byte(0xF0) >> 4));
		mix(sizeof(cs::aligned_storage_t<5, 4>));
		mix(cs::is_swappable_v<int>);
	}
	out[w++] = H;
	H = 2166136261u;
	{
		using namespace cs::chrono_literals;
		auto d = 1h + 2min + 3s + 4ms;
		mix((unsigned)cs::chrono::duration_cast<cs::chrono::milliseconds>(d)
		            .count());
		cs::chrono::hh_mm_ss h(d);
		mix(h.minutes().count() * 100 + h.seconds().count());
		mix((d % 1min).count());
		mix(cs::chrono::floor<cs::chrono::hours>(d).count());
		mix(cs::chrono::round<cs::chrono::seconds>(1600ms).count());
		mix(cs::chrono::abs(-3s).count());
		cs::chrono::time_point<cs::chrono::system_clock, cs::chrono::seconds> tp(
			100s);
		mix((tp + 5s).time_since_epoch().count());
		mix((unsigned)(cs::chrono::duration<double>(d).count() * 10));
	}
	out[w++] = H;
	H = 2166136261u;
	{
		int raw[5] = {5, 4, 3, 2, 1};
		mix(cs::size(raw));
		mix(*cs::begin(raw));
		mix(*cs::prev(cs::end(raw)));
		auto it = cs::make_move_iterator(raw);
		mix(*it);
		cs::reverse_iterator<int *> r(raw + 5);
		mix(r[1]);
		mix(*(r + 2));
		auto i = raw + 0;
		cs::advance(i, 3);
		mix(*i);
		mix(cs::distance(raw, i));
		mix(cs::data(raw) == raw);
		mix(cs::empty(cs::array<int, 2>{}));
		alignas(M) unsigned char mem[sizeof(M)];
		M *p = cs::construct_at((M *)mem, 12);
		mix(p->a);
		cs::destroy_at(p);
		mix(cs::addressof(n) == &n);
		int un[3];
		cs::uninitialized_fill_n(un, 3, 6);
		mix(un[2]);
		cs::uninitialized_copy(raw, raw + 3, un);
		mix(un[1]);
	}
	out[w++] = H;
	H = 2166136261u;
	{
		cs::complex<double> a(1, 2), b(3, -1);
		auto c = a / b + a * b - b;
		mix((int)(c.real() * 1e6));
		mix((int)(c.imag() * 1e6));
		mix(a == cs::complex<double>(1, 2));
		a *= 2.0;
		mix((int)a.imag());
		cs::complex<float> p = cs::polar(2.f, 0.5f);
		mix((int)(p.real() * 1e4));
		mix((int)(cs::sqrt(cs::complex<double>(-4, 0)).imag()));
		mix((int)(cs::log(cs::complex<double>(2.718281828459045, 0)).real() *
		          1e6));
		mix((int)(cs::pow(cs::complex<double>(1, 1), 2).imag() * 1e6 + .5));
		mix((int)(cs::tanh(cs::complex<float>(0.5f, 0.25f)).real() * 1e4));
		mix(sizeof(cs::complex<__half>));
		auto [re, im] = b;
		mix((int)(re * 10 + im));
		static_assert(cs::tuple_size<cs::complex<float>>::value == 2 && cs::get<1>(cs::complex<int>(3, 4)) == 4);
	}
	out[w++] = H;
	H = 2166136261u;
	{
		mix(cs::countr_zero(40u));
		mix(cs::countl_one(0xF0000000u));
		mix(cs::bit_floor(100u));
		mix(cs::rotr((unsigned char)3, 1));
		mix(cs::countr_one(7ull));
		mix(cs::endian::native == cs::endian::little);
		mix((unsigned)cs::byteswap((unsigned short)0x1234));
		mix(cs::popcount(0xFFFFFFFFFFull));
		mix(cs::bit_cast<cs::array<unsigned short, 2>>(0x12345678)[1]);
		mix((int)(cs::fma(2.0, 3.0, 4.0)));
		mix((int)cs::lerp(1.f, 3.f, 0.5f));
		mix((int)cs::fmod(7.5, 2.0));
		mix((int)(cs::cbrt(27.0) + .5));
		mix((int)cs::trunc(-2.7));
		mix(cs::ilogb(20.0));
		mix((int)(cs::tgamma(5.0) + .5));
		int ex;
		mix((int)(cs::frexp(10.0, &ex) * 1000));
		mix(ex);
		mix((int)cs::copysign(3.0, -1.0));
		mix(cs::isinf(cs::ldexp(1.0, 2000)));
		double ip;
		mix((int)(cs::modf(3.75, &ip) * 100));
		mix(cs::isgreater(2.f, 1.f));
		mix((int)cs::remainder(7.0, 4.0));
		mix((int)cs::nearbyint(2.5));
	}
	out[w++] = H;
}
int main() {
	unsigned *o;
	cudaMallocManaged(&o, 400);
	k<<<1, 32>>>(o, 3);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 15; ++i)
		printf("%d %08x\n", i, o[i]);
}
