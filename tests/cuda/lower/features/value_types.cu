/* value_types.cu -std=c++17 - parameters that are deduced from the types of values ([temp.deduct.type]/13), and bit-fields that are wider than
 * their types ([class.bit]/1).
 * SPDX-License-Identifier: Apache-2.0 */
struct Class {
	int a, b;
	__device__ int get(int i) {
		return a + i;
	}
	__device__ int constant(char c, int i) const {
		return b * c + i;
	}
};
template <auto Member> struct Field;
template <class C, class T, T C::*Member> struct Field<Member> {
	using type = T;
	static __device__ T &get(C &c) {
		return c.*Member;
	}
};
template <auto F> struct Function;
template <class R, class... A, R (*F)(A...)> struct Function<F> {
	static constexpr int size = sizeof(R) + 10 * sizeof...(A);
	static __device__ R call(A... a) {
		return F(a...);
	}
};
template <class C, class R, class... A, R (C::*F)(A...)> struct Function<F> {
	static constexpr int size = sizeof(C) + 100 * sizeof...(A);
	static __device__ R call(C &c, A... a) {
		return (c.*F)(a...);
	}
};
template <class C, class R, class... A, R (C::*F)(A...) const> struct Function<F> {
	static constexpr int size = sizeof(C) + 1000 * sizeof...(A);
};
template <auto V> struct Value;
template <class T, T V> struct Value<V> {
	static constexpr int size = sizeof(T);
};
__device__ long function(int a, char b) {
	return a * 2 + b;
}
template <class T, int N, T (&A)[N]> struct Array {};
template <class X> struct Bound;
template <class T, int N, T (&A)[N]> struct Bound<Array<T, N, A>> {
	static constexpr int n = N + 100 * sizeof(T);
};
template <class T, T... V> struct Values {};
template <class T, T V, T... W> __device__ int first(Values<T, V, W...>) {
	return V * 10 + sizeof...(W) + 100 * sizeof(T);
}
__device__ short array[5];

/* the value has the first bits of an integer that fits into the width */
struct Int {
	int a : 40;
	char c;
};
struct Char {
	char c;
	unsigned char b : 12;
	char d;
};
struct Long {
	char a;
	int b : 70;
	int c : 3;
};
struct Largest {
	char c;
	int a : 130;
};
union Union {
	char x : 20;
};
struct Mixed {
	char a : 3;
	short s : 17;
	char b : 3;
};
struct Bool {
	bool b : 10;
	int i : 3;
};
struct Unnamed {
	int : 40;
	char c;
};
struct __attribute__((packed)) Packed {
	char c;
	int b : 40;
	int d : 3;
};
template <class T> __device__ int shape() {
	return sizeof(T) * 100 + alignof(T);
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	Class c{t, 3};
	Field<&Class::b>::get(c) += 4;
	o[0] = c.b + 100 * sizeof(Field<&Class::b>::type);
	o[1] = Function<&function>::call(t, 3) + 1000 * Function<&function>::size;
	o[2] = Function<&Class::get>::call(c, 5) + 1000 * Function<&Class::get>::size + 1000000 * Function<&Class::constant>::size;
	o[3] = Value<'c'>::size + 10 * Value<3l>::size + 100 * Value<true>::size + 1000 * Bound<Array<short, 5, array>>::n;
	o[4] = first(Values<short, 4, 5, 6>());
	o[5] = shape<Int>() + 10000 * shape<Char>();
	o[6] = shape<Long>() + 10000 * shape<Largest>();
	o[7] = shape<Union>() + 10000 * shape<Mixed>();
	o[8] = shape<Bool>() + 10000 * shape<Unnamed>();
	o[9] = shape<Packed>();
	Long l{};
	l.b = -t;
	l.c = 3;
	unsigned char *bytes = reinterpret_cast<unsigned char *>(&l);
	o[10] = l.b + 1000 * bytes[8] + 1000000 * (bytes[16] >> 6);
	Mixed m{2, short(-t), 3};
	m.s += 32767;
	m.s++;
	bytes = reinterpret_cast<unsigned char *>(&m);
	o[11] = m.s + 100000 * (bytes[4] >> 1 & 7) + 1000000 * bytes[0];
	Packed p{1, -t, 2};
	Bool b{t > 3, 3};
	o[12] = p.b + 100 * p.d + 1000 * b.b - 10000 * b.i;
	Union u{};
	u.x = char(t * 20);
	o[13] = u.x + sizeof(l.b + 0) + n;
}
