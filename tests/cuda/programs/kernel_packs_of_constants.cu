// kernel_packs_of_constants.cu - kernels whose packs of parameters are qualified: that is no part of their type
// ([dcl.fct]/5), nor of their names in device code.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

template <class... S> __global__ void by_value(int *to, const S... s);
template <class D, class... S> __global__ void by_pointer(D *const to, const S *const... s) {
	*to = (0 + ... + *s);
}
template <class T> struct box { T held; };
template <class... S> __global__ void boxed(int *to, box<const S> const volatile... s) {
	*to = (0 + ... + s.held);
}
template <class... S> __global__ void restricted(int *to, const S *const __restrict__... s) {
	*to = (0 + ... + *s);
}
template <class... S> __global__ void alone(const S...) {}

struct other {
	template <class... S> friend __global__ void by_value(int *to, const S... s);
};

template <class... S> __global__ void by_value(int *to, const S... s) {
	*to = (0 + ... + s);
}

template <class D, class... S> void launch(D *to, const S *const... s) {
	by_pointer<<<1, 1>>>(to, s...);
}

int main() {
	int *p;
	cudaMallocManaged(&p, 4 * sizeof *p);
	by_value<<<1, 1>>>(p, 1, short(2), 'a');
	launch(p + 1, p, p);
	boxed<<<1, 1>>>(p + 2, box<const int>{3}, box<const short>{4});
	restricted<<<1, 1>>>(p + 3, p, p + 1, p + 2);
	alone<<<1, 1>>>(p, 1);
	printf("%s: ", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d %d %d %d\n", p[0], p[1], p[2], p[3]);
}
