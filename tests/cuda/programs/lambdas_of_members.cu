// Extended lambdas in member functions: copies of the object, pointers to it, members that are private or inherited.
// build: -extended-lambda
#include <cstdio>
#include <new>

template <class F> __global__ void forall(int n, F f) {
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		f(i);
}

struct Base {
	int off = 3;
	__host__ __device__ int twice(int x) const { return 2 * x + off; }
};

class Solver : public Base {
	int scale;
	float *d;
	static const int K = 4;
	typedef float real;
	__host__ __device__ float mine(int i) const { return d[i] + scale; }
	template <class T> __device__ T half(int x) const { return T(x) / 2; }

public:
	Solver(int s, float *p) : scale(s), d(p) {}
	void by_copy(int n) {
		forall<<<1, 32>>>(n, [=, *this] __device__(int i) {
			real r = mine(i);
			d[i] = r * scale + twice(i) + K + this->off + half<float>(3);
			auto inner = [&](int k) { d[i] += k * scale + n; };
			inner(2);
		});
	}
	void by_pointer(int n) const;
	void by_name() {
		forall<<<1, 32>>>(4, [this] __device__(int i) { d[i] += scale; });
	}
	static void of_class(float *d) {
		int scale = 7;
		forall<<<1, 32>>>(2, [=] __device__(int i) { d[i] += scale; });
	}
	void by_variable() {
		auto self = *this;
		forall<<<1, 32>>>(2, [=] __device__(int i) { self.d[i] += self.scale; });
	}
};
void Solver::by_pointer(int n) const {
	forall<<<1, 32>>>(n, [=] __device__(int i) { d[i] += scale * n; });
}

template <class T> struct Adder {
	T *p;
	T k;
	void run(int n) {
		forall<<<1, 32>>>(n, [*this] __device__(int i) { p[i] += k; });
		forall<<<1, 32>>>(n, [=, g = *this] __device__(int i) mutable {
			g.k += 1;
			g.p[i] += g.k;
		});
	}
	template <class U> void more(U u);
};
template <class T> template <class U> void Adder<T>::more(U u) {
	forall<<<1, 32>>>(3, [=, *this] __device__(int i) { p[i] += u + k; });
}

int main() {
	float *d;
	Solver *s;
	cudaMallocManaged(&d, 64);
	cudaMallocManaged(&s, sizeof *s);
	for (int i = 0; i < 16; i++)
		d[i] = i;
	new (s) Solver(5, d);
	s->by_copy(6);
	s->by_pointer(5);
	s->by_name();
	Solver::of_class(d);
	s->by_variable();
	cudaDeviceSynchronize();
	Adder<float> a{d, 100};
	a.run(3);
	a.more(0.5);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	for (int i = 0; i < 8; i++)
		printf("%g ", d[i]);
	printf("\n");
}
