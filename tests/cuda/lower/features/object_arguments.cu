/* object_arguments.cu - specialisations that objects as template arguments choose. Compiled with -std=c++20
 * ([temp.param]/6, [temp.spec.partial], [temp.type])
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ constexpr

struct pt {
	int x, y;
};
template <class T, T V> struct constant {
	DEV operator T() const { return V; }
};
template <int N> struct text {
	char s[N];
	DEV text(const char (&a)[N]) {
		for (int i = 0; i < N; i++)
			s[i] = a[i];
	}
};

/* partial specialisations: one of a pack, of a pair, with a requirement, of equal values */
template <pt... P> struct many { static constexpr int n = sizeof...(P) * 1000; };
template <pt P> struct many<P> { static constexpr int n = 1 + P.x; };
template <pt P, pt Q, pt... R> struct many<P, Q, R...> { static constexpr int n = P.y + many<Q, R...>::n; };
template <pt P, class T> struct pair { static constexpr int n = 2; };
template <pt P> struct pair<P, int> { static constexpr int n = 3 + P.y; };
template <pt P> struct small { static constexpr int n = 4; };
template <pt P> requires (P.x == 1) struct small<P> { static constexpr int n = 5; };
template <pt P, pt Q> struct equal { static constexpr int n = 6; };
template <pt P> struct equal<P, P> { static constexpr int n = 7; };
template <class T, T A, T B> struct alike { static constexpr int n = 8; };
template <class T, T A> struct alike<T, A, A> { static constexpr int n = 9; };
template <auto V> struct kind { static constexpr int n = 10; };
template <pt P> struct kind<P> { static constexpr int n = 11 + P.x; };
template <auto... V> struct values { static constexpr int n = sizeof...(V); };
template <auto F, auto... V> struct values<F, V...> { static constexpr int n = 100 + values<V...>::n; };

/* explicit ones, and patterns with a value in them */
template <pt P> struct chosen { static constexpr int n = 12; };
template <> struct chosen<pt{1, 2}> { static constexpr int n = 13; };
template <> struct chosen<pt{0, 5}> { static constexpr int n = 14; };
template <text S> struct named { static constexpr int n = 15; };
template <> struct named<"abc"> { static constexpr int n = 16; };
template <> struct named<"abd"> { static constexpr int n = 17; };
template <class T, pt P = pt{5, 6}> struct standard { static constexpr int n = P.y; };
template <class T> struct standard<T, pt{5, 6}> { static constexpr int n = 60; };
template <class T> struct standard<T *> { static constexpr int n = 61 + standard<T>::n; };
template <pt P> constexpr int variable = 18;
template <> constexpr int variable<pt{3, 3}> = 19;
template <pt P> requires (P.x > 5) constexpr int variable<P> = 20;

/* the class that has them is an argument itself */
template <class T> struct traits { static constexpr int n = 21; };
template <template <pt> class X, pt P> struct traits<X<P>> { static constexpr int n = P.x - P.y; };
template <pt... P> struct traits<many<P...>> { static constexpr int n = (P.x + ... + 100); };
template <class A, class B> struct same { static constexpr int n = 22; };
template <class A> struct same<A, A> { static constexpr int n = 23; };
template <pt P> struct holder {};
template <pt P> using alias = holder<P>;

/* overloads */
template <pt A, pt B> DEV int both(holder<A>, holder<B>) { return A.x * 1000 + B.y; }
template <pt A> DEV int both(holder<A>, holder<A>) { return -A.x; }
template <class T> DEV int either(T) { return 24; }
template <pt P> DEV int either(holder<P>) { return 25 + P.x; }
DEV int either(holder<pt{8, 8}>) { return 26; }

/* member templates, whose objects depend */
struct members {
	template <pt P> DEV int get() const { return P.x * 10 + P.y; }
	template <text S> DEV int first() const { return S.s[0]; }
	template <auto V> DEV int any() const {
		if constexpr (requires { V.x; })
			return V.x + V.y;
		else
			return V;
	}
};
template <class T> DEV int of_members(const T &t) {
	return t.template get<pt{4, 2}>() + t.template first<"zz">() + t.template any<pt{7, 7}>() + t.template any<3>();
}

