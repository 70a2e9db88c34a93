/* iterators.cu - iterators, functors and traits in the manner of a library.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <limits>
#include <type_traits>
#include <utility>
// generic library style: iterators, transform/reduce, tuples of references, policies, traits
namespace mylib {
template <class It> struct iterator_traits {
	using value_type = typename It::value_type;
	using reference = typename It::reference;
	using difference_type = typename It::difference_type;
};
template <class T> struct iterator_traits<T *> {
	using value_type = std::remove_cv_t<T>;
	using reference = T &;
	using difference_type = long;
};
template <class It> using value_t = typename iterator_traits<It>::value_type;
template <class T> struct counting {
	using value_type = T;
	using reference = T;
	using difference_type = long;
	T v;
	__host__ __device__ T operator*() const {
		return v;
	}
	__host__ __device__ T operator[](long i) const {
		return v + T(i);
	}
	__host__ __device__ counting operator+(long i) const {
		return {T(v + i)};
	}
	__host__ __device__ counting &operator++() {
		++v;
		return *this;
	}
	__host__ __device__ bool operator!=(const counting &o) const {
		return v != o.v;
	}
	__host__ __device__ friend long operator-(counting a, counting b) {
		return a.v - b.v;
	}
};
template <class It, class F> struct transform_it {
	It it;
	F f;
	using value_type = std::decay_t<decltype(std::declval<F>()(*std::declval<It>()))>;
	using reference = value_type;
	using difference_type = long;
	__host__ __device__ transform_it(It it, F f) : it(it), f(f) {
	}
	__host__ __device__ value_type operator*() const {
		return f(*it);
	}
	__host__ __device__ value_type operator[](long i) const {
		return f(it[i]);
	}
	__host__ __device__ transform_it operator+(long i) const {
		return transform_it(it + i, f);
	}
	__host__ __device__ transform_it &operator++() {
		++it;
		return *this;
	}
	__host__ __device__ bool operator!=(const transform_it &o) const {
		return it != o.it;
	}
};
template <class It, class F>
__host__ __device__ transform_it<It, F> make_transform(It it, F f) {
	return {it, f};
}
template <class A, class B> struct zip_it {
	A a;
	B b;
	struct reference {
		typename iterator_traits<A>::reference first;
		typename iterator_traits<B>::reference second;
	};
	using value_type = std::pair<value_t<A>, value_t<B>>;
	using difference_type = long;
	__host__ __device__ reference operator*() const {
		return {*a, *b};
	}
	__host__ __device__ reference operator[](long i) const {
		return {a[i], b[i]};
	}
};
template <class A, class B> zip_it(A, B) -> zip_it<A, B>;
template <class It, class T, class Op>
__host__ __device__ T reduce(It b, It e, T init, Op op) {
	for (; b != e; ++b)
		init = op(init, *b);
	return init;
}
template <class It, class Out, class F>
__global__ void transform_k(It in, Out out, long n, F f) {
	for (long i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * blockDim.x)
		out[i] = f(in[i]);
}
template <class It, class Out, class F> void transform(It b, long n, Out out, F f) {
	transform_k<<<2, 32>>>(b, out, n, f);
	cudaDeviceSynchronize();
}
template <class T = void> struct plus {
	__host__ __device__ constexpr T operator()(const T &a, const T &b) const {
		return a + b;
	}
};
template <> struct plus<void> {
	template <class A, class B>
	__host__ __device__ constexpr auto operator()(A &&a, B &&b) const
		-> decltype(std::forward<A>(a) + std::forward<B>(b)) {
		return std::forward<A>(a) + std::forward<B>(b);
	}
};
template <class T> struct square {
	__host__ __device__ T operator()(T x) const {
		return x * x;
	}
};
template <class F> struct negate_t {
	F f;
	template <class... A> __host__ __device__ bool operator()(A &&...a) const {
		return !f(std::forward<A>(a)...);
	}
};
template <class F> __host__ __device__ negate_t<F> not_fn(F f) {
	return {f};
}
namespace detail {
template <class T, class = void> struct rank_impl : std::integral_constant<int, 0> {};
template <class T>
struct rank_impl<T, std::enable_if_t<std::is_array<T>::value>>
    : std::integral_constant<int, 1 + rank_impl<std::remove_extent_t<T>>::value> {};
} // namespace detail
template <class T> inline constexpr int rank_v = detail::rank_impl<T>::value;
template <class T, class U> struct promote { using type = decltype(true ? T() : U()); };
template <class T, class U> using promote_t = typename promote<T, U>::type;
template <class D, class V> class facade {
	__host__ __device__ D &self() {
		return *static_cast<D *>(this);
	}
	__host__ __device__ const D &self() const {
		return *static_cast<const D *>(this);
	}

      public:
	__host__ __device__ V operator*() const {
		return self().deref();
	}
	__host__ __device__ D &operator++() {
		self().inc();
		return self();
	}
	__host__ __device__ D operator++(int) {
		D t = self();
		self().inc();
		return t;
	}
	__host__ __device__ friend bool operator==(const D &a, const D &b) {
		return a.equal(b);
	}
	__host__ __device__ friend bool operator!=(const D &a, const D &b) {
		return !a.equal(b);
	}
};
class strided : public facade<strided, int &> {
	int *p;
	int s;
	friend class facade<strided, int &>;
	__host__ __device__ int &deref() const {
		return *p;
	}
	__host__ __device__ void inc() {
		p += s;
	}

      public:
	__host__ __device__ bool equal(const strided &o) const {
		return p == o.p;
	}
	__host__ __device__ strided(int *p, int s) : p(p), s(s) {
	}
};
} // namespace mylib
struct Sum2 {
	template <class R> __host__ __device__ int operator()(R r) const {
		return r.first * 10 + r.second;
	}
};
__global__ void dev(int *o) {
	using namespace mylib;
	int n = 0;
	counting<int> c{1};
	o[n++] = reduce(c, c + 5, 0, plus<int>());
	auto t = make_transform(c, square<int>());
	o[n++] = reduce(t, t + 4, 0, plus<>{});
	int a[6] = {1, 2, 3, 4, 5, 6};
	o[n++] = reduce(a, a + 6, 100, plus<>());
	int s = 0;
	for (strided b(a, 2), e(a + 6, 2); b != e; b++)
		s = s * 10 + *b;
	o[n++] = s;
	o[n++] = rank_v<int[2][3]> + rank_v<int>;
	static_assert(std::is_same<promote_t<int, double>, double>::value, "");
	o[n++] = not_fn([](int a, int b) { return a < b; })(3, 2);
	o[n++] = int(reduce(a, a + 6, 0.5, [](auto x, auto y) { return x + y; }) * 2);
	auto z = zip_it{a, counting<int>{7}};
	(*z).first = 9;
	o[n++] = a[0] + z[2].second;
	o[n++] = std::numeric_limits<value_t<decltype(t)>>::digits;
	o[63] = n;
}
int main() {
	int *o;
	cudaMallocManaged(&o, 512);
	for (int i = 0; i < 128; i++)
		o[i] = i;
	mylib::transform(mylib::counting<int>{5}, 10, o + 64, mylib::square<int>());
	mylib::transform(mylib::zip_it<int *, mylib::counting<int>>{o + 64, {1}}, 10,
	                 o + 96, Sum2());
	dev<<<1, 1>>>(o);
	auto e = cudaDeviceSynchronize();
	for (int i = 0; i < 10; i++)
		printf("%d ", o[i]);
	for (int i = 0; i < 4; i++)
		printf("%d %d ", o[64 + i], o[96 + i]);
	printf("%s\n", cudaGetErrorString(e));
}
