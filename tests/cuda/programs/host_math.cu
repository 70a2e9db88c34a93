// host_math.cu - functions of the CUDA math library that nvcc's headers define for host code as well, and their
// overloads of float; code for both halves calls them unguarded.
#include <cmath>
#include <cstdio>
#include <type_traits>

template <class T>
__host__ __device__ T option(T spot, T strike, T years) {
	T root = T(0.3) * sqrt(years);
	T d1 = (log(spot / strike) + (T(0.02) + T(0.045)) * years) / root;
	return spot * normcdf(d1) - strike * exp(T(-0.02) * years) * normcdf(d1 - root);
}

template <class T>
__host__ __device__ void many(T x, T *out) {
	T s, c;
	sincospi(x, &s, &c);
	out[0] = s, out[1] = c;
	sincos(x, &s, &c);
	out[2] = s, out[3] = c;
	out[4] = rsqrt(x), out[5] = rcbrt(x), out[6] = sinpi(x), out[7] = cospi(x);
	out[8] = erfinv(x), out[9] = erfcinv(x), out[10] = erfcx(x), out[11] = normcdfinv(x);
	out[12] = exp10(x), out[13] = j0(x), out[14] = y1(x), out[15] = jn(2, x), out[16] = option(x, T(0.5), T(1));
}
enum { count = 17 };

template <class T>
__global__ void kernel(T x, T *out) {
	many(x, out);
}

template <class T>
static int differ(T bound) {
	T *there, here[count];
	int n = 0;
	cudaMallocManaged(&there, sizeof here);
	for (T x = T(0.0625); x < 1; x += T(0.0625)) {
		kernel<<<1, 1>>>(x, there);
		cudaDeviceSynchronize();
		many(x, here);
		for (int i = 0; i < count; i++)
			if (!(std::fabs(here[i] - there[i]) <= bound * (1 + std::fabs(here[i]))))
				printf("%d of %g: %g and %g\n", i, (double)x, (double)here[i], (double)there[i]), n++;
	}
	cudaFree(there);
	return n;
}

int main() {
	static_assert(std::is_same<decltype(rsqrt(1.0f)), float>::value, "");
	static_assert(std::is_same<decltype(normcdf(1.0f)), float>::value, "");
	static_assert(std::is_same<decltype(exp10(1.0f)), float>::value, "");
	printf("%d %d\n", differ(4e-6f), differ(1e-13));
	printf("%g %g %g %g\n", sinpif(0.5f), normcdff(0), rsqrtf(4), cospi(1.0));
}
