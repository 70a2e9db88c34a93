// Two function templates with the same parameters: the one that has a pack of template parameters loses to the one that
// has none, on the host, too, where g++ finds them ambiguous.
#include <cstdio>

template <class...> struct list {
	static constexpr int id = 1;
};
template <class A, class B> struct two {
	static constexpr int id = 2;
};
template <class A, int N> struct sized {
	static constexpr int id = 3;
};

namespace types {
template <class... T> constexpr auto get() noexcept -> list<T...> {
	return {};
}
template <template <class...> class... C> constexpr auto get() noexcept -> list<C<int>...> {
	return {};
}
template <class A, class B> constexpr auto get() noexcept -> two<A, B> {
	return {};
}
template <class A, int N> constexpr auto get() noexcept -> sized<A, N> {
	return {};
}
}

struct values {
	template <int A, int B> __host__ __device__ static int of(int c) { return A * B + c; }
	template <int... A> __host__ __device__ static int of(int c) { return (A + ... + c); }
};

struct number {
	template <class T> __device__ operator T *() const { return nullptr; }
	template <class T, class... U> __device__ operator T() const { return 5; }
	template <class T> __device__ operator T() const { return 6; }
};

template <class T> __global__ void k(int *out) {
	out[0] = T::id;
	out[1] = values::of<3, 4>(0);
	out[2] = values::of<3, 4, 5>(0);
	out[3] = number();
}

template <class T> void run(int *out) {
	k<T><<<1, 1>>>(out);
	cudaDeviceSynchronize();
	printf("%d %d %d %d, host %d %d %d\n", out[0], out[1], out[2], out[3], T::id, values::of<3, 4>(0), values::of<3, 4, 5>(0));
}

int main() {
	int *out;
	cudaMallocManaged(&out, 4 * sizeof *out);
	run<decltype(types::get<int, long>())>(out);
	run<decltype(types::get<int, long, int>())>(out);
	run<decltype(types::get<int, 4>())>(out);
	run<decltype(types::get<list>())>(out);
	return cudaFree(out);
}
