/* lambdas_and_static_members.cu - extended lambdas name static functions, variables and enumerators of the class around,
 * without its object; types after `const` are not captured; a result type after -> is found.
 * SPDX-License-Identifier: Apache-2.0 */
// build: -extended-lambda
#include <cstdint>
#include <cstdio>

template <class F> __global__ void run(F f, int *out) { *out = f(3); }

template <class F> int result_of(F f) {
	int *out, result = 0;
	cudaMalloc(&out, sizeof *out);
	run<<<1, 1>>>(f, out);
	cudaMemcpy(&result, out, sizeof result, cudaMemcpyDefault);
	cudaFree(out);
	return result;
}

template <class F> auto passed(F f) { return f; }

class Steps {
	static constexpr int size = 5, many = 20;
	enum { first = 7, last };
	enum class Kind { none, some = 2 };
	template <class T> static __host__ __device__ T sum(T x, int n) { return x + n; }
	static __host__ __device__ int same(int x) { return x; }
	static __host__ __device__ int same(int x, int n) { return x * n; }

public:
	int of_object(int n);
	static int of_none(int n);
	int inside(int n) {
		return result_of([=] __host__ __device__(int i) { return same(i) + sum<int>(i, n) + size; });
	}
};

int Steps::of_object(int n) {
	int last = 100; /* hides the member */
	return result_of([=] __host__ __device__(int i) {
		auto nested = [&](int k) { return sum(k, n); };
		return nested(i) + same(i, many) + first + last + (int)Kind::some;
	});
}

int Steps::of_none(int n) {
	return result_of([=] __device__(int i) {
		int size = 1000; /* hides the member */
		return sum<int>(i, n) + size + first * last;
	});
}

template <class T> struct Counts {
	static constexpr T step = 3;
	static __host__ __device__ T twice(T x) { return 2 * x; }
	int count(T n);
};

template <class T> int Counts<T>::count(T n) {
	return result_of([=] __host__ __device__(int i) { return twice(i + n) + step; });
}

template <class V> int results(const V *from) {
	const uint32_t two = from[1];
	using Result = uint32_t;
	auto f = passed([=] __host__ __device__(int i) -> Result { return i + two; });
	auto g = passed([=] __device__(int i) {
		uint32_t x = uint32_t(i) + two;
		auto nested = [&](int k) -> Result { return k + x; };
		return nested(1);
	});
	return result_of(f) + 10 * result_of(g) + 100 * (int)f(1);
}

int main() {
	Steps s;
	printf("%d %d %d\n", s.of_object(4), Steps::of_none(5), s.inside(6));
	int values[] = {1, 2};
	printf("%d %d\n", Counts<int>().count(4), results(values));
}
