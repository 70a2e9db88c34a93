// An extended lambda may name all packs around it: of the function, of its class, of types and of values.
// build: --extended-lambda
#include <cstdio>

template <class F> __global__ void run(F f)
{
	f();
}

template <class... A> struct list {};
template <int... N> struct numbers {};

template <class... A, class... B> void both(int *o, list<A...>, list<B...>)
{
	run<<<1, 1>>>([=] __device__ { o[0] = sizeof...(A) * 100 + (int(sizeof(B)) + ...); });
}

template <class... A> struct outer {
	template <class... B, int... N> static void inner(int *o, numbers<N...>, B...)
	{
		auto f = [=] __host__ __device__ { return (int(sizeof(A)) + ...) * 10000 + ((N * 100) + ... + int(sizeof...(B))); };
		run<<<1, 1>>>([=] __device__ { o[1] = f() + sizeof(list<A..., B...>); });
		o[2] = f();
	}
};

int main()
{
	int *o;
	cudaMallocManaged(&o, 3 * sizeof(int));
	both(o, list<int, char>{}, list<double, short>{});
	cudaDeviceSynchronize();
	outer<int, double>::inner(o, numbers<1, 2, 3>{}, 'a', 1.0f);
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
	printf("%d %d %d\n", o[0], o[1], o[2]);
}
