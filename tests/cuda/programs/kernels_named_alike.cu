/* kernels_named_alike.cu - kernel templates of one name that differ in parameters T::key and T::value: each launch gets its
 * own, and the body of the other one is not instantiated. warpcore's tables insert so.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

struct Set {
	using key = int;
	using value = float;
	__device__ int has(int) const {
		return 1;
	}
};
struct Map {
	using key = int;
	using value = float;
	__device__ int holds(int, float) const {
		return 2;
	}
};

template <class C, class H = int> __global__ void insert(const typename C::key *const keys, unsigned long n, C c, H *out) {
	out[0] = c.has(keys[0]);
}

template <class C, class H = int>
__global__ void insert(const typename C::key *const keys, const typename C::value *const values, unsigned long n, C c, H *out) {
	out[1] = c.holds(keys[0], values[0]);
}

/* an expression in the name */
template <class T, int N> struct If {};
template <class T> struct If<T, 1> {
	using type = T;
};
template <class T, int N> __global__ void pick(typename If<T, N - 1>::type *out) {
	out[2] = 30 + N;
}
template <class T, int N> __global__ void pick(typename If<T, N - 1>::type *out, int value) {
	out[3] = value;
}

int main() {
	int *out;
	cudaMallocManaged(&out, 16 * sizeof *out);
	insert<Set, int><<<1, 1>>>(out, 1, Set(), out);
	insert<Map, int><<<1, 1>>>(out, (float *)out, 1, Map(), out);
	pick<int, 2><<<1, 1>>>(out);
	pick<int, 2><<<1, 1>>>(out, 44);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %d %d %d %s\n", out[0], out[1], out[2], out[3], cudaGetErrorName(e));
	cudaFree(out);
}
