/* Deduction (temp.deduct): templates of templates, types of functions and of members, arrays, conversions, lists,
 * what is left to explicit arguments and to defaults, and what is not deduced.
 * SPDX-License-Identifier: Apache-2.0 */
template <typename T> struct one { T v; };
template <typename T, typename U> struct two { T a; U b; };
template <typename T, int N> struct many { T v[N]; };
struct from_one : one<short> {};

template <template <typename> class C, typename T> __device__ int sized(const C<T> &c) { return 10 + (int)sizeof c.v; }
template <template <typename, typename> class C, typename T, typename U> __device__ int sized(const C<T, U> &) {
	return 20 + (int)(sizeof(T) * 2 + sizeof(U));
}
template <template <typename, int> class C, typename T, int N> __device__ int sized(const C<T, N> &) {
	return 100 * N + (int)sizeof(T);
}
template <template <typename...> class C, typename... T> __device__ int count(const C<T...> &) { return sizeof...(T); }

/* X<TT>: a template as an argument of a class. */
template <template <typename> class C> struct box { C<int> c; };
template <template <typename> class C> __device__ int boxed(const box<C> &b) { return b.c.v + (int)sizeof(C<char>); }
__device__ int only_one(const box<one> &b) { return b.c.v * 2; }

/* Functions and members. */
template <typename R, typename... A> __device__ int arity(R (*)(A...)) { return 10 * sizeof...(A) + (int)sizeof(R); }
template <typename R> __device__ int nullary(R (&)()) { return (int)sizeof(R); }
template <typename C, typename R, typename... A> __device__ int method(R (C::*)(A...)) {
	return 100 + 10 * sizeof...(A) + (int)sizeof(R);
}
template <typename C, typename R, typename A> __device__ int method(R (C::*)(A) const) { return 200 + (int)sizeof(A); }
template <typename C, typename T> __device__ int field(T C::*p, C &c) { return (int)(c.*p) + (int)sizeof(T); }
template <typename T> __device__ int of_void(T (*f)(void)) { return f() + 1; }

/* Arrays. */
template <typename T, int N> __device__ int bound(T (&)[N]) { return N * (int)sizeof(T); }
template <typename T, unsigned long N, unsigned long M> __device__ int bound(T (&)[N][M]) { return N * 100 + M; }
template <typename T, int N> __device__ int list(const T (&a)[N]) { return a[N - 1] * N; }
template <typename T> __device__ int list3(const T (&a)[3]) { return (int)(a[0] + a[1] + a[2]) + (int)sizeof(T); }
template <int N> __device__ int more(int (&a)[N + 1]) { return a[0] + N; } /* not deduced */
template <typename T> __device__ int pointers(T *const *volatile *p) { return ***p + (int)sizeof(T); }
template <typename T> __device__ int constant(const volatile T *p) { return *p + (int)sizeof(T); }

/* Not deduced: before ::, so the other parameter decides. */
template <typename T> struct same { typedef T type; };
template <typename T> __device__ T twice(T a, typename same<T>::type b) { return a + b; }

/* A conversion whose type is deduced from what is wanted. */
struct anything {
	int v;
	template <typename T> __device__ operator T() const { return (T)(v + (int)sizeof(T)); }
};
struct pointing {
	int *p;
	template <typename T> __device__ operator T *() const { return (T *)p; }
};

template <typename T, typename U = two<T, T>> __device__ int filled(T) { return (int)sizeof(U); }
template <int I, typename T> __device__ int explicitly(T v) { return I * (int)v; }
template <typename A, typename... B> __device__ int head(const two<A, int> &, B... b) { return (int)sizeof(A) + (0 + ... + b); }
template <typename T> using alias = two<T, char>;
template <typename T> __device__ int through_alias(const alias<T> &x) { return x.a + (int)sizeof(T); }

/* The more special of two; top-level const of a parameter says nothing of it (temp.deduct.partial/7). */
template <typename T> __device__ int ordered(const T, int) { return 1; }
template <typename T, typename U> __device__ int ordered(const two<T, U> &, int) { return 2; }
template <typename T> __device__ int ordered_too(const volatile T) { return 3; }
template <typename T, typename U> __device__ int ordered_too(const volatile two<T, U> &) { return 4; }
template <typename T> __device__ int ordered_pointers(T *const) { return 5; }
template <typename T> __device__ int ordered_pointers(const T *const) { return 6; }
template <typename T> __device__ int ordered_values(const T) { return 7; }
template <typename T> __device__ int ordered_values(const one<T>) { return 8; }

