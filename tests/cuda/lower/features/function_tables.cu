/* function_tables.cu - of functions in a constant table, each is called directly, and what nothing calls is left out
 * (simtcc-driver looks at that).
 * SPDX-License-Identifier: Apache-2.0 */
typedef int (*Op)(int, int);
struct Entry {
	int cost;
	Op load, apply;
};
template <int N>
static __device__ int the_load(int x, int y) {
	return x * N + y;
}
template <int N>
static __device__ int the_sum(int x, int y) {
	int s = 0;
	for (int i = 0; i < N; i++)
		s += x + y * i;
	return s;
}
static __device__ int the_inner(int x, int y) {
	return x - y;
}
static __device__ int the_outer(int x, int y) {
	return the_inner(y, x) * 3 + the_inner(x, 7);
}
static __device__ __noinline__ int chosen(int x, int y) {
	return x ^ y;
}
static __device__ __noinline__ int other(int x, int y) {
	return x | y;
}
template <int N>
__device__ constexpr Entry entry(int kind) {
	switch (kind) {
	case 1: return {1, the_load<N>, the_sum<N>};
	case 2: return {2, the_outer, chosen};
	case 3: return {3, the_sum<N + 1>, the_load<N + 1>};
	}
	return {0, nullptr, nullptr};
}

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64, t = o[1] & 15;
	constexpr Entry a = entry<3>(1), b = entry<5>(2), c = entry<7>(3);
	Op choice[] = {chosen, other};
	o[0] = a.apply(t, n) + a.cost;
	o[1] = b.apply(t, n);
	o[2] = c.cost;
	o[3] = choice[t & 1](t, 5);
}
