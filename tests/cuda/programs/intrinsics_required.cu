// build: -std=c++20 --expt-relaxed-constexpr
// intrinsics_required.cu - concepts that ask for intrinsics, on the host too; constexpr device functions and templates for
// both halves that name what is the device's.
#include <cstdio>
#include <type_traits>
template <class T> __device__ constexpr T add1(T *p) {
	if (std::is_constant_evaluated())
		return T(1);
	return atomicAdd(p, T(1));
}
template <class T> __device__ constexpr auto lane(T x) {
	if constexpr (sizeof(T) == 4)
		return x + threadIdx.x;
	else
		return x;
}
__device__ constexpr auto sq = [](auto x) { return x * x; };
__device__ constexpr int table(int i) {
	constexpr int t[3] = {1, 2, 3};
	return t[i];
}
struct C {
	int v;
	__device__ constexpr C(int v) : v(v) {
	}
	__device__ constexpr auto get() const {
		return v;
	}
	__device__ constexpr auto &ref() {
		return v;
	}
	template <class T> __device__ constexpr auto plus(T t) const -> decltype(v + t) {
		return v + t;
	}
};
template <class T> __host__ __device__ T hdt(T x) {
#if defined(__CUDA_ARCH__)
	return x + __popc(1);
#else
	return x;
#endif
}
template <class T> __host__ __device__ auto unguarded(T x) {
	return x + threadIdx.x + blockIdx.x;
}
template <class T>
concept Atomic = requires(T *p, T v) {
	atomicAdd(p, v);
};
template <class T>
concept AtomicMax = requires(T *p, T v) {
	{ atomicMax(p, v) } -> std::same_as<T>;
};
template <Atomic T> __global__ void ka(T *p) {
	atomicAdd(p, T(2));
}
template <class T>
requires(!Atomic<T>) __global__ void ka(T *p) {
	*p = *p + T(3);
}
template <class T> __global__ void kb(T *p) {
	if constexpr (AtomicMax<T>)
		atomicMax(p, T(100));
	else
		*p = T(50);
}
__global__ void k(int *o) {
	o[0] = add1(o) + lane(3);
	o[1] = sq(5) + table(2);
	C c(4);
	c.ref() = 6;
	o[2] = c.get() + c.plus(1);
	o[3] = hdt(1) + unguarded(2);
	constexpr C cc(8);
	o[4] = cc.get();
	static_assert(table(1) == 2);
}
int main() {
	int *o;
	cudaMallocManaged(&o, 64);
	k<<<1, 1>>>(o);
	cudaDeviceSynchronize();
	printf("%d %d %d %d %d ", o[0], o[1], o[2], o[3], o[4]);
	ka<<<1, 1>>>(o);
	short *s = (short *)(o + 8);
	ka<<<1, 1>>>(s);
	kb<<<1, 1>>>(o);
	kb<<<1, 1>>>(s + 2);
	cudaDeviceSynchronize();
	printf("%d %d %d\n", *o, *s, s[2]);
	return hdt(0) + Atomic<short> + !Atomic<float>;
}
