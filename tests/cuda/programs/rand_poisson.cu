// Poisson numbers of curand_kernel.h for all generators, at means on both sides of every change of method. What
// is expected is what an H200 printed; in the part named "by approximations" the numbers depend on the last bits of
// approximating instructions.
#include <cstdio>
#include <curand_kernel.h>

enum { threads = 64, numbers = 96, means = 14, exact_means = 9 };
__constant__ double mean_of[means + 1] = {0.01, 1,   20,   63.99, 64,     64.5,   100,
                                      321,  500, 777.7, 1000, 1234.5, 3999.9, 4000, 5000};

template <typename State> __device__ void draw_all(State *s, unsigned *out, int first, int end) {
	for (int m = first; m < end; m++)
		for (int i = 0; i < numbers; i++)
			out[(m * numbers + i) * threads + threadIdx.x] = curand_poisson(s, mean_of[m]);
}

template <typename State> __global__ void draw(unsigned *out, int first, int end) {
	State s;
	curand_init(1234, threadIdx.x, 17, &s);
	draw_all(&s, out, first, end);
}

__global__ void draw4(unsigned *out, int first, int end) {
	curandStatePhilox4_32_10_t s;
	curand_init(4321, threadIdx.x, 5, &s);
	for (int m = first; m < end; m++)
		for (int i = 0; i < numbers; i += 4) {
			uint4 v = curand_poisson4(&s, mean_of[m]);
			unsigned four[] = {v.x, v.y, v.z, v.w};
			for (int k = 0; k < 4; k++)
				out[(m * numbers + i + k) * threads + threadIdx.x] = four[k];
		}
}

template <typename Word> struct Vectors { // of van der Corput's sequence
	Word at[sizeof(Word) * 8];
	__device__ Vectors() {
		for (int i = 0; i < (int)sizeof at / (int)sizeof at[0]; i++)
			at[i] = (Word)1 << (sizeof(Word) * 8 - 1 - i);
	}
};

template <typename State, typename Word> __global__ void draw_quasi(unsigned *out, int first, int end) {
	Vectors<Word> v;
	State s;
	curand_init(v.at, 7919 * threadIdx.x, &s);
	draw_all(&s, out, first, end);
}

template <typename State, typename Word> __global__ void draw_scrambled(unsigned *out, int first, int end) {
	Vectors<Word> v;
	State s;
	curand_init(v.at, (Word)0x123456789abcdef1ull, 7919 * threadIdx.x, &s);
	draw_all(&s, out, first, end);
}

// For each mean some numbers, and all of them mixed.
static void show(const char *name, void (*kernel)(unsigned *, int, int), int first, int end) {
	static unsigned host[(means + 1) * numbers * threads];
	unsigned *device;
	cudaMalloc(&device, sizeof host);
	kernel<<<1, threads>>>(device, first, end);
	cudaError_t e = cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
	printf("%s: %s\n", name, cudaGetErrorString(e));
	for (int m = first; m < end; m++) {
		unsigned mixed = 0;
		for (int i = 0; i < numbers * threads; i++)
			mixed = (mixed ^ host[m * numbers * threads + i]) * 0x9e3779b1u + 1;
		for (int i = 0; i < 8; i++)
			printf("%u ", host[m * numbers * threads + i * 3 * threads]);
		printf("%08x\n", mixed);
	}
	cudaFree(device);
}

int main() {
	show("xorwow", draw<curandStateXORWOW_t>, 0, exact_means);
	show("mrg32k3a", draw<curandStateMRG32k3a_t>, 0, exact_means);
	show("philox", draw<curandStatePhilox4_32_10_t>, 0, exact_means);
	show("philox, four", draw4, 0, exact_means);
	show("sobol32", draw_quasi<curandStateSobol32_t, unsigned>, 0, means);
	show("sobol64", draw_quasi<curandStateSobol64_t, unsigned long long>, 0, means);
	show("scrambled sobol32", draw_scrambled<curandStateScrambledSobol32_t, unsigned>, 0, means);
	show("scrambled sobol64", draw_scrambled<curandStateScrambledSobol64_t, unsigned long long>, 0, means);
	show("xorwow, by approximations", draw<curandStateXORWOW_t>, exact_means, means + 1);
	show("mrg32k3a, by approximations", draw<curandStateMRG32k3a_t>, exact_means, means + 1);
	show("philox, four, by approximations", draw4, exact_means, means + 1);
}
