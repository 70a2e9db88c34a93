// The generators of curand_kernel.h: their first numbers, after jumps, and as fractions, as hexadecimal digits.
#include <cstdio>
#include <cstring>
#include <curand_kernel.h>

template <typename State> struct Started {
	static __device__ void start(State *s, int t) {
		curand_init(1234567890123ull + 77 * (t & 3), t, 5 * t + (t > 4 ? (1ull << 35) + 17 : 0), s);
	}
};

__device__ unsigned directions32[4][32];
__device__ unsigned long long directions64[4][64];

template <> struct Started<curandStateSobol32_t> {
	static __device__ void start(curandStateSobol32_t *s, int t) {
		curand_init(directions32[t & 3], 1000u * t, s);
	}
};
template <> struct Started<curandStateScrambledSobol32_t> {
	static __device__ void start(curandStateScrambledSobol32_t *s, int t) {
		curand_init(directions32[t & 3], 0x9e3779b9u * t, 1000u * t, s);
	}
};
template <> struct Started<curandStateSobol64_t> {
	static __device__ void start(curandStateSobol64_t *s, int t) {
		curand_init(directions64[t & 3], 100000000000ull * t, s);
	}
};
template <> struct Started<curandStateScrambledSobol64_t> {
	static __device__ void start(curandStateScrambledSobol64_t *s, int t) {
		curand_init(directions64[t & 3], 0x9e3779b97f4a7c15ull * t, 100000000000ull * t, s);
	}
};

enum { threads = 8, numbers = 9 };
struct Results {
	unsigned long long word[numbers];
	unsigned single[numbers];
	unsigned long long twice[numbers];
};

template <typename State> __global__ void draw(Results *results) {
	State state;
	Started<State>::start(&state, threadIdx.x);
	Results &r = results[threadIdx.x];
	for (int i = 0; i < numbers; i++)
		r.word[i] = curand(&state);
	for (int i = 0; i < numbers; i++)
		r.single[i] = __float_as_uint(curand_uniform(&state));
	for (int i = 0; i < numbers; i++)
		r.twice[i] = __double_as_longlong(curand_uniform_double(&state));
	skipahead(1000003, &state);
	r.word[numbers - 1] ^= curand(&state);
}

template <typename State> void show(const char *name) {
	static Results host[threads];
	Results *device;
	cudaMalloc(&device, sizeof host);
	draw<State><<<1, threads>>>(device);
	cudaError_t e = cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
	printf("%s: %s\n", name, cudaGetErrorString(e));
	for (int t = 0; t < threads; t++) {
		for (int i = 0; i < numbers; i++)
			printf(" %llx", host[t].word[i]);
		printf("\n ");
		for (int i = 0; i < numbers; i++)
			printf(" %08x", host[t].single[i]);
		printf("\n  ");
		for (int i = 0; i < numbers; i++)
			printf(" %016llx", host[t].twice[i]);
		printf("\n");
	}
	cudaFree(device);
}

// Jumps over sequences, and numbers in fours.
__global__ void jumps(unsigned *out) {
	curandStateXORWOW_t x;
	curandStateMRG32k3a_t m;
	curandStatePhilox4_32_10_t p;
	curand_init(42, 0, 0, &x);
	curand_init(42, 0, 0, &m);
	curand_init(42, 0, 0, &p);
	unsigned *o = out + threadIdx.x * 16;
	skipahead_sequence(threadIdx.x * 1000000007ull, &x);
	skipahead_sequence(threadIdx.x * 1000000007ull, &m);
	skipahead_sequence(threadIdx.x * 1000000007ull, &p);
	*o++ = curand(&x);
	*o++ = curand(&m);
	*o++ = curand(&p);
	skipahead_subsequence(threadIdx.x + 3ull, &m);
	*o++ = curand(&m);
	skipahead(threadIdx.x, &p);
	uint4 v = curand4(&p);
	*o++ = v.x;
	*o++ = v.y;
	*o++ = v.z;
	*o++ = v.w;
	float4 f = curand_uniform4(&p);
	*o++ = __float_as_uint(f.x);
	*o++ = __float_as_uint(f.w);
	double2 d = curand_uniform2_double(&p);
	*o++ = __double2hiint(d.x);
	*o++ = __double2loint(d.y);
	*o++ = curand(&p);
	curandStateXORWOW_t z;
	curand_init(0, 0, 0, &z);
	*o++ = curand(&z);
	curandStateMRG32k3a_t y;
	curand_init(0, 0, 0, &y);
	*o++ = curand(&y);
	*o++ = sizeof x + sizeof m * 100 + sizeof p * 10000;
}

// Direction vectors of four of the sequences of Joe and Kuo (2008), from their numbers.
template <typename Word, int Bits> void directions(Word (*all)[Bits]) {
	static const int degree[] = {0, 1, 2, 4}, poly[] = {0, 0, 1, 1}, first[][4] = {{}, {1}, {1, 3}, {1, 1, 3, 3}};
	for (int d = 0; d < 4; d++) {
		Word *v = all[d];
		int s = degree[d];
		for (int i = 0; i < Bits; i++) {
			if (i < s || s == 0) {
				v[i] = (Word)(s ? first[d][i] : 1) << (Bits - 1 - i);
				continue;
			}
			v[i] = v[i - s] ^ v[i - s] >> s;
			for (int k = 1; k < s; k++)
				if (poly[d] >> (s - 1 - k) & 1)
					v[i] ^= v[i - k];
		}
	}
}

int main() {
	static unsigned d32[4][32];
	static unsigned long long d64[4][64];
	directions(d32);
	directions(d64);
	cudaMemcpyToSymbol(directions32, d32, sizeof d32);
	cudaMemcpyToSymbol(directions64, d64, sizeof d64);
	show<curandStateXORWOW_t>("xorwow");
	show<curandStateMRG32k3a_t>("mrg32k3a");
	show<curandStatePhilox4_32_10_t>("philox");
	show<curandStateSobol32_t>("sobol32");
	show<curandStateScrambledSobol32_t>("scrambled sobol32");
	show<curandStateSobol64_t>("sobol64");
	show<curandStateScrambledSobol64_t>("scrambled sobol64");
	unsigned host[5 * 16], *device;
	cudaMalloc(&device, sizeof host);
	jumps<<<1, 5>>>(device);
	cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 5 * 16; i++)
		printf("%08x%c", host[i], i % 16 == 15 ? '\n' : ' ');
	return cudaDeviceSynchronize();
}
