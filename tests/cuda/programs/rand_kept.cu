// What is left of a pair of normal numbers is for the next call of the same distribution; one of the other draws anew.
#include <cstdio>
#include <curand_kernel.h>

template <typename State>
__device__ double *draw(State *s, double *out)
{
	for (int round = 0; round < 3; round++) {
		*out++ = curand_normal(s);
		*out++ = curand_log_normal(s, 0.5f, 0.25f);
		*out++ = curand_log_normal(s, 2.5f, 0.125f);
		*out++ = curand_normal(s);
		*out++ = curand_normal_double(s);
		*out++ = curand_log_normal_double(s, 0.5, 0.25);
		*out++ = curand_normal_double(s);
		*out++ = curand_log_normal_double(s, 1.5, 0.5);
	}
	return out;
}

__global__ void kernel(double *out)
{
	curandStateXORWOW_t x;
	curandStateMRG32k3a_t m;
	curandStatePhilox4_32_10_t p;
	curand_init(1, 2, 3, &x);
	curand_init(4, 5, 6, &m);
	curand_init(7, 8, 9, &p);
	draw(&p, draw(&m, draw(&x, out)));
}

int main()
{
	double *out;
	cudaMallocManaged(&out, 72 * sizeof(double));
	kernel<<<1, 1>>>(out);
	puts(cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 72; i++)
		printf("%.4f%s", out[i], i % 8 == 7 ? "\n" : " ");
}
