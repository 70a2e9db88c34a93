// numeric_limits of the narrow formats, as bit patterns.
#include <cstdio>
#include <cuda/std/limits>
template <class T> __device__ void show(const char *n) {
	using L = cuda::std::numeric_limits<T>;
	auto b = [](T v) {
		unsigned r = 0;
		memcpy(&r, &v, sizeof v);
		return r;
	};
	printf("%s %d %d %d %d %d %d %d %d%d%d%d %x %x %x %x %x %x %x %x %x\n", n,
	       L::digits, L::digits10, L::max_digits10, L::min_exponent,
	       L::min_exponent10, L::max_exponent, L::max_exponent10, L::has_infinity,
	       L::has_signaling_NaN, L::is_iec559, L::has_quiet_NaN, b(L::min()),
	       b(L::max()), b(L::lowest()), b(L::epsilon()), b(L::round_error()),
	       b(L::infinity()), b(L::quiet_NaN()), b(L::signaling_NaN()),
	       b(L::denorm_min()));
}
__global__ void k() {
	show<__half>("h");
	show<__nv_bfloat16>("b");
	show<__nv_fp8_e4m3>("4");
	show<__nv_fp8_e5m2>("5");
	show<float>("f");
	printf("%d\n", cuda::std::numeric_limits<const int>::max());
}
int main() {
	k<<<1, 1>>>();
	cudaDeviceSynchronize();
}
