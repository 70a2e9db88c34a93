// sizeof... of a pack within an expansion of the same pack is the number of all its elements.
#include <cstdio>

template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;

template <class T, T... N> struct sequence {
	template <int by> using moved = sequence<T, (N + by * (int)sizeof...(N))...>;
};
template <class> struct tripled;
template <unsigned long... N> struct tripled<sequence<unsigned long, N...>> {
	typedef sequence<unsigned long, N..., sizeof...(N) + N..., 2 * sizeof...(N) + N...> type;
};
template <unsigned long N> struct rest;
template <unsigned long N> struct make : rest<N % 3>::template of<N> {};
template <> struct make<0> {
	typedef sequence<unsigned long> type;
};
template <> struct make<1> {
	typedef sequence<unsigned long, 0> type;
};
template <> struct rest<0> {
	template <unsigned long N> struct of : tripled<typename make<N / 3>::type> {};
};

template <class... T> __host__ __device__ int weighed(T... t) {
	return ((t * (int)sizeof...(T) + (int)sizeof...(t)) + ... + 0);
}
template <class... T> __host__ __device__ int both(T... t) {
	int list[] = {weighed(t, (int)sizeof...(t))..., (int)sizeof...(T)};
	return list[0] * 100 + list[1] * 10 + list[sizeof...(T)];
}

__host__ __device__ void fill(int *p) {
	static_assert(same<make<3>::type, sequence<unsigned long, 0, 1, 2>>, "");
	static_assert(same<make<9>::type, sequence<unsigned long, 0, 1, 2, 3, 4, 5, 6, 7, 8>>, "");
	static_assert(same<sequence<int, 1, 2>::moved<3>, sequence<int, 7, 8>>, "");
	p[0] = weighed(1, 2, 3);
	p[1] = both(1, 2);
}
__global__ void run(int *p) { fill(p); }

int main() {
	int *p, host[2];
	cudaMallocManaged(&p, sizeof host);
	run<<<1, 1>>>(p);
	printf("%d\n", cudaDeviceSynchronize());
	fill(host);
	printf("%d %d\n%d %d\n", p[0], p[1], host[0], host[1]);
}
