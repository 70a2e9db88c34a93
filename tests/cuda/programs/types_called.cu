/* types_called.cu - T::type(args) without `typename` in a template of device code is a conversion, as in nvcc: cuCollections
 * makes the storage of its sets so. The host compiler does not see the body.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

struct Set {
	struct storage {
		int n;
		__device__ storage(int a, int b) : n(a * 10 + b) {}
	};
	using number = short;
	using letter = char;
	static __device__ int size(int n) {
		return n + 1000;
	}
};

template <class S> __global__ void fill(int *out, int n) {
	auto s = S::storage(n, 3);
	out[0] = s.n;
	out[3] = S::letter() + sizeof(S::letter);
	out[1] = S::number(n + 65536);
	out[2] = S::size(n);
}

int main() {
	int *out;
	cudaMallocManaged(&out, 4 * sizeof *out);
	fill<Set><<<1, 1>>>(out, 7);
	cudaDeviceSynchronize();
	printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
	cudaFree(out);
}
