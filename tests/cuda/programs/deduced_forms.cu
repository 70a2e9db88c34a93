// deduced_forms.cu - deduced results of __device__ functions in every form: closures, recursion, local classes, members,
// friends, templates.
#include <cstdio>
__device__ auto adder(int a) {
	return [a](int x) { return a + x; };
}
template <class F> __device__ auto compose(F f) {
	return [=](auto... x) { return f(f(x...)); };
}
template <class F, class... Fs> __device__ auto compose(F f, Fs... fs) {
	auto g = compose(fs...);
	return [=](auto x) { return f(g(x)); };
}
__device__ auto rec(int n) -> int {
	return n ? n + rec(n - 1) : 0;
}
__device__ auto rec2(int n) {
	if (n == 0)
		return 0;
	return n + rec2(n - 1);
}
template <int N> __device__ auto unroll() {
	if constexpr (N == 0)
		return 0;
	else
		return N + unroll<N - 1>();
}
__device__ auto pick(bool b) {
	struct R {
		int a;
		float b;
	};
	return b ? R{1, 2.f} : R{3, 4.f};
}
__device__ auto many() {
	return pick(true);
}
template <class T> struct Lazy {
	T t;
	__device__ auto operator()() const {
		return t();
	}
	template <class U> __device__ auto then(U u) const {
		auto f = [t = t, u] { return u(t()); };
		return Lazy<decltype(f)>{f};
	}
};
template <class T> __device__ auto lazy(T t) {
	return Lazy<T>{t};
}
__device__ auto arr() {
	struct A {
		int v[4];
		__device__ auto sum() const {
			int s = 0;
			for (auto x : v)
				s += x;
			return s;
		}
		__device__ auto begin() const {
			return v;
		}
		__device__ auto end() const {
			return v + 4;
		}
	};
	return A{{1, 2, 3, 4}};
}
namespace d {
template <class A, class B> struct Pair {
	A a;
	B b;
	__device__ constexpr auto first() const {
		return a;
	}
	__device__ auto second() const & {
		return b;
	}
};
template <class A, class B> __device__ auto pair(A a, B b) {
	return Pair<A, B>{a, b};
}
} // namespace d
template <class T, class = decltype(T().first())> __device__ auto first_of(T t) {
	return t.first();
}
__device__ auto voidf(int *p) {
	*p = 1;
	atomicAdd(p, 1);
}
__device__ auto null() {
	return nullptr;
}
__device__ auto str() {
	return "abc";
}
__device__ auto fp() {
	return &rec;
}
extern "C" __device__ auto cauto(int x) {
	return x * 1.5;
}
static __device__ auto *sp(int *p) {
	return p + 1;
}
__device__ inline auto &ir(int &x) {
	return x;
}
__device__ __forceinline__ const auto *fi(const int *x) {
	return x;
}
__device__ __noinline__ auto ni(int x) noexcept {
	return x;
}
[[nodiscard]] __device__ auto nd(int x) {
	return x;
}
__device__ auto va(int n, ...) {
	return n;
}
class Priv {
	int s = 3;
	__device__ auto get() const {
		return s;
	}

      public:
	__device__ auto pub() const {
		return get() + 1;
	}
	friend __device__ auto peek(const Priv &p) {
		return p.s;
	}
	template <class T> friend __device__ auto tpeek(const Priv &p, T t) {
		return p.s + t;
	}
	struct In {
		int q;
		__device__ auto operator+(int x) const {
			return q + x;
		}
		__device__ auto operator[](int i) const {
			return q * i;
		}
		__device__ auto operator->() {
			return this;
		}
		__device__ auto operator*() const {
			return q;
		}
	};
	In in();
	__host__ __device__ auto host() const {
		return s;
	}
};
template <class T> struct CRTP {
	__device__ auto me() const {
		return static_cast<const T *>(this)->impl();
	}
};
struct Impl : CRTP<Impl> {
	__device__ auto impl() const {
		return 12;
	}
};
template <class... B> struct Mix : B... {
	__device__ auto all() const {
		return (0 + ... + B::val());
	}
};
struct M1 {
	__device__ auto val() const {
		return 1;
	}
};
struct M2 {
	__device__ auto val() const {
		return 2;
	}
};
template <auto F> __global__ void call(int *o) {
	o[0] = F(5);
}
template <auto(*F)(int)->int> __global__ void call2(int *o) {
	o[0] += F(3);
}
__global__ void k(int *o) {
	int i = 0;
	o[i++] = adder(3)(4);
	o[i++] = compose(adder(2))(1);
	o[i++] = compose(adder(1), adder(10), adder(100))(0);
	o[i++] = rec(4) + rec2(5);
	o[i++] = unroll<5>();
	o[i++] = many().a + (int)pick(false).b;
	o[i++] = lazy([] {
			 return 3;
		 }).then([](int x) {
			   return x * 2;
		   }).then([](auto x) { return x + 1; })();
	auto a = arr();
	int s = a.sum();
	for (auto x : a)
		s += x;
	o[i++] = s;
	o[i++] = d::pair(1, 2.5f).second() * 2 + first_of(d::pair(7, 8));
	voidf(o + i);
	i++;
	o[i++] = (null() == nullptr) + str()[1];
	o[i++] = fp()(3) + (int)cauto(3);
	int v = 5;
	ir(v)++;
	o[i++] = *sp(o - 1) + v + *fi(&v) + ni(1) + nd(2) + va(3, 4, 5);
	Priv p;
	Priv::In in{6};
	o[i++] = p.pub() + peek(p) + tpeek(p, 4) + (in + 1) + in[2] + in->q + *in +
	         p.host();
	o[i++] = Impl().me() + Mix<M1, M2>().all();
	o[i] = -1;
}
int main() {
	int *o;
	cudaMallocManaged(&o, 256);
	k<<<1, 1>>>(o);
	cudaDeviceSynchronize();
	for (int i = 0; o[i] != -1; i++)
		printf("%d ", o[i]);
	printf("%d ", Priv().host());
	call<rec><<<1, 1>>>(o);
	call2<rec><<<1, 1>>>(o);
	cudaDeviceSynchronize();
	printf("%d %s\n", *o, cudaGetErrorName(cudaGetLastError()));
}
