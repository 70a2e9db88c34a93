/* Loops in a loop of a known number of rounds: inner ones whose number follows from the
 * outer counter, is known already, or is not known, in all orders.
 * SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>

#define BOTH __host__ __device__

template <int n> static BOTH unsigned follows(const unsigned *p, unsigned s) {
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			s = s * 5 + p[j] - i;
	return s;
}

template <int n> static BOTH unsigned follows_then_known(const unsigned *p, unsigned s) {
	for (int i = 0; i < n; i++) {
		for (int j = i; j < n; j++)
			s = s * 5 + p[j];
		for (int j = 0; j < 3; j++)
			s = s * 3 + p[j + i];
	}
	return s;
}

template <int n> static BOTH unsigned known_then_follows(const unsigned *p, unsigned s) {
	for (int i = n; i > 0; i -= 2) {
		for (int j = 0; j < 3; j++)
			s = s * 3 + p[j + i];
		for (int j = 0; j < i; j++)
			s = s * 7 + p[j];
	}
	return s;
}

template <int n> static BOTH unsigned unknown(const unsigned *p, unsigned s, int most) {
	for (int i = 0; i < n; i++) {
		for (int j = i; j < most; j++)
			s = s * 5 + p[j];
		for (int j = 0; j < i; j++)
			s = s * 3 + p[j];
		for (int j = 0; j < 3; j++)
			s ^= p[j] << i;
	}
	return s;
}

/* A counter that doubles, and one that is halved, down to nothing. */
static BOTH unsigned doubles(const unsigned *p, unsigned s) {
	for (int k = 2; k <= 512; k *= 2)
		for (int d = k / 2; d > 0; d /= 2)
			s = (s ^ d) * 9 + p[d & 15];
	for (unsigned k = 1; k < 1u << 28; k <<= 3)
		for (unsigned d = k; d; d >>= 4)
			s += s << 1 ^ d;
	return s;
}

/* Jumps out of both, and rounds that are left out. */
template <int n> static BOTH unsigned jumps(const unsigned *p, unsigned s) {
	for (int i = 1; i < n; i++) {
		if (p[i] % 5 == 0)
			continue;
		for (int j = 0; j < i; j++) {
			if (p[j] % 7 == 1)
				break;
			s = s * 11 + p[j];
			if (s % 97 == 3)
				return s + i;
		}
	}
	return s;
}

static BOTH unsigned all(const unsigned *p, unsigned s, int most) {
	s = follows<4>(p, s) ^ follows<12>(p, s) ^ follows<40>(p, s + 1);
	s ^= follows_then_known<12>(p, s) + follows_then_known<3>(p, s);
	s ^= known_then_follows<15>(p, s) + known_then_follows<16>(p, s);
	s ^= unknown<9>(p, s, most) + unknown<20>(p, s, most);
	return doubles(p, s) + jumps<14>(p, s);
}

__global__ void kernel(const unsigned *p, unsigned *out, int most) {
	out[threadIdx.x] = all(p + threadIdx.x, threadIdx.x, most);
}

int main() {
	const int threads = 64;
	unsigned p[threads + 64], got[threads], *dp, *out;
	for (int i = 0; i < threads + 64; i++)
		p[i] = i * 2654435761u >> 7;
	cudaMalloc(&dp, sizeof p);
	cudaMalloc(&out, sizeof got);
	cudaMemcpy(dp, p, sizeof p, cudaMemcpyHostToDevice);
	for (int most : {0, 5, 30}) {
		kernel<<<1, threads>>>(dp, out, most);
		cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
		int wrong = 0;
		for (int t = 0; t < threads; t++)
			wrong += got[t] != all(p + t, t, most);
		printf("up to %d: %d wrong\n", most, wrong);
	}
}
