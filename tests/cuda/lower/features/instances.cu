/* instances.cu - templates whose text means something else in each instance: results that are deduced, what a
 * discarded statement would make, names of other namespaces, constants of objects without a value.
 * SPDX-License-Identifier: Apache-2.0 */
template <auto V> struct Fixed {
	static constexpr auto value = V;
	__device__ constexpr operator decltype(V)() const { return V; }
};
template <auto V, auto W> __device__ constexpr Fixed<V * W> operator*(Fixed<V>, Fixed<W>) {
	return {};
}
template <class... T> struct Tuple : T... {};

/* Declared twice with auto: one function, be its result deduced or not ([dcl.spec.auto]/11). */
template <class A, class B> __device__ constexpr auto sum(const A &a, const B &b);
template <class A, class B> __device__ constexpr auto half(const A &a, const B &b) {
	return sum((int)a / 2, b);
}
template <class A, class B> __device__ constexpr auto sum(const A &a, const B &b) {
	if constexpr (sizeof(A) > 4)
		return half(a, b);
	else
		return a + b;
}

/* The condition of a discarded statement is not instantiated ([stmt.if]/2). */
template <int I, class T> struct Is {
	static constexpr bool value = sizeof(T) == I;
	using type = T;
};
template <int I, class T> __device__ constexpr auto at(const T &v) {
	static_assert(I == 0, "index");
	return v;
}
template <int I> struct Index {
	static_assert(I >= 0, "index");
	static constexpr int value = I;
};
template <int I, class T> __device__ constexpr auto down(const T &v) {
	if constexpr (I < 0) {
		if constexpr (Is<1, T>::value)
			return 1;
		else
			return 2 * v;
	} else if constexpr (Is<4, decltype(at<I>(v))>::value) {
		return down<I - 1>((char)v);
	} else if constexpr (sizeof(T) == 2 && Index<I + 2>::value < 3) {
		return 3 + down<I - 1>(v);
	} else {
		typename Is<I, T>::type copy = v;
		return copy + Index<I>::value;
	}
}
/* The class's own name with its parameters is known, without typename ([temp.dep.type]/1). */
template <class T> struct Own {
	using type = T;
	T v;
	__device__ T twice() const {
		Own<T>::type r = v;
		return r + (Own<T>::type)v;
	}
};

/* A template among functions that a using-directive adds ([temp.names]/3). */
__device__ int choose(int a, int *b) {
	return a + *b;
}
namespace more {
template <int... I> __device__ int choose(int a) {
	return (a + ... + I);
}
}
using namespace more;

/* Copying an object without a value is a constant, whatever the object ([expr.const]). */
template <int N> __device__ int times(int a) {
	return N * a;
}
template <class T> __device__ int scaled(int a) {
	T t;
	auto three = Fixed<3>{};
	Tuple<Fixed<4>, Tuple<Fixed<5>>> both = {};
	auto same = [](auto x) constexpr { return x; };
	return times<t * three>(a) + times<Fixed<2>{} * three>(a) + (same(both), 0);
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	o[2] = sum(t, 2) + (int)half(5ll, t) + (int)sum(8ll, (short)t);
	o[3] = down<-1>(t) + down<0>(t) * 10 + down<0>((short)t) * 100;
	o[4] = down<-1>((char)t) + down<0>((long)t);
	Own<int> own = {t};
	o[5] = own.twice();
	o[6] = choose<1, 2, 3>(t) + choose(t, &n);
	o[7] = scaled<Fixed<7>>(t);
}
