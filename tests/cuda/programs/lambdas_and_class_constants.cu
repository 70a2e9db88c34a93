// lambdas_and_class_constants.cu - extended lambdas that name constants of the function around, whose types and values
// are members of the class around.
// build: -extended-lambda
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

template <class F> __global__ void run(F f) { f(threadIdx.x); }
template <class E> struct space { using size_type = long; };

template <class E> struct object {
	using index_type = typename space<E>::size_type;
	typedef short small;
	static constexpr int step = 100;
	enum { bias = 1000 };
	static constexpr int twice(int x) { return 2 * x; }

	template <class P> void go(P &policy, int *out) {
		constexpr index_type count = 8;
		constexpr small size = sizeof(small), past = size + step;
		constexpr int all = twice(bias) + step;
		run<<<1, 1>>>([=] __device__(int i) {
			out[0] = policy(i, count);
			out[1] = past + (sizeof(count) == sizeof(long)) * 10;
			out[2] = all;
		});
		run<<<1, 1>>>([=] __host__ __device__(int i) { out[3] = all + past + i; });
	}
	void all(int *out) {
		auto policy = [=] __device__(int i, index_type n) { return int(i + n); };
		go(policy, out);
	}
};

int main() {
	int *p;
	cudaMallocManaged(&p, 4 * sizeof *p);
	object<int>{}.all(p);
	printf("%s: ", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d %d %d %d\n", p[0], p[1], p[2], p[3]);
}
