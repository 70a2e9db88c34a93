/* -std=c++20 : concepts, requires-clauses and requires-expressions, and the choice among templates by what
 * they ask of their arguments.
 * SPDX-License-Identifier: Apache-2.0 */
template <class T, class U> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };
template <class T, class U> concept same_as = same<T, U>::value && same<U, T>::value;
template <class T> concept integral = same_as<T, int> || same_as<T, short> || same_as<T, char> || same_as<T, long long>;
template <class T> concept floating = same_as<T, float> || same_as<T, double>;
template <class T> concept number = integral<T> || floating<T>;
template <class T> concept small = sizeof(T) <= 4;
template <class T> concept small_number = small<T> && number<T>;
template <class T> concept addable = requires(T a, T b) { a + b; { a + b } -> same_as<T>; };
template <class T> concept has_type = requires { typename T::type; requires sizeof(typename T::type) == 4; };
template <class T, class U> concept same_size = sizeof(T) == sizeof(U);
template <class T> concept counts = requires(const T t, int n) { { t.count(n) } noexcept -> same_as<int>; t[n]; };
template <class T> concept public_g = requires(T t) { t.g(); };

struct plain { using type = int; __device__ int count(int n) const noexcept { return n; } __device__ int operator[](int n) const { return n; } __device__ int g() { return 1; } };
class hidden { public: using type = char; __device__ int count(int n) const { return n; } private: __device__ int g() { return 2; } };

template <number T> __device__ int pick(T) { return 1; }
template <small_number T> __device__ int pick(T) { return 2; }
template <class T> __device__ int pick(T) { return 0; }
template <class T> requires small<T> || number<T> __device__ int either(T) { return 5; }
template <class T> requires(!small<T> && !number<T>) __device__ int either(T) { return 6; }
template <class T> __device__ int behind(T) requires(sizeof(T) == 8) { return 8; }
template <class T> __device__ int behind(T) requires(sizeof(T) == 4) { return 4; }
template <class T> __device__ auto arrow(T t) -> T requires number<T> { return t + 1; }
__device__ int brief(integral auto x) { return 10 + (int)x; }
__device__ int brief(floating auto x) { return 20 + (int)x; }
__device__ int brief(auto) { return 30; }
__device__ int two(integral auto x, same_size<double> auto y) { return sizeof(x) * 100 + sizeof(y); }
/* a disjunction is asked of in whichever order */
template <class T> requires floating<T> || integral<T> __device__ int turned(T) { return 1; }
template <class T> requires(integral<T> || floating<T>) && small<T> __device__ int turned(T) { return 2; }

template <class T> struct chosen { static constexpr int v = 0; };
template <number T> struct chosen<T> { static constexpr int v = 1; };
template <class T> requires small_number<T> struct chosen<T> { static constexpr int v = 2; };
template <class T> struct chosen<T *> { static constexpr int v = 3; };
template <integral T> struct only_int { T x; };
template <number T> constexpr int variable = 4;
template <small_number T> constexpr int variable<T> = 5;
template <number T> using pointer_to = T *;

template <class T> struct members {
	T v;
	__device__ members(T t) requires number<T> : v(t) {}
	__device__ members(T t) requires(!number<T>) : v(t) {}
	__device__ int f() requires number<T> { return 1; }
	__device__ int f() requires small_number<T> { return 2; }
	__device__ int f() { return 3; }
	template <class U> requires small<U> __device__ int g(U) const { return 7; }
	template <class U> __device__ int g(U) const { return 9; }
	template <number U> __device__ int outside(U u) const;
	template <class U> __device__ int outside(U u) const;
};
template <class T> template <number U> __device__ int members<T>::outside(U u) const { return (int)u + 1; }
template <class T> template <class U> __device__ int members<T>::outside(U) const { return 77; }

template <class T> struct box {
	T v;
	__device__ box(T t) requires integral<T> : v(t) {}
	template <floating U> __device__ box(U u, int) : v((T)u) {}
};
template <class... T> requires(number<T> && ...) __device__ int all(T... t) { return (int)(0 + ... + t); }
template <class... T> __device__ int all(T...) { return -1; }
template <number... T> __device__ int how_many(T...) { return sizeof...(T); }
template <auto N> requires(N > 3) __device__ int big() { return N; }
template <integral auto N> __device__ int bigger() { return N + 1; }
template <class T, class U = int> requires same_size<T, U> __device__ int by_default(T) { return 1; }
template <class T> requires requires(T t) { ++t; } && (sizeof(T) < 16) __device__ int steps(T t) { ++t; return (int)t; }
__device__ number auto deduced() { return 3; }
__device__ auto trailing(int x) -> number auto { return x / 2.0; }

template <class T> __device__ int branch(T t) {
	if constexpr (requires { typename T::type; })
	return sizeof(typename T::type);
	else if constexpr (requires { t + 1; })
	return (int)t + 1;
	else
	return -1;
}

extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x;
	int *o = out + t * 64;
	int i = 0, a = o[0], b = o[1];
	o[i++] = pick(a); o[i++] = pick(1.0); o[i++] = pick(plain{});
	o[i++] = either(1.0); o[i++] = either('c'); struct wide { double a, b; }; o[i++] = either(wide{});
	o[i++] = behind(a); o[i++] = behind(1.0); o[i++] = arrow(b);
	o[i++] = brief(a); o[i++] = brief(1.5f + b); o[i++] = brief(plain{});
	o[i++] = two((short)1, 3ll);
	o[i++] = turned(a); o[i++] = turned(2.0);
	o[i++] = chosen<plain>::v; o[i++] = chosen<double>::v; o[i++] = chosen<int>::v; o[i++] = chosen<int *>::v;
	only_int<short> s{(short)a}; o[i++] = s.x;
	o[i++] = variable<int>; o[i++] = variable<double> + *pointer_to<int>(&a);
	o[i++] = members<int>(1).f(); o[i++] = members<double>(1).f(); o[i++] = members<plain>(plain{}).f();
	o[i++] = members<int>(1).g(1) * 10 + members<int>(1).g(1.0);
	o[i++] = members<int>(1).outside(a) + members<int>(1).outside(plain{});
	o[i++] = box(a).v + box<int>(2.5f, 0).v;
	o[i++] = all(a, 2.0, 3.f); o[i++] = all(1, plain{}); o[i++] = how_many(1, 2, 3);
	o[i++] = big<5>(); o[i++] = bigger<6>(); o[i++] = by_default(1.f); o[i++] = steps(a);
	o[i++] = deduced(); o[i++] = (int)(trailing(a) * 2);
	auto l = [a]<number T>(T x) requires small<T> { return x + a; };
	auto m = [](integral auto x) -> integral auto { return x * 2; };
	auto p = []<class T> requires small<T> (T x) { return x * 3; };
	o[i++] = l(b) + m(b) + p(b);
	o[i++] = addable<int> + addable<plain> * 2 + addable<short> * 4 + has_type<plain> * 8 + has_type<hidden> * 16 + has_type<int> * 32;
	o[i++] = counts<plain> + counts<hidden> * 2 + public_g<plain> * 4 + public_g<hidden> * 8;
	integral auto q = a; const integral auto &r = b; integral auto *ptr = &a;
	o[i++] = q + r + *ptr;
	o[i++] = requires(int *x) { *x; x[0]; };
	o[i++] = branch(a); o[i++] = branch(plain{}); o[i++] = branch(hidden{});
}
