// asm_labels.cu - inline PTX whose labels and registers other asm statements of the function name.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

// Forward over C++, to a label of a later text.
__global__ void skip(volatile int *p) {
	int t = threadIdx.x;
	asm volatile("{ .reg .pred q; setp.gt.s32 q, %0, 1; @q bra AFTER; }" ::"r"(t) : "memory");
	p[t] = 10 + t;
	asm volatile("AFTER:" ::: "memory");
	p[4 + t] = 20 + t;
}

// Back to a label of an earlier text, with a register that both know.
__global__ void again(volatile int *p) {
	int t = threadIdx.x;
	asm volatile(".reg .pred more;\n\tTOP:" ::: "memory");
	p[t] = p[t] + 1;
	int v = p[t];
	asm volatile("setp.lt.s32 more, %0, %1; @more bra TOP;" ::"r"(v), "r"(3 * t) : "memory");
	p[4 + t] = -v;
}

// A block that one text opens and another closes has labels of its own.
__device__ __forceinline__ int least(int a, int b) {
	asm("{ .reg .pred q; setp.le.s32 q, %0, %1; @q bra DONE;" ::"r"(a), "r"(b));
	asm("mov.b32 %0, %1;" : "+r"(a) : "r"(b));
	asm("DONE: }");
	return a;
}

__global__ void blocks(int *p) {
	int t = threadIdx.x;
	asm volatile("{ .reg .pred q; setp.eq.s32 q, %0, 3; @q bra DONE; }" ::"r"(t));
	p[t] = least(least(p[t], 7), 9 - t);
	asm volatile("DONE:");
}

int main() {
	int *p;
	cudaMallocManaged(&p, 8 * sizeof *p);
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < 8; i++)
			p[i] = k == 2 ? 3 * i : 0;
		if (k == 0)
			skip<<<1, 4>>>(p);
		else if (k == 1)
			again<<<1, 4>>>(p);
		else
			blocks<<<1, 4>>>(p);
		cudaDeviceSynchronize();
		for (int i = 0; i < 8; i++)
			printf("%d%c", p[i], i == 7 ? '\n' : ' ');
	}
}
