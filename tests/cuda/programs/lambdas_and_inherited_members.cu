// Extended lambdas that name members of base classes: static ones in functions without an object and with one, in both
// halves, data of the object; not those of bases that depend on a template's parameter ([temp.dep]/3).
// build: -extended-lambda
#include <cstdio>

template <class F> __global__ void run(F f, int *o) { *o = f(3); }
template <class F> int on_device(F f) {
	int *o, got = -1;
	cudaMalloc(&o, sizeof *o);
	run<<<1, 1>>>(f, o);
	cudaMemcpy(&got, o, sizeof got, cudaMemcpyDefault);
	cudaFree(o);
	return got;
}
template <class F> int on_both(F f) { return on_device(f) * 1000 + f(4); }

__host__ __device__ int shared_name(int x) { return x + 500; }

struct counts {
	static constexpr int N = 4;
	enum { few = 7 };
	static __host__ __device__ int twice(int x) { return 2 * x; }
	template <class T> static __host__ __device__ int size(T x) { return static_cast<int>(sizeof x); }
	int data;
};
template <class T> struct of_type {
	static __host__ __device__ int shared_name(int x) { return x + static_cast<int>(sizeof(T)); }
};
struct middle : counts {};

class derived : private middle, of_type<short> {
	static constexpr int own = 9;

public:
	static int private_one(int n) { return on_both([=] __host__ __device__(int i) { return i + n + own; }); }
	static int none(int n) { return on_device([=] __device__(int i) { return i + n + N; }); }
	static int functions() { return on_device([] __device__(int i) { return twice(i) + few + size<char>(i) + shared_name(i); }); }
	static int both_halves(int n) { return on_both([=] __host__ __device__(int i) { return twice(i) + few * n + size(1.0); }); }
	int object(int n) { return on_both([=] __host__ __device__(int i) { return twice(i) + N + n + data; }); }
	int outside(int n);
	void set(int n) { data = n; }
};
int derived::outside(int n) {
	return on_device([=] __device__(int i) { return twice(i) + few + n; });
}

template <class T> struct made : counts, of_type<T> {
	static int none(int n) { return on_device([=] __device__(int i) { return twice(i) + N + n + few + shared_name(0); }); }
	static int both_halves(int n) { return on_both([=] __host__ __device__(int i) { return shared_name(i) + N * n; }); }
	int object(int n) { return on_both([=] __host__ __device__(int i) { return twice(i) + N + n; }); }
};

int main() {
	printf("%d %d %d\n", derived::none(1), derived::functions(), derived::both_halves(2) + derived::private_one(1));
	derived *d;
	cudaMallocManaged(&d, sizeof *d);
	d->set(30);
	printf("%d %d\n", d->object(1), d->outside(5));
	printf("%d %d %d\n", made<double>::none(1), made<double>::both_halves(3), made<double>().object(6));
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
