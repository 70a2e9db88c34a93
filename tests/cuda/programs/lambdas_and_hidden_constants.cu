/* lambdas_and_hidden_constants.cu - parameters and captures of an extended lambda hide constants and enumerators that the
 * function around declares beside others.
 * SPDX-License-Identifier: Apache-2.0 */
// build: -extended-lambda
#include <cstdio>

template <class F> __global__ void run(F f, int *out) { *out = f(1, 2); }

template <class F> int on_device(F f) {
	int *out, result = 0;
	cudaMalloc(&out, sizeof *out);
	run<<<1, 1>>>(f, out);
	cudaMemcpy(&result, out, sizeof result, cudaMemcpyDefault);
	cudaFree(out);
	return result;
}

template <class F> int on_both(F f) {
	int result = on_device(f);
	return f(1, 2) == result ? result : -1;
}

int main() {
	constexpr int length = 3, n = 4, next = n * 100, *none = nullptr;
	enum { first = 50, second, third = second + 1 };
	printf("%d\n", on_both([] __host__ __device__(int length, int) { return length + n; }));
	printf("%d\n", on_both([] __host__ __device__(int n, int length) { return length * 10 + n + next + (none != nullptr); }));
	printf("%d\n", on_device([n = 7] __device__(int, int) { return n * 10 + length; }));
	printf("%d\n", on_both([] __host__ __device__(int first, int second) { return first + second * 10 + third; }));
	printf("%d\n", on_device([second = 2000] __device__(int, int) { return first + second; }));
}
