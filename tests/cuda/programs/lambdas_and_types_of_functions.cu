// Extended lambdas that name types of the function's own by `type::member`, without typename: it is no dependent name.
// build: -extended-lambda
#include <cstdio>

template <int N> struct Particles {
	struct particle {
		int v[N];
		__host__ __device__ int at(int i) const { return v[i]; }
	};
	using value = int;
	static constexpr int size = N;
};

template <class F> __global__ void with_one(F f, int *r) {
	typename Particles<3>::particle p{{1, 2, 3}};
	*r += f(p, 1);
}

template <class F> __host__ __device__ void with_another(F f, int *r) {
	Particles<3>::particle p{{10, 20, 30}};
	*r += f(p, 2);
}

void of_a_function(int *r) {
	using Mine = Particles<3>;
	typedef Particles<3>::value number;
	with_one<<<1, 1>>>(
		[=] __device__(const Mine::particle &p, Mine::value c) -> Mine::value {
			with_another([=] __device__(const Mine::particle &, int) -> number { return 100; }, r);
			return p.at(c);
		},
		r);
	cudaDeviceSynchronize();
	with_another(
		[=] __host__ __device__(const Mine::particle &p, int c) -> Mine::value {
			Mine::value v = p.at(c);
			return v + Mine::size;
		},
		r);
}

template <class T> int of_a_template(int *r, T t) {
	using Mine = Particles<3>;
	using Number = T;
	using Type = decltype(t);
	constexpr int n = Mine::size;
	with_one<<<1, 1>>>([=] __device__(const Mine::particle &p, int c) -> Number { return p.at(c) + Type(t) + n; }, r);
	with_another([=] __host__ __device__(const Mine::particle &p, int c) -> Number { return p.at(c) * Number(t); }, r + 1);
	return cudaDeviceSynchronize();
}

struct Object {
	using Mine = Particles<3>;
	int k;
	void of_a_member(int *r) {
		using Local = Mine;
		with_one<<<1, 1>>>([=, *this] __device__(const typename Local::particle &p, int c) { return p.at(c) + k; }, r);
		cudaDeviceSynchronize();
	}
};

int main() {
	int *r;
	cudaMallocManaged(&r, 2 * sizeof(int));
	r[0] = r[1] = 0;
	of_a_function(r);
	printf("%d\n", *r);
	of_a_template(r, 2.5f);
	printf("%d %d\n", r[0], r[1]);
	Object{1000}.of_a_member(r);
	printf("%d %s\n", *r, cudaGetErrorName(cudaGetLastError()));
}
