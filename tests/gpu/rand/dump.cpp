// dump.cpp - writes numbers of generators on the device to a file, to find their order and their formulas from.
// Usage: dump FILE, TYPE ORDERING CALL COUNT for each part.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>
#include <curand.h>

int main(int argc, char **argv) {
	FILE *f = fopen(argv[1], "wb");
	for (int i = 2; i + 3 < argc; i += 4) {
		curandGenerator_t g;
		curandCreateGenerator(&g, (curandRngType_t)atoi(argv[i]));
		int order = atoi(argv[i + 1]);
		int s = order ? curandSetGeneratorOrdering(g, (curandOrdering_t)order) : 0;
		char c = argv[i + 2][0];
		size_t n = atol(argv[i + 3]), width = c == 'l' || c == 'd' || c == 'N' || c == 'E' ? 8 : 4;
		void *p;
		cudaMalloc(&p, n * width);
		int r = c == 'i'   ? curandGenerate(g, (unsigned *)p, n)
		        : c == 'l' ? curandGenerateLongLong(g, (unsigned long long *)p, n)
		        : c == 'u' ? curandGenerateUniform(g, (float *)p, n)
		        : c == 'd' ? curandGenerateUniformDouble(g, (double *)p, n)
		        : c == 'n' ? curandGenerateNormal(g, (float *)p, n, 0, 1)
		        : c == 'N' ? curandGenerateNormalDouble(g, (double *)p, n, 0, 1)
		        : c == 'e' ? curandGenerateLogNormal(g, (float *)p, n, 0, 1)
		        : c == 'E' ? curandGenerateLogNormalDouble(g, (double *)p, n, 0, 1)
		                   : curandGeneratePoisson(g, (unsigned *)p, n, atof(argv[i + 2] + 1));
		std::vector<char> v(n * width);
		cudaMemcpy(v.data(), p, v.size(), cudaMemcpyDeviceToHost);
		fwrite(v.data(), 1, v.size(), f);
		printf("%s %s %s %s: %d %d\n", argv[i], argv[i + 1], argv[i + 2], argv[i + 3], s, r);
		cudaFree(p);
		curandDestroyGenerator(g);
	}
	fclose(f);
	return 0;
}
