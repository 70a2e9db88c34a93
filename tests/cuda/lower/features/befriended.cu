/* befriended.cu - a friend that is an instance of a template: f<>.
 * SPDX-License-Identifier: Apache-2.0 */
template <class T> class A;
template <class T> __device__ int peek(const A<T> &a);
template <class T> class A {
	T v;

public:
	__device__ A(T t) : v(t) {}
	friend __device__ int peek<>(const A &);
};
template <class T> __device__ int peek(const A<T> &a) {
	return (int)a.v * 3;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	A<int> a(t);
	A<short> b(7);
	o[2] = peek(a) + peek(b) * 5 + n;
}
