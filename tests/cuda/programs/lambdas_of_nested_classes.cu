/* lambdas_of_nested_classes.cu - extended lambdas in member functions of classes within class templates: they name the
 * parameters, types and static members of every class around.
 * SPDX-License-Identifier: Apache-2.0 */
// build: -extended-lambda
#include <cstdio>

template <class F> __global__ void run(F f, int *out) { *out = f(); }

template <class F> int result_of(F f) {
	int *out, result = 0;
	cudaMalloc(&out, sizeof *out);
	run<<<1, 1>>>(f, out);
	cudaMemcpy(&result, out, sizeof result, cudaMemcpyDefault);
	cudaFree(out);
	return result;
}

template <class U> struct One {
	U u;
};

template <class T, int N> struct Outer {
	using value = T;
	static constexpr int size = 1000, depth = 1;
	template <class U, template <class> class W> struct Inner {
		static constexpr int depth = 2; /* hides the other */
		using wrapped = W<U>;
		U member = 9;
		template <class V> static int outside();
		template <class V> int of_object(int n) const;
		template <class V> static int inside() {
			V v = 3;
			return result_of([=] __device__ {
				return int(sizeof(T) * 100 + sizeof(U) * 10 + sizeof(V)) + int(v) + N + depth;
			});
		}
		int both() {
			auto f = [=, *this] __host__ __device__ {
				value v = N;
				wrapped w{member};
				return int(v) * 100 + w.u + size + depth;
			};
			return f() == result_of(f) ? f() : -1;
		}
	};
	struct Plain {
		template <class V> static int inside(V v) {
			return result_of([=] __device__ { return int(sizeof(T) * 100 + sizeof(V)) + int(v) + size; });
		}
	};
};

template <class T, int N>
template <class U, template <class> class W>
template <class V>
int Outer<T, N>::Inner<U, W>::outside() {
	return result_of([] __device__ { return int(sizeof(T) * 100 + sizeof(U) * 10 + sizeof(V)) + N + size + depth; });
}

template <class T, int N>
template <class U, template <class> class W>
template <class V>
int Outer<T, N>::Inner<U, W>::of_object(int n) const {
	auto f = [=, *this] __host__ __device__ {
		value v = N;
		wrapped w{member};
		return int(v) * 100 + w.u + size + n + int(sizeof(V));
	};
	return f() == result_of(f) ? f() : -1;
}

int main() {
	using Inner = Outer<char, 4>::Inner<short, One>;
	printf("%d %d\n", Inner::inside<double>(), Inner::outside<double>());
	printf("%d %d\n", Inner().both(), Inner().of_object<double>(5));
	printf("%d\n", Outer<char, 4>::Plain::inside(2.0));
}
