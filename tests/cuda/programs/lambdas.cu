// build: --extended-lambda
// Lambdas given to kernels, with captures; algorithms made of them.
#include <cstdio>
#include <vector>
#include <numeric>

template <typename F> __global__ void for_each_kernel(int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		f(i);
}
template <typename F> void parallel_for(int n, F f)
{
	for_each_kernel<<<(n + 127) / 128, 128>>>(n, f);
}
template <typename T, typename F> __global__ void transform(const T *in, T *out, int n, F f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i] = f(in[i]);
}

struct Pair { int x, y; };

int main()
{
	const int n = 500;
	int *a, *b;
	cudaMallocManaged(&a, n * sizeof(int));
	cudaMallocManaged(&b, n * sizeof(int));
	int k = 3;
	parallel_for(n, [=] __device__(int i) { a[i] = i * k; });
	auto square = [] __device__(int x) { return x * x; };
	transform<<<4, 128>>>(a, b, n, square);
	parallel_for(n, [=] __host__ __device__(int i) {
		auto clamp = [](int x, int hi) { return x > hi ? hi : x; };
		b[i] = clamp(b[i], 100000) + 1;
	});
	cudaDeviceSynchronize();
	std::vector<int> want(n);
	std::iota(want.begin(), want.end(), 0);
	int wrong = 0;
	for (int i = 0; i < n; i++) {
		int x = want[i] * k;
		x = x * x;
		wrong += b[i] != (x > 100000 ? 100000 : x) + 1;
	}
	printf("%d wrong, %d %d\n", wrong, b[10], b[499]);
	Pair p = {4, 5};
	parallel_for(1, [=] __device__(int) { printf("in a lambda: %d %d %d\n", p.x, p.y, k); });
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
}
