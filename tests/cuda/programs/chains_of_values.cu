// More values than a host has registers, in long blocks without a branch: chains of 64-bit numbers, of doubles and of
// words that all lanes share, with a load and a condition among them. The host computes the same.
// SPDX-License-Identifier: Apache-2.0
// build: --fmad=false -Xcompiler -ffp-contract=off
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

enum { THREADS = 96, VALUES = 24, ROUNDS = 40 };

typedef unsigned long long u64;

template <class T, class F>
__host__ __device__ inline void mix(T (&v)[VALUES], F f)
{
#pragma unroll
	for (int r = 0; r < ROUNDS; r++)
#pragma unroll
		for (int i = 0; i < VALUES; i += 2)
			f(v[i], v[(i + 7 * r + 1) % VALUES], v[(i + 11) % VALUES], r);
}

__host__ __device__ inline u64 integers(const u64 *in, int t, u64 key)
{
	u64 v[VALUES], sum = 0;
	for (int i = 0; i < VALUES; i++)
		v[i] = in[t] * (i + 1) + key;
	mix(v, [=](u64 &a, u64 b, u64 c, int r) {
		u64 x = b ^ (key * r), y = a >> (r & 31) | a << (64 - (r & 31) - (r % 32 == 0));
		a = (y + x) ^ (c > a ? in[(t + r) % THREADS] : c);
	});
	for (int i = 0; i < VALUES; i++)
		sum = sum * 31 + v[i];
	return sum;
}

__host__ __device__ inline u64 doubles(const u64 *in, int t, u64 key)
{
	double v[VALUES], sum = 0;
	u64 bits;
	for (int i = 0; i < VALUES; i++)
		v[i] = (double)(in[t] >> 40) * (i + 1) + (double)(key & 255);
	mix(v, [](double &a, double b, double c, int r) { a = a < c ? b - a * 0.5 : c * 0.25 - b * 0.125 + r; });
	for (int i = 0; i < VALUES; i++)
		sum += v[i];
	memcpy(&bits, &sum, sizeof bits);
	return bits;
}

__global__ void kernel(const u64 *in, u64 *out, u64 key)
{
	int t = threadIdx.x;
	out[t] = integers(in, t, key);
	out[THREADS + t] = doubles(in, t, key);
}

int main()
{
	u64 *in, *out;
	cudaMallocManaged(&in, THREADS * sizeof *in);
	cudaMallocManaged(&out, 2 * THREADS * sizeof *out);
	for (int i = 0; i < THREADS; i++)
		in[i] = (i + 1) * 0x9e3779b97f4a7c15ull;
	for (u64 key : {0ull, 1ull, 0xdeadbeefcafeull}) {
		int wrong[2] = {0, 0};
		kernel<<<1, THREADS>>>(in, out, key);
		cudaDeviceSynchronize();
		for (int t = 0; t < THREADS; t++) {
			wrong[0] += out[t] != integers(in, t, key);
			wrong[1] += out[THREADS + t] != doubles(in, t, key);
		}
		printf("%d %d wrong\n", wrong[0], wrong[1]);
	}
}
