// cuda::std::optional, assigned, compared, and moved from; the host half is the truth.
#include <cstdio>
#include <cuda/std/optional>
struct M {
	int v;
	__host__ __device__ M(int x) : v(x) {
	}
	__host__ __device__ M(M &&o) : v(o.v) {
		o.v = 0;
	}
	__host__ __device__ M &operator=(M &&o) {
		v = o.v;
		o.v = 0;
		return *this;
	}
};
__host__ __device__ int f() {
	cuda::std::optional<int> a, b = 3;
	a = 5;
	b = a;
	b = {};
	int r = b.has_value();
	b = 7;
	r = r * 10 + *b;
	b = cuda::std::nullopt;
	r = r * 10 + !b;
	cuda::std::optional<long> l = a;
	l = a;
	r = r * 10 + (int)*l;
	r = r * 2 + (a == 5) + (b == cuda::std::nullopt) + (a > b) + (l == a) + (b < 1) +
	    (5 <= a);
	cuda::std::optional<M> m;
	m = M(4);
	m = 9;
	auto n = cuda::std::move(m);
	r = r * 10 + n->v + m->v;
	cuda::std::optional c(2.5f);
	r += (int)(*c * 2);
	auto t = cuda::std::make_optional<M>(6);
	r = r * 10 + t->v;
	auto u = cuda::std::move(t).transform([](M x) { return x.v * 2; });
	r += *u;
	return r;
}
__global__ void k(int *o) {
	*o = f();
}
int main() {
	int *o;
	cudaMallocManaged(&o, 4);
	k<<<1, 1>>>(o);
	cudaDeviceSynchronize();
	printf("%d %d\n", *o, f());
}
