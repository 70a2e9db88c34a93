// sequences.cpp - runs scripts of calls of cuRAND's host interface, each with a generator on the device and one on
// the host, and prints for each call its status, a hash of the results and a few of them.
//
// A script is a type of generator and calls: o ordering, s seed, f offset, m dimensions, x GenerateSeeds; then with a
// count i Generate, l LongLong, u Uniform, d UniformDouble, n Normal, N NormalDouble, e LogNormal, E LogNormalDouble,
// pLAMBDA:COUNT Poisson. Only the hash of what no approximation enters is the same everywhere, so that of normal
// numbers is printed with -n only.
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <curand.h>

static bool show_normal;

static uint64_t fnv(const void *p, size_t n) {
	uint64_t h = 0xcbf29ce484222325ull;
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 0x100000001b3ull;
	return h;
}

static const double mean = 0.25, deviation = 1.5;

static curandStatus_t call(curandGenerator_t g, char what, void *p, size_t n, double lambda) {
	switch (what) {
	case 'i': return curandGenerate(g, (unsigned *)p, n);
	case 'l': return curandGenerateLongLong(g, (unsigned long long *)p, n);
	case 'u': return curandGenerateUniform(g, (float *)p, n);
	case 'd': return curandGenerateUniformDouble(g, (double *)p, n);
	case 'n': return curandGenerateNormal(g, (float *)p, n, (float)mean, (float)deviation);
	case 'N': return curandGenerateNormalDouble(g, (double *)p, n, mean, deviation);
	case 'e': return curandGenerateLogNormal(g, (float *)p, n, (float)mean, (float)deviation);
	case 'E': return curandGenerateLogNormalDouble(g, (double *)p, n, mean, deviation);
	default: return curandGeneratePoisson(g, (unsigned *)p, n, lambda);
	}
}

static void show(char what, const unsigned char *bits, size_t width, size_t i) {
	if (what == 'n' || what == 'e') {
		float v;
		memcpy(&v, bits + i * width, width);
		printf(" %.4g", v);
	} else if (what == 'N' || what == 'E') {
		double v;
		memcpy(&v, bits + i * width, width);
		printf(" %.9g", v);
	} else {
		uint64_t v = 0;
		memcpy(&v, bits + i * width, width);
		printf(" %0*llx", (int)(2 * width), (unsigned long long)v);
	}
}

static std::vector<unsigned char> other; // the device's results of the same call, for -n

static void generate(curandGenerator_t g, bool host, char what, size_t n, double lambda,
                     std::vector<std::vector<unsigned char>> *all, size_t index) {
	size_t width = strchr("ldNE", what) ? 8 : 4, bytes = n * width;
	std::vector<unsigned char> result(bytes + 16, 0xcd);
	curandStatus_t s;
	if (host) {
		s = call(g, what, result.data(), n, lambda);
	} else {
		void *p;
		cudaMalloc(&p, bytes + 16);
		cudaMemset(p, 0xcd, bytes + 16);
		s = call(g, what, p, n, lambda);
		cudaMemcpy(result.data(), p, bytes + 16, cudaMemcpyDeviceToHost);
		cudaFree(p);
	}
	printf(" %d", (int)s);
	bool beyond = false;
	for (size_t i = 0; i < 16; i++)
		beyond |= result[bytes + i] != 0xcd;
	if (beyond)
		printf(" writes beyond");
	if (s == CURAND_STATUS_SUCCESS) {
		if (show_normal || !strchr("nNeE", what))
			printf(" %016llx", (unsigned long long)fnv(result.data(), bytes));
		printf(":");
		for (size_t i = 0; i < n && i < 3; i++)
			show(what, result.data(), width, i);
		for (size_t i = n > 5 ? n - 2 : 3; i < n; i++)
			show(what, result.data(), width, i);
	}
	if (all && !host) {
		all->resize(index + 1);
		(*all)[index] = result;
	}
	if (all && host && index < all->size() && (*all)[index].size() == result.size()) {
		size_t differ = 0, first = n;
		for (size_t i = 0; i < n; i++)
			if (memcmp(&result[i * width], &(*all)[index][i * width], width)) {
				if (!differ)
					first = i;
				differ++;
			}
		if (differ)
			printf(" [%zu differ from %zu]", differ, first);
	}
	printf("\n");
}

static void script(const char *text, bool host, std::vector<std::vector<unsigned char>> *all) {
	std::istringstream in(text);
	int type;
	in >> type;
	curandGenerator_t g;
	curandStatus_t s = host ? curandCreateGeneratorHost(&g, (curandRngType_t)type)
	                        : curandCreateGenerator(&g, (curandRngType_t)type);
	printf("%s: %s %d\n", text, host ? "host" : "device", (int)s);
	if (s != CURAND_STATUS_SUCCESS)
		return;
	std::string word;
	size_t index = 0;
	while (in >> word) {
		char what = word[0];
		unsigned long long v = strtoull(word.c_str() + 1, nullptr, 0);
		printf(" %s", word.c_str());
		index++;
		switch (what) {
		case 'o': printf(" %d\n", (int)curandSetGeneratorOrdering(g, (curandOrdering_t)v)); break;
		case 's': printf(" %d\n", (int)curandSetPseudoRandomGeneratorSeed(g, v)); break;
		case 'f': printf(" %d\n", (int)curandSetGeneratorOffset(g, v)); break;
		case 'm':
			printf(" %d\n", (int)curandSetQuasiRandomGeneratorDimensions(g, (unsigned)v));
			break;
		case 'x': printf(" %d\n", (int)curandGenerateSeeds(g)); break;
		case 'p': {
			const char *colon = strchr(word.c_str(), ':');
			generate(g, host, what, strtoull(colon + 1, nullptr, 0), atof(word.c_str() + 1), all, index);
			break;
		}
		default: generate(g, host, what, v, 0, all, index);
		}
	}
	if (!host)
		printf(" %s", cudaGetErrorString(cudaDeviceSynchronize()));
	printf(" destroy %d\n", (int)curandDestroyGenerator(g));
	fflush(stdout);
}

int main(int argc, char **argv) {
	int first = 1;
	if (argc > 1 && !strcmp(argv[1], "-n"))
		show_normal = true, first = 2;
	bool only_host = getenv("ONLY_HOST"), only_device = getenv("ONLY_DEVICE");
	char line[1000];
	FILE *f = fopen(argv[first], "r");
	while (f && fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = 0;
		if (line[0] == 0 || line[0] == '#')
			continue;
		std::vector<std::vector<unsigned char>> all;
		if (!only_host)
			script(line, false, show_normal ? &all : nullptr);
		if (!only_device)
			script(line, true, show_normal ? &all : nullptr);
	}
	return 0;
}