/* an object that converts to a number is one */
template <int N> struct number { static constexpr int n = N; };
template <> struct number<constant<int, 9>{}> { static constexpr int n = 99; };
template <class T> struct of_number { static constexpr int n = 27; };
template <int N> struct of_number<number<N>> { static constexpr int n = N; };
template <int N, constant<int, 3> C> struct with_object { static constexpr int n = N + C; };

/* packs of them that functions read at run time */
struct of_short {
	short x;
};
template <pt... P> DEV int sum(int i) { return ((P.x * i + P.y) + ... + 0); }
template <auto... V> DEV int any_sum(int i) { return ((V.x * i) + ... + 0); }

extern "C" __global__ void k(int *p, int n) {
	int *o = p + threadIdx.x * 64, i = 0;
	members m;
	o[i++] = many<>::n + many<pt{1, 2}>::n + many<pt{1, 2}, pt{20, 3}, pt{300, 4}>::n;
	o[i++] = pair<pt{1, 2}, int>::n;
	o[i++] = pair<pt{1, 2}, long>::n;
	o[i++] = small<pt{1, 2}>::n;
	o[i++] = small<pt{2, 2}>::n;
	o[i++] = equal<pt{1, 2}, pt{1, 2}>::n;
	o[i++] = equal<pt{1, 2}, pt{2, 2}>::n;
	o[i++] = alike<pt, pt{1, 2}, pt{1, 2}>::n;
	o[i++] = alike<pt, pt{1, 2}, pt{1, 3}>::n;
	o[i++] = alike<int, 1, 1>::n;
	o[i++] = kind<pt{1, 2}>::n;
	o[i++] = kind<5>::n;
	o[i++] = values<pt{1, 2}, 3, pt{2, 3}>::n;
	o[i++] = chosen<pt{1, 2}>::n;
	o[i++] = chosen<pt{1, 3}>::n;
	o[i++] = chosen<pt{0, 5}>::n;
	o[i++] = named<"abc">::n;
	o[i++] = named<"abd">::n;
	o[i++] = named<"abe">::n;
	o[i++] = named<"ab">::n;
	o[i++] = standard<int>::n;
	o[i++] = standard<int, pt{1, 6}>::n;
	o[i++] = standard<int *>::n;
	o[i++] = standard<int *, pt{2, 3}>::n;
	o[i++] = variable<pt{1, 1}>;
	o[i++] = variable<pt{3, 3}>;
	o[i++] = variable<pt{6, 1}>;
	o[i++] = traits<holder<pt{9, 4}>>::n;
	o[i++] = traits<alias<pt{9, 5}>>::n;
	o[i++] = traits<many<pt{1, 1}, pt{2, 2}>>::n;
	o[i++] = same<alias<pt{1, 2}>, holder<pt{1, 2}>>::n;
	o[i++] = same<alias<pt{1, 2}>, holder<pt{1, 3}>>::n;
	o[i++] = both(holder<pt{1, 2}>{}, holder<pt{3, 4}>{});
	o[i++] = both(holder<pt{1, 2}>{}, alias<pt{1, 2}>{});
	o[i++] = both<pt{1, 2}, pt{1, 2}>({}, {});
	o[i++] = either(1);
	o[i++] = either(holder<pt{7, 8}>{});
	o[i++] = either(holder<pt{8, 8}>{});
	o[i++] = of_members(m);
	o[i++] = m.get<pt{1, 2}>() + m.first<"hello">() + m.any<pt{1, 2}>();
	o[i++] = with_object<4, constant<int, 3>{}>::n;
	o[i++] = number<constant<int, 8>{}>::n;
	o[i++] = number<9>::n;
	o[i++] = of_number<number<constant<int, 6>{}>>::n;
	o[i++] = sum<pt{1, 2}, pt{3, 4}>(i) + sum<pt{5, 6}>(i) + sum<>(i);
	o[i++] = any_sum<pt{1, 2}, of_short{7}>(i);
}
