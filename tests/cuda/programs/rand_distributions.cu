// Normal, log-normal and Poisson numbers of curand_kernel.h: single ones rounded to what every device agrees on.
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

enum { threads = 32, numbers = 64 };
struct Numbers {
	float normal[numbers], log_normal[numbers];
	double normal_double[numbers], log_normal_double[numbers];
	unsigned poisson[numbers], poisson_large[numbers], poisson_mid[numbers];
};

template <typename State> __global__ void draw(Numbers *all) {
	State s;
	curand_init(99, threadIdx.x, 3, &s);
	Numbers &n = all[threadIdx.x];
	for (int i = 0; i < numbers; i++)
		n.normal[i] = curand_normal(&s);
	for (int i = 0; i < numbers; i++)
		n.log_normal[i] = curand_log_normal(&s, 0.5f, 0.25f);
	for (int i = 0; i < numbers; i++)
		n.normal_double[i] = curand_normal_double(&s);
	for (int i = 0; i < numbers; i++)
		n.log_normal_double[i] = curand_log_normal_double(&s, 0.5, 0.25);
	curand_init(99, threadIdx.x, 1000, &s);
	for (int i = 0; i < numbers; i++)
		n.poisson[i] = curand_poisson(&s, 0.5 + i);
	for (int i = 0; i < numbers; i++)
		n.poisson_large[i] = curand_poisson(&s, 5000.0 + 1000 * i);
	for (int i = 0; i < numbers; i++)
		n.poisson_mid[i] = curand_poisson(&s, 500);
}

template <typename State> void show(const char *name) {
	static Numbers host[threads];
	Numbers *device;
	cudaMalloc(&device, sizeof host);
	draw<State><<<1, threads>>>(device);
	cudaError_t e = cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
	printf("%s: %s\n", name, cudaGetErrorString(e));
	for (int t = 0; t < 3; t++) {
		Numbers &n = host[t];
		for (int i = 0; i < 8; i++)
			printf(" %.3f %.3f", n.normal[i], n.log_normal[i]);
		printf("\n");
		for (int i = 0; i < 8; i++)
			printf(" %.11f %.11f", n.normal_double[i], n.log_normal_double[i]);
		printf("\n");
		for (int i = 0; i < numbers; i += 5)
			printf(" %u", n.poisson[i]);
		for (int i = 0; i < numbers; i += 9)
			printf(" %u", n.poisson_large[i]);
		printf("\n");
	}
	double sum = 0, squares = 0;
	for (int t = 0; t < threads; t++)
		for (int i = 0; i < numbers; i++) {
			double d = host[t].poisson_mid[i] - 500.0;
			sum += d;
			squares += d * d;
		}
	double n = threads * numbers;
	printf(" means of 500: %d %d\n", fabs(sum / n) < 4 * sqrt(500 / n), fabs(squares / n / 500 - 1) < 0.15);
	cudaFree(device);
}

// ---- quasi-random numbers: one for each ----

template <typename Word> struct Vectors { // of van der Corput's sequence
	Word at[sizeof(Word) * 8];
	__device__ Vectors() {
		for (int i = 0; i < (int)sizeof at / (int)sizeof at[0]; i++)
			at[i] = (Word)1 << (sizeof(Word) * 8 - 1 - i);
	}
};

template <typename State, typename Word, typename... Scramble>
__global__ void draw_quasi(double *out, Scramble... scramble) {
	Vectors<Word> v;
	State s;
	curand_init(v.at, scramble..., (Word)(1000 * threadIdx.x + 1), &s);
	for (int i = 0; i < 4; i++) {
		*out++ = curand_normal(&s);
		*out++ = curand_normal_double(&s);
		*out++ = curand_log_normal(&s, 1.0f, 0.5f);
		*out++ = curand_log_normal_double(&s, 1.0, 0.5);
		*out++ = curand_poisson(&s, 3.5);
		*out++ = curand_poisson(&s, 20.0 + i);
		*out++ = curand_poisson(&s, 6000.0 + i);
	}
}

template <typename State, typename Word, typename... Scramble> void show_quasi(const char *name, Scramble... scramble) {
	double *numbers;
	cudaMallocManaged(&numbers, 28 * sizeof *numbers);
	draw_quasi<State, Word><<<1, 1>>>(numbers, scramble...);
	printf("%s: %s\n", name, cudaGetErrorString(cudaDeviceSynchronize()));
	for (int i = 0; i < 28; i++)
		printf(i % 7 < 1 ? " %.3f" : i % 7 == 2 ? " %.3f" : i % 7 < 4 ? " %.9f" : " %g", numbers[i]);
	printf("\n");
	cudaFree(numbers);
}

int main() {
	show<curandStateXORWOW_t>("xorwow");
	show<curandStateMRG32k3a_t>("mrg32k3a");
	show<curandStatePhilox4_32_10_t>("philox");
	show_quasi<curandStateSobol32_t, unsigned>("sobol32");
	show_quasi<curandStateScrambledSobol32_t, unsigned>("scrambled sobol32", 0x12345678u);
	show_quasi<curandStateSobol64_t, unsigned long long>("sobol64");
	show_quasi<curandStateScrambledSobol64_t, unsigned long long>("scrambled sobol64", 0x123456789abcdef0ull);
	return cudaDeviceSynchronize();
}
