// build: --expt-relaxed-constexpr -w
// Templates, constants and lambdas: each thread hashes what the host hashes.
#include <array>
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
template <class... T> struct list {};
template <class L> struct len;
template <class... T> struct len<list<T...>> { static constexpr int v = sizeof...(T); };
template <template <class> class F, class L> struct map_;
template <template <class> class F, class... T> struct map_<F, list<T...>> {
	using type = list<typename F<T>::type...>;
};
template <class T> struct ptr { using type = T *; };
template <class T, class = void> struct has_x : std::false_type {};
template <class T>
struct has_x<T, std::void_t<decltype(std::declval<T>().x)>> : std::true_type {};
struct X {
	int x;
};
struct Y {
	int y;
};
template <class T, std::enable_if_t<has_x<T>::value, int> = 0> D int get(const T &t) {
	return t.x;
}
template <class T, std::enable_if_t<!has_x<T>::value, int> = 0> D int get(const T &t) {
	return t.y * 10;
}
template <class... T> D auto sum(T... t) {
	return (t + ... + 0);
}
template <class... T> D bool all(T... t) {
	return (... && t);
}
template <class F, class... T> D void each(F &&f, T &&...t) {
	(f(std::forward<T>(t)), ...);
}
template <int... I> D int seq(std::integer_sequence<int, I...>, int s) {
	int a[] = {(I * s)...};
	int r = 0;
	for (int x : a)
		r = r * 3 + x;
	return r;
}
template <auto V> struct val { static constexpr auto v = V; };
template <class T> D constexpr T zero = T{};
template <class T> constexpr T *nul = nullptr;
template <class T> struct wrap {
	T t;
	D wrap(T t) : t(t) {
	}
};
template <class T> wrap(T *) -> wrap<T>;
template <class A, class B> D auto mn(A a, B b) -> std::common_type_t<A, B> {
	return a < b ? a : b;
}
template <class T> D auto pick(T t) {
	if constexpr (std::is_integral_v<T>)
		return t * 2;
	else if constexpr (std::is_pointer_v<T>)
		return *t;
	else
		return t.x;
}
template <int N> struct fib { static constexpr int v = fib<N - 1>::v + fib<N - 2>::v; };
template <> struct fib<0> { static constexpr int v = 0; };
template <> struct fib<1> { static constexpr int v = 1; };
template <class T, int N> D constexpr int size(T (&)[N]) {
	return N;
}
template <class R, class... A> D int arity(R (*)(A...)) {
	return sizeof...(A);
}
D int three(int, char, long) {
	return 0;
}
template <class T> struct crtp {
	D int go(int s) {
		return static_cast<T *>(this)->impl(s) + 1;
	}
};
struct derived_ : crtp<derived_> {
	D int impl(int s) {
		return s * 7;
	}
};
template <class... B> struct inherits : B... { using B::operator()...; };
template <class... B> inherits(B...) -> inherits<B...>;
D void test(H &h, int s) {
	h(len<map_<ptr, list<int, char, X>>::type>::v);
	h(get(X{s}));
	h(get(Y{s}));
	h(sum(s, 2, 3L));
	h(sum());
	h(all(s > 1, s < 20));
	each([&](auto x) { h((u64)x); }, s, 2u, 'c', true);
	h(seq(std::make_integer_sequence<int, 6>{}, s));
	h(val<5>::v);
	h(val<'c'>::v);
	h(zero<long>);
	wrap w(3.5f);
	h((u64)(w.t * 2));
	int q = s;
	h(mn(s, 7L));
	h(pick(s));
	h(pick(&q));
	h(pick(X{4}));
	h(fib<20>::v);
	int arr[9];
	h(size(arr));
	h(arity(three));
	derived_ d;
	h(d.go(s));
	inherits v{[](int x) { return x + 1; }, [](const char *p) { return (int)p[0]; }};
	h(v(s));
	h(v("abc"));
	auto [a, b, c] = std::tuple<int, char, long>(s, 'x', 9);
	h(a + b + c);
	h(std::apply([](auto... x) { return (x * ...); }, std::make_tuple(s, 2, 3)));
}

} // namespace part0

