/* objects_in_lambdas.cu - lambdas for both halves that capture `this` or *this: the host
 * executes the same body, with private members, those of a template, and a member
 * function defined outside.
 * SPDX-License-Identifier: Apache-2.0 */
// build: -std=c++17 --extended-lambda
#include <cstdio>
template <class F> __global__ void run(F f, int *out) {
	f(out, threadIdx.x);
}
template <class F> void both(F f, int *out) {
	run<<<1, 4>>>(f, out);
	cudaDeviceSynchronize();
	f(out + 4, 0);
}
class Plain {
	int scale;
	static constexpr int shift = 100;
	__host__ __device__ int scaled(int i) const {
		return i * scale;
	}

      public:
	int bias;
	void out_of_class(int *out);
	Plain(int s, int b) : scale(s), bias(b) {
	}
	void start(int *out, int add) {
		both(
			[this, add] __host__ __device__(int *p, int i) {
				p[i] = scaled(i + 1) + this->bias + add + shift;
			},
			out);
		both(
			[=, *this] __host__ __device__(int *p, int i) {
				p[i + 8] = (*this).scale + bias + add + scaled(2);
			},
			out);
		out_of_class(out + 16);
	}
};
void Plain::out_of_class(int *out) {
	int more = 7;
	both([=] __host__ __device__(int *p, int i) { p[i] = bias * more + scale; }, out);
}
template <class T> class Typed {
	T value[2];
	template <class U> __host__ __device__ U as(U u) const {
		return u + (U)value[0];
	}

      public:
	Typed(T a, T b) : value{a, b} {
	}
	template <class G> void start(G g, int *out) {
		both([this, g] __host__ __device__(
			     int *p, int i) { p[i] = (int)(value[1] + g) + as(i); },
		     out);
	}
};
int main() {
	int *out;
	cudaMallocManaged(&out, 64 * sizeof *out);
	cudaMemset(out, 0, 64 * sizeof *out);
	Plain *p;
	cudaMallocManaged(&p, sizeof *p);
	*p = Plain(3, 1000);
	p->start(out, 20);
	Typed<float> *t;
	cudaMallocManaged(&t, sizeof *t);
	*t = Typed<float>(1.5f, 40.f);
	t->start(2.5, out + 32);
	for (int i = 0; i < 40; i++)
		printf("%d%c", out[i], i % 8 == 7 ? '\n' : ' ');
}
