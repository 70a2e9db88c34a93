/* adjusted_parameters.cu - template parameters that are declared as functions or arrays are pointers to them.
 * ([temp.param]/8, [temp.deduct.type]/13)
 * SPDX-License-Identifier: Apache-2.0 */
template <int V> struct tile {
	template <class T, void F(T &), class N> static __device__ int load(T x, N n) { F(x); return x + n; }
	template <class T, class N> static __device__ int load(T x, N n, T more) { return load<T, F_<T>::f>(x + more, n); }
	template <class T> struct F_ { static __device__ void f(T &x) { x *= V; } };
};
__device__ int table[4];
__device__ int twice(int x) { return 2 * x; }
__device__ long wide(char a, long b) { return a + b; }
template <int F(int)> struct one { static __device__ int call(int x) { return F(x); } };
template <auto F> struct of;
template <class R, class... A, R F(A...)> struct of<F> { static constexpr int n = sizeof...(A); static __device__ R go(A... a) { return F(a...); } };
template <int A[4]> __device__ __noinline__ int first() { return A[0] + sizeof A; }
template <class T, T A[]> __device__ __noinline__ T second() { return A[1]; }
template <int F(int), int (*G)(int)> struct alike { static constexpr bool v = F == G; };
template <int F(int) = twice> __device__ __noinline__ int other(int x) { return F(x); }
extern "C" __global__ void k(int *out, int n) {
	int t = static_cast<int>(threadIdx.x), *o = out + t * 64;
	if (t >= n / 64)
		return;
	table[0] = 5, table[1] = 6;
	int x = o[0], i = 0;
	o[i++] = tile<3>::load(x, 5, 6);
	o[i++] = one<twice>::call(x) + one<&twice>::call(8);
	o[i++] = of<wide>::n * 100 + static_cast<int>(of<wide>::go(3, x)) + of<twice>::n;
	o[i++] = first<table>() + second<int, table>();
	o[i++] = alike<twice, twice>::v + other(x) + other<twice>(4);
}
