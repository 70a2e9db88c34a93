// An execution space between the name of a function and its parameters: nvcc takes it.
#include <cstdio>

struct add {
	int by;
	int operator() __device__(int i) const { return i + by; }
	int operator[] __host__ __device__(int i) const { return i * by; }
	add operator+ __device__(add o) const { return {by + o.by}; }
	int late __device__(int i) const;
};
int add::late __device__(int i) const { return i - by; }

template <class T> T twice __host__ __device__(T t) { return t + t; }
int plain __host__ __device__(int i) { return i + 100; }

template <class F> void fill __global__(int *out, F f) {
	int i = threadIdx.x;
	out[i] = f(i) + f[i] + (f + f)(i) + f.late(i) + twice(i) + plain(i);
}

int main() {
	int *out, sum = 0;
	cudaMallocManaged(&out, 32 * sizeof(int));
	fill<<<1, 32>>>(out, add{3});
	cudaDeviceSynchronize();
	for (int i = 0; i < 32; i++)
		sum += out[i];
	printf("%d %d %d %d %d\n", sum, out[5], twice(4), plain(1), add{3}[7]);
	return sum == 0;
}
