// Formats of printf in kernels.
#include <cstdio>
#include <cstdint>
#include <cassert>

__global__ void formats(const char *unused, float f, int64_t big)
{
	if (threadIdx.x != 0)
		return;
	printf("%d %i %u %x %X %o %c%%\n", -5, 7, 4000000000u, 255, 255, 8, 'z');
	printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42);
	printf("[%8.3f] [%-8.2f] [%e] [%g] [%G]\n", 3.14159, f, 12345.678, 1e-7, 1e20);
	printf("%lld %llu %llx %ld %zu %hd\n", (long long)big, 18446744073709551615ull, 0xdeadbeefcafeull, 5L,
	       sizeof(double), (short)-3);
	printf("%s|%10s|%-10s|%.2s\n", "text", "right", "left", "cut");
	printf("[%*d] [%.*f]\n", 6, 12, 2, 2.71828);
	printf("no arguments\n");
	bool b = true;
	printf("%d %f %d\n", b, f, 'a');
}

__global__ void order(int n)
{
	assert(n > 0);
	for (int i = 0; i < n; i++)
		printf("block %d, step %d of %d: %s\n", blockIdx.x, i, n, i % 2 ? "odd" : "even");
}

namespace n {
struct S {
	int k;
	__device__ S() { printf("%s %s\n", __func__, __PRETTY_FUNCTION__); }
	__device__ operator int() const { printf("%s\n", __PRETTY_FUNCTION__); return 1; }
	template <class T> __device__ T member(T a, const int *) const
	{
		printf("%s %s\n", __func__, __PRETTY_FUNCTION__);
		return a;
	}
};
}

template <class T, int N> __global__ void pretty(T t)
{
	T array[N] = {};
	const n::S s;
	printf("%s\n", __PRETTY_FUNCTION__);
	array[0] = s.member(1.5f, nullptr) + (int)s;
}

int main()
{
	pretty<double, 3><<<1, 1>>>(2);
	cudaDeviceSynchronize();
	formats<<<1, 32>>>("", 2.5f, -1234567890123ll);
	cudaDeviceSynchronize();
	order<<<1, 1>>>(3);
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
