/* member_templates.cu - templates of members, specialised outside of their class; traits; deduction guides.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <type_traits>
template <class T> struct Out {
	template <class U, int N> struct In {
		static __device__ int v() {
			return 1;
		}
	};
	template <class U> struct Q;
	template <class U> __device__ int mf(U u);
};
template <class T> template <class U> struct Out<T>::In<U, 0> {
	static __device__ int v() {
		return 2;
	}
};
template <class T> template <class U, int N> struct Out<T>::In<U *, N> {
	static __device__ int v() {
		return 3 + N;
	}
};
template <class T> template <class U> struct Out<T>::Q {
	U u;
	__device__ int get() const;
};
template <class T> template <class U> __device__ int Out<T>::Q<U>::get() const {
	return (int)(u * 2);
}
template <class T> template <class U> struct Out<T>::Q<U *> {
	U *u;
	__device__ int get() const {
		return -1;
	}
};
template <class T> template <class U> __device__ int Out<T>::mf(U u) {
	return (int)sizeof(T) * 100 + (int)u;
}
template <> template <> __device__ int Out<char>::mf<int>(int u) {
	return 7777;
}
template <> template <class U> struct Out<short>::Q {
	U u;
	__device__ int get() const {
		return 55;
	}
};
template <> template <> struct Out<long>::In<int, 5> {
	static __device__ int v() {
		return 66;
	}
};
template <class T, class = void> struct has_x : std::false_type {};
template <class T> struct has_x<T, std::void_t<decltype(T::x)>> : std::true_type {};
struct X {
	int x;
};
struct Y {};
template <class T> __device__ std::enable_if_t<has_x<T>::value, int> gx(T t) {
	return t.x;
}
template <class T> __device__ std::enable_if_t<!has_x<T>::value, int> gx(T) {
	return -5;
}
template <class... T> struct TL { static constexpr int n = sizeof...(T); };
template <class L> struct Front;
template <class H, class... R> struct Front<TL<H, R...>> {
	using type = H;
	using rest = TL<R...>;
};
template <template <class...> class C, class... T> struct Apply { using type = C<T...>; };
template <class T> struct Traits { static const char name = '?'; };
template <> struct Traits<int> { static const char name = 'i'; };
template <class T> struct Traits<T *> { static const char name = 'p'; };
template <class T, int N> struct Traits<T[N]> { static const char name = 'a'; };
template <class R, class... A> struct Traits<R(A...)> {
	static const char name = 'f';
	enum { n = sizeof...(A) };
};
template <class R, class C> struct Traits<R C::*> { static const char name = 'm'; };
template <int... V> struct Max;
template <int A> struct Max<A> { static constexpr int v = A; };
template <int A, int B, int... R> struct Max<A, B, R...> {
	static constexpr int v = Max<(A > B ? A : B), R...>::v;
};
template <class T> struct Ctad {
	T t;
	using value_type = T;
	Ctad(const Ctad &) = default;
	__host__ __device__ Ctad(value_type v, int) : t(v) {
	}
	__host__ __device__ Ctad(T v) : t(v) {
	}
};
template <class T> struct Arr {
	using value_type = T;
	using pointer = T *;
	using size_type = unsigned;
	pointer p;
	size_type n;
	__host__ __device__ Arr(pointer p, size_type n) : p(p), n(n) {
	}
};
template <class T, int N = 4> struct DefArg {
	T v[N];
	__device__ constexpr int size() const {
		return N;
	}
};
template <class T> constexpr bool is_big = sizeof(T) > 4;
template <> constexpr bool is_big<char> = true;
template <class T> using Ptr = T *;
template <class T> using DA = DefArg<T>;
template <class T> struct Friend {
	T v;
	friend __device__ T operator+(Friend a, Friend b) {
		return a.v + b.v;
	}
	template <class U> friend struct Peek;
	__device__ Friend(T v) : v(v) {
	}

      private:
	T secret = T(9);
};
template <class U> struct Peek {
	template <class T> static __device__ T get(const Friend<T> &f) {
		return f.secret;
	}
};
struct Conv {
	__device__ operator int() const {
		return 3;
	}
	template <class T> __device__ explicit operator T *() const {
		return nullptr;
	}
};
template <class T> __host__ __device__ T ext(T t) {
	return t + 1;
}
extern template int ext<int>(int);
template int ext<int>(int);
template <class T> struct ET {
	T v;
	__device__ T get() {
		return v * 3;
	}
};
extern template struct ET<float>;
template struct ET<float>;
template struct ET<int>;
template <class F, class... A> __device__ decltype(auto) inv(F &&f, A &&...a) {
	return static_cast<F &&>(f)(static_cast<A &&>(a)...);
}
template <class T> struct Outer2 {
	struct It {
		T *p;
		__device__ T &operator*() const {
			return *p;
		}
		__device__ It &operator++() {
			++p;
			return *this;
		}
		__device__ bool operator!=(It o) const {
			return p != o.p;
		}
	};
	T a[3];
	__device__ It begin() {
		return {a};
	}
	__device__ It end() {
		return {a + 3};
	}
};
__global__ void k(int *o) {
	int n = 0;
	o[n++] = Out<int>::In<int, 1>::v();
	o[n++] = Out<int>::In<int, 0>::v();
	o[n++] = Out<int>::In<int *, 4>::v();
	o[n++] = Out<int>::Q<float>{2.5f}.get();
	o[n++] = Out<int>::Q<float *>{nullptr}.get();
	o[n++] = Out<double>().mf(5);
	o[n++] = Out<char>().mf(5);
	o[n++] = Out<char>().mf(5.0f);
	o[n++] = Out<short>::Q<int>{1}.get();
	o[n++] = Out<long>::In<int, 5>::v();
	o[n++] = gx(X{4});
	o[n++] = gx(Y{});
	o[n++] = Front<TL<int, char>>::rest::n;
	o[n++] = Apply<TL, int, int, int>::type::n;
	o[n++] = Traits<int>::name;
	o[n++] = Traits<int **>::name;
	o[n++] = Traits<int[3]>::name;
	o[n++] = Traits<int(char, float)>::n;
	o[n++] = Traits<int X::*>::name;
	o[n++] = Max<3, 9, 2, 7>::v;
	Ctad c(5, 1);
	o[n++] = c.t;
	Ctad c2{2.5f};
	o[n++] = (int)(c2.t * 2);
	int buf[2] = {1, 2};
	Arr ar(buf, 2u);
	o[n++] = ar.p[1];
	o[n++] = DA<int>().size();
	o[n++] = is_big<char> + is_big<int> * 2 + is_big<double> * 4;
	Friend<int> f{3};
	o[n++] = f + f;
	o[n++] = Peek<int>::get(f);
	Conv cv;
	o[n++] = cv + 1;
	o[n++] = static_cast<float *>(cv) == nullptr;
	o[n++] = ext(4);
	o[n++] = ET<int>{5}.get();
	o[n++] = (int)ET<float>{1.5f}.get();
	int z = 0;
	inv([](int &r, int v) { r += v; }, z, 8);
	o[n++] = z;
	Outer2<int> oo{{1, 2, 3}};
	for (auto &v : oo)
		o[n] += v;
	n++;
	Ptr<int> pp = &z;
	o[n++] = *pp;
	o[63] = n;
}
int main() {
	int *o;
	cudaMallocManaged(&o, 256);
	for (int i = 0; i < 64; i++)
		o[i] = 0;
	k<<<1, 1>>>(o);
	auto e = cudaDeviceSynchronize();
	for (int i = 0; i < 64; i++)
		printf("%d ", o[i]);
	printf("%s\n", cudaGetErrorString(e));
}
