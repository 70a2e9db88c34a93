/* fixed_conversions.cu - conversion function templates whose type deduces nothing give
 * built-in operators an operand, beside one that is no class. nvcc takes them, GCC does not.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

template <bool B, class T> struct en {};
template <class T> struct en<true, T> { using type = T; };

template <class T> struct result {
	T data;
	template <class U = T> __device__ operator typename en<sizeof(U) <= 8, U>::type() const { return data; }
};
template <class T> struct reference {
	T *at;
	template <class U = T> __device__ operator typename en<sizeof(U) == 4, U>::type &() { return *at; }
};
template <class T> struct either { /* the template does not fit */
	T data;
	template <class U = T> __device__ operator typename en<(sizeof(U) > 4), U>::type() const { return data; }
	__device__ operator short() const { return 3; }
};

__global__ void k(int *o) {
	result<int> a = {o[0]}, b = {o[1]};
	result<unsigned> u = {5};
	result<int *> p = {o};
	o[2] = (a == o[0]) + 2 * (a < 100.5) + 4 * (o[1] != b) + 8 * (u > 4u) + 16 * (p == o);
	o[3] = a + 100 + 7L * b - (a & 7) + (1 << b);
	int x = o[0];
	reference<int> r = {&x};
	r += 5;
	r++;
	o[4] = x + r;
	either<int> e = {8};
	o[5] = e * 2;
	o[6] = o[0] ? a : 3;
}

int main() {
	int *o;
	cudaMallocManaged(&o, 64);
	o[0] = 11, o[1] = 3;
	k<<<1, 1>>>(o);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%d %d %d %d %d, %s\n", o[2], o[3], o[4], o[5], o[6], cudaGetErrorString(e));
	return 0;
}
