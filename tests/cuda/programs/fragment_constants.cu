/* fragment_constants.cu - constants among the registers of fragments that are read: of A and C of mma, and of what
 * stmatrix stores. Each instruction is executed once with constants, once with registers that have the same values:
 * there 1.5 is 0, the low half of 64 bits. An H200 printed the expected lines.
 * SPDX-License-Identifier: Apache-2.0 */
// build: -arch=sm_90
#include <cstdio>

enum { WORDS = 24 };

__device__ void products(unsigned *o, const unsigned *a, const unsigned *b) {
	float d[2][4], zero = 0, more = 1.5f;
	asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, 0}, {%5}, {0., 1.5, %6, 0f3f800000};"
	    : "=f"(d[0][0]), "=f"(d[0][1]), "=f"(d[0][2]), "=f"(d[0][3])
	    : "r"(a[0]), "r"(b[0]), "f"(more));
	asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %7}, {%5}, {%8, %8, %6, %9};"
	    : "=f"(d[1][0]), "=f"(d[1][1]), "=f"(d[1][2]), "=f"(d[1][3])
	    : "r"(a[0]), "r"(b[0]), "f"(more), "r"(0), "f"(zero), "f"(1.f));
	for (int i = 0; i < 4; i++)
		o[i] = __float_as_uint(d[0][i]), o[4 + i] = __float_as_uint(d[1][i]);
	int s[2][4];
	asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, 2, %5, %6}, {%7, %8}, {1, 2, %9, -4};"
	    : "=r"(s[0][0]), "=r"(s[0][1]), "=r"(s[0][2]), "=r"(s[0][3])
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(b[0]), "r"(b[1]), "r"(3));
	asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %10, %5, %6}, {%7, %8}, {%11, %10, %9, %12};"
	    : "=r"(s[1][0]), "=r"(s[1][1]), "=r"(s[1][2]), "=r"(s[1][3])
	    : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(b[0]), "r"(b[1]), "r"(3), "r"(2), "r"(1), "r"(-4));
	for (int i = 0; i < 4; i++)
		o[8 + i] = s[0][i], o[12 + i] = s[1][i];
	asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {0x3c003c00, %5};"
	    : "=r"(o[16]), "=r"(o[17])
	    : "r"(a[0]), "r"(a[1]), "r"(b[1]), "r"(a[3]));
	asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%6, %5};"
	    : "=r"(o[18]), "=r"(o[19])
	    : "r"(a[0]), "r"(a[1]), "r"(b[1]), "r"(a[3]), "r"(0x3c003c00));
}

__global__ void k(unsigned *out, unsigned seed) {
	unsigned lane = threadIdx.x, *o = out + lane * WORDS, a[4], b[2];
	for (int i = 0; i < 4; i++)
		a[i] = 0x3c003800u + (lane * 7 + i * 3 + seed) % 5 * 0x100;
	for (int i = 0; i < 2; i++)
		b[i] = 0x38003c00u + (lane * 5 + i) % 3 * 0x80;
	products(o, a, b);
	__shared__ __align__(16) unsigned tiles[2][64];
	for (int i = 0; i < 2; i++)
		tiles[i][lane] = tiles[i][lane + 32] = 9;
	__syncwarp();
	unsigned first = __cvta_generic_to_shared(&tiles[0][lane % 16 * 4]),
		 second = __cvta_generic_to_shared(&tiles[1][lane % 16 * 4]);
	asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, 5};" ::"r"(first), "r"(a[1]) : "memory");
	asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(second), "r"(a[1]), "r"(5) : "memory");
	__syncwarp();
	for (int i = 0; i < 2; i++)
		o[20 + i] = tiles[0][lane + 32 * i], o[22 + i] = tiles[1][lane + 32 * i];
}

int main() {
	static const struct {
		const char *name;
		int first, second, n;
	} part[] = {{"f32", 0, 4, 4}, {"s32", 8, 12, 4}, {"f16", 16, 18, 2}, {"stored", 20, 22, 2}};
	unsigned *d, h[32 * WORDS];
	cudaMalloc(&d, sizeof h);
	k<<<1, 32>>>(d, 3);
	cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
	for (auto &p : part) {
		int differ = 0;
		unsigned sum = 0;
		for (int lane = 0; lane < 32; lane++)
			for (int i = 0; i < p.n; i++) {
				unsigned a = h[lane * WORDS + p.first + i], b = h[lane * WORDS + p.second + i];
				differ += a != b;
				sum = sum * 31 + a;
			}
		printf("%s: %d differ, %08x\n", p.name, differ, sum);
	}
}
