/* Kernels whose names have hundreds of parts, which later parts refer to (the ABI's
 * substitutions S_ .. S7Z_ and beyond). */
#include <cstdio>
#include <utility>

template <int I> struct part {
	static constexpr int value = I;
};
template <class... T> struct list {};
template <class T> struct wrapped {};
template <size_t... I> list<part<(int)I>...> made(std::index_sequence<I...>);
template <int N> using parts = decltype(made(std::make_index_sequence<N>()));

template <class L, class... Rest> __global__ void last(int *out, L, Rest...) { *out = sizeof...(Rest); }
template <class L, class A, class B> __global__ void chosen(int *out, L, wrapped<A>, B) { *out = A::value * 1000 + B::value; }

template <int N> void run(int *out) {
	chosen<<<1, 1>>>(out, parts<N>(), wrapped<part<N - 2>>(), part<N - 1>());
	cudaDeviceSynchronize();
	printf("%d\n", *out);
	last<<<1, 1>>>(out, parts<N>(), part<N - 3>(), parts<N - 1>(), wrapped<parts<N>>());
	cudaDeviceSynchronize();
	printf("%d\n", *out);
}

int main() {
	int *out;
	cudaMallocManaged(&out, sizeof *out);
	run<30>(out);
	run<255>(out);
	run<300>(out);
	run<400>(out);
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
