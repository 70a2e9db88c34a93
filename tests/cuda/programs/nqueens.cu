/* nqueens.cu - recursion and a stack of frames.
 * SPDX-License-Identifier: Apache-2.0 */
#include <algorithm>
#include <cstdio>
#include <vector>
__device__ int solve(int n, unsigned cols, unsigned d1, unsigned d2) {
	unsigned full = (1u << n) - 1;
	if (cols == full)
		return 1;
	int c = 0;
	unsigned av = full & ~(cols | d1 | d2);
	while (av) {
		unsigned b = av & -av;
		av ^= b;
		c += solve(n, cols | b, (d1 | b) << 1, (d2 | b) >> 1);
	}
	return c;
}
struct Frame {
	unsigned cols, d1, d2, av;
};
template <int MAXN> __device__ int iter(int n, unsigned cols, unsigned d1, unsigned d2) {
	Frame st[MAXN];
	int sp = 0, c = 0;
	const unsigned full = (1u << n) - 1;
	st[0] = {cols, d1, d2, full & ~(cols | d1 | d2)};
	while (sp >= 0) {
		Frame &f = st[sp];
		if (!f.av) {
			--sp;
			continue;
		}
		unsigned b = f.av & (0u - f.av);
		f.av ^= b;
		unsigned nc = f.cols | b;
		if (nc == full) {
			++c;
			continue;
		}
		unsigned a1 = (f.d1 | b) << 1, a2 = (f.d2 | b) >> 1;
		st[++sp] = Frame{nc, a1, a2, full & ~(nc | a1 | a2)};
	}
	return c;
}
__global__ void k(int n, int *out) {
	int t = threadIdx.x;
	if (t < n) {
		unsigned b = 1u << t;
		out[t] = solve(n, b, b << 1, b >> 1);
		out[16 + t] = iter<16>(n, b, b << 1, b >> 1);
	}
}
int main() {
	int *o;
	cudaMallocManaged(&o, 256);
	for (int n = 4; n <= 8; n++) {
		k<<<1, 32>>>(n, o);
		if (auto e = cudaDeviceSynchronize())
			printf("%s\n", cudaGetErrorString(e));
		int a = 0, b = 0;
		for (int i = 0; i < n; i++) {
			a += o[i];
			b += o[16 + i];
		}
		printf("%d: %d %d\n", n, a, b);
	}
}