/* A pack that other parameters follow is not deduced: its arguments are the explicit ones (temp.deduct.call/1). */
template <typename... A, typename B, typename... C> __device__ int middle(A..., B, C...) {
	return (int)(sizeof...(A) + sizeof(B) * 10 + sizeof...(C) * 100);
}
template <typename... A> __device__ int before_last(A... a, int &last) { return (0 + ... + a) + last; }

__device__ int f0() { return 7; }
__device__ short f2(int, char) { return 1; }
struct methods {
	int x;
	short y;
	__device__ char go(int, int) { return 1; }
	__device__ int is(long long) const { return 2; }
};

/* A parameter of the class is no forwarding reference, one of its constructor is. */
template <class F> struct holder {
	F f;
	__device__ holder(const F &g) : f(g) {}
	__device__ holder(F &&g) : f(g + 100) {}
};
template <class F> struct taker {
	static const int how = 1;
	template <class U> __device__ taker(F, U &&) {}
};
template <class F, class U> taker(F, U &&) -> taker<U>;
template <class F> struct taker<F &> {
	static const int how = 2;
	template <class U> __device__ taker(F &, U &&) {}
	template <class U> __device__ taker(int, U &&) {}
};

/* [temp.deduct.call]/4.1: what P refers to may be more const than A, even where A is a function */
template <class F> __device__ int called(const F &f, int x) { return f(x); }
template <class F> __device__ int called_back(volatile F &&f, int x) { return f(x) + 1; }
template <class F> constexpr bool points(const F *) { return true; }
constexpr bool points(...) { return false; }
__device__ int next(int x) { return x + 1; }
template <class T> __device__ auto twofold(T x) { return x * 2; }
static_assert(!points(next));
template <class T> struct view {
	T *at;
	int n;
	template <unsigned long N> constexpr __device__ view(T (&all)[N]) : at(all), n(N) {}
};

extern "C" __global__ void k(int *out, int n) {
	int t = threadIdx.x, *o = out + t * 64;
	if (t * 64 >= n)
		return;
	int x = o[0];
	from_one f = {};
	o[0] = sized(one<char>{}) + sized(two<char, long long>{}) + sized(many<short, 5>{});
	o[1] = sized<one>(f) + count(two<int, int>{}) * 100 + count(one<int>{});
	o[2] = boxed(box<one>{{x}}) + only_one({{x}});
	o[3] = arity(f0) + arity(f2) + arity(&f2) * 1000;
	o[4] = nullary(f0) + of_void(f0);
	o[5] = method(&methods::go) + method(&methods::is);
	methods m = {x, 3};
	o[6] = field(&methods::x, m) * field(&methods::y, m);
	char a3[3] = {};
	int grid[2][7] = {};
	o[7] = bound(a3) + bound(grid);
	o[8] = list({1, 2, x}) + list3({'a', 'b', 'c'}) + list3({1ll, 2ll, 3ll});
	int a5[5] = {x};
	o[9] = more<4>(a5);
	int *p = &x;
	int *const *volatile q = &p;
	o[10] = pointers(&q) + constant((const short *)p);
	o[11] = twice(x, 'a') + (int)twice(1ll, x);
	anything any = {x};
	int i = any;
	char c = any;
	long long l = any;
	o[12] = i + c * 3 + (int)l;
	int *back = pointing{&x};
	o[13] = *back;
	o[14] = filled((short)1) + explicitly<6>(x) + explicitly<2, short>(70000);
	o[15] = head(two<short, int>{}, 1, x, 3) + through_alias(two<int, char>{x, 'a'});
	const two<int, char> pair = {x, 'b'};
	o[16] = ordered(pair, 1) * 10 + ordered(x, 1) + ordered(two<int, int>{}, 1) * 100;
	o[17] = ordered_values(one<int>{x}) * 10 + ordered_values(x) + ordered_pointers((const int *)p) * 100 + ordered_pointers(p) * 1000;
	o[18] = middle<int>(1, 2ll, 3) + middle<char, short &>((char)1, *(short *)o, (short)3) * 10 + before_last<int, int>(1, 2, x);
	holder kept(x), moved(x + 1);
	o[19] = kept.f + moved.f * 3 + (int)sizeof(kept) + decltype(taker(1, x))::how + decltype(taker(1, 2))::how * 10;
	o[20] = called(next, x) + 10 * called(twofold<int>, x) + 100 * called_back(next, x);
	view<const int> three(reinterpret_cast<int (&)[3]>(*o));
	o[21] = three.at[1] + three.n;
}
