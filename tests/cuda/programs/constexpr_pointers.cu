// Constexpr variables of functions that hold addresses ([dcl.constexpr]/10): of a function that a constexpr function
// chooses, of an element of a table, none.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

typedef int (*unary)(int);
__device__ int twice(int x) { return 2 * x; }
template <int n> static __device__ __forceinline__ int plus(int x) { return x + n; }

template <int which> constexpr __device__ unary choose() {
	if constexpr (which == 0)
		return twice;
	else if constexpr (which == 1)
		return plus<10>;
	else
		return nullptr;
}

template <unary f> __device__ int call(int x) { return f(x); }
__device__ constexpr int table[] = {3, 1, 4, 1, 5, 9, 2, 6};

template <int which> __device__ int use(int x) {
	constexpr unary f = choose<which>();
	if constexpr (f == nullptr) {
		return -x;
	} else {
		static_assert(f != nullptr && f == choose<which>(), "");
		int sum = call<f>(x);
#pragma unroll
		for (int i = 0; i < 3; i++)
			if (x > 1)
				sum += f(i);
		return 1000 * sum + f(x);
	}
}

__global__ void k(int *out) {
	int x = threadIdx.x;
	constexpr const int *third = &table[2];
	constexpr const int *fourth = third + 1, *none = nullptr;
	static_assert(*third == 4 && fourth - table == 3 && fourth[1] == 5, "");
	constexpr unary named = twice, copied = named;
	out += 8 * x;
	out[0] = use<0>(x);
	out[1] = use<1>(x);
	out[2] = use<2>(x);
	out[3] = third[x];
	out[4] = *(fourth + x);
	out[5] = none == nullptr;
	out[6] = copied(x + 1);
	out[7] = (int)(third - table);
}

int main() {
	int *out;
	cudaMallocManaged(&out, 4 * 8 * sizeof *out);
	k<<<1, 4>>>(out);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	for (int i = 0; i < 32; i++)
		printf("%d%c", out[i], i % 8 == 7 ? '\n' : ' ');
}
