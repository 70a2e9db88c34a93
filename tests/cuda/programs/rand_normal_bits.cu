// rand_normal_bits.cu - normal and log-normal numbers of cuRAND's device functions in single precision, bit by bit: a hash of what 64 threads
// draw, and the first numbers.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <curand_kernel.h>

enum { THREADS = 64, DRAWS = 64 };

__device__ void put(uint64_t *h, float v) {
	*h = (*h ^ __float_as_uint(v)) * 0x100000001b3ull;
}
__device__ void put(uint64_t *h, float2 v) {
	put(h, v.x);
	put(h, v.y);
}
__device__ void put(uint64_t *h, float4 v) {
	put(h, v.x);
	put(h, v.y);
	put(h, v.z);
	put(h, v.w);
}

template <class State>
__device__ void begin(State *s) {
	curand_init(1234, threadIdx.x, 0, s);
}

#define DRAW(name, call)                                                \
	template <class State>                                          \
	__global__ void name(uint64_t *hashes) {                        \
		State s;                                                \
		begin(&s);                                              \
		uint64_t h = 0xcbf29ce484222325ull;                     \
		for (int i = 0; i < DRAWS; i++)                         \
			put(&h, call);                                  \
		hashes[threadIdx.x] = h;                                \
	}
DRAW(normal, curand_normal(&s))
DRAW(normal2, curand_normal2(&s))
DRAW(normal4, curand_normal4(&s))
DRAW(log_normal, curand_log_normal(&s, 0.25f, 1.5f))
DRAW(log_normal2, curand_log_normal2(&s, 0.25f, 1.5f))
DRAW(log_normal4, curand_log_normal4(&s, 0.25f, 1.5f))

static void show(const char *name, void (*kernel)(uint64_t *)) {
	static uint64_t *hashes, all[THREADS], h = 0;
	if (!hashes)
		cudaMalloc(&hashes, sizeof all);
	kernel<<<1, THREADS>>>(hashes);
	cudaMemcpy(all, hashes, sizeof all, cudaMemcpyDeviceToHost);
	h = 0;
	for (uint64_t x : all)
		h = (h ^ x) * 0x100000001b3ull;
	printf("%-40s %016llx %016llx\n", name, (unsigned long long)all[0], (unsigned long long)h);
}
#define SHOW(name, state) show(#name " " #state, name<state>)

int main() {
	SHOW(normal, curandStateXORWOW_t);
	SHOW(normal, curandStateMRG32k3a_t);
	SHOW(normal, curandStatePhilox4_32_10_t);
	SHOW(normal2, curandStateXORWOW_t);
	SHOW(normal2, curandStateMRG32k3a_t);
	SHOW(normal2, curandStatePhilox4_32_10_t);
	SHOW(normal4, curandStatePhilox4_32_10_t);
	SHOW(log_normal, curandStateXORWOW_t);
	SHOW(log_normal, curandStateMRG32k3a_t);
	SHOW(log_normal, curandStatePhilox4_32_10_t);
	SHOW(log_normal2, curandStateXORWOW_t);
	SHOW(log_normal2, curandStateMRG32k3a_t);
	SHOW(log_normal2, curandStatePhilox4_32_10_t);
	SHOW(log_normal4, curandStatePhilox4_32_10_t);
	return 0;
}
