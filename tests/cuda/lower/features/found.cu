/* found.cu - which function, template or name is found: one declared twice, one that differs in qualifiers
 * alone, one through a base or an alias, one that a block's directive names.
 * SPDX-License-Identifier: Apache-2.0 */

/* [temp.deduct.call]/4.3: the one base that fits what was given */
template <class L, L l> struct Constant {};
template <class I, class V> struct Entry {};
struct Entries : Entry<Constant<int, 1>, char>, Entry<Constant<int, 4>, short>, Entry<Constant<int, 8>, double> {};
template <auto L, class V> __device__ V *value_of(Entry<Constant<decltype(L), L>, V> *, int) {
	return nullptr;
}

/* [expr.const.cast]/7: an array is as const as its elements */
template <int N, class T> __device__ const T (*rows(const T *p))[N] {
	return reinterpret_cast<const T(*)[N]>(p);
}

/* [dcl.spec.auto]/11: declared with auto, and defined so */
template <class A, class B> __device__ constexpr auto twice(A const &, B const &);
template <class A, class B> __device__ constexpr auto twice(A const &a, B const &b) {
	return 2 * (a + b);
}
template <class T> __device__ auto raw(T *p) -> decltype(p);
template <class T> __device__ auto raw(T *p) -> decltype(p) {
	return p;
}

/* [stmt.if]/2: what a constant condition discards is not instantiated */
template <int I, class T> struct Small {
	static_assert(I < 2, "");
	static constexpr bool value = sizeof(T) < 4;
};
template <int I, class T> __device__ int branch(T) {
	if constexpr (I > 4)
		return 1;
	else if constexpr (Small<I, T>::value)
		return 2;
	else
		return 3;
}

/* [namespace.udir]/2: as if the names were in the nearest namespace that has both */
namespace outer {
__device__ int pick(int) {
	return 1;
}
namespace used {
template <int V> struct C {
	static constexpr int value = V;
};
template <class T> struct M {};
__device__ int pick(double) {
	return 2;
}
__device__ int mine() {
	return 3;
}
} // namespace used
__device__ int mine(char) {
	return 4;
}
template <class C, int M> __device__ int parameters(C c) {
	using namespace used;
	C d = c + M;
	return d * 100 + (int)sizeof(C);
}
__device__ int functions() {
	using namespace used;
	return pick(1) + 10 * pick(1.) + 100 * mine() + 1000 * mine('c') + used::C<10000>::value;
}
struct C {
	int i = 6;
	__device__ int own() {
		using namespace used;
		C c;
		return c.i;
	}
};
} // namespace outer

/* [over.ics.rank]/3.2.5: fewer qualifiers, at any level */
__device__ int fewer(const void *) {
	return 1;
}
__device__ int fewer(const volatile void *) {
	return 2;
}
__device__ int fewest(const int *) {
	return 1;
}
__device__ int fewest(const volatile int *) {
	return 2;
}
__device__ int fewest(int *const *) {
	return 3;
}
__device__ int fewest(const int *const *) {
	return 4;
}

/* [basic.lookup.elab]/2: the class that is defined further down */
template <class I, class T> struct Ask {
	static constexpr bool answer() {
		return I::template ask<T>();
	}
};
template <class T> constexpr bool is_four = Ask<struct Four, T>::answer();
struct Four {
	template <class T> static constexpr bool ask() {
		return sizeof(T) == 4;
	}
};

/* [temp.alias]/2: an alias is what it stands for, qualifiers with it */
template <class T, class...> using Only = T;
template <class T> struct Size;
template <class... T> struct Tuple {};
template <class... T> struct Size<Tuple<T...>> {
	static constexpr int value = sizeof...(T);
};
template <class T> struct Size<Only<const T, decltype(sizeof(Size<T>))>> {
	static constexpr int value = 10 + Size<T>::value;
};
template <class T> struct Size<Only<volatile T, int, decltype(sizeof(Size<T>))>> {
	static constexpr int value = 20 + Size<T>::value;
};

/* [over.match.class.deduct]: from constructors of classes whose parameters have no names */
template <class> struct Any;
template <class T, int = 0, class = void> struct Unnamed {
	T t;
	__device__ Unnamed(T t) : t(t) {}
};
template <class T, template <class> class = Any, int (*)[3] = nullptr, bool = (sizeof(T) > 2)> struct Copied {
	T t;
	__device__ Copied(T t, int = 0) : t(t) {}
	Copied(const Copied &) = default;
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, *p = o;
	volatile int *v = o;
	const int *c = o;
	Entries e;
	o[2] = (int)(sizeof(*value_of<4>(&e, 0)) + 10 * sizeof(*value_of<8>(&e, 0)) + 100 * sizeof(*value_of<1>(&e, 0)));
	o[3] = (*rows<4>(c))[1];
	o[4] = twice(n, 1) + twice(o[1], 2) + twice(1, 2);
	*raw(o + 5) = 5;
	*raw(o + 6) = 6;
	o[7] = branch<5>('c') + 10 * branch<1>('c') + 100 * branch<0>(1);
	o[8] = outer::parameters<short, 4>(3);
	o[9] = outer::functions() + outer::C().own();
	o[10] = fewer(o) + 10 * fewer(v) + 100 * fewer(c) + 1000 * fewer(&e);
	o[11] = fewest(o) + 10 * fewest(v) + 100 * fewest(&p) + 1000 * fewest(&c);
	o[12] = is_four<int> + 2 * is_four<char>;
	o[13] = Size<const Tuple<int, int>>::value + 100 * Size<volatile Tuple<int>>::value + 10000 * Size<Tuple<>>::value;
	Unnamed u(n);
	Copied a('a'), b(a);
	Copied d = b;
	o[14] = u.t + d.t + (int)sizeof(d);
}
