/* classes, templates and statements in device code: members outside of their class, bit-fields, unions, switches, lambdas
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
struct S {
	int x;
	__device__ int f();
	__device__ S(int v);
	static __device__ int sf(int a);
	template <class T> __device__ T g(T t);
	__device__ ~S();
};
__device__ int S::f() {
	return x * 2;
}
__device__ S::S(int v) : x(v) {
}
__device__ S::~S() {
	x = 0;
}
__device__ int S::sf(int a) {
	return a + 1;
}
template <class T> __device__ T S::g(T t) {
	return t + x;
}
template <class T, int N> struct V {
	T d[N];
	__device__ T sum() const;
	__device__ V &operator+=(const V &o);
};
template <class T, int N> __device__ T V<T, N>::sum() const {
	T s = 0;
	for (int i = 0; i < N; i++)
		s += d[i];
	return s;
}
template <class T, int N> __device__ V<T, N> &V<T, N>::operator+=(const V<T, N> &o) {
	for (int i = 0; i < N; i++)
		d[i] += o.d[i];
	return *this;
}
namespace ns {
namespace {
__device__ int hidden(int a) {
	return a * 3;
}
} // namespace
__device__ int pub(int a) {
	return hidden(a);
}
template <class T> struct traits { static constexpr int v = 1; };
template <> struct traits<float> { static constexpr int v = 2; };
template <class T> struct traits<T *> { static constexpr int v = 3; };
} // namespace ns
enum class Color : unsigned char { R, G = 5, B };
enum Old { A1, B1 = 7 };
union U {
	float f;
	unsigned u;
};
struct B {
	int b = 4;
	__device__ int get() const {
		return b;
	}
};
struct D : B {
	int c{5};
	using Base = B;
	__device__ int get2() const {
		return get() + c;
	}
};
template <class F, class... A> __device__ auto apply(F f, A... a) -> decltype(f(a...)) {
	return f(a...);
}
template <class T> constexpr __device__ T cmax(T a, T b) {
	return a > b ? a : b;
}
constexpr int fact(int n) {
	return n <= 1 ? 1 : n * fact(n - 1);
}
__constant__ int tab[4] = {1, 2, fact(4), cmax(8, 9)};
__device__ int counter;
__device__ float2 operator+(float2 a, float2 b) {
	return make_float2(a.x + b.x, a.y + b.y);
}
template <int N> struct Loop {
	template <class F> __device__ static void run(F f) {
		Loop<N - 1>::run(f);
		f(N - 1);
	}
};
template <> struct Loop<0> {
	template <class F> __device__ static void run(F) {
	}
};
struct BF {
	unsigned a : 3, b : 5;
	int c : 7;
};
__global__ void k(int *o, double *dd) {
	S s(21);
	int n = 0;
	o[n++] = s.f();
	o[n++] = S::sf(4);
	o[n++] = (int)s.g(1.5);
	V<int, 3> v{1, 2, 3}, w{{4, 5, 6}};
	v += w;
	o[n++] = v.sum();
	o[n++] = ns::pub(7);
	o[n++] = ns::traits<int>::v * 100 + ns::traits<float>::v * 10 +
	         ns::traits<char *>::v;
	Color c = Color::G;
	o[n++] = (int)c + (int)Color::B;
	o[n++] = A1 + B1;
	U u;
	u.f = 1.0f;
	o[n++] = u.u;
	D d;
	o[n++] = d.get2();
	o[n++] = apply([](int a, int b) { return a * b; }, 6, 7);
	o[n++] = tab[2] + tab[3] + cmax(3, 2);
	counter = 5;
	atomicAdd(&counter, 3);
	o[n++] = counter;
	float2 f2 = make_float2(1, 2) + make_float2(3, 4);
	o[n++] = f2.x * 10 + f2.y;
	int acc = 0;
	Loop<5>::run([&](int i) { acc += i * i; });
	o[n++] = acc;
	BF bf{5, 9, -3};
	bf.b += 2;
	o[n++] = bf.a * 10000 + bf.b * 100 + bf.c;
	auto [p, q] = f2;
	o[n++] = (int)(p + q);
	int arr[] = {3, 1, 2};
	int t = 0;
	for (int &x : arr) {
		x *= 2;
		t += x;
	}
	o[n++] = t;
	switch (o[0]) {
	case 42: t = 1;
	case 43: t += 10; break;
	default: t = 99;
	}
	o[n++] = t;
	int i = 0;
again:
	i++;
	if (i < 5)
		goto again;
	o[n++] = i;
	do {
		i--;
		if (i == 2)
			continue;
	} while (i > 0);
	o[n++] = i;
	o[n++] = sizeof(D) * 100 + alignof(double) + sizeof(V<char, 5>);
	const char *str = "hello";
	o[n++] = str[1];
	int (*fp)(int) = ns::pub;
	o[n++] = fp(2);
	auto gen = [](auto x, auto... r) { return x + (0 + ... + r); };
	o[n++] = gen(1, 2, 3) + (int)gen(1.5);
	long long big = 1ll << 40;
	o[n++] = (int)(big >> 38);
	unsigned char uc = 250;
	uc += 10;
	o[n++] = uc;
	signed char sc = -5;
	sc >>= 1;
	o[n++] = sc;
	o[n++] = -7 / 2 * 10 + -7 % 3;
	o[n++] = (unsigned)-1 > 1;
	bool bb = 7;
	o[n++] = bb + true;
	dd[0] = 1.0 / 3;
	dd[1] = (float)0.1;
	dd[2] = 7 / 2;
	dd[3] = cmax(1.5, 2.5);
	o[31] = n;
}
int main() {
	int *o, h[32];
	double *d, hd[4];
	cudaMalloc(&o, 128);
	cudaMalloc(&d, 32);
	k<<<1, 1>>>(o, d);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	cudaMemcpy(h, o, 128, cudaMemcpyDeviceToHost);
	cudaMemcpy(hd, d, 32, cudaMemcpyDeviceToHost);
	for (int i = 0; i < h[31]; i++)
		printf("%d:%d ", i, h[i]);
	printf("\n%.17g %.17g %g %g\n", hd[0], hd[1], hd[2], hd[3]);
}
