// use.cpp - cuRAND as programs use it: streams, kernels' memory of each kind, statuses, tables.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <vector>

#include <cuda_runtime.h>
#include <curand.h>
#include <curand_discrete.h>

static void say(const char *what, int value) {
	printf("%s: %d\n", what, value);
}

static std::vector<float> on_host(curandRngType_t type, size_t n) {
	curandGenerator_t g;
	curandCreateGeneratorHost(&g, type);
	std::vector<float> v(n);
	curandGenerateUniform(g, v.data(), n);
	curandDestroyGenerator(g);
	return v;
}

// Several generators in streams of their own, one of which writes to managed memory.
static void streams() {
	const size_t n = 100000;
	curandRngType_t types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_PHILOX4_32_10,
	                           CURAND_RNG_QUASI_SOBOL32};
	cudaStream_t s[3];
	curandGenerator_t g[3];
	float *p[3];
	for (int i = 0; i < 3; i++) {
		cudaStreamCreate(&s[i]);
		curandCreateGenerator(&g[i], types[i]);
		curandSetStream(g[i], s[i]);
		if (i == 1)
			cudaMallocManaged(&p[i], n * sizeof(float));
		else
			cudaMalloc(&p[i], n * sizeof(float));
	}
	for (int part = 0; part < 2; part++)
		for (int i = 0; i < 3; i++)
			say("uniform", curandGenerateUniform(g[i], p[i] + part * n / 2, n / 2));
	for (int i = 0; i < 3; i++) {
		std::vector<float> v(n);
		cudaMemcpyAsync(v.data(), p[i], n * sizeof(float), cudaMemcpyDefault, s[i]);
		say("synchronize", cudaStreamSynchronize(s[i]));
		say("as on the host", v == on_host(types[i], n));
		say("destroy", curandDestroyGenerator(g[i]));
		cudaFree(p[i]);
		cudaStreamDestroy(s[i]);
	}
}

// The stream is destroyed first, and the generator has another one by then: its calls are waited for.
static void destroyed_stream() {
	const size_t n = 1 << 20;
	curandGenerator_t g;
	cudaStream_t s;
	float *p;
	cudaMalloc(&p, n * sizeof(float));
	cudaStreamCreate(&s);
	curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MRG32K3A);
	curandSetStream(g, s);
	curandGenerateUniform(g, p, n);
	cudaStreamDestroy(s);
	curandSetStream(g, nullptr);
	say("destroy", curandDestroyGenerator(g));
	std::vector<float> v(n);
	say("copy", cudaMemcpy(v.data(), p, n * sizeof(float), cudaMemcpyDeviceToHost));
	say("as on the host", v == on_host(CURAND_RNG_PSEUDO_MRG32K3A, n));
	cudaFree(p);
}

static void moments() {
	const size_t n = 1 << 18;
	curandGenerator_t g;
	curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT);
	float *p;
	cudaMalloc(&p, n * sizeof(float));
	std::vector<float> v(n);
	for (int log = 0; log < 2; log++) {
		if (log)
			curandGenerateLogNormal(g, p, n, 1, 0.5f);
		else
			curandGenerateNormal(g, p, n, 3, 2);
		cudaMemcpy(v.data(), p, n * sizeof(float), cudaMemcpyDeviceToHost);
		double sum = 0, squares = 0;
		for (float x : v)
			sum += x, squares += (double)x * x;
		printf("mean %.1f deviation %.1f\n", sum / n, sqrt(squares / n - sum * sum / n / n));
	}
	cudaFree(p);
	curandDestroyGenerator(g);
}

static void statuses() {
	curandGenerator_t g = nullptr;
	unsigned word[8];
	double fraction[8];
	say("type", curandCreateGenerator(&g, (curandRngType_t)55));
	say("no generator", curandGenerate(nullptr, word, 1));
	say("no generator, odd", curandGenerateNormalDouble(nullptr, fraction, 3, 0, 1));
	say("destroy none", curandDestroyGenerator(nullptr));
	say("host", curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_XORWOW));
	say("dimensions", curandSetQuasiRandomGeneratorDimensions(g, 2));
	say("long words", curandGenerateLongLong(g, (unsigned long long *)fraction, 2));
	say("odd", curandGenerateNormalDouble(g, fraction, 3, 0, 1));
	say("mean", curandGeneratePoisson(g, word, 2, 400001));
	say("none of a bad mean", curandGeneratePoisson(g, word, 0, -1));
	say("destroy", curandDestroyGenerator(g));
	int value = 0;
	// as an H200 has it
	for (curandRngType_t type : {CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_MTGP32}) {
		curandCreateGenerator(&g, type);
		say("dynamic", curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_DYNAMIC));
		curandDestroyGenerator(g);
	}
	say("version", curandGetVersion(&value));
	say("", value);
	say("property", curandGetProperty(MAJOR_VERSION, &value));
	say("", value);
	say("property", curandGetProperty((libraryPropertyType)7, &value));
}

static void tables() {
	curandDirectionVectors32_t *v;
	curandDirectionVectors64_t *w;
	unsigned *c;
	unsigned long long *d;
	say("set", curandGetDirectionVectors32(&v, CURAND_DIRECTION_VECTORS_64_JOEKUO6));
	say("32", curandGetDirectionVectors32(&v, CURAND_DIRECTION_VECTORS_32_JOEKUO6));
	printf("%08x %08x\n", v[19999][3], v[4][12]);
	say("32", curandGetDirectionVectors32(&v, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
	printf("%08x %08x\n", v[0][0], v[2][11]);
	say("64", curandGetDirectionVectors64(&w, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
	printf("%016llx %016llx\n", w[1][0], w[2][11]);
	say("constants", curandGetScrambleConstants32(&c));
	say("constants", curandGetScrambleConstants64(&d));
	printf("%08x %016llx\n", c[0], d[11]);
	curandDiscreteDistribution_t table, copy_at;
	say("poisson", curandCreatePoissonDistribution(-1, &table));
	say("poisson", curandCreatePoissonDistribution(10, &table));
	curandDiscreteDistribution_st copy;
	cudaMemcpy(&copy, table, sizeof copy, cudaMemcpyDeviceToHost);
	curandDistributionM2Shift_st shift;
	cudaMemcpy(&shift, copy.M2, sizeof shift, cudaMemcpyDeviceToHost);
	copy_at = copy.self_host_ptr;
	printf("mean %g, %u bins from %u, %d\n", copy.mean, shift.length, shift.shift, copy_at == table);
	say("destroy", curandDestroyDistribution(table));
	say("destroy", curandDestroyDistribution(nullptr));
}

int main() {
	streams();
	destroyed_stream();
	moments();
	statuses();
	tables();
	say("last error", cudaGetLastError());
	return 0;
}
