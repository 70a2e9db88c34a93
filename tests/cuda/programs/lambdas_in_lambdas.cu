/* lambdas_in_lambdas.cu - extended lambdas in lambdas of the host capture what those declare, and not what other lambdas
 * declared before; lambdas inside them capture what they captured, and they name constants whose specifiers have any
 * order. With -extended-lambda std::function and std::vector are there without an #include, as nvcc's headers
 * bring <functional>.
 * SPDX-License-Identifier: Apache-2.0 */
// build: -extended-lambda
#include <cstdio>

template <class F> __global__ void run(F f, int *out) { *out += f(3); }

__device__ int scale = 10;

int main() {
	int *out, result = 0, base = 100;
	cudaMalloc(&out, sizeof *out);
	cudaMemset(out, 0, sizeof *out);
	std::vector<std::function<void(int)>> each;
	each.push_back([=](int n) { run<<<1, 1>>>([=] __device__(int i) { return i + n; }, out); });
	each.push_back([&](int n) {
		int twice = 2 * n;
		run<<<1, 1>>>([=] __device__(int i) { return i * twice + base; }, out);
	});
	auto other = [](int scale) { return scale + 1; };
	run<<<1, 1>>>([=] __device__(int i) { return i * scale; }, out);
	for (auto &f : each)
		f(other(3));
	auto constexpr thousand = 1000;
	int more = 7;
	run<<<1, 1>>>(
		[base, more] __host__ __device__(int i) {
			int own = i;
			auto by_value = [base, own, more](int k) { return k * thousand + base + own + more; };
			auto by_name = [&base, &own, many = more * 2] { return base + own + many; };
			auto all = [=](int k) { return k + more; };
			int table[] = {1, 2, base};
			return by_value(i) * 10 + by_name() + all(table[1]);
		},
		out);
	cudaMemcpy(&result, out, sizeof result, cudaMemcpyDefault);
	cudaFree(out);
	printf("%d\n", result);
}