namespace part1 {
template <class K, class V, int N> struct cmap {
	K k[N]{};
	V v[N]{};
	int n = 0;
	D constexpr void put(K a, V b) {
		for (int i = 0; i < n; i++)
			if (k[i] == a) {
				v[i] = b;
				return;
			}
		k[n] = a;
		v[n++] = b;
	}
	D constexpr V get(K a, V d) const {
		for (int i = 0; i < n; i++)
			if (k[i] == a)
				return v[i];
		return d;
	}
};
D constexpr auto mk() {
	cmap<int, int, 16> m;
	for (int i = 0; i < 10; i++)
		m.put(i * i % 7, i);
	return m;
}
constexpr __device__ auto gm = mk();
static_assert(mk().get(4, -1) == 9 || true);
template <std::size_t N> struct cstr {
	char c[N];
	D constexpr cstr(const char (&s)[N]) : c{} {
		for (std::size_t i = 0; i < N; i++)
			c[i] = s[i];
	}
	D constexpr unsigned hash() const {
		unsigned h = 2166136261u;
		for (char x : c)
			if (x)
				h = (h ^ x) * 16777619u;
		return h;
	}
};
template <class T, T... v> struct seq_ {
	static constexpr T sum = (v + ...), prod = (v * ...);
	template <template <T...> class W> using to = W<v...>;
};
template <int...> struct cnt_ { static constexpr int n = 0; };
template <int A, int... R> struct cnt_<A, R...> {
	static constexpr int n = 1 + cnt_<R...>::n;
};
template <class... T> struct overload : T... { using T::operator()...; };
template <class... T> overload(T...) -> overload<T...>;
template <class T> struct tr;
template <class R, class C, class... A> struct tr<R (C::*)(A...) const> {
	using ret = R;
	static constexpr int n = sizeof...(A);
	using first = std::tuple_element_t<0, std::tuple<A...>>;
};
template <class T, int R, int C> struct mat {
	T m[R][C];
	template <int C2>
	D constexpr mat<T, R, C2> operator*(const mat<T, C, C2> &o) const {
		mat<T, R, C2> r{};
		for (int i = 0; i < R; i++)
			for (int j = 0; j < C2; j++)
				for (int k = 0; k < C; k++)
					r.m[i][j] += m[i][k] * o.m[k][j];
		return r;
	}
};
template <unsigned N> D constexpr auto sieve() {
	std::array<bool, N> a{};
	for (unsigned i = 2; i < N; i++)
		a[i] = true;
	for (unsigned i = 2; i * i < N; i++)
		if (a[i])
			for (unsigned j = i * i; j < N; j += i)
				a[j] = false;
	return a;
}
template <class D_, class... M> struct visit_ {};
template <class T> struct type_ { using type = T; };
template <class T> D constexpr auto nm(type_<T>) {
	return sizeof(T);
}
template <class T> D constexpr auto nm(type_<T *>) {
	return 100 + nm(type_<T>{});
}
template <class T, std::size_t N> D constexpr auto nm(type_<T[N]>) {
	return N * nm(type_<T>{});
}
template <class R, class... A> D constexpr auto nm(type_<R(A...)>) {
	return 1000 + (nm(type_<A>{}) + ... + 0);
}
template <class T> D constexpr auto nm(type_<const T>) {
	return 5000 + nm(type_<T>{});
}
template <class T, class = void> struct rank_ { static constexpr int v = 0; };
template <class T> struct rank_<T, std::enable_if_t<std::is_array_v<T>>> {
	static constexpr int v = 1 + rank_<std::remove_extent_t<T>>::v;
};
template <int N> struct Base {
	template <int M> struct In {
		static constexpr int v = N * 10 + M;
		template <class T> D T f(T t) const {
			return t * v;
		}
	};
	template <int M> using A = In<M + 1>;
};
template <class B> D int dep(int s) {
	typename B::template A<2> a;
	return a.template f<int>(s);
}
struct Pt {
	int x, y;
	template <std::size_t I> D int get() const {
		if constexpr (I == 0)
			return x;
		else
			return y * 2;
	}
};
} // namespace part1
namespace std {
template <> struct tuple_size<part1::Pt> : integral_constant<size_t, 2> {};
template <size_t I> struct tuple_element<I, part1::Pt> { using type = int; };
} // namespace std
namespace part1 {
template <class F, std::size_t... I> D void unroll(F f, std::index_sequence<I...>) {
	(f(std::integral_constant<int, I>{}), ...);
}
template <auto F> D int callf(int s) {
	return F(s);
}
D int sq(int s) {
	return s * s;
}
template <class T> using elem = std::remove_pointer_t<std::decay_t<T>>;
template <int *P> D int deref() {
	return *P;
}
template <class T> D auto f(T) -> decltype(T::zz) {
	return 1;
}
D int f(...) {
	return 2;
}
template <class T> D int ov(T *) {
	return 1;
}
template <class T> D int ov(T) {
	return 2;
}
template <class T> D int ov(const T *) {
	return 3;
}
D int ov(long) {
	return 4;
}
template <class T> D int fwd(T &&) {
	return std::is_lvalue_reference_v<T>
	               ? std::is_const_v<std::remove_reference_t<T>> ? 1 : 2
	               : 3;
}
D void test(H &h, int s) {
	constexpr auto m = mk();
	h(m.get(s % 9, -5));
	h(std::integral_constant<unsigned, cstr("hello").hash()>::value);
	h(seq_<int, 1, 2, 3, 4>::sum + seq_<int, 1, 2, 5>::prod +
	  seq_<int, 7, 8>::to<cnt_>::n);
	overload o{[](int x) { return x; }, [](double d) { return (int)(d * 2); },
	           [](auto *p) { return (int)*p + 1; }};
	h(o(s));
	h(o(1.5));
	h(o(&s));
	auto l = [](short a, char b) -> long { return a + b; };
	using TL = tr<decltype(&decltype(l)::operator())>;
	h(TL::n + sizeof(TL::ret) + sizeof(TL::first));
	mat<int, 2, 3> A{{{1, 2, s}, {4, 5, 6}}};
	mat<int, 3, 2> B{{{1, 2}, {3, 4}, {5, s}}};
	auto C = A * B;
	h(C.m[0][1] + C.m[1][0]);
	constexpr auto sv = sieve<50>();
	int c = 0;
	for (auto b : sv)
		c += b;
	h(c);
	h(sv[s]);
	h(nm(type_<const int *[3]> {}));
	h(nm(type_<int(char, short *)>{}));
	h(rank_<int[2][3][4]>::v);
	h(dep<Base<3>>(s));
	auto [px, py] = Pt{s, 3};
	h(px + py);
	unroll([&](auto i) { h(s * decltype(i)::value); }, std::make_index_sequence<4>{});
	h(callf<sq>(s));
	h(sizeof(elem<double[4]>));
	h(f(s));
	h(ov(&s) + 10 * ov(s) + 100 * ov((const int *)&s) + 1000 * ov(3L));
	const int cs = s;
	h(fwd(s) + 10 * fwd(cs) + 100 * fwd(3));
	std::array<std::pair<int, char>, 2> ap{{{s, 'a'}, {2, 'b'}}};
	for (auto &[k, v] : ap)
		h(k + v);
	h(std::get<1>(ap).second);
	auto tp = std::tuple_cat(std::make_tuple(s, 1), std::make_tuple('c'));
	h(std::get<2>(tp));
	int one;
	char letter;
	std::tie(s, one, letter) = tp;
	h(s);
	h(std::make_tuple(1, 2) < std::make_tuple(1, s));
}

} // namespace part1

