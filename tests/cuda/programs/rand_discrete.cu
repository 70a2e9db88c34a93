// build: -lcurand
// Tables of Poisson distributions in device code: the numbers of cuRAND's host interface, thread by thread.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <curand.h>
#include <curand_kernel.h>

enum { threads = 4096 };

template <typename State> __global__ void draw(curandDiscreteDistribution_t table, unsigned *out) {
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	State s;
	curand_init(77, t, 0, &s);
	out[t] = curand_discrete(&s, table);
}

__global__ void draw4(curandDiscreteDistribution_t table, uint4 *out) {
	unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
	curandStatePhilox4_32_10_t s;
	curand_init(77, t, 0, &s);
	out[t] = curand_discrete4(&s, table);
}

static void compare(const char *name, curandRngType_t type, double mean, const unsigned *results, size_t n) {
	curandGenerator_t g;
	curandCreateGeneratorHost(&g, type);
	curandSetPseudoRandomGeneratorSeed(g, 77);
	std::vector<unsigned> got(n), want(n);
	curandGeneratePoisson(g, want.data(), n, mean);
	curandDestroyGenerator(g);
	cudaMemcpy(got.data(), results, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
	int same = 0, most = 0;
	for (size_t i = 0; i < n; i++) {
		same += got[i] == want[i];
		int d = abs((int)(got[i] - want[i]));
		most = d > most ? d : most;
	}
	if (mean < 2000)
		printf("%s %g: %d of %zu\n", name, mean, same, n);
	else // a rounded normal number
		printf("%s %g: %s\n", name, mean, most <= 1 ? "near" : "far");
}

int main() {
	unsigned *results;
	cudaMalloc(&results, 4 * threads * sizeof(unsigned));
	for (double mean : {0.5, 10.0, 900.0, 3000.0}) {
		curandDiscreteDistribution_t table;
		int s = curandCreatePoissonDistribution(mean, &table);
		if (s)
			printf("status %d\n", s);
		draw<curandStateXORWOW_t><<<threads / 128, 128>>>(table, results);
		compare("xorwow", CURAND_RNG_PSEUDO_XORWOW, mean, results, threads);
		draw<curandStateMRG32k3a_t><<<threads / 128, 128>>>(table, results);
		compare("mrg32k3a", CURAND_RNG_PSEUDO_MRG32K3A, mean, results, threads);
		draw4<<<threads / 128, 128>>>(table, (uint4 *)results);
		compare("philox", CURAND_RNG_PSEUDO_PHILOX4_32_10, mean, results, 4 * threads);
		curandDestroyDistribution(table);
	}
	printf("%s\n", cudaGetErrorString(cudaGetLastError()));
	return 0;
}
