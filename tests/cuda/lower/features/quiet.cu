/* quiet.cu - noexcept as part of function types (C++17): what is deduced, what converts, what is chosen.
 * SPDX-License-Identifier: Apache-2.0 */
typedef int (*quiet)(int) noexcept;
typedef int (*loud)(int);
typedef int quiet_function(int) noexcept;

__device__ int inc(int x) noexcept {
	return x + 1;
}
__device__ int dec(int x) noexcept(false) {
	return x - 1;
}
template <class T> __device__ T sum(T a) noexcept(sizeof(T) == 4) {
	return a + a;
}
__device__ int named(int) noexcept {
	return 5;
}
__device__ int named(float) {
	return 6;
}

template <class F> struct kind {
	static const int value = 0;
};
template <class R, class... A> struct kind<R (*)(A...)> {
	static const int value = 1;
};
template <class R, class... A> struct kind<R (*)(A...) noexcept> {
	static const int value = 2;
};
template <class R, class C, class... A> struct kind<R (C::*)(A...) const> {
	static const int value = 3;
};
template <class R, class C, class... A> struct kind<R (C::*)(A...) const noexcept> {
	static const int value = 4;
};
template <class R, class... A, bool N> struct kind<R(A...) noexcept(N)> {
	static const int value = 5 + N;
};
template <class F> __device__ int kind_of(F) {
	return kind<F>::value;
}
template <bool N> __device__ int said(int (*)(int) noexcept(N)) {
	return N;
}
template <class R, class... A> __device__ R applied(R (*f)(A...), A... a) {
	return f(a...);
}
__device__ int wants(quiet) {
	return 1;
}
__device__ int wants(loud) {
	return 2;
}
__device__ int only_loud(loud f) {
	return f(20);
}
template <quiet F> __device__ int fixed(int x) {
	return F(x);
}
__device__ int through(int (&f)(int), int x) {
	return f(x);
}

struct S {
	int v;
	__device__ int get(int a) const noexcept {
		return v + a;
	}
	__device__ int more(int a) const {
		return v + a * 2;
	}
	__device__ virtual int far(int a) const noexcept {
		return v - a;
	}
};

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1];
	S s;
	s.v = t;
	o[2] = kind<quiet>::value + 10 * kind<loud>::value + 100 * kind<decltype(&inc)>::value + 1000 * kind<decltype(&dec)>::value;
	o[3] = kind<decltype(&S::get)>::value + 10 * kind<decltype(&S::more)>::value + 100 * kind<decltype(&S::far)>::value;
	o[4] = kind<quiet_function>::value + 10 * kind<int(int)>::value + 100 * kind<decltype(inc)>::value +
	       1000 * kind<decltype(&(inc))>::value;
	o[5] = kind_of(inc) + 10 * kind_of(&dec) + 100 * kind_of(sum<int>) + 1000 * kind_of(sum<double>);
	o[6] = said(inc) + 10 * said(dec) + 100 * said(&sum<float> == nullptr ? dec : inc);
	o[7] = applied(inc, t) + applied(&dec, t) * 100;
	o[8] = wants(inc) + 10 * wants(dec) + only_loud(inc);
	o[9] = fixed<inc>(t) + fixed<sum<int>>(t) * 10;
	quiet q = t > 2 ? inc : sum<int>, chosen = named;
	loud l = t > 3 ? q : dec, again = named;
	auto both = t > 1 ? inc : dec;
	o[10] = q(t) + l(t) * 10 + both(t) * 1000 + chosen(1) * 10000 + again(2) * 100000;
	o[11] = (q == l) + 2 * (l != q) + 4 * noexcept(q(1)) + 8 * noexcept(l(1)) + 16 * noexcept(inc(1));
	o[12] = through(inc, t) + through(*q, t) * 100;
	int (S::*m)(int) const noexcept = t % 2 ? &S::get : &S::far;
	int (S::*w)(int) const = t % 3 ? m : &S::more;
	o[13] = (s.*m)(n) + (s.*w)(n) * 100;
	auto twice = [](int x) noexcept { return x * 2; };
	auto thrice = [](auto x) { return x * 3; };
	quiet f = twice;
	loud g = twice, h = thrice;
	o[14] = f(t) + g(t) * 10 + h(t) * 100 + kind<decltype(+twice)>::value * 10000;
	loud const table[] = {inc, dec, q};
	decltype((dec)) r = dec;
	o[15] = table[(unsigned)t % 3](t) + r(t) * 100;
}
