/* latency.cu - the latencies that the model of a multiprocessor (tools/page/sm.c) has as defaults: chains of dependent
 * instructions, timed by one warp, and walks through memory of all sizes. By hand, on a machine with a GPU:
 *
 *     nvcc -O2 -arch=native latency.cu -o latency && ./latency
 *
 * An H200 says: fma.f32, mad.s32 and lop3 4 cycles, fma.f64 8, two conversions 36, ld.shared 23, atom.shared 26,
 * bar.sync 14; memory 33 (L1), 280 (L2), 660 (DRAM, by ld.ca, with a miss of the TLB now and then).
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <vector>

enum { LENGTH = 256, CHAINS = 8 };

#define CHAIN(i, ...)                                     \
	do {                                              \
		long long start = clock64();              \
		_Pragma("unroll") for (int k = 0; k < LENGTH; k++) asm volatile(__VA_ARGS__); \
		cycles[i] = clock64() - start;            \
	} while (0)

static const char *const name[CHAINS] = {"fma.f32",   "mad.s32",     "lop3",     "fma.f64",
                                         "ld.shared", "atom.shared", "bar.sync", "cvt f64 and back"};

__global__ void chains(long long *cycles, unsigned *sink, float f, int a, double d) {
	__shared__ unsigned word[64];
	unsigned self = (unsigned)__cvta_generic_to_shared(word), at = self, bits = a;
	int m = a;
	float e = f, g = f;
	word[threadIdx.x] = self; /* a word that points to itself */
	__syncthreads();
	for (int round = 0; round < 2; round++) { /* the first one fills the caches */
		CHAIN(0, "fma.rn.f32 %0, %0, %1, %1;" : "+f"(f) : "f"(g));
		CHAIN(1, "mad.lo.s32 %0, %0, %1, %1;" : "+r"(m) : "r"(a));
		CHAIN(2, "lop3.b32 %0, %0, %1, %1, 0x96;" : "+r"(bits) : "r"(a));
		CHAIN(3, "fma.rn.f64 %0, %0, %0, %0;" : "+d"(d));
		CHAIN(4, "ld.shared.u32 %0, [%0];" : "+r"(at));
		CHAIN(5, "atom.shared.and.b32 %0, [%1], %0;" : "+r"(at) : "r"(self + 4 * threadIdx.x));
		CHAIN(6, "bar.sync 0;");
		CHAIN(7, "cvt.rn.f32.f64 %0, %1; cvt.f64.f32 %1, %0;" : "+f"(e), "+d"(d));
	}
	*sink = f + bits + d + e + at + m;
}

template <bool L2> __global__ void walk(unsigned long long at, int n, long long *cycles) {
	for (int round = 0; round < 2; round++) {
		long long start = clock64();
		for (int i = 0; i < n; i++) {
			if (L2)
				asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
			else
				asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
		}
		*cycles = clock64() - start + (at == 1);
	}
}

template <bool L2> static double walk_cycles(unsigned long long at, int n, long long *cycles) {
	long long taken;
	walk<L2><<<1, 1>>>(at, n, cycles);
	cudaMemcpy(&taken, cycles, sizeof taken, cudaMemcpyDeviceToHost);
	return (double)taken / n;
}

int main() {
	enum { STEP = 256, MOST = 30000 };
	long long *cycles, taken[CHAINS];
	unsigned *sink;
	cudaMalloc(&cycles, sizeof taken);
	cudaMalloc(&sink, sizeof *sink);
	chains<<<1, 32>>>(cycles, sink, 1, 1, 1);
	cudaMemcpy(taken, cycles, sizeof taken, cudaMemcpyDeviceToHost);
	for (int i = 0; i < CHAINS; i++)
		std::printf("%-18s %.2f\n", name[i], (double)taken[i] / LENGTH);
	for (int bits = 13; bits < 31; bits++) {
		/* each word holds the address of the next: a walk that comes to all of them in no useful order */
		unsigned long long n = (1ull << bits) / STEP, *memory;
		std::vector<unsigned long long> next(n * STEP / 8);
		cudaMalloc(&memory, n * STEP);
		for (unsigned long long i = 0; i < n; i++)
			next[i * STEP / 8] = (unsigned long long)(memory + (i * 1234565 + 891) % n * STEP / 8);
		cudaMemcpy(memory, next.data(), n * STEP, cudaMemcpyHostToDevice);
		int steps = n < MOST ? (int)n : MOST;
		std::printf("%8llu KiB: ld.ca %4.0f, ld.cg %4.0f\n", n * STEP >> 10,
		            walk_cycles<false>((unsigned long long)memory, steps, cycles),
		            walk_cycles<true>((unsigned long long)memory, steps, cycles));
		cudaFree(memory);
	}
	if (cudaError_t e = cudaDeviceSynchronize())
		return std::printf("%s\n", cudaGetErrorString(e)), 1;
	return 0;
}
