// Generic addresses in a function that is too large for accesses in line: of shared, local and global memory, the same
// for all lanes or not, of each width. The host computes the same.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cuda_runtime.h>

enum { THREADS = 80, BYTES = 256, STEPS = 320 };

typedef unsigned long long u64;

template <class T>
__host__ __device__ inline void step(unsigned char *p, unsigned &x, unsigned i)
{
	T *q = (T *)p;
	unsigned n = BYTES / sizeof(T), at = (x + i * 7) % n;
	T v = q[at];
	q[(at * 5 + 1) % n] = (T)(v * 3 + x);
	x = x * 1664525 + (unsigned)v + i;
}

__host__ __device__ __noinline__ unsigned stir(unsigned char *p, unsigned x)
{
#pragma unroll
	for (unsigned i = 0; i < STEPS; i += 4) {
		step<unsigned char>(p, x, i);
		step<unsigned short>(p, x, i);
		step<unsigned>(p, x, i);
		step<u64>(p, x, i);
	}
	return x;
}

__host__ __device__ inline unsigned char first_byte(int t, int i)
{
	return (unsigned char)(t * 31 + i * 7);
}

__host__ __device__ inline unsigned fill_and_stir(unsigned char *p, int t, bool some)
{
	for (int i = 0; i < BYTES; i++)
		p[i] = first_byte(t, i);
	unsigned x = t;
	if (!some || t & 1)
		x = stir(p, x);
	for (int i = 0; i < BYTES; i++)
		x = x * 31 + p[i];
	return x;
}

// where: 0 shared, 1 local, 2 global, 3 by the lane; some: only odd threads
__global__ void kernel(unsigned char *global, unsigned *out, int where, bool some)
{
	__shared__ __align__(8) unsigned char shared[THREADS][BYTES];
	__align__(8) unsigned char local[BYTES];
	int t = threadIdx.x, w = where < 3 ? where : t % 3;
	unsigned char *mine = global + t * BYTES, *p = w == 0 ? shared[t] : w == 1 ? local : mine;
	out[t] = fill_and_stir(p, t, some);
}

static unsigned expected(int t, bool some)
{
	alignas(8) unsigned char p[BYTES];
	return fill_and_stir(p, t, some);
}

int main()
{
	unsigned char *global;
	unsigned *out;
	cudaMallocManaged(&global, THREADS * BYTES);
	cudaMallocManaged(&out, THREADS * sizeof *out);
	for (int where = 0; where < 4; where++)
		for (bool some : {false, true}) {
			int wrong = 0;
			kernel<<<1, THREADS>>>(global, out, where, some);
			cudaError_t e = cudaDeviceSynchronize();
			for (int t = 0; t < THREADS; t++)
				wrong += out[t] != expected(t, some);
			printf("%d %d: %s, %d wrong\n", where, some, cudaGetErrorName(e), wrong);
		}
}
