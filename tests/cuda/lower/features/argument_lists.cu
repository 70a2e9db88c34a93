/* argument_lists.cu - where a list of template arguments begins and ends, what it fits,
 * which calls a template is asked about, and parameters that name those before them.
 * SPDX-License-Identifier: Apache-2.0 */
typedef decltype(sizeof 0) size;

/* After a name of a dependent scope `<` is less-than ([temp.names]/3). */
template <bool C, class A, class B> struct choice {
	using type = A;
};
template <class A, class B> struct choice<false, A, B> {
	using type = B;
};
template <bool C, class A, class B> using if_c = typename choice<C, A, B>::type;
template <int I> struct number {
	static constexpr int value = I;
};
template <int N> struct inserted {
	template <class I>
	using at =
		if_c <
		I::value<N,
			number<I::value>,
			if_c<I::value == N, number<100>, number<I::value - 1>>>;
	template <class I> using small = if_c<I::value<N, char, int>;
	template <class I> __device__ static bool less() { return I::value<N; }
	template <class I> __device__ static bool between(int m) { return I::value<N && m> I::value; }
};

/* So it is where an operator's name follows the list, as in a result's type. */
template <int N, int D> struct ratio {
	static constexpr int num = N, den = D;
};
template <bool B> struct truth {
	static constexpr bool value = B;
};
template <int a, int b, int x, int y>
__device__ constexpr truth<ratio<a, b>::num * ratio<x, y>::den < ratio<x, y>::num * ratio<a, b>::den>
operator<(ratio<a, b>, ratio<x, y>) {
	return {};
}
template <class A, class B> __device__ constexpr truth<A::den < B::den> operator<=(A, B) { return {}; }
template <int a, int b> struct is_small {
	static constexpr bool value = truth<ratio<a, b>::num < ratio<b, a>::num>::value;
};

/* A class that is defined outside of the one that it is a member of: its friends name that
 * one's templates ([class.friend], [temp.mem]). */
template <class... K> struct keys {
	template <class...> struct place;
	template <class...> struct steps;
};
template <class... K> template <class... P> struct keys<K...>::place {
	int at;
};
template <class... K> template <class... S> struct keys<K...>::steps {
	struct entity {
		int by;
		template <class... P>
		__device__ friend constexpr place<P...> operator+(place<P...> const &p, entity const &e) {
			return {p.at + e.by + (int)sizeof...(P)};
		}
		template <class... P>
		__device__ friend place<P...> operator-(const place<P...> &p, const entity &e) {
			return {p.at - e.by};
		}
	};
};

/* Explicit arguments fit the overloads whose parameters are of their kind
 * ([temp.arg.explicit]/3). */
template <class T, size N> struct array {
	T at[N ? N : 1];
};
template <class A, class B> struct pair {
	A a;
	B b;
};
template <class T> __device__ int first_type() { return 1; }
template <template <class...> class L> __device__ int first_type() { return 2; }
template <template <class, size> class L> __device__ int first_type() { return 3; }
template <int N> __device__ int first_type() { return 4 + N; }
template <template <class...> class L> __device__ int first_list() { return 2; }
template <template <class, size> class L, class D = void> __device__ int first_list() { return 3 + sizeof(D *); }
template <template <class, size> class L, class D = int, class T> __device__ int first_list(T t) {
	return (int)sizeof(D) * 10 + t;
}
template <int N> __device__ int first_list() { return 4 + N; }
template <class T> __device__ int first_list() { return 1; }
struct members {
	template <int N> __device__ int m() { return 4 + N; }
	template <template <class...> class L> __device__ int m() { return 2; }
	template <class T> __device__ int m() { return 1; }
	template <template <class, size> class L, class T> __device__ int m() { return 5; }
};
template <class T> __device__ int all_kinds() {
	members s;
	int r = first_type<T>() + 10 * first_type<pair>() + 100 * first_type<array>() + 1000 * first_type<3>();
	r += first_list<T>() + 10 * first_list<pair>() + 100 * first_list<array>() + 1000 * first_list<2>();
	r += first_list<array, T>() + first_list<array, char>(r & 7) + first_list<array>(r & 3);
	r += s.m<1>() + 10 * s.m<pair>() + 100 * s.m<int>() + 1000 * s.template m<array, T>();
	return r;
}

/* A template that does not take so many arguments is not asked what its own would be
 * ([over.match.viable]/2): this one has no result for a number. */
template <class F, class A> struct result_of {
	using type = decltype((*(F *)0)(*(A *)0));
};
template <class F> struct folded {
	F f;
	template <class S, class T, class R = typename result_of<F, T>::type> __device__ R operator()(S s, T t) const {
		return f(t) + s;
	}
	template <class T, class R = typename result_of<F, T>::type> __device__ R operator()(T t) const { return f(t); }
	template <class T, class U, class V, class R = typename result_of<F, V>::type>
	__device__ R operator()(T t, U, V, ...) const {
		return f(t) + 1;
	}
};
struct pointed {
	int m;
};
template <class F> __device__ folded<F> fold(F f) { return {f}; }

/* A parameter is in scope in those after it ([basic.scope.pdecl]/1). */
__device__ int after(int i, decltype(i + 1) b) { return i + b; }
template <class T> __device__ T after_made(T i, decltype(i + 1u) b, decltype(b) *c) { return i + b + *c; }
template <class T, class U> __device__ int sizes(T t, decltype(t.m + U()) u) { return sizeof(u); }
template <class X> struct member {
	X x;
	__device__ auto of(int i, decltype(i * 2.5f) b) const { return i + b + x; }
	template <class Y> __device__ auto made(Y i, decltype(i) &b, decltype(x + i) c) const { return b += i + c; }
};

extern "C" __global__ void k(int *d, int n) {
	int i = threadIdx.x, *o = d + i * 64, s = 4;
	if (i * 64 >= n)
		return;
	o[s++] = inserted<3>::at<number<1>>::value;
	o[s++] = inserted<3>::at<number<3>>::value;
	o[s++] = inserted<3>::at<number<7>>::value;
	o[s++] = sizeof(inserted<3>::small<number<2>>) * 8 + sizeof(inserted<3>::small<number<4>>);
	o[s++] = inserted<3>::less<number<2>>() + 2 * inserted<3>::between<number<2>>(o[0]);
	o[s++] = decltype(ratio<1, 3>() < ratio<1, 2>())::value + 2 * decltype(ratio<2, 3>() < ratio<1, 2>())::value +
	         4 * decltype(ratio<1, 3>() <= ratio<1, 4>())::value + 8 * is_small<1, 2>::value + 16 * is_small<2, 1>::value;
	keys<int>::place<float, char> p{o[1]};
	keys<int>::steps<char>::entity e{o[2]};
	o[s++] = (p + e).at;
	o[s++] = (p - e).at;
	o[s++] = all_kinds<int>();
	o[s++] = all_kinds<double>();
	auto f = fold([=](auto x) { return x.m + o[3]; });
	o[s++] = f(o[1], pointed{o[2]});
	o[s++] = f(pointed{o[2]});
	o[s++] = f(pointed{o[1]}, 1, pointed{2});
	o[s++] = f(pointed{o[1]}, 1, pointed{2}, 3, o);
	unsigned u = 3;
	o[s++] = after(o[0], 2) + after_made(o[1], 2, &u) + sizes<pointed, double>(pointed{1}, 2);
	member<int> w{5};
	o[s++] = w.of(2, 1.5f);
	o[s++] = w.made(3, o[1], 4);
	auto l = [](int i, decltype(i + 1L) b) { return i * sizeof(b); };
	o[s++] = l(o[0] & 7, 2);
}