namespace part2 {
template <class F> __global__ void lk(u64 *o, F f) {
	o[threadIdx.x] = f(threadIdx.x);
}
struct Op {
	int m;
	D int operator()(int x) const {
		return x * m;
	}
};
template <class F, class G> struct Comp {
	F f;
	G g;
	template <class T> D auto operator()(T t) const {
		return f(g(t));
	}
};
template <class F, class G> Comp(F, G) -> Comp<F, G>;
template <class F> D int rec(F &&f, int n) {
	return f(f, n);
}
struct S {
	int v;
	D auto add() {
		return [this](int x) { return v += x; };
	}
	D auto copy() {
		return [*this](int x) mutable { return v += x; };
	}
};
D int apply(int (*f)(int), int x) {
	return f(x);
}
template <class T> D T gen(T s) {
	auto l = [s](auto x, auto... y) -> T { return s + x + (y + ... + 0); };
	return l(1) + l(1, 2, 3);
}
D void test(H &h, int s) {
	constexpr auto cl = [](int a) { return a * a + 1; };
	static_assert(cl(3) == 10);
	int a = s, b = 2;
	auto l1 = [=] { return a + b; };
	auto l2 = [&] {
		a++;
		return a;
	};
	auto l3 = [&, b]() mutable {
		b++;
		a += b;
		return b;
	};
	auto l4 = [x = a * 2, &y = b] {
		y++;
		return x + y;
	};
	h(l1());
	h(l2());
	h(l3());
	h(l3());
	h(l4());
	h(a * 100 + b);
	h(rec([](auto &self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); },
	      s % 8));
	S o{s};
	h(o.add()(3));
	auto cp = o.copy();
	h(cp(1) + cp(1));
	h(o.v);
	h(apply([](int x) { return x - 9; }, s));
	h(apply(
		+[](int x) { return x ^ 9; }, s));
	h(gen(s));
	h(cl(s));
	Comp c{Op{3}, [s](int q) { return q + s; }};
	h(c(5));
	auto nested = [s](int x) {
		return [=](int y) { return [&, z = x * y] { return s + x + y + z; }(); };
	};
	h(nested(2)(3));
	int arr[3] = {1, s, 3};
	auto la = [arr](int i) { return arr[i]; };
	h(la(1));
	h(sizeof(la));
	auto [p, q] = std::pair(s, 4);
	auto lp = [p = p, &q = q] {
		q++;
		return p * q;
	};
	h(lp() + q);
	h([](auto... v) { return sizeof...(v); }(1, 2, 3));
	auto id = [](auto &&x) -> decltype(auto) { return static_cast<decltype(x)>(x); };
	id(a) = 50;
	h(a);
	h(id(7));
	static_assert(!std::is_same_v<decltype(l1), decltype(l2)>);
	auto dflt = [](int x, int y = 5) { return x * y; };
	h(dflt(s));
	Op op{s};
	std::array<int, 4> ar{4, 3, s, 1};
	int sm = 0;
	for (auto v : ar)
		sm = sm * 7 + v;
	h(sm);
	h(std::get<2>(ar));
	std::tuple t{s, 'a', 2.5};
	h((u64)std::get<2>(t));
	std::swap(a, b);
	h(a);
	h(std::exchange(a, 9));
	h(a);
}

} // namespace part2

D void test(H &h, int s) {
	part0::test(h, s);
	part1::test(h, s);
	part2::test(h, s);
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
