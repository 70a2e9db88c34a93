/* decltype_names.cu - decltype of a value that a type's name begins with before :: ([expr.prim.id.qual]/1): what stands in it is an
 * expression, though it could be a type.
 * SPDX-License-Identifier: Apache-2.0 */
struct Holder {
	static const int n = 3;
	typedef short type;
	struct Inner {
		long l;
	};
	__device__ static int get(int i) {
		return i * 2;
	}
};
template <class T> struct Of {
	typedef T type;
	static constexpr int size = sizeof(T);
};
template <class T> __device__ int of(T t) {
	typename decltype(Of<T>())::type x = t;
	return x + decltype(Of<T *>())::size;
}
struct Derived : decltype(Holder())::Inner {
	decltype(Holder())::type s;
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	decltype(Holder())::type s = short(t);
	decltype(Holder(), Of<int>())::type i = s + 1;
	Holder h;
	o[0] = decltype(Holder())::n + s + i;
	o[1] = decltype(h)::get(t) + decltype(Holder())::get(3);
	o[2] = of(char(t)) + 100 * int(sizeof(Derived));
	o[3] = sizeof(decltype(Holder())::Inner) + n;
}
