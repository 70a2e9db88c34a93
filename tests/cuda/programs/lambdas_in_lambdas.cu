/* lambdas_in_lambdas.cu - lambdas in extended lambdas capture the object that these captured: this, *this, [=, *this],
 * for device code and for both halves ([expr.prim.lambda.capture]/10, 13).
 * SPDX-License-Identifier: Apache-2.0 */
// build: -std=c++17 -extended-lambda
#include <cstdio>

template <class F> __global__ void k(F f) { f(threadIdx.x); }

template <class F> void go(F f) {
	k<<<1, 2>>>(f);
	cudaDeviceSynchronize();
}

struct S {
	int v = 3, w[2] = {5, 6};
	__host__ __device__ int get(int i) const { return v + w[i]; }

	void device(int x) {
		go([*this, x] __device__ (int i) {
			auto g = [this, x](int j) { return v + x + w[j]; };
			printf("this: %d\n", g(i));
		});
		go([=, *this] __device__ (int i) {
			auto g = [=](int j) { return v + x + get(j); };
			printf("=: %d\n", g(i));
		});
		go([=, *this] __device__ (int i) mutable {
			auto g = [=, *this](int j) mutable {
				v += 2;
				return v + x + w[j];
			};
			int r = g(i);
			printf("*this: %d %d\n", r, v);
		});
	}

	template <class F> static void both(F f) {
		f(1);
		go(f);
	}

	void halves(int x) {
		both([*this, x] __host__ __device__ (int i) {
			auto g = [this, x](int j) { return v + x + w[j]; };
			printf("both, this: %d\n", g(i));
		});
		both([=, *this] __host__ __device__ (int i) {
			auto g = [=, *this](int j) { return v + x + get(j); };
			printf("both, *this: %d\n", g(i));
		});
		both([*this] __host__ __device__ (int i) mutable {
			auto g = [&](int j) {
				v++;
				auto h = [this](int q) { return this->v + w[q]; };
				return h(j);
			};
			int r = g(i);
			printf("both, & and this: %d %d\n", r, v);
		});
		both([*this] __host__ __device__ (int i) mutable {
			auto g = [*this](int j) mutable {
				v++;
				auto h = [*this](int q) { return this->v + w[q]; };
				auto e = [=](int q) { return get(q); };
				auto t = [this] { v++; };
				t();
				return h(j) + 100 * e(j) + 10000 * v;
			};
			int r = g(i);
			printf("both, copies: %d %d\n", r, v);
		});
		both([=, *this] __host__ __device__ (int i) {
			auto g = [self = *this, at = this](int j) { return self.get(j) + 100 * at->get(j); };
			printf("both, named: %d\n", g(i));
		});
		both([*this] __host__ __device__ (int i) {
			auto g = [&](int j) {
				struct Own {
					int v;
					__host__ __device__ int get() {
						auto q = [this] { return v; };
						return q() + this->v;
					}
				} l{40 + j};
				return l.get() + v;
			};
			printf("both, own class: %d\n", g(i));
		});
	}
};

// Execution spaces of the lambda inside say nothing new.
void annotated(float fill, int n) {
	k<<<1, 2>>>([=] __device__ (int i) {
		auto same = [fill] __device__ (float v) { return v == fill; };
		auto more = [n, &same] __device__ (int j) { return n + j + 100 * same((float)j); };
		auto least = [fill]() noexcept { return fill; };
		printf("annotated: %d %g\n", more(i), least());
	});
	cudaDeviceSynchronize();
}

int main() {
	S s;
	s.device(10);
	s.halves(10);
	annotated(1.f, 20);
}
