/* functions.cu - functions and members as template arguments, chosen among overloads by the parameter's
 * type, and null beside them in a conditional expression.
 * SPDX-License-Identifier: Apache-2.0 */
typedef decltype(nullptr) null_type;

struct Counter {
	int v = 3;
	__device__ int twice(int k) const {
		return v * k * 2;
	}
	__device__ int thrice(int k) const {
		return v * k * 3;
	}
	__device__ int twice(float) const {
		return -v;
	}
};
template <int (Counter::*F)(int) const> __device__ int through(const Counter &c, int k) {
	return (c.*F)(k);
}
template <class C, int (C::*F)(int) const> struct Bound {
	__device__ static int call(const C &c, int k) {
		return (c.*F)(k);
	}
};
template <int Counter::*M> __device__ int field(const Counter &c) {
	return c.*M;
}

__device__ int half(int x) {
	return x / 2;
}
__device__ float half(float x) {
	return x * 0.5f;
}
template <class T> __device__ T sum(T a) {
	return a + a;
}
using floats = float (*)(float);
template <floats F> __device__ float once(float v) {
	return F(v);
}
template <class T, T (*F)(T)> struct Twice {
	__device__ static T go(T v) {
		return F(F(v));
	}
};
__device__ int plain(int x) {
	return x + 7;
}
static constexpr __device__ int (*chosen(int kind))(int) {
	return kind == 1 ? plain : kind == 2 ? nullptr : &sum<int>;
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	Counter c;
	c.v = t;
	o[2] = through<&Counter::twice>(c, 2) + Bound<Counter, &Counter::thrice>::call(c, 5);
	o[3] = field<&Counter::v>(c);
	int (Counter::*m)(int) const = t % 2 ? &Counter::thrice : nullptr;
	o[4] = m ? (c.*m)(3) : -1;
	int Counter::*d = t > 3 ? nullptr : &Counter::v;
	o[5] = d ? c.*d : -2;
	o[6] = (int)(once<half>(t) * 4) + (int)once<sum>(t) + (int)once<sum<float>>(t + 1);
	o[7] = Twice<int, half>::go(t) + (int)(Twice<double, sum>::go(t * 0.25) * 8);
	int (*p)(int) = t > 1 ? plain : nullptr, (*q)(int) = t > 1 ? nullptr : &plain;
	int (*r)(int) = t > 1 ? plain : 0;
	o[8] = (p ? p(t) : 1) + (q ? q(t) : 2) * 100 + (r == p) * 10000;
	null_type z = t ? nullptr : nullptr;
	o[9] = (p == z) + 2 * (d == nullptr);
	o[10] = chosen(1)(t) + chosen(0)(t) * 3 + (chosen(2) == nullptr);
	auto inc = [](int x) { return x + 1; };
	auto f = t > 2 ? +inc : nullptr;
	o[11] = f ? f(t) : n;
	const int *a = static_cast<const int *>(__builtin_assume_aligned(o, 16, 0));
	o[12] = a[1] + *(int *)__builtin_assume_aligned(o, 64);
}
