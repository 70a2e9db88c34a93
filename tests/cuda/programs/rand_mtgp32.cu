// rand_mtgp32.cu - MTGP32 of cuRAND's device functions: the table of parameters, states that the host makes, and what blocks draw, as hashes.
#include <cstdio>
#include <cstring>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>
#include <vector>

static unsigned long long hash(const void *p, size_t n) {
	unsigned long long h = 0xcbf29ce484222325ull;
	for (size_t i = 0; i < n; i++)
		h = (h ^ ((const unsigned char *)p)[i]) * 0x100000001b3ull;
	return h;
}

struct Bits {
	__device__ unsigned operator()(curandStateMtgp32 *s) {
		return curand(s);
	}
};
struct Uniform {
	__device__ float operator()(curandStateMtgp32 *s) {
		return curand_uniform(s);
	}
};
struct UniformDouble {
	__device__ double operator()(curandStateMtgp32 *s) {
		return curand_uniform_double(s);
	}
};
struct Poisson {
	double mean;
	__device__ unsigned operator()(curandStateMtgp32 *s) {
		return curand_poisson(s, mean);
	}
};
struct Specific {
	__device__ unsigned operator()(curandStateMtgp32 *s) {
		return curand_mtgp32_specific(s, threadIdx.x, blockDim.x);
	}
};

template <class T, class F>
__global__ void draw(curandStateMtgp32 *s, T *out, int times, F f) {
	int t = threadIdx.y * blockDim.x + threadIdx.x, n = blockDim.x * blockDim.y;
	for (int i = 0; i < times; i++)
		out[(blockIdx.x * times + i) * n + t] = f(&s[blockIdx.x]);
}

static mtgp32_kernel_params *params;
static curandStateMtgp32 *states;

template <class T, class F>
static void ask(const char *name, F f, int blocks, dim3 block, int times, unsigned long long seed = 1234) {
	T *p;
	int n = blocks * times * block.x * block.y;
	cudaMalloc(&p, n * sizeof(T));
	int made = curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params, blocks, seed);
	draw<<<blocks, block>>>(states, p, times, f);
	std::vector<T> v(n);
	cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
	printf("%s %llx %d: %d %016llx; %.9g %.9g\n", name, seed, block.x * block.y, made, hash(v.data(), n * sizeof(T)), (double)v[0],
	       (double)v[1]);
	cudaFree(p);
}

int main() {
	std::vector<unsigned> flat;
	for (auto &q : mtgp32dc_params_fast_11213) {
		flat.insert(flat.end(), {(unsigned)q.pos, (unsigned)q.sh1, (unsigned)q.sh2});
		flat.insert(flat.end(), q.tbl, q.tbl + 16);
		flat.insert(flat.end(), q.tmp_tbl, q.tmp_tbl + 16);
		flat.insert(flat.end(), q.flt_tmp_tbl, q.flt_tmp_tbl + 16);
		flat.push_back(q.mask);
	}
	printf("%zu %zu %zu; table %016llx\n", sizeof(mtgp32_params_fast_t), sizeof(mtgp32_kernel_params), sizeof(curandStateMtgp32),
	       hash(flat.data(), flat.size() * 4));
	cudaMalloc(&params, sizeof *params);
	cudaMalloc(&states, CURAND_NUM_MTGP32_PARAMS * sizeof *states);
	printf("constants: %d\n", curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params));
	ask<unsigned>("bits", Bits(), 200, dim3(64), 6);
	ask<unsigned>("bits", Bits(), 200, dim3(1), 6, 0);
	ask<unsigned>("bits", Bits(), 200, dim3(200), 6, 0xfedcba9876543210ull);
	ask<float>("uniform", Uniform(), 5, dim3(256), 3);
	ask<float>("uniform", Uniform(), 5, dim3(16, 8), 3);
	ask<double>("uniform_double", UniformDouble(), 5, dim3(256), 3);
	ask<unsigned>("poisson", Poisson{3.5}, 5, dim3(256), 3);
	ask<unsigned>("poisson", Poisson{77}, 5, dim3(256), 3);
	ask<unsigned>("poisson", Poisson{5000}, 5, dim3(256), 3);
	ask<unsigned>("specific", Specific(), 5, dim3(100), 3);
	printf("null: %d", curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, nullptr));
	printf(" %d\n", curandMakeMTGP32KernelState(nullptr, mtgp32dc_params_fast_11213, params, 1, 5));
	cudaGetLastError();
	printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
	return 0;
}
