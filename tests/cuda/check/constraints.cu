template <class T> concept small = sizeof(T) <= 4;
template <class T, class U> concept like = small<T> && (sizeof(U) == sizeof(T) || requires { typename T::type; });
template <class T> concept adds = requires(T a, const T &b) { a + b; { a } noexcept -> small; typename T::type; requires small<T>; };
template <class T> concept plus = requires(T a) { { a + 1 } -> like<int>; requires(sizeof(T) > 1); };
template <small T> struct S { T t; };
template <class T> requires plus<T> || small<T> struct S2 { T t; __device__ int f() requires small<T> { return 1; } };
template <plus T> struct S2<T> { __device__ int f() { return 2; } };
template <small... T> __device__ int many(T... t) { return sizeof...(t); }
__device__ auto brief(small auto a, like<int> auto b) -> small auto { return a + b; }
template <class T> __device__ int late(T t) requires requires(T x) { x + t; } { return 1; }
struct P { int a[2]; int b; };
template <P p> __device__ int value() { return p.a[1] + p.b; }
template <auto v> struct V { static constexpr auto x = v; };
struct B { int w : 3 {2}; unsigned u : 4 = 1; [[no_unique_address]] struct {} e; };
__global__ void k(int *o) {
	S<int> s{1}; S2<int> q; o[0] = s.t + q.f() + many(1, 2) + brief(1, 2) + late(1);
	o[1] = value<P{{1, 2}, 3}>() + V<P{}>::x.b; o[2] = requires(int *p) { *p; };
	auto l = []<small T>(T t) requires plus<T> { return [a = t, &r = t](auto... b) { return r; }(t); };
	o[3] = plus<int> + like<int, char> * 2 + B{}.w;
}
